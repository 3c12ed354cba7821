// The tiles about time: facts, where the step goes, steps.
#include "core/base/step_id.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/split_parts.h"
#include "core/scene/kit/stacked_bars.h"
#include "core/scene/pages/summary_tiles.h"

#include <algorithm>

namespace stagescope::summary_scene {

namespace {

constexpr int kFactGap = 28;
constexpr int kMaxLying = 16;  ///< more ranks stand
constexpr int kStandingHeight = 240;
constexpr int kLegendGap = 6;

StackedBar barOf(const SplitBar &split, RunId run, const SceneStyle &style) {
    StackedBar bar;
    const auto rank = std::to_string(split.rank);
    bar.label = split.stage < 0 ? style.message(Message("rank.label", {rank}))
                                : style.message(Message("pipeline.row", {rank, std::to_string(split.stage)}));
    bar.shortLabel = rank;
    const auto lengths = splitParts(split.parts);
    const auto others = splitParts(split.baseline.value_or(TimeParts{}));
    for (std::size_t i = 0; i < kSplitParts.size(); ++i) {
        bar.parts.emplace_back(kSplitParts[i].role, lengths[i]);
        if (split.baseline) {
            bar.baseline.emplace_back(kSplitParts[i].role, others[i]);
        }
    }
    bar.item = RankRef{run, split.rank};
    return bar;
}

StackedBars splitBars(const TileInput &input) {
    StackedBars bars;
    bars.axis = input.style.message(Message("head.rank"));
    for (const auto &split : ordered(input.model.split.bars, input.options.order)) {
        bars.bars.push_back(barOf(split, input.model.run, input.style));
    }
    bars.format = MillisFormat::forSize(Nanos{bars.longest()});
    return bars;
}

/// Draws the legend of the parts that occur; returns its height. Measures only without a pen.
int splitLegend(ScenePen *pen, const TileInput &input, const Box &box) {
    const auto &style = input.style;
    SplitParts sums{};
    for (const auto &bar : input.model.split.bars) {
        const auto lengths = splitParts(bar.parts);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i] += lengths[i];
        }
    }
    const bool hasCommunication = std::any_of(input.model.split.bars.begin(), input.model.split.bars.end(),
                                              [](const SplitBar &bar) { return bar.parts.communication > Nanos{0}; });
    int x = box.x;
    int y = box.y;
    for (std::size_t i = 0; i < kSplitParts.size(); ++i) {
        if (sums[i] == 0) {
            continue;
        }
        const auto name = style.message(Message(hasCommunication || kSplitParts[i].role != ColorRole::Computing
                                                    ? kSplitParts[i].id
                                                    : "split.computing.alone"));
        const int width = 17 + style.metrics(name) + 16;
        if (x > box.x && x + width > box.right()) {
            x = box.x;
            y += style.lineHeight + 2;
        }
        if (pen != nullptr) {
            pen->legendEntry(x, y, kSplitParts[i].role, name);
        }
        x += width;
    }
    return y + style.lineHeight + kLegendGap - box.y;
}

std::string splitSource(const TileInput &input) {
    const auto &split = input.model.split;
    const auto what = !split.step ? Message("summary.split.all")
                      : split.isTypical
                          ? Message("summary.split.typical", {stepText(*split.step), std::to_string(split.steps)})
                          : Message("summary.split.step", {stepText(*split.step)});
    const auto from =
        split.fromReports == 0 ? Message("summary.source.intervals")
        : split.fromIntervals == 0
            ? Message("summary.source.reported")
            : Message("summary.source.mixed", {std::to_string(split.fromIntervals), std::to_string(split.fromReports)});
    auto text = input.style.message(what);
    joinText(text, input.style.message(from), Join::Semicolon, input.style.message);
    if (!split.baseline.empty()) {
        const auto *id = split.isSameStep ? "summary.split.baseline" : "summary.split.baseline.typical";
        joinText(text, input.style.message(Message(id, {split.baseline})), Join::Semicolon, input.style.message);
    }
    return text;
}

int splitHeight(const TileInput &input, int width) {
    const auto count = static_cast<int>(input.model.split.bars.size());
    const int bars = count <= kMaxLying ? std::max(count * 28, input.model.isOfOneDevice() ? 28 : 84) : kStandingHeight;
    return splitLegend(nullptr, input, {0, 0, width, 0}) + bars;
}

void drawSplit(ScenePen &pen, const TileInput &input, const Box &box) {
    Box area = box;
    area.takeTop(splitLegend(&pen, input, box));
    splitBars(input).draw(pen, area);
}

int factWidth(const SummaryFact &fact, const TileInput &input) {
    const auto label = input.style.metrics(input.style.message(fact.label));
    return std::max(label, input.style.metrics(fact.value) * 8 / 7 + 4);
}

