#include "app/window/panels/marks_panel.h"

#include "core/analysis/run/marks_table.h"
#include "core/base/io/output_file.h"
#include "core/export/table_writer.h"
#include "core/store/tables/table_store.h"
#include "views/common/export_path.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPixmap>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace stagescope {

MarksPanel::MarksPanel(Marks *marks, Selection *selection, TimeView *timeView, QWidget *parent)
    : QWidget(parent),
      m_marks(marks),
      m_selection(selection),
      m_timeView(timeView),
      m_summary(new QLabel(this)),
      m_color(new QToolButton(this)),
      m_delete(new QToolButton(this)),
      m_undo(new QToolButton(this)),
      m_csv(new QToolButton(this)),
      m_colors(new QMenu(this)),
      m_model(new MarksModel(marks, this)),
      m_table(new QTableView(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->addWidget(m_summary, 1);
    for (auto *button : {m_color, m_delete, m_undo, m_csv}) {
        head->addWidget(button, 0, Qt::AlignTop);
    }
    layout->addLayout(head);
    layout->addWidget(m_table, 1);
    m_summary->setWordWrap(true);
    m_table->setTabKeyNavigation(false);
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setSectionResizeMode(MarksModel::Name, QHeaderView::Stretch);
    m_table->installEventFilter(this);
    makeButtons();
    retranslate();
}

void MarksPanel::makeButtons() {
    m_color->setMenu(m_colors);
    m_color->setPopupMode(QToolButton::InstantPopup);
    connect(m_delete, &QToolButton::clicked, this, &MarksPanel::deleteInHand);
    connect(m_csv, &QToolButton::clicked, this, &MarksPanel::askForCsv);
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) { goTo(index.row()); });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) { goTo(index.row()); });
    connect(m_timeView, &TimeView::limitsChanged, this,
            [this](AlignedRange limits) { m_model->setOrigin(limits.begin); });
    m_model->setOrigin(m_timeView->limits().begin);
    connect(m_undo, &QToolButton::clicked, m_marks, &Marks::undo);
    connect(m_marks, &Marks::changed, this, &MarksPanel::followMarks);
    connect(m_marks, &Marks::taken, this, &MarksPanel::followMarks);
}

void MarksPanel::followMarks() {
    const auto *inHand = m_marks->inHand();
    const int row = inHand == nullptr ? -1 : m_model->rowOf(inHand->id);
    row < 0 ? m_table->clearSelection() : m_table->selectRow(row);
    m_color->setEnabled(inHand != nullptr);
    m_delete->setEnabled(inHand != nullptr);
    m_table->setVisible(m_model->rowCount() > 0);
    m_summary->setText(m_model->rowCount() > 0
                           ? tr("%n mark(s), saved with this run", nullptr, m_model->rowCount())
                           : tr("No marks. In Timeline, press K to set a flag or Shift+M to mark the selected time."));
}

void MarksPanel::fillColors() {
    m_colors->clear();
    const QStringList names{tr("Red"),    tr("Blue"), tr("Green"), tr("Purple"),
                            tr("Orange"), tr("Teal"), tr("Pink"),  tr("Amber")};
    for (std::size_t i = 0; i < kMarkColors.size(); ++i) {
        QPixmap sample(16, 16);
        sample.fill(QColor::fromRgb(kMarkColors[i]));
        connect(m_colors->addAction(sample, names[static_cast<int>(i)]), &QAction::triggered, this, [this, i] {
            if (const auto *mark = m_marks->inHand()) {
                m_marks->recolor(mark->id, kMarkColors[i]);
            }
        });
    }
}

void MarksPanel::goTo(int row) {
    const auto *mark = m_model->markAt(row);
    if (mark == nullptr) {
        return;
    }
    const auto range = mark->range;
    m_marks->take(mark->id);
    const auto visible = m_timeView->range();
    if (range.begin < visible.begin || visible.end < range.end) {
        // The same zoom when the mark fits into it, else a little more than the mark.
        const auto span = std::max(visible.duration(), range.duration() + range.duration() / 5);
        const auto middle = range.begin + range.duration() / 2;
        m_timeView->setRange({middle - span / 2, middle - span / 2 + span});
    }
    if (!range.isEmpty()) {
        auto state = m_selection->state();
        state.items.clear();
        state.setRange(range);
        m_selection->set(std::move(state), this);
    }
}

void MarksPanel::deleteInHand() {
    if (const auto *mark = m_marks->inHand()) {
        m_marks->remove(mark->id);
    }
}

bool MarksPanel::eventFilter(QObject *watched, QEvent *event) {
    const auto *key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent *>(event) : nullptr;
    if (watched == m_table && key != nullptr && key->key() == Qt::Key_Delete) {
        deleteInHand();
        return true;
    }
    if (watched == m_table && key != nullptr && key->matches(QKeySequence::Undo)) {
        m_marks->undo();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

Status MarksPanel::exportCsv(const QString &path) const {
    return writeWholeFile(path.toStdString(), tableToCsv(marksTable(m_marks->all()), kCsvForSpreadsheets));
}

void MarksPanel::askForCsv() {
    const auto path = askForExportPath(this, tr("Export marks"), QStringLiteral("marks.csv"), tr("Tables (*.csv)"));
    if (path.isEmpty()) {
        return;
    }
    const auto status = exportCsv(path);
    m_summary->setText(status ? tr("Written: %1").arg(path) : QString::fromStdString(errorLine(status.error())));
}

void MarksPanel::retranslate() {
    m_color->setText(tr("Color"));
    m_delete->setText(tr("Delete"));
    m_delete->setToolTip(tr("Delete the selected mark (Del)"));
    m_undo->setText(tr("Undo"));
    m_undo->setToolTip(tr("Undo the last mark change (Ctrl+Z)"));
    m_csv->setText(tr("Export CSV..."));
    m_csv->setToolTip(tr("Export marks as CSV"));
    fillColors();
    m_model->retranslate();
    followMarks();
}

}  // namespace stagescope
