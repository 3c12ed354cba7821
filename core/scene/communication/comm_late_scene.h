#pragma once

#include "core/analysis/blame/held_up.h"
#include "core/analysis/communication/models/comm_scope.h"
#include "core/base/item_ref.h"
#include "core/scene/kit/scene_pen.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Who was waited for in collectives, to the end (blame/held_up.h), and who came last.
struct CommLateModel {
    struct Rank {
        int rank = -1;
        std::size_t collectives = 0;  ///< whose waiting comes of it
        std::size_t timesLast = 0;    ///< to how many of them it came last itself
        Nanos waited{0};              ///< by all others, summed
    };
    RunId run;
    CommScopes scopes;
    std::vector<LateArrival> collectives;  ///< what the others waited longest for first; groups as the files name them
    std::vector<Rank> ranks;               ///< that were waited for, most costly first; none in a healthy job
    bool isFollowed = true;                ///< else timelines are missing that tell whom waits come of
    std::optional<Nanos> uncertainty;      ///< of the clocks

    [[nodiscard]] bool isEmpty() const { return scopes.steps.empty(); }
    [[nodiscard]] std::string titleOf(const std::string &group) const;
    [[nodiscard]] CommOpRef refOf(const LateArrival &late) const { return {run, late.last, late.nth, late.name}; }
};
/// Any thread, O(n log n).
[[nodiscard]] CommLateModel commLateModel(const Run &run, const CommScope &scope, const std::stop_token &stop = {});

/// Ranks as bars of what was waited for them, then the collectives that cost most, as many as fit. Hits: RankRef and,
/// of a collective, the operator of the rank that came last. O(ranks + lines).
[[nodiscard]] Scene buildCommLateScene(const CommLateModel &model, int width, int height, const std::string &caption,
                                       const SceneStyle &style);

}  // namespace stagescope
