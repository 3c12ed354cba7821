#include "core/analysis/pipeline/replay/stragglers.h"

#include "core/analysis/pipeline/replay/cured_job.h"
#include "core/analysis/pipeline/time/step_account.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace stagescope {

namespace {

constexpr double kLeastSlowdown = 1.005;  ///< of which parts mean something
constexpr double kSlowestShare = 0.03;    ///< of all workers, as in the source

/// With the ranges that findings have them with: savings are those of the usual step, and which one that is goes by
/// its length.
std::vector<JobStep> jobSteps(const Run &run, std::span<const JobPipeline> pipelines, const std::stop_token &stop) {
    std::vector<JobStep> steps;
    for (const auto &pipeline : pipelines) {
        const auto ranges = stepRanges(run, *pipeline.chart, pipeline.steps, stop);
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            steps.push_back({pipeline.chart, pipeline.steps[i], ranges[i]});
        }
    }
    return steps;
}

class StragglerStudy {
public:
    StragglerStudy(const Run &run, std::span<const JobPipeline> pipelines, const JobReplay &replay,
                   const StragglerLimits &limits, const std::stop_token &stop)
        : m_pipelines(pipelines),
          m_job(run, jobSteps(run, pipelines, stop)),
          m_replay(replay),
          m_limits(limits),
          m_model(pipelines, replay.steps(), limits) {}

    std::optional<Stragglers> study(std::span<const JobPipeline> apart, const std::stop_token &stop) {
        m_result.steps = m_replay.steps();
        m_result.replicas = m_replay.replicas();
        m_measured = m_replay.measured();
        m_ideal = m_replay.ideal();
        m_result.measured = perStep(m_measured);
        m_result.ideal = perStep(m_ideal);
        m_result.slowdown = ratio(m_measured, m_ideal);
        weighClassesAndStages();
        if (!weighWorkers(stop)) {
            return std::nullopt;  // what follows needs the figures of all
        }
        weighSlowest();
        mendWorkers();
        mend();
        weighApart(apart);
        return std::move(m_result);
    }

private:
    [[nodiscard]] Nanos perStep(Nanos sum) const {
        return sum / static_cast<std::int64_t>(std::max<std::size_t>(m_replay.steps().size(), 1));
    }
    static double ratio(Nanos part, Nanos whole) {
        return whole.count() == 0 ? 1 : static_cast<double>(part.count()) / static_cast<double>(whole.count());
    }
    [[nodiscard]] std::optional<double> shareOf(Nanos without) const {
        return ratio(m_measured, m_ideal) < kLeastSlowdown
                   ? std::nullopt
                   : std::optional(ratio(m_measured - without, m_measured - m_ideal));
    }

    /// Slowdown and share of those costs that `isIt` picks.
    template <class IsIt>
    [[nodiscard]] Stragglers::Part weigh(IsIt isIt) const {
        const auto only = m_replay.total([&](Worker worker, CostClass cost) { return !isIt(worker, cost); });
        const auto without = m_replay.total([&](Worker worker, CostClass cost) { return isIt(worker, cost); });
        return {ratio(only, m_ideal), shareOf(without)};
    }

    void weighClassesAndStages() {
        for (std::size_t i = 0; i < kCostClasses; ++i) {
            m_result.classes[i] = weigh([i](Worker, CostClass cost) { return cost == static_cast<CostClass>(i); });
        }
        for (std::size_t row = 0; row < m_replay.rows(); ++row) {
            const auto part = weigh([row](Worker worker, CostClass) { return worker.row == row; });
            m_result.stages.push_back({part, m_model.stageRatio(row)});
        }
        for (std::size_t replica = 0; replica < m_replay.replicas(); ++replica) {
            m_result.pipelines.push_back(
                weigh([replica](Worker worker, CostClass) { return worker.replica == replica; }));
        }
        const auto last = rowsOfLastStage();
        m_result.lastStageShare = weigh([&](Worker worker, CostClass) { return last[worker.row]; }).share;
    }

    [[nodiscard]] std::vector<bool> rowsOfLastStage() const {
        std::vector<bool> result(m_replay.rows(), false);
        int last = 0;
        const auto &nodes = m_pipelines.front().steps.front()->nodes;
        for (const auto &node : nodes) {
            last = std::max(last, node.stage);
        }
        for (const auto &node : nodes) {
            result[node.row] = result[node.row] || node.stage == last;
        }
        return result;
    }

