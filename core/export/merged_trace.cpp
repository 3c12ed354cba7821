#include "core/export/merged_trace.h"

#include "core/analysis/run/steps.h"
#include "core/base/step_id.h"
#include "core/base/text.h"
#include "core/export/quoted_text.h"
#include "core/export/trace_arguments.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kPieceOfText = std::size_t{1} << 20;
constexpr std::uint32_t kSlicesBetweenLooks = 4096;
/// Threads that one track may take: a lane for each depth at which slices begin a nest of their own.
constexpr int kLanes = 1000;

/// By SliceClass, in the words of our own dialect.
constexpr auto kMergedCategories = std::to_array<std::string_view>(
    {"stagescope.other", "stagescope.operator", "stagescope.python", "stagescope.call", "stagescope.queue",
     "stagescope.range", "stagescope.step", "stagescope.kernel", "stagescope.kernel", "stagescope.task",
     "stagescope.copy", "stagescope.wait", "stagescope.summary", "stagescope.instant"});

/// The range is half open; a point is in it where it begins in it.
bool isIn(RankRange range, RankTime begin, RankTime end) {
    return begin < range.end && (end > range.begin || (begin == end && begin >= range.begin));
}

/// What is on a stream, and no work that is known, only occupies it; ranges there are not those of the host.
std::string_view categoryOf(SliceClass klass, TrackKind kind) {
    const bool isOnStream = kind == TrackKind::DeviceStream;
    const bool isIdle = klass == SliceClass::Other && isOnStream;
    return klass == SliceClass::Mstx && isOnStream
               ? "stagescope.device_range"
               : kMergedCategories.at(static_cast<std::size_t>(isIdle ? SliceClass::Event : klass));
}

/// A trace of a rank, and what of it is wanted.
struct MergedPart {
    const RankCapture *capture = nullptr;
    const TraceStore *trace = nullptr;
    int rank = 0;
    std::int64_t offset = 0;  ///< common clock - clock of the rank
    RankRange range{};
};

constexpr RankRange kAllTime{rankTime(std::numeric_limits<std::int64_t>::min() / 4),
                             rankTime(std::numeric_limits<std::int64_t>::max() / 4)};

RankRange together(RankRange a, RankRange b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

/// Host and device of the step; nothing where the rank has none of that number.
std::optional<RankRange> wantedTime(const Run &run, const RankCapture &capture, const MergedTraceChoice &choice) {
    auto range = kAllTime;
    if (choice.step) {
        const auto steps = rankSteps(capture);
        const auto at = findStep(steps, *choice.step);
        if (at == steps.size()) {
            return std::nullopt;
        }
        range = steps[at].range;
        if (const auto device = steps[at].device) {
            range = {std::min(range.begin, device->begin), std::max(range.end, device->end)};
        }
    }
    if (choice.range) {
        const auto offset = run.clock.offset(capture.rank).count();
        range = together(range, {rankTime(ns(choice.range->begin) - offset), rankTime(ns(choice.range->end) - offset)});
    }
    return range;
}

std::vector<MergedPart> partsOf(const Run &run, const MergedTraceChoice &choice) {
    std::vector<MergedPart> parts;
    for (const int rank : run.ranks()) {
        const bool isWanted =
            choice.ranks.empty() || std::find(choice.ranks.begin(), choice.ranks.end(), rank) != choice.ranks.end();
        const auto *capture = isWanted ? run.capture(rank) : nullptr;
        const auto range = capture == nullptr ? std::nullopt : wantedTime(run, *capture, choice);
        for (const auto &source : range ? capture->loaded : std::vector<LoadedSource>{}) {
            for (const auto &trace : source.traces) {
                parts.push_back({capture, trace.get(), rank, run.clock.offset(rank).count(), *range});
            }
        }
    }
    return parts;
}

/// The first begin of what is written of a trace: also of what began before the range and reaches into it. At each
/// depth slices come one after the other.
RankTime firstBegin(const MergedPart &part) {
    // What lies far from all other times is beyond the bounds.
    const auto from = std::max(part.trace->bounds()->begin, part.range.begin);
    auto first = from;
    for (const auto &track : part.trace->tracks()) {
        const auto &slices = part.trace->slices(track.id);
        for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
            const auto i = slices.firstEndingAfter(depth, from);
            if (i < slices.depthBegin(depth + 1) && isIn(part.range, slices.begin(i), slices.end(i))) {
                first = std::min(first, slices.begin(i));
            }
        }
    }
    return first;
}

/// Since when times are counted: readers drop what has a negative one.
std::int64_t firstTime(const std::vector<MergedPart> &parts) {
    auto first = std::numeric_limits<std::int64_t>::max();
    for (const auto &part : parts) {
        if (part.trace->bounds()) {
            first = std::min(first, ns(firstBegin(part)) + part.offset);
        }
    }
    return first == std::numeric_limits<std::int64_t>::max() ? 0 : first;
}

