#pragma once

#include "core/session/discovery/rank_source.h"

#include <QtWidgets/QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace stagescope {

class ControlBar;

/// Asks where it lies here what was digested elsewhere: the folder as it was, the folder as it is. Not modal; a window
/// of its own. GUI thread.
class SourcePage : public QWidget {
    Q_OBJECT
public:
    explicit SourcePage(QWidget *parent = nullptr);

    /// `trouble` names what is not here, `root` the folder that was digested. What stands in the fields stays while it
    /// is about the same folder.
    void ask(const QString &trouble, const QString &root);

Q_SIGNALS:
    void prefixGiven(const stagescope::PathPrefix &prefix);
    /// It was closed by the user.
    void givenUp();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void makeBar();
    void askForFolder();
    void give();
    [[nodiscard]] std::optional<PathPrefix> prefix() const;
    void retranslate();

    ControlBar *m_bar;
    QLabel *m_trouble;
    QLineEdit *m_from;
    QLineEdit *m_to;
    QPushButton *m_load = nullptr;
    QString m_root;
};

}  // namespace stagescope
