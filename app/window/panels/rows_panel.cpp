#include "app/window/panels/rows_panel.h"

#include "app/window/panels/column_widths.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

namespace stagescope {

RowsPanel::RowsPanel(QWidget *parent)
    : QWidget(parent), m_head(new QHBoxLayout), m_summary(new QLabel(this)), m_table(new QTableView(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    layout->addLayout(m_head);
    m_head->addWidget(m_summary, 1);
    layout->addWidget(m_table, 1);
    m_summary->setWordWrap(true);
    m_table->setTabKeyNavigation(false);
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setResizeContentsPrecision(kMeasuredRows);
    m_table->horizontalHeader()->setMaximumSectionSize(kMaxColumnWidth);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(m_table, &QAbstractItemView::clicked, this,
            [this](const QModelIndex &index) { Q_EMIT rowActivated(index.row()); });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        Q_EMIT rowActivated(index.row());
        Q_EMIT rowOpened(index.row());
    });
}

void RowsPanel::addControl(QWidget *control) { m_head->addWidget(control, 0, Qt::AlignTop); }

void RowsPanel::setSummary(const QString &text) { m_summary->setText(text); }

QString RowsPanel::summary() const { return m_summary->text(); }

void RowsPanel::setHeaders(const QStringList &headers, int firstNumber) { m_model.setHeaders(headers, firstNumber); }

void RowsPanel::setRows(std::vector<RowsModel::Row> rows) {
    m_model.setRows(std::move(rows));
    m_table->setVisible(m_model.rowCount() > 0);
    m_table->resizeColumnsToContents();
    auto *layout = static_cast<QVBoxLayout *>(this->layout());
    layout->setAlignment(m_head, m_model.rowCount() > 0 ? Qt::Alignment() : Qt::AlignTop);
}

void RowsPanel::selectRow(int row) { m_table->selectRow(row); }

}  // namespace stagescope
