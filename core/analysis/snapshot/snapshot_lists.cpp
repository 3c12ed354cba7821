#include "core/analysis/snapshot/snapshot_source.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::string_view kRowsDefault = "100000";

/// Counts what goes into a table, so that it ends where nobody can hold it: a text that the file has once stands in any
/// number of rows.
class Page {
public:
    Page(ResultTable &table, std::uint64_t rows) : m_table(table), m_rows(rows) {}
    [[nodiscard]] bool isFull() const { return m_table.rows.size() >= m_rows || m_bytes >= kMostBytes; }
    void add(std::vector<Cell> row) {
        for (const auto &cell : row) {
            const auto *text = std::get_if<std::string>(&cell);
            m_bytes += text == nullptr ? 0 : text->size();
        }
        m_table.rows.push_back(std::move(row));
    }
    void noteCut(std::string_view what, std::string_view advice) {
        if (isFull()) {
            m_table.notes.push_back("Cut after " + std::to_string(m_table.rows.size()) + " " + std::string(what) +
                                    (m_bytes >= kMostBytes ? ", which fill 256 MiB" : "") + "; " + std::string(advice));
        }
    }

private:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
    ResultTable &m_table;
    std::uint64_t m_rows;
    std::uint64_t m_bytes = 0;
};

/// --set name=value as a number; the default where it is not set.
Result<std::uint64_t> numberParameter(const AnalysisInput &input, const std::string &name, std::string_view fallback) {
    const auto it = input.parameters.find(name);
    const std::string_view text = it == input.parameters.end() ? fallback : std::string_view(it->second);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return fail(ErrorKind::BadArgument, name + " wants a whole number, not '" + std::string(text) + "'");
    }
    return value;
}

