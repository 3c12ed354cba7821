#pragma once

#include "core/settings/setting_answers.h"

#include <QtWidgets/QWidget>

#include <map>
#include <string>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace stagescope {

class ControlBar;

/// Lines of Python that make a job tell what its profile lacks, with the numbers of the user. GUI thread.
class SnippetPanel : public QWidget {
    Q_OBJECT
public:
    explicit SnippetPanel(QWidget *parent = nullptr);

    /// The sizes that are told elsewhere.
    void setJob(const JobSizes &job);
    void retranslate();

private:
    void addNumbers();
    void refresh();

    ControlBar *m_bar;
    QComboBox *m_which = nullptr;
    std::map<std::string, QSpinBox *> m_numbers;
    QLabel *m_note;
    QPushButton *m_copy;
    QPlainTextEdit *m_text;
};

}  // namespace stagescope
