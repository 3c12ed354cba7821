#include "core/analysis/pipeline/replay/what_if_study.h"

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/pipeline/replay/cured_job.h"
#include "core/analysis/pipeline/replay/stage_layers.h"
#include "core/analysis/pipeline/time/step_account.h"
#include "core/analysis/pipeline/time/step_bubbles.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace stagescope {

namespace {

constexpr std::size_t kMostResamples = 200;
constexpr std::size_t kLeastResamples = 20;
constexpr std::size_t kSimulatedActions = 1'000'000;  ///< in all resamples of a question: a fraction of a second
/// A rank is worth mending when it works this much longer than the median of the others.
constexpr double kMendExcess = 1.05;
constexpr double kExplained = 0.95;  ///< share of the window below which it is said what the simulation misses
/// Half of a product's backward is for its input, all of an attention's: shares of whole layers lie between these.
constexpr double kLeastInputShare = 0.4;
constexpr double kMostInputShare = 0.8;
constexpr std::size_t kMostPeers = 16;  ///< pipelines that a rank is compared with

Message text(std::string_view id, std::vector<std::string> args = {}) {
    return Message("what_if." + std::string(id), std::move(args));
}

std::pair<Nanos, Nanos> percentiles(std::vector<Nanos> values) {
    std::sort(values.begin(), values.end());
    const std::size_t outside = values.size() / 20;
    return {values[outside], values[values.size() - 1 - outside]};
}

bool isHostTime(const PipelineCell &cell) { return cell.evidence == CellEvidence::HostRange; }

std::optional<std::int64_t> bytesOf(const RankCapture &capture, std::string_view key) {
    const std::string value = capture.environmentValue({}, key);
    std::int64_t bytes = 0;
    const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), bytes);
    return error == std::errc{} && rest == value.data() + value.size() && bytes > 0 ? std::optional(bytes)
                                                                                    : std::nullopt;
}

std::string mebibytes(std::int64_t bytes) { return std::to_string((bytes + (1 << 19)) >> 20); }

/// Copies of the weights that a schedule keeps on each rank.
int copiesOf(const ScheduleOptions &schedule) { return placementOf(schedule.kind) == StagePlacement::Dual ? 2 : 1; }

Nanos workOf(const std::vector<ChunkCosts> &rank) {
    Nanos sum{0};
    for (const ChunkCosts &chunk : rank) {
        sum += chunk.work();
    }
    return sum;
}

}  // namespace

/// The steps of the pipeline as a job of its own. Neither copied nor moved: its parts refer to one another.
struct WhatIfStudy::Replayed {
    Run run;  ///< of which nothing but the clock is asked
    PipelineChart chart;
    std::vector<MeasuredGraph> graphs;
    CuredJob job;

    Replayed(const Run &of, const PipelineChart &whole, std::vector<MeasuredGraph> steps, const std::stop_token &stop)
        : run(withClock(of.clock)), chart(whole), graphs(std::move(steps)), job(run, jobSteps(of, stop)) {}

private:
    static Run withClock(const ClockAlignment &clock) {
        Run run;
        run.clock = clock;
        return run;
    }
    [[nodiscard]] std::vector<JobStep> jobSteps(const Run &of, const std::stop_token &stop) const {
        std::vector<const MeasuredGraph *> all;
        for (const MeasuredGraph &graph : graphs) {
            all.push_back(&graph);
        }
        const std::vector<AlignedRange> ranges = stepRanges(of, chart, all, stop);
        std::vector<JobStep> steps;
        for (std::size_t i = 0; i < all.size(); ++i) {
            steps.push_back({&chart, all[i], ranges[i]});
        }
        return steps;
    }
};

namespace {

/// What a cell of a kind costs, by the chunks that it works on.
Nanos costOf(const MeasuredGraph::Node &node, const PipelineCell &cell, const std::vector<ChunkCosts> &chunks) {
    const auto chunkOf = [&](int chunk) -> const ChunkCosts & {
        return chunks[std::size_t(std::clamp(chunk, 0, int(chunks.size()) - 1))];
    };
    const ChunkCosts &own = chunkOf(cell.chunk);
    switch (node.kind) {
        case CellKind::Forward:
            return own.forward;
        case CellKind::BackwardInput:
            return own.backwardInput > Nanos{0} ? own.backwardInput : own.backward;
        case CellKind::BackwardWeight:
            return own.backwardWeight > Nanos{0} ? own.backwardWeight : own.backward;
        case CellKind::Overlapped:
            return own.overlapped > Nanos{0} ? own.overlapped : own.forward + chunkOf(cell.backwardChunk).backward;
        case CellKind::Loss:
            return own.loss;
        default:
            return own.backward;
    }
}

}  // namespace

