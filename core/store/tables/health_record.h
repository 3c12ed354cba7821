#pragma once

#include "core/base/ids.h"
#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

// What is wrong with rows of a trace (HealthRecord::trouble). Most touch figures: of durations, of bounds,
// of what belongs to which step.
namespace trouble {
inline constexpr std::string_view kReachesOver = "reaches_over";    ///< work over whole other works of its stream
inline constexpr std::string_view kNoTime = "no_time";              ///< work at 0, far from all others
inline constexpr std::string_view kFarTime = "far_time";            ///< work at another time far from all others
inline constexpr std::string_view kNoLength = "no_length";          ///< most work of a stream without a duration
inline constexpr std::string_view kUnit = "unit";                   ///< times of another unit than they should have
inline constexpr std::string_view kClockJump = "clock_jump";        ///< a gap many times as long as all the rest
inline constexpr std::string_view kBeforeLaunch = "before_launch";  ///< work more than a millisecond before its call
inline constexpr std::string_view kLongAfterLaunch = "long_after_launch";  ///< 1 s on an idle device, or 10 s
inline constexpr std::string_view kOutOfOrder = "out_of_order";            ///< of the launches of its stream
inline constexpr std::string_view kOverlaps = "overlaps";                  ///< work into the next work of its stream
inline constexpr std::string_view kAmbiguousLaunch = "ambiguous_launch";   ///< calls of several processes may be its
inline constexpr std::string_view kUnclaimedWork = "unclaimed_work";       ///< of several processes maybe: in no rank
inline constexpr std::string_view kUnclaimedOther = "unclaimed_range";     ///< the same of ranges and waits
inline constexpr std::string_view kSharedDevice = "shared_device";         ///< processes that are one rank for that
inline constexpr std::string_view kNotEnded = "not_ended";                 ///< a range that nothing ends
inline constexpr std::string_view kCrossingCalls = "crossing_calls";       ///< of a thread, as if it were two
inline constexpr std::string_view kNoLaunch = "no_launch";                 ///< work without a call
inline constexpr std::string_view kNoWork = "no_work";                     ///< a call that launches, without work
inline constexpr std::string_view kFlowStart = "flow_without_end";
inline constexpr std::string_view kFlowEnd = "flow_without_start";
inline constexpr std::string_view kAmbiguousFlow = "ambiguous_flow";
}  // namespace trouble

/// One kind of trouble that a trace has with itself, on one track where it has one. By deep loading only. Times in ns.
struct HealthRecord {
    std::string_view trouble{};
    std::string_view process{};
    std::string_view track{};
    std::string_view name{};     ///< of the worst
    std::int64_t count = 0;      ///< rows that have it
    std::int64_t of = -1;        ///< rows that might; -1: not counted
    std::int64_t begin = 0;      ///< of the worst
    std::int64_t duration = -1;  ///< of the worst, as the file has it; of a jump its length; -1: none
    std::int64_t over = -1;      ///< works that the worst reaches over
    std::int64_t lost = 0;       ///< what the rows lost of their durations

    static constexpr TableKind kKind = TableKind::TraceHealth;
    static constexpr auto fields() {
        using R = HealthRecord;
        return std::array<Field<R>, 10>{{{"trouble", &R::trouble},
                                         {"process", &R::process},
                                         {"track", &R::track},
                                         {"name", &R::name},
                                         {"count", &R::count},
                                         {"of", &R::of},
                                         {"begin_ns", &R::begin},
                                         {"duration_ns", &R::duration},
                                         {"over", &R::over},
                                         {"lost_ns", &R::lost}}};
    }
};

}  // namespace stagescope
