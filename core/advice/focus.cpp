#include "core/advice/focus.h"

#include "core/advice/pipeline_medians.h"

#include <algorithm>
#include <variant>

namespace stagescope {

namespace {

/// What is held against the rank that is blamed: the second of two that are selected themselves, else of two that the
/// evidence is of.
std::optional<RankRef> peerOf(const SelectionState &evidence, const std::vector<RankRef> &all) {
    std::vector<RankRef> selected;
    for (const auto &item : evidence.items) {
        if (const auto *rank = std::get_if<RankRef>(&item)) {
            selected.push_back(*rank);
        }
    }
    const auto &sides = selected.size() == 2 ? selected : all;
    return sides.size() == 2 ? std::optional(sides[1]) : std::nullopt;
}

std::vector<RankRef> ranksOf(const SelectionState &evidence) {
    auto ranks = evidence.ranks;
    for (const auto &item : evidence.items) {
        const auto rank = rankOf(item);
        const RankRef ref{runOf(item), rank.value_or(-1)};
        if (rank && std::find(ranks.begin(), ranks.end(), ref) == ranks.end()) {
            ranks.push_back(ref);
        }
    }
    return ranks;
}

/// The pipeline that a finding names, else the one of its first rank.
std::string groupOf(const SelectionState &evidence, const std::vector<RankRef> &ranks,
                    const std::vector<GroupStudy> &pipelines) {
    for (const auto &pipeline : pipelines) {
        if (pipeline.chart.group.id == evidence.group) {
            return evidence.group;
        }
    }
    for (const auto &pipeline : pipelines) {
        const auto &own = pipeline.chart.group.ranks;
        if (!ranks.empty() && std::find(own.begin(), own.end(), ranks.front().rank) != own.end()) {
            return pipeline.chart.group.id;
        }
    }
    return {};
}

Focus slowest(const std::vector<GroupStudy> &pipelines, RunId run) {
    Focus focus;
    Nanos longest{-1};
    Nanos shortest{Nanos::max()};
    const GroupStudy *quickest = nullptr;
    std::size_t stage = 0;
    for (const auto &pipeline : pipelines) {
        const auto *usual = medianStep(pipeline, [](const Counterfactuals &parts) { return parts.window; });
        if (usual != nullptr && usual->parts->window < shortest) {
            shortest = usual->parts->window;
            quickest = &pipeline;
        }
        if (usual == nullptr || usual->parts->window <= longest) {
            continue;
        }
        longest = usual->parts->window;
        const auto &graph = usual->graph;
        std::size_t most = 0;
        for (std::size_t row = 1; row < graph.rows.size(); ++row) {
            most = graph.busy(row) > graph.busy(most) ? row : most;
        }
        stage = most;
        focus = {pipeline.chart.group.id, std::nullopt, RankRef{run, pipeline.chart.group.ranks[most]}, std::nullopt};
    }
    if (quickest != nullptr && quickest->chart.group.id != focus.group && stage < quickest->chart.group.ranks.size()) {
        focus.peer = RankRef{run, quickest->chart.group.ranks[stage]};
    }
    return focus;
}

}  // namespace

Focus focusOf(const std::vector<Finding> &findings, const std::vector<GroupStudy> &pipelines, RunId run,
              std::optional<std::int64_t> typical) {
    for (const auto &finding : findings) {
        const auto ranks = ranksOf(finding.evidence);
        const auto group = groupOf(finding.evidence, ranks, pipelines);
        if (!ranks.empty() || !group.empty()) {
            return {group, finding.evidence.step ? typical : std::nullopt,
                    ranks.empty() ? std::nullopt : std::optional(ranks[0]), peerOf(finding.evidence, ranks)};
        }
    }
    return slowest(pipelines, run);
}

}  // namespace stagescope
