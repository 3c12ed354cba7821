#include "app/window/main_window.h"

#include "app/window/blame_navigator.h"
#include "app/window/context_bar.h"
#include "app/window/drop_overlay.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/panels/drops.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/panels/rule_page.h"
#include "app/window/panels/search_panel.h"
#include "app/window/panels/system_panel.h"
#include "app/window/query/query_panel.h"
#include "app/window/remote_runs.h"
#include "app/window/shortcuts_page.h"
#include "app/window/show_listener.h"
#include "app/window/source_reader.h"
#include "app/window/start_page.h"
#include "app/window/status_strip.h"
#include "app/window/view_tabs.h"
#include "app/window/window_actions.h"
#include "app/window/window_place.h"
#include "core/analysis/overview/step_in_time.h"
#include "core/session/remote_address.h"
#include "views/collect/collect_page.h"
#include "views/common/export_path.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"
#include "views/findings/findings_view.h"
#include "views/timeline/timeline_view.h"
#include "views/view_list.h"

#include <QtCore/QFileInfo>
#include <QtGui/QCloseEvent>
#include <QtGui/QDropEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QStatusBar>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace stagescope {

namespace {
constexpr QSize kFirstSize(1600, 900);
constexpr int kNavigatorWidth = 260;
/// How often the frame is looked for: the window manager makes it after the window is shown, and says so to nobody.
constexpr int kFrameMs = 100;
constexpr int kFrameTries = 50;
constexpr int kReleaseMs = 50;
}  // namespace

MainWindow::MainWindow(QWidget *parent) : QMainWindow(parent) {
    stagescope::setLanguage(m_settings.language());
    Theme::setCurrent(m_settings.theme());
    Theme::setPipelinePalette(m_settings.pipelinePalette());
    setKernelColoring(m_settings.kernelColoring());
    RuleSettings::current().setValues(m_settings.ruleValues());
    makeParts();
    wireActions();
    wireViewActions();
    wireParts();
    wireWalks();
    wireRuns();
    wireSources();
    wireRunList();
    setAcceptDrops(true);
    resize(kFirstSize);
    resizeDocks({m_navigator}, {kNavigatorWidth}, Qt::Horizontal);
    restoreGeometry(m_settings.geometry());
    restoreState(m_settings.layout());
    keepOnScreen(this);
    m_navigatorWanted = m_settings.isDockWanted(m_navigator->objectName());
    setExportFolder(m_settings.exportFolder());
    m_drawer->setHeights(m_settings.drawerHeights());
    for (const auto &entry : viewList()) {
        const auto id = QString::fromLatin1(entry.id);
        if (auto *view = m_tabs->tab(id)) {
            view->setArrangement(m_settings.arrangementOf(id));
        }
    }
    retranslate();
    takeWorkspace();
    takeStatus();
}

/// QWidget hides docks when what is told of that here is gone.
MainWindow::~MainWindow() {
    for (auto *dock : findChildren<QDockWidget *>()) {
        dock->disconnect(this);
    }
}

void MainWindow::makeParts() {
    // Before any view: what is to be seen is brought into the room that the panel leaves.
    connect(&m_selection, &Selection::shown, this, [this] {
        updateTitle();
        const bool isTable = std::exchange(m_isTableShown, false);
        if (const auto &claim = m_selection.claim()) {
            // A table is where the finding is seen: what it shows stands above it.
            isTable ? m_drawer->systemPanel()->explain(messageText(*claim)) : showFindings();
        }
    });
    m_actions = new WindowActions(this);
    m_pages = new QStackedWidget(this);
    m_start = new StartPage(&m_runList, m_pages);
    m_remote = new RemoteRuns(this);
    m_work = new QWidget(m_pages);
    m_context = new ContextBar(&m_selection, m_work);
    m_tabs = new ViewTabs({&m_selection, &m_timeView, &m_runs, &m_marks}, m_work);
    auto *layout = new QVBoxLayout(m_work);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_context);
    layout->addWidget(m_tabs, 1);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_work);
    m_start->setFocus(Qt::OtherFocusReason);
    setCentralWidget(m_pages);
    m_navigator = new NavigatorDock(this);
    m_drawer = new DrawerDock({&m_selection, &m_timeView, &m_runs, &m_marks}, &m_reportList, this);
    addDockWidget(Qt::LeftDockWidgetArea, m_navigator);
    addDockWidget(Qt::BottomDockWidgetArea, m_drawer);
    // The tree goes down to the status bar, the drawer lies under the charts only.
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_status = new StatusStrip(this);
    statusBar()->addWidget(m_status, 1);
    statusBar()->setSizeGripEnabled(false);
    m_blame = new BlameNavigator(&m_selection, this);
    m_sources = new SourceReader(&m_runs, &m_selection, &m_settings, this);
    m_drops = new DropOverlay(this);
    m_shower = new ShowListener(&m_selection, &m_runs, this);
}

