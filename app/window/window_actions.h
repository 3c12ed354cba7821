#pragma once

#include "app/window/window_commands.h"

#include <QtCore/QObject>
#include <QtGui/QAction>

#include <array>
#include <vector>

class QMenu;
class QMenuBar;
class QMainWindow;

namespace stagescope {

/// The actions of the window's commands and the menu bar that shows them. Owned by the window, which connects them;
/// knows nothing of what they do. GUI thread.
class WindowActions : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxTabKeys = 6;

    explicit WindowActions(QMainWindow *window);

    [[nodiscard]] QAction *of(WindowCommand command) const { return m_actions[static_cast<std::size_t>(command)]; }
    [[nodiscard]] QMenu *recentMenu() const { return m_recent; }

    /// Where an entry of the menus stands.
    struct Place {
        QAction *action;
        QString path;   ///< "View: Theme > Dark"
        QString words;  ///< the same in all languages
    };
    [[nodiscard]] std::vector<Place> places() const;
    /// Texts again, after the language has changed.
    void retranslate();

Q_SIGNALS:
    /// Alt+1 ... Alt+6.
    void tabRequested(int index);

private:
    void makeMenus(QMenuBar *bar);
    void add(const CommandLine &line);
    void makeTabKeys();
    [[nodiscard]] QMenu *menu(WindowMenu menu) const { return m_menus[static_cast<std::size_t>(menu)]; }

    QMainWindow *m_window;
    std::array<QAction *, kWindowCommands> m_actions{};
    std::array<QMenu *, kWindowMenus> m_menus{};
    QMenu *m_recent = nullptr;
};

}  // namespace stagescope
