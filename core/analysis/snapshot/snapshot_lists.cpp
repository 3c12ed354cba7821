#include "core/analysis/snapshot/snapshot_table.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_parameters.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::string_view kRowsDefault = "100000";

/// Counts what goes into a table, so that it ends where nobody can hold it: a text that the file has once stands in any
/// number of rows.
template <class Row>
class TablePage {
public:
    explicit TablePage(TableRows<Row> &out, std::uint64_t rows = ~std::uint64_t{0}) : m_out(out), m_rows(rows) {}
    [[nodiscard]] bool isFull() const { return m_out.size() >= m_rows || m_bytes >= kMostBytes; }
    void add(const Row &row) {
        m_out.add(row);
        for (const auto &cell : m_out.back()) {
            const auto *text = std::get_if<std::string>(&cell);
            m_bytes += text == nullptr ? 0 : text->size();
        }
    }
    void noteCut(std::string_view what, std::string_view advice) {
        if (isFull()) {
            m_out.note("Cut after " + std::to_string(m_out.size()) + " " + std::string(what) +
                       (m_bytes >= kMostBytes ? ", which fill 256 MiB" : "") + "; " + std::string(advice));
        }
    }

private:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
    TableRows<Row> &m_out;
    std::uint64_t m_rows;
    std::uint64_t m_bytes = 0;
};

std::optional<std::uint32_t> eventIfAny(std::uint32_t event) {
    return event_index::isEvent(event) ? std::optional(event) : std::nullopt;
}

struct EventRow : SnapshotSource, SnapshotEvent {
    std::uint32_t index;

    [[nodiscard]] SnapshotEventRef ref() const { return {run, snapshot, deviceIndex(), index}; }
    [[nodiscard]] bool isOom() const { return action == SnapshotAction::OutOfMemory; }
    [[nodiscard]] std::optional<std::string> addressIfAny() const {
        return isOom() ? std::nullopt : std::optional(addressText(address));
    }
    [[nodiscard]] std::optional<std::uint64_t> deviceFree() const {
        return isOom() ? std::optional(address) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::int64_t> time() const {
        return timeNs == SnapshotEvent::kNoTime ? std::nullopt : std::optional(timeNs);
    }
};

/// A text of the event, where it has one.
auto textOf(StringId SnapshotEvent::*text) {
    return [text](const EventRow &row) { return textIfAny(row.store->text(row.*text)); };
}

Status addEvents(const AnalysisInput &input, const std::stop_token &stop, TableRows<EventRow> &out) {
    const auto first = wholeNumberParameter(input, "first", "0");
    const auto rows = wholeNumberParameter(input, "rows", kRowsDefault);
    if (!first || !rows) {
        return tl::unexpected((first ? rows : first).error());
    }
    TablePage page(out, *rows);
    auto status = forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) {
        for (std::uint64_t i = *first; i < source.device->eventCount && !page.isFull() && !stop.stop_requested(); ++i) {
            const auto index = static_cast<std::uint32_t>(i);
            page.add({source, source.store->events().at(source.device->firstEvent + index), index});
        }
    });
    page.noteCut("events", "set first and rows for others.");
    return status;
}

struct BlockRow : SnapshotSource, Allocation {
    std::uint32_t index;

    [[nodiscard]] BlockRef ref() const { return {run, snapshot, deviceIndex(), index}; }
    [[nodiscard]] std::optional<std::uint64_t> rounded() const {
        return block == Allocation::kNoBlock ? std::nullopt : std::optional(store->blocks()[block].size);
    }
    [[nodiscard]] bool isWhole() const { return event_index::isEvent(begin) && event_index::isEvent(end); }
    [[nodiscard]] std::optional<std::uint32_t> lifetime() const {
        return isWhole() ? std::optional(end - begin) : std::nullopt;
    }
    [[nodiscard]] std::optional<Nanos> time() const {
        const auto timeOf = [&](std::uint32_t event) { return store->events().timeNs(device->firstEvent + event); };
        const bool isTimed =
            isWhole() && timeOf(begin) != SnapshotEvent::kNoTime && timeOf(end) != SnapshotEvent::kNoTime;
        return isTimed ? std::optional(Nanos{timeOf(end) - timeOf(begin)}) : std::nullopt;
    }
    [[nodiscard]] std::string_view state() const {
        return event_index::isEvent(end)       ? "freed"
               : block == Allocation::kNoBlock ? (store->segments(*device).empty() ? "in use" : "not in the segments")
                                               : blockStateText(store->blocks()[block].state);
    }
    [[nodiscard]] std::optional<std::string> owner() const { return textIfAny(ownerText(*store, stack)); }
};

Status addBlocks(const AnalysisInput &input, const std::stop_token &stop, TableRows<BlockRow> &out) {
    ASSIGN_OR_RETURN(const auto rows, wholeNumberParameter(input, "rows", kRowsDefault));
    const auto at = input.parameter("at");
    TablePage page(out, rows);
    auto status = forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) -> Status {
        ASSIGN_OR_RETURN(const auto moment, at.empty() ? Result<std::uint32_t>(0) : snapshotMoment(source, at));
        const auto last = eventBefore(moment).value_or(event_index::kBefore);
        const auto &all = source.device->allocations.allocations;
        for (std::size_t i = 0; i < all.size() && !stop.stop_requested(); ++i) {
            if (!page.isFull() && (at.empty() || all[i].isLiveAfter(last))) {
                page.add({source, all[i], static_cast<std::uint32_t>(i)});
            }
        }
        return {};
    });
    page.noteCut("blocks", "set rows for more, or at for those of one moment.");
    return status;
}

struct SegmentRow : SnapshotSource, SnapshotSegment {
    std::uint64_t used = 0;
    std::uint64_t requested = 0;
    std::int64_t blocks = 0;

