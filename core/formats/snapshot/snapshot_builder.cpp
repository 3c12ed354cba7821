#include "core/formats/snapshot/snapshot_builder.h"

#include "core/formats/snapshot/snapshot_words.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace stagescope {

using Kind = PickleValue::Kind;
using Word = SnapshotWord;

namespace {

constexpr std::uint64_t kBytesPerEvent = 48;              // fewer than any real file needs for one
constexpr std::uint64_t kBytesPerObject = 24;             // likewise
constexpr std::uint32_t kSpare = std::uint32_t{1} << 25;  // more than a window of a file can add between two looks
constexpr std::size_t kBodyBytes = 64;
constexpr std::size_t kMaxSmallIds = std::numeric_limits<std::uint16_t>::max();

constexpr std::uint32_t idOf(Word word) { return static_cast<std::uint32_t>(word); }

}  // namespace

SnapshotBuilder::SnapshotBuilder(std::uint64_t expectedBytes) {
    auto &parts = m_pieces.parts;
    for (std::uint32_t id = 0; id < idOf(Word::FirstAction); ++id) {
        parts.strings.intern(snapshotWordText(static_cast<Word>(id)));
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(SnapshotAction::Unknown); ++i) {
        parts.strings.intern(snapshotActionText(static_cast<SnapshotAction>(i)));
    }
    parts.pools.emplace_back(0, 0);
    m_poolIds[{0, 0}] = 0;
    parts.events.reserve(expectedBytes / kBytesPerEvent);
    m_pieces.objects.reserve(expectedBytes / kBytesPerObject);
}

std::uint32_t SnapshotBuilder::add(Shape shape, std::size_t position) {
    const auto id = static_cast<std::uint32_t>(m_pieces.objects.size());
    m_pieces.objects.push_back(0);
    become(id, shape, position);
    return id;
}

void SnapshotBuilder::become(std::uint32_t object, Shape shape, std::size_t position) {
    m_pieces.objects[object] =
        static_cast<std::uint32_t>(shape) << SnapshotPieces::kShapeShift | static_cast<std::uint32_t>(position);
}

std::size_t SnapshotBuilder::heldBytes() const {
    const auto &parts = m_pieces.parts;
    return parts.events.byteSize() + parts.strings.byteSize() + parts.stacks.byteSize() +
           m_pieces.objects.size() * sizeof(std::uint32_t) + m_genericBytes +
           m_pieces.blocks.size() * sizeof(SnapshotPieces::Block) +
           m_pieces.segments.size() * sizeof(SnapshotPieces::Segment) + m_pairIds.size() * kBodyBytes;
}

bool SnapshotBuilder::isFull() const {
    constexpr auto kMost = std::size_t{kMaxId} - kSpare;
    return m_pieces.objects.size() > kMost || m_pieces.parts.strings.size() > kMost;
}

// Maps -------------------------------------------------------------------------------------------------------------

bool SnapshotBuilder::set(std::uint32_t object, Values pairs) {
    const auto position = m_pieces.positionOf(object);
    switch (m_pieces.shapeOf(object)) {
        case Shape::EmptyMap:
            startMap(object, pairs);
            return true;
        case Shape::Map: {
            // Maps of protocol 0 come key by key, and tell only after some what they are.
            auto &map = m_pieces.maps[position];
            map.insert(map.end(), pairs.begin(), pairs.end());
            m_genericBytes += pairs.size_bytes();
            if (const auto shape = shapeFor(pairs); shape != Shape::Map) {
                const auto all = std::move(map);
                makeTyped(object, shape, all);
            }
            return true;
        }
        case Shape::Event: {
            auto event = m_pieces.parts.events.at(position);
            setEvent(event, pairs);
            m_pieces.parts.events.replace(position, event);
            return true;
        }
        case Shape::Frame: {
            auto frame = m_pieces.parts.stacks.at(FrameId{position});
            setFrame(frame, pairs);
            become(object, Shape::Frame, m_pieces.parts.stacks.frame(frame).value);
            return true;
        }
        case Shape::Block:
            setBlock(m_pieces.blocks[position], pairs);
            return true;
        case Shape::Segment:
            setSegment(m_pieces.segments[position], pairs);
            return true;
        default:
            return false;
    }
}

void SnapshotBuilder::startMap(std::uint32_t object, Values pairs) {
    const auto shape = shapeFor(pairs);
    if (shape != Shape::Map) {
        makeTyped(object, shape, pairs);
        return;
    }
    become(object, Shape::Map, m_pieces.maps.size());
    m_pieces.maps.emplace_back(pairs.begin(), pairs.end());
    m_genericBytes += kBodyBytes + pairs.size_bytes();
}

