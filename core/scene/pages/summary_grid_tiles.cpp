// The tiles that place ranks: parallel strategy, thumbnail of the pipeline.
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/scene/kit/heat_scale.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/split_parts.h"
#include "core/scene/pages/summary_tiles.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace stagescope::summary_scene {

namespace {

constexpr int kMaxCell = 64;
constexpr int kCellHeight = 34;
constexpr int kSplitStrip = 6;   ///< strip of the time split at the bottom of a place
constexpr int kStripFrom = 24;   ///< lower places have none
constexpr int kNumberFrom = 24;  ///< narrower places have no room for a rank's number
constexpr int kThumbRow = 30;
constexpr int kThumbLabel = 8;

std::string strategySource(const TileInput &input) {
    const auto &grid = input.model.strategy;
    const auto stages = std::to_string(grid.stages);
    const auto replicas = std::to_string(grid.replicas);
    return input.style.message(
        Message(grid.source == StrategyGrid::Source::Sizes ? "summary.source.sizes" : "summary.source.groups",
                {stages, replicas}));
}

int stageLabelWidth(const TileInput &input) {
    const auto last = std::to_string(std::max(0, input.model.strategy.stages - 1));
    return input.style.metrics(input.style.message(Message("stage.label", {last}))) + 8;
}

int gridRowHeight(const TileInput &input) {
    return std::clamp(300 / std::max(1, input.model.strategy.stages), 4, kCellHeight);
}

/// Places too small for a number and a strip of the time split show how long their rank computes.
struct PlaceHeat {
    bool isShown = false;
    HeatRange range{};  ///< ns

    [[nodiscard]] Color of(Nanos computing) const { return range.colorOf(static_cast<double>(computing.count())); }
};

double placeWidth(const TileInput &input, int room) {
    const double width = static_cast<double>(room) / std::max(1, input.model.strategy.replicas);
    return std::min(static_cast<double>(kMaxCell), width);
}

PlaceHeat heatOf(const TileInput &input, int room) {
    const auto &bars = input.model.split.bars;
    std::vector<double> computing;
    std::transform(bars.begin(), bars.end(), std::back_inserter(computing),
                   [](const SplitBar &bar) { return static_cast<double>(bar.parts.computing.count()); });
    const bool isSmall = gridRowHeight(input) < kStripFrom || placeWidth(input, room) < kNumberFrom;
    return {isSmall && !bars.empty(), HeatRange(computing, true)};
}

int strategyHeight(const TileInput &input, int) {
    return 2 * input.style.lineHeight + input.model.strategy.stages * gridRowHeight(input);
}

void drawStrip(ScenePen &pen, Box strip, const TimeParts &parts) {
    const double total = static_cast<double>(std::max<std::int64_t>(1, parts.total.count()));
    const int left = strip.x;
    double done = 0;
    const auto lengths = splitParts(parts);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const int from = left + static_cast<int>(done / total * strip.width);
        done += static_cast<double>(lengths[i]);
        const int to = left + static_cast<int>(done / total * strip.width);
        pen.fill({from, strip.y, to - from, strip.height}, kSplitParts[i].role);
    }
}

void drawPlace(ScenePen &pen, const TileInput &input, const StrategyGrid::Place &place, Box cell,
               const std::map<int, const SplitBar *> &splits, const PlaceHeat &heat) {
    pen.hit(cell, RankRef{input.model.run, place.rank});
    const int gap = cell.width >= 6 && cell.height >= 6 ? 1 : 0;
    cell = {cell.x, cell.y, cell.width - gap, cell.height - gap};
    const auto split = splits.find(place.rank);
    if (heat.isShown && place.found && split != splits.end()) {
        pen.fill(cell, heat.of(split->second->parts.computing), place.isDamaged);
        return;
    }
    const bool hasStrip = place.found && split != splits.end() && cell.height >= kStripFrom;
    const bool isWhole = place.found && !place.isDamaged;
    pen.fill(cell, isWhole ? ColorRole::HeaderBackground : ColorRole::Bubble, !isWhole);
    if (place.found) {
        pen.frame(cell, ColorRole::Grid);
    }
    if (hasStrip) {
        drawStrip(pen, cell.takeBottom(kSplitStrip), split->second->parts);
    }
    const auto rank = std::to_string(place.rank);
    if (cell.height >= pen.style().lineHeight && pen.widthOf(rank) + 4 <= cell.width) {
        const int width = pen.widthOf(rank) + 6;
        const Box label{cell.x + (cell.width - width) / 2, cell.y, width, cell.height};
        if (!isWhole) {
            pen.fill(label, ColorRole::Bubble);
        }
        pen.text(label, rank, place.found ? ColorRole::Text : ColorRole::MutedText, TextAlign::Center);
    }
}

/// Numbers of replicas below their columns, multiples of a power of two.
void drawReplicaTicks(ScenePen &pen, const Box &box, int replicas, double width) {
    const int widest = pen.widthOf(std::to_string(std::max(0, replicas - 1)));
    if (replicas <= 1 || width <= 0) {
        return;  // a tile without room
    }
    int stride = 1;
    while (stride < replicas && stride * width < widest + kThumbLabel) {
        stride *= 2;
    }
    for (int replica = 0; replica < replicas; replica += stride) {
        const int x = box.x + static_cast<int>(replica * width);
        pen.text({x, box.y, std::min(widest + 2, box.right() - x), box.height}, std::to_string(replica),
                 ColorRole::MutedText);
    }
}

