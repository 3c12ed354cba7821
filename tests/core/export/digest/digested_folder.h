// Folders of digests for tests.
#pragma once

#include "core/export/digest/digest_folder.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_job.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace stagescope {

inline Result<DigestOutcome> digested(const std::string &profile, const std::string &folder,
                                      const DigestChoice &choice = {}) {
    const auto listed = discover(profile, RunId{0});
    return listed ? writeDigests(*listed, choice, folder, &loadDiscovered) : tl::make_unexpected(listed.error());
}

inline bool hasEntry(const Run &run, std::string_view code, std::string_view part) {
    const auto has = [&](const std::shared_ptr<const ImportLog> &log) {
        const auto entries = log ? log->entries() : std::vector<ImportEntry>{};
        return std::any_of(entries.begin(), entries.end(), [&](const ImportEntry &entry) {
            return entry.code == code && (entry.source.find(part) != std::string::npos ||
                                          std::any_of(entry.samples.begin(), entry.samples.end(), [&](const auto &s) {
                                              return s.where.find(part) != std::string::npos ||
                                                     s.detail.find(part) != std::string::npos;
                                          }));
        });
    };
    return has(run.log) || std::any_of(run.captures.begin(), run.captures.end(),
                                       [&](const RankCapture &capture) { return has(capture.log); });
}

}  // namespace stagescope
