#pragma once

#include "core/base/result.h"
#include "core/session/loading/load_job.h"

#include <string>
#include <vector>

namespace stagescope {

/// Loads a path for a data command, with a progress line on a terminal. Every error starts with the path; one of them
/// is that nothing in it can be read (requireReadable).
[[nodiscard]] Result<Run> loadForCommand(const std::string &path, RunId id, LoadDepth depth,
                                         const std::vector<int> &ranks = {});

/// The same, also of what holds nothing that can be read: for commands that tell what it is.
[[nodiscard]] Result<Run> loadWhateverItIs(const std::string &path, RunId id, LoadDepth depth,
                                           const std::vector<int> &ranks = {});

/// The same of what discover found.
[[nodiscard]] Result<Run> loadListedForCommand(Run listed, LoadDepth depth, const std::vector<int> &ranks = {});

/// The time of the first event of the ranks that are loaded, on the run's common clock: what --range counts from.
/// Nothing when no trace is loaded.
[[nodiscard]] std::optional<AlignedTime> firstEvent(const Run &run);

/// "3 of 8 ranks, 41 %, 120 MB/s, about 12 s left"
[[nodiscard]] std::string progressText(const LoadStatus &status);

/// "1 rank", "12 ranks" of "rank".
[[nodiscard]] std::string countText(std::size_t count, const std::string &what);

/// "1.5 MB", powers of 1000.
[[nodiscard]] std::string sizeText(std::uint64_t bytes);

}  // namespace stagescope
