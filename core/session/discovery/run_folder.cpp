#include "core/session/discovery/run_folder.h"

#include "core/base/natural_order.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/job_evidence.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/role_names.h"
#include "core/store/bundle/bundle_file.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace stagescope {

namespace {

/// Captures that belong together, as far as is known by now.
struct RunPiece {
    std::string place{};  ///< where its first capture lies; what was told apart there stays so
    std::vector<std::size_t> captures;
    std::map<int, std::vector<std::size_t>> ranks;  ///< those that are told, and the captures of each
    std::string words;                              ///< what names of its captures have beside ranks and times
    JobEvidence evidence;
    std::vector<JobEvidence> recordings{};  ///< of its captures, those that contradict each other
};
using RunPieces = std::vector<RunPiece>;

class RunPartition {
public:
    explicit RunPartition(const Run &run)
        : m_run(run),
          m_root(openedFolder(run.path)),
          m_hasGuesses(run.log != nullptr && run.log->count("discovery.rank_unknown") > 0) {
        for (const auto &capture : run.captures) {
            m_evidence.push_back(evidenceOf(capture));
            for (auto folder = capture.folder; isBelow(folder); folder = parentPath(folder)) {
                m_below[folder].insert(capture.rank);
            }
        }
        for (const auto &[folder, ranks] : m_below) {
            const auto name = lastPart(folder);
            if (stagescope::isBareNumber(name) && (ranks.size() > 1 || rankInFolderName(name) != *ranks.begin())) {
                m_otherNumbers.insert(parentPath(folder));
            }
        }
        findRolesAtOnce();
        findRecordedAgain();
    }

