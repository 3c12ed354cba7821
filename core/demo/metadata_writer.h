#pragma once

#include "core/demo/rank_recording.h"

#include <string>

namespace stagescope {

/// Texts of the metadata, JSON on one line, as profiler_metadata.json and META_DATA hold them.
[[nodiscard]] std::string distributedArgsJson(const DemoCluster &cluster, int rank);
[[nodiscard]] std::string parallelGroupsJson(const DemoCluster &cluster, int rank);
[[nodiscard]] std::string pipelineJson(const DemoOptions &options);
[[nodiscard]] std::string environmentJson();

/// profiler_info_N.json and profiler_metadata.json in the rank's folder.
[[nodiscard]] Status writeRankMetadata(const std::string &rankFolder, const RankRecording &recording);

}  // namespace stagescope
