#include "app/window/drop_overlay.h"

#include <QtGui/QPainter>

namespace stagescope {

namespace {
constexpr int kGap = 12;
constexpr float kVeil = 0.85F;  ///< how much of what lies below is covered
constexpr int kTextScale = 2;
}  // namespace

DropOverlay::DropOverlay(QWidget *parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

DropOverlay::Target DropOverlay::targetAt(QPoint at, int width, bool canCompare) {
    return canCompare && at.x() >= width / 2 ? Target::Baseline : Target::Open;
}

void DropOverlay::showFor(QPoint at, bool canCompare) {
    setGeometry(parentWidget()->rect());
    m_canCompare = canCompare;
    m_target = targetAt(at, width(), canCompare);
    show();
    raise();
    update();
}

QRect DropOverlay::box(Target target) const {
    const QRect all = rect().adjusted(kGap, kGap, -kGap, -kGap);
    if (!m_canCompare) {
        return all;
    }
    const int half = (all.width() - kGap) / 2;
    return target == Target::Open ? QRect(all.left(), all.top(), half, all.height())
                                  : QRect(all.right() - half + 1, all.top(), half, all.height());
}

void DropOverlay::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    auto veil = palette().color(QPalette::Base);
    veil.setAlphaF(kVeil);
    painter.fillRect(rect(), veil);
    auto font = painter.font();
    font.setPointSizeF(font.pointSizeF() * kTextScale);
    painter.setFont(font);
    const auto draw = [&](Target target, const QString &text) {
        const QRect area = box(target);
        const bool isMeant = target == m_target;
        painter.setPen(QPen(palette().color(isMeant ? QPalette::Highlight : QPalette::Mid), isMeant ? 3 : 1,
                            isMeant ? Qt::SolidLine : Qt::DashLine));
        painter.drawRect(area.adjusted(1, 1, -2, -2));
        painter.setPen(palette().color(isMeant ? QPalette::Text : QPalette::PlaceholderText));
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, text);
    };
    draw(Target::Open, m_canCompare ? tr("Open instead") : tr("Open"));
    if (m_canCompare) {
        draw(Target::Baseline, tr("Compare (open as baseline)"));
    }
}

}  // namespace stagescope
