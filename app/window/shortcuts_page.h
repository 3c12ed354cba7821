#pragma once

#include <QtWidgets/QDialog>

class QTableWidget;

namespace stagescope {

/// What the keys do (? or F1). Not modal: it stays beside the window while one tries them. GUI thread.
class ShortcutsPage : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsPage(QWidget *parent = nullptr);
    void retranslate();

private:
    QTableWidget *m_table;
};

}  // namespace stagescope
