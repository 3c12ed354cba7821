#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a framework operator computes, as far as the overall metrics tell operators apart.
enum class Computes : std::uint8_t { Unknown, FlashAttention, Convolution, MatrixProduct };

/// What its name says: "aten::convolution_backward" is a convolution, backward.
struct OperatorMark {
    Computes computes = Computes::Unknown;
    bool isBackward = false;
    bool operator==(const OperatorMark &) const = default;
};
/// Of a framework operator (aten::mm, npu::npu_fusion_attention). Names of msprof-analyze's overall metrics.
[[nodiscard]] OperatorMark markOfOperator(std::string_view name);

/// Which kernels were launched inside framework operators with a mark, as the arrows of the trace tell; the outermost
/// operator with a mark counts.
class LaunchMarks {
public:
    /// O(slices of host tracks + arrows log slices). Stopped: incomplete.
    explicit LaunchMarks(const RankCapture &capture, const std::stop_token &stop = {});
    /// Of the kernel that begins then; `stream` (-1 unknown) decides where several streams begin one at once. O(log n).
    [[nodiscard]] OperatorMark of(std::int64_t begin, std::int64_t stream) const;

private:
    struct Launch {
        std::int64_t begin;  ///< of the kernel
        std::int64_t stream;
        OperatorMark mark;
    };
    void addTrace(const TraceStore &trace, const std::stop_token &stop);

    std::vector<Launch> m_launches;  ///< by begin
};

}  // namespace stagescope
