#include "core/formats/snapshot/snapshot_assembly.h"

#include "core/base/byte_text.h"
#include "core/formats/snapshot/snapshot_settings.h"
#include "core/store/snapshot/allocation_replay.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace stagescope {

using Kind = PickleValue::Kind;
using Shape = SnapshotPieces::Shape;

namespace {

constexpr std::uint64_t kNotTold = SnapshotPieces::Block::kNotTold;

class Assembly {
public:
    Assembly(SnapshotPieces pieces, const SnapshotOrigin &origin, ImportLog &log)
        : m_pieces(std::move(pieces)),
          m_parts(m_pieces.parts),
          m_origin(origin),
          m_log(log),
          m_taken(m_pieces.lists.size()) {
        m_parts.quality.protocol = origin.protocol;
        m_parts.quality.isComplete = origin.isComplete;
        if (m_parts.streams.empty()) {
            m_parts.streams.push_back(0);
        }
    }

    [[nodiscard]] Status take(PickleValue root) {
        const auto segments = m_pieces.mapOf(root) != nullptr ? m_pieces.member(root, "segments") : root;
        const auto traces = m_pieces.member(root, "device_traces");
        if (!isListOf(segments, Shape::Segment) && !isList(traces)) {
            return fail(ErrorKind::Malformed, "no memory snapshot: it has neither segments nor device_traces",
                        m_origin.path);
        }
        takeSegments(segments, false);
        takeSegments(m_pieces.member(root, "host_segments"), true);
        arrangeSegments();
        takeTraces(traces, false);
        takeTraces(m_pieces.member(root, "host_traces"), true);
        addDevicesOfSegments();
        takeAnnotations(m_pieces.member(root, "external_annotations"));
        m_settings = m_pieces.member(root, "allocator_settings");
        m_parts.settings = snapshotSettings(m_pieces, m_settings);
        return {};
    }

    [[nodiscard]] Status replay(const std::stop_token &stop) {
        for (auto &device : m_parts.devices) {
            repairWorkspaces(device);
            device.allocations =
                replayed({&m_parts.events, device.firstEvent, device.eventCount,
                          std::span(m_parts.segments).subspan(device.firstSegment, device.segmentCount), m_parts.blocks,
                          m_origin.isComplete},
                         stop);
            if (stop.stop_requested()) {
                return fail(ErrorKind::Cancelled, "cancelled", m_origin.path);
            }
            device.overflow = overflowOf(device);
            countGaps(device);
        }
        return {};
    }

    void report() {
        const auto add = [&](Severity severity, std::string_view code, std::string_view detail, std::uint64_t count) {
            if (count > 0) {
                m_log.add(severity, m_origin.path, code, {}, detail, count);
            }
        };
        add(Severity::Error, "snapshot.bad_value", "not what its key wants; taken as 0 or empty", m_pieces.badValues);
        add(Severity::Error, "snapshot.bad_value", "a number beyond 64 bits", m_origin.saturatedNumbers);
        add(Severity::DataLoss, "snapshot.dropped_item", "in a list of other things", m_pieces.droppedItems);
        add(Severity::DataLoss, "snapshot.shared_list", "taken where it is named first", m_sharedLists);
        add(Severity::Info, "snapshot.unknown_action", "shown as an event without effect", m_pieces.unknownActions);
        add(Severity::Info, "snapshot.workspace", "written as free though in use", m_parts.quality.repairedWorkspaces);
        for (const auto &device : m_parts.devices) {
            const auto &trouble = device.allocations.trouble;
            const auto where = (device.isHost ? "host " : "device ") + std::to_string(device.device);
            add(Severity::Error, "snapshot.replay", where + ": handed out while in use", trouble.doubleAllocs);
            add(Severity::Error, "snapshot.replay",
                where + ": in use, but not in the segments, or its alloc is missing", trouble.lostBlocks);
            add(Severity::Error, "snapshot.replay", where + ": sizes of alloc and free differ", trouble.sizeMismatches);
            add(Severity::Error, "snapshot.replay",
                where + ": segments that do not fit, of " + bytesText(trouble.lostSegments) + " together",
                trouble.lostSegments > 0 ? 1 : 0);
            add(Severity::DataLoss, "snapshot.ring_overflow", where, device.overflow == RingOverflow::Certain ? 1 : 0);
        }
    }

