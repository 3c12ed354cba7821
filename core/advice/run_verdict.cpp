#include "core/advice/run_verdict.h"

#include "core/advice/number_texts.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/overview/diagnostics.h"
#include "core/analysis/overview/rank_coverage.h"
#include "core/analysis/run/profiler_cost.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/run/typical_step.h"
#include "core/analysis/training/training_log.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace stagescope {

namespace {

bool isAnswered(std::string_view question, const std::vector<Capability> &answers) {
    return std::any_of(answers.begin(), answers.end(), [&](const Capability &answer) {
        return answer.question == question && answer.answer >= Answer::Partly;
    });
}

std::string text(std::size_t count) { return std::to_string(count); }

Message coverageNote(const RankCoverage &coverage) {
    const std::string id = "finding.verdict.coverage";
    // Where no rank is complete, it may not be the copying.
    const bool isHalfCopied = !coverage.incomplete.empty() && coverage.complete > 0;
    auto note = isHalfCopied ? againMessage(id, coverage.incomplete) : Message(id);
    note.args.insert(note.args.begin(), {text(coverage.found.size()), text(coverage.complete),
                                         text(coverage.judged.size()), text(coverage.expected)});
    return note;
}

/// Ranks of the job without any file, where few are: where most are, those that are there were chosen.
std::vector<int> missingRanks(const RankCoverage &coverage) {
    std::vector<int> missing;
    const bool isKnown = coverage.expected > coverage.found.size();  // how many there are was told
    if (isKnown && coverage.expected < 2 * coverage.found.size()) {
        for (int rank = 0; rank < static_cast<int>(coverage.expected); ++rank) {
            if (!std::binary_search(coverage.found.begin(), coverage.found.end(), rank)) {
                missing.push_back(rank);
            }
        }
    }
    return missing;
}

}  // namespace

std::optional<Message> profilerNote(const std::vector<TimeSplit> &splits, std::optional<std::int64_t> step) {
    std::vector<const TimeSplit *> known;
    for (const auto &split : splits) {
        if (split.profiler && (!step || split.step == step)) {
            known.push_back(&split);
        }
    }
    if (known.empty()) {
        return std::nullopt;
    }
    const auto median = known.begin() + std::ptrdiff_t(known.size() / 2);
    std::nth_element(known.begin(), median, known.end(),
                     [](const TimeSplit *a, const TimeSplit *b) { return *a->profiler < *b->profiler; });
    const auto cost = *(*median)->profiler;
    const auto &parts = (*median)->parts;
    // What the device works at lasts as long without a profiler of the host; what it waits for may come earlier.
    const auto most = std::min(cost, parts.total - parts.computing - parts.copies.value_or(Nanos{0}));
    return isNoticeable(cost, parts.total)
               ? std::optional(
                     Message("finding.verdict.profiler", {millisText(cost), millisText(parts.total), millisText(most)}))
               : std::nullopt;
}

std::optional<Message> stepNote(const std::vector<StepLength> &steps, Nanos base) {
    const auto *typical = typicalStep(steps);
    if (typical == nullptr) {
        return std::nullopt;
    }
    if (!typical->step) {
        return Message("finding.verdict.whole_capture", {millisText(typical->length)});
    }
    constexpr int kNoticeable = 20;  // of the typical step: a twentieth
    return (base - typical->length) * kNoticeable > typical->length
               ? std::optional(Message("finding.verdict.mean_step", {millisText(base), millisText(typical->length)}))
               : std::nullopt;
}

RunVerdict verdictOn(const Run &run, const ChecksMade &checks) {
    RunVerdict verdict;
    const auto answers = capabilities(run);
    const auto coverage = rankCoverage(run, answers);
    const bool isTold = isAnswered("time_split", answers) || isAnswered("snapshot", answers) ||
                        !coverage.judged.empty() || hasTrainingLog(run);
    const bool isLossy = firstLoss(run).has_value();
    const bool areRanksWhole = coverage.found.empty() || coverage.isWhole();
    if (checks.looked == 0 || !isTold) {
        verdict.headline = Message(checks.looked == 0 ? "finding.verdict.nothing" : "finding.verdict.too_little");
    } else if (areRanksWhole && !isLossy && checks.uncheckedLeaks == 0 && checks.unchecked <= checks.looked) {
        verdict.ground = RunVerdict::Ground::Whole;
        verdict.headline = Message("findings.none");
    } else {
        verdict.ground = RunVerdict::Ground::Part;
        verdict.headline =
            coverage.judged.size() < coverage.expected
                ? Message("finding.verdict.ranks", {text(coverage.judged.size()), text(coverage.expected)})
            : isLossy ? Message("finding.verdict.part")
                      : Message("finding.verdict.checked");
    }
    if (!areRanksWhole) {
        verdict.notes.push_back(coverageNote(coverage));
    }
    if (const auto missing = missingRanks(coverage); !missing.empty()) {
        verdict.notes.push_back(againMessage("finding.verdict.missing", missing));
    }
    if (checks.uncheckedLeaks > 0) {
        verdict.notes.push_back(Message("finding.verdict.leaks"));
    }
    if (isLossy) {
        verdict.notes.push_back(Message("finding.verdict.lost"));
    }
    return verdict;
}

}  // namespace stagescope
