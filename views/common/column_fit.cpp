#include "views/common/column_fit.h"

#include <QtCore/QEvent>
#include <QtWidgets/QHeaderView>

#include <algorithm>

namespace stagescope {

ColumnFit::ColumnFit(QAbstractItemView *items, QHeaderView *header)
    : QObject(header), m_items(items), m_header(header) {
    m_header->viewport()->installEventFilter(this);
    connect(m_header, &QHeaderView::sectionResized, this, [this](int column) {
        if (m_isPressed) {
            m_dragged.insert(column);
        }
    });
}

bool ColumnFit::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease) {
        m_isPressed = event->type() == QEvent::MouseButtonPress;
    }
    return QObject::eventFilter(watched, event);
}

void ColumnFit::fit(bool areOthers, int most) {
    if (areOthers) {
        m_fitted.clear();
        m_dragged.clear();
    }
    for (int column = 0; column < m_header->count(); ++column) {
        if (m_header->isSectionHidden(column)) {
            m_fitted.remove(column);
            continue;
        }
        if (m_dragged.contains(column)) {
            continue;
        }
        const int need =
            std::max(m_header->sectionSizeHint(column), std::min(m_items->sizeHintForColumn(column), most));
        const int now = m_fitted.contains(column) ? m_header->sectionSize(column) : 0;
        m_header->resizeSection(column, std::max(need, now));
        m_fitted.insert(column);
    }
}

}  // namespace stagescope
