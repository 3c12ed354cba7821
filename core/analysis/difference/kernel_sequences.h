#pragma once

#include "core/analysis/difference/placed_changes.h"
#include "core/analysis/tables/analysis.h"
#include "core/analysis/trace/kernel_groups.h"
#include "core/base/item_ref.h"
#include "core/base/result.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// How steps deviate from the sequence that they are compared with, repetitions (layers, microbatches) and equal steps
/// put together.
struct SequenceChange {
    SequenceChangeKind kind = SequenceChangeKind::Extra;
    KernelGroup what{};
    /// Replaced: what stands in the place usually. Swapped: what it changed places with. Moved: what it follows
    /// usually, empty at the begin of the step.
    KernelGroup other{};
    KernelGroup after{};                ///< the kernel before it, empty at the begin of the step
    std::size_t count = 0;              ///< in each of these steps
    std::vector<int> ranks{};           ///< ascending
    std::vector<std::int64_t> steps{};  ///< of each of these ranks, ascending; kNoStep where no steps are known
    /// How much longer the kernels of such a step take by it, mean over ranks and steps; nothing where the order alone
    /// changed. Extra kernels as they ran, missing ones as they ran where the sequence is usual.
    std::optional<Nanos> change{};
    std::optional<SliceRef> evidence{};  ///< first place on the first rank; what runs there in place of missing ones
};

struct KernelSequences {
    std::vector<SequenceChange> changes{};  ///< the longest change of a step first; their texts live as long as this
    std::size_t compared = 0;               ///< steps of ranks that have kernels
    std::size_t deviating = 0;              ///< of these, those with a sequence of their own
    std::size_t distinct = 0;               ///< sequences, each of which was compared once; of all streams
    std::shared_ptr<const std::set<std::string, std::less<>>> texts{};
};

/// The kernels of each step, without communication, copies and fills, per stream in order of their begin: streams run
/// side by side by chance. Without two sides, the steps of all ranks of a stage are compared with the sequence that
/// most of them have (of several the one that comes first); with two sides (two_sides.h), those of each rank with the
/// commonest of its rank before. Kernels are the same by `grouping`. Streams belong together by their number where all
/// ranks have the same ones, else by how many kernels they run. As twoSides and Cancelled. O(kernels log) and one
/// difference for each distinct sequence (sequence_edits.h). Any thread.
[[nodiscard]] Result<KernelSequences> kernelSequences(const AnalysisInput &input, KernelGrouping grouping,
                                                      const std::stop_token &stop = {});

}  // namespace stagescope