    [[nodiscard]] std::shared_ptr<const SnapshotStore> store() {
        return std::make_shared<const SnapshotStore>(std::move(m_parts));
    }

private:
    [[nodiscard]] bool isList(PickleValue value) const {
        return m_pieces.listOf(value) != nullptr || m_pieces.is(value, Shape::EmptyList);
    }
    [[nodiscard]] bool isListOf(PickleValue value, Shape shape) const {
        const auto *list = m_pieces.listOf(value);
        return list != nullptr && !list->runs.empty() && list->runs.front().shape == shape;
    }

    /// A list that is to become rows: the first time only. A pickle may name one list any number of times, lists of
    /// lists multiply, and no writer of snapshots shares the lists of segments, blocks and events.
    [[nodiscard]] const SnapshotPieces::List *taken(PickleValue value) {
        const auto *list = m_pieces.listOf(value);
        if (list == nullptr) {
            return nullptr;
        }
        const bool wasTaken = m_taken[m_pieces.positionOf(value.id())];
        m_taken[m_pieces.positionOf(value.id())] = true;
        m_sharedLists += wasTaken ? 1 : 0;
        return wasTaken ? nullptr : list;
    }

    void takeSegments(PickleValue value, bool isHost) {
        const auto *list = taken(value);
        for (const auto &run : list == nullptr ? std::vector<SnapshotPieces::Run>{} : list->runs) {
            for (std::uint32_t i = 0; run.shape == Shape::Segment && i < run.count; ++i) {
                m_order.push_back({isHost, run.first + i});
            }
        }
    }

    /// Per device and by address, as the allocator itself lists them; blocks likewise.
    void arrangeSegments() {
        const auto keyOf = [&](const Source &source) {
            const auto &segment = m_pieces.segments[source.segment].segment;
            return std::tuple(source.isHost, segment.device, segment.address, segment.stream);
        };
        std::stable_sort(m_order.begin(), m_order.end(),
                         [&](const Source &a, const Source &b) { return keyOf(a) < keyOf(b); });
        for (const auto &source : m_order) {
            auto segment = m_pieces.segments[source.segment].segment;
            takeBlocks(segment, m_pieces.segments[source.segment].blocks);
            const auto row = static_cast<std::uint32_t>(m_parts.segments.size());
            ++m_segmentsOf.try_emplace({source.isHost, segment.device}, row, 0U).first->second.second;
            m_parts.segments.push_back(segment);
        }
        m_pieces.segments = {};
        m_pieces.blocks = {};
    }

    void takeBlocks(SnapshotSegment &segment, PickleValue value) {
        const auto *list = taken(value);
        segment.firstBlock = static_cast<std::uint32_t>(m_parts.blocks.size());
        auto address = segment.address;
        for (const auto &run : list == nullptr ? std::vector<SnapshotPieces::Run>{} : list->runs) {
            for (std::uint32_t i = 0; run.shape == Shape::Block && i < run.count; ++i) {
                auto block = blockOf(m_pieces.blocks[run.first + i]);
                // Blocks of 2022 have no address: they follow each other without gaps.
                block.address = block.address == kNotTold ? address : block.address;
                address = block.address + block.size;
                m_parts.blocks.push_back(block);
            }
        }
        segment.blockCount = static_cast<std::uint32_t>(m_parts.blocks.size()) - segment.firstBlock;
    }

    [[nodiscard]] SnapshotBlock blockOf(const SnapshotPieces::Block &piece) const {
        auto block = piece.block;
        const auto *history = m_pieces.listOf(piece.history);
        if (history != nullptr && !history->others.empty()) {
            const auto newest = history->others.front();
            const auto size = m_pieces.member(newest, "real_size");
            const auto frames = m_pieces.member(newest, "frames");
            block.requested = size.kind == Kind::Int ? size.bits : block.requested;
            block.stack = m_pieces.is(frames, Shape::Stack) ? StackId{m_pieces.positionOf(frames.id())} : block.stack;
        }
        // What stands at a free block is left over from its last use.
        const auto told = block.requested == kNotTold ? block.size : block.requested;
        block.requested = block.state == BlockState::Inactive ? 0 : told;
        return block;
    }

