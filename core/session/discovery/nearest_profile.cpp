#include "core/session/discovery/nearest_profile.h"

#include "core/session/discovery/discovery.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr int kLevelsAbove = 3;
/// Cluster folder > rank folder > ASCEND_PROFILER_OUTPUT > file.
constexpr std::ptrdiff_t kLevelsBelow = 3;

template <class Fits>
bool hasFile(const Run &run, const Fits &fits) {
    // What tells how was recorded, and nothing that was, is no profile yet.
    const auto isRead = [&](const FileSource &file) {
        return !file.format.empty() && file.format != "profiler_info" && file.format != "profiler_metadata" &&
               fits(file);
    };
    return std::any_of(run.captures.begin(), run.captures.end(),
                       [&](const RankCapture &capture) {
                           return std::any_of(capture.files.begin(), capture.files.end(), isRead);
                       }) ||
           std::any_of(run.snapshots.begin(), run.snapshots.end(),
                       [&](const SnapshotFile &snapshot) { return isRead(snapshot.file); }) ||
           std::any_of(run.clusterFiles.begin(), run.clusterFiles.end(), isRead);
}

/// How many names lie between a folder and a file in it.
std::ptrdiff_t levels(const fs::path &folder, const fs::path &file) {
    const auto below = file.lexically_relative(folder);
    return std::distance(below.begin(), below.end());
}

bool isProfile(const fs::path &folder, const std::stop_token &stop) {
    const auto run = discover(folder.string(), RunId{0}, stop);
    return run && hasFile(*run, [&](const FileSource &file) { return levels(folder, file.path) <= kLevelsBelow; });
}

std::optional<std::string> deeper(const std::string &path, const std::stop_token &stop) {
    const auto run = discover(path, RunId{0}, stop);
    if (!run || run->log == nullptr) {
        return std::nullopt;
    }
    for (const auto &entry : run->log->entries()) {
        for (const auto &sample : entry.samples) {
            const auto below = entry.code == "discovery.too_deep" ? discover(sample.where, RunId{0}, stop)
                                                                  : Result<Run>(fail(ErrorKind::NotFound, ""));
            if (below && hasReader(*below)) {
                return sample.where;
            }
        }
    }
    return std::nullopt;
}

}  // namespace

bool hasReader(const Run &run) {
    return hasFile(run, [](const FileSource &) { return true; });
}

std::optional<std::string> nearestProfile(const std::string &path, const std::stop_token &stop) {
    std::error_code error;
    const auto start = fs::absolute(path, error);
    const char *home = std::getenv("HOME");
    auto above = start.parent_path();
    for (int level = 0; level < kLevelsAbove && !error && !stop.stop_requested(); ++level) {
        if (above == above.root_path() || (home != nullptr && above == fs::path(home))) {
            break;
        }
        if (isProfile(above, stop)) {
            return above.string();
        }
        above = above.parent_path();
    }
    return error || !fs::is_directory(start, error) ? std::nullopt : deeper(path, stop);
}

}  // namespace stagescope