Result<WhatIfStudy> WhatIfStudy::make(const Run &run, const PipelineGroup &group, std::optional<std::int64_t> step,
                                      const std::stop_token &stop) {
    WhatIfStudy study;
    study.m_step = step;
    study.m_chart = pipelineChart(run, group, stop);
    if (!study.m_chart.match || study.m_chart.match->isCustom) {
        study.m_refusal = text(study.m_chart.match ? "no.schedule" : "no.cells");
        return study;
    }
    if (study.m_chart.match->best().stages != int(group.ranks.size())) {
        study.m_refusal = text("no.ranks", {std::to_string(study.m_chart.match->best().stages)});
        return study;
    }
    const std::optional<StageCosts> costs = CostSamples(study.m_chart, step).mean();
    if (!costs) {
        study.m_refusal = text("no.costs");
        return study;
    }
    study.m_costs = *costs;
    if (const Status status = study.readSteps(run, step, stop); !status) {
        return tl::make_unexpected(status.error());
    }
    study.m_isHostTime = std::any_of(study.m_chart.cells.begin(), study.m_chart.cells.end(), isHostTime);
    study.m_layers = layersOf(study.m_chart).value_or(std::vector<int>{});
    study.readMemory(run);
    study.readTransferSize(run);
    if (const auto asIs = whatIf(study.m_costs, study.schedule(), {}, stop)) {
        study.m_asIs = asIs->makespan;
        study.m_activations = asIs->activations;
    }
    study.resample();
    return study;
}

Status WhatIfStudy::readSteps(const Run &run, std::optional<std::int64_t> step, const std::stop_token &stop) {
    std::map<std::int64_t, Measured> all;
    std::vector<StepWindow> windows;
    std::vector<MeasuredGraph> whole;
    for (const std::int64_t own : m_chart.steps) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        std::optional<MeasuredGraph> graph =
            !step || *step == own ? measuredGraph(m_chart, own, run.clock) : std::nullopt;
        if (!graph || graph->window.duration() <= Nanos{0}) {
            continue;
        }
        Nanos busy{0};
        for (std::size_t row = 0; row < graph->rows.size(); ++row) {
            busy += graph->busy(row);
        }
        const Nanos window = graph->window.duration();
        auto causes = counterfactuals(m_chart, *graph);
        if (causes && whole.empty()) {
            windows.clear();  // those that cannot be replayed stand for none
        }
        if (causes || whole.empty()) {
            windows.push_back({own, graph->window});
        }
        all[own] = {own, window, 1 - double(busy.count()) / double(graph->rows.size()) / double(window.count()),
                    causes};
        if (causes) {
            whole.push_back(std::move(*graph));
        }
    }
    if (!whole.empty()) {
        m_replayed = std::make_shared<const Replayed>(run, m_chart, std::move(whole), stop);
    }
    if (const auto typical = typicalStepOf(run, windows, stop)) {
        m_measured = all[*typical];
    } else {
        m_refusal = text("no.cells");
    }
    return {};
}

void WhatIfStudy::readMemory(const Run &run) {
    for (const int rank : m_chart.group.ranks) {
        const RankCapture *capture = run.capture(rank);
        const auto peak = capture ? bytesOf(*capture, "allocated_peak_bytes") : std::nullopt;
        const auto least = capture ? bytesOf(*capture, "allocated_least_bytes") : std::nullopt;
        const auto capacity = capture ? bytesOf(*capture, "capacity_bytes") : std::nullopt;
        if (!peak || !least) {
            m_memory.clear();
            return;
        }
        m_memory.push_back({*peak, *least});
        if (capacity) {
            m_capacity = std::min(*capacity, m_capacity.value_or(*capacity));
        }
    }
}

void WhatIfStudy::readTransferSize(const Run &run) {
    std::vector<std::int64_t> sizes;
    for (const int rank : m_chart.group.ranks) {
        const RankCapture *capture = run.capture(rank);
        for (const CommOp &op : capture ? commOps(*capture) : std::vector<CommOp>{}) {
            if ((op.p2p == "send" || op.p2p == "receive") && op.bytes > 0) {
                sizes.push_back(op.bytes);
            }
        }
    }
    if (!sizes.empty()) {
        m_transferSize = upperMedian(std::move(sizes));
    }
}

