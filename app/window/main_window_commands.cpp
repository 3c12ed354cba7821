// What the menu entries and keys of the window do.
#include "app/window/context_bar.h"
#include "app/window/main_window.h"
#include "app/window/manual_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/panels/rule_page.h"
#include "app/window/remote_runs.h"
#include "app/window/shortcuts_page.h"
#include "app/window/status_strip.h"
#include "app/window/view_tabs.h"
#include "app/window/window_actions.h"
#include "core/settings/setting_goals.h"
#include "views/collect/collect_page.h"
#include "views/common/command_palette.h"
#include "views/common/look/kernel_coloring.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/language.h"
#include "views/common/texts/utf8_text.h"
#include "views/view_list.h"

#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QStackedWidget>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kFrameTimeMs = 250;
constexpr std::size_t kMostRecent = 12;

/// Its path, behind the name that it was given.
QString recentText(const KnownRun &run) {
    const auto path = utf8Text(run.path);
    return run.name.empty() ? path : utf8Text(run.name) + QStringLiteral("  ") + path;
}
}  // namespace

void MainWindow::wireActions() {
    connect(m_actions->of(WindowCommand::OpenFile), &QAction::triggered, this, &MainWindow::askForFile);
    connect(m_actions->of(WindowCommand::OpenFolder), &QAction::triggered, this, [this] { askForFolder(false); });
    connect(m_actions->of(WindowCommand::OpenRemote), &QAction::triggered, m_remote,
            [this] { m_remote->ask([this](const QStringList &here) { openRun(here.front()); }); });
    connect(m_actions->of(WindowCommand::OpenBaseline), &QAction::triggered, this, [this] { askForFolder(true); });
    connect(m_actions->of(WindowCommand::Collect), &QAction::triggered, this, &MainWindow::openCollect);
    connect(m_tabs, &ViewTabs::settingsRequested, this, [this](const QString &question) {
        const auto *run = m_runs.workspace()->mainRun();
        if (const auto asked = questionById(question.toStdString()); run != nullptr && !asked.empty()) {
            openCollect()->startFrom(settingsFor(platformOf(*run)), asked);
        }
    });
    connect(m_actions->of(WindowCommand::Watch), &QAction::triggered, this, [this] { openWatch(); });
    connect(m_actions->of(WindowCommand::CloseBaseline), &QAction::triggered, this, [this] { m_runs.closeBaseline(); });
    connect(m_actions->of(WindowCommand::Close), &QAction::triggered, this, [this] {
        m_path.clear();
        m_selection.set({});
        m_runs.close();
    });
    connect(m_actions->of(WindowCommand::ExportPicture), &QAction::triggered, this, &MainWindow::exportPicture);
    connect(m_actions->of(WindowCommand::ExportTable), &QAction::triggered, this, &MainWindow::exportTable);
    connect(m_actions->of(WindowCommand::AddToReport), &QAction::triggered, this, &MainWindow::addToReport);
    connect(m_actions->of(WindowCommand::ExportReport), &QAction::triggered, this, &MainWindow::exportReport);
    connect(&m_report, &QProcess::finished, this, &MainWindow::takeReport);
    connect(&m_report, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            takeReport();
        }
    });
    connect(m_actions->of(WindowCommand::SlimCopy), &QAction::triggered, this, [this] { openSlim(); });
    connect(m_actions->of(WindowCommand::CopyPicture), &QAction::triggered, this, &MainWindow::copyPicture);
    connect(m_actions->of(WindowCommand::Quit), &QAction::triggered, this, &QWidget::close);
    connect(m_actions->of(WindowCommand::Keys), &QAction::triggered, this, [this] {
        if (m_keys == nullptr) {
            m_keys = new ShortcutsPage(m_settings.keyScheme(), this);
        }
        m_keys->show();
        m_keys->raise();
    });
    connect(m_actions->of(WindowCommand::Manual), &QAction::triggered, this, [this] { ManualWindow::showFor(this); });
    connect(m_actions->of(WindowCommand::Thresholds), &QAction::triggered, this, [this] {
        if (m_rules == nullptr) {
            m_rules = new RulePage(this);
        }
        m_rules->show();
        m_rules->raise();
    });
    connect(m_actions->of(WindowCommand::About), &QAction::triggered, this, &MainWindow::showAbout);
    connect(m_actions->of(WindowCommand::Palette), &QAction::triggered, this, &MainWindow::showPalette);
    connect(m_actions, &WindowActions::tabRequested, this, [this](int index) {
        if (index < m_tabs->count()) {
            m_tabs->setCurrentIndex(index);
        }
    });
}

