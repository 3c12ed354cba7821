#include "app/window/panels/slice_list_view.h"

#include "app/window/panels/column_widths.h"
#include "core/base/io/output_file.h"
#include "core/export/table_writer.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "views/common/column_fit.h"
#include "views/common/export_path.h"
#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr int kFilterDelayMs = 200;
constexpr std::uint64_t kRowsPerWrite = 1U << 14;

/// Piece by piece, since the rows may be millions.
Status writeCsv(const SliceList &list, const QString &path, const std::stop_token &stop) {
    auto file = OutputFile::create(path.toStdString());
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    Status status;
    for (std::uint64_t row = 0; status && (row == 0 || row < list.size()); row += kRowsPerWrite) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled", path.toStdString());
        }
        auto form = kCsvForSpreadsheets;
        form.hasBom = row == 0;
        auto csv = tableToCsv(list.table(row, row + kRowsPerWrite), form);
        csv.erase(0, row == 0 ? 0 : csv.find("\r\n") + 2);  // one header is enough
        status = (*file)->write(csv);
    }
    return status ? (*file)->commit() : status;
}

SliceListQuery::Order orderOf(int column) {
    using Order = SliceListQuery::Order;
    constexpr std::array kOrders{Order::Name,     Order::Track, Order::Track, Order::Start,
                                 Order::Duration, Order::Self,  Order::Depth, Order::Start};
    return kOrders[static_cast<std::size_t>(column)];
}

}  // namespace

SliceListView::SliceListView(Selection *selection, TimeView *timeView, QWidget *parent)
    : QWidget(parent),
      m_selection(selection),
      m_timeView(timeView),
      m_head(new QHBoxLayout),
      m_summary(new QLabel(this)),
      m_filter(new QLineEdit(this)),
      m_csv(new QToolButton(this)),
      m_model(new SliceListModel(this)),
      m_table(new QTableView(this)),
      m_columns(new ColumnFit(m_table, m_table->horizontalHeader())) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(m_head);
    layout->addWidget(m_table, 1);
    m_head->addWidget(m_summary, 1);
    m_head->addWidget(m_filter);
    m_head->addWidget(m_csv);
    m_summary->setWordWrap(true);
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(220);
    prepareTable();
    m_delay.setSingleShot(true);
    m_delay.setInterval(kFilterDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &SliceListView::start);
    connect(m_filter, &QLineEdit::textChanged, this, [this] { m_delay.start(); });
    connect(m_csv, &QToolButton::clicked, this, &SliceListView::askForCsv);
    retranslate();
}

void SliceListView::prepareTable() {
    m_table->setTabKeyNavigation(false);
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    auto *header = m_table->horizontalHeader();
    header->setResizeContentsPrecision(kMeasuredRows);
    header->setMaximumSectionSize(kMaxColumnWidth);
    header->setStretchLastSection(true);
    // Numbers first; the name, which may be long, takes the rest.
    for (const int column : {SliceListModel::Track, SliceListModel::Name}) {
        header->moveSection(header->visualIndex(column), header->count() - 1);
    }
    header->setSectionsClickable(true);
    connect(header, &QHeaderView::sectionClicked, this, &SliceListView::sortBy);
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) { goTo(index.row()); });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        goTo(index.row());
        Q_EMIT placeRequested(QStringLiteral("timeline"));
        m_selection->show();
    });
}

void SliceListView::addControl(QWidget *control) { m_head->insertWidget(m_head->indexOf(m_filter), control); }

void SliceListView::show(std::shared_ptr<const Workspace> workspace, SliceListQuery query, const QString &title) {
    m_workspace = std::move(workspace);
    query.order = m_query.order;
    query.isDescending = m_query.isDescending;
    m_query = std::move(query);
    m_title = title;
    start();
}

void SliceListView::clear(const QString &reason) {
    m_workspace.reset();
    m_delay.stop();
    m_work.start([](const std::stop_token &) { return std::shared_ptr<const SliceList>(); }, [](const auto &) {});
    m_model->setList(nullptr, {});
    m_title = reason;
    showSummary();
}

void SliceListView::start() {
    if (m_workspace == nullptr) {
        return;
    }
    m_query.part = m_filter->text().toStdString();
    m_work.start(
        [workspace = m_workspace, query = m_query](const std::stop_token &stop) -> std::shared_ptr<const SliceList> {
            return std::make_shared<const SliceList>(*workspace, query, stop);
        },
        [this](const auto &list) { take(list); });
    showSummary();
}

void SliceListView::take(std::shared_ptr<const SliceList> list) {
    m_model->setList(std::move(list), m_timeView->limits().begin);
    m_columns->fit(false, kMaxColumnWidth);
    showSummary();
    Q_EMIT listed();
}

void SliceListView::sortBy(int column) {
    const auto order = orderOf(column);
    m_query.isDescending = order == m_query.order && !m_query.isDescending;
    m_query.order = order;
    m_table->horizontalHeader()->setSortIndicatorShown(true);
    m_table->horizontalHeader()->setSortIndicator(column,
                                                  m_query.isDescending ? Qt::DescendingOrder : Qt::AscendingOrder);
    start();
}

void SliceListView::goTo(int row) {
    if (row < 0 || row >= m_model->rowCount()) {
        return;
    }
    const auto slice = m_model->list()->at(static_cast<std::uint64_t>(row));
    const auto visible = m_timeView->range();
    if (!visible.contains(slice.range.begin) || !(slice.range.end <= visible.end)) {
        // The same zoom when the slice fits into it, else three times the slice.
        const auto span = std::max(visible.duration(), slice.range.duration() * 3);
        const auto middle = slice.range.begin + slice.range.duration() / 2;
        m_timeView->setRange({middle - span / 2, middle + span / 2});
    }
    m_selection->setItem(slice.ref, this);
}

QString SliceListView::summary() const { return m_summary->text(); }

void SliceListView::showSummary() {
    const auto &list = m_model->list();
    if (m_workspace == nullptr) {
        m_summary->setText(m_title);
    } else if (m_work.isBusy() || list == nullptr) {
        m_summary->setText(tr("%1: searching...").arg(m_title));
    } else {
        auto words = tr("%1: %n slice(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(list->size(), INT_MAX)))
                         .arg(m_title);
        if (list->size() > static_cast<std::uint64_t>(m_model->rowCount())) {
            words += QLatin1Char(' ') + tr("(first %L1 shown; the CSV has all)").arg(m_model->rowCount());
        }
        m_summary->setText(list->isSorted() ? words : words + QLatin1Char(' ') + tr("(too many to sort)"));
    }
}

void SliceListView::askForCsv() {
    const auto path = askForExportPath(this, tr("Export slices"), QStringLiteral("slices.csv"), tr("Tables (*.csv)"));
    if (!path.isEmpty()) {
        exportCsv(path);
    }
}

void SliceListView::exportCsv(const QString &path) {
    const auto list = m_model->list();
    if (list == nullptr) {
        return;
    }
    m_export.start([list, path](const std::stop_token &stop) { return writeCsv(*list, path, stop); },
                   [this, path](const Status &status) {
                       m_summary->setText(status ? tr("Written: %1").arg(path) : utf8Text(errorLine(status.error())));
                   });
}

void SliceListView::retranslate() {
    m_filter->setPlaceholderText(tr("Part of a name"));
    m_csv->setText(tr("Export CSV..."));
    m_csv->setToolTip(tr("Export all rows as CSV"));
    m_model->retranslate();
    showSummary();
}

}  // namespace stagescope
