#pragma once

#include "core/session/watch/folder_watch.h"

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

#include <cstddef>
#include <string>
#include <vector>

class QLabel;
class QPushButton;

namespace stagescope {

class ControlBar;
class RowsPanel;

/// The window that follows a folder which a profiler fills: above, what is there and what became of it, below, what the
/// profiler says in its logs. Watching goes on while the window is closed, until it is stopped. Reads the folder only.
/// Not modal. GUI thread.
class WatchPage : public QWidget {
    Q_OBJECT
public:
    explicit WatchPage(QWidget *parent = nullptr);

    /// Watches that folder in place of another.
    void watch(const QString &folder);
    /// For tests: how soon it looks.
    void setOptions(const FolderWatch::Options &options) { m_options = options; }
    [[nodiscard]] const FolderWatch *folderWatch() const { return &m_watch; }
    /// All that are complete, in the order in which they came.
    [[nodiscard]] QStringList completePaths() const;
    /// The folder itself, to be opened as what its captures are together (ranks of one run, or runs); empty while one
    /// of them is being written, and where there is but one.
    [[nodiscard]] QString wholePath() const;

Q_SIGNALS:
    /// Captures became complete since the watch began, in the order in which they came.
    void arrived(const std::vector<stagescope::WatchedCapture> &captures);
    void openRequested(const QString &path);
    void compareRequested(const QStringList &paths);

protected:
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void makeBar();
    void layOut();
    void askForFolder();
    void follow();
    void tellArrivals();
    void showCaptures();
    void showLog();
    void updateButtons();
    void retranslate();
    [[nodiscard]] QString summaryText() const;
    [[nodiscard]] const WatchedCapture *marked() const;

    FolderWatch m_watch;
    FolderWatch::Options m_options;
    ControlBar *m_bar;
    QLabel *m_folder;
    QPushButton *m_stop = nullptr;
    QPushButton *m_show = nullptr;
    QPushButton *m_showAll = nullptr;
    QPushButton *m_compare = nullptr;
    RowsPanel *m_captures;
    RowsPanel *m_log;
    QString m_path;             ///< that is or was watched
    std::string m_marked;       ///< name
    std::size_t m_known = 0;    ///< arrivals that were told
    bool m_isFirstLook = true;  ///< what is there then did not arrive
};

/// "capture is complete", and why, for people.
[[nodiscard]] QString captureStateName(CaptureState state);
[[nodiscard]] QString captureRuleMeaning(CaptureRule rule);

}  // namespace stagescope
