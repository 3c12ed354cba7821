#include "views/runs/runs_page.h"

#include "core/advice/gate/gate_metrics.h"
#include "core/base/number_text.h"
#include "core/session/discovery/run_folder.h"
#include "core/session/remote_address.h"
#include "core/session/run_list.h"
#include "core/session/run_names.h"
#include "views/common/control_bar.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/runs/run_list_model.h"
#include "views/runs/run_list_view.h"
#include "views/runs/series_panels.h"

#include <QtCore/QAbstractProxyModel>
#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kChartShare = 3;
constexpr int kBelowShare = 2;
constexpr int kMostOverviewColumn = 260;

bool isAmong(const std::vector<std::string> &all, const std::string &one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

/// Nothing of it was found yet.
bool isUnknown(const Run &run) { return run.captures.empty() && run.snapshots.empty() && run.clusterFiles.empty(); }

}  // namespace

RunsPage::RunsPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "compare_runs", Extent::Page, parent) {
    addControls();
    addBelow();
    connect(&m_load, &SeriesLoad::arrived, this, &RunsPage::take);
    connect(&m_load, &SeriesLoad::finished, this, [this] {
        updateProgress();
        Q_EMIT busyChanged();
    });
    retranslate();
}

void RunsPage::addControls() {
    auto *bar = new ControlBar(this);
    m_controls = bar;
    m_metric = bar->addPicker(
        "runsMetric", [] { return tr("Metric"); },
        [] {
            std::vector<ControlBar::Choice> choices;
            for (const auto &metric : gateMetrics()) {
                const auto id = "head.runs_overview." + std::string(metric.name);
                choices.push_back({messageText(Message(id)), utf8Text(metric.name), utf8Text(metric.figure)});
            }
            return choices;
        });
    m_order = bar->addPicker(
        "runsOrder", [] { return tr("Order"); },
        [] {
            const auto kept = [](SeriesOrder order) { return static_cast<int>(order); };
            return std::vector<ControlBar::Choice>{{tr("By capture time"), kept(SeriesOrder::Time)},
                                                   {tr("By name"), kept(SeriesOrder::Label)},
                                                   {tr("As selected"), kept(SeriesOrder::Given)}};
        });
    m_traces = bar->addSwitch("runsTraces", [] { return tr("Computed from traces"); });
    bar->setTip(m_traces, [] {
        return tr("Compute times from all traces (read completely) instead of the sums written by the profiler");
    });
    const auto addButton = [&](const auto &text, const auto &tip, const auto &act) {
        auto *button = new QToolButton(bar);
        bar->addField({}, button);
        bar->addText([button, text] { button->setText(text()); });
        bar->setTip(button, tip);
        connect(button, &QToolButton::clicked, this, act);
        return button;
    };
    m_open = addButton([] { return tr("Open"); }, [] { return tr("Open the selected run (Enter, double-click)"); },
                       [this] { request(false); });
    m_baseline =
        addButton([] { return tr("Set as Baseline"); },
                  [] { return tr("Compare the open run with the selected one (B)"); }, [this] { request(true); });
    m_progress = new QLabel(bar);
    bar->addField({}, m_progress);
    m_stop = addButton([] { return tr("Stop"); }, [] { return tr("Stop reading runs; runs already read stay"); },
                       [this] {
                           m_load.cancel();
                           updateProgress();
                           Q_EMIT busyChanged();
                       });
    setBar(bar);
    updateProgress();
    updateButtons();
}

void RunsPage::addBelow() {
    m_below = new QTabWidget(this);
    m_below->setDocumentMode(true);
    setTable(new TableView, kChartShare, kBelowShare);
    table()->setMostColumn(kMostOverviewColumn);
    m_below->addTab(table(), QString());
    setBelow(m_below, kChartShare, kBelowShare);
    auto *view = table()->table();
    connect(view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        if (index.isValid() && tableRow(index) < model().runs.size()) {
            mark(tableRow(index));
        }
    });
    connect(view, &QAbstractItemView::activated, this, [this] { request(false); });
}

