#pragma once

#include "core/analysis/trace/free_gaps.h"
#include "core/base/item_ref.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What one hop of a chain of blame is.
enum class BlameWhat : std::uint8_t {
    Wait,      ///< a communication operator that was there before another rank
    Transfer,  ///< a communication operator after all of its ranks had come
    Work,      ///< kernels of a rank, one after the other
    Gap,       ///< the device did nothing, BlameHop::gap says why
    Host,      ///< call of the host: what it did during a gap, or what the work comes from
    Code,      ///< Python around that
};
/// "wait", "transfer", "work", "gap", "host", "code"
[[nodiscard]] std::string_view blameWhatText(BlameWhat what);

/// How a chain ends.
enum class BlameEnd : std::uint8_t {
    Cause,      ///< at something that took longer than it does elsewhere: BlameChain::cause
    MoreWork,   ///< the last rank had more to do than the one that waited, each kernel as long as elsewhere
    Order,      ///< nothing took longer than elsewhere: the wait belongs to the order of the work
    NotLoaded,  ///< at a rank whose timeline is not loaded
};
/// "cause", "more_work", "order", "not_loaded"
[[nodiscard]] std::string_view blameEndText(BlameEnd end);

struct BlameHop {
    BlameWhat what = BlameWhat::Wait;
    std::optional<FreeCause> gap{};  ///< of Gap
    int rank = -1;
    RankRange range;              ///< clock of the rank
    std::string name;             ///< of the item; of several kernels that of the longest
    std::optional<ItemRef> item;  ///< a slice that shows it; nothing where only tables tell it
    int waitedFor = -1;           ///< of Wait: the rank that came last; -1 where it is not known who met
    std::size_t kernels = 0;      ///< of Work
    std::string with{};           ///< of Transfer: the ranks it went between, "2,3"
    /// Of the cause: how much longer all of its kind took on the way from it to the item than it takes elsewhere.
    Nanos excess{0};
};

/// From something that waited back to what made it wait, each hop earlier than the one before. Plain value.
struct BlameChain {
    std::vector<BlameHop> hops;
    BlameEnd end = BlameEnd::Order;
    std::size_t cause = 0;               ///< position of the hop that is blamed, where end == Cause
    Nanos waited{0};                     ///< how long the item waited
    std::optional<std::int64_t> step{};  ///< that it lies in
    std::optional<Nanos> uncertainty{};  ///< of the clocks; nothing: not compared
    [[nodiscard]] const BlameHop *blamed() const { return end == BlameEnd::Cause ? &hops[cause] : nullptr; }
};

}  // namespace stagescope
