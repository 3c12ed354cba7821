#include "app/commands/config_text.h"

#include "app/command_loading.h"
#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/base/words/message_list.h"
#include "core/base/words/ranges_text.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::size_t kMostStretches = 12;
constexpr std::int64_t kMostBoxes = 100;

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

std::string_view stateText(StepState state) {
    constexpr auto kTexts = std::to_array<std::string_view>(
        {"skipped", "warm-up", "recorded", "recorded, then saved", "recorded, incomplete", "deleted"});
    return kTexts.at(static_cast<std::size_t>(state));
}

std::string stretchText(const StepStretch &stretch) {
    const auto last = stretch.end - 1;
    return std::to_string(stretch.begin) + (last > stretch.begin ? "-" + std::to_string(last) : "") + " " +
           std::string(stateText(stretch.state));
}

std::string stepsText(const StepPlan &plan, std::int64_t steps, bool isTold) {
    std::string text = "\nSteps, counted from " + std::to_string(plan.first) + ", of a job of " +
                       std::to_string(steps) +
                       (isTold ? "" : " (the minimum for these settings; change it with --steps)") + "\n  ";
    text += stepStrip(plan, steps, kMostBoxes) + "\n  ";
    const auto stretches = stepStretches(plan, steps, kMostStretches);
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        text += (i == 0 ? "" : "; ") + stretchText(stretches[i]);
    }
    text += !stretches.empty() && stretches.back().end - plan.first < steps ? "; ..." : "";
    return text + "\n  . skipped  w warm-up  R recorded  S recorded, then saved  c incomplete  x deleted\n";
}

std::string answersText(const std::vector<PlannedAnswer> &answers, bool isStopped) {
    std::string text = answers.empty() ? ""
                       : isStopped ? "\nQuestions a profile with these settings answers, once the errors are fixed\n"
                                   : "\nWhat a profile of these settings answers\n";
    for (const auto &answer : answers) {
        text += "  " + padded(std::string(answerText(answer.answer)), 8) + englishText(answer.title);
        text += (answer.remedy.id.empty() ? "" : ": " + englishText(answer.remedy)) + "\n";
    }
    return text;
}

/// Which ranks suffice, and which of these the settings leave out.
std::string ranksText(const JobSizes &job, const std::optional<std::vector<std::int64_t>> &named) {
    auto ranks = sufficientRanks(job);
    auto text = "\nRanks that suffice of " + std::to_string(job.world()) + ": " + rangesText(ranks) +
                " (one of each stage" + (job.dp > 1 ? ", of two replicas" : "") +
                "; tp, cp, dp, pp from the fastest)\n";
    if (named) {
        std::erase_if(ranks, [&](auto rank) { return std::find(named->begin(), named->end(), rank) != named->end(); });
        text += ranks.empty() ? "  all of them are recorded\n" : "  not recorded: " + rangesText(ranks) + "\n";
    }
    return text;
}

std::string volumeText(const EarlierCapture &earlier, std::int64_t steps, std::int64_t ranks) {
    const auto bytes = earlier.bytes * static_cast<double>(steps) * static_cast<double>(ranks);
    return "\nVolume, as measured: " + bytesText(static_cast<std::uint64_t>(bytes)) + " for " +
           countText(static_cast<std::size_t>(steps), "step") + " of " +
           countText(static_cast<std::size_t>(ranks), "rank") + "\n  Source: " + earlier.label + earlier.levelText() +
           " has " + bytesText(static_cast<std::uint64_t>(earlier.bytes)) + " for each step of a rank (" +
           countText(static_cast<std::size_t>(earlier.steps), "step") + " of " +
           countText(static_cast<std::size_t>(earlier.ranks), "rank") + ").\n";
}

