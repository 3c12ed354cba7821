#pragma once

#include "core/base/result.h"

#include <map>
#include <string>

namespace stagescope {

/// Keys and values of a remote in rclone's configuration, its "type" among them.
using RemoteSettings = std::map<std::string, std::string>;

/// Adds the remote to rclone's configuration. rclone itself writes it, encrypted where the user's is. The settings go
/// to it through a connection within the machine, for which a random password in rclone's environment is needed: they
/// stand neither in the words of a process, which everybody sees, nor in a file of ours. Errors, whose `where` is the
/// name: BadArgument for a name that is none or taken, NotFound without rclone, ReadFailed where rclone refuses.
/// Blocks.
[[nodiscard]] Status makeRemote(const std::string &name, const RemoteSettings &settings);

}  // namespace stagescope
