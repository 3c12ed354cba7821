// What the pointer is on: split from timeline_view.cpp for its length.
#include "core/base/shown_name.h"
#include "core/store/trace/trace_store.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/utf8_text.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QRegularExpression>
#include <QtWidgets/QToolTip>

namespace stagescope {

namespace {

QString escapedText(std::string_view text) { return utf8Text(text).toHtmlEscaped(); }
}  // namespace

void TimelineView::showTip(QPoint position) {
    const auto text = position.x() < 0 ? QString() : tipAt(position);
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 12)), text, m_canvas);
    }
}

QString TimelineView::tipAt(QPoint position) const {
    const auto options = optionsFor(m_canvas->size());
    const auto *row = timelineRowAt(m_layout, options, position.y());
    if (row == nullptr) {
        return {};
    }
    if (row->kind == TimelineRowKind::Hidden) {
        return tr("Hidden rows come back with a click");
    }
    const auto &source = m_layout.sourceOf(*row);
    if (position.x() < options.labelWidth) {
        if (row->kind == TimelineRowKind::Rank) {
            const auto run = escapedText(source.run);
            const auto offset = m_layout.offsetOf(row->node.rank);
            const auto shift = offset == Nanos{0} ? QString() : tr("shifted by hand: %1 ns").arg(offset.count());
            return QStringList{tr("Rank %1").arg(row->node.rank.rank), run, shift}
                .filter(QRegularExpression(QStringLiteral(".")))
                .join(QStringLiteral("<br>"));
        }
        const auto &track = source.trace->track(row->node.track);
        return escapedText(source.trace->text(track.name)) + QStringLiteral(" ") +
               escapedText(source.trace->text(track.label));
    }
    if (row->kind == TimelineRowKind::Counter) {
        return counterTip(*row, position.x());
    }
    const auto item = timelineItemAt(m_layout, options, position.x(), position.y());
    const auto *slice = item ? std::get_if<SliceRef>(&*item) : nullptr;
    return slice == nullptr ? QString() : sliceTip(*slice);
}

QString TimelineView::sliceTip(const SliceRef &slice) const {
    const auto range = timelineRangeOf(m_layout, slice);
    const auto trace = m_workspace->trace(slice.run, slice.source);
    if (!range || trace == nullptr) {
        return {};
    }
    const auto row = trace->slices(slice.track).at(slice.slice);
    const auto origin = optionsFor(m_canvas->size()).origin;
    return QStringLiteral("<b>%1</b><br>%2<br>%3<br>%4")
        .arg(escapedText(shownName(trace->text(row.name))),
             tr("Duration %1").arg(utf8Text(durationText(row.duration()))),
             tr("Start %1").arg(utf8Text(durationText(range->begin - origin))),
             escapedText(trace->text(trace->track(slice.track).name)));
}

QString TimelineView::counterTip(const TimelineRow &row, int x) const {
    const auto &source = m_layout.sourceOf(row);
    const auto &counter = source.trace->counter(row.node.track);
    const auto axis = optionsFor(m_canvas->size()).axis();
    const auto range = source.toRank(AlignedRange{axis.timeOf(x), axis.timeOf(x + 1)});
    std::optional<CounterSpan> whole;
    const RankRange pixel{range.begin, std::max(range.end, range.begin + Nanos{1})};
    counter.visit(pixel, Nanos{static_cast<std::int64_t>(axis.nsPerPixel())}, [&](const CounterSpan &span) {
        if (!whole) {
            whole = span;
        }
        whole->min = std::min(whole->min, span.min);
        whole->max = std::max(whole->max, span.max);
    });
    if (!whole || whole->begin >= pixel.end) {
        return {};
    }
    const auto &track = source.trace->track(row.node.track);
    const auto unit = escapedText(source.trace->text(track.label));
    const auto value = [&](double v) { return QLocale().toString(v, 'g', 12) + QLatin1Char(' ') + unit; };
    const auto name = escapedText(source.trace->text(track.name));
    return whole->min == whole->max
               ? QStringLiteral("<b>%1</b><br>%2").arg(name, value(whole->min))
               : QStringLiteral("<b>%1</b><br>%2")
                     .arg(name, tr("%1 to %2 within this pixel").arg(value(whole->min), value(whole->max)));
}

}  // namespace stagescope