    /// False when stopped before all were weighed.
    bool weighWorkers(const std::stop_token &stop) {
        for (const auto &effect : m_model.workers()) {
            if (stop.stop_requested()) {
                return false;
            }
            Stragglers::WorkerFigures figures;
            figures.worker = effect.worker;
            figures.rank = m_pipelines[effect.worker.replica].chart->group.ranks[effect.worker.row];
            figures.slowdown =
                ratio(m_replay.total([&](Worker worker, CostClass) { return worker != effect.worker; }), m_ideal);
            figures.z = effect.z;
            figures.ratio = effect.ratio;
            addTimes(m_pipelines[effect.worker.replica], figures);
            if (effect.isSlowAtAll()) {
                describeSlow(effect, figures);
                figures.cure = cureOf(effect);
            }
            m_result.workers.push_back(std::move(figures));
        }
        return true;
    }

    void addTimes(const JobPipeline &pipeline, Stragglers::WorkerFigures &figures) const {
        Nanos busy{0};
        Nanos window{0};
        for (const auto *graph : pipeline.steps) {
            const auto &steps = m_replay.steps();
            if (std::find(steps.begin(), steps.end(), graph->step) != steps.end()) {
                busy += graph->busy(figures.worker.row);
                window += graph->window.duration();
            }
        }
        figures.busy = perStep(busy);
        figures.wait = perStep(window - busy);
    }

    /// Workers of pipelines that no replay has, beside all the others.
    void weighApart(std::span<const JobPipeline> apart) {
        std::vector<JobPipeline> all(m_pipelines.begin(), m_pipelines.end());
        for (const auto &pipeline : apart) {
            const auto has = [&](std::int64_t step) {
                return std::ranges::find(pipeline.steps, step, &MeasuredGraph::step) != pipeline.steps.end();
            };
            const bool fits = pipeline.chart->group.ranks.size() == m_replay.rows();
            if (fits && std::ranges::all_of(m_replay.steps(), has)) {
                all.push_back(pipeline);
            }
        }
        if (all.size() == m_pipelines.size()) {
            return;
        }
        const StragglerModel model(all, m_replay.steps(), m_limits);
        for (const auto &effect : model.workers()) {
            if (effect.worker.replica >= m_pipelines.size() && effect.isSlowAtAll()) {
                const auto &pipeline = all[effect.worker.replica];
                Stragglers::WorkerFigures figures{
                    .worker = effect.worker, .rank = pipeline.chart->group.ranks[effect.worker.row], .z = effect.z};
                addTimes(pipeline, figures);
                describeSlow(effect, figures);
                figures.saved = costApart(effect);
                m_result.apart.push_back(std::move(figures));
            }
        }
    }

    void describeSlow(const StragglerModel::WorkerEffect &effect, Stragglers::WorkerFigures &figures) const {
        double sum = 0;
        for (std::size_t step = 0; step < effect.isSlow.size(); ++step) {
            if (effect.isSlow[step]) {
                figures.slowSteps.push_back(m_replay.steps()[step]);
                sum += effect.steps[step];
            }
        }
        figures.ratio = sum / static_cast<double>(figures.slowSteps.size());
    }

    /// Cells of a worker that do the same: by kind and chunks.
    using CellsAlike = std::tuple<CellKind, int, int>;
    /// What those of a row take in a step together.
    [[nodiscard]] static std::map<CellsAlike, Nanos> sumsOf(const JobPipeline &pipeline, std::int64_t step,
                                                            std::size_t row) {
        std::map<CellsAlike, Nanos> sums;
        const auto graph = std::ranges::find(pipeline.steps, step, &MeasuredGraph::step);
        for (std::size_t i = 0; graph != pipeline.steps.end() && i < (*graph)->rows[row].size(); ++i) {
            const auto &node = (*graph)->nodes[(*graph)->rows[row][i]];
            sums[alike(pipeline, node)] += node.cost();
        }
        return sums;
    }
    [[nodiscard]] static CellsAlike alike(const JobPipeline &pipeline, const MeasuredGraph::Node &node) {
        const auto &cell = pipeline.chart->cells[node.cell];
        return {cell.kind, cell.chunk, cell.backwardChunk};
    }