std::string volumeText(const SettingSheet &sheet, std::int64_t steps, std::int64_t ranks) {
    const auto bytes = kernelTableBytes(sheet, steps, ranks);
    if (bytes <= 0) {
        return {};
    }
    return "\nVolume, estimated: " + bytesText(static_cast<std::uint64_t>(bytes)) + " for the kernels of " +
           countText(static_cast<std::size_t>(steps), "step") + " of " +
           countText(static_cast<std::size_t>(ranks), "rank") +
           ", the timeline on top\n  Source: kernel_details.csv of Qwen3-0.6B (TP 1, PP 2, DP 2) at Level2 has "
           "9 MB per step and rank, 19 000 kernels; at Level0 65 bytes a kernel; a database half of it.\n"
           "  A timeline takes more: of a small CNN at Level1 with call stacks " +
           valueText(kTimelineBytesPerKernel / 1000) +
           " kB for each kernel.\n  Documentation of the profiler: parsing "
           "takes " +
           std::to_string(kParsingFactor) + " times the raw data of disk and memory; capture at most " +
           std::to_string(kLongestMinutes) + " minutes.\n";
}

/// Difference to the fastest of them; all that is known of it.
std::string overheadText(const std::vector<EarlierCapture> &earlier) {
    std::string text = "\nOverhead of recording\n";
    const auto steps = recordedSteps(earlier);
    for (const auto &step : steps) {
        text += "  " + step.capture->label + step.capture->levelText() + ": " + valueText(step.ms) +
                " ms a step while recorded, the median of " +
                countText(static_cast<std::size_t>(step.capture->steps), "step") + " of " +
                countText(static_cast<std::size_t>(step.capture->ranks), "rank") +
                (step.more > 0 ? ", " + valueText(step.more) + " ms more than the fastest" : "") + "\n";
    }
    return text + (steps.size() > 1
                       ? "  If nothing else in the job differs, the difference is the overhead of the settings.\n"
                       : "  Overhead in ms unknown: documentation only ranks the settings by cost (with_stack, then "
                         "level, then activities). Compare the steps with the training log while nothing is recorded, "
                         "or pass two captures with different settings (--like).\n");
}

}  // namespace

std::string problemsText(const std::vector<SettingProblem> &problems) {
    std::string text;
    for (const auto &problem : problems) {
        const auto line = problem.line == 0 ? std::string("-") : "line " + std::to_string(problem.line);
        text += "  " + padded(line, 10) + padded(std::string(verdictText(problem.verdict)), 9);
        text += (problem.path.empty() ? "" : problem.path + ": ") + englishText(problem.what) + "\n";
    }
    return text;
}

std::string outlookText(const SettingReview &review, const std::optional<JobSizes> &job,
                        const std::vector<EarlierCapture> &earlier) {
    std::string text;
    const auto &sheet = review.sheet;
    std::int64_t recorded = 1;
    if (review.plan) {
        text += stepsText(*review.plan, review.steps(), sheet.question().steps.has_value());
        recorded = review.plan->recorded(review.steps());
    }
    text += answersText(plannedAnswers(sheet), review.isStopped());
    const auto volume = [&](std::int64_t ranks) {
        if (kernelTableBytes(sheet, 1, 1) <= 0) {
            return std::string();
        }
        const auto *weighed = weighedCapture(earlier);
        return (weighed == nullptr ? volumeText(sheet, recorded, ranks) : volumeText(*weighed, recorded, ranks)) +
               overheadText(earlier);
    };
    if (!job) {
        return text + volume(1);
    }
    const auto named = namedRanks(sheet, *job);
    const auto ranks = named ? static_cast<std::int64_t>(named->size()) : job->world();
    return text + ranksText(*job, named) + volume(ranks);
}

std::string valuesText(const SettingSheet &sheet) {
    std::string text = "\nValues that count\n";
    for (const auto &spec : sheet.program().keys) {
        const auto it = sheet.values().find(spec.path);
        if (it != sheet.values().end()) {
            text += "  " + std::string(spec.path) + " = " + it->second.shown() +
                    (it->second.line == 0 ? " (usual)" : "") + ": " + englishText(settingMeaning(spec)) + "\n";
        }
    }
    return text;
}

std::string settingListText() {
    std::string text;
    for (const auto &program : settingPrograms()) {
        for (const auto &spec : program.keys) {
            text += std::string(program.id) + "\t" + std::string(spec.path) + "\t" + wantedText(spec, englishText) +
                    "\t" + std::string(spec.usual) + "\t" + englishText(settingMeaning(spec)) +
                    (spec.gone.empty() ? "" : " Not supported from " + std::string(spec.gone) + " on.") + "\n";
        }
    }
    return text;
}

}  // namespace stagescope
