#include "views/cluster/rank_time_page.h"

#include "core/analysis/tables/time_bounds.h"
#include "core/base/number_text.h"
#include "core/base/words/ranges_text.h"
#include "views/common/control_bar.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtGui/QKeyEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kScrolledPixels = 18;  ///< of a wheel or drag, for one rank
constexpr int kShownColumns = 50;    ///< of the raster, that a double click shows in the timeline

enum class RowsShown : std::uint8_t { Worst, Mean, RankByRank };

QString metricText(SignalMetric metric) {
    return messageText(Message("rank_time.metric." + std::string(signalMetricId(metric))));
}

std::vector<ControlBar::Choice> rankOrderChoices() {
    return {{RankTimePage::tr("By number"), static_cast<int>(RankOrder::Number)},
            {RankTimePage::tr("By stage"), static_cast<int>(RankOrder::Stage)},
            {RankTimePage::tr("Worst first"), static_cast<int>(RankOrder::Worst)}};
}

std::vector<ControlBar::Choice> rowChoices() {
    return {{RankTimePage::tr("All ranks, worst per row"), static_cast<int>(RowsShown::Worst)},
            {RankTimePage::tr("All ranks, mean per row"), static_cast<int>(RowsShown::Mean)},
            {RankTimePage::tr("One rank per row"), static_cast<int>(RowsShown::RankByRank)}};
}

/// What of the signals is asked for.
struct RasterWish {
    AlignedRange range;
    RasterRoom room;
    RankOrder order = RankOrder::Number;
    RowsShown rows = RowsShown::Worst;
    std::size_t first = 0;  ///< of one rank in each row
};

RankTimeModel modelOf(std::shared_ptr<const RankSignals> signals, const RasterWish &wish, const std::stop_token &stop) {
    RankTimeModel model{std::move(signals), {}, {}};
    const auto bounds = model.signals->bounds();
    if (!bounds) {
        return model;
    }
    auto order = rankOrder(*model.signals, wish.order, *bounds);
    const bool isRankByRank = wish.rows == RowsShown::RankByRank;
    if (isRankByRank) {
        const auto first = std::min(wish.first, order.size());
        const auto end = std::min(order.size(), first + wish.room.labelled);
        order = {order.begin() + static_cast<std::ptrdiff_t>(first), order.begin() + static_cast<std::ptrdiff_t>(end)};
    }
    const auto rows = isRankByRank ? order.size() : std::min(order.size(), wish.room.rows);
    model.asked = {wish.range.overlaps(*bounds) ? wish.range : *bounds, wish.room.columns, std::move(order), rows,
                   wish.rows == RowsShown::Mean ? RowValue::Mean : RowValue::Worst};
    model.raster = rasterOf(*model.signals, model.asked, stop);
    return model;
}

/// What is said when no rank has a metric, and the table that tells of it.
struct EmptyMetric {
    const char *id;
    const char *table;
};

EmptyMetric emptyMetric(SignalMetric metric) {
    switch (metric) {
        case SignalMetric::Frequency:
            return {"rank_time.empty.frequency", "core_frequency"};
        case SignalMetric::Flops:
            return {"rank_time.empty.flops", "kernel_work"};
        case SignalMetric::Waiting:
        case SignalMetric::WaitingFor:
        case SignalMetric::Traffic:
            return {"rank_time.empty.comm", "comm_ops"};
        default:
            return {"rank_time.empty.busy", "rank_time"};
    }
}

QString ranksText(const std::vector<int> &ranks) {
    return ranks.size() == 1 ? RankTimePage::tr("rank %1").arg(ranks.front())
                             : RankTimePage::tr("ranks %1").arg(utf8Text(rangesText({ranks.begin(), ranks.end()})));
}

}  // namespace

RankTimePage::RankTimePage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "rank_time", Extent::Window, parent) {
    addControls();
    canvas()->setFocusPolicy(Qt::StrongFocus);
    m_panZoom = new PanZoomController(
        canvas(), services.timeView, services.selection,
        [this] { return static_cast<void>(canvas()->scene()), layoutShown().axis; }, this);
    connect(m_panZoom, &PanZoomController::scrolled, this,
            [this](int pixels) { rowBar()->setValue(rowBar()->value() + pixels / kScrolledPixels); });
    connect(services.timeView, &TimeView::rangeChanged, this, &RankTimePage::askAgain);
    connect(rowBar(), &QScrollBar::valueChanged, this, &RankTimePage::askAgain);
    retranslate();
}