    [[nodiscard]] std::vector<std::string> paths() {
        std::map<std::string, RunPieces> byPlace;
        std::map<std::string, std::vector<std::size_t>> captures;
        for (std::size_t i = 0; i < m_run.captures.size(); ++i) {
            captures[placeOf(m_run.captures[i])].push_back(i);
        }
        for (const auto &[place, own] : captures) {
            for (auto folder = place; isBelow(folder); folder = parentPath(folder)) {
                byPlace[folder];
            }
            byPlace[place] = piecesOf(place, own);
        }
        byPlace[m_root];
        // What lies in a folder sorts behind it: the deepest come first.
        while (byPlace.size() > 1) {
            const auto deepest = std::prev(byPlace.end());
            const auto above = parentPath(deepest->first);
            auto pieces = united(std::move(deepest->second));
            byPlace.erase(deepest);
            auto &folder = byPlace[isBelow(above) ? above : m_root];
            std::move(pieces.begin(), pieces.end(), std::back_inserter(folder));
        }
        return byPlace.empty() ? std::vector<std::string>{} : pathsOf(united(std::move(byPlace.begin()->second)));
    }

private:
    /// "teacher" and "student", "reference" next to "step_100": folders of roles where something next to them ran at
    /// once, or in the same process, or is a role of reinforcement learning ("actor").
    void findRolesAtOnce() {
        struct Role {
            JobEvidence evidence{};
            std::set<std::pair<int, std::string_view>> processes{};
        };
        std::map<std::string, Role> roles;
        for (std::size_t i = 0; i < m_run.captures.size(); ++i) {
            const auto &capture = m_run.captures[i];
            for (auto folder = capture.folder; isBelow(folder); folder = parentPath(folder)) {
                if (isRoleFolder(lastPart(folder)) && !isRoleFolder(lastPart(folder), false)) {
                    addEvidence(roles[folder].evidence, m_evidence[i]);
                    roles[folder].processes.emplace(capture.rank, m_evidence[i].process);
                }
            }
        }
        for (auto &[folder, role] : roles) {
            std::erase_if(role.processes, [](const auto &each) { return !tellsProcess(each.second); });
            for (std::size_t i = 0; i < m_run.captures.size(); ++i) {
                const auto &capture = m_run.captures[i];
                const auto place = capture.folder + '/';
                const bool isBeside = place.starts_with(parentPath(folder) + '/') && !place.starts_with(folder + '/');
                const bool isFar = contradicts(role.evidence, m_evidence[i]);
                const bool isOfTraining = isBeside && !isFar && parentPath(capture.folder) == parentPath(folder) &&
                                          tellsRlRole(lastPart(capture.folder));
                if (isBeside && (isOfTraining || overlap(role.evidence, m_evidence[i]) ||
                                 (!isFar && role.processes.contains({capture.rank, m_evidence[i].process})))) {
                    m_rolesAtOnce.insert(folder);
                    break;
                }
            }
        }
    }
    /// "iteration_10" and "iteration_20" are of one run where equal ranks in them are of one process; of processes
    /// whose numbers tell nothing, as in containers, where folders count steps and clocks show that they did the same
    /// one after the other.
    void findRecordedAgain() {
        std::map<std::pair<std::string, int>, std::size_t> first;
        std::set<std::string> apart;
        for (std::size_t i = 0; i < m_run.captures.size(); ++i) {
            const auto &capture = m_run.captures[i];
            const auto step = stepFolderOf(capture);
            if (!isBelow(step) || !isTold(capture)) {
                continue;
            }
            const auto above = parentPath(step);
            const auto [known, isFirst] = first.try_emplace({above, capture.rank}, i);
            if (!isFirst) {
                const bool areSteps =
                    countsSteps(lastPart(step)) && countsSteps(lastPart(stepFolderOf(m_run.captures[known->second])));
                const bool isAgain = areOfOneProcess(m_evidence[known->second], m_evidence[i], areSteps);
                (isAgain ? m_recordedAgain : apart).insert(above);
            }
        }
        std::erase_if(m_recordedAgain, [&](const std::string &folder) { return apart.contains(folder); });
    }
    [[nodiscard]] std::string stepFolderOf(const RankCapture &capture) const {
        auto step = capture.folder;
        while (isBelow(step) && !isCaptureFolder(lastPart(step)) && !isOtherNumber(capture, step)) {
            step = parentPath(step);
        }
        return step;
    }
    /// "100/rank0.json", "2024/01/02/rank0.json": a number that is not the rank.
    [[nodiscard]] bool isOtherNumber(const RankCapture &capture, const std::string &folder) const {
        const auto name = lastPart(folder);
        const bool isToldByFile = isOneFile(capture) && tellsRank(lastPart(capture.files.front().path));
        return stagescope::isBareNumber(name) && (rankInFolderName(name) != capture.rank ||
                                                  (isToldByFile && m_otherNumbers.contains(parentPath(folder))));
    }
    /// "rank0" of "rank0/4711".
    [[nodiscard]] bool hasRankAbove(std::string_view folder) const {
        const auto above = parentPath(folder);
        return std::ranges::any_of(foldersBelow(m_run.path, above),
                                   [](std::string_view name) { return tellsRank(name) || tellsPlace(name); });
    }
    [[nodiscard]] static bool areOfOneProcess(const JobEvidence &a, const JobEvidence &b, bool areSteps) {
        if (!a.process.empty() || !b.process.empty()) {
            return a.process == b.process;
        }
        const bool areInTurn = a.span && b.span && a.span->isComparable(*b.span) && !overlap(a, b);
        return areSteps && areInTurn && a.isSeen && b.isSeen && !areUnlike(a, b);
    }
    /// A number by which nothing but the order of names stands is none.
    [[nodiscard]] bool isTold(const RankCapture &capture) const {
        // What a bundle holds was one run.
        const bool isOfBundle = !capture.files.empty() && capture.files.front().format == "bundle";
        const bool isGuess = capture.origin == RankOrigin::Unknown && m_hasGuesses && !isOfBundle;
        return capture.rank >= 0 && !isGuess && capture.origin != RankOrigin::OnlyOne;
    }
    [[nodiscard]] bool isBelow(const std::string &folder) const {
        return folder.size() > m_root.size() && folder.starts_with(m_root);
    }
    /// The folder in which the captures of a run lie side by side; that of a bundle is itself.
    [[nodiscard]] std::string placeOf(const RankCapture &capture) const {
        if (!capture.files.empty() && capture.files.front().path.ends_with(kBundleEnding) &&
            isBelow(capture.files.front().path)) {
            return capture.files.front().path;
        }
        auto folder = capture.folder;
        while (isBelow(folder) && isOwnOf(capture, folder)) {
            folder = parentPath(folder);
        }
        return isBelow(folder) ? folder : m_root;
    }
    [[nodiscard]] bool isOwnOf(const RankCapture &capture, const std::string &folder) const {
        const auto name = lastPart(folder);
        const bool isOfProfiler =
            name.ends_with("_ascend_pt") || name.ends_with("_ascend_ms") || name.starts_with("PROF_");
        const bool isOfPlace = capture.origin == RankOrigin::FolderName && tellsPlace(name);
        const bool isOfOne = m_below.at(folder).size() < 2;
        const bool isNumber = isOtherNumber(capture, folder);
        const bool isOfStep = (isCaptureFolder(name) || isNumber) && m_recordedAgain.contains(parentPath(folder));
        return isOfProfiler || (isNumber ? hasRankAbove(folder) : rankInFolderName(name).has_value()) || isOfPlace ||
               isOfStep || isRoleFolder(name, m_rolesAtOnce.contains(folder)) ||
               (isOfOne && !stampInName(name).empty());
    }

