#pragma once

#include "core/settings/setting_list.h"

#include <QtWidgets/QWidget>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace stagescope {

class ControlBar;
struct Run;
class EnvironmentPanel;
class OutlookPanel;
class SettingDraft;
class SettingForm;
class SnippetPanel;
class StepStrip;
class TextPanel;

/// The window in which settings of a profiler are made, checked and understood before anything is recorded: what will
/// be recorded above, the form on the left, what comes of it on the right. Needs no profile; not modal. Writes the file
/// that the user names and nothing else; what is not saved is asked for in the window itself. GUI thread.
class CollectPage : public QWidget {
    Q_OBJECT
public:
    explicit CollectPage(QWidget *parent = nullptr);

    /// Opens a file of settings, once changes are saved or dropped.
    void open(const QString &path);
    /// What is open already says how much a step is and by which version it was recorded: the first that does.
    void setEarlier(const std::vector<const Run *> &runs);
    /// The text of the clipboard, once changes are saved or dropped.
    void paste();
    /// Starts from what somebody wants to know, questions of capability_list: changes what they need in the settings of
    /// a program, once changes to those of another are saved or dropped, and says what it changed.
    void startFrom(SettingKind kind, std::span<const std::string_view> questions);
    /// Writes the file; says what went wrong in the window. False when it did.
    bool save(const QString &path);
    [[nodiscard]] SettingDraft *draft() const { return m_draft; }
    [[nodiscard]] SettingForm *form() const { return m_form; }
    [[nodiscard]] StepStrip *strip() const { return m_strip; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void makeBar();
    void makeGoals();
    void makeJobBar();
    void makeQuestion();
    void makeKeys();
    void layOut();
    void chooseProgram();
    void askForSettings();
    void saveOrAsk();
    void saveAs();
    /// Now, or once changes are saved or dropped.
    void afterChanges(const std::function<void()> &next);
    void endQuestion(bool goesOn);
    void tell(const QString &text, bool isTrouble);
    void follow();
    void retranslate();

    SettingDraft *m_draft;
    ControlBar *m_bar;
    QComboBox *m_program = nullptr;
    QComboBox *m_goal = nullptr;
    QLineEdit *m_version = nullptr;
    QCheckBox *m_graphO2 = nullptr;
    QLabel *m_file;
    QLabel *m_message;
    QWidget *m_question;
    QLabel *m_questionText;
    std::function<void()> m_next;  ///< what waits for an answer
    StepStrip *m_strip;
    SettingForm *m_form;
    QTabWidget *m_tabs;
    OutlookPanel *m_outlook;
    TextPanel *m_text;
    SnippetPanel *m_snippets;
    EnvironmentPanel *m_environment;
};

}  // namespace stagescope
