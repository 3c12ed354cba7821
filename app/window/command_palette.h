#pragma once

#include <QtWidgets/QFrame>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace stagescope {

/// All that the window can do, found by typing parts of its words: Up, Down and Enter run one, Esc leaves. Lies over
/// its parent, is not modal, hides when the focus leaves it. GUI thread.
class CommandPalette : public QFrame {
    Q_OBJECT
public:
    struct Entry {
        QString text;
        QString keys;  ///< shown beside the text; may be empty
        std::function<void()> run;
    };

    explicit CommandPalette(QWidget *parent);

    /// Shows these, none typed yet.
    void open(std::vector<Entry> entries);
    void retranslate();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showMatching();
    void moveBy(int rows);
    void runCurrent();

    QLineEdit *m_field;
    QListWidget *m_list;
    std::vector<Entry> m_entries;
};

}  // namespace stagescope
