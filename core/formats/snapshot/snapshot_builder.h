#pragma once

#include "core/formats/snapshot/pickle_sink.h"
#include "core/formats/snapshot/snapshot_pieces.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace stagescope {

/// Turns the maps and lists of a memory snapshot straight into columns. A map becomes an event, a frame, a block or a
/// segment as soon as its keys tell, whatever their order; a list of frames becomes a call stack. What is none of these
/// (the outermost map, settings, annotations) is kept as it is. No generic tree of the history ever exists: 4 bytes per
/// map or list beside the columns. One thread; O(1) per value.
class SnapshotBuilder final : public PickleSink {
public:
    /// `expectedBytes`: size of the file, to find room for its events at once.
    explicit SnapshotBuilder(std::uint64_t expectedBytes);

    [[nodiscard]] std::uint32_t text(std::string_view text) override {
        return m_pieces.parts.strings.intern(text).value;
    }
    [[nodiscard]] std::uint32_t newMap() override { return add(Shape::EmptyMap, 0); }
    [[nodiscard]] std::uint32_t newList() override { return add(Shape::EmptyList, 0); }
    [[nodiscard]] std::uint32_t newTuple(std::span<const PickleValue> items) override;
    [[nodiscard]] bool set(std::uint32_t object, std::span<const PickleValue> keysAndValues) override;
    [[nodiscard]] bool append(std::uint32_t object, std::span<const PickleValue> items) override;
    [[nodiscard]] std::size_t heldBytes() const override;
    [[nodiscard]] bool isFull() const override;

    /// What was read; call once, at the end.
    [[nodiscard]] SnapshotPieces take() { return std::move(m_pieces); }

private:
    using Shape = SnapshotPieces::Shape;
    using Values = std::span<const PickleValue>;
    using Pair = std::pair<std::int64_t, std::int64_t>;

    [[nodiscard]] std::uint32_t add(Shape shape, std::size_t position);
    void become(std::uint32_t object, Shape shape, std::size_t position);
    [[nodiscard]] std::uint32_t pairId(Pair pair);

    void startMap(std::uint32_t object, Values pairs);
    [[nodiscard]] Shape shapeFor(Values pairs) const;
    void makeTyped(std::uint32_t object, Shape shape, Values pairs);
    void setEvent(SnapshotEvent &event, Values pairs);
    void setEventMore(SnapshotEvent &event, std::uint32_t key, const PickleValue &value);
    void setFrame(StackFrame &frame, Values pairs);
    void setBlock(SnapshotPieces::Block &block, Values pairs);
    void setSegment(SnapshotPieces::Segment &segment, Values pairs);
    [[nodiscard]] bool appendStack(std::uint32_t object, Values items);
    void appendItems(std::uint32_t object, Values items);

    // What a value says; 0, "" or nothing, and counted, where it says something else.
    [[nodiscard]] std::uint64_t bytesOf(const PickleValue &value);
    [[nodiscard]] std::int64_t integerOf(const PickleValue &value);
    [[nodiscard]] StringId textOf(const PickleValue &value);
    [[nodiscard]] StackId stackOf(const PickleValue &value);
    [[nodiscard]] std::uint16_t streamOf(const PickleValue &value);
    [[nodiscard]] std::uint16_t poolOf(const PickleValue &value);
    [[nodiscard]] SnapshotAction actionOf(const PickleValue &value);
    [[nodiscard]] BlockState stateOf(const PickleValue &value);

    SnapshotPieces m_pieces;
    std::map<Pair, std::uint32_t> m_pairIds;
    std::map<std::uint64_t, std::uint16_t> m_streamIds;
    std::map<Pair, std::uint16_t> m_poolIds;
    std::vector<FrameId> m_frames;  ///< of the stack under construction
    std::size_t m_genericBytes = 0;
    std::uint64_t m_lastStream = 0;
    std::uint16_t m_lastStreamId = 0;
};

}  // namespace stagescope