void WhatIfStudy::resample() {
    const CostSamples samples(m_chart, m_step);
    if (!samples.canResample()) {
        return;
    }
    const std::size_t actions = std::max<std::size_t>(m_chart.cells.size() / m_chart.steps.size(), 1);
    const std::size_t count = std::clamp(kSimulatedActions / actions, kLeastResamples, kMostResamples);
    for (std::size_t i = 0; i < count; ++i) {
        if (auto costs = samples.resampled(i + 1)) {
            m_resamples.push_back(std::move(*costs));
        }
    }
}

WhatIf WhatIfStudy::mended(const Run &run, std::size_t position, const std::stop_token &stop) const {
    WhatIf question{.fixedRank = int(position)};
    std::vector<StageCosts> peers;
    for (const PipelineGroup &other : pipelineGroups(run)) {
        if (other.ranks == m_chart.group.ranks || other.ranks.size() != m_chart.group.ranks.size() ||
            peers.size() == kMostPeers || stop.stop_requested()) {
            continue;
        }
        const PipelineChart chart = pipelineChart(run, other, stop);
        const bool isAlike = chart.match && chart.match->best() == schedule();
        if (auto costs = isAlike ? CostSamples(chart, m_step).mean() : std::nullopt) {
            peers.push_back(std::move(*costs));
        }
    }
    for (std::size_t chunk = 0; !peers.empty() && chunk < m_costs.ranks[position].size(); ++chunk) {
        std::vector<ChunkCosts> chunks;
        for (const StageCosts &peer : peers) {
            chunks.push_back(peer.ranks[position][chunk]);
        }
        question.fixedCosts.push_back(combined(chunks, median<Nanos>));
    }
    return question;
}

std::optional<std::size_t> WhatIfStudy::slowest() const {
    std::vector<Nanos> work;
    for (const auto &rank : m_costs.ranks) {
        work.push_back(workOf(rank));
    }
    const auto longest = std::max_element(work.begin(), work.end());
    const bool isLonger =
        longest != work.end() && double(longest->count()) > kMendExcess * double(median(work).count());
    return isLonger ? std::optional(std::size_t(longest - work.begin())) : std::nullopt;
}

WhatIfAnswer WhatIfStudy::measured() const {
    WhatIfAnswer answer{.name = text("scenario.measured"), .refusal = m_refusal};
    if (m_refusal) {
        return answer;
    }
    answer.schedule = schedule();
    answer.makespan = m_measured.window;
    answer.bubbleShare = m_measured.bubbleShare;
    return answer;
}

std::vector<WhatIfScenario> WhatIfStudy::standardScenarios(const Run &run, const std::stop_token &stop) const {
    std::vector<WhatIfScenario> list;
    if (m_refusal) {
        return list;
    }
    list.push_back({text("scenario.simulated"), {}});
    list.push_back({text("scenario.balanced"), {.balanced = true}});
    const std::vector<int> proposed = proposedLayers(m_costs, m_layers);
    if (!proposed.empty() && proposed != m_layers) {
        list.push_back({text("scenario.layers", {layersText(m_layers), layersText(proposed)}),
                        {.layers = m_layers, .newLayers = proposed}});
    }
    if (const auto rank = slowest()) {
        list.push_back(
            {text("scenario.fixed", {std::to_string(m_chart.group.ranks[*rank])}), mended(run, *rank, stop)});
    }
    list.push_back({text("scenario.transfer", {"0"}), {.transferFactor = 0}});
    list.push_back({text("scenario.transfer", {"2"}), {.transferFactor = 2}});
    list.push_back({text("scenario.no_launches"), {}, true});
    ScheduleOptions doubled = schedule();
    doubled.microbatches *= 2;
    list.push_back({text("scenario.schedule", {scheduleText(doubled)}), {.schedule = doubled}});
    for (const ScheduleKind kind : scheduleKinds()) {
        const ScheduleOptions other{.kind = kind, .stages = schedule().stages, .microbatches = schedule().microbatches};
        if (kind != schedule().kind && kind != ScheduleKind::MindSpeedDualPipeV) {
            list.push_back({text("scenario.schedule", {scheduleText(other)}), {.schedule = other}});
        }
    }
    return list;
}

