#include "views/communication/durations_page.h"

#include "core/analysis/overview/item_location.h"
#include "core/base/number_text.h"
#include "core/scene/kit/message_scene.h"
#include "core/session/time_bounds.h"
#include "views/common/empty_reason.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/communication/scope_bar.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kScrollPixels = 18;  ///< of a wheel or drag, for one rank

}  // namespace

DurationsPage::DurationsPage(const ViewServices &services, QWidget *parent) : View(services, parent) {
    build();
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size, static_cast<std::size_t>(m_scroll->value()));
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) {
        paintSelection(painter, m_layout);
        m_panZoom->paint(painter);
    });
    m_canvas->installEventFilter(this);
    m_panZoom = new PanZoomController(
        m_canvas, this->services().timeView, this->services().selection,
        [this] { return static_cast<void>(m_canvas->scene()), m_layout.axis; }, this);
    m_panZoom->setItemRange([this] { return selectedRange(); });
    connect(m_panZoom, &PanZoomController::scrolled, this,
            [this](int pixels) { m_scroll->setValue(m_scroll->value() + pixels / kScrollPixels); });
    connect(m_scroll, &QScrollBar::valueChanged, m_canvas, &SceneCanvas::invalidate);
    connect(m_bar, &ScopeBar::changed, this, &DurationsPage::ask);
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint position, const std::optional<ItemRef> &item) { onClicked(position, item); });
    connect(m_canvas, &SceneCanvas::doubleClicked, this, &DurationsPage::showInTimeline);
    connect(m_canvas, &SceneCanvas::hovered, this, [this](QPoint position) {
        const auto text = position.x() < 0 ? QString() : tipAt(position);
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    });
    connect(this->services().timeView, &TimeView::rangeChanged, m_canvas, &SceneCanvas::invalidate);
    connect(this->services().selection, &Selection::changed, m_canvas, qOverload<>(&QWidget::update));
    retranslate();
}

void DurationsPage::build() {
    m_bar = new ScopeBar(services().selection, this);
    m_canvas = new SceneCanvas(this);
    m_canvas->setFocusPolicy(Qt::StrongFocus);
    m_scroll = new QScrollBar(Qt::Vertical, this);
    m_scroll->hide();
    auto *chart = new QHBoxLayout;
    chart->addWidget(m_canvas, 1);
    chart->addWidget(m_scroll);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addLayout(chart, 1);
}

QString DurationsPage::id() const { return QStringLiteral("comm_durations"); }
QString DurationsPage::title() const { return tr("Durations"); }
bool DurationsPage::isBusy() const { return m_analysis.isBusy(); }

std::optional<Message> DurationsPage::emptyReason() const {
    if (!m_model->isEmpty()) {
        return std::nullopt;
    }
    return m_known ? emptyBecause(m_workspace, "communication.empty.durations")
                   : Message("communication.empty.loading");
}

void DurationsPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    const auto bounds = m_workspace ? timeBounds(*m_workspace) : std::nullopt;
    m_origin = bounds ? std::optional(bounds->begin) : std::nullopt;
    ask();
}

