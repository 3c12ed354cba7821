#include "app/window/window_actions.h"

#include <QtGui/QActionGroup>
#include <QtGui/QShortcut>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

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
    recentMenu = new QMenu(m_file);
    exportPicture = add({QKeySequence(Qt::CTRL | Qt::Key_E)});
    // The key is the window's only where nothing else copies: tables and details come first.
    copyPicture = add({QKeySequence(Qt::CTRL | Qt::Key_C)});
    copyPicture->setShortcutContext(Qt::WidgetShortcut);
    quit = add({QKeySequence(Qt::CTRL | Qt::Key_Q)});
    m_file->addActions({openFile, openFolder, openBaseline, closeBaseline});
    m_file->addMenu(recentMenu);
    m_file->addSeparator();
    m_file->addActions({exportPicture, copyPicture});
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

void WindowActions::retranslate() {
    m_file->setTitle(tr("&File"));
    openFile->setText(tr("Open &File..."));
    openFolder->setText(tr("Open F&older..."));
    openBaseline->setText(tr("Open &Baseline..."));
    closeBaseline->setText(tr("&Close Baseline"));
    recentMenu->setTitle(tr("&Recent"));
    exportPicture->setText(tr("&Export Picture..."));
    copyPicture->setText(tr("Co&py Picture"));
    quit->setText(tr("&Quit"));
    m_view->setTitle(tr("&View"));
    m_theme->setTitle(tr("&Theme"));
    lightTheme->setText(tr("Light"));
    darkTheme->setText(tr("Dark"));
    m_language->setTitle(tr("&Language"));
    // Each language by its own name, so that whoever cannot read the other finds it.
    english->setText(QStringLiteral("English"));
    chinese->setText(QString::fromUtf8("中文"));
    m_keyMenu->setTitle(tr("&Keys"));
    keysOfBoth->setText(tr("Keys of Both"));
    keysOfInsight->setText(tr("Keys of Insight"));
    keysOfPerfetto->setText(tr("Keys of Perfetto"));
    navigator->setText(tr("&Navigator"));
    drawer->setText(tr("&Drawer"));
    fit->setText(tr("&Fit All"));
    undoZoom->setText(tr("&Undo Zoom"));
    redoZoom->setText(tr("Red&o Zoom"));
    search->setText(tr("&Search"));
    deselect->setText(tr("D&eselect"));
    frameTime->setText(tr("Frame Ti&me"));
    thresholds->setText(tr("T&hresholds of Findings..."));
    m_help->setTitle(tr("&Help"));
    palette->setText(tr("&Commands..."));
    keys->setText(tr("&Keys"));
    about->setText(tr("&About Stagescope"));
}

}  // namespace stagescope