Cell eventCell(std::uint32_t event) { return event_index::isEvent(event) ? numberCell(event) : Cell{}; }
Cell textOrNothing(std::string_view text) { return text.empty() ? Cell{} : textCell(text); }
void append(std::vector<Cell> &row, std::vector<Cell> more) {
    row.insert(row.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<Cell> eventCells(const SnapshotSource &source, std::uint32_t i) {
    const auto &store = *source.store;
    const auto event = store.events().at(source.device->firstEvent + i);
    const bool isOom = event.action == SnapshotAction::OutOfMemory;
    auto row = snapshotCells(source);
    append(row, {numberCell(i), textCell(snapshotActionText(event.action)),
                 isOom ? Cell{} : textCell(addressText(event.address)), numberCell(event.size),
                 isOom ? numberCell(event.address) : Cell{}, numberCell(store.streams()[event.stream]),
                 textCell(poolText(store, event.pool)),
                 event.timeNs == SnapshotEvent::kNoTime ? Cell{} : numberCell(event.timeNs),
                 numberCell(source.device->allocations.activeBytes[i]),
                 numberCell(source.device->allocations.reservedAfter(i)), textOrNothing(store.text(event.userText)),
                 textOrNothing(store.text(event.compileContext)), textOrNothing(stackText(store, event.stack))});
    return row;
}

Result<ResultTable> runEvents(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotEventsEntry());
    const auto first = numberParameter(input, "first", "0");
    const auto rows = numberParameter(input, "rows", kRowsDefault);
    if (!first || !rows) {
        return tl::make_unexpected((first ? rows : first).error());
    }
    const auto sources = snapshotSources(input, input.run());
    Page page(table, *rows);
    for (const auto &source : sources) {
        for (std::uint64_t i = *first; i < source.device->eventCount && !page.isFull(); ++i) {
            if (stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled");
            }
            page.add(eventCells(source, static_cast<std::uint32_t>(i)));
        }
    }
    if (sources.empty()) {
        table.notes.push_back(noSnapshotNote());
    } else {
        page.noteCut("events", "set first and rows for others.");
    }
    return table;
}

std::string_view stateOf(const SnapshotSource &source, const Allocation &allocation) {
    if (event_index::isEvent(allocation.end)) {
        return "freed";
    }
    if (allocation.block == Allocation::kNoBlock) {
        return "not in the segments";
    }
    return blockStateText(source.store->blocks()[allocation.block].state);
}

std::vector<Cell> blockCells(const SnapshotSource &source, const Allocation &allocation) {
    const auto &store = *source.store;
    const bool isWhole = event_index::isEvent(allocation.begin) && event_index::isEvent(allocation.end);
    const auto timeOf = [&](std::uint32_t event) { return store.events().timeNs(source.device->firstEvent + event); };
    const bool isTimed = isWhole && timeOf(allocation.begin) != SnapshotEvent::kNoTime &&
                         timeOf(allocation.end) != SnapshotEvent::kNoTime;
    auto row = snapshotCells(source);
    append(row, {textCell(addressText(allocation.address)), numberCell(allocation.size),
                 allocation.block == Allocation::kNoBlock ? Cell{} : numberCell(store.blocks()[allocation.block].size),
                 eventCell(allocation.begin), eventCell(allocation.freeRequested), eventCell(allocation.end),
                 isWhole ? numberCell(allocation.end - allocation.begin) : Cell{},
                 isTimed ? microsCell(Nanos{timeOf(allocation.end) - timeOf(allocation.begin)}) : Cell{},
                 textCell(stateOf(source, allocation)), numberCell(store.streams()[allocation.stream]),
                 textCell(poolText(store, allocation.pool)), textOrNothing(ownerText(store, allocation.stack)),
                 textOrNothing(stackText(store, allocation.stack))});
    return row;
}

Result<ResultTable> runBlocks(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotBlocksEntry());
    const auto rows = numberParameter(input, "rows", kRowsDefault);
    if (!rows) {
        return tl::make_unexpected(rows.error());
    }
    const auto set = input.parameters.find("at");
    const bool isAsked = set != input.parameters.end() && !set->second.empty();
    const auto sources = snapshotSources(input, input.run());
    Page page(table, *rows);
    for (const auto &source : sources) {
        const auto moment = isAsked ? snapshotMoment(source, set->second) : Result<std::uint32_t>(0);
        if (!moment) {
            return tl::make_unexpected(moment.error());
        }
        const auto last = *moment == 0 ? event_index::kBefore : *moment - 1;
        for (const auto &allocation : source.device->allocations.allocations) {
            if (stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled");
            }
            if (!page.isFull() && (!isAsked || allocation.isLiveAfter(last))) {
                page.add(blockCells(source, allocation));
            }
        }
    }
    if (sources.empty()) {
        table.notes.push_back(noSnapshotNote());
    } else {
        page.noteCut("blocks", "set rows for more, or at for those of one moment.");
    }
    return table;
}

Result<ResultTable> runSegments(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(makeSnapshotSegmentsEntry());
    Page page(table, ~std::uint64_t{0});
    const auto sources = snapshotSources(input, input.run());
    for (const auto &source : sources) {
        for (const auto &segment : source.store->segments(*source.device)) {
            if (stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled");
            }
            if (page.isFull()) {
                break;
            }
            std::uint64_t used = 0;
            std::uint64_t requested = 0;
            std::int64_t blocks = 0;
            for (const auto &block : source.store->blocks(segment)) {
                const bool isUsed = block.state != BlockState::Inactive;
                used += isUsed ? block.size : 0;
                requested += block.requested;
                blocks += isUsed ? 1 : 0;
            }
            auto row = snapshotCells(source);
            append(
                row,
                {textCell(addressText(segment.address)), numberCell(segment.size), numberCell(used),
                 numberCell(requested), numberCell(segment.size - std::min(used, segment.size)), numberCell(blocks),
                 textCell(segment.isSmall ? "small" : "large"), numberCell(source.store->streams()[segment.stream]),
                 textCell(poolText(*source.store, segment.pool)), textCell(segment.isExpandable ? "yes" : "no"),
                 textCell(segment.isWorkspace ? "yes" : "no"), textOrNothing(stackText(*source.store, segment.stack))});
            page.add(std::move(row));
        }
    }
    if (sources.empty()) {
        table.notes.push_back(noSnapshotNote());
    } else {
        page.noteCut("segments", "the rest is left out.");
    }
    return table;
}

}  // namespace

