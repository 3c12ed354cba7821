#pragma once

#include "core/formats/snapshot/pickle_sink.h"
#include "core/store/snapshot/snapshot_store.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

inline constexpr std::int64_t kNsPerUs = 1000;

/// A snapshot between reading and assembling: columns that are filled already, and what its maps and lists have turned
/// out to be. Written by SnapshotBuilder, read by assembledSnapshot.
struct SnapshotPieces {
    enum class Shape : std::uint8_t {
        EmptyMap,
        EmptyList,
        Map,      ///< position in maps
        List,     ///< in lists
        Pair,     ///< in pairs: two whole numbers, such as the id of a pool
        Event,    ///< in parts.events
        Frame,    ///< in parts.stacks
        Stack,    ///< in parts.stacks
        Block,    ///< in blocks
        Segment,  ///< in segments
    };
    using Map = std::vector<PickleValue>;  ///< keys and values in turn
    struct Run {
        Shape shape = Shape::Event;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    struct List {
        std::vector<Run> runs;            ///< events, blocks, segments: consecutive rows
        std::vector<PickleValue> others;  ///< anything else
    };
    struct Block {
        static constexpr std::uint64_t kNotTold = ~std::uint64_t{0};
        SnapshotBlock block{kNotTold, 0, kNotTold, StackId{0}, BlockState::Inactive};
        PickleValue history{};  ///< of 2022: what is in use stands in there
    };
    struct Segment {
        SnapshotSegment segment;
        PickleValue blocks{};
    };

    SnapshotStore::Parts parts;
    std::vector<std::uint32_t> objects;  ///< Shape in the upper 4 bits, position below
    std::vector<Map> maps;
    std::vector<List> lists;
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    std::vector<Block> blocks;
    std::vector<Segment> segments;
    std::uint64_t badValues = 0;     ///< not what their key wants, or out of range
    std::uint64_t droppedItems = 0;  ///< in a list of what they are not
    std::uint64_t unknownActions = 0;

    static constexpr unsigned kShapeShift = 28;
    static constexpr std::uint32_t kPositions = (std::uint32_t{1} << kShapeShift) - 1;

    [[nodiscard]] Shape shapeOf(std::uint32_t object) const {
        return static_cast<Shape>(objects[object] >> kShapeShift);
    }
    [[nodiscard]] std::uint32_t positionOf(std::uint32_t object) const { return objects[object] & kPositions; }
    [[nodiscard]] bool is(const PickleValue &value, Shape shape) const {
        return value.kind == PickleValue::Kind::Object && value.id() < objects.size() && shapeOf(value.id()) == shape;
    }
    /// Null when it is none.
    [[nodiscard]] const Map *mapOf(const PickleValue &value) const {
        return is(value, Shape::Map) ? &maps[positionOf(value.id())] : nullptr;
    }
    [[nodiscard]] const List *listOf(const PickleValue &value) const {
        return is(value, Shape::List) ? &lists[positionOf(value.id())] : nullptr;
    }
    /// The last value of a text key; None without it. Looks at the last few of the keys only: a map that is asked has
    /// some 20 of them, and one that many others share is asked for each.
    [[nodiscard]] PickleValue member(const PickleValue &map, std::string_view key) const {
        constexpr std::size_t kMostKeys = 256;
        const auto *pairsOfMap = mapOf(map);
        const auto end = pairsOfMap == nullptr ? 0 : pairsOfMap->size();
        for (auto i = end; i >= 2 && end - i < 2 * kMostKeys; i -= 2) {
            const auto &name = (*pairsOfMap)[i - 2];
            if (name.kind == PickleValue::Kind::Text && parts.strings.at(StringId{name.id()}) == key) {
                return (*pairsOfMap)[i - 1];
            }
        }
        return {};
    }
};

}  // namespace stagescope