void RankTimePage::addControls() {
    auto *bar = new ControlBar(this);
    m_order = bar->addPicker(
        "rankTimeOrder", [] { return tr("Ranks"); }, rankOrderChoices);
    m_rows = bar->addPicker(
        "rankTimeRows", [] { return tr("Rows"); }, rowChoices);
    setBar(bar);
}

QString RankTimePage::title() const { return tr("Ranks over time"); }
QString RankTimePage::canvasName() const { return tr("One metric of all ranks over time, as a raster"); }

std::optional<Message> RankTimePage::emptyReason() const {
    if (!model().isEmpty()) {
        return std::nullopt;
    }
    const auto [id, table] = emptyMetric(m_metric);
    return isKnown() ? emptyBecause(workspace(), id, table) : Message("communication.empty.loading");
}

void RankTimePage::showPage(const QString &metric) {
    for (const auto each : signalMetricList()) {
        if (metric == utf8Text(signalMetricId(each))) {
            m_metric = each;
            askAgain();
        }
    }
}

QStringList RankTimePage::pageIds() const {
    QStringList ids;
    for (const auto each : signalMetricList()) {
        ids << utf8Text(signalMetricId(each));
    }
    return ids;
}

bool RankTimePage::isRankByRank() const {
    return static_cast<RowsShown>(m_rows->currentData().toInt()) == RowsShown::RankByRank;
}
AlignedRange RankTimePage::rangeShown() const { return services().timeView->range(); }

/// Work under way is not started anew: ranks may arrive faster than it ends.
void RankTimePage::ask() {
    if (isBusy()) {
        m_isStale = true;
        return;
    }
    if (run() == nullptr || run()->ranks().empty()) {
        setModel({});
        return;
    }
    const auto bounds = timeBounds(*workspace());
    m_origin = bounds ? std::optional(bounds->begin) : std::nullopt;
    const bool isSame = m_asked == workspace() && model().signals != nullptr && model().signals->metric == m_metric;
    m_asked = workspace();
    const auto room =
        rasterRoom(run()->ranks().back(), canvas()->width(), canvas()->height(), sceneStyle(canvas()->font()));
    const RasterWish wish{rangeShown(), room, static_cast<RankOrder>(m_order->currentData().toInt()),
                          static_cast<RowsShown>(m_rows->currentData().toInt()), firstRow()};
    start([workspace = workspace(), known = isSame ? model().signals : nullptr, metric = m_metric,
           wish](const std::stop_token &stop) {
        const auto signals =
            known ? known : std::make_shared<const RankSignals>(rankSignals(*workspace->mainRun(), metric, stop));
        return modelOf(signals, wish, stop);
    });
}

void RankTimePage::onModel() {
    const auto ranks = model().isEmpty() ? 0 : model().signals->ranks.size();
    const auto room = rasterRoom(0, canvas()->width(), canvas()->height(), sceneStyle(canvas()->font()));
    setRows(isRankByRank() ? ranks : 0, isRankByRank() ? room.labelled : 0);
    if (std::exchange(m_isStale, false)) {
        ask();
    }
}

void RankTimePage::askAgain() {
    canvas()->invalidate();
    if (workspace() != nullptr && isVisible()) {
        ask();
    }
}

void RankTimePage::onResized() { askAgain(); }

RankTimeScene RankTimePage::layoutFor(QSize size) const {
    const auto range = rangeShown();
    const RankTimeOptions options{size.width(), size.height(), range, m_origin.value_or(range.begin),
                                  caption().toStdString()};
    return buildRankTimeScene(size == canvas()->size() ? model() : modelFor(model(), size), options,
                              sceneStyle(font()));
}

/// The same in the resolution of a picture.
RankTimeModel RankTimePage::modelFor(RankTimeModel model, QSize size) const {
    const auto room =
        rasterRoom(model.signals->ranks.back().rank, size.width(), size.height(), sceneStyle(canvas()->font()));
    model.asked.columns = room.columns;
    model.asked.rows = std::min(model.asked.order.size(), room.rows);
    model.raster = rasterOf(*model.signals, model.asked);
    return model;
}

