#include "views/memory/events_page.h"

#include "core/base/byte_text.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_desk.h"
#include "views/memory/snapshot_empty.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr int kWheelRows = 3;
constexpr double kNotch = 120.0;

constexpr std::uint32_t bits(std::initializer_list<SnapshotAction> actions) {
    std::uint32_t sum = 0;
    for (const auto action : actions) {
        sum |= EventFilter::bit(action);
    }
    return sum;
}

/// In the order of the picker.
constexpr std::array<std::uint32_t, 5> kActions{
    ~std::uint32_t{0},
    bits({SnapshotAction::Alloc}),
    bits({SnapshotAction::FreeRequested, SnapshotAction::FreeCompleted}),
    bits({SnapshotAction::SegmentAlloc, SnapshotAction::SegmentFree, SnapshotAction::SegmentMap,
          SnapshotAction::SegmentUnmap}),
    bits({SnapshotAction::OutOfMemory, SnapshotAction::Snapshot, SnapshotAction::WorkspaceSnapshot,
          SnapshotAction::Annotate, SnapshotAction::UserDefined, SnapshotAction::Unknown}),
};

}  // namespace

EventsPage::EventsPage(const ViewServices &services, SnapshotDesk &desk, QWidget *parent)
    : View(services, parent),
      m_desk(desk),
      m_action(new QComboBox(this)),
      m_text(new QLineEdit(this)),
      m_inRange(new QCheckBox(this)),
      m_count(new QLabel(this)),
      m_canvas(new SceneCanvas(this)),
      m_scroll(new QScrollBar(Qt::Vertical, this)) {
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->addWidget(m_action);
    bar->addWidget(m_text, 1);
    bar->addWidget(m_inRange);
    bar->addWidget(m_count);
    auto *list = new QHBoxLayout;
    list->setSpacing(0);
    list->addWidget(m_canvas, 1);
    list->addWidget(m_scroll);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(list, 1);
    for (std::size_t i = 0; i < kActions.size(); ++i) {
        m_action->addItem(QString());
    }
    m_text->setClearButtonEnabled(true);
    connectControls();
    retranslate();
}

void EventsPage::connectControls() {
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size, static_cast<std::size_t>(m_scroll->value()));
        return m_layout.scene;
    });
    m_canvas->installEventFilter(this);
    connect(m_canvas, &SceneCanvas::clicked, this, &EventsPage::choose);
    connect(m_scroll, &QScrollBar::valueChanged, m_canvas, &SceneCanvas::invalidate);
    connect(m_action, &QComboBox::activated, this, &EventsPage::ask);
    connect(m_text, &QLineEdit::textChanged, this, &EventsPage::ask);
    connect(m_inRange, &QCheckBox::toggled, this, &EventsPage::ask);
    connect(&m_desk, &SnapshotDesk::historyChanged, this, &EventsPage::ask);
    connect(&m_desk, &SnapshotDesk::selectionChanged, this, &EventsPage::onSelectionChanged);
}

QString EventsPage::id() const { return QStringLiteral("memory-events"); }
QString EventsPage::title() const { return tr("Events"); }
bool EventsPage::isBusy() const { return m_work.isBusy(); }
std::optional<Message> EventsPage::emptyReason() const { return snapshotEmptyReason(m_desk); }
void EventsPage::setWorkspace(std::shared_ptr<const Workspace>) { ask(); }

EventFilter EventsPage::filter() const {
    EventFilter filter;
    filter.actions = kActions[static_cast<std::size_t>(std::max(0, m_action->currentIndex()))];
    filter.text = m_text->text().trimmed().toStdString();
    if (const auto range = m_desk.range(); range && m_inRange->isChecked()) {
        filter.begin = range->begin;
        filter.end = range->end;
    }
    return filter;
}

void EventsPage::ask() {
    if (!isVisible() || m_desk.history() == nullptr) {
        m_rowsOf = nullptr;
        adopt({});
        return;
    }
    m_asked = filter();
    m_rowsOf = m_desk.history();
    m_work.start([history = m_rowsOf,
                  asked = m_asked](const std::stop_token &stop) { return filteredEvents(*history, asked, stop); },
                 [this](std::vector<std::uint32_t> rows) { adopt(std::move(rows)); });
    Q_EMIT busyChanged();
}

