#include "app/commands/check_text.h"

#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_loading.h"
#include "app/command_sources.h"
#include "app/step_figures.h"
#include "core/advice/finding_texts.h"
#include "core/advice/memory/snapshot_verdict.h"
#include "core/advice/number_texts.h"
#include "core/analysis/memory/memory_categories.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/rank_devices.h"
#include "core/analysis/run/ranks.h"
#include "core/analysis/run/trace_health.h"
#include "core/analysis/snapshot/snapshot_source.h"
#include "core/analysis/training/logged_steps.h"
#include "core/analysis/training/training_log.h"
#include "core/base/number_text.h"
#include "core/base/words/message_list.h"
#include "core/export/shown_text.h"
#include "core/scene/timeline/step_choice.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/discovery/repeated_files.h"
#include "core/session/remote_address.h"
#include "core/store/snapshot/snapshot_store.h"
#include "core/store/tables/format_descriptor.h"
#include "core/store/tables/health_record.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string_view>

namespace stagescope {

namespace {

std::string padded(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(text.size() < width ? width - text.size() : 0, ' ');
}

/// One line, whatever names of the profile it holds.
std::string told(const Message &message) { return shownText(findingText(message)); }

std::string fileLine(const RankCapture &capture, const FileSource &file) {
    const bool isInFolder = file.path.starts_with(capture.folder + "/");
    auto name = isInFolder ? file.path.substr(capture.folder.size() + 1) : file.path;
    name += file.process.empty() ? "" : '#' + file.process;  // as --rank-of takes it
    const auto state = file.format.empty() ? std::string("not read yet")
                       : file.chosen       ? file.format
                                           : file.format + ", not used: another file has the same data";
    return "    " + padded(shownText(name), 56) + " " + padded(sizeText(file.size), 9) + " " + state + "\n";
}

std::string captureText(const RankCapture &capture) {
    const auto origin = isByHand(capture) ? std::string_view("hand") : rankOriginText(capture.origin);
    std::string text = isAddition(capture) && capture.rank < 0 ? "  of an unknown rank"
                       : capture.rank < 0                      ? "  host process"
                                                               : "  rank " + std::to_string(capture.rank);
    text += capture.rank < 0 ? "" : " (from " + std::string(origin) + ")";
    text += capture.device < 0 ? "" : ", device " + std::to_string(capture.device);
    text += capture.host.empty() ? "" : ", host " + shownText(capture.host);
    text += capture.captureLabel.empty() ? "" : ", capture " + shownText(capture.captureLabel);
    text += ", " + std::string(loadStateText(capture.state)) + ": " + shownText(capture.folder) + "\n";
    FileTally seen;
    for (const auto &file : capture.files) {
        text += seen.add(file) ? fileLine(capture, file) : std::string();
    }
    return text;
}

std::string sizesText(const ParallelSizes &sizes) {
    std::string text;
    const auto add = [&](const char *name, int size) {
        text += size > 0 ? ", " + std::string(name) + " " + std::to_string(size) : "";
    };
    add("PP", sizes.pp);
    add("DP", sizes.dp);
    add("TP", sizes.tp);
    add("CP", sizes.cp);
    add("EP", sizes.ep);
    return text;
}

std::string rankList(const std::vector<int> &ranks) { return numbersText({ranks.begin(), ranks.end()}); }

std::string rankSummary(const Run &run) {
    auto found = run.ranks();
    std::erase_if(found, [](int rank) { return rank < 0; });
    const auto identity = identityNote(run);
    const auto note = identity.empty() ? std::string("\n") : " (" + identity + ")\n";
    std::string text = countText(found.size(), "rank");
    const auto expected = run.expectedRanks();
    if (!expected) {
        return text + sizesText(run.parallel) + note;
    }
    text = std::to_string(found.size()) + " of " + countText(static_cast<std::size_t>(std::max(*expected, 0)), "rank") +
           sizesText(run.parallel) + note;
    constexpr int kMaxWorld = 1'000'000;
    std::vector<int> missing;
    for (int rank = 0; rank < std::min(*expected, kMaxWorld); ++rank) {
        if (!std::binary_search(found.begin(), found.end(), rank)) {
            missing.push_back(rank);
        }
    }
    return missing.empty() ? text : text + "missing ranks: " + rankList(missing) + "\n";
}

std::string snapshotText(const SnapshotFile &snapshot) {
    if (snapshot.store == nullptr) {
        return snapshot.file.format.empty() ? "not read yet" : "not loaded";
    }
    return countText(snapshot.store->events().size(), "event") + ", " +
           countText(snapshot.store->segments().size(), "segment");
}

std::string filesText(const Run &run) {
    std::string text;
    for (const auto &capture : run.captures) {
        text += captureText(capture);
    }
    for (const auto &file : run.clusterFiles) {
        text += "  cluster file " + shownText(file.path) + " (" + sizeText(file.size) +
                "): " + (file.format.empty() ? "not read yet" : file.format) + "\n";
    }
    return text;
}

/// "12 files, 2 of them not read: op_summary_1.csv, op_statistic_1.csv"
std::string filesLine(const Run &run) {
    FileTally files;
    std::set<std::string> unread;
    const auto take = [&](const FileSource &file) {
        files.add(file);
        if (file.format.empty()) {
            unread.insert(file.path.substr(file.path.rfind('/') + 1));
        }
    };
    for (const auto &capture : run.captures) {
        std::for_each(capture.files.begin(), capture.files.end(), take);
    }
    std::for_each(run.clusterFiles.begin(), run.clusterFiles.end(), take);
    if (files.count() == 0) {
        return {};
    }
    constexpr std::size_t kMostNames = 5;
    std::string text = "  " + countText(files.count(), "file");
    std::size_t named = 0;
    for (const auto &name : unread) {
        text += named == kMostNames  ? " ..."
                : named > kMostNames ? ""
                                     : (named == 0 ? "; not read: " : ", ") + shownText(name);
        ++named;
    }
    return text + "\n";
}

/// "  ranks 0-3: deep", one line per state.
std::string statesText(const Run &run) {
    std::map<std::string_view, std::vector<int>> ranks;
    for (const auto &capture : run.captures) {
        if (capture.rank >= 0) {
            ranks[loadStateText(capture.state)].push_back(capture.rank);
        }
    }
    std::string text;
    for (auto &[state, list] : ranks) {
        list.erase(std::unique(list.begin(), list.end()), list.end());
        text += (list.size() == 1 ? "  rank " : "  ranks ") + rankList(list) + ": " + std::string(state) + "\n";
    }
    return text;
}

/// Of ranks whose file holds the work of several.
std::string devicesText(const Run &run) {
    std::string text;
    for (const int rank : run.ranks()) {
        const auto devices = devicesOf(*run.capture(rank));
        if (!devices.empty()) {
            text += "  rank " + std::to_string(rank) + ": " + std::to_string(devices.size()) +
                    " devices in one file (" + numbersText(devices) +
                    "): separate rows in time_split, free_gaps, kernel_stats, copies and memory_peak\n";
        }
    }
    return text;
}

std::string clockLine(const Run &run) {
    const auto note = clockNote(run);
    return note.empty() ? note : "  " + note + "\n";
}

std::string everyCapability(const Run &run) {
    std::string text;
    for (const auto &capability : capabilities(run)) {
        text += "  " + padded(answerText(capability.answer), 13) + englishText(capability.title);
        if (!capability.source.empty()) {
            text.append(" (").append(shownText(capability.source)).append(")");
        }
        if (capability.answer == Answer::Partly && capability.ranksYes > 0) {
            text.append(", ").append(std::to_string(capability.ranksYes)).append(" of ");
            text.append(countText(static_cast<std::size_t>(capability.ranks), "rank"));
        }
        text += "\n";
        if (!capability.remedy.id.empty()) {
            text.append(15, ' ').append("to have it: ").append(englishText(capability.remedy));
            if (!capability.setting.empty()) {
                text.append(" Here: ").append(shownText(capability.setting)).append(".");
            }
            text += "\n";
        }
    }
    return text;
}

/// One line per answer, and one per remedy, which several questions may share; no remedies for what is no profile.
std::string capabilityLines(const Run &run) {
    const auto all = capabilities(run);
    if (run.captures.empty() && hasTrainingLog(run)) {
        return "  values of the training by step; where the time of a step goes, a profile in the same folder shows\n";
    }
    if (std::all_of(all.begin(), all.end(), [](const Capability &of) { return of.answer == Answer::No; })) {
        return "  none of " + countText(all.size(), "question") + "\n";
    }
    std::map<Answer, std::string, std::greater<>> answers;
    std::vector<std::pair<std::string, std::string>> remedies;
    for (const auto &capability : all) {
        const auto title = englishText(capability.title);
        auto &line = answers[capability.answer];
        line += (line.empty() ? "" : "; ") + title;
        const auto remedy = englishText(capability.remedy);
        auto it =
            std::find_if(remedies.begin(), remedies.end(), [&](const auto &known) { return known.first == remedy; });
        if (it == remedies.end()) {
            it = remedies.insert(it, {remedy, {}});
        }
        it->second += (it->second.empty() ? "" : "; ") + title;
    }
    std::string text;
    for (const auto &[answer, titles] : answers) {
        text += "  " + padded(answerText(answer), 11) + titles + "\n";
    }
    for (const auto &[remedy, titles] : remedies) {
        text += remedy.empty() ? std::string() : "  for more   " + remedy + " (" + titles + ")\n";
    }
    if (const auto steps = suggestedSteps(run); steps && !steps->pattern.empty()) {
        text += "  steps      " + std::to_string(steps->count) + " ranges on rank " + std::to_string(steps->rank) +
                " follow one another; if they are the steps: --steps '" + shownText(steps->pattern) + "'\n";
    }
    return text;
}

std::string diagnosticLine(const Diagnostic &diagnostic) {
    const auto &entry = diagnostic.entry;
    std::string text = "  " + padded(severityText(entry.severity), 10) + entry.code + " x" +
                       std::to_string(entry.count) + " " + shownText(entry.source) + "\n";
    for (const auto &sample : entry.samples) {
        text += "            " + shownText(sample.where) +
                (sample.detail.empty() ? "" : ": " + shownText(sample.detail)) + "\n";
    }
    return text;
}

/// What was lost; the rest as counts, or all of it.
std::string diagnosticLines(const std::vector<Diagnostic> &list, bool isVerbose) {
    std::string text;
    std::map<Severity, std::size_t> rest;
    for (const auto &diagnostic : list) {
        if (isVerbose || diagnostic.entry.severity == Severity::DataLoss) {
            text += diagnosticLine(diagnostic);
        } else {
            ++rest[diagnostic.entry.severity];
        }
    }
    text += text.empty() ? "  none\n" : "";
    if (!rest.empty()) {
        std::string counts;
        for (const auto &[severity, count] : rest) {
            const auto noun = severity == Severity::Error ? "error" : "note";
            counts = countText(count, noun) + (counts.empty() ? "" : ", " + counts);
        }
        text += "  and " + counts + " without loss; --verbose lists them\n";
    }
    return text;
}

std::string findingLines(const Finding &finding) {
    const std::string head = finding.partOf.empty() ? "" : finding.isPiece ? "of which: " : "because: ";
    std::string text = "  " + padded(findingSeverityText(finding.severity), 10) + head + told(finding.title) + "\n";
    const bool costs = finding.impact != Nanos{0};
    text += "            " + (costs               ? timeText(finding.impact) + " per step"
                              : finding.bytes > 0 ? memoryText(finding.bytes) + " of memory"
                              : finding.endsJob   ? std::string("the job does not go on")
                                                  : std::string("costs no time by itself"));
    text += finding.share ? ", " + oneDecimal(*finding.share * 100) + " % of it" : std::string();
    text += ", " + std::string(certaintyText(finding.certainty)) + "\n";
    for (const auto &fact : finding.facts) {
        text += "            " + told(fact) + "\n";
    }
    return text + "            remedy: " + told(finding.remedy) + "\n";
}

/// What was looked for, and by what would help, what could not be.
std::string checkLines(const Advice &advice) {
    std::string looked;
    for (const auto &outcome : advice.rules) {
        looked += outcome.unanswered ? std::string() : (looked.empty() ? "" : ", ") + told(topicOf(outcome.rule));
    }
    std::string text = looked.empty() ? looked : "  looked for: " + looked + "\n";
    for (const auto &group : advice.unchecked) {
        std::string topics;
        for (const auto &rule : group.rules) {
            topics += (topics.empty() ? "" : "; ") + told(topicOf(rule));
        }
        text += "  not checked: " + topics + "\n            " + told(group.help) + "\n";
    }
    return text;
}

/// What of the times and joins of each rank's trace cannot be right; with all that it lacks where that is asked for.
std::string healthLines(const Run &run, bool isVerbose) {
    std::string text;
    for (const int rank : run.ranks()) {
        for (const auto &found : traceHealth(*run.capture(rank))) {
            if (isVerbose || found.concernsMuch() || found.trouble == trouble::kNotEnded) {
                text += "  rank " + std::to_string(rank) + ": " + shownText(troubleText(found)) + "\n";
            }
        }
    }
    return text.empty() ? text : "\nTrace health\n" + text;
}

/// One sentence on each device of each memory snapshot.
std::string verdictLines(const Run &run, const Advice &advice) {
    std::string text;
    for (std::uint32_t i = 0; i < run.snapshots.size(); ++i) {
        const auto &file = run.snapshots[i];
        for (std::uint32_t k = 0; file.store != nullptr && k < file.store->devices().size(); ++k) {
            const auto &device = file.store->devices()[k];
            text += "  " + shownText(file.file.path) + ", " + (device.isHost ? "" : "device ") +
                    deviceName(*file.store, device) + ": " + told(snapshotVerdict(run, &advice, i, k).text) + "\n";
        }
    }
    return text.empty() ? text : "\nMemory snapshots\n" + text;
}

/// What the memory of each rank was for at its peak, of few ranks; with the table that has the rest.
std::string categoryLines(const Run &run) {
    constexpr std::size_t kMostRanks = 4;
    std::size_t count = 0;
    std::string text;
    for (const int rank : run.ranks()) {
        const auto &capture = *run.capture(rank);
        if (!hasMemoryCategories(capture) || ++count > kMostRanks) {
            continue;  // further ranks are only counted
        }
        const auto categories = memoryCategories(capture);
        text += "  rank " + std::to_string(rank) + ": peak " + memoryText(categories.peak);
        std::string parts;
        for (const auto &category : categories.all) {
            parts += category.atPeak <= 0
                         ? ""
                         : (parts.empty() ? " (" : ", ") + category.name + " " + memoryText(category.atPeak);
        }
        text += parts + (parts.empty() ? "" : ")") + ", at the end " + memoryText(categories.end) + "\n";
    }
    text += count > kMostRanks ? "  and " + countText(count - kMostRanks, "more rank") + "\n" : "";
    return text.empty() ? text : "\nMemory by category\n" + text + "  table memory_categories has all of them\n";
}

bool hasEvents(const RankCapture &capture) {
    return std::any_of(capture.files.begin(), capture.files.end(),
                       [](const FileSource &file) { return file.chosen && isEventTrace(file.format); });
}

/// What execution traces have, rank by rank of few; where the rest is.
std::string executionLines(const Run &run) {
    constexpr std::size_t kMostRanks = 4;
    std::size_t count = 0;
    bool lacksTimes = false;
    std::string text;
    for (const int rank : run.ranks()) {
        std::set<std::string_view> names;
        std::size_t calls = 0;
        const auto records = recordsOf<StatisticRecord>(*run.capture(rank));
        for (const auto &record : records) {
            if (record.of == "execution") {
                names.insert(record.name);
                ++calls;
            }
        }
        if (calls > 0 && ++count <= kMostRanks) {
            text += "  rank " + std::to_string(rank) + ": " + countText(calls, "call") + " of " +
                    countText(names.size(), "operator") + "\n";
        }
        lacksTimes = lacksTimes || (calls > 0 && !hasEvents(*run.capture(rank)));
    }
    text += count > kMostRanks ? "  and " + countText(count - kMostRanks, "more rank") + "\n" : "";
    text += lacksTimes
                ? "  An execution trace of PyTorch (Chakra), not a timeline; the Kineto trace of the same run is "
                  "needed for times\n"
                : "";
    return text.empty() ? text : "\nExecution trace\n" + text + "  table execution_ops has shapes, counts and times\n";
}

/// Findings, or what their absence means, on how many ranks, and how many rules looked.
std::string adviceLines(const Run &run, const Advice &advice, bool isVerbose) {
    std::string text;
    for (const auto &changed : advice.changed) {
        text += "  " + told(changed) + "\n";
    }
    if (const auto joint = jointOf(advice)) {
        text += "  " + told(*joint) + "\n";
    }
    for (const auto &finding : advice.findings) {
        text += findingLines(finding);
    }
    const bool isSound = advice.verdict.ground == RunVerdict::Ground::Whole;
    text += !advice.findings.empty() ? "" : isSound ? "  no finding\n" : "  " + told(advice.verdict.headline) + "\n";
    for (const auto &note : advice.verdict.notes) {
        text += "  " + told(note) + "\n";
    }
    text += "  " + countText(passedRules(advice), "check") + " passed";
    const auto open = uncheckedRules(advice);
    text += open == 0 ? "\n" : ", " + std::to_string(open) + " need more data\n";
    return isVerbose ? text + checkLines(advice) + verdictLines(run, advice) : text + verdictLines(run, advice);
}

/// Whose words the profile is read in.
std::string dialectLine(const Run &run) {
    std::string text;
    for (const auto &name : producersOf(run)) {
        text += (text.empty() ? "  dialect: " : ", ") + name;
    }
    return text.empty() ? text : text + "\n";
}

/// Whether all that was found are records of the scheduler of a host.
bool isSchedAlone(const Run &run) {
    return !run.captures.empty() && run.snapshots.empty() && run.clusterFiles.empty() &&
           std::all_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
               return capture.rank < 0 && capture.files.size() == 1 && capture.files.front().format == "sched";
           });
}
/// Of these: no rule looks at a host without ranks, no setting of a profiler adds to them.
std::string schedSummary(const Run &run) {
    return (run.captures.size() == 1 ? std::string("record") : countText(run.captures.size(), "record")) +
           " of the Linux scheduler; no profile of a rank is here\n";
}

