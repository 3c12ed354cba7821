#include "app/window/query/result_places.h"

#include "core/analysis/tables/time_bounds.h"
#include "core/session/marks.h"
#include "views/common/texts/utf8_text.h"

#include <QtGui/QAction>
#include <QtWidgets/QMenu>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace stagescope {

ResultPlaces::ResultPlaces(Marks *marks, QWidget *parent) : QPushButton(parent), m_marks(marks) {
    setObjectName(QStringLiteral("queryPlaces"));
    auto *menu = new QMenu(this);
    m_asTrack = menu->addAction(QString(), this, [this] { place(true); });
    m_asMarks = menu->addAction(QString(), this, [this] { place(false); });
    m_inReport = menu->addAction(QString());
    setMenu(menu);
    setResult(nullptr, nullptr, {});
    retranslate();
}

void ResultPlaces::setResult(std::shared_ptr<const ResultTable> result, std::shared_ptr<const Workspace> workspace,
                             const QString &name) {
    m_work.cancel();
    m_result = std::move(result);
    m_workspace = std::move(workspace);
    m_name = name;
    setEnabled(m_result != nullptr && !m_result->rows.empty());
    const bool isPlaceable = isEnabled() && mayHaveSpans(*m_result);
    m_asTrack->setEnabled(isPlaceable);
    m_asMarks->setEnabled(isPlaceable && m_marks != nullptr && m_marks->isOpen());
}

void ResultPlaces::place(bool asTrack) {
    if (m_result == nullptr || m_workspace->mainRun() == nullptr) {
        return;
    }
    const auto name = m_name.isEmpty() ? tr("Query %1").arg(++m_number) : m_name;
    m_work.start(
        [result = m_result, workspace = m_workspace, name = name.toStdString(), asTrack](const std::stop_token &stop) {
            auto placed = std::make_shared<Placed>();
            placed->spans = spansOf(*result, *workspace, timeBounds(*workspace->mainRun()), stop);
            if (asTrack) {
                placed->track = ownTrackOf(placed->spans.spans, name);
            }
            return std::shared_ptr<const Placed>(std::move(placed));
        },
        [this, asTrack](const std::shared_ptr<const Placed> &placed) {
            asTrack ? tellTrack(*placed) : addMarks(placed->spans);
        });
}

void ResultPlaces::tellTrack(const Placed &placed) {
    std::set<std::size_t> rows;
    for (const auto &span : placed.spans.spans) {
        rows.insert(span.row);
    }
    if (!placed.track.parts.empty()) {
        Q_EMIT trackMade(placed.track);
    }
    std::size_t drawn = 0;
    for (const auto &part : placed.track.parts) {
        drawn += part.trace->slices(part.track).size();
    }
    const auto tooDeep = placed.spans.spans.size() - std::min(drawn, placed.spans.spans.size());
    auto text = tr("Rows on the track: %1.").arg(rows.size() - std::min(tooDeep, rows.size()));
    text +=
        tooDeep == 0 ? QString() : QLatin1Char(' ') + tr("Rows not shown, too many at the same time: %1.").arg(tooDeep);
    Q_EMIT told(text + lacksOf(placed.spans));
}

/// Marks are of the profile that is looked at.
void ResultPlaces::addMarks(const ResultSpans &spans) {
    std::vector<std::pair<AlignedRange, std::string>> marks;
    std::size_t others = 0;
    std::size_t beyond = 0;
    for (const auto &span : spans.spans) {
        if (span.rank.run != m_workspace->mainRun()->id) {
            ++others;
        } else if (marks.size() == kMostMarks) {
            ++beyond;
        } else {
            marks.emplace_back(span.range,
                               span.name.empty() ? tr("Row %1").arg(span.row + 1).toStdString() : span.name);
        }
    }
    m_marks->addAll(marks);
    auto text = tr("Marks added: %1.").arg(marks.size()) + lacksOf(spans);
    text += others == 0 ? QString() : QLatin1Char(' ') + tr("Rows of other profiles, not marked: %1.").arg(others);
    text += beyond == 0 ? QString() : QLatin1Char(' ') + tr("Rows beyond the limit, not marked: %1.").arg(beyond);
    Q_EMIT told(text);
}

QString ResultPlaces::lacksOf(const ResultSpans &spans) {
    auto text = spans.untimed == 0 ? QString() : QLatin1Char(' ') + tr("Rows without a time: %1.").arg(spans.untimed);
    if (spans.areFromFirstEvent) {
        text += QLatin1Char(' ') + tr("Start times are read as offsets from the first event.");
    }
    return text;
}

void ResultPlaces::retranslate() {
    setText(tr("Show As"));
    setToolTip(
        tr("Show the rows on the timeline or in the report. On the timeline they need a start and a duration "
           "(begin_ns, dur_ns) or an evidence column"));
    m_asTrack->setText(tr("Track"));
    m_asMarks->setText(tr("Marks"));
    m_inReport->setText(tr("Part of the Report"));
}

}  // namespace stagescope
