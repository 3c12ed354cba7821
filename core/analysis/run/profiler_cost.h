#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace stagescope {

class SliceTable;
class TraceStore;

/// Whether what was recorded of the host is all there: not in a part of a profile that leaves functions of Python out,
/// each of which cost time to record. O(contents).
[[nodiscard]] bool hasAllEvents(const RankCapture &capture);

/// Whether what recording costs is worth telling: a twentieth of a step.
[[nodiscard]] constexpr bool isNoticeable(Nanos cost, Nanos step) {
    return cost * 20 >= step && cost > Nanos{0} && step > Nanos{0};
}

/// What recording the host costs the host, estimated from the trace itself: each recorded event takes as long as what
/// an event adds to the one around it where both are of one kind and nothing else is recorded in between. Such a
/// stretch is mostly the profiler's, which looks at shapes and stacks there; the median of all of them is taken. A call
/// of the driver costs as much as an operator, and half of the call: CUPTI makes a launch about twice as long. An
/// estimate, of traces of PyTorch's profiler alone; it takes the calls' own dispatch (some tenths of a microsecond) for
/// its own. Measured on one H100 (torch 2.11, with_stack): 26 ms of 27 ms per step. A plain value.
class ProfilerCost {
public:
    enum class Kind : std::uint8_t { Operator, Python, Driver };
    static constexpr std::size_t kKinds = 3;

    ProfilerCost() = default;
    /// Nothing where launches are not recorded. Stopped: incomplete. O(n log n) of the slices of the host.
    explicit ProfilerCost(const RankCapture &capture, const std::stop_token &stop = {});

    [[nodiscard]] Nanos each(Kind kind) const { return m_each.at(static_cast<std::size_t>(kind)); }
    /// Events that begin in a range, and what they cost. O(log n).
    [[nodiscard]] std::int64_t events(RankRange range) const;
    [[nodiscard]] Nanos in(RankRange range) const;

private:
    void addThread(const TraceStore &trace, const SliceTable &slices, std::vector<std::int64_t> &launches);

    std::array<Nanos, kKinds> m_each{};
    std::array<std::vector<std::int64_t>, kKinds> m_begins;  ///< ascending
};

}  // namespace stagescope
