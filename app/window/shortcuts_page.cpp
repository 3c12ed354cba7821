#include "app/window/shortcuts_page.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kMostRows = 32;  ///< the rest is scrolled to
}  // namespace

ShortcutsPage::ShortcutsPage(KeyScheme scheme, QWidget *parent)
    : QDialog(parent), m_scheme(scheme), m_table(new QTableWidget(0, 2, this)) {
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_table);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setAccessibleName(tr("Keys"));
    retranslate();
    const int rows = std::min(m_table->rowCount(), kMostRows) + 2;
    resize(620, rows * (fontMetrics().height() + 8) + 24);
}

void ShortcutsPage::setScheme(KeyScheme scheme) {
    m_scheme = scheme;
    retranslate();
}

void ShortcutsPage::retranslate() {
    setWindowTitle(tr("Keys"));
    m_table->setHorizontalHeaderLabels({tr("Keys"), tr("Meaning")});
    m_table->setRowCount(0);
    for (const auto &line : keyTable()) {
        if (line.isIn(m_scheme)) {
            const int row = m_table->rowCount();
            m_table->setRowCount(row + 1);
            m_table->setItem(row, 0, new QTableWidgetItem(QString::fromLatin1(line.keys)));
            m_table->setItem(row, 1, new QTableWidgetItem(tr(line.meaning)));
        }
    }
    m_table->resizeColumnToContents(0);
}

}  // namespace stagescope
