#include "core/formats/trace_json/trace_json_reader.h"

#include "core/base/extra_threads.h"
#include "core/base/step_id.h"
#include "core/base/text.h"
#include "core/base/words/producer_words.h"
#include "core/base/words/step_pattern.h"
#include "core/formats/graph_capture/captured_graphs.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/formats/trace_json/copy_arguments.h"
#include "core/formats/trace_json/launch_arguments.h"
#include "core/formats/trace_json/launches.h"
#include "core/formats/trace_json/process_groups.h"
#include "core/formats/trace_json/shared_devices.h"
#include "core/formats/trace_json/trace_comm_tables.h"
#include "core/formats/trace_json/trace_event_writer.h"
#include "core/formats/trace_json/trace_tables.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// Names go to one builder in the order of the file, so that the last one wins whoever read it.
void describe(const std::vector<TraceMetadata> &metadata, TraceBuilder &builder) {
    for (const auto &entry : metadata) {
        const auto process = builder.intern(entry.process);
        const TraceBuilder::TrackKey key{TrackKind::Other, process, builder.intern(entry.thread)};
        switch (entry.what) {
            case TraceMetadata::What::ProcessName:
                builder.describeProcess(process, builder.intern(entry.text), {});
                break;
            case TraceMetadata::What::ProcessLabel:
                builder.describeProcess(process, {}, builder.intern(entry.text));
                break;
            case TraceMetadata::What::ProcessOrder:
                builder.sortProcess(process, entry.order);
                break;
            case TraceMetadata::What::ThreadName:
                builder.describeTrack(key, builder.intern(entry.text), {}, TrackKind::Other);
                break;
            case TraceMetadata::What::ThreadOrder:
                builder.sortTrack(key, entry.order);
                break;
        }
    }
}

/// Kinds of tracks before they are merged, by the names that the file gives them; the last one of each wins.
class TrackNames {
public:
    explicit TrackNames(const std::vector<TraceMetadata> &metadata) {
        for (const auto &entry : metadata) {
            if (entry.what == TraceMetadata::What::ProcessName) {
                m_processes[entry.process] = entry.text;
            } else if (entry.what == TraceMetadata::What::ThreadName) {
                m_threads[{entry.process, entry.thread}] = entry.text;
            }
        }
    }
    [[nodiscard]] TrackKind kindOf(std::string_view process, std::string_view thread) const {
        const auto name = m_processes.find(process);
        const auto own = m_threads.find({process, thread});
        return trackKindOf(name == m_processes.end() ? process : name->second,
                           own == m_threads.end() ? thread : own->second, TrackKind::Other);
    }

private:
    std::map<std::string_view, std::string_view> m_processes;
    std::map<std::pair<std::string_view, std::string_view>, std::string_view> m_threads;
};

/// What the times of a file are counted from, ns: Kineto rounds it to some months, and writes it behind the events.
/// Older files count from 1970, and times that do need none.
std::int64_t originOf(const RootMembers &members) {
    const auto member = members.find("baseTimeNanoseconds");
    const auto base = member == members.end() ? std::nullopt : jsonNumber<std::int64_t>(member->second);
    return base && *base > 0 && *base < kTimeLimit ? *base : 0;
}

std::int64_t movedBy(std::int64_t origin, std::int64_t time) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(origin, time, &sum) ? time : sum;
}

/// The rank that a file names in its distributedInfo: {"rank": 3}, or the same as text of Python.
std::optional<int> rankOfMembers(const RootMembers &members) {
    const auto member = members.find("distributedInfo");
    const std::string_view text = member == members.end() ? std::string_view{} : member->second;
    for (const std::string_view key : {"\"rank\"", "'rank'"}) {
        const auto at = text.find(key);
        const auto begin = at == std::string_view::npos ? at : text.find_first_not_of(": \t\r\n", at + key.size());
        if (begin != std::string_view::npos) {
            const auto end = std::min(text.find_first_not_of("0123456789", begin), text.size());
            return wholeNumber<int>(text.substr(begin, end - begin));
        }
    }
    return std::nullopt;
}

