#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/memory/memory_series.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <array>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 4> kOrders{"file", "size", "time", "duration"};
constexpr std::array<std::string_view, 2> kReleased{"any", "never"};

Result<std::optional<std::int64_t>> numberParameter(const AnalysisInput &input, const std::string &name) {
    const auto text = input.parameter(name);
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

struct WantedOps {
    MemoryOpFilter filter;
    std::size_t order = 0;
    bool atPeak = false;
    std::optional<std::int64_t> alignedAt;
};

Result<WantedOps> wantedOps(const AnalysisInput &input) {
    const auto order = choiceParameter(input, "order", kOrders);
    const auto least = numberParameter(input, "least_bytes");
    const auto most = numberParameter(input, "most_bytes");
    const auto released = choiceParameter(input, "released", kReleased);
    WantedOps wanted;
    wanted.atPeak = input.parameter("at") == "peak";
    const auto at = wanted.atPeak ? Result<std::optional<std::int64_t>>() : numberParameter(input, "at");
    if (!order || !released) {
        return tl::make_unexpected(!order ? order.error() : released.error());
    }
    if (!least || !most || !at) {
        return tl::make_unexpected(!least ? least.error() : !most ? most.error() : at.error());
    }
    wanted.filter.name = input.parameter("name");
    wanted.filter.leastBytes = least->value_or(INT64_MIN);
    wanted.filter.mostBytes = most->value_or(INT64_MAX);
    wanted.filter.isUnreleased = kReleased[*released] == "never";
    wanted.order = *order;
    wanted.alignedAt = *at;
    return wanted;
}

/// The filter in the rank's own clock; nothing where the peak is asked for and not known.
std::optional<MemoryOpFilter> filterOf(const RankInput &of, const WantedOps &wanted) {
    const auto &[all, run, capture, stop] = of;
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
    if (all.range) {
        filter.range = run.clock.toRank(capture.rank, *all.range);
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

struct OpRow {
    const RankInput *of;
    const OperatorMemory *memory;
    std::uint32_t row;
};

auto number(MemoryOpColumn column) {
    return [column](const OpRow &row) { return row.memory->number(row.row, column); };
}
auto text(MemoryOpColumn column) {
    return [column](const OpRow &row) { return row.memory->text(row.row, column); };
}
auto time(MemoryOpColumn column) {
    return [column](const OpRow &row) {
        const auto at = row.memory->number(row.row, column);
        const auto &[all, run, capture, stop] = *row.of;
        return at ? std::optional(run.clock.toAligned(capture.rank, rankTime(*at))) : std::nullopt;
    };
}
Nanos inNanos(std::int64_t length) { return Nanos{length}; }

void addOps(const RankInput &of, const WantedOps &wanted, TableRows<OpRow> &out) {
    const auto filter = filterOf(of, wanted);
    const OperatorMemory memory(of.capture);
    auto rows = filter ? memoryOps(memory, *filter, of.stop) : std::vector<std::uint32_t>{};
    if (const auto column = columnOf(wanted.order)) {
        sortMemoryOps(rows, memory, *column, kOrders[wanted.order] != "time", of.stop);
    }
    for (const auto row : rows) {
        out.add({&of, &memory, row});
    }
}

}  // namespace

AnalysisEntry makeMemoryOpsEntry() {
    using Of = MemoryOpColumn;
    return rankTable<OpRow>(
        {.entry = {.id = "memory_ops",
                   .title = "Memory of operators",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"at", "",
                                   "Only blocks alive then: ns of the aligned clock, or peak (each rank's own)."},
                                  {"name", "", "Only names with this in them, whatever its case."},
                                  {"least_bytes", "", "Only allocations of at least so many bytes."},
                                  {"most_bytes", "", "Only allocations of at most so many bytes."},
                                  {"released", "any", "any, or never: only what the capture does not see released."},
                                  {"order", "file", "file, size (largest first), time or duration (longest first)."}}},
         .whenEmpty = "No operator's memory passes, or none is loaded: the profiler writes operator_memory with "
                      "profile_memory=True."},
        {
            key(column("rank", "Global rank.", [](const OpRow &row) { return row.of->capture.rank; })),
            key(column("name", "Operator.", text(Of::Name))),
            sum(column("size_bytes", "bytes", "What it was given.",
                       [](const OpRow &row) { return row.memory->bytes(row.row); })),
            column("allocated_ns", "ns", "When, aligned clock; empty before the capture.", time(Of::Allocated)),
            column("released_ns", "ns", "Time of its release; empty: not within the capture.", time(Of::Released)),
            column("active_released_ns", "ns", "When the last stream was done with it.", time(Of::ActiveReleased)),
            sum(column("duration_us", "us", "From allocation to release.", number(Of::Duration), inNanos)),
            sum(column("active_duration_us", "us", "From allocation to the last use.", number(Of::ActiveDuration),
                       inNanos)),
            column("allocation_allocated_bytes", "bytes", "All that was allocated after it was given.",
                   number(Of::AtAllocated)),
            column("allocation_reserved_bytes", "bytes", "All that was reserved then.", number(Of::AtReserved)),
            column("allocation_active_bytes", "bytes", "All that was active then.", number(Of::AtActive)),
            column("release_allocated_bytes", "bytes", "All that was allocated after its release.",
                   number(Of::ThenAllocated)),
            column("release_reserved_bytes", "bytes", "All that was reserved then.", number(Of::ThenReserved)),
            column("release_active_bytes", "bytes", "All that was active then.", number(Of::ThenActive)),
            column("stream", "Stream, pointer as the file writes it.", text(Of::Stream)),
            column("device", "Device.", number(Of::Device)),
            column("graph", "Static graphs: id of the graph.", text(Of::Graph)),
            column("node_begin", "Static graphs: first node that has it.", number(Of::NodeBegin)),
            column("node_end", "Static graphs: node after the last; 4294967295 = to the end.", number(Of::NodeEnd)),
            column("evidence", "Item to select: memory:RUN/RANK/ROW.",
                   [](const OpRow &row) {
                       return MemoryOpRef{row.of->run.id, row.of->capture.rank, row.row};
                   }),
        },
        wantedOps, addOps);
}

}  // namespace stagescope
