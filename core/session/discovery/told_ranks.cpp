#include "core/session/discovery/told_ranks.h"

#include "core/base/path_text.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/job_evidence.h"
#include "core/session/discovery/number_words.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/repeated_files.h"
#include "core/session/discovery/role_names.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

std::string_view traceNameOf(const RankCapture &capture) { return lastPart(capture.files.front().path); }

/// "node1/local_rank0.json", "pp1/tp0/trace.json": a place that several parts of a path tell together.
struct PlacePath {
    std::string above{};    ///< the path above the first part that tells of the place
    std::string path{};     ///< from there on; empty: one part tells all but no stage, or none does
    bool isOfHost = false;  ///< several parts tell it, or it is one within a host
};

PlacePath placePathOf(const Run &run, const RankCapture &capture) {
    auto parts = foldersBelow(run.path, capture.folder);
    if (isOneFile(capture)) {
        parts.push_back(lastPart(capture.files.front().path));
    }
    PlacePath result;
    std::size_t telling = 0;
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        const bool isSizes = std::any_of(std::next(part), parts.end(),
                                         [&](std::string_view deeper) { return tellsSamePlace(deeper, *part); });
        const bool tells = (tellsPlace(*part) || stageInName(*part)) && !isSizes;
        telling += tells ? 1 : 0;
        auto &text = result.path.empty() && !tells && !tellsNode(*part) ? result.above : result.path;
        text += '/' + std::string(*part);
    }
    result.isOfHost = telling > 1 || tellsLocalRank(result.path);
    if (!result.isOfHost && !stageInName(result.path)) {
        result.path.clear();
    }
    return result;
}

/// Captures of one folder whose paths tell places in the job.
struct PlacedCaptures {
    std::vector<std::size_t> captures{};
    std::vector<std::string> paths{};
};

/// Whether stages may be places of one job: not those of a training, each of which began when the last had ended.
bool mayRunAtOnce(const PlacedCaptures &placed, const Run &run) {
    std::map<int, JobEvidence> stages;
    for (std::size_t i = 0; i < placed.paths.size(); ++i) {
        if (const auto stage = stageInName(placed.paths[i])) {
            const auto own = evidenceOf(run.captures[placed.captures[i]]);
            const auto [known, isFirst] = stages.try_emplace(*stage, own);
            if (!isFirst) {
                addEvidence(known->second, own);
            }
        }
    }
    const auto areInTurn = [](const JobEvidence &a, const JobEvidence &b) {
        return a.span && b.span && a.span->isComparable(*b.span) && !overlap(a, b);
    };
    return std::ranges::adjacent_find(
               stages, [&](const auto &a, const auto &b) { return areInTurn(a.second, b.second); }) == stages.end();
}

void numberByPlaces(const PlacedCaptures &placed, Run &run) {
    const auto ranks = ranksByPlace(placed.paths, mayRunAtOnce(placed, run));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        auto &capture = run.captures[placed.captures[i]];
        if (ranks[i]) {
            const bool isOfFolder = !isOneFile(capture) || !tellsPlace(traceNameOf(capture));
            capture.rank = *ranks[i];
            capture.origin =
                isOfFolder || capture.origin == RankOrigin::FolderName ? RankOrigin::FolderName : RankOrigin::FileName;
        }
    }
}

/// Which captures have places.
std::set<std::size_t> numberPlaces(Run &run) {
    std::map<std::string, PlacedCaptures> byFolder;
    std::set<std::size_t> places;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        const bool isOfName = capture.origin == RankOrigin::FileName || capture.origin == RankOrigin::FolderName ||
                              capture.origin == RankOrigin::Unknown;
        auto place = isOfName ? placePathOf(run, capture) : PlacePath{};
        if (!place.path.empty()) {
            auto &folder = byFolder[place.above];
            folder.captures.push_back(i);
            folder.paths.push_back(std::move(place.path));
            if (place.isOfHost) {
                places.insert(i);
            }
        }
    }
    for (const auto &[folder, placed] : byFolder) {
        numberByPlaces(placed, run);
    }
    return places;
}