/// What calls of graphs started.
std::vector<GraphWork> graphWorks(const TraceStore &trace, std::span<const Launch> launches, const LaunchJoin &join) {
    std::unordered_set<std::uint64_t> calls;
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == TrackKind::HostThread && i < slices.size(); ++i) {
            if (slices.klass(i) == SliceClass::Runtime && contains(trace.text(slices.name(i)), "GraphLaunch")) {
                calls.insert(slices.row(i));
            }
        }
    }
    std::vector<GraphWork> works;
    for (const auto &launch : calls.empty() ? std::span<const Launch>{} : launches) {
        const auto &slices = trace.slices(launch.stream);
        const auto row = slices.row(launch.slice);
        if (const auto call = join.callOf(row); call && calls.contains(*call)) {
            works.push_back({row, *call, launch.begin, trace.text(slices.name(launch.slice)), launch.stream.value});
        }
    }
    return works;
}

/// The windows of one file, read by several workers.
class TraceLoad {
public:
    /// `only`: the rank that is read (FileSource::process); null: all.
    TraceLoad(ByteSource &source, Sink &sink, const LoadControl &control, const EventScanner::Limits &limits,
              const ProcessGroup *only = nullptr)
        : m_sink(sink),
          m_control(control),
          m_path(source.path()),
          m_part(only),
          m_scanner(source, sink.log(), control, limits),
          m_writers(std::max(1U, control.workers)) {
        for (auto &writer : m_writers) {
            writer.takeOnly(only);
        }
    }

    /// Reads no more windows after so many bytes of the stream. What stands behind them of the root object is
    /// `members`.
    Result<std::shared_ptr<const TraceStore>> runStart(std::uint64_t bytes, const RootMembers &members) {
        readEvents(bytes);
        m_origin = originOf(members);
        return merge();
    }
    /// Who is in it, and nothing else.
    Result<TraceProcesses> runProcesses() {
        for (auto &writer : m_writers) {
            writer.keepDeviceOthers();
        }
        readEvents(std::numeric_limits<std::uint64_t>::max());
        if (m_control.stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", m_path);
        }
        const auto names = joinLaunches();
        TraceProcesses result;
        constexpr std::size_t kMostOfThreads = 2048;
        std::map<std::string, std::string> threads;
        for (const auto &writer : m_writers) {
            for (std::uint32_t track = 0; track < writer.trackCount(); ++track) {
                auto &process = result.all[std::string(writer.processOf(track))];
                process.marksSteps = process.marksSteps || writer.marksSteps(track);
            }
            result.works += writer.launches().works().size();
            for (const auto &entry : writer.metadata()) {
                auto &title = result.all[entry.process].title;
                if (entry.what == TraceMetadata::What::ProcessName || entry.what == TraceMetadata::What::ProcessLabel) {
                    title += (title.empty() ? "" : " ") + entry.text;
                } else if (auto &own = threads[entry.process];
                           entry.what == TraceMetadata::What::ThreadName && own.size() < kMostOfThreads) {
                    own += ' ' + entry.text;
                }
            }
        }
        for (const auto &[process, text] : threads) {
            result.all[process].title += text;
        }
        std::set<std::uint32_t> drivers;
        for (const auto &[device, hosts] : m_launches->launchers()) {
            drivers.insert(hosts.begin(), hosts.end());
            auto &process = result.all[names.at(device)];
            for (const auto host : hosts) {
                if (host != LaunchJoin::kNobody) {
                    process.launchers.insert(names.at(host));
                }
            }
        }
        for (const auto &[device, hosts] : m_launches->launchers()) {
            // A device may have the number of the host of another.
            const bool isOfOther = drivers.contains(device) && !hosts.contains(device);
            if (hosts.size() > 1 || hosts.contains(LaunchJoin::kNobody) || isOfOther) {
                result.shared.insert(names.at(device));
            }
        }
        if (!result.shared.empty()) {
            share(names, result);
        }
        return result;
    }
    Status run() {
        readEvents(std::numeric_limits<std::uint64_t>::max());
        if (m_control.stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", m_path);
        }
        ASSIGN_OR_RETURN(auto trace, merge());
        addEnvironmentTable(m_scanner.members(), m_part != nullptr, m_sink);
        const auto origin = m_health.origin;
        const auto steps = hostSteps(*trace);
        LaunchTrouble trouble;
        const auto launches = m_launches->launches(*trace, steps, trouble);
        if (m_part != nullptr) {
            trouble.unclaimed = m_part->unclaimedWorks;
            trouble.unclaimedOthers = m_part->unclaimedOthers;
            trouble.worksOfFile = m_part->works;
        }
        std::sort(m_communication.begin(), m_communication.end(),
                  [](const auto &a, const auto &b) { return a.offset < b.offset; });
        addTraceTables(steps, launches, m_phaseCounts, m_sink);
        TableWriter<ContentsRecord> contents;
        m_survey.addTo(contents);
        m_sink.addTable(contents.take());
        addDialectTable(signsOf(*trace), m_sink);
        addCommunicationTables(*trace, m_communication, launches, m_sink);
        addKernels(*trace, launches);
        if (m_control.stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", m_path);
        }
        for (auto &instant : m_memory) {
            instant.time = movedBy(origin, instant.time);
        }
        addMemoryTables(*trace, std::move(m_memory), m_sink);
        addCopyTable(std::move(m_copies), *trace, m_health, m_sink);
        addHealthTable(*trace, m_health, trouble, launches.size(), m_sink, true);
        m_sink.addTrace(std::move(trace));
        return m_scanner.error() ? Status(tl::make_unexpected(*m_scanner.error())) : Status{};
    }

private:
    /// Those of graphs with the operators of their capture, where a file beside the trace has it.
    void addKernels(const TraceStore &trace, std::span<const Launch> launches) {
        // Of one rank in a file of several the file's own members tell nothing.
        const auto rank = m_part == nullptr ? rankOfMembers(m_scanner.members()) : std::nullopt;
        const auto files = graphCaptureFiles(m_path, rank);
        auto works = files.empty() ? std::vector<GraphWork>{} : graphWorks(trace, launches, *m_launches);
        std::vector<CapturedGraph> graphs;
        std::size_t captured = 0;
        for (const auto &file : works.empty() ? std::vector<std::string>{} : files) {
            for (auto &graph : readCapturedGraphs(file, m_control)) {
                captured += graph.launches.size();
                graphs.push_back(std::move(graph));
            }
            if (captured > kMostCapturedLaunches || m_control.stop.stop_requested()) {
                break;
            }
        }
        const GraphReplays replays(std::move(works), std::move(graphs), m_control.stop);
        if (replays.matched() < replays.works()) {
            m_sink.log().add(Severity::Info, m_path, "graph_capture.unmatched", files.front(),
                             std::to_string(replays.works() - replays.matched()) + " of " +
                                 std::to_string(replays.works()) + " kernels");
        }
        WorkText text;
        addKernelTable(trace, launches, *m_launches, m_sink, [&](std::uint64_t row) -> const WorkText * {
            const auto *launch = replays.launchOf(row);
            if (launch == nullptr) {
                return nullptr;
            }
            text = {launch->operatorName, launch->module, launch->shapes, launch->types, launch->python};
            return &text;
        });
    }

