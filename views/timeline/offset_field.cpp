#include "views/timeline/offset_field.h"

#include "views/common/theme.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {
constexpr int kTop = 40;
constexpr qint64 kMost = 2'592'000'000'000'000;  // 30 days
}  // namespace

OffsetField::OffsetField(QWidget *parent)
    : QFrame(parent), m_question(new QLabel(this)), m_number(new QLineEdit(this)) {
    hide();
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->addWidget(m_question);
    layout->addWidget(m_number);
    m_question->setBuddy(m_number);
    m_number->setObjectName(QStringLiteral("offset"));
    m_number->installEventFilter(this);
}

void OffsetField::open(const QString &question, qint64 present, std::function<void(qint64)> given) {
    m_given = std::move(given);
    m_question->setText(question);
    m_number->setPalette(palette());
    m_number->setText(QString::number(present));
    m_number->selectAll();
    adjustSize();
    move(std::max(0, (parentWidget()->width() - width()) / 2), kTop);
    show();
    raise();
    m_number->setFocus(Qt::ShortcutFocusReason);
}

void OffsetField::take() {
    bool isNumber = false;
    const auto number = m_number->text().trimmed().toLongLong(&isNumber);
    if (!isNumber || number > kMost || number < -kMost) {
        auto colors = palette();
        colors.setColor(QPalette::Text, Theme::current().color(ColorRole::Error));
        m_number->setPalette(colors);
        return;
    }
    hide();
    parentWidget()->setFocus(Qt::OtherFocusReason);
    m_given(number);
}

bool OffsetField::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::FocusOut) {
        hide();
    }
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    const int key = event->type() == QEvent::KeyPress ? static_cast<const QKeyEvent *>(event)->key() : 0;
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        take();
        return true;
    }
    if (key == Qt::Key_Escape) {
        hide();
        parentWidget()->setFocus(Qt::OtherFocusReason);
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

}  // namespace stagescope
