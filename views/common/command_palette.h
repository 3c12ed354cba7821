#pragma once

#include <QtCore/QPointer>
#include <QtWidgets/QFrame>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace stagescope {

/// Things to do or to go to, found by typing parts of their words: Up, Down and Enter run one, Esc leaves and gives the
/// focus back. Lies over its parent, is not modal, hides when the focus leaves it. GUI thread.
class CommandPalette : public QFrame {
    Q_OBJECT
public:
    struct Entry {
        QString text;
        QString keys;  ///< shown beside the text; may be empty
        std::function<void()> run;
        QString also{};  ///< found by these words too, which are not shown
    };

    static constexpr std::size_t kMostShown = 300;

    explicit CommandPalette(QWidget *parent);

    /// Shows these, none typed yet; `wanted` says what to type. Of more than kMostShown that match, the first are
    /// shown.
    void open(std::vector<Entry> entries, const QString &wanted);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showMatching();
    void moveBy(int rows);
    void runCurrent();
    void leave();

    QLineEdit *m_field;
    QListWidget *m_list;
    std::vector<Entry> m_entries;
    QPointer<QWidget> m_before;  ///< had the focus
};

}  // namespace stagescope