/// Facts that are known, then one with the names of the others.
std::vector<SummaryFact> shownFacts(const TileInput &input) {
    std::vector<SummaryFact> shown;
    std::string unknown;
    for (const auto &fact : input.model.facts) {
        if (!fact.value.empty()) {
            shown.push_back(fact);
        } else {
            joinText(unknown, input.style.message(fact.label), Join::Comma, input.style.message);
        }
    }
    if (!unknown.empty()) {
        shown.push_back({Message("summary.unknown"), unknown});
    }
    return shown;
}

/// Facts side by side, label above value, wrapped; returns the height used.
int flowFacts(ScenePen *pen, const TileInput &input, const Box &box) {
    const int line = input.style.lineHeight;
    int x = box.x;
    int y = box.y;
    for (const auto &fact : shownFacts(input)) {
        const int width = std::min(box.width, factWidth(fact, input));
        if (x > box.x && x + width > box.right()) {
            x = box.x;
            y += 2 * line + 8;
        }
        if (pen != nullptr) {
            const bool isKnown = fact.label.id != "summary.unknown";
            pen->text({x, y, width, line}, pen->words(fact.label), ColorRole::MutedText);
            pen->text({x, y + line, width, line}, fact.value, isKnown ? ColorRole::Text : ColorRole::MutedText,
                      TextAlign::Left, isKnown);
        }
        x += width + kFactGap;
    }
    return y + 2 * line - box.y;
}

StackedBars stepsBars(const TileInput &input) {
    StackedBars bars;
    bars.axis = input.style.message(Message("head.step"));
    for (const auto &step : input.model.steps) {
        StackedBar bar;
        bar.shortLabel = stepText(step.step);
        bar.label = input.style.message(Message("step.label", {bar.shortLabel}));
        bar.parts = {{ColorRole::Counter, step.mean.count()}};
        bar.item = StepRef{input.model.run, step.step};
        bars.bars.push_back(std::move(bar));
    }
    bars.format = MillisFormat::forSize(Nanos{bars.longest()});
    bars.hasShares = false;
    return bars;
}

std::string stepsSource(const TileInput &input) {
    std::size_t ranks = 0;
    for (const auto &step : input.model.steps) {
        ranks = std::max(ranks, step.ranks);
    }
    return input.style.message(Message("summary.source.steps", {std::to_string(ranks)}));
}

int stepsHeight(const TileInput &input, int) {
    const auto count = static_cast<int>(input.model.steps.size());
    return count <= 6 ? std::max(count * 28, 56) : 150;
}

StackedBars operatorBars(const TileInput &input) {
    StackedBars bars;
    for (const auto &one : input.model.operators) {
        StackedBar bar;
        bar.label = input.style.message(Message("summary.operator", {std::to_string(one.count), one.name}));
        bar.shortLabel = one.name;
        bar.parts = {{ColorRole::Computing, one.time.count()}};
        bars.bars.push_back(std::move(bar));
    }
    bars.format = MillisFormat::forSize(Nanos{bars.longest()});
    bars.hasShares = false;
    return bars;
}

}  // namespace

TileDrawer operatorsDrawer() {
    return {"summary.tile.operators",
            [](const TileInput &input) { return input.style.message(Message("summary.source.operators")); },
            [](const TileInput &input) { return input.model.operators.empty(); },
            "summary.empty.operators",
            [](const TileInput &input, int) {
                return static_cast<int>(input.model.operators.size()) * (StackedBars::kRow + 4);
            },
            [](ScenePen &pen, const TileInput &input, const Box &box) { operatorBars(input).draw(pen, box); }};
}

TileDrawer factsDrawer() {
    return {nullptr,
            nullptr,
            nullptr,
            nullptr,
            [](const TileInput &input, int width) {
                return flowFacts(nullptr, input, {0, 0, width, 0});
            },
            [](ScenePen &pen, const TileInput &input, const Box &box) { flowFacts(&pen, input, box); }};
}

TileDrawer splitDrawer() {
    return {
        "summary.tile.split",       splitSource, [](const TileInput &input) { return input.model.split.bars.empty(); },
        "summary.empty.split",      splitHeight, drawSplit,
        "summary.empty.split.torch"};
}

TileDrawer stepsDrawer() {
    return {"summary.tile.steps",
            stepsSource,
            [](const TileInput &input) { return input.model.steps.empty(); },
            "summary.empty.steps",
            stepsHeight,
            [](ScenePen &pen, const TileInput &input, const Box &box) { stepsBars(input).draw(pen, box); }};
}

}  // namespace stagescope::summary_scene
