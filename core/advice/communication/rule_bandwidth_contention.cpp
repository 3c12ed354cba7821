#include "core/advice/communication/comm_study.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/run/steps.h"
#include "core/base/intervals.h"
#include "core/base/statistics.h"
#include "core/session/rank_facts.h"
#include "core/store/trace/trace_store.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

namespace stagescope {

namespace {

/// An operator of one rank whose data went by SDMA (HCCS, PCIe, SIO).
struct Moved {
    CommTime time{};
    double sizeMb = 0;
    double transitMs = 0;
    bool isBesideMatmul = false;

    [[nodiscard]] double gbps() const { return sizeMb / transitMs; }
};

std::map<int, std::vector<Moved>> movedByRank(const RuleInput &input) {
    constexpr double kLimitUs = 4e15;  // keeps times within 64 bits
    using Key = std::tuple<int, std::string, std::string, std::string>;
    std::map<Key, std::pair<double, double>> sdma;
    forEachCommBandwidth(input.run, CommSource::Any, input.stop, [&](const CommBandwidth &row) {
        if (row.transport == "SDMA" && row.name != kAllOperators && row.timeMs > 0 &&
            row.sizeMb >= input.parameter("bandwidth_contention.mb")) {
            sdma[{row.rank, row.step, row.group, row.name}] = {row.sizeMb, row.timeMs};
        }
    });
    std::map<int, std::vector<Moved>> moved;
    forEachCommTime(input.run, CommSource::Any, input.stop, [&](const CommTime &time) {
        const auto it = sdma.find({time.rank, time.step, time.group, time.name});
        const bool isTimed = time.startUs > 0 && time.startUs < kLimitUs && time.elapsedMs > 0 && time.elapsedMs < 1e9;
        if (it != sdma.end() && isTimed) {
            moved[time.rank].push_back({time, it->second.first, it->second.second});
        }
    });
    return moved;
}

bool isMatmul(std::string_view name) { return lowerCase(name).find("matmul") != std::string::npos; }

void addMatmuls(const TraceStore &trace, std::vector<Interval> &intervals, const std::stop_token &stop) {
    std::map<StringId, bool> names;
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == TrackKind::DeviceStream && i < slices.size(); ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) {
                return;
            }
            if (slices.klass(i) != SliceClass::Computing) {
                continue;
            }
            const auto [it, isNew] = names.try_emplace(slices.name(i), false);
            it->second = isNew ? isMatmul(trace.text(slices.name(i))) : it->second;
            if (it->second) {
                intervals.push_back({ns(slices.begin(i)), ns(slices.end(i))});
            }
        }
    }
}

IntervalSet matmulsOf(const RankCapture &capture, const std::stop_token &stop) {
    const auto look = [&] {
        std::vector<Interval> intervals;
        for (const auto &[loaded, trace] : capture.traces()) {
            addMatmuls(*trace, intervals, stop);
        }
        return merged(std::move(intervals));
    };
    return measuredOnce(capture, stop, look, "matrix products");
}

void markOverlaps(std::vector<Moved> &moved, const IntervalSet &matmuls) {
    for (auto &each : moved) {
        const auto begin = std::llround(each.time.startUs * 1000);
        const auto end = begin + std::llround(each.time.elapsedMs * 1e6);
        const auto it = std::lower_bound(matmuls.begin(), matmuls.end(), begin,
                                         [](const Interval &i, std::int64_t time) { return i.end <= time; });
        each.isBesideMatmul = it != matmuls.end() && it->begin < end;
    }
}

/// GB/s that the rank's operators reach without matrix products beside them; what the link is made for where there are
/// too few.
double freeRate(const RuleInput &input, const std::vector<Moved> &moved) {
    constexpr std::size_t kEnough = 3;
    std::vector<double> rates;
    for (const auto &each : moved) {
        if (!each.isBesideMatmul) {
            rates.push_back(each.gbps());
        }
    }
    if (rates.size() < kEnough) {
        return input.parameter("bandwidth_contention.gbps");
    }
    return lowerMedian(std::move(rates));
}

struct Contention {
    int rank = -1;
    double lostMs = 0;  ///< in the step that lost most
    double freeGbps = 0;
    std::size_t operators = 0;
    const Moved *worst = nullptr;
};

