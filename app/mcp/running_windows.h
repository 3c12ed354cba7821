#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace stagescope {

/// Where windows of this user listen for what is to be shown: $XDG_RUNTIME_DIR/stagescope. Empty where there is no such
/// variable: then no window listens.
[[nodiscard]] std::string windowSocketFolder();
/// The socket of the window of a process.
[[nodiscard]] std::string windowSocketOf(int process);

/// Sockets of windows that run, the newest first. O(entries of the folder).
[[nodiscard]] std::vector<std::string> runningWindows();
/// Asks a window to show an item of what it has open under this path; what it says to that. Waits at most two seconds.
/// Errors: NotFound where the window has another profile or not the item, Internal where it does not answer.
[[nodiscard]] Result<std::string> showInWindow(const std::string &socket, const std::string &path,
                                               const std::string &item);

}  // namespace stagescope
