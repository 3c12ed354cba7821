#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stagescope {

/// What the window shows while nothing is open: how to open, what was open lately, a demo. Troubles of opening appear
/// here too, never in a dialog. GUI thread.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);

    void setRecentPaths(const QStringList &paths);
    /// Empty text removes it.
    void showTrouble(const QString &text);
    /// A path that may be meant instead, below the trouble; empty removes it.
    void showOffer(const QString &path);
    void setDemoBusy(bool busy);
    void retranslate();

Q_SIGNALS:
    void openFolderRequested();
    void openFileRequested();
    void openDemoRequested();
    void pathRequested(const QString &path);

private:
    void makeLayout();
    void showRecent();
    [[nodiscard]] QLabel *link(const QString &path, const QString &text);

    QStringList m_recent;
    QString m_offer;
    bool m_demoBusy = false;
    QLabel *m_title;
    QLabel *m_hint;
    QLabel *m_trouble;
    QVBoxLayout *m_offerPlace;
    QLabel *m_recentTitle;
    QPushButton *m_folder;
    QPushButton *m_file;
    QPushButton *m_demo;
    QVBoxLayout *m_recentList;
};

}  // namespace stagescope