void DurationsPage::ask() {
    m_analysis.start(
        [workspace = m_workspace, scope = m_bar->scope()](const std::stop_token &stop) {
            const auto *run = workspace ? workspace->mainRun() : nullptr;
            return std::make_shared<const CommDurations>(run ? commDurations(*run, scope, stop) : CommDurations{});
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void DurationsPage::adopt(Model model) {
    m_known = true;
    m_model = std::move(model);
    m_bar->setScopes(m_model->scopes);
    m_canvas->invalidate();
    updateScrollBar();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void DurationsPage::updateScrollBar() {
    const auto shown = sceneFor(m_canvas->size(), 0).shownRows;
    const int hidden = static_cast<int>(m_model->rows.size() - std::min(shown, m_model->rows.size()));
    m_scroll->setRange(0, hidden);
    m_scroll->setPageStep(std::max(1, static_cast<int>(shown)));
    m_scroll->setVisible(hidden > 0);
}

void DurationsPage::onClicked(QPoint position, const std::optional<ItemRef> &item) {
    m_canvas->setFocus();
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (const auto op = m_layout.operatorAt(*m_model, position.x(), position.y())) {
        state.items = {*op};
        state.ranks = {{op->run, op->rank}};
    } else if (const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr) {
        state.items = {*rank};
        state.ranks = {*rank};
    }
    services().selection->set(std::move(state), this);
}

void DurationsPage::showInTimeline() {
    const auto &items = services().selection->state().items;
    if (!items.empty() && std::holds_alternative<CommOpRef>(items.front())) {
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    }
}

bool DurationsPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_canvas && event->type() == QEvent::Resize) {
        updateScrollBar();
    }
    if (watched == m_canvas && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            showInTimeline();
            return true;
        }
    }
    return View::eventFilter(watched, event);
}

std::optional<AlignedRange> DurationsPage::selectedRange() const {
    const auto &items = services().selection->state().items;
    if (items.empty() || m_workspace == nullptr) {
        return std::nullopt;
    }
    if (const auto *slice = std::get_if<SliceRef>(&items.front())) {
        const auto place = locateSlice(*m_workspace, *slice);
        return place ? std::optional(place->range) : std::nullopt;
    }
    const auto *op = std::get_if<CommOpRef>(&items.front());
    const auto *row = op != nullptr && op->run == m_model->run ? m_model->rowOf(op->rank) : nullptr;
    if (row == nullptr) {
        return std::nullopt;
    }
    const auto &boxes = row->lane.boxes();
    const auto it = std::find_if(boxes.begin(), boxes.end(), [&](const CommBox &box) {
        return box.nth == op->nth && m_model->names[box.name] == op->name;
    });
    return it == boxes.end() ? std::nullopt : std::optional(it->range);
}

void DurationsPage::paintSelection(QPainter &painter, const CommDurationsScene &layout) const {
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
        if (range && rank == m_model->rows[lane.row].rank && range->overlaps(layout.axis.range)) {
            const int left = std::max(layout.axis.left, layout.axis.pixelOf(range->begin));
            const int right = std::max(left + 2, layout.axis.pixelOf(range->end));
            paintOutline(painter, {left, lane.box.y, right - left, lane.box.height}, area);
        }
    }
}

QString DurationsPage::tipAt(QPoint position) const {
    const auto op = m_layout.operatorAt(*m_model, position.x(), position.y());
    const auto *lane = m_layout.laneAt(position.x(), position.y());
    if (!op || lane == nullptr) {
        return {};
    }
    const auto &boxes = m_model->rows[lane->row].lane.boxes();
    const auto box = std::find_if(boxes.begin(), boxes.end(), [&](const CommBox &b) {
        return b.nth == op->nth && m_model->names[b.name] == op->name;
    });
    return tr("%1\nrank %2, %3")
        .arg(utf8Text(op->name))
        .arg(op->rank)
        .arg(utf8Text(durationText(box->range.duration())));
}

AlignedRange DurationsPage::rangeShown() const {
    const auto range = services().timeView->range();
    return m_model->bounds && !range.overlaps(*m_model->bounds) ? *m_model->bounds : range;
}

CommDurationsScene DurationsPage::sceneFor(QSize size, std::size_t firstRow) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        CommDurationsScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*reason).toStdString(), style);
        return empty;
    }
    return buildCommDurationsScene(*m_model,
                                   {size.width(), size.height(), rangeShown(), m_origin.value_or(rangeShown().begin),
                                    firstRow, m_bar->caption().toStdString()},
                                   style);
}

void DurationsPage::paintPicture(QPainter &painter, QSize size) {
    const auto layout = sceneFor(size, 0);
    painter.setFont(font());
    paintScene(painter, layout.scene, Theme::current());
    paintSelection(painter, layout);
}

void DurationsPage::retranslate() {
    m_bar->retranslate();
    m_canvas->setAccessibleName(tr("Communication operators of each rank over time"));
    m_canvas->invalidate();
}

}  // namespace stagescope
