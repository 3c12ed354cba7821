#include "core/scene/pipeline/pipeline_scene.h"

#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>

namespace stagescope {

using namespace pipeline_scene;

namespace {

constexpr int kP2pHeight = 12;
constexpr int kPhaseHeight = 4;
constexpr int kDetailedFrom = 40;  ///< lower rows have cells only
constexpr int kRowsWanted = 64;    ///< a row is at least this high before the table of bubbles gets room

/// Ranks with their stages, in the order of the rows.
std::vector<PipelineRow> orderedRows(const PipelineInput &input, PipelineRowOrder order) {
    std::vector<PipelineRow> rows;
    for (std::size_t i = 0; i < input.chart.group.ranks.size(); ++i) {
        PipelineRow row;
        row.rank = input.chart.group.ranks[i];
        row.stage = static_cast<int>(i);
        rows.push_back(row);
    }
    if (order == PipelineRowOrder::Rank) {
        std::stable_sort(rows.begin(), rows.end(),
                         [](const PipelineRow &a, const PipelineRow &b) { return a.rank < b.rank; });
    }
    return rows;
}

void layOutRows(PipelineScene &out, const ChartPen &pen, Box area, int labels) {
    const auto &[input, options] = std::tie(pen.input, pen.options);
    out.rows = orderedRows(input, options.order);
    const auto count = static_cast<int>(out.rows.size());
    const int share = area.height / std::max(1, count);
    const int memory =
        hasMemory(options) ? std::clamp(share / 8, PipelineScene::kMinMemory, PipelineScene::kMaxMemory) : 0;
    const int lane = std::clamp(share / 4, PipelineScene::kMinGhost, PipelineScene::kMaxGhost);
    const int ghost = hasGhost(pen) ? lane : 0;
    const int baseline = hasBaseline(pen) ? lane : 0;
    const int limit = options.thumbnail ? 1 : PipelineScene::kMinRow;
    const int chart = std::clamp(share - memory - ghost - baseline, limit, PipelineScene::kMaxRow);
    const int height = chart + memory + ghost + baseline;
    out.rowsHeight = height * count;
    out.viewportHeight = area.height;
    const int scroll = std::clamp(options.scrollY, 0, std::max(0, out.rowsHeight - area.height));
    const bool isDetailed = chart >= kDetailedFrom;
    const int pad = options.thumbnail ? std::min(1, chart / 8) : std::max(3, chart / 12);
    int y = area.y - scroll;
    for (auto &row : out.rows) {
        row.box = {area.x, y, area.width, height};
        y += height;
        Box lanes = row.box.inset(0, pad);
        lanes.takeLeft(labels);
        row.memory = lanes.takeBottom(memory);
        lanes.takeBottom(memory > 0 ? 2 : 0);
        row.ghost = lanes.takeBottom(ghost);
        lanes.takeBottom(ghost > 0 ? 2 : 0);
        row.baseline = lanes.takeBottom(baseline);
        lanes.takeBottom(baseline > 0 ? 2 : 0);
        if (isDetailed) {
            row.phases = lanes.takeTop(kPhaseHeight);
            lanes.takeTop(1);
            row.p2p = input.chart.p2p.empty() ? Box{} : lanes.takeBottom(kP2pHeight);
            lanes.takeBottom(2);
        }
        row.cells = lanes;
    }
}

void drawRows(const ChartPen &chart, const PipelineScene &out, const Box &area, int labels) {
    for (const auto &row : out.rows) {
        if (row.box.bottom() <= area.y || row.box.y >= area.bottom()) {
            continue;
        }
        chart.pen.setClip(area);
        if (labels > 0) {
            chart.pen.horizontal(area.x, row.box.bottom() - 1, area.width, ColorRole::Grid);
            drawRowLabel(chart, row, labels);
        }
        chart.pen.setClip(Box{out.axis.left, area.y, out.axis.width, area.height});
        drawLanes(chart, row);
        drawGhosts(chart, row);
        drawMemory(chart, row);
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
    const bool isKnown = input.digest.isFor(input.chart);
    const PipelineDigest own = isKnown ? PipelineDigest{} : pipelineDigest(input.chart, input.clock);
    const auto &digest = isKnown ? input.digest : own;
    Box area{0, 0, options.width, options.height};
    const auto count = static_cast<int>(input.chart.group.ranks.size());
    const int labels = options.thumbnail ? 0 : labelWidth(input, options, style);
    const Box head = area.takeTop(options.thumbnail ? 0 : heightOfHead(digest, style));
    out.axis = {visibleRange(options.range), labels, std::max(1, options.width - labels)};
    const ChartPen chart{pen, input, digest, options, out.axis};
    out.path = area.takeTop(options.thumbnail ? 0 : heightOfPath(chart));
    const int legend = options.thumbnail ? 0 : drawLegend(chart, area, false);
    const int table = heightOfTable(input, style);
    const int lanes = (hasGhost(chart) ? 1 : 0) + (hasBaseline(chart) ? 1 : 0);
    const int wanted = kRowsWanted + lanes * PipelineScene::kMinGhost;
    const bool hasTable = !options.thumbnail && area.height - legend - table >= count * wanted;
    Box rows = area;
    rows.height = std::max(0, area.height - legend - (hasTable ? table : 0));
    layOutRows(out, chart, rows, labels);
    rows.height = std::min(rows.height, out.rowsHeight);
    if (!options.thumbnail) {
        drawHead(chart, head, rows.bottom());
    }
    drawRows(chart, out, rows, labels);
    if (hasPath(chart)) {
        pen.setClip(Box{out.axis.left, rows.y, out.axis.width, rows.height});
        drawPath(chart, out.rows);
        pen.setClip(out.path);
        drawPathStrip(chart, out.path);
    }
    pen.setClip({0, 0, options.width, options.height});
    Box below{area.x, rows.bottom(), area.width, area.bottom() - rows.bottom()};
    if (!options.thumbnail) {
        drawLegend(chart, below.takeTop(legend), true);
    }
    if (hasTable) {
        drawTable(pen, input, below.takeTop(table));
    }
    return out;
}

std::optional<ItemRef> pipelineItemAt(const PipelineInput &input, const PipelineScene &layout, int x, int y) {
    if (auto item = layout.scene.itemAt(x, y)) {
        return item;
    }
    const auto *row = layout.rowAt(y);
    if (row != nullptr && row->memory.contains(x, y)) {
        return MomentRef{input.run, row->rank, ns(input.clock.toRank(row->rank, layout.axis.timeOf(x)))};
    }
    if (row == nullptr || !row->cells.contains(x, y)) {
        return std::nullopt;
    }
    const auto toRank = [&](int pixel) { return input.clock.toRank(row->rank, layout.axis.timeOf(pixel)); };
    const auto cells = input.digest.cells(input.chart, row->rank, {toRank(x), toRank(x + 1)});
    if (!cells.empty()) {
        return cellRef(input.run, input.chart.group, cells.front());
    }
    const auto bubble = bubbleRefAt(input, row->rank, layout.axis.timeOf(x));
    return bubble ? std::optional<ItemRef>(*bubble) : std::nullopt;
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
        case CellKind::Loss:
            return ColorRole::Loss;
        case CellKind::GradientSync:
            return ColorRole::GradientSync;
        case CellKind::Optimizer:
            return ColorRole::Optimizer;
        case CellKind::Other:
            return ColorRole::OtherWork;
    }
    return ColorRole::OtherWork;
}

}  // namespace stagescope
