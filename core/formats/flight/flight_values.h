#pragma once

#include "core/formats/snapshot/pickle_values.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stagescope {

/// "nccl:send 1->2" taken apart; views into it.
struct CalledName {
    explicit CalledName(std::string_view name);
    /// "coalesced", "ALLGATHER_coalesced": one entry for the calls before it that were made as one.
    [[nodiscard]] bool endsBatch() const { return op.ends_with("coalesced"); }
    std::string_view library{};     ///< empty where the name has none
    std::string_view op{};          ///< as the recorder calls it, without what precedes and follows
    std::int64_t source = -1;       ///< of a transfer: position in the group
    std::int64_t destination = -1;  ///< likewise
};

/// Shapes of the tensors that a call was given.
struct SizeList {
    SizeList(const PickleValues &values, PickleValue lists);
    std::string text;            ///< "[2048, 1, 5120]", several behind each other
    std::int64_t elements = -1;  ///< of all; -1 where there are none, or more than 64 bits count
};

/// "0,1,2" of a list of numbers or of its text "[0, 1, 2]"; empty where it is neither.
[[nodiscard]] std::string rankListOf(const PickleValues &values, PickleValue ranks);
/// "BFloat16", several with commas.
[[nodiscard]] std::string joinedTexts(const PickleValues &values, PickleValue list);
/// A line for each frame, innermost first: "all_reduce  torch/distributed/distributed_c10d.py:3068".
[[nodiscard]] std::string stackTextOf(const PickleValues &values, PickleValue frames);

}  // namespace stagescope
