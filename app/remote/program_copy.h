#pragma once

#include "core/base/result.h"
#include "core/session/remote_address.h"

#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

/// The folder of the portable archive that this program runs from, which can be copied whole; nothing where it runs
/// from elsewhere.
[[nodiscard]] std::optional<std::filesystem::path> portableFolder();
/// Where copyProgram puts stagescope-cli of this version, from the home folder.
[[nodiscard]] std::string copiedProgram();

/// Copies stagescope-cli with its libraries from the portable folder to another machine, by its shell and tar
/// (remoteLine). What was copied before is replaced at the end. `variables`: of the environment of ssh. Errors:
/// NotFound where this is no portable folder; Unsupported where the other machine has another architecture; ReadFailed,
/// with the last words of what failed; Cancelled. Holds the archive in memory. Blocks; any thread, which must outlive
/// the call.
[[nodiscard]] Status copyProgram(const RemoteAddress &address, const std::map<std::string, std::string> &variables,
                                 const std::stop_token &stop = {});

}  // namespace stagescope
