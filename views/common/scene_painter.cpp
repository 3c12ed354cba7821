#include "views/common/scene_painter.h"

#include "views/common/message_texts.h"

#include <QtGui/QFontMetrics>
#include <QtGui/QPainter>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kHatchStep = 6;

QString textOf(const SceneText &text) {
    return text.message.id.empty() ? QString::fromUtf8(text.text.data(), static_cast<qsizetype>(text.text.size()))
                                   : messageText(text.message);
}

int alignmentOf(TextAlign align) {
    return Qt::AlignVCenter | (align == TextAlign::Left     ? Qt::AlignLeft
                               : align == TextAlign::Center ? Qt::AlignHCenter
                                                            : Qt::AlignRight);
}

/// Diagonal lines inside the box, cut in numbers, since a vector painter has no dependable clip.
void paintHatch(QPainter &painter, const SceneRect &r, const QColor &color) {
    painter.setPen(color);
    for (int offset = kHatchStep; offset < r.width + r.height; offset += kHatchStep) {
        const int x1 = std::min(offset, r.width - 1);
        const int y1 = offset - x1;
        const int y2 = std::min(offset, r.height - 1);
        const int x2 = offset - y2;
        if (y1 < r.height && x2 < r.width) {
            painter.drawLine(r.x + x1, r.y + y1, r.x + x2, r.y + y2);
        }
    }
}

void paintLinesAndTexts(QPainter &painter, const Scene &scene, const Theme &theme) {
    for (const auto &line : scene.lines) {
        painter.setPen(theme.color(line.color));
        painter.drawLine(line.x1, line.y1, line.x2, line.y2);
    }
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    for (const auto &text : scene.texts) {
        painter.setFont(text.bold ? bold : plain);
        painter.setPen(text.onColor ? theme.textOn(theme.color(text.color)) : theme.color(text.color));
        painter.drawText(QRect(text.x, text.y, text.width, text.height), alignmentOf(text.align) | Qt::TextSingleLine,
                         textOf(text));
    }
    painter.setFont(plain);
}

/// Box in device pixels, cut to the image.
QRect deviceRect(const SceneRect &r, qreal dpr, const QImage &image) {
    const QRect device(qRound(r.x * dpr), qRound(r.y * dpr), qRound((r.x + r.width) * dpr) - qRound(r.x * dpr),
                       qRound((r.y + r.height) * dpr) - qRound(r.y * dpr));
    return device.intersected(image.rect());
}

}  // namespace

void paintScene(QPainter &painter, const Scene &scene, const Theme &theme) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(0, 0, scene.width, scene.height, theme.color(ColorRole::Background));
    for (const auto &r : scene.rects) {
        const auto color = theme.color(r.color);
        painter.fillRect(r.x, r.y, r.width, r.height, color);
        if (r.hatched) {
            paintHatch(painter, r, theme.textOn(color));
        }
    }
    paintLinesAndTexts(painter, scene, theme);
}

void rasterScene(QImage &image, const Scene &scene, const Theme &theme, const QFont &font) {
    const qreal dpr = image.devicePixelRatio();
    image.fill(theme.color(ColorRole::Background));
    for (const auto &r : scene.rects) {
        const auto device = deviceRect(r, dpr, image);
        const QRgb pixel = theme.color(r.color).rgb();
        for (int y = device.top(); y <= device.bottom(); ++y) {
            auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
            std::fill(line + device.left(), line + device.right() + 1, pixel);
        }
    }
    QPainter painter(&image);
    painter.setFont(font);
    for (const auto &r : scene.rects) {
        if (r.hatched) {
            paintHatch(painter, r, theme.textOn(theme.color(r.color)));
        }
    }
    paintLinesAndTexts(painter, scene, theme);
}

TextMetrics textMetrics(const QFont &font) {
    return [metrics = QFontMetrics(font)](std::string_view text) {
        return metrics.horizontalAdvance(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    };
}

}  // namespace stagescope
