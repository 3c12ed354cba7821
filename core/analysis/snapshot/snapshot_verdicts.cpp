#include "core/analysis/snapshot/free_space.h"
#include "core/analysis/snapshot/leak_candidates.h"
#include "core/analysis/snapshot/stack_groups.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>

namespace stagescope {

namespace {

constexpr std::uint32_t kParts = 8;
constexpr std::size_t kDelta = 3;  ///< column of delta_bytes

std::string parameter(const AnalysisInput &input, const std::string &name, std::string_view fallback) {
    const auto it = input.parameters.find(name);
    return it == input.parameters.end() ? std::string(fallback) : it->second;
}

Result<StackGrouping> groupingOf(const AnalysisInput &input) {
    const auto text = parameter(input, "group", "frame");
    if (text != "frame" && text != "stack") {
        return fail(ErrorKind::BadArgument, "group wants frame or stack, not '" + text + "'");
    }
    return text == "stack" ? StackGrouping::Stack : StackGrouping::Frame;
}

Cell shareCell(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? Cell{} : Cell{100.0 * static_cast<double>(part) / static_cast<double>(whole)};
}

void append(std::vector<Cell> &row, std::vector<Cell> more) {
    row.insert(row.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void noteNothing(const std::vector<SnapshotSource> &sources, ResultTable &table) {
    if (sources.empty()) {
        table.notes.push_back(noSnapshotNote());
    }
}

Result<ResultTable> runPeak(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotPeakEntry());
    const auto grouping = groupingOf(input);
    if (!grouping) {
        return tl::make_unexpected(grouping.error());
    }
    const auto sources = snapshotSources(input, input.run());
    for (const auto &source : sources) {
        const auto moment = snapshotMoment(source, parameter(input, "at", "peak"));
        if (!moment || stop.stop_requested()) {
            return moment ? fail(ErrorKind::Cancelled, "cancelled") : tl::make_unexpected(moment.error());
        }
        const auto groups = stackGroups(source, *moment, *grouping);
        const auto sum = bytesOf(groups);
        for (const auto &group : groups) {
            auto row = snapshotCells(source);
            append(row, {*moment == 0 ? Cell{} : numberCell(*moment - 1), textCell(group.name), numberCell(group.bytes),
                         numberCell(group.blocks), shareCell(group.bytes, sum), numberCell(group.smallest),
                         numberCell(group.largest)});
            table.rows.push_back(std::move(row));
        }
    }
    noteNothing(sources, table);
    return table;
}

Result<ResultTable> runLeaks(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotLeaksEntry());
    const auto grouping = groupingOf(input);
    if (!grouping) {
        return tl::make_unexpected(grouping.error());
    }
    const auto sources = snapshotSources(input, input.run());
    for (const auto &source : sources) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        const auto report = leakCandidates(source, *grouping, kParts);
        for (const auto &candidate : report.candidates) {
            auto row = snapshotCells(source);
            append(row, {textCell(candidate.name), Cell{candidate.bytesPerStep}, numberCell(candidate.firstBytes),
                         numberCell(candidate.lastBytes), numberCell(candidate.blocks), numberCell(candidate.allocated),
                         Cell{100.0 * candidate.freedShare}, textCell(stepEvidenceText(report.evidence))});
            table.rows.push_back(std::move(row));
        }
    }
    noteNothing(sources, table);
    return table;
}

Result<ResultTable> runFragmentation(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotFragmentationEntry());
    const auto sources = snapshotSources(input, input.run());
    for (const auto &source : sources) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        for (const auto &space : freeSpaceAtEnd(source)) {
            auto row = snapshotCells(source);
            append(row,
                   {numberCell(source.store->streams()[space.stream]), textCell(poolText(*source.store, space.pool)),
                    textCell(space.isSmall ? "small" : "large"), numberCell(space.reserved), numberCell(space.used),
                    numberCell(space.used - std::min(space.requested, space.used)), numberCell(space.free()),
                    numberCell(space.releasable), numberCell(space.stranded), numberCell(space.runs),
                    numberCell(space.largest), Cell{100.0 * space.fragmentation()},
                    shareCell(space.requested, space.reserved)});
            table.rows.push_back(std::move(row));
        }
    }
    noteNothing(sources, table);
    return table;
}

