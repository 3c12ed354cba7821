#pragma once

#include "core/base/result.h"
#include "core/export/peer_chart.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// One database as it was copied.
struct PeerDatabase {
    int rank = 0;
    std::string path;
    std::size_t tasks = 0;
    std::size_t connections = 0;
};
struct PeerDatabases {
    std::vector<PeerDatabase> written;
    std::vector<int> without;  ///< ranks that have no profiler database to copy
};

/// Copies each rank's profiler database, with its small metadata files, to the same place below `folder`, and writes
/// the chart's rows into the copies: table StepTaskInfo (replaced) and column opConnectionId of COMMUNICATION_OP. The
/// originals are only read. Triggers and views of a file never run. The folder appears whole or not at all
/// (OutputFolder), and not where no rank has a database. Errors: BadArgument for a folder within the profile or one
/// that is neither new nor empty, ReadFailed where reading or writing fails, Cancelled.
[[nodiscard]] Result<PeerDatabases> writePeerDatabases(const Run &run, const PeerChart &chart,
                                                       const std::string &folder, const std::stop_token &stop = {});

}  // namespace stagescope
