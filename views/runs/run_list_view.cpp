#include "views/runs/run_list_view.h"

#include "views/common/filter_line.h"
#include "views/common/texts/utf8_text.h"
#include "views/runs/run_list_model.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr int kNameWidth = 200;
constexpr int kNoteWidth = 120;
constexpr int kRanksWidth = 70;
constexpr int kFindingWidth = 380;
constexpr int kPartsWidth = 90;
constexpr int kPartsMargin = 4;

/// Rows change at any time (paths are looked for, other windows write the list): what is being typed stays.
class KeepTypedDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setEditorData(QWidget *editor, const QModelIndex &index) const override {
        const auto *line = qobject_cast<const QLineEdit *>(editor);
        if (line == nullptr || !line->isModified()) {
            QStyledItemDelegate::setEditorData(editor, index);
        }
    }
};

/// Names that a click opens look so.
class LinkDelegate : public KeepTypedDelegate {
public:
    using KeepTypedDelegate::KeepTypedDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!index.data(Qt::ForegroundRole).isValid()) {
            option->palette.setColor(QPalette::Text, option->palette.color(QPalette::Link));
        }
        option->font.setUnderline(true);
    }
};

/// How long a step took, and beside it where it went.
class StepDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static int textWidth(const QFontMetrics &metrics) {
        return metrics.horizontalAdvance(QStringLiteral("0000.0 ms")) + 2 * kPartsMargin;
    }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const auto parts = index.data(RunListModel::kPartsRole).toList();
        qreal all = 0;
        for (qsizetype i = 1; i < parts.size(); i += 2) {
            all += parts[i].toReal();
        }
        auto room =
            QRectF(option.rect).adjusted(textWidth(option.fontMetrics), kPartsMargin, -kPartsMargin, -kPartsMargin);
        if (all > 0) {  // apart from the colour of a selected row
            painter->fillRect(room.adjusted(-1, -1, 1, 1), option.palette.base());
        }
        for (qsizetype i = 1; i < parts.size() && room.width() > 0; i += 2) {
            auto part = room;
            part.setWidth(room.width() * parts[i].toReal() / all);
            painter->fillRect(part, parts[i - 1].value<QColor>());
            all -= parts[i].toReal();
            room.setLeft(part.right());
        }
    }
};

}  // namespace