void drawStrategy(ScenePen &pen, const TileInput &input, const Box &box) {
    const auto &grid = input.model.strategy;
    std::map<int, const SplitBar *> splits;
    for (const auto &bar : input.model.split.bars) {
        splits[bar.rank] = &bar;
    }
    Box area = box;
    Box head = area.takeTop(pen.style().lineHeight);
    const int labels = stageLabelWidth(input);
    head.takeLeft(labels);
    const auto heat = heatOf(input, area.width - labels);
    if (heat.isShown) {
        const auto format = MillisFormat::forSize(Nanos{std::llround(heat.range.bad())});
        drawHeatScale(pen, head, pen.words(Message("summary.strategy.heat")), heat.range,
                      [&](double ns) { return format.text(Nanos{std::llround(ns)}); });
    } else {
        pen.text(head, pen.words(Message("summary.strategy.axes")), ColorRole::MutedText);
    }
    Box ticks = area.takeBottom(pen.style().lineHeight);
    ticks.takeLeft(labels);
    Box labelBox = area.takeLeft(labels);
    const int rowHeight = gridRowHeight(input);
    const double width = placeWidth(input, area.width);
    for (int stage = 0; stage < grid.stages; ++stage) {
        const Box label = labelBox.takeTop(rowHeight);
        if (rowHeight >= pen.style().lineHeight) {
            pen.text(label, pen.words(Message("stage.label", {std::to_string(stage)})), ColorRole::MutedText);
        }
    }
    for (const auto &place : grid.places) {
        const int left = area.x + static_cast<int>(place.replica * width);
        const int right = std::max(left + 1, area.x + static_cast<int>((place.replica + 1) * width));
        drawPlace(pen, input, place, {left, area.y + place.stage * rowHeight, right - left, rowHeight}, splits, heat);
    }
    drawReplicaTicks(pen, {ticks.x, area.y + grid.stages * rowHeight, ticks.width, ticks.height}, grid.replicas, width);
}

std::string pipelineSource(const TileInput &input) {
    const auto &pipeline = *input.model.pipeline;
    const auto &group = pipeline.chart.group.id;
    const bool hasStep = pipeline.step && *pipeline.step != kNoStep;
    auto text = input.style.message(hasStep ? Message("summary.source.pipeline", {group, stepText(*pipeline.step)})
                                            : Message("summary.source.pipeline_no_step", {group}));
    if (pipeline.chart.match) {
        joinText(text, input.style.message(Message("summary.source.schedule", {matchText(*pipeline.chart.match)})),
                 Join::Semicolon, input.style.message);
    }
    return text;
}

int pipelineHeight(const TileInput &input, int) {
    const auto rows = static_cast<int>(input.model.pipeline->chart.group.ranks.size());
    return std::clamp(rows * kThumbRow, 60, 300);
}

void append(Scene &to, const Scene &from, int dx, int dy) {
    for (auto rect : from.rects) {
        rect.x += dx;
        rect.y += dy;
        to.rects.push_back(rect);
    }
    for (auto text : from.texts) {
        text.x += dx;
        text.y += dy;
        to.texts.push_back(std::move(text));
    }
    for (auto hit : from.hits) {
        hit.x += dx;
        hit.y += dy;
        to.hits.push_back(std::move(hit));
    }
}

void drawPipeline(ScenePen &pen, const TileInput &input, const Box &box) {
    const auto &pipeline = *input.model.pipeline;
    const auto &ranks = pipeline.chart.group.ranks;
    int labels = 0;
    for (const int rank : ranks) {
        labels = std::max(labels, pen.widthOf(pen.words(Message("rank.label", {std::to_string(rank)}))));
    }
    Box area = box;
    Box names = area.takeLeft(labels + kThumbLabel);
    PipelineSceneOptions options;
    options.width = area.width;
    options.height = area.height;
    options.range = pipeline.bubbles ? pipeline.bubbles->window : AlignedRange{};
    options.thumbnail = true;
    const auto thumb = buildPipelineScene(pipeline, options, pen.style());
    append(pen.scene(), thumb.scene, area.x, area.y);
    for (const auto &row : thumb.rows) {
        if (row.box.height >= pen.style().lineHeight) {
            const Box name{names.x, area.y + row.box.y, names.width, row.box.height};
            pen.text(name, pen.words(Message("rank.label", {std::to_string(row.rank)})), ColorRole::MutedText);
        }
    }
}

}  // namespace

TileDrawer strategyDrawer() {
    return {"summary.tile.strategy",
            strategySource,
            [](const TileInput &input) { return input.model.strategy.places.empty(); },
            "summary.empty.strategy",
            strategyHeight,
            drawStrategy,
            "summary.empty.strategy.torch"};
}

TileDrawer pipelineDrawer() {
    return {"summary.tile.pipeline",
            pipelineSource,
            [](const TileInput &input) { return !input.model.pipeline.has_value(); },
            "pipeline.empty",
            pipelineHeight,
            drawPipeline,
            "pipeline.empty.torch"};
}

}  // namespace stagescope::summary_scene
