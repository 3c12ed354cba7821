#include "views/memory/stacks_page.h"

#include "core/analysis/tables/table_columns.h"
#include "core/base/byte_text.h"
#include "core/scene/memory/memory_timeline_scene.h"
#include "views/common/control_bar.h"
#include "views/common/elided_label.h"
#include "views/common/flame_keys.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/common/texts/utf8_text.h"
#include "views/memory/snapshot_empty.h"
#include "views/memory/snapshot_session.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kGroupColumn = 7;      ///< hidden: what a row is of
constexpr double kFlameShare = 0.6;  ///< of the height, in pictures
constexpr std::size_t kMostTabled = 20'000;

struct StackTableRow {
    std::string place;
    const StackSum *sum;
    double share;  ///< percent

    operator const StackSum &() const { return *sum; }

    /// Mean, in events.
    [[nodiscard]] std::optional<double> lifetime() const {
        return sum->freed == 0 ? std::nullopt
                               : std::optional(std::round(static_cast<double>(sum->lifetimeEvents) /
                                                          static_cast<double>(sum->freed) * 10) /
                                               10);
    }
};

ResultTable stacksTable(const SnapshotHistory &history, const std::vector<StackRow> &rows, const SceneStyle &style) {
    using Row = StackTableRow;
    using Sum = StackSum;
    std::uint64_t whole = 0;
    for (const auto &row : rows) {
        whole += row.sum.bytes;
    }
    std::vector<Row> shown;
    for (std::size_t i = 0; i < std::min(kMostTabled, rows.size()); ++i) {
        const auto &[name, sum] = std::tie(rows[i].name, rows[i].sum);
        const double share = 100.0 * static_cast<double>(sum.bytes) / std::max(1.0, static_cast<double>(whole));
        shown.push_back(
            {name.empty() ? groupText(history, sum.group, style) : name, &sum, std::round(share * 100) / 100});
    }
    return tableOf<Row>(
        "memory_stacks",
        {
            column("place", "Call stack, or first frame of the program.", &Row::place),
            column("size_bytes", "bytes", "Bytes of its blocks, as requested.", &Sum::bytes),
            column("share_percent", "%", "Of the bytes of all blocks that are meant.", &Row::share),
            column("blocks", "Number of blocks.", &Sum::blocks),
            column("smallest_bytes", "bytes", "Smallest of them.", &Sum::smallest),
            column("largest_bytes", "bytes", "Largest of them.", &Sum::largest),
            column("lifetime_events", "Mean of those that the history allocates and frees.", &Row::lifetime),
            column("group", "What the row is of.", &Sum::group),
        },
        shown);
}

std::vector<ControlBar::Choice> blockChoices() {
    return {{StacksPage::tr("In use at the peak"), static_cast<int>(BlockChoice::AtPeak)},
            {StacksPage::tr("In use at the selected time"), static_cast<int>(BlockChoice::AtMoment)},
            {StacksPage::tr("Allocated in the range"), static_cast<int>(BlockChoice::MadeIn)},
            {StacksPage::tr("Allocated and not freed in the range"), static_cast<int>(BlockChoice::LeftOf)},
            {StacksPage::tr("Never freed"), static_cast<int>(BlockChoice::NeverFreed)}};
}

std::vector<ControlBar::Choice> groupingChoices() {
    return {{StacksPage::tr("By first user frame"), static_cast<int>(StackGrouping::Frame)},
            {StacksPage::tr("By full stack"), static_cast<int>(StackGrouping::Stack)}};
}

}  // namespace

StacksPage::StacksPage(const ViewServices &services, SnapshotSession &session, QWidget *parent)
    : ModelPage(services, "memory-stacks", Extent::Rows, parent), m_session(session) {
    addControls();
    setTable(new TableView, 6, 4);
    connect(table()->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &StacksPage::chooseRow);
    connect(&m_session, &SnapshotSession::historyChanged, this, &StacksPage::ask);
    connect(&m_session, &SnapshotSession::selectionChanged, this, &StacksPage::askIfChanged);
    retranslate();
}

