// What frames the rows of the pipeline chart: labels of the ranks, strip of steps, ruler.
#include "core/base/byte_text.h"
#include "core/base/step_id.h"
#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kRulerHeight = 26;
constexpr int kLabelGap = 12;
constexpr int kMinLabel = 96;
constexpr int kTickGap = 80;

std::string rowLabel(int rank, int stage, const SceneStyle &style) {
    return style.message(Message("pipeline.row", {std::to_string(rank), std::to_string(stage)}));
}

void drawSteps(const ChartPen &chart, const Box &box) {
    auto &pen = chart.pen;
    pen.setClip({chart.axis.left, box.y, chart.axis.width, box.height});
    int drawnTo = box.x - 2;
    for (const auto &[step, window] : chart.digest.windows) {
        const Box cell = pixelsOf(chart.axis, window, box);
        if (cell.isEmpty() || cell.right() <= drawnTo) {
            continue;
        }
        drawnTo = cell.right();
        pen.fill(cell, step == chart.input.step ? ColorRole::Step : ColorRole::Grid);
        pen.vertical(cell.x, cell.y, cell.height, ColorRole::Background);
        const auto number = stepText(step);
        const Box seen = cell.cutTo(pen.clip());
        if (!pen.label(seen, pen.words(Message("step.label", {number})), ColorRole::Step)) {
            pen.label(seen, number, ColorRole::Step);
        }
        pen.hit(cell, StepRef{chart.input.run, step});
    }
    pen.setClip({0, 0, pen.scene().width, pen.scene().height});
}

}  // namespace

int labelWidth(const PipelineInput &input, const PipelineSceneOptions &options, const SceneStyle &style) {
    int width = kMinLabel;
    for (std::size_t i = 0; i < input.chart.group.ranks.size(); ++i) {
        const int rank = input.chart.group.ranks[i];
        width = std::max(width, style.metrics(rowLabel(rank, static_cast<int>(i), style)) * 10 / 9);
        width = std::max(width, style.metrics(bubbleLabel(input, rank, style)));
        width = std::max(width, style.metrics(baselineLabel(input, rank, style)));
    }
    return std::min(width + 2 * kLabelGap, std::max(kMinLabel, options.width / 3));
}

void drawRowLabel(const ChartPen &chart, const PipelineRow &row, int labels) {
    auto &pen = chart.pen;
    Box box = row.box.inset(0, 3);
    const int line = pen.style().lineHeight;
    const auto below = [&](const Box &lane) {
        box.height = std::min(box.height, lane.y + std::min(0, lane.height - line) - box.y);
        return Box{row.box.x + kLabelGap / 2, lane.bottom() - std::max(line, (lane.height + line) / 2),
                   labels - kLabelGap, line};
    };
    if (const auto *lane = row.memory.isEmpty() ? nullptr : chart.options.memory->of(row.rank)) {
        const auto peak = bytesText(static_cast<std::uint64_t>(std::llround(lane->allocated->max())));
        pen.text(below(row.memory), pen.words(Message("pipeline.memory.peak", {peak})), ColorRole::MutedText);
    }
    if (!row.ghost.isEmpty()) {
        const auto *id = chart.options.question != nullptr ? "pipeline.what_if" : "pipeline.ideal";
        pen.text(below(row.ghost), pen.words(Message(id)), ColorRole::MutedText);
    }
    if (!row.baseline.isEmpty()) {
        pen.text(below(row.baseline), baselineLabel(chart.input, row.rank, pen.style()), ColorRole::MutedText);
    }
    box = box.takeLeft(labels).inset(kLabelGap / 2, 0);
    pen.hit({row.box.x, row.box.y, labels, row.box.height}, RankRef{chart.input.run, row.rank});
    if (hasEnvelope(chart)) {
        pen.text(box.takeTop(line), pen.words(Message("stage.label", {std::to_string(row.stage)})), ColorRole::Text,
                 TextAlign::Left, true);
        pen.text(box.takeTop(line),
                 pen.words(Message("pipeline.replicas", {std::to_string(chart.input.envelopeReplicas)})),
                 ColorRole::MutedText);
        return;
    }
    pen.text(box.takeTop(line), rowLabel(row.rank, row.stage, pen.style()), ColorRole::Text, TextAlign::Left, true);
    const auto bubble = bubbleLabel(chart.input, row.rank, pen.style());
    if (box.height >= line) {
        pen.text(box.takeTop(line), bubble, ColorRole::MutedText);
    }
    const auto host = chart.input.hosts.find(row.rank);
    if (box.height >= line && host != chart.input.hosts.end()) {
        pen.text(box.takeTop(line), host->second, ColorRole::MutedText);
    }
}

int heightOfHead(const PipelineDigest &digest, const SceneStyle &style) {
    return kRulerHeight + (digest.windows.size() > 1 ? style.lineHeight + 1 : 0);
}

void drawHead(const ChartPen &chart, Box box, int rowsBottom) {
    auto &pen = chart.pen;
    const auto &input = chart.input;
    pen.fill(box, ColorRole::HeaderBackground);
    const Box ruler = box.takeBottom(kRulerHeight);
    if (!box.isEmpty()) {
        const Box name{box.x + kLabelGap / 2, box.y, chart.axis.left - box.x - kLabelGap, box.height};
        pen.text(name, pen.words(Message("pipeline.steps")), ColorRole::MutedText);
        drawSteps(chart, {box.x, box.y, box.width, box.height - 1});
    }
    const auto origin = input.bubbles ? input.bubbles->window.begin : chart.axis.range.begin;
    const Box caption{ruler.x + kLabelGap / 2, ruler.y, chart.axis.left - ruler.x - kLabelGap, ruler.height};
    pen.text(
        caption,
        pen.words(input.step ? Message("pipeline.ruler", {stepText(*input.step)}) : Message("pipeline.ruler.no_step")),
        ColorRole::MutedText);
    const int right = chart.axis.left + chart.axis.width;
    for (const auto &tick : axisTicks(chart.axis, origin, kTickGap)) {
        const int x = chart.axis.pixelOf(tick.time);
        pen.vertical(x, ruler.bottom() - 5, 5, ColorRole::MutedText);
        pen.vertical(x, ruler.bottom(), rowsBottom - ruler.bottom(), ColorRole::Grid);
        const int width = pen.widthOf(tick.label);
        if (x + 4 + width <= right) {
            pen.text({x + 4, ruler.y, width, ruler.height - 2}, tick.label, ColorRole::MutedText);
        }
    }
}

}  // namespace stagescope::pipeline_scene