    /// In its slow steps each cell of a worker takes as much less as cells that do the same take in the median of the
    /// other replicas (what is slow may be part of the forwards alone); without any its time / the worker's ratio.
    [[nodiscard]] Cure cureOf(const StragglerModel::WorkerEffect &effect) const {
        Cure cure;
        const auto &[replica, row] = effect.worker;
        const auto &pipeline = m_pipelines[replica];
        for (std::size_t step = 0; step < effect.isSlow.size(); ++step) {
            const auto number = m_replay.steps()[step];
            const auto graph = std::ranges::find(pipeline.steps, number, &MeasuredGraph::step);
            if (!effect.isSlow[step] || graph == pipeline.steps.end()) {
                continue;
            }
            std::map<CellsAlike, std::vector<Nanos>> others;
            for (std::size_t other = 0; other < m_pipelines.size(); ++other) {
                if (other != replica) {
                    for (const auto &[key, sum] : sumsOf(m_pipelines[other], number, row)) {
                        others[key].push_back(sum);
                    }
                }
            }
            const auto own = sumsOf(pipeline, number, row);
            for (const auto index : (*graph)->rows[row]) {
                const auto &node = (*graph)->nodes[index];
                const auto key = alike(pipeline, node);
                const auto usual = others.find(key);
                const double pace = usual == others.end() || own.at(key) <= Nanos{0}
                                        ? 1 / effect.steps[step]
                                        : ratio(median(usual->second), own.at(key));
                // Cells of a rank may overlap: what is meant is the one that begins there.
                cure.pace[pipeline.chart->group.ranks[row]].push_back(
                    {{ns(node.range.begin), ns(node.range.begin) + 1}, 1 - pace});
            }
        }
        return cure;
    }

    /// What each slow one costs: what it saves alone, or without the other slow ones, which may hide it.
    void mendWorkers() {
        for (const auto &worker : m_result.workers) {
            if (!worker.cure.isEmpty()) {
                m_slow.push_back(&worker.cure);
            }
        }
        const auto all = m_job.saved(m_slow);
        for (auto &worker : m_result.workers) {
            if (!worker.cure.isEmpty()) {
                auto others = m_slow;
                std::erase(others, &worker.cure);
                worker.saved = std::max(m_job.saved(worker.cure), all - m_job.saved(others));
            }
        }
    }

    /// On top of the cures of slow workers.
    [[nodiscard]] Nanos savedOnTop(const Cure &cure) const {
        auto all = m_slow;
        all.push_back(&cure);
        return m_job.saved(all) - m_job.saved(m_slow);
    }

    /// What one as slow would cost: the same stage of a whole pipeline is played at its pace.
    [[nodiscard]] Nanos costApart(const StragglerModel::WorkerEffect &effect) const {
        Cure slower;
        const auto &pipeline = m_pipelines.front();
        for (std::size_t step = 0; step < effect.isSlow.size(); ++step) {
            const auto graph = std::ranges::find(pipeline.steps, m_replay.steps()[step], &MeasuredGraph::step);
            if (effect.isSlow[step] && graph != pipeline.steps.end()) {
                const auto &window = (*graph)->window;
                slower.pace[pipeline.chart->group.ranks[effect.worker.row]].push_back(
                    {{ns(window.begin), ns(window.end)}, 1 - effect.steps[step]});
            }
        }
        return -savedOnTop(slower);
    }

