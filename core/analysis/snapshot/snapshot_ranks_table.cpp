#include "core/analysis/snapshot/snapshot_comparison.h"
#include "core/analysis/snapshot/snapshot_table.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_parameters.h"

#include <algorithm>
#include <array>
#include <map>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 2> kGroupings{"frame", "stack"};

struct SpreadRow : SnapshotSource {
    std::optional<int> stage;
    GroupSpread spread;

    operator const GroupSpread &() const { return spread; }
};

Status addSpreads(const AnalysisInput &input, const std::stop_token &stop, TableRows<SpreadRow> &out) {
    ASSIGN_OR_RETURN(const auto grouping, choiceParameter(input, "group", kGroupings));
    struct Alike {
        std::vector<SnapshotMoment> moments;
        std::vector<std::optional<int>> stages;
    };
    std::map<std::string_view, Alike> ofAllocators;
    const auto known = stagesOfRanks(*input.run());
    for (const auto &source : snapshotSources(input, input.run())) {
        ASSIGN_OR_RETURN(const auto events, snapshotMoment(source, input.parameter("at", "peak")));
        if (!source.device->isHost) {
            auto &alike = ofAllocators[source.store->text(source.device->allocator)];
            alike.moments.push_back({source, events});
            const auto stage = source.rank ? known.find(*source.rank) : known.end();
            alike.stages.push_back(stage == known.end() ? std::nullopt : std::optional(stage->second));
        }
    }
    const auto by = grouping == 0 ? StackGrouping::Frame : StackGrouping::Stack;
    std::size_t most = 0;
    for (const auto &[allocator, alike] : ofAllocators) {
        most = std::max(most, alike.moments.size());
        for (auto &spread : snapshotSpread(alike.moments, alike.stages, by, stop)) {
            out.add({alike.moments[spread.source].source, alike.stages[spread.source], spread});
        }
    }
    if (most == 0) {
        out.note(noSnapshotNote());
    } else if (out.empty()) {
        out.note(most == 1 ? "There is one snapshot, so nothing to compare it with."
                           : "The snapshots that should be alike hold the same.");
    }
    return {};
}

}  // namespace

AnalysisEntry makeSnapshotRanksEntry() {
    using Spread = GroupSpread;
    return runTable<SpreadRow>(
        {{.id = "snapshot_ranks",
          .title = "Memory snapshots: what differs between ranks",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .parameters = {{"at", "peak", "peak, end, oom or the number of an event."},
                         {"group", "frame", "frame or stack, as in snapshot_peak."}}}},
        {
            snapshotColumns(),
            column("stage", "Pipeline stage of the rank, by the metadata of the profile.", &SpreadRow::stage),
            column("group", "Who made the blocks; matched by name, not by address.", &Spread::name),
            column("size_bytes", "bytes", "Requested bytes in use then.", &Spread::bytes),
            column("blocks", "Blocks in use then.", &Spread::blocks),
            column("median_bytes", "bytes", "Median of the ranks of the stage, of all where stages are unknown.",
                   &Spread::medianBytes),
            column("median_blocks", "Likewise.", &Spread::medianBlocks),
            column("delta_bytes", "bytes", "size_bytes - median_bytes.",
                   [](const SpreadRow &row) { return static_cast<double>(row.spread.bytes) - row.spread.medianBytes; }),
            column(
                "delta_blocks", "blocks - median_blocks.",
                [](const SpreadRow &row) { return static_cast<double>(row.spread.blocks) - row.spread.medianBlocks; }),
            column("deviations", "|delta_bytes| in median absolute deviations; empty where most are equal.",
                   &Spread::deviations),
        },
        addSpreads);
}

}  // namespace stagescope
