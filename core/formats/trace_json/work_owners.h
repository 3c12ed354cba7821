#pragma once

#include "core/formats/trace_json/launch_arguments.h"
#include "core/store/trace/process_pairs.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

/// Where the calls of a process stand in a file that was put together of several, one after the other.
struct FileBlock {
    std::uint64_t first = 0;  ///< offsets of its first and its last call
    std::uint64_t last = 0;
    std::uint32_t process = 0;
};

class FileBlocks {
public:
    FileBlocks() = default;
    /// None where blocks overlap: calls of processes are mingled.
    explicit FileBlocks(std::vector<FileBlock> blocks);
    [[nodiscard]] bool isEmpty() const { return m_blocks.empty(); }
    /// Whose block an offset lies in.
    [[nodiscard]] std::optional<std::uint32_t> processAt(std::uint64_t offset) const;
    /// The same of work. Nothing where it has the number of that process: files in the order of numbers tell nothing.
    [[nodiscard]] std::optional<std::uint32_t> processAround(const LaunchEnd &work) const;
    /// Each up to the begin of the next one, the last to the end of the file.
    [[nodiscard]] FileBlocks upToNext() const;

private:
    std::vector<FileBlock> m_blocks;  ///< by offset
};

/// Which process of the host launched each work, where several use the same numbers.
struct WorkOwners {
    static constexpr std::uint32_t kNobody = ~std::uint32_t{0};  ///< no call has its number
    static constexpr std::uint32_t kUnclear = kNobody - 1;       ///< calls of several may have launched it
    std::vector<std::uint32_t> hosts;                            ///< of the calls, by work
    std::map<std::uint32_t, std::uint32_t> drivers;  ///< by process of the works; ProcessPairs::kShared: several
    FileBlocks blocks;
};

/// A work is of the process whose call of its number fits: it comes before the work, is of its kind and operator and
/// of the same mark, has no other work, and the works of a process follow one another on a stream in the order of their
/// calls. Where one process fits all works of a device it has launched all. What these leave open tells the file where
/// each process has a block of its own that contradicts none of them, then ProcessPairs unless it contradicts them. The
/// rest is kUnclear. Tracks of works are numbers of streams of all the file. O(n log n) a round, of which few are
/// needed; O(n x hosts) for devices.
[[nodiscard]] WorkOwners ownersOf(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works,
                                  const ProcessMarks &marks);

}  // namespace stagescope
