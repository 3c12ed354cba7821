#include "views/timeline/timeline_chart.h"

#include "core/scene/kit/bound_look.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/timeline/timeline_found.h"
#include "views/common/look/kernel_coloring.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/timeline/timeline_model.h"
#include "views/timeline/timeline_texts.h"

#include <QtGui/QCursor>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <set>

namespace stagescope {

namespace {
constexpr int kLeastLabels = 180;
constexpr int kMostLabels = 280;
constexpr int kLegendHeight = 22;
constexpr int kLeastPixels = 6;  ///< what is brought into sight is shown at least this wide
}  // namespace

TimelineChart::TimelineChart(TimelineModel *model, TimeView *time, QWidget *parent)
    : QWidget(parent),
      m_model(model),
      m_time(time),
      m_canvas(new SceneCanvas(this)),
      m_scroll(new QScrollBar(Qt::Vertical, this)) {
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_scroll);
    m_canvas->setBuilder([this](QSize size) {
        updateScrollBar();
        return scene(size);
    });
    connect(m_canvas, &SceneCanvas::hovered, this, &TimelineChart::showTip);
    connect(m_scroll, &QScrollBar::valueChanged, m_canvas, &SceneCanvas::invalidate);
    connect(m_model, &TimelineModel::laidOut, this, &TimelineChart::updateRows);
    m_model->setColoring(kernelColoring());
}

void TimelineChart::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_model->setColoring(kernelColoring());
    }
}

TimelineSceneOptions TimelineChart::options() const { return optionsFor(m_canvas->size()); }

TimelineSceneOptions TimelineChart::optionsFor(QSize size) const {
    const auto &layout = m_model->layout();
    TimelineSceneOptions options;
    options.width = size.width();
    options.height = size.height();
    options.labelWidth = std::min(std::clamp(size.width() / 6, kLeastLabels, kMostLabels), size.width() / 2);
    options.scrollY = m_scroll->value();
    options.pinnedHeight = layout.pinnedHeight();
    options.pinnedShown =
        std::clamp((size.height() - TimelineSceneOptions::kRulerHeight) * 3 / 5, 0, layout.pinnedHeight());
    options.pinnedScrollY = std::clamp(m_pinnedScroll, 0, options.pinnedHeight - options.pinnedShown);
    options.range = m_time->range();
    const auto bounds = timelineBounds(layout.sources());
    options.origin = bounds ? bounds->begin : m_time->limits().begin;
    options.highlight = m_highlight;
    const auto isByBound = [](const TimelineSource &source) { return source.bounds != nullptr; };
    const auto &sources = layout.sources();
    options.legendHeight = std::any_of(sources.begin(), sources.end(), isByBound) ? kLegendHeight : 0;
    return options;
}

const TextRuler &TimelineChart::ruler() {
    if (!m_ruler || m_rulerFont != m_canvas->font().key()) {
        m_rulerFont = m_canvas->font().key();
        m_ruler.emplace(textMetrics(m_canvas->font()));
    }
    return *m_ruler;
}

Scene TimelineChart::scene(QSize size) {
    const auto options = optionsFor(size);
    auto scene = timelineScene(m_model->layout(), options, ruler(), messageTextFunction());
    drawFound(scene, m_model->layout(), options, m_found);
    if (options.legendHeight > 0) {
        drawLegend(scene, options.legendHeight);
    }
    return scene;
}

void TimelineChart::drawLegend(Scene &scene, int height) const {
    std::set<KernelBound> present;
    for (const auto &source : m_model->layout().sources()) {
        if (source.bounds) {
            present.insert(source.bounds->present().begin(), source.bounds->present().end());
        }
    }
    const auto style = sceneStyle(m_canvas->font());
    ScenePen pen(scene, style);
    Box line = pen.clip();
    line = line.takeBottom(height);
    pen.fill(line, ColorRole::HeaderBackground);
    line.takeLeft(kPad);
    drawBoundLegend(pen, line, present, whyNoBounds(*m_model->workspace()->mainRun()));
}

std::optional<QPoint> TimelineChart::pointer() const {
    return m_canvas->underMouse() ? std::optional(m_canvas->mapFromGlobal(QCursor::pos())) : std::nullopt;
}

