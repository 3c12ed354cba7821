#include "app/window/query/query_editor.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QStringListModel>
#include <QtGui/QFontDatabase>
#include <QtGui/QKeyEvent>
#include <QtGui/QSyntaxHighlighter>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QCompleter>
#include <QtWidgets/QScrollBar>

namespace stagescope {

namespace {

constexpr int kLeastLetters = 2;

/// Keywords bold, texts and comments in other colours of the palette.
class SqlHighlighter : public QSyntaxHighlighter {
public:
    explicit SqlHighlighter(QTextDocument *document) : QSyntaxHighlighter(document) {}

protected:
    void highlightBlock(const QString &text) override {
        static const QRegularExpression keywords(
            QStringLiteral(
                "\\b(select|from|where|group|by|order|having|limit|offset|as|and|or|not|in|is|null|like|glob|"
                "between|case|when|then|else|end|join|left|inner|on|using|union|all|distinct|with|recursive|"
                "over|partition|desc|asc|cast)\\b"),
            QRegularExpression::CaseInsensitiveOption);
        static const QRegularExpression texts(QStringLiteral("'(?:[^']|'')*'?|--.*$"));
        QTextCharFormat keyword;
        keyword.setFontWeight(QFont::Bold);
        for (auto it = keywords.globalMatch(text); it.hasNext();) {
            const auto match = it.next();
            setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), keyword);
        }
        QTextCharFormat quoted;
        quoted.setFontItalic(true);
        for (auto it = texts.globalMatch(text); it.hasNext();) {
            const auto match = it.next();
            setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), quoted);
        }
    }
};

}  // namespace

QueryEditor::QueryEditor(QWidget *parent) : QPlainTextEdit(parent), m_completer(new QCompleter(this)) {
    setObjectName(QStringLiteral("queryEditor"));
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabChangesFocus(true);
    new SqlHighlighter(document());
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &QueryEditor::take);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { setExtraSelections({}); });
}

void QueryEditor::setNames(const QStringList &names) {
    m_completer->setModel(new QStringListModel(names, m_completer));
}

void QueryEditor::markError(int position) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = textCursor();
    if (position < 0 || position > document()->characterCount() - 1) {
        setExtraSelections({});
        return;
    }
    mark.cursor.setPosition(position);
    mark.cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(Qt::red);
    setExtraSelections({mark});
}

QString QueryEditor::wordBeforeCursor() const {
    const auto line = textCursor().block().text().left(textCursor().positionInBlock());
    static const QRegularExpression word(QStringLiteral("[A-Za-z_][A-Za-z0-9_]*$"));
    return word.match(line).captured();
}

void QueryEditor::take(const QString &name) {
    auto cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(wordBeforeCursor().size()));
    cursor.insertText(name);
    setTextCursor(cursor);
}

void QueryEditor::complete() {
    const auto word = wordBeforeCursor();
    m_completer->setCompletionPrefix(word);
    const bool isDone = m_completer->completionCount() == 1 && m_completer->currentCompletion() == word;
    if (word.size() < kLeastLetters || m_completer->completionCount() == 0 || isDone) {
        m_completer->popup()->hide();
        return;
    }
    auto place = cursorRect();
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) +
                   m_completer->popup()->verticalScrollBar()->sizeHint().width());
    m_completer->complete(place);
}

void QueryEditor::keyPressEvent(QKeyEvent *event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers().testFlag(Qt::ControlModifier)) {
        m_completer->popup()->hide();
        Q_EMIT runRequested();
        return;
    }
    const bool isOfList = isEnter || event->key() == Qt::Key_Tab || event->key() == Qt::Key_Escape;
    if (m_completer->popup()->isVisible() && isOfList) {
        event->ignore();  // the list takes it
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
    if (!event->text().isEmpty()) {
        complete();
    }
}

}  // namespace stagescope
