#pragma once

#include "core/analysis/pipeline/schedule/schedule.h"

#include <string>
#include <string_view>

namespace stagescope {

/// Schedules in PyTorch's notation (torch.distributed.pipelining): an action is "{stage}{F|I|W|B}{microbatch}", an
/// overlapped one "({F};{B})OVERLAP_F_B"; one line per rank, actions separated by commas. Beyond that notation, a loss
/// cell is an L. A text of DualPipe counts the microbatches of direction 1 on from those of direction 0 (m / 2), since
/// both use the same stages; actionText alone writes the number as it stands in the action.
[[nodiscard]] std::string actionText(const PipelineAction &action);
[[nodiscard]] std::string scheduleToText(const Schedule &schedule);

/// Reads that notation. Communication and parameter actions (SEND_F, RECV_B, UNSHARD, RESHARD, REDUCE_GRAD) and empty
/// fields are skipped. The placement is the one that the stages of the ranks have (Linear, Loop, V, Dual; Malformed for
/// any other; Malformed, too, where no rank has an action). Errors: Malformed with line and field; Limit.
[[nodiscard]] Result<Schedule> scheduleFromText(std::string_view text);

/// One action without its rank and chunk (both 0); nothing for a text of another form. Also understands ranges named
/// "PP:3F5", as PyTorch's runtime records them.
[[nodiscard]] std::optional<PipelineAction> actionFromText(std::string_view text);

/// What papers write: "F0", "F0.1" with its chunk where a rank has several, "I2", "(F7.0&B3.1)", DualPipe's reverse
/// direction with a prime: "(F3&B1')"; "L2.1" the loss head.
[[nodiscard]] std::string paperText(const PipelineAction &action, const Schedule &schedule);

}  // namespace stagescope
