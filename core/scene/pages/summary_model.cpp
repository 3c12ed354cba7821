#include "core/scene/pages/summary_model.h"

#include "core/analysis/overview/rank_coverage.h"
#include "core/analysis/run/ranks.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/typical_step.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace stagescope {

namespace {

bool isReady(LoadState state) { return state != LoadState::Listed && state != LoadState::LoadingShallow; }

std::map<int, int> stagesOf(const StrategyGrid &grid) {
    std::map<int, int> stages;
    for (const auto &place : grid.places) {
        stages[place.rank] = place.stage;
    }
    return stages;
}

bool isDamaged(const Run &run, int rank) {
    const auto *capture = run.capture(rank);
    return capture != nullptr && shownState(*capture) == LoadState::Damaged;
}

StrategyGrid gridOfSizes(const Run &run) {
    const auto &sizes = run.parallel;
    StrategyGrid grid;
    const int tp = std::max(1, sizes.tp);
    const int cp = std::max(1, sizes.cp);
    const int dp = std::max(1, sizes.dp);
    const auto present = run.ranks();
    const int world = run.expectedRanks().value_or(0);
    for (int rank = 0; rank < world; ++rank) {
        const auto at = rankIndices(sizes, rank);
        if (!at) {
            return {};
        }
        grid.places.push_back({rank, at->pp, (at->dp * cp + at->cp) * tp + at->tp,
                               std::binary_search(present.begin(), present.end(), rank), isDamaged(run, rank)});
    }
    grid.stages = std::max(1, sizes.pp);
    grid.replicas = tp * cp * dp;
    grid.source = grid.places.empty() ? StrategyGrid::Source::None : StrategyGrid::Source::Sizes;
    return grid;
}

StrategyGrid gridOfGroups(const Run &run) {
    StrategyGrid grid;
    for (const auto &group : pipelineGroups(run)) {
        if (group.origin == GroupOrigin::AllRanks) {
            continue;
        }
        for (std::size_t stage = 0; stage < group.ranks.size(); ++stage) {
            const int rank = group.ranks[stage];
            grid.places.push_back(
                {rank, static_cast<int>(stage), grid.replicas, run.capture(rank) != nullptr, isDamaged(run, rank)});
        }
        grid.stages = std::max(grid.stages, static_cast<int>(group.ranks.size()));
        ++grid.replicas;
    }
    grid.source = grid.places.empty() ? StrategyGrid::Source::None : StrategyGrid::Source::Groups;
    return grid;
}

void addFound(std::vector<FoundFiles> &found, const char *id, const std::vector<FileSource> &files) {
    FileTally tally;
    tally.addAll(files);
    if (tally.count() > 0) {
        const bool isRead =
            std::none_of(files.begin(), files.end(), [](const FileSource &file) { return file.format.empty(); });
        found.push_back({Message(id), tally.count(), tally.bytes(), isRead});
    }
}

std::vector<FoundFiles> foundFiles(const Run &run) {
    std::vector<FoundFiles> found;
    std::vector<FileSource> ofRanks;
    for (const auto &capture : run.captures) {
        ofRanks.insert(ofRanks.end(), capture.files.begin(), capture.files.end());
    }
    std::vector<FileSource> snapshots;
    for (const auto &snapshot : run.snapshots) {
        snapshots.push_back(snapshot.file);
    }
    std::erase_if(ofRanks, [](const FileSource &f) { return f.format.empty() || !f.chosen; });
    const auto ofHosts =
        std::stable_partition(ofRanks.begin(), ofRanks.end(), [](const FileSource &f) { return f.format != "sched"; });
    addFound(found, "summary.found.ranks", {ofRanks.begin(), ofHosts});
    addFound(found, "summary.found.sched", {ofHosts, ofRanks.end()});
    auto ofJob = run.clusterFiles;
    const auto logs = std::stable_partition(ofJob.begin(), ofJob.end(),
                                            [](const FileSource &f) { return f.format != "training_log"; });
    addFound(found, "summary.found.cluster", {ofJob.begin(), logs});
    addFound(found, "summary.found.logs", {logs, ofJob.end()});
    addFound(found, "summary.found.snapshots", snapshots);
    return found;
}

}  // namespace

StrategyGrid strategyGrid(const Run &run) {
    auto grid = gridOfSizes(run);
    return grid.source == StrategyGrid::Source::None ? gridOfGroups(run) : grid;
}

