#include "app/command_identity.h"

#include "app/command_choice.h"
#include "app/command_loading.h"
#include "app/output.h"
#include "core/analysis/run/ranks.h"
#include "core/base/path_text.h"
#include "core/base/words/step_pattern.h"
#include "core/export/shown_text.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/file_signatures.h"
#include "core/session/discovery/nearest_profile.h"
#include "core/session/discovery/repeated_files.h"
#include "core/session/discovery/run_folder.h"
#include "core/session/loading/kept_ranks.h"
#include "core/session/loading/kept_steps.h"
#include "core/session/run_names.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

namespace stagescope {

namespace {

namespace fs = std::filesystem;

constexpr const char *kRankOf = "--rank-of";
constexpr const char *kSteps = "--steps";
constexpr std::size_t kMostNamed = 20;

/// The whole path of a file or folder, looked for in what is opened first.
std::optional<std::string> placeOf(const std::string &text, const std::string &subject) {
    std::error_code error;
    // One process of a file, as check --verbose names it: "all.json#500".
    if (const auto mark = text.rfind('#'); mark != std::string::npos && mark > 0 && !fs::exists(text, error)) {
        const auto file = placeOf(text.substr(0, mark), subject);
        return file ? std::optional(*file + text.substr(mark)) : std::nullopt;
    }
    for (const auto &place : {fs::path(subject) / text, fs::path(subject).parent_path() / text, fs::path(text)}) {
        if (fs::exists(place, error)) {
            return fs::absolute(place, error).lexically_normal().string();
        }
    }
    return std::nullopt;
}

template <class Is>
std::vector<std::int64_t> ranksWith(const Run &run, const Is &is) {
    std::set<std::int64_t> ranks;
    for (const auto &capture : run.captures) {
        if (capture.rank >= 0 && is(capture)) {
            ranks.insert(capture.rank);
        }
    }
    return {ranks.begin(), ranks.end()};
}

std::string ranksText(const std::vector<std::int64_t> &ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + numbersText(ranks);
}

/// Where it lies, seen from the opened path.
std::string placeText(const std::string &where, const Run &run) {
    const bool isBelow = where.starts_with(run.path + '/');
    return shownText(isBelow ? where.substr(run.path.size() + 1) : std::string(lastPart(where)));
}

std::string reasonOf(const ImportEntry &entry, const ImportEntry::Sample &sample) {
    if (entry.code == "discovery.raw_prof") {
        return "Raw data of a profiler that was never analysed; run: " + sample.detail;
    }
    return unreadSentence(entry.code, sample.detail);
}

bool hasRangesLike(const TraceStore &trace) {
    const auto &names = trace.strings();
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        if (StepPattern::match(names.at(StringId{i}))) {
            return true;
        }
    }
    return false;
}

/// Whether a name in a loaded trace is like the pattern of steps that was given; true where none is loaded.
bool hasRangesLike(const Run &run) {
    std::vector<const TraceStore *> traces;
    for (const auto &capture : run.captures) {
        for (const auto &[source, trace] : capture.traces()) {
            traces.push_back(trace.get());
        }
    }
    return traces.empty() ||
           std::any_of(traces.begin(), traces.end(), [](const TraceStore *trace) { return hasRangesLike(*trace); });
}

bool isNeighbour(const ImportEntry &entry) {
    const auto *signature = signatureByCode(entry.code);
    return signature != nullptr && (signature->of == FileSignature::Of::Neighbour ||
                                    (signature->of == FileSignature::Of::Stand && entry.severity == Severity::Info));
}

}  // namespace

OptionSpec rankOfOption() {
    return {kRankOf, "FILE=N",
            "rank number of a file or folder of a capture, where its name misleads; kept for this user, outside the "
            "profile; FILE=- forgets it (repeatable)",
            true, true};
}

Status applyRanksByHand(const Arguments &arguments, const std::string &subject) {
    std::vector<RankByHand> told;
    for (const auto &text : arguments.values(kRankOf)) {
        ASSIGN_OR_RETURN(auto rank, rankByHandFromText(text));
        const auto place = placeOf(rank.place, subject);
        if (!place) {
            return fail(ErrorKind::BadArgument, std::string(kRankOf) + ": there is no such file or folder", rank.place);
        }
        told.push_back({*place, rank.rank});
    }
    if (!told.empty()) {
        RETURN_IF_ERROR(keepRanks(told));
    }
    setRanksByHand(keptRanks());
    return {};
}

OptionSpec stepPatternOption() {
    return {kSteps, "PATTERN",
            "use ranges as steps whose name matches this regular expression, e.g. 'iteration (?<step>\\d+)'; without a "
            "group named step they are counted; kept for this user and profile, - forgets it",
            false, true};
}

Status applyStepPattern(const Command &command, const Arguments &arguments) {
    const auto option = stepPatternOption();
    std::vector<std::string> profiles;
    std::copy_if(arguments.positional.begin(), arguments.positional.end(), std::back_inserter(profiles), &isThere);
    const bool isGiven =
        arguments.has(kSteps) && std::any_of(command.options.begin(), command.options.end(), [&](const OptionSpec &o) {
            return o.name == option.name && o.value == option.value;
        });
    if (!isGiven) {
        std::string pattern;
        for (auto profile = profiles.begin(); profile != profiles.end() && pattern.empty(); ++profile) {
            pattern = keptSteps(*profile);
        }
        return StepPattern::choose(pattern);
    }
    const auto told = arguments.value(kSteps);
    const auto pattern = told == "-" ? std::string() : told;
    auto status = StepPattern::choose(pattern);
    for (auto profile = profiles.begin(); profile != profiles.end() && status; ++profile) {
        // Whose home cannot be written to gets what was asked for all the same.
        if (const auto kept = keepSteps(*profile, pattern); !kept) {
            printNote(shownText(*profile) + ": note: " + kSteps + " is not kept: " + errorLine(kept.error()));
        }
    }
    return status;
}

