#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace stagescope {

namespace {

/// When calls of one name began in the trace, and how long they took.
struct TimedCalls {
    std::vector<std::pair<std::int64_t, Nanos>> calls;  ///< in their order
    std::int64_t inNodes = 0;                           ///< calls that the execution trace has
    /// Both count the same calls, so that the n-th of one is the n-th of the other.
    [[nodiscard]] bool isSame() const { return static_cast<std::int64_t>(calls.size()) == inNodes; }
};
using CallsByName = std::unordered_map<std::string_view, TimedCalls>;

struct ExecutionRow {
    int rank = -1;
    StatisticRecord is;
    std::int64_t calls = 0;
    std::optional<std::int64_t> inTrace{};  ///< calls of the name; nothing without a trace
    std::optional<Nanos> time{};
};

/// Of those names; the rest of a thread may be large.
void addCalls(const TraceStore &trace, const SliceTable &slices, CallsByName &names) {
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        const bool isCall = slices.klass(i) != SliceClass::Instant;
        if (const auto it = isCall ? names.find(trace.text(slices.name(i))) : names.end(); it != names.end()) {
            it->second.calls.emplace_back(ns(slices.begin(i)), slices.end(i) - slices.begin(i));
        }
    }
}

/// From the threads of the host; whether there is a trace at all.
bool addTimes(const RankCapture &capture, CallsByName &names) {
    bool isThere = false;
    for (const auto &[source, trace] : capture.traces()) {
        isThere = true;
        for (const auto &track : trace->tracks()) {
            if (track.kind == TrackKind::HostThread) {
                addCalls(*trace, trace->slices(track.id), names);
            }
        }
    }
    for (auto &[name, timed] : names) {
        std::stable_sort(timed.calls.begin(), timed.calls.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
    }
    return isThere;
}

void addExecutionOps(const RankInput &of, TableRows<ExecutionRow> &out) {
    std::vector<StatisticRecord> nodes;
    CallsByName names;
    const auto records = recordsOf<StatisticRecord>(of.capture);
    for (const auto &record : records) {
        if (record.of == "execution") {
            nodes.push_back(record);
            ++names[record.name].inNodes;
        }
    }
    if (nodes.empty()) {
        return;
    }
    const bool hasTrace = addTimes(of.capture, names);
    std::vector<ExecutionRow> rows;
    std::map<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>, std::size_t> places;
    std::unordered_map<std::string_view, std::size_t> taken;  // calls by name
    for (const auto &node : nodes) {
        const auto [it, isNew] = places.try_emplace({node.name, node.group, node.unit, node.note}, rows.size());
        if (isNew) {
            rows.push_back({of.capture.rank, node});
        }
        auto &row = rows[it->second];
        const auto &timed = names[node.name];
        const auto call = taken[node.name]++;
        ++row.calls;
        row.inTrace = hasTrace ? std::optional(static_cast<std::int64_t>(timed.calls.size())) : std::nullopt;
        if (hasTrace && timed.isSame()) {
            row.time = row.time.value_or(Nanos{0}) + timed.calls[call].second;
        }
    }
    std::int64_t joined = 0;
    for (const auto &row : rows) {
        joined += row.time ? row.calls : 0;
        out.add(row);
    }
    out.note(hasTrace ? "Rank " + std::to_string(of.capture.rank) + ": " + std::to_string(joined) + " of " +
                            std::to_string(nodes.size()) +
                            " calls have a time: those of names that the trace has equally often, in the same order."
                      : "Without a trace of the same rank in the folder there are no times.");
}

}  // namespace

AnalysisEntry makeExecutionOpsEntry() {
    using Row = ExecutionRow;
    const auto is = [](const Row &row) { return row.is; };
    return rankTable<Row>(
        {.entry = {.id = "execution_ops", .title = "Operators of execution traces", .depth = LoadDepth::Deep},
         .whenEmpty = "No execution trace in this profile."},
        {
            key(column("rank", "Global rank.", &Row::rank, ifKnown)),
            key(column("operator", "Name of the operator or range.", is, &StatisticRecord::name)),
            key(column("collective", "Collective of record_param_comms.", is, &StatisticRecord::note, textIfAny)),
            key(column("input_shapes", "Shapes of its inputs, as the file has them.", is, &StatisticRecord::group)),
            key(column("input_types", "Types of its inputs.", is, &StatisticRecord::unit, textIfAny)),
            sum(column("calls", "Calls in the execution trace.", &Row::calls)),
            column("trace_calls", "Calls of this name, whatever the shapes, in the trace of the same rank.",
                   &Row::inTrace),
            sum(column("host_us", "us",
                       "Time of these calls on the host, with all that they called; of names with as many calls in "
                       "the trace, which are matched in their order.",
                       &Row::time)),
            column("file", "Name of the execution trace.", is, &StatisticRecord::file),
        },
        addExecutionOps);
}

}  // namespace stagescope