/// The folder of a machine that a capture lies in; empty: of none. "node-1", and what is called "rank1" or "gpu017" and
/// holds several ranks whose own names tell them, not an engine of a role: "prefill/0".
class MachineFolders {
public:
    explicit MachineFolders(const Run &run) : m_run(run) {
        for (const auto &capture : run.captures) {
            m_ranks[folderAbove(capture)].insert(capture.rank);
        }
    }
    [[nodiscard]] std::string_view of(const RankCapture &capture) const {
        const auto above = m_ranks.find(folderAbove(capture));
        const auto host = hostFolder(m_run.path, capture);
        const auto name = lastPart(above->first);
        return above->first.size() > openedFolder(m_run.path).size() && above->second.size() > 1 &&
                       (rankInFolderName(name) || tellsLocalRank(name)) &&
                       !isRoleFolder(lastPart(parentPath(above->first)))
                   ? std::string_view(above->first)
               : isMachineFolder(host) || isPod(host) ? host
                                                      : std::string_view{};
    }

private:
    /// "llama-master-0", or "head" next to "worker-1", not "head_dim64".
    [[nodiscard]] bool isPod(std::string_view host) const {
        const auto pod = workerInName(host);
        const auto engine = engineInName(host);
        return pod && !(engine && engine->hasRole) &&
               (pod->isNumbered || std::ranges::any_of(m_ranks, [&](const auto &folder) {
                    const auto other = workerInName(lastPart(folder.first));
                    return other && !other->isMaster && other->others == pod->others;
                }));
    }
    static std::string folderAbove(const RankCapture &capture) {
        return capture.origin == RankOrigin::FolderName ? parentPath(capture.folder) : capture.folder;
    }

    const Run &m_run;
    std::map<std::string, std::set<int>> m_ranks;
};

/// "gpu-a/local_rank0" and "gpu-b/local_rank0", "nodeA/0.json" and "nodeB/0.json", "a_gpu0.json" and "b_gpu0.json":
/// numbers within hosts whose names tell no number, where they ran together and no world is told. Their order stands
/// for it, a guess.
void forgetRanksOfHosts(const std::set<std::size_t> &places, Run &run) {
    std::map<int, std::size_t> first;
    std::vector<std::size_t> ofHosts;
    bool areOfHosts = false;
    const MachineFolders machines(run);
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        const bool isNamed = capture.origin == RankOrigin::FileName || capture.origin == RankOrigin::FolderName;
        const auto machine = machines.of(capture);
        if (!places.contains(i) && !(isNamed && !machine.empty())) {
            continue;
        }
        ofHosts.push_back(i);
        const auto &other = run.captures[first.try_emplace(capture.rank, i).first->second];
        const auto process = evidenceOf(capture).process;
        const auto otherProcess = evidenceOf(other).process;
        const bool areTwo = !process.empty() && !otherProcess.empty() && process != otherProcess;
        const bool isElsewhere =
            capture.folder != other.folder
                ? hostFolder(run.path, capture) != hostFolder(run.path, other) || machine != machines.of(other)
                : tellsLocalRank(traceNameOf(capture)) && tellsLocalRank(traceNameOf(other)) && areTwo;
        areOfHosts = areOfHosts || (capture.rank >= 0 && isElsewhere && evidenceOf(capture).world == 0 &&
                                    areAlike(evidenceOf(capture), evidenceOf(other)));
    }
    for (const auto i : areOfHosts ? ofHosts : std::vector<std::size_t>{}) {
        run.captures[i].rank = -1;
        run.captures[i].origin = RankOrigin::Unknown;
    }
}

/// What calls a capture a worker or a master, and where others are called so: its file, or the folder of its pod.
struct PlacedWorker {
    std::pair<std::string, std::string> among{};  ///< the folder, and the other words of the name
    bool isMaster = false;
};

std::optional<PlacedWorker> placedWorker(const Run &run, const RankCapture &capture) {
    if (!isTrace(capture) || capture.origin == RankOrigin::TraceHead) {
        return std::nullopt;
    }
    const auto file = workerInName(traceNameOf(capture));
    const bool mayBePod = !file && capture.folder != openedFolder(run.path) && !rankInFileName(traceNameOf(capture));
    const auto name = mayBePod ? workerInName(lastPart(capture.folder)) : file;
    const auto folder = mayBePod ? parentPath(capture.folder) : capture.folder;
    return name ? std::optional(PlacedWorker{{folder, name->others}, name->isMaster}) : std::nullopt;
}

/// "llama-master-0.json" beside "llama-worker-0.json": workers are counted without the master, which is rank 0.
void forgetWorkers(Run &run) {
    std::set<std::pair<std::string, std::string>> masters;
    for (const auto &capture : run.captures) {
        if (const auto name = placedWorker(run, capture); name && name->isMaster) {
            masters.insert(name->among);
        }
    }
    for (auto &capture : run.captures) {
        const auto name = capture.origin == RankOrigin::FileName ? placedWorker(run, capture) : std::nullopt;
        if (name && masters.contains(name->among)) {
            capture.rank = -1;
            capture.origin = RankOrigin::Unknown;
        }
    }
}

