#include "views/common/table_view.h"

#include "core/analysis/difference/table_difference.h"
#include "core/analysis/operators/metrics/known_metrics.h"
#include "core/export/table_file.h"
#include "core/scene/kit/cell_number.h"
#include "core/scene/kit/table_scene.h"
#include "core/store/tables/table_store.h"
#include "views/common/column_fit.h"
#include "views/common/export_path.h"
#include "views/common/filter_line.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtCore/QItemSelectionModel>
#include <QtCore/QMetaMethod>
#include <QtCore/QSet>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace stagescope {

namespace {

constexpr int kNoticeMargin = 4;
constexpr int kMostFittedRows = 200;  ///< columns are as wide as the first rows need
constexpr int kMostNameWidth = 320;   ///< of a column, and its share of the table where that is wider
constexpr int kMostNamePercent = 40;

QVariant valueOf(const Cell &cell) {
    if (const auto *integer = std::get_if<std::int64_t>(&cell)) {
        return static_cast<qlonglong>(*integer);
    }
    if (const auto *real = std::get_if<double>(&cell)) {
        return *real;
    }
    const auto *text = std::get_if<std::string>(&cell);
    return text == nullptr ? QVariant() : QVariant(utf8Text(*text));
}

/// The text of a message in the user's language; `fallback` where there is none.
QString textOr(const std::string &id, const std::string &fallback) {
    return hasMessageText(id) ? messageText(Message(id)) : utf8Text(fallback);
}

/// What a column is called in the window: its text, else its name in words; of a table of two sides what the table's
/// own column is called, and which side is meant.
QString headText(const ResultTable &table, const ColumnSpec &column) {
    if (const auto compared = comparedColumn(table.id, column.name)) {
        ResultTable own;
        own.id = compared->entry->id;
        const auto head = columnHead(own, *compared->own);
        return compared->part.empty()
                   ? head
                   : messageText(Message("head.compared." + std::string(compared->part), {head.toStdString()}));
    }
    auto words = column.name;
    std::replace(words.begin(), words.end(), '_', ' ');
    const auto isOfIt = [&](const KnownMetric &metric) { return metric.name == column.name; };
    if (std::ranges::any_of(knownMetrics(), isOfIt)) {  // "aic ...", "l2 ..." of a counter
        const auto end = std::min(words.find(' '), words.size());
        std::transform(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(end), words.begin(),
                       [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    }
    const bool isOfTwo = comparedTable(table.id) != nullptr;
    return textOr(isOfTwo ? "head.compared." + column.name : headId(table.id, column.name), words);
}

/// Without the unit at its end, where the cells have one.
QString withoutUnit(QString head, const std::string &unit) {
    const auto name = utf8Text(unit);
    const QString word = name == QStringLiteral("%") ? QStringLiteral("percent") : name;
    for (const auto &tail : {QStringLiteral(", ") + name, QString::fromUtf8("，") + name,
                             QString::fromUtf8("（%1）").arg(name), QStringLiteral(" (%1)").arg(name),
                             QString::fromUtf8("（字节）"), QString::fromUtf8("，字节"), QLatin1Char(' ') + word}) {
        if (head.endsWith(tail)) {
            head.chop(tail.size());
            return head;
        }
    }
    return head;
}

/// What precedes the words of a column of one table, or of all tables, that have a text of their own in the window.
std::string valuePrefix(const std::string &table, const ColumnSpec &column) {
    static const auto prefixes = [] {
        QSet<QString> found;
        for (const auto &id : messageIds()) {
            if (id.startsWith(QLatin1String("value."))) {
                found.insert(id.left(id.lastIndexOf(QLatin1Char('.')) + 1));
            }
        }
        return found;
    }();
    if (column.type != ColumnType::Text) {
        return {};
    }
    const auto shared = "value." + column.name + '.';
    const auto own = "value." + table + '.' + column.name + '.';
    return prefixes.contains(utf8Text(own)) ? own : prefixes.contains(utf8Text(shared)) ? shared : std::string();
}

/// The text of a fixed word after what precedes all of its column, `plain` of what is none.
QString wordOr(const std::string &prefix, const Cell &cell, const std::string &plain) {
    return prefix.empty() ? utf8Text(plain) : textOr(prefix + cellText(cell), plain);
}

}  // namespace

QString columnHead(const ResultTable &table, const ColumnSpec &column) {
    const auto head = headText(table, column);
    return hasShownUnit(column) ? withoutUnit(head, column.unit) : head;
}

QString shownCellText(const ResultTable &table, const ColumnSpec &column, const Cell &cell) {
    return wordOr(valuePrefix(table.id, column), cell, shownCell(cell, column, table.origin));
}

void ResultTableModel::setTable(ResultTable table) {
    beginResetModel();
    m_table = std::move(table);
    m_valuePrefixes.clear();
    for (const auto &column : m_table.columns) {
        m_valuePrefixes.push_back(valuePrefix(m_table.id, column));
    }
    endResetModel();
}

int ResultTableModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int ResultTableModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant ResultTableModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto column = static_cast<std::size_t>(index.column());
    const auto &cell = m_table.rows[static_cast<std::size_t>(index.row())][column];
    switch (role) {
        case Qt::DisplayRole:
            return wordOr(m_valuePrefixes[column], cell, shownCell(cell, m_table.columns[column], m_table.origin));
        case Qt::ToolTipRole: {
            const auto &unit = m_table.columns[column].unit;
            const auto full = fullText(cell, column);
            return unit.empty() || full.isEmpty() ? full : full + QLatin1Char(' ') + utf8Text(unit);
        }
        case kFullTextRole:
            return fullText(cell, column);
        case Qt::UserRole:
            return valueOf(cell);
        case Qt::TextAlignmentRole: {
            const bool isText = m_table.columns[column].type == ColumnType::Text;
            return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight)));
        }
        default:
            return {};
    }
}