void MainWindow::wireViewActions() {
    connect(m_actions->of(WindowCommand::LightTheme), &QAction::triggered, this,
            [this] { setTheme(ThemeKind::Light); });
    connect(m_actions->of(WindowCommand::DarkTheme), &QAction::triggered, this, [this] { setTheme(ThemeKind::Dark); });
    connect(m_actions->of(WindowCommand::English), &QAction::triggered, this,
            [this] { setLanguage(Language::English); });
    connect(m_actions->of(WindowCommand::Chinese), &QAction::triggered, this,
            [this] { setLanguage(Language::Chinese); });
    m_actions->of(WindowCommand::LightTheme)->setChecked(m_settings.theme() == ThemeKind::Light);
    m_actions->of(WindowCommand::DarkTheme)->setChecked(m_settings.theme() == ThemeKind::Dark);
    m_actions->of(WindowCommand::English)->setChecked(m_settings.language() == Language::English);
    m_actions->of(WindowCommand::Chinese)->setChecked(m_settings.language() == Language::Chinese);
    wireKeys();
    wireDock(m_actions->of(WindowCommand::Navigator), m_navigator, &m_navigatorWanted);
    wireDock(m_actions->of(WindowCommand::Drawer), m_drawer, &m_drawerWanted);
    connect(m_actions->of(WindowCommand::Fit), &QAction::triggered, this, [this] { m_timeView.fitAll(); });
    connect(m_actions->of(WindowCommand::UndoZoom), &QAction::triggered, &m_timeView, &TimeView::undo);
    connect(m_actions->of(WindowCommand::RedoZoom), &QAction::triggered, &m_timeView, &TimeView::redo);
    connect(m_actions->of(WindowCommand::Search), &QAction::triggered, m_context, &ContextBar::focusSearch);
    connect(m_actions->of(WindowCommand::Query), &QAction::triggered, this, [this] {
        openDrawer();
        m_drawer->showQuery();
    });
    connect(m_actions->of(WindowCommand::Deselect), &QAction::triggered, this, [this] { leaveOrDeselect(); });
    auto *byBound = m_actions->of(WindowCommand::ColorByBound);
    byBound->setChecked(kernelColoring() == KernelColoring::ByBound);
    connect(byBound, &QAction::toggled, this,
            [](bool isOn) { setKernelColoring(isOn ? KernelColoring::ByBound : KernelColoring::ByName); });
    connect(m_actions->of(WindowCommand::FrameTime), &QAction::toggled, this, &MainWindow::setFrameTimeShown);
    connect(&m_frameTimer, &QTimer::timeout, this, &MainWindow::showFrameTime);
}

void MainWindow::wireKeys() {
    auto *filter = new KeyFilter(this);
    filter->setScheme(m_settings.keyScheme());
    const std::initializer_list<std::pair<QAction *, KeyScheme>> schemes{
        {m_actions->of(WindowCommand::KeysOfBoth), KeyScheme::Both},
        {m_actions->of(WindowCommand::KeysOfInsight), KeyScheme::Insight},
        {m_actions->of(WindowCommand::KeysOfPerfetto), KeyScheme::Perfetto}};
    for (const auto &[action, scheme] : schemes) {
        action->setChecked(scheme == filter->scheme());
        connect(action, &QAction::triggered, this, [this, filter, scheme = scheme] {
            m_settings.setKeyScheme(scheme);
            filter->setScheme(scheme);
            if (m_keys != nullptr) {
                m_keys->setScheme(scheme);
            }
        });
    }
}

/// Docks are hidden on the start page without the user's wish, so the actions cannot be their toggleViewAction.
void MainWindow::wireDock(QAction *action, QDockWidget *dock, bool *wanted) {
    connect(action, &QAction::triggered, dock, [this, dock, wanted](bool shown) {
        *wanted = shown;
        dock->setVisible(shown && m_pages->currentWidget() == m_work);
    });
    connect(dock, &QDockWidget::visibilityChanged, this, [this, action, dock, wanted] {
        if (m_pages->currentWidget() == m_work) {
            *wanted = !dock->isHidden();
        }
        action->setChecked(*wanted);
    });
}

void MainWindow::askForFile() {
    const auto path = QFileDialog::getOpenFileName(this, tr("Open file"));
    if (!path.isEmpty()) {
        openRun(path);
    }
}

void MainWindow::askForFolder(bool baseline) {
    const auto path =
        QFileDialog::getExistingDirectory(this, baseline ? tr("Open baseline folder") : tr("Open folder"));
    if (path.isEmpty()) {
        return;
    }
    baseline ? openBaseline(path) : openRun(path);
}

void MainWindow::showAbout() {
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("About Stagescope"), QString(), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setText(
        tr("<h3>Stagescope %1</h3><p>Viewer for profiles of large-model training.</p>"
           "<p>Sources under the Apache License 2.0. This program uses Qt Charts, so as a whole it is under the "
           "GNU General Public License, version 3.</p>")
            .arg(QStringLiteral(STAGESCOPE_VERSION)));
    box->setModal(false);
    box->show();
}