const TimelineRow *TimelineChart::rowAt(int y) const { return timelineRowAt(m_model->layout(), options(), y); }

void TimelineChart::showTip(QPoint position) {
    const auto text = position.x() < 0 ? QString() : timelineTip(m_model->layout(), options(), position);
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 12)), text, m_canvas);
    }
}

void TimelineChart::setHighlight(const std::optional<TimelineHighlight> &highlight) {
    const bool isSame =
        highlight.has_value() == m_highlight.has_value() &&
        (!highlight || (highlight->range == m_highlight->range && highlight->rank == m_highlight->rank));
    if (!isSame) {
        m_highlight = highlight;
        m_canvas->invalidate();
    }
}

void TimelineChart::setFound(std::vector<SliceRef> found) {
    std::sort(found.begin(), found.end());
    if (found != m_found) {
        m_found = std::move(found);
        m_canvas->invalidate();
    }
}

void TimelineChart::updateScrollBar() {
    const auto band = options().scrollingBand();
    const int visible = std::max(1, band.bottom - band.top);
    const int hidden = std::max(0, m_model->layout().height() - m_model->layout().pinnedHeight() - visible);
    m_scroll->setRange(0, hidden);
    m_scroll->setPageStep(visible);
    m_scroll->setSingleStep(TimelineLayout::kDepthHeight);
    m_scroll->setVisible(hidden > 0);
}

void TimelineChart::updateRows() {
    updateScrollBar();
    m_canvas->invalidate();
}

/// The row at the top stays where it is while others grow and shrink with what is in sight.
void TimelineChart::updateTime() {
    m_canvas->invalidate();
    if (!m_model->arrangement().depthsFitted) {
        return;
    }
    const auto &layout = m_model->layout();
    const int y = m_scroll->value() + layout.pinnedHeight();
    const auto top = layout.rowAt(y);
    const auto node = top ? std::optional(layout.rows()[*top].node) : std::nullopt;
    const int within = top ? y - layout.rows()[*top].y : 0;
    m_model->layOut();
    if (const auto *row = node ? layout.find(*node) : nullptr) {
        m_scroll->setValue(row->y + std::min(within, row->height - 1) - layout.pinnedHeight());
    }
}

void TimelineChart::scroll(int pixels) {
    const auto shown = options();
    const int hidden = shown.pinnedHeight - shown.pinnedShown;
    const auto at = pointer();
    if (hidden > 0 && at && at->y() < shown.scrollingBand().top) {
        m_pinnedScroll = std::clamp(shown.pinnedScrollY + pixels, 0, hidden);
        m_canvas->invalidate();
        return;
    }
    m_scroll->setValue(m_scroll->value() + pixels);
}

void TimelineChart::showRows(const SceneBox &box) {
    updateScrollBar();
    const auto band = options().bandOf(box.pinned);
    const int top = box.y;
    const int bottom = box.y + box.height;
    const int by = top < band.top ? top - band.top - TimelineLayout::kDepthHeight
                   : bottom > band.bottom
                       ? std::min(bottom - band.bottom + TimelineLayout::kDepthHeight, top - band.top)
                       : 0;
    if (box.pinned) {
        m_pinnedScroll += by;
        m_canvas->invalidate();
    } else {
        m_scroll->setValue(m_scroll->value() + by);
    }
}

void TimelineChart::showRange(AlignedRange range) {
    auto span = m_time->range().duration();
    const bool isInside = range.begin >= m_time->range().begin && range.end <= m_time->range().end;
    const auto length = static_cast<double>(range.duration().count());
    // A moment has no length.
    const bool isTiny = !range.isEmpty() && length < kLeastPixels * options().axis().nsPerPixel();
    if (isInside && !isTiny) {
        return;
    }
    if (isTiny || range.duration() > span) {
        span = std::max(range.duration() * (isTiny ? 20 : 1) + range.duration() / 5, TimeView::kMinSpan);
    }
    const auto middle = range.begin + range.duration() / 2;
    m_time->setRange({middle - span / 2, middle - span / 2 + span});
}

}  // namespace stagescope
