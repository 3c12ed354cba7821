#include "core/formats/protobuf/trace_assembly.h"

#include "core/base/step_id.h"
#include "core/base/words/step_pattern.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/formats/trace_json/launches.h"
#include "core/formats/trace_json/trace_comm_tables.h"
#include "core/formats/trace_json/trace_tables.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace stagescope {

namespace {

/// Whose marks of steps count.
enum class StepsOf : std::uint8_t { Host, Device };

/// Class of a slice on a track, whose kind and lane are known; marks that do not count are ranges.
MergeOptions::SliceClassifier classifierFor(TrackKind kind, std::string_view process, std::string_view thread,
                                            StepsOf steps) {
    const bool isOfSteps = ProducerWords::builtIn().lane(process, thread).holds == LaneMeaning::Steps;
    return [classes = LaneClasses(kind, process, thread), isOfSteps, steps](std::string_view name,
                                                                            SliceClass klass) mutable {
        const auto found = classes.of(name, klass);
        if (found != SliceClass::Step || isOfSteps == (steps == StepsOf::Device)) {
            return found;
        }
        return isOfSteps ? SliceClass::Overlap : SliceClass::Mstx;
    };
}

std::int64_t stepAround(std::span<const HostStep> steps, std::int64_t time) {
    const auto it = std::upper_bound(steps.begin(), steps.end(), time,
                                     [](std::int64_t t, const HostStep &step) { return t < step.begin; });
    return it == steps.begin() || time >= std::prev(it)->end ? kNoStep : std::prev(it)->step;
}

std::int64_t movedTo(std::int64_t origin, std::int64_t time) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(origin, time, &sum) ? time : sum;
}

class Assembly {
public:
    Assembly(std::vector<TraceRows> rows, const AssemblyOptions &options, Sink &sink, const LoadControl &control)
        : m_rows(std::move(rows)), m_options(options), m_sink(sink), m_control(control) {
        std::vector<const LaunchArguments *> launches;
        for (const auto &own : m_rows) {
            launches.push_back(&own.launches);
            m_marksHost = m_marksHost || own.marksHostSteps;
            m_marksDevice = m_marksDevice || own.marksDeviceSteps;
        }
        m_join.emplace(launches, processesOfTracks());
        const bool isJoined = !m_join->launchers().empty();
        m_stepsOf = m_marksDevice && !(m_marksHost && isJoined) ? StepsOf::Device : StepsOf::Host;
    }

    Status run() {
        addArrows();
        addRates();
        auto merged = merge();
        if (!merged) {
            return tl::make_unexpected(merged.error());
        }
        const auto &trace = **merged;
        const auto steps = stepsOf(trace);
        LaunchTrouble trouble;
        auto launches = m_join->launches(trace, steps, trouble);
        const bool isAnyKnown =
            std::any_of(launches.begin(), launches.end(), [](const Launch &launch) { return launch.isKnown; });
        for (auto &launch : launches) {
            launch.step = m_stepsOf == StepsOf::Device || !isAnyKnown ? stepAround(steps, launch.begin) : launch.step;
        }
        addTraceTables(steps, launches, PhaseCounts{}, m_sink);
        addDialectTable(signsOf(trace), m_sink);
        addCommunicationTables(trace, {}, launches, m_sink);
        const auto works = sortedWorks();
        addKernelTable(trace, launches, *m_join, m_sink, [&works](std::uint64_t row) {
            const auto it = std::lower_bound(works.begin(), works.end(), row,
                                             [](const auto &work, std::uint64_t r) { return work.first < r; });
            return it == works.end() || it->first != row ? nullptr : it->second;
        });
        addMemory(trace);
        addCopyTable(std::move(m_copies), trace, m_health, m_sink);
        addHealthTable(trace, m_health, trouble, launches.size(), m_sink);
        m_sink.addTrace(std::move(*merged));
        return {};
    }

private:
    /// By worker and track; each process gets a number.
    LaunchJoin::Processes processesOfTracks() {
        LaunchJoin::Processes result;
        std::map<std::string_view, std::uint32_t> numbers;
        for (const auto &own : m_rows) {
            auto &list = result.ofTracks.emplace_back();
            for (std::uint32_t track = 0; track < own.builder.trackCount(); ++track) {
                const auto process = own.builder.text(own.builder.key(track).process);
                const auto number = static_cast<std::uint32_t>(numbers.size());
                list.push_back(numbers.try_emplace(process, number).first->second);
            }
        }
        for (const auto &[process, number] : numbers) {
            m_processes.emplace(number, process);
        }
        return result;
    }

    /// From calls to what they launched.
    void addArrows() {
        for (const auto &[device, host] : m_join->drivers()) {
            const auto name = m_processes.find(host);
            m_drivers.emplace(m_processes.at(device), name == m_processes.end() ? std::string() : name->second);
        }
        const auto add = [&](FlowPhase phase, std::size_t worker, const LaunchEnd &end) {
            auto &builder = m_rows[worker].builder;
            builder.flow(phase, end.track, end.time, end.correlation, builder.intern("launch"));
        };
        for (const auto &arrow : m_join->missingArrows()) {
            if (arrow.isFirst) {
                add(FlowPhase::Start, arrow.callWorker, *arrow.call);
            }
            add(FlowPhase::End, arrow.deviceWorker, *arrow.device);
        }
    }