Status requireOneRun(const Run &run, const std::string &path) {
    const auto runs = runsWithin(run);
    if (runs.empty()) {
        return {};
    }
    std::string names;
    for (std::size_t i = 0; i < std::min(runs.size(), kMostNamed); ++i) {
        names += (i == 0 ? "" : ", ") + shownText(runs[i]);
    }
    names += runs.size() > kMostNamed ? " ..." : "";
    return fail(
        ErrorKind::BadArgument,
        countText(runs.size(), "run") + ", not one job: give one of them, or one with --baseline another: " + names,
        path);
}

std::string runsText(const Run &listed, const std::vector<std::string> &runs) {
    const auto names = namesApart(runs);
    std::string text = shownText(listed.path) + ": " + countText(runs.size(), "run") +
                       ", not one job (nothing shows that they belong together)\n";
    for (std::size_t i = 0; i < runs.size(); ++i) {
        text += "  run " + shownText(names[i]) + ": " + shownText(runs[i]) + "\n";
    }
    for (const auto &snapshot : listed.snapshots) {
        const auto isIn = [&](const std::string &run) { return snapshot.file.path.starts_with(run + '/'); };
        text += std::any_of(runs.begin(), runs.end(), isIn)
                    ? std::string()
                    : "  memory snapshot of none of them: " + shownText(snapshot.file.path) + "\n";
    }
    const bool haveRanks =
        std::ranges::any_of(listed.captures, [](const RankCapture &capture) { return capture.rank >= 0; });
    if (haveRanks) {
        text += "  compare two of them: stagescope-cli table difference '" + shownText(runs.back()) + "' --baseline '" +
                shownText(runs.front()) + "'\n";
    }
    return text + unreadText(listed);
}

std::string identityNote(const Run &run) {
    const auto byOrder = ranksWith(run, [&](const RankCapture &c) { return isGuessed(run, c); });
    const auto byFile = ranksWith(run, [](const RankCapture &c) { return c.origin == RankOrigin::FileName; });
    const auto byFolder = ranksWith(run, [](const RankCapture &c) { return c.origin == RankOrigin::FolderName; });
    const auto byHand = ranksWith(run, &isByHand);
    const auto unplaced = std::count_if(run.captures.begin(), run.captures.end(),
                                        [](const RankCapture &c) { return c.rank < 0 && isAddition(c); });
    const auto hosts =
        std::count_if(run.captures.begin(), run.captures.end(), [](const RankCapture &c) { return c.rank < 0; }) -
        unplaced;
    std::string text;
    const auto add = [&](const std::string &note) { text += (text.empty() ? "" : "; ") + note; };
    if (!byOrder.empty()) {
        add(ranksText(byOrder) + " inferred from the order of names; set them with " + kRankOf + " FILE=N");
    }
    const bool isOne = run.captures.size() < 2;  // whatever its number, it is the one
    if (!byFile.empty() && !isOne) {
        add(ranksText(byFile) + " from file names");
    }
    if (!byFolder.empty() && !isOne) {
        add(ranksText(byFolder) + " from folder names");
    }
    if (!byHand.empty()) {
        add(ranksText(byHand) + " by hand");
    }
    if (const auto steps = StepPattern::chosen(); !steps.empty()) {
        const bool isUsed = hasRangesLike(run);
        add((isUsed ? "steps are ranges like " : "no range is like ") + shownText(steps) +
            (isUsed ? "" : ", so that steps are as without it") + ", forgotten by " + kSteps + " -");
    }
    if (hosts > 0) {
        add(std::to_string(hosts) + (hosts == 1 ? " host process" : " host processes"));
    }
    if (unplaced > 0) {
        add(std::to_string(unplaced) + (unplaced == 1 ? " file" : " files") + " of an unknown rank, set it with " +
            kRankOf + " FILE=N");
    }
    return text;
}

std::string unreadText(const Run &run) {
    std::string text;
    const bool isAlone = !hasReader(run);
    for (const auto &entry : run.log == nullptr ? std::vector<ImportEntry>{} : run.log->entries()) {
        const bool isRepeat = entry.code == "discovery.repeats";
        const bool isHost = entry.code == "discovery.host_process";
        const bool isUnread = entry.code == "discovery.raw_prof" ||
                              (signatureByCode(entry.code) != nullptr && (isAlone || !isNeighbour(entry)));
        if (!isRepeat && !isHost && !isUnread) {
            continue;
        }
        for (const auto &sample : entry.samples) {
            text += std::string("  ") +
                    (isRepeat ? "not used: "
                     : isHost ? "host process: "
                              : "not read: ") +
                    placeText(sample.where, run) + ": " + (isUnread ? reasonOf(entry, sample) : sample.detail) + "\n";
        }
        if (entry.count > entry.samples.size()) {
            text += "  and " + std::to_string(entry.count - entry.samples.size()) + " more like it\n";
        }
    }
    return text;
}

std::string unreadReason(const Run &run) {
    for (const auto &entry : run.log == nullptr ? std::vector<ImportEntry>{} : run.log->entries()) {
        const bool isKnown = entry.code == "discovery.raw_prof" || signatureByCode(entry.code) != nullptr;
        if (isKnown && !entry.samples.empty()) {
            return reasonOf(entry, entry.samples.front());
        }
    }
    return {};
}

}  // namespace stagescope
