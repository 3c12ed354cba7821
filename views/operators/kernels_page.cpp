#include "views/operators/kernels_page.h"

#include "core/analysis/difference/baseline_side.h"
#include "core/analysis/operators/slice_bounds.h"
#include "core/analysis/overview/item_location.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/tables/analysis.h"
#include "core/analysis/trace/kernel_groups.h"
#include "core/analysis/trace/slice_runs.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/session/loading/open_runs.h"
#include "core/store/trace/trace_store.h"
#include "views/common/look/kernel_coloring.h"
#include "views/common/pages/shown_rank.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/operators/kernel_sources.h"
#include "views/operators/kernel_tree.h"
#include "views/operators/kernel_tree_model.h"
#include "views/operators/kernels_bar.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTreeView>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr int kBarsPercent = 50;  ///< of the height of a picture

AnalysisInput inputOf(const Workspace &workspace, const KernelQuestion &question) {
    AnalysisInput input;
    input.workspace = &workspace;
    input.ranks = {question.rank};
    input.step = question.step;
    input.range = question.range;
    input.parameters["by"] = question.grouping;
    for (const auto stream : question.streams) {
        auto &streams = input.parameters["stream"];
        streams += (streams.empty() ? "" : ",") + std::to_string(stream);
    }
    return input;
}

ResultTable tableFor(const char *id, const AnalysisInput &input, const std::stop_token &stop) {
    auto table = analysisById(id)->run(input, stop);
    return table ? std::move(*table) : ResultTable{};
}

/// The longest kernels of a row of the statistics.
ResultTable kernelsOfRow(const Workspace &workspace, const KernelStatistics &of, std::size_t row, std::size_t most,
                         const std::stop_token &stop) {
    auto input = inputOf(workspace, of.question);
    for (const auto *column : {"type", "core", "name", "input_shapes"}) {
        input.parameters[column] = of.table.text(row, column);
    }
    input.parameters["order"] = "duration";
    input.parameters["rows"] = std::to_string(most);
    return tableFor("kernels", input, stop);
}

/// When a slice of a capture begins; nothing where it is of another one.
std::optional<std::int64_t> beginOf(const RankCapture &capture, const SliceRef &slice) {
    for (const auto &source : capture.loaded) {
        if (source.source == slice.source && !source.traces.empty()) {
            const auto &trace = *source.traces.front();
            const bool isThere =
                slice.track.value < trace.tracks().size() && slice.slice.value < trace.slices(slice.track).size();
            return isThere ? std::optional(ns(trace.slices(slice.track).begin(slice.slice.value))) : std::nullopt;
        }
    }
    return std::nullopt;
}

/// The row of the statistics that counts a kernel; nothing for other slices, and for kernels that are not counted.
std::optional<int> rowOfSlice(const Workspace &workspace, const KernelStatistics &of, const SliceRef &slice,
                              const std::stop_token &stop) {
    constexpr std::int64_t kRounding = 1000;  // ns, of files of kernels
    const auto *run = workspace.run(of.question.run);
    const auto *capture = run == nullptr ? nullptr : run->capture(of.question.rank);
    const auto begin = capture == nullptr ? std::nullopt : beginOf(*capture, slice);
    const auto grouping = std::find(kKernelGroupings.begin(), kKernelGroupings.end(), of.question.grouping);
    if (!begin || grouping == kKernelGroupings.end()) {
        return std::nullopt;
    }
    const auto by = static_cast<KernelGrouping>(grouping - kKernelGroupings.begin());
    const KernelSlices slices(*run, *capture);
    std::optional<KernelGroup> group;
    visitKernels(*capture, {by, {}, of.question.streams}, stop, [&](const DeviceKernel &kernel) {
        const bool isNear = kernel.begin >= *begin - kRounding && kernel.begin <= *begin + kRounding;
        if (!group && isNear && slices.of(kernel) == slice) {
            group = kernelGroup(kernel, by);
        }
    });
    for (std::size_t row = 0; group && row < of.table.rows.size(); ++row) {
        if (of.table.text(row, "type") == group->type && of.table.text(row, "core") == group->core &&
            of.table.text(row, "name") == group->name && of.table.text(row, "input_shapes") == group->shapes) {
            return static_cast<int>(row);
        }
    }
    return std::nullopt;
}

