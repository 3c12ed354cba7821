#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stagescope {

/// Work of a device by its stream, its launching call and when it ran. Times in ns.
struct OrderedWork {
    std::uint32_t stream = 0;
    std::int64_t launch = 0;    ///< when the call began
    std::int64_t returned = 0;  ///< and ended
    std::int64_t begin = 0;     ///< of the work
};

/// A stream does what it was given in that order: work that begins more than a millisecond before its call or before
/// what was launched earlier, or behind what was launched later, has a time that cannot be. Positions of such work,
/// ascending: the fewest without which all is in order. A stream of which more than one work in twenty (or one of four)
/// would go keeps none of that order (queues that several streams share): nothing is said of it, nor of works of one
/// call, which are the kernels of a graph.
/// O(n) where all is in order, else O(n log n). Any thread.
[[nodiscard]] std::vector<std::size_t> worksOutOfOrder(std::span<const OrderedWork> works);

}  // namespace stagescope
