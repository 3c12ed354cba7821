#include "views/memory/stacks_page.h"

#include "core/analysis/tables/table_columns.h"
#include "core/base/byte_text.h"
#include "core/scene/kit/message_scene.h"
#include "core/scene/memory/memory_timeline_scene.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_desk.h"
#include "views/memory/snapshot_empty.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolTip>

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

}  // namespace

StacksPage::StacksPage(const ViewServices &services, SnapshotDesk &desk, QWidget *parent)
    : View(services, parent),
      m_desk(desk),
      m_choice(new QComboBox(this)),
      m_grouping(new QComboBox(this)),
      m_about(new QLabel(this)),
      m_split(new QSplitter(Qt::Vertical, this)),
      m_scroll(new QScrollArea(m_split)),
      m_canvas(new SceneCanvas),
      m_table(new TableView(m_split)) {
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->addWidget(m_choice);
    bar->addWidget(m_grouping);
    bar->addWidget(m_about, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_split, 1);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_canvas);
    m_split->setChildrenCollapsible(false);
    m_split->setSizes({600, 400});
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (int i = 0; i < 5; ++i) {
        m_choice->addItem(QString());
    }
    m_grouping->addItems({QString(), QString()});
    connectControls();
    retranslate();
}

void StacksPage::connectControls() {
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size);
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) { paintSelection(painter, m_layout); });
    m_canvas->installEventFilter(this);
    connect(m_canvas, &SceneCanvas::clicked, this, &StacksPage::choose);
    connect(m_canvas, &SceneCanvas::doubleClicked, this, [this](QPoint at) {
        const auto node = m_layout.nodeAt(at.x(), at.y());
        enter(node && *node != m_root ? *node : 0);
    });
    connect(m_canvas, &SceneCanvas::hovered, this, &StacksPage::hover);
    connect(m_choice, &QComboBox::activated, this, &StacksPage::ask);
    connect(m_grouping, &QComboBox::activated, this, &StacksPage::ask);
    connect(m_table->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &StacksPage::chooseRow);
    connect(m_split, &QSplitter::splitterMoved, this, &StacksPage::layOut);
    connect(&m_desk, &SnapshotDesk::historyChanged, this, &StacksPage::ask);
    connect(&m_desk, &SnapshotDesk::selectionChanged, this, &StacksPage::askIfChanged);
}

QString StacksPage::id() const { return QStringLiteral("memory-stacks"); }
QString StacksPage::title() const { return tr("Call stacks"); }
bool StacksPage::isBusy() const { return m_work.isBusy(); }
std::optional<Message> StacksPage::emptyReason() const { return snapshotEmptyReason(m_desk); }
void StacksPage::setWorkspace(std::shared_ptr<const Workspace>) { ask(); }

StackGrouping StacksPage::grouping() const {
    return m_grouping->currentIndex() == 0 ? StackGrouping::Frame : StackGrouping::Stack;
}

BlockQuestion StacksPage::question() const {
    const auto choice = static_cast<BlockChoice>(std::max(0, m_choice->currentIndex()));
    const auto events = m_desk.history() == nullptr ? 0 : m_desk.history()->events();
    const auto range = m_desk.range().value_or(SnapshotDesk::Range{0, events});
    return {choice, choice == BlockChoice::AtMoment ? m_desk.moment() : 0,
            choice == BlockChoice::MadeIn || choice == BlockChoice::LeftOf ? range.begin : 0,
            choice == BlockChoice::MadeIn || choice == BlockChoice::LeftOf ? range.end : 0};
}