Result<WhatIfAnswer> WhatIfStudy::answer(const WhatIfScenario &scenario, const std::stop_token &stop) const {
    WhatIfAnswer answer{.name = scenario.name, .refusal = m_refusal};
    if (m_refusal) {
        return answer;
    }
    if (scenario.isWithoutLaunches) {
        return withoutLaunches(scenario);
    }
    Result<WhatIfResult> result = whatIf(m_costs, schedule(), scenario.question, stop);
    if (!result && result.error().kind == ErrorKind::Cancelled) {
        return tl::make_unexpected(result.error());
    }
    if (!result) {
        answer.refusal = text("no.precondition", {result.error().detail});
        return answer;
    }
    answer.schedule = result->schedule;
    answer.makespan = result->makespan;
    answer.bubbleShare = result->bubbleShare;
    answer.activations = result->activations;
    answer.transfers = result->transfers;
    if (m_transferSize) {
        answer.transferBytes = std::int64_t(result->transfers) * *m_transferSize;
    }
    answer.boundBy = result->boundBy;
    answer.assumptions = result->assumptions;
    if (m_isHostTime) {
        answer.assumptions.push_back(text("assumes.host_times"));
    }
    const auto saved = savedInOrder(scenario.question, *result);
    const double explained = m_asIs && !saved ? double(m_asIs->count()) / double(m_measured.window.count()) : 1;
    if (explained < kExplained) {
        answer.assumptions.push_back(text("assumes.explained", {std::to_string(std::lround(explained * 100))}));
    }
    if (saved) {
        answer.change = -*saved;
        answer.makespan = m_measured.window - *saved;
        answer.assumptions.push_back(text("assumes.order"));
    } else if (!scenario.question.links.empty()) {
        answer.refusal = text("no.replay");
        return answer;
    } else if (m_asIs && scenario.name.id != "what_if.scenario.simulated") {
        answer.change = answer.makespan - *m_asIs;
    }
    answer.memory = memoryOf(answer.activations, answer.schedule, scenario.question.wonBytes);
    answer.result = std::move(*result);
    if (const Status status = addInterval(scenario.question, stop, answer); !status) {
        return tl::make_unexpected(status.error());
    }
    return answer;
}

std::optional<Nanos> WhatIfStudy::savedInOrder(const WhatIf &question, const WhatIfResult &result) const {
    if (m_replayed == nullptr || !keepsOrder(question)) {
        return std::nullopt;
    }
    Cure cure{.links = question.links, .transfers = question.transferFactor};
    std::map<std::size_t, Nanos> work;  // of the step that stands for all, by row
    for (const MeasuredGraph &graph : m_replayed->graphs) {
        for (const MeasuredGraph::Node &node : graph.nodes) {
            const PipelineCell &cell = m_replayed->chart.cells[node.cell];
            const Nanos before = costOf(node, cell, m_costs.ranks[node.row]);
            const Nanos after = costOf(node, cell, result.costs[node.row]);
            const double pace = before > Nanos{0} ? double(after.count()) / double(before.count()) : 1;
            if (graph.step == m_measured.step) {
                work[node.row] += Nanos{std::llround(pace * double(node.duration().count()))} + node.work;
            }
            if (before > Nanos{0} && after != before) {
                const std::int64_t begin = ns(node.range.begin);
                cure.pace[m_replayed->chart.group.ranks[node.row]].push_back({{begin, begin + 1}, 1 - pace});
            }
        }
    }
    if (cure.isEmpty()) {
        return std::nullopt;
    }
    // What a cure saves is told of medians over the steps, which need not be of one step.
    Nanos least{0};
    for (const auto &[row, own] : work) {
        least = std::max(least, own);
    }
    return std::min(m_replayed->job.saved(cure), std::max(m_measured.window - least, Nanos{0}));
}

