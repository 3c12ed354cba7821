#include "core/analysis/communication/comm_overlap.h"

#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/session/rank_facts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

struct OverlapRow : CommOverlap {
    std::optional<std::string_view> groupName;
};

void addOverlaps(const AnalysisInput &input, const std::stop_token &stop, TableRows<OverlapRow> &out) {
    const GroupNames names(*input.run());
    for (const auto &row : commOverlaps(*input.run(), stop)) {
        if (input.wants(row.rank) && input.wantsStep(row.step)) {
            out.add({row, names.of(row.group)});
        }
    }
}

std::vector<CommOverlap> measuredOverlaps(const RankCapture &capture, const std::stop_token &stop) {
    struct Part {
        std::size_t operators = 0;
        std::vector<Interval> times;
    };
    const auto busy = busyIntervals(capture, stop);
    std::vector<CommOverlap> result;
    if (busy.source == BusyIntervals::Source::None || stop.stop_requested()) {
        return result;
    }
    std::map<std::tuple<std::int64_t, std::string, std::string>, Part> parts;
    for (const auto &op : commOps(capture)) {
        auto &part = parts[{op.step, op.group, op.p2p.empty() ? "collective" : op.p2p}];
        ++part.operators;
        part.times.push_back({ns(op.range.begin), ns(op.range.end)});
    }
    for (auto &[key, part] : parts) {
        CommOverlap row;
        row.rank = capture.rank;
        std::tie(row.step, row.group, row.kind) = key;
        row.operators = part.operators;
        const auto times = merged(std::move(part.times));
        row.time = Nanos{totalLength(times)};
        row.exposed = Nanos{totalLength(subtracted(times, busy.computing))};
        result.push_back(std::move(row));
    }
    return result;
}

}  // namespace

std::vector<CommOverlap> commOverlaps(const RankCapture &capture, const std::stop_token &stop) {
    return measuredAlone(capture, stop, [&] { return measuredOverlaps(capture, stop); });
}

std::vector<CommOverlap> commOverlaps(const Run &run, const std::stop_token &stop) {
    std::vector<CommOverlap> result;
    for (const int rank : run.ranks()) {
        std::ranges::move(commOverlaps(*run.capture(rank), stop), std::back_inserter(result));
        if (stop.stop_requested()) {
            return {};
        }
    }
    return result;
}

AnalysisEntry makeCommOverlapEntry() {
    using Row = OverlapRow;
    using Of = CommOverlap;
    return runTable<Row>(
        {{.id = "comm_overlap",
          .title = "Communication that computing does not cover, by group",
          .needsDeep = &needsDeepForCommOps}},
        {
            column("rank", "Global rank.", &Of::rank),
            column("step", "Step that contains the operators' begins; empty outside of all.", &Of::step, ifKnown),
            column("communication_group", "Group as the file names it.", &Of::group),
            column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::groupName),
            column("kind", "collective, send, receive, or batch (several transfers at once).", &Of::kind),
            column("operators", "Number of operators.", &Of::operators),
            column("communication_us", "us", "Union of their times on the device.", &Of::time),
            column("exposed_us", "us", "The part not overlapped by computing.", &Of::exposed),
            column("covered_percent", "%", "The rest of communication_us, as a share of it.",
                   [](const Row &row) { return percentOf(row.covered(), row.time); }),
        },
        addOverlaps);
}

}  // namespace stagescope