/// Streams of a rank that a box lies on.
std::vector<std::int64_t> streamsOf(const Workspace &workspace, const SelectionState &state, int rank) {
    std::vector<std::int64_t> streams;
    if (!state.range || state.lanes.empty()) {
        return streams;
    }
    for (const auto &lane : loadedLanes(workspace, *state.range, state.lanes)) {
        if (lane.rank == rank && lane.track().kind == TrackKind::DeviceStream) {
            streams.push_back(streamNumber(lane.trace->text(lane.track().name)));
        }
    }
    std::sort(streams.begin(), streams.end());
    streams.erase(std::unique(streams.begin(), streams.end()), streams.end());
    return streams;
}

}  // namespace

KernelsPage::KernelsPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "operator_kernels", Extent::Rows, parent),
      m_bar(new KernelsBar(this)),
      m_tree(new KernelTree) {
    setBar(m_bar);
    setBelow(m_tree, 1, 1);
    m_tree->setNoticeOf([this](const std::string &id) { return tableNotice(run(), id, {model().question.rank}); });
    connect(m_bar, &KernelsBar::rankChosen, this,
            [this](int rank) { pickRank(this->services().selection, run(), rank, this); });
    connect(m_bar, &KernelsBar::loadAsked, this, [this](int rank) {
        if (this->services().runs != nullptr && run() != nullptr) {
            this->services().runs->requestDeep(run()->id, {rank});
        }
    });
    connect(&m_focus, &FocusRank::judged, this, [this] {
        followRank();
        askIfChanged();
        Q_EMIT busyChanged();
    });
    connect(m_tree, &KernelTree::groupChosen, this, &KernelsPage::chooseGroup);
    connect(m_tree, &KernelTree::kernelChosen, this,
            [this](const ItemRef &item, bool isOpened) { chooseItems({item}, isOpened); });
    connect(m_tree, &KernelTree::kernelsAsked, this, [this](int row, std::size_t most) {
        m_wanted.push_back({row, most});
        if (m_wanted.size() == 1) {
            fetchKernels();
        }
    });
    retranslate();
}

QString KernelsPage::ownFilter() const {
    return shownRankText(services().selection, run(), m_bar->rank().value_or(-1));
}

QString KernelsPage::title() const { return tr("Kernels"); }
QString KernelsPage::canvasName() const { return tr("Kernels by time: longest groups and core types"); }
bool KernelsPage::isBusy() const {
    return ModelPage::isBusy() || m_focus.isBusy() || m_kernels.isBusy() || m_slices.isBusy() || m_marking.isBusy();
}

std::optional<Message> KernelsPage::emptyReason() const {
    if (auto why = whyNoKernels(workspace())) {
        return why;
    }
    const auto *capture = run()->capture(m_asked.rank);
    if (capture != nullptr && !hasKernels(*capture)) {
        return Message(capture->state == LoadState::LoadingDeep ? "operator.empty.loading" : "operator.empty.rank",
                       {std::to_string(m_asked.rank)});
    }
    if (!m_bars.isEmpty()) {
        return std::nullopt;
    }
    if (!isKnown() || ModelPage::isBusy()) {
        return Message("operator.empty.counting");
    }
    return Message(m_asked.range || m_asked.step                   ? "operator.empty.range"
                   : m_asked.grouping.starts_with("communication") ? "operator.empty.communication"
                                                                   : "operator.empty.kernels",
                   {std::to_string(m_asked.rank)});
}

void KernelsPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    keepWorkspace(std::move(workspace));
    m_focus.judge(this->workspace());
    showRanks();
    followRank();
    askIfChanged();
}

