#include "core/analysis/communication/peers/slow_link.h"
#include "core/analysis/communication/peers/slow_rank.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <vector>

namespace stagescope {

namespace {

/// Operators of the ranks and the step that are asked about.
std::vector<CommOp> askedOps(const AnalysisInput &input, const std::stop_token &stop) {
    auto ops = commOps(*input.run(), stop);
    std::erase_if(ops, [&](const CommOp &op) {
        return !input.wants(op.rank) || !input.wantsStep(op.step) || !input.touches(op.rank, op.range);
    });
    return ops;
}

double microsOf(double nanos) { return nanos / 1000; }

void addVotes(const AnalysisInput &input, const std::stop_token &stop, TableRows<SlowRankVote> &out) {
    for (const auto &vote : slowRankVotes(askedOps(input, stop))) {
        out.add(vote);
    }
}

void addLinks(const AnalysisInput &input, const std::stop_token &stop, TableRows<SlowLinkClass> &out) {
    for (const auto &link : slowLinks(transmitRows(askedOps(input, stop)))) {
        out.add(link);
    }
}

}  // namespace

AnalysisEntry makeSlowRankEntry() {
    return runTable<SlowRankVote>(
        {{.id = "slow_rank",
          .title = "Votes for slow ranks, as MindStudio counts them",
          .needsDeep = &needsDeepForCommOps}},
        {
            column("rank", "Global rank.", &SlowRankVote::rank),
            column("votes", "Collectives in which its duration is outstandingly short, so that it came last.",
                   &SlowRankVote::votes),
        },
        addVotes);
}

AnalysisEntry makeSlowLinkEntry() {
    using Link = SlowLinkClass;
    return runTable<Link>(
        {{.id = "slow_link",
          .title = "Classes of collectives with outliers, as MindStudio finds them",
          .needsDeep = &needsDeepForCommOps}},
        {
            column("class", "Type, number of ranks and bytes: all_reduce3_1024.", &Link::key),
            column("count", "Operators of the class, on all ranks.", &Link::count),
            column("mean_us", "us", "Mean transmit time: the shortest duration over an operator's ranks.",
                   &Link::meanNs, microsOf),
            column("std_us", "us", "Its standard deviation, of the sample (n - 1).", &Link::stdNs, microsOf),
            column("min_us", "us", "Shortest.", &Link::minNs, microsOf),
            column("max_us", "us", "Longest.", &Link::maxNs, microsOf),
            column("offset_ratio", "The larger distance from the mean in standard deviations.", &Link::offsetRatio),
            column("max_rank", "Rank of the first operator with the longest time.", &Link::maxRank, ifKnown),
            column("min_rank", "Rank of the first operator with the shortest time.", &Link::minRank, ifKnown),
        },
        addLinks);
}

}  // namespace stagescope
