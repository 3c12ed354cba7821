#include "core/analysis/communication/comm_late.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_op.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

struct Arrival {
    int rank = -1;
    AlignedTime begin{};
    std::int64_t step = kNoStep;
};
using Key = std::tuple<std::string, std::string, std::string, int>;  ///< group, its members, name, nth
using Arrivals = std::map<Key, std::vector<Arrival>>;

Arrivals arrivalsOfOps(const Run &run, const std::stop_token &stop) {
    Arrivals arrivals;
    for (const auto &op : commOps(run, stop)) {
        if (op.p2p.empty() && (op.name.starts_with("hcom_") || !op.group.empty() || !op.members.empty())) {
            arrivals[{op.group, op.members, op.name, op.nth}].push_back(
                {op.rank, run.clock.toAligned(op.rank, op.range.begin), op.step});
        }
    }
    return arrivals;
}

Arrivals arrivalsOfFiles(const Run &run, const std::stop_token &stop) {
    constexpr double kLimitUs = 4e15;  // keeps the product within 64 bits
    Arrivals arrivals;
    for (const auto &time : commTimes(run, CommSource::Any, stop)) {
        if (time.isP2p || time.name == kAllOperators || time.startUs <= 0 || time.startUs > kLimitUs) {
            continue;
        }
        const auto begin = rankTime(std::llround(time.startUs * 1000));
        arrivals[{time.group, time.step, time.name, 0}].push_back(
            {time.rank, run.clock.toAligned(time.rank, begin), stepNumber(time.step).value_or(kNoStep)});
    }
    return arrivals;
}

LateArrival judged(const Key &key, std::vector<Arrival> &arrivals) {
    std::sort(arrivals.begin(), arrivals.end(),
              [](const Arrival &a, const Arrival &b) { return std::tie(a.begin, a.rank) < std::tie(b.begin, b.rank); });
    LateArrival late;
    late.group = std::get<0>(key);
    late.name = std::get<2>(key);
    late.nth = std::get<3>(key);
    late.ranks = arrivals.size();
    const auto &last = arrivals.back();
    late.last = last.rank;
    late.step = last.step;
    late.arrival = last.begin;
    late.behind = last.begin - arrivals[arrivals.size() - 2].begin;
    late.spread = last.begin - arrivals.front().begin;
    for (const auto &arrival : arrivals) {
        late.waited += last.begin - arrival.begin;
    }
    return late;
}

Result<ResultTable> runCommLate(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_late"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    const auto late = lateArrivals(*run, stop);
    const auto known = knownGroups(*run);
    for (const auto &each : late.collectives) {
        if (!input.wants(each.last) || (input.step && *input.step != each.step) ||
            (input.range && !input.range->contains(each.arrival))) {
            continue;
        }
        const auto group = known.find(each.group);
        table.rows.push_back({knownCell(each.step), textCell(each.name), textCell(each.group),
                              group == known.end() ? Cell{} : textCell(group->second.name), numberCell(each.nth),
                              numberCell(each.ranks), numberCell(each.last), numberCell(ns(each.arrival)),
                              microsCell(each.behind), microsCell(each.spread), microsCell(each.waited),
                              microsCell(each.cumulative)});
    }
    if (late.uncertainty) {
        table.notes.push_back("Clocks may be off by " + cellText(microsCell(*late.uncertainty)) +
                              " us: smaller differences say nothing.");
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

}  // namespace

LateArrivals lateArrivals(const Run &run, const std::stop_token &stop) {
    auto arrivals = arrivalsOfOps(run, stop);
    if (arrivals.empty()) {
        arrivals = arrivalsOfFiles(run, stop);
    }
    LateArrivals result;
    result.uncertainty = run.clock.uncertainty();
    for (auto &[key, list] : arrivals) {
        if (stop.stop_requested()) {
            return {};
        }
        if (list.size() >= 2) {
            result.collectives.push_back(judged(key, list));
        }
    }
    std::stable_sort(result.collectives.begin(), result.collectives.end(),
                     [](const LateArrival &a, const LateArrival &b) { return a.arrival < b.arrival; });
    std::map<int, Nanos> sums;
    for (auto &late : result.collectives) {
        late.cumulative = sums[late.last] += late.behind;
    }
    return result;
}

AnalysisEntry makeCommLateEntry() {
    return {.id = "comm_late",
            .title = "Late arrivals at collectives",
            .needsDeep = &needsDeepForCommOps,
            .columns =
                {
                    integerColumn("step", "", "Step; empty outside of all."),
                    textColumn("name", "Collective operator."),
                    textColumn("communication_group", "Group as the file names it."),
                    textColumn("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown."),
                    integerColumn("nth", "", "How many of this name and group came before on the rank."),
                    integerColumn("ranks", "", "Ranks that recorded it."),
                    integerColumn("last_rank", "", "Global rank that began it last."),
                    integerColumn("arrival_ns", "ns", "Its begin there, aligned clock."),
                    realColumn("behind_us", "us", "How long after the rank before it."),
                    realColumn("spread_us", "us", "How long after the first rank."),
                    realColumn("waited_us", "us", "What the others waited, summed over them."),
                    realColumn("cumulative_us", "us", "behind_us of this rank so far, summed."),
                },
            .run = &runCommLate};
}

}  // namespace stagescope
