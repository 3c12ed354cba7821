#include "core/session/output_place.h"

#include <algorithm>
#include <filesystem>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

bool isRankFolder(const std::string &name) {
    return name.ends_with("_ascend_pt") || name.ends_with("_ascend_ms") || name.starts_with("PROF_");
}

bool isMadeByProfiler(const std::string &name) {
    return isRankFolder(name) || name == "ASCEND_PROFILER_OUTPUT" || name == "mindstudio_profiler_output" ||
           name == "cluster_analysis_output";
}

fs::path real(const std::string &path) {
    std::error_code error;
    auto result = fs::weakly_canonical(fs::absolute(path, error), error);
    return error ? fs::path(path).lexically_normal() : result;
}

bool liesIn(const fs::path &target, const fs::path &folder) {
    return std::mismatch(folder.begin(), folder.end(), target.begin(), target.end()).first == folder.end();
}

bool holdsRankFolders(const fs::path &folder) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (isRankFolder(it->path().filename().string())) {
            return true;
        }
    }
    return false;
}

tl::unexpected<Error> refused(const std::string &target, const fs::path &profile) {
    return fail(ErrorKind::BadArgument, "is not written: it is inside the profile " + profile.string(), target);
}

}  // namespace

Status checkOutputPlace(const std::string &target, std::span<const std::string> opened) {
    const auto place = real(target);
    for (const auto &path : opened) {
        const auto profile = real(path);
        if (place == profile) {
            return fail(ErrorKind::BadArgument, "is not written: it is the input", target);
        }
        std::error_code error;
        if (fs::is_directory(profile, error) && liesIn(place, profile)) {
            return refused(target, profile);
        }
    }
    for (auto folder = place.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
        if (isMadeByProfiler(folder.filename().string())) {
            return refused(target, folder);
        }
    }
    return {};
}

Status checkNotRead(const std::string &target, const Run &run) {
    std::error_code error;
    if (!fs::exists(target, error)) {
        return {};
    }
    const auto isIt = [&](const FileSource &file) {
        std::error_code ignored;
        return fs::equivalent(file.path, target, ignored);
    };
    const bool isRead =
        std::any_of(
            run.captures.begin(), run.captures.end(),
            [&](const auto &capture) { return std::any_of(capture.files.begin(), capture.files.end(), isIt); }) ||
        std::any_of(run.snapshots.begin(), run.snapshots.end(), [&](const auto &s) { return isIt(s.file); }) ||
        std::any_of(run.clusterFiles.begin(), run.clusterFiles.end(), isIt);
    return isRead ? Status(fail(ErrorKind::BadArgument, "is not written to: the profile is read from it", target))
                  : Status();
}

Status checkNewProfilePlace(const std::string &folder) {
    RETURN_IF_ERROR(checkOutputPlace(folder, {}));
    for (auto above = real(folder).parent_path(); above.has_relative_path(); above = above.parent_path()) {
        if (holdsRankFolders(above)) {
            return refused(folder, above);
        }
    }
    return {};
}

}  // namespace stagescope