void MainWindow::wireWalks() {
    const auto say = [this](const QString &text) { m_status->showMessage(text); };
    connect(m_drawer->findings(), &FindingsView::told, m_status, say);
    connect(m_tabs, &ViewTabs::findingsRequested, this, &MainWindow::showFindings);
    connect(m_blame, &BlameNavigator::viewRequested, m_tabs, &ViewTabs::turnTo);
    connect(m_blame, &BlameNavigator::told, m_status, say);
    connect(m_blame, &BlameNavigator::explained, m_drawer, &DrawerDock::explain);
    connect(m_shower, &ShowListener::viewRequested, m_tabs, &ViewTabs::turnTo);
    connect(m_shower, &ShowListener::told, m_status, say);
    connect(m_drawer->queryPanel(), &QueryPanel::pictureRequested, this, &MainWindow::exportView);
    connect(m_drawer->queryPanel(), &QueryPanel::reportRequested, this, &MainWindow::addQueryToReport);
    if (auto *timeline = m_tabs->findChild<TimelineView *>()) {
        connect(m_drawer->queryPanel(), &QueryPanel::trackMade, timeline, [this, timeline](const OwnTrack &track) {
            m_tabs->turnTo(timeline->id());
            timeline->showTrack(track);
        });
    }
}

void MainWindow::wireParts() {
    connect(m_start, &StartPage::openFolderRequested, this, [this] { askForFolder(false); });
    connect(m_start, &StartPage::openFileRequested, this, &MainWindow::askForFile);
    connect(m_remote, &RemoteRuns::failed, this, &MainWindow::showTrouble);
    connect(m_start, &StartPage::openDemoRequested, this, &MainWindow::openDemo);
    connect(m_start, &StartPage::collectRequested, this, &MainWindow::openCollect);
    connect(m_start, &StartPage::pathRequested, this, &MainWindow::openRun);
    connect(m_context, &ContextBar::openBaselineRequested, this, [this] { askForFolder(true); });
    connect(m_context, &ContextBar::searchRequested, this, [this](const QString &text) {
        m_drawer->searchPanel()->search(text);
        openDrawer();
        m_drawer->showSearch();
    });
    if (auto *timeline = m_tabs->findChild<TimelineView *>()) {
        connect(timeline, &TimelineView::searchRequested, m_context, &ContextBar::search);
    }
    connect(m_context, &ContextBar::nextHitRequested, m_drawer->searchPanel(), &SearchPanel::goToNext);
    connect(m_drawer->searchPanel(), &SearchPanel::finished, this, &MainWindow::markFound);
    connect(m_tabs, &ViewTabs::slicesRequested, this, [this](const LaneRef &lane) {
        openDrawer();
        m_drawer->showSlices(lane);
    });
    const auto tell = [this](const Error &error) {
        m_status->showMessage(QString::fromStdString(errorLine(error)), true);
    };
    connect(&m_marks, &Marks::troubled, this, tell);
    connect(&m_reportList, &ReportList::troubled, this, tell);
    connect(m_tabs, &ViewTabs::currentIdChanged, this, [this](const QString &id) {
        m_tabChosen = true;  // who is quicker than the files has chosen
        if (!m_path.isEmpty()) {
            m_settings.setTabOf(m_path, id);
        }
    });
    connect(m_navigator, &NavigatorDock::ranksActivated, this, [this](const std::vector<RankRef> &ranks) {
        auto state = m_selection.state();
        state.ranks = ranks;
        state.items = {ranks.front()};
        m_selection.set(std::move(state), m_navigator);
    });
    connect(m_tabs, &ViewTabs::tableRequested, this, [this](const QString &id) {
        openDrawer();
        m_drawer->showTable(id);
        m_isTableShown = true;
    });
    connect(m_drawer, &DrawerDock::placeRequested, m_tabs, &ViewTabs::turnTo);
    connect(&RuleSettings::current(), &RuleSettings::changed, this,
            [this] { m_settings.setRuleValues(RuleSettings::current().values()); });
    connect(&m_selection, &Selection::changed, this, [this, last = SelectionState{}](QObject *origin) mutable {
        const auto before = std::exchange(last, m_selection.state());
        if (m_selection.state().step != before.step) {
            bringStepIntoSight();
        }
        const auto *widget = qobject_cast<QWidget *>(origin);
        if (widget == nullptr || !m_drawer->isAncestorOf(widget)) {
            showChosen(before);
        }
        m_navigator->follow(m_selection.state());
        updateTitle();
    });
}