    /// Whose events those of shared devices are.
    void share(const std::map<std::uint32_t, std::string> &names, TraceProcesses &result) const {
        std::map<std::string_view, std::uint32_t> numbers;
        for (const auto &[number, name] : names) {
            numbers.emplace(name, number);
        }
        std::vector<DeviceEvent> events;
        std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> streams;
        for (const auto &writer : m_writers) {
            std::vector<std::optional<std::uint32_t>> ofTracks;  // where they are of a shared device
            for (std::uint32_t track = 0; track < writer.trackCount(); ++track) {
                const auto stream = std::pair(writer.processOf(track), writer.threadOf(track));
                const bool isShared = result.shared.contains(stream.first);
                ofTracks.push_back(isShared ? std::optional(streams.try_emplace(stream, streams.size()).first->second)
                                            : std::nullopt);
            }
            writer.launches().works().forEach([&](const LaunchEnd &work) {
                if (const auto stream = ofTracks[work.track]) {
                    auto host = m_launches->launcherOf(work.offset);
                    host = host == LaunchJoin::kNobody ? std::nullopt : host;
                    events.push_back({work.offset, work.time, work.end(), *stream,
                                      numbers.at(writer.processOf(work.track)), true, false, host});
                }
            });
            for (const auto &other : writer.deviceOthers()) {
                if (const auto stream = ofTracks[other.track]) {
                    const auto end = movedBy(other.begin, std::max<std::int64_t>(other.duration, 0));
                    events.push_back({other.offset, other.begin, end, *stream,
                                      numbers.at(writer.processOf(other.track)), isDevice(other.means),
                                      other.means == EventMeaning::DeviceRange});
                }
            }
        }
        auto found = sharedEvents(events, m_launches->blocks());
        result.unclaimedWorks = found.unclaimedWorks;
        result.unclaimedOthers = found.unclaimedOthers;
        for (auto &[host, own] : found.own) {
            result.own.emplace(names.at(host), std::move(own));
        }
    }

