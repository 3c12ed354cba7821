#include "core/advice/number_texts.h"
#include "core/advice/rule_list.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/steps.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr double kMsPerSecond = 1000;

/// Packets of one size that a rank sent in one step.
struct PacketsOfSize {
    std::int64_t bytes = 0;
    double count = 0;
    double ms = 0;
};

using Sent = std::map<std::tuple<std::string, int>, std::vector<PacketsOfSize>>;  ///< by step and rank

/// Within a host: by SDMA, which wants addresses and sizes in whole blocks. SDMA itself repeats these transports.
bool isBySdma(const std::string &transport) { return transport == "HCCS" || transport == "PCIE" || transport == "SIO"; }

Sent sentPackets(const RuleInput &input) {
    Sent sent;
    forEachCommBandwidth(input.run, CommSource::Any, input.stop, [&](const CommBandwidth &row) {
        const bool isGood = row.packageMb > 0 && row.packageMb < 1e9 && row.count > 0 && row.durationMs > 0;
        if (isGood && isBySdma(row.transport) && row.name != kAllOperators) {
            sent[{row.step, row.rank}].push_back({std::llround(row.packageMb * 1e6), row.count, row.durationMs});
        }
    });
    return sent;
}

struct AlignmentLoss {
    double ms = 0;             ///< beyond what aligned packets take
    double unaligned = 0;      ///< ms of packets that are not aligned
    double all = 0;            ///< ms of all packets
    std::int64_t longest = 0;  ///< bytes of the packet size that took most
    std::string step{};
    int rank = -1;
};

class Alignment {
public:
    explicit Alignment(const RuleInput &input) : m_input(input), m_sent(sentPackets(input)) {
        std::map<int, std::pair<double, double>> sums;  // bytes, ms
        for (const auto &entry : m_sent) {
            for (const auto &packets : entry.second) {
                if (isAligned(packets)) {
                    auto &[bytes, ms] = sums[sizeClass(packets)];
                    bytes += static_cast<double>(packets.bytes) * packets.count;
                    ms += packets.ms;
                }
            }
        }
        for (const auto &[size, sum] : sums) {
            m_rates[size] = sum.first / sum.second;
        }
    }

    [[nodiscard]] AlignmentLoss worst() const {
        AlignmentLoss worst;
        for (const auto &[place, packets] : m_sent) {
            auto loss = lossOf(packets);
            std::tie(loss.step, loss.rank) = place;
            if (loss.unaligned >= m_input.parameter("byte_alignment.share") * loss.all && loss.ms > worst.ms) {
                worst = loss;
            }
        }
        return worst;
    }

private:
    [[nodiscard]] std::int64_t block() const {
        return std::max<std::int64_t>(1, std::llround(m_input.parameter("byte_alignment.bytes")));
    }
    [[nodiscard]] bool isAligned(const PacketsOfSize &packets) const {
        return packets.bytes <= block() || packets.bytes % block() == 0;
    }
    static int sizeClass(const PacketsOfSize &packets) {
        return static_cast<int>(std::lround(std::log2(static_cast<double>(packets.bytes))));
    }
    /// What as many aligned packets of about this size take in this run, else on a full link.
    [[nodiscard]] double usualMs(const PacketsOfSize &packets) const {
        const double bytes = static_cast<double>(packets.bytes) * packets.count;
        const auto it = m_rates.find(sizeClass(packets));
        return it != m_rates.end() ? bytes / it->second
                                   : bytes / (m_input.parameter("byte_alignment.gbps") * 1e6) +
                                         packets.count * m_input.parameter("byte_alignment.packet_us") / kMsPerSecond;
    }
    [[nodiscard]] AlignmentLoss lossOf(const std::vector<PacketsOfSize> &all) const {
        AlignmentLoss loss;
        double longest = 0;
        for (const auto &packets : all) {
            loss.all += packets.ms;
            if (isAligned(packets)) {
                continue;
            }
            loss.unaligned += packets.ms;
            loss.ms += std::max(0.0, packets.ms - usualMs(packets));
            if (packets.ms > longest) {
                longest = packets.ms;
                loss.longest = packets.bytes;
            }
        }
        return loss;
    }

    const RuleInput &m_input;
    Sent m_sent;
    std::map<int, double> m_rates;  ///< bytes per ms of aligned packets, by power of two of their size
};

std::vector<Finding> runByteAlignment(const RuleInput &input) {
    const auto worst = Alignment(input).worst();
    const Nanos lost{std::llround(worst.ms * 1e6)};
    if (worst.rank < 0) {
        return {};
    }
    const auto rank = std::to_string(worst.rank);
    Finding finding;
    finding.rule = "byte_alignment";
    finding.certainty = Certainty::Estimated;
    finding.evidence.step = stepNumber(worst.step);
    finding.evidence.ranks = {{input.run.id, worst.rank}};
    finding.evidence.items = {RankRef{input.run.id, worst.rank}};
    finding.place = "communication/comm_bandwidth";
    finding.title =
        Message("finding.byte_alignment",
                {std::to_string(std::llround(input.parameter("byte_alignment.bytes"))), std::string(kPrice)});
    finding.facts = {Message("finding.byte_alignment.fact",
                             {rank, percentText(worst.unaligned / worst.all), std::to_string(worst.longest),
                              percentText(input.parameter("byte_alignment.share"))})};
    finding.remedy = Message("finding.byte_alignment.remedy",
                             {std::to_string(std::llround(input.parameter("byte_alignment.bytes")))});
    finding.assumptions = {Message("finding.byte_alignment.assumes")};
    const bool isFinding = input.price(finding, input.parameter("byte_alignment.step_share"), lost);
    return isFinding ? std::vector{std::move(finding)} : std::vector<Finding>{};
}

std::optional<Message> lacksPackets(const RuleInput &input) {
    const bool hasRows = !tablesOfRun(input.run, TableKind::CommBandwidths, CommSource::Any).empty();
    return hasRows ? std::nullopt : std::optional(capabilityRemedy(input.run, "communication_matrix"));
}

}  // namespace

Rule makeByteAlignmentRule() {
    return {
        .id = "byte_alignment",
        .parameters =
            {{"byte_alignment.bytes", 512, "bytes",
              QT_TRANSLATE_NOOP("Message", "SDMA block size; smaller packets are excluded (advisor).")},
             {"byte_alignment.share", 0.2, "",
              QT_TRANSLATE_NOOP(
                  "Message",
                  "Minimum share of unaligned packets in intra-host packet time (advisor: below it, low severity).")},
             {"byte_alignment.gbps", 18, "GB/s",
              QT_TRANSLATE_NOOP("Message",
                                "Bandwidth of a saturated HCCS link, used if no aligned packet is as large.")},
             {"byte_alignment.packet_us", 50, "us",
              QT_TRANSLATE_NOOP("Message", "Fixed cost per packet in that case.")},
             {"byte_alignment.step_share", 0.01, "",
              QT_TRANSLATE_NOOP("Message", "Minimum cost of the lower bandwidth (share of the step).")}},
        .run = &runByteAlignment,
        .unanswered = &lacksPackets,
        .standing = {Subject::Links, Nearness::Comparison},
        .isFor = &isOfNpus};  // other platforms do not record packets
}

}  // namespace stagescope
