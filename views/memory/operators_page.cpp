#include "views/memory/operators_page.h"

#include "core/analysis/tables/time_bounds.h"
#include "core/base/number_text.h"
#include "core/base/signed_bytes.h"
#include "core/scene/kit/message_scene.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/table_scene.h"
#include "core/session/loading/open_runs.h"
#include "core/session/loading/source_loader.h"
#include "views/common/column_fit.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pages/shown_rank.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/memory/operator_bar.h"

#include <QtCore/QItemSelectionModel>
#include <QtCore/QSignalBlocker>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTableView>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kMostFittedRows = 200;
constexpr int kMostCopied = 100'000;  ///< rows

QString bytesOf(std::int64_t bytes) { return utf8Text(signedBytesText(static_cast<double>(bytes))); }

bool isLoading(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        return capture.state == LoadState::LoadingShallow || capture.state == LoadState::LoadingDeep;
    });
}

bool canLoad(const RankCapture *capture) {
    return capture != nullptr && (capture->state == LoadState::Shallow || capture->state == LoadState::Listed) &&
           hasDeepFiles(*capture);
}

}  // namespace

OperatorsPage::OperatorsPage(const ViewServices &services, QWidget *parent)
    : View(services, parent),
      m_model(new OperatorTable(this)),
      m_bar(new OperatorBar(this)),
      m_sum(new QLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_table(new QTableView),
      m_columns(new ColumnFit(m_table, m_table->horizontalHeader())),
      m_message(new SceneCanvas) {
    arrange();
    connectControls();
    retranslate();
}

void OperatorsPage::arrange() {
    m_sum->setContentsMargins(kPad, 0, kPad, 4);
    m_sum->setWordWrap(true);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_table);
    m_table->setTabKeyNavigation(false);
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    m_table->horizontalHeader()->setResizeContentsPrecision(kMostFittedRows);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->installEventFilter(this);
    m_message->setBuilder([this](QSize size) { return messageFor(size); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_sum);
    layout->addWidget(m_stack, 1);
}

void OperatorsPage::connectControls() {
    connect(m_bar, &OperatorBar::changed, this, &OperatorsPage::askIfChanged);
    connect(m_bar, &OperatorBar::rankChosen, this, [this](int rank) {
        m_wantedRank = rank;
        pickRank(this->services().selection, run(), rank, this);
        askIfChanged();
    });
    connect(m_bar, &OperatorBar::loadAsked, this, [this](int rank) {
        if (this->services().runs != nullptr && run() != nullptr) {
            this->services().runs->requestDeep(run()->id, {rank});
        }
    });
    connect(m_model, &OperatorTable::sortAsked, this, [this](int column, Qt::SortOrder order) {
        m_isSorted = true;
        m_order = m_model->answer().columns[static_cast<std::size_t>(column)];
        m_isDescending = order == Qt::DescendingOrder;
        askIfChanged();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OperatorsPage::chooseRow);
    connect(m_table, &QTableView::activated, this, [this] { Q_EMIT viewRequested(QStringLiteral("timeline")); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &OperatorsPage::showMenu);
    connect(services().selection, &Selection::changed, this, &OperatorsPage::onSelectionChanged);
}

QString OperatorsPage::id() const { return QStringLiteral("memory-operators"); }
QString OperatorsPage::ownFilter() const {
    return shownRankText(services().selection, run(), m_bar->rank().value_or(-1));
}

QString OperatorsPage::title() const { return tr("Operator memory"); }
bool OperatorsPage::isBusy() const { return m_work.isBusy(); }
QString OperatorsPage::sumShown() const { return m_sum->text(); }
const Run *OperatorsPage::run() const { return m_workspace == nullptr ? nullptr : m_workspace->mainRun(); }

QWidget *OperatorsPage::emptyArea() { return m_message; }

std::optional<Message> OperatorsPage::emptyReason() const {
    const auto *run = this->run();
    if (run != nullptr && !ranksWithOperatorMemory(*run).empty()) {
        return std::nullopt;
    }
    const bool isWaiting = run != nullptr && std::any_of(run->captures.begin(), run->captures.end(),
                                                         [](const RankCapture &capture) { return canLoad(&capture); });
    if (run != nullptr && isLoading(*run)) {
        return Message("memory.operators.empty.loading");
    }
    return isWaiting ? Message("memory.operators.empty.not_loaded")
                     : emptyBecause(m_workspace, "memory.operators.empty.none", "memory_ops");
}

void OperatorsPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    const auto bounds = timeBounds(*m_workspace);
    m_origin = bounds ? bounds->begin : AlignedTime{};
    showRanks();
    askIfChanged();
    m_message->invalidate();
}

void OperatorsPage::showEvent(QShowEvent *event) {
    View::showEvent(event);
    askIfChanged();
}

/// The rank that was asked for, else the first that has something to show.
void OperatorsPage::showRanks() {
    const auto *run = this->run();
    if (const auto rank = run == nullptr ? std::nullopt : rankSelected(*run, services().selection->state())) {
        m_wantedRank = rank;
    }
    const auto loaded = run == nullptr ? std::vector<int>{} : ranksWithOperatorMemory(*run);
    std::vector<int> ranks;
    std::vector<int> loadable;
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const bool isLoaded = std::binary_search(loaded.begin(), loaded.end(), rank);
        const bool isLoadable = !isLoaded && canLoad(run->capture(rank));
        if (isLoaded || isLoadable) {
            ranks.push_back(rank);
        }
        if (isLoadable && services().runs != nullptr) {
            loadable.push_back(rank);
        }
    }
    const bool isThere = m_wantedRank && std::binary_search(ranks.begin(), ranks.end(), *m_wantedRank);
    m_bar->setRanks(ranks,
                    isThere          ? m_wantedRank
                    : loaded.empty() ? std::nullopt
                                     : std::optional(loaded.front()),
                    loadable);
}

OperatorQuestion OperatorsPage::question() const {
    OperatorQuestion question;
    const auto &state = services().selection->state();
    question.run = run() == nullptr ? RunId{} : run()->id;
    question.rank = m_bar->rank().value_or(-1);
    question.times = m_bar->times();
    question.filter = m_bar->filter();
    question.isSorted = m_isSorted;
    question.order = m_order;
    question.isDescending = m_isDescending;
    question.item = state.items.empty() ? std::nullopt : std::optional(state.items.front());
    question.range = state.range;
    question.origin = m_origin;
    return question;
}

void OperatorsPage::askIfChanged() {
    if (m_workspace == nullptr || !isVisible()) {
        Q_EMIT titleOrReasonChanged();
        return;
    }
    if (m_askedOf != m_workspace || !(question() == m_asked)) {
        ask();
    }
}

void OperatorsPage::ask() {
    m_asked = question();
    m_askedOf = m_workspace;
    m_work.start(
        [workspace = m_workspace, asked = m_asked](const std::stop_token &stop) {
            return std::make_shared<const OperatorAnswer>(operatorAnswer(*workspace, asked, stop));
        },
        [this](OperatorTable::Answer answer) { adopt(std::move(answer)); });
    Q_EMIT busyChanged();
}

void OperatorsPage::adopt(OperatorTable::Answer answer) {
    const bool hasOtherColumns = answer->columns != m_model->answer().columns;
    {
        const QSignalBlocker blocker(m_table->selectionModel());
        m_model->setAnswer(std::move(answer));
    }
    m_columns->fit(hasOtherColumns, QWIDGETSIZE_MAX);
    m_bar->setPlaces(m_model->answer().places);
    m_sum->setText(sumText());
    m_stack->setCurrentIndex(m_model->answer().memory.size() > 0 ? 1 : 0);
    m_message->invalidate();
    markSelected();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void OperatorsPage::onSelectionChanged() {
    if (const auto rank = run() == nullptr ? std::nullopt : rankSelected(*run(), services().selection->state())) {
        m_wantedRank = rank;
        showRanks();
    }
    if (isVisible()) {
        askIfChanged();
        markSelected();
    }
}

/// Of the answer that is shown, though the next one may be on its way: keys go down many rows a second.
void OperatorsPage::chooseRow() {
    const auto index = m_table->currentIndex();
    const auto &answer = m_model->answer();
    if (index.isValid()) {
        services().selection->setItem(MemoryOpRef{answer.run, answer.rank, m_model->operatorAt(index.row())}, this);
    }
}

/// The row of the selected operator; else the first of those that the selected item allocated is scrolled to.
void OperatorsPage::markSelected() {
    if (m_work.isBusy()) {
        return;
    }
    const auto &items = services().selection->state().items;
    const auto &answer = m_model->answer();
    const auto *op = items.empty() ? nullptr : std::get_if<MemoryOpRef>(&items.front());
    const bool isHere = op != nullptr && op->run == m_asked.run && op->rank == m_asked.rank;
    const auto place = isHere                ? answer.positionOf(op->row)
                       : answer.made.empty() ? std::nullopt
                                             : answer.positionOf(answer.made.front());
    const QSignalBlocker blocker(m_table->selectionModel());
    if (!isHere || !place) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
    }
    if (place) {
        const auto index = m_model->index(static_cast<int>(*place), 0);
        if (isHere) {
            m_table->setCurrentIndex(index);
            m_table->selectRow(index.row());
        }
        m_table->scrollTo(index);
    }
    m_table->viewport()->update();
}

QString OperatorsPage::sumText() const {
    const auto &answer = m_model->answer();
    if (answer.memory.size() == 0) {
        return {};
    }
    const auto sum = [](const MemoryOpSum &of) {
        return tr("%n operator(s), %1", nullptr, static_cast<int>(of.count)).arg(bytesOf(of.bytes));
    };
    QStringList parts{tr("Shown: %1.").arg(sum(answer.sum))};
    if (answer.moment) {
        const auto at = utf8Text(MillisFormat{3}.text(*answer.moment - answer.origin));
        auto text = tr("Live at %1 ms: %2").arg(at, sum(answer.alive));
        if (answer.allocatedThen) {
            text += tr(" of %1 allocated; the rest predates the capture").arg(bytesOf(*answer.allocatedThen));
        }
        parts += text + QLatin1Char('.');
    } else {
        parts += tr("Select a slice, cell, range or operator to see the memory live at that time.");
    }
    if (!answer.made.empty()) {
        parts += tr("Allocated by the selection: %1.").arg(sum(answer.madeSum));
    }
    return parts.join(QLatin1Char(' '));
}

QString OperatorsPage::tabSeparated() const {
    QStringList lines;
    const auto line = [&](const auto &cellAt) {
        QStringList cells;
        for (int column = 0; column < m_model->columnCount(); ++column) {
            cells += cellAt(column).toString();
        }
        return cells.join(QLatin1Char('\t'));
    };
    lines += line([&](int column) { return m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole); });
    auto rows = m_table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    for (const auto &index : rows.mid(0, kMostCopied)) {
        lines += line([&](int column) { return index.siblingAtColumn(column).data(); });
    }
    return lines.join(QLatin1Char('\n'));
}

