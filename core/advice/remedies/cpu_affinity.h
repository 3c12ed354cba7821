#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// The value of CPU_AFFINITY_CONF of torch_npu, as its parser reads it: a list with commas of `MODE` or `mode:MODE`
/// (0 off, 1 all threads on the card's cores, 2 the main threads on cores of their own), `npuN:A` and `npuN:A-B`
/// (inclusive; several of a card add up), `npu_affine:1`, `force:0|1`, `lazy_bind:0|1`, `bind_irq:0|1`.
struct CpuAffinity {
    int mode = 0;
    std::map<int, std::vector<std::pair<int, int>>> cores{};  ///< by card, first and last
    /// What is wrong, one English sentence each: words that cannot be read, reversed ranges, cards that share cores,
    /// cores that no mode binds to.
    std::vector<std::string> problems{};
};
/// Never fails: what cannot be read is a problem. O(length + cards^2).
[[nodiscard]] CpuAffinity cpuAffinityFrom(std::string_view text);

}  // namespace stagescope
