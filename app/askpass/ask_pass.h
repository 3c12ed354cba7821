#pragma once

#include <QtCore/QString>

#include <map>
#include <string>

namespace stagescope {

/// What ssh needs in its environment to ask for passwords and unknown hosts in a window: `program` (programPath()), as
/// its SSH_ASKPASS. Whoever names another program keeps it.
[[nodiscard]] std::map<std::string, std::string> sshAskVariables(const QString &program);
/// Whether this process was started by ssh to ask.
[[nodiscard]] bool isAskedBySsh();
/// Asks, and writes the answer to standard output for ssh; nothing of it is kept. The prompt may be of the other
/// machine: it is shown as it is. The exit code: 1 where the user refuses. Needs a QApplication.
int askForSsh(const QString &prompt);

}  // namespace stagescope