void OperatorsPage::showMenu(QPoint position) {
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Show in Timeline")), &QAction::triggered, this,
            [this] { Q_EMIT viewRequested(QStringLiteral("timeline")); });
    connect(menu->addAction(tr("Copy")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(tabSeparated()); });
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

bool OperatorsPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_table && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(tabSeparated());
        return true;
    }
    return View::eventFilter(watched, event);
}

Scene OperatorsPage::messageFor(QSize size) const {
    const auto why = emptyReason().value_or(Message("memory.operators.empty.not_loaded"));
    return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(why).toStdString(),
                             sceneStyle(font()));
}

void OperatorsPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    const auto &answer = m_model->answer();
    if (answer.memory.size() == 0) {
        paintScene(painter, messageFor(size), Theme::current());
        return;
    }
    painter.fillRect(QRect({0, 0}, size), Theme::current().color(ColorRole::Background));
    painter.setPen(Theme::current().color(ColorRole::MutedText));
    const QRect room(kPad, 4, size.width() - 2 * kPad, size.height());
    const QString heading =
        messageText(Message("rank.label", {std::to_string(m_asked.rank)})) + QStringLiteral(". ") + sumText();
    const QRect used = painter.boundingRect(room, Qt::TextWordWrap, heading);
    painter.drawText(room, Qt::TextWordWrap, heading);
    TableContent content;
    for (const auto column : answer.columns) {
        content.columns.push_back({messageText(operatorHead(column)).toStdString(), isNumeric(column)});
    }
    const auto first = static_cast<std::size_t>(std::max(0, m_table->rowAt(0)));
    content.rows = answer.rows.size() - std::min(first, answer.rows.size());
    content.cell = [&](std::size_t row, std::size_t column) {
        return operatorCell(answer, answer.rows[first + row], answer.columns[column]);
    };
    content.isMarked = [&](std::size_t row) {
        return answer.isMade(answer.rows[first + row]) ||
               static_cast<int>(first + row) == m_table->currentIndex().row();
    };
    const int top = used.bottom() + 6;
    painter.save();
    painter.translate(0, top);
    paintScene(painter, buildTableScene(content, size.width(), std::max(1, size.height() - top), sceneStyle(font())),
               Theme::current());
    painter.restore();
}

void OperatorsPage::retranslate() {
    m_bar->retranslate();
    m_table->setAccessibleName(tr("Operator memory"));
    m_sum->setText(sumText());
    m_message->invalidate();
}

}  // namespace stagescope