void StacksPage::addControls() {
    auto *bar = new ControlBar(this);
    m_choice = bar->addPicker("stackBlocks", {}, blockChoices);
    m_grouping = bar->addPicker("stackGrouping", {}, groupingChoices);
    bar->setName(m_choice, [] { return tr("Blocks"); });
    bar->setName(m_grouping, [] { return tr("Group blocks by"); });
    m_about = new ElidedLabel(this);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    bar->addWide(m_about);
    setBar(bar);
}

QString StacksPage::title() const { return tr("Call stacks"); }
QString StacksPage::canvasName() const { return tr("Call stacks as a flame graph"); }
std::optional<Message> StacksPage::emptyReason() const { return snapshotEmptyReason(m_session); }

std::optional<Message> StacksPage::shownReason() const {
    const auto reason = snapshotPageText(m_session);
    const bool isMade = model().history != nullptr && !model().tree.nodes.empty();
    return reason || isMade ? reason : std::optional(Message("memory.working"));
}

BlockQuestion StacksPage::question() const {
    const auto choice = static_cast<BlockChoice>(m_choice->currentData().toInt());
    const auto events = m_session.history() == nullptr ? 0 : m_session.history()->events();
    const auto range = m_session.range().value_or(SnapshotSession::Range{0, events});
    return {choice, choice == BlockChoice::AtMoment ? m_session.moment() : 0,
            choice == BlockChoice::MadeIn || choice == BlockChoice::LeftOf ? range.begin : 0,
            choice == BlockChoice::MadeIn || choice == BlockChoice::LeftOf ? range.end : 0};
}

void StacksPage::ask() {
    showQuestion();
    if (!isVisible() || m_session.history() == nullptr) {
        setModel({});
        return;
    }
    m_asked = question();
    m_askedOf = m_session.history();
    const auto by = static_cast<StackGrouping>(m_grouping->currentData().toInt());
    start([history = m_askedOf, asked = m_asked, by](const std::stop_token &stop) {
        StacksPageModel model;
        model.history = history;
        model.sums = stackSums(*history, asked, stop);
        model.tree = stackTree(*history, model.sums);
        model.rows = stackRows(*history, model.sums, by);
        return model;
    });
}

bool StacksPage::isAsked() const { return question() == m_asked && m_askedOf == m_session.history(); }

void StacksPage::askIfChanged() {
    if (isVisible() && !isAsked()) {
        ask();
    }
    canvas()->update();
}

void StacksPage::onModel() {
    m_root = 0;
    showRows();
}

void StacksPage::showRows() {
    const QSignalBlocker blocker(table()->table()->selectionModel());
    table()->setTable(model().history == nullptr ? ResultTable{}
                                                 : stacksTable(*model().history, model().rows, sceneStyle(font())));
    if (model().history != nullptr) {
        table()->table()->setColumnHidden(kGroupColumn, true);
        table()->table()->setColumnWidth(0, std::max(200, width() / 2));
    }
}

void StacksPage::showQuestion() {
    const auto choice = question().choice;
    const bool isOfRange = choice == BlockChoice::MadeIn || choice == BlockChoice::LeftOf;
    QString text;
    if (m_session.history() != nullptr && choice == BlockChoice::AtMoment) {
        text = m_session.moment() == 0 ? tr("before the first event")
                                       : tr("after event %1").arg(utf8Text(groupedText(m_session.moment() - 1)));
    } else if (m_session.history() != nullptr && choice == BlockChoice::AtPeak) {
        text = tr("after event %1").arg(utf8Text(groupedText(std::max(1U, m_session.history()->peak()) - 1)));
    } else if (isOfRange && !m_session.range()) {
        text = tr("no range selected: all events; drag over Active memory to select a range");
    } else if (isOfRange) {
        text = tr("events %1 to %2")
                   .arg(utf8Text(groupedText(m_session.range()->begin)),
                        utf8Text(groupedText(m_session.range()->end - 1)));
    }
    m_about->setText(text);
}