/// The first key that only one kind of map has decides.
SnapshotBuilder::Shape SnapshotBuilder::shapeFor(Values pairs) const {
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        if (pairs[i].kind != Kind::Text) {
            continue;
        }
        switch (static_cast<Word>(pairs[i].id())) {
            case Word::Action:
                return Shape::Event;
            case Word::Filename:
            case Word::Line:
                return Shape::Frame;
            case Word::State:
                return Shape::Block;
            case Word::Blocks:
            case Word::TotalSize:
            case Word::SegmentType:
                return Shape::Segment;
            default:
                break;
        }
    }
    return Shape::Map;
}

void SnapshotBuilder::makeTyped(std::uint32_t object, Shape shape, Values pairs) {
    if (shape == Shape::Event) {
        SnapshotEvent event;
        setEvent(event, pairs);
        become(object, shape, m_pieces.parts.events.size());
        m_pieces.parts.events.push(event);
    } else if (shape == Shape::Frame) {
        StackFrame frame;
        setFrame(frame, pairs);
        become(object, shape, m_pieces.parts.stacks.frame(frame).value);
    } else if (shape == Shape::Block) {
        become(object, shape, m_pieces.blocks.size());
        setBlock(m_pieces.blocks.emplace_back(), pairs);
    } else {
        become(object, shape, m_pieces.segments.size());
        setSegment(m_pieces.segments.emplace_back(), pairs);
    }
}

void SnapshotBuilder::setEvent(SnapshotEvent &event, Values pairs) {
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        const auto &value = pairs[i + 1];
        switch (pairs[i].kind == Kind::Text ? static_cast<Word>(pairs[i].id()) : Word::None) {
            case Word::Action:
                event.action = actionOf(value);
                break;
            case Word::Addr:
            case Word::DeviceFree:
                event.address = bytesOf(value);
                break;
            case Word::Size:
                event.size = bytesOf(value);
                break;
            case Word::Stream:
                event.stream = streamOf(value);
                break;
            case Word::TimeUs: {
                const auto time = integerOf(value);
                const bool fits = time >= 0 && time < SnapshotEvent::kLastTime / kNsPerUs;
                event.timeNs = fits ? time * kNsPerUs : SnapshotEvent::kNoTime;
                m_pieces.badValues += fits ? 0 : 1;
                break;
            }
            case Word::Frames:
                event.stack = stackOf(value);
                break;
            default:
                setEventMore(event, pairs[i].kind == Kind::Text ? pairs[i].id() : 0, value);
        }
    }
}

void SnapshotBuilder::setEventMore(SnapshotEvent &event, std::uint32_t key, const PickleValue &value) {
    switch (static_cast<Word>(key)) {
        case Word::PoolId:
            event.pool = poolOf(value);
            break;
        case Word::UserMetadata:
            event.userText = textOf(value);
            break;
        case Word::CompileContext:
            event.compileContext = textOf(value);
            break;
        case Word::Category:
            event.category = textOf(value);
            break;
        case Word::ForwardFrames:
            event.forwardStack = stackOf(value);
            break;
        default:
            break;
    }
}

void SnapshotBuilder::setFrame(StackFrame &frame, Values pairs) {
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        const auto &value = pairs[i + 1];
        switch (pairs[i].kind == Kind::Text ? static_cast<Word>(pairs[i].id()) : Word::None) {
            case Word::Filename:
                frame.file = textOf(value);
                break;
            case Word::Name:
                frame.function = textOf(value);
                break;
            case Word::Line:
                frame.line = value.kind == Kind::Int && integerOf(value) < 0 ? StackFrame::kNoLine : bytesOf(value);
                break;
            case Word::FxNodeOp:
                frame.fxOp = textOf(value);
                break;
            case Word::FxNodeName:
                frame.fxName = textOf(value);
                break;
            case Word::FxNodeTarget:
                frame.fxTarget = textOf(value);
                break;
            case Word::FxOriginalTrace:
                frame.fxTrace = textOf(value);
                break;
            default:
                break;
        }
    }
}

void SnapshotBuilder::setBlock(SnapshotPieces::Block &block, Values pairs) {
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        const auto &value = pairs[i + 1];
        switch (pairs[i].kind == Kind::Text ? static_cast<Word>(pairs[i].id()) : Word::None) {
            case Word::Address:
                block.block.address = bytesOf(value);
                break;
            case Word::Size:
                block.block.size = bytesOf(value);
                break;
            case Word::RequestedSize:
                block.block.requested = bytesOf(value);
                break;
            case Word::State:
                block.block.state = stateOf(value);
                break;
            case Word::Frames:
                block.block.stack = stackOf(value);
                break;
            case Word::History:
                block.history = value;
                break;
            default:
                break;
        }
    }
}

