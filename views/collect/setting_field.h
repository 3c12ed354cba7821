#pragma once

#include "core/settings/setting_check.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace stagescope {

/// One key of the settings: its name, a control for its type, what it means, and what is wrong with its value. What is
/// typed is offered by a signal; the field keeps it even when it was refused. GUI thread.
class SettingField : public QWidget {
    Q_OBJECT
public:
    /// `spec` is one of the list, which outlives all.
    explicit SettingField(const SettingSpec &spec, QWidget *parent = nullptr);

    [[nodiscard]] const SettingSpec &spec() const { return *m_spec; }
    /// The value as it stands in the text; null where the key is absent and its usual value counts.
    void showValue(const TextNode *node);
    /// What the program makes of that value, in the order of lines.
    void showProblems(const std::vector<SettingProblem> &problems);
    /// Why what is typed was not written, and what the program would do; nothing when it was.
    void setRefusal(const std::optional<Message> &refusal);
    [[nodiscard]] bool isRefused() const { return m_refusal.has_value(); }
    /// Whether its name, meaning or choices hold a text.
    [[nodiscard]] bool matches(const QString &text) const;
    [[nodiscard]] QString reason() const;
    void retranslate();

Q_SIGNALS:
    /// As a person writes it: SettingChange::value.
    void typed(const QString &value);

private:
    void makeFlag();
    void makeChoice();
    void makeChoices();
    void makeLine();
    void place(QWidget *editor);
    void offerChoices();
    void showReason();

    const SettingSpec *m_spec;
    QLabel *m_name;
    QLabel *m_meaning;
    QLabel *m_reason;
    QCheckBox *m_flag = nullptr;
    QComboBox *m_choice = nullptr;
    QLineEdit *m_line = nullptr;
    std::vector<QCheckBox *> m_choices;
    std::optional<Message> m_refusal;
    std::vector<SettingProblem> m_problems;
};

}  // namespace stagescope
