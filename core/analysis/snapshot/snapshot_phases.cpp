#include "core/analysis/snapshot/snapshot_phases.h"

#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

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

Cell eventBefore(std::uint32_t moment) { return moment == 0 ? Cell{} : numberCell(moment - 1); }

Result<ResultTable> runPhases(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotPhasesEntry());
    const auto *run = input.run();
    for (const auto &source : snapshotSources(input, run)) {
        const auto file = std::find_if(run->snapshots.begin(), run->snapshots.end(),
                                       [&](const SnapshotFile &f) { return f.store.get() == source.store; });
        const auto device = static_cast<std::uint32_t>(source.device - source.store->devices().data());
        const SnapshotHistory history(file->store, device, stop);
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        for (const auto &phase : snapshotPhases(history, stop)) {
            auto row = snapshotCells(source);
            for (auto cell : std::initializer_list<Cell>{
                     textCell(phaseKindText(phase.kind)), knownCell(phase.step), numberCell(phase.begin),
                     numberCell(phase.end - 1), numberCell(phase.bytesBefore), numberCell(phase.bytesAfter),
                     numberCell(phase.peak), eventBefore(phase.peakAt), numberCell(phase.allocated),
                     numberCell(phase.keptBytes), numberCell(phase.keptBlocks)}) {
                row.push_back(std::move(cell));
            }
            table.rows.push_back(std::move(row));
        }
    }
    if (table.rows.empty()) {
        table.notes.push_back(noSnapshotNote());
    }
    return table;
}

}  // namespace

AnalysisEntry makeSnapshotPhasesEntry() {
    return {.id = "snapshot_phases",
            .title = "Memory snapshot: initialisation and steps",
            .depth = LoadDepth::Deep,
            .columns = snapshotColumns({
                textColumn("phase",
                           "initialisation (the recording saw the program begin), before the first step, "
                           "step, after the last step; whole history where the file tells no steps."),
                integerColumn("step", "", "Number of the step, from ProfilerStep#N."),
                integerColumn("first_event", "", "First event."),
                integerColumn("last_event", "", "Last event."),
                integerColumn("before_bytes", "bytes", "Requested bytes in use before it."),
                integerColumn("after_bytes", "bytes", "Requested bytes in use after it."),
                integerColumn("peak_bytes", "bytes", "Most in use in it."),
                integerColumn("peak_event", "", "After this event; empty: before the first one."),
                integerColumn("allocated_bytes", "bytes", "Of the blocks that were made in it."),
                integerColumn("kept_bytes", "bytes", "Of these, not freed in it."),
                integerColumn("kept_blocks", "", "Number of these."),
            }),
            .run = &runPhases};
}

}  // namespace stagescope
