#pragma once

#include "core/analysis/operators/kernel_bound.h"
#include "core/analysis/run/kernels.h"
#include "core/base/item_ref.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

// Operators that are worth a look, as msprof-analyze's advisor chooses and judges them (26; its sheets "operator no
// bound", "Cube / FA / Vector Operator Perf Analysis", "Block Dim Issues", "AICPU Issues"). The advisor shows the first
// five of a verdict, here are all.

enum class OperatorSheet : std::uint8_t {
    /// Kernels none of whose six ratios exceeds 0.8: mac, scalar, mte1, mte2 of the cube cores, vec and mte3 of the
    /// vector cores. mte2 of the vector cores is not among them, so that a kernel may well have a bound.
    NoBound,
    /// Matrix products of AI_CORE, by name and shapes; 100 MB of operands and more, all kernels together.
    Cube,
    FlashAttention,  ///< by name and shapes
    /// AI_VECTOR_CORE and MIX_AIV of types with 1 % of the time of all kernels and communication, or 1 s; by name and
    /// shapes.
    Vector,
    BlockDim,  ///< kernels whose blocks are no multiple of the cores
    AiCpu      ///< kernels of AI_CPU of 20 us and more
};
/// "no_bound", "cube", "flash_attention", "vector", "block_dim", "aicpu".
[[nodiscard]] std::string_view sheetName(OperatorSheet sheet);

enum class OperatorVerdict : std::uint8_t {
    Unaffine,  ///< shapes that the cores do not divide well; those are not judged further
    Bound,     ///< some of its parts are as busy as they can be
    Space,     ///< none is
    Listed     ///< sheets without such a judgement
};
/// "unaffine", "bound", "space"; empty for Listed.
[[nodiscard]] std::string_view verdictName(OperatorVerdict verdict);

/// Cores of the chip; 0 unknown.
struct CoreCounts {
    std::int64_t cube = 0;
    std::int64_t vector = 0;
};
/// As many as most kernels of AI_CORE and MIX_AIC, and of AI_VECTOR_CORE, are launched on (of those on more than one):
/// profiles do not say it elsewhere that is read.
[[nodiscard]] CoreCounts usualCores(std::span<const DeviceKernel> kernels);

/// A kernel, or those of one name and shapes. Texts live as long as the capture's stores.
struct JudgedOperator {
    OperatorSheet sheet = OperatorSheet::NoBound;
    OperatorVerdict verdict = OperatorVerdict::Listed;
    const DeviceKernel *first = nullptr;  ///< of those given
    std::size_t count = 1;
    Nanos total{0};
    /// The advisor's words: "mac", "mte2", "mac_and_mte2", "vec", "fixpipe", "vec_mte2_mte3" ...; empty: none.
    std::string_view bound{};
    /// How far the parts are from their limits, as the advisor adds it up, in percent.
    std::optional<double> spacePercent{};
    std::int64_t cores = 0;  ///< that the blocks are compared with; 0: not a matter of these
    PipeRatios ratios{};     ///< of several kernels the plain mean, as the advisor has it
};

/// Sheet by sheet; in each the bound and the listed ones by time, those with space by space. No-bound and block
/// dimension are empty where all shapes are dynamic (`op_state`): the advisor asks for tuned static kernels there.
/// `communication` is the time of operators that are not among the kernels, which the share of a type is measured
/// against. Stopped: incomplete. O(n log n). Any thread.
[[nodiscard]] std::vector<JudgedOperator> judgedOperators(std::span<const DeviceKernel> kernels,
                                                          const MetricTables &metrics, CoreCounts cores,
                                                          Nanos communication, const std::stop_token &stop = {});
/// The count of cores that a kernel's blocks do not fill evenly; 0: they do, or it is not known.
[[nodiscard]] std::int64_t unevenCores(const DeviceKernel &kernel, CoreCounts cores);
/// Whether every kernel that tells it was compiled for dynamic shapes; false when none tells it.
[[nodiscard]] bool isAllDynamic(std::span<const DeviceKernel> kernels);

}  // namespace stagescope