    [[nodiscard]] RunPieces piecesOf(const std::string &place, const std::vector<std::size_t> &own) const {
        RunPieces pieces;
        for (const auto i : own) {
            if (isTold(m_run.captures[i])) {
                add(i, pieceFor(i, pieces));
            }
        }
        for (const auto i : own) {
            if (!isTold(m_run.captures[i])) {
                add(i, pieceForUnknown(place, i, pieces));
            }
        }
        for (auto &piece : pieces) {
            piece.place = place;
        }
        return pieces;
    }
    /// Of the run, and of the engine of several.
    [[nodiscard]] static std::string wordsOf(const std::string &name) {
        const auto engine = engineInName(name);
        return runWords(name) + (engine ? engine->name : std::string());
    }
    void add(std::size_t i, RunPiece &piece) const {
        const auto &capture = m_run.captures[i];
        if (piece.captures.empty()) {
            piece.evidence = m_evidence[i];
            piece.words = wordsOf(captureName(m_root, capture));
        } else {
            addEvidence(piece.evidence, m_evidence[i]);
        }
        piece.captures.push_back(i);
        if (!fits(piece, m_evidence[i])) {
            piece.recordings.push_back(m_evidence[i]);
        }
        if (isTold(capture)) {
            piece.ranks[capture.rank].push_back(i);
        }
    }

