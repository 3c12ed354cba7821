#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/memory/memory_series.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/base/item_ref.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 4> kOrders{"file", "size", "time", "duration"};
constexpr std::array<std::string_view, 2> kReleased{"any", "never"};

std::string textParameter(const AnalysisInput &input, const std::string &name) {
    const auto it = input.parameters.find(name);
    return it == input.parameters.end() ? std::string() : it->second;
}

Result<std::optional<std::int64_t>> numberParameter(const AnalysisInput &input, const std::string &name) {
    const auto text = textParameter(input, name);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty()) {
        return std::optional<std::int64_t>();
    }
    if (error != std::errc{} || end != text.data() + text.size()) {
        return fail(ErrorKind::BadArgument, "parameter " + name + " is a whole number, not '" + text + "'");
    }
    return std::optional(value);
}

struct Wanted {
    MemoryOpFilter filter;
    std::size_t order = 0;
    bool atPeak = false;
    std::optional<std::int64_t> alignedAt;
};

Result<Wanted> wantedOf(const AnalysisInput &input) {
    const auto order = choiceParameter(input, "order", kOrders);
    const auto least = numberParameter(input, "least_bytes");
    const auto most = numberParameter(input, "most_bytes");
    const auto released = choiceParameter(input, "released", kReleased);
    Wanted wanted;
    wanted.atPeak = textParameter(input, "at") == "peak";
    const auto at = wanted.atPeak ? Result<std::optional<std::int64_t>>() : numberParameter(input, "at");
    if (!order || !released) {
        return tl::make_unexpected(!order ? order.error() : released.error());
    }
    if (!least || !most || !at) {
        return tl::make_unexpected(!least ? least.error() : !most ? most.error() : at.error());
    }
    wanted.filter.name = textParameter(input, "name");
    wanted.filter.leastBytes = least->value_or(INT64_MIN);
    wanted.filter.mostBytes = most->value_or(INT64_MAX);
    wanted.filter.isUnreleased = kReleased[*released] == "never";
    wanted.order = *order;
    wanted.alignedAt = *at;
    return wanted;
}

/// The filter in the rank's own clock; nothing where the peak is asked for and not known.
std::optional<MemoryOpFilter> filterOf(const AnalysisInput &input, const Run &run, const RankCapture &capture,
                                       const Wanted &wanted, const std::stop_token &stop) {
    auto filter = wanted.filter;
    if (wanted.atPeak) {
        filter.aliveAt = memoryPeak(capture, stop).at;
        if (!filter.aliveAt) {
            return std::nullopt;
        }
    }
    if (wanted.alignedAt) {
        filter.aliveAt = run.clock.toRank(capture.rank, alignedTime(*wanted.alignedAt));
    }
    if (input.range) {
        filter.range = run.clock.toRank(capture.rank, *input.range);
    }
    return filter;
}

/// Nothing to sort for the order of the file.
std::optional<MemoryOpColumn> columnOf(std::size_t order) {
    return kOrders[order] == "size"       ? std::optional(MemoryOpColumn::Bytes)
           : kOrders[order] == "time"     ? std::optional(MemoryOpColumn::Allocated)
           : kOrders[order] == "duration" ? std::optional(MemoryOpColumn::Duration)
                                          : std::nullopt;
}

std::vector<Cell> rowOf(const Run &run, int rank, const OperatorMemory &memory, std::uint32_t row) {
    const auto time = [&](MemoryOpColumn column) {
        const auto at = memory.number(row, column);
        return at ? alignedCell(run, rank, rankTime(*at)) : Cell{};
    };
    const auto span = [&](MemoryOpColumn column) {
        const auto length = memory.number(row, column);
        return length ? microsCell(Nanos{*length}) : Cell{};
    };
    using Column = MemoryOpColumn;
    std::vector<Cell> cells{numberCell(rank),        textCell(memory.name(row)),  numberCell(memory.bytes(row)),
                            time(Column::Allocated), time(Column::Released),      time(Column::ActiveReleased),
                            span(Column::Duration),  span(Column::ActiveDuration)};
    for (const auto column : {Column::AtAllocated, Column::AtReserved, Column::AtActive, Column::ThenAllocated,
                              Column::ThenReserved, Column::ThenActive}) {
        cells.push_back(numberCell(memory.number(row, column)));
    }
    cells.push_back(textCell(memory.text(row, Column::Stream)));
    cells.push_back(numberCell(memory.number(row, Column::Device)));
    cells.push_back(textCell(memory.text(row, Column::Graph)));
    cells.push_back(numberCell(memory.number(row, Column::NodeBegin)));
    cells.push_back(numberCell(memory.number(row, Column::NodeEnd)));
    cells.push_back(textCell(toText(MemoryOpRef{run.id, rank, row})));
    return cells;
}

