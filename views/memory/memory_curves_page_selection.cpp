// What is selected on the curves: moments, ranges, slices; what a click means; the marks.
#include "core/analysis/overview/item_location.h"
#include "core/base/number_text.h"
#include "core/base/signed_bytes.h"
#include "core/scene/kit/spacing.h"
#include "views/common/mark_painter.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/memory/curve_names.h"
#include "views/memory/memory_curves_page.h"

#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kReach = 24;          ///< pixels above and below the pointer within which a curve is meant
constexpr int kSelectionTint = 36;  ///< of 255: what is selected

/// Slices, cells of the pipeline, bubbles, operators: whatever tells when it was on which rank.
std::optional<AlignedRange> timeOf(const Workspace &workspace, const ItemRef &item, const std::stop_token &stop) {
    const auto spans = locate(workspace, item, stop);
    if (spans.size() != 1) {
        return std::nullopt;
    }
    return workspace.run(runOf(item))->clock.toAligned(spans.front().rank, spans.front().range);
}

/// Of the selected rank where there is just one among the curves. What was reached before the range and still holds
/// there counts from where the range begins.
std::optional<MemoryCurves::Top> topWithin(const MemoryCurves &model, const std::vector<RankRef> &ranks,
                                           const std::optional<AlignedRange> &range) {
    const bool isOne = ranks.size() == 1 && ranks[0].run == model.run;
    const auto ofOne = isOne ? model.peakOf(ranks[0].rank, range) : std::nullopt;
    auto top = ofOne ? std::optional(MemoryCurves::Top{ranks[0].rank, *ofOne}) : model.top(range);
    if (top && range) {
        const auto offset = model.mainCurve(top->rank)->offset.count();
        top->peak.at = std::max(top->peak.at, rankTime(ns(range->begin) - offset));
    }
    return top;
}

}  // namespace

/// Learns when the selected item was; of a moment that is known.
void MemoryCurvesPage::askItem() {
    const auto &items = services().selection->state().items;
    const auto item = items.empty() ? std::nullopt : std::optional(items.front());
    if (item == m_item || m_workspace == nullptr) {
        return;
    }
    m_item = item;
    m_itemRange.reset();
    const bool mayTell = item && !std::holds_alternative<MomentRef>(*item) && !std::holds_alternative<RankRef>(*item) &&
                         !std::holds_alternative<StepRef>(*item) && !std::holds_alternative<MemoryOpRef>(*item);
    if (!mayTell) {
        return;
    }
    m_itemWork.start(
        [workspace = m_workspace, item = *item](const std::stop_token &stop) { return timeOf(*workspace, item, stop); },
        [this, item](const std::optional<AlignedRange> &range) {
            if (item == m_item) {
                m_itemRange = range;
                m_chart->update();
                askHolders();
                reveal();
            }
            Q_EMIT busyChanged();
        });
    Q_EMIT busyChanged();
}

std::optional<AlignedRange> MemoryCurvesPage::rangeMeant() const {
    const auto range = m_itemRange ? m_itemRange : services().selection->state().range;
    return range && m_model->bounds && range->overlaps(*m_model->bounds) ? range : std::nullopt;
}

std::optional<AlignedRange> MemoryCurvesPage::rangeOfPeaks() const {
    if (const auto meant = rangeMeant()) {
        return meant;
    }
    const auto shown = rangeShown();
    const auto &all = m_model->bounds;
    const bool isAll = !all || shown.isEmpty() || (shown.begin <= all->begin && all->end <= shown.end);
    return isAll || !m_model->top(shown) ? std::nullopt : std::optional(shown);
}

/// What is selected with as much around it; a moment is one of a history, and is seen with all of it.
void MemoryCurvesPage::reveal() {
    if (!m_showPending || m_model->curves.empty() || m_work.isBusy() || m_itemWork.isBusy()) {
        return;
    }
    m_showPending = false;
    if (const auto range = selectedMoment() ? std::nullopt : rangeMeant()) {
        const auto margin = std::max(range->duration(), TimeView::kMinSpan);
        services().timeView->setRange({range->begin - margin, range->end + margin});
    } else if (m_model->bounds) {
        services().timeView->setRange(*m_model->bounds);
    }
}

std::optional<MomentRef> MemoryCurvesPage::selectedMoment() const {
    const auto &items = services().selection->state().items;
    const auto *moment = items.empty() ? nullptr : std::get_if<MomentRef>(&items.front());
    const bool isHere = moment != nullptr && moment->run == m_model->run && m_model->mainCurve(moment->rank) != nullptr;
    return isHere ? std::optional(*moment) : std::nullopt;
}

/// The selected moment; else the peak.
std::optional<MemoryCurves::Top> MemoryCurvesPage::momentMeant() const {
    if (const auto moment = selectedMoment()) {
        const auto &samples = *m_model->mainCurve(moment->rank)->samples;
        const auto index = samples.indexAt(rankTime(moment->at));
        if (index < samples.size()) {
            return MemoryCurves::Top{moment->rank, {rankTime(moment->at), samples.value(index)}};
        }
    }
    return topWithin(*m_model, services().selection->state().ranks, rangeOfPeaks());
}

