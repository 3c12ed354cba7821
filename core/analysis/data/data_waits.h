#pragma once

#include "core/base/intervals.h"
#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// Whether the name of a call on the host is one of PyTorch's data loader:
/// "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", Python frames of torch/utils/data/dataloader.py.
[[nodiscard]] bool isLoaderCall(std::string_view name);

/// A call that no other one of them holds.
struct LoaderCall {
    RankRange range;
    SliceRef slice;
    std::string_view name;  ///< lives as long as the trace
};
/// Those of at least `least`, by begin. O(slices of the host), where any name fits.
[[nodiscard]] std::vector<LoaderCall> loaderCalls(const Run &run, const RankCapture &capture, Nanos least = Nanos{0},
                                                  const std::stop_token &stop = {});

/// How a step waited for its data.
struct LoaderWait {
    std::optional<std::int64_t> step;  ///< nothing: the whole capture, since no steps are known
    RankRange range;                   ///< as the host sees it
    std::size_t calls = 0;             ///< that begin in it
    Nanos loading{0};                  ///< union of calls in it
    std::optional<Nanos> idle{};       ///< of that where the device neither computes nor communicates
    IntervalSet idles{};               ///< which is here, ns of the rank's clock
    std::optional<LoaderCall> longest{};
};
/// One for each step, by begin; none without calls. `calls` as loaderCalls gives them. O(calls + device work).
[[nodiscard]] std::vector<LoaderWait> dataWaits(const RankCapture &capture, const std::vector<LoaderCall> &calls,
                                                const std::stop_token &stop = {});

}  // namespace stagescope
