// What is wrong with the layout of widgets that are shown: texts that are cut or written over each other, wherever they
// are painted, and pages of which most is nothing.
#pragma once

#include "tests/support/places.h"
#include "views/common/elided_label.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QXmlStreamReader>
#include <QtGui/QPaintDevice>
#include <QtGui/QPaintEngine>
#include <QtGui/QPainter>
#include <QtWidgets/QAbstractScrollArea>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace stagescope::testing {

/// A text as a painter was asked for it, in the widget's pixels.
struct PaintedText {
    QString words;
    QRectF box;   ///< from the ascent to the baseline
    QRectF clip;  ///< what the widget lets its painter touch
};

/// Keeps the texts that are painted on it, and nothing else.
class TextRecorder : public QPaintDevice {
public:
    explicit TextRecorder(QSize size) : m_size(size), m_engine(*this) {}

    /// Of the widget without its children.
    [[nodiscard]] static std::vector<PaintedText> textsOf(QWidget &widget) {
        TextRecorder recorder(widget.size());
        widget.render(&recorder, {}, {}, QWidget::RenderFlags());
        return std::move(recorder.m_texts);
    }
    [[nodiscard]] QPaintEngine *paintEngine() const override { return &m_engine; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override {
        constexpr int kDpi = 96;
        switch (metric) {
            case PdmWidth:
                return m_size.width();
            case PdmHeight:
                return m_size.height();
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY:
                return kDpi;
            case PdmNumColors:
                return 1 << 24;
            case PdmDepth:
                return 32;
            case PdmDevicePixelRatio:
                return 1;
            default:
                return QPaintDevice::metric(metric);
        }
    }

private:
    static constexpr double kFar = 1e6;

    class Engine : public QPaintEngine {
    public:
        explicit Engine(TextRecorder &owner) : QPaintEngine(AllFeatures), m_owner(owner) {}
        bool begin(QPaintDevice *) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState &) override {}
        void drawPixmap(const QRectF &, const QPixmap &, const QRectF &) override {}
        void drawImage(const QRectF &, const QImage &, const QRectF &, Qt::ImageConversionFlags) override {}
        void drawPath(const QPainterPath &) override {}
        void drawPolygon(const QPointF *, int, PolygonDrawMode) override {}
        [[nodiscard]] Type type() const override { return User; }
        void drawTextItem(const QPointF &at, const QTextItem &item) override {
            const auto toDevice = painter()->deviceTransform();
            const QRectF box(at.x(), at.y() - item.ascent(), item.width(), item.ascent());
            const auto clip = painter()->hasClipping() ? toDevice.mapRect(painter()->clipBoundingRect())
                                                       : QRectF(-kFar, -kFar, 2 * kFar, 2 * kFar);
            m_owner.m_texts.push_back({item.text(), toDevice.mapRect(box), clip});
        }

    private:
        TextRecorder &m_owner;
    };

    QSize m_size;
    mutable Engine m_engine;
    std::vector<PaintedText> m_texts;
};

