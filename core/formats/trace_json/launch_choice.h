#pragma once

#include "core/formats/trace_json/launch_arguments.h"
#include "core/formats/trace_json/work_owners.h"
#include "core/store/trace/process_pairs.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace stagescope {

/// Which call launched each work of a device.
struct LaunchChoice {
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    static constexpr std::uint32_t kUnclear = kNone - 1;  ///< calls of several processes may have launched it
    std::vector<std::uint32_t> calls;  ///< position in the calls, by work; kNone where no call is known, or kUnclear
    std::map<std::uint32_t, std::uint32_t> drivers;  ///< WorkOwners::drivers
    FileBlocks blocks;                               ///< WorkOwners::blocks
    std::uint64_t ambiguous = 0;                     ///< works that are kUnclear
};

/// Calls by correlation, where each has one of its own, as in nearly all files. Correlations of a file are nearly
/// dense, so that mostly one look-up finds one. O(n) to make, O(n log n) where they are not.
class UniqueCalls {
public:
    /// In the order of the file.
    explicit UniqueCalls(std::span<const LaunchEnd> calls);

    [[nodiscard]] bool areUnique() const { return m_areUnique; }
    /// Position of a call; LaunchChoice::kNone where none has it.
    [[nodiscard]] std::uint32_t at(std::uint64_t correlation) const;

private:
    void addSparse(std::span<const LaunchEnd> calls);

    std::vector<std::pair<std::uint64_t, std::uint32_t>> m_sparse;
    std::vector<std::uint32_t> m_dense;
    std::uint64_t m_low = 0;
    bool m_areUnique = true;
};

/// Joins calls and works where several calls have a number, of several processes or of two captures in one file: it
/// means the calls of one process (work_owners.h), and of these the latest before the work, the outermost where one
/// lies in another. Tracks of works are numbers of streams of all the file. O(n log n).
[[nodiscard]] LaunchChoice launchingCalls(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works,
                                          const ProcessMarks &marks = {});

}  // namespace stagescope
