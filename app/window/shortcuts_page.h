#pragma once

#include "app/window/key_table.h"

#include <QtWidgets/QDialog>

class QTableWidget;

namespace stagescope {

/// What the keys in force do (? or F1). Not modal: it stays beside the window while one tries them. GUI thread.
class ShortcutsPage : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsPage(KeyScheme scheme, QWidget *parent = nullptr);
    void setScheme(KeyScheme scheme);
    void retranslate();

private:
    KeyScheme m_scheme;
    QTableWidget *m_table;
};

}  // namespace stagescope