void MainWindow::fillRecentMenu() {
    m_actions->recentMenu()->clear();
    const auto &runs = m_runList.all();
    for (std::size_t i = 0; i < std::min(runs.size(), kMostRecent); ++i) {
        const auto path = utf8Text(runs[i].path);
        auto text = recentText(runs[i]);
        // An ampersand in a path is not a key.
        auto *action = m_actions->recentMenu()->addAction(text.replace(QLatin1Char('&'), QStringLiteral("&&")));
        connect(action, &QAction::triggered, this, [this, path] { openRun(path); });
    }
    m_actions->recentMenu()->setEnabled(!runs.empty());
}

/// What the menus hold, what the view in front can do, the tabs, and what was open lately.
void MainWindow::showPalette() {
    std::vector<CommandPalette::Entry> entries;
    const auto add = [&](QAction *action, const QString &path, const QString &words) {
        if (action->isEnabled() && action != m_actions->of(WindowCommand::Palette)) {
            entries.push_back(
                {path, action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); }, words});
        }
    };
    for (const auto &place : m_actions->places()) {
        add(place.action, place.path, place.words);
    }
    if (const auto *view = m_tabs->currentView(); view != nullptr) {
        for (auto *action : view->actions()) {
            const auto name = plainMenuText(action->text());
            add(action, view->title() + QStringLiteral(": ") + name, inAllLanguages(*action));
        }
    }
    for (int i = 0; i < m_tabs->count(); ++i) {
        const auto keys = QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i));
        entries.push_back({tr("Tab: %1").arg(m_tabs->tabText(i)), keys.toString(QKeySequence::NativeText),
                           [this, i] { m_tabs->setCurrentIndex(i); },
                           inAllLanguages("ViewList", viewList()[static_cast<std::size_t>(i)].title)});
    }
    addPages(entries);
    m_runList.refresh();
    for (const auto &run : m_runList.all()) {
        const auto path = utf8Text(run.path);
        entries.push_back({tr("Open: %1").arg(recentText(run)), QString(), [this, path] { openRun(path); }});
    }
    commandPalette()->open(std::move(entries), tr("Command"));
}

/// Pages by the names that they have, what they are made of and what was called otherwise by theirs.
void MainWindow::addPages(std::vector<CommandPalette::Entry> &entries) {
    const auto add = [&](const QString &text, const char *title, const QString &place) {
        entries.push_back(
            {text, QString(), [this, place] { m_tabs->turnTo(place); }, inAllLanguages("ViewList", title)});
    };
    const auto name = [](const char *title) { return QCoreApplication::translate("ViewList", title); };
    for (const auto &tab : viewList()) {
        for (const auto &page : pagesOf(QLatin1String(tab.id))) {
            const auto text = tr("Page: %1 > %2").arg(name(tab.title), name(page.title));
            add(text, page.title, placeOfView(QLatin1String(page.id)));
            for (const auto &part : page.parts != nullptr ? page.parts() : std::vector<ViewEntry>()) {
                add(text + QStringLiteral(" > ") + name(part.title), part.title, placeOfView(QLatin1String(part.id)));
            }
        }
    }
    for (const auto &former : formerNames()) {
        add(tr("Page: %1").arg(name(former.title)), former.title, QLatin1String(former.place));
    }
    add(tr("Page: %1").arg(tr("Findings")), "Findings", QStringLiteral("findings"));
}

/// In front.
CollectPage *MainWindow::openCollect() {
    if (m_collect == nullptr) {
        m_collect = new CollectPage(this);
    }
    std::vector<const Run *> open;
    for (const auto *run : {m_runs.workspace()->mainRun(), m_runs.workspace()->baseline()}) {
        if (run != nullptr) {
            open.push_back(run);
        }
    }
    m_collect->setEarlier(open);
    m_collect->show();
    m_collect->raise();
    m_collect->activateWindow();
    return m_collect;
}

CommandPalette *MainWindow::commandPalette() {
    if (m_palette == nullptr) {
        m_palette = new CommandPalette(this);
    }
    return m_palette;
}

void MainWindow::setFrameTimeShown(bool shown) {
    for (auto *canvas : m_tabs->findChildren<SceneCanvas *>()) {
        canvas->setFrameTimeShown(shown);
    }
    shown ? m_frameTimer.start(kFrameTimeMs) : m_frameTimer.stop();
    showFrameTime();
}

void MainWindow::showFrameTime() {
    std::chrono::nanoseconds longest{0};
    if (auto *view = m_tabs->currentView()) {
        for (const auto *canvas : view->findChildren<SceneCanvas *>()) {
            longest = std::max(longest, canvas->lastFrameTime());
        }
    }
    m_status->setFrameTime(m_actions->of(WindowCommand::FrameTime)->isChecked()
                               ? tr("frame %1 ms").arg(static_cast<double>(longest.count()) / 1e6, 0, 'f', 2)
                               : QString());
}

}  // namespace stagescope