/// As in a CSV, but for fixed words.
QString ResultTableModel::fullText(const Cell &cell, std::size_t column) const {
    return wordOr(m_valuePrefixes[column], cell, cellText(cell));
}

QVariant ResultTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0 || orientation != Qt::Horizontal || section >= columnCount()) {
        return {};
    }
    const auto &column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) {
        return columnHead(m_table, column);
    }
    if (role == kFullTextRole) {
        return textOr(headId(m_table.id, column.name), column.name);
    }
    if (role == Qt::ToolTipRole) {
        return textOr("column." + m_table.id + "." + column.name, column.meaning);
    }
    return {};
}

Status ShownTable::exportTo(const QString &path) const { return writeTableFile(path.toStdString(), shownTable()); }

void ShownTable::askForFile() {
    const auto name = utf8Text(tableId()) + QStringLiteral(".csv");
    const auto path = askForExportPath(this, tr("Export table"), name, tableFileFilter());
    if (path.isEmpty()) {
        return;
    }
    if (const auto status = exportTo(path); !status) {
        auto *box = new QMessageBox(QMessageBox::Warning, tr("Export table"), utf8Text(errorLine(status.error())),
                                    QMessageBox::Close, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    }
}

void ShownTable::setItems(QAbstractItemView *items, QHeaderView *header) {
    m_items = items;
    m_header = header;
    m_fit = new ColumnFit(items, header);
    m_items->installEventFilter(this);
    // A head and a row: more, and what is told above the table would make a small window grow.
    m_items->setMinimumHeight(3 * fontMetrics().height());
    m_items->setTextElideMode(Qt::ElideMiddle);
    m_items->setTabKeyNavigation(false);  // Tab leads on: arrows go from cell to cell
    m_items->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_items, &QWidget::customContextMenuRequested, this, &ShownTable::showMenu);
}

void ShownTable::setNoticeOf(std::function<QString(const std::string &table)> noticeOf) {
    m_noticeOf = std::move(noticeOf);
    showNotice();
}

void ShownTable::setEmptyText(const QString &text) {
    m_emptyText = text;
    showNotice();
}

QString ShownTable::notice() const {
    return m_notice == nullptr || m_notice->isHidden() ? QString() : m_notice->text();
}

