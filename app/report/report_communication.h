#pragma once

#include "app/report/report_writer.h"
#include "core/advice/finding.h"

#include <string>
#include <vector>

namespace stagescope {

/// The part of the report on communication: verdicts, time of each rank in its parts, bandwidth by transport, slowest
/// links, ranks that come late. HTML without script; every text of the profile goes through the filter and is escaped.
/// Empty where the run has no figures of communication.
[[nodiscard]] std::string communicationSection(const Run &run, const std::vector<Finding> &findings,
                                               const TextFilter &filter);

}  // namespace stagescope