void MainWindow::markFound() {
    if (auto *timeline = qobject_cast<TimelineView *>(m_tabs->view(QStringLiteral("timeline")))) {
        std::vector<SliceRef> found;
        for (const auto &hit : m_drawer->searchPanel()->result().hits) {
            found.push_back(hit.slice);
        }
        timeline->markFound(std::move(found));
    }
}

/// Details come up with what is chosen in a chart, statistics with a stretch of time; who goes through a list of the
/// drawer keeps that list in sight.
void MainWindow::showChosen(const SelectionState &before) {
    const auto &now = m_selection.state();
    if (!now.items.empty() && now.items != before.items) {
        m_drawer->showDetails();
        openDrawer();
    } else if (now.range && (now.range != before.range || now.lanes != before.lanes)) {
        m_drawer->showSelection();
        openDrawer();
    }
}

/// A step that is chosen anywhere is in sight; who has zoomed into a part of it stays there.
void MainWindow::bringStepIntoSight() {
    const auto *run = m_runs.workspace()->mainRun();
    const auto &step = m_selection.state().step;
    const auto range = run != nullptr && step ? stepInTime(*run, *step) : std::nullopt;
    const auto shown = m_timeView.range();
    if (range && (shown == m_timeView.limits() || !showsStep(shown, *range))) {
        m_timeView.setRange(*range);
    }
}

/// The finding that was shown stays beside its evidence.
void MainWindow::showFindings() {
    m_drawer->showFindings();
    openDrawer();
}

/// Not under a pressed button: a chart that shrinks would move what is being dragged over.
void MainWindow::openDrawer() {
    if (QGuiApplication::mouseButtons() != Qt::NoButton) {
        QTimer::singleShot(kReleaseMs, this, &MainWindow::openDrawer);
    } else if (m_pages->currentWidget() == m_work) {
        m_drawer->show();
    }
}

/// Esc leaves what one types into, and only then takes the selection away: of a finding that was shown all that it
/// chose.
void MainWindow::leaveOrDeselect() {
    const auto *focus = QApplication::focusWidget();
    const bool isTyping = qobject_cast<const QLineEdit *>(focus) != nullptr ||
                          qobject_cast<const QAbstractSpinBox *>(focus) != nullptr ||
                          qobject_cast<const QComboBox *>(focus) != nullptr;
    if (!isTyping) {
        const auto &state = m_selection.state();
        const bool isShown = m_selection.claim() && !(state.items.empty() && state.ranks.empty());
        isShown ? m_selection.set({}) : m_selection.clearItems();
        m_status->clearMessage();
        return;
    }
    m_context->dropEdits();
    m_tabs->focusCurrent();
}