void ShownTable::showNotice() {
    const auto text = !hasRows() ? m_emptyText : m_noticeOf ? m_noticeOf(tableId()) : QString();
    if (m_notice == nullptr && text.isEmpty()) {
        return;
    }
    if (m_notice == nullptr) {
        m_notice = new QLabel(this);
        m_notice->setObjectName(QStringLiteral("tableNotice"));
        m_notice->setWordWrap(true);
        m_notice->setMargin(kNoticeMargin);
        static_cast<QBoxLayout *>(layout())->insertWidget(0, m_notice);
    }
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

void ShownTable::showMenu(QPoint position) {
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addToMenu(*menu, m_items->indexAt(position));
    connect(menu->addAction(tr("Copy")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(tabSeparated()); });
    connect(menu->addAction(tr("Export Table...")), &QAction::triggered, this, &ShownTable::askForFile);
    addSorting(*menu->addMenu(tr("Sort by")));
    menu->popup(m_items->viewport()->mapToGlobal(position));
}

/// As clicks on the heads, in the order shown: the column that sorts already turns the order round.
void ShownTable::addSorting(QMenu &menu) {
    for (int place = 0; place < m_header->count(); ++place) {
        const int column = m_header->logicalIndex(place);
        if (m_header->isSectionHidden(column)) {
            continue;
        }
        auto *action = menu.addAction(m_header->model()->headerData(column, Qt::Horizontal).toString());
        const bool isSorted = m_header->sortIndicatorSection() == column;
        const bool isDescending = m_header->sortIndicatorOrder() == Qt::DescendingOrder;
        action->setCheckable(true);
        action->setChecked(isSorted);
        connect(action, &QAction::triggered, this, [this, column, isUp = isSorted && isDescending] {
            m_header->setSortIndicator(column, isUp ? Qt::AscendingOrder : Qt::DescendingOrder);
        });
    }
}

bool ShownTable::eventFilter(QObject *watched, QEvent *event) {
    const bool isPress = event->type() == QEvent::KeyPress;
    if (watched != m_items || (!isPress && event->type() != QEvent::KeyRelease)) {
        return QWidget::eventFilter(watched, event);
    }
    const auto *key = static_cast<QKeyEvent *>(event);
    if (isPress && key->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(tabSeparated());
        return true;
    }
    // When the key is let go the row that it leads to is the current one.
    constexpr std::array kMoves{Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End};
    if (!isPress && !key->isAutoRepeat() && std::find(kMoves.begin(), kMoves.end(), key->key()) != kMoves.end()) {
        onMoved(m_items->currentIndex());
    }
    return QWidget::eventFilter(watched, event);
}

void paintTable(QPainter &painter, const QHeaderView &header, const QRect &area) {
    const auto *shown = header.model();
    std::vector<int> columns;
    TableContent content;
    for (int place = 0; place < header.count(); ++place) {
        const int column = header.logicalIndex(place);
        if (!header.isSectionHidden(column)) {
            const auto alignment = shown->index(0, column).data(Qt::TextAlignmentRole).toInt();
            columns.push_back(column);
            content.columns.push_back({shown->headerData(column, Qt::Horizontal).toString().toStdString(),
                                       (alignment & Qt::AlignRight) != 0});
        }
    }
    content.rows = static_cast<std::size_t>(shown->rowCount());
    content.cell = [&](std::size_t row, std::size_t column) {
        return shown->index(static_cast<int>(row), columns[column]).data().toString().toStdString();
    };
    painter.save();
    painter.translate(area.topLeft());
    paintScene(painter, buildTableScene(content, area.width(), std::max(1, area.height()), sceneStyle(painter.font())),
               Theme::current());
    painter.restore();
}

void ShownTable::paintInto(QPainter &painter, const QRect &area) const {
    auto rest = area;
    if (const auto text = notice(); !text.isEmpty()) {
        constexpr int kFlags = Qt::TextWordWrap | Qt::AlignLeft;
        const auto line = area.adjusted(2 * kNoticeMargin, 0, -2 * kNoticeMargin, 0);
        const int height = painter.boundingRect(line, kFlags, text).height();
        const QRect place(line.topLeft(), QSize(line.width(), height));
        painter.fillRect(QRect(area.topLeft(), QSize(area.width(), height + kNoticeMargin)),
                         Theme::current().color(ColorRole::Background));
        painter.setPen(Theme::current().color(ColorRole::Text));
        painter.drawText(place, kFlags, text);
        rest.setTop(place.bottom() + 1 + kNoticeMargin);
    }
    paintTable(painter, *m_header, rest);
}

TableView::TableView(QWidget *parent)
    : ShownTable(parent),
      m_model(new ResultTableModel(this)),
      m_sorted(new FilteredRows(this)),
      m_filter(new FilterLine(m_sorted, this)),
      m_table(new QTableView(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    m_sorted->setTable([this]() -> const ResultTable & { return m_model->table(); });
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    m_table->horizontalHeader()->setResizeContentsPrecision(kMostFittedRows);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);  // a row that is higher than the room, too
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() +
                              2 * m_table->verticalHeader()->defaultSectionSize() +
                              m_table->horizontalScrollBar()->sizeHint().height());
    setItems(m_table, m_table->horizontalHeader());
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex &at) { follow(at, false); });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &at) { follow(at, true); });
    retranslate();
}

