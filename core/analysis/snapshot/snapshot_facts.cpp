#include "core/analysis/snapshot/snapshot_facts.h"

#include "core/analysis/snapshot/snapshot_source.h"
#include "core/base/byte_text.h"

#include <algorithm>
#include <limits>

namespace stagescope {

namespace {

using event_index::isEvent;

/// Facts under construction, with the device that they are of.
struct FactsPage {
    const SnapshotStore &store;
    const SnapshotDevice &device;
    ItemFacts facts{};

    void add(std::string key, std::string value) {
        if (!value.empty()) {
            facts.facts.emplace_back(std::move(key), std::move(value));
        }
    }
    void add(std::string key, std::uint64_t number) { add(std::move(key), std::to_string(number)); }
    void addEvent(std::string key, std::uint32_t event) {
        if (isEvent(event)) {
            add(std::move(key), std::uint64_t{event});
        }
    }
    [[nodiscard]] std::int64_t timeOf(std::uint32_t event) const {
        return isEvent(event) ? store.events().timeNs(device.firstEvent + event) : SnapshotEvent::kNoTime;
    }
    void addTime(std::string key, std::uint32_t event) {
        if (const auto time = timeOf(event); time != SnapshotEvent::kNoTime) {
            add(std::move(key), std::to_string(time));
        }
    }
    void addStack(StackId stack) {
        add("user_frame", ownerText(store, stack));
        for (const auto frame : store.stacks().frames(stack)) {
            const auto at = store.stacks().at(frame);
            add("frame", frameText(store, frame));
            add("fx_node", std::string(store.text(at.fxName)));
        }
    }
    void addStream(std::uint16_t stream) { add("stream", store.streams()[stream]); }
};

struct Totals {
    std::uint64_t blocks = 0;
    std::uint64_t bytes = 0;
    std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t largest = 0;

