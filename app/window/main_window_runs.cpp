// How the window opens runs and follows what is loaded.
#include "app/crash_report.h"
#include "app/window/blame_navigator.h"
#include "app/window/context_bar.h"
#include "app/window/demo_profile.h"
#include "app/window/main_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/panels/slim_page.h"
#include "app/window/remote_runs.h"
#include "app/window/source_reader.h"
#include "app/window/start_page.h"
#include "app/window/status_strip.h"
#include "app/window/view_tabs.h"
#include "app/window/window_actions.h"
#include "core/advice/runs/run_series.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/base/item_ref.h"
#include "core/base/words/step_pattern.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/nearest_profile.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/discovery/run_folder.h"
#include "core/session/loading/kept_ranks.h"
#include "core/session/loading/kept_steps.h"
#include "core/session/remote_address.h"
#include "views/collect/collect_page.h"
#include "views/collect/setting_draft.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/runs/runs_page.h"
#include "views/summary/summary_view.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStackedWidget>

#include <algorithm>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

bool hasDataLoss(const Workspace &workspace) {
    return std::any_of(workspace.runs.begin(), workspace.runs.end(), [](const Run &run) {
        return (run.log != nullptr && run.log->hasDataLoss()) ||
               std::any_of(run.captures.begin(), run.captures.end(),
                           [](const RankCapture &c) { return c.log != nullptr && c.log->hasDataLoss(); });
    });
}

}  // namespace

void MainWindow::wireRuns() {
    m_runs.setClockMeter(measuredAlignment);
    connect(&m_runs, &OpenRuns::workspaceChanged, this, &MainWindow::takeWorkspace);
    connect(&m_runs, &OpenRuns::statusChanged, this, &MainWindow::takeStatus);
    connect(&m_runs, &OpenRuns::failed, this,
            [this](const Error &error) { showTrouble(utf8Text(withShownPaths(errorLine(error)))); });
    connect(&m_runs, &OpenRuns::unreadable, this,
            [this](const std::shared_ptr<const Run> &run) { takeUnreadable(*run); });
    connect(m_status, &StatusStrip::pauseRequested, &m_runs, &OpenRuns::setPaused);
    connect(m_status, &StatusStrip::cancelRequested, &m_runs, &OpenRuns::cancel);
    connect(m_navigator, &NavigatorDock::loadRequested, &m_runs, &OpenRuns::requestDeep);
    connect(m_navigator, &NavigatorDock::chooseRequested, &m_runs, &OpenRuns::choose);
    connect(m_navigator, &NavigatorDock::captureRequested, this, [this](RunId run, const std::string &name) {
        m_selection.set({});  // names what is not there any more
        m_runs.useCapture(run, name);
    });
    connect(m_navigator, &NavigatorDock::ranksByHandRequested, this, &MainWindow::setRanks);
    connect(m_tabs, &ViewTabs::stepsRequested, this, &MainWindow::useSteps);
    connect(m_navigator, &NavigatorDock::roleRequested, &m_runs, &OpenRuns::setRole);
    connect(m_context, &ContextBar::clockRequested, &m_runs, &OpenRuns::setClock);
    connect(m_context, &ContextBar::runRequested, this,
            [this](RunId run) { m_runs.setRole(run, RunRole::Comparison); });
    connect(m_context, &ContextBar::baselineRequested, this,
            [this](RunId run) { run.isValid() ? m_runs.setRole(run, RunRole::Baseline) : m_runs.closeBaseline(); });
}

void MainWindow::setRanks(RunId run, const std::vector<RankByHand> &ranks) {
    if (const auto kept = keepRanks(ranks); !kept) {
        m_status->showMessage(QString::fromStdString(errorLine(kept.error())), true);
        return;
    }
    setRanksByHand(keptRanks());
    m_selection.set({});  // names what is not there any more
    m_runs.readAnew(run);
}

