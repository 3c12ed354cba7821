#pragma once

#include <QtCore/QString>

namespace stagescope {

/// From now on ssh, where this process starts it, asks for passwords and unknown hosts in a window: this program
/// (programPath()), as its SSH_ASKPASS. Whoever names another program keeps it.
void letSshAsk(const QString &program);
/// Whether this process was started by ssh to ask.
[[nodiscard]] bool isAskedBySsh();
/// Asks, and writes the answer to standard output for ssh; nothing of it is kept. The exit code: 1 where the user
/// refuses. Needs a QApplication.
int askForSsh(const QString &prompt);

}  // namespace stagescope
