#include "views/collect/plain_code.h"

#include <QtGui/QClipboard>
#include <QtGui/QFontDatabase>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>

namespace stagescope {

void layOutCode(QWidget *panel, QLabel *note, QPushButton *copy, QPlainTextEdit *text) {
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    text->setReadOnly(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *line = new QHBoxLayout;
    line->addWidget(note, 1);
    line->addWidget(copy);
    auto *lines = qobject_cast<QVBoxLayout *>(panel->layout());
    lines = lines != nullptr ? lines : new QVBoxLayout(panel);
    lines->addLayout(line);
    lines->addWidget(text, 1);
    QObject::connect(copy, &QPushButton::clicked, text,
                     [text] { QGuiApplication::clipboard()->setText(text->toPlainText()); });
}

}  // namespace stagescope
