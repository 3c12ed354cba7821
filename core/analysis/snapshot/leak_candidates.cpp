#include "core/analysis/snapshot/leak_candidates.h"

#include "core/analysis/snapshot/repeated_steps.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::size_t kWarmUpSteps = 2;
constexpr std::size_t kLeastSteps = 2;  ///< that must be left to see growth

/// The last event before each mark of that name but the first, and the last of all: initialisation is no step.
std::vector<std::uint32_t> endsByMarks(const SnapshotSource &source, std::string_view name) {
    const auto &store = *source.store;
    const auto &device = *source.device;
    std::vector<std::int64_t> starts;
    for (const auto &mark : store.annotations()) {
        if (store.text(mark.name).starts_with(name) && mark.stage != SnapshotAnnotation::Stage::End &&
            mark.timeNs != SnapshotEvent::kNoTime && (mark.device < 0 || mark.device == device.device)) {
            starts.push_back(mark.timeNs);
        }
    }
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    std::vector<std::uint32_t> ends;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < device.eventCount && next < starts.size(); ++i) {
        const auto time = store.events().timeNs(device.firstEvent + i);
        while (next < starts.size() && time != SnapshotEvent::kNoTime && time >= starts[next]) {
            if (next > 0 && i > 0 && (ends.empty() || ends.back() < i - 1)) {
                ends.push_back(i - 1);
            }
            ++next;
        }
    }
    if (!ends.empty() && ends.back() + 1 < device.eventCount) {
        ends.push_back(device.eventCount - 1);
    }
    return ends;
}

/// By stack: whether it leads through step() of an optimizer.
std::vector<bool> optimizerStacks(const SnapshotStore &store) {
    const auto &stacks = store.stacks();
    std::vector<bool> isStep(stacks.frameCount());
    for (std::uint32_t i = 0; i < isStep.size(); ++i) {
        const auto frame = stacks.at(FrameId{i});
        isStep[i] = store.text(frame.function) == "step" && store.text(frame.file).find("optim") != std::string::npos;
    }
    std::vector<bool> result(stacks.stackCount());
    for (std::uint32_t i = 0; i < result.size(); ++i) {
        const auto frames = stacks.frames(StackId{i});
        result[i] = std::any_of(frames.begin(), frames.end(), [&](FrameId frame) { return isStep[frame.value]; });
    }
    return result;
}

/// A step ends before the first allocation of something else after its optimizer's.
std::vector<std::uint32_t> endsByOptimizer(const SnapshotSource &source) {
    const auto isOptimizer = optimizerStacks(*source.store);
    const auto &events = source.store->events();
    std::vector<std::uint32_t> ends;
    bool isInside = false;
    for (std::uint32_t i = 0; i < source.device->eventCount; ++i) {
        const auto row = source.device->firstEvent + i;
        const auto stack = events.stack(row);
        if (isOptimizer[stack.value]) {
            isInside = true;
        } else if (isInside && events.action(row) == SnapshotAction::Alloc &&
                   !source.store->stacks().frames(stack).empty()) {
            ends.push_back(i - 1);
            isInside = false;
        }
    }
    if (isInside) {
        ends.push_back(source.device->eventCount - 1);
    }
    return ends;
}

bool areEnough(const std::vector<std::uint32_t> &ends) { return ends.size() >= kWarmUpSteps + kLeastSteps; }

std::vector<std::uint32_t> equalParts(std::uint32_t events, std::uint32_t parts) {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t i = 1; i <= parts && events >= parts; ++i) {
        ends.push_back(static_cast<std::uint32_t>(std::uint64_t{events} * i / parts) - 1);
    }
    return ends;
}

