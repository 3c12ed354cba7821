#include "core/session/discovery/digest_sources.h"

#include "core/base/path_text.h"
#include "core/base/words/ranges_text.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/digest_note.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

struct MergedDigests {
    std::string path;
    std::vector<DigestedFile> files;
};
struct DigestsOfProfile {
    std::set<std::string> paths;
    std::set<std::int64_t> ranks;   ///< that have a digest
    std::set<std::int64_t> wanted;  ///< of the profile
    std::vector<int> told;          ///< these, as the digest before had them
    std::vector<DigestedFile> files;
    std::vector<MergedDigests> merged;
};
/// By folder, then by the profile that they are of.
using DigestsByPlace = std::map<std::string, std::map<std::string, DigestsOfProfile>>;

/// Captures learn which digest they are of. `unread`: digests that do not tell what they are of.
DigestsByPlace digestsOf(Run &run, std::vector<Error> &unread) {
    DigestsByPlace result;
    std::set<std::string> seen;
    const auto add = [&](const FileSource &file, RankCapture *capture = nullptr) {
        if (file.format != "bundle" || !seen.insert(file.path).second) {
            return;
        }
        const auto read = readDigestNote(file.path);
        if (!read) {
            unread.push_back(read.error());
        } else if (const auto &note = *read) {
            auto &own = result[parentPath(file.path)][note->root];
            own.paths.insert(file.path);
            if (own.told != note->ranks) {  // as a rule all say the same
                own.wanted.insert(note->ranks.begin(), note->ranks.end());
                own.told = note->ranks;
            }
            if (note->rank) {
                if (capture != nullptr) {
                    capture->digest = file.path;
                }
                own.ranks.insert(*note->rank);
                own.files.push_back(mergedFile(file.path, file.size, *note));
            } else if (note->level == kMergedLevel) {
                own.merged.push_back({file.path, note->files});
            }
        }
    };
    for (auto &capture : run.captures) {
        for (const auto &file : capture.files) {
            add(file, &capture);
        }
    }
    for (const auto &file : run.clusterFiles) {
        add(file);
    }
    for (const auto &snapshot : run.snapshots) {
        add(snapshot.file);
    }
    return result;
}

/// Whether it was made of each of these digests as they are.
bool knows(const MergedDigests &merged, const std::vector<DigestedFile> &files) {
    std::map<std::string_view, const DigestedFile *> known;
    for (const auto &file : merged.files) {
        known[file.path] = &file;
    }
    return std::all_of(files.begin(), files.end(), [&](const DigestedFile &file) {
        const auto it = known.find(file.path);
        return it != known.end() && *it->second == file;
    });
}

/// Of a bundle that is damaged and not named after a rank: beside digests it is what was of the cluster, not a rank
/// more.
std::optional<Error> errorOfNoRank(const RankCapture &capture) {
    if (capture.origin != RankOrigin::Unknown || capture.files.size() != 1 ||
        capture.files.front().format != "bundle") {
        return std::nullopt;
    }
    const auto &path = capture.files.front().path;
    const auto bundle = BundleFile::open(path);
    return bundle ? std::nullopt : std::optional(Error{bundle.error().kind, bundle.error().detail, path});
}

}  // namespace

void checkDigests(Run &run, ImportLog &log) {
    std::set<std::string> leftOut;
    std::vector<Error> unread;
    auto digests = digestsOf(run, unread);
    for (const auto &capture : run.captures) {
        if (auto error = errorOfNoRank(capture)) {
            unread.push_back(std::move(*error));
        }
    }
    for (const auto &error : unread) {
        if (digests.contains(parentPath(error.where))) {
            log.add(run.path, error);
            leftOut.insert(error.where);
        }
    }
    for (auto &[folder, profiles] : digests) {
        const auto own = std::max_element(profiles.begin(), profiles.end(), [](const auto &a, const auto &b) {
            return a.second.paths.size() < b.second.paths.size();
        });
        for (const auto &[root, others] : profiles) {
            for (const auto &path : root == own->first ? std::set<std::string>{} : others.paths) {
                log.add(Severity::DataLoss, run.path, "discovery.foreign_digest", path,
                        "a digest of " + root + ", the others are of " + own->first);
                leftOut.insert(path);
            }
        }
        for (const auto &merged : own->second.merged) {
            if (!knows(merged, own->second.files)) {
                log.add(Severity::Info, run.path, "discovery.stale_merge", merged.path, {});
                leftOut.insert(merged.path);
            }
        }
        for (const auto &capture : run.captures) {
            own->second.wanted.erase(capture.rank);  // also one that cannot be read
        }
        std::vector<std::int64_t> missing;
        std::set_difference(own->second.wanted.begin(), own->second.wanted.end(), own->second.ranks.begin(),
                            own->second.ranks.end(), std::back_inserter(missing));
        const bool isOpened = folder.starts_with(run.path);  // not one file of it
        if (!missing.empty() && isOpened) {
            log.add(Severity::Error, run.path, "discovery.missing_digest", "ranks " + rangesText(missing),
                    "no digest of them in " + folder, missing.size());
        }
    }
    const auto isLeftOut = [&](const FileSource &file) { return leftOut.contains(file.path); };
    std::erase_if(run.captures, [&](const RankCapture &capture) {
        return std::any_of(capture.files.begin(), capture.files.end(), isLeftOut);
    });
    std::erase_if(run.clusterFiles, isLeftOut);
    std::erase_if(run.snapshots, [&](const SnapshotFile &snapshot) { return isLeftOut(snapshot.file); });
}

}  // namespace stagescope
