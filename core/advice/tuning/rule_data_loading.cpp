#include "core/advice/number_texts.h"
#include "core/advice/pipeline/gap_finding.h"
#include "core/advice/rule_list.h"
#include "core/advice/tuning/host_calls.h"
#include "core/advice/tuning/matched_time.h"
#include "core/analysis/data/data_pipeline.h"
#include "core/analysis/data/data_supply.h"
#include "core/analysis/data/data_waits.h"
#include "core/analysis/run/time_split.h"
#include "core/session/rank_facts.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

constexpr const char *kDataLoading = "data_loading";

std::string textId(const char *part = "") { return std::string("finding.data_loading") + part; }

/// Of the ranks that are blamed: of all without one. Prices come last.
Message titleOf(const std::vector<RankRef> &blamed, std::string price) {
    constexpr std::size_t kMost = 8;
    if (blamed.empty()) {
        return Message(textId(".all"), {std::move(price)});
    }
    std::string ranks;
    for (std::size_t i = 0; i < std::min(blamed.size(), kMost); ++i) {
        ranks += (i == 0 ? "" : ", ") + std::to_string(blamed[i].rank);
    }
    return Message(textId(blamed.size() == 1 ? "" : ".ranks"),
                   {blamed.size() > kMost ? ranks + " ..." : ranks, std::move(price)});
}

bool hasSupply(const RankCapture &capture) { return !dataBatches(capture).empty(); }

MatchedTime loadingOn(const RuleInput &input, const RankCapture &capture) {
    const Nanos least{static_cast<std::int64_t>(1000 * input.parameter("data_loading.call_us"))};
    const auto calls = loaderCalls(input.run, capture, least, input.stop);
    const auto waits = dataWaits(capture, calls, input.stop);
    MatchedTime result{.rank = capture.rank, .steps = std::max<std::size_t>(1, waits.size())};
    const LoaderCall *longest = nullptr;
    for (const auto &wait : waits) {
        result.lost += wait.idle.value_or(Nanos{0});
        for (const auto &range : wait.idles) {
            result.won.push_back({range});
        }
    }
    for (const auto &call : calls) {
        const auto length = call.range.end - call.range.begin;
        ++result.count;
        result.total += length;
        result.byName[std::string(call.name)] += length;
        const bool isLonger = longest == nullptr || longest->range.end - longest->range.begin < length;
        longest = isLonger ? &call : longest;
    }
    if (longest != nullptr) {
        result.example = longest->slice;
        result.exampleRange = {ns(longest->range.begin), ns(longest->range.end)};
    }
    return result;
}

MatchedTime loading(const RuleInput &input, const RankCapture &capture) {
    return measuredOnce(
        capture, input.stop, [&] { return loadingOn(input, capture); }, kDataLoading);
}

/// Where no launch tells why the device idles: the time that it idles beneath calls of PyTorch's loader.
std::optional<Finding> findingOnCalls(const RuleInput &input) {
    std::vector<MatchedTime> ranks;
    for (const int rank : input.run.ranks()) {
        ranks.push_back(loading(input, *input.run.capture(rank)));
    }
    auto finding = findingOf(input, {kDataLoading, "timeline", {}, {}}, std::move(ranks));
    if (finding) {
        finding->title = titleOf(finding->evidence.ranks, finding->title.args.back());
    }
    return finding;
}

/// What MindData's files say of a rank: how long its device waits for a batch, one per step.
struct ShortSupply {
    int rank = -1;
    StationSums station{};
    Nanos lost{0};
    Nanos step{0};
    double empty = 0;         ///< share of batches, or of samples, that found nothing ready
    bool isMeasured = false;  ///< by the device
};

/// The mean of the steps of a rank that the device does not work in, where that is known.
std::optional<Nanos> freeTime(const RankCapture &capture, const std::stop_token &stop) {
    const auto splits = timeSplits(capture, stop);
    Nanos sum{0};
    for (const auto &split : splits) {
        sum += split.parts.free + split.parts.preparing + split.parts.tail;
    }
    return splits.empty() ? std::nullopt : std::optional(sum / static_cast<std::int64_t>(splits.size()));
}