    /// Whether a rank may be of the piece, going by one of the times that it was recorded at.
    [[nodiscard]] static bool fits(const RunPiece &piece, const JobEvidence &evidence) {
        return std::any_of(piece.recordings.begin(), piece.recordings.end(),
                           [&](const JobEvidence &known) { return !contradicts(known, evidence); });
    }
    /// Whether the capture may be another one of a rank that the piece has.
    [[nodiscard]] bool mayBeAnother(std::size_t i, std::size_t known) const {
        const auto &one = m_run.captures[i];
        const auto &other = m_run.captures[known];
        if (isOfGraph(one) || isOfGraph(other)) {
            return true;
        }
        const auto &mine = m_evidence[i];
        const auto &its = m_evidence[known];
        const auto name = captureName(m_root, one);
        const auto otherName = captureName(m_root, other);
        // Two processes at the same time are two runs, but for roles; at exactly the same time one is a copy.
        const bool areApart = mine.process != its.process && overlap(mine, its) && !tellOtherPhases(name, otherName) &&
                              (mine.span->begin != its.span->begin || mine.span->end != its.span->end);
        const bool isInTurn = tellsProcess(mine.process) && mine.process == its.process && !overlap(mine, its);
        return !areApart && !areOtherEngines(name, mine, otherName, its) &&
               areCapturesOfOneRun(name, otherName, areTogether(mine, its) || isOfRole(one) || isOfRole(other),
                                   isInTurn ? Sameness::OneProcess : Sameness::NotKnown);
    }
    /// "prefill-0" and "prefill-1", but for one process that counts how often it did so. Behind roles that serve
    /// nothing a number may be a step ("train_100"): by what ran at once.
    [[nodiscard]] static bool areOtherEngines(std::string_view name, const JobEvidence &mine, std::string_view other,
                                              const JobEvidence &its) {
        const auto engine = engineInName(name);
        const auto otherEngine = engineInName(other);
        const bool areTold = engine && otherEngine && engine->name != otherEngine->name;
        const bool areServing = areTold && engine->isServing && otherEngine->isServing;
        return (areServing && (mine.process != its.process || (mine.process.empty() && engine->isCertain))) ||
               (areTold && overlap(mine, its) && (areServing || engine->role == otherEngine->role));
    }
    [[nodiscard]] bool isOfRole(const RankCapture &capture) const {
        return m_rolesAtOnce.contains(capture.folder) || m_rolesAtOnce.contains(parentPath(capture.folder));
    }
    /// Whether two ran at once, or one process was both, one after the other.
    [[nodiscard]] static bool areTogether(const JobEvidence &a, const JobEvidence &b) {
        return overlap(a, b) || (tellsProcess(a.process) && a.process == b.process && !contradicts(a, b));
    }
    /// In containers numbers of up to three digits are of many processes.
    [[nodiscard]] static bool tellsProcess(std::string_view process) { return process.size() > 3; }
    [[nodiscard]] bool isTogether(const RunPiece &piece, std::size_t i) const {
        return overlap(piece.evidence, m_evidence[i]) || std::ranges::any_of(piece.captures, [&](std::size_t known) {
                   return m_run.captures[known].rank == m_run.captures[i].rank &&
                          areTogether(m_evidence[known], m_evidence[i]);
               });
    }
    /// The piece that a capture of a known rank belongs to: best one whose names have the same words.
    [[nodiscard]] RunPiece &pieceFor(std::size_t i, RunPieces &pieces) const {
        const auto &capture = m_run.captures[i];
        if (auto *own = pieceOfFile(i, pieces)) {
            return *own;
        }
        RunPiece *best = nullptr;
        const auto words = wordsOf(captureName(m_root, capture));
        for (auto &piece : pieces) {
            const auto known = piece.ranks.find(capture.rank);
            const bool mayJoin =
                !areOfOtherWorlds(piece.evidence, m_evidence[i]) && !isOfOneProcess(piece, i) &&
                !isOfAnotherTime(piece, i) &&
                (tellsPhase(captureName(m_root, capture), isTogether(piece, i) || isOfRole(capture)) ||
                 !areUnlike(piece.evidence, m_evidence[i])) &&
                (known == piece.ranks.end()
                     ? fits(piece, m_evidence[i])
                     : std::ranges::all_of(known->second, [&](std::size_t other) { return mayBeAnother(i, other); }));
            if (mayJoin && (best == nullptr || (best->words != words && piece.words == words))) {
                best = &piece;
            }
        }
        return best == nullptr ? pieces.emplace_back() : *best;
    }
    /// Whether a number that is all that a name says would make ranks of what one process recorded. What overlaps in
    /// time is of two that have one number, as in containers.
    [[nodiscard]] bool isOfOneProcess(const RunPiece &piece, std::size_t i) const {
        const auto &process = m_evidence[i].process;
        return m_evidence[i].world == 0 && !process.empty() && isBareNumber(m_run.captures[i]) &&
               std::any_of(piece.captures.begin(), piece.captures.end(), [&](std::size_t known) {
                   return m_run.captures[known].rank != m_run.captures[i].rank &&
                          m_evidence[known].process == process && !overlap(m_evidence[known], m_evidence[i]);
               });
    }
    /// Whether such a number counts runs, one after the other: ranks begin to record within some seconds.
    [[nodiscard]] bool isOfAnotherTime(const RunPiece &piece, std::size_t i) const {
        constexpr std::int64_t kLate = 10'000'000'000;
        const auto &own = m_evidence[i];
        const auto &span = piece.evidence.span;
        return own.world == 0 && !own.process.empty() && own.span && span && own.span->isComparable(*span) &&
               std::max(own.span->begin, span->begin) - std::min(own.span->end, span->end) > kLate &&
               isBareNumber(m_run.captures[i]) && !piece.ranks.contains(m_run.captures[i].rank);
    }
    [[nodiscard]] bool isBareNumber(const RankCapture &capture) const {
        // Another number than the rank is a time or a session, and the rank stands elsewhere in the name.
        const auto folders = foldersBelow(m_run.path, capture.folder);
        const auto name = isOneFile(capture) ? lastPart(capture.files.front().path) : std::string_view{};
        return isBareRank(name, capture.rank) || (!folders.empty() && isBareRank(folders.back(), capture.rank));
    }
    /// What lies in one file is of one job; null: the others of its file are not there.
    [[nodiscard]] RunPiece *pieceOfFile(std::size_t i, RunPieces &pieces) const {
        const auto &capture = m_run.captures[i];
        if (capture.files.size() != 1 || capture.files.front().process.empty()) {
            return nullptr;
        }
        const auto it = std::find_if(pieces.begin(), pieces.end(), [&](const RunPiece &piece) {
            return std::any_of(piece.captures.begin(), piece.captures.end(), [&](std::size_t known) {
                const auto &files = m_run.captures[known].files;
                return files.size() == 1 && files.front().path == capture.files.front().path;
            });
        });
        return it == pieces.end() ? nullptr : &*it;
    }
    [[nodiscard]] RunPiece &pieceForUnknown(const std::string &place, std::size_t i, RunPieces &pieces) const {
        const auto &capture = m_run.captures[i];
        if (auto *own = pieceOfFile(i, pieces)) {
            return *own;
        }
        const auto told =
            std::count_if(pieces.begin(), pieces.end(), [](const RunPiece &piece) { return !piece.ranks.empty(); });
        for (auto &piece : pieces) {
            const bool isOnly = !piece.ranks.empty() && told == 1;
            const bool isOfOnly = isOnly && !areOfOtherWorlds(piece.evidence, m_evidence[i]);
            const bool isBeside = isOfOnly && (isOfGraph(capture) || isOfGraphs(piece) ||
                                               (capture.rank < 0 && fits(piece, m_evidence[i])));
            const bool isOfSession = piece.ranks.empty() && contains(place, "/plugins/profile/");  // JAX: one a session
            if (isBeside || isOfSession || isOfProcess(capture, piece) ||
                ((piece.ranks.empty() || isOnly) && areAlike(piece.evidence, m_evidence[i]) &&
                 !areOfOtherRoles(piece.captures.front(), i))) {
                return piece;
            }
        }
        return pieces.emplace_back();
    }
    /// "prefill-0" and "decode-0" do much the same at the same time, and are no ranks of one job.
    [[nodiscard]] bool areOfOtherRoles(std::size_t one, std::size_t other) const {
        const auto nameOf = [this](const RankCapture &capture) {
            const auto folder = isBelow(capture.folder) ? std::string(lastPart(capture.folder)) : std::string();
            return folder + ' ' + captureName(m_root, capture);
        };
        return tellOtherPhases(nameOf(m_run.captures[one]), nameOf(m_run.captures[other]));
    }
    [[nodiscard]] bool isOfGraphs(const RunPiece &piece) const {
        return std::all_of(piece.captures.begin(), piece.captures.end(),
                           [&](std::size_t i) { return isOfGraph(m_run.captures[i]); });
    }
    /// What nobody knows the rank of has the number of another one only where both are of one process.
    [[nodiscard]] bool isOfProcess(const RankCapture &capture, const RunPiece &piece) const {
        return std::any_of(piece.captures.begin(), piece.captures.end(), [&](std::size_t i) {
            const auto &known = m_run.captures[i];
            return capture.rank >= 0 && known.rank == capture.rank && known.origin == capture.origin;
        });
    }

