#include "views/operators/loading_page.h"

#include "core/analysis/tables/analysis.h"
#include "core/base/number_text.h"
#include "views/common/control_bar.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pages/shown_rank.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/operators/rank_picker.h"

#include <QtWidgets/QComboBox>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kLoadingShare = 3;
constexpr int kDataTableShare = 2;

LoadingPageModel loadingPageModel(const Workspace &workspace, const std::stop_token &stop) {
    LoadingPageModel model;
    const AnalysisInput input{.workspace = &workspace};
    for (const auto *capture : input.captures()) {
        auto loading = stop.stop_requested() ? RankLoading{} : rankLoading(*input.run(), *capture, stop);
        if (!loading.isEmpty()) {
            model.ranks.push_back(std::move(loading));
        }
    }
    for (const auto *id :
         {"data_pipeline", "data_waits", "data_supply", "data_batches", "data_events", "data_stages"}) {
        auto table = analysisById(id)->run(input, stop);
        if (table && !table->rows.empty()) {
            model.tables.push_back(std::move(*table));
        }
    }
    return model;
}

}  // namespace

LoadingPage::LoadingPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "operator_data", Extent::Page, parent) {
    m_controls = new ControlBar(this);
    m_rank = addRankPicker(*m_controls, "dataRank", [this] { return std::span(model().ranks); });
    m_which = m_controls->addPicker(
        "dataTable", [] { return tr("Table"); },
        [this] {
            std::vector<ControlBar::Choice> choices;
            for (const auto &each : model().tables) {
                choices.push_back({tableTitle(*analysisById(each.id)), utf8Text(each.id)});
            }
            return choices;
        });
    setBar(m_controls);
    connect(m_rank, &QComboBox::activated, this,
            [this] { pickRank(this->services().selection, run(), m_rank->currentData().toInt(), this); });
    connect(&m_focus, &FocusRank::judged, this, [this] {
        followRank();
        Q_EMIT busyChanged();
    });
    setTable(new TableView, kLoadingShare, kDataTableShare);
    connect(table(), &TableView::itemChosen, this, [this](const ItemRef &item) { select(item); });
    connect(table(), &TableView::itemOpened, this, [this](const ItemRef &item) {
        select(item);
        Q_EMIT viewRequested(QStringLiteral("timeline"));
    });
    retranslate();
}

QString LoadingPage::ownFilter() const {
    const auto *shown = shownRank();
    return shown == nullptr ? QString() : shownRankText(services().selection, run(), shown->rank);
}

QString LoadingPage::title() const { return tr("Data loading"); }
QString LoadingPage::canvasName() const { return tr("Data pipeline queues, and waits of each step"); }

std::optional<Message> LoadingPage::emptyReason() const {
    if (!model().ranks.empty()) {
        return std::nullopt;
    }
    return isKnown() ? emptyBecause(workspace(), "loading.empty", "data_events") : Message("loading.empty.reading");
}

void LoadingPage::ask() {
    m_focus.judge(workspace());
    start([workspace = workspace()](const std::stop_token &stop) {
        return workspace == nullptr || workspace->mainRun() == nullptr ? LoadingPageModel{}
                                                                       : loadingPageModel(*workspace, stop);
    });
}

void LoadingPage::onControls() {
    showTable();
    refresh();
}

void LoadingPage::onModel() {
    m_controls->refill(m_rank);
    m_controls->refill(m_which);
    m_rank->setEnabled(m_rank->count() > 1);
    m_which->setEnabled(m_which->count() > 1);
    followRank();
    showTable();
    table()->setVisible(!model().tables.empty());
}

void LoadingPage::showTable() {
    const auto id = m_which->currentData().toString().toStdString();
    const auto &tables = model().tables;
    const auto it = std::find_if(tables.begin(), tables.end(), [&](const ResultTable &each) { return each.id == id; });
    table()->setTable(it == tables.end() ? ResultTable{} : *it);
}

void LoadingPage::followRank() {
    if (turnToSelectedRank(*m_rank, run(), services().selection->state(), m_focus.rank())) {
        refresh();
    }
}

void LoadingPage::onSelectionChanged(const QObject *origin) {
    followRank();
    ChartPage::onSelectionChanged(origin);
}

const RankLoading *LoadingPage::shownRank() const { return pickedRank(*m_rank, model().ranks); }

QString LoadingPage::tipAt(QPoint position) const {
    const auto *loading = shownRank();
    const auto *row = loading == nullptr ? nullptr : layoutShown().rowAt(position.x(), position.y());
    if (row == nullptr) {
        return {};
    }
    const auto &op = loading->operators[row->index];
    auto tip = utf8Text(op.name);
    if (op.empty) {
        tip += QLatin1Char('\n') + tr("Queue empty in %1 % of samples.").arg(utf8Text(percentText(*op.empty, 1)));
    }
    if (op.isBottleneck) {
        tip += QLatin1Char('\n') + tr("Bottleneck: its upstream queue is fuller than its own.");
    }
    return tip;
}

LoadingLayout LoadingPage::layoutFor(QSize size) const {
    const auto *loading = shownRank();
    return loading == nullptr ? LoadingLayout{}
                              : layOutLoading(*loading, size.width(), size.height(), sceneStyle(font()));
}

}  // namespace stagescope