    void readEvents(std::uint64_t bytes) {
        std::mutex mutex;
        std::uint64_t taken = 0;
        const auto loop = [&](TraceEventWriter &writer) {
            EventWindow window;
            for (;;) {
                {
                    const std::scoped_lock lock(mutex);
                    if (taken >= bytes || !m_scanner.next(window)) {
                        return;
                    }
                    taken += window.size;
                }
                writer.write(window);
            }
        };
        ExtraThreads helpers;
        for (std::size_t i = 1; i < m_writers.size(); ++i) {
            if (!helpers.start([&loop, &writer = m_writers[i]] { loop(writer); })) {
                break;
            }
        }
        loop(m_writers.front());
    }

    /// Arrows that the file leaves out are added to the builders, each end to that of its worker. Gives the names of
    /// the processes by their numbers.
    std::map<std::uint32_t, std::string> joinLaunches() {
        std::vector<const LaunchArguments *> workers;
        for (const auto &writer : m_writers) {
            workers.push_back(&writer.launches());
        }
        std::map<std::string_view, std::uint32_t> numbers;
        m_launches.emplace(workers, processesOfTracks(numbers));
        std::map<std::uint32_t, std::string> names;
        for (const auto &[name, number] : numbers) {
            names.emplace(number, name);
        }
        for (const auto &[device, host] : m_launches->drivers()) {
            const auto name = names.find(host);
            m_drivers.emplace(names.at(device), name == names.end() ? std::string() : name->second);
        }
        for (const auto &arrow : m_launches->missingArrows()) {
            if (arrow.isFirst) {
                m_writers[arrow.callWorker].addArrowEnd(FlowPhase::Start, *arrow.call);
            }
            m_writers[arrow.deviceWorker].addArrowEnd(FlowPhase::End, *arrow.device);
        }
        return names;
    }

    /// By writer and track; each process gets a number.
    LaunchJoin::Processes processesOfTracks(std::map<std::string_view, std::uint32_t> &numbers) {
        LaunchJoin::Processes result;
        std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> streams;
        for (const auto &writer : m_writers) {
            auto &own = result.ofTracks.emplace_back();
            auto &ownStreams = result.streams.emplace_back();
            for (std::uint32_t track = 0; track < writer.trackCount(); ++track) {
                const auto known = numbers.try_emplace(writer.processOf(track), numbers.size());
                own.push_back(known.first->second);
                const auto stream = std::pair(writer.processOf(track), writer.threadOf(track));
                ownStreams.push_back(streams.try_emplace(stream, streams.size()).first->second);
            }
        }
        for (const auto &[process, number] : numbers) {
            if (const auto mark = markOfProcess(process); !mark.empty()) {
                result.marks.emplace(number, mark);
            }
        }
        return result;
    }
    /// What tells who wrote it.
    [[nodiscard]] TraceSigns signsOf(const TraceStore &trace) const {
        TraceSigns signs;
        for (const auto &writer : m_writers) {
            const auto own = writer.categories();
            signs.categories.insert(signs.categories.end(), own.begin(), own.end());
        }
        for (const auto &track : trace.tracks()) {
            (track.kind == TrackKind::Process ? signs.processes : signs.threads).push_back(trace.text(track.name));
        }
        for (std::uint32_t i = 0; i < trace.strings().size(); ++i) {
            signs.names.push_back(trace.text(StringId{i}));
        }
        for (const auto &[key, text] : m_scanner.members()) {
            signs.members.push_back(key + '=' + text);
        }
        return signs;
    }

    /// Their rates become counters of the process that they belong to.
    void joinCopies(const TrackNames &names) {
        std::vector<const CopyArguments *> workers;
        for (const auto &writer : m_writers) {
            workers.push_back(&writer.copies());
        }
        std::map<std::string_view, std::vector<CopyRecord>> byProcess;
        for (const auto &event : joinedCopies(
                 workers, [&](auto process, auto thread) { return names.kindOf(process, thread); },
                 [&](std::uint64_t offset) { return m_launches->callOf(offset); })) {
            m_copies.push_back(event.copy);
            byProcess[event.process].push_back(event.copy);
        }
        for (const auto &[process, copies] : byProcess) {
            m_writers.front().addCopyRates(process, copies);
        }
    }

