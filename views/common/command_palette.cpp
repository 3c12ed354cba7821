#include "views/common/command_palette.h"

#include "views/common/after_layout.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr int kWidth = 520;
constexpr int kMaxRows = 14;
constexpr int kTop = 60;
constexpr int kEntryRole = Qt::UserRole;

/// Every typed word stands somewhere in the text or the keys.
bool matches(const CommandPalette::Entry &entry, const QStringList &words) {
    const auto all = entry.text + QLatin1Char(' ') + entry.keys + QLatin1Char(' ') + entry.also;
    return std::all_of(words.begin(), words.end(),
                       [&](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

CommandPalette::CommandPalette(QWidget *parent)
    : QFrame(parent), m_field(new QLineEdit(this)), m_list(new QListWidget(this)) {
    hide();
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::showMatching);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::open(std::vector<Entry> entries, const QString &wanted) {
    m_entries = std::move(entries);
    m_field->setPlaceholderText(wanted);
    m_field->setAccessibleName(wanted);
    m_before = isVisible() ? m_before.data() : QApplication::focusWidget();
    const QSize room = parentWidget()->size();
    const int rowHeight = fontMetrics().height() + 8;
    const int width = std::min(kWidth, room.width() - 20);
    const int height = std::min(kMaxRows * rowHeight + 60, room.height() - kTop - 20);
    setGeometry((room.width() - width) / 2, kTop, width, height);
    m_field->clear();
    showMatching();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::showMatching() {
    const auto words = m_field->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    refill(m_list, [&] {
        for (std::size_t i = 0; i < m_entries.size() && m_list->count() < static_cast<int>(kMostShown); ++i) {
            const auto &entry = m_entries[i];
            if (matches(entry, words)) {
                const auto keys = entry.keys.isEmpty() ? QString() : QStringLiteral("    [%1]").arg(entry.keys);
                auto *item = new QListWidgetItem(entry.text + keys, m_list);
                item->setData(kEntryRole, static_cast<qulonglong>(i));
            }
        }
    });
    m_list->setCurrentRow(0);
}

void CommandPalette::moveBy(int rows) {
    if (m_list->count() > 0) {
        m_list->setCurrentRow((m_list->currentRow() + rows + m_list->count()) % m_list->count());
    }
}

void CommandPalette::runCurrent() {
    const auto *item = m_list->currentItem();
    if (item == nullptr) {
        return;
    }
    const auto run = m_entries[item->data(kEntryRole).toULongLong()].run;
    leave();
    run();
}

void CommandPalette::leave() {
    hide();
    if (m_before != nullptr) {
        m_before->setFocus(Qt::OtherFocusReason);
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::FocusOut) {
        hide();
    }
    // The window's own shortcuts would take these keys from the field.
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey) {
        return QFrame::eventFilter(watched, event);
    }
    const auto *pressed = static_cast<const QKeyEvent *>(event);
    const int key = pressed->key();
    if (event->type() == QEvent::ShortcutOverride) {
        // Ctrl+Q and the like stay the window's; what edits text the field takes by itself.
        if (pressed->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
            return QFrame::eventFilter(watched, event);
        }
        event->accept();
        return true;
    }
    switch (key) {
        case Qt::Key_Up:
        case Qt::Key_Down:
            moveBy(key == Qt::Key_Down ? 1 : -1);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            runCurrent();
            return true;
        case Qt::Key_Escape:
            leave();
            return true;
        default:
            return false;
    }
}

}  // namespace stagescope