QString RankTimePage::caption() const {
    const auto known = std::count_if(model().signals->ranks.begin(), model().signals->ranks.end(),
                                     [](const RankSignal &signal) { return signal.known.has_value(); });
    const auto all = static_cast<int>(model().signals->ranks.size());
    return known < all ? tr("%1 of %n rank(s) with data", nullptr, all).arg(known) : tr("%n rank(s)", nullptr, all);
}

std::optional<RankTimePage::Place> RankTimePage::placeAt(QPoint position) const {
    const auto row = layoutShown().rowAt(position.x(), position.y());
    const auto &raster = model().raster;
    if (!row || *row >= raster.rows || raster.range.duration() <= Nanos{0}) {
        return std::nullopt;
    }
    const auto time = layoutShown().axis.timeOf(position.x() + 0.5);
    const auto share =
        static_cast<double>((time - raster.range.begin).count()) / static_cast<double>(raster.range.duration().count());
    if (share < 0 || share >= 1) {
        return std::nullopt;
    }
    return Place{*row, static_cast<std::size_t>(share * static_cast<double>(raster.columns)), time};
}

QString RankTimePage::tipAt(QPoint position) const {
    const auto place = placeAt(position);
    if (!place || model().isEmpty()) {
        return {};
    }
    const auto ranks = model().ranksOf(place->row);
    const auto value = model().raster.at(place->row, place->column);
    auto text = ranksText(ranks);
    if (std::isnan(value)) {
        return text + QLatin1Char('\n') + messageText(Message("pipeline.no_data"));
    }
    const auto unit = signalMetricUnit(model().raster.metric);
    const auto number = valueText(value) + (unit.empty() ? "" : " ") + std::string(unit);
    const int whom = model().raster.whomAt(place->row, place->column);
    text += QLatin1Char('\n');
    text += whom >= 0 ? tr("waits for rank %1: %2 % of the time").arg(whom).arg(utf8Text(valueText(value)))
                      : tr("%1: %2").arg(metricText(model().raster.metric), utf8Text(number));
    if (ranks.size() > 1) {
        text += QLatin1Char('\n') + tr("worst: rank %1").arg(model().worstOf(place->row, place->column));
    }
    return text;
}

void RankTimePage::onClicked(QPoint position, const std::optional<ItemRef> &item) {
    canvas()->setFocus();
    const auto place = placeAt(position);
    m_chosenTime = place ? std::optional(place->time) : std::nullopt;
    if (!place) {
        select(item);
        return;
    }
    auto state = services().selection->state();
    const RankRef rank{model().signals->run, model().worstOf(place->row, place->column)};
    state.items = {rank};
    state.ranks = {rank};
    const int whom = model().raster.whomAt(place->row, place->column);
    if (whom >= 0 && whom != rank.rank) {
        state.ranks.push_back({rank.run, whom});  // both are to be seen in the timeline
    }
    services().selection->set(std::move(state), this);
}

void RankTimePage::onDoubleClicked(QPoint, const std::optional<ItemRef> &) { showInTimeline(); }

/// The chosen rank, and of the time in sight what lies around the place that was clicked.
void RankTimePage::showInTimeline() {
    const auto &raster = model().raster;
    if (services().selection->state().ranks.empty() || raster.columns == 0) {
        return;
    }
    if (m_chosenTime) {
        const auto half = raster.range.duration() * kShownColumns / static_cast<std::int64_t>(2 * raster.columns);
        services().timeView->setRange({*m_chosenTime - half, *m_chosenTime + half});
    }
    Q_EMIT viewRequested(QStringLiteral("timeline"));
}

bool RankTimePage::onKey(const QKeyEvent &key) {
    const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (isEnter) {
        showInTimeline();
    }
    return isEnter;
}

void RankTimePage::paintMarks(QPainter &painter, const RankTimeScene &layout) const {
    const QRect whole(0, 0, layout.scene.width, layout.scene.height);
    for (const auto &selected : services().selection->state().ranks) {
        for (std::size_t row = 0; row < model().raster.rows && selected.run == model().signals->run; ++row) {
            const auto ranks = model().ranksOf(row);
            if (std::find(ranks.begin(), ranks.end(), selected.rank) != ranks.end()) {
                paintOutline(painter,
                             {layout.area.x, layout.area.y + static_cast<int>(row) * layout.rowHeight,
                              layout.area.width, layout.rowHeight},
                             whole);
            }
        }
    }
}

void RankTimePage::paintShown(QPainter &painter) const {
    ModelPage::paintShown(painter);
    m_panZoom->paint(painter);
}

}  // namespace stagescope