/// The place of the ranks in their job, in the words of PyTorch's profiler.
std::string distributedInfo(const Run &run) {
    std::string text =
        "{\"world_size\": " + std::to_string(run.expectedRanks().value_or(static_cast<int>(run.ranks().size())));
    for (const auto &[key, size] :
         {std::pair("tensor_model_parallel_size", run.parallel.tp),
          std::pair("pipeline_model_parallel_size", run.parallel.pp), std::pair("data_parallel_size", run.parallel.dp),
          std::pair("context_parallel_size", run.parallel.cp),
          std::pair("expert_model_parallel_size", run.parallel.ep)}) {
        text += size > 0 ? ", \"" + std::string(key) + "\": " + std::to_string(size) : "";
    }
    text += ", \"pg_config\": [";
    for (const auto &group : run.groups) {
        text += text.ends_with('[') ? "{\"pg_name\": " : ", {\"pg_name\": ";
        appendJsonText(text, group.id);
        text += ", \"pg_desc\": ";
        appendJsonText(text, group.name);
        text += ", \"ranks\": [";
        for (const int rank : group.ranks) {
            text += (text.ends_with('[') ? "" : ", ") + std::to_string(rank);
        }
        text += "]}";
    }
    return text + "]}";
}

/// Writes events, in pieces.
class EventText {
public:
    /// `members`: further ones beside the events.
    EventText(const std::function<Status(std::string_view)> &write, std::int64_t origin, const std::string &members)
        : m_write(write), m_origin(origin) {
        m_text = "{\"displayTimeUnit\": \"ns\", \"generator\": \"Stagescope\", \"baseTimeNanoseconds\": " +
                 std::to_string(origin) + members + ", \"traceEvents\": [";
    }
    /// "{"ph": P, "pid": R, "tid": T"; end() closes it.
    EventText &begin(char phase, int process, std::int64_t thread) {
        m_text += m_isFirst ? "\n{\"ph\": \"" : ",\n{\"ph\": \"";
        m_isFirst = false;
        m_text += phase;
        m_text += "\", \"pid\": " + std::to_string(process) + ", \"tid\": " + std::to_string(thread);
        return *this;
    }
    EventText &text(std::string_view key, std::string_view value) {
        m_text.append(", \"").append(key).append("\": ");
        appendJsonText(m_text, value);
        return *this;
    }
    EventText &raw(std::string_view key, std::string_view value) {
        m_text.append(", \"").append(key).append("\": ").append(value);
        return *this;
    }
    /// Microseconds, to the nanosecond.
    EventText &micros(std::string_view key, std::int64_t nanos) {
        const auto size = nanos < 0 ? -static_cast<std::uint64_t>(nanos) : static_cast<std::uint64_t>(nanos);
        const auto rest = std::to_string(1000 + size % 1000).substr(1);
        return raw(key, (nanos < 0 ? "-" : "") + std::to_string(size / 1000) + "." + rest);
    }
    EventText &time(std::int64_t nanos) { return micros("ts", nanos - m_origin); }
    void end() {
        m_text += '}';
        if (m_text.size() >= kPieceOfText) {
            flush();
        }
    }
    Status finish() {
        m_text += "\n]}\n";
        flush();
        return m_status;
    }
    [[nodiscard]] const Status &status() const { return m_status; }

private:
    void flush() {
        m_status = m_status ? m_write(m_text) : std::move(m_status);
        m_text.clear();
    }

    const std::function<Status(std::string_view)> &m_write;
    std::int64_t m_origin;
    std::string m_text;
    bool m_isFirst = true;
    Status m_status;
};

std::string realText(double value) {
    std::array<char, 40> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), error == std::errc{} ? end : text.data()};
}

/// The lane of each slice: 0, but for nests that begin at a deeper depth since they overlap others.
std::vector<std::uint16_t> lanesOf(const SliceTable &slices) {
    std::vector<std::uint16_t> lanes(slices.size(), 0);
    for (std::uint32_t depth = 1; depth < slices.depthCount(); ++depth) {
        for (auto i = slices.depthBegin(depth); i < slices.depthBegin(depth + 1); ++i) {
            const auto parent = slices.parentOf(SliceId{i});
            lanes[i] =
                parent ? lanes[parent->value] : static_cast<std::uint16_t>(std::min<std::uint32_t>(depth, kLanes - 1));
        }
    }
    return lanes;
}

/// Ranks with names that several of their counters have.
std::set<std::pair<int, std::string>> sharedCounterNames(const std::vector<MergedPart> &parts) {
    std::map<std::pair<int, std::string>, int> counts;
    for (const auto &part : parts) {
        for (const auto &track : part.trace->tracks()) {
            if (track.kind == TrackKind::Counter) {
                ++counts[{part.rank, std::string(part.trace->text(track.name))}];
            }
        }
    }
    std::set<std::pair<int, std::string>> shared;
    for (const auto &[name, count] : counts) {
        if (count > 1) {
            shared.insert(name);
        }
    }
    return shared;
}

