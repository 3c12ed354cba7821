#include "core/scene/pages/summary_model.h"

#include "core/analysis/run/ranks.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

void add(TimeParts &sum, const TimeParts &part) {
    sum.total += part.total;
    sum.preparing += part.preparing;
    sum.computing += part.computing;
    sum.communication += part.communication;
    sum.notOverlapped += part.notOverlapped;
    sum.overlapped += part.overlapped;
    sum.free += part.free;
    sum.tail += part.tail;
    sum.beyond += part.beyond;
}

bool isReady(LoadState state) { return state != LoadState::Listed && state != LoadState::LoadingShallow; }

std::map<int, int> stagesOf(const StrategyGrid &grid) {
    std::map<int, int> stages;
    for (const auto &place : grid.places) {
        stages[place.rank] = place.stage;
    }
    return stages;
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
                               std::binary_search(present.begin(), present.end(), rank)});
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
            grid.places.push_back({rank, static_cast<int>(stage), grid.replicas, run.capture(rank) != nullptr});
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
    addFound(found, "summary.found.ranks", ofRanks);
    addFound(found, "summary.found.cluster", run.clusterFiles);
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
    const auto hasStep = [&](const TimeSplit &s) { return s.step == step; };
    if (step && std::any_of(splits.begin(), splits.end(), hasStep)) {
        summary.step = step;
    } else if (!splits.empty() && std::all_of(splits.begin(), splits.end(),
                                              [&](const TimeSplit &s) { return s.step == splits.front().step; })) {
        summary.step = splits.front().step;  // the only one
    }
    const auto stages = stagesOf(strategyGrid(run));
    std::map<int, std::size_t> steps;
    std::map<int, SplitBar> bars;
    for (const auto &split : splits) {
        if (summary.step && split.step != summary.step) {
            continue;
        }
        auto &bar = bars[split.rank];
        if (steps[split.rank]++ == 0) {
            bar.rank = split.rank;
            const auto stage = stages.find(split.rank);
            bar.stage = stage == stages.end() ? -1 : stage->second;
            const auto *capture = run.capture(split.rank);
            bar.host = capture == nullptr ? std::string{} : capture->host;
            ++(split.source == TimeSplit::Source::Intervals ? summary.fromIntervals : summary.fromReports);
        }
        add(bar.parts, split.parts);
        summary.steps = std::max(summary.steps, steps[split.rank]);
    }
    for (auto &[rank, bar] : bars) {
        summary.bars.push_back(std::move(bar));
    }
    return summary;
}

void addBaseline(SplitSummary &summary, const std::vector<TimeSplit> &splits, const Run &baseline) {
    const auto isSame = [&](const TimeSplit &split) { return summary.step && split.step == summary.step; };
    summary.baseline = baseline.label;
    summary.isSameStep = std::any_of(splits.begin(), splits.end(), isSame);
    std::map<int, std::pair<TimeParts, std::int64_t>> sums;
    for (const auto &split : splits) {
        if (!summary.isSameStep || isSame(split)) {
            auto &[parts, steps] = sums[split.rank];
            add(parts, split.parts);
            ++steps;
        }
    }
    const auto times = static_cast<std::int64_t>(summary.step ? 1 : std::max<std::size_t>(summary.steps, 1));
    for (auto &bar : summary.bars) {
        const auto it = sums.find(bar.rank);
        if (it == sums.end()) {
            continue;
        }
        auto parts = it->second.first;
        const auto steps = it->second.second;
        for (auto *part : {&parts.total, &parts.preparing, &parts.computing, &parts.communication, &parts.notOverlapped,
                           &parts.overlapped, &parts.free, &parts.tail, &parts.beyond}) {
            // Whole steps first: a product of long times with many steps would leave 64 bits.
            *part = Nanos{part->count() / steps * times + part->count() % steps * times / steps};
        }
        bar.baseline = parts;
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
        std::sort(durations.begin(), durations.end());
        bars.push_back({step, durations[durations.size() / 2], durations.front(), durations.back(), durations.size()});
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
    return model;
}

}  // namespace stagescope