Result<ResultTable> runOom(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotOomEntry());
    const auto text = parameter(input, "capacity_bytes", "0");
    std::uint64_t capacity = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), capacity);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return fail(ErrorKind::BadArgument, "capacity_bytes wants a whole number, not '" + text + "'");
    }
    const auto sources = snapshotSources(input, input.run());
    for (const auto &source : sources) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        for (const auto &oom : oomExplanations(source, capacity, SIZE_MAX, stop)) {
            const auto stack = source.store->events().stack(source.device->firstEvent + oom.event);
            const auto trace = stackText(*source.store, stack);
            auto row = snapshotCells(source);
            append(row, {numberCell(oom.event), textCell(oomCauseText(oom.cause)), numberCell(oom.requested),
                         numberCell(oom.deviceFree), numberCell(oom.active), numberCell(oom.pending),
                         numberCell(oom.reserved), numberCell(oom.freeOfStream), numberCell(oom.largestOfStream),
                         numberCell(oom.releasableElsewhere), numberCell(oom.freeRuns),
                         capacity == 0 ? Cell{} : numberCell(oom.outside), trace.empty() ? Cell{} : textCell(trace)});
            table.rows.push_back(std::move(row));
        }
    }
    noteNothing(sources, table);
    return table;
}

struct Side {
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
};

/// Sums over all snapshots of a run, by group.
Status addSides(const AnalysisInput &input, const Run *run, StackGrouping grouping,
                std::map<std::string, std::pair<Side, Side>> &groups, bool isBaseline) {
    for (const auto &source : snapshotSources(input, run)) {
        const auto moment = snapshotMoment(source, parameter(input, "at", "peak"));
        if (!moment) {
            return tl::make_unexpected(moment.error());
        }
        for (const auto &group : stackGroups(source, *moment, grouping)) {
            auto &sides = groups[group.name];
            auto &side = isBaseline ? sides.first : sides.second;
            side.bytes += group.bytes;
            side.blocks += group.blocks;
        }
    }
    return {};
}

Result<ResultTable> runDiff(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotDiffEntry());
    if (input.baseline() == nullptr) {
        table.notes.push_back("Nothing to compare with: open a second run as the baseline.");
        return table;
    }
    const auto grouping = groupingOf(input);
    if (!grouping) {
        return tl::make_unexpected(grouping.error());
    }
    std::map<std::string, std::pair<Side, Side>> groups;
    for (const bool isBaseline : {true, false}) {
        const auto *run = isBaseline ? input.baseline() : input.run();
        if (const auto added = addSides(input, run, *grouping, groups, isBaseline); !added) {
            return tl::make_unexpected(added.error());
        }
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    for (const auto &[name, sides] : groups) {
        const auto &[before, now] = sides;
        table.rows.push_back({textCell(name), numberCell(before.bytes), numberCell(now.bytes),
                              numberCell(static_cast<std::int64_t>(now.bytes - before.bytes)),
                              numberCell(before.blocks), numberCell(now.blocks)});
    }
    std::stable_sort(table.rows.begin(), table.rows.end(), [](const auto &a, const auto &b) {
        return std::abs(std::get<std::int64_t>(a[kDelta])) > std::abs(std::get<std::int64_t>(b[kDelta]));
    });
    return table;
}

std::vector<ParameterSpec> momentParameters() {
    return {{"at", "peak", "peak, end, oom or the number of an event."},
            {"group", "frame", "frame: by the innermost frame of the user's program; stack: by whole call stack."}};
}

}  // namespace

AnalysisEntry makeSnapshotPeakEntry() {
    return {.id = "snapshot_peak",
            .title = "Memory snapshot: who holds the peak",
            .depth = LoadDepth::Deep,
            .parameters = momentParameters(),
            .columns = snapshotColumns({
                integerColumn("event", "", "After this event; empty: before the first one."),
                textColumn("group", "Who made the blocks."),
                integerColumn("size_bytes", "bytes", "Requested bytes in use; all groups sum up to all in use."),
                integerColumn("blocks", "", "Blocks in use."),
                realColumn("share_percent", "%", "Of all bytes in use then."),
                integerColumn("smallest_bytes", "bytes", "Smallest block."),
                integerColumn("largest_bytes", "bytes", "Largest block."),
            }),
            .run = &runPeak};
}

