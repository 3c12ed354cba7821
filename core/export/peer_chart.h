#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stagescope {

/// The pipeline chart in the form in which msprof-analyze's recipe pp_chart leaves it in a database and MindStudio
/// Insight reads it: rows of StepTaskInfo, and a text that is equal on the two ends of a transfer.
struct PeerChart {
    struct Task {
        std::string name;
        std::int64_t beginNs = 0;  ///< clock of the rank
        std::int64_t endNs = 0;
        std::int64_t type = 0;  ///< the peer gives each type a colour of its own
    };
    struct Connection {
        std::string operation;  ///< name of the communication operator
        std::int64_t beginNs = 0;
        std::string id;  ///< "344_0_1_7": domain, ranks within the group, running number
    };
    struct Rank {
        std::vector<Task> tasks;  ///< by begin
        std::vector<Connection> connections;
    };
    std::map<int, Rank> ranks;  ///< those that have cells or transfers
};

/// How cells are named.
enum class PeerNames : std::uint8_t {
    Numbered,  ///< "3F", "3B", "3b" (input), "3w" (weights), "7F+13B"; further chunks count on: chunk * m + microbatch
    Recipe,    ///< what the recipe itself writes: "FP" type 0, "BP" type 1; of a DualPipeV that the metadata tells its
               ///< labels and phases ("3", "7F+13B", "10w", "logits"; mindspeed_labels.h), by position in the step
};

/// One group's part. Types of numbered names: 0 F, 1 B, 2 I, 3 W, 4 O, 5 all else. A rank and step with another number
/// of cells than a DualPipeV has gets numbered names there. O(cells + edges).
[[nodiscard]] PeerChart peerChart(const PipelineChart &chart, PeerNames names);

}  // namespace stagescope