    /// Of one folder, with what lies in its folders: hosts of one job, or runs.
    [[nodiscard]] RunPieces united(RunPieces pieces) const {
        RunPieces result;
        for (auto &group : compatible(std::move(pieces))) {
            auto own = areOneJob(group) ? joined(std::move(group)) : std::move(group);
            std::move(own.begin(), own.end(), std::back_inserter(result));
        }
        return withUnknown(std::move(result));
    }
    /// Those that have ranks, parted where worlds or times contradict; what tells neither stays with the first.
    [[nodiscard]] static std::vector<RunPieces> compatible(RunPieces pieces) {
        std::vector<RunPieces> groups;
        std::vector<RunPiece> all;
        for (auto &piece : pieces) {
            std::size_t at = 0;
            const auto mayJoin = [&](const RunPiece &group) {
                return !areOfOtherWorlds(group.evidence, piece.evidence) &&
                       std::any_of(piece.recordings.begin(), piece.recordings.end(),
                                   [&](const JobEvidence &own) { return fits(group, own); });
            };
            while (at < groups.size() && !piece.ranks.empty() && !mayJoin(all[at])) {
                ++at;
            }
            if (at == groups.size()) {
                groups.emplace_back();
                all.emplace_back();
            }
            addEvidence(all[at].evidence, piece.evidence);
            all[at].recordings.insert(all[at].recordings.end(), piece.recordings.begin(), piece.recordings.end());
            groups[at].push_back(std::move(piece));
        }
        return groups;
    }
    /// Whether no two of the pieces that have ranks share one, contradict each other or were told apart.
    [[nodiscard]] static bool areOneJob(const RunPieces &pieces) {
        std::set<int> ranks;
        std::set<std::string_view> places;
        RunPiece all;
        for (const auto &piece : pieces) {
            if (piece.ranks.empty()) {
                continue;
            }
            if (!places.insert(piece.place).second) {
                return false;
            }
            const bool isFirst = all.recordings.empty();
            const bool mayJoin = isFirst || (!areOfOtherWorlds(all.evidence, piece.evidence) &&
                                             std::any_of(piece.recordings.begin(), piece.recordings.end(),
                                                         [&](const JobEvidence &own) { return fits(all, own); }));
            for (const auto &[rank, capture] : piece.ranks) {
                if (!mayJoin || !ranks.insert(rank).second) {
                    return false;
                }
            }
            addEvidence(all.evidence, piece.evidence);
            all.recordings.insert(all.recordings.end(), piece.recordings.begin(), piece.recordings.end());
        }
        return true;
    }
    [[nodiscard]] RunPieces joined(RunPieces pieces) const {
        RunPieces result;
        std::optional<std::size_t> first;
        for (auto &piece : pieces) {
            if (piece.ranks.empty() || !first) {
                first = piece.ranks.empty() ? first : std::optional(result.size());
                result.push_back(std::move(piece));
            } else {
                join(result[*first], piece);
            }
        }
        return result;
    }
    void join(RunPiece &to, const RunPiece &from) const {
        for (const auto i : from.captures) {
            add(i, to);
        }
    }
    [[nodiscard]] bool isOfHost(const RunPiece &piece) const {
        return std::all_of(piece.captures.begin(), piece.captures.end(),
                           [&](std::size_t i) { return m_run.captures[i].rank < 0; });
    }
    /// What has no rank joins what did the same at the same time, in whichever folder; host processes join the only
    /// job.
    [[nodiscard]] RunPieces withUnknown(RunPieces pieces) const {
        constexpr std::size_t kMost = 500;
        std::stable_partition(pieces.begin(), pieces.end(), [](const RunPiece &piece) { return !piece.ranks.empty(); });
        std::stable_partition(pieces.begin(), pieces.end(), [&](const RunPiece &piece) { return !isOfHost(piece); });
        RunPieces result;
        for (auto &piece : pieces) {
            const bool isHost = isOfHost(piece);
            const bool isOnly = result.size() == 1 && !isOfHost(result.front());
            const bool isOpen = piece.ranks.empty() && result.size() < kMost;
            const auto it = std::find_if(result.begin(), result.end(), [&](const RunPiece &other) {
                return (isHost && isOnly) ||
                       (isOpen && other.ranks.empty() && areAlike(other.evidence, piece.evidence) &&
                        !areOfOtherRoles(other.captures.front(), piece.captures.front()));
            });
            if (it == result.end()) {
                result.push_back(std::move(piece));
            } else {
                join(*it, piece);
            }
        }
        return result;
    }

