#pragma once

#include <QtWidgets/QWidget>

#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace stagescope {

class SettingDraft;
class SettingField;

/// All keys of the program, in the order of its list, to be changed one by one, and a filter above them. GUI thread;
/// `draft` outlives it.
class SettingForm : public QWidget {
    Q_OBJECT
public:
    explicit SettingForm(SettingDraft *draft, QWidget *parent = nullptr);

    /// Null for a key that there is none of.
    [[nodiscard]] SettingField *field(const std::string &path) const;
    [[nodiscard]] const std::vector<SettingField *> &fields() const { return m_fields; }
    /// Scrolls to a key and gives it the focus.
    void goTo(const std::string &path);
    /// Keys whose typed value is not in the text.
    [[nodiscard]] std::vector<std::string> refused() const;
    void retranslate();
    /// Texts and colours again.
    void refresh();

private:
    void rebuild();
    void addHeading(const std::string &prefix);
    void showMatching();

    SettingDraft *m_draft;
    QLineEdit *m_filter;
    QScrollArea *m_scroll;
    QWidget *m_body = nullptr;
    std::vector<SettingField *> m_fields;
    struct Heading {
        QLabel *label;
        std::string prefix;
    };
    std::vector<Heading> m_headings;
};

}  // namespace stagescope
