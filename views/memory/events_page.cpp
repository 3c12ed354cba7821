#include "views/memory/events_page.h"

#include "core/base/byte_text.h"
#include "views/common/control_bar.h"
#include "views/common/scene_canvas.h"
#include "views/memory/snapshot_empty.h"
#include "views/memory/snapshot_session.h"

#include <QtGui/QPainter>
#include <QtGui/QWheelEvent>
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

std::vector<ControlBar::Choice> actionChoices() {
    const std::array names{EventsPage::tr("All actions"), EventsPage::tr("Allocations"), EventsPage::tr("Frees"),
                           EventsPage::tr("Segments"), EventsPage::tr("Marks and failures")};
    std::vector<ControlBar::Choice> choices;
    for (const auto &name : names) {
        choices.push_back({name, static_cast<int>(choices.size())});
    }
    return choices;
}

}  // namespace

EventsPage::EventsPage(const ViewServices &services, SnapshotSession &session, QWidget *parent)
    : ModelPage(services, "memory-events", Extent::Window, parent), m_session(session) {
    addControls();
    connect(&m_session, &SnapshotSession::historyChanged, this, &EventsPage::ask);
    connect(&m_session, &SnapshotSession::selectionChanged, this, &EventsPage::follow);
    retranslate();
}

void EventsPage::addControls() {
    auto *bar = new ControlBar(this);
    m_action = bar->addPicker("eventAction", {}, actionChoices);
    bar->setName(m_action, [] { return tr("Event type"); });
    m_text = new QLineEdit(this);
    m_text->setClearButtonEnabled(true);
    bar->addText([this] { m_text->setPlaceholderText(tr("Function, file:line or address (0x...)")); });
    connect(m_text, &QLineEdit::textChanged, this, &EventsPage::ask);
    bar->addWide(m_text);
    m_inRange = bar->addSwitch("eventRange", [] { return tr("Selected range only"); });
    m_count = new QLabel(this);
    bar->addField({}, m_count);
    setBar(bar);
}

QString EventsPage::title() const { return tr("Events"); }
QString EventsPage::canvasName() const { return tr("Allocator events"); }
std::optional<Message> EventsPage::emptyReason() const { return snapshotEmptyReason(m_session); }

std::optional<Message> EventsPage::shownReason() const {
    const auto reason = snapshotPageText(m_session);
    return reason || model().history != nullptr ? reason : std::optional(Message("memory.working"));
}

EventFilter EventsPage::filter() const {
    EventFilter filter;
    filter.actions = kActions[static_cast<std::size_t>(m_action->currentData().toInt())];
    filter.text = m_text->text().trimmed().toStdString();
    if (const auto range = m_session.range(); range && m_inRange->isChecked()) {
        filter.begin = range->begin;
        filter.end = range->end;
    }
    return filter;
}

void EventsPage::ask() {
    if (!isVisible() || m_session.history() == nullptr) {
        setModel({});
        return;
    }
    m_asked = filter();
    start([history = m_session.history(), asked = m_asked](const std::stop_token &stop) {
        return EventsPageModel{history, filteredEvents(*history, asked, stop)};
    });
}

void EventsPage::onModel() {
    m_count->setText(tr("%n event(s)", nullptr, static_cast<int>(model().rows.size())));
    onResized();
    reveal();
}

void EventsPage::onResized() { setRows(model().rows.size(), eventRowsIn(canvas()->height(), sceneStyle(font()))); }

void EventsPage::follow() {
    if (isVisible() && !(filter() == m_asked)) {
        ask();
    }
    reveal();
    refresh();
}

/// The row of the moment's event, or the first one after it.
std::size_t EventsPage::rowOfMoment() const {
    const auto event = std::max(1U, m_session.moment()) - 1;
    return static_cast<std::size_t>(std::lower_bound(model().rows.begin(), model().rows.end(), event) -
                                    model().rows.begin());
}

void EventsPage::reveal() {
    const auto row = static_cast<int>(std::min(rowOfMoment(), model().rows.size()));
    const auto page = rowBar()->pageStep();
    if (row < rowBar()->value() || row >= rowBar()->value() + page) {
        rowBar()->setValue(row - page / 2);
    }
}

void EventsPage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto row = layoutShown().rowAt(position.y());
    const auto place = static_cast<std::size_t>(rowBar()->value()) + row.value_or(0);
    if (row && place < model().rows.size()) {
        m_session.setMoment(model().rows[place] + 1);
    }
}

void EventsPage::walk(std::ptrdiff_t rows) {
    if (model().rows.empty()) {
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(model().rows.size()) - 1;
    const auto row = std::clamp(static_cast<std::ptrdiff_t>(rowOfMoment()) + rows, std::ptrdiff_t{0}, last);
    m_session.setMoment(model().rows[static_cast<std::size_t>(row)] + 1);
}

bool EventsPage::onKey(const QKeyEvent &event) {
    if (m_session.history() == nullptr) {
        return false;
    }
    const std::ptrdiff_t page = rowBar()->pageStep();
    const auto all = static_cast<std::ptrdiff_t>(model().rows.size());
    const std::array<std::pair<int, std::ptrdiff_t>, 6> steps{{{Qt::Key_Up, -1},
                                                               {Qt::Key_Down, 1},
                                                               {Qt::Key_PageUp, -page},
                                                               {Qt::Key_PageDown, page},
                                                               {Qt::Key_Home, -all},
                                                               {Qt::Key_End, all}}};
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const auto &s) { return s.first == event.key(); });
    if (step != steps.end()) {
        walk(step->second);
        return true;
    }
    return false;
}

bool EventsPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == canvas() && event->type() == QEvent::Wheel) {
        const auto turn = static_cast<QWheelEvent *>(event)->angleDelta().y() / kNotch;
        rowBar()->setValue(rowBar()->value() - static_cast<int>(turn * kWheelRows));
        return true;
    }
    return ModelPage::eventFilter(watched, event);
}

EventListScene EventsPage::sceneFrom(std::size_t row, QSize size) const {
    return buildEventListScene(*model().history, model().rows, {size.width(), size.height(), row, m_session.moment()},
                               sceneStyle(font()));
}

void EventsPage::showEvent(QShowEvent *event) {
    ModelPage::showEvent(event);
    ask();
}

/// The row of the moment in the middle.
void EventsPage::paintPicture(QPainter &painter, QSize size) {
    if (shownReason()) {
        ModelPage::paintPicture(painter, size);
        return;
    }
    const auto &rows = model().rows;
    const auto fitting = eventRowsIn(size.height(), sceneStyle(font()));
    const auto row = rowOfMoment();
    const auto first = std::min(row - std::min(row, fitting / 2), rows.size() - std::min(rows.size(), fitting));
    painter.setFont(font());
    paintScene(painter, sceneFrom(first, size).scene, Theme::current());
}

void EventsPage::retranslate() {
    ModelPage::retranslate();
    onModel();
}

}  // namespace stagescope
