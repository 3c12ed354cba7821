#include "core/analysis/tables/rank_tables.h"

#include <algorithm>

namespace stagescope {

bool isMadeByRank(const AnalysisEntry &entry, const AnalysisInput &input) {
    const bool joinsRanks = entry.joinsRanks != nullptr && entry.joinsRanks(input);
    return entry.byRank != nullptr && entry.depth == LoadDepth::Deep && !joinsRanks;
}

LentTimelines::LentTimelines(const AnalysisInput &asked) : m_input(asked) {
    const auto *run = asked.run();
    if (run != nullptr && run->readTimeline) {
        m_own = *asked.workspace;
        m_input.workspace = &*m_own;
        m_run = &*std::ranges::find(m_own->runs, run->id, &Run::id);
    }
}

std::shared_ptr<const void> LentTimelines::lend(const RankCapture &capture) {
    return m_run == nullptr ? nullptr
                            : m_run->lendTimeline(static_cast<std::size_t>(&capture - m_run->captures.data()));
}

Result<ResultTable> runByRank(const BeginByRank &begin, const AnalysisInput &asked, const std::stop_token &stop) {
    LentTimelines timelines(asked);
    const auto table = begin(timelines.input(), stop);
    if (!table) {
        return tl::unexpected(table.error());
    }
    const auto show = [&](void (TableByRank::*look)(const RankCapture &)) {
        for (const auto *capture : timelines.input().captures()) {
            if (stop.stop_requested()) {
                return;
            }
            const auto timeline = timelines.lend(*capture);
            ((**table).*look)(*capture);
        }
    };
    if ((*table)->needsSurvey()) {
        show(&TableByRank::survey);
    }
    show(&TableByRank::add);
    return stop.stop_requested() ? fail(ErrorKind::Cancelled, "cancelled") : (*table)->finish();
}

}  // namespace stagescope
