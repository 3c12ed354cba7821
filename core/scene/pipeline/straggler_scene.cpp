#include "core/scene/pipeline/straggler_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kMostNamed = 8;
constexpr int kMostLines = 4;
constexpr int kFrameFrom = 6;  ///< pixels: the frame of a narrower place would hide its colour

constexpr std::array kStragglerMetrics{StragglerMetric::Slowdown, StragglerMetric::Work, StragglerMetric::Busy,
                                       StragglerMetric::Wait};
constexpr std::array<std::string_view, kStragglerMetrics.size()> kStragglerNames{"slowdown", "work", "busy", "wait"};

std::string decimals(double value, int count) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", count, value);
    return shownFigure(buffer.data());
}

/// Deviations that are no news, in units of the metric: a hundredth of the step, as rules have it, or kNews of the
/// work.
double newsOf(const Stragglers &found, StragglerMetric metric) {
    constexpr double kOfStep = 0.01;
    switch (metric) {
        case StragglerMetric::Slowdown:
            return kOfStep;
        case StragglerMetric::Work:
            return 100 * HeatRange::kNews;
        case StragglerMetric::Busy:
        case StragglerMetric::Wait:
            break;
    }
    return kOfStep * millis(found.measured);
}

/// Of the slowdown the whole of it is news: who causes none is what is usual.
HeatRange rangeOf(const HeatMap &map, const Stragglers &found, StragglerMetric metric) {
    const HeatRange range(map.values(), metric != StragglerMetric::Wait, newsOf(found, metric));
    return metric == StragglerMetric::Slowdown ? range.withLimit(1 + newsOf(found, metric)) : range;
}

/// Shown as more than 0.0 ms: where nothing is saved there is nothing to say.
bool savesAnything(Nanos saved) { return millis(saved) >= 0.05; }

Message slowWorkersOf(const Stragglers &found) {
    std::vector<const Stragglers::WorkerFigures *> slow;
    for (const auto *workers : {&found.workers, &found.apart}) {
        for (const auto &worker : *workers) {
            if (!worker.slowSteps.empty() && savesAnything(worker.saved)) {
                slow.push_back(&worker);
            }
        }
    }
    if (slow.empty()) {
        return Message(found.canTellWorkers() ? "straggler.workers.none" : "straggler.workers.one_pipeline");
    }
    std::stable_sort(slow.begin(), slow.end(), [](const auto *a, const auto *b) { return a->saved > b->saved; });
    std::string ranks;
    for (std::size_t i = 0; i < std::min(slow.size(), kMostNamed); ++i) {
        ranks += (i == 0 ? "" : ", ") + std::to_string(slow[i]->rank);
    }
    ranks += slow.size() > kMostNamed ? " ..." : "";
    return Message("straggler.workers.slow",
                   {ranks, decimals(100 * (slow.front()->ratio - 1), 1), decimals(millis(slow.front()->saved), 1)});
}

/// One sentence each.
std::vector<Message> sentencesOf(const Stragglers &found) {
    std::vector<Message> result = {
        Message("straggler.job", {decimals(millis(found.measured), 1), decimals(millis(found.ideal), 1),
                                  decimals(found.slowdown, 3), std::to_string(found.steps.size())}),
        slowWorkersOf(found)};
    const auto longest = std::max_element(found.stages.begin(), found.stages.end(),
                                          [](const auto &a, const auto &b) { return a.ratio < b.ratio; });
    const auto stage = static_cast<std::size_t>(longest - found.stages.begin());
    if (stage < found.stages.size() && found.hasMoreWork(stage) && savesAnything(found.stageSaved)) {
        result.emplace_back("straggler.stage",
                            std::vector{std::to_string(stage), decimals(100 * (longest->ratio - 1), 1),
                                        decimals(millis(found.stageSaved), 1)});
    }
    if (found.isDataUneven() && savesAnything(found.dataSaved)) {
        result.emplace_back("straggler.data",
                            std::vector{decimals(100 * found.data.spread, 1), decimals(millis(found.dataSaved), 1)});
    }
    return result;
}

std::set<int> slowRanksOf(const Stragglers &found) {
    std::set<int> result;
    for (const auto &worker : found.workers) {
        if (!worker.slowSteps.empty()) {
            result.insert(worker.rank);
        }
    }
    return result;
}

HeatMap mapOf(const StragglerFindings &model, StragglerMetric metric, const ScenePen &pen) {
    const auto &found = *model.found;
    std::size_t replicas = 0;
    for (const auto &[rank, replica] : model.replicas) {
        replicas = std::max(replicas, replica + 1);
    }
    HeatMap map{.run = model.run,
                .stages = static_cast<int>(found.stages.size()),
                .replicas = static_cast<int>(replicas),
                .places = {},
                .name = pen.words(Message("straggler.metric." + std::string(stragglerMetricText(metric))))};
    for (const auto &worker : found.workers) {
        map.places.push_back({worker.rank, static_cast<int>(worker.worker.row),
                              static_cast<int>(model.replicas.at(worker.rank)), stragglerValue(worker, metric)});
    }
    map.range = rangeOf(map, found, metric);
    return map;
}

}  // namespace

std::span<const StragglerMetric> stragglerMetrics() { return kStragglerMetrics; }

std::string_view stragglerMetricText(StragglerMetric metric) {
    return kStragglerNames[static_cast<std::size_t>(metric)];
}

double stragglerValue(const Stragglers::WorkerFigures &worker, StragglerMetric metric) {
    switch (metric) {
        case StragglerMetric::Slowdown:
            return worker.slowdown;
        case StragglerMetric::Work:
            return 100 * (worker.ratio - 1);
        case StragglerMetric::Busy:
            return millis(worker.busy);
        case StragglerMetric::Wait:
            break;
    }
    return millis(worker.wait);
}

StragglerFindings stragglerView(const Run &run, const std::stop_token &stop) {
    const auto job = measuredJob(run, stop);
    StragglerFindings result{
        run.id, {}, replicaOfRanks(run), stragglersOf(job.pipelines(), run, {}, stop, job.apart())};
    for (const auto &chart : job.charts) {
        result.groups.push_back(chart.group.id);
    }
    return result;
}

Scene buildStragglerScene(const StragglerFindings &model, StragglerMetric metric, int width, int height,
                          const SceneStyle &style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    ScenePen pen(scene, style);
    Box area{0, 0, width, height};
    pen.fill(area, ColorRole::Background);
    if (!model.found) {
        return scene;
    }
    area.takeTop(kPad / 2);
    for (const auto &sentence : sentencesOf(*model.found)) {
        const int used = pen.paragraph(area.inset(kPad, 0), pen.words(sentence), ColorRole::Text, 2);
        area.takeTop(used);
    }
    drawHeatMap(pen, mapOf(model, metric, pen), area);
    const auto slow = slowRanksOf(*model.found);
    for (const auto &hit : scene.hits) {
        const auto *ref = std::get_if<RankRef>(&hit.item);
        if (ref != nullptr && hit.width >= kFrameFrom && slow.count(ref->rank) > 0) {
            pen.frame({hit.x, hit.y, hit.width, hit.height}, ColorRole::Text);
        }
    }
    return scene;
}

int stragglerSceneHeight(const StragglerFindings &model, const SceneStyle &style) {
    const int stages = model.found ? static_cast<int>(model.found->stages.size()) : 1;
    return heatMapHeight(stages, style) + kMostLines * style.lineHeight + kPad;
}

}  // namespace stagescope
