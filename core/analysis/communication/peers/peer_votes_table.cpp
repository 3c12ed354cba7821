#include "core/analysis/communication/peers/slow_link.h"
#include "core/analysis/communication/peers/slow_rank.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <vector>

namespace stagescope {

namespace {

/// Operators of the ranks and the step that are asked about.
std::vector<CommOp> askedOps(const AnalysisInput &input, const Run &run, const std::stop_token &stop) {
    auto ops = commOps(run, stop);
    std::erase_if(ops, [&](const CommOp &op) {
        return !input.wants(op.rank) || (input.step && *input.step != op.step) ||
               !inRange(input, run, op.rank, op.range);
    });
    return ops;
}

Cell nsCell(double value) { return value / 1000; }

Result<ResultTable> runSlowRank(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("slow_rank"));
    if (const auto *run = input.run(); run != nullptr) {
        for (const auto &vote : slowRankVotes(askedOps(input, *run, stop))) {
            table.rows.push_back({numberCell(vote.rank), numberCell(vote.votes)});
        }
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

Result<ResultTable> runSlowLink(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("slow_link"));
    if (const auto *run = input.run(); run != nullptr) {
        for (const auto &link : slowLinks(transmitRows(askedOps(input, *run, stop)))) {
            table.rows.push_back({textCell(link.key), numberCell(link.count), nsCell(link.meanNs), nsCell(link.stdNs),
                                  nsCell(link.minNs), nsCell(link.maxNs), Cell{link.offsetRatio},
                                  knownCell(link.maxRank), knownCell(link.minRank)});
        }
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

}  // namespace

AnalysisEntry makeSlowRankEntry() {
    return {.id = "slow_rank",
            .title = "Votes for slow ranks, as msprof-analyze counts them",
            .needsDeep = &needsDeepForCommOps,
            .columns =
                {
                    integerColumn("rank", "", "Global rank."),
                    integerColumn("votes", "",
                                  "Collectives in which its duration is outstandingly short, so that it came last."),
                },
            .run = &runSlowRank};
}

AnalysisEntry makeSlowLinkEntry() {
    return {.id = "slow_link",
            .title = "Classes of collectives with outliers, as msprof-analyze finds them",
            .needsDeep = &needsDeepForCommOps,
            .columns =
                {
                    textColumn("class", "Type, number of ranks and bytes: all_reduce3_1024."),
                    integerColumn("count", "", "Operators of the class, on all ranks."),
                    realColumn("mean_us", "us", "Mean transmit time: the shortest duration over an operator's ranks."),
                    realColumn("std_us", "us", "Its standard deviation, of the sample (n - 1)."),
                    realColumn("min_us", "us", "Shortest."),
                    realColumn("max_us", "us", "Longest."),
                    realColumn("offset_ratio", "", "The larger distance from the mean in standard deviations."),
                    integerColumn("max_rank", "", "Rank of the first operator with the longest time."),
                    integerColumn("min_rank", "", "Rank of the first operator with the shortest time."),
                },
            .run = &runSlowLink};
}

}  // namespace stagescope