/// Of all that is open: steps are compared.
void MainWindow::useSteps(const QString &pattern) {
    const auto text = pattern.toStdString();
    auto status = StepPattern::choose(text);
    std::vector<RunId> runs;
    for (const auto &run : m_runs.workspace()->runs) {
        status = status ? keepSteps(run.path, text) : status;
        runs.push_back(run.id);
    }
    if (!status) {
        m_status->showMessage(QString::fromStdString(errorLine(status.error())), true);
        return;
    }
    m_status->showMessage(pattern.isEmpty()
                              ? tr("Steps: the profiler's again")
                              : tr("Steps are ranges like %1").arg(QString::fromStdString(StepPattern::shown(text))));
    m_selection.set({});  // names what is not there any more
    std::for_each(runs.begin(), runs.end(), [this](RunId run) { m_runs.readAnew(run); });
}

void MainWindow::wireSources() {
    connect(m_remote, &RemoteRuns::grown, this, [this](const QString &folder) {
        const auto runs = m_runs.workspace()->runs;
        const auto run =
            std::find_if(runs.begin(), runs.end(), [&](const Run &each) { return each.path == folder.toStdString(); });
        if (run != runs.end()) {
            m_selection.set({});  // names what is not there any more
            m_runs.readAnew(run->id);
        } else if (m_path == folder) {
            m_runs.open(folder.toStdString());  // its first part was not even looked through
        }
    });
    const auto readOrLeave = [this](RunId run, const std::vector<int> &ranks, bool back) {
        back ? m_sources->leave(run, ranks) : m_sources->read(run, ranks);
    };
    connect(m_navigator, &NavigatorDock::sourceRequested, this, readOrLeave);
    connect(m_tabs, &ViewTabs::sourceRequested, this, readOrLeave);
    connect(m_sources, &SourceReader::told, m_status, &StatusStrip::showMessage);
    if (const auto *timeline = qobject_cast<TimelineView *>(m_tabs->view(QStringLiteral("timeline")))) {
        m_sources->setChooser(timeline->canvas());
    }
}

void MainWindow::openPaths(const QStringList &paths) {
    if (std::any_of(paths.begin(), paths.end(), &RemoteRuns::isAddress)) {
        m_remote->bring(paths, [this](const QStringList &here) { openPaths(here); });
        return;
    }
    if (!paths.isEmpty()) {
        openRun(paths[0]);
    }
    m_isComparing = paths.size() > 1;
    if (m_isComparing) {
        openBaseline(paths[1]);
    }
}

void MainWindow::restoreSession() {
    QStringList there;
    const auto paths = m_settings.lastSession();
    std::copy_if(paths.begin(), paths.end(), std::back_inserter(there),
                 [](const QString &path) { return isThere(path.toStdString()) || RemoteRuns::isAddress(path); });
    openPaths(there);
    m_isComparing = false;  // the tab that was in front is where one was
}

void MainWindow::tellOfCrash() {
    const auto report = newestCrashReport();
    const auto name = report ? QString::fromStdString(report->filename().string()) : QString();
    if (name.isEmpty() || name == m_settings.toldCrash()) {
        return;
    }
    m_settings.setToldCrash(name);
    pruneCrashReports();
    showTrouble(tr("Stagescope ended unexpectedly last time. Crash report (none of your data): %1")
                    .arg(QString::fromStdString(report->string())));
}

void MainWindow::openRun(const QString &path) {
    if (RemoteRuns::isAddress(path)) {
        m_remote->bring({path}, [this](const QStringList &here) { openRun(here.front()); });
        return;
    }
    if (!isThere(path.toStdString())) {
        showTrouble(tr("%1: no such file or folder").arg(path));
        return;
    }
    m_start->showTrouble({});
    m_start->showOffer({});
    m_status->showMessage(tr("Opening %1").arg(utf8Text(shownPath(path.toStdString()))));
    m_path = path;
    m_tabChosen = false;
    m_remembered = Remembered::No;
    m_isJudged = false;
    m_firstPlace.reset();
    m_logShown = false;
    const auto &series = runsPage()->chosen();
    if (!series.empty() && std::find(series.begin(), series.end(), path.toStdString()) == series.end()) {
        runsPage()->choose({});  // runs that it is none of
    }
    m_selection.set({});
    if (const auto chosen = StepPattern::choose(keptSteps(path.toStdString())); !chosen) {
        std::ignore = StepPattern::choose({});  // not that of what was open before
        m_status->showMessage(QString::fromStdString(errorLine(chosen.error())), true);
    }
    m_runs.open(path.toStdString());
}