    Result<std::shared_ptr<const TraceStore>> merge() {
        std::vector<TraceMetadata> metadata;
        for (const auto &writer : m_writers) {
            metadata.insert(metadata.end(), writer.metadata().begin(), writer.metadata().end());
        }
        std::sort(metadata.begin(), metadata.end(), [](const auto &a, const auto &b) { return a.offset < b.offset; });
        std::ignore = joinLaunches();
        joinCopies(TrackNames(metadata));
        std::vector<TraceBuilder> builders;
        EventTrouble trouble;
        for (auto &writer : m_writers) {
            builders.push_back(writer.takeBuilder());
            trouble.merge(writer.trouble());
            m_survey.merge(writer.survey());
            m_communication.insert(m_communication.end(), writer.communication().begin(), writer.communication().end());
            m_memory.insert(m_memory.end(), writer.memory().begin(), writer.memory().end());
            for (std::size_t i = 0; i < m_phaseCounts.size(); ++i) {
                m_phaseCounts[i] += writer.phaseCounts()[i];
            }
        }
        describe(metadata, builders.front());
        trouble.tell(m_sink.log(), m_path);
        MergeOptions options{.source = m_path,
                             .log = &m_sink.log(),
                             .stop = m_control.stop,
                             .workers = m_control.workers,
                             .summaryLanes = true,
                             .origin = m_origin != 0 ? m_origin : originOf(m_scanner.members()),
                             .health = &m_health,
                             .drivers = m_drivers};
        options.steps = [](const TraceStore &trace) {
            std::vector<NamedStep> steps;
            for (const auto &step : StepPattern::chosen().empty() ? std::vector<HostStep>{} : hostSteps(trace)) {
                steps.push_back({"Step " + stepText(step.step), step.begin, step.end});
            }
            return steps;
        };
        options.isOneLaunch = [this](std::uint64_t row, std::uint64_t other) {
            return m_launches->isOneLaunch(row, other);
        };
        options.classify = [](std::string_view process, std::string_view thread, TrackKind kind) {
            return trackKindOf(process, thread, kind);
        };
        options.reclassify = [](TrackKind kind, std::string_view process, std::string_view thread) {
            return [classes = LaneClasses(kind, process, thread)](std::string_view name, SliceClass klass) mutable {
                return classes.of(name, klass);
            };
        };
        return mergeTraces(std::move(builders), options);
    }

    Sink &m_sink;
    const LoadControl &m_control;
    std::string m_path;
    const ProcessGroup *m_part;
    EventScanner m_scanner;
    std::vector<TraceEventWriter> m_writers;
    PhaseCounts m_phaseCounts{};
    TraceHealth m_health;
    std::map<std::string, std::string> m_drivers;  ///< MergeOptions::drivers
    std::int64_t m_origin = 0;                     ///< where the members tell it that follow what is read
    std::vector<CommArguments> m_communication;
    std::vector<MemoryInstant> m_memory;
    std::vector<CopyRecord> m_copies;  ///< their texts are those of m_writers
    ArgumentSurvey m_survey;
    std::optional<LaunchJoin> m_launches;  ///< its texts are those of m_writers
};

}  // namespace

namespace {

/// The rank that a source means; nothing where it means all of its file.
std::optional<ProcessGroup> partOf(const FileSource &file, const LoadControl &control) {
    if (file.process.empty()) {
        return std::nullopt;
    }
    for (auto &group : processGroupsOf(file.path, control)) {
        if (group.host == file.process) {
            return std::move(group);
        }
    }
    return ProcessGroup{};
}

}  // namespace

Status readTraceJson(const FileSource &file, Sink &sink, const LoadControl &control,
                     const EventScanner::Limits &limits) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    const auto only = partOf(file, control);
    return TraceLoad(*source, sink, control, limits, only ? &*only : nullptr).run();
}

Result<TraceProcesses> readTraceProcesses(const std::string &path, const LoadControl &control) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(path));
    ImportLog log;
    Sink sink(log);
    auto own = control;
    own.progress = nullptr;  // these bytes are read, and told, once more
    return TraceLoad(*source, sink, own, {}).runProcesses();
}

Result<std::shared_ptr<const TraceStore>> readTraceStart(const FileSource &file, std::uint64_t bytes,
                                                         const LoadControl &control) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    ImportLog log;
    Sink sink(log);
    auto own = control;
    own.progress = nullptr;  // these bytes are read, and told, once more
    const auto ends = ByteSource::open(file.path);
    const auto members = ends ? readMembers(**ends, own) : Result<RootMembers>(RootMembers{});
    const auto only = partOf(file, control);
    return TraceLoad(*source, sink, own, {}, only ? &*only : nullptr).runStart(bytes, members.value_or(RootMembers{}));
}

}  // namespace stagescope
