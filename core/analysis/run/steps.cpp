#include "core/analysis/run/steps.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/step_id.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <charconv>

namespace stagescope {
namespace {

using Steps = std::vector<StepBounds>;

void joinSteps(StepBounds &known, const StepBounds &other) {
    known.range.end = std::max(known.range.end, other.range.end);
    if (known.device && other.device) {
        known.device->begin = std::min(known.device->begin, other.device->begin);
        known.device->end = std::max(known.device->end, other.device->end);
    }
    known.device = known.device ? known.device : other.device;
}

Steps stepsOfTables(const RankCapture &capture) {
    Steps steps;
    for (const auto &record : recordsOf<StepRecord>(capture)) {
        StepBounds step{record.step, {rankTime(record.begin), rankTime(record.end)}, StepSource::Table};
        if (record.deviceBegin != kNoDeviceTime && record.deviceBegin < record.deviceEnd) {
            step.device = RankRange{rankTime(record.deviceBegin), rankTime(record.deviceEnd)};
        }
        if (record.begin < record.end) {
            steps.push_back(step);
        }
    }
    return steps;
}

void addStepsOfTrack(const TraceStore &trace, const Track &track, Steps &steps) {
    const auto &slices = trace.slices(track.id);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.klass(i) != SliceClass::Step || slices.begin(i) == slices.end(i)) {
            continue;
        }
        if (const auto number = stepNumber(trace.text(slices.name(i)))) {
            steps.push_back({*number, {slices.begin(i), slices.end(i)}, StepSource::Trace});
        }
    }
}

Steps stepsOfTraces(const RankCapture &capture) {
    Steps steps;
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::HostThread || track.kind == TrackKind::Mstx || track.kind == TrackKind::Other) {
            addStepsOfTrack(*trace, track, steps);
        }
    }
    return steps;
}

std::vector<StepBounds> measuredSteps(const RankCapture &capture) {
    auto steps = stepsOfTables(capture);
    if (steps.empty()) {
        steps = stepsOfTraces(capture);
    }
    return separateSteps(
        std::move(steps), [](const StepBounds &step) { return step.range.begin; },
        [](const StepBounds &step) { return step.range.end; }, joinSteps);
}

struct StepRow : StepBounds {
    int rank;
    AlignedRange aligned;
    std::optional<AlignedRange> alignedDevice;
};

void addSteps(const RankInput &of, TableRows<StepRow> &out) {
    const int rank = of.capture.rank;
    for (const auto &step : rankSteps(of.capture)) {
        if (of.all.wantsStep(step.step) && of.all.touches(rank, step.range)) {
            const auto &clock = of.run.clock;
            out.add({step, rank, clock.toAligned(rank, step.range),
                     step.device ? std::optional(clock.toAligned(rank, *step.device)) : std::nullopt});
        }
    }
}

}  // namespace

std::string_view stepSourceText(StepSource source) { return source == StepSource::Table ? "steps" : "trace"; }

std::optional<std::int64_t> stepNumber(std::string_view name) {
    if (const auto named = stepFromText(name)) {
        return named;
    }
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
    return measuredAlone(capture, std::stop_token(), [&] { return measuredSteps(capture); });
}

bool needsDeepForSteps(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        const bool canGoDeeper = capture.state != LoadState::Deep && capture.state != LoadState::Damaged;
        return canGoDeeper && !capture.hasTrace() && capture.tables(TableKind::Steps).empty() &&
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
    return rankTable<StepRow>(
        {{.id = "steps", .title = "Steps", .needsDeep = &needsDeepForSteps}},
        {
            column("rank", "Global rank; empty when unknown.", &StepRow::rank, ifKnown),
            column("step",
                   "Number of the step, as the profiler counts; where it comes again, with which time it is: 3 (2).",
                   &StepBounds::step),
            column("begin_ns", "ns", "Begin of the step on the host, aligned clock.", &StepRow::aligned,
                   &AlignedRange::begin),
            column("end_ns", "ns", "End of the step on the host, aligned clock.", &StepRow::aligned,
                   &AlignedRange::end),
            column("duration_us", "us", "end_ns - begin_ns.", &StepRow::aligned, &AlignedRange::duration),
            column("device_begin_ns", "ns",
                   "Begin of the first device work that was launched in the step, aligned clock; empty where launches "
                   "are not recorded.",
                   &StepRow::alignedDevice, &AlignedRange::begin),
            column("device_end_ns", "ns", "End of the last of that work.", &StepRow::alignedDevice, &AlignedRange::end),
            column("device_duration_us", "us", "device_end_ns - device_begin_ns.", &StepRow::alignedDevice,
                   &AlignedRange::duration),
            column("source", "steps: the profiler's table of steps; trace: ProfilerStep ranges of the loaded trace.",
                   &StepBounds::source, stepSourceText),
        },
        addSteps);
}

}  // namespace stagescope
