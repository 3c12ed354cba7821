#include "core/analysis/communication/models/comm_packets_model.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_from_operators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

struct Gathered {
    std::map<double, PacketBar> bars;
    std::set<std::tuple<int, std::string, std::string, std::string>> operators;  ///< counted already
    TransportPackets packets;
    double count = 0;
    double large = 0;
};

void add(Gathered &to, const CommBandwidth &row) {
    auto &bar = to.bars[row.packageMb];
    bar.leastMb = bar.mostMb = row.packageMb;
    bar.count += row.count;
    bar.sizeMb += row.packageMb * row.count;
    bar.durationMs += row.durationMs;
    to.count += row.count;
    to.large += row.count * row.largePacketRatio;
    // Size and time are those of the operator, in each of its rows.
    if (to.operators.insert({row.rank, row.step, row.group, row.name}).second) {
        to.packets.sizeMb += row.sizeMb;
        to.packets.timeMs += row.timeMs;
    }
}

std::vector<PacketBar> barsOf(const std::map<double, PacketBar> &sizes) {
    std::vector<PacketBar> bars;
    std::optional<int> last;
    for (const auto &[size, bar] : sizes) {
        const int power = size > 0 ? std::ilogb(size) : std::numeric_limits<int>::min();
        if (sizes.size() > CommPackets::kMostBars && last == power) {
            auto &span = bars.back();
            span.mostMb = size;
            span.count += bar.count;
            span.sizeMb += bar.sizeMb;
            span.durationMs += bar.durationMs;
        } else {
            bars.push_back(bar);
        }
        last = power;
    }
    return bars;
}

}  // namespace

CommPackets commPackets(const Run &run, const CommScope &scope, const std::vector<int> &ranks,
                        const std::stop_token &stop) {
    CommPackets packets;
    packets.ranks = ranks;
    std::vector<CommMember> members;
    std::map<std::string, Gathered> gathered;
    for (const auto &row : commBandwidths(run, CommSource::Any, stop)) {
        if (row.name == kAllOperators || !(row.count > 0)) {
            continue;
        }
        members.push_back({row.group, row.step, row.rank});
        const bool isAsked = ranks.empty() || std::find(ranks.begin(), ranks.end(), row.rank) != ranks.end();
        if (isAsked && scope.holds(row.group, row.step)) {
            add(gathered[row.transport], row);
        }
    }
    packets.scopes = commScopes(commGroups(run, CommSource::Any, stop), members);
    for (auto &[transport, all] : gathered) {
        all.packets.transport = transport;
        all.packets.bars = barsOf(all.bars);
        all.packets.largePercent = all.count > 0 && !std::isnan(all.large) && transport != kNcclTransport
                                       ? std::optional(100 * all.large / all.count)
                                       : std::nullopt;
        packets.transports.push_back(std::move(all.packets));
    }
    return packets;
}

}  // namespace stagescope
