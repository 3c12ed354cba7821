#pragma once

#include "core/base/result.h"
#include "core/session/remote_address.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// The words of a command that has a POSIX shell of another machine run a script, with the standard streams of the
/// command: ssh ($STAGESCOPE_SSH names another program), or what $STAGESCOPE_VIA names, which is Slurm's: "srun
/// [OPTIONS]" where HOST is a node that this machine's srun reaches, "ssh LOGIN srun [OPTIONS]" where that of LOGIN
/// does. Errors: BadArgument for another $STAGESCOPE_VIA, and for users and ports, which srun does not know.
[[nodiscard]] Result<std::vector<std::string>> remoteLine(const RemoteAddress &address, const std::string &script);

/// A script that becomes `stagescope-cli serve`: $STAGESCOPE_REMOTE_PROGRAM, else what was copied there (copyProgram),
/// or lies in PATH, ~/.local/bin or ~/bin. Exit code 127: there is none.
[[nodiscard]] std::string serveScript();

/// What a program on the way said, as valid UTF-8 without control characters, and not endless: it is a stranger's.
[[nodiscard]] std::string wordsOf(std::string_view text);

}  // namespace stagescope
