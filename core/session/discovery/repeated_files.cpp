#include "core/session/discovery/repeated_files.h"

#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/job_evidence.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/role_names.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// What memory was for, counters, or an execution trace: names need not tell a rank.
bool isAdded(const FileSource &file) {
    return file.format == "memory_timeline" || file.format == "counter_table" || file.format == "execution_trace";
}

/// A trace, with its parts and copies and with what was recorded beside it.
bool beginsWithTrace(const RankCapture &capture) {
    return !capture.files.empty() && capture.files.front().format == "trace_json" &&
           knownFile(lastPart(capture.files.front().path)).kind == FileKind::JsonText;
}

}  // namespace

bool isTrace(const RankCapture &capture) {
    return beginsWithTrace(capture) &&
           std::all_of(std::next(capture.files.begin()), capture.files.end(),
                       [](const FileSource &file) { return isAdded(file) || file.format == "flight_recorder"; });
}

namespace {

std::string_view fileNameOf(const RankCapture &capture) { return lastPart(capture.files.front().path); }

bool isMerged(const RankCapture &capture) {
    return roleInName(fileNameOf(capture)) == TraceRole::Merged || evidenceOf(capture).isMerged;
}

void joinParts(Run &run) {
    std::map<std::tuple<std::string, std::string, int>, std::vector<std::pair<int, std::size_t>>> parts;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        const bool isWhole = isTrace(capture) && capture.files.front().process.empty();
        const auto part = isWhole ? partInName(fileNameOf(capture)) : std::nullopt;
        if (part) {
            parts[{capture.folder, part->whole, capture.rank}].emplace_back(part->part, i);
        }
    }
    for (auto &[whole, files] : parts) {
        std::sort(files.begin(), files.end());
        const auto begin = evidenceOf(run.captures[files.front().second]);
        for (std::size_t i = 1; i < files.size(); ++i) {
            const auto other = evidenceOf(run.captures[files[i].second]);
            const bool isOfOther = !begin.process.empty() && !other.process.empty() && begin.process != other.process;
            if (isOfOther && overlap(begin, other)) {
                continue;  // "0_of_2" may be a rank, too
            }
            auto &part = run.captures[files[i].second].files;
            auto &first = run.captures[files.front().second].files;
            std::move(part.begin(), part.end(), std::back_inserter(first));
            part.clear();
        }
    }
    std::erase_if(run.captures, [](const RankCapture &capture) { return capture.files.empty(); });
}

/// Whether a file has nothing of the other side: all of it was looked at, or its name says so.
bool isHalf(const RankCapture &capture, std::initializer_list<std::string_view> words) {
    return evidenceOf(capture).isWhole || containsAny(lowerCase(fileNameOf(capture)), words);
}

/// Host and device of one rank in two files: recorded at once, and neither has anything of what the other has. Of three
/// nothing is known.
void joinHalves(Run &run) {
    std::map<std::pair<std::string, int>, std::vector<std::size_t>> ofRanks;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        if (isTrace(run.captures[i]) && run.captures[i].files.front().process.empty()) {
            ofRanks[{run.captures[i].folder, run.captures[i].rank}].push_back(i);
        }
    }
    for (const auto &[rank, files] : ofRanks) {
        if (files.size() != 2) {
            continue;
        }
        auto host = files.front();
        auto device = files.back();
        if (evidenceOf(run.captures[host]).hasDevice) {
            std::swap(host, device);
        }
        const auto calls = evidenceOf(run.captures[host]);
        const auto work = evidenceOf(run.captures[device]);
        const bool areHalves = isHalf(run.captures[host], {"host", "cpu"}) &&
                               isHalf(run.captures[device], {"device", "gpu", "npu", "kernel"});
        if (areHalves && calls.hasHost && !calls.hasDevice && work.hasDevice && !work.hasHost && overlap(calls, work)) {
            auto &to = run.captures[host].files;
            to.push_back(std::move(run.captures[device].files.front()));
            run.captures[device].files.clear();
        }
    }
    std::erase_if(run.captures, [](const RankCapture &capture) { return capture.files.empty(); });
}