AnalysisEntry makeSnapshotLeaksEntry() {
    return {.id = "snapshot_leaks",
            .title = "Memory snapshot: leak candidates",
            .depth = LoadDepth::Deep,
            .parameters = {{"group", "frame", "frame or stack, as in snapshot_peak."}},
            .columns = snapshotColumns({
                textColumn("group", "Who makes the blocks that grow."),
                realColumn("growth_bytes", "bytes", "Per step, on average, the first two steps left out."),
                integerColumn("first_bytes", "bytes", "In use at the end of the first step that counts."),
                integerColumn("last_bytes", "bytes", "In use at the end of the last step."),
                integerColumn("blocks", "", "In use at the end."),
                integerColumn("allocated", "", "Blocks of the group in the whole history."),
                realColumn("freed_percent", "%", "Of these; 0: nothing was ever freed."),
                textColumn("steps", "What steps were told by."),
            }),
            .run = &runLeaks};
}

AnalysisEntry makeSnapshotFragmentationEntry() {
    return {.id = "snapshot_fragmentation",
            .title = "Memory snapshot: fragmentation at the end",
            .depth = LoadDepth::Deep,
            .columns = snapshotColumns({
                integerColumn("stream", "", "Blocks are reused within their stream, pool and type only."),
                textColumn("pool", "(0, 0) is the default pool."),
                textColumn("type", "small or large segments."),
                integerColumn("reserved_bytes", "bytes", "From the driver."),
                integerColumn("used_bytes", "bytes", "Rounded bytes of blocks in use, pending ones included."),
                integerColumn("rounding_bytes", "bytes", "Of these, lost to rounding."),
                integerColumn("free_bytes", "bytes", "reserved_bytes - used_bytes = releasable + stranded."),
                integerColumn("releasable_bytes", "bytes", "In segments without a block: empty_cache gives them back."),
                integerColumn("stranded_bytes", "bytes", "Free within segments that are partly in use."),
                integerColumn("free_runs", "", "Free stretches."),
                integerColumn("largest_run_bytes", "bytes", "Longest free stretch."),
                realColumn("fragmentation_percent", "%", "100 x (1 - largest_run_bytes / free_bytes)."),
                realColumn("efficiency_percent", "%", "Requested bytes in use of reserved bytes."),
            }),
            .run = &runFragmentation};
}

AnalysisEntry makeSnapshotOomEntry() {
    return {
        .id = "snapshot_oom",
        .title = "Memory snapshot: failed allocations",
        .depth = LoadDepth::Deep,
        .parameters = {{"capacity_bytes", "0", "Memory of the device; 0 = not known."}},
        .columns = snapshotColumns({
            integerColumn("event", "", "The failed allocation; everything is rebuilt at this moment."),
            textColumn("cause",
                       "fragmentation, stream or pool isolation, pending frees, outside the allocator, "
                       "large request, exhaustion."),
            integerColumn("requested_bytes", "bytes", "What was asked for."),
            integerColumn("device_free_bytes", "bytes", "Free on the device as its driver said."),
            integerColumn("active_bytes", "bytes", "Requested bytes in use."),
            integerColumn("pending_bytes", "bytes", "Of these, freed and waiting for other streams."),
            integerColumn("reserved_bytes", "bytes", "From the driver."),
            integerColumn("free_bytes", "bytes",
                          "Reserved and not in use where it could be used: in the stream, pool and size class that was "
                          "asked for; an estimate with rounding to 512."),
            integerColumn("largest_run_bytes", "bytes", "Longest free stretch there."),
            integerColumn("releasable_elsewhere_bytes", "bytes", "In unused segments of other streams and pools."),
            integerColumn("free_runs", "", "Free stretches of all streams."),
            integerColumn("outside_bytes", "bytes", "capacity - reserved - device free; empty without capacity."),
            textColumn("stack", "Who asked."),
        }),
        .run = &runOom};
}

AnalysisEntry makeSnapshotDiffEntry() {
    return {.id = "snapshot_diff",
            .title = "Memory snapshot: difference to the baseline",
            .depth = LoadDepth::Deep,
            .parameters = momentParameters(),
            .columns = {textColumn("group", "Who made the blocks; matched by name, not by address."),
                        integerColumn("baseline_bytes", "bytes", "In use in all snapshots of the baseline."),
                        integerColumn("size_bytes", "bytes", "In use in all snapshots of this run."),
                        integerColumn("delta_bytes", "bytes", "size_bytes - baseline_bytes."),
                        integerColumn("baseline_blocks", "", "Blocks in the baseline."),
                        integerColumn("blocks", "", "Blocks in this run.")},
            .run = &runDiff};
}

}  // namespace stagescope