void EventsPage::adopt(std::vector<std::uint32_t> rows) {
    m_rows = std::move(rows);
    m_count->setText(tr("%n event(s)", nullptr, static_cast<int>(m_rows.size())));
    updateScrollBar();
    reveal();
    m_canvas->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void EventsPage::onSelectionChanged() {
    if (isVisible() && !(filter() == m_asked)) {
        ask();
    }
    reveal();
    m_canvas->invalidate();
}

/// The row of the moment's event, or the first one after it.
std::size_t EventsPage::rowOfMoment() const {
    const auto event = std::max(1U, m_desk.moment()) - 1;
    return static_cast<std::size_t>(std::lower_bound(m_rows.begin(), m_rows.end(), event) - m_rows.begin());
}

void EventsPage::reveal() {
    const auto row = static_cast<int>(std::min(rowOfMoment(), m_rows.size()));
    const auto page = m_scroll->pageStep();
    if (row < m_scroll->value() || row >= m_scroll->value() + page) {
        m_scroll->setValue(row - page / 2);
    }
}

void EventsPage::updateScrollBar() {
    const auto page = static_cast<int>(eventRowsIn(m_canvas->height(), sceneStyle(font())));
    m_scroll->setPageStep(std::max(1, page));
    m_scroll->setRange(0, std::max(0, static_cast<int>(m_rows.size()) - page));
}

void EventsPage::choose(QPoint position) {
    const auto row = m_layout.rowAt(position.y());
    const auto place = static_cast<std::size_t>(m_scroll->value()) + row.value_or(0);
    if (row && place < m_rows.size()) {
        m_desk.setMoment(m_rows[place] + 1);
    }
}

void EventsPage::walk(std::ptrdiff_t rows) {
    if (m_rows.empty()) {
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(m_rows.size()) - 1;
    const auto row = std::clamp(static_cast<std::ptrdiff_t>(rowOfMoment()) + rows, std::ptrdiff_t{0}, last);
    m_desk.setMoment(m_rows[static_cast<std::size_t>(row)] + 1);
}

bool EventsPage::key(int key) {
    const std::ptrdiff_t page = m_scroll->pageStep();
    const auto all = static_cast<std::ptrdiff_t>(m_rows.size());
    const std::array<std::pair<int, std::ptrdiff_t>, 6> steps{{{Qt::Key_Up, -1},
                                                               {Qt::Key_Down, 1},
                                                               {Qt::Key_PageUp, -page},
                                                               {Qt::Key_PageDown, page},
                                                               {Qt::Key_Home, -all},
                                                               {Qt::Key_End, all}}};
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const auto &s) { return s.first == key; });
    if (step != steps.end()) {
        walk(step->second);
        return true;
    }
    return false;
}

bool EventsPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_canvas && event->type() == QEvent::KeyPress && m_desk.history() != nullptr) {
        return key(static_cast<QKeyEvent *>(event)->key());
    }
    if (watched == m_canvas && event->type() == QEvent::Wheel) {
        const auto turn = static_cast<QWheelEvent *>(event)->angleDelta().y() / kNotch;
        m_scroll->setValue(m_scroll->value() - static_cast<int>(turn * kWheelRows));
        return true;
    }
    return View::eventFilter(watched, event);
}

EventListScene EventsPage::sceneFor(QSize size, std::size_t firstRow) const {
    const auto style = sceneStyle(font());
    const auto reason = snapshotPageText(m_desk);
    if (reason || m_rowsOf == nullptr) {
        EventListScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(reason.value_or(Message("memory.working"))).toStdString(), style);
        return empty;
    }
    return buildEventListScene(*m_rowsOf, m_rows, {size.width(), size.height(), firstRow, m_desk.moment()}, style);
}

void EventsPage::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    updateScrollBar();
    m_canvas->invalidate();
}

void EventsPage::showEvent(QShowEvent *event) {
    View::showEvent(event);
    ask();
}

void EventsPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    const auto rows = eventRowsIn(size.height(), sceneStyle(font()));
    const auto row = rowOfMoment();
    const auto first = std::min(row - std::min(row, rows / 2), m_rows.size() - std::min(m_rows.size(), rows));
    paintScene(painter, sceneFor(size, first).scene, Theme::current());
}

void EventsPage::retranslate() {
    const QStringList actions{tr("All actions"), tr("Allocations"), tr("Frees"), tr("Segments"),
                              tr("Marks and failures")};
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
        m_action->setItemText(i, actions[i]);
    }
    m_action->setAccessibleName(tr("Which events"));
    m_text->setPlaceholderText(tr("Function, file:line or address (0x...)"));
    m_inRange->setText(tr("Only in the selected range"));
    m_canvas->setAccessibleName(tr("Events of the allocator"));
    adopt(m_rows);
}

}  // namespace stagescope
