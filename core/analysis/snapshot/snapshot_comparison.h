#pragma once

#include "core/analysis/snapshot/snapshot_source.h"
#include "core/analysis/snapshot/stack_groups.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// A state of one device of a snapshot: after so many events.
struct SnapshotMoment {
    SnapshotSource source;
    std::uint32_t events = 0;
};

/// Who made blocks, in two states: that of the run, then that of its baseline. Matched by name and never by address, so
/// that processes can be compared.
struct ComparedGroup {
    struct Side {
        std::uint64_t bytes = 0;
        std::uint64_t blocks = 0;
        std::optional<StackId> stack;  ///< of one of its blocks
    };
    std::string name;
    std::array<Side, 2> sides;

    /// Run minus baseline.
    [[nodiscard]] std::int64_t bytesMore() const {
        return static_cast<std::int64_t>(sides[0].bytes) - static_cast<std::int64_t>(sides[1].bytes);
    }
    [[nodiscard]] std::int64_t blocksMore() const {
        return static_cast<std::int64_t>(sides[0].blocks) - static_cast<std::int64_t>(sides[1].blocks);
    }
};

/// A state against a baseline. Groups sum up to all bytes of both sides; those that differ most come first.
struct SnapshotComparison {
    std::vector<ComparedGroup> groups;
    std::array<ComparedGroup::Side, 2> sums;
};
/// Whether lines of code count in the names of groups: without them two states of an edited program can be compared.
enum class GroupLines : std::uint8_t { Kept, Ignored };
/// O(allocations).
[[nodiscard]] SnapshotComparison compareSnapshots(const SnapshotMoment &run, const SnapshotMoment &baseline,
                                                  StackGrouping grouping, GroupLines lines = GroupLines::Kept,
                                                  const std::stop_token &stop = {});

/// Stages of the pipeline by rank, where the metadata of the run tells groups or sizes of parallel dimensions.
[[nodiscard]] std::map<int, int> stagesOfRanks(const Run &run);

/// A group on one of several devices, against the others that should be like it: those of the same stage, or all where
/// stages are not known.
struct GroupSpread {
    std::string name;
    std::size_t source = 0;  ///< position among those asked for
    std::uint64_t bytes = 0;
    std::uint64_t blocks = 0;
    double medianBytes = 0;
    double medianBlocks = 0;
    /// |bytes - median| in median absolute deviations; nothing where all but a few are equal.
    std::optional<double> deviations;
};
/// Groups that are not the same on all devices that should be alike, the farthest from their median first.
/// O(allocations
/// + groups x devices log devices). `stages` is parallel to `moments`.
[[nodiscard]] std::vector<GroupSpread> snapshotSpread(std::span<const SnapshotMoment> moments,
                                                      std::span<const std::optional<int>> stages,
                                                      StackGrouping grouping, const std::stop_token &stop = {});

}  // namespace stagescope