SplitSummary splitSummary(const std::vector<TimeSplit> &splits, const Run &run, std::optional<std::int64_t> step) {
    SplitSummary summary;
    const bool isThere =
        std::any_of(splits.begin(), splits.end(), [&](const TimeSplit &split) { return split.step == step; });
    const auto steps = stepLengths(splits);
    summary.steps = steps.size();
    if (const auto *typical = typicalStep(steps)) {
        summary.isTypical = !(step && isThere) && steps.size() > 1;
        summary.step = step && isThere ? step : typical->step;
    }
    const auto stages = stagesOf(strategyGrid(run));
    for (const auto &split : typicalSplits(splits, summary.step)) {
        if (step && isThere && split.step != step) {
            continue;
        }
        SplitBar bar;
        bar.rank = split.rank;
        const auto stage = stages.find(split.rank);
        bar.stage = stage == stages.end() ? -1 : stage->second;
        const auto *capture = run.capture(split.rank);
        bar.host = capture == nullptr ? std::string{} : capture->host;
        bar.parts = split.parts;
        bar.profiler = split.profiler;
        ++(split.source == TimeSplit::Source::Intervals ? summary.fromIntervals : summary.fromReports);
        summary.bars.push_back(std::move(bar));
    }
    return summary;
}

void addBaseline(SplitSummary &summary, const std::vector<TimeSplit> &splits, const Run &baseline) {
    const auto isSame = [&](const TimeSplit &split) { return summary.step && split.step == summary.step; };
    summary.baseline = baseline.label;
    // A step that stands for all is compared with the one that does so there.
    summary.isSameStep = !summary.isTypical && std::any_of(splits.begin(), splits.end(), isSame);
    for (const auto &split : typicalSplits(splits, summary.isSameStep ? summary.step : std::nullopt)) {
        const auto bar = std::find_if(summary.bars.begin(), summary.bars.end(),
                                      [&](const SplitBar &own) { return own.rank == split.rank; });
        if (bar != summary.bars.end() && (!summary.isSameStep || isSame(split))) {
            bar->baseline = split.parts;
        }
    }
}

std::vector<StepBar> stepBars(const Run &run, const std::vector<TimeSplit> &splits) {
    std::map<std::int64_t, std::vector<Nanos>> totals;
    for (const auto &split : splits) {
        if (split.step) {
            totals[*split.step].push_back(split.parts.total);
        }
    }
    for (const int rank : splits.empty() ? run.ranks() : std::vector<int>{}) {
        for (const auto &step : rankSteps(*run.capture(rank))) {
            totals[step.step].push_back(step.range.duration());
        }
    }
    std::vector<StepBar> bars;
    for (auto &[step, durations] : totals) {
        const auto [shortest, longest] = std::minmax_element(durations.begin(), durations.end());
        const auto sum = std::accumulate(durations.begin(), durations.end(), Nanos{0});
        bars.push_back(
            {step, sum / static_cast<std::int64_t>(durations.size()), *shortest, *longest, durations.size()});
    }
    return bars;
}

SummaryModel summaryModel(const Run &run, std::optional<std::int64_t> step, const SummaryPipeline &pipeline,
                          const Run *baseline, const std::stop_token &stop) {
    SummaryModel model;
    model.run = run.id;
    model.label = run.label;
    for (const int rank : run.ranks()) {
        ++model.ranks;
        model.ranksReady += isReady(run.capture(rank)->state) ? 1U : 0U;
    }
    const auto splits = timeSplits(run, stop);
    model.split = splitSummary(splits, run, step);
    if (baseline != nullptr) {
        addBaseline(model.split, timeSplits(*baseline, stop), *baseline);
    }
    model.steps = stepBars(run, splits);
    model.facts = summaryFacts(run, model.steps);
    model.platform = platformOf(run);
    model.strategy = strategyGrid(run);
    model.environment = environmentRows(run);
    model.capabilities = capabilities(run);
    model.found = foundFiles(run);
    auto groups = pipelineGroups(run);
    std::stable_partition(groups.begin(), groups.end(),
                          [&](const PipelineGroup &group) { return group.id == pipeline.group; });
    for (const auto &group : groups) {
        if (stop.stop_requested()) {
            break;
        }
        auto input = pipelineInput(run, group, step ? step : pipeline.step, stop);
        if (!input.chart.cells.empty()) {
            model.pipeline = std::move(input);
            break;
        }
    }
    if (model.isOfOneDevice()) {
        addDevice(model, *run.capture(run.ranks().front()), stop);
    }
    return model;
}

}  // namespace stagescope
