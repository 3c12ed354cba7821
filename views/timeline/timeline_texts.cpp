#include "views/timeline/timeline_texts.h"

#include "core/base/kernel_name.h"
#include "core/base/number_text.h"
#include "core/base/shown_name.h"
#include "core/store/trace/trace_store.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtCore/QStringList>

namespace stagescope {

namespace {

/// Texts of this file, translated as those of a class.
struct TimelineTexts {
    Q_DECLARE_TR_FUNCTIONS(stagescope::TimelineTexts)
public:
    [[nodiscard]] static QString rank(const RankRef &rank) {
        return rank.rank < 0 ? tr("All ranks") : tr("Rank %1").arg(rank.rank);
    }
    [[nodiscard]] static QString hidden() { return tr("Click to show hidden rows"); }
    [[nodiscard]] static QString label(const TimelineLayout &layout, const TimelineRow &row);
    [[nodiscard]] static QString slice(const TimelineLayout &layout, AlignedTime origin, const SliceRef &slice);
    [[nodiscard]] static QString counter(const TimelineSource &source, TrackId track, const TimeAxis &axis, int x);
};

QString escapedText(std::string_view text) { return utf8Text(text).toHtmlEscaped(); }

QString joined(QStringList parts, const QString &by) {
    parts.removeAll(QString());
    return parts.join(by);
}

QString TimelineTexts::label(const TimelineLayout &layout, const TimelineRow &row) {
    const auto &source = layout.sourceOf(row);
    if (row.kind == TimelineRowKind::Rank) {
        const auto offset = layout.offsetOf(row.node.rank);
        const auto shift = offset == Nanos{0} ? QString() : tr("manual offset: %1 ns").arg(offset.count());
        return joined({rank(row.node.rank), escapedText(source.run), shift}, QStringLiteral("<br>"));
    }
    const auto &track = source.trace->track(row.node.track);
    return escapedText(source.trace->text(track.name)) + QStringLiteral(" ") +
           escapedText(source.trace->text(track.label));
}

QString TimelineTexts::slice(const TimelineLayout &layout, AlignedTime origin, const SliceRef &slice) {
    const auto *source = timelineSourceOf(layout, slice);
    if (source == nullptr) {
        return {};
    }
    const auto &trace = *source->trace;
    const auto row = trace.slices(slice.track).at(slice.slice);
    const auto begin = timelineRangeOf(layout, slice)->begin;
    const auto kernel = kernelName(trace.text(row.name));
    QString place;
    for (const auto text : {kernel.path, kernel.stack}) {
        place += text.empty()
                     ? QString()
                     : escapedText(text).replace(QLatin1Char('\n'), QStringLiteral("<br>")) + QStringLiteral("<br>");
    }
    return QStringLiteral("<b>%1</b><br>%2%3<br>%4<br>%5")
        .arg(escapedText(shownName(trace.text(row.name))), place,
             tr("Duration %1").arg(utf8Text(shownDuration(row.duration()))),
             tr("Start %1").arg(utf8Text(shownDuration(begin - origin))),
             escapedText(trace.text(trace.track(slice.track).name)));
}

QString TimelineTexts::counter(const TimelineSource &source, TrackId track, const TimeAxis &axis, int x) {
    const auto range = source.toRank(AlignedRange{axis.timeOf(x), axis.timeOf(x + 1)});
    std::optional<CounterSpan> whole;
    const RankRange pixel{range.begin, std::max(range.end, range.begin + Nanos{1})};
    source.trace->counter(track).visit(pixel, Nanos{static_cast<std::int64_t>(axis.nsPerPixel())},
                                       [&](const CounterSpan &span) {
                                           if (!whole) {
                                               whole = span;
                                           }
                                           whole->min = std::min(whole->min, span.min);
                                           whole->max = std::max(whole->max, span.max);
                                       });
    if (!whole || whole->begin >= pixel.end) {
        return {};
    }
    const auto unit = escapedText(source.trace->text(source.trace->track(track).label));
    const auto value = [&](double v) {
        return utf8Text(shownFigure(QString::number(v, 'g', 12).toStdString())) + QLatin1Char(' ') + unit;
    };
    const auto name = escapedText(source.trace->text(source.trace->track(track).name));
    return whole->min == whole->max
               ? QStringLiteral("<b>%1</b><br>%2").arg(name, value(whole->min))
               : QStringLiteral("<b>%1</b><br>%2")
                     .arg(name, tr("%1 to %2 within this pixel").arg(value(whole->min), value(whole->max)));
}

}  // namespace

QString timelineTip(const TimelineLayout &layout, const TimelineSceneOptions &options, QPoint position) {
    const auto *row = timelineRowAt(layout, options, position.y());
    if (row == nullptr) {
        return {};
    }
    if (row->kind == TimelineRowKind::Hidden) {
        return TimelineTexts::hidden();
    }
    if (position.x() < options.labelWidth) {
        return TimelineTexts::label(layout, *row);
    }
    if (row->kind == TimelineRowKind::Counter) {
        return TimelineTexts::counter(layout.sourceOf(*row), row->node.track, options.axis(), position.x());
    }
    const auto item = timelineItemAt(layout, options, position.x(), position.y());
    const auto *slice = item ? std::get_if<SliceRef>(&*item) : nullptr;
    return slice == nullptr ? QString() : TimelineTexts::slice(layout, options.origin, *slice);
}

QString sliceName(const TimelineLayout &layout, const SliceRef &slice) {
    const auto *source = timelineSourceOf(layout, slice);
    if (source == nullptr) {
        return {};
    }
    return utf8Text(shownName(source->trace->text(source->trace->slices(slice.track).name(slice.slice.value))));
}

QString rowName(const TimelineLayout &layout, const TimelineNode &node) {
    const auto *row = layout.find(node);
    if (row == nullptr) {
        return {};
    }
    const auto &trace = *layout.sourceOf(*row).trace;
    return node.source.isValid() ? utf8Text(trace.text(trace.track(node.track).name)) : TimelineTexts::rank(node.rank);
}

std::vector<std::pair<QString, TimelineNode>> trackPaths(const TimelineLayout &layout) {
    std::vector<std::pair<QString, TimelineNode>> paths;
    for (const auto &source : layout.sources()) {
        const auto &trace = *source.trace;
        for (const auto &track : trace.tracks()) {
            if (track.kind == TrackKind::Process || track.rowCount > 0) {
                const auto process =
                    track.parent.isValid() ? utf8Text(trace.text(trace.track(track.parent).name)) : QString();
                paths.emplace_back(joined({TimelineTexts::rank(source.rank), process, utf8Text(trace.text(track.name))},
                                          QStringLiteral(" / ")),
                                   TimelineNode{source.rank, source.source, track.id});
            }
        }
    }
    return paths;
}

}  // namespace stagescope