/// The file of `from` goes with `to`, unused.
void setAside(RankCapture &from, RankCapture &to, const char *why, const Run &run, ImportLog &log) {
    if (from.files.front().part <= 0) {
        log.add(Severity::Info, run.path, "discovery.repeats", from.files.front().path, why);
    }
    for (auto &file : from.files) {
        file.chosen = false;
        to.files.push_back(std::move(file));
    }
    from.files.clear();
}

void leaveOutCopies(Run &run, ImportLog &log) {
    std::map<std::uint64_t, std::size_t> seen;
    // What tells its rank comes first.
    std::vector<std::size_t> order;
    for (const bool isKnown : {true, false}) {
        for (std::size_t i = 0; i < run.captures.size(); ++i) {
            if ((run.captures[i].rank >= 0) == isKnown && isTrace(run.captures[i])) {
                order.push_back(i);
            }
        }
    }
    for (const auto i : order) {
        const auto content = evidenceOf(run.captures[i]).content;
        const auto [it, isNew] = content == 0 ? std::pair(seen.end(), true) : seen.try_emplace(content, i);
        if (!isNew) {
            auto &first = run.captures[it->second];
            if (run.captures[i].rank < 0 || run.captures[i].rank == first.rank) {
                setAside(run.captures[i], first, "a copy of another file", run, log);
            }
        }
    }
    std::erase_if(run.captures, [](const RankCapture &capture) { return capture.files.empty(); });
}

bool isSchedRecord(const RankCapture &capture) {
    return capture.files.size() == 1 && capture.files.front().format == "sched";
}

bool isDump(const RankCapture &capture) {
    return capture.files.size() == 1 && capture.files.front().format == "flight_recorder";
}
}  // namespace

bool isAddition(const RankCapture &capture) {
    return !capture.files.empty() && std::all_of(capture.files.begin(), capture.files.end(), &isAdded);
}

namespace {

bool isBesideProfile(const RankCapture &capture) { return isDump(capture) || isAddition(capture); }

/// The same timeline may be written by time and change by change; the second is exact to the nanosecond.
void leaveOutTimelines(RankCapture &capture) {
    const auto isTimeline = [](const FileSource &file) { return file.format == "memory_timeline"; };
    const auto isByChange = [&](const FileSource &file) {
        return isTimeline(file) && contains(lastPart(file.path), ".raw");
    };
    auto best = std::find_if(capture.files.begin(), capture.files.end(), isByChange);
    best = best == capture.files.end() ? std::find_if(capture.files.begin(), capture.files.end(), isTimeline) : best;
    for (auto file = capture.files.begin(); file != capture.files.end(); ++file) {
        file->chosen = file->chosen && (!isTimeline(*file) || file == best);
    }
}

/// Of the profiles, those that are not known by a number each; where there is none, of what lies beside profiles. What
/// is of a host counts for none.
std::set<int> ranksThere(const Run &run) {
    std::set<int> ofProfiles;
    std::set<int> ofOthers;
    int unknown = 0;
    for (const auto &capture : run.captures) {
        if (isSchedRecord(capture) || capture.rank < -1) {
            continue;
        }
        if (!isBesideProfile(capture)) {
            ofProfiles.insert(capture.rank >= 0 ? capture.rank : --unknown);
        } else if (capture.rank >= 0) {
            ofOthers.insert(capture.rank);
        }
    }
    return ofProfiles.empty() ? ofOthers : ofProfiles;
}

/// Additions without a rank, where there is one only, are of that, but for a flight recorder's, which they do not join.
/// Returns whether they are.
bool numberAdditions(Run &run) {
    const auto ranks = ranksThere(run);
    const int rank = ranks.size() == 1 ? std::max(*ranks.begin(), -1) : -1;
    const auto mayHaveSome = [rank](const RankCapture &capture) {
        return capture.rank == rank && !isDump(capture) && !isSchedRecord(capture);
    };
    const bool isOne = ranks.size() == 1 && std::any_of(run.captures.begin(), run.captures.end(), mayHaveSome);
    for (auto &capture : run.captures) {
        if (isOne && isAddition(capture) && capture.rank == -1) {
            capture.rank = rank;
            capture.origin = rank < 0 ? RankOrigin::Unknown : RankOrigin::OnlyOne;
        }
    }
    return isOne;
}

void moveFiles(RankCapture &from, RankCapture &to) {
    std::move(from.files.begin(), from.files.end(), std::back_inserter(to.files));
    from.files.clear();
    leaveOutTimelines(to);
}

/// Without a profile, additions of a rank belong together; without a rank, those of one name up to its first point.
void joinAdditions(Run &run) {
    const auto stemOf = [](const RankCapture &capture) {
        const auto name = fileNameOf(capture);
        return name.substr(0, name.find('.'));
    };
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        auto &addition = run.captures[i];
        for (std::size_t k = 0; k < i && isAddition(addition); ++k) {
            auto &other = run.captures[k];
            const bool isSame = isAddition(other) && other.folder == addition.folder && other.rank == addition.rank &&
                                (addition.rank >= 0 || stemOf(other) == stemOf(addition));
            if (isSame) {
                moveFiles(addition, other);
            }
        }
    }
}

