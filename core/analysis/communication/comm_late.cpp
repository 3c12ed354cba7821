#include "core/analysis/communication/comm_late.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_op.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

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

using OpKey = std::tuple<std::string, std::string, std::string, int>;  ///< group, its members, name, nth
using Arrivals = std::map<OpKey, std::vector<Arrival>>;

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

LateArrival judged(const OpKey &key, std::vector<Arrival> &arrivals) {
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

struct LateRow : LateArrival {
    std::optional<std::string_view> groupName;
};

void addLate(const AnalysisInput &input, const std::stop_token &stop, TableRows<LateRow> &out) {
    const auto late = lateArrivals(*input.run(), stop);
    const GroupNames names(*input.run());
    for (const auto &each : late.collectives) {
        if (input.wants(each.last) && input.wantsStep(each.step) &&
            (!input.range || input.range->contains(each.arrival))) {
            out.add({each, names.of(each.group)});
        }
    }
    if (late.uncertainty) {
        out.note("Clocks may be off by " + cellText(columns::written(*late.uncertainty)) +
                 " us: smaller differences say nothing.");
    }
}

}  // namespace

LateArrivals lateArrivals(const Run &run, const std::stop_token &stop) {
    auto arrivals = arrivalsOfOps(run, stop);
    const bool tellMembers = !arrivals.empty();
    if (!tellMembers) {
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
            result.collectives.back().members = tellMembers ? std::get<1>(key) : std::string();
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
    using Row = LateRow;
    using Of = LateArrival;
    return runTable<Row>(
        {{.id = "comm_late", .title = "Late arrivals at collectives", .needsDeep = &needsDeepForCommOps}},
        {
            column("step", "Step; empty outside of all.", &Of::step, ifKnown),
            column("name", "Collective operator.", &Of::name),
            column("communication_group", "Group as the file names it.", &Of::group),
            column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::groupName),
            column("nth", "How many of this name and group came before on the rank.", &Of::nth),
            column("ranks", "Ranks that recorded it.", &Of::ranks),
            column("last_rank", "Global rank that began it last.", &Of::last),
            column("arrival_ns", "ns", "Its begin there, aligned clock.", &Of::arrival),
            column("behind_us", "us", "How long after the rank before it.", &Of::behind),
            column("spread_us", "us", "How long after the first rank.", &Of::spread),
            column("waited_us", "us", "What the others waited, summed over them.", &Of::waited),
            column("cumulative_us", "us", "behind_us of this rank so far, summed.", &Of::cumulative),
        },
        addLate);
}

}  // namespace stagescope