void StacksPage::chooseRow() {
    const auto index = table()->table()->currentIndex();
    if (!index.isValid() || model().history == nullptr) {
        return;
    }
    const auto group = index.siblingAtColumn(kGroupColumn).data(Qt::UserRole).toUInt();
    if (const auto stack = model().history->stackOf(group)) {
        m_session.selectStack(*stack);
    }
}

void StacksPage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto node = layoutShown().nodeAt(position.x(), position.y());
    if (!node || model().history == nullptr) {
        return;
    }
    if (const auto stack = model().history->stackOf(model().tree.nodes[*node].group)) {
        m_session.selectStack(*stack);
    }
}

/// Gives a node the whole width.
void StacksPage::enter(std::uint32_t node) {
    m_root = node;
    refresh();
}

void StacksPage::onDoubleClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto node = layoutShown().nodeAt(position.x(), position.y());
    enter(node && *node != m_root ? *node : 0);
}

bool StacksPage::onKey(const QKeyEvent &event) {
    const auto &nodes = model().tree.nodes;
    if (nodes.empty()) {
        return false;
    }
    if (event.key() == Qt::Key_Home) {
        enter(0);
    } else if (const auto move = flameMoveOf(event)) {
        enter(flameNeighbour(flameBoxes(model().tree), m_root, *move));
    } else {
        return false;
    }
    return true;
}

QString StacksPage::tipAt(QPoint position) const {
    const auto node = layoutShown().nodeAt(position.x(), position.y());
    if (!node || model().history == nullptr) {
        return {};
    }
    const auto &at = model().tree.nodes[*node];
    const auto share =
        100.0 * static_cast<double>(at.bytes) / std::max(1.0, static_cast<double>(model().tree.nodes.front().bytes));
    return utf8Text(nodeText(*model().history, model().tree, *node, sceneStyle(font()))) + QLatin1Char('\n') +
           tr("%1, %2 %, %n block(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(at.blocks, 2'000'000'000)))
               .arg(utf8Text(bytesText(at.bytes)))
               .arg(share, 0, 'f', 1);
}

/// The frames of the selected stack, from the root on.
void StacksPage::paintMarks(QPainter &painter, const FlameScene &layout) const {
    const auto stack = m_session.selectedStack();
    if (!stack || model().history == nullptr || model().history != m_session.history()) {
        return;
    }
    const auto &nodes = model().tree.nodes;
    const auto frames = ownFrames(model().history->store(), *stack);
    std::uint32_t node = 0;
    const QRect area(0, 0, layout.scene.width, layout.scene.height);
    for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
        const auto next = std::find_if(nodes.begin(), nodes.end(), [&](const StackTree::Node &n) {
            return n.frame == *it && n.parent == node && n.depth == nodes[node].depth + 1;
        });
        if (next == nodes.end()) {
            return;
        }
        node = static_cast<std::uint32_t>(next - nodes.begin());
        for (const auto &part : layout.parts) {
            if (part.node == node) {
                paintOutline(painter, QRect(part.box.x, part.box.y, part.box.width, part.box.height), area);
            }
        }
    }
}

FlameScene StacksPage::layoutFor(QSize size) const {
    return buildMemoryFlameScene(*model().history, model().tree, {size.width(), size.height(), m_root},
                                 sceneStyle(font()));
}

void StacksPage::showEvent(QShowEvent *event) {
    ModelPage::showEvent(event);
    if (!isAsked() || model().history == nullptr) {
        ask();
    }
}

/// The flame graph above, the list below.
void StacksPage::paintPicture(QPainter &painter, QSize size) {
    const auto &history = model().history;
    const int flame = history == nullptr ? size.height() : static_cast<int>(size.height() * kFlameShare);
    ModelPage::paintPicture(painter, {size.width(), flame});
    if (history != nullptr) {
        painter.save();
        painter.translate(0, flame);
        paintScene(painter,
                   buildStackListScene(*history, model().rows, size.width(), size.height() - flame, sceneStyle(font())),
                   Theme::current());
        painter.restore();
    }
}

void StacksPage::retranslate() {
    ModelPage::retranslate();
    showQuestion();
    showRows();
}

}  // namespace stagescope
