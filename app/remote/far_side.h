#pragma once

#include "core/remote/remote_stream.h"
#include "core/session/workspace.h"

#include <functional>
#include <string>
#include <string_view>

namespace stagescope {

/// Whether what was found at a path is one run that can be read, as commands ask here.
using RunJudge = std::function<Status(const Run &run, const std::string &path)>;

/// What `stagescope serve` does: digests of the profile that the request names, made where they are not yet, in the
/// order of their ranks, and sent as they are there. They are kept in the cache folder of whoever runs it; where that
/// cannot be written, they are made in memory each time. The exit code: 0 where all was sent, 2 where it was refused or
/// nobody listens any more. Blocks.
int serveDigests(std::string_view request, const RunJudge &accepts, RemoteWriter::Sink sink);

}  // namespace stagescope
