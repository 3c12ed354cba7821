#pragma once

#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/session/workspace.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace stagescope {

/// Walks a file or folder and says what it is: ranks, captures, files and the reader of each, snapshots, cluster
/// tables. A digest of no rank stands for its folder. Reads names, sizes, heads of files and the small JSON files that
/// name a rank; opens no database and no trace further. Source ids are numbered from 0 within the run, in the order of
/// ranks. Where a rank has both a database and text, both are listed and the better one is `chosen` (source_choice.h).
/// A file that nothing reads is listed with an empty format. Depth <= 8 below the path, <= 1 000 000 entries. 10 000
/// ranks take a second. A path whose last part is a pattern (openedFolder) stands for what it chooses. Several files of
/// one profile are one capture (repeated_files.h); whether all captures are of one run tells runsWithin. What is of a
/// host beside the ranks has a number below 0. Any thread. run.log: discovery.raw_prof (detail = the command that
/// parses it), discovery.link_cycle, discovery.seen_twice, discovery.ends_early, the codes of fileSignatures(),
/// discovery.repeats, discovery.host_process, discovery.unreadable, discovery.too_deep, discovery.too_many_files,
/// discovery.duplicate_rank, discovery.rank_unknown, discovery.foreign_digest, discovery.missing_digest,
/// discovery.stale_merge, discovery.not_a_bundle, discovery.nothing_found; the source of all of them is the opened
/// path. Errors: NotFound, NoPermission, Cancelled, BadArgument (setWantedCapture); those of takeWantedSources.
/// `formats` empty = formatList().
[[nodiscard]] Result<Run> discover(const std::string &path, RunId id, const std::stop_token &stop = {},
                                   std::span<const std::unique_ptr<Format>> formats = {});

/// Whether there is anything at a path that discover takes: a file, a folder, or the folder of a pattern.
[[nodiscard]] bool isThere(const std::string &path);

}  // namespace stagescope
