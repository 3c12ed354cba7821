#include "core/scene/pages/compare_model.h"

#include "core/analysis/run/typical_step.h"
#include "core/base/number_text.h"
#include "core/scene/kit/split_parts.h"

#include <algorithm>

namespace stagescope {

namespace {

CompareSide sideOf(const Workspace &workspace, RankRef rank, std::optional<std::int64_t> step,
                   const std::stop_token &stop) {
    CompareSide side;
    side.rank = rank;
    const auto *run = workspace.run(rank.run);
    const auto *capture = run == nullptr ? nullptr : run->capture(rank.rank);
    if (capture == nullptr) {
        return side;
    }
    side.run = run->label;
    side.found = true;
    side.busy = busyIntervals(*capture, stop);
    for (const auto &split : typicalSplits(timeSplits(*capture, stop), step)) {
        side.split = split;
    }
    if (side.split && side.split->range) {
        side.originNs = ns(side.split->range->begin);
    } else if (!side.busy.computing.empty()) {
        side.originNs = side.busy.computing.front().begin;
    }
    side.origin = run->clock.toAligned(rank.rank, rankTime(side.originNs));
    return side;
}

std::vector<std::int64_t> roundedParts(const std::optional<TimeSplit> &split, const MillisFormat &format) {
    std::vector<std::int64_t> units;
    const auto lengths = split ? splitParts(split->parts) : SplitParts{};
    std::int64_t sum = 0;
    for (const auto &length : lengths) {
        // The running sum is rounded, not each part, so that the parts add up to the rounded total.
        const auto before = format.rounded(Nanos{sum});
        sum += length;
        units.push_back(format.rounded(Nanos{sum}) - before);
    }
    units.push_back(format.rounded(Nanos{sum}));
    return units;
}

}  // namespace

Nanos CompareModel::span() const {
    Nanos longest{1};
    for (const auto *side : {&left, &right}) {
        if (side->split) {
            longest = std::max(longest, side->split->parts.total);
        }
    }
    return longest;
}

CompareModel compareModel(const Workspace &workspace, RankRef left, RankRef right, std::optional<std::int64_t> step,
                          const std::stop_token &stop) {
    CompareModel model;
    model.left = sideOf(workspace, left, step, stop);
    model.right = sideOf(workspace, right, step, stop);
    model.left.isTwoRuns = model.right.isTwoRuns = left.run != right.run;
    if (!model.left.found || !model.right.found) {
        return model;
    }
    const auto &leftCapture = *workspace.run(left.run)->capture(left.rank);
    const auto &rightCapture = *workspace.run(right.run)->capture(right.rank);
    // The analysis names its sides main and baseline: here right and left.
    for (auto &difference : environmentDifferences(rightCapture, leftCapture)) {
        (difference.section == "profiler" ? model.profiler : model.environment).push_back(std::move(difference));
    }
    // The level decides most about what a profile holds and costs.
    std::stable_partition(model.profiler.begin(), model.profiler.end(),
                          [](const EnvironmentDifference &d) { return d.key.ends_with("profiler_level"); });
    return model;
}

std::optional<std::array<RankRef, 2>> defaultComparison(const Workspace &workspace, std::optional<int> rank,
                                                        std::optional<int> peer) {
    const auto *main = workspace.mainRun();
    const auto *baseline = workspace.baseline();
    if (main == nullptr || main->captures.empty()) {
        return std::nullopt;
    }
    auto ranks = main->ranks();
    for (const auto &wanted : {peer, rank}) {  // to the front, the rank in question first
        const auto it = wanted ? std::find(ranks.begin(), ranks.end(), *wanted) : ranks.end();
        if (it != ranks.end()) {
            std::rotate(ranks.begin(), it, it + 1);
        }
    }
    if (baseline != nullptr && !baseline->captures.empty()) {
        const auto common =
            std::find_if(ranks.begin(), ranks.end(), [&](int each) { return baseline->capture(each) != nullptr; });
        const bool hasCommon = common != ranks.end();
        return std::array{RankRef{baseline->id, hasCommon ? *common : baseline->ranks().front()},
                          RankRef{main->id, hasCommon ? *common : ranks.front()}};
    }
    const int other = ranks.size() > 1 ? ranks[1] : ranks.front();
    // Without one to look at first the order of the ranks is that of the sides.
    return rank ? std::array{RankRef{main->id, other}, RankRef{main->id, ranks.front()}}
                : std::array{RankRef{main->id, ranks.front()}, RankRef{main->id, other}};
}

std::vector<SplitDifference> splitDifferences(const CompareModel &model, const MillisFormat &format) {
    const auto left = roundedParts(model.left.split, format);
    const auto right = roundedParts(model.right.split, format);
    std::vector<SplitDifference> rows;
    for (std::size_t i = 0; i < kSplitParts.size(); ++i) {
        rows.push_back({Message(kSplitParts[i].id), left[i], right[i]});
    }
    rows.push_back({Message("split.total"), left.back(), right.back()});
    return rows;
}

}  // namespace stagescope