void RunsPage::setRunList(RunList *list) {
    m_known = list;
    m_list = new RunListView(list, RunListView::Use::Tick, m_below);
    m_below->addTab(m_list, QString());
    connect(m_list->model(), &RunListModel::tickedChanged, this, &RunsPage::followList);
    connect(m_list, &RunListView::openRequested, this, &RunsPage::runRequested);
    connect(m_list, &RunListView::baselineRequested, this, &RunsPage::baselineRequested);
    connect(m_list, &RunListView::compareRequested, this, [this](const QStringList &paths) {
        std::vector<std::string> chosen;
        for (const auto &path : paths) {
            chosen.push_back(path.toStdString());
        }
        choose(std::move(chosen));
    });
    connect(list, &RunList::changed, this, [this] { showRuns(model().runs); });  // names
    retranslate();
}

QString RunsPage::title() const { return tr("Runs"); }
QString RunsPage::canvasName() const { return tr("One metric over many runs"); }

std::optional<Message> RunsPage::emptyReason() const {
    if (!model().runs.empty()) {
        return std::nullopt;
    }
    return Message(m_load.isBusy() ? "runs.loading" : "runs.empty");
}

void RunsPage::retranslate() {
    ChartPage::retranslate();
    m_below->setTabText(0, tr("Metrics"));
    if (m_list != nullptr) {
        m_list->retranslate();
        m_below->setTabText(1, tr("Choose runs"));
    }
    updateProgress();
}

void RunsPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    ModelPage::setWorkspace(std::move(workspace));
    updateButtons();
}

std::vector<std::string> RunsPage::openPaths() const {
    const auto *open = run();
    if (open == nullptr || isUnknown(*open)) {
        return {};
    }
    auto paths = runsWithin(*open);
    if (paths.empty()) {
        if (const auto *baseline = workspace()->baseline()) {
            paths.push_back(baseline->path);
        }
        paths.push_back(open->path);
    }
    return paths;
}

void RunsPage::choose(std::vector<std::string> paths) {
    m_chosen = std::move(paths);
    ask();
    Q_EMIT titleOrReasonChanged();
}

/// Those that are shown keep their places.
void RunsPage::followList() {
    const auto &ticked = m_list->model()->ticked();
    std::vector<std::string> paths;
    std::copy_if(m_asked.begin(), m_asked.end(), std::back_inserter(paths),
                 [&](const std::string &path) { return ticked.contains(path); });
    std::copy_if(ticked.begin(), ticked.end(), std::back_inserter(paths),
                 [&](const std::string &path) { return !isAmong(m_asked, path); });
    choose(std::move(paths));
}

void RunsPage::ask() {
    auto paths = m_chosen.empty() ? openPaths() : m_chosen;
    if (paths == m_asked) {
        return;
    }
    m_asked = std::move(paths);
    if (m_list != nullptr) {
        m_list->model()->setTicked({m_asked.begin(), m_asked.end()});
    }
    load();
}

std::vector<SeriesMetric> RunsPage::wantedMetrics() const {
    std::vector<std::string> names(usualSeriesMetrics().begin(), usualSeriesMetrics().end());
    if (const auto chosen = m_metric->currentData().toString().toStdString(); !isAmong(names, chosen)) {
        names.push_back(chosen);
    }
    std::vector<SeriesMetric> metrics;
    for (const auto &name : names) {
        if (auto metric = seriesMetric(name)) {
            metrics.push_back(std::move(*metric));
        }
    }
    return metrics;
}

SeriesReading RunsPage::wantedReading() const {
    return m_traces->isChecked() ? SeriesReading::Traces : SeriesReading::SmallFiles;
}

