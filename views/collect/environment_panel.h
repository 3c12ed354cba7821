#pragma once

#include <QtWidgets/QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QSpinBox;

namespace stagescope {

class ControlBar;

/// Variables of the environment that decide how fast the host launches, checked while they are typed. Reads nothing of
/// the environment of this program: the job runs elsewhere. GUI thread.
class EnvironmentPanel : public QWidget {
    Q_OBJECT
public:
    explicit EnvironmentPanel(QWidget *parent = nullptr);
    void retranslate();

private:
    void refresh();

    struct Variable {
        const char *name;
        const char *meaning;  ///< source text
        QLineEdit *value;
        QLabel *meaningLabel;
        QLabel *reason;
    };
    QLabel *m_note;
    ControlBar *m_host;
    QSpinBox *m_devices = nullptr;
    QSpinBox *m_cores = nullptr;
    std::vector<Variable> m_variables;
};

}  // namespace stagescope