void MainWindow::retranslate() {
    m_actions->retranslate();
    m_start->retranslate();
    m_context->retranslate();
    m_tabs->retranslate();
    m_navigator->retranslate();
    m_drawer->retranslate();
    m_status->retranslate();
    if (m_keys != nullptr) {
        m_keys->retranslate();
    }
    if (m_rules != nullptr) {
        m_rules->retranslate();
    }
    fillRecentMenu();
    updateTitle();
}

void MainWindow::setLanguage(Language language) {
    m_settings.setLanguage(language);
    stagescope::setLanguage(language);
}

void MainWindow::setTheme(ThemeKind theme) {
    m_settings.setTheme(theme);
    Theme::setCurrent(theme);
    m_actions->of(WindowCommand::LightTheme)->setChecked(theme == ThemeKind::Light);
    m_actions->of(WindowCommand::DarkTheme)->setChecked(theme == ThemeKind::Dark);
}

void MainWindow::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange && m_status != nullptr) {
        retranslate();
    }
    QMainWindow::changeEvent(event);
}

/// Keys that nothing else takes: what has the focus (a button, a list) comes first.
void MainWindow::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Space && (event->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier) {
        m_drawer->findings()->goOn(event->modifiers() == Qt::ShiftModifier);
        return;
    }
    if (event->key() == Qt::Key_J && (event->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier) {
        event->modifiers() == Qt::ShiftModifier ? m_blame->goBack() : m_blame->goOn();
        return;
    }
    if (event->matches(QKeySequence::Copy)) {
        copyPicture();
        return;
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::closeEvent(QCloseEvent *event) {
    if (m_collect != nullptr && m_collect->isVisible() && !m_collect->close()) {
        openCollect();  // asks there what becomes of the changes
        event->ignore();
        return;
    }
    m_settings.setLayout(saveGeometry(), saveState());
    m_settings.setDockWanted(m_navigator->objectName(), m_navigatorWanted);
    m_settings.setExportFolder(exportFolder());
    m_settings.setDrawerHeights(m_drawer->heights());
    m_settings.setPipelinePalette(Theme::current().pipelinePalette());
    m_settings.setKernelColoring(kernelColoring());
    for (const auto &entry : viewList()) {
        const auto id = QString::fromLatin1(entry.id);
        if (const auto *view = m_tabs->tab(id)) {
            m_settings.setArrangementOf(id, view->arrangement());
        }
    }
    QStringList paths;
    const auto workspace = m_runs.workspace();
    for (const auto *run : {workspace->mainRun(), workspace->baseline()}) {
        if (run != nullptr) {
            paths << QString::fromStdString(shownPath(run->path));
        }
    }
    m_settings.setLastSession(paths);
    QMainWindow::closeEvent(event);
}

void MainWindow::showEvent(QShowEvent *event) {
    QMainWindow::showEvent(event);
    placeSoon(kFrameTries);
}

void MainWindow::placeSoon(int tries) {
    QTimer::singleShot(kFrameMs, this, [this, tries] {
        if (!keepOnScreen(this) && tries > 1) {
            placeSoon(tries - 1);
        }
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
    if (!droppedPaths(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
        m_drops->showFor(event->position().toPoint(), m_runs.workspace()->mainRun() != nullptr);
    }
}

void MainWindow::dragMoveEvent(QDragMoveEvent *event) {
    event->acceptProposedAction();
    m_drops->showFor(event->position().toPoint(), m_runs.workspace()->mainRun() != nullptr);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *) { m_drops->hide(); }

void MainWindow::dropEvent(QDropEvent *event) {
    m_drops->hide();
    auto paths = droppedPaths(event->mimeData());
    if (paths.isEmpty()) {
        return;
    }
    event->acceptProposedAction();
    const bool isOpen = m_runs.workspace()->mainRun() != nullptr;
    if (DropOverlay::targetAt(event->position().toPoint(), width(), isOpen) == DropOverlay::Target::Open) {
        openRun(paths.takeFirst());
    }
    if (!paths.isEmpty()) {
        openBaseline(paths.front());
    }
}

}  // namespace stagescope