namespace faults {

inline constexpr double kTolerance = 1.5;  ///< pixels, by the rounding of widths

/// "……" ends what is under way, and is no cut.
inline bool isElided(const QString &words) { return words.count(QChar(0x2026)) == 1 && words.trimmed().size() > 1; }

/// The area whose viewport the widget is.
inline const QAbstractScrollArea *areaOf(const QWidget &widget) {
    const auto *area = qobject_cast<const QAbstractScrollArea *>(widget.parentWidget());
    return area != nullptr && area->viewport() == &widget ? area : nullptr;
}

inline QString say(const QWidget &widget, const QString &words, const QString &what) {
    const auto *named = areaOf(widget) != nullptr ? widget.parentWidget() : &widget;
    return QStringLiteral("%1 %2 \"%3\": %4")
        .arg(QString::fromLatin1(named->metaObject()->className()), named->objectName(), words, what);
}

/// All texts of this program, in both languages.
inline const std::set<QString> &ownTexts() {
    static const auto texts = [] {
        std::set<QString> found;
        QFile file(sourcePath("translations/stagescope_zh_CN.ts"));
        QXmlStreamReader xml(file.open(QIODevice::ReadOnly) ? &file : nullptr);
        while (!xml.atEnd()) {
            xml.readNext();
            const auto name = xml.isStartElement() ? xml.name() : QStringView();
            if (name == u"source" || name == u"translation" || name == u"numerusform") {
                found.insert(xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed());
            }
        }
        return found;
    }();
    return texts;
}

/// Names of what was profiled may be long: they end in an ellipsis and have the whole in the tip. Not so figures and
/// words of this program.
inline bool isCutShort(const QWidget &widget, const QString &words) {
    static const QRegularExpression figure(QStringLiteral("^[+\u2212-]?\\d[\\d.,]*\u2026"));
    if (!isElided(words) || qobject_cast<const ElidedLabel *>(&widget) != nullptr) {
        return false;
    }
    const auto begin = words.section(QChar(0x2026), 0, 0).trimmed();
    const auto own = ownTexts().lower_bound(begin);
    return figure.match(words).hasMatch() || (begin.size() > 2 && own != ownTexts().end() && own->startsWith(begin));
}

/// Where a widget is scrolled its edges cut nothing for good. The heads of a table scroll with it.
inline QRectF seenOf(const QWidget &widget) {
    const auto *area = areaOf(widget);
    const auto *around = qobject_cast<const QHeaderView *>(area) != nullptr
                             ? qobject_cast<const QAbstractScrollArea *>(area->parentWidget())
                             : area;
    constexpr double kFar = 1e6;
    const bool scrollsAcross = around != nullptr && around->horizontalScrollBar()->maximum() > 0;
    const bool scrollsDown = around != nullptr && around->verticalScrollBar()->maximum() > 0;
    return QRectF(widget.rect())
        .adjusted(scrollsAcross ? -kFar : 0, scrollsDown ? -kFar : 0, scrollsAcross ? kFar : 0, scrollsDown ? kFar : 0);
}

inline void addCut(const QWidget &widget, const std::vector<PaintedText> &texts, QStringList &found) {
    const auto seen = seenOf(widget);
    for (const auto &[words, box, clip] : texts) {
        const auto room = clip & seen;
        const auto across = box.left() < room.left() - kTolerance || box.right() > room.right() + kTolerance;
        const auto down = box.top() + box.height() / 4 < room.top() || box.bottom() > room.bottom() + kTolerance;
        const bool isSeen = box.intersects(room);
        if (isCutShort(widget, words)) {
            found << say(widget, words, QStringLiteral("shortened"));
        } else if (isSeen && across && qobject_cast<const QLineEdit *>(&widget) == nullptr) {
            const auto out = std::max(room.left() - box.left(), box.right() - room.right());
            found << say(widget, words, QStringLiteral("%1 of %2 px are cut").arg(out).arg(box.width()));
        } else if (isSeen && down) {
            found << say(widget, words, QStringLiteral("cut in height"));
        }
    }
}

inline void addOverlaps(const QWidget &widget, std::vector<PaintedText> texts, QStringList &found) {
    for (auto &text : texts) {
        text.box &= text.clip;
    }
    std::stable_sort(texts.begin(), texts.end(),
                     [](const auto &a, const auto &b) { return a.box.top() < b.box.top(); });
    for (auto one = texts.begin(); one != texts.end(); ++one) {
        for (auto other = one + 1; other != texts.end() && other->box.top() < one->box.bottom(); ++other) {
            const auto common = one->box & other->box;
            if (common.width() > 2 * kTolerance && common.height() > 2 * kTolerance) {
                found << say(widget, one->words + QStringLiteral("\" and \"") + other->words,
                             QStringLiteral("over each other"));
            }
        }
    }
}

/// Of a picture: its builder shortens what does not fit.
inline std::vector<PaintedText> textsOf(SceneCanvas &canvas, QStringList &found) {
    std::vector<PaintedText> texts;
    auto bold = canvas.font();
    bold.setBold(true);
    const auto &scene = canvas.scene();
    for (const auto &text : scene.texts) {
        const auto words = text.message.id.empty() ? utf8Text(text.text) : messageText(text.message);
        const QFontMetrics metrics(text.bold ? bold : canvas.font());
        const int width = metrics.horizontalAdvance(words);
        const bool isOutside = text.x < 0 || text.x + text.width > scene.width;
        if (width > text.width + 1 || isOutside) {
            found << say(canvas, words, QStringLiteral("wider than its box"));
        }
        if (!text.onColor && isCutShort(canvas, words)) {
            found << say(canvas, words, QStringLiteral("shortened"));
        }
        const int seen = std::min(width, text.width);
        const int left = text.align == TextAlign::Right    ? text.x + text.width - seen
                         : text.align == TextAlign::Center ? text.x + (text.width - seen) / 2
                                                           : text.x;
        const int height = std::min(metrics.ascent(), text.height);
        const QRectF box(left, text.y + (text.height - height) / 2, seen, height);
        texts.push_back({words, box, box});
    }
    return texts;
}

}  // namespace faults

