#include "core/session/discovery/capture_order.h"

#include "core/base/natural_order.h"
#include "core/base/path_text.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/name_pattern.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/role_names.h"
#include "core/session/run_pattern.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

/// By its file or its folder.
std::string_view nameOf(const RankCapture &capture) {
    return lastPart(isOneFile(capture) ? capture.files.front().path : capture.folder);
}

std::string_view withoutEnding(std::string_view name) {
    name = plainName(name);
    for (const std::string_view ending : {".json", ".trace", ".pt", ".db"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            name.remove_suffix(ending.size());
        }
    }
    return name;
}

/// A folder of one recording: "iteration_10", or another number than the rank.
bool isOfStep(std::string_view folder, const RankCapture &capture) {
    return isCaptureFolder(folder) || (isBareNumber(folder) && rankInFolderName(folder) != capture.rank);
}

std::string_view stampOf(std::string_view root, const RankCapture &capture) {
    auto stamp = stampInName(nameOf(capture));
    auto parts = foldersBelow(root, capture.folder);
    for (; stamp.empty() && !parts.empty(); parts.pop_back()) {
        stamp = stampInName(parts.back());
    }
    return stamp;
}

std::int64_t timeOf(const RankCapture &capture) {
    std::int64_t newest = 0;
    for (const auto &file : capture.files) {
        newest = std::max(newest, file.mtimeNs);
    }
    return newest;
}

using Captures = std::vector<RankCapture>::iterator;

/// A number that all labels begin with, as of a session, tells nothing.
void leaveOutSharedNumber(Captures first, Captures last) {
    const auto number = first->captureLabel.substr(0, first->captureLabel.find_first_of("-_ ") + 1);
    const bool isNumber = !number.empty() && number.find_first_not_of("0123456789.-_ ") == std::string::npos;
    const bool isShared = isNumber && std::all_of(first, last, [&](const RankCapture &c) {
                              return c.captureLabel.starts_with(number) && c.captureLabel.size() > number.size();
                          });
    for (auto it = first; isShared && it != last; ++it) {
        it->captureLabel.erase(0, number.size());
    }
}

/// One rank's captures: oldest first, each with a label of its own.
void arrangeRank(std::string_view root, Captures first, Captures last) {
    if (last - first < 2) {
        first->captureLabel.clear();
        return;
    }
    const bool stamped = std::all_of(first, last, [&](const RankCapture &c) { return !stampOf(root, c).empty(); });
    std::stable_sort(first, last, [&](const RankCapture &a, const RankCapture &b) {
        if (isOfGraph(a) != isOfGraph(b)) {
            return isOfGraph(a);
        }
        // Stamps are of one length or extend each other by finer digits, so text order is time order.
        return stamped ? stampOf(root, a) < stampOf(root, b) : timeOf(a) < timeOf(b);
    });
    std::for_each(first, last, [&](RankCapture &c) { c.captureLabel = captureName(root, c); });
    leaveOutSharedNumber(first, last);
    std::set<std::string> labels;
    std::for_each(first, last, [&](const RankCapture &c) { labels.insert(c.captureLabel); });
    const bool distinct = labels.size() == static_cast<std::size_t>(last - first) && labels.count({}) == 0;
    for (auto it = first; !distinct && it != last; ++it) {
        const auto &path = it->files.size() == 1 ? it->files.front().path : it->folder;
        it->captureLabel = path.size() > root.size() ? path.substr(root.size() + 1) : path;
    }
}

/// The capture that most ranks have, by its label; empty where no two ranks share one.
std::string commonCapture(const Run &run) {
    struct Shared {
        std::size_t ranks = 0;
        std::size_t place = 0;  ///< latest among the captures of a rank
    };
    const auto root = openedFolder(run.path);
    std::map<std::string, Shared> byLabel;
    std::size_t place = 0;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        place = i > 0 && run.captures[i].rank == run.captures[i - 1].rank ? place + 1 : 0;
        if (auto label = captureName(root, run.captures[i]); !label.empty() && !isOfGraph(run.captures[i])) {
            auto &shared = byLabel[std::move(label)];
            ++shared.ranks;
            shared.place = std::max(shared.place, place);
        }
    }
    const auto best = std::max_element(byLabel.begin(), byLabel.end(), [](const auto &a, const auto &b) {
        return a.second.ranks != b.second.ranks   ? a.second.ranks < b.second.ranks
               : a.second.place != b.second.place ? a.second.place < b.second.place
                                                  : naturalLess(a.first, b.first);
    });
    return best == byLabel.end() || best->second.ranks < 2 ? std::string() : best->first;
}