/// What is there with all figures stays.
void RunsPage::load() {
    auto metrics = wantedMetrics();
    const bool isRead = m_reading == wantedReading();
    m_reading = wantedReading();
    const bool isSame = isRead && std::equal(metrics.begin(), metrics.end(), m_metrics.begin(), m_metrics.end(),
                                             [](const auto &a, const auto &b) { return a.name == b.name; });
    m_metrics = std::move(metrics);
    std::vector<SeriesRun> kept;
    auto missing = m_asked;
    for (const auto &run : isSame ? model().runs : std::vector<SeriesRun>{}) {
        if (isAmong(m_asked, run.path) && run.steps > 0) {
            kept.push_back(run);
            std::erase(missing, run.path);
        }
    }
    m_load.start(missing, m_metrics, m_reading);
    showRuns(std::move(kept));
}

void RunsPage::take(const SeriesRun &run) {
    auto runs = model().runs;
    runs.push_back(run);
    showRuns(std::move(runs));
}

void RunsPage::showRuns(std::vector<SeriesRun> runs) {
    const auto place = [this](const SeriesRun &run) {
        return std::find(m_asked.begin(), m_asked.end(), run.path) - m_asked.begin();
    };
    std::sort(runs.begin(), runs.end(), [&](const auto &a, const auto &b) { return place(a) < place(b); });
    const auto names = namesApart(m_asked);
    for (auto &run : runs) {
        const auto *known = m_known == nullptr ? nullptr : m_known->find(shownPath(run.path));
        const auto at = static_cast<std::size_t>(place(run));
        if (known != nullptr && !known->name.empty()) {
            run.label = known->name;
        } else if (at < names.size()) {
            run.label = names[at];
        }
    }
    sortSeries(runs, static_cast<SeriesOrder>(m_order->currentData().toInt()));
    const auto name = m_metric->currentData().toString().toStdString();
    const auto chosen = std::find_if(m_metrics.begin(), m_metrics.end(),
                                     [&](const SeriesMetric &metric) { return metric.name == name; });
    setModel({std::move(runs), m_metrics, static_cast<std::size_t>(chosen - m_metrics.begin())});
}

void RunsPage::onControls() {
    const auto name = m_metric->currentData().toString().toStdString();
    const bool isThere = std::any_of(m_metrics.begin(), m_metrics.end(),
                                     [&](const SeriesMetric &metric) { return metric.name == name; });
    isThere &&wantedReading() == m_reading ? showRuns(model().runs) : load();
}

void RunsPage::onModel() {
    const auto &view = *table()->table();
    {
        const QSignalBlocker quiet(view.selectionModel());
        table()->setTable(seriesOverview(model().runs, model().metrics, model().chosen));
    }
    mark(marked());
    updateProgress();
}

std::optional<std::size_t> RunsPage::marked() const {
    const auto &runs = model().runs;
    const auto it = std::find_if(runs.begin(), runs.end(), [&](const SeriesRun &run) { return run.path == m_marked; });
    return it == runs.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - runs.begin()));
}

void RunsPage::mark(std::optional<std::size_t> run) {
    m_marked = run && *run < model().runs.size() ? model().runs[*run].path : std::string();
    auto *view = table()->table();
    if (run) {
        const auto *sorted = static_cast<const QAbstractProxyModel *>(view->model());
        const auto index = sorted->mapFromSource(table()->model()->index(static_cast<int>(*run), 0));
        if (index.isValid() && index.row() != view->currentIndex().row()) {
            const QSignalBlocker quiet(view->selectionModel());
            view->selectRow(index.row());
            view->viewport()->update();
        }
    }
    updateButtons();
    refresh();
}

void RunsPage::updateButtons() {
    const auto *open = run();
    m_open->setEnabled(!m_marked.empty());
    m_baseline->setEnabled(!m_marked.empty() && open != nullptr && open->path != m_marked);
}

