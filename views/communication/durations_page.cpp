#include "views/communication/durations_page.h"

#include "core/analysis/overview/item_location.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/base/number_text.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/utf8_text.h"
#include "views/communication/scope_bar.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kScrollPixels = 18;  ///< of a wheel or drag, for one rank

}  // namespace

DurationsPage::DurationsPage(const ViewServices &services, QWidget *parent, ScopeBar *shared)
    : ModelPage(services, "comm_durations", Extent::Window, parent),
      m_bar(shared != nullptr ? shared : new ScopeBar(services.selection, this)) {
    if (shared == nullptr) {
        setBar(m_bar);
    } else {
        connect(shared, &ControlBar::changed, this, [this] { onControls(); });
    }
    canvas()->setFocusPolicy(Qt::StrongFocus);
    m_panZoom = new PanZoomController(
        canvas(), services.timeView, services.selection,
        [this] { return static_cast<void>(canvas()->scene()), layoutShown().axis; }, this);
    m_panZoom->setItemRange([this] { return selectedRange(); });
    connect(m_panZoom, &PanZoomController::scrolled, this,
            [this](int pixels) { rowBar()->setValue(rowBar()->value() + pixels / kScrollPixels); });
    connect(services.timeView, &TimeView::rangeChanged, canvas(), &SceneCanvas::invalidate);
    retranslate();
}

QString DurationsPage::ownFilter() const { return m_bar->ownFilter(); }
QString DurationsPage::title() const { return tr("Durations"); }
QString DurationsPage::canvasName() const { return tr("Communication operators over time, by rank"); }

std::optional<Message> DurationsPage::emptyReason() const {
    if (!model().isEmpty()) {
        return std::nullopt;
    }
    return isKnown() ? emptyBecause(workspace(), "communication.empty.durations", "comm_ops")
                     : Message("communication.empty.loading");
}

void DurationsPage::ask() {
    const auto bounds = workspace() ? timeBounds(*workspace()) : std::nullopt;
    m_origin = bounds ? std::optional(bounds->begin) : std::nullopt;
    start([workspace = workspace(), scope = m_bar->scope()](const std::stop_token &stop) {
        const auto *run = workspace ? workspace->mainRun() : nullptr;
        return run ? commDurations(*run, scope, stop) : CommDurations{};
    });
}

void DurationsPage::onModel() {
    m_bar->setScopes(model().scopes);
    onResized();
}

void DurationsPage::onResized() {
    setRows(model().rows.size(), emptyReason() ? 0 : sceneFrom(0, canvas()->size()).shownRows);
}

void DurationsPage::onClicked(QPoint position, const std::optional<ItemRef> &item) {
    canvas()->setFocus();
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (const auto op = layoutShown().operatorAt(model(), position.x(), position.y())) {
        state.items = {*op};
        state.ranks = {{op->run, op->rank}};
    } else if (const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr) {
        state.items = {*rank};
        state.ranks = {*rank};
    }
    services().selection->set(std::move(state), this);
}

void DurationsPage::onDoubleClicked(QPoint, const std::optional<ItemRef> &) { showInTimeline(); }

void DurationsPage::showInTimeline() {
    const auto &items = services().selection->state().items;
    if (!items.empty() && std::holds_alternative<CommOpRef>(items.front())) {
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    }
}

bool DurationsPage::onKey(const QKeyEvent &key) {
    const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (isEnter) {
        showInTimeline();
    }
    return isEnter;
}

std::optional<AlignedRange> DurationsPage::selectedRange() const {
    const auto &items = services().selection->state().items;
    if (items.empty() || workspace() == nullptr) {
        return std::nullopt;
    }
    if (const auto *slice = std::get_if<SliceRef>(&items.front())) {
        const auto place = locateSlice(*workspace(), *slice);
        return place ? std::optional(place->range) : std::nullopt;
    }
    const auto *op = std::get_if<CommOpRef>(&items.front());
    const auto *row = op != nullptr && op->run == model().run ? model().rowOf(op->rank) : nullptr;
    if (row == nullptr) {
        return std::nullopt;
    }
    const auto &boxes = row->lane.boxes();
    const auto it = std::find_if(boxes.begin(), boxes.end(), [&](const CommBox &box) {
        return box.nth == op->nth && model().names[box.name] == op->name;
    });
    return it == boxes.end() ? std::nullopt : std::optional(it->range);
}

void DurationsPage::paintMarks(QPainter &painter, const CommDurationsScene &layout) const {
    const auto &state = services().selection->state();
    const QRect area(0, 0, layout.scene.width, layout.scene.height);
    for (const auto &rank : state.ranks) {
        if (state.items.empty() || std::holds_alternative<RankRef>(state.items.front())) {
            paintItemOutlines(painter, layout.scene, rank, area);
        }
    }
    const auto range = selectedRange();
    const auto rank = state.items.empty() ? std::nullopt : rankOf(state.items.front());
    for (const auto &lane : layout.lanes) {
        if (range && rank == model().rows[lane.row].rank && range->overlaps(layout.axis.range)) {
            const int left = std::max(layout.axis.left, layout.axis.pixelOf(range->begin));
            const int right = std::max(left + 2, layout.axis.pixelOf(range->end));
            paintOutline(painter, {left, lane.box.y, right - left, lane.box.height}, area);
        }
    }
}

void DurationsPage::paintShown(QPainter &painter) const {
    ModelPage::paintShown(painter);
    m_panZoom->paint(painter);
}

QString DurationsPage::tipAt(QPoint position) const {
    const auto op = layoutShown().operatorAt(model(), position.x(), position.y());
    const auto *lane = layoutShown().laneAt(position.x(), position.y());
    if (!op || lane == nullptr) {
        return {};
    }
    const auto &boxes = model().rows[lane->row].lane.boxes();
    const auto box = std::find_if(boxes.begin(), boxes.end(), [&](const CommBox &b) {
        return b.nth == op->nth && model().names[b.name] == op->name;
    });
    return tr("%1\nrank %2, %3")
        .arg(utf8Text(op->name))
        .arg(op->rank)
        .arg(utf8Text(shownDuration(box->range.duration())));
}

AlignedRange DurationsPage::rangeShown() const {
    const auto range = services().timeView->range();
    return model().bounds && !range.overlaps(*model().bounds) ? *model().bounds : range;
}

CommDurationsScene DurationsPage::sceneFrom(std::size_t row, QSize size) const {
    const auto range = rangeShown();
    return buildCommDurationsScene(
        model(),
        {size.width(), size.height(), range, m_origin.value_or(range.begin), row, m_bar->caption().toStdString()},
        sceneStyle(font()));
}

CommDurationsScene DurationsPage::layoutFor(QSize size) const { return sceneFrom(firstRow(), size); }

}  // namespace stagescope
