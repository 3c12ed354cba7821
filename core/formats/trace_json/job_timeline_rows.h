#pragma once

#include "core/base/import_log.h"
#include "core/base/io/byte_source.h"
#include "core/formats/io/load_control.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// The events of a timeline of a whole job, as StragglerAnalysis publishes them: a trace event array whose processes
/// are data-parallel ranks and whose threads are lanes "PP rank 1, TP rank 0, compute" of one rank each. Row trouble
/// goes to the log it was read with.
struct JobTimeline {
    struct Lane {
        int dp = 0;
        int pp = 0;
        int tp = 0;
        std::string name;  ///< "compute", "pp-comm", "tp-comm", "dp-comm", "misc"
    };
    struct Row {
        std::uint64_t offset = 0;
        std::int64_t begin = 0;
        std::int64_t duration = 0;
        std::int64_t process = 0;
        std::int64_t thread = 0;
        std::string name;
        std::int64_t step = -1;
        int chunk = -1;
        int microbatch = -1;
        int sequence = -1;
    };
    using LaneKey = std::pair<std::int64_t, std::int64_t>;  ///< process, thread

    std::vector<Row> rows;
    std::map<LaneKey, Lane> lanes;
    int dp = 0;  ///< sizes: one more than the largest of each
    int pp = 0;
    int tp = 0;

    /// Megatron's order: tp fastest, then dp, then pp.
    [[nodiscard]] int rankOf(const Lane &lane) const { return (lane.pp * dp + lane.dp) * tp + lane.tp; }
    /// Ranks that have a lane, ascending.
    [[nodiscard]] std::vector<int> ranks() const;
    [[nodiscard]] int world() const { return dp * pp * tp; }
};

/// Reads the whole file in windows. The names of lanes stand at its end: where a file that was cut lacks them they
/// follow from the numbers of the threads, which writers give out in the order of ranks (json.lanes_inferred). A stream
/// that breaks keeps what stands before, with the error in the log. Errors: as ByteSource::read where nothing was kept,
/// Cancelled; Malformed without any lane.
[[nodiscard]] Result<JobTimeline> readJobTimeline(const std::string &path, ImportLog &log, const LoadControl &control);

}  // namespace stagescope
