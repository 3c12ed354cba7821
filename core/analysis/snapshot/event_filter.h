#pragma once

#include "core/analysis/snapshot/snapshot_history.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Which events of a history are wanted.
struct EventFilter {
    std::uint32_t actions = ~std::uint32_t{0};  ///< bit of each SnapshotAction
    std::uint32_t begin = 0;                    ///< events
    std::uint32_t end = ~std::uint32_t{0};
    /// Part of a frame ("forward", "model.py:12"), in any case; or an address ("0x7f00"), inside the event's bytes.
    std::string text{};

    [[nodiscard]] static constexpr std::uint32_t bit(SnapshotAction action) {
        return std::uint32_t{1} << static_cast<unsigned>(action);
    }
    bool operator==(const EventFilter &) const = default;
};

/// Ascending. O(events + frames).
[[nodiscard]] std::vector<std::uint32_t> filteredEvents(const SnapshotHistory &history, const EventFilter &filter,
                                                        const std::stop_token &stop = {});

}  // namespace stagescope