void MainWindow::openBaseline(const QString &path) {
    if (RemoteRuns::isAddress(path)) {
        m_remote->bring({path}, [this](const QStringList &here) { openBaseline(here.front()); });
        return;
    }
    if (!isThere(path.toStdString())) {
        showTrouble(tr("%1: no such file or folder").arg(path));
        return;
    }
    m_baselineOpening = tr("Opening baseline %1").arg(utf8Text(shownPath(path.toStdString())));
    m_status->showMessage(m_baselineOpening);
    m_runs.openBaseline(path.toStdString());
}

void MainWindow::openDemo(const DemoCase &demo) {
    m_start->setDemoBusy(true);
    m_demo.start([demo](const std::stop_token &stop) { return demoProfile(demo, stop); },
                 [this](const Result<std::string> &path) {
                     m_start->setDemoBusy(false);
                     path ? openRun(QString::fromStdString(*path))
                          : showTrouble(QString::fromStdString(errorLine(path.error())));
                 });
}

void MainWindow::showTrouble(const QString &trouble) {
    m_start->showTrouble(trouble);
    // The start page says it in full; below it the same words would stand again.
    m_start->isVisibleTo(this) ? m_status->clearMessage() : m_status->showMessage(trouble, true);
}

/// What is wrong with a path in which nothing can be read, what could be, and, found meanwhile, where the nearest
/// profile lies.
void MainWindow::takeUnreadable(const Run &run) {
    const auto path = utf8Text(shownPath(run.path));
    if (SettingDraft::recognises(run.path)) {
        m_status->clearMessage();
        openCollect()->open(path);
        return;
    }
    auto trouble = tr("Nothing readable in %1. Expected one of: rank folders (*_ascend_pt, *_ascend_ms, PROF_*), a "
                      "trace (trace_view.json, *.pt.trace.json, also .gz), a profiler database (*.db), a memory "
                      "snapshot (*.pickle), cluster_analysis_output.")
                       .arg(path);
    for (const auto &entry : run.log->entries()) {
        if (entry.code != "discovery.nothing_found" && !entry.samples.empty()) {
            const auto &sample = entry.samples.front();
            trouble += QLatin1Char('\n') + messageText(Message("import." + entry.code, {sample.detail})) +
                       QStringLiteral(": ") + utf8Text(sample.where) + QLatin1Char(' ') + utf8Text(sample.detail);
        }
    }
    showTrouble(trouble);
    if (m_runs.workspace()->runs.empty()) {
        m_path.clear();
        m_nearest.start([path = run.path](const std::stop_token &stop) { return nearestProfile(path, stop); },
                        [this](const std::optional<std::string> &found) {
                            const bool isWanted = found && m_path.isEmpty();
                            m_start->showOffer(isWanted ? QString::fromStdString(*found) : QString());
                        });
    }
}

/// Only what could be read is worth being found again. When it was captured is known when all of it was read.
void MainWindow::remember(const Workspace &workspace) {
    const auto *run = workspace.mainRun();
    if (m_path.isEmpty() || run == nullptr || !hasReader(*run)) {
        return;
    }
    KnownRun known{shownPath(m_path.toStdString()), {}, {}, {}, 0, run->ranks().size()};
    if (m_remembered == Remembered::No) {
        m_remembered = Remembered::Path;
        m_status->clearMessage();
        m_runList.noteOpened(std::move(known));
        offerSlim(*run);
    } else if (m_remembered == Remembered::Path && !m_runs.isBeingRead(run->id)) {
        const auto bounds = timeBounds(*run);
        m_remembered = bounds ? Remembered::CaptureTime : Remembered::Path;
        if (bounds && isWallTime(ns(bounds->begin))) {
            known.capturedNs = ns(bounds->begin);
            m_runList.noteOpened(std::move(known));
        }
    }
}

RunsPage *MainWindow::runsPage() const { return static_cast<RunsPage *>(m_tabs->view(QStringLiteral("compare_runs"))); }

