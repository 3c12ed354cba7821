#pragma once

#include "core/base/result.h"
#include "core/export/slim/slim_plan.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Lies in the folder of a copy: what it is of and what it was asked for, each file with its bytes before and after and
/// the SHA-256 of the copy, what was left out and why.
inline constexpr const char *kSlimManifest = "slim_manifest.json";

/// What became of one file.
struct SlimFile {
    std::string name;  ///< in the profile
    std::string copy;  ///< in the copy; empty: left out
    SlimReason reason = SlimReason::Kept;
    std::uint64_t bytes = 0;
    std::uint64_t copyBytes = 0;
    std::string sha256;  ///< of the copy, hexadecimal
};

struct SlimCopy {
    std::vector<SlimFile> files;  ///< by name
    std::vector<Error> lost;      ///< of files that could not be read
    std::uint64_t bytes = 0;      ///< of all files of the profile
    std::uint64_t copyBytes = 0;  ///< without the manifest
};

/// Writes the files of `plan` (slimPlan) below `folder`, which must be new or empty: all of it in a folder of another
/// name beside it, which takes its place at the end, so that without success, on cancelling and when a signal ends the
/// program nothing is left. The profile is only read. A file that cannot be read is left out and told. Where the
/// profile is the folder of one rank it gets a folder of its name. `progress` (may be empty) is called by any thread
/// with the files done and their number. Errors: BadArgument where something is in the folder already, NotFound where
/// nothing can be kept, NoPermission, ReadFailed (no space ...) of writing, Cancelled. Several threads. O(bytes).
[[nodiscard]] Result<SlimCopy> writeSlimCopy(const Run &run, const SlimChoice &choice,
                                             const std::vector<SlimPart> &plan, const std::string &folder,
                                             const std::function<void(std::size_t, std::size_t)> &progress = {},
                                             const std::stop_token &stop = {});

}  // namespace stagescope
