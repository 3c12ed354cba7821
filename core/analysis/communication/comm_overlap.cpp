#include "core/analysis/communication/comm_overlap.h"

#include "core/analysis/communication/comm_op.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <map>
#include <tuple>

namespace stagescope {

namespace {

Result<ResultTable> runCommOverlap(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_overlap"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    const auto known = knownGroups(*run);
    for (const auto &row : commOverlaps(*run, stop)) {
        if (!input.wants(row.rank) || (input.step && *input.step != row.step)) {
            continue;
        }
        const auto group = known.find(row.group);
        table.rows.push_back({numberCell(row.rank), knownCell(row.step), textCell(row.group),
                              group == known.end() ? Cell{} : textCell(group->second.name), textCell(row.kind),
                              numberCell(row.operators), microsCell(row.time), microsCell(row.exposed),
                              percentCell(row.covered(), row.time)});
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

}  // namespace

std::vector<CommOverlap> commOverlaps(const Run &run, const std::stop_token &stop) {
    struct Part {
        std::size_t operators = 0;
        std::vector<Interval> times;
    };
    std::vector<CommOverlap> result;
    for (const int rank : run.ranks()) {
        const auto &capture = *run.capture(rank);
        const auto busy = busyIntervals(capture, stop);
        if (stop.stop_requested()) {
            return {};
        }
        if (busy.source == BusyIntervals::Source::None) {
            continue;
        }
        std::map<std::tuple<std::int64_t, std::string, std::string>, Part> parts;
        for (const auto &op : commOps(capture)) {
            auto &part = parts[{op.step, op.group, op.p2p.empty() ? "collective" : op.p2p}];
            ++part.operators;
            part.times.push_back({ns(op.range.begin), ns(op.range.end)});
        }
        for (auto &[key, part] : parts) {
            CommOverlap row;
            row.rank = rank;
            std::tie(row.step, row.group, row.kind) = key;
            row.operators = part.operators;
            const auto times = merged(std::move(part.times));
            row.time = Nanos{totalLength(times)};
            row.exposed = Nanos{totalLength(subtracted(times, busy.computing))};
            result.push_back(std::move(row));
        }
    }
    return result;
}

AnalysisEntry makeCommOverlapEntry() {
    return {.id = "comm_overlap",
            .title = "Communication that computing does not cover, by group",
            .needsDeep = &needsDeepForCommOps,
            .columns =
                {
                    integerColumn("rank", "", "Global rank."),
                    integerColumn("step", "", "Step that contains the operators' begins; empty outside of all."),
                    textColumn("communication_group", "Group as the file names it."),
                    textColumn("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown."),
                    textColumn("kind", "collective, send, receive, or batch (several transfers at once)."),
                    integerColumn("operators", "", "Number of operators."),
                    realColumn("communication_us", "us", "Union of their times on the device."),
                    realColumn("exposed_us", "us", "The part without computing beside it."),
                    realColumn("covered_percent", "%", "The rest of communication_us, as a share of it."),
                },
            .run = &runCommOverlap};
}

}  // namespace stagescope