    /// M_W, and the share of each one of the slowest.
    void weighSlowest() {
        auto &workers = m_result.workers;
        std::vector<std::size_t> order(workers.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](auto a, auto b) { return workers[a].slowdown > workers[b].slowdown; });
        const auto count = static_cast<std::size_t>(std::ceil(kSlowestShare * static_cast<double>(order.size())));
        order.resize(std::min(order.size(), std::max<std::size_t>(count, 1)));
        std::vector<bool> isOne(workers.size(), false);
        for (const auto index : order) {
            isOne[index] = true;
        }
        m_result.slowestShare =
            weigh([&](Worker worker, CostClass) { return isOne[worker.replica * m_replay.rows() + worker.row]; }).share;
        m_result.slowest = std::move(order);
    }

    void mend() {
        m_result.data = m_model.data();
        if (m_result.data.isKnown) {
            evenData();
            m_result.dataSaved = m_job.saved(m_result.evenData);
        }
        evenStages();
        m_result.stageSaved = savedOnTop(m_result.evenStages);
    }

    /// Of each stage goes what it does more than the mean of all; one that does less gets more.
    void evenStages() {
        double sum = 0;
        for (const auto &stage : m_result.stages) {
            sum += stage.ratio;
        }
        const double mean = sum / static_cast<double>(m_result.stages.size());
        for (const auto &pipeline : m_pipelines) {
            for (const auto *graph : pipeline.steps) {
                for (std::size_t row = 0; row < m_result.stages.size(); ++row) {
                    const double ratio = m_result.stages[row].ratio;
                    m_result.evenStages.pace[pipeline.chart->group.ranks[row]].push_back(
                        {{ns(graph->window.begin), ns(graph->window.end)}, ratio > 0 ? 1 - mean / ratio : 0});
                }
            }
        }
    }

    void evenData() {
        for (std::size_t replica = 0; replica < m_pipelines.size(); ++replica) {
            const auto &steps = m_replay.steps();
            for (const auto *graph : m_pipelines[replica].steps) {
                const auto at = std::find(steps.begin(), steps.end(), graph->step);
                for (std::size_t i = 0; at != steps.end() && i < graph->nodes.size(); ++i) {
                    const auto &node = graph->nodes[i];
                    const auto step = static_cast<std::size_t>(at - steps.begin());
                    const double length = m_model.dataDivisor(step, {replica, node.row}, node);
                    m_result.evenData.pace[m_pipelines[replica].chart->group.ranks[node.row]].push_back(
                        {{ns(node.range.begin), ns(node.range.end)}, 1 - 1 / length});
                }
            }
        }
    }

    std::span<const JobPipeline> m_pipelines;
    CuredJob m_job;
    const JobReplay &m_replay;
    StragglerLimits m_limits;
    StragglerModel m_model;
    Stragglers m_result;
    Nanos m_measured{0};
    Nanos m_ideal{0};
    std::vector<const Cure *> m_slow;  ///< of all slow workers
};

}  // namespace

std::optional<Stragglers> stragglersOf(std::span<const JobPipeline> pipelines, const Run &run,
                                       const StragglerLimits &limits, const std::stop_token &stop,
                                       std::span<const JobPipeline> apart) {
    const auto replay = JobReplay::of(pipelines, run.clock);
    return replay ? StragglerStudy(run, pipelines, *replay, limits, stop).study(apart, stop) : std::nullopt;
}

namespace {

std::vector<JobPipeline> pipelinesOf(const std::vector<PipelineChart> &charts,
                                     const std::vector<std::vector<MeasuredGraph>> &graphs) {
    std::vector<JobPipeline> result;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        result.push_back({&charts[i], {}});
        for (const auto &graph : graphs[i]) {
            result.back().steps.push_back(&graph);
        }
    }
    return result;
}

}  // namespace

std::vector<JobPipeline> MeasuredJob::pipelines() const { return pipelinesOf(charts, graphs); }
std::vector<JobPipeline> MeasuredJob::apart() const { return pipelinesOf(partCharts, partGraphs); }

std::map<int, std::size_t> replicaOfRanks(const Run &run) {
    std::map<int, std::size_t> replicas;
    const auto groups = pipelineGroups(run);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (const int rank : groups[i].ranks) {
            replicas[rank] = i;
        }
    }
    return replicas;
}

MeasuredJob measuredJob(const Run &run, const std::stop_token &stop) {
    MeasuredJob job;
    for (const auto &group : pipelineGroups(run)) {
        auto chart = pipelineChart(run, group, stop);
        std::vector<MeasuredGraph> whole;
        std::vector<MeasuredGraph> parts;
        for (const auto step : chart.steps) {
            if (auto graph = measuredGraph(chart, step, run.clock)) {
                (graph->isWhole ? whole : parts).push_back(std::move(*graph));
            }
        }
        if (stop.stop_requested() || (whole.empty() && parts.empty())) {
            continue;
        }
        const bool isWhole = !whole.empty();
        (isWhole ? job.charts : job.partCharts).push_back(std::move(chart));
        (isWhole ? job.graphs : job.partGraphs).push_back(std::move(isWhole ? whole : parts));
    }
    return job;
}

}  // namespace stagescope