WhatIfAnswer WhatIfStudy::withoutLaunches(const WhatIfScenario &scenario) const {
    WhatIfAnswer answer{.name = scenario.name};
    const WhatIf plain;
    const bool isAlone = !scenario.question.schedule && !scenario.question.balanced && !scenario.question.fixedRank &&
                         scenario.question.newLayers.empty() && scenario.question.passes.empty() &&
                         scenario.question.transferFactor == plain.transferFactor;
    if (!isAlone || !m_measured.causes) {
        answer.refusal = text(m_measured.causes ? "no.launch_alone" : "no.replay");
        return answer;
    }
    answer.schedule = schedule();
    answer.makespan = m_measured.causes->transfers;
    answer.change = m_measured.causes->transfers - m_measured.causes->launches;
    answer.bubbleShare = 1 - double(m_measured.causes->busyMean.count()) / double(m_measured.causes->transfers.count());
    answer.activations = m_activations;
    answer.memory = memoryOf(answer.activations, answer.schedule, {});
    answer.assumptions.push_back(text("assumes.replay"));
    return answer;
}

Status WhatIfStudy::addInterval(const WhatIf &question, const std::stop_token &stop, WhatIfAnswer &answer) const {
    std::vector<Nanos> makespans;
    for (const StageCosts &costs : m_resamples) {
        const Result<WhatIfResult> result = whatIf(costs, schedule(), question, stop);
        if (!result && result.error().kind == ErrorKind::Cancelled) {
            return tl::make_unexpected(result.error());
        }
        if (result) {
            makespans.push_back(result->makespan);
        }
    }
    if (!makespans.empty()) {
        // What is resampled is simulated: of a replay its spread is taken.
        const Nanos shift = answer.makespan - answer.result->makespan;
        const auto [low, high] = percentiles(std::move(makespans));
        answer.low = low + shift;
        answer.high = high + shift;
    }
    return addSplits(question, stop, answer);
}

/// Where it is assumed how a backward divides, the interval holds what it may be instead.
Status WhatIfStudy::addSplits(const WhatIf &question, const std::stop_token &stop, WhatIfAnswer &answer) const {
    const auto isSplit = [](const Message &assumption) { return assumption.id == "what_if.assumes.split"; };
    if (question.inputShare != WhatIf{}.inputShare || !answer.low ||
        std::none_of(answer.assumptions.begin(), answer.assumptions.end(), isSplit)) {
        return {};
    }
    const Nanos shift = answer.makespan - answer.result->makespan;
    answer.assumptions.push_back(text("assumes.splits"));
    for (const double share : {kLeastInputShare, kMostInputShare}) {
        auto other = question;
        other.inputShare = share;
        const Result<WhatIfResult> result = whatIf(m_costs, schedule(), other, stop);
        if (!result && result.error().kind == ErrorKind::Cancelled) {
            return tl::make_unexpected(result.error());
        }
        if (result) {
            answer.low = std::min(*answer.low, result->makespan + shift);
            answer.high = std::max(*answer.high, result->makespan + shift);
        }
    }
    return {};
}

MemoryFit WhatIfStudy::memoryOf(const std::vector<double> &activations, const ScheduleOptions &schedule,
                                const std::vector<double> &won) const {
    MemoryFit fit;
    if (m_memory.empty() || m_activations.size() != m_memory.size() || activations.size() != m_memory.size()) {
        fit.reason = text("memory.not_recorded");
        return fit;
    }
    bool isNoMore = true;
    std::int64_t most = 0;
    for (std::size_t rank = 0; rank < m_memory.size(); ++rank) {
        const RankMemory &memory = m_memory[rank];
        const double perActivation = double(memory.peak - memory.least) / std::max(m_activations[rank], 1e-9);
        const double held = double(memory.least) * copiesOf(schedule) / copiesOf(this->schedule());
        const double less = rank < won.size() ? won[rank] : 0;
        const auto needed = std::int64_t(std::llround(held + perActivation * activations[rank] - less));
        fit.needed = std::max(needed, fit.needed.value_or(0));
        isNoMore = isNoMore && needed <= memory.peak;
        most = std::max(most, memory.peak);
    }
    if (m_capacity) {
        fit.verdict = *fit.needed <= *m_capacity ? MemoryFit::Verdict::Fits : MemoryFit::Verdict::DoesNotFit;
        fit.reason = text("memory.capacity", {mebibytes(*fit.needed), mebibytes(*m_capacity)});
    } else if (isNoMore) {
        fit.verdict = MemoryFit::Verdict::Fits;
        fit.reason = text("memory.no_more", {mebibytes(*fit.needed), mebibytes(most)});
    } else {
        fit.reason = text("memory.no_capacity", {mebibytes(*fit.needed), mebibytes(most)});
    }
    return fit;
}

}  // namespace stagescope
