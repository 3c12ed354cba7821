#pragma once

#include "core/analysis/operators/kernel_work.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What calls have in common: the same operator on the same operands.
struct CallKind {
    KernelOperands operands{};
    std::string_view
        name{};  ///< type of the device's operator, else the framework's that launched it, else of the kernel
    std::string_view core{};  ///< what ran it; empty unknown
    int cube = -1;            ///< 1 matrix units worked, 0 they did not, -1 unknown
    std::optional<KernelWork> work{};

    /// Whether its FLOP are those of matrix units.
    [[nodiscard]] bool isMatrix() const { return cube == 1 || (work && work->isMatrix); }
    /// Whether matrix units are known to have had nothing to do.
    [[nodiscard]] bool isVector() const { return !isMatrix() && (cube == 0 || (work && work->isVector)); }
    [[nodiscard]] NumberType number() const { return work ? work->number : NumberType::Unknown; }
};

/// Kernels that one operator started: one kernel of Ascend's, all that a call of the framework launched on a GPU, which
/// share its work (a matrix product fills its scratch memory first). ns on the clock of the rank.
struct KernelCall {
    static constexpr double kUnknown = -1;

    std::int64_t begin = 0;     ///< of the first kernel
    std::int64_t duration = 0;  ///< sum over its kernels
    std::uint32_t kernels = 0;
    std::uint32_t kind = 0;  ///< into KernelCalls::kinds
    int recompute = -1;      ///< 1: activations computed once more, 0: not, -1 unknown
    double flop = kUnknown;  ///< of its kind, or what a mark tells
    double bytes = kUnknown;

    [[nodiscard]] bool hasFlop() const { return flop >= 0; }
};

/// Whether it is known what the matrix units did in a call: so many FLOP, or nothing. What is not is counted beside
/// every sum of FLOP.
[[nodiscard]] inline bool isJudged(const CallKind &kind, const KernelCall &call) {
    return kind.isMatrix() ? call.hasFlop() : kind.isVector();
}

/// Texts live as long as the capture's stores.
struct KernelCalls {
    std::vector<CallKind> kinds{};
    std::vector<KernelCall> calls{};  ///< by begin
    std::size_t marked = 0;           ///< calls whose FLOP a mark of the program tells
};

/// The kernels of a capture, without communication and copies, as calls with their work. Ranges of MSTX that say
/// "FLOP-name" (domain mfu_flops of msprof-analyze) take precedence over shapes: their FLOP are shared by the kernels
/// of the matrix units that were launched within, by duration; other kernels within have none. Stopped: incomplete. O(n
/// log n). Any thread.
[[nodiscard]] KernelCalls kernelCalls(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