    void takeTraces(PickleValue value, bool isHost) {
        const auto *list = taken(value);
        if (list == nullptr) {
            return;
        }
        if (!list->runs.empty()) {  // one history, not a list of them
            addDevice(0, isHost, list);
            return;
        }
        for (std::size_t i = 0; i < list->others.size(); ++i) {
            if (const auto *trace = taken(list->others[i])) {
                addDevice(static_cast<std::int32_t>(i), isHost, trace);
            }
        }
    }

    void addDevice(std::int32_t number, bool isHost, const SnapshotPieces::List *trace) {
        SnapshotDevice device;
        device.device = number;
        device.isHost = isHost;
        if (trace != nullptr) {
            gatherEvents(device, *trace);
        }
        const auto end = m_segmentsOf.find({isHost, number});
        if (end != m_segmentsOf.end()) {
            std::tie(device.firstSegment, device.segmentCount) = end->second;
        }
        m_parts.devices.push_back(std::move(device));
    }

    /// A history is one run of rows in the file's order; any other list of events is copied into one.
    void gatherEvents(SnapshotDevice &device, const SnapshotPieces::List &trace) {
        m_pieces.droppedItems += trace.others.size();
        if (trace.runs.size() == 1 && trace.runs.front().shape == Shape::Event) {
            device.firstEvent = trace.runs.front().first;
            device.eventCount = trace.runs.front().count;
            return;
        }
        device.firstEvent = static_cast<std::uint32_t>(m_parts.events.size());
        for (const auto &run : trace.runs) {
            for (std::uint32_t i = 0; run.shape == Shape::Event && i < run.count; ++i) {
                m_parts.events.push(m_parts.events.at(run.first + i));
            }
        }
        device.eventCount = static_cast<std::uint32_t>(m_parts.events.size()) - device.firstEvent;
    }

    void addDevicesOfSegments() {
        std::set<std::pair<bool, std::int32_t>> known;
        for (const auto &device : m_parts.devices) {
            known.insert({device.isHost, device.device});
        }
        for (const auto &[key, rows] : m_segmentsOf) {
            if (!known.contains(key)) {
                addDevice(key.second, key.first, nullptr);
            }
        }
        std::sort(m_parts.devices.begin(), m_parts.devices.end(), [](const auto &a, const auto &b) {
            return std::pair(a.isHost, a.device) < std::pair(b.isHost, b.device);
        });
    }

    void takeAnnotations(PickleValue value) {
        const auto *list = taken(value);
        for (const auto &item : list == nullptr ? std::vector<PickleValue>{} : list->others) {
            const auto name = m_pieces.member(item, "name");
            const auto time = m_pieces.member(item, "time_us");
            const auto device = m_pieces.member(item, "device");
            if (name.kind != Kind::Text) {
                ++m_pieces.droppedItems;
                continue;
            }
            SnapshotAnnotation annotation;
            annotation.name = StringId{name.id()};
            const auto us = static_cast<std::int64_t>(time.bits);
            const bool fits = time.kind == Kind::Int && us >= 0 && us < SnapshotEvent::kLastTime / kNsPerUs;
            annotation.timeNs = fits ? us * kNsPerUs : SnapshotEvent::kNoTime;
            annotation.device = device.kind == Kind::Int ? static_cast<std::int32_t>(device.bits) : -1;
            const auto stage = snapshotText(m_pieces, m_pieces.member(item, "stage"));
            annotation.stage = stage == "START" ? SnapshotAnnotation::Stage::Start
                               : stage == "END" ? SnapshotAnnotation::Stage::End
                                                : SnapshotAnnotation::Stage::Mark;
            m_parts.annotations.push_back(annotation);
        }
    }