/// "8660 steps" of a log whose steps go by tens are those that it has lines of.
std::string trainingLine(const LoggedSeries &log) {
    const auto &steps = log.steps;
    const auto range = [](const LoggedStep &step) { return std::to_string(step.step); };
    std::string text = "  " + shownText(std::string(log.file)) + " (" + std::string(log.dialect) +
                       "): " + countText(steps.size(), "logged step") + " (" + range(steps.front()) + " to " +
                       range(steps.back()) + ")";
    if (steps.back().part > 0) {
        text += ", started " + std::to_string(steps.back().part + 1) + " times";
    }
    const auto hasLoss = [](const LoggedStep &step) { return step.hasLoss; };
    const auto first = std::find_if(steps.begin(), steps.end(), hasLoss);
    const auto last = std::find_if(steps.rbegin(), steps.rend(), hasLoss);
    if (first != steps.end()) {
        text += ", loss " + valueText(first->loss) + " to " + valueText(last->loss);
    }
    const auto bad = std::find_if(steps.begin(), steps.end(),
                                  [](const LoggedStep &step) { return step.hasLoss && !std::isfinite(step.loss); });
    text += bad == steps.end() ? "" : ", loss not finite at step " + range(*bad);
    const auto pace = loggedPace(log, kSlowStepFactor);
    if (pace.slowest) {
        const auto &slowest = steps[*pace.slowest];
        text += ", median step " + timeText(Nanos{std::llround(pace.median)}) + ", slowest step " + range(slowest) +
                ": " + timeText(Nanos{std::llround(slowest.stepTime)});
        text += log.isByClock ? " (from the times of its lines)" : "";
    }
    for (const auto &interval : pace.intervals) {
        text += ", " + std::to_string(interval.count) + " slow steps one every " + std::to_string(interval.every) +
                " (evaluation or checkpoints)";
    }
    return text + "\n";
}

