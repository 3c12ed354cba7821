#include "core/analysis/run/steps.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/launch_columns.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace stagescope {
namespace {

using StepMap = std::map<std::int64_t, StepBounds>;

void addStep(StepMap &steps, const StepBounds &bounds) {
    const auto [it, isNew] = steps.emplace(bounds.step, bounds);
    if (!isNew) {
        it->second.range.begin = std::min(it->second.range.begin, bounds.range.begin);
        it->second.range.end = std::max(it->second.range.end, bounds.range.end);
        it->second.device = it->second.device ? it->second.device : bounds.device;
    }
}

StepMap stepsOfTables(const RankCapture &capture) {
    StepMap steps;
    for (const auto &table : capture.tables(TableKind::Steps)) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            const auto begin = table->number(row, "begin_ns");
            const auto end = table->number(row, "end_ns");
            const auto first = table->number(row, "device_begin_ns", kNoLaunch);
            const auto last = table->number(row, "device_end_ns", kNoLaunch);
            StepBounds step{table->number(row, "step"), {rankTime(begin), rankTime(end)}, StepSource::Table};
            if (first != kNoLaunch && first < last) {
                step.device = RankRange{rankTime(first), rankTime(last)};
            }
            if (begin < end) {
                addStep(steps, step);
            }
        }
    }
    return steps;
}

void addStepsOfTrack(const TraceStore &trace, const Track &track, StepMap &steps) {
    const auto &slices = trace.slices(track.id);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.klass(i) != SliceClass::Step || slices.begin(i) == slices.end(i)) {
            continue;
        }
        if (const auto number = stepNumber(trace.text(slices.name(i)))) {
            addStep(steps, {*number, {slices.begin(i), slices.end(i)}, StepSource::Trace});
        }
    }
}

StepMap stepsOfTraces(const RankCapture &capture) {
    StepMap steps;
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            for (const auto &track : trace->tracks()) {
                if (track.kind == TrackKind::HostThread || track.kind == TrackKind::Mstx ||
                    track.kind == TrackKind::Other) {
                    addStepsOfTrack(*trace, track, steps);
                }
            }
        }
    }
    return steps;
}

Result<ResultTable> runSteps(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("steps"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    for (const int rank : run->ranks()) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        if (!input.wants(rank)) {
            continue;
        }
        for (const auto &step : rankSteps(*run->capture(rank))) {
            if ((!input.step || *input.step == step.step) && inRange(input, *run, rank, step.range)) {
                table.rows.push_back({knownCell(rank), numberCell(step.step), alignedCell(*run, rank, step.range.begin),
                                      alignedCell(*run, rank, step.range.end), microsCell(step.range.duration()),
                                      step.device ? alignedCell(*run, rank, step.device->begin) : Cell{},
                                      step.device ? alignedCell(*run, rank, step.device->end) : Cell{},
                                      step.device ? microsCell(step.device->duration()) : Cell{},
                                      textCell(stepSourceText(step.source))});
            }
        }
    }
    return table;
}

}  // namespace

std::string_view stepSourceText(StepSource source) { return source == StepSource::Table ? "steps" : "trace"; }

std::optional<std::int64_t> stepNumber(std::string_view name) {
    const auto last = name.find_last_of("0123456789");
    if (last == std::string_view::npos || last + 1 != name.size()) {
        return std::nullopt;
    }
    const auto before = name.find_last_not_of("0123456789");
    const auto digits = name.substr(before == std::string_view::npos ? 0 : before + 1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc{} ? std::optional(number) : std::nullopt;
}

std::vector<StepBounds> rankSteps(const RankCapture &capture) {
    auto steps = stepsOfTables(capture);
    if (steps.empty()) {
        steps = stepsOfTraces(capture);
    }
    std::vector<StepBounds> result;
    for (const auto &[number, bounds] : steps) {
        result.push_back(bounds);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const StepBounds &a, const StepBounds &b) { return a.range.begin < b.range.begin; });
    return result;
}

bool needsDeepForSteps(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        return capture.state != LoadState::Deep && !capture.hasTrace() && capture.tables(TableKind::Steps).empty() &&
               std::any_of(capture.files.begin(), capture.files.end(),
                           [](const FileSource &file) { return file.chosen && !file.format.empty(); });
    });
}

std::int64_t stepOfDeviceWork(const std::vector<StepBounds> &steps, RankTime begin) {
    const bool isByLaunch = std::any_of(steps.begin(), steps.end(), [](const StepBounds &s) { return s.device; });
    if (isByLaunch) {
        const auto it = std::find_if(steps.begin(), steps.end(),
                                     [&](const StepBounds &s) { return s.device && s.device->contains(begin); });
        return it == steps.end() ? kNoStep : it->step;
    }
    const auto it = std::upper_bound(steps.begin(), steps.end(), begin,
                                     [](RankTime t, const StepBounds &step) { return t < step.range.begin; });
    return it == steps.begin() || begin >= std::prev(it)->range.end ? kNoStep : std::prev(it)->step;
}

std::size_t findStep(const std::vector<StepBounds> &steps, std::int64_t step) {
    const auto it = std::find_if(steps.begin(), steps.end(), [&](const StepBounds &s) { return s.step == step; });
    return static_cast<std::size_t>(it - steps.begin());
}

AnalysisEntry makeStepsEntry() {
    return {.id = "steps",
            .title = "Steps",
            .needsDeep = &needsDeepForSteps,
            .columns =
                {
                    integerColumn("rank", "", "Global rank; empty when unknown."),
                    integerColumn("step", "", "Number of the step, as the profiler counts."),
                    integerColumn("begin_ns", "ns", "Begin of the step on the host, aligned clock."),
                    integerColumn("end_ns", "ns", "End of the step on the host, aligned clock."),
                    realColumn("duration_us", "us", "end_ns - begin_ns."),
                    integerColumn("device_begin_ns", "ns",
                                  "Begin of the first device work that was launched in the step, aligned clock; empty "
                                  "where launches are not recorded."),
                    integerColumn("device_end_ns", "ns", "End of the last of that work."),
                    realColumn("device_duration_us", "us", "device_end_ns - device_begin_ns."),
                    textColumn("source",
                               "steps: the profiler's table of steps; trace: ProfilerStep ranges of the loaded trace."),
                },
            .run = &runSteps};
}

}  // namespace stagescope