void KernelsPage::changeEvent(QEvent *event) {
    ModelPage::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_bars.coloring != kernelColoring()) {
        m_bars = kernelBars(model().table, m_bar->top(), kernelColoring());
        refresh();
        m_tree->tree()->viewport()->update();
    }
}

void KernelsPage::showEvent(QShowEvent *event) {
    ModelPage::showEvent(event);
    askIfChanged();
}

void KernelsPage::showRanks() {
    const auto ranks = run() == nullptr ? std::vector<int>{} : ranksWithKernels(*run());
    std::vector<int> loadable;
    std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(loadable),
                 [&](int rank) { return services().runs != nullptr && !hasKernels(*run()->capture(rank)); });
    m_bar->setRanks(ranks, loadable);
}

void KernelsPage::followRank() {
    const auto &state = services().selection->state();
    const auto held =
        workspace() == nullptr || state.items.empty() ? std::nullopt : rankHolding(*workspace(), state.items.front());
    const auto rank = held || state.ranks.empty() ? held : std::optional(state.ranks.front());
    if (run() != nullptr && rank && rank->run == run()->id) {
        m_bar->chooseRank(rank->rank);
    } else if (const auto usual = m_focus.rank(); run() != nullptr && !rank && usual) {
        const auto *capture = run()->capture(*usual);
        if (capture != nullptr && hasKernels(*capture)) {
            m_bar->chooseRank(*usual);
        }
    }
}

KernelQuestion KernelsPage::question() const {
    const auto &state = services().selection->state();
    KernelQuestion question;
    question.run = run() == nullptr ? RunId{} : run()->id;
    question.rank = m_bar->rank().value_or(-1);
    question.grouping = m_bar->grouping();
    question.step = state.step;
    question.range = state.range;
    question.streams =
        workspace() == nullptr ? std::vector<std::int64_t>{} : streamsOf(*workspace(), state, question.rank);
    return question;
}

void KernelsPage::askIfChanged() {
    if (workspace() != nullptr && (isVisible() || run() == nullptr) &&
        (m_askedOf != workspace() || question() != m_asked)) {
        ask();
    }
}

void KernelsPage::ask() {
    m_asked = question();
    m_askedOf = workspace();
    start([workspace = workspace(), asked = m_asked](const std::stop_token &stop) {
        KernelStatistics statistics{asked, {}};
        if (workspace->mainRun() != nullptr && asked.rank >= 0) {
            const auto input = inputOf(*workspace, asked);
            statistics.table = tableFor("kernel_stats", input, stop);
            if (const auto side = baselineSide(input, asked.rank); side && hasKernels(*side->capture)) {
                statistics.table =
                    withBaseline(std::move(statistics.table), tableFor("kernel_stats", side->input(), stop));
            }
        }
        return statistics;
    });
}

void KernelsPage::onControls() {
    askIfChanged();
    m_bars = kernelBars(model().table, m_bar->top(), kernelColoring());
    refresh();
}

void KernelsPage::onModel() {
    // What was asked for rows of the table before.
    m_wanted.clear();
    m_kernels.cancel();
    m_bars = kernelBars(model().table, m_bar->top(), kernelColoring());
    m_tree->setVisible(!m_bars.isEmpty());
    m_tree->setStatistics(model().table, model().question.grouping);
    markSelected();
}

void KernelsPage::onSelectionChanged(const QObject *origin) {
    if (origin != this) {
        followRank();
        askIfChanged();
        markSelected();
    }
    canvas()->update();
}

void KernelsPage::markSelected() {
    const auto &items = services().selection->state().items;
    const auto *slice = items.empty() ? nullptr : std::get_if<SliceRef>(&items.front());
    m_marking.cancel();
    if (slice == nullptr || m_askedOf == nullptr || slice->run != model().question.run) {
        return;
    }
    m_marking.start([workspace = m_askedOf, of = sharedModel(),
                     slice = *slice](const std::stop_token &stop) { return rowOfSlice(*workspace, *of, slice, stop); },
                    [this, slice = *slice](std::optional<int> row) {
                        if (row) {
                            m_tree->markKernel(*row, slice);
                            canvas()->update();
                        }
                        Q_EMIT busyChanged();
                    });
    Q_EMIT busyChanged();
}

