#pragma once

#include "core/analysis/communication/models/comm_scope.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Packets of one size, or of a span of sizes.
struct PacketBar {
    double leastMb = 0;  ///< MB of 10^6 bytes
    double mostMb = 0;
    double count = 0;
    double sizeMb = 0;      ///< count * size, summed
    double durationMs = 0;  ///< summed

    /// size / time; nothing where no time is known.
    [[nodiscard]] std::optional<double> gbps() const {
        return durationMs > 0 ? std::optional(sizeMb / durationMs) : std::nullopt;
    }
};

/// What went over one transport, by packet size.
struct TransportPackets {
    std::string transport;  ///< HCCS, RDMA, PCIE, SIO
    double sizeMb = 0;      ///< of the operators
    double timeMs = 0;
    std::optional<double> largePercent;  ///< of the packets, as the profiler judges what is large
    std::vector<PacketBar> bars;         ///< by size; at most CommPackets::kMostBars

    [[nodiscard]] std::optional<double> gbps() const {
        return timeMs > 0 ? std::optional(sizeMb / timeMs) : std::nullopt;
    }
};

struct CommPackets {
    static constexpr std::size_t kMostBars = 24;

    CommScopes scopes;
    std::vector<int> ranks;                    ///< that were asked about; empty = all
    std::vector<TransportPackets> transports;  ///< by name

    [[nodiscard]] bool isEmpty() const { return scopes.steps.empty(); }
};

/// Packets of some ranks (empty = all) in a group and step. Transports without a distribution, as SDMA, which repeats
/// what HCCS, PCIE and SIO carry, are left out. Where there are more sizes than kMostBars, spans from one power of two
/// to the next share a bar. Any thread, O(rows log rows).
[[nodiscard]] CommPackets commPackets(const Run &run, const CommScope &scope, const std::vector<int> &ranks,
                                      const std::stop_token &stop = {});

}  // namespace stagescope
