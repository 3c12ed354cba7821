#include "core/advice/communication/comm_study.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/cluster_steps.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

/// One operator over its ranks.
struct Operator {
    double leastElapsedMs = 0;
    double mostTransitMs = 0;  ///< over RDMA
    int rank = -1;             ///< of mostTransitMs
};

using OperatorKey = std::tuple<std::string, std::string, std::string>;  ///< step, group, name

std::map<OperatorKey, Operator> operatorsOf(const RuleInput &input) {
    std::map<OperatorKey, Operator> operators;
    forEachCommTime(input.run, CommSource::Any, input.stop, [&](const CommTime &time) {
        if (time.name != kAllOperators && time.elapsedMs >= 0) {
            const auto [it, isNew] = operators.try_emplace({time.step, time.group, time.name});
            it->second.leastElapsedMs = isNew ? time.elapsedMs : std::min(it->second.leastElapsedMs, time.elapsedMs);
        }
    });
    forEachCommBandwidth(input.run, CommSource::Any, input.stop, [&](const CommBandwidth &row) {
        const auto it = operators.find({row.step, row.group, row.name});
        if (row.transport == "RDMA" && it != operators.end() && row.timeMs > it->second.mostTransitMs) {
            it->second.mostTransitMs = row.timeMs;
            it->second.rank = row.rank;
        }
    });
    return operators;
}

std::vector<Finding> runRetransmission(const RuleInput &input) {
    const double limit = input.parameter("retransmission.timeout_ms");
    double lost = 0;
    std::size_t count = 0;
    std::string name;
    Operator worst;
    std::map<std::string, double> perStep;
    for (const auto &[key, each] : operatorsOf(input)) {
        if (each.leastElapsedMs < limit || each.mostTransitMs <= limit) {
            continue;
        }
        ++count;
        perStep[std::get<0>(key)] += each.leastElapsedMs;
        if (each.mostTransitMs > worst.mostTransitMs) {
            worst = each;
            name = std::get<2>(key);
        }
    }
    if (count == 0) {
        return {};
    }
    for (const auto &entry : perStep) {
        lost = std::max(lost, entry.second);
    }
    Finding finding;
    finding.rule = "retransmission";
    finding.certainty = Certainty::Inferred;
    finding.evidence.ranks.push_back({input.run.id, worst.rank});
    finding.place = "communication/comm_durations";
    finding.title = Message("finding.retransmission", {std::to_string(count), std::to_string(worst.rank)});
    finding.facts = {
        Message("finding.retransmission.fact", {name, std::to_string(worst.rank), oneDecimal(worst.mostTransitMs),
                                                oneDecimal(worst.leastElapsedMs), oneDecimal(limit)})};
    finding.remedy = Message("finding.retransmission.remedy");
    const bool isFinding = input.price(finding, 0, Nanos{static_cast<std::int64_t>(lost * kNsPerMs)});
    return isFinding ? std::vector{std::move(finding)} : std::vector<Finding>{};
}

}  // namespace

Rule makeRetransmissionRule() {
    return {
        .id = "retransmission",
        .parameters =
            {{"retransmission.timeout_ms", 4000, "ms",
              QT_TRANSLATE_NOOP(
                  "Message",
                  "Minimum RDMA retransmission timeout; no healthy operator takes this long on all ranks (advisor).")}},
        .run = &runRetransmission,
        .unanswered = &lacksBandwidths,
        .isFor = &isOfNpus};  // other platforms do not record what went over RDMA
}

}  // namespace stagescope