Result<ResultTable> runMemoryOps(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("memory_ops"));
    const auto wanted = wantedOf(input);
    if (!wanted) {
        return tl::make_unexpected(wanted.error());
    }
    const auto *run = input.run();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto &capture = *run->capture(rank);
        const auto filter =
            input.wants(rank) ? filterOf(input, *run, capture, *wanted, stop) : std::optional<MemoryOpFilter>();
        const OperatorMemory memory(capture);
        auto rows = filter ? memoryOps(memory, *filter, stop) : std::vector<std::uint32_t>{};
        if (const auto column = columnOf(wanted->order)) {
            sortMemoryOps(rows, memory, *column, kOrders[wanted->order] != "time", stop);
        }
        for (const auto row : rows) {
            table.rows.push_back(rowOf(*run, rank, memory, row));
        }
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    if (table.rows.empty()) {
        table.notes.emplace_back(
            "No operator's memory passes, or none is loaded: the profiler writes operator_memory with "
            "profile_memory=True.");
    }
    return table;
}

}  // namespace

AnalysisEntry makeMemoryOpsEntry() {
    return {.id = "memory_ops",
            .title = "Memory of operators",
            .depth = LoadDepth::Deep,
            .parameters = {{"at", "", "Only what is alive then: ns of the aligned clock, or peak (each rank's own)."},
                           {"name", "", "Only names with this in them, whatever its case."},
                           {"least_bytes", "", "Only allocations of at least so many bytes."},
                           {"most_bytes", "", "Only allocations of at most so many bytes."},
                           {"released", "any", "any, or never: only what the capture does not see released."},
                           {"order", "file", "file, size (largest first), time or duration (longest first)."}},
            .columns =
                {
                    integerColumn("rank", "", "Global rank."),
                    textColumn("name", "Operator."),
                    integerColumn("size_bytes", "bytes", "What it was given."),
                    integerColumn("allocated_ns", "ns", "When, aligned clock; empty before the capture."),
                    integerColumn("released_ns", "ns", "When it was given back; empty: not within the capture."),
                    integerColumn("active_released_ns", "ns", "When the last stream was done with it."),
                    realColumn("duration_us", "us", "From allocation to release."),
                    realColumn("active_duration_us", "us", "From allocation to the last use."),
                    integerColumn("allocation_allocated_bytes", "bytes", "All that was allocated after it was given."),
                    integerColumn("allocation_reserved_bytes", "bytes", "All that was reserved then."),
                    integerColumn("allocation_active_bytes", "bytes", "All that was active then."),
                    integerColumn("release_allocated_bytes", "bytes", "All that was allocated after its release."),
                    integerColumn("release_reserved_bytes", "bytes", "All that was reserved then."),
                    integerColumn("release_active_bytes", "bytes", "All that was active then."),
                    textColumn("stream", "Stream, pointer as the file writes it."),
                    integerColumn("device", "", "Device."),
                    textColumn("graph", "Static graphs: id of the graph."),
                    integerColumn("node_begin", "", "Static graphs: first node that has it."),
                    integerColumn("node_end", "", "Static graphs: node after the last; 4294967295 = to the end."),
                    textColumn("evidence", "Item to select: memory:RUN/RANK/ROW."),
                },
            .run = &runMemoryOps};
}

}  // namespace stagescope
