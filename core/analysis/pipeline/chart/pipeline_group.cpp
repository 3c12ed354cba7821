#include "core/analysis/pipeline/chart/pipeline_group.h"

#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/p2p_graph.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace stagescope {

namespace {

constexpr std::int64_t kMaxWorld = 1'000'000;  // sizes come from a file

PipelineGroup makeGroup(std::vector<int> ranks, GroupOrigin origin) {
    PipelineGroup group;
    group.id = "pp(";
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        group.id += (i == 0 ? "" : ",") + std::to_string(ranks[i]);
    }
    group.id += ")";
    group.ranks = std::move(ranks);
    group.origin = origin;
    return group;
}

bool isPipelineName(std::string_view name) {
    return name.size() >= 2 && (name[0] == 'p' || name[0] == 'P') && (name[1] == 'p' || name[1] == 'P');
}

std::vector<PipelineGroup> groupsOfMetadata(const Run &run, const std::set<int> &present) {
    std::vector<PipelineGroup> result;
    std::set<std::vector<int>> seen;
    for (const auto &group : run.groups) {
        const bool hasRank =
            std::any_of(group.ranks.begin(), group.ranks.end(), [&](int rank) { return present.contains(rank); });
        if (isPipelineName(group.name) && hasRank && seen.insert(group.ranks).second) {
            result.push_back(makeGroup(group.ranks, GroupOrigin::Metadata));
        }
    }
    std::sort(result.begin(), result.end(), [](const auto &a, const auto &b) { return a.ranks < b.ranks; });
    return result;
}

std::vector<PipelineGroup> groupsOfSizes(const ParallelSizes &sizes, const std::set<int> &present) {
    std::vector<PipelineGroup> result;
    const std::int64_t stages = sizes.pp;
    std::int64_t replicas = 1;
    for (const int size : {sizes.tp, sizes.dp, std::max(sizes.cp, 1)}) {
        replicas *= size;
        if (size < 1 || replicas > kMaxWorld) {
            return result;
        }
    }
    if (stages < 1 || stages * replicas > kMaxWorld || (sizes.world > 0 && sizes.world != stages * replicas)) {
        return result;
    }
    std::set<int> wanted;
    for (const int rank : present) {
        if (rank >= 0 && rank < stages * replicas) {
            wanted.insert(static_cast<int>(rank % replicas));
        }
    }
    for (const int replica : wanted) {
        std::vector<int> ranks;
        for (std::int64_t stage = 0; stage < stages; ++stage) {
            ranks.push_back(static_cast<int>(stage * replicas) + replica);
        }
        result.push_back(makeGroup(std::move(ranks), GroupOrigin::ParallelSizes));
    }
    return result;
}

/// "pp(0,2)" or "0,2", each rank once; empty for any other text.
std::vector<int> ranksInText(std::string_view text) {
    if (text.starts_with("pp(") && text.ends_with(")")) {
        text = text.substr(3, text.size() - 4);
    }
    std::vector<int> ranks;
    std::set<int> seen;
    while (true) {
        const auto comma = text.find(',');
        const auto part = text.substr(0, comma);
        int rank = -1;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), rank);
        const bool isWhole = error == std::errc{} && end == part.data() + part.size() && rank >= 0;
        if (!isWhole || !seen.insert(rank).second) {
            return {};
        }
        ranks.push_back(rank);
        if (comma == std::string_view::npos) {
            return ranks;
        }
        text.remove_prefix(comma + 1);
    }
}

/// Whether cells of a rank wait for transfers, or were told apart by them.
bool hasTransfers(const RankCapture &capture) {
    const auto row = rankRow(capture);
    return !row.ops.empty() || std::ranges::any_of(row.found.cells, [](const PipelineCell &cell) {
        const bool isWithoutWait =
            cell.marked || (cell.evidence == CellEvidence::HostRange && cell.hostRange != cell.range);
        return isWithoutWait || !cell.waits.empty() || cell.received || cell.evidence == CellEvidence::Inferred ||
               cell.evidence == CellEvidence::FlowArrows;
    });
}

}  // namespace

std::string_view groupOriginText(GroupOrigin origin) {
    switch (origin) {
        case GroupOrigin::Metadata:
            return "metadata";
        case GroupOrigin::ParallelSizes:
            return "parallel_sizes";
        case GroupOrigin::P2pGraph:
            return "p2p_graph";
        case GroupOrigin::ByHand:
            return "by_hand";
        case GroupOrigin::AllRanks:
            break;
    }
    return "all_ranks";
}

std::vector<PipelineGroup> pipelineGroups(const Run &run) {
    const auto ranks = run.ranks();
    const std::set<int> present(ranks.begin(), ranks.end());
    auto result = groupsOfMetadata(run, present);
    if (result.empty()) {
        result = groupsOfSizes(run.parallel, present);
    }
    if (result.empty()) {
        for (auto &chain : pipelinesOfTransfers(run)) {
            result.push_back(makeGroup(std::move(chain), GroupOrigin::P2pGraph));
        }
    }
    std::set<int> grouped;
    for (const auto &group : result) {
        grouped.insert(group.ranks.begin(), group.ranks.end());
    }
    std::vector<int> rest;
    for (const int rank : ranks) {
        if (!grouped.contains(rank) && hasCells(*run.capture(rank))) {
            rest.push_back(rank);
        }
    }
    if (!rest.empty()) {
        result.push_back(makeGroup(std::move(rest), GroupOrigin::AllRanks));
        result.back().id = "all";
    }
    return result;
}

bool isPipeline(const Run &run, const PipelineGroup &group) {
    return group.ranks.size() > 1 &&
           (group.origin != GroupOrigin::AllRanks ||
            std::ranges::any_of(group.ranks, [&run](int rank) { return hasTransfers(*run.capture(rank)); }));
}

int stageOfRank(const std::vector<PipelineGroup> &groups, int rank) {
    for (const auto &group : groups) {
        const auto it = std::find(group.ranks.begin(), group.ranks.end(), rank);
        if (it != group.ranks.end()) {
            return static_cast<int>(it - group.ranks.begin());
        }
    }
    return -1;
}

std::vector<PipelineGroup> groupsAskedFor(const Run &run, std::string_view text) {
    auto groups = pipelineGroups(run);
    if (text.empty()) {
        return groups;
    }
    std::erase_if(groups, [&](const PipelineGroup &group) { return group.id != text; });
    const auto ranks = ranksInText(text);
    const auto isThere = [&](int rank) { return run.capture(rank) != nullptr; };
    if (groups.empty() && !ranks.empty() && std::all_of(ranks.begin(), ranks.end(), isThere)) {
        groups.push_back(makeGroup(ranks, GroupOrigin::ByHand));
    }
    return groups;
}

CellRef cellRef(RunId run, const PipelineGroup &group, const PipelineCell &cell) {
    return {.run = run,
            .group = group.id,
            .step = cell.step,
            .rank = cell.rank,
            .kind = std::string(cellKindText(cell.kind)),
            .chunk = cell.chunk,
            .microbatch = cell.microbatch,
            .nth = cell.nth};
}

}  // namespace stagescope
