#pragma once

#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// One tensor on its way from a rank to the next: a send matched with its receive. One operation may carry several
/// edges (batchSendRecv sends and receives at once).
struct P2pEdge {
    enum class Direction : std::uint8_t { Unknown, Activation, Gradient };
    /// By what the two ends were found to belong together, best first.
    enum class Evidence : std::uint8_t { Connection, Arguments, Schedule, Order };

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t send = kNone;  ///< index into PipelineChart::p2p; kNone = the end was not recorded
    std::size_t receive = kNone;
    int from = -1;  ///< global ranks
    int to = -1;
    std::size_t producer = kNone;  ///< index into PipelineChart::cells, where known
    std::size_t consumer = kNone;
    std::int64_t step = 0;
    int microbatch = -1;
    Direction direction = Direction::Unknown;
    Evidence evidence = Evidence::Order;
    Nanos sendWait{0};     ///< the sender was there first: begin of the later end - begin of the send
    Nanos receiveWait{0};  ///< the receiver was there first
    Nanos transfer{0};     ///< later end - later begin, aligned clock
};
/// "activation", "gradient", "unknown"
[[nodiscard]] std::string_view directionText(P2pEdge::Direction direction);
/// "connection", "arguments", "schedule", "order"
[[nodiscard]] std::string_view edgeEvidenceText(P2pEdge::Evidence evidence);

}  // namespace stagescope
