// How the window opens runs and follows what is loaded.
#include "app/window/context_bar.h"
#include "app/window/demo_profile.h"
#include "app/window/drawer_dock.h"
#include "app/window/finding_walk.h"
#include "app/window/main_window.h"
#include "app/window/navigator_dock.h"
#include "app/window/start_page.h"
#include "app/window/status_strip.h"
#include "app/window/view_tabs.h"
#include "app/window/window_actions.h"
#include "core/session/time_bounds.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QStackedWidget>

#include <algorithm>

namespace stagescope {

namespace {

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

bool hasDataLoss(const Workspace &workspace) {
    return std::any_of(workspace.runs.begin(), workspace.runs.end(), [](const Run &run) {
        return (run.log != nullptr && run.log->hasDataLoss()) ||
               std::any_of(run.captures.begin(), run.captures.end(),
                           [](const RankCapture &c) { return c.log != nullptr && c.log->hasDataLoss(); });
    });
}

}  // namespace

void MainWindow::wireRuns() {
    connect(&m_runs, &OpenRuns::workspaceChanged, this, &MainWindow::takeWorkspace);
    connect(&m_runs, &OpenRuns::statusChanged, this, &MainWindow::takeStatus);
    connect(&m_runs, &OpenRuns::failed, this,
            [this](const Error &error) { showTrouble(QString::fromStdString(errorLine(error))); });
    connect(m_status, &StatusStrip::pauseRequested, &m_runs, &OpenRuns::setPaused);
    connect(m_status, &StatusStrip::cancelRequested, &m_runs, &OpenRuns::cancel);
    connect(m_navigator, &NavigatorDock::loadRequested, &m_runs, &OpenRuns::requestDeep);
    connect(m_navigator, &NavigatorDock::chooseRequested, &m_runs, &OpenRuns::choose);
    connect(m_navigator, &NavigatorDock::roleRequested, &m_runs, &OpenRuns::setRole);
    connect(m_context, &ContextBar::clockRequested, &m_runs, &OpenRuns::setClock);
    connect(m_context, &ContextBar::runRequested, this,
            [this](RunId run) { m_runs.setRole(run, RunRole::Comparison); });
    connect(m_context, &ContextBar::baselineRequested, this,
            [this](RunId run) { run.isValid() ? m_runs.setRole(run, RunRole::Baseline) : m_runs.closeBaseline(); });
}

void MainWindow::openPaths(const QStringList &paths) {
    if (!paths.isEmpty()) {
        openRun(paths[0]);
    }
    if (paths.size() > 1) {
        openBaseline(paths[1]);
    }
}

void MainWindow::restoreSession() {
    QStringList there;
    const auto paths = m_settings.lastSession();
    std::copy_if(paths.begin(), paths.end(), std::back_inserter(there),
                 [](const QString &path) { return QFileInfo::exists(path); });
    openPaths(there);
}

void MainWindow::openRun(const QString &path) {
    if (!QFileInfo::exists(path)) {
        showTrouble(tr("%1: there is no such file or folder").arg(path));
        return;
    }
    m_start->showTrouble({});
    m_status->clearMessage();
    m_path = path;
    m_tabChosen = false;
    m_logShown = false;
    m_selection.set({});
    m_settings.addRecentPath(path);
    m_runs.open(path.toStdString());
    fillRecentMenu();
}

void MainWindow::openBaseline(const QString &path) {
    if (!QFileInfo::exists(path)) {
        showTrouble(tr("%1: there is no such file or folder").arg(path));
        return;
    }
    m_status->clearMessage();
    m_runs.openBaseline(path.toStdString());
}

void MainWindow::openDemo() {
    m_start->setDemoBusy(true);
    m_demo.start([](const std::stop_token &stop) { return demoProfile(stop); },
                 [this](const Result<std::string> &path) {
                     m_start->setDemoBusy(false);
                     path ? openRun(QString::fromStdString(*path))
                          : showTrouble(QString::fromStdString(errorLine(path.error())));
                 });
}

void MainWindow::showTrouble(const QString &trouble) {
    m_start->showTrouble(trouble);
    m_status->showMessage(trouble, true);
}

void MainWindow::takeWorkspace() {
    const auto workspace = m_runs.workspace();
    const bool open = !workspace->runs.empty();
    if (open != (m_pages->currentWidget() == m_work) || !open) {
        m_pages->setCurrentWidget(open ? m_work : static_cast<QWidget *>(m_start));
        m_start->setRecentPaths(m_settings.recentPaths());
        m_navigator->setVisible(open && m_navigatorWanted);
        m_drawer->setVisible(open && m_drawerWanted);
    }
    if (const auto bounds = timeBounds(*workspace)) {
        m_timeView.setLimits(*bounds);
    }
    m_marks.open(open ? workspace->mainRun()->path : std::string());
    m_context->setWorkspace(workspace);
    m_navigator->setWorkspace(workspace);
    m_drawer->setWorkspace(workspace);
    m_tabs->setWorkspace(workspace);
    m_findings->setWorkspace(workspace);
    chooseFirstTab(*workspace);
    if (hasDataLoss(*workspace) && !m_logShown) {
        m_logShown = true;
        m_status->showMessage(tr("Some data could not be read: see the import log in the drawer (Q)"), true);
    }
    updateTitle();
}

/// The tab that was last used for this path; else what fits: one rank with a trace opens on Timeline, all else on
/// Summary. Decided once per opened path, as soon as it is known what was found.
void MainWindow::chooseFirstTab(const Workspace &workspace) {
    const auto *run = workspace.mainRun();
    if (m_tabChosen || run == nullptr || (run->captures.empty() && run->clusterFiles.empty())) {
        return;
    }
    m_tabChosen = true;
    const auto remembered = m_settings.tabOf(m_path);
    const bool single = run->captures.size() == 1 && QFileInfo(m_path).isFile();
    m_tabs->setCurrentId(!remembered.isEmpty() ? remembered
                         : single              ? QStringLiteral("timeline")
                                               : QStringLiteral("summary"));
}

void MainWindow::takeStatus() { m_status->setStatus(m_runs.status()); }

void MainWindow::updateTitle() {
    const auto *run = m_runs.workspace()->mainRun();
    const auto name = QStringLiteral("Stagescope");
    if (run == nullptr) {
        setWindowTitle(name);
        return;
    }
    const auto count = static_cast<int>(run->ranks().size());
    const auto label = text(run->label);
    setWindowTitle((count == 0 ? label : tr("%1 (%n rank(s))", nullptr, count).arg(label)) + QStringLiteral(" - ") +
                   name);
}

}  // namespace stagescope
