#include "views/collect/text_panel.h"

#include "core/settings/setting_paste.h"
#include "views/collect/plain_code.h"
#include "views/collect/setting_draft.h"
#include "views/collect/setting_words.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtGui/QTextBlock>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>

namespace stagescope {

namespace {
constexpr std::size_t kMostShown = std::size_t{1} << 18;  ///< bytes: more takes seconds to lay out
constexpr int kMarkAlpha = 60;
}  // namespace

TextPanel::TextPanel(SettingDraft *draft, QWidget *parent)
    : QWidget(parent),
      m_draft(draft),
      m_note(new QLabel(this)),
      m_copy(new QPushButton(this)),
      m_text(new QPlainTextEdit(this)) {
    m_text->setObjectName(QStringLiteral("settingText"));
    layOutCode(this, m_note, m_copy, m_text);
    connect(m_draft, &SettingDraft::changed, this, &TextPanel::refresh);
    connect(m_draft, &SettingDraft::replaced, this, &TextPanel::refresh);
    retranslate();
}

void TextPanel::refresh() {
    const auto pasted = m_draft->review() ? pasteText(m_draft->review()->sheet, m_draft->text()) : std::string();
    m_isFile = pasted.empty();
    const auto &text = m_isFile ? m_draft->text() : pasted;
    auto shown = utf8Text(std::string_view(text).substr(0, kMostShown));
    shown += text.size() > kMostShown ? QStringLiteral("\n...") : QString();
    const int at = m_text->verticalScrollBar()->value();
    if (shown != m_text->toPlainText()) {
        m_text->setPlainText(shown);
        m_text->verticalScrollBar()->setValue(at);
    }
    m_note->setText(m_isFile ? tr("The file as it will be saved; comments, order and your own keys are kept.")
                    : settingProgram(m_draft->kind()).syntax == SettingSyntax::Request
                        ? tr("Command that sends these settings; Save writes one KEY=VALUE per line.")
                        : tr("Paste where your program sets it; Save writes the values as JSON."));
    markLines();
}

void TextPanel::markLines() {
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](int line, ColorRole role) {
        QTextEdit::ExtraSelection selection;
        auto color = Theme::current().color(role);
        color.setAlpha(kMarkAlpha);
        selection.format.setBackground(color);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        selection.cursor = QTextCursor(m_text->document()->findBlockByNumber(line - 1));
        marks << selection;
    };
    if (m_draft->review() && m_isFile) {
        for (const auto &problem : m_draft->review()->problems) {
            if (problem.line > 0 && problem.verdict != SettingVerdict::Warning) {
                mark(problem.line, colorOfVerdict(problem.verdict));
            }
        }
    } else if (!m_draft->review()) {
        const auto line =
            utf8Text(m_draft->error()).section(QLatin1Char(':'), 0, 0).section(QLatin1Char(' '), 1).toInt();
        if (line > 0) {
            mark(line, ColorRole::Error);
        }
    }
    m_text->setExtraSelections(marks);
}

void TextPanel::retranslate() {
    m_copy->setText(tr("Copy"));
    m_text->setAccessibleName(tr("Settings text"));
    refresh();
}

}  // namespace stagescope
