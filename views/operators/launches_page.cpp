#include "views/operators/launches_page.h"

#include "core/analysis/difference/baseline_side.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/number_text.h"
#include "views/common/control_bar.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pages/shown_rank.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/texts/utf8_text.h"
#include "views/operators/rank_picker.h"

#include <QtWidgets/QComboBox>

#include <optional>
#include <utility>

namespace stagescope {

namespace {

constexpr int kChartShare = 3;
constexpr int kStreamsShare = 1;

LaunchesPageModel launchesModel(const AnalysisInput &input, const std::stop_token &stop) {
    LaunchesPageModel model;
    std::optional<BaselineSide> side;  // of the first rank that has one; copies both runs
    for (const auto *capture : input.captures()) {
        const auto asked = askedRange(input, *input.run(), *capture);
        if (asked.isEmpty || stop.stop_requested()) {
            continue;
        }
        auto launches = rankLaunches(*capture, asked.range, stop);
        if (launches.streams.empty()) {
            continue;
        }
        model.ranks.push_back(std::move(launches));
        side = side ? std::move(side) : baselineSide(input, capture->rank);
        if (const auto *other = side ? side->captureOf(capture->rank) : nullptr) {
            const auto there = askedRange(side->input(), *side->input().run(), *other);
            auto before = there.isEmpty ? RankLaunches{} : rankLaunches(*other, there.range, stop);
            if (!before.streams.empty()) {
                model.baseline.emplace(capture->rank, std::move(before));
            }
        }
    }
    std::vector<QueueOfRank> queues;
    for (const auto &launches : model.ranks) {
        for (const auto &stream : launches.streams) {
            queues.push_back({input.run()->id, launches.rank, stream.name, &stream.queue});
        }
    }
    model.table = launchQueueTable(queues);
    return model;
}

}  // namespace

LaunchesPage::LaunchesPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "operator_launches", Extent::Page, parent) {
    m_controls = new ControlBar(this);
    m_rank = addRankPicker(*m_controls, "launchesRank", [this] { return std::span(model().ranks); });
    setBar(m_controls);
    connect(&m_focus, &FocusRank::judged, this, [this] {
        followRank();
        Q_EMIT busyChanged();
    });
    connect(m_rank, &QComboBox::activated, this,
            [this] { pickRank(this->services().selection, run(), m_rank->currentData().toInt(), this); });
    setTable(new TableView, kChartShare, kStreamsShare);
    connect(table(), &TableView::itemChosen, this, [this](const ItemRef &item) { select(item); });
    connect(table(), &TableView::itemOpened, this, [this](const ItemRef &item) {
        select(item);
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    });
    retranslate();
}

QString LaunchesPage::ownFilter() const {
    const auto *shown = shownRank();
    return shown == nullptr ? QString() : shownRankText(services().selection, run(), shown->rank);
}

QString LaunchesPage::title() const { return tr("Launches"); }
QString LaunchesPage::canvasName() const { return tr("Stream queues over time, and launch delays"); }

std::optional<Message> LaunchesPage::emptyReason() const {
    if (!model().ranks.empty()) {
        return std::nullopt;
    }
    return isKnown() ? emptyBecause(workspace(), "launches.empty", "launch_queue") : Message("launches.empty.loading");
}

void LaunchesPage::ask() {
    m_focus.judge(workspace());
    const auto &state = services().selection->state();
    m_askedStep = state.step;
    m_askedRange = state.range;
    start([workspace = workspace(), step = m_askedStep, range = m_askedRange](const std::stop_token &stop) {
        if (workspace == nullptr || workspace->mainRun() == nullptr) {
            return LaunchesPageModel{};
        }
        AnalysisInput input;
        input.workspace = workspace.get();
        input.step = step;
        input.range = range;
        return launchesModel(input, stop);
    });
}

void LaunchesPage::onModel() {
    m_controls->refill(m_rank);
    m_rank->setEnabled(m_rank->count() > 1);
    followRank();
    table()->setTable(model().table);
    table()->setVisible(!model().ranks.empty());
}

void LaunchesPage::followRank() {
    if (turnToSelectedRank(*m_rank, run(), services().selection->state(), m_focus.rank())) {
        refresh();
    }
}

void LaunchesPage::onSelectionChanged(const QObject *) {
    followRank();
    const auto &state = services().selection->state();
    if (state.step != m_askedStep || state.range != m_askedRange) {
        ask();
    }
}

const RankLaunches *LaunchesPage::shownRank() const { return pickedRank(*m_rank, model().ranks); }

QString LaunchesPage::tipAt(QPoint position) const {
    const auto *launches = shownRank();
    if (launches == nullptr) {
        return {};
    }
    if (const auto *row = layoutShown().rowAt(position.x(), position.y())) {
        const auto &[name, queue] = launches->streams[row->stream];
        const auto time = launchTimeAt(*launches, *row, position.x());
        return tr("%1\n%n queued launch(es), %2 after the first launch", nullptr,
                  static_cast<int>(queueLengthAt(queue, time)))
            .arg(utf8Text(name), utf8Text(shownDuration(Nanos{time - launches->begin})));
    }
    if (const auto *bar = layoutShown().barAt(position.x(), position.y())) {
        const auto &bucket = launches->delays[bar->bucket];
        return tr("%n launch(es) started %1 to %2 after their call.\nTotal run time: %3.", nullptr,
                  static_cast<int>(bucket.count))
            .arg(utf8Text(shownDuration(bucket.from)), utf8Text(shownDuration(bucket.to)),
                 utf8Text(shownDuration(bucket.device)));
    }
    return {};
}

LaunchLayout LaunchesPage::layoutFor(QSize size) const {
    const auto *launches = shownRank();
    if (launches == nullptr) {
        return {};
    }
    const auto before = model().baseline.find(launches->rank);
    return layOutLaunches(*launches, size.width(), size.height(), sceneStyle(font()),
                          before == model().baseline.end() ? nullptr : &before->second);
}

}  // namespace stagescope
