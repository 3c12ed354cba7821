#include "views/common/mark_painter.h"

#include "views/common/scene_painter.h"
#include "views/common/theme.h"

#include <QtGui/QPainter>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kBandAlpha = 26;
constexpr int kBandAlphaInHand = 52;

void paintTimes(QPainter &painter, const MarkShape &shape, const MarkArea &area, bool isInHand) {
    QColor color = QColor::fromRgb(shape.rgb);
    if (!shape.isFlag) {
        auto pale = color;
        pale.setAlpha(isInHand ? kBandAlphaInHand : kBandAlpha);
        painter.fillRect(QRect(shape.left, area.top, shape.right - shape.left, area.bottom - area.top), pale);
        painter.fillRect(QRect(shape.left, area.stripTop + area.stripHeight - 3, shape.right - shape.left, 3), color);
    }
    const int width = isInHand ? 2 : 1;
    const int height = area.bottom - area.stripTop;
    const int axisEnd = area.axis.left + area.axis.width;
    if (shape.beginInSight) {
        painter.fillRect(QRect(shape.left, area.stripTop, std::min(width, axisEnd - shape.left), height), color);
    }
    if (!shape.isFlag && shape.endInSight) {
        const int left = std::max(shape.left, shape.right - width);
        painter.fillRect(QRect(left, area.stripTop, shape.right - left, height), color);
    }
}

void paintName(QPainter &painter, const MarkShape &shape, const MarkArea &area, bool isInHand) {
    const QColor color = QColor::fromRgb(shape.rgb);
    const QRect box(shape.left, area.stripTop, shape.labelWidth, area.stripHeight);
    painter.fillRect(box, color);
    if (!shape.label.empty()) {
        painter.setPen(Theme::current().textOn(color));
        painter.drawText(box.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         QString::fromStdString(shape.label));
    }
    if (isInHand) {
        painter.setPen(QPen(Theme::current().color(ColorRole::Text), 1));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
    }
}

}  // namespace

void paintMarks(QPainter &painter, const Marks *marks, const MarkArea &area) {
    if (marks == nullptr || marks->all().empty()) {
        return;
    }
    const auto shapes = markShapes(marks->all(), area, textMetrics(painter.font()));
    const auto *inHand = marks->inHand();
    const auto isInHand = [&](const MarkShape &shape) { return inHand != nullptr && inHand->id == shape.id; };
    painter.save();
    for (const auto &shape : shapes) {
        paintTimes(painter, shape, area, isInHand(shape));
    }
    for (const auto &shape : shapes) {
        paintName(painter, shape, area, isInHand(shape));
    }
    painter.restore();
}

std::optional<std::uint64_t> markUnder(const Marks *marks, const MarkArea &area, const TextMetrics &metrics, int x,
                                       int y) {
    return marks == nullptr ? std::nullopt : markAt(markShapes(marks->all(), area, metrics), area, x, y);
}

}  // namespace stagescope
