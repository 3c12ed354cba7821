#pragma once

#include "app/command_list.h"

#include <memory>
#include <vector>

class QCoreApplication;
class QString;

namespace stagescope {

/// Makes the application object that a command asks for.
using MakeApplication = std::unique_ptr<QCoreApplication> (*)(ApplicationKind kind, int &argc, char **argv);

/// What main() does: finds the command that the arguments name, or else the one that opens the window, and runs it.
/// Returns the exit code. Call once, by the main thread.
[[nodiscard]] int runProgram(std::vector<Command> commands, MakeApplication makeApplication, int argc, char **argv);

/// What starts this program again, here or where its folder is seen from, too: the script that did it and said so in
/// STAGESCOPE_LAUNCHER, or else the executable file. Once there is an application.
[[nodiscard]] QString programPath();

}  // namespace stagescope