/// From batch to batch, by the clock of a station: the step where nothing else tells it.
Nanos batchInterval(const RankCapture &capture, const StationSums &station) {
    std::optional<std::int64_t> first;
    std::int64_t last = 0;
    std::int64_t count = -1;
    for (const auto &batch : dataBatches(capture)) {
        if (batch.station == station.station && batch.file == station.file && batch.time >= 0) {
            first = std::min(first.value_or(batch.time), batch.time);
            last = std::max(last, batch.time);
            ++count;
        }
    }
    return first && count > 0 ? Nanos{(last - *first) / count} : station.total.value_or(Nanos{0});
}

/// The emptiest queue before the device, of a summary that tells no batch's queue.
double emptyInput(const FeedPipeline &pipeline) {
    double empty = 0;
    for (const auto &op : pipeline.operators) {
        empty = op.depth <= 1 ? std::max(empty, op.is.queueEmpty) : empty;
    }
    return empty;
}

std::optional<ShortSupply> shortSupplyOf(const RuleInput &input, const RankCapture &capture) {
    std::optional<ShortSupply> worst;
    for (const auto &station : dataSupply(capture)) {
        ShortSupply supply{.rank = capture.rank, .station = station, .isMeasured = station.wait.has_value()};
        if (station.emptyShare()) {
            supply.empty = *station.emptyShare();
            supply.lost = station.wait.value_or(station.starved.value_or(Nanos{0}));
        } else {
            supply.empty = emptyInput(dataPipeline(capture));
            const double fetch = static_cast<double>(station.fetch.value_or(Nanos{0}).count());
            supply.lost = station.wait.value_or(Nanos{static_cast<std::int64_t>(supply.empty * fetch)});
        }
        supply.step = input.step > Nanos{0} ? input.step : batchInterval(capture, station);
        const bool isShort = supply.isMeasured || supply.empty > input.parameter("data_loading.empty_queues");
        if (isShort && supply.lost > Nanos{0} && (!worst || supply.lost > worst->lost)) {
            worst = supply;
        }
    }
    const auto free = worst ? freeTime(capture, input.stop) : std::nullopt;
    if (free) {
        worst->lost = std::min(worst->lost, *free);
    }
    return worst;
}

/// How the pipeline of the rank that is blamed looks, and what to do about the operator that holds it up.
void addPipelineFacts(const RuleInput &input, int rank, Finding &finding) {
    const auto *capture = input.run.capture(rank);
    const auto pipeline = capture == nullptr ? FeedPipeline{} : dataPipeline(*capture);
    const auto add = [&](const char *fact, std::vector<std::string> args) {
        finding.facts.emplace_back(textId(fact), std::move(args));
    };
    for (const auto &other : pipeline.others) {
        const double busy = other.workers > 0 ? other.cpu / static_cast<double>(other.workers) : 0;
        if (other.op == kWholeHost && busy > input.parameter("data_loading.busy_host")) {
            add(".fact.host", {std::to_string(rank), percentText(busy)});
        }
    }
    if (const auto *op = pipeline.bottleneck()) {
        add(".fact.bottleneck", {op->name(), percentText(op->is.queueUse)});
        if (const auto busy = op->busyWorkers()) {
            add(".fact.workers", {op->name(), std::to_string(op->is.workers), percentText(*busy)});
        }
        finding.remedy = Message(textId(".remedy.minddata"), {op->name()});
    }
}

