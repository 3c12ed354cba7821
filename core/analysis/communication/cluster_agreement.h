#pragma once

#include "core/base/import_log.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <vector>

namespace stagescope {

/// What the figures of the ranks' folders and a cluster_analysis_output of the same run say differently, and what is
/// odd in the ranks' own: comm.cluster_differs (a figure beyond the fifth digit), comm.cluster_lacks (rows that only
/// the ranks have), comm.cluster_only (rows of these ranks that only the cluster's files have),
/// comm.group_contradiction (positions in a group that metadata and rows give to different ranks), comm.unmapped_links
/// (links left out, since nothing names their rank), comm.truncated (a round number of operators, at which recorders
/// stop). Empty when all agree or there is nothing to compare. Any thread,
/// O(rows log rows).
[[nodiscard]] std::vector<ImportEntry> clusterAgreement(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