/// Puts the capture that is wanted, else the common one, last on each rank that has it.
void useOneCapture(Run &run) {
    const auto root = openedFolder(run.path);
    const auto isNamed = [&](const RankCapture &capture, const std::string &name) {
        return captureName(root, capture) == name || capture.captureLabel == name;
    };
    const bool isWanted =
        !run.wantedCapture.empty() && std::any_of(run.captures.begin(), run.captures.end(),
                                                  [&](const RankCapture &c) { return isNamed(c, run.wantedCapture); });
    const auto label = isWanted ? run.wantedCapture : commonCapture(run);
    for (auto first = run.captures.begin(); !label.empty() && first != run.captures.end();) {
        const auto last = std::find_if(first, run.captures.end(), [&](const auto &c) { return c.rank != first->rank; });
        const auto chosen = std::find_if(first, last, [&](const RankCapture &c) { return isNamed(c, label); });
        if (chosen != last) {
            std::rotate(chosen, std::next(chosen), last);
        }
        first = last;
    }
}

std::string &wantedCapture() {
    static std::string name;
    return name;
}

void indexSources(Run &run) {
    auto index = std::make_shared<std::vector<std::uint32_t>>();
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        for (const auto &file : run.captures[i].files) {
            if (!file.id.isValid()) {
                continue;  // not numbered yet; an invalid id is the largest of all
            }
            if (file.id.value >= index->size()) {
                index->resize(file.id.value + std::size_t{1}, SourceId::kNone);
            }
            (*index)[file.id.value] = static_cast<std::uint32_t>(i);
        }
    }
    run.captureOfSource = std::move(index);
}

}  // namespace

bool isPattern(std::string_view path) { return !patternIn(path).empty(); }

std::string openedFolder(std::string_view path) {
    const auto pattern = patternIn(path);
    if (pattern.empty() || pattern.size() == path.size()) {
        return pattern.empty() ? std::string(path) : ".";
    }
    const auto folder = path.substr(0, path.size() - pattern.size() - 1);
    return folder.empty() ? "/" : std::string(folder);
}

bool isChosenBy(std::string_view pattern, std::string_view path) {
    const auto fits = [&](std::string_view wanted) {
        if (wanted.empty()) {
            return false;
        }
        for (auto rest = path; !wanted.empty() && !rest.empty();) {
            const auto end = std::min(wanted.find('/'), wanted.size());
            const auto ownEnd = std::min(rest.find('/'), rest.size());
            if (!fitsPattern(wanted.substr(0, end), rest.substr(0, ownEnd))) {
                return false;
            }
            wanted.remove_prefix(std::min(end + 1, wanted.size()));
            rest.remove_prefix(std::min(ownEnd + 1, rest.size()));
        }
        return true;
    };
    if (!pattern.starts_with('{') || !pattern.ends_with('}')) {
        return fits(pattern);
    }
    pattern = pattern.substr(1, pattern.size() - 2);
    for (;;) {
        const auto comma = pattern.find(',');
        if (fits(pattern.substr(0, comma))) {
            return true;
        }
        if (comma == std::string_view::npos) {
            return false;
        }
        pattern.remove_prefix(comma + 1);
    }
}

bool isOneFile(const RankCapture &capture) {
    const auto kindOf = [](const FileSource &file) { return knownFile(lastPart(file.path)).kind; };
    if (capture.files.size() == 1) {
        const auto kind = kindOf(capture.files.front());
        return kind == FileKind::JsonText || kind == FileKind::Unknown || isTimeline(kind);
    }
    // A trace with its parts, or with what tells the same once more; not the parts within one file.
    return !capture.files.empty() && capture.files.front().path != capture.files.back().path &&
           std::all_of(capture.files.begin(), capture.files.end(),
                       [&](const FileSource &file) { return kindOf(file) == FileKind::JsonText; });
}

std::string captureName(std::string_view root, const RankCapture &capture) {
    const auto parts = foldersBelow(root, capture.folder);
    const auto own = captureLabelInName(withoutEnding(nameOf(capture)));
    for (auto it = parts.rbegin(); it != parts.rend(); ++it) {
        if (isOfStep(*it, capture)) {
            // "step_10/fused_rank0.json"
            return std::string(*it) + (areCapturesOfOneRun(own, {}) ? std::string() : '_' + own);
        }
        if (rankInFolderName(*it)) {
            if (auto label = captureLabelInName(*it); !label.empty()) {
                return label;
            }
        } else if (isRoleFolder(*it)) {
            return std::string(*it);
        }
    }
    return own;
}

bool isOfGraph(const RankCapture &capture) {
    return roleInName(nameOf(capture)) == TraceRole::GraphCapture ||
           roleInName(lastPart(capture.folder)) == TraceRole::GraphCapture;
}

