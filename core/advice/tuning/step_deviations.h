#pragma once

#include "core/analysis/host/host_activity.h"
#include "core/base/item_ref.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Where the time of a step went, each nanosecond once: compiling, whatever the device did meanwhile; else what the
/// device did; else, while it was idle, what the host did. total = sum of all.
struct StepTimes {
    Nanos computing{0};
    Nanos communication{0};  ///< that computing does not cover
    ActivityTimes host{};    ///< of an idle device, by HostActivity; of Compiling all

    [[nodiscard]] Nanos total() const;
};

/// A step that takes longer than the others of its rank.
struct StepDeviation {
    int rank = -1;
    std::optional<std::int64_t> step{};
    RankRange range{};
    Nanos usual{0};      ///< length of the step in the middle of the others
    StepTimes more{};    ///< than in that step, part by part: their sum is what the step takes longer
    std::size_t of = 0;  ///< steps of the rank
    Nanos all{0};        ///< their sum
    HostActivity cause = HostActivity::Other;  ///< of the host, the one that makes most of it
    std::optional<SliceRef> call{};            ///< a call that tells it best, longest first
    RankRange callRange{};

    [[nodiscard]] Nanos extra() const { return more.total(); }
};

/// Steps of a rank that take longer than the middle one of its other steps (lower median) by at least `share` of it,
/// and by kDeviationSpread times what those differ by in the middle; by begin. None of a single step or where nothing
/// tells when the device worked. O(n log n) of the rank's timeline. Stopped: incomplete.
constexpr double kDeviationSpread = 5;
[[nodiscard]] std::vector<StepDeviation> stepDeviations(const Run &run, const RankCapture &capture, double share,
                                                        const std::stop_token &stop = {});

}  // namespace stagescope