    void addRates() {
        std::map<std::string_view, std::vector<CopyRecord>> byProcess;
        for (const auto &own : m_rows) {
            for (const auto &[process, copy] : own.copies) {
                m_copies.push_back(copy);
                byProcess[own.builder.text(process)].push_back(copy);
            }
        }
        std::stable_sort(m_copies.begin(), m_copies.end(),
                         [](const CopyRecord &a, const CopyRecord &b) { return a.begin < b.begin; });
        auto &builder = m_rows.front().builder;
        for (const auto &[process, copies] : byProcess) {
            addCopyRates(copies, builder.intern(process), builder);
        }
    }

    Result<std::shared_ptr<const TraceStore>> merge() {
        MergeOptions options{.source = m_options.path,
                             .log = &m_sink.log(),
                             .stop = m_control.stop,
                             .workers = m_control.workers,
                             .summaryLanes = true,
                             .origin = m_options.origin,
                             .health = &m_health,
                             .drivers = m_drivers};
        options.steps = [this](const TraceStore &trace) {
            std::vector<NamedStep> steps;
            const bool areShown = !StepPattern::chosen().empty() || hasOnlyGroups(trace);
            for (const auto &step : areShown ? stepsOf(trace) : std::vector<HostStep>{}) {
                steps.push_back({"Step " + stepText(step.step), step.begin, step.end});
            }
            return steps;
        };
        options.isOneLaunch = [this](std::uint64_t row, std::uint64_t other) {
            return m_join->isOneLaunch(row, other);
        };
        options.classify = [](std::string_view process, std::string_view thread, TrackKind kind) {
            return trackKindOf(process, thread, kind);
        };
        options.reclassify = [this](TrackKind kind, std::string_view process, std::string_view thread) {
            return classifierFor(kind, process, thread, m_stepsOf);
        };
        std::vector<TraceBuilder> builders;
        for (auto &own : m_rows) {
            builders.push_back(std::move(own.builder));
        }
        return mergeTraces(std::move(builders), options);
    }

    [[nodiscard]] bool hasOnlyGroups(const TraceStore &trace) const {
        const bool hasGroups =
            std::any_of(m_rows.begin(), m_rows.end(), [](const TraceRows &own) { return !own.groups.empty(); });
        return hasGroups && hostSteps(trace).empty();
    }

    /// Marked ones, else those to which works say that they belong.
    std::vector<HostStep> stepsOf(const TraceStore &trace) {
        auto steps = hostSteps(trace);
        if (!steps.empty()) {
            return steps;
        }
        std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> groups;
        for (const auto &own : m_rows) {
            for (const auto &[number, bounds] : own.groups) {
                const auto it = groups.try_emplace(number, bounds).first;
                it->second = {std::min(it->second.first, bounds.first), std::max(it->second.second, bounds.second)};
            }
        }
        for (const auto &[number, bounds] : groups) {
            steps.push_back({number, movedTo(m_health.origin, bounds.first), movedTo(m_health.origin, bounds.second)});
        }
        m_stepsOf = steps.empty() ? m_stepsOf : StepsOf::Device;
        return separateSteps(
            std::move(steps), [](const HostStep &step) { return step.begin; },
            [](const HostStep &step) { return step.end; },
            [](HostStep &known, const HostStep &other) { known.end = std::max(known.end, other.end); });
    }

    [[nodiscard]] TraceSigns signsOf(const TraceStore &trace) const {
        TraceSigns signs;
        signs.categories = m_options.categories;
        for (const auto &track : trace.tracks()) {
            (track.kind == TrackKind::Process ? signs.processes : signs.threads).push_back(trace.text(track.name));
        }
        return signs;
    }

    [[nodiscard]] std::vector<std::pair<std::uint64_t, const WorkText *>> sortedWorks() const {
        std::vector<std::pair<std::uint64_t, const WorkText *>> works;
        for (const auto &own : m_rows) {
            for (const auto &[row, text] : own.works()) {
                works.emplace_back(row, &own.workTexts()[text]);
            }
        }
        std::sort(works.begin(), works.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        return works;
    }

    void addMemory(const TraceStore &trace) {
        std::vector<MemoryInstant> instants;
        for (const auto &own : m_rows) {
            instants.insert(instants.end(), own.memory.begin(), own.memory.end());
        }
        for (auto &instant : instants) {
            instant.time = movedTo(m_health.origin, instant.time);
        }
        addMemoryTables(trace, std::move(instants), m_sink, m_options.memory);
    }

    std::vector<TraceRows> m_rows;
    const AssemblyOptions &m_options;
    Sink &m_sink;
    const LoadControl &m_control;
    std::map<std::uint32_t, std::string> m_processes;
    std::map<std::string, std::string> m_drivers;
    std::optional<LaunchJoin> m_join;
    TraceHealth m_health;
    std::vector<CopyRecord> m_copies;
    bool m_marksHost = false;
    bool m_marksDevice = false;
    StepsOf m_stepsOf = StepsOf::Host;
};

}  // namespace

Status assembleTrace(std::vector<TraceRows> rows, const AssemblyOptions &options, Sink &sink,
                     const LoadControl &control) {
    if (rows.empty()) {
        rows.emplace_back();
    }
    return Assembly(std::move(rows), options, sink, control).run();
}

}  // namespace stagescope