RunListView::RunListView(RunList *list, Use use, QWidget *parent)
    : QWidget(parent),
      m_list(list),
      m_use(use),
      m_model(new RunListModel(list, this)),
      m_sorted(new FilteredRows(this)),
      m_filter(new FilterLine(m_sorted, this)),
      m_table(new QTableView(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    m_model->setTickable(use == Use::Tick);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    makeTable();
    retranslate();
}

void RunListView::makeTable() {
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(new KeepTypedDelegate(m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);  // as the list is: the one used last first
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setTabKeyNavigation(false);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    auto *header = m_table->horizontalHeader();
    header->setStretchLastSection(true);
    header->setHighlightSections(false);
    header->resizeSection(RunListModel::Name, kNameWidth);
    header->resizeSection(RunListModel::Note, kNoteWidth);
    header->resizeSection(RunListModel::Step, StepDelegate::textWidth(fontMetrics()) + kPartsWidth);
    header->resizeSection(RunListModel::Finding, kFindingWidth);
    header->resizeSection(RunListModel::Ranks, kRanksWidth);
    m_table->setItemDelegateForColumn(RunListModel::Step, new StepDelegate(m_table));
    const int moment = fontMetrics().horizontalAdvance(QStringLiteral("2026-00-00 00:00")) + 16;
    header->resizeSection(RunListModel::Captured, moment);
    header->resizeSection(RunListModel::Used, moment);
    m_table->setColumnHidden(RunListModel::Step, m_use == Use::Tick);  // the page has them of what is ticked
    m_table->setColumnHidden(RunListModel::Finding, m_use == Use::Tick);
    if (m_use == Use::Open) {
        m_table->setItemDelegateForColumn(RunListModel::Name, new LinkDelegate(m_table));
    }
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->installEventFilter(this);
    connect(m_table, &QWidget::customContextMenuRequested, this, &RunListView::showMenu);
    connect(m_table, &QAbstractItemView::clicked, this, &RunListView::onClicked);
}

QLineEdit *RunListView::filter() const { return m_filter->line(); }

void RunListView::retranslate() {
    m_filter->setPrompt(tr("Filter runs"));
    m_table->setAccessibleName(tr("Recent runs"));
    m_model->retranslate();
}

/// What other windows did meanwhile is seen, and which paths are there.
void RunListView::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    m_list->refresh();
    m_model->lookForPaths();
    if (m_use == Use::Open) {  // Enter opens again what was open last
        m_table->setFocus();
        m_table->selectRow(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : 0);
    }
}

int RunListView::modelRow(const QModelIndex &index) const { return m_sorted->mapToSource(index).row(); }

QStringList RunListView::selectedPaths() const {
    QStringList paths;
    for (const auto &index : m_table->selectionModel()->selectedRows()) {
        if (const auto *run = m_model->runAt(modelRow(index))) {
            paths << utf8Text(run->path);
        }
    }
    return paths;
}

void RunListView::open(const QModelIndex &index) {
    if (const auto *run = m_model->runAt(modelRow(index))) {
        Q_EMIT openRequested(utf8Text(run->path));
    }
}

/// A click that selects several, or ends an edit, opens nothing.
void RunListView::onClicked(const QModelIndex &index) {
    const bool isPlain = QApplication::keyboardModifiers() == Qt::NoModifier;
    if (m_use == Use::Open && index.column() == RunListModel::Name && isPlain) {
        open(index);
    }
}

void RunListView::edit(int column) {
    const auto current = m_table->currentIndex();
    if (current.isValid()) {
        m_table->edit(current.siblingAtColumn(column));
    }
}

void RunListView::removeSelected() {
    std::vector<std::string> paths;
    for (const auto &path : selectedPaths()) {
        paths.push_back(path.toStdString());
    }
    const int row = m_table->currentIndex().row();
    m_list->remove(paths);
    if (m_sorted->rowCount() > 0) {  // so that the next key means the row that has come there
        m_table->selectRow(std::clamp(row, 0, m_sorted->rowCount() - 1));
    }
}

/// All of them, or none when all are.
void RunListView::tickSelected() {
    const auto rows = m_table->selectionModel()->selectedRows();
    const bool isWanted = std::any_of(rows.begin(), rows.end(), [this](const QModelIndex &index) {
        const auto *run = m_model->runAt(modelRow(index));
        return run != nullptr && run->runs == 0 && !m_model->ticked().contains(run->path);
    });
    for (const auto &index : rows) {
        m_model->setRowTicked(modelRow(index), isWanted);
    }
}

bool RunListView::takeKey(int key, Qt::KeyboardModifiers modifiers) {
    const auto current = m_table->currentIndex();
    switch (key) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            open(current);
            return true;
        case Qt::Key_F2:
            edit(current.column() == RunListModel::Note ? RunListModel::Note : RunListModel::Name);
            return true;
        case Qt::Key_Delete:
            removeSelected();
            return true;
        case Qt::Key_Space:
            tickSelected();
            return m_use == Use::Tick;
        case Qt::Key_Z:
            return modifiers == Qt::ControlModifier && m_list->undoRemove();
        default:
            return false;
    }
}

bool RunListView::eventFilter(QObject *watched, QEvent *event) {
    // Keys that end an edit come here too, after its editor.
    if (watched == m_table && event->type() == QEvent::KeyPress &&
        !m_table->isPersistentEditorOpen(m_table->currentIndex())) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (takeKey(key->key(), key->modifiers())) {
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RunListView::showMenu(QPoint position) {
    const auto index = m_table->indexAt(position);
    if (!index.isValid()) {
        return;
    }
    const auto *run = m_model->runAt(modelRow(index));
    const auto path = utf8Text(run->path);
    const auto paths = selectedPaths();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &text, const QKeySequence &key, const auto &act) {
        auto *action = menu->addAction(text);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, act);
    };
    add(tr("Open"), Qt::Key_Return, [this, path] { Q_EMIT openRequested(path); });
    add(tr("Open as Baseline"), {}, [this, path] { Q_EMIT baselineRequested(path); });
    if (paths.size() > 1) {
        add(tr("Compare %n Runs", nullptr, static_cast<int>(paths.size())), {},
            [this, paths] { Q_EMIT compareRequested(paths); });
    }
    menu->addSeparator();
    add(tr("Rename"), Qt::Key_F2, [this] { edit(RunListModel::Name); });
    add(tr("Edit Note"), {}, [this] { edit(RunListModel::Note); });
    add(tr("Remove from List"), Qt::Key_Delete, [this] { removeSelected(); });
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

}  // namespace stagescope