/// Additions that tell their process are of the profile of that process, whatever number their names have: "et_4711".
void joinByProcess(Run &run) {
    std::map<std::string, std::vector<std::size_t>> additions;
    std::map<std::string, std::vector<std::size_t>> profiles;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        if (const auto process = isAddition(run.captures[i]) ? evidenceOf(run.captures[i]).process : std::string();
            !process.empty()) {
            additions[process].push_back(i);
        }
    }
    for (std::size_t i = 0; !additions.empty() && i < run.captures.size(); ++i) {
        if (isTrace(run.captures[i]) && !isOfGraph(run.captures[i])) {
            profiles[evidenceOf(run.captures[i]).process].push_back(i);
        }
    }
    for (const auto &[process, own] : additions) {
        // Processes of containers have one number, of profiles that may be elsewhere: other ranks that names tell stay.
        const auto it = profiles.find(process);
        for (const auto i : it != profiles.end() && it->second.size() == 1 ? own : std::vector<std::size_t>{}) {
            auto &profile = run.captures[it->second.front()];
            const int rank = run.captures[i].rank;
            if (rank < 0 || rank == profile.rank || std::to_string(rank) == process) {
                moveFiles(run.captures[i], profile);
            }
        }
    }
    std::erase_if(run.captures, [](const RankCapture &capture) { return capture.files.empty(); });
}

/// "a/4711" of "a/4711_counter_collection.csv" and "a/4711_results.json": rocprofv3 names all files of a process alike.
std::string outputOf(const RankCapture &capture) {
    const auto path = unpackedName(capture.files.front().path);
    for (const std::string_view ending :
         {"_counter_collection.csv", "_results.json", "_results.db", "_results.pftrace"}) {
        if (path.ends_with(ending)) {
            return std::string(path.substr(0, path.size() - ending.size()));
        }
    }
    return {};
}

/// Counters without a rank are of the profile of their process. Where that has no rank either, files are all that tells
/// processes apart, and stay so.
void numberByProcess(Run &run) {
    std::map<std::string, int> ranks;
    for (const auto &capture : run.captures) {
        if (!isBesideProfile(capture) && capture.rank >= 0) {
            ranks.try_emplace(outputOf(capture), capture.rank);
        }
    }
    ranks.erase("");
    for (auto &capture : run.captures) {
        const bool isOpen = !ranks.empty() && isAddition(capture) && capture.rank == -1;
        const auto it = isOpen ? ranks.find(outputOf(capture)) : ranks.end();
        if (it != ranks.end()) {
            capture.rank = it->second;
            capture.origin = RankOrigin::FileName;
        }
    }
}

/// What a flight recorder kept of a rank, what its memory was for and its counters go with its profile, of several with
/// the one recorded last.
void joinDumps(Run &run) {
    joinByProcess(run);
    numberByProcess(run);
    const bool isOneRank = numberAdditions(run);
    const auto timeOf = [](const RankCapture &capture) {
        std::int64_t time = 0;
        for (const auto &file : capture.files) {
            time = std::max(time, file.mtimeNs);
        }
        return time;
    };
    for (auto &dump : run.captures) {
        RankCapture *latest = nullptr;
        const bool hasRank = dump.rank >= 0 || (isOneRank && dump.rank == -1 && isAddition(dump));
        if (!hasRank || !isBesideProfile(dump)) {
            continue;
        }
        for (auto &capture : run.captures) {
            const bool isOf = !capture.files.empty() && capture.rank == dump.rank && !isBesideProfile(capture) &&
                              !isSchedRecord(capture);
            latest = isOf && (latest == nullptr || timeOf(capture) > timeOf(*latest)) ? &capture : latest;
        }
        if (latest != nullptr) {
            moveFiles(dump, *latest);
        }
    }
    joinAdditions(run);
    std::erase_if(run.captures, [](const RankCapture &capture) { return capture.files.empty(); });
}