void MainWindow::wireRunList() {
    auto *page = runsPage();
    page->setRunList(&m_runList);
    connect(page, &RunsPage::runRequested, this, &MainWindow::openRun);
    connect(page, &RunsPage::baselineRequested, this, &MainWindow::openBaseline);
    if (const auto *summary = qobject_cast<SummaryView *>(m_tabs->view(QStringLiteral("summary")))) {
        connect(summary, &SummaryView::seen, this,
                [this](const RunGist &gist) { m_runList.noteGist(shownPath(m_path.toStdString()), gist); });
    }
    connect(m_start, &StartPage::baselineRequested, this, &MainWindow::openBaseline);
    connect(m_start, &StartPage::compareRequested, this, &MainWindow::openSeries);
    connect(&m_runList, &RunList::changed, this, &MainWindow::fillRecentMenu);
    connect(&m_runList, &RunList::troubled, this,
            [this](const Error &error) { m_status->showMessage(QString::fromStdString(errorLine(error)), true); });
    connect(m_actions->recentMenu(), &QMenu::aboutToShow, &m_runList, &RunList::refresh);
    m_runList.refresh();
}

void MainWindow::setLoading(const LoadJob::Options &loading) {
    m_runs.setLoading(loading);
    runsPage()->setLoading(loading);
}

/// Runs beside one another, and the last of them as the run that is looked at.
void MainWindow::openSeries(const QStringList &paths) {
    if (std::any_of(paths.begin(), paths.end(), &RemoteRuns::isAddress)) {
        m_remote->bring(paths, [this](const QStringList &here) { openSeries(here); });
        return;
    }
    std::vector<std::string> chosen;
    for (const auto &path : paths) {
        chosen.push_back(path.toStdString());
    }
    runsPage()->choose(std::move(chosen));
    openRun(paths.last());
    m_isJudged = true;
    m_tabChosen = true;
    m_tabs->turnTo(QStringLiteral("compare_runs"));
}

/// A folder of runs is opened as such, once it is known to be one.
void MainWindow::lookForSeries(const Run &run) {
    if (m_isJudged || run.captures.empty()) {
        return;
    }
    m_isJudged = true;
    QStringList paths;
    for (const auto &path : runsWithin(run)) {
        paths << utf8Text(path);
    }
    if (paths.isEmpty()) {
        return;
    }
    m_remembered = Remembered::CaptureTime;
    m_runList.noteOpened(
        {shownPath(m_path.toStdString()), {}, {}, {}, 0, run.ranks().size(), static_cast<std::size_t>(paths.size())});
    // Not while the workspace is being given to all.
    QMetaObject::invokeMethod(
        this, [this, paths] { openSeries(paths); }, Qt::QueuedConnection);
}

void MainWindow::takeWorkspace() {
    const auto workspace = m_runs.workspace();
    noteOpen(*workspace);
    const bool open = !workspace->runs.empty();
    if (const auto *run = workspace->mainRun()) {
        lookForSeries(*run);
    }
    remember(*workspace);
    if (const auto *baseline = workspace->baseline(); baseline != nullptr && hasReader(*baseline)) {
        m_status->clearMessage(m_baselineOpening);
    }
    m_actions->of(WindowCommand::Close)->setEnabled(open);
    m_actions->of(WindowCommand::CloseBaseline)->setEnabled(workspace->baseline() != nullptr);
    m_actions->of(WindowCommand::SlimCopy)->setEnabled(open);
    if (m_slim != nullptr) {
        m_slim->setWorkspace(workspace);
    }
    if (open != (m_pages->currentWidget() == m_work) || !open) {
        m_pages->setCurrentWidget(open ? m_work : static_cast<QWidget *>(m_start));
        m_runList.refresh();
        m_navigator->setVisible(open && m_navigatorWanted);
        m_drawer->setVisible(open && m_drawerWanted);
        open ? m_tabs->focusCurrent() : m_start->setFocus(Qt::OtherFocusReason);
    }
    if (const auto bounds = timeBounds(*workspace)) {
        m_timeView.setLimits(*bounds);
    }
    m_marks.open(open ? workspace->mainRun()->path : std::string());
    m_reportList.open(open ? workspace->mainRun()->path : std::string());
    m_context->setWorkspace(workspace);
    m_navigator->setWorkspace(workspace);
    m_drawer->setWorkspace(workspace);
    m_tabs->setWorkspace(workspace);
    m_blame->setWorkspace(workspace);
    m_sources->setWorkspace(workspace);
    chooseFirstTab(*workspace);
    goToFirstPlace(*workspace);
    if (hasDataLoss(*workspace) && !m_logShown) {
        m_logShown = true;
        m_status->showMessage(tr("Some data could not be read: see Import log in the bottom panel (Q)"), true);
    }
    updateTitle();
}

