#include "core/analysis/communication/stage_groups.h"

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

std::vector<std::vector<int>> pipelinesOf(const Run &run) {
    std::vector<std::vector<int>> pipelines;
    for (const auto &group : pipelineGroups(run)) {
        if (isPipeline(run, group)) {
            pipelines.push_back(group.ranks);
        }
    }
    for (const auto &group : run.groups) {
        if (lowerCase(group.name).starts_with("pp")) {
            pipelines.push_back(group.ranks);
        }
    }
    std::erase_if(pipelines, [](const auto &ranks) { return ranks.size() < 2; });
    for (auto &ranks : pipelines) {
        std::ranges::sort(ranks);
    }
    std::ranges::sort(pipelines);
    pipelines.erase(std::unique(pipelines.begin(), pipelines.end()), pipelines.end());
    return pipelines;
}

/// Of "0,2"; what is no number ends it.
std::vector<int> ranksIn(std::string_view text) {
    std::vector<int> ranks;
    while (!text.empty()) {
        int rank = 0;
        const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
        if (error != std::errc{}) {
            break;
        }
        ranks.push_back(rank);
        text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
        text.remove_prefix(std::min<std::size_t>(text.size(), 1));
    }
    return ranks;
}

}  // namespace

StageGroups::StageGroups(const Run &run) : m_known(knownGroups(run)) {
    const auto pipelines = pipelinesOf(run);
    for (std::size_t i = 0; i < pipelines.size(); ++i) {
        for (const int rank : pipelines[i]) {
            m_pipelinesOf[rank].push_back(i);
        }
    }
}

bool StageGroups::join(const std::string &group, std::string_view members) const {
    if (const auto known = m_known.find(group); known != m_known.end()) {
        return areInOnePipeline(known->second.ranks);
    }
    const auto ranks = ranksIn(members);
    return ranks.empty() ? hasPipelines() : areInOnePipeline(ranks);
}

bool StageGroups::areInOnePipeline(const std::vector<int> &ranks) const {
    std::vector<std::size_t> pipelines;
    for (const int rank : ranks) {
        if (const auto it = m_pipelinesOf.find(rank); it != m_pipelinesOf.end()) {
            pipelines.insert(pipelines.end(), it->second.begin(), it->second.end());
        }
    }
    std::ranges::sort(pipelines);
    return std::ranges::adjacent_find(pipelines) != pipelines.end();
}

}  // namespace stagescope