    /// Files among others, else the folder of the capture.
    [[nodiscard]] static std::set<std::string> locationsOf(const RankCapture &capture) {
        const bool isBundle = !capture.files.empty() && capture.files.front().path.ends_with(kBundleEnding);
        if (!isBundle && !isOneFile(capture)) {
            return {capture.folder};
        }
        std::set<std::string> paths;
        for (const auto &file : capture.files) {
            paths.insert(file.path);
        }
        return paths;
    }
    [[nodiscard]] std::vector<std::string> pathsOf(const RunPieces &pieces) const {
        if (pieces.size() < 2) {
            return {};
        }
        std::map<std::string, std::set<std::size_t>> ownersBelow;  // of each folder and file
        for (std::size_t p = 0; p < pieces.size(); ++p) {
            for (const auto i : pieces[p].captures) {
                for (auto path : locationsOf(m_run.captures[i])) {
                    for (; path.size() > m_root.size(); path = parentPath(path)) {
                        ownersBelow[path].insert(p);
                    }
                }
            }
        }
        std::vector<std::string> paths;
        for (const auto &piece : pieces) {
            paths.push_back(pathOf(piece, ownersBelow));
        }
        std::sort(paths.begin(), paths.end(), [](const auto &a, const auto &b) { return naturalLess(a, b); });
        return paths;
    }
    [[nodiscard]] std::string pathOf(const RunPiece &piece,
                                     const std::map<std::string, std::set<std::size_t>> &owners) const {
        std::set<std::string> locations;
        for (const auto i : piece.captures) {
            locations.merge(locationsOf(m_run.captures[i]));
        }
        auto folder = *locations.begin();
        const auto holdsAll = [&](const std::string &path) {
            return std::all_of(locations.begin(), locations.end(), [&](const std::string &location) {
                return location == path || location.starts_with(path + '/');
            });
        };
        while (!holdsAll(folder)) {
            folder = parentPath(folder);
        }
        const auto isShared = [&](const std::string &path) {
            const auto it = owners.find(path);
            return it == owners.end() || it->second.size() > 1;
        };
        if (isShared(folder)) {
            return patternOf(folder, locations, isShared);
        }
        while (parentPath(folder).size() > m_root.size() && !isShared(parentPath(folder))) {
            folder = parentPath(folder);
        }
        return folder;
    }
    /// "FOLDER/{a,b/c}": what lies in a folder beside other runs, by the shortest paths that hold nothing of these.
    template <class IsShared>
    [[nodiscard]] static std::string patternOf(const std::string &folder, const std::set<std::string> &locations,
                                               const IsShared &isShared) {
        std::set<std::string> names;
        for (const auto &location : locations) {
            auto end = std::min(location.find('/', folder.size() + 1), location.size());
            while (end < location.size() && isShared(location.substr(0, end))) {
                end = std::min(location.find('/', end + 1), location.size());
            }
            const auto begin = std::min(folder.size() + 1, end);
            if (begin < end) {
                names.insert(location.substr(begin, end - begin));
            }
        }
        std::string text;
        for (const auto &name : names) {
            text += (text.empty() ? "{" : ",") + name;
        }
        return folder + '/' + text + '}';
    }

    const Run &m_run;
    std::string m_root;
    bool m_hasGuesses;
    std::vector<JobEvidence> m_evidence;  ///< of each capture
    std::map<std::string, std::set<int>> m_below;
    std::set<std::string> m_otherNumbers;   ///< folders of numbered folders whose numbers are not the ranks
    std::set<std::string> m_rolesAtOnce;    ///< folders of roles by words that may name runs
    std::set<std::string> m_recordedAgain;  ///< folders whose folders of steps are of one run
};

}  // namespace

std::vector<std::string> runsWithin(const Run &run) {
    return run.captures.size() < 2 ? std::vector<std::string>{} : RunPartition(run).paths();
}

}  // namespace stagescope
