#pragma once

#include <QtCore/QVariant>
#include <QtWidgets/QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace stagescope {

class FlowLayout;

/// Labelled controls above a page, in as many lines as its width asks for. Each is declared once, with its texts as
/// functions that are asked again when the language changes; pickers keep what is chosen. Owns the controls. GUI
/// thread.
class ControlBar : public QWidget {
    Q_OBJECT
public:
    using Text = std::function<QString()>;
    struct Choice {
        QString text;
        QVariant data;  ///< what is kept and asked for; unique in its picker
        QString tip = {};
    };
    using Choices = std::function<std::vector<Choice>()>;

    explicit ControlBar(QWidget *parent = nullptr);

    /// Controls behind this stand in a line of their own.
    void addLine();
    /// `name` as object name. Choices may be none at first: see refill().
    QComboBox *addPicker(const char *name, const Text &label, Choices choices);
    QSpinBox *addNumber(const char *name, const Text &label, int least, int most);
    QCheckBox *addSwitch(const char *name, const Text &text);
    /// A text before several controls.
    void addLabel(const Text &text);
    /// Any control; the label may be empty.
    void addField(const Text &label, QWidget *field);
    /// A control that takes what room the line has left.
    void addWide(QWidget *field);
    /// A tool tip, and a name for those who do not see the control, that follow the language.
    void setTip(QWidget *field, const Text &text);
    void setName(QWidget *field, const Text &text);
    /// Any other text; written at once, and again when the language has changed.
    void addText(const std::function<void()> &write);
    /// Offers a picker's choices anew, without its signals; what was chosen stays where it is still there.
    void refill(QComboBox *picker);
    /// Texts and choices again.
    void retranslate();

Q_SIGNALS:
    /// By the user, or by the program as far as the control says so.
    void changed();

protected:
    /// The user has chosen in a picker; changed() follows.
    virtual void onChosen(const QComboBox *) {}
    /// Makes a value of a picker the chosen one, else the first.
    static void choose(QComboBox *picker, const QVariant &data);

private:
    struct Picker {
        QComboBox *box;
        Choices choices;
    };

    FlowLayout *m_line = nullptr;
    std::vector<Picker> m_pickers;
    std::vector<std::function<void()>> m_texts;
};

}  // namespace stagescope
