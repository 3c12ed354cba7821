#pragma once

#include <QtCore/QObject>
#include <QtGui/QAction>

#include <vector>

class QMenu;
class QMenuBar;
class QMainWindow;

namespace stagescope {

/// All actions of the window with their keys (UX.md, keys) and the menu bar that shows them. Owned by the window, which
/// connects them; knows nothing of what they do. GUI thread.
class WindowActions : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxTabKeys = 7;

    explicit WindowActions(QMainWindow *window);

    QAction *openFile;
    QAction *openFolder;
    QAction *openBaseline;
    QAction *closeBaseline;
    QAction *closeRun;
    QAction *exportPicture;
    QAction *copyPicture;
    QAction *exportTable;
    QAction *exportReport;
    QAction *quit;
    QAction *lightTheme;
    QAction *darkTheme;
    QAction *english;
    QAction *chinese;
    QAction *keysOfBoth;
    QAction *keysOfInsight;
    QAction *keysOfPerfetto;
    QAction *navigator;
    QAction *drawer;
    QAction *fit;
    QAction *undoZoom;
    QAction *redoZoom;
    QAction *search;
    QAction *deselect;
    QAction *thresholds;
    QAction *frameTime;
    QAction *palette;
    QAction *keys;
    QAction *about;
    QMenu *recentMenu;

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
    /// Alt+1 ... Alt+7.
    void tabRequested(int index);

private:
    QAction *add(const QList<QKeySequence> &keys = {}, bool checkable = false);
    void makeFileMenu(QMenuBar *bar);
    void makeViewMenu(QMenuBar *bar);
    void makeHelpMenu(QMenuBar *bar);
    void makeTabKeys();

    QMainWindow *m_window;
    QMenu *m_file;
    QMenu *m_view;
    QMenu *m_theme;
    QMenu *m_language;
    QMenu *m_keyMenu;
    QMenu *m_help;
};

}  // namespace stagescope
