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
#include "core/session/discovery/rank_source.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/discovery/raw_folders.h"
#include "core/session/discovery/repeated_files.h"
#include "core/session/discovery/role_names.h"
#include "core/session/discovery/told_ranks.h"
#include "core/session/run_pattern.h"
#include "core/store/bundle/digest_note.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>
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

/// A folder, and what says of which of its processes a capture is: a name that profilers give, or the number that the
/// trace of one process tells ("#4711"). Nothing behind the folder: nobody knows.
using NumberedProcess = std::pair<std::string, std::string>;

NumberedProcess processWithin(const RankCapture &capture) {
    std::string process(processOf(capture));
    if (process.empty() && isTrace(capture) && capture.files.front().process.empty()) {
        const auto evidence = evidenceOf(capture);
        process = evidence.span && !evidence.process.empty() ? '#' + evidence.process : std::string();
    }
    return {capture.folder, std::move(process)};
}

bool isByNumber(const NumberedProcess &process) { return process.second.starts_with('#'); }

/// Whether a number was that of two processes at once, as in containers: it tells nothing then.
bool isOfSeveral(const Run &run, const std::vector<std::size_t> &captures) {
    std::vector<JobEvidence> found;
    std::ranges::transform(captures, std::back_inserter(found),
                           [&](std::size_t i) { return evidenceOf(run.captures[i]); });
    std::ranges::sort(
        found, {}, [](const JobEvidence &e) { return std::tuple(e.span->isWallClock, e.span->clock, e.span->begin); });
    return std::ranges::adjacent_find(found, overlap) != found.end();
}

/// Whether captures of one number, one after the other, are of a process that was recorded again: under names that
/// differ in nothing but numbers.
bool wasRecordedAgain(const RankCapture &one, const RankCapture &other) {
    return areCapturesOfOneRun(captureName(one.folder, one), captureName(other.folder, other)) &&
           !areUnlike(evidenceOf(one), evidenceOf(other)) && !droveOthers(evidenceOf(one), evidenceOf(other));
}

/// The first of these that has a number, and where `like` is given was recorded again as that; null: none.
const RankCapture *firstNumbered(const Run &run, const std::vector<std::size_t> &captures, const RankCapture *like) {
    const auto it = std::ranges::find_if(captures, [&](std::size_t i) {
        const auto &capture = run.captures[i];
        return capture.rank != kNoRank && (like == nullptr || wasRecordedAgain(capture, *like));
    });
    return it == captures.end() ? nullptr : &run.captures[*it];
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

/// A capture without a number gets that of its name or a free one, and all of one process the same: every rank can be
/// named, and its origin says that the number means nothing.
void numberTheUnknown(Run &run, ImportLog &log) {
    const auto unknown = unknownCaptures(run);
    guessRanksByNames(run);
    std::set<int> taken;
    for (const auto &capture : run.captures) {
        taken.insert(capture.rank);
    }
    int next = 0;
    std::map<NumberedProcess, std::vector<std::size_t>> processes;
    for (const auto i : unknown) {
        processes[processWithin(run.captures[i])].push_back(i);
    }
    std::erase_if(processes, [&](const auto &each) {
        const auto &[process, captures] = each;
        return process.second.empty() || (isByNumber(process) && isOfSeveral(run, captures));
    });
    for (const auto i : unknown) {
        auto &capture = run.captures[i];
        const auto process = processWithin(capture);
        const auto own = processes.find(process);
        const auto *known = own == processes.end()
                                ? nullptr
                                : firstNumbered(run, own->second, isByNumber(process) ? &capture : nullptr);
        while (taken.count(next) > 0) {
            ++next;
        }
        const bool isOpen = capture.rank == kNoRank;
        capture.rank = !isOpen ? capture.rank : known == nullptr ? next++ : known->rank;
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
    RETURN_IF_ERROR(folder);
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
    walk.logNoTraces();
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
    RETURN_IF_ERROR(keepWantedCapture(run));
    nameHosts(run);
    RETURN_IF_ERROR(takeWantedSources(run, stop));
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
