#pragma once

#include "core/analysis/communication/models/comm_scope.h"
#include "core/base/item_ref.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/split_parts.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What communication costs beside computing: per rank and step, and per group and kind.
struct CommOverview {
    struct Row {
        int rank = -1;
        std::string step;  ///< empty for a whole capture
        SplitParts parts{};

        [[nodiscard]] std::int64_t overlapped() const { return parts[2]; }
        [[nodiscard]] std::int64_t exposed() const { return parts[3]; }
        /// Share of the communication that computing covers, %; 0 without communication.
        [[nodiscard]] double overlapPercent() const;
    };
    /// Mean over the ranks and steps that have it.
    struct Kind {
        std::string group;  ///< as people know it
        std::string kind;   ///< collective, send, receive, batch
        std::size_t ranks = 0;
        Nanos covered{0};
        Nanos exposed{0};
    };
    RunId run;
    CommScopes scopes;
    std::vector<Row> rows;    ///< by step and rank
    std::vector<Kind> kinds;  ///< most exposed first

    [[nodiscard]] bool isEmpty() const { return scopes.steps.empty() && rows.empty(); }
};
/// Splits of the ranks' own folders, else of a cluster analysis. Any thread, O(n log n).
[[nodiscard]] CommOverview commOverview(const Run &run, const CommScope &scope, const std::stop_token &stop = {});

/// Bars per rank and step, below them communication by group and kind. Hits: RankRef. O(rows).
[[nodiscard]] Scene buildCommOverviewScene(const CommOverview &model, int width, int height, const std::string &caption,
                                           const SceneStyle &style);

}  // namespace stagescope