AnalysisEntry makeSnapshotEventsEntry() {
    return {
        .id = "snapshot_events",
        .title = "Memory snapshot: events",
        .depth = LoadDepth::Deep,
        .parameters = {{"first", "0", "First event."}, {"rows", std::string(kRowsDefault), "At most so many."}},
        .columns = snapshotColumns({
            integerColumn("event", "", "Position in the device's history, from 0."),
            textColumn("action", "As in the file: alloc, free_requested, free_completed, segment_map ..."),
            textColumn("address", "Hexadecimal; empty for a failed allocation."),
            integerColumn("size_bytes", "bytes", "Of blocks as requested, before rounding."),
            integerColumn("device_free_bytes", "bytes", "Of a failed allocation: free on the device by its driver."),
            integerColumn("stream", "", "As in the file; a pointer on NPUs."),
            textColumn("pool", "Private pool of graphs; (0, 0) is the default pool."),
            integerColumn("time_ns", "ns", "Since 1970, clock of the host; empty where the file has none."),
            integerColumn("active_bytes", "bytes", "Requested bytes in use after the event, pending ones included."),
            integerColumn("reserved_bytes", "bytes", "Bytes from the driver after the event."),
            textColumn("user_metadata", "Text that the program gave."),
            textColumn("compile_context", "Region of torch.compile."),
            textColumn("stack", "Frames from the innermost on."),
        }),
        .run = &runEvents};
}

AnalysisEntry makeSnapshotBlocksEntry() {
    return {
        .id = "snapshot_blocks",
        .title = "Memory snapshot: blocks",
        .depth = LoadDepth::Deep,
        .parameters = {{"at", "", "Only blocks in use then: peak, end, oom or the number of an event."},
                       {"rows", std::string(kRowsDefault), "At most so many."}},
        .columns = snapshotColumns({
            textColumn("address", "Hexadecimal; an address that is used again is another block."),
            integerColumn("size_bytes", "bytes", "As requested."),
            integerColumn("rounded_bytes", "bytes", "As the allocator rounded it; known of blocks at the end only."),
            integerColumn("alloc_event", "", "Empty: older than the history."),
            integerColumn("free_requested_event", "", "Given back by its user."),
            integerColumn("free_event", "", "Free again; empty: still there."),
            integerColumn("lifetime_events", "", "free_event - alloc_event."),
            realColumn("lifetime_us", "us", "Between the two, where the file has times."),
            textColumn("state", "freed, or its state at the end."),
            integerColumn("stream", "", "As in the file."),
            textColumn("pool", "(0, 0) is the default pool."),
            textColumn("user_frame", "Innermost frame outside of PyTorch and installed libraries."),
            textColumn("stack", "Of alloc; of the free where the block is older than the history."),
        }),
        .run = &runBlocks};
}

AnalysisEntry makeSnapshotSegmentsEntry() {
    return {.id = "snapshot_segments",
            .title = "Memory snapshot: segments",
            .depth = LoadDepth::Deep,
            .columns = snapshotColumns({
                textColumn("address", "Hexadecimal."),
                integerColumn("size_bytes", "bytes", "From the driver."),
                integerColumn("used_bytes", "bytes", "Rounded bytes of blocks in use, pending ones included."),
                integerColumn("requested_bytes", "bytes", "Of these blocks, before rounding."),
                integerColumn("free_bytes", "bytes", "size_bytes - used_bytes."),
                integerColumn("blocks", "", "Blocks in use."),
                textColumn("type", "small: for blocks up to 1 MiB; large."),
                integerColumn("stream", "", "As in the file."),
                textColumn("pool", "(0, 0) is the default pool."),
                textColumn("expandable", "yes: pages are mapped and unmapped one by one."),
                textColumn("workspace", "yes: torch_npu's workspace, which the file calls free."),
                textColumn("stack", "Where it was reserved; empty when older than the history."),
            }),
            .run = &runSegments};
}

}  // namespace stagescope
