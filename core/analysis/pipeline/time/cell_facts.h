#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/base/key_values.h"

#include <cstddef>
#include <string>

namespace stagescope {

/// "F 3.1", "F 7 & B 3.1", "optimizer": short and the same everywhere.
[[nodiscard]] std::string cellTitle(const PipelineCell &cell);
/// "27.3 %"; of nothing the share is counted of 1 ns.
[[nodiscard]] std::string shareText(Nanos part, Nanos whole);

/// What is known of a cell beyond its place, under stable keys: numbering, evidence, bounds on the host, device busy,
/// exposed communication, ideal start and lateness (means of each stage), where its input comes from and its output
/// goes. O(cells of its step log cells), for the ideal.
[[nodiscard]] KeyValues cellFacts(const PipelineChart &chart, std::size_t position, const ClockAlignment &clock);
/// The same for a send, receive or batch: per edge both ends, what is sent, waiting on each side, transfer, evidence.
[[nodiscard]] KeyValues transferFacts(const PipelineChart &chart, std::size_t position);

}  // namespace stagescope
