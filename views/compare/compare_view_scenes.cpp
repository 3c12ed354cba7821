// Scenes, selection and pictures of the compare view; the rest is in compare_view.cpp.
#include "core/scene/kit/message_scene.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/compare/compare_view.h"

#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kTimelineLabels = 220;
constexpr int kPictureTimelines = 220;
}  // namespace

Scene CompareView::figuresFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(*reason).toStdString(),
                                 style);
    }
    return buildCompareScene(m_model, size.width(), size.height(), style);
}

TimelineSceneOptions CompareView::timelineOptions(QSize size, AlignedRange range, int scrollY) const {
    TimelineSceneOptions options;
    options.width = size.width();
    options.height = size.height();
    options.labelWidth = std::min(kTimelineLabels, size.width() / 3);
    options.scrollY = scrollY;
    options.range = range;
    options.origin = alignedTime(0);
    return options;
}

Scene CompareView::timelinesFor(QSize size, AlignedRange range, int scrollY) const {
    const auto style = sceneStyle(font());
    if (m_model.isEmpty()) {
        return buildMessageScene(size.width(), size.height(), {}, {}, style);
    }
    if (showsTraces()) {
        return timelineScene(m_timeline, timelineOptions(size, range, scrollY), TextRuler(style.metrics),
                             style.message);
    }
    return buildCompareLanes(m_model, {size.width(), size.height(), range}, style).scene;
}

TimeAxis CompareView::axis() const {
    const QSize size = m_timelines->size();
    return !showsTraces()
               ? buildCompareLanes(m_model, {size.width(), size.height(), m_time.range()}, sceneStyle(font())).axis
               : timelineOptions(size, m_time.range(), 0).axis();
}

void CompareView::updateScrollBar() {
    const int shown = m_timelines->height() - TimelineSceneOptions::kRulerHeight;
    const int hidden = showsTraces() ? std::max(0, m_timeline.height() - shown) : 0;
    m_scroll->setRange(0, hidden);
    m_scroll->setPageStep(std::max(1, shown));
    m_scroll->setSingleStep(TimelineLayout::kDepthHeight);
    m_scroll->setVisible(hidden > 0);
}

void CompareView::onTimelinesClicked(QPoint position, const std::optional<ItemRef> &item) {
    if (!showsTraces()) {
        select(item);
        return;
    }
    select(timelineItemAt(m_timeline, timelineOptions(m_timelines->size(), m_time.range(), m_scroll->value()),
                          position.x(), position.y()));
}

void CompareView::select(const std::optional<ItemRef> &item) {
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (item) {
        state.items = {*item};
        if (const auto *rank = std::get_if<RankRef>(&*item)) {
            state.ranks = {*rank};
        }
    }
    services().selection->set(std::move(state), this);
}

void CompareView::paintSelection(QPainter &painter, const Scene &scene) const {
    const QRect area(0, 0, scene.width, scene.height);
    const auto &state = services().selection->state();
    for (const auto &item : state.items) {
        const auto *slice = std::get_if<SliceRef>(&item);
        if (slice != nullptr && scene.height == m_timelines->height() && showsTraces()) {
            const auto options = timelineOptions({scene.width, scene.height}, m_time.range(), m_scroll->value());
            if (const auto box = timelineBoxOf(m_timeline, options, *slice)) {
                paintOutline(painter, QRect(box->x, box->y, box->width, box->height),
                             area.adjusted(options.labelWidth, TimelineSceneOptions::kRulerHeight, 0, 0));
            }
            continue;
        }
        paintItemOutlines(painter, scene, item, area);
    }
    for (const auto &rank : state.ranks) {
        paintItemOutlines(painter, scene, rank, area);
    }
}

void CompareView::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    painter.save();
    if (!emptyReason() && m_differences.size() > 1) {
        const auto strip =
            buildCompareStrip(m_differences, *m_right, size.width(), m_strip->height(), sceneStyle(font()));
        paintScene(painter, strip, Theme::current());
        painter.translate(0, strip.height);
        size.setHeight(size.height() - strip.height);
    }
    paintParts(painter, size);
    painter.restore();
}

void CompareView::paintParts(QPainter &painter, QSize size) {
    auto figures = figuresFor({size.width(), emptyReason() ? size.height() : 0});
    if (emptyReason()) {
        paintScene(painter, figures, Theme::current());
        return;
    }
    const int below = std::max(std::min(kPictureTimelines, size.height() / 2), size.height() - figures.height);
    const int above = size.height() - below;
    // What does not fit above is left out box by box: a vector file keeps what a painter's clip would hide.
    for (auto &rect : figures.rects) {
        rect.height = std::min(rect.height, above - rect.y);
    }
    std::erase_if(figures.rects, [](const SceneRect &r) { return r.height <= 0; });
    std::erase_if(figures.texts, [&](const SceneText &t) { return t.y + t.height > above; });
    figures.height = above;
    paintScene(painter, figures, Theme::current());
    painter.translate(0, above);
    paintScene(painter, timelinesFor({size.width(), below}, m_time.range(), 0), Theme::current());
    painter.translate(0, -above);
}

}  // namespace stagescope
