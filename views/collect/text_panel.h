#pragma once

#include <QtWidgets/QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace stagescope {

class SettingDraft;

/// The text itself with the lines marked of which something is wrong; of settings that are no file, the lines to paste.
/// To be copied, not edited: the form does that without touching the rest. GUI thread; `draft` outlives it.
class TextPanel : public QWidget {
    Q_OBJECT
public:
    explicit TextPanel(SettingDraft *draft, QWidget *parent = nullptr);

    void retranslate();
    void refresh();

private:
    void markLines();

    SettingDraft *m_draft;
    QLabel *m_note;
    QPushButton *m_copy;
    QPlainTextEdit *m_text;
    bool m_isFile = true;  ///< what is shown; else lines to paste
};

}  // namespace stagescope
