#include "core/advice/communication/comm_study.h"
#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/cluster_steps.h"
#include "core/base/statistics.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

/// Packets of one rank in one step over one transport.
struct PacketSums {
    double count = 0;
    double smallCount = 0;
    double smallMb = 0;
    double smallMs = 0;
    double largeMb = 0;
    double largeMs = 0;
    std::map<double, double> smallSizes{};  ///< their number by their size
};

using TransportKey = std::tuple<std::string, std::string, int>;  ///< transport, step, rank
using Size = std::pair<std::string, double>;                     ///< transport, MB

/// MB from which on a packet fills the link; 0 for transports that repeat others or are unknown.
double thresholdOf(const RuleInput &input, const std::string &transport) {
    if (transport == "RDMA") {
        return input.parameter("small_packets.rdma_mb");
    }
    return transport == "HCCS" || transport == "PCIE" || transport == "SIO" ? input.parameter("small_packets.sdma_mb")
                                                                            : 0;
}

std::map<TransportKey, PacketSums> packetSums(const RuleInput &input) {
    std::map<TransportKey, PacketSums> packets;
    forEachCommBandwidth(input.run, CommSource::Any, input.stop, [&](const CommBandwidth &row) {
        const double threshold = thresholdOf(input, row.transport);
        if (row.name == kAllOperators || !(row.count > 0) || !(row.durationMs >= 0) || threshold <= 0) {
            return;
        }
        auto &into = packets[{row.transport, row.step, row.rank}];
        into.count += row.count;
        if (row.packageMb < threshold) {
            into.smallCount += row.count;
            into.smallMb += row.packageMb * row.count;
            into.smallMs += row.durationMs;
            into.smallSizes[row.packageMb] += row.count;
        } else {
            into.largeMb += row.packageMb * row.count;
            into.largeMs += row.durationMs;
        }
    });
    return packets;
}

/// Rate of a full link in GB/s: what large packets reach in this run, else what the transport is made for.
double fullRate(const RuleInput &input, const std::map<TransportKey, PacketSums> &packets,
                const std::string &transport) {
    double mb = 0;
    double ms = 0;
    for (const auto &[key, each] : packets) {
        mb += std::get<0>(key) == transport ? each.largeMb : 0;
        ms += std::get<0>(key) == transport ? each.largeMs : 0;
    }
    return ms > 0 ? mb / ms
                  : input.parameter(transport == "RDMA" ? "small_packets.rdma_gbps" : "small_packets.hccs_gbps");
}

/// The rank and step that lost most over a transport.
struct SmallPacketLoss {
    double ms = 0;
    int rank = -1;
    PacketSums packets;
};

/// What a small packet of each size usually takes, ms: the median over ranks and steps, so that a slow link does not
/// pass for small packets.
std::map<Size, double> usualTimes(const RuleInput &input) {
    struct Sum {
        double count = 0;
        double ms = 0;
    };
    std::map<Size, std::map<std::pair<std::string, int>, Sum>> sums;
    forEachCommBandwidth(input.run, CommSource::Any, input.stop, [&](const CommBandwidth &row) {
        if (row.name != kAllOperators && row.count > 0 && row.durationMs >= 0 &&
            row.packageMb < thresholdOf(input, row.transport)) {
            auto &sum = sums[{row.transport, row.packageMb}][{row.step, row.rank}];
            sum.count += row.count;
            sum.ms += row.durationMs;
        }
    });
    std::map<Size, double> times;
    for (const auto &[size, ranks] : sums) {
        std::vector<double> each;
        for (const auto &entry : ranks) {
            each.push_back(entry.second.ms / entry.second.count);
        }
        times[size] = lowerMedian(std::move(each));
    }
    return times;
}

SmallPacketLoss worstOf(const RuleInput &input, const std::map<TransportKey, PacketSums> &packets,
                        const std::map<Size, double> &usual, const std::string &transport, double rate) {
    SmallPacketLoss worst;
    for (const auto &[key, each] : packets) {
        if (std::get<0>(key) != transport || each.smallCount <= input.parameter("small_packets.share") * each.count) {
            continue;
        }
        double lost = 0;
        for (const auto &[mb, count] : each.smallSizes) {
            // Being small costs a fixed time per packet; what is slower than that is slow for another reason.
            lost += count * std::clamp(usual.at({transport, mb}) - mb / rate, 0.0,
                                       input.parameter("small_packets.packet_us") / 1000);
        }
        if (lost > worst.ms) {
            worst = {lost, std::get<2>(key), each};
        }
    }
    return worst;
}

std::vector<Finding> runSmallPackets(const RuleInput &input) {
    const auto packets = packetSums(input);
    const auto usual = usualTimes(input);
    std::set<std::string> transports;
    for (const auto &entry : packets) {
        transports.insert(std::get<0>(entry.first));
    }
    std::vector<Finding> findings;
    for (const auto &transport : transports) {
        const double rate = fullRate(input, packets, transport);
        const auto worst = worstOf(input, packets, usual, transport, rate);
        if (worst.rank < 0) {
            continue;
        }
        Finding finding;
        finding.rule = "small_packets";
        finding.certainty = Certainty::Estimated;
        finding.evidence.ranks.push_back({input.run.id, worst.rank});
        finding.place = "communication/comm_bandwidth";
        finding.title = Message("finding.small_packets", {transport, std::string(kPrice)});
        finding.facts = {
            Message("finding.small_packets.fact",
                    {std::to_string(worst.rank), oneDecimal(100 * worst.packets.smallCount / worst.packets.count),
                     oneDecimal(thresholdOf(input, transport)),
                     oneDecimal(worst.packets.smallMb / worst.packets.smallMs), oneDecimal(rate)})};
        finding.remedy = Message("finding.small_packets.remedy");
        finding.assumptions = {Message("finding.small_packets.assumes")};
        const Nanos lost{static_cast<std::int64_t>(worst.ms * kNsPerMs)};
        if (input.price(finding, input.parameter("small_packets.step_share"), lost)) {
            findings.push_back(std::move(finding));
        }
    }
    return findings;
}

}  // namespace

Rule makeSmallPacketsRule() {
    return {
        .id = "small_packets",
        .parameters =
            {
                {"small_packets.sdma_mb", 16, "MB",
                 QT_TRANSLATE_NOOP("Message", "Packets below this size do not saturate HCCS, PCIe or SIO (advisor).")},
                {"small_packets.rdma_mb", 1, "MB",
                 QT_TRANSLATE_NOOP("Message", "Packets below this size do not saturate RDMA (advisor).")},
                {"small_packets.share", 0.2, "",
                 QT_TRANSLATE_NOOP("Message", "Minimum share of small packets (advisor).")},
                {"small_packets.hccs_gbps", 18, "GB/s",
                 QT_TRANSLATE_NOOP("Message",
                                   "Bandwidth of a saturated HCCS link, used if the run has no large packets.")},
                {"small_packets.rdma_gbps", 12.5, "GB/s",
                 QT_TRANSLATE_NOOP("Message",
                                   "Bandwidth of a saturated RDMA link, used if the run has no large packets.")},
                {"small_packets.packet_us", 50, "us",
                 QT_TRANSLATE_NOOP("Message", "Maximum fixed cost per packet (latency and launch).")},
                {"small_packets.step_share", 0.03, "",
                 QT_TRANSLATE_NOOP(
                     "Message",
                     "Minimum cost of the lower bandwidth (share of the step); smaller losses are hidden by others.")},
            },
        .run = &runSmallPackets,
        .unanswered = &lacksBandwidths,
        .isFor = &isOfNpus};  // other platforms do not record packets
}

}  // namespace stagescope
