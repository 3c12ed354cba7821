#include "app/window/panels/search_panel.h"

#include "core/base/number_text.h"
#include "core/base/shown_name.h"
#include "core/store/trace/trace_store.h"
#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QToolButton>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr int kSearchDelayMs = 200;

QToolButton *modeButton(const QString &text, QWidget *parent) {
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setCheckable(true);
    return button;
}

}  // namespace

SearchPanel::SearchPanel(Selection *selection, TimeView *timeView, QWidget *parent)
    : RowsPanel(parent),
      m_selection(selection),
      m_timeView(timeView),
      m_workspace(std::make_shared<Workspace>()),
      m_case(modeButton(QStringLiteral("Aa"), this)),
      m_word(modeButton(QStringLiteral("\"ab\""), this)),
      m_pattern(modeButton(QStringLiteral(".*"), this)) {
    for (auto *button : {m_case, m_word, m_pattern}) {
        addControl(button);
        connect(button, &QToolButton::toggled, this, &SearchPanel::restart);
    }
    // A pattern says itself where words end.
    connect(m_pattern, &QToolButton::toggled, m_word, &QWidget::setDisabled);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kSearchDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &SearchPanel::start);
    connect(this, &RowsPanel::rowActivated, this, &SearchPanel::goTo);
    connect(this, &RowsPanel::rowOpened, this, [this] {
        Q_EMIT placeRequested(QStringLiteral("timeline"));
        m_selection->show();
    });
    connect(m_selection, &Selection::lockChanged, this, &SearchPanel::restart);
    retranslate();
}

void SearchPanel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    if (!m_text.isEmpty()) {
        m_delay.start();
    }
}

void SearchPanel::search(const QString &wanted) {
    const auto trimmed = wanted.trimmed();
    if (trimmed != m_text) {
        m_text = trimmed;
        restart();
    }
}

void SearchPanel::restart() {
    m_current = -1;
    m_delay.start();
    showSummary();
}

SearchQuery SearchPanel::query() const {
    const auto mode = m_pattern->isChecked() ? SearchMode::Pattern
                      : m_word->isChecked()  ? SearchMode::Word
                                             : SearchMode::Part;
    return {m_text.toStdString(), mode, m_case->isChecked(), m_selection->lock()};
}

void SearchPanel::start() {
    m_search.start([workspace = m_workspace, wanted = query()](
                       const std::stop_token &stop) { return searchSlices(*workspace, wanted, kMaxHits, stop); },
                   [this](SearchResult result) { take(std::move(result)); });
    showSummary();
}

void SearchPanel::take(SearchResult result) {
    m_result = std::move(result);
    m_current = m_current < static_cast<int>(m_result.hits.size()) ? m_current : -1;
    std::vector<RowsModel::Row> rows;
    rows.reserve(m_result.hits.size());
    const auto origin = m_timeView->limits().begin;
    for (const auto &hit : m_result.hits) {
        rows.push_back({{utf8Text(shownName(hit.name)), QString::number(hit.rank), utf8Text(hit.track),
                         utf8Text(shownDuration(hit.begin - origin)), utf8Text(shownDuration(hit.duration))}});
    }
    setRows(std::move(rows));
    showSummary();
    if (const int steps = std::exchange(m_pendingSteps, 0); steps != 0) {
        goToNext(steps < 0);
    }
    Q_EMIT finished();
}

void SearchPanel::goToNext(bool backwards) {
    if (isBusy()) {
        m_pendingSteps = backwards ? -1 : 1;
        return;
    }
    const int count = static_cast<int>(m_result.hits.size());
    if (count > 0) {
        const int start = m_current < 0 && backwards ? 0 : m_current;
        goTo((start + (backwards ? count - 1 : 1)) % count);
    }
}

void SearchPanel::goTo(int row) {
    m_current = row;
    selectRow(row);
    const auto &hit = m_result.hits[static_cast<std::size_t>(row)];
    const auto range = m_timeView->range();
    const AlignedRange wanted{hit.begin, hit.begin + hit.duration};
    if (!range.contains(wanted.begin) || !(wanted.end <= range.end)) {
        // The same zoom when the slice fits into it, else three times the slice.
        const auto span = std::max(range.duration(), hit.duration * 3);
        const auto middle = hit.begin + hit.duration / 2;
        m_timeView->setRange({middle - span / 2, middle + span / 2});
    }
    m_selection->setItem(hit.slice, this);
    showSummary();
}

void SearchPanel::showSummary() {
    const auto total = static_cast<int>(m_result.total);
    const auto place = m_selection->lock() ? tr(" (within the locked selection)") : QString();
    if (m_text.isEmpty()) {
        setSummary(
            tr("Type part of a slice name into the search box (/). Enter: next match; Shift+Enter: previous match."));
    } else if (isBusy()) {
        setSummary(tr("Searching for \"%1\"...").arg(m_text));
    } else if (!m_result.patternError.empty()) {
        setSummary(tr("Invalid regular expression \"%1\": %2").arg(m_text, utf8Text(m_result.patternError)));
    } else if (total == 0 && m_selection->lock()) {
        setSummary(tr("No match for \"%1\" in the locked selection.").arg(m_text));
    } else if (total == 0) {
        setSummary(tr("No match for \"%1\" in the loaded ranks.").arg(m_text));
    } else if (m_current >= 0) {
        setSummary(tr("Match %1 of %2 for \"%3\"").arg(m_current + 1).arg(total).arg(m_text) + place);
    } else {
        setSummary(tr("%n match(es) for \"%1\"", nullptr, total).arg(m_text) + place);
    }
}

void SearchPanel::retranslate() {
    m_case->setToolTip(tr("Match case"));
    m_word->setToolTip(tr("Whole words only"));
    m_pattern->setToolTip(tr("Regular expression"));
    for (auto *button : {m_case, m_word, m_pattern}) {
        button->setAccessibleName(button->toolTip());
    }
    setHeaders({tr("Name"), tr("Rank"), tr("Track"), tr("Start"), tr("Duration")}, 3);
    take(std::move(m_result));
}

}  // namespace stagescope