Contention contentionOf(const RuleInput &input, int rank, const std::vector<Moved> &moved) {
    Contention result;
    result.rank = rank;
    result.freeGbps = freeRate(input, moved);
    std::map<std::string, double> perStep;
    for (const auto &each : moved) {
        if (!each.isBesideMatmul || each.gbps() >= input.parameter("bandwidth_contention.share") * result.freeGbps) {
            continue;
        }
        ++result.operators;
        perStep[each.time.step] += each.transitMs - each.sizeMb / result.freeGbps;
        if (result.worst == nullptr || each.gbps() < result.worst->gbps()) {
            result.worst = &each;
        }
    }
    for (const auto &entry : perStep) {
        result.lostMs = std::max(result.lostMs, entry.second);
    }
    return result;
}

Finding findingOf(const RuleInput &input, const Contention &worst) {
    const auto rank = std::to_string(worst.rank);
    Finding finding;
    finding.rule = "bandwidth_contention";
    finding.certainty = Certainty::Estimated;
    finding.evidence.group = worst.worst->time.group;
    finding.evidence.step = stepNumber(worst.worst->time.step);
    finding.evidence.ranks = {{input.run.id, worst.rank}};
    finding.evidence.items = {CommOpRef{input.run.id, worst.rank, 0, worst.worst->time.name}};
    finding.place = "timeline";
    finding.title = Message("finding.bandwidth_contention", {rank, std::string(kPrice)});
    finding.facts = {
        Message("finding.bandwidth_contention.fact", {std::to_string(worst.operators), worst.worst->time.name,
                                                      oneDecimal(worst.worst->gbps()), oneDecimal(worst.freeGbps)}),
        Message("finding.bandwidth_contention.fact.threshold",
                {percentText(input.parameter("bandwidth_contention.share")),
                 oneDecimal(input.parameter("bandwidth_contention.mb"))})};
    finding.remedy = Message("finding.bandwidth_contention.remedy");
    finding.assumptions = {Message("finding.bandwidth_contention.assumes")};
    return finding;
}

std::vector<Finding> runBandwidthContention(const RuleInput &input) {
    auto ranks = movedByRank(input);
    Contention worst;
    for (auto &[rank, moved] : ranks) {
        const auto *capture = input.run.capture(rank);
        if (capture == nullptr || input.stop.stop_requested()) {
            continue;
        }
        markOverlaps(moved, matmulsOf(*capture, input.stop));
        const auto contention = contentionOf(input, rank, moved);
        worst = contention.lostMs > worst.lostMs ? contention : worst;
    }
    if (worst.worst == nullptr) {
        return {};
    }
    const Nanos lost{std::llround(worst.lostMs * 1e6)};
    auto finding = findingOf(input, worst);
    const bool isFinding = input.price(finding, input.parameter("bandwidth_contention.step_share"), lost);
    return isFinding ? std::vector{std::move(finding)} : std::vector<Finding>{};
}

}  // namespace

Rule makeBandwidthContentionRule() {
    return {.id = "bandwidth_contention",
            .parameters =
                {{"bandwidth_contention.gbps", 18, "GB/s",
                  QT_TRANSLATE_NOOP("Message",
                                    "Bandwidth of a saturated HCCS link, used if a rank has no operators that run "
                                    "without concurrent computing (advisor).")},
                 {"bandwidth_contention.share", 0.8, "",
                  QT_TRANSLATE_NOOP("Message",
                                    "Minimum share of full bandwidth for operators concurrent with matmuls; below it "
                                    "they count (advisor).")},
                 {"bandwidth_contention.mb", 16, "MB",
                  QT_TRANSLATE_NOOP(
                      "Message",
                      "Smaller operators are excluded: they are slow because of their size (advisor's packet limit).")},
                 {"bandwidth_contention.step_share", 0.02, "",
                  QT_TRANSLATE_NOOP("Message", "Minimum cost of the lower bandwidth (share of the step).")}},
            .run = &runBandwidthContention,
            .look = [](const RuleInput &input,
                       const RankCapture &capture) { static_cast<void>(matmulsOf(capture, input.stop)); },
            .unanswered = &lacksBandwidths,
            .standing = {Subject::Links, Nearness::Comparison},
            .isFor = &isOfNpus};  // other platforms do not record what went over which link
}

}  // namespace stagescope