void TableView::setTable(ResultTable table) {
    const bool hasOtherColumns = table.id != m_model->table().id;
    m_model->setTable(std::move(table));
    for (int column = 0; column < m_model->columnCount(); ++column) {
        // Names of items lead there, they are not for reading; copies and files have them.
        const auto &name = m_model->table().columns[static_cast<std::size_t>(column)].name;
        m_table->setColumnHidden(column, std::string_view(name).starts_with("evidence"));
    }
    fitColumns(hasOtherColumns);
    showNotice();
}

/// A long name leaves room for the figures: it is cut in the middle, and whole in its tip and in copies.
void TableView::fitColumns(bool areOthers) {
    columnFit()->fit(areOthers,
                     std::min(m_mostColumn, std::max(kMostNameWidth, m_table->width() * kMostNamePercent / 100)));
}

void TableView::retranslate() {
    m_filter->setPrompt(tr("Filter rows"));
    fitColumns(false);
    showNotice();
}

QString TableView::tabSeparated() const {
    std::vector<int> rows;
    for (const auto &index : m_table->selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    if (rows.empty()) {
        rows.resize(static_cast<std::size_t>(m_sorted->rowCount()));
        std::iota(rows.begin(), rows.end(), 0);
    }
    std::sort(rows.begin(), rows.end());
    const auto line = [&](const auto &cellAt) {
        QStringList cells;
        for (int column = 0; column < m_sorted->columnCount(); ++column) {
            cells += cellAt(column).toString();
        }
        return cells.join(QLatin1Char('\t'));
    };
    QStringList lines{line(
        [&](int column) { return m_sorted->headerData(column, Qt::Horizontal, ResultTableModel::kFullTextRole); })};
    for (const int row : rows) {
        lines += line([&](int column) { return m_sorted->index(row, column).data(ResultTableModel::kFullTextRole); });
    }
    return lines.join(QLatin1Char('\n'));
}

ResultTable TableView::shownTable() const {
    auto table = m_model->table();
    table.rows.clear();
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const auto source = m_sorted->mapToSource(m_sorted->index(row, 0)).row();
        table.rows.push_back(m_model->table().rows[static_cast<std::size_t>(source)]);
    }
    return table;
}

std::optional<ItemRef> TableView::itemIn(const QModelIndex &index) const {
    const auto row = m_sorted->mapToSource(index).row();
    return row < 0 ? std::nullopt : itemFromText(m_model->table().text(static_cast<std::size_t>(row), "evidence"));
}

void TableView::follow(const QModelIndex &index, bool isOpened) {
    if (index.isValid()) {
        Q_EMIT rowChosen(index);
    }
    if (const auto item = itemIn(index)) {
        isOpened ? Q_EMIT itemOpened(*item) : Q_EMIT itemChosen(*item);
    }
}

void TableView::addToMenu(QMenu &menu, const QModelIndex &at) {
    const bool canShow = isSignalConnected(QMetaMethod::fromSignal(&TableView::itemOpened));
    if (const auto item = itemIn(at); item && canShow) {
        connect(menu.addAction(tr("Show")), &QAction::triggered, this, [this, item] { Q_EMIT itemOpened(*item); });
    }
}

}  // namespace stagescope
