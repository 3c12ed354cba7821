#include "views/timeline/label_drag.h"

#include "core/scene/timeline/timeline_moves.h"
#include "views/common/scene_canvas.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_chart.h"
#include "views/timeline/timeline_focus.h"
#include "views/timeline/timeline_model.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <utility>

namespace stagescope {

bool LabelDrag::handle(const QMouseEvent &event) {
    const auto position = event.position().toPoint();
    if (event.type() == QEvent::MouseButtonPress) {
        const auto *row = m_chart->rowAt(position.y());
        const bool isLabel = event.button() == Qt::LeftButton && position.x() < m_chart->options().labelWidth &&
                             row != nullptr && row->kind != TimelineRowKind::Hidden;
        m_row = isLabel ? std::optional(row->node) : std::nullopt;
        m_from = position;
        m_dropY.reset();
        return false;
    }
    if (!m_row) {
        return false;
    }
    if (event.type() == QEvent::MouseMove) {
        if (m_dropY || std::abs(position.y() - m_from.y()) >= QApplication::startDragDistance()) {
            m_dropY = std::max(0, position.y());
            m_chart->canvas()->update();
        }
        return m_dropY.has_value();
    }
    const bool isDrag = m_dropY.has_value();
    if (isDrag) {
        drop(position.y());
    }
    m_row.reset();
    m_dropY.reset();
    return isDrag;
}

void LabelDrag::drop(int y) {
    const auto before = nextBelow(m_chart->options(), y);
    m_model->arrange([&](TimelineArrangement &a) { moveRow(a, m_model->layout(), *m_row, before); });
    m_focus->chooseRow(m_row);
}

/// The sibling that the row dropped at y would come before; nothing for the end.
std::optional<TimelineNode> LabelDrag::nextBelow(const TimelineSceneOptions &options, int y) const {
    for (const auto &other : rowsToMoveAmong(m_model->layout(), m_model->arrangement(), *m_row)) {
        const auto *row = m_model->layout().find(other);
        if (options.screenY(row->y) + row->height / 2 > y) {
            return other;
        }
    }
    return std::nullopt;
}

void LabelDrag::paint(QPainter &painter, const TimelineSceneOptions &options) const {
    if (!m_row || !m_dropY) {
        return;
    }
    const auto before = nextBelow(options, *m_dropY);
    const auto rows = rowsToMoveAmong(m_model->layout(), m_model->arrangement(), *m_row);
    const auto *at = m_model->layout().find(before ? *before : rows.back());
    const int y = options.screenY(at->y) + (before ? 0 : at->height);
    painter.fillRect(QRect(0, y - 1, options.width, 3), Theme::current().color(ColorRole::Accent));
}

}  // namespace stagescope
