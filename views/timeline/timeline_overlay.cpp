#include "views/timeline/timeline_overlay.h"

#include "core/scene/timeline/timeline_box.h"
#include "views/common/theme.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QPainter>

#include <algorithm>

namespace stagescope {

namespace {

/// Texts of this file, translated as those of a class.
struct TimelineOverlay {
    Q_DECLARE_TR_FUNCTIONS(stagescope::TimelineOverlay)
public:
    [[nodiscard]] static QString locked() { return tr("locked"); }
};

/// Pixels from the begin to the end of a range, cut to the data.
struct Stretch {
    int left = 0;
    int right = 0;
};
/// Nothing when no part of it is in sight.
std::optional<Stretch> stretchOf(const TimelineSceneOptions &options, const std::optional<AlignedRange> &range) {
    if (!range || options.range.isEmpty() || !range->overlaps(options.range)) {
        return std::nullopt;
    }
    const auto axis = options.axis();
    const int left = std::max(axis.pixelOf(range->begin), axis.left);
    return Stretch{left, std::clamp(axis.pixelOf(range->end), left, options.width - 1)};
}

/// One for all boxes that touch: a tint would turn the colours of slices into others.
std::vector<QRect> outlinesOf(const std::vector<SceneBox> &boxes) {
    std::vector<QRect> outlines;
    for (const auto &box : boxes) {
        const QRect rect(box.x, box.y, box.width, box.height);
        if (!outlines.empty() && rect.top() <= outlines.back().bottom() + 1 && rect.left() == outlines.back().left()) {
            outlines.back() |= rect;
        } else {
            outlines.push_back(rect);
        }
    }
    return outlines;
}

}  // namespace

void paintRange(QPainter &painter, const TimelineLayout &layout, const TimelineSceneOptions &options,
                const SelectionState &state) {
    const auto stretch = stretchOf(options, state.range);
    if (!stretch) {
        return;
    }
    const auto [left, right] = *stretch;
    const int bottom = std::min(options.height, options.screenY(std::max(0, layout.height() - 1)) + 1);
    const auto color = Theme::current().color(ColorRole::Accent);
    painter.setPen(color);
    painter.drawLine(left, 0, left, bottom - 1);
    painter.drawLine(right, 0, right, bottom - 1);
    auto pale = color;
    pale.setAlpha(70);
    painter.fillRect(QRect(left, 0, right - left, TimelineSceneOptions::kRulerHeight), pale);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 2));
    for (const auto &rect : outlinesOf(timelineBoxesOf(layout, options, *state.range, state.lanes))) {
        painter.drawRect(rect.adjusted(1, 1, -1, -1));
    }
}

void paintLock(QPainter &painter, const TimelineSceneOptions &options, const std::optional<AlignedRange> &lock) {
    const auto stretch = stretchOf(options, lock);
    if (!stretch) {
        return;
    }
    const auto [left, right] = *stretch;
    auto color = Theme::current().color(ColorRole::Warning);
    painter.setPen(QPen(color, 1, Qt::DashLine));
    painter.drawLine(left, 0, left, options.height);
    painter.drawLine(right, 0, right, options.height);
    const auto text = TimelineOverlay::locked();
    if (painter.fontMetrics().horizontalAdvance(text) + 8 < right - left) {
        painter.drawText(left + 4, TimelineSceneOptions::kRulerHeight - 9, text);
    }
    color.setAlpha(60);
    painter.fillRect(QRect(left, TimelineSceneOptions::kRulerHeight - 4, right - left, 4), color);
}

void outlineSlice(QPainter &painter, const TimelineLayout &layout, const TimelineSceneOptions &options,
                  const SliceRef &slice, const QPen &pen) {
    const auto box = timelineBoxOf(layout, options, slice);
    if (!box) {
        return;
    }
    const auto band = options.bandOf(box->pinned);
    const QRect data(options.labelWidth, band.top, options.width - options.labelWidth, band.bottom - band.top);
    const QRect outline = QRect(box->x - 1, box->y - 1, box->width + 2, box->height + 2) & data;
    if (!outline.isEmpty()) {
        painter.setPen(pen);
        painter.drawRect(outline.adjusted(1, 1, -1, -1));
    }
}

void outlineRank(QPainter &painter, const TimelineLayout &layout, const TimelineSceneOptions &options,
                 const RankRef &rank) {
    const auto extent = layout.extentOf(rank);
    const int top = extent ? options.screenY(extent->first) : -1;
    const auto band = options.bandOf(extent && extent->first < options.pinnedHeight);
    if (top >= band.top && top + TimelineLayout::kRankHeight <= band.bottom) {
        painter.setPen(QPen(Theme::current().color(ColorRole::Accent), 2));
        painter.drawRect(1, top + 1, options.width - 2, TimelineLayout::kRankHeight - 2);
    }
}

void tintLabel(QPainter &painter, const TimelineLayout &layout, const TimelineSceneOptions &options,
               const TimelineNode &node) {
    const auto *row = layout.find(node);
    if (row == nullptr) {
        return;
    }
    const auto band = options.bandOf(row->pinned);
    const QRect label(0, options.screenY(row->y), options.labelWidth - 1, row->height);
    const QRect seen = label & QRect(0, band.top, options.labelWidth - 1, band.bottom - band.top);
    const auto color = Theme::current().color(ColorRole::Accent);
    auto tint = color;
    tint.setAlpha(36);
    painter.fillRect(seen, tint);
    painter.fillRect(QRect(seen.left(), seen.top(), 3, seen.height()), color);
}

}  // namespace stagescope