    [[nodiscard]] std::uint64_t free() const { return size - std::min(used, size); }
};

Status addSegments(const AnalysisInput &input, const std::stop_token &stop, TableRows<SegmentRow> &out) {
    TablePage page(out);
    auto status = forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) {
        for (const auto &segment : source.store->segments(*source.device)) {
            if (stop.stop_requested() || page.isFull()) {
                break;
            }
            SegmentRow row{source, segment};
            for (const auto &block : source.store->blocks(segment)) {
                const bool isUsed = block.state != BlockState::Inactive;
                row.used += isUsed ? block.size : 0;
                row.requested += block.requested;
                row.blocks += isUsed ? 1 : 0;
            }
            page.add(row);
        }
    });
    page.noteCut("segments", "the rest is skipped.");
    return status;
}

}  // namespace

AnalysisEntry makeSnapshotEventsEntry() {
    using Row = EventRow;
    using Event = SnapshotEvent;
    return runTable<Row>(
        {{.id = "snapshot_events",
          .title = "Memory snapshot: events",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .parameters = {{"first", "0", "First event."}, {"rows", std::string(kRowsDefault), "At most so many."}}}},
        {
            snapshotColumns(),
            column("event", "Position in the device's history, from 0.", &Row::index),
            column("action", "As in the file: alloc, free_requested, free_completed, segment_map ...", &Event::action,
                   snapshotActionText),
            column("address", "Hexadecimal; empty for a failed allocation.", &Row::addressIfAny),
            column("size_bytes", "bytes", "Of blocks as requested, before rounding.", &Event::size),
            column("device_free_bytes", "bytes", "Of a failed allocation: free on the device by its driver.",
                   &Row::deviceFree),
            column("stream", "As in the file; a pointer on NPUs.", streamOf<Row>),
            column("pool", "Private pool of graphs; (0, 0) is the default pool.", snapshotPoolOf<Row>),
            column("time_ns", "ns", "Since 1970, clock of the host; empty where the file has none.", &Row::time),
            column("active_bytes", "bytes", "Requested bytes in use after the event, pending ones included.",
                   [](const Row &row) { return row.device->allocations.activeBytes[row.index]; }),
            column("reserved_bytes", "bytes", "Bytes from the driver after the event.",
                   [](const Row &row) { return row.device->allocations.reservedAfter(row.index); }),
            column("user_metadata", "Text that the program gave.", textOf(&Event::userText)),
            column("compile_context", "Region of torch.compile.", textOf(&Event::compileContext)),
            column("stack", "Frames from the innermost on.", stackOf<Row>),
            column("evidence", "The event for --select.", &Row::ref),
        },
        addEvents);
}

AnalysisEntry makeSnapshotBlocksEntry() {
    using Row = BlockRow;
    return runTable<Row>(
        {{.id = "snapshot_blocks",
          .title = "Memory snapshot: blocks",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full,
          .parameters = {{"at", "", "Only blocks in use then: peak, end, oom or the number of an event."},
                         {"rows", std::string(kRowsDefault), "At most so many."}}}},
        {
            snapshotColumns(),
            column("address", "Hexadecimal; an address that is used again is another block.", &Allocation::address,
                   addressText),
            column("size_bytes", "bytes", "As requested.", &Allocation::size),
            column("rounded_bytes", "bytes", "As the allocator rounded it; known of blocks at the end only.",
                   &Row::rounded),
            column("alloc_event", "Empty: older than the history.", &Allocation::begin, eventIfAny),
            column("free_requested_event", "Released by its user.", &Allocation::freeRequested, eventIfAny),
            column("free_event", "Free again; empty: still there.", &Allocation::end, eventIfAny),
            column("lifetime_events", "free_event - alloc_event.", &Row::lifetime),
            column("lifetime_us", "us", "Between the two, where the file has times.", &Row::time),
            column("state", "freed, or its state at the end.", &Row::state),
            column("stream", "As in the file.", streamOf<Row>),
            column("pool", "(0, 0) is the default pool.", snapshotPoolOf<Row>),
            column("user_frame", "Innermost frame outside of PyTorch and installed libraries.", &Row::owner),
            column("stack", "Of alloc; of the free where the block is older than the history.", stackOf<Row>),
            column("evidence", "The block for --select.", &Row::ref),
        },
        addBlocks);
}

AnalysisEntry makeSnapshotSegmentsEntry() {
    using Row = SegmentRow;
    using Segment = SnapshotSegment;
    return runTable<Row>(
        {{.id = "snapshot_segments",
          .title = "Memory snapshot: segments",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full}},
        {
            snapshotColumns(),
            column("address", "Hexadecimal.", &Segment::address, addressText),
            column("size_bytes", "bytes", "From the driver.", &Segment::size),
            column("used_bytes", "bytes", "Rounded bytes of blocks in use, pending ones included.", &Row::used),
            column("requested_bytes", "bytes", "Of these blocks, before rounding.", &Row::requested),
            column("free_bytes", "bytes", "size_bytes - used_bytes.", &Row::free),
            column("blocks", "Blocks in use.", &Row::blocks),
            column("type", "small: for blocks up to 1 MiB; large.",
                   [](const Row &row) { return row.isSmall ? "small" : "large"; }),
            column("stream", "As in the file.", streamOf<Row>),
            column("pool", "(0, 0) is the default pool.", snapshotPoolOf<Row>),
            column("expandable", "yes: pages are mapped and unmapped one by one.", &Segment::isExpandable),
            column("workspace", "yes: torch_npu's workspace, which the file calls free.", &Segment::isWorkspace),
            column("stack", "Where it was reserved; empty when older than the history.", stackOf<Row>),
        },
        addSegments);
}

}  // namespace stagescope
