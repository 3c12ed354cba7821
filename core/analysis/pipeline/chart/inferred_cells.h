#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <vector>

namespace stagescope {

/// Cells of a rank from its device work alone, for profiles without any marks. Rules:
/// - Point-to-point operations cut the kernels of a step into segments: a send where it begins, a receive where it
/// ends,
///   a batch at both. A capture without such operations has no cells.
/// - A segment with kernels of a backward pass (KernelTrait) is a backward, one without is a forward, or W where the
///   rank has attention kernels and this segment, behind the first backward, has none.
/// - A segment that goes over from forward to backward (last stage) is a forward, a loss, a backward: the backward
///   begins with its first kernel of a backward pass, the loss where kernels stop to follow the rhythm of the layers
///   (compared with those behind the attention before; another name or more than four times the duration).
/// - Attentions behind the last kernel of a backward pass belong to the next forward (the first stage sends nothing in
///   between); it begins as many kernels before its attention as forwards do that stand alone, else at the widest gap.
/// - Forward kernels before their gradients in a segment are recomputation when fewer attentions come first than the
///   backward has, or when the rank has a forward of its own for each backward.
/// - Behind the last backward: collectives up to the first optimizer kernel are the gradient sync, all from there to
///   the end of the step is the optimizer. The next step begins at the widest gap between the last optimizer kernel and
///   the next attention or point-to-point operation, or with the step of the host where no optimizer is seen.
/// - Attention kernels are parts "attn": as many as the stage has layers.
/// - A rank without both passes has no cells: all-to-all exchanges look like point-to-point operations, too.
/// Segments of less than 2 % of the busiest one are left out; evidence is Inferred. By begin. Any thread, O(n log n).
[[nodiscard]] std::vector<PipelineCell> inferredCells(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
