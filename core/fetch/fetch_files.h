#pragma once

#include "core/fetch/fetch_plan.h"
#include "core/fetch/rclone.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

struct FetchProgress {
    std::size_t files = 0;
    std::size_t filesAll = 0;
    std::uint64_t bytes = 0;
    std::uint64_t bytesAll = 0;
    double bytesPerSecond = 0;
};

struct FetchOutcome {
    std::size_t files = 0;  ///< that were fetched
    std::uint64_t bytes = 0;
    std::size_t filesBefore = 0;  ///< that had been fetched before
    std::vector<Error> lost;      ///< files that are needed and did not arrive
};

/// Fetches the files that `plan` needs and `folder` lacks (FetchFolder). They are listed once more first, with what
/// their store knows of their content; a file that is not what was listed when it has arrived is lost. `scratch`: a
/// private folder. `progress` is called by this thread. Errors: those of FetchFolder and Rclone, NotFound where nothing
/// is needed, Limit where the disk has not as much room; what is whole by then stays, and the next call goes on from
/// there. Blocks.
[[nodiscard]] Result<FetchOutcome> fetchFiles(const Rclone &rclone, FetchPlan plan, const SlimChoice &choice,
                                              const std::string &folder, const std::string &scratch,
                                              const std::function<void(const FetchProgress &)> &progress,
                                              const std::stop_token &stop = {});

}  // namespace stagescope