void StacksPage::ask() {
    showQuestion();
    if (!isVisible() || m_desk.history() == nullptr) {
        adopt({});
        return;
    }
    m_asked = question();
    m_askedGrouping = grouping();
    m_askedOf = m_desk.history();
    m_work.start(
        [history = m_askedOf, asked = m_asked, by = m_askedGrouping](const std::stop_token &stop) {
            Model model;
            model.history = history;
            model.sums = stackSums(*history, asked, stop);
            model.tree = stackTree(*history, model.sums);
            model.rows = stackRows(*history, model.sums, by);
            return model;
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void StacksPage::askIfChanged() {
    if (isVisible() && (!(question() == m_asked) || m_askedOf != m_desk.history())) {
        ask();
    }
    m_canvas->update();
}

void StacksPage::adopt(Model model) {
    m_model = std::move(model);
    m_root = 0;
    showRows();
    layOut();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void StacksPage::showRows() {
    const QSignalBlocker blocker(m_table->table()->selectionModel());
    m_table->setTable(m_model.history == nullptr ? ResultTable{}
                                                 : stacksTable(*m_model.history, m_model.rows, sceneStyle(font())));
    if (m_model.history != nullptr) {
        m_table->table()->setColumnHidden(kGroupColumn, true);
        m_table->table()->setColumnWidth(0, std::max(200, width() / 2));
    }
}

void StacksPage::showQuestion() {
    const auto choice = question().choice;
    const bool isOfRange = choice == BlockChoice::MadeIn || choice == BlockChoice::LeftOf;
    QString text;
    if (m_desk.history() != nullptr && choice == BlockChoice::AtMoment) {
        text = m_desk.moment() == 0 ? tr("before the first event")
                                    : tr("after event %1").arg(utf8Text(groupedText(m_desk.moment() - 1)));
    } else if (m_desk.history() != nullptr && choice == BlockChoice::AtPeak) {
        text = tr("after event %1").arg(utf8Text(groupedText(std::max(1U, m_desk.history()->peak()) - 1)));
    } else if (isOfRange && !m_desk.range()) {
        text = tr("no range is selected, so all events; drag over Active memory to select one");
    } else if (isOfRange) {
        text = tr("events %1 to %2")
                   .arg(utf8Text(groupedText(m_desk.range()->begin)), utf8Text(groupedText(m_desk.range()->end - 1)));
    }
    m_about->setText(text);
}

void StacksPage::chooseRow() {
    const auto index = m_table->table()->currentIndex();
    if (!index.isValid() || m_model.history == nullptr) {
        return;
    }
    const auto group = index.siblingAtColumn(kGroupColumn).data(Qt::UserRole).toUInt();
    if (const auto stack = m_model.history->stackOf(group)) {
        m_desk.selectStack(*stack);
    }
}

void StacksPage::choose(QPoint position) {
    const auto node = m_layout.nodeAt(position.x(), position.y());
    if (!node || m_model.history == nullptr) {
        return;
    }
    if (const auto stack = m_model.history->stackOf(m_model.tree.nodes[*node].group)) {
        m_desk.selectStack(*stack);
    }
}

/// Gives a node the whole width.
void StacksPage::enter(std::uint32_t node) {
    m_root = node;
    m_canvas->invalidate();
}

bool StacksPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_canvas && event->type() == QEvent::KeyPress && !m_model.tree.nodes.empty()) {
        const auto &nodes = m_model.tree.nodes;
        const auto key = static_cast<QKeyEvent *>(event)->key();
        const auto child = std::find_if(nodes.begin() + static_cast<std::ptrdiff_t>(m_root) + 1, nodes.end(),
                                        [&](const auto &n) { return n.parent == m_root; });
        if ((key == Qt::Key_Down || key == Qt::Key_Return) && child != nodes.end()) {
            enter(static_cast<std::uint32_t>(child - nodes.begin()));
        } else if (key == Qt::Key_Up || key == Qt::Key_Backspace) {
            enter(nodes[m_root].parent);
        } else if (key == Qt::Key_Home) {
            enter(0);
        } else {
            return View::eventFilter(watched, event);
        }
        return true;
    }
    return View::eventFilter(watched, event);
}

void StacksPage::hover(QPoint position) {
    const auto text = position.x() < 0 ? QString() : tipAt(position);
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    }
}

QString StacksPage::tipAt(QPoint position) const {
    const auto node = m_layout.nodeAt(position.x(), position.y());
    if (!node || m_model.history == nullptr) {
        return {};
    }
    const auto &at = m_model.tree.nodes[*node];
    const auto share =
        100.0 * static_cast<double>(at.bytes) / std::max(1.0, static_cast<double>(m_model.tree.nodes.front().bytes));
    return utf8Text(nodeText(*m_model.history, m_model.tree, *node, sceneStyle(font()))) + QLatin1Char('\n') +
           tr("%1, %2 %, %n block(s)", nullptr, static_cast<int>(std::min<std::uint64_t>(at.blocks, 2'000'000'000)))
               .arg(utf8Text(bytesText(at.bytes)))
               .arg(share, 0, 'f', 1);
}

/// The frames of the selected stack, from the root on.
void StacksPage::paintSelection(QPainter &painter, const MemoryFlameScene &layout) const {
    const auto stack = m_desk.selectedStack();
    if (!stack || m_model.history == nullptr || m_model.history != m_desk.history()) {
        return;
    }
    const auto &nodes = m_model.tree.nodes;
    const auto frames = ownFrames(m_model.history->store(), *stack);
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

MemoryFlameScene StacksPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    const auto reason = snapshotPageText(m_desk);
    if (reason || m_model.history == nullptr || m_model.tree.nodes.empty()) {
        MemoryFlameScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(reason.value_or(Message("memory.working"))).toStdString(), style);
        return empty;
    }
    return buildMemoryFlameScene(*m_model.history, m_model.tree, {size.width(), size.height(), m_root}, style);
}

/// As wide as the page and as high as its frames.
void StacksPage::layOut() {
    const QSize room = m_scroll->maximumViewportSize();
    auto scene = sceneFor(room).scene;
    if (scene.height > room.height()) {
        scene = sceneFor({room.width() - m_scroll->verticalScrollBar()->sizeHint().width(), room.height()}).scene;
    }
    m_canvas->resize(scene.width, scene.height);
    m_canvas->invalidate();
}

void StacksPage::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    layOut();
}

void StacksPage::showEvent(QShowEvent *event) {
    View::showEvent(event);
    if (!(question() == m_asked) || m_askedOf != m_desk.history() || m_model.history == nullptr) {
        ask();
    }
}

void StacksPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    const int flame = m_model.history == nullptr ? size.height() : static_cast<int>(size.height() * kFlameShare);
    auto layout = sceneFor({size.width(), flame});
    cutBelow(layout.scene, flame);
    paintScene(painter, layout.scene, Theme::current());
    if (m_model.history != nullptr) {
        painter.save();
        painter.translate(0, flame);
        paintScene(painter,
                   buildStackListScene(*m_model.history, m_model.rows, size.width(), size.height() - flame,
                                       sceneStyle(font())),
                   Theme::current());
        painter.restore();
    }
}

void StacksPage::retranslate() {
    const QStringList choices{tr("In use at the peak"), tr("In use at the moment"), tr("Allocated in the range"),
                              tr("Allocated and not freed in the range"), tr("Never freed")};
    for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
        m_choice->setItemText(i, choices[i]);
    }
    m_grouping->setItemText(0, tr("by first frame of the program"));
    m_grouping->setItemText(1, tr("by whole stack"));
    m_choice->setAccessibleName(tr("Which blocks"));
    m_grouping->setAccessibleName(tr("How blocks are put together"));
    m_canvas->setAccessibleName(tr("Call stacks as a flame graph"));
    m_canvas->setToolTip({});
    m_table->retranslate();
    showQuestion();
    showRows();
    layOut();
}

}  // namespace stagescope
