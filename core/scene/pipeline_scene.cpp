#include "core/scene/pipeline_scene.h"

#include "core/scene/pipeline_scene_parts.h"

#include <algorithm>

namespace stagescope {

using namespace pipeline_scene;

namespace {

constexpr int kRulerHeight = 26;
constexpr int kLabelGap = 12;
constexpr int kMinLabel = 96;
constexpr int kP2pHeight = 12;
constexpr int kTickGap = 80;
constexpr int kRowsWanted = 64;  ///< a row is at least this high before the table of bubbles gets room

std::string rowLabel(const PipelineRow &row, const SceneStyle &style) {
    return style.message(Message("pipeline.row", {std::to_string(row.rank), std::to_string(row.stage)}));
}

int labelWidth(const PipelineInput &input, const PipelineSceneOptions &options, const SceneStyle &style) {
    int width = kMinLabel;
    for (std::size_t i = 0; i < input.chart.group.ranks.size(); ++i) {
        const int rank = input.chart.group.ranks[i];
        width = std::max(width, style.metrics(rowLabel({rank, static_cast<int>(i), {}, {}, {}}, style)) * 10 / 9);
        width = std::max(width, style.metrics(bubbleLabel(input, rank, style)));
    }
    return std::min(width + 2 * kLabelGap, std::max(kMinLabel, options.width / 3));
}

void layOutRows(PipelineScene &out, const PipelineInput &input, const PipelineSceneOptions &options, Box area,
                int labels) {
    const auto count = static_cast<int>(input.chart.group.ranks.size());
    const int limit = options.thumbnail ? 1 : PipelineScene::kMinRow;
    const int height = std::clamp(area.height / std::max(1, count), limit, PipelineScene::kMaxRow);
    out.rowsHeight = height * count;
    out.viewportHeight = area.height;
    const int scroll = std::clamp(options.scrollY, 0, std::max(0, out.rowsHeight - area.height));
    const bool hasP2p = height >= 30;
    const int pad = options.thumbnail ? 1 : std::max(3, height / 12);
    for (int i = 0; i < count; ++i) {
        PipelineRow row;
        row.rank = input.chart.group.ranks[static_cast<std::size_t>(i)];
        row.stage = i;
        row.box = {area.x, area.y + i * height - scroll, area.width, height};
        Box lanes = row.box.inset(0, pad);
        lanes.takeLeft(labels);
        row.p2p = hasP2p ? lanes.takeBottom(kP2pHeight) : Box{};
        lanes.takeBottom(hasP2p ? 2 : 0);
        row.cells = lanes;
        out.rows.push_back(row);
    }
}

void drawRowLabel(ScenePen &pen, const PipelineInput &input, const PipelineRow &row, int labels) {
    Box box = row.box.inset(0, 3);
    box = box.takeLeft(labels).inset(kLabelGap / 2, 0);
    const int line = pen.style().lineHeight;
    pen.hit({row.box.x, row.box.y, labels, row.box.height}, RankRef{input.run, row.rank});
    pen.text(box.takeTop(line), rowLabel(row, pen.style()), ColorRole::Text, TextAlign::Left, true);
    const auto bubble = bubbleLabel(input, row.rank, pen.style());
    if (box.height >= line) {
        pen.text(box.takeTop(line), bubble, ColorRole::MutedText);
    }
    const auto host = input.hosts.find(row.rank);
    if (box.height >= line && host != input.hosts.end()) {
        pen.text(box.takeTop(line), host->second, ColorRole::MutedText);
    }
}

void drawRuler(ScenePen &pen, const PipelineInput &input, const PipelineScene &out, Box box, int rowsBottom) {
    const auto origin = input.bubbles ? input.bubbles->window.begin : out.axis.range.begin;
    pen.fill(box, ColorRole::HeaderBackground);
    const Box caption{box.x + kLabelGap / 2, box.y, out.axis.left - box.x - kLabelGap, box.height};
    pen.text(caption,
             pen.words(input.step ? Message("pipeline.ruler", {std::to_string(*input.step)})
                                  : Message("pipeline.ruler.no_step")),
             ColorRole::MutedText);
    const int right = out.axis.left + out.axis.width;
    for (const auto &tick : axisTicks(out.axis, origin, kTickGap)) {
        const int x = out.axis.pixelOf(tick.time);
        pen.vertical(x, box.bottom() - 5, 5, ColorRole::MutedText);
        pen.vertical(x, box.bottom(), rowsBottom - box.bottom(), ColorRole::Grid);
        const int width = pen.widthOf(tick.label);
        if (x + 4 + width <= right) {
            pen.text({x + 4, box.y, width, box.height - 2}, tick.label, ColorRole::MutedText);
        }
    }
}

void drawRows(ScenePen &pen, const PipelineInput &input, const PipelineScene &out, const Box &area, int labels) {
    const double share = forwardShare(input.chart);
    for (const auto &row : out.rows) {
        if (row.box.bottom() <= area.y || row.box.y >= area.bottom()) {
            continue;
        }
        pen.setClip(area);
        if (labels > 0) {
            pen.horizontal(area.x, row.box.bottom() - 1, area.width, ColorRole::Grid);
            drawRowLabel(pen, input, row, labels);
        }
        pen.setClip(Box{out.axis.left, area.y, out.axis.width, area.height});
        drawLanes(pen, input, row, out.axis, share);
    }
}

AlignedRange visibleRange(AlignedRange range) {
    return range.isEmpty() ? AlignedRange{range.begin, range.begin + Nanos{1}} : range;
}

}  // namespace

const PipelineRow *PipelineScene::rowAt(int y) const {
    const auto it = std::find_if(rows.begin(), rows.end(),
                                 [y](const PipelineRow &r) { return y >= r.box.y && y < r.box.bottom(); });
    return it == rows.end() ? nullptr : &*it;
}

const PipelineRow *PipelineScene::rowOf(int rank) const {
    const auto it = std::find_if(rows.begin(), rows.end(), [rank](const PipelineRow &r) { return r.rank == rank; });
    return it == rows.end() ? nullptr : &*it;
}

PipelineScene buildPipelineScene(const PipelineInput &input, const PipelineSceneOptions &options,
                                 const SceneStyle &style) {
    PipelineScene out;
    out.scene.width = options.width;
    out.scene.height = options.height;
    ScenePen pen(out.scene, style);
    Box area{0, 0, options.width, options.height};
    const auto count = static_cast<int>(input.chart.group.ranks.size());
    const int labels = options.thumbnail ? 0 : labelWidth(input, options, style);
    const Box ruler = area.takeTop(options.thumbnail ? 0 : kRulerHeight);
    const int legend = options.thumbnail ? 0 : drawLegend(pen, input, area, false);
    const int table = heightOfTable(input, style);
    const bool hasTable = !options.thumbnail && area.height - legend - table >= count * kRowsWanted;
    Box rows = area;
    rows.height = std::max(0, area.height - legend - (hasTable ? table : 0));
    out.axis = {visibleRange(options.range), labels, std::max(1, options.width - labels)};
    layOutRows(out, input, options, rows, labels);
    rows.height = std::min(rows.height, out.rowsHeight);
    if (!options.thumbnail) {
        drawRuler(pen, input, out, ruler, rows.bottom());
    }
    drawRows(pen, input, out, rows, labels);
    pen.setClip({0, 0, options.width, options.height});
    Box below{area.x, rows.bottom(), area.width, area.bottom() - rows.bottom()};
    if (!options.thumbnail) {
        drawLegend(pen, input, below.takeTop(legend), true);
    }
    if (hasTable) {
        drawTable(pen, input, below.takeTop(table));
    }
    return out;
}

ColorRole colorOf(CellKind kind) {
    switch (kind) {
        case CellKind::Forward:
        case CellKind::Overlapped:
            return ColorRole::Forward;
        case CellKind::Backward:
            return ColorRole::Backward;
        case CellKind::BackwardInput:
            return ColorRole::BackwardInput;
        case CellKind::BackwardWeight:
            return ColorRole::BackwardWeight;
        case CellKind::Optimizer:
            return ColorRole::Optimizer;
        case CellKind::GradientSync:
            return ColorRole::Communication;
        case CellKind::Loss:
        case CellKind::Other:
            return ColorRole::OtherWork;
    }
    return ColorRole::OtherWork;
}

double forwardShare(const PipelineChart &chart) {
    double forward = 0;
    double backward = 0;
    double forwards = 0;
    double backwards = 0;
    for (const auto &cell : chart.cells) {
        const auto d = static_cast<double>(cell.range.duration().count());
        if (cell.kind == CellKind::Forward) {
            forward += d;
            ++forwards;
        } else if (cell.kind == CellKind::Backward) {
            backward += d;
            ++backwards;
        }
    }
    if (forward <= 0 || backward <= 0) {
        return 1.0 / 3.0;
    }
    const double f = forward / forwards;
    return f / (f + backward / backwards);
}

}  // namespace stagescope