constexpr int kFirstHost = -2;  ///< number of what is of a host beside the ranks; further ones below it

/// A record of the scheduler is of all processes of a host: no rank, also where it is alone. The next free number.
int numberSchedRecords(Run &run, int next) {
    for (auto &capture : run.captures) {
        if (isSchedRecord(capture) && capture.rank < 0) {
            capture.rank = next--;
        }
    }
    return next;
}

/// Additions of which nothing tells the rank are of the job as a whole: a rank of their own would make them a run.
void numberUnplaced(Run &run, int next) {
    const bool areSeveral = ranksThere(run).size() > 1;
    for (auto &capture : run.captures) {
        if (areSeveral && isAddition(capture) && capture.rank == -1) {
            capture.rank = next--;
        }
    }
}

bool isXSpace(const RankCapture &capture) {
    return capture.files.size() == 1 && capture.files.front().format == "xplane";
}

/// rocprofv3 writes a process once in each form that was asked for: the first of them is read.
void leaveOutForms(Run &run, ImportLog &log) {
    std::map<std::string, RankCapture *> first;
    for (const std::string_view form : {"_results.db", "_results.json", "_results.pftrace"}) {
        const auto isOfForm = [&](const RankCapture &capture) {
            const auto &file = capture.files.front();
            return (file.format == "rocprofv3" || file.format == "perfetto") && unpackedName(file.path).ends_with(form);
        };
        for (auto &capture : run.captures) {
            if (capture.files.size() != 1 || !isOfForm(capture)) {
                continue;
            }
            const auto [it, isNew] = first.try_emplace(outputOf(capture), &capture);
            if (!isNew && !isOfForm(*it->second)) {
                setAside(capture, *it->second, "the same process in another form", run, log);
            }
        }
    }
}

/// What the profiler of XLA writes beside "HOST.xplane.pb": the same as JSON, cut to a million events
/// ("HOST.trace.json.gz"), and once more where the program wished so ("perfetto_trace.json.gz").
void leaveOutConverted(Run &run, ImportLog &log) {
    constexpr std::string_view kEnding = ".xplane.pb";
    for (auto &whole : run.captures) {
        if (!isXSpace(whole)) {
            continue;
        }
        const auto host =
            unpackedName(fileNameOf(whole)).substr(0, unpackedName(fileNameOf(whole)).size() - kEnding.size());
        for (auto &other : run.captures) {
            if (!isTrace(other) || other.folder != whole.folder) {
                continue;
            }
            const auto name = unpackedName(fileNameOf(other));
            if (name == "perfetto_trace.json" || name == std::string(host) + ".trace.json") {
                setAside(other, whole, "the same profile as its *.xplane.pb, with fewer events", run, log);
            }
        }
    }
    leaveOutForms(run, log);
    std::erase_if(run.captures, [](const RankCapture &capture) { return capture.files.empty(); });
}

constexpr const char *kRepeatsRanks = "repeats the data of the rank files in the same folder";

void leaveOutMerged(Run &run, ImportLog &log) {
    std::vector<std::size_t> merged;
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        if (isTrace(run.captures[i])) {
            (isMerged(run.captures[i]) ? merged : others).push_back(i);
        }
    }
    for (const auto i : merged) {
        auto &capture = run.captures[i];
        const auto evidence = evidenceOf(capture);
        const auto isBeside = [&](std::size_t other) {
            const auto &folder = run.captures[other].folder;
            const auto its = evidenceOf(run.captures[other]);
            return (folder == capture.folder || folder.starts_with(capture.folder + '/')) &&
                   !contradicts(evidence, its) && (overlap(evidence, its) || !evidence.span || !its.span);
        };
        const auto isSame = [&](std::size_t other) {
            return isBeside(other) && run.captures[other].rank == capture.rank;
        };
        auto it = std::find_if(others.begin(), others.end(), isSame);
        it = it == others.end() ? std::find_if(others.begin(), others.end(), isBeside) : it;
        if (it != others.end()) {
            setAside(capture, run.captures[*it], kRepeatsRanks, run, log);
        }
    }
    std::erase_if(run.captures, [](const RankCapture &capture) { return capture.files.empty(); });
}

