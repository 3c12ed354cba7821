#include "views/common/look/flow_layout.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace stagescope {

FlowLayout::~FlowLayout() {
    // One at a time: a layout that is deleted takes itself out of what it lies in.
    while (auto *item = FlowLayout::takeAt(0)) {
        delete item;
    }
}

void FlowLayout::addTogether(const std::vector<QWidget *> &widgets) {
    auto *line = new QHBoxLayout;
    line->setSpacing(spacing());
    for (auto *widget : widgets) {
        line->addWidget(widget);
    }
    addChildLayout(line);
    addItem(line);
    invalidate();
}

void FlowLayout::addWide(QWidget *widget) {
    addWidget(widget);
    m_wide = m_items.back();
}

QLayoutItem *FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index) {
    auto *item = itemAt(index);
    if (item != nullptr) {
        m_items.erase(m_items.begin() + index);
    }
    return item;
}

/// As wide as its widest item.
QSize FlowLayout::minimumSize() const {
    int widest = 0;
    for (const auto *item : m_items) {
        widest = std::max(widest, item->isEmpty() ? 0 : item->minimumSize().width());
    }
    const auto margins = contentsMargins();
    const int width = m_width > 0 ? m_width : std::numeric_limits<int>::max() / 2;
    return {widest + margins.left() + margins.right(), place({0, 0, width, 0}, false)};
}

/// In one line.
QSize FlowLayout::sizeHint() const {
    int all = 0;
    for (const auto *item : m_items) {
        all += item->isEmpty() ? 0 : item->sizeHint().width() + spacing();
    }
    const auto margins = contentsMargins();
    return {all + margins.left() + margins.right(), minimumSize().height()};
}

void FlowLayout::setGeometry(const QRect &area) {
    QLayout::setGeometry(area);
    const int height = minimumSize().height();
    m_width = area.width();
    place(area, true);
    if (minimumSize().height() != height) {
        update();  // whoever gave the width is to give the height, too
    }
}

int FlowLayout::place(const QRect &area, bool isMeant) const {
    const auto room = area.marginsRemoved(contentsMargins());
    QPoint at = room.topLeft();
    int height = 0;
    std::vector<std::pair<QLayoutItem *, QRect>> line;
    const auto endLine = [&] {
        for (auto &[item, box] : line) {  // each in the middle of the line's height
            box.translate(0, (height - box.height()) / 2);
            item->setGeometry(box);
        }
        line.clear();
    };
    for (auto *item : m_items) {
        if (item->isEmpty()) {
            continue;
        }
        const auto size = item->sizeHint().boundedTo({std::max(room.width(), item->minimumSize().width()), 1 << 20});
        if (at.x() > room.left() && at.x() + size.width() > room.left() + room.width()) {
            endLine();
            at = {room.left(), at.y() + height + spacing()};
            height = 0;
        }
        if (isMeant) {
            const int width = item == m_wide ? room.left() + room.width() - at.x() : size.width();
            line.emplace_back(item, QRect(at, QSize(width, size.height())));
        }
        at.rx() += (item == m_wide ? room.width() : size.width()) + spacing();
        height = std::max(height, size.height());
    }
    endLine();
    const auto margins = contentsMargins();
    return at.y() + height - area.top() + margins.bottom();
}

}  // namespace stagescope
