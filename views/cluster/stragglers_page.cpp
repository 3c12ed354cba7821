#include "views/cluster/stragglers_page.h"

#include "core/base/number_text.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/workspace_advice.h"

#include <algorithm>

namespace stagescope {

namespace {

QString metricName(StragglerMetric metric) {
    return messageText(Message("straggler.metric." + std::string(stragglerMetricText(metric))));
}

}  // namespace

StragglersPage::StragglersPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "stragglers", Extent::Rows, parent) {
    retranslate();
}

QString StragglersPage::title() const { return tr("Stragglers"); }
QString StragglersPage::canvasName() const { return tr("Map of all ranks by delay to the job"); }

std::optional<Message> StragglersPage::emptyReason() const {
    if (model().found) {
        return std::nullopt;
    }
    if (m_unjudged) {
        return m_unjudged;
    }
    return isKnown() ? emptyBecause(workspace(), "straggler.empty", "stragglers") : Message("pipeline.empty.loading");
}

void StragglersPage::showPage(const QString &metric) {
    for (const auto each : stragglerMetrics()) {
        m_metric = metric == utf8Text(stragglerMetricText(each)) ? each : m_metric;
    }
    refresh();
}

QStringList StragglersPage::pageIds() const {
    QStringList ids;
    for (const auto each : stragglerMetrics()) {
        ids << utf8Text(stragglerMetricText(each));
    }
    return ids;
}

void StragglersPage::ask() {
    m_unjudged = run() == nullptr ? std::nullopt : unjudged(workspace().get(), services().runs);
    if (run() == nullptr || m_unjudged) {
        setModel({});
        return;
    }
    start(
        [workspace = workspace()](const std::stop_token &stop) { return stragglerView(*workspace->mainRun(), stop); });
}

void StragglersPage::onClicked(QPoint, const std::optional<ItemRef> &item) {
    const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr;
    if (rank == nullptr) {
        return;
    }
    auto state = services().selection->state();
    state.ranks = {*rank};
    state.items = {*rank};
    if (const auto *worker = workerOf(rank->rank)) {
        state.group = model().groups[worker->worker.replica];
    }
    services().selection->set(std::move(state), this);
}

const Stragglers::WorkerFigures *StragglersPage::workerOf(int rank) const {
    if (!model().found) {
        return nullptr;
    }
    const auto &workers = model().found->workers;
    const auto it =
        std::find_if(workers.begin(), workers.end(), [&](const auto &worker) { return worker.rank == rank; });
    return it == workers.end() ? nullptr : &*it;
}

QString StragglersPage::tipAt(QPoint position) const {
    const auto item = layoutShown().scene.itemAt(position.x(), position.y());
    const auto *ref = item ? std::get_if<RankRef>(&*item) : nullptr;
    const auto *worker = ref != nullptr ? workerOf(ref->rank) : nullptr;
    if (worker == nullptr) {
        return {};
    }
    auto text = tr("rank %1, stage %2, replica %3")
                    .arg(worker->rank)
                    .arg(worker->worker.row)
                    .arg(model().replicas.at(worker->rank));
    for (const auto metric : stragglerMetrics()) {
        text +=
            QLatin1Char('\n') +
            tr("%1: %2").arg(metricName(metric), QString::fromStdString(valueText(stragglerValue(*worker, metric))));
    }
    if (!worker->slowSteps.empty()) {
        text +=
            QLatin1Char('\n') + tr("slow worker in %n step(s)", nullptr, static_cast<int>(worker->slowSteps.size()));
    }
    return text;
}

PlainLayout StragglersPage::layoutFor(QSize size) const {
    const auto style = sceneStyle(font());
    const int height = std::max(size.height(), stragglerSceneHeight(model(), style));
    return {buildStragglerScene(model(), m_metric, size.width(), height, style)};
}

}  // namespace stagescope
