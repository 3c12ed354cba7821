#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stagescope {

struct DemoCase;
class RunList;
class RunListView;

/// What the window shows while nothing is open: how to open, all runs that were ever open, a demo. Troubles of opening
/// appear here too, never in a dialog. GUI thread; `list` outlives it.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(RunList *list, QWidget *parent = nullptr);

    /// Empty text removes it.
    void showTrouble(const QString &text);
    /// A path that may be meant instead, below the trouble; empty removes it.
    void showOffer(const QString &path);
    void setDemoBusy(bool busy);
    void retranslate();

Q_SIGNALS:
    void openFolderRequested();
    void openFileRequested();
    void openDemoRequested(const stagescope::DemoCase &demo);
    void collectRequested();
    void pathRequested(const QString &path);
    void baselineRequested(const QString &path);
    void compareRequested(const QStringList &paths);

private:
    void makeLayout();
    void showList();
    [[nodiscard]] QLabel *link(const QString &path, const QString &text);

    RunList *m_list;
    QString m_offer;
    bool m_demoBusy = false;
    QLabel *m_title;
    QLabel *m_hint;
    QLabel *m_trouble;
    QVBoxLayout *m_offerPlace;
    QLabel *m_listTitle;
    QPushButton *m_folder;
    QPushButton *m_file;
    QPushButton *m_demo;
    QPushButton *m_collect;
    RunListView *m_listView;
};

}  // namespace stagescope