class TraceMix {
public:
    TraceMix(EventText &out, std::set<std::pair<int, std::string>> sharedNames, const std::stop_token &stop)
        : m_out(out), m_sharedNames(std::move(sharedNames)), m_stop(stop) {}

    void add(const MergedPart &part) {
        nameProcess(part.rank);
        if (m_recordsOf != part.capture) {
            m_recordsOf = part.capture;
            m_records = WorkRecords(*part.capture);
        }
        m_launches = LaunchNumbers(*part.trace, part.range, m_lastLaunch, m_stop);
        const auto first = m_nextThread;
        m_lanes.assign(part.trace->tracks().size(), {});
        m_counterNames.clear();
        for (const auto &track : part.trace->tracks()) {
            if (track.kind == TrackKind::Counter) {
                addCounter(part, track);
            } else if (track.kind != TrackKind::Process) {
                addSlices(part, track, first);
            }
        }
        addFlows(part, first);
        m_nextThread = first + static_cast<std::int64_t>(part.trace->tracks().size()) * kLanes;
    }
    [[nodiscard]] MergedTraceContent content() && { return std::move(m_content); }
    [[nodiscard]] bool isStopped() const { return m_stop.stop_requested() || !m_out.status(); }

private:
    void nameProcess(int rank) {
        if (std::find(m_content.ranks.begin(), m_content.ranks.end(), rank) != m_content.ranks.end()) {
            return;
        }
        m_content.ranks.push_back(rank);
        const auto number = std::to_string(rank);
        m_out.begin('M', rank, 0).text("name", "process_name").raw("args", "{\"name\": \"rank " + number + "\"}").end();
        m_out.begin('M', rank, 0)
            .text("name", "process_sort_index")
            .raw("args", "{\"sort_index\": " + number + "}")
            .end();
    }
    static std::int64_t threadOf(const Track &track, std::int64_t first) {
        return first + static_cast<std::int64_t>(track.id.value) * kLanes;
    }
    /// "PROCESS / TRACK"
    static std::string fullName(const MergedPart &part, const Track &track) {
        const auto process =
            trimmed(track.parent.isValid() ? part.trace->text(part.trace->track(track.parent).name) : "");
        const auto own = trimmed(part.trace->text(track.name));
        std::string name(process);
        name += process.empty() || own.empty() ? "" : " / ";
        name += own;
        return name;
    }
    /// No two threads of a rank have one name, and none has none.
    void nameThread(const MergedPart &part, const Track &track, std::int64_t thread) {
        auto name = fullName(part, track);
        name = name.empty() ? "thread" : name;
        const int number = ++m_threadNames[{part.rank, name}];
        name += number == 1 ? "" : " (" + std::to_string(number) + ")";
        std::string args = "{\"name\": ";
        appendJsonText(args, name);
        m_out.begin('M', part.rank, thread).text("name", "thread_name").raw("args", args + '}').end();
        m_out.begin('M', part.rank, thread)
            .text("name", "thread_sort_index")
            .raw("args", "{\"sort_index\": " + std::to_string(thread) + "}")
            .end();
    }

