#pragma once

#include "core/base/result.h"
#include "core/export/bundle_level.h"
#include "core/session/remote_address.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

struct RemoteWish {
    BundleLevel level = BundleLevel::Full;
    std::string capture{};                           ///< where ranks have several; empty = the usual one
    std::map<std::string, std::string> variables{};  ///< of the environment of ssh, beside those of this process
    std::vector<int> ranks{};                        ///< empty = all; what is here of others stays
    /// Where digests of all ranks are more than this, they are of the lowest level; 0 = of the wanted one anyhow.
    std::uint64_t mostBytes = 0;
    /// Asked once where stagescope-cli of this version is missing there: whether it may be copied (copyProgram). Empty:
    /// it may not.
    std::function<bool()> mayCopy{};
    /// Called once when the folder is worth opening before all is there: a second after the first digests, where
    /// nothing of an earlier time is in it. May be empty.
    std::function<void(const std::string &folder)> opens{};
};
/// Ranks that are digested there, of all.
using RemoteProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Brings digests of a profile on another machine into a folder of the cache, which opens like the profile, and says
/// which: those that lie there already and are as they were are not sent again, so that what was interrupted goes on,
/// amid a file, too. Runs ssh ($STAGESCOPE_SSH names another program, $STAGESCOPE_VIA one that needs no ssh: viaWords),
/// which asks and reads its own configuration, and there stagescope-cli of the same version
/// ($STAGESCOPE_REMOTE_PROGRAM, else from PATH, ~/.local/bin or ~/bin). A connection that ends early is made anew as
/// long as anything arrives. What arrives is no more than the disk has room for. Errors, of `where` the address:
/// NotFound where there is no such program; Unsupported for another version; what the other side refuses with;
/// ReadFailed, with ssh's last words; Limit where there is no room; Cancelled; NoPermission, of the cache folder, also
/// where another process brings the same for five minutes. Blocks; any thread, which must outlive the call.
[[nodiscard]] Result<std::string> bringRemote(const RemoteAddress &address, const RemoteWish &wish,
                                              const RemoteProgress &progress, const std::stop_token &stop = {});

}  // namespace stagescope
