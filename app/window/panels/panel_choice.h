#pragma once

#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <functional>
#include <vector>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace stagescope {

/// Tab of the drawer: one of several panels, chosen in a box above them. Owns them. GUI thread.
class PanelChoice : public QWidget {
    Q_OBJECT
public:
    /// `name` of the box.
    explicit PanelChoice(const char *name, QWidget *parent = nullptr);

    /// `title` is asked again when the language changes.
    void add(QWidget *panel, std::function<QString()> title);
    void showPanel(QWidget *panel);
    [[nodiscard]] QWidget *shown() const;
    void retranslate();

private:
    QLabel *m_label;
    QComboBox *m_box;
    QStackedWidget *m_stack;
    std::vector<std::function<QString()>> m_titles;
};

}  // namespace stagescope
