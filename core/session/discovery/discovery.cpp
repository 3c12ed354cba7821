#include "core/session/discovery/discovery.h"

#include "core/base/archive/archive_place.h"
#include "core/base/io/file_time.h"
#include "core/base/natural_order.h"
#include "core/base/path_text.h"
#include "core/formats/format_list.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/digest_sources.h"
#include "core/session/discovery/directory_scanner.h"
#include "core/session/discovery/folder_reader.h"
#include "core/session/discovery/job_evidence.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/rank_source.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/discovery/raw_folders.h"
#include "core/session/discovery/repeated_files.h"
#include "core/session/discovery/told_ranks.h"
#include "core/session/run_pattern.h"
#include "core/store/bundle/digest_note.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

/// Absolute, so that a run stays what it is when the working folder changes; links in it are kept as they were given.
std::string cleaned(std::string path) {
    if (!path.starts_with('/')) {
        const std::unique_ptr<char, decltype(&std::free)> folder(::getcwd(nullptr, 0), &std::free);
        path = (folder ? std::string(folder.get()) : std::string()) + '/' + path;
    }
    const std::string name = path.substr(
        path.find_last_not_of('/') == std::string::npos ? 0 : path.rfind('/', path.find_last_not_of('/')) + 1);
    if (name.starts_with('.')) {
        const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
        path = real ? std::string(real.get()) : path;
    }
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    return path;
}

Result<bool> isFolder(const std::string &path) {
    struct stat facts {};
    if (statFile(path, facts) != 0) {
        const bool denied = errno == EACCES || errno == EPERM;
        return fail(denied ? ErrorKind::NoPermission : ErrorKind::NotFound, std::strerror(errno), path);
    }
    const bool folder = S_ISDIR(facts.st_mode);
    if (!isInArchive(path) && ::access(path.c_str(), folder ? R_OK | X_OK : R_OK) != 0) {
        return fail(ErrorKind::NoPermission, std::strerror(errno), path);
    }
    return folder;
}

/// What is of all ranks of a folder of digests is nothing without them: it stands for the folder.
std::string openedFor(std::string path) {
    const auto note = digestNoteOf(path);
    return note && !note->rank ? parentPath(path) : path;
}

constexpr int kNoRank = -1;  // of a RankCapture; below it are host processes

/// Whether both are of one process, which was recorded again: by the names that profilers give, or because a process of
/// that number did both, one after the other, under names that differ in nothing but numbers.
bool areOfOneProcess(const RankCapture &one, const RankCapture &other) {
    if (one.folder != other.folder || processOf(one) != processOf(other)) {
        return false;
    }
    if (!processOf(one).empty()) {
        return true;
    }
    const auto isWhole = [](const RankCapture &c) { return isTrace(c) && c.files.front().process.empty(); };
    if (!isWhole(one) || !isWhole(other) ||
        !areCapturesOfOneRun(captureName(one.folder, one), captureName(other.folder, other))) {
        return false;
    }
    const auto mine = evidenceOf(one);
    const auto its = evidenceOf(other);
    return !mine.process.empty() && mine.process == its.process && mine.span && its.span && !overlap(mine, its) &&
           !areUnlike(mine, its);
}

/// The captures without a number, masters before the workers that are counted without them.
std::vector<std::size_t> unknownCaptures(const Run &run) {
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        if (run.captures[i].rank == kNoRank) {
            unknown.push_back(i);
        }
    }
    std::stable_partition(unknown.begin(), unknown.end(), [&](std::size_t i) { return isOfMaster(run.captures[i]); });
    return unknown;
}

