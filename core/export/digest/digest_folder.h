#pragma once

#include "core/base/import_log.h"
#include "core/base/result.h"
#include "core/export/bundle_level.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Which ranks one process digests.
struct DigestChoice {
    BundleLevel level = BundleLevel::Pipeline;
    std::vector<int> ranks{};  ///< empty = all
    /// Every `shards`-th rank, from that at the place `shard` (from 0) in the list of the chosen ranks on.
    std::size_t shard = 0;
    std::size_t shards = 1;
};

struct DigestOutcome {
    std::size_t written = 0;
    std::size_t unchanged = 0;  ///< ranks whose digest was there already
    std::uint64_t sourceBytes = 0;
    std::uint64_t bytes = 0;          ///< of the digests of all these ranks
    std::vector<Error> failed;        ///< ranks of which nothing could be read; their digests say so
    std::vector<ImportEntry> losses;  ///< data loss in what was written
};

/// A run with nothing loaded to one with all of it; called by several threads.
using DigestLoader = std::function<Run(Run listed, const std::stop_token &stop)>;

/// Ranks of a run that was discovered, ascending.
[[nodiscard]] std::vector<int> digestedRanks(const Run &listed, const DigestChoice &choice);

/// Shards (from 0) of the `choice.shards` a digest of which `folder` lacks, or has not of these files or this level, as
/// writeDigests judges; `choice.shard` does not matter. Errors: those of writeDigests before it writes. O(bytes of the
/// digests).
[[nodiscard]] Result<std::set<std::size_t>> shardsToDo(const Run &listed, const DigestChoice &choice,
                                                       const std::string &folder);

/// Writes "rank_N.stagescope" for each of these ranks of `listed` (discover) into `folder`, which is made where it is
/// not, and, with the first shard, "cluster.stagescope" with what is of no rank. A digest appears whole or not at all;
/// one that is sound and of the same files, sizes and times is left alone, so that what was interrupted goes on and all
/// shards together leave what one process leaves. One rank after the other is loaded and forgotten, two at once. Of a
/// rank that cannot be read the digest says why, and it is tried again the next time. `progress` (may be empty) is
/// called by any thread with the ranks done and their number, `finished` (too) with each rank, or nothing for what is
/// of no rank, once its digest lies there; false ends the work, which is no error. Errors: BadArgument where `folder`
/// holds digests of another profile, NotFound for ranks that are not there, NoPermission, ReadFailed of writing;
/// Cancelled. O(bytes of the ranks).
[[nodiscard]] Result<DigestOutcome> writeDigests(const Run &listed, const DigestChoice &choice,
                                                 const std::string &folder, const DigestLoader &load,
                                                 const std::function<void(std::size_t, std::size_t)> &progress = {},
                                                 const std::stop_token &stop = {},
                                                 const std::function<bool(std::optional<int>)> &finished = {});

/// The bytes of the digest of a rank of `listed`, or of what is of no rank, where they cannot lie in a folder; empty
/// where there is nothing to tell. Errors: NotFound for a rank that is not there; Cancelled. O(bytes of the rank).
[[nodiscard]] Result<std::string> digestBytes(const Run &listed, BundleLevel level, std::optional<int> rank,
                                              const DigestLoader &load, const std::stop_token &stop = {});

}  // namespace stagescope
