// Transfers of the item that is hovered or selected.
#include "core/scene/pipeline/pipeline_scene.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kCurvePieces = 24;
constexpr double kLeastBulge = 26;
constexpr double kSteep = 12;  ///< pixels across
constexpr double kHead = 7;

struct Point {
    double x = 0;
    double y = 0;
};

/// Positions that an item has in the chart; kNone where it has none.
struct Place {
    std::size_t cell = P2pEdge::kNone;
    std::size_t op = P2pEdge::kNone;
};

Place placeOf(const PipelineInput &input, const ItemRef &item) {
    Place place;
    if (const auto *cell = std::get_if<CellRef>(&item)) {
        place.cell = cellPosition(input, *cell).value_or(P2pEdge::kNone);
    } else if (const auto *op = std::get_if<CommOpRef>(&item)) {
        place.op = p2pPosition(input, *op).value_or(P2pEdge::kNone);
    }
    return place;
}

bool isAt(const P2pEdge &edge, const Place &place, EdgeEnd end) {
    const bool isIncoming = end == EdgeEnd::Incoming;
    const auto cell = isIncoming ? edge.consumer : edge.producer;
    const auto op = isIncoming ? edge.receive : edge.send;
    return (place.cell != P2pEdge::kNone && place.cell == cell) || (place.op != P2pEdge::kNone && place.op == op);
}

/// Where an end of a transfer stands: on its operation, else at the cell that gives or takes the tensor.
std::optional<Point> pointOf(const PipelineInput &input, const PipelineScene &layout, std::size_t op, std::size_t cell,
                             bool atCellEnd) {
    const bool hasOp = op < input.chart.p2p.size();
    if (!hasOp && cell >= input.chart.cells.size()) {
        return std::nullopt;
    }
    const int rank = hasOp ? input.chart.p2p[op].rank : input.chart.cells[cell].rank;
    const auto *row = layout.rowOf(rank);
    if (row == nullptr) {
        return std::nullopt;
    }
    const auto range = hasOp ? input.chart.p2p[op].range : input.chart.cells[cell].range;
    const auto time = input.clock.toAligned(rank, hasOp || atCellEnd ? range.end : range.begin);
    const Box &lane = hasOp && !row->p2p.isEmpty() ? row->p2p : row->cells;
    return Point{static_cast<double>(layout.axis.pixelOf(time)), lane.y + lane.height / 2.0};
}

ColorRole colorOf(P2pEdge::Direction direction) {
    switch (direction) {
        case P2pEdge::Direction::Activation:
            return ColorRole::Forward;
        case P2pEdge::Direction::Gradient:
            return ColorRole::Backward;
        case P2pEdge::Direction::Unknown:
            break;
    }
    return ColorRole::Text;
}

class CurvePen {
public:
    CurvePen(std::vector<SceneLine> &lines, const PipelineScene &layout) : m_lines(lines) {
        const int top = layout.rows.front().box.y;
        m_area = {layout.axis.left, std::max(0, top), layout.axis.width,
                  std::min(layout.rowsHeight, layout.viewportHeight)};
    }
    void arrow(Point from, Point to, ColorRole role) {
        const double dx = to.x - from.x;
        const double dy = to.y - from.y;
        if (std::abs(dx) < kSteep && std::abs(dy) > 1) {
            // Both ends at about the same time, the common case of blocking transfers: straight down or up.
            const double length = std::hypot(dx, dy);
            polyline(from, from, to, to, role);
            head(to, {dx / length, dy / length}, role);
            return;
        }
        const double bulge = std::max(kLeastBulge, std::abs(dx) / 2);
        polyline(from, {from.x + bulge, from.y}, {to.x - bulge, to.y}, to, role);
        head(to, {1, 0}, role);
    }

private:
    void polyline(Point from, Point first, Point second, Point to, ColorRole role) {
        Point last = from;
        for (int i = 1; i <= kCurvePieces; ++i) {
            const double t = static_cast<double>(i) / kCurvePieces;
            const Point next{bezier(from.x, first.x, second.x, to.x, t), bezier(from.y, first.y, second.y, to.y, t)};
            line(last, next, role);
            last = next;
        }
    }
    /// `along` has length 1.
    void head(Point tip, Point along, ColorRole role) {
        const Point back{tip.x - along.x * kHead, tip.y - along.y * kHead};
        line(tip, {back.x - along.y * kHead / 2, back.y + along.x * kHead / 2}, role);
        line(tip, {back.x + along.y * kHead / 2, back.y - along.x * kHead / 2}, role);
    }
    static double bezier(double a, double b, double c, double d, double t) {
        const double s = 1 - t;
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    }
    void line(Point from, Point to, ColorRole role) {
        const auto pixel = [](double v) { return static_cast<int>(std::lround(v)); };
        const SceneLine piece{pixel(from.x), pixel(from.y), pixel(to.x), pixel(to.y), Color{role, 0}};
        if (m_area.contains(piece.x1, piece.y1) && m_area.contains(piece.x2, piece.y2)) {
            m_lines.push_back(piece);
        }
    }

    std::vector<SceneLine> &m_lines;
    Box m_area;
};

}  // namespace

std::vector<std::size_t> edgesOf(const PipelineInput &input, const ItemRef &item, EdgeEnd end) {
    std::vector<std::size_t> edges;
    const auto place = placeOf(input, item);
    for (std::size_t i = 0; i < input.chart.edges.size(); ++i) {
        if (isAt(input.chart.edges[i], place, end)) {
            edges.push_back(i);
        }
    }
    return edges;
}

std::optional<ItemRef> otherEnd(const PipelineInput &input, const ItemRef &item, std::size_t edge) {
    const auto &e = input.chart.edges[edge];
    const auto place = placeOf(input, item);
    const bool isConsumer = isAt(e, place, EdgeEnd::Incoming);
    if (std::holds_alternative<CellRef>(item)) {
        const auto cell = isConsumer ? e.producer : e.consumer;
        return cell < input.chart.cells.size() ? std::optional<ItemRef>(cellRefAt(input, cell)) : std::nullopt;
    }
    const auto op = isConsumer ? e.send : e.receive;
    return op < input.chart.p2p.size() ? std::optional<ItemRef>(p2pRefAt(input, op)) : std::nullopt;
}

std::vector<SceneLine> pipelineEdgeLines(const PipelineInput &input, const PipelineScene &layout, const ItemRef &item) {
    std::vector<SceneLine> lines;
    if (layout.rows.empty()) {
        return lines;
    }
    CurvePen pen(lines, layout);
    for (const auto end : {EdgeEnd::Incoming, EdgeEnd::Outgoing}) {
        for (const auto i : edgesOf(input, item, end)) {
            const auto &edge = input.chart.edges[i];
            const auto from = pointOf(input, layout, edge.send, edge.producer, true);
            const auto to = pointOf(input, layout, edge.receive, edge.consumer, false);
            if (from && to) {
                pen.arrow(*from, *to, colorOf(edge.direction));
            }
        }
    }
    return lines;
}

}  // namespace stagescope