void SnapshotBuilder::setSegment(SnapshotPieces::Segment &piece, Values pairs) {
    auto &segment = piece.segment;
    const auto isTrue = [](const PickleValue &value) { return value.kind != Kind::None && value.bits != 0; };
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        const auto &value = pairs[i + 1];
        switch (pairs[i].kind == Kind::Text ? static_cast<Word>(pairs[i].id()) : Word::None) {
            case Word::Device:
                segment.device = static_cast<std::int32_t>(
                    std::clamp<std::int64_t>(integerOf(value), -1, std::numeric_limits<std::int32_t>::max()));
                break;
            case Word::Address:
                segment.address = bytesOf(value);
                break;
            case Word::TotalSize:
                segment.size = bytesOf(value);
                break;
            case Word::AllocatedSize:
                segment.allocated = bytesOf(value);
                break;
            case Word::ActiveSize:
                segment.active = bytesOf(value);
                break;
            case Word::RequestedSize:
                segment.requested = bytesOf(value);
                break;
            case Word::Stream:
                segment.stream = streamOf(value);
                break;
            case Word::SegmentType:
                segment.isSmall = value.kind == Kind::Text && value.id() == idOf(Word::Small);
                break;
            case Word::SegmentPoolId:
                segment.pool = poolOf(value);
                break;
            case Word::IsExpandable:
                segment.isExpandable = isTrue(value);
                break;
            case Word::Frames:
                segment.stack = stackOf(value);
                break;
            case Word::Blocks:
                piece.blocks = value;
                break;
            default:
                break;
        }
    }
}

// Lists ------------------------------------------------------------------------------------------------------------

std::uint32_t SnapshotBuilder::newTuple(Values items) {
    const auto id = add(Shape::EmptyList, 0);
    std::ignore = append(id, items);
    return id;
}

bool SnapshotBuilder::append(std::uint32_t object, Values items) {
    const auto shape = m_pieces.shapeOf(object);
    if (shape != Shape::EmptyList && shape != Shape::List && shape != Shape::Stack && shape != Shape::Pair) {
        return false;
    }
    if (items.empty()) {
        return true;
    }
    const bool isNew = shape == Shape::EmptyList;
    if ((isNew || shape == Shape::Stack) && appendStack(object, items)) {
        return true;
    }
    if (isNew && items.size() == 2 && items[0].kind == Kind::Int && items[1].kind == Kind::Int) {
        become(object, Shape::Pair, pairId({integerOf(items[0]), integerOf(items[1])}));
        return true;
    }
    if (isNew) {
        become(object, Shape::List, m_pieces.lists.size());
        m_pieces.lists.emplace_back();
        m_genericBytes += kBodyBytes;
    } else if (shape != Shape::List) {
        m_pieces.droppedItems += items.size();
        return true;
    }
    appendItems(object, items);
    return true;
}

/// Frames, or texts that stand for frames (forward_frames). False: something else is among them.
bool SnapshotBuilder::appendStack(std::uint32_t object, Values items) {
    auto &stacks = m_pieces.parts.stacks;
    m_frames.clear();
    if (m_pieces.shapeOf(object) == Shape::Stack) {
        const auto known = stacks.frames(StackId{m_pieces.positionOf(object)});
        m_frames.assign(known.begin(), known.end());
    }
    for (const auto &item : items) {
        if (m_pieces.is(item, Shape::Frame)) {
            m_frames.emplace_back(m_pieces.positionOf(item.id()));
        } else if (item.kind == Kind::Text) {
            StackFrame frame;
            frame.function = StringId{item.id()};
            m_frames.push_back(stacks.frame(frame));
        } else {
            return false;
        }
    }
    become(object, Shape::Stack, stacks.stack(m_frames).value);
    return true;
}

void SnapshotBuilder::appendItems(std::uint32_t object, Values items) {
    auto &list = m_pieces.lists[m_pieces.positionOf(object)];
    for (const auto &item : items) {
        const auto shape = item.kind == Kind::Object ? m_pieces.shapeOf(item.id()) : Shape::Map;
        if (shape != Shape::Event && shape != Shape::Block && shape != Shape::Segment) {
            list.others.push_back(item);
            m_genericBytes += sizeof item;
            continue;
        }
        const auto row = m_pieces.positionOf(item.id());
        if (!list.runs.empty() && list.runs.back().shape == shape &&
            list.runs.back().first + list.runs.back().count == row) {
            ++list.runs.back().count;
        } else {
            list.runs.push_back({shape, row, 1});
            m_genericBytes += sizeof list.runs.back();
        }
    }
}

