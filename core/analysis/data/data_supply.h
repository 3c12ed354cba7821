#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"
#include "core/store/tables/data_records.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// The batches that passed one station of a rank. Means are over batches that tell it, without the first of the file:
/// all is set up for it. The first counts where it is the only one, and among the empty queues.
struct StationSums {
    std::string_view station;  ///< as in FeedBatchRecord
    std::string_view file;
    std::size_t batches = 0;
    std::size_t queues = 0;       ///< of them those that tell a queue
    std::size_t emptyQueues = 0;  ///< in which no batch was ready
    std::optional<Nanos> fetch{};
    std::optional<Nanos> push{};
    std::optional<Nanos> total{};
    std::optional<Nanos> wait{};
    /// fetch of batches whose queue was empty, per batch of all: how long the device may have waited for the pipeline.
    std::optional<Nanos> starved{};

    [[nodiscard]] std::optional<double> emptyShare() const {
        return queues == 0 ? std::nullopt
                           : std::optional(static_cast<double>(emptyQueues) / static_cast<double>(queues));
    }
};

/// In the order of the way to the device: device_queue or summary, iterator, get_next. Of a summary nothing where the
/// batches themselves are told. Any thread, O(batches).
[[nodiscard]] std::vector<StationSums> dataSupply(const RankCapture &capture);
/// The batches behind them, by station and in the order of their files. Texts live as long as the capture's tables.
[[nodiscard]] std::vector<FeedBatchRecord> dataBatches(const RankCapture &capture);

}  // namespace stagescope
