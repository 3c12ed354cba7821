#include "app/window/window_actions.h"

#include "views/common/texts/language.h"

#include <QtGui/QActionGroup>
#include <QtGui/QShortcut>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

#include <functional>

namespace stagescope {

namespace {

struct MenuLine {
    WindowMenu menu;
    const char *text;
};
constexpr std::array kMenus{
    MenuLine{WindowMenu::File, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&File")},
    MenuLine{WindowMenu::View, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&View")},
    MenuLine{WindowMenu::Theme, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Theme")},
    MenuLine{WindowMenu::Language, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Language")},
    MenuLine{WindowMenu::Keys, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Keyboard Shortcuts")},
    MenuLine{WindowMenu::Help, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Help")},
};

}  // namespace

WindowActions::WindowActions(QMainWindow *window) : QObject(window), m_window(window) {
    makeMenus(window->menuBar());
    for (const auto &line : windowCommands()) {
        add(line);
    }
    menu(WindowMenu::File)->insertMenu(of(WindowCommand::CloseBaseline), m_recent);
    menu(WindowMenu::File)->insertSeparator(of(WindowCommand::CloseBaseline));
    // The key is the window's only where nothing else copies: tables and details come first.
    of(WindowCommand::CopyPicture)->setShortcutContext(Qt::WidgetShortcut);
    makeTabKeys();
    retranslate();
}

void WindowActions::makeMenus(QMenuBar *bar) {
    for (const auto &line : kMenus) {
        const bool isInView =
            line.menu == WindowMenu::Theme || line.menu == WindowMenu::Language || line.menu == WindowMenu::Keys;
        m_menus[static_cast<std::size_t>(line.menu)] =
            isInView ? menu(WindowMenu::View)->addMenu(QString()) : bar->addMenu(QString());
    }
    menu(WindowMenu::View)->addSeparator();
    m_recent = new QMenu(menu(WindowMenu::File));
}

void WindowActions::add(const CommandLine &line) {
    auto *action = new QAction(this);
    QList<QKeySequence> keys;
    for (const auto &key : line.keys) {
        if (key.text != nullptr) {
            keys.append(QKeySequence::fromString(QLatin1String(key.text)));
        }
    }
    auto *menu = this->menu(line.menu);
    action->setShortcuts(keys);
    action->setCheckable(line.kind != CommandLine::Kind::Plain);
    if (line.kind == CommandLine::Kind::Exclusive) {
        auto *group = menu->findChild<QActionGroup *>();
        (group != nullptr ? group : new QActionGroup(menu))->addAction(action);
    }
    m_window->addAction(action);
    menu->addAction(action);
    if (line.endsGroup) {
        menu->addSeparator();
    }
    m_actions[static_cast<std::size_t>(line.command)] = action;
}

void WindowActions::makeTabKeys() {
    for (int i = 0; i < kMaxTabKeys; ++i) {
        auto *shortcut = new QShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + i)), m_window);
        connect(shortcut, &QShortcut::activated, this, [this, i] { Q_EMIT tabRequested(i); });
    }
}

void WindowActions::retranslate() {
    for (const auto &line : windowCommands()) {
        setSourceText(of(line.command), kCommandContext, line.text);
    }
    for (const auto &line : kMenus) {
        setSourceText(menu(line.menu)->menuAction(), kCommandContext, line.text);
    }
    setSourceText(m_recent->menuAction(), kCommandContext, QT_TRANSLATE_NOOP("stagescope::WindowActions", "&Recent"));
}

std::vector<WindowActions::Place> WindowActions::places() const {
    std::vector<Place> found;
    const std::function<void(const QMenu &, const QString &, const QString &)> walk =
        [&](const QMenu &menu, const QString &path, const QString &words) {
            const bool isTop = path.isEmpty();
            const auto title = plainMenuText(menu.title());
            const auto here = isTop ? title : path + title;
            const auto all = words + QLatin1Char(' ') + inAllLanguages(*menu.menuAction());
            for (auto *action : menu.actions()) {
                if (action->menu() != nullptr && action->menu() != m_recent) {
                    walk(*action->menu(), here + (isTop ? QStringLiteral(": ") : QStringLiteral(" > ")), all);
                } else if (action->menu() == nullptr && !action->isSeparator()) {
                    const auto name = plainMenuText(action->text());
                    found.push_back({action, here + (isTop ? QStringLiteral(": ") : QStringLiteral(" > ")) + name,
                                     all + QLatin1Char(' ') + inAllLanguages(*action)});
                }
            }
        };
    for (const auto each : {WindowMenu::File, WindowMenu::View, WindowMenu::Help}) {
        walk(*menu(each), QString(), QString());
    }
    return found;
}

}  // namespace stagescope
