#include "app/command_clock.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/command_rules.h"
#include "app/output.h"
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/advice/number_texts.h"
#include "core/advice/snapshot_verdict.h"
#include "core/analysis/capabilities.h"
#include "core/analysis/diagnostics.h"
#include "core/analysis/ranks.h"
#include "core/export/shown_text.h"
#include "core/store/snapshot_store.h"

#include <algorithm>

namespace stagescope {

namespace {

std::string padded(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(text.size() < width ? width - text.size() : 0, ' ');
}

/// One line, whatever names of the profile it holds.
std::string told(const Message &message) { return shownText(findingText(message)); }

std::string fileLine(const RankCapture &capture, const FileSource &file) {
    const bool isInFolder = file.path.starts_with(capture.folder + "/");
    const auto name = isInFolder ? file.path.substr(capture.folder.size() + 1) : file.path;
    const auto state = file.format.empty() ? std::string("not read yet")
                       : file.chosen       ? file.format
                                           : file.format + ", not used: another file tells the same";
    return "    " + padded(shownText(name), 56) + " " + padded(sizeText(file.size), 9) + " " + state + "\n";
}

std::string captureText(const RankCapture &capture) {
    std::string text = capture.rank < 0 ? "  rank unknown" : "  rank " + std::to_string(capture.rank);
    text += capture.rank < 0 ? "" : " (from " + std::string(rankOriginText(capture.origin)) + ")";
    text += capture.device < 0 ? "" : ", device " + std::to_string(capture.device);
    text += capture.host.empty() ? "" : ", host " + shownText(capture.host);
    text += capture.captureLabel.empty() ? "" : ", capture " + shownText(capture.captureLabel);
    text += ", " + std::string(loadStateText(capture.state)) + ": " + shownText(capture.folder) + "\n";
    for (const auto &file : capture.files) {
        text += fileLine(capture, file);
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

/// "0-3, 7"; the first few of many.
std::string rankList(const std::vector<int> &ranks) {
    std::string text;
    constexpr int kMaxParts = 20;
    int parts = 0;
    for (std::size_t i = 0; i < ranks.size(); ++parts) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) {
            ++last;
        }
        if (parts == kMaxParts) {
            return text + " ...";
        }
        text += (i == 0 ? "" : ", ") + std::to_string(ranks[i]) + (last > i ? "-" + std::to_string(ranks[last]) : "");
        i = last + 1;
    }
    return text;
}

std::string rankSummary(const Run &run) {
    auto found = run.ranks();
    std::erase_if(found, [](int rank) { return rank < 0; });
    std::string text = std::to_string(found.size()) + " ranks";
    const auto expected = run.expectedRanks();
    if (!expected) {
        return text + sizesText(run.parallel) + "\n";
    }
    text =
        std::to_string(found.size()) + " of " + std::to_string(*expected) + " ranks" + sizesText(run.parallel) + "\n";
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
    return std::to_string(snapshot.store->events().size()) + " events, " +
           std::to_string(snapshot.store->segments().size()) + " segments";
}

std::string foundText(const Run &run) {
    std::string text = shownText(run.path) + ": " + rankSummary(run);
    for (const auto &capture : run.captures) {
        text += captureText(capture);
    }
    for (const auto &snapshot : run.snapshots) {
        text += "  memory snapshot " + shownText(snapshot.file.path) + " (" + sizeText(snapshot.file.size) +
                "): " + snapshotText(snapshot) + "\n";
    }
    for (const auto &file : run.clusterFiles) {
        text += "  cluster file " + shownText(file.path) + " (" + sizeText(file.size) +
                "): " + (file.format.empty() ? "not read yet" : file.format) + "\n";
    }
    return text;
}

std::string clockLine(const Run &run) {
    const auto note = clockNote(run);
    return note.empty() ? note : "  " + note + "\n";
}

std::string capabilityLines(const Run &run) {
    std::string text = "\nWhat this profile can answer\n";
    for (const auto &capability : capabilities(run)) {
        text += "  " + padded(answerText(capability.answer), 13) + capabilityText(capability.title);
        if (!capability.source.empty()) {
            text.append(" (").append(shownText(capability.source)).append(")");
        }
        if (capability.answer == Answer::Partly && capability.ranks > 0) {
            text.append(", ").append(std::to_string(capability.ranksYes)).append(" of ");
            text.append(std::to_string(capability.ranks)).append(" ranks");
        }
        text += "\n";
        if (!capability.remedy.id.empty()) {
            text.append(15, ' ').append("to have it: ").append(capabilityText(capability.remedy));
            if (!capability.setting.empty()) {
                text.append(" Here: ").append(shownText(capability.setting)).append(".");
            }
            text += "\n";
        }
    }
    return text;
}

std::string diagnosticLines(const std::vector<Diagnostic> &list) {
    std::string text = "\nDiagnostics\n";
    for (const auto &[rank, entry] : list) {
        text += "  " + padded(severityText(entry.severity), 10) + entry.code + " x" + std::to_string(entry.count) +
                " " + shownText(entry.source) + "\n";
        for (const auto &sample : entry.samples) {
            text += "            " + shownText(sample.where) +
                    (sample.detail.empty() ? "" : ": " + shownText(sample.detail)) + "\n";
        }
    }
    return text + (list.empty() ? "  none\n" : "");
}

std::string findingLines(const Finding &finding) {
    std::string text = "  " + padded(findingSeverityText(finding.severity), 10) + told(finding.title) + "\n";
    const bool isMemory = finding.impact == Nanos{0} && finding.bytes > 0;
    text += "            " +
            (isMemory ? memoryText(finding.bytes) + " of memory" : millisText(finding.impact) + " ms per step");
    text += finding.share ? ", " + oneDecimal(*finding.share * 100) + " % of it" : std::string();
    text += ", " + std::string(certaintyText(finding.certainty)) + "\n";
    for (const auto &fact : finding.facts) {
        text += "            " + told(fact) + "\n";
    }
    return text + "            remedy: " + told(finding.remedy) + "\n";
}

/// One sentence on each device of each memory snapshot.
std::string verdictLines(const Run &run, const std::vector<Finding> &findings) {
    std::string text;
    for (std::uint32_t i = 0; i < run.snapshots.size(); ++i) {
        const auto &file = run.snapshots[i];
        for (std::uint32_t k = 0; file.store != nullptr && k < file.store->devices().size(); ++k) {
            const auto &device = file.store->devices()[k];
            text += "  " + shownText(file.file.path) + ", " +
                    (device.isHost ? "host" : "device " + std::to_string(device.device)) + ": " +
                    told(snapshotVerdict(run, findings, i, k).text) + "\n";
        }
    }
    return text.empty() ? text : "\nMemory snapshots\n" + text;
}

/// Verdicts, or that there are none; and which rules could not look.
std::string adviceLines(const Run &run, const RuleValues &rules) {
    const auto advice = adviceFor(run, rules);
    std::string text = "\nFindings\n";
    for (const auto &changed : advice.changed) {
        text += "  " + told(changed) + "\n";
    }
    for (const auto &finding : advice.findings) {
        text += findingLines(finding);
    }
    std::string looked;
    std::string unanswered;
    for (const auto &outcome : advice.rules) {
        const auto topic = told(topicOf(outcome.rule));
        if (outcome.unanswered) {
            unanswered += "  not answerable from this profile: " + topic + ": " + told(*outcome.unanswered) + "\n";
        } else {
            looked += (looked.empty() ? "" : ", ") + topic;
        }
    }
    text += advice.findings.empty() ? "  no finding\n" : "";
    text += looked.empty() ? "" : "  looked for: " + looked + "\n";
    return text + unanswered + verdictLines(run, advice.findings);
}

int runCheck(const Arguments &arguments) {
    const auto depth = arguments.has("--shallow") ? LoadDepth::Shallow : LoadDepth::Deep;
    const auto &path = arguments.positional[0];
    const auto clock = readClock(arguments);
    if (!clock) {
        return printError(clock.error());
    }
    const auto rules = readRules(arguments);
    if (!rules) {
        return printError(rules.error());
    }
    auto run = loadWhateverItIs(path, RunId{0}, depth);
    if (!run) {
        return printError(run.error());
    }
    setClock(*run, *clock);
    const auto list = diagnostics(*run);
    if (!writeOut(foundText(*run) + clockLine(*run) + capabilityLines(*run) + diagnosticLines(list) +
                  adviceLines(*run, *rules))) {
        return 2;
    }
    if (const auto status = requireReadable(*run, path); !status) {
        return printError(status.error());
    }
    return lossesOf({&*run, 1}).empty() || arguments.has("--allow-loss") ? 0 : 1;
}

}  // namespace

Command makeCheckCommand() {
    return {.name = "check",
            .synopsis = "PATH [--shallow] [--allow-loss] [--clock aligned|raw] [--set NAME=VALUE]...",
            .summary =
                "Tells what was found, what the profile can answer and which setting would supply the rest, all "
                "diagnostics, and the findings.",
            .options = {{"--shallow", "",
                         "do not read timelines: seconds also for hundreds of ranks, but not every row is checked"},
                        allowLossOption(),
                        clockOption(),
                        ruleOption()},
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runCheck};
}

}  // namespace stagescope
