#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <optional>

namespace stagescope {

namespace {

struct CounterRow {
    int rank;
    StatisticRecord counter;
};

void addCounters(const RankInput &of, TableRows<CounterRow> &out) {
    const auto records = recordsOf<StatisticRecord>(of.capture);
    for (const auto &record : records) {
        if (record.of == "counter") {
            out.add({of.capture.rank, record});
        }
    }
}

}  // namespace

AnalysisEntry makeProfilerCountersEntry() {
    using Row = CounterRow;
    const auto counter = [](const Row &row) { return row.counter; };
    const auto timeIfKnown = [](std::int64_t time) {
        return time == kNoStatisticTime ? std::nullopt : std::optional(time);
    };
    return rankTable<Row>(
        {.entry = {.id = "profiler_counters", .title = "Profiler counters and statistics"},
         .whenEmpty = "No counter files in this profile."},
        {
            key(column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown)),
            key(column("source",
                       "Type of the counters: hbm, hccs, cpu_usage, counter_collection ...; the file name has it.",
                       counter, &StatisticRecord::group)),
            key(column("device", "Id of the device; empty for the host.", counter, &StatisticRecord::device, ifKnown)),
            key(column("object", "Memory, direction, port, processor, process or kernel of the value.", counter,
                       &StatisticRecord::name, textIfAny)),
            key(column("quantity", "Name of the value, as the file has it.", counter, &StatisticRecord::quantity)),
            column("value", "In `unit`, as the file has it.", counter, &StatisticRecord::value),
            column("unit", "Unit of the value, as the file has it.", counter, &StatisticRecord::unit, textIfAny),
            column("time_ns", "ns",
                   "Time of the value by the clock of the file: since 1970 (before CANN 7: since the host started); "
                   "empty for values of the whole capture.",
                   counter, &StatisticRecord::time, timeIfKnown),
            column("file", "Name of the file.", counter, &StatisticRecord::file),
        },
        addCounters);
}

}  // namespace stagescope
