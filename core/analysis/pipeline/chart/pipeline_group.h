#pragma once

#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/p2p_edge.h"
#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/analysis/pipeline/schedule/schedule_match.h"
#include "core/base/item_ref.h"
#include "core/base/memory/shared_list.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

enum class GroupOrigin : std::uint8_t {
    Metadata,
    ParallelSizes,
    AllRanks,
    P2pGraph,  ///< who exchanges with whom
    ByHand,    ///< ranks that the user named
};

/// The ranks of one pipeline, in stage order.
struct PipelineGroup {
    std::string id;  ///< "pp(0,2)"
    std::vector<int> ranks;
    GroupOrigin origin = GroupOrigin::AllRanks;
};

/// "metadata", "parallel_sizes", "all_ranks", "p2p_graph", "by_hand"
[[nodiscard]] std::string_view groupOriginText(GroupOrigin origin);

/// Pipelines of a run that have a rank in it: groups whose name begins with "pp" in the metadata; else by the sizes of
/// the parallel dimensions in Megatron's order (stage s of replica r is rank s * TP * CP * DP + r); else
/// by who exchanges with whom (p2p_graph.h). Ranks that have cells and lie in none of these form one more group "all",
/// marked AllRanks, in order of their numbers.
[[nodiscard]] std::vector<PipelineGroup> pipelineGroups(const Run &run);
/// Whether its ranks are stages of one pipeline: ranks that each do all of a microbatch have cells, too, but none of
/// them waits for a transfer. O(cells) where the group is of all ranks.
[[nodiscard]] bool isPipeline(const Run &run, const PipelineGroup &group);
/// Position of a rank in the group that has it; -1 where none has. O(ranks).
[[nodiscard]] int stageOfRank(const std::vector<PipelineGroup> &groups, int rank);
/// The groups that a text asks for: all of them for an empty one, the group of that id, else the ranks that it lists in
/// stage order, "pp(0,2)" or "0,2", as a group by hand. Empty when it names neither, or a rank that is not there.
[[nodiscard]] std::vector<PipelineGroup> groupsAskedFor(const Run &run, std::string_view text);

/// Cells and P2P operations of one group, what schedule they follow and which transfers belong together. Cells are
/// sorted by (rank, begin) and numbered by the recognised schedule where the file does not name their microbatch.
/// `steps` lists the steps that have cells, ascending, with kNoStep for cells outside of all steps.
struct PipelineChart {
    PipelineGroup group;
    SharedList<PipelineCell> cells;
    SharedList<P2pOp> p2p;
    std::vector<std::int64_t> steps;
    std::size_t nestedCells = 0;           ///< MSTX ranges left out since they lie within another one of the same kind
    std::size_t distrusted = 0;            ///< cells whose microbatch in the file contradicts its count (name_trust.h)
    std::optional<ScheduleMatch> match{};  ///< nothing when there are no scheduled cells
    std::vector<UnmatchedAction> unmatched{};
    SharedList<P2pEdge> edges{};
};
/// What the files of one rank tell of it: cells with their use and launches, before any numbering, and P2P operations.
struct RankRow {
    RankCells found;
    std::vector<P2pOp> ops;
};
[[nodiscard]] RankRow rankRow(const RankCapture &capture, const std::stop_token &stop = {});

/// Composes cell_sources, numbering and P2P pairing. The charts asked for last are remembered (chart_memo.h), so that
/// all who look at one pipeline cost one O(cells log cells) and share its lists. Any thread; incomplete when stopped.
[[nodiscard]] PipelineChart pipelineChart(const Run &run, const PipelineGroup &group, const std::stop_token &stop = {});
[[nodiscard]] CellRef cellRef(RunId run, const PipelineGroup &group, const PipelineCell &cell);

}  // namespace stagescope