/// A file with a process of each rank beside files of these ranks, whatever its name.
void leaveOutGathered(Run &run, ImportLog &log) {
    std::map<std::string, std::vector<std::size_t>> byFile;
    std::map<std::string, std::vector<std::size_t>> ofProcesses;  // of which they are all of a file
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        if (isTrace(run.captures[i])) {
            const auto &file = run.captures[i].files.front();
            const bool isWhole = file.process.empty();
            const auto process = isWhole ? evidenceOf(run.captures[i]).process : std::string();
            if (!isWhole || !process.empty()) {
                (isWhole ? ofProcesses[process] : byFile[file.path]).push_back(i);
            }
        }
    }
    for (const auto &[path, parts] : byFile) {
        std::vector<std::size_t> same;
        for (const auto i : parts) {
            const auto evidence = evidenceOf(run.captures[i]);
            const auto &others = ofProcesses[evidence.process];
            const auto it = std::ranges::find_if(others, [&](std::size_t other) {
                return parentPath(path) == parentPath(run.captures[other].files.front().path) &&
                       overlap(evidence, evidenceOf(run.captures[other]));
            });
            if (it != others.end()) {
                same.push_back(*it);
            }
        }
        for (std::size_t i = 0; same.size() == parts.size() && i < same.size(); ++i) {
            setAside(run.captures[parts[i]], run.captures[same[i]], kRepeatsRanks, run, log);
        }
    }
    std::erase_if(run.captures, [](const RankCapture &capture) { return capture.files.empty(); });
}

}  // namespace

void putTogether(Run &run, ImportLog &log) {
    leaveOutConverted(run, log);
    const auto traces = std::count_if(run.captures.begin(), run.captures.end(), &isTrace);
    if (traces > 1) {
        joinParts(run);
        joinHalves(run);
        leaveOutCopies(run, log);
        leaveOutMerged(run, log);
        leaveOutGathered(run, log);
    }
    // By now a profile is one capture, and a copy of it counts for no rank of its own.
    joinDumps(run);
}

namespace {

/// The next free number.
int numberHostProcesses(Run &run, ImportLog &log, int next) {
    const bool hasDevice = std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        const auto evidence = beginsWithTrace(capture) ? evidenceOf(capture) : JobEvidence{};
        return evidence.hasDevice || (evidence.isSeen && !evidence.isWhole && capture.rank >= 0);
    });
    for (auto &capture : run.captures) {
        if (capture.rank >= 0 || !hasDevice || !isTrace(capture)) {
            continue;
        }
        const auto evidence = evidenceOf(capture);
        const bool isNamed = roleInName(fileNameOf(capture)) == TraceRole::HostProcess;
        if (!evidence.hasDevice && (isNamed || evidence.isWhole)) {
            capture.rank = next--;
            log.add(Severity::Info, run.path, "discovery.host_process", capture.files.front().path, "no device work");
        }
    }
    return next;
}

}  // namespace

void tellRoles(Run &run, ImportLog &log) {
    int next = numberSchedRecords(run, kFirstHost);
    if (run.captures.size() < 2) {
        return;
    }
    next = numberHostProcesses(run, log, next);
    joinDumps(run);  // by ranks that are told by hand, and beside the only rank of a host
    numberUnplaced(run, next);
    const auto executions = std::count_if(run.captures.begin(), run.captures.end(),
                                          [](const RankCapture &c) { return c.rank >= -1 && !isOfGraph(c); });
    const auto execution = std::find_if(run.captures.begin(), run.captures.end(),
                                        [](const RankCapture &c) { return c.rank >= -1 && !isOfGraph(c); });
    for (auto &capture : run.captures) {
        if (executions == 1 && isOfGraph(capture) && execution->rank < 0) {
            execution->rank = std::max(capture.rank, 0);
            execution->origin = RankOrigin::OnlyOne;
        }
        if (executions == 1 && isOfGraph(capture)) {
            capture.rank = execution->rank;
        }
    }
}

}  // namespace stagescope
