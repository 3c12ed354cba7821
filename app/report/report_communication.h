#pragma once

#include "app/report/report_writer.h"
#include "core/advice/rule_study.h"

#include <string>

namespace stagescope {

/// The part of the report on communication: verdicts, time of each rank in its parts, bandwidth by transport, slowest
/// links, ranks that come late. HTML without script; every text of the profile is escaped. Empty where the run has no
/// figures of communication.
[[nodiscard]] std::string communicationSection(const Run &run, const Advice &advice);

}  // namespace stagescope