    /// torch_npu puts each workspace that is there into the history as workspace_snapshot, segment_alloc, alloc and
    /// into the segments as one free block.
    void repairWorkspaces(const SnapshotDevice &device) {
        for (std::uint32_t i = 0; i < device.eventCount; ++i) {
            const auto row = device.firstEvent + i;
            if (m_parts.events.action(row) == SnapshotAction::WorkspaceSnapshot) {
                repairWorkspace(device, m_parts.events.at(row));
            }
        }
    }
    void repairWorkspace(const SnapshotDevice &device, const SnapshotEvent &event) {
        // In order of address and stream, as arrangeSegments left them.
        const auto all = std::span(m_parts.segments).subspan(device.firstSegment, device.segmentCount);
        const auto it = std::lower_bound(all.begin(), all.end(), event, [](const auto &segment, const auto &wanted) {
            return std::pair(segment.address, segment.stream) < std::pair(wanted.address, wanted.stream);
        });
        if (it != all.end() && it->address == event.address && it->stream == event.stream) {
            auto &segment = *it;
            segment.isWorkspace = true;
            const bool isOneFree =
                segment.blockCount == 1 && m_parts.blocks[segment.firstBlock].state == BlockState::Inactive;
            if (isOneFree) {
                auto &block = m_parts.blocks[segment.firstBlock];
                block.state = BlockState::Allocated;
                block.requested = event.size;
                segment.allocated = segment.active = block.size;
                segment.requested = event.size;
                ++m_parts.quality.repairedWorkspaces;
            }
        }
    }

    [[nodiscard]] RingOverflow overflowOf(const SnapshotDevice &device) const {
        const auto flag = ofDevice(m_pieces.member(m_settings, "trace_alloc_overflowed"), device);
        const auto most = ofDevice(m_pieces.member(m_settings, "trace_alloc_max_entries"), device);
        if ((flag.kind == Kind::Bool && flag.bits != 0) ||
            (most.kind == Kind::Int && most.bits > 0 && most.bits == device.eventCount)) {
            return RingOverflow::Certain;
        }
        const auto &allocations = device.allocations.allocations;
        const bool anyOlder = device.eventCount > 0 && std::any_of(allocations.begin(), allocations.end(),
                                                                   [](const Allocation &a) { return a.isOlder(); });
        return anyOlder && flag.kind != Kind::Bool ? RingOverflow::Possible : RingOverflow::No;
    }
    /// A setting is one value, or a list by device.
    [[nodiscard]] PickleValue ofDevice(PickleValue value, const SnapshotDevice &device) const {
        const auto position = static_cast<std::size_t>(std::max(device.device, 0));
        if (m_pieces.is(value, Shape::Pair)) {
            const auto &pair = m_pieces.pairs[m_pieces.positionOf(value.id())];
            return position > 1 ? PickleValue{} : PickleValue::number(position == 0 ? pair.first : pair.second);
        }
        const auto *list = m_pieces.listOf(value);
        if (list == nullptr) {
            return value;
        }
        return position < list->others.size() ? list->others[position] : PickleValue{};
    }

    void countGaps(const SnapshotDevice &device) {
        for (std::uint32_t i = 0; i < device.eventCount; ++i) {
            const auto row = device.firstEvent + i;
            m_parts.quality.eventsWithoutTime += m_parts.events.timeNs(row) == SnapshotEvent::kNoTime ? 1 : 0;
            m_parts.quality.eventsWithoutFrames += m_parts.events.stack(row).value == 0 ? 1 : 0;
        }
    }

    struct Source {
        bool isHost = false;
        std::uint32_t segment = 0;
    };
    SnapshotPieces m_pieces;
    SnapshotStore::Parts &m_parts;  ///< of m_pieces
    const SnapshotOrigin &m_origin;
    ImportLog &m_log;
    std::vector<Source> m_order;  ///< by m_parts.segments
    std::vector<bool> m_taken;    ///< by m_pieces.lists
    /// First row and number of the segments of each device of the host or not.
    std::map<std::pair<bool, std::int32_t>, std::pair<std::uint32_t, std::uint32_t>> m_segmentsOf;
    std::uint64_t m_sharedLists = 0;
    PickleValue m_settings;
};

}  // namespace

Result<std::shared_ptr<const SnapshotStore>> assembledSnapshot(SnapshotPieces pieces, PickleValue root,
                                                               const SnapshotOrigin &origin, ImportLog &log,
                                                               const std::stop_token &stop) {
    Assembly assembly(std::move(pieces), origin, log);
    if (const auto taken = assembly.take(root); !taken) {
        return tl::make_unexpected(taken.error());
    }
    if (const auto done = assembly.replay(stop); !done) {
        return tl::make_unexpected(done.error());
    }
    assembly.report();
    return assembly.store();
}

}  // namespace stagescope
