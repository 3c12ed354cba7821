#include "app/window/window_actions.h"

#include "views/common/texts/language.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QActionGroup>
#include <QtGui/QShortcut>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

#include <array>
#include <functional>
#include <utility>

namespace stagescope {

WindowActions::WindowActions(QMainWindow *window) : QObject(window), m_window(window) {
    auto *bar = window->menuBar();
    makeFileMenu(bar);
    makeViewMenu(bar);
    makeHelpMenu(bar);
    makeTabKeys();
    retranslate();
}

QAction *WindowActions::add(const QList<QKeySequence> &shortcuts, bool checkable) {
    auto *action = new QAction(this);
    action->setShortcuts(shortcuts);
    action->setCheckable(checkable);
    m_window->addAction(action);
    return action;
}

void WindowActions::makeFileMenu(QMenuBar *bar) {
    m_file = bar->addMenu(QString());
    openFile = add({QKeySequence(Qt::CTRL | Qt::Key_O)});
    openFolder = add({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)});
    openBaseline = add();
    closeBaseline = add();
    closeRun = add({QKeySequence(Qt::CTRL | Qt::Key_W)});
    recentMenu = new QMenu(m_file);
    exportPicture = add({QKeySequence(Qt::CTRL | Qt::Key_E)});
    // The key is the window's only where nothing else copies: tables and details come first.
    copyPicture = add({QKeySequence(Qt::CTRL | Qt::Key_C)});
    copyPicture->setShortcutContext(Qt::WidgetShortcut);
    exportTable = add();
    exportReport = add();
    quit = add({QKeySequence(Qt::CTRL | Qt::Key_Q)});
    m_file->addActions({openFile, openFolder, openBaseline});
    m_file->addMenu(recentMenu);
    m_file->addSeparator();
    m_file->addActions({closeBaseline, closeRun});
    m_file->addSeparator();
    m_file->addActions({exportPicture, copyPicture, exportTable, exportReport});
    m_file->addSeparator();
    m_file->addAction(quit);
}

void WindowActions::makeViewMenu(QMenuBar *bar) {
    m_view = bar->addMenu(QString());
    m_theme = m_view->addMenu(QString());
    auto *themes = new QActionGroup(this);
    lightTheme = themes->addAction(add({}, true));
    darkTheme = themes->addAction(add({}, true));
    m_theme->addActions({lightTheme, darkTheme});
    m_language = m_view->addMenu(QString());
    auto *languages = new QActionGroup(this);
    english = languages->addAction(add({}, true));
    chinese = languages->addAction(add({}, true));
    m_language->addActions({english, chinese});
    m_keyMenu = m_view->addMenu(QString());
    auto *schemes = new QActionGroup(this);
    for (auto **action : {&keysOfBoth, &keysOfInsight, &keysOfPerfetto}) {
        *action = schemes->addAction(add({}, true));
        m_keyMenu->addAction(*action);
    }
    m_view->addSeparator();
    navigator = add({QKeySequence(Qt::CTRL | Qt::Key_B)}, true);
    drawer = add({QKeySequence(Qt::Key_Q)}, true);
    m_view->addActions({navigator, drawer});
    m_view->addSeparator();
    // F is read by the views, which know what is selected; here it would take the key from them.
    fit = add({QKeySequence(Qt::CTRL | Qt::Key_0)});
    undoZoom = add({QKeySequence(Qt::Key_Backspace)});
    redoZoom = add({QKeySequence(Qt::SHIFT | Qt::Key_Backspace)});
    search = add({QKeySequence(Qt::Key_Slash), QKeySequence(Qt::CTRL | Qt::Key_F)});
    deselect = add({QKeySequence(Qt::Key_Escape)});
    frameTime = add({QKeySequence(Qt::Key_F12)}, true);
    m_view->addActions({fit, undoZoom, redoZoom});
    m_view->addSeparator();
    thresholds = add();
    m_view->addActions({search, deselect, frameTime});
    m_view->addSeparator();
    m_view->addAction(thresholds);
}

