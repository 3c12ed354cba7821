#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/session/loading/load_job.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Titles of the questions that `profile` answers and the copy in `folder` does not (lostAnswers). The copy is read as
/// a profile of its own, and of each rank as deep as the profile was: what only deep reading tells is no loss. For the
/// command and for the window. `tick` (may be empty) is called while it is read. Errors: those of reading, Cancelled.
/// Any thread; the job of the copy has its own.
[[nodiscard]] Result<std::vector<Message>> answersLostIn(const std::string &folder, const Run &profile,
                                                         const std::function<void(const LoadStatus &)> &tick = {},
                                                         const std::stop_token &stop = {});

}  // namespace stagescope
