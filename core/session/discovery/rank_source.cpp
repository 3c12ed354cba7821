#include "core/session/discovery/rank_source.h"

#include "core/base/io/file_time.h"
#include "core/base/path_text.h"
#include "core/session/discovery/discovery.h"
#include "core/store/bundle/digest_note.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

/// Files of a digest where they should lie, with what they were.
using FilesByPath = std::map<std::string, DigestedFile>;

std::string withoutSlash(std::string_view path) {
    while (path.ends_with('/')) {
        path.remove_suffix(1);
    }
    return std::string(path);
}

bool liesBelow(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::optional<DigestedFile> fileNow(const std::string &path) {
    struct stat facts {};
    if (statFile(path, facts) != 0) {
        return std::nullopt;
    }
    return DigestedFile{{}, static_cast<std::uint64_t>(facts.st_size), changeTimeNs(facts)};
}

/// Where a rank may lie, and how much of it is there as it was.
struct Place {
    std::string root;
    FilesByPath files;
    std::size_t present = 0;
    std::uint64_t bytes = 0;      ///< as digested
    std::uint64_t sameBytes = 0;  ///< of files of the same size
    std::size_t untouched = 0;    ///< files of the same size and time

    Place(const DigestNote &note, std::span<const PathPrefix> prefixes) : root(mappedPath(note.root, prefixes)) {
        for (const auto &file : note.files) {
            const auto path = mappedPath(file.path, prefixes);
            files[path] = file;
            const auto now = fileNow(path);
            const bool isSame = now && now->size == file.size;
            present += now ? 1 : 0;
            bytes += file.size;
            sameBytes += isSame ? file.size : 0;
            untouched += isSame && now->mtimeNs == file.mtimeNs ? 1 : 0;
        }
    }
    /// Of another profile every file has another time, and those that matter another size.
    [[nodiscard]] bool isOfAnotherProfile() const { return untouched == 0 && 2 * sameBytes < bytes; }
    /// Of two places that of the profile counts; where both are, or neither, the one that was named.
    [[nodiscard]] bool isBetterThan(const Place &named) const {
        return present > 0 && (named.present == 0 || (named.isOfAnotherProfile() && !isOfAnotherProfile()));
    }
};

/// Folders to open, the deepest that holds all files first, `root` at last.
std::vector<std::string> placesOf(const FilesByPath &files, const std::string &root) {
    auto folder = parentPath(files.begin()->first);
    for (const auto &[path, file] : files) {
        while (folder.size() > 1 && !liesBelow(path, folder)) {
            folder = parentPath(folder);
        }
    }
    std::vector<std::string> places;
    for (; folder.size() > root.size() && liesBelow(folder, root); folder = parentPath(folder)) {
        places.push_back(folder);
    }
    places.push_back(root);
    return places;
}

std::vector<const FileSource *> filesRead(const RankCapture &capture) {
    std::vector<const FileSource *> result;
    for (const auto &file : capture.files) {
        if (file.chosen && !file.format.empty()) {
            result.push_back(&file);
        }
    }
    return result;
}

/// The capture that files of the digest are of; a file may hold several ranks.
const RankCapture *captureIn(const Run &found, const FilesByPath &files, int rank) {
    const RankCapture *result = nullptr;
    for (const auto &capture : found.captures) {
        const auto read = filesRead(capture);
        const bool isOurs =
            std::any_of(read.begin(), read.end(), [&](const auto *file) { return files.contains(file->path); });
        if (isOurs && (result == nullptr || capture.rank == rank)) {
            result = &capture;
        }
    }
    return result;
}

RankSource partOf(const Run &found, const RankCapture &capture, const FilesByPath &files) {
    RankSource source{capture};
    std::copy_if(found.snapshots.begin(), found.snapshots.end(), std::back_inserter(source.snapshots),
                 [&](const SnapshotFile &snapshot) { return files.contains(snapshot.file.path); });
    return source;
}

std::set<std::string> pathsRead(const RankSource &source) {
    std::set<std::string> paths;
    for (const auto *file : filesRead(source.capture)) {
        paths.insert(file->path);
    }
    for (const auto &snapshot : source.snapshots) {
        paths.insert(snapshot.file.path);
    }
    return paths;
}

bool isAsDigested(const RankSource &source, const FilesByPath &files) {
    const auto paths = pathsRead(source);
    return std::equal(paths.begin(), paths.end(), files.begin(), files.end(),
                      [](const std::string &path, const auto &file) { return path == file.first; });
}

std::shared_ptr<const ImportLog> changesOf(const RankSource &source, const FilesByPath &files) {
    const auto log = std::make_shared<ImportLog>();
    const auto add = [&](const std::string &path, const std::string &what) {
        log->add(Severity::Error, path, "source.changed", {}, what);
    };
    for (const auto &[path, file] : files) {
        const auto now = fileNow(path);
        if (!now) {
            add(path, "it no longer exists");
        } else if (now->size != file.size) {
            add(path, std::to_string(file.size) + " bytes became " + std::to_string(now->size));
        } else if (now->mtimeNs != file.mtimeNs) {
            add(path, "its time of change is another one");
        }
    }
    for (const auto &path : pathsRead(source)) {
        if (!files.contains(path)) {
            add(path, "it was not there, or not read");
        }
    }
    return log->isEmpty() ? nullptr : log;
}

/// Of the rank the digest tells, whatever its files say: one that took its place under another number would be missed.
void nameAs(const RankCapture &digest, RankSource &source) {
    auto &capture = source.capture;
    capture.rank = digest.rank;
    capture.origin = RankOrigin::ProfilerInfo;
    capture.device = digest.device;
    capture.host = digest.host;
    capture.captureLabel = digest.captureLabel;
    capture.digest = digest.digest;
    for (auto &snapshot : source.snapshots) {
        snapshot.rank = digest.rank;
    }
}

WantedSources &ofProcess() {
    static WantedSources wanted;
    return wanted;
}

}  // namespace