void WindowActions::makeHelpMenu(QMenuBar *bar) {
    m_help = bar->addMenu(QString());
    keys = add({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    about = add();
    palette = add({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    m_help->addActions({palette, keys, about});
}

void WindowActions::makeTabKeys() {
    for (int i = 0; i < kMaxTabKeys; ++i) {
        auto *shortcut = new QShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)), m_window);
        connect(shortcut, &QShortcut::activated, this, [this, i] { Q_EMIT tabRequested(i); });
    }
}

namespace {

constexpr const char *kScope = "stagescope::WindowActions";

struct ActionText {
    QAction *WindowActions::*action;
    const char *text;
};
constexpr std::array kTexts{
    ActionText{&WindowActions::openFile, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Open &File...")},
    ActionText{&WindowActions::openFolder, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Open F&older...")},
    ActionText{&WindowActions::openBaseline, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Open &Baseline...")},
    ActionText{&WindowActions::closeBaseline, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Close B&aseline")},
    ActionText{&WindowActions::closeRun, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Close")},
    ActionText{&WindowActions::exportPicture, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Export Picture...")},
    ActionText{&WindowActions::copyPicture, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Co&py Picture")},
    ActionText{&WindowActions::exportTable, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Export &Table...")},
    ActionText{&WindowActions::exportReport, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Export Repo&rt...")},
    ActionText{&WindowActions::quit, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Quit")},
    ActionText{&WindowActions::lightTheme, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Light")},
    ActionText{&WindowActions::darkTheme, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Dark")},
    ActionText{&WindowActions::keysOfBoth, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Keys of Both")},
    ActionText{&WindowActions::keysOfInsight, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Keys of Insight")},
    ActionText{&WindowActions::keysOfPerfetto, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Keys of Perfetto")},
    ActionText{&WindowActions::navigator, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Navigator")},
    ActionText{&WindowActions::drawer, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Drawer")},
    ActionText{&WindowActions::fit, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Fit All")},
    ActionText{&WindowActions::undoZoom, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Undo Zoom")},
    ActionText{&WindowActions::redoZoom, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Red&o Zoom")},
    ActionText{&WindowActions::search, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Search")},
    ActionText{&WindowActions::deselect, QT_TRANSLATE_NOOP("stagescope::WindowActions", "D&eselect")},
    ActionText{&WindowActions::frameTime, QT_TRANSLATE_NOOP("stagescope::WindowActions", "Frame Ti&me")},
    ActionText{&WindowActions::thresholds,
               QT_TRANSLATE_NOOP("stagescope::WindowActions", "T&hresholds of Findings...")},
    ActionText{&WindowActions::palette, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Commands...")},
    ActionText{&WindowActions::keys, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Keys")},
    ActionText{&WindowActions::about, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&About Stagescope")},
};

}  // namespace

void WindowActions::retranslate() {
    for (const auto &[action, text] : kTexts) {
        setSourceText(this->*action, kScope, text);
    }
    // Each language by its own name, so that whoever cannot read the other finds it.
    english->setText(QStringLiteral("English"));
    chinese->setText(QString::fromUtf8("中文"));
    const std::initializer_list<std::pair<QMenu *, const char *>> menus{
        {m_file, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&File")},
        {recentMenu, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Recent")},
        {m_view, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&View")},
        {m_theme, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Theme")},
        {m_language, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Language")},
        {m_keyMenu, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Keys")},
        {m_help, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Help")},
    };
    for (const auto &[menu, title] : menus) {
        setSourceText(menu->menuAction(), kScope, title);
    }
}

std::vector<WindowActions::Place> WindowActions::places() const {
    std::vector<Place> found;
    const std::function<void(const QMenu &, const QString &, const QString &)> walk =
        [&](const QMenu &menu, const QString &path, const QString &words) {
            const bool isTop = path.isEmpty();
            const auto title = QString(menu.title()).remove(QLatin1Char('&'));
            const auto here = isTop ? title : path + title;
            const auto all = words + QLatin1Char(' ') + inAllLanguages(*menu.menuAction());
            for (auto *action : menu.actions()) {
                if (action->menu() != nullptr && action->menu() != recentMenu) {
                    walk(*action->menu(), here + (isTop ? QStringLiteral(": ") : QStringLiteral(" > ")), all);
                } else if (action->menu() == nullptr && !action->isSeparator()) {
                    const auto name = QString(action->text()).remove(QLatin1Char('&')).remove(QStringLiteral("..."));
                    found.push_back({action, here + (isTop ? QStringLiteral(": ") : QStringLiteral(" > ")) + name,
                                     all + QLatin1Char(' ') + inAllLanguages(*action)});
                }
            }
        };
    for (const auto *menu : {m_file, m_view, m_help}) {
        walk(*menu, QString(), QString());
    }
    return found;
}

}  // namespace stagescope