void RunsPage::updateProgress() {
    const auto &runs = model().runs;
    const bool isBusy = m_load.isBusy();
    const auto unread =
        std::count_if(runs.begin(), runs.end(), [](const SeriesRun &run) { return run.ranks == 0 && run.steps == 0; });
    auto text = tr("%n run(s)", nullptr, static_cast<int>(runs.size()));
    if (isBusy || runs.size() < m_asked.size()) {
        text = tr("%1 of %n run(s)", nullptr, static_cast<int>(m_asked.size())).arg(runs.size());
    }
    if (unread > 0) {
        text += tr(", %n not readable", nullptr, static_cast<int>(unread));
    }
    m_progress->setText(m_asked.empty() ? QString() : text);
    m_stop->setVisible(isBusy);
}

/// What is shown stays when another run is opened.
void RunsPage::request(bool isBaseline) {
    if (m_marked.empty() || (isBaseline && !m_baseline->isEnabled())) {
        return;
    }
    m_chosen = m_asked;
    const auto path = utf8Text(m_marked);
    isBaseline ? Q_EMIT baselineRequested(path) : Q_EMIT runRequested(path);
}

void RunsPage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto place = layoutShown().placeAt(position.x(), position.y());
    mark(place ? std::optional(place->run) : std::nullopt);
}

void RunsPage::onDoubleClicked(QPoint position, const std::optional<ItemRef> &) {
    if (const auto place = layoutShown().placeAt(position.x(), position.y())) {
        mark(place->run);
        request(false);
    }
}

/// Left and right through the runs, Enter opens, B takes as the baseline.
bool RunsPage::onKey(const QKeyEvent &event) {
    const auto count = model().runs.size();
    const auto at = marked();
    if (count == 0 || event.modifiers() != Qt::NoModifier) {
        return false;
    }
    switch (event.key()) {
        case Qt::Key_Right:
            mark(at ? std::min(*at + 1, count - 1) : 0);
            return true;
        case Qt::Key_Left:
            mark(at && *at > 0 ? *at - 1 : 0);
            return true;
        case Qt::Key_Home:
            mark(0);
            return true;
        case Qt::Key_End:
            mark(count - 1);
            return true;
        case Qt::Key_B:
            request(true);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            request(false);
            return true;
        default:
            return false;
    }
}

QString RunsPage::tipAt(QPoint position) const {
    const auto place = layoutShown().placeAt(position.x(), position.y());
    if (!place || place->run >= model().runs.size()) {
        return {};
    }
    const auto &run = model().runs[place->run];
    QStringList lines{utf8Text(run.label)};
    const auto number = [](double value) { return utf8Text(valueText(value)); };
    if (const auto &figure = run.figures[model().chosen]; figure.value) {
        const auto [least, most] = std::minmax_element(figure.steps.begin(), figure.steps.end());
        const auto name = metricName(model().metrics[model().chosen]);
        lines += figure.steps.size() > 1
                     ? tr("%1: %2, steps %3 to %4").arg(name, number(*figure.value), number(*least), number(*most))
                     : tr("%1: %2").arg(name, number(*figure.value));
    } else {
        lines += utf8Text(figure.reason);
    }
    lines += tr("%n rank(s)", nullptr, static_cast<int>(run.ranks)) + QStringLiteral(", ") +
             tr("%n step(s)", nullptr, static_cast<int>(run.steps));
    if (const auto *known = m_known == nullptr ? nullptr : m_known->find(shownPath(run.path));
        known && !known->note.empty()) {
        lines += utf8Text(known->note);
    }
    lines += utf8Text(shownPath(run.path));
    lines += tr("Double-click or Enter: open. B: set as baseline");
    return lines.join(QLatin1Char('\n'));
}

SeriesLayout RunsPage::layoutFor(QSize size) const {
    const std::array places{model().chosen};
    return layOutSeries(seriesPanels(model().runs, model().metrics, places), {size.width(), size.height(), marked()},
                        sceneStyle(font()));
}

}  // namespace stagescope
