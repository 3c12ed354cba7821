// Arrows of the selected slice: drawn over the timeline, chosen and followed by keys.
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_view.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>

namespace stagescope {

namespace {

constexpr std::size_t kMostArrows = 200;  ///< of one slice and direction; more would be a black stretch
constexpr int kBend = 24;                 ///< how far an arrow leaves its slice sideways
constexpr int kHead = 6;

void paintArrow(QPainter &painter, const ArrowLine &line) {
    QPainterPath path(QPointF(line.fromX, line.fromY));
    const int bend = std::max(kBend, std::abs(line.toX - line.fromX) / 3);
    path.cubicTo(line.fromX + bend, line.fromY, line.toX - bend, line.toY, line.toX, line.toY);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setBrush(painter.pen().color());
    const QPoint tip(line.toX, line.toY);
    painter.drawPolygon(QPolygon({tip, tip + QPoint(-kHead, -kHead / 2), tip + QPoint(-kHead, kHead / 2)}));
}

}  // namespace

/// Kept until the selection or the traces change: a step has arrows by the ten thousand to look through.
void TimelineView::updateArrows() {
    const auto slice = selectedSlice();
    for (const auto direction : {ArrowDirection::Out, ArrowDirection::In}) {
        auto &arrows = m_arrows[static_cast<std::size_t>(direction)];
        arrows = slice ? timelineArrows(m_layout, *slice, direction, kMostArrows) : std::vector<SliceArrow>{};
        std::erase_if(arrows, [&](const SliceArrow &a) { return !isWithinLock(a.from) || !isWithinLock(a.to); });
    }
}

bool TimelineView::arrowKey(const QKeyEvent &key) {
    const bool isOut = key.key() == Qt::Key_BracketRight;
    if ((!isOut && key.key() != Qt::Key_BracketLeft) || !selectedSlice()) {
        return false;
    }
    const auto direction = static_cast<std::size_t>(isOut ? ArrowDirection::Out : ArrowDirection::In);
    const auto &arrows = m_arrows[direction];
    auto &chosen = m_chosenArrow[direction];
    if (arrows.empty()) {
        return true;
    }
    if ((key.modifiers() & Qt::ControlModifier) != 0) {
        chosen = (chosen + 1) % arrows.size();
        m_canvas->update();
        return true;
    }
    const auto &arrow = arrows[chosen % arrows.size()];
    const SliceRef target = isOut ? arrow.to : arrow.from;
    services().selection->setItem(target, this);
    reveal();
    return true;
}

void TimelineView::paintArrows(QPainter &painter, const TimelineSceneOptions &options) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(options.labelWidth, TimelineSceneOptions::kRulerHeight, options.width - options.labelWidth,
                        options.height - TimelineSceneOptions::kRulerHeight);
    for (std::size_t direction = 0; direction < m_arrows.size(); ++direction) {
        for (std::size_t i = 0; i < m_arrows[direction].size(); ++i) {
            // The one that a key follows is the thicker.
            painter.setPen(QPen(Theme::current().color(ColorRole::Accent), i == m_chosenArrow[direction] ? 2 : 1));
            const auto &arrow = m_arrows[direction][i];
            if (const auto line = timelineLineOf(m_layout, options, {arrow.from, arrow.begin}, {arrow.to, arrow.end})) {
                paintArrow(painter, *line);
            }
        }
    }
    painter.restore();
}

}  // namespace stagescope
