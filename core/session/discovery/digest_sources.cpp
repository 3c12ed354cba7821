#include "core/session/discovery/digest_sources.h"

#include "core/base/path_text.h"
#include "core/base/ranges_text.h"
#include "core/store/bundle/digest_note.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace stagescope {

namespace {

struct DigestsOfProfile {
    std::set<std::string> paths;
    std::set<std::int64_t> ranks;   ///< that have a digest
    std::set<std::int64_t> wanted;  ///< of the profile
};
/// By folder, then by the profile that they are of.
using DigestsByPlace = std::map<std::string, std::map<std::string, DigestsOfProfile>>;

DigestsByPlace digestsOf(const Run &run) {
    DigestsByPlace result;
    std::set<std::string> seen;
    const auto add = [&](const FileSource &file) {
        if (file.format != "bundle" || !seen.insert(file.path).second) {
            return;
        }
        if (const auto note = digestNoteOf(file.path)) {
            auto &own = result[parentPath(file.path)][note->root];
            own.paths.insert(file.path);
            own.wanted.insert(note->ranks.begin(), note->ranks.end());
            if (note->rank) {
                own.ranks.insert(*note->rank);
            }
        }
    };
    for (const auto &capture : run.captures) {
        std::for_each(capture.files.begin(), capture.files.end(), add);
    }
    std::for_each(run.clusterFiles.begin(), run.clusterFiles.end(), add);
    for (const auto &snapshot : run.snapshots) {
        add(snapshot.file);
    }
    return result;
}

}  // namespace

void checkDigests(Run &run, ImportLog &log) {
    std::set<std::string> foreign;
    auto digests = digestsOf(run);
    for (auto &[folder, profiles] : digests) {
        const auto own = std::max_element(profiles.begin(), profiles.end(), [](const auto &a, const auto &b) {
            return a.second.paths.size() < b.second.paths.size();
        });
        for (const auto &[root, others] : profiles) {
            for (const auto &path : root == own->first ? std::set<std::string>{} : others.paths) {
                log.add(Severity::DataLoss, run.path, "discovery.foreign_digest", path,
                        "a digest of " + root + ", the others are of " + own->first);
                foreign.insert(path);
            }
        }
        for (const auto &capture : run.captures) {
            own->second.wanted.erase(capture.rank);  // also one that cannot be read
        }
        std::vector<std::int64_t> missing;
        std::set_difference(own->second.wanted.begin(), own->second.wanted.end(), own->second.ranks.begin(),
                            own->second.ranks.end(), std::back_inserter(missing));
        if (!missing.empty()) {
            log.add(Severity::Error, run.path, "discovery.missing_digest", "ranks " + rangesText(missing),
                    "no digest of them in " + folder, missing.size());
        }
    }
    const auto isForeign = [&](const FileSource &file) { return foreign.contains(file.path); };
    std::erase_if(run.captures, [&](const RankCapture &capture) {
        return std::any_of(capture.files.begin(), capture.files.end(), isForeign);
    });
    std::erase_if(run.clusterFiles, isForeign);
    std::erase_if(run.snapshots, [&](const SnapshotFile &snapshot) { return isForeign(snapshot.file); });
}

}  // namespace stagescope