void KernelsPage::chooseGroup(int row, bool isOpened) {
    canvas()->update();
    m_slices.start(
        [workspace = m_askedOf, of = sharedModel(), row](const std::stop_token &stop) {
            const auto kernels = kernelsOfRow(*workspace, *of, static_cast<std::size_t>(row), kMostSelected, stop);
            std::vector<ItemRef> items;
            for (std::size_t i = 0; i < kernels.rows.size(); ++i) {
                if (auto item = itemFromText(kernels.text(i, "evidence"))) {
                    items.push_back(std::move(*item));
                }
            }
            return items;
        },
        [this, isOpened](std::vector<ItemRef> items) {
            chooseItems(std::move(items), isOpened);
            Q_EMIT busyChanged();
        });
    Q_EMIT busyChanged();
}

void KernelsPage::chooseItems(std::vector<ItemRef> items, bool isOpened) {
    auto state = services().selection->state();
    state.items = std::move(items);
    state.ranks = {{model().question.run, model().question.rank}};
    services().selection->set(std::move(state), this);
    if (isOpened) {
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    }
}

void KernelsPage::fetchKernels() {
    const auto [row, most] = m_wanted.front();
    m_kernels.start(
        [workspace = m_askedOf, of = sharedModel(), row = row, most = most](const std::stop_token &stop) {
            return kernelsOfRow(*workspace, *of, static_cast<std::size_t>(row), most, stop);
        },
        [this, row = row](ResultTable kernels) {
            const auto &table = model().table;
            const auto *count =
                std::get_if<std::int64_t>(&table.rows[static_cast<std::size_t>(row)][table.indexOf("count")]);
            const auto all = count == nullptr ? kernels.rows.size() : static_cast<std::size_t>(*count);
            const auto more = all - std::min(all, kernels.rows.size());
            m_tree->setKernels(row, std::move(kernels), more);
            m_wanted.pop_front();
            if (!m_wanted.empty()) {
                fetchKernels();
            }
            Q_EMIT busyChanged();
        });
    Q_EMIT busyChanged();
}

void KernelsPage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto *place = layoutShown().at(position.x(), position.y());
    if (place == nullptr) {
        return;
    }
    if (place->isPart) {
        m_tree->toggleFilter(utf8Text(m_bars.parts[place->bar].label));
    } else {
        m_tree->chooseGroup(static_cast<int>(m_bars.groups[place->bar].row));
    }
}

void KernelsPage::onDoubleClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto *place = layoutShown().at(position.x(), position.y());
    if (place != nullptr && !place->isPart) {
        chooseGroup(static_cast<int>(m_bars.groups[place->bar].row), true);
    }
}

/// From bar to bar of the groups, and to the kernels of one in the timeline.
bool KernelsPage::onKey(const QKeyEvent &key) {
    const auto &bars = m_bars.groups;
    if (bars.empty()) {
        return false;
    }
    const auto chosen = m_tree->currentGroup();
    const auto now = std::find_if(bars.begin(), bars.end(),
                                  [&](const auto &bar) { return chosen && static_cast<int>(bar.row) == *chosen; });
    const auto isChosen = now != bars.end();
    auto next = now;
    switch (key.key()) {
        case Qt::Key_Down:
            next = isChosen ? std::min(now + 1, bars.end() - 1) : bars.begin();
            break;
        case Qt::Key_Up:
            next = isChosen ? std::max(now, bars.begin() + 1) - 1 : bars.end() - 1;
            break;
        case Qt::Key_Home:
            next = bars.begin();
            break;
        case Qt::Key_End:
            next = bars.end() - 1;
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (isChosen) {
                chooseGroup(*chosen, true);
            }
            return isChosen;
        default:
            return false;
    }
    m_tree->chooseGroup(static_cast<int>(next->row));
    const auto &places = layoutShown().places;
    const auto shown = std::find_if(places.begin(), places.end(), [&](const auto &place) {
        return !place.isPart && static_cast<std::ptrdiff_t>(place.bar) == next - bars.begin();
    });
    if (shown != places.end()) {
        bringToSight(QRect(shown->box.x, shown->box.y, shown->box.width, shown->box.height));
    }
    return true;
}

