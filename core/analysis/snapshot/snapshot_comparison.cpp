#include "core/analysis/snapshot/snapshot_comparison.h"

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace stagescope {

namespace {

/// "forward (model.py)" of "forward (model.py:12)", in all frames of a stack.
std::string withoutLines(std::string_view name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto end = name[i] == ':' ? name.find_first_not_of("0123456789", i + 1) : std::string_view::npos;
        const bool isLine = end != std::string_view::npos && end > i + 1 && name[end] == ')';
        i = isLine ? end : i;
        text += name[i];
    }
    return text;
}

/// By group one entry for each device; a device without the group has nothing of it.
using Sides = std::map<std::string, std::vector<ComparedGroup::Side>>;

/// The spread of one group over the devices that should be alike.
void addSpread(const std::string &name, const std::vector<ComparedGroup::Side> &sides,
               const std::vector<std::size_t> &alike, std::vector<GroupSpread> &result) {
    std::vector<double> bytes;
    std::vector<double> blocks;
    for (const auto i : alike) {
        bytes.push_back(static_cast<double>(sides[i].bytes));
        blocks.push_back(static_cast<double>(sides[i].blocks));
    }
    const bool isSame = std::equal(bytes.begin() + 1, bytes.end(), bytes.begin()) &&
                        std::equal(blocks.begin() + 1, blocks.end(), blocks.begin());
    if (isSame) {
        return;
    }
    const auto middle = median(bytes);
    std::vector<double> distances;
    for (const auto value : bytes) {
        distances.push_back(std::abs(value - middle));
    }
    const auto spread = median(distances);
    for (std::size_t i = 0; i < alike.size(); ++i) {
        result.push_back({name, alike[i], sides[alike[i]].bytes, sides[alike[i]].blocks, middle, median(blocks),
                          spread > 0 ? std::optional(distances[i] / spread) : std::nullopt});
    }
}

}  // namespace

SnapshotComparison compareSnapshots(const SnapshotMoment &run, const SnapshotMoment &baseline, StackGrouping grouping,
                                    GroupLines lines, const std::stop_token &stop) {
    SnapshotComparison result;
    std::map<std::string, std::array<ComparedGroup::Side, 2>> found;
    const std::array<const SnapshotMoment *, 2> moments{&run, &baseline};
    for (std::size_t side = 0; side < moments.size() && !stop.stop_requested(); ++side) {
        for (auto &group : stackGroups(moments[side]->source, moments[side]->events, grouping)) {
            auto &at = found[lines == GroupLines::Kept ? std::move(group.name) : withoutLines(group.name)][side];
            at.bytes += group.bytes;
            at.blocks += group.blocks;
            at.stack = group.stack;
            result.sums[side].bytes += group.bytes;
            result.sums[side].blocks += group.blocks;
        }
    }
    for (auto &[name, sides] : found) {
        result.groups.push_back({name, sides});
    }
    std::stable_sort(result.groups.begin(), result.groups.end(), [](const ComparedGroup &a, const ComparedGroup &b) {
        const auto rank = [](const ComparedGroup &g) {
            return std::pair(std::llabs(g.bytesMore()), std::llabs(g.blocksMore()));
        };
        return rank(a) > rank(b);
    });
    return result;
}

std::map<int, int> stagesOfRanks(const Run &run) {
    std::map<int, int> stages;
    if (run.groups.empty() && run.parallel.pp <= 1) {
        return stages;
    }
    for (const auto &group : pipelineGroups(run)) {
        const bool isTold = group.origin == GroupOrigin::Metadata || group.origin == GroupOrigin::ParallelSizes;
        for (std::size_t i = 0; isTold && i < group.ranks.size(); ++i) {
            stages.emplace(group.ranks[i], static_cast<int>(i));
        }
    }
    return stages;
}

std::vector<GroupSpread> snapshotSpread(std::span<const SnapshotMoment> moments,
                                        std::span<const std::optional<int>> stages, StackGrouping grouping,
                                        const std::stop_token &stop) {
    Sides sides;
    std::map<std::optional<int>, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < moments.size() && !stop.stop_requested(); ++i) {
        alike[stages[i]].push_back(i);
        for (const auto &group : stackGroups(moments[i].source, moments[i].events, grouping)) {
            auto &of = sides[group.name];
            of.resize(moments.size());
            of[i].bytes += group.bytes;
            of[i].blocks += group.blocks;
        }
    }
    std::vector<GroupSpread> result;
    for (const auto &[name, of] : sides) {
        for (const auto &[stage, members] : alike) {
            addSpread(name, of, members, result);
        }
    }
    std::stable_sort(result.begin(), result.end(), [](const GroupSpread &a, const GroupSpread &b) {
        const auto distance = [](const GroupSpread &s) {
            return std::abs(static_cast<double>(s.bytes) - s.medianBytes);
        };
        return distance(a) > distance(b);
    });
    return result;
}

}  // namespace stagescope
