#include "views/common/elided_label.h"

#include <QtGui/QHelpEvent>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStylePainter>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kLeastWidth = 24;  ///< the ellipsis: controls beside it are not cut for its sake
}  // namespace

ElidedLabel::ElidedLabel(QWidget *parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

QSize ElidedLabel::minimumSizeHint() const {
    const auto whole = QLabel::minimumSizeHint();
    return {std::min(whole.width(), kLeastWidth), whole.height()};
}

QString ElidedLabel::shownText() const {
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

bool ElidedLabel::event(QEvent *event) {
    if (event->type() == QEvent::ToolTip && shownText() != text()) {
        const bool isTold = toolTip().startsWith(text());
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(),
                           toolTip().isEmpty() ? text()
                           : isTold            ? toolTip()
                                               : text() + QLatin1Char('\n') + toolTip(),
                           this);
        return true;
    }
    return QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent *event) {
    if (hasSelectedText()) {  // an ellipsis cannot be drawn as selected
        QLabel::paintEvent(event);
        return;
    }
    QStylePainter painter(this);
    painter.drawItemText(contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), shownText(),
                         foregroundRole());
}

}  // namespace stagescope
