#pragma once

#include "core/base/result.h"
#include "core/session/workspace.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What lay below `from` when it was digested lies below `to` here. Both absolute, without a slash at the end.
struct PathPrefix {
    std::string from;
    std::string to;
    bool operator==(const PathPrefix &) const = default;
};
/// Without slashes at their ends, `to` from the working folder; nothing where one is empty or `from` is not absolute.
[[nodiscard]] std::optional<PathPrefix> pathPrefix(std::string_view from, std::string_view to);
/// The same of "/shared/profile=/mnt/x", split at the first "=".
[[nodiscard]] std::optional<PathPrefix> prefixFromText(std::string_view text);
/// A path where it is here. Prefixes are whole folders; of several that it begins with the longest counts.
[[nodiscard]] std::string mappedPath(std::string_view path, std::span<const PathPrefix> prefixes);

/// What the digest of a rank was made of.
struct RankSource {
    /// Listed, with the number, device and host of the digest, and its path in RankCapture::digest. Its log names files
    /// that are not as they were (source.changed). Sources are not numbered.
    RankCapture capture;
    std::vector<SnapshotFile> snapshots{};
};

/// Looks where the digest says that its rank lies, mapped; where that is not there, or files of another profile are,
/// and the rank lies where it did, there. Opens folders no further above the files of the rank than is needed to
/// understand them as they were understood when they were digested. Errors: NotFound, with the path that was looked at,
/// where none of the files is there or they are no rank any more; Changed where files that a prefix leads to are of
/// another profile (other times of all, other sizes of most bytes); those of discover; Malformed for what is no digest.
/// Reads what discover reads. Any thread, none that must not wait for a disc.
[[nodiscard]] Result<RankSource> findRankSource(const RankCapture &digest, std::span<const PathPrefix> prefixes,
                                                const std::stop_token &stop = {});

/// Ranks to be read from their sources in place of their digests.
struct WantedSources {
    std::vector<int> ranks;
    std::vector<PathPrefix> prefixes;
};
/// Of the whole process, for all folders of digests that are opened; set it before.
void setWantedSources(WantedSources wanted);
[[nodiscard]] const WantedSources &wantedSources();
/// Puts them in place of the digests of a run; what is no digest stays. Errors: those of findRankSource; BadArgument
/// where a folder of digests has none of such a rank. Used by discover.
[[nodiscard]] Status takeWantedSources(Run &run, const std::stop_token &stop);

}  // namespace stagescope