std::uint32_t SnapshotBuilder::pairId(Pair pair) {
    const auto [it, isNew] = m_pairIds.emplace(pair, static_cast<std::uint32_t>(m_pieces.pairs.size()));
    if (isNew) {
        m_pieces.pairs.push_back(pair);
    }
    return it->second;
}

// Values -----------------------------------------------------------------------------------------------------------

std::uint64_t SnapshotBuilder::bytesOf(const PickleValue &value) {
    if (value.kind == Kind::Unsigned || value.kind == Kind::Bool) {
        return value.bits;
    }
    const auto number = integerOf(value);
    m_pieces.badValues += number < 0 ? 1 : 0;
    return number < 0 ? 0 : static_cast<std::uint64_t>(number);
}

std::int64_t SnapshotBuilder::integerOf(const PickleValue &value) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    const auto real = value.kind == Kind::Real ? std::bit_cast<double>(value.bits) : 0.0;
    switch (value.kind) {
        case Kind::Int:
        case Kind::Bool:
            return static_cast<std::int64_t>(value.bits);
        case Kind::Unsigned:
            ++m_pieces.badValues;
            return std::numeric_limits<std::int64_t>::max();
        case Kind::Real:
            if (std::abs(real) <= kExact) {
                return static_cast<std::int64_t>(real);
            }
            break;
        default:
            break;
    }
    m_pieces.badValues += value.kind == Kind::None ? 0 : 1;
    return 0;
}

StringId SnapshotBuilder::textOf(const PickleValue &value) {
    m_pieces.badValues += value.kind == Kind::Text || value.kind == Kind::None ? 0 : 1;
    return value.kind == Kind::Text ? StringId{value.id()} : StringId{0};
}

StackId SnapshotBuilder::stackOf(const PickleValue &value) {
    const bool isStack = m_pieces.is(value, Shape::Stack);
    m_pieces.badValues += isStack || value.kind == Kind::None || m_pieces.is(value, Shape::EmptyList) ? 0 : 1;
    return isStack ? StackId{m_pieces.positionOf(value.id())} : StackId{0};
}

std::uint16_t SnapshotBuilder::streamOf(const PickleValue &value) {
    auto &streams = m_pieces.parts.streams;
    const auto number = value.kind == Kind::Int ? value.bits : bytesOf(value);
    if (number == m_lastStream && !streams.empty()) {
        return m_lastStreamId;
    }
    auto it = m_streamIds.find(number);
    if (it == m_streamIds.end()) {
        if (streams.size() >= kMaxSmallIds) {
            ++m_pieces.badValues;
            return 0;
        }
        it = m_streamIds.emplace(number, static_cast<std::uint16_t>(streams.size())).first;
        streams.push_back(number);
    }
    m_lastStream = number;
    m_lastStreamId = it->second;
    return it->second;
}

std::uint16_t SnapshotBuilder::poolOf(const PickleValue &value) {
    if (!m_pieces.is(value, Shape::Pair)) {
        m_pieces.badValues += value.kind == Kind::None ? 0 : 1;
        return 0;
    }
    auto &pools = m_pieces.parts.pools;
    const auto pair = m_pieces.pairs[m_pieces.positionOf(value.id())];
    const auto it = m_poolIds.find(pair);
    if (it != m_poolIds.end()) {
        return it->second;
    }
    if (pools.size() >= kMaxSmallIds) {
        ++m_pieces.badValues;
        return 0;
    }
    const auto id = static_cast<std::uint16_t>(pools.size());
    m_poolIds.emplace(pair, id);
    pools.push_back(pair);
    return id;
}

SnapshotAction SnapshotBuilder::actionOf(const PickleValue &value) {
    const auto index = std::uint64_t{value.id()} - idOf(Word::FirstAction);
    if (value.kind != Kind::Text || index >= static_cast<std::size_t>(SnapshotAction::Unknown)) {
        ++m_pieces.unknownActions;
        return SnapshotAction::Unknown;
    }
    return static_cast<SnapshotAction>(index);
}

BlockState SnapshotBuilder::stateOf(const PickleValue &value) {
    switch (value.kind == Kind::Text ? static_cast<Word>(value.id()) : Word::None) {
        case Word::ActiveAllocated:
            return BlockState::Allocated;
        case Word::ActivePendingFree:
        case Word::ActiveAwaitingFree:
            return BlockState::PendingFree;
        case Word::Inactive:
            return BlockState::Inactive;
        default:
            ++m_pieces.badValues;
            return BlockState::Inactive;
    }
}

}  // namespace stagescope