/// One line on each log, of few; with the tables that have the rest.
std::string trainingText(const Run &run) {
    constexpr std::size_t kMostLogs = 4;
    const auto all = loggedSeries(run);
    std::string text;
    for (std::size_t i = 0; i < std::min(all.size(), kMostLogs); ++i) {
        text += trainingLine(all[i]);
    }
    text += all.size() > kMostLogs ? "  and " + countText(all.size() - kMostLogs, "more log") + "\n" : "";
    return text.empty() ? text
                        : "\nTraining log\n" + text + "  tables training_steps and training_metrics have all values\n";
}

/// What this is: ranks, snapshots and files, in few lines.
std::string foundText(const Run &run, bool isVerbose) {
    const bool hasOnlySnapshots = run.captures.empty() && !run.snapshots.empty();
    const bool hasOnlyLogs = run.captures.empty() && run.snapshots.empty() && hasTrainingLog(run);
    std::string text = shownText(shownPath(run.path)) + ": " +
                       (hasOnlySnapshots    ? countText(run.snapshots.size(), "memory snapshot") + "\n"
                        : hasOnlyLogs       ? countText(loggedSeries(run).size(), "training log") + ", no profile\n"
                        : isSchedAlone(run) ? schedSummary(run)
                                            : rankSummary(run));
    text += isVerbose ? filesText(run) : statesText(run) + filesLine(run);
    text += dialectLine(run);
    for (const auto &snapshot : run.snapshots) {
        text += "  memory snapshot " + shownText(snapshot.file.path) + " (" + sizeText(snapshot.file.size) +
                "): " + snapshotText(snapshot) + "\n";
    }
    for (const auto &note : {capturesNote(run), sourcesNote(run)}) {
        text += note.empty() ? "" : "  " + shownText(note) + "\n";
    }
    return text + unreadText(run) + devicesText(run) + clockLine(run);
}

}  // namespace

std::string checkedFiles(const Run &run, bool isVerbose) { return foundText(run, isVerbose); }

std::string checkText(const Run &run, const Advice &advice, const std::vector<Diagnostic> &diagnostics,
                      bool isVerbose) {
    if (isSchedAlone(run)) {
        return foundText(run, isVerbose) +
               "  tables: thread_states, cpu_states\n"
               "  for more   Open it together with the profile of a rank of this host, in one folder: then table "
               "launch_waits says which kernel launches waited for a CPU.\n"
               "\nData losses\n" +
               diagnosticLines(diagnostics, isVerbose);
    }
    return foundText(run, isVerbose) + trainingText(run) + categoryLines(run) + executionLines(run) +
           stepFiguresText(run) + "\nFindings\n" + adviceLines(run, advice, isVerbose) + healthLines(run, isVerbose) +
           "\nData losses\n" + diagnosticLines(diagnostics, isVerbose) + "\nWhat this profile can answer\n" +
           (isVerbose ? everyCapability(run) : capabilityLines(run));
}

}  // namespace stagescope
