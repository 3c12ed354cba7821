#include "app/command_choice.h"

#include "core/analysis/overview/item_facts.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/group_loop.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
#include "core/base/step_id.h"
#include "core/export/bundle_level.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

void addStepsOf(const TableStore &table, std::set<std::int64_t> &steps) {
    std::int64_t last = kNoStep;
    for (const auto step : table.numbers("step")) {
        if (step != last && step != kNoStep) {
            steps.insert(step);
        }
        last = step;
    }
    if (const auto *texts = table.texts("step")) {
        for (const auto &text : texts->values) {
            if (const auto step = stepNumber(text)) {
                steps.insert(*step);
            }
        }
    }
}

std::string thereAre(const std::set<std::int64_t> &numbers) {
    return numbers.empty() ? "; none is recorded"
                           : "; there " + std::string(numbers.size() == 1 ? "is " : "are ") +
                                 numbersText({numbers.begin(), numbers.end()});
}

}  // namespace

std::string numbersText(const std::vector<std::int64_t> &numbers) {
    std::string text;
    constexpr int kMostParts = 20;
    int parts = 0;
    for (std::size_t i = 0; i < numbers.size(); ++parts) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) {
            ++last;
        }
        if (parts == kMostParts) {
            return text + " ...";
        }
        text += (i == 0 ? "" : ", ") + stepText(numbers[i]) + (last > i ? "-" + stepText(numbers[last]) : "");
        i = last + 1;
    }
    return text;
}

OptionSpec captureOption() {
    return {"--capture", "NAME",
            "capture to use if ranks have several, e.g. start8_stop10 (default: the one most ranks have)", false, true};
}

std::string levelNote(const Run &run, std::string_view table, const std::vector<int> &ranks) {
    const auto part = keptInPart(run, table, ranks);
    if (!part) {
        return {};
    }
    const auto numbers = numbersText({part->ranks.begin(), part->ranks.end()});
    return (part->ranks.size() == 1 ? "the digest of rank " + numbers + " has"
                                    : "the digests of ranks " + numbers + " have") +
           " level " + std::string(bundleLevelText(part->level)) +
           ", so this table may be incomplete; digests of level " + std::string(bundleLevelText(leastLevelFor(table))) +
           ", or --from-source, give all data";
}

std::string capturesNote(const Run &run) {
    constexpr std::size_t kMostNames = 5;
    std::map<std::string, std::vector<std::int64_t>> shown;
    std::map<std::string, std::vector<std::int64_t>> left;
    for (const auto &capture : run.captures) {
        if (!capture.captureLabel.empty()) {
            auto &ranks = (run.capture(capture.rank) == &capture ? shown : left)[capture.captureLabel];
            ranks.push_back(capture.rank);
        }
    }
    const auto listed = [&](const auto &captures) {
        std::string text;
        std::size_t count = 0;
        for (const auto &[name, ranks] : captures) {
            if (count++ == kMostNames) {
                return text + " ...";
            }
            text += (text.empty() ? "" : ", ") + name + " (" + (ranks.size() == 1 ? "rank " : "ranks ") +
                    numbersText(ranks) + ")";
        }
        return text;
    };
    return left.empty() ? std::string()
                        : "ranks with several captures: shown is " + listed(shown) + ", skipped " + listed(left) +
                              "; --capture NAME shows another one";
}

std::set<std::int64_t> stepsThereAre(const Run &run, const std::vector<int> &ranks) {
    std::set<std::int64_t> steps;
    for (const auto &capture : run.captures) {
        if (!ranks.empty() && std::find(ranks.begin(), ranks.end(), capture.rank) == ranks.end()) {
            continue;
        }
        for (const auto &step : rankSteps(capture)) {
            steps.insert(step.step);
        }
        for (const auto &split : timeSplits(capture, {})) {
            if (split.step) {
                steps.insert(*split.step);
            }
        }
        for (const auto &loaded : capture.loaded) {
            for (const auto &table : loaded.tables) {
                addStepsOf(*table, steps);
            }
        }
    }
    for (const auto &table : run.clusterTables) {
        addStepsOf(*table, steps);
    }
    return steps;
}

Status checkRanks(const Run &run, const std::vector<int> &ranks) {
    const auto absent =
        std::find_if(ranks.begin(), ranks.end(), [&](int rank) { return run.capture(rank) == nullptr; });
    if (absent == ranks.end()) {
        return {};
    }
    const auto known = run.ranks();
    return fail(ErrorKind::BadArgument,
                "there is no rank " + std::to_string(*absent) + thereAre({known.begin(), known.end()}), run.path);
}

Status checkChoice(const Workspace &workspace, const CommandChoice &choice) {
    const auto *run = workspace.mainRun();
    if (run == nullptr) {
        return {};
    }
    const auto none = [&](const std::string &what, const std::string &instead = {}) {
        return fail(ErrorKind::BadArgument, "there is no " + what + " in the loaded data" + instead, run->path);
    };
    if (const auto status = checkRanks(*run, choice.ranks); !status) {
        return status;
    }
    if (choice.step) {
        const auto steps = stepsThereAre(*run, choice.ranks);
        if (!steps.contains(*choice.step)) {
            return none("step " + stepText(*choice.step), thereAre(steps));
        }
    }
    if (!choice.group.empty() && groupsAskedFor(*run, choice.group).empty()) {
        auto error = noSuchGroup(*run, choice.group);
        error.value().where = run->path;
        return error;
    }
    if (choice.item && !itemFacts(workspace, *choice.item)) {
        return none("item " + toText(*choice.item));
    }
    return {};
}

}  // namespace stagescope
