#include "app/window/panels/selection_panel.h"

#include "core/analysis/trace/slice_runs.h"
#include "core/base/number_text.h"
#include "core/store/trace/trace_store.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kSelectionDelayMs = 150;
constexpr int kMostColumn = 280;  ///< of a name: the panel is as wide as half the window

std::vector<LaneRef> lanesOf(const Workspace &workspace, const std::vector<LaneRef> &lanes, LanePlace place) {
    std::vector<LaneRef> kept;
    std::copy_if(lanes.begin(), lanes.end(), std::back_inserter(kept), [&](const LaneRef &lane) {
        const auto trace = workspace.trace(lane.run, lane.source);
        return trace != nullptr && placeOf(trace->track(lane.track).kind) == place;
    });
    return kept;
}

void addTabs(QTabWidget &tabs, std::initializer_list<TableView *> tables) {
    tabs.setDocumentMode(true);
    for (auto *table : tables) {
        tabs.addTab(table, QString());
        table->setMostColumn(kMostColumn);
    }
}

}  // namespace

SelectionPanel::SelectionPanel(Selection *selection, TimeView *timeView, QWidget *parent)
    : QWidget(parent),
      m_selection(selection),
      m_workspace(std::make_shared<Workspace>()),
      m_summary(new QLabel(this)),
      m_tables(new QTabWidget(this)),
      m_names(new TableView(this)),
      m_totals(new TableView(this)),
      m_counters(new TableView(this)),
      m_slices(new SliceListView(selection, timeView, this)),
      m_all(new QToolButton(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    auto *halves = new QSplitter(this);
    layout->addWidget(m_summary);
    layout->addWidget(halves, 1);
    addTabs(*m_tables, {m_names, m_totals, m_counters});
    m_names->setNoticeOf([this](const std::string &id) {
        const auto *run = m_workspace->mainRun();
        return run == nullptr ? QString() : tableNotice(run, id, ranksOfLanes(*run, m_lanes));
    });
    halves->addWidget(m_tables);
    halves->addWidget(m_slices);
    halves->setChildrenCollapsible(false);
    m_slices->addControl(m_all);
    m_summary->setWordWrap(true);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kSelectionDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &SelectionPanel::start);
    connect(m_selection, &Selection::changed, this, &SelectionPanel::update);
    for (const auto signal : {&QAbstractItemView::clicked, &QAbstractItemView::activated}) {
        connect(m_names->table(), signal, this, [this](const QModelIndex &index) { chooseName(index.row()); });
    }
    connect(m_all, &QToolButton::clicked, this, [this] {
        m_name.reset();
        listSlices();
    });
    retranslate();
}

void SelectionPanel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_range.reset();
    update();
}

void SelectionPanel::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    update();
}

void SelectionPanel::update() {
    const auto &state = m_selection->state();
    if (!state.range || m_workspace->mainRun() == nullptr) {
        m_delay.stop();
        m_work.start([](const std::stop_token &) { return BoxStatistics{}; }, [](const auto &) {});
        m_range.reset();
        m_statistics.reset();
        showSummary();
    } else if (isVisible() && (state.range != m_range || selectedLanes(*m_workspace, state) != m_lanes)) {
        m_delay.start();
    }
}

void SelectionPanel::start() {
    const auto &state = m_selection->state();
    if (!state.range) {
        return;
    }
    m_range = state.range;
    m_lanes = selectedLanes(*m_workspace, state);
    m_statistics.reset();
    showSummary();
    m_work.start([workspace = m_workspace, range = *m_range, lanes = m_lanes](
                     const std::stop_token &stop) { return boxStatistics(*workspace, range, lanes, stop); },
                 [this](BoxStatistics statistics) { take(std::move(statistics)); });
}

void SelectionPanel::take(BoxStatistics statistics) {
    m_statistics = std::move(statistics);
    m_names->setTable(namesTable(*m_statistics));
    m_totals->setTable(placesTable(*m_statistics));
    m_counters->setTable(countersTable(*m_statistics));
    const bool isThere =
        m_name && std::any_of(m_statistics->names.begin(), m_statistics->names.end(), [&](const NameStatistics &name) {
            return name.place == m_name->first && name.name == m_name->second;
        });
    if (!isThere) {
        m_name.reset();
    }
    showSummary();
    listSlices();
}

/// A row of the table of names, as it is sorted and filtered now.
void SelectionPanel::chooseName(int row) {
    const auto shown = m_names->shownTable();
    if (!m_statistics || row < 0 || static_cast<std::size_t>(row) >= shown.rows.size()) {
        return;
    }
    const auto at = static_cast<std::size_t>(row);
    const auto it = std::find_if(m_statistics->names.begin(), m_statistics->names.end(), [&](const auto &name) {
        return placeText(name.place) == shown.text(at, "place") && name.name == shown.text(at, "name");
    });
    if (it != m_statistics->names.end()) {
        m_name = {it->place, it->name};
        listSlices();
    }
}

void SelectionPanel::listSlices() {
    SliceListQuery query;
    query.range = *m_range;
    query.lanes = m_name ? lanesOf(*m_workspace, m_lanes, m_name->first) : m_lanes;
    query.name = m_name ? std::optional(m_name->second) : std::nullopt;
    m_all->setEnabled(m_name.has_value());
    m_slices->show(m_workspace, std::move(query), m_name ? utf8Text(m_name->second) : tr("All names"));
}

/// The totals row: each track's slices united, so that nested ones do not count twice.
QString SelectionPanel::totalsText() const {
    QStringList places;
    for (const auto &place : m_statistics->places) {
        places << tr("%1: %n slice(s), tracks %2, busy %3 (sum of durations %4)", nullptr,
                     static_cast<int>(std::min<std::int64_t>(place.count, INT_MAX)))
                      .arg(messageText(Message("value.place." + std::string(placeText(place.place)))))
                      .arg(place.tracks)
                      .arg(utf8Text(shownDuration(place.busy)), utf8Text(shownDuration(place.total)));
    }
    return places.join(QStringLiteral("; "));
}

void SelectionPanel::showSummary() {
    const bool hasFigures = m_statistics && !(m_statistics->places.empty() && m_statistics->counters.empty());
    m_tables->setVisible(hasFigures);
    m_slices->setVisible(hasFigures);
    if (!m_range) {
        m_summary->setText(
            tr("Drag over timeline rows or over any chart to select a time range; what ran in it is listed here by "
               "name."));
    } else if (!m_statistics) {
        m_summary->setText(tr("Computing totals..."));
    } else if (!hasFigures) {
        m_summary->setText(tr("No data: the visible ranks are not fully loaded, or nothing ran."));
    } else {
        m_summary->setText(
            tr("%1 selected. %2. Busy = union of each track's slices, summed over tracks; nested slices count once.")
                .arg(utf8Text(shownDuration(m_range->duration())), totalsText()));
    }
}

QString SelectionPanel::summary() const { return m_summary->text(); }

void SelectionPanel::retranslate() {
    m_tables->setTabText(0, tr("By name"));
    m_tables->setTabText(1, tr("Totals"));
    m_tables->setTabText(2, tr("Counters"));
    m_all->setText(tr("All names"));
    m_all->setToolTip(tr("List slices of all names"));
    for (auto *table : {m_names, m_totals, m_counters}) {
        table->retranslate();
    }
    m_slices->retranslate();
    showSummary();
}

}  // namespace stagescope
