#pragma once

#include "app/window/key_table.h"

#include <QtWidgets/QDialog>

class QLineEdit;
class QTableWidget;

namespace stagescope {

/// What the keys in force do (? or F1), grouped by where they do it, filtered by typing. Not modal: it stays beside the
/// window while one tries them. GUI thread.
class ShortcutsPage : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsPage(KeyScheme scheme, QWidget *parent = nullptr);
    void setScheme(KeyScheme scheme);
    void retranslate();

private:
    void showMatching();

    KeyScheme m_scheme;
    QLineEdit *m_filter;
    QTableWidget *m_table;
};

}  // namespace stagescope