std::optional<PathPrefix> pathPrefix(std::string_view from, std::string_view to) {
    if (!from.starts_with('/') || to.empty()) {
        return std::nullopt;
    }
    std::error_code error;
    const auto place = std::filesystem::absolute(std::filesystem::path(to), error);
    return error ? std::nullopt
                 : std::optional(PathPrefix{withoutSlash(from), withoutSlash(place.lexically_normal().string())});
}

std::optional<PathPrefix> prefixFromText(std::string_view text) {
    const auto equals = text.find('=');
    return equals == std::string_view::npos ? std::nullopt
                                            : pathPrefix(text.substr(0, equals), text.substr(equals + 1));
}

std::string mappedPath(std::string_view path, std::span<const PathPrefix> prefixes) {
    const PathPrefix *best = nullptr;
    for (const auto &prefix : prefixes) {
        if (liesBelow(path, prefix.from) && (best == nullptr || prefix.from.size() > best->from.size())) {
            best = &prefix;
        }
    }
    return best == nullptr ? std::string(path) : best->to + std::string(path.substr(best->from.size()));
}

Result<RankSource> findRankSource(const RankCapture &digest, std::span<const PathPrefix> prefixes,
                                  const std::stop_token &stop) {
    const auto note = digestNoteOf(digest.digest);
    if (!note || !note->rank || note->files.empty()) {
        return fail(ErrorKind::Malformed, "does not name its source", digest.digest);
    }
    const Place named(*note, prefixes);
    const Place recorded(*note, {});
    const auto &place = recorded.isBetterThan(named) ? recorded : named;
    const auto &[root, files] = std::tie(place.root, place.files);
    const auto rank = std::to_string(digest.rank);
    if (place.present == 0) {
        return fail(ErrorKind::NotFound, "the source of rank " + rank + " is not here",
                    fileNow(root) ? files.begin()->first : root);
    }
    if (root != note->root && place.isOfAnotherProfile()) {
        return fail(ErrorKind::Changed, "files of another profile are in place of rank " + rank + " should", root);
    }
    std::optional<RankSource> source;
    for (const auto &folder : placesOf(files, root)) {
        ASSIGN_OR_RETURN(const auto found, discover(folder, RunId{0}, stop));
        const auto *capture = captureIn(found, files, *note->rank);
        source = capture == nullptr ? std::nullopt : std::optional(partOf(found, *capture, files));
        if (source && isAsDigested(*source, files)) {
            break;
        }
    }
    if (!source) {
        return fail(ErrorKind::NotFound, "rank " + rank + " is no longer in its source folder", root);
    }
    nameAs(digest, *source);
    source->capture.log = changesOf(*source, files);
    return std::move(*source);
}

void setWantedSources(WantedSources wanted) { ofProcess() = std::move(wanted); }

const WantedSources &wantedSources() { return ofProcess(); }

Status takeWantedSources(Run &run, const std::stop_token &stop) {
    const auto isDigest = [](const RankCapture &capture) { return !capture.digest.empty(); };
    if (std::none_of(run.captures.begin(), run.captures.end(), isDigest)) {
        return {};
    }
    for (const int rank : wantedSources().ranks) {
        const auto it = std::find_if(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
            return capture.rank == rank && isDigest(capture);
        });
        if (it == run.captures.end()) {
            return fail(ErrorKind::BadArgument, "there is no digest of rank " + std::to_string(rank), run.path);
        }
        ASSIGN_OR_RETURN(auto source, findRankSource(*it, wantedSources().prefixes, stop));
        *it = std::move(source.capture);
        const bool hasSnapshots =
            std::any_of(run.snapshots.begin(), run.snapshots.end(), [&](const auto &s) { return s.rank == rank; });
        if (!hasSnapshots) {
            run.snapshots.insert(run.snapshots.end(), source.snapshots.begin(), source.snapshots.end());
        }
    }
    return {};
}

}  // namespace stagescope
