#include "core/analysis/snapshot/snapshot_phases.h"

#include "core/analysis/snapshot/snapshot_table.h"
#include "core/analysis/tables/analysis_list.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

using Kind = SnapshotPhase::Kind;

SnapshotPhase phaseOf(const SnapshotHistory &history, Kind kind, std::int64_t step, std::uint32_t begin,
                      std::uint32_t end) {
    SnapshotPhase phase{kind, step, begin, end, history.activeAt(begin), history.activeAt(end)};
    phase.peakAt = history.blocks().peakIn(begin, end + 1);
    phase.peak = history.activeAt(phase.peakAt);
    for (const auto &block : history.blocks().begunIn(begin, end)) {
        phase.allocated += block.size;
        const bool isKept = block.end > end;
        phase.keptBytes += isKept ? block.size : 0;
        phase.keptBlocks += isKept ? 1 : 0;
    }
    return phase;
}

Kind firstKind(const SnapshotHistory &history) {
    const bool sawTheBeginning = history.device().overflow == RingOverflow::No && history.olderBlocks() == 0;
    return sawTheBeginning ? Kind::Initialisation : Kind::BeforeSteps;
}

}  // namespace

std::string_view phaseKindText(Kind kind) {
    static constexpr std::array<std::string_view, 5> kTexts{"initialisation", "before the first step", "step",
                                                            "after the last step", "whole history"};
    return kTexts[static_cast<std::size_t>(kind)];
}

std::optional<std::uint32_t> firstStepMoment(const SnapshotHistory &history) {
    const auto &borders = history.stepBorders();
    return borders.empty() || borders.front() == 0 ? std::nullopt : std::optional(borders.front());
}

std::vector<SnapshotPhase> snapshotPhases(const SnapshotHistory &history, const std::stop_token &stop) {
    std::vector<SnapshotPhase> phases;
    const auto add = [&](Kind kind, std::int64_t step, std::uint32_t begin, std::uint32_t end) {
        if (begin < end && !stop.stop_requested()) {
            phases.push_back(phaseOf(history, kind, step, begin, end));
        }
    };
    const auto &borders = history.stepBorders();
    if (borders.empty()) {
        add(Kind::Whole, -1, 0, history.events());
        return phases;
    }
    add(firstKind(history), -1, 0, borders.front());
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        add(Kind::Step, history.stepNumbers()[i], borders[i], borders[i + 1]);
    }
    add(Kind::AfterSteps, -1, borders.back(), history.events());
    return phases;
}

namespace {

struct PhaseRow : SnapshotSource, SnapshotPhase {};

Status addPhases(const AnalysisInput &input, const std::stop_token &stop, TableRows<PhaseRow> &out) {
    const auto &snapshots = input.run()->snapshots;
    return forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) {
        const auto file = std::find_if(snapshots.begin(), snapshots.end(),
                                       [&](const SnapshotFile &f) { return f.store.get() == source.store; });
        const auto device = static_cast<std::uint32_t>(source.device - source.store->devices().data());
        const SnapshotHistory history(file->store, device, stop);
        if (stop.stop_requested()) {
            return;
        }
        for (const auto &phase : snapshotPhases(history, stop)) {
            out.add({source, phase});
        }
    });
}

}  // namespace

AnalysisEntry makeSnapshotPhasesEntry() {
    using Phase = SnapshotPhase;
    return runTable<PhaseRow>(
        {.entry = {.id = "snapshot_phases",
                   .title = "Memory snapshot: initialization and steps",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full}},
        {
            snapshotColumns(),
            column("phase",
                   "initialization (the recording saw the program begin), before the first step, step, after the last "
                   "step; whole history where the file has no steps.",
                   &Phase::kind, phaseKindText),
            column("step", "Number of the step, from ProfilerStep#N.", &Phase::step, ifKnown),
            column("first_event", "First event.", &Phase::begin),
            column("last_event", "Last event.", [](const PhaseRow &row) { return row.end - 1; }),
            column("before_bytes", "bytes", "Requested bytes in use before it.", &Phase::bytesBefore),
            column("after_bytes", "bytes", "Requested bytes in use after it.", &Phase::bytesAfter),
            column("peak_bytes", "bytes", "Most in use in it.", &Phase::peak),
            column("peak_event", "After this event; empty: before the first one.", &Phase::peakAt, eventBefore),
            column("allocated_bytes", "bytes", "Of the blocks that were made in it.", &Phase::allocated),
            column("kept_bytes", "bytes", "Of these, not freed in it.", &Phase::keptBytes),
            column("kept_blocks", "Number of these.", &Phase::keptBlocks),
        },
        addPhases);
}

}  // namespace stagescope