/// Where RANK was not set, the heads of all ranks say 0, and a word of a folder may be of all of them: "run_ranks8/0".
/// Processes that ran at once are the ranks of their names, or of their own folders; of one folder with a number, or
/// that was opened as "rank9", they are ranks that nobody knows.
void correctEqual(Run &run) {
    std::map<std::pair<RankOrigin, int>, std::vector<std::size_t>> equal;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        const bool isOfHead = capture.origin == RankOrigin::TraceHead;
        const bool isOfFolder = capture.origin == RankOrigin::FolderName &&
                                (isBareNumber(lastPart(capture.folder)) || capture.folder == openedFolder(run.path));
        if ((isOfHead || isOfFolder) && isTrace(capture) && capture.files.front().process.empty()) {
            equal[{capture.origin, capture.rank}].push_back(i);
        }
    }
    for (const auto &[told, captures] : equal) {
        const auto first = evidenceOf(run.captures[captures.front()]);
        std::set<std::string> processes;
        std::vector<std::string> names;
        for (const auto i : captures) {
            const auto &capture = run.captures[i];
            const auto evidence = evidenceOf(capture);
            if (overlap(first, evidence)) {
                processes.insert(evidence.process);
            }
            names.push_back(told.first == RankOrigin::FolderName
                                ? std::string(lastPart(capture.folder))
                                : capture.files.front().path.substr(openedFolder(run.path).size()));
        }
        const auto ranks = ranksOfProcesses(names);
        const bool areApart = captures.size() > 1 && processes.size() == captures.size();
        const bool areOfWorld = std::ranges::all_of(ranks, [&](const auto &rank) {
            return rank && (*rank < first.world || told.first == RankOrigin::FolderName);
        });
        const bool isOneFolder =
            told.first == RankOrigin::FolderName && std::ranges::all_of(captures, [&](std::size_t i) {
                return run.captures[i].folder == run.captures[captures.front()].folder;
            });
        for (std::size_t i = 0; areApart && (areOfWorld || isOneFolder) && i < captures.size(); ++i) {
            auto &capture = run.captures[captures[i]];
            capture.rank = areOfWorld ? *ranks[i] : -1;  // its origin stays, or what is loaded would win again
            capture.origin = areOfWorld ? capture.origin : RankOrigin::Unknown;
        }
    }
}

/// "job_99_2.json" -> "job_#_#.json" and 99, 2.
struct NumberedPath {
    std::string words{};
    std::vector<std::string_view> numbers{};
};

NumberedPath numberedPath(std::string_view path) {
    NumberedPath result;
    for (std::size_t at = 0; at < path.size();) {
        const auto digits = digitsAt(path, at);
        if (digits.empty()) {
            result.words += path[at++];
        } else {
            result.words += '#';
            result.numbers.push_back(digits);
            at += digits.size();
        }
    }
    return result;
}

/// The only number that differs between paths of the same words, of each; times may differ, too. Empty: none, some are
/// the same, or it counts something else than is asked for.
std::vector<int> numbersThatDiffer(const std::vector<std::string_view> &paths, NumberMeaning meaning) {
    std::vector<NumberedPath> numbered;
    std::ranges::transform(paths, std::back_inserter(numbered), &numberedPath);
    const auto &first = numbered.front().numbers;
    std::vector<int> result;
    for (std::size_t place = 0; place < first.size(); ++place) {
        std::vector<int> own;
        for (const auto &path : numbered) {
            if (const auto number = toRank(path.numbers[place])) {
                own.push_back(*number);
            }
        }
        const std::set<int> values(own.begin(), own.end());
        if (own.size() < paths.size() || values.size() == 1) {
            continue;
        }
        const auto begin = static_cast<std::size_t>(first[place].data() - paths.front().data());
        if (!result.empty() || values.size() < paths.size() || meaningOfNumber(paths.front(), begin) != meaning) {
            return {};
        }
        result = std::move(own);
    }
    return result;
}

std::string_view pathWithin(const Run &run, const RankCapture &capture) {
    return std::string_view(capture.files.front().path).substr(openedFolder(run.path).size());
}

/// "node-1/trace.json", "host2_55.1700000009.pt.trace.json": numbers are of hosts and processes.
bool namesHost(const Run &run, const RankCapture &capture) {
    return !processInName(traceNameOf(capture)).empty() || tellsNode(pathWithin(run, capture)) ||
           isMachineFolder(hostFolder(run.path, capture));
}

/// Whether a number may be a rank of so many captures: of no process, and of the job.
bool mayBeRank(int number, const JobEvidence &own, std::size_t captures) {
    constexpr int kFewRanks = 64;
    const auto most = std::max(kFewRanks, 4 * static_cast<int>(captures));
    return own.process != std::to_string(number) && number < (own.world == 0 ? most : own.world);
}

