#include "app/window/panels/state_icons.h"

#include "views/common/theme.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QHash>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>

namespace stagescope {

namespace {

constexpr int kSize = 16;
constexpr qreal kScale = 2;  // sharp on dense screens too

struct IconLook {
    ColorRole role;
    qreal filled;  ///< share of the disc
    bool cross;
};

IconLook lookOf(LoadState state) {
    switch (state) {
        case LoadState::Listed:
            return {ColorRole::MutedText, 0, false};
        case LoadState::LoadingShallow:
            return {ColorRole::Computing, 0.25, false};
        case LoadState::Shallow:
            return {ColorRole::Computing, 0.5, false};
        case LoadState::LoadingDeep:
            return {ColorRole::Computing, 0.75, false};
        case LoadState::Deep:
            return {ColorRole::Overlapped, 1, false};
        case LoadState::Damaged:
            return {ColorRole::Error, 1, true};
        case LoadState::Missing:
            return {ColorRole::Error, 0, true};
    }
    return {ColorRole::MutedText, 0, false};
}

QPixmap canvas() {
    QPixmap pixmap(QSize(kSize, kSize) * kScale);
    pixmap.setDevicePixelRatio(kScale);
    pixmap.fill(Qt::transparent);
    return pixmap;
}

QIcon drawState(LoadState state) {
    const auto look = lookOf(state);
    const auto color = Theme::current().color(look.role);
    auto pixmap = canvas();
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF disc(3, 3, 10, 10);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPie(disc, 90 * 16, -static_cast<int>(look.filled * 360 * 16));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.5));
    painter.drawEllipse(disc);
    if (look.cross) {
        painter.setPen(QPen(look.filled > 0 ? Theme::current().color(ColorRole::Background) : color, 1.5));
        painter.drawLine(QPointF(6, 6), QPointF(10, 10));
        painter.drawLine(QPointF(10, 6), QPointF(6, 10));
    }
    return QIcon(pixmap);
}

QIcon drawSeverity(Severity severity) {
    auto pixmap = canvas();
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    switch (severity) {
        case Severity::Info:
            painter.setBrush(Theme::current().color(ColorRole::MutedText));
            painter.drawEllipse(QRectF(4, 4, 8, 8));
            break;
        case Severity::Error:
            painter.setBrush(Theme::current().color(ColorRole::Warning));
            painter.drawRect(QRectF(4, 4, 8, 8));
            break;
        case Severity::DataLoss:
            painter.setBrush(Theme::current().color(ColorRole::Error));
            painter.drawPolygon(QPolygonF({QPointF(8, 2.5), QPointF(14, 13), QPointF(2, 13)}));
            break;
    }
    return QIcon(pixmap);
}

/// Icons by theme and value; drawn on first use, kept for the life of the program.
template <class Value>
QIcon cached(Value value, QIcon (*draw)(Value)) {
    static QHash<int, QIcon> icons;
    const int key = static_cast<int>(value) * 2 + (Theme::current().kind() == ThemeKind::Dark ? 1 : 0);
    auto it = icons.find(key);
    if (it == icons.end()) {
        it = icons.insert(key, draw(value));
    }
    return *it;
}

QString text(const char *source) { return QCoreApplication::translate("LoadState", source); }

}  // namespace

QIcon loadStateIcon(LoadState state) { return cached(state, drawState); }

QString loadStateMeaning(LoadState state) {
    switch (state) {
        case LoadState::Listed:
            return text(QT_TRANSLATE_NOOP("LoadState", "Listed: found, nothing read yet"));
        case LoadState::LoadingShallow:
            return text(QT_TRANSLATE_NOOP("LoadState", "Loading the overview"));
        case LoadState::Shallow:
            return text(QT_TRANSLATE_NOOP("LoadState", "Overview loaded; the timeline loads on demand"));
        case LoadState::LoadingDeep:
            return text(QT_TRANSLATE_NOOP("LoadState", "Loading the timeline"));
        case LoadState::Deep:
            return text(QT_TRANSLATE_NOOP("LoadState", "Fully loaded"));
        case LoadState::Damaged:
            return text(QT_TRANSLATE_NOOP("LoadState", "Damaged: see the import log"));
        case LoadState::Missing:
            return text(QT_TRANSLATE_NOOP("LoadState", "Missing: expected, not found"));
    }
    return {};
}

QIcon severityIcon(Severity severity) { return cached(severity, drawSeverity); }

QString severityName(Severity severity) {
    switch (severity) {
        case Severity::Info:
            return text(QT_TRANSLATE_NOOP("LoadState", "Information"));
        case Severity::Error:
            return text(QT_TRANSLATE_NOOP("LoadState", "Error"));
        case Severity::DataLoss:
            return text(QT_TRANSLATE_NOOP("LoadState", "Data loss"));
    }
    return {};
}

}  // namespace stagescope