/// A capture without a number gets a free one, and all of one process the same: every rank can be named, and its origin
/// says that the number means nothing.
void numberTheUnknown(Run &run, ImportLog &log) {
    std::set<int> taken;
    for (const auto &capture : run.captures) {
        taken.insert(capture.rank);
    }
    int next = 0;
    std::map<std::string, std::vector<std::size_t>> numbered;  // by folder
    for (const auto i : unknownCaptures(run)) {
        auto &capture = run.captures[i];
        auto &beside = numbered[capture.folder];
        const auto known = std::ranges::find_if(
            beside, [&](std::size_t other) { return areOfOneProcess(run.captures[other], capture); });
        while (taken.count(next) > 0) {
            ++next;
        }
        capture.rank = known == beside.end() ? next++ : run.captures[*known].rank;
        beside.push_back(i);
        if (run.captures.size() == 1) {
            capture.origin = RankOrigin::OnlyOne;
        } else {
            const auto &path = capture.files.size() == 1 ? capture.files.front().path : capture.folder;
            log.add(Severity::Error, run.path, "discovery.rank_unknown", path,
                    "shown as " + std::to_string(capture.rank));
        }
    }
}

void nameHosts(Run &run) {
    std::set<std::string_view> hosts;
    for (const auto &capture : run.captures) {
        hosts.insert(hostFolder(run.path, capture));
    }
    for (auto &capture : run.captures) {
        capture.host = hosts.size() > 1 ? std::string(hostFolder(run.path, capture)) : std::string();
    }
}

void numberSources(Run &run) {
    std::uint32_t next = 0;
    for (auto &capture : run.captures) {
        for (auto &file : capture.files) {
            file.id = SourceId{next++};
        }
    }
    for (auto &snapshot : run.snapshots) {
        snapshot.file.id = SourceId{next++};
    }
    for (auto &file : run.clusterFiles) {
        file.id = SourceId{next++};
    }
}

}  // namespace

bool isThere(const std::string &path) {
    return ::access(path.c_str(), F_OK) == 0 || leadsIntoArchive(path) ||
           (isPattern(path) && ::access(openedFolder(path).c_str(), F_OK) == 0);
}

Result<Run> discover(const std::string &path, RunId id, const std::stop_token &stop,
                     std::span<const std::unique_ptr<Format>> formats) {
    openArchivesAsFolders();
    Run run;
    run.id = id;
    run.path = openedFor(cleaned(path));
    run.label = isPattern(run.path) ? patternIn(run.path) : lastPart(run.path);
    auto folder = isFolder(run.path);
    const bool isChoice = !folder && isPattern(run.path);
    folder = isChoice ? isFolder(openedFolder(run.path)) : std::move(folder);
    if (!folder) {
        return tl::make_unexpected(folder.error());
    }
    const auto log = std::make_shared<ImportLog>();
    DirectoryScanner walk(run, *log, formats.empty() ? formatList() : formats, stop);
    if (isChoice) {
        walk.addFolder(openedFolder(run.path), 0);
    } else if (!*folder && !isOpenedAsFolder(run.path)) {
        walk.addFile(run.path);
    } else if (run.label == "ASCEND_PROFILER_OUTPUT" || run.label == "mindstudio_profiler_output") {
        walk.addOutputFolder(run.path);
    } else {
        walk.addFolder(run.path, 0);
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled", run.path);
    }
    logRawFolders(walk.rawFolders(), run, *log);
    const bool isKnown = std::any_of(run.clusterFiles.begin(), run.clusterFiles.end(),
                                     [](const FileSource &file) { return !file.format.empty(); });
    if (run.captures.empty() && run.snapshots.empty() && !isKnown) {
        log->add(Severity::Error, run.path, "discovery.nothing_found", run.path, "no file of a profile");
        walk.logOtherJson();
    }
    checkDigests(run, *log);
    correctRanks(run);
    putTogether(run, *log);
    takeRanksByHand(run);
    tellRoles(run, *log);
    numberTheUnknown(run, *log);
    arrangeCaptures(run);
    if (const auto kept = keepWantedCapture(run); !kept) {
        return tl::make_unexpected(kept.error());
    }
    nameHosts(run);
    if (const auto taken = takeWantedSources(run, stop); !taken) {
        return tl::make_unexpected(taken.error());
    }
    numberSources(run);
    arrangeCaptures(run);  // once more for the index of sources
    logDuplicateRanks(run, *log);
    run.log = log;
    for (const auto &capture : run.captures) {
        if (run.captures.size() > 1 && !stop.stop_requested()) {
            std::ignore = evidenceOf(capture);  // here and not where a window waits for it
        }
    }
    return run;
}

}  // namespace stagescope
