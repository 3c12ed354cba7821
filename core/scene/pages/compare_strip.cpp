#include "core/scene/pages/compare_strip.h"

#include "core/analysis/run/typical_step.h"
#include "core/base/number_text.h"
#include "core/scene/kit/cell_number.h"
#include "core/scene/kit/split_parts.h"
#include "core/scene/pages/page_spacing.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace stagescope {

namespace {

constexpr int kMostColumn = 40;
constexpr int kLeastLabelled = 22;  ///< columns that wide name their ranks

/// With all computing in one: who computes longer is not who overlaps less.
SplitParts wholeParts(const TimeParts &of) {
    auto parts = splitParts(of);
    parts[kComputingPart] += std::exchange(parts[kOverlappedPart], 0);
    return parts;
}

std::int64_t sizeOf(const RankDifference &difference) { return std::abs(difference.difference.count()); }

}  // namespace

RankSplits rankSplits(const Workspace &workspace, std::optional<std::int64_t> step, const std::stop_token &stop) {
    RankSplits result;
    for (const auto &run : workspace.runs) {
        for (const auto &split : typicalSplits(timeSplits(run, stop), step)) {
            result.try_emplace({run.id, split.rank}, split.parts);
        }
    }
    return result;
}

std::vector<RankDifference> rankDifferences(const RankSplits &splits, RankRef left, RankRef right) {
    std::vector<RankDifference> result;
    for (const auto &[rank, parts] : splits) {
        const auto reference = splits.find(left.run == right.run ? left : RankRef{left.run, rank.rank});
        if (rank.run != right.run || reference == splits.end()) {
            continue;
        }
        const auto own = wholeParts(parts);
        const auto other = wholeParts(reference->second);
        RankDifference most{rank};
        for (std::size_t part = 0; part < own.size(); ++part) {
            const Nanos difference{own[part] - other[part]};
            if (std::abs(difference.count()) > sizeOf(most)) {
                most.part = part;
                most.difference = difference;
            }
        }
        result.push_back(most);
    }
    return result;
}

Scene buildCompareStrip(const std::vector<RankDifference> &differences, RankRef chosen, int width, int height,
                        const SceneStyle &style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    ScenePen pen(scene, style);
    Box area = Box{0, 0, width, height}.inset(kPagePad, 2);
    const auto title = style.message(Message("compare.strip"));
    pen.text(area.takeLeft(std::min(area.width / 3, pen.widthOf(title) + kPagePad)), title, ColorRole::MutedText);
    const auto count = static_cast<int>(differences.size());
    std::int64_t longest = 0;
    for (const auto &difference : differences) {
        longest = std::max(longest, sizeOf(difference));
    }
    const auto above = signedFigure(shownTime(Nanos{longest}));
    const auto below = signedFigure(shownTime(Nanos{-longest}));
    Box axis =
        longest == 0
            ? Box{}
            : area.takeLeft(std::max(pen.widthOf(above), pen.widthOf(below)) + kPagePad);  // ranks alike need no scale
    if (count == 0 || area.isEmpty()) {
        return scene;
    }
    const int column = std::min(kMostColumn, area.width / count);
    const bool isLabelled = column >= kLeastLabelled;
    const Box labels = isLabelled ? area.takeBottom(style.lineHeight) : Box{};
    if (longest > 0) {
        axis.height = area.height;
        pen.text(axis.takeTop(style.lineHeight), above, ColorRole::MutedText);
        pen.text(axis.takeBottom(style.lineHeight), below, ColorRole::MutedText);
    }
    const int middle = area.y + area.height / 2;
    const auto leftOf = [&](int i) {
        return area.x + (column > 0 ? i * column : static_cast<int>(std::int64_t{i} * area.width / count));
    };
    for (int i = 0; i < count;) {
        const auto *most = &differences[static_cast<std::size_t>(i)];
        const int x = leftOf(i);
        for (++i; i < count && leftOf(i) == x; ++i) {
            const auto &next = differences[static_cast<std::size_t>(i)];
            most = sizeOf(next) > sizeOf(*most) ? &next : most;
        }
        const Box place{x, area.y, std::max(1, column), area.height};
        if (most->rank == chosen) {
            pen.fill(place, ColorRole::HeaderBackground);
        }
        const auto length = static_cast<int>(sizeOf(*most) * (area.height / 2) / std::max<std::int64_t>(longest, 1));
        const int gap = column > 4 ? 2 : 0;
        pen.fill({x + gap / 2, most->difference.count() > 0 ? middle - length : middle, place.width - gap, length},
                 kSplitParts[most->part].role);
        pen.hit({x, 0, place.width, height}, most->rank);
        if (isLabelled) {
            pen.text({x, labels.y, column, labels.height}, std::to_string(most->rank.rank),
                     most->rank == chosen ? ColorRole::Text : ColorRole::MutedText, TextAlign::Center);
        }
    }
    pen.horizontal(area.x, middle, column > 0 ? count * column : area.width, ColorRole::Grid);
    return scene;
}

Message differenceText(const RankDifference &difference, const SceneStyle &style) {
    const auto *part = difference.part == kComputingPart ? "split.computing.alone" : kSplitParts[difference.part].id;
    return Message("compare.strip.rank", {std::to_string(difference.rank.rank), style.message(Message(part)),
                                          signedTimeText(difference.difference)});
}

}  // namespace stagescope