std::optional<Finding> findingOnSupply(const RuleInput &input) {
    std::vector<ShortSupply> ranks;
    for (const int rank : input.run.ranks()) {
        const auto supply = shortSupplyOf(input, *input.run.capture(rank));
        ranks.push_back(supply.value_or(ShortSupply{.rank = rank}));
    }
    std::stable_sort(ranks.begin(), ranks.end(),
                     [](const ShortSupply &a, const ShortSupply &b) { return a.lost < b.lost; });
    const auto least = input.parameter("data_loading.share");
    if (ranks.empty() || ranks.back().lost <= Nanos{0}) {
        return std::nullopt;
    }
    const auto &worst = ranks.back();
    std::vector<Nanos> lost;
    std::ranges::transform(ranks, std::back_inserter(lost), &ShortSupply::lost);
    Finding finding;
    finding.rule = kDataLoading;
    finding.certainty = worst.isMeasured ? Certainty::Measured : Certainty::Estimated;
    finding.place = "operator/operator_data";
    for (auto blamed = standingOut(lost); blamed > 0; --blamed) {
        finding.evidence.ranks.insert(finding.evidence.ranks.begin(),
                                      {input.run.id, ranks[ranks.size() - blamed].rank});
    }
    finding.title = titleOf(finding.evidence.ranks, std::string(kPrice));
    finding.evidence.items.emplace_back(RankRef{input.run.id, worst.rank});
    finding.facts.emplace_back(textId(".fact.supply"),
                               std::vector<std::string>{percentText(worst.empty), std::to_string(worst.rank),
                                                        percentText(input.parameter("data_loading.empty_queues"))});
    if (worst.station.fetch) {
        finding.facts.emplace_back(textId(".fact.fetch"), std::vector<std::string>{millisText(*worst.station.fetch)});
    }
    finding.facts.emplace_back("finding.idle_gaps.fact.step",
                               std::vector<std::string>{millisText(worst.step), percentText(least)});
    finding.remedy = Message(textId(".remedy"));
    finding.assumptions = {Message(textId(".assumes"))};
    auto ofStep = input;
    ofStep.step = worst.step;
    return ofStep.price(finding, least, worst.lost) ? std::optional(std::move(finding)) : std::nullopt;
}

std::vector<Finding> runDataLoading(const RuleInput &input) {
    auto finding =
        lacksHost(input) ? findingOnCalls(input) : gapFinding(input, FreeCause::DataLoading, kDataLoading, textId());
    if (!finding) {
        finding = findingOnSupply(input);
    }
    if (!finding) {
        return {};
    }
    for (const auto &item : finding->evidence.items) {
        if (const auto *rank = std::get_if<RankRef>(&item)) {
            addPipelineFacts(input, rank->rank, *finding);
            break;
        }
    }
    finding->facts.emplace_back(textId(".formula"));
    if (finding->assumptions.empty()) {
        finding->assumptions.emplace_back(textId(".unless"));
    }
    return {*finding};
}

std::optional<Message> lacksLoading(const RuleInput &input) {
    const auto ranks = input.run.ranks();
    const bool isTold = std::any_of(ranks.begin(), ranks.end(), [&](int rank) {
        return hasHostCalls(*input.run.capture(rank)) || hasSupply(*input.run.capture(rank));
    });
    return isTold ? std::nullopt : std::optional(Message("finding.unanswered.host"));
}

}  // namespace

Rule makeDataLoadingRule() {
    Rule rule{.id = kDataLoading,
              .parameters = gapParameters(kDataLoading),
              .run = &runDataLoading,
              .look =
                  [](const RuleInput &input, const RankCapture &capture) {
                      static_cast<void>(hasHostCalls(capture));
                      static_cast<void>(loading(input, capture));
                  },
              .unanswered = &lacksLoading,
              .standing = {Subject::Work, Nearness::Reason}};
    rule.parameters.push_back({"data_loading.call_us", 10'000, "us",
                               QT_TRANSLATE_NOOP("Message", "Minimum call duration (MindStudio advisor limit).")});
    rule.parameters.push_back(
        {"data_loading.empty_queues", 0.3, "",
         QT_TRANSLATE_NOOP("Message", "Share of batches that find the device queue empty (MindInsight's threshold).")});
    rule.parameters.push_back(
        {"data_loading.busy_host", 0.8, "",
         QT_TRANSLATE_NOOP(
             "Message", "Share of host CPU time at which the host counts as short of CPU (MindInsight's threshold).")});
    return rule;
}

}  // namespace stagescope