QString KernelsPage::tipAt(QPoint position) const {
    const auto *place = layoutShown().at(position.x(), position.y());
    if (place == nullptr) {
        return {};
    }
    const auto &bar = place->isPart ? m_bars.parts[place->bar] : m_bars.groups[place->bar];
    const auto share = percentText(static_cast<double>(bar.total.count()), static_cast<double>(m_bars.total.count()));
    auto text = tr("%1\n%2, %3 % of %4")
                    .arg(utf8Text(place->isPart ? bar.label : bar.whole), utf8Text(shownDuration(bar.total)),
                         utf8Text(share), utf8Text(shownDuration(m_bars.total)));
    if (bar.before) {
        text += QLatin1Char('\n') + tr("Baseline: %1, difference: %2")
                                        .arg(utf8Text(shownDuration(*bar.before)),
                                             utf8Text(signedFigure(shownDuration(bar.total - *bar.before))));
    }
    if (!place->isPart) {
        text += QLatin1Char('\n') + tr("Count %1").arg(utf8Text(model().table.text(bar.row, "count")));
    }
    return text;
}

QString KernelsPage::caption() const {
    const auto &of = model().question;
    QStringList parts{messageText(Message("rank.label", {std::to_string(of.rank)}))};
    if (of.step) {
        parts += messageText(Message("step.label", {stepText(*of.step)}));
    }
    if (of.range) {
        parts += tr("started within the selected %1").arg(utf8Text(shownDuration(of.range->duration())));
    }
    if (!of.streams.empty()) {
        QStringList streams;
        for (const auto stream : of.streams) {
            streams += QString::number(stream);
        }
        parts += tr("on streams %1").arg(streams.join(QStringLiteral(", ")));
    }
    parts += tr("%n kernel(s)", nullptr, static_cast<int>(m_bars.kernelCount));
    const bool isMeasured = std::any_of(m_bars.parts.begin(), m_bars.parts.end(),
                                        [](const KernelBars::Bar &bar) { return !bar.label.empty(); });
    if (m_bars.coloring == KernelColoring::ByBound && !isMeasured) {
        parts += messageText(whyNoBounds(*run()));
    }
    return parts.join(QStringLiteral(", "));
}

KernelBarsScene KernelsPage::layoutFor(QSize size) const {
    return buildKernelBarsScene(m_bars, {size.width(), size.height(), caption().toStdString()}, sceneStyle(font()));
}

void KernelsPage::paintMarks(QPainter &painter, const KernelBarsScene &layout) const {
    const auto current = m_tree->currentGroup();
    const QRect area(0, 0, layout.scene.width, layout.scene.height);
    for (const auto &place : layout.places) {
        if (!place.isPart && current && m_bars.groups[place.bar].row == static_cast<std::size_t>(*current)) {
            paintOutline(painter, {place.box.x, place.box.y, place.box.width, place.box.height}, area);
        }
    }
}

/// Bars above, the table as far as it fits below.
void KernelsPage::paintPicture(QPainter &painter, QSize size) {
    if (shownReason()) {
        ModelPage::paintPicture(painter, size);
        return;
    }
    const QSize upper(size.width(), size.height() * kBarsPercent / 100);
    auto layout = layoutFor(upper);
    cutBelow(layout.scene, std::min(layout.scene.height, size.height()));
    painter.setFont(font());
    paintScene(painter, layout.scene, Theme::current());
    paintMarks(painter, layout);
    const int left = size.height() - layout.scene.height;
    if (left > 0) {
        m_tree->paintInto(painter, QRect(0, layout.scene.height, size.width(), left));
    }
}

void KernelsPage::retranslate() {
    m_tree->retranslate();
    ModelPage::retranslate();
}

}  // namespace stagescope
