#pragma once

#include "core/analysis/blame/usual_times.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/trace/free_gaps.h"
#include "core/base/intervals.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// The work of the device of one rank in the orders in which blame walks through it. Refers to the capture, which must
/// outlive it. Work is named by its position in `paths`; times are ns of the rank's clock.
class RankTimeline {
public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    /// Work that begins this soon after other work follows it without a gap: what a stream needs between two kernels.
    static constexpr std::int64_t kTouch = 5'000;

    /// Empty where the capture has no trace. Its kernels become known to `usual`; that the device idles while its host
    /// waits for others (`hostWaits`) is not. O(n log n).
    RankTimeline(const RankCapture &capture, const IntervalSet &hostWaits, UsualTimes &usual,
                 const std::stop_token &stop);

    [[nodiscard]] int rank() const { return m_capture->rank; }
    [[nodiscard]] const RankCapture &capture() const { return *m_capture; }
    [[nodiscard]] const std::vector<DispatchPath> &paths() const { return m_paths; }
    [[nodiscard]] const std::vector<StepBounds> &steps() const { return m_steps; }
    [[nodiscard]] std::uint32_t keyOf(std::uint32_t work) const { return m_keys[work]; }
    [[nodiscard]] std::string_view name(std::uint32_t work) const;
    [[nodiscard]] const TraceStore *traceOf(SourceId source) const;
    [[nodiscard]] bool isCommunication(std::uint32_t work) const {
        return m_paths[work].klass == SliceClass::Communication;
    }

    /// The communication operator of that begin, that name where several begin at once; kNone without one. O(log n).
    [[nodiscard]] std::uint32_t communicationAt(std::int64_t begin, std::string_view name) const;
    /// The first work that begins at a time or later.
    [[nodiscard]] std::uint32_t firstFrom(std::int64_t time) const;
    /// What ended last before `work` began, computing before communication where both touch it; sends do not hold up
    /// kernels. kNone for the first. O(log n + work that ends meanwhile).
    [[nodiscard]] std::uint32_t before(std::uint32_t work) const;
    /// What was launched last before `work` was and began before it; kNone for the first and without a launch.
    [[nodiscard]] std::uint32_t launchedBefore(std::uint32_t work) const;
    /// The first work whose launch returned at a time or later; kNone without one.
    [[nodiscard]] std::uint32_t launchedFrom(RankTime time) const;
    /// The gap of the device that ends where `work` begins; null where other work was under way.
    [[nodiscard]] const FreeGap *gapBefore(std::uint32_t work) const;
    /// Step that holds a time of the device's work; nothing outside of all.
    [[nodiscard]] const StepBounds *stepAt(std::int64_t time) const;

    void markSend(std::uint32_t work) { m_isSend[work] = true; }

private:
    void addKeys(const IntervalSet &hostWaits, UsualTimes &usual, const std::stop_token &stop);
    [[nodiscard]] bool isWork(std::uint32_t work) const { return m_paths[work].begin < m_paths[work].end; }

    const RankCapture *m_capture;
    std::vector<DispatchPath> m_paths;  ///< by begin
    std::vector<std::uint32_t> m_keys;
    std::vector<bool> m_isSend;
    std::vector<std::uint32_t> m_byEnd;
    std::vector<std::uint32_t> m_byLaunch;
    std::vector<FreeGap> m_gaps;  ///< by end
    std::vector<StepBounds> m_steps;
};

}  // namespace stagescope