std::string_view processOf(const RankCapture &capture) {
    const bool isNamed = isOneFile(capture) && capture.files.front().process.empty();
    return isNamed ? processInName(lastPart(capture.files.front().path)) : std::string_view{};
}

std::vector<std::string_view> foldersBelow(std::string_view path, std::string_view folder) {
    const auto root = openedFolder(path);
    std::vector<std::string_view> parts;
    if (!folder.starts_with(root)) {
        return parts;
    }
    auto rest = folder.substr(root.size());
    while (!rest.empty()) {
        const auto slash = rest.find('/');
        if (slash != 0) {
            parts.push_back(rest.substr(0, slash));
        }
        rest = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
    }
    return parts;
}

std::string_view hostFolder(std::string_view root, const RankCapture &capture) {
    auto parts = foldersBelow(root, capture.folder);
    const bool isOwnFolder = nameOf(capture) == lastPart(capture.folder);
    if (isOwnFolder && !parts.empty()) {
        parts.pop_back();
    }
    while (!parts.empty()) {
        const auto name = parts.back();
        const bool isOfAll = isRoleFolder(name) || isCaptureFolder(name) || !stampInName(name).empty();
        if (!isOfAll && !rankInFolderName(name) && !tellsPlace(name) && !stageInName(name) &&
            !name.ends_with("_ascend_pt") && !name.ends_with("_ascend_ms")) {
            return name;
        }
        parts.pop_back();
    }
    return {};
}

void arrangeCaptures(Run &run) {
    std::sort(run.captures.begin(), run.captures.end(), [](const RankCapture &a, const RankCapture &b) {
        if (a.rank != b.rank) {
            return a.rank < b.rank;
        }
        if (a.folder != b.folder) {
            return naturalLess(a.folder, b.folder);
        }
        return !a.files.empty() && !b.files.empty() && naturalLess(a.files.front().path, b.files.front().path);
    });
    const auto root = openedFolder(run.path);
    for (auto first = run.captures.begin(); first != run.captures.end();) {
        const auto last = std::find_if(first, run.captures.end(), [&](const auto &c) { return c.rank != first->rank; });
        arrangeRank(root, first, last);
        first = last;
    }
    useOneCapture(run);
    indexSources(run);
}

void setWantedCapture(std::string name) { wantedCapture() = std::move(name); }

Status keepWantedCapture(Run &run) {
    const auto &wanted = wantedCapture();
    if (wanted.empty()) {
        return {};
    }
    std::set<std::string> names;
    const auto isAnother = [&](const RankCapture &capture) {
        if (!capture.digest.empty()) {
            return false;  // it was chosen when the digest was made
        }
        const auto label = captureName(openedFolder(run.path), capture);
        const auto &name = capture.captureLabel.empty() ? label : capture.captureLabel;
        names.insert(name);
        return name != wanted && label != wanted;
    };
    auto kept = run.captures;
    std::erase_if(kept, isAnother);
    if (!kept.empty()) {
        run.captures = std::move(kept);
        return {};
    }
    names.erase("");
    std::string text;
    for (const auto &name : names) {
        text += (text.empty() ? "; there are " : ", ") + name;
    }
    return fail(ErrorKind::BadArgument, "there is no capture " + wanted + text, run.path);
}

void logDuplicateRanks(const Run &run, ImportLog &log) {
    for (std::size_t i = 1; i < run.captures.size(); ++i) {
        const auto &one = run.captures[i - 1];
        const auto &other = run.captures[i];
        if (one.rank == other.rank && hostFolder(run.path, one) != hostFolder(run.path, other)) {
            log.add(Severity::Error, run.path, "discovery.duplicate_rank", "rank " + std::to_string(one.rank),
                    one.folder + ", " + other.folder);
        }
    }
}

void followRanks(Run &run) {
    arrangeCaptures(run);
    std::map<std::string_view, int> ranks;
    for (const auto &capture : run.captures) {
        ranks[capture.folder] = capture.rank;
    }
    for (auto &snapshot : run.snapshots) {
        const std::string_view path = snapshot.file.path;
        for (auto end = path.rfind('/'); end != std::string_view::npos && end > run.path.size();) {
            if (const auto it = ranks.find(path.substr(0, end)); it != ranks.end()) {
                snapshot.rank = it->second;
                break;
            }
            end = path.rfind('/', end - 1);
        }
    }
    const auto log = std::make_shared<ImportLog>();
    for (const auto &entry : run.log ? run.log->entries() : std::vector<ImportEntry>{}) {
        if (entry.code != "discovery.duplicate_rank") {
            log->append(entry);
        }
    }
    logDuplicateRanks(run, *log);
    run.log = log;
}

}  // namespace stagescope