/// The sample of the nearest curve at a place; lines before those that only a band shows.
std::optional<MemoryCurvesPage::Place> MemoryCurvesPage::placeAt(QPoint position) {
    const auto &plot = m_chart->plot();
    if (!plot.area.contains(position.x(), position.y())) {
        return std::nullopt;
    }
    const auto at = plot.axis.timeOf(position.x());
    std::optional<Place> nearest;
    for (const bool isLine : {true, false}) {
        int distance = kReach + 1;
        for (const auto &curve : m_model->curves) {
            const auto &samples = *curve.samples;
            const auto index = samples.indexAt(rankTime(ns(at) - curve.offset.count()));
            if (index >= samples.size() || m_model->isLine(curve.rank) != isLine) {
                continue;
            }
            const int away = std::abs(plot.yOf(samples.value(index)) - position.y());
            if (away < distance) {
                distance = away;
                nearest = Place{&curve, index};
            }
        }
        if (nearest) {
            break;
        }
    }
    return nearest;
}

/// The moment, its rank and the stretch for which the value held; elsewhere nothing is selected.
void MemoryCurvesPage::choose(QPoint position) {
    m_chart->setFocus();
    auto state = services().selection->state();
    state.items.clear();
    state.setRange(std::nullopt);
    if (const auto place = placeAt(position)) {
        const auto &samples = *place->curve->samples;
        const auto at = [&](std::uint32_t i) {
            return alignedTime(ns(samples.time(i)) + place->curve->offset.count());
        };
        const auto begin = at(place->sample);
        const auto end = place->sample + 1 < samples.size() ? at(place->sample + 1) : begin;
        state.setRange(AlignedRange{begin, std::max(end, begin + Nanos{1})});
        const auto clicked = std::max(m_chart->plot().axis.timeOf(position.x()), begin);
        state.ranks = {{m_model->run, place->curve->rank}};
        state.items = {MomentRef{m_model->run, place->curve->rank, ns(clicked) - place->curve->offset.count()}};
    }
    services().selection->set(std::move(state), this);
}

/// What is selected, with as much around it.
void MemoryCurvesPage::showInTimeline() {
    if (const auto range = rangeMeant()) {
        const auto margin = std::max(range->duration(), TimeView::kMinSpan);
        services().timeView->setRange({range->begin - margin, range->end + margin});
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    }
}

QString MemoryCurvesPage::tipAt(QPoint position) {
    const auto place = placeAt(position);
    if (!place) {
        return {};
    }
    const auto at = m_chart->plot().axis.timeOf(position.x());
    return curveName(*place->curve) + QLatin1Char('\n') +
           tr("%1 at %2")
               .arg(utf8Text(signedBytesText(place->curve->samples->value(place->sample))),
                    utf8Text(shownDuration(at - origin())));
}

void MemoryCurvesPage::paintMarks(QPainter &painter, const CurvePlot &plot) const {
    const auto &area = plot.area;
    const auto tint = [&](AlignedRange range, ColorRole role, int height) {
        if (range.overlaps(plot.axis.range)) {
            const int left = std::max(area.x, plot.axis.pixelOf(range.begin));
            const int right = std::min(area.right(), std::max(left + 1, plot.axis.pixelOf(range.end)));
            auto color = Theme::current().color(role);
            painter.fillRect(QRect(left, area.bottom() - height, right - left, height), color);
            color.setAlpha(kSelectionTint);
            painter.fillRect(QRect(left, area.y, right - left, area.height), color);
            painter.fillRect(QRect(left, area.y, 1, area.height), color);
            painter.fillRect(QRect(right - 1, area.y, 1, area.height), color);
        }
    };
    if (const auto range = services().selection->state().range) {
        tint(*range, ColorRole::Accent, 0);
    }
    if (m_itemRange) {
        tint(*m_itemRange, ColorRole::Computing, 4);
    }
    if (const auto moment = selectedMoment()) {
        const auto at = alignedTime(moment->at + m_model->mainCurve(moment->rank)->offset.count());
        if (plot.axis.range.contains(at)) {
            painter.fillRect(QRect(plot.axis.pixelOf(at), area.y, 1, area.height),
                             Theme::current().color(ColorRole::Accent));
        }
    }
    constexpr int kStrip = 14;
    stagescope::paintMarks(painter, services().marks, {plot.axis, area.y, kStrip, area.y, area.bottom()});
    for (const int rank : m_model->lines) {
        paintPeak(painter, plot, rank);
    }
}

/// A triangle above each rank's peak, and in words the one that the heading tells.
void MemoryCurvesPage::paintPeak(QPainter &painter, const CurvePlot &plot, int rank) const {
    const auto range = rangeOfPeaks();
    const auto peak = m_model->peakOf(rank, range);
    if (!peak) {
        return;
    }
    auto at = alignedTime(ns(peak->at) + m_model->mainCurve(rank)->offset.count());
    at = range ? std::max(at, range->begin) : at;
    if (!plot.axis.range.contains(at)) {
        return;
    }
    constexpr int kSize = 5;
    const int x = plot.axis.pixelOf(at);
    const int y = plot.yOf(peak->value) - 2;
    const auto color = Theme::current().color(ColorRole::Accent);
    for (int row = 0; row < kSize; ++row) {
        painter.fillRect(QRect(x - row, y - row, 2 * row + 1, 1), color);
    }
    if (m_moment && m_moment->rank == rank) {
        const auto text = tr("peak %1").arg(utf8Text(signedBytesText(peak->value)));
        const QFontMetrics metrics(painter.font());
        const int width = metrics.horizontalAdvance(text);
        const int left = std::clamp(x + kPad, plot.area.x, std::max(plot.area.x, plot.area.right() - width));
        const int top = std::max(plot.area.y, y - kSize - metrics.height() / 2);
        painter.setPen(color);
        painter.drawText(QRect(left, top, width + 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

}  // namespace stagescope
