#include "app/window/panels/report_panel.h"

#include <QtCore/QTimer>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kPictureColumn = 360;
}

ReportPanel::ReportPanel(ReportList *list, QWidget *parent)
    : QWidget(parent),
      m_list(list),
      m_model(new ReportModel(list, this)),
      m_summary(new QLabel(this)),
      m_up(new QToolButton(this)),
      m_down(new QToolButton(this)),
      m_remove(new QToolButton(this)),
      m_table(new QTableView(this)) {
    auto *head = new QHBoxLayout;
    head->addWidget(m_summary, 1);
    for (auto *button : {m_up, m_down, m_remove}) {
        head->addWidget(button);
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
    m_table->setTabKeyNavigation(false);
    m_table->setModel(m_model);
    m_table->setIconSize(ReportModel::kPictureSize);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setDragDropMode(QAbstractItemView::InternalMove);
    m_table->setDragDropOverwriteMode(false);
    m_table->setWordWrap(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(ReportModel::kPictureSize.height() + 6);
    m_table->setColumnWidth(ReportModel::Picture, kPictureColumn);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->installEventFilter(this);
    connect(m_up, &QToolButton::clicked, this, [this] { moveBy(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveBy(1); });
    connect(m_remove, &QToolButton::clicked, this, &ReportPanel::removeCurrent);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ReportPanel::follow);
    connect(m_model, &ReportModel::moved, m_table, &QTableView::selectRow);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ReportPanel::follow);
    retranslate();
}

int ReportPanel::currentRow() const { return m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1; }

void ReportPanel::moveBy(int rows) {
    const auto from = currentRow();
    const auto to = from + rows;
    if (from >= 0 && to >= 0 && to < m_model->rowCount()) {
        m_list->move(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
        m_table->selectRow(to);
    }
}

void ReportPanel::removeCurrent() {
    const auto row = currentRow();
    if (row >= 0) {
        m_list->remove(static_cast<std::size_t>(row));
        m_table->selectRow(std::min(row, m_model->rowCount() - 1));
    }
}

void ReportPanel::editLast() { QTimer::singleShot(0, this, &ReportPanel::openLast); }

void ReportPanel::openLast() {
    const auto note = m_model->index(m_model->rowCount() - 1, ReportModel::Note);
    if (note.isValid()) {
        m_table->selectRow(note.row());
        m_table->setCurrentIndex(note);
        m_table->setFocus();
        m_table->edit(note);
    }
}

void ReportPanel::follow() {
    const auto rows = m_model->rowCount();
    const auto row = currentRow();
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < rows);
    m_remove->setEnabled(row >= 0);
    m_table->setVisible(rows > 0);
    m_summary->setText(rows > 0 ? tr("%n report picture(s), saved with this run", nullptr, rows)
                                : tr("Report empty. Press Ctrl+Shift+E to add the current view."));
}

bool ReportPanel::eventFilter(QObject *watched, QEvent *event) {
    if (watched != m_table || event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const auto &key = *static_cast<QKeyEvent *>(event);
    const bool isAlt = key.modifiers() == Qt::AltModifier;
    if (isAlt && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down)) {
        moveBy(key.key() == Qt::Key_Up ? -1 : 1);
        return true;
    }
    if (key.key() == Qt::Key_Delete) {
        removeCurrent();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ReportPanel::retranslate() {
    m_up->setText(tr("Up"));
    m_up->setToolTip(tr("Move earlier in the report (Alt+Up)"));
    m_down->setText(tr("Down"));
    m_down->setToolTip(tr("Move later in the report (Alt+Down)"));
    m_remove->setText(tr("Remove"));
    m_remove->setToolTip(tr("Remove from the report (Del)"));
    m_model->retranslate();
    follow();
}

}  // namespace stagescope
