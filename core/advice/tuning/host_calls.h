#pragma once

namespace stagescope {

struct RankCapture;
struct Run;

// Without any calls of the host nothing that it may have done was looked for. Measured once (rank_facts.h): rules ask
// it in `look`, too. O(slices of the host), mostly of the first of them.

/// Whether a timeline of the rank has calls of the framework or of Python; those of the driver alone, as a trace of a
/// device has them, tell nothing of what led to them.
[[nodiscard]] bool hasHostCalls(const RankCapture &capture);
[[nodiscard]] bool hasHostCalls(const Run &run);
/// Whether it has any, also of the driver.
[[nodiscard]] bool hasDriverCalls(const RankCapture &capture);
[[nodiscard]] bool hasDriverCalls(const Run &run);

}  // namespace stagescope
