#pragma once

#include "core/analysis/tables/analysis.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace stagescope {

/// Whether the table that is asked for is made of timelines one after the other.
[[nodiscard]] bool isMadeByRank(const AnalysisEntry &entry, const AnalysisInput &input);

/// A question about runs whose timelines are looked at one after the other. Where one of them keeps none it asks about
/// copies, which each is put into for as long as it is lent. One thread; what it is made of outlives it.
class LentTimelines {
public:
    explicit LentTimelines(const AnalysisInput &asked);
    LentTimelines(const LentTimelines &) = delete;
    LentTimelines &operator=(const LentTimelines &) = delete;

    /// The same question. The captures of its runs are those that lend takes.
    [[nodiscard]] const AnalysisInput &input() const { return m_input; }
    /// A timeline is there while what is returned lives; null: it is there anyway. O(bytes of its files).
    [[nodiscard]] std::shared_ptr<const void> lend(const RankCapture &capture);

private:
    AnalysisInput m_input;
    std::optional<Workspace> m_own{};  ///< nothing: all timelines are there
};

/// Makes such a table of all ranks of its question: of a run that keeps no timelines each is there while it is looked
/// at, twice where the table needs a survey. Errors: those of an entry's function. One thread.
[[nodiscard]] Result<ResultTable> runByRank(const BeginByRank &begin, const AnalysisInput &input,
                                            const std::stop_token &stop);

}  // namespace stagescope
