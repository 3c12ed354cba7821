#include "core/analysis/tables/rank_tables.h"

#include "core/analysis/tables/rank_by_rank.h"

#include <algorithm>
#include <functional>
#include <span>

namespace stagescope {

bool isMadeByRank(const AnalysisEntry &entry, const AnalysisInput &input) {
    const bool joinsRanks = entry.joinsRanks != nullptr && entry.joinsRanks(input);
    return entry.byRank != nullptr && entry.depth == LoadDepth::Deep && !joinsRanks;
}

LentTimelines::LentTimelines(const AnalysisInput &asked) : m_input(asked) {
    const auto keepsNone = [](const Run &run) { return run.readTimeline != nullptr; };
    if (asked.workspace != nullptr && std::ranges::any_of(asked.workspace->runs, keepsNone)) {
        m_own = *asked.workspace;
        m_input.workspace = &*m_own;
    }
}

std::shared_ptr<const void> LentTimelines::lend(const RankCapture &capture) {
    for (auto &run : m_own ? std::span(m_own->runs) : std::span<Run>()) {
        const auto *first = run.captures.data();
        if (std::less_equal<>()(first, &capture) && std::less<>()(&capture, first + run.captures.size())) {
            return openTimeline(run, static_cast<std::size_t>(&capture - first));
        }
    }
    return nullptr;
}

Result<ResultTable> runByRank(const BeginByRank &begin, const AnalysisInput &asked, const std::stop_token &stop) {
    LentTimelines timelines(asked);
    ASSIGN_OR_RETURN(const auto table, begin(timelines.input(), stop));
    const auto show = [&](void (TableByRank::*look)(const RankCapture &)) {
        for (const auto *capture : timelines.input().captures()) {
            if (stop.stop_requested()) {
                return;
            }
            const auto timeline = timelines.lend(*capture);
            ((*table).*look)(*capture);
        }
    };
    if (table->needsSurvey()) {
        show(&TableByRank::survey);
    }
    show(&TableByRank::add);
    return stop.stop_requested() ? fail(ErrorKind::Cancelled, "cancelled") : table->finish();
}

}  // namespace stagescope
