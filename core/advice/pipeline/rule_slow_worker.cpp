#include "core/advice/pipeline_medians.h"
#include "core/advice/rule_list.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <optional>
#include <vector>

namespace stagescope {

namespace {

std::vector<Message> factsOf(const Stragglers &job, const Stragglers::WorkerFigures &worker, std::size_t replica,
                             double threshold) {
    std::vector<Message> facts = {
        Message("finding.slow_worker.fact", {oneDecimal(100 * (worker.ratio - 1)), std::to_string(worker.rank),
                                             std::to_string(worker.worker.row), std::to_string(replica)}),
        Message("finding.slow_worker.fact.threshold", {oneDecimal(worker.z), oneDecimal(100 * threshold)})};
    if (worker.slowSteps.size() < job.steps.size()) {
        facts.insert(facts.begin() + 1,
                     Message("finding.slow_worker.fact.steps",
                             {std::to_string(worker.slowSteps.size()), std::to_string(job.steps.size()),
                              std::to_string(worker.slowSteps.front()), std::to_string(worker.slowSteps.back())}));
    }
    return facts;
}

/// The rank of its stage in another replica that is nearest to what is usual there; nothing without replicas.
std::optional<int> usualPeer(const Stragglers &job, const Stragglers::WorkerFigures &worker) {
    std::vector<const Stragglers::WorkerFigures *> peers;
    for (const auto &other : job.workers) {
        if (other.worker.row == worker.worker.row && other.rank != worker.rank && other.slowSteps.empty()) {
            peers.push_back(&other);
        }
    }
    const auto *usual = lowerMedian(peers, [](const auto *a, const auto *b) { return a->busy < b->busy; });
    return usual == nullptr ? std::nullopt : std::optional(usual->rank);
}

Finding findingOf(const RuleInput &input, const Stragglers::WorkerFigures &worker, bool isApart) {
    const auto &job = *input.stragglers;
    const auto rank = std::to_string(worker.rank);
    const auto &pipeline = *std::ranges::find_if(input.pipelines, [&](const GroupStudy &study) {
        return std::ranges::count(study.chart.group.ranks, worker.rank) > 0;
    });
    Finding finding;
    finding.cure = worker.cure;
    finding.rule = "slow_worker";
    finding.certainty = Certainty::Estimated;
    finding.evidence.group = pipeline.chart.group.id;
    finding.evidence.step = input.shownOf(worker.slowSteps);
    finding.evidence.ranks = {{input.run.id, worker.rank}};
    finding.evidence.items = {RankRef{input.run.id, worker.rank}};
    if (const auto peer = usualPeer(job, worker)) {
        finding.evidence.items.emplace_back(RankRef{input.run.id, *peer});
        finding.place = "timeline/compare_ranks";
    }
    finding.title = Message(job.canTellWorkers() ? "finding.slow_worker" : "finding.slow_worker.since",
                            {rank, std::string(kPrice)});
    finding.facts =
        factsOf(job, worker, replicaOfRanks(input.run).at(worker.rank), input.parameter("slow_worker.share"));
    finding.remedy = Message("finding.slow_worker.remedy", {rank});
    finding.assumptions = {Message(isApart ? "finding.slow_worker.assumes.whole" : "finding.slow_worker.assumes")};
    return finding;
}

std::vector<const Cure *> curesBeside(const Stragglers &job, const Stragglers::WorkerFigures &worker) {
    std::vector<const Cure *> cures;
    for (const auto &other : job.workers) {
        if (&other != &worker && !other.cure.isEmpty()) {
            cures.push_back(&other.cure);
        }
    }
    return cures;
}

std::vector<Finding> runSlowWorker(const RuleInput &input) {
    const auto medians = pipelineMedians(input);
    std::vector<Finding> result;
    if (!medians) {
        return result;
    }
    std::vector<const Stragglers::WorkerFigures *> slow;
    for (const auto *workers : {&input.stragglers->workers, &input.stragglers->apart}) {
        for (const auto &worker : *workers) {
            if (!worker.slowSteps.empty()) {
                slow.push_back(&worker);
            }
        }
    }
    std::stable_sort(slow.begin(), slow.end(), [](const auto *a, const auto *b) { return a->saved > b->saved; });
    const auto most = static_cast<std::size_t>(input.parameter("slow_worker.most"));
    for (const auto *worker : slow) {
        const bool isApart = worker->cure.isEmpty();
        auto finding = findingOf(input, *worker, isApart);
        // Of two that are slow in different replicas one hides the other.
        auto others = curesBeside(*input.stragglers, *worker);
        others.insert(others.end(), input.others.begin(), input.others.end());
        auto beside = input;
        beside.others = others;
        if (result.size() < most && beside.price(finding, input.parameter("slow_worker.share"), worker->saved)) {
            result.push_back(std::move(finding));
        }
    }
    return result;
}

}  // namespace

Rule makeSlowWorkerRule() {
    return {
        .id = "slow_worker",
        .parameters = {{"slow_worker.share", 0.001, "",
                        QT_TRANSLATE_NOOP("Message",
                                          "Minimum cost of the slow rank (share of the step). Slowness has its own "
                                          "limits; part of it can be hidden by pipeline bubbles.")},
                       {"slow_worker.most", 5, "",
                        QT_TRANSLATE_NOOP("Message", "Maximum number of ranks reported; more have a common cause.")}},
        .run = &runSlowWorker,
        .unanswered = &lacksStragglers,
        .standing = {Subject::Work, Nearness::Comparison}};
}

}  // namespace stagescope
