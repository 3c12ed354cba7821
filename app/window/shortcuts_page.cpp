#include "app/window/shortcuts_page.h"

#include "core/store/tables/table_store.h"
#include "views/common/texts/language.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kMostRows = 32;  ///< the rest is scrolled to
}  // namespace

ShortcutsPage::ShortcutsPage(KeyScheme scheme, QWidget *parent)
    : QDialog(parent), m_scheme(scheme), m_filter(new QLineEdit(this)), m_table(new QTableWidget(0, 2, this)) {
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_table);
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, &ShortcutsPage::showMatching);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setAccessibleName(tr("Keyboard shortcuts"));
    retranslate();
    const int rows = std::min(m_table->rowCount(), kMostRows) + 2;
    resize(620, rows * (fontMetrics().height() + 8) + 24);
}

void ShortcutsPage::setScheme(KeyScheme scheme) {
    m_scheme = scheme;
    retranslate();
}

void ShortcutsPage::retranslate() {
    setWindowTitle(tr("Keyboard shortcuts"));
    m_table->setHorizontalHeaderLabels({tr("Keyboard shortcuts"), tr("Meaning")});
    m_filter->setPlaceholderText(tr("Filter shortcuts"));
    m_table->clearSpans();
    m_table->setRowCount(0);
    for (const auto &line : keyTable()) {
        if (line.isIn(m_scheme)) {
            const int row = m_table->rowCount();
            m_table->setRowCount(row + 1);
            auto *keys = new QTableWidgetItem(line.isHeading() ? line.text() : QString::fromLatin1(line.keys));
            m_table->setItem(row, 0, keys);
            if (line.isHeading()) {
                auto font = keys->font();
                font.setBold(true);
                keys->setFont(font);
                m_table->setSpan(row, 0, 1, 2);
                continue;
            }
            auto *meaning = new QTableWidgetItem(line.text());
            meaning->setData(Qt::UserRole, inAllLanguages(line.context, line.meaning));
            m_table->setItem(row, 1, meaning);
        }
    }
    m_table->resizeColumnToContents(0);
    showMatching();
}

/// A heading stays while any line below it does.
void ShortcutsPage::showMatching() {
    const auto words = m_filter->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    bool isAnyBelow = false;
    for (int row = m_table->rowCount() - 1; row >= 0; --row) {
        const auto *meaning = m_table->item(row, 1);
        const auto all = m_table->item(row, 0)->text() + QLatin1Char(' ') +
                         (meaning == nullptr ? QString() : meaning->data(Qt::UserRole).toString());
        const bool isFound = std::all_of(words.begin(), words.end(),
                                         [&](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
        const bool isShown = meaning == nullptr ? isAnyBelow : isFound;
        m_table->setRowHidden(row, !isShown);
        isAnyBelow = meaning != nullptr && (isAnyBelow || isShown);
    }
}

}  // namespace stagescope