/// The tab that was last used for this path; else what fits: one rank with a trace opens on Timeline, memory snapshots
/// alone on Memory, all else on Summary. Decided once per opened path, as soon as it is known what was found.
void MainWindow::chooseFirstTab(const Workspace &workspace) {
    const auto *run = workspace.mainRun();
    const bool hasRanks = run != nullptr && !(run->captures.empty() && run->clusterFiles.empty());
    if (m_tabChosen || run == nullptr || (!hasRanks && run->snapshots.empty())) {
        return;
    }
    m_tabChosen = true;
    const auto place = placeOfView(m_settings.tabOf(m_path)).section(QLatin1Char('/'), 0, 0);  // of an earlier version
    const auto remembered = m_tabs->tab(place) != nullptr ? place : QString();
    if (remembered.isEmpty()) {
        m_firstPlace = placeOfBundle(run->path);
    }
    const bool single = run->captures.size() == 1 && QFileInfo(m_path).isFile();
    m_tabs->setCurrentId(!remembered.isEmpty() ? remembered
                         : !hasRanks           ? QStringLiteral("memory")
                         : single              ? QStringLiteral("timeline")
                                               : QStringLiteral("summary"));
    const auto &ofJob = run->clusterFiles;
    if (remembered.isEmpty() && run->captures.empty() && run->snapshots.empty() &&
        std::all_of(ofJob.begin(), ofJob.end(), [](const FileSource &file) { return file.format == "training_log"; })) {
        m_tabs->turnTo(QStringLiteral("training"));
    }
    // Who opens two runs asks what differs.
    if (std::exchange(m_isComparing, false)) {
        m_tabs->turnTo(QStringLiteral("compare_ledger"));
    }
    if (m_firstPlace && !m_firstPlace->view.empty()) {
        m_tabs->turnTo(placeOfView(QString::fromStdString(m_firstPlace->view)));
    }
}

/// What whoever made the bundle wanted to be seen, once the ranks that reach so far are there, at the latest when all
/// are.
void MainWindow::goToFirstPlace(const Workspace &workspace) {
    const auto bounds = m_firstPlace ? timeBounds(workspace) : std::nullopt;
    if (!bounds) {
        return;
    }
    const auto &wanted = m_firstPlace->range;
    const bool isThere = !wanted || (bounds->begin <= wanted->begin && wanted->end <= bounds->end);
    if (!isThere && m_runs.isBeingRead(workspace.mainRun()->id)) {
        return;
    }
    const auto place = *std::exchange(m_firstPlace, std::nullopt);
    if (auto item = itemFromText(place.item)) {
        m_selection.setItem(std::move(*item));
    }
    if (place.range) {
        m_timeView.setRange(*place.range);
    }
}

void MainWindow::takeStatus() {
    m_status->setStatus(m_runs.status());
    if (!m_runs.status().running) {
        remember(*m_runs.workspace());  // the last workspace may come before the reading is known to be over
    }
}

void MainWindow::updateTitle() {
    const auto *run = m_runs.workspace()->mainRun();
    const auto name = QStringLiteral("Stagescope");
    if (run == nullptr) {
        setWindowTitle(name);
        return;
    }
    const auto count = static_cast<int>(run->ranks().size());
    const auto label = utf8Text(run->label);
    QStringList parts{count == 0 ? label : tr("%1 (%n rank(s))", nullptr, count).arg(label), name};
    if (const auto &claim = m_selection.claim()) {
        parts.prepend(messageText(*claim));
    }
    setWindowTitle(parts.join(QStringLiteral(" - ")));
}

}  // namespace stagescope
