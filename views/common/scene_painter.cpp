#include "views/common/scene_painter.h"

#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QHash>
#include <QtGui/QFontMetrics>
#include <QtGui/QPainter>
#include <QtGui/QStaticText>

#include <algorithm>
#include <cstring>

namespace stagescope {

namespace {

constexpr int kHatchStep = 6;

QString textOf(const SceneText &text) {
    return text.message.id.empty() ? utf8Text(text.text) : messageText(text.message);
}

/// Laid-out texts of the last frames: the same names come again and again while panning, and laying out costs several
/// times what drawing does. One per thread that paints.
class TextLayouts {
public:
    /// Once per frame: a font's key costs more than drawing a short text.
    void setFont(const QFont &font) {
        if (m_font != font.key()) {
            m_font = font.key();
            m_plain.clear();
            m_bold.clear();
        }
    }
    const QStaticText &get(const QString &text, const QFont &font) {
        auto &layouts = font.bold() ? m_bold : m_plain;
        if (layouts.size() > kMost) {
            layouts.clear();
        }
        auto it = layouts.find(text);
        if (it == layouts.end()) {
            QStaticText layout(text);
            layout.setTextFormat(Qt::PlainText);
            layout.prepare({}, font);
            it = layouts.insert(text, layout);
        }
        return *it;
    }

private:
    static constexpr qsizetype kMost = 4096;
    QString m_font;
    QHash<QString, QStaticText> m_plain;
    QHash<QString, QStaticText> m_bold;
};

/// Texts stand on whole pixels of their own baseline, so that both ways of drawing give the same picture.
void paintText(QPainter &painter, const SceneText &text, const QFontMetrics &metrics, TextLayouts *layouts) {
    const QString content = textOf(text);
    const int room = text.align == TextAlign::Left ? 0 : text.width - metrics.horizontalAdvance(content);
    const int x = text.x + (text.align == TextAlign::Center ? room / 2 : room);
    const int top = text.y + (text.height - metrics.height()) / 2;
    if (layouts != nullptr) {
        painter.drawStaticText(x, top, layouts->get(content, painter.font()));
    } else {
        painter.drawText(QPoint(x, top + metrics.ascent()), content);
    }
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

/// Whether a pattern has ink at a point of the grid; x and y from 0 to kStrokeStep - 1.
constexpr bool hasInk(Pattern pattern, int x, int y) {
    switch (pattern) {
        case Pattern::Solid:
            return true;
        case Pattern::Rising:
            return (x + y) % kStrokeStep == 0;
        case Pattern::Falling:
            return x == y;
        case Pattern::Level:
            return y == 0;
        case Pattern::Upright:
            return x == 0;
        case Pattern::Dots:
            return x == 0 && y == 0;
        case Pattern::Crossed:
            return x == y || (x + y) % kStrokeStep == 0;
        case Pattern::Dashes:
            return y == 0 && x < kStrokeStep / 2;
    }
    return false;
}

/// The strokes of a pattern as runs of pixels in its rows, cut to the box: draw(x, y, length). O(runs).
template <class Draw>
void forEachRun(const SceneRect &r, const Draw &draw) {
    const auto phase = [](int v) { return ((v % kStrokeStep) + kStrokeStep) % kStrokeStep; };
    const int right = r.x + r.width;
    for (int y = r.y; y < r.y + r.height; ++y) {
        const int row = phase(y);
        for (int start = 0; start < kStrokeStep; ++start) {
            if (!hasInk(r.pattern, start, row) || (start > 0 && hasInk(r.pattern, start - 1, row))) {
                continue;
            }
            int length = 1;
            while (start + length < kStrokeStep && hasInk(r.pattern, start + length, row)) {
                ++length;
            }
            const bool isFull = length == kStrokeStep;
            for (int x = r.x - phase(r.x) + start; x < right; x += kStrokeStep) {
                const int from = std::max(x, r.x);
                const int to = isFull ? right : std::min(x + length, right);
                if (from < to) {
                    draw(from, y, to - from);
                }
                x = isFull ? right : x;
            }
        }
    }
}

/// As many boxes of one pixel's height as the pattern has runs: the same picture as the scanlines.
void paintStrokes(QPainter &painter, const SceneRect &r, const QColor &color) {
    forEachRun(r, [&](int x, int y, int length) { painter.fillRect(x, y, length, 1, color); });
}

/// Text on a coloured box carries the box's colour and reads in black or white.
QColor penOf(const SceneText &text, const Theme &theme) {
    const auto color = theme.color(text.color);
    return text.onColor ? theme.textOn(color) : color;
}

void paintLinesAndTexts(QPainter &painter, const Scene &scene, const Theme &theme, TextLayouts *layouts) {
    for (const auto &line : scene.lines) {
        painter.setPen(theme.color(line.color));
        painter.drawLine(line.x1, line.y1, line.x2, line.y2);
    }
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    const QFontMetrics plainMetrics(plain);
    const QFontMetrics boldMetrics(bold);
    bool isBold = false;
    for (const auto &text : scene.texts) {
        if (text.bold != isBold) {
            isBold = text.bold;
            painter.setFont(isBold ? bold : plain);
        }
        painter.setPen(penOf(text, theme));
        paintText(painter, text, isBold ? boldMetrics : plainMetrics, layouts);
    }
    painter.setFont(plain);
}

/// The scanlines of an image, asked for once a frame: QImage's own access checks for sharing at each call.
class Pixels {
public:
    explicit Pixels(QImage &image)
        : m_bits(image.bits()),
          m_stride(image.bytesPerLine()),
          m_width(image.width()),
          m_height(image.height()),
          m_dpr(image.devicePixelRatio()) {}

    /// A box in device-independent pixels, cut to the image.
    void fill(int x, int y, int width, int height, QRgb pixel) {
        const int left = std::max(device(x), 0);
        const int top = std::max(device(y), 0);
        const int length = std::min(device(x + width), m_width) - left;
        const int rows = std::min(device(y + height), m_height) - top;
        if (length <= 0 || rows <= 0) {
            return;
        }
        auto *const first = rowAt(top) + left;
        std::fill_n(first, length, pixel);
        for (int row = 1; row < rows; ++row) {
            auto *const to = rowAt(top + row) + left;
            if (length < kCopiedFrom) {
                std::fill_n(to, length, pixel);
            } else {
                std::memcpy(to, first, static_cast<std::size_t>(length) * sizeof(QRgb));
            }
        }
    }

private:
    static constexpr int kCopiedFrom = 24;  ///< pixels; a shorter row is filled before a copy has begun

    [[nodiscard]] int device(int v) const { return m_dpr == 1.0 ? v : qRound(v * m_dpr); }
    [[nodiscard]] QRgb *rowAt(int y) const { return reinterpret_cast<QRgb *>(m_bits + y * m_stride); }

    uchar *m_bits;
    qsizetype m_stride;
    int m_width;
    int m_height;
    qreal m_dpr;
};

/// Boxes straight into the scanlines; most are a few pixels wide, where a call of the painter costs more than the
/// pixels.
void fillRects(QImage &image, const Scene &scene, const Theme &theme) {
    Pixels pixels(image);
    for (const auto &r : scene.rects) {
        const QRgb pixel = theme.rgb(r.color);
        if (r.pattern == Pattern::Solid) {
            pixels.fill(r.x, r.y, r.width, r.height, pixel);
        } else {
            forEachRun(r, [&](int x, int y, int length) { pixels.fill(x, y, length, 1, pixel); });
        }
    }
}

}  // namespace

void paintScene(QPainter &painter, const Scene &scene, const Theme &theme) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(0, 0, scene.width, scene.height, theme.color(ColorRole::Background));
    for (const auto &r : scene.rects) {
        const auto color = theme.color(r.color);
        if (r.pattern != Pattern::Solid) {
            paintStrokes(painter, r, color);
            continue;
        }
        painter.fillRect(r.x, r.y, r.width, r.height, color);
        if (r.hatched) {
            paintHatch(painter, r, theme.textOn(color));
        }
    }
    paintLinesAndTexts(painter, scene, theme, nullptr);
}

void rasterScene(QImage &image, const Scene &scene, const Theme &theme, const QFont &font) {
    static thread_local TextLayouts layouts;
    image.fill(theme.color(ColorRole::Background));
    fillRects(image, scene, theme);
    QPainter painter(&image);
    painter.setFont(font);
    for (const auto &r : scene.rects) {
        if (r.hatched) {
            paintHatch(painter, r, theme.textOn(theme.color(r.color)));
        }
    }
    layouts.setFont(font);
    paintLinesAndTexts(painter, scene, theme, &layouts);
}

TextMetrics textMetrics(const QFont &font) {
    return [metrics = QFontMetrics(font)](std::string_view text) { return metrics.horizontalAdvance(utf8Text(text)); };
}

}  // namespace stagescope
