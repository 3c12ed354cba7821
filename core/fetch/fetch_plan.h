#pragma once

#include "core/base/result.h"
#include "core/export/slim/slim_plan.h"
#include "core/fetch/remote_listing.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// As much as is looked at of a remote file before it is fetched.
inline constexpr std::uint64_t kFetchedHead = 256 * 1024;

struct FetchPart {
    RemoteFile file;
    SlimReason reason = SlimReason::NotRead;
};

struct FetchPlan {
    std::vector<FetchPart> parts;  ///< of all files of the listing, by name
    std::vector<int> ranks;        ///< that lie there, ascending
    std::string base;              ///< folder that the files get where they are of one rank alone; else empty

    [[nodiscard]] std::vector<RemoteFile> needed() const;
};

/// Puts at least the first kFetchedHead bytes of these files, or all of them, below the folder.
using HeadReader = std::function<Status(const std::vector<RemoteFile> &files, const std::string &folder)>;

/// Which files of a remote folder of that name (its last part) are needed, by the rules of slimPlan: they are asked of
/// a folder below `scratch` (private, removed by its owner) that has the names of the listing, of most nothing but
/// their first bytes as they should be, of those that tell ranks or are known by their content the bytes that `heads`
/// gets. Bundles are needed whatever is asked for; a file that cannot be recognised by its head is not read.
/// Errors: NotFound where nothing of it is of a profile, or a rank that was asked for is not there; those of `heads`;
/// ReadFailed where the folder cannot be made; Cancelled. O(files log files).
[[nodiscard]] Result<FetchPlan> planFetch(const RemoteListing &listing, const std::string &name,
                                          const SlimChoice &choice, const HeadReader &heads, const std::string &scratch,
                                          const std::stop_token &stop = {});

}  // namespace stagescope
