#include "core/analysis/snapshot/snapshot_comparison.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/tables/table_parameters.h"

#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 2> kGroupings{"frame", "stack"};

Result<ResultTable> runRanks(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotRanksEntry());
    const auto grouping = choiceParameter(input, "group", kGroupings);
    if (!grouping) {
        return tl::make_unexpected(grouping.error());
    }
    const auto at = input.parameters.find("at");
    std::vector<SnapshotMoment> moments;
    std::vector<std::optional<int>> stages;
    const auto known = input.run() == nullptr ? std::map<int, int>{} : stagesOfRanks(*input.run());
    for (const auto &source : snapshotSources(input, input.run())) {
        const auto events = snapshotMoment(source, at == input.parameters.end() ? "peak" : at->second);
        if (!events) {
            return tl::make_unexpected(events.error());
        }
        if (!source.device->isHost) {
            moments.push_back({source, *events});
            const auto stage = source.rank ? known.find(*source.rank) : known.end();
            stages.push_back(stage == known.end() ? std::nullopt : std::optional(stage->second));
        }
    }
    const auto by = *grouping == 0 ? StackGrouping::Frame : StackGrouping::Stack;
    for (const auto &spread : snapshotSpread(moments, stages, by, stop)) {
        auto row = snapshotCells(moments[spread.source].source);
        for (auto cell :
             std::initializer_list<Cell>{numberCell(stages[spread.source]), textCell(spread.name),
                                         numberCell(spread.bytes), numberCell(spread.blocks), spread.medianBytes,
                                         spread.medianBlocks, static_cast<double>(spread.bytes) - spread.medianBytes,
                                         static_cast<double>(spread.blocks) - spread.medianBlocks,
                                         spread.deviations ? Cell{*spread.deviations} : Cell{}}) {
            row.push_back(std::move(cell));
        }
        table.rows.push_back(std::move(row));
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    if (moments.empty()) {
        table.notes.push_back(noSnapshotNote());
    } else if (table.rows.empty()) {
        table.notes.emplace_back(moments.size() == 1 ? "There is one snapshot, so nothing to compare it with."
                                                     : "The snapshots that should be alike hold the same.");
    }
    return table;
}

}  // namespace

AnalysisEntry makeSnapshotRanksEntry() {
    return {
        .id = "snapshot_ranks",
        .title = "Memory snapshots: what differs between ranks",
        .depth = LoadDepth::Deep,
        .parameters = {{"at", "peak", "peak, end, oom or the number of an event."},
                       {"group", "frame", "frame or stack, as in snapshot_peak."}},
        .columns = snapshotColumns({
            integerColumn("stage", "", "Pipeline stage of the rank, by the metadata of the profile."),
            textColumn("group", "Who made the blocks; matched by name, not by address."),
            integerColumn("size_bytes", "bytes", "Requested bytes in use then."),
            integerColumn("blocks", "", "Blocks in use then."),
            realColumn("median_bytes", "bytes", "Median of the ranks of the stage, of all where stages are unknown."),
            realColumn("median_blocks", "", "Likewise."),
            realColumn("delta_bytes", "bytes", "size_bytes - median_bytes."),
            realColumn("delta_blocks", "", "blocks - median_blocks."),
            realColumn("deviations", "", "|delta_bytes| in median absolute deviations; empty where most are equal."),
        }),
        .run = &runRanks};
}

}  // namespace stagescope
