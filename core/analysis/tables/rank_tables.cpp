#include "core/analysis/tables/rank_tables.h"

namespace stagescope {

bool isMadeByRank(const AnalysisEntry &entry, const AnalysisInput &input) {
    const bool joinsRanks = entry.joinsRanks != nullptr && entry.joinsRanks(input);
    return entry.byRank != nullptr && entry.depth == LoadDepth::Deep && !joinsRanks;
}

Result<ResultTable> runByRank(TableByRank &table, const AnalysisInput &input, const LendTimeline &lend,
                              const std::stop_token &stop) {
    const auto captures = input.captures();
    const auto show = [&](void (TableByRank::*look)(const RankCapture &)) {
        for (const auto *capture : captures) {
            if (stop.stop_requested()) {
                return;
            }
            const auto timeline = lend ? lend(*capture) : nullptr;
            (table.*look)(*capture);
        }
    };
    if (table.needsSurvey()) {
        show(&TableByRank::survey);
    }
    show(&TableByRank::add);
    return stop.stop_requested() ? fail(ErrorKind::Cancelled, "cancelled") : table.finish();
}

}  // namespace stagescope