    void count(std::uint64_t size) {
        ++blocks;
        bytes += size;
        smallest = std::min(smallest, size);
        largest = std::max(largest, size);
    }
    [[nodiscard]] std::string text() const { return std::to_string(blocks) + ", " + bytesText(bytes); }
};

void addSameStack(FactsPage &page, StackId stack, const std::stop_token &stop) {
    Totals made;
    Totals left;
    Totals older;
    std::size_t looked = 0;
    for (const auto &allocation : page.device.allocations.allocations) {
        if ((++looked & 0xfff) == 0 && stop.stop_requested()) {
            return;
        }
        if (allocation.stack == stack) {
            (allocation.isOlder() ? older : made).count(allocation.size);
            if (!isEvent(allocation.end)) {
                left.count(allocation.size);
            }
        }
    }
    page.add("same_stack_made", made.text());
    page.add("same_stack_older", older.blocks == 0 ? std::string{} : older.text());
    page.add("same_stack_left", left.text());
}

const SegmentSpan *spanAt(const SnapshotDevice &device, const Allocation &allocation) {
    const auto &spans = device.allocations.spans;
    const auto it = std::find_if(spans.begin(), spans.end(), [&](const SegmentSpan &span) {
        const bool isThere = span.begin == event_index::kBefore ||
                             (isEvent(span.begin) && isEvent(allocation.begin) && span.begin <= allocation.begin);
        const bool isStillThere = !isEvent(span.end) || (isEvent(allocation.begin) && span.end > allocation.begin);
        return isThere && isStillThere && span.stream == allocation.stream && span.address <= allocation.address &&
               allocation.address - span.address < span.size;
    });
    return it == spans.end() ? nullptr : &*it;
}

void addLife(FactsPage &page, const Allocation &allocation) {
    page.add("alloc_event", isEvent(allocation.begin) ? std::to_string(allocation.begin) : "older than the history");
    page.addTime("alloc_time_ns", allocation.begin);
    page.addEvent("free_request_event", allocation.freeRequested);
    page.addEvent("free_event", allocation.end);
    page.addTime("free_time_ns", allocation.end);
    if (isEvent(allocation.begin) && isEvent(allocation.end)) {
        page.add("lifetime_events", std::uint64_t{allocation.end - allocation.begin});
        const auto begin = page.timeOf(allocation.begin);
        const auto end = page.timeOf(allocation.end);
        if (begin != SnapshotEvent::kNoTime && end != SnapshotEvent::kNoTime && end >= begin) {
            page.facts.duration = Nanos{end - begin};
            page.add("lifetime", durationText(*page.facts.duration));
        }
    }
}

void fill(FactsPage &page, const BlockRef &ref, const std::stop_token &stop) {
    const auto &allocation = page.device.allocations.allocations[ref.allocation];
    const auto owner = ownerText(page.store, allocation.stack);
    page.facts.what = bytesText(allocation.size) + (owner.empty() ? "" : ", " + owner);
    page.add("block_size", exactBytesText(allocation.size));
    if (allocation.block != Allocation::kNoBlock) {
        const auto &block = page.store.blocks()[allocation.block];
        page.add("block_rounded", exactBytesText(block.size));
        page.add("block_state", std::string(blockStateText(block.state)));
    }
    page.add("address", addressText(allocation.address));
    if (const auto *span = spanAt(page.device, allocation)) {
        page.add("segment", addressText(span->address) + " + " + std::to_string(allocation.address - span->address) +
                                " B, " + bytesText(span->size));
    }
    page.add("pool", poolText(page.store, allocation.pool));
    page.addStream(allocation.stream);
    addLife(page, allocation);
    addSameStack(page, allocation.stack, stop);
    page.addStack(allocation.stack);
}

void fill(FactsPage &page, const SnapshotEventRef &ref, const std::stop_token &) {
    const auto event = page.store.events().at(page.device.firstEvent + ref.event);
    const auto &table = page.device.allocations;
    const bool isOom = event.action == SnapshotAction::OutOfMemory;
    page.facts.what =
        std::string(snapshotActionText(event.action)) + (event.size == 0 ? std::string{} : " " + bytesText(event.size));
    page.add("event", std::uint64_t{ref.event});
    page.add("action", std::string(snapshotActionText(event.action)));
    page.add(isOom ? "device_free" : "address", isOom ? exactBytesText(event.address) : addressText(event.address));
    page.add("event_size", exactBytesText(event.size));
    page.addStream(event.stream);
    page.add("pool", poolText(page.store, event.pool));
    page.addTime("event_time_ns", ref.event);
    page.add("active_after", exactBytesText(table.activeBytes[ref.event]));
    page.add("reserved_after", exactBytesText(table.reservedAfter(ref.event)));
    if (const auto index = table.ofEvent[ref.event]; index != Allocation::kNoBlock) {
        addLife(page, table.allocations[index]);
    }
    page.add("user_metadata", std::string(page.store.text(event.userText)));
    page.add("compile_context", std::string(page.store.text(event.compileContext)));
    page.add("category", std::string(page.store.text(event.category)));
    page.addStack(event.stack);
    for (const auto frame : page.store.stacks().frames(event.forwardStack)) {
        page.add("forward_frame", frameText(page.store, frame));
    }
}

void fill(FactsPage &page, const EventRangeRef &ref, const std::stop_token &stop) {
    const auto &table = page.device.allocations;
    Totals made;
    Totals freed;
    Totals left;
    for (auto event = ref.begin; event < ref.end; ++event) {
        if ((event & 0xfff) == 0 && stop.stop_requested()) {
            return;
        }
        const auto index = table.ofEvent[event];
        if (index == Allocation::kNoBlock) {
            continue;
        }
        const auto &allocation = table.allocations[index];
        if (allocation.begin == event) {
            made.count(allocation.size);
            if (allocation.end >= ref.end) {
                left.count(allocation.size);
            }
        }
        if (allocation.end == event) {
            freed.count(allocation.size);
        }
    }
    const auto before = ref.begin == 0 ? table.baselineBytes : table.activeBytes[ref.begin - 1];
    const auto peak = std::max_element(table.activeBytes.begin() + ref.begin, table.activeBytes.begin() + ref.end);
    page.facts.what = std::to_string(ref.begin) + " - " + std::to_string(ref.end - 1);
    page.add("range_events", std::uint64_t{ref.end - ref.begin});
    page.add("range_allocated", made.text());
    page.add("range_freed", freed.text());
    page.add("range_left", left.text());
    if (left.blocks > 0) {
        page.add("range_left_largest", exactBytesText(left.largest));
        page.add("range_left_smallest", exactBytesText(left.smallest));
    }
    page.add("active_before", exactBytesText(before));
    page.add("active_after", exactBytesText(table.activeBytes[ref.end - 1]));
    page.add("range_peak", exactBytesText(*peak) + ", " + std::to_string(peak - table.activeBytes.begin()));
    page.add("reserved_before",
             exactBytesText(ref.begin == 0 ? table.reservedBaseline : table.reservedAfter(ref.begin - 1)));
    page.add("reserved_after", exactBytesText(table.reservedAfter(ref.end - 1)));
    const auto first = page.timeOf(ref.begin);
    const auto last = page.timeOf(ref.end - 1);
    if (first != SnapshotEvent::kNoTime && last != SnapshotEvent::kNoTime && last >= first) {
        page.facts.duration = Nanos{last - first};
    }
}

/// What of a final segment is free.
void addGaps(FactsPage &page, const SnapshotSegment &segment) {
    std::uint64_t free = 0;
    std::uint64_t largest = 0;
    std::uint64_t run = 0;
    std::uint64_t used = 0;
    for (const auto &block : page.store.blocks(segment)) {
        const bool isFree = block.state == BlockState::Inactive;
        run = isFree ? run + block.size : 0;
        free += isFree ? block.size : 0;
        used += isFree ? 0 : 1;
        largest = std::max(largest, run);
    }
    page.add("segment_at_end", addressText(segment.address) + ", " + exactBytesText(segment.size));
    page.add("pool", poolText(page.store, segment.pool));
    page.add("segment_class", segment.isSmall ? "small" : "large");
    page.add("segment_blocks", used);
    page.add("segment_free", exactBytesText(free));
    page.add("segment_largest_gap", exactBytesText(largest));
    page.add("segment_stranded", exactBytesText(used == 0 ? 0 : free));
}

void fill(FactsPage &page, const SegmentRef &ref, const std::stop_token &) {
    const auto &span = page.device.allocations.spans[ref.span];
    page.facts.what = addressText(span.address) + ", " + bytesText(span.size);
    page.add("segment_size", exactBytesText(span.size));
    page.add("address", addressText(span.address));
    page.addStream(span.stream);
    page.add("segment_begin", isEvent(span.begin) ? std::to_string(span.begin) : "older than the history");
    page.addTime("alloc_time_ns", span.begin);
    page.addEvent("segment_end", span.end);
    page.addTime("free_time_ns", span.end);
    const auto segments = page.store.segments(page.device);
    const auto final = std::find_if(segments.begin(), segments.end(), [&](const SnapshotSegment &segment) {
        return segment.stream == span.stream && segment.address <= span.address &&
               span.address - segment.address < segment.size;
    });
    if (!isEvent(span.end) && final != segments.end()) {
        addGaps(page, *final);
    }
    page.addStack(span.stack);
}

const SnapshotFile *fileOf(const Run &run, std::uint32_t snapshot) {
    const bool isThere = snapshot < run.snapshots.size() && run.snapshots[snapshot].store != nullptr;
    return isThere ? &run.snapshots[snapshot] : nullptr;
}

std::string placeText(const SnapshotFile &file, const SnapshotDevice &device) {
    const auto slash = file.file.path.rfind('/');
    const auto name = slash == std::string::npos ? file.file.path : file.file.path.substr(slash + 1);
    return name + " / " + deviceName(*file.store, device);
}

bool isInside(const SnapshotDevice &device, const BlockRef &ref) {
    return ref.allocation < device.allocations.allocations.size();
}
bool isInside(const SnapshotDevice &device, const SnapshotEventRef &ref) { return ref.event < device.eventCount; }
bool isInside(const SnapshotDevice &device, const EventRangeRef &ref) {
    return ref.begin < ref.end && ref.end <= device.eventCount;
}
bool isInside(const SnapshotDevice &device, const SegmentRef &ref) {
    return ref.span < device.allocations.spans.size();
}

template <class Ref>
std::optional<ItemFacts> factsOf(const Run &run, const Ref &ref, const std::stop_token &stop) {
    const auto *file = fileOf(run, ref.snapshot);
    if (file == nullptr || ref.device >= file->store->devices().size()) {
        return std::nullopt;
    }
    const auto &device = file->store->devices()[ref.device];
    if (!isInside(device, ref)) {
        return std::nullopt;
    }
    FactsPage page{*file->store, device};
    page.facts.rank = file->rank;
    page.facts.where = placeText(*file, device);
    fill(page, ref, stop);
    return std::move(page.facts);
}

/// A stack belongs to all devices of its snapshot; the totals of each follow one another.
std::optional<ItemFacts> factsOf(const Run &run, const StackRef &ref, const std::stop_token &stop) {
    const auto *file = fileOf(run, ref.snapshot);
    if (file == nullptr || ref.stack >= file->store->stacks().stackCount() || file->store->devices().empty()) {
        return std::nullopt;
    }
    const StackId stack{ref.stack};
    ItemFacts facts;
    facts.what = ownerText(*file->store, stack);
    facts.rank = file->rank;
    for (const auto &device : file->store->devices()) {
        FactsPage page{*file->store, device};
        page.add("snapshot", placeText(*file, device));
        addSameStack(page, stack, stop);
        facts.facts.insert(facts.facts.end(), page.facts.facts.begin(), page.facts.facts.end());
    }
    FactsPage page{*file->store, file->store->devices().front()};
    page.addStack(stack);
    facts.facts.insert(facts.facts.end(), page.facts.facts.begin(), page.facts.facts.end());
    return facts;
}

}  // namespace

std::optional<ItemFacts> snapshotFacts(const Run &run, const ItemRef &item, const std::stop_token &stop) {
    return std::visit(
        [&](const auto &ref) -> std::optional<ItemFacts> {
            if constexpr (requires { ref.snapshot; }) {
                return factsOf(run, ref, stop);
            } else {
                return std::nullopt;
            }
        },
        item);
}

}  // namespace stagescope