/// A line for each text of the widget and of what it shows that is cut, shortened or written over another.
[[nodiscard]] inline QStringList textFaults(QWidget &root) {
    QStringList found;
    auto widgets = root.findChildren<QWidget *>();
    widgets.prepend(&root);
    for (auto *widget : widgets) {
        if (!widget->isVisible() || widget->size().isEmpty()) {
            continue;
        }
        const auto *label = qobject_cast<QLabel *>(widget);
        if (label != nullptr && label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored && !label->wordWrap() &&
            qobject_cast<ElidedLabel *>(widget) == nullptr) {
            found << faults::say(*widget, label->text(), QStringLiteral("is cut anywhere where it is too long"));
        }
        auto *canvas = qobject_cast<SceneCanvas *>(widget);
        const auto texts = canvas != nullptr ? faults::textsOf(*canvas, found) : TextRecorder::textsOf(*widget);
        if (canvas == nullptr) {
            faults::addCut(*widget, texts, found);
        }
        faults::addOverlaps(*widget, texts, found);
        const auto *parent = widget->parentWidget();
        if (!texts.empty() && widget != &root && parent != nullptr && faults::areaOf(*parent) == nullptr &&
            faults::areaOf(*widget) == nullptr && !parent->rect().contains(widget->geometry())) {
            found << faults::say(*widget, texts.front().words, QStringLiteral("sticks out of its parent"));
        }
    }
    return found;
}

/// The part of a picture that its largest rectangle of bare background takes: 0 to 1. Lines of a grid and borders are
/// no background.
[[nodiscard]] inline double largestEmptyShare(const QImage &image) {
    constexpr int kBlock = 8;
    const auto palette = Theme::current().palette();
    const auto &theme = Theme::current();
    const std::array plain{theme.color(ColorRole::Background).rgb(), theme.color(ColorRole::AlternateBackground).rgb(),
                           palette.color(QPalette::Window).rgb(), palette.color(QPalette::Base).rgb()};
    const auto isPlain = [&](int column, int row) {
        const auto first = image.pixel(column * kBlock, row * kBlock);
        if (std::find(plain.begin(), plain.end(), first) == plain.end()) {
            return false;
        }
        for (int i = 0; i < kBlock * kBlock; ++i) {
            if (image.pixel(column * kBlock + i % kBlock, row * kBlock + i / kBlock) != first) {
                return false;
            }
        }
        return true;
    };
    const int columns = image.width() / kBlock;
    const int rows = image.height() / kBlock;
    std::vector<int> heights(static_cast<std::size_t>(columns) + 1, 0);  // of bare blocks above, the last one 0
    int largest = 0;
    for (int row = 0; row < rows; ++row) {
        std::vector<std::size_t> open;
        for (std::size_t column = 0; column < heights.size(); ++column) {
            const bool isInside = column + 1 < heights.size();
            heights[column] = isInside && isPlain(static_cast<int>(column), row) ? heights[column] + 1 : 0;
            while (!open.empty() && heights[open.back()] >= heights[column]) {
                const int height = heights[open.back()];
                open.pop_back();
                const auto left = open.empty() ? 0 : open.back() + 1;
                largest = std::max(largest, height * static_cast<int>(column - left));
            }
            open.push_back(column);
        }
    }
    return columns * rows == 0 ? 0 : static_cast<double>(largest) / (columns * rows);
}

}  // namespace stagescope::testing