/// Whether these numbers may be the ranks of captures: of processes that did the same at the same time, and none that
/// the job does not hold.
bool mayBeRanks(const Run &run, const std::vector<std::size_t> &captures, const std::vector<int> &ranks) {
    const auto first = evidenceOf(run.captures[captures.front()]);
    for (std::size_t i = 0; i < captures.size(); ++i) {
        const auto own = evidenceOf(run.captures[captures[i]]);
        if (!mayBeRank(ranks[i], own, captures.size()) || (i > 0 && !areAlike(first, own))) {
            return false;
        }
    }
    return true;
}

/// "4711.json", "worker_31.json", "trace.json.4711", "31/trace.json": a number that no word calls a rank is one where
/// the job holds so many, or most between the least and the largest are there, or each file tells another process, else
/// it may be of a process.
void forgetProcesses(Run &run) {
    constexpr std::size_t kMany = 8;
    constexpr int kMostAlone = 1024;  // larger ones are of processes or jobs
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        const bool isOfFile = capture.origin == RankOrigin::FileName && isTrace(capture) &&
                              !tellsRank(traceNameOf(capture)) && !tellsPlace(traceNameOf(capture)) &&
                              !rankAmong(numbersIn(traceNameOf(capture)), NumberAxis::Letter);
        const bool isOfFolder =
            capture.origin == RankOrigin::FolderName && isTrace(capture) && isBareNumber(lastPart(capture.folder));
        if (isOfFile || isOfFolder) {
            alike[numberedPath(pathWithin(run, capture)).words].push_back(i);
        }
    }
    for (const auto &[words, captures] : alike) {
        const auto rankOf = [&](std::size_t i) { return run.captures[i].rank; };
        const auto [least, most] = std::ranges::minmax(captures | std::views::transform(rankOf));
        const bool areMost = captures.size() >= kMany && most - least < 2 * static_cast<int>(captures.size());
        std::set<std::string> processes;
        for (const auto i : captures) {
            processes.insert(evidenceOf(run.captures[i]).process);
        }
        const bool areApart = processes.size() == captures.size() && !processes.contains({});
        const bool areRanks = std::ranges::all_of(captures, [&](std::size_t i) {
            const auto own = evidenceOf(run.captures[i]);
            return mayBeRank(rankOf(i), own, captures.size()) ||
                   ((areMost || (areApart && rankOf(i) < kMostAlone)) && own.world == 0 &&
                    own.process != std::to_string(rankOf(i)));
        });
        for (const auto i : areRanks ? std::vector<std::size_t>{} : captures) {
            run.captures[i].rank = -1;
            run.captures[i].origin = RankOrigin::Unknown;
        }
    }
}

/// "gpu2.json" and "gpu5.json", "trainer-2/trace.json" and "trainer-3/trace.json": where processes did the same at the
/// same time, the number in which their names differ is the rank, but for that of the process and for hosts'.
void numberByNames(Run &run, NumberMeaning meaning) {
    std::map<std::string, std::vector<std::size_t>> alike;
    std::set<int> taken;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        if (capture.rank >= 0) {
            taken.insert(capture.rank);
        } else if (capture.rank == -1 && isTrace(capture) && capture.files.front().process.empty() &&
                   !namesHost(run, capture)) {
            alike[numberedPath(pathWithin(run, capture)).words].push_back(i);
        }
    }
    for (const auto &[words, captures] : alike) {
        std::vector<std::string_view> paths;
        for (const auto i : captures) {
            paths.push_back(pathWithin(run, run.captures[i]));
        }
        const auto ranks = captures.size() > 1 ? numbersThatDiffer(paths, meaning) : std::vector<int>{};
        const bool areFree = std::ranges::none_of(ranks, [&](int rank) { return taken.contains(rank); });
        if (ranks.empty() || !areFree || !mayBeRanks(run, captures, ranks)) {
            continue;
        }
        taken.insert(ranks.begin(), ranks.end());
        for (std::size_t i = 0; i < captures.size(); ++i) {
            auto &capture = run.captures[captures[i]];
            capture.rank = ranks[i];
            capture.origin = meaning == NumberMeaning::Rank ? RankOrigin::FileName : capture.origin;
        }
    }
}

}  // namespace

void guessRanksByNames(Run &run) { numberByNames(run, NumberMeaning::Unknown); }

bool isOfMaster(const RankCapture &capture) {
    auto name = isTrace(capture) ? workerInName(traceNameOf(capture)) : std::nullopt;
    name = name ? name : workerInName(lastPart(capture.folder));
    return name && name->isMaster;
}

void correctRanks(Run &run) {
    forgetProcesses(run);
    numberByNames(run, NumberMeaning::Rank);
    forgetWorkers(run);
    correctEqual(run);
    forgetRanksOfHosts(numberPlaces(run), run);
}

}  // namespace stagescope