LeakReport stepsOf(const SnapshotSource &source, std::uint32_t parts) {
    LeakReport report;
    report.boundaries = endsByMarks(source, "ProfilerStep#");
    report.evidence = StepEvidence::StepMarks;
    if (!areEnough(report.boundaries)) {
        report.boundaries = endsByMarks(source, "Optimizer.step");
        report.evidence = StepEvidence::OptimizerMarks;
    }
    if (!areEnough(report.boundaries)) {
        report.boundaries = endsByOptimizer(source);
        report.evidence = StepEvidence::OptimizerCalls;
    }
    if (!areEnough(report.boundaries)) {
        report.boundaries = repetitionEnds(source);
        report.evidence = StepEvidence::Repetition;
    }
    if (!areEnough(report.boundaries)) {
        report.boundaries = equalParts(source.device->eventCount, parts);
        report.evidence = StepEvidence::EqualParts;
    }
    return report;
}

struct Growth {
    LeakCandidate candidate;
    std::vector<std::uint64_t> bytes;  ///< by boundary
    std::uint64_t freed = 0;
};

void addLife(Growth &growth, const Allocation &allocation, const std::vector<std::uint32_t> &boundaries) {
    const auto first = std::lower_bound(boundaries.begin(), boundaries.end(), allocation.begin);
    const auto last = std::lower_bound(first, boundaries.end(), allocation.end);
    for (auto it = first; it != last; ++it) {
        growth.bytes[static_cast<std::size_t>(it - boundaries.begin())] += allocation.size;
    }
    const bool isFreed = event_index::isEvent(allocation.end);
    growth.freed += isFreed ? 1 : 0;
    ++growth.candidate.allocated;
    growth.candidate.blocks += isFreed ? 0 : 1;
}

bool grows(const std::vector<std::uint64_t> &bytes) {
    const auto first = bytes.begin() + kWarmUpSteps;
    return std::is_sorted(first, bytes.end()) && bytes.back() > *first;
}

}  // namespace

std::string_view stepEvidenceText(StepEvidence evidence) {
    switch (evidence) {
        case StepEvidence::StepMarks:
            return "ProfilerStep";
        case StepEvidence::OptimizerMarks:
            return "Optimizer.step";
        case StepEvidence::OptimizerCalls:
            return "calls of the optimizer";
        case StepEvidence::Repetition:
            return "repetition";
        case StepEvidence::EqualParts:
            break;
    }
    return "equal parts of the history";
}

LeakReport leakCandidates(const SnapshotSource &source, StackGrouping grouping, std::uint32_t parts) {
    LeakReport report = stepsOf(source, parts);
    if (!areEnough(report.boundaries)) {
        return report;
    }
    report.comparedSteps = static_cast<std::uint32_t>(report.boundaries.size() - kWarmUpSteps - 1);
    std::unordered_map<std::uint32_t, std::string> names;
    std::map<std::string, Growth> groups;
    for (const auto &allocation : source.device->allocations.allocations) {
        if (allocation.isOlder()) {
            continue;
        }
        auto &name = names[allocation.stack.value];
        name = name.empty() ? groupName(source, allocation, grouping) : name;
        auto &growth = groups[name];
        growth.bytes.resize(report.boundaries.size());
        growth.candidate.stack = allocation.stack;
        addLife(growth, allocation, report.boundaries);
    }
    for (auto &[name, growth] : groups) {
        if (!grows(growth.bytes)) {
            continue;
        }
        auto candidate = std::move(growth.candidate);
        candidate.name = name;
        candidate.firstBytes = growth.bytes[kWarmUpSteps];
        candidate.lastBytes = growth.bytes.back();
        for (auto i = kWarmUpSteps + 1; i < growth.bytes.size(); ++i) {
            candidate.grownSteps += growth.bytes[i] > growth.bytes[i - 1] ? 1 : 0;
        }
        candidate.bytesPerStep = static_cast<double>(candidate.lastBytes - candidate.firstBytes) /
                                 static_cast<double>(growth.bytes.size() - kWarmUpSteps - 1);
        candidate.freedShare = static_cast<double>(growth.freed) / static_cast<double>(candidate.allocated);
        report.candidates.push_back(std::move(candidate));
    }
    std::stable_sort(report.candidates.begin(), report.candidates.end(),
                     [](const auto &a, const auto &b) { return a.bytesPerStep > b.bytesPerStep; });
    return report;
}

}  // namespace stagescope