    void addSlices(const MergedPart &part, const Track &track, std::int64_t first) {
        const auto &slices = part.trace->slices(track.id);
        auto lanes = lanesOf(slices);
        std::vector<int> named;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (i % kSlicesBetweenLooks == 0 && isStopped()) {
                return;
            }
            if (!isIn(part.range, slices.begin(i), slices.end(i))) {
                continue;
            }
            const int lane = lanes[i];
            const auto thread = threadOf(track, first) + lane;
            if (std::find(named.begin(), named.end(), lane) == named.end()) {
                named.push_back(lane);
                nameThread(part, track, thread);
            }
            const auto klass = slices.klass(i);
            const bool isInstant = klass == SliceClass::Instant;
            m_out.begin(isInstant ? 'i' : 'X', part.rank, thread).text("name", part.trace->text(slices.name(i)));
            m_out.text("cat", categoryOf(klass, track.kind));
            m_out.time(ns(slices.begin(i)) + part.offset);
            isInstant ? m_out.text("s", "t") : m_out.micros("dur", (slices.end(i) - slices.begin(i)).count());
            addArguments(part, track, i);
            m_out.end();
            ++m_content.slices;
        }
        if (std::any_of(lanes.begin(), lanes.end(), [](std::uint16_t lane) { return lane != 0; })) {
            m_lanes[track.id.value] = std::move(lanes);
        }
    }
    /// Of calls that launch work, and of that work: of other work on devices a reader takes arguments for a launch that
    /// is missing.
    void addArguments(const MergedPart &part, const Track &track, std::uint32_t slice) {
        if (const auto launch = m_launches.of(track.id, slice); launch != 0) {
            const auto &slices = part.trace->slices(track.id);
            const auto members = m_records.membersOf(part.trace->text(slices.name(slice)), ns(slices.begin(slice)));
            m_out.raw("args", "{\"correlation\": " + std::to_string(launch) + members + '}');
        }
    }
    /// Readers tell counters of a process apart by their names alone.
    std::string counterName(const MergedPart &part, const Track &track) {
        std::string name(part.trace->text(track.name));
        if (!m_sharedNames.contains({part.rank, name})) {
            return name;
        }
        name = fullName(part, track);
        const int number = ++m_counterNames[name];
        return number == 1 ? name : name + " (" + std::to_string(number) + ")";
    }
    void addCounter(const MergedPart &part, const Track &track) {
        const auto &counter = part.trace->counter(track.id);
        const auto name = counterName(part, track);
        for (std::uint32_t i = 0; i < counter.size(); ++i) {
            // The value that holds when the time begins is one of it.
            const bool isOver = i + 1 < counter.size() && counter.time(i + 1) <= part.range.begin;
            if (isOver || counter.time(i) >= part.range.end || !std::isfinite(counter.value(i))) {
                continue;
            }
            m_out.begin('C', part.rank, 0).text("name", name);
            m_out.time(std::max(ns(counter.time(i)), ns(part.range.begin)) + part.offset);
            m_out.raw("args", "{\"value\": " + realText(counter.value(i)) + "}").end();
            ++m_content.samples;
        }
    }
    [[nodiscard]] int laneAt(const MergedPart &part, TrackId track, RankTime time) const {
        const auto &lanes = m_lanes[track.value];
        const auto slice = lanes.empty() ? std::nullopt : sliceAt(*part.trace, track, time);
        return slice ? lanes[slice->value] : 0;
    }
    void addFlows(const MergedPart &part, std::int64_t first) {
        const auto &flows = part.trace->flows();
        for (std::size_t i = 0; i < flows.size() && !isStopped(); ++i) {
            const auto flow = flows.at(i);
            const bool isInside = flow.from >= part.range.begin && flow.to < part.range.end;
            if (!isInside) {
                continue;
            }
            const auto id = std::to_string(++m_content.flows);
            const auto from =
                threadOf(part.trace->track(flow.fromTrack), first) + laneAt(part, flow.fromTrack, flow.from);
            const auto to = threadOf(part.trace->track(flow.toTrack), first) + laneAt(part, flow.toTrack, flow.to);
            m_out.begin('s', part.rank, from).text("name", "flow").text("cat", "stagescope.flow");
            m_out.raw("id", id).time(ns(flow.from) + part.offset).end();
            m_out.begin('f', part.rank, to).text("name", "flow").text("cat", "stagescope.flow");
            m_out.raw("id", id).text("bp", "e").time(ns(flow.to) + part.offset).end();
        }
    }

    EventText &m_out;
    std::set<std::pair<int, std::string>> m_sharedNames;
    const std::stop_token &m_stop;
    std::int64_t m_nextThread = 1;
    std::vector<std::vector<std::uint16_t>> m_lanes;           ///< of the part's slices, by track; empty: all 0
    std::map<std::string, int> m_counterNames;                 ///< that the part has so far, where names are shared
    std::map<std::pair<int, std::string>, int> m_threadNames;  ///< of each rank so far
    const RankCapture *m_recordsOf = nullptr;
    WorkRecords m_records;
    LaunchNumbers m_launches;  ///< of the part
    std::uint64_t m_lastLaunch = 0;
    MergedTraceContent m_content;
};

}  // namespace

Result<MergedTraceContent> writeMergedTrace(const Run &run, const MergedTraceChoice &choice,
                                            const std::function<Status(std::string_view)> &write,
                                            const std::stop_token &stop) {
    const auto parts = partsOf(run, choice);
    if (parts.empty()) {
        return fail(ErrorKind::NotFound,
                    choice.step ? "no timeline has step " + stepText(*choice.step) : "no rank has a timeline");
    }
    const bool isPlaced = !run.groups.empty() || run.parallel != ParallelSizes{};
    EventText out(write, firstTime(parts), isPlaced ? ", \"distributedInfo\": " + distributedInfo(run) : "");
    TraceMix mix(out, sharedCounterNames(parts), stop);
    for (auto part = parts.begin(); part != parts.end() && !stop.stop_requested(); ++part) {
        mix.add(*part);
    }
    const auto status = out.finish();
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return status ? Result<MergedTraceContent>(std::move(mix).content()) : tl::make_unexpected(status.error());
}

}  // namespace stagescope
