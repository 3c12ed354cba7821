#include "core/settings/setting_goals.h"

#include "core/analysis/overview/capability_list.h"
#include "core/settings/setting_answers.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 5> kPipelineQuestions{"time_split", "timeline", "steps", "pipeline", "p2p"};
constexpr std::array<std::string_view, 3> kCommunicationQuestions{"communication_matrix", "p2p", "groups"};
constexpr std::array<std::string_view, 2> kMemoryQuestions{"memory_curve", "snapshot"};
constexpr std::array<std::string_view, 3> kHostQuestions{"timeline", "call_stacks", "data_loading"};
constexpr std::array<std::string_view, 4> kOperatorQuestions{"operators", "shapes", "core_metrics", "frequency"};

constexpr std::array<SettingGoal, 5> kGoals{{
    {"pipeline", kPipelineQuestions},
    {"communication", kCommunicationQuestions},
    {"memory", kMemoryQuestions},
    {"host", kHostQuestions},
    {"operators", kOperatorQuestions},
}};

/// How well settings answer the questions, and all there are: whether anything is recorded counts before them.
struct GoalScore {
    int asked = 0;
    int all = 0;
};
std::optional<GoalScore> scoreOf(SettingKind kind, const std::string &text, std::span<const std::string_view> questions,
                                 const SettingQuestion &known) {
    const auto read = readSettings(kind, text);
    if (!read) {
        return std::nullopt;
    }
    constexpr int kRecording = 1000;
    GoalScore score;
    bool isRecording = false;
    for (const auto &answer : plannedAnswers(checkSettings(kind, read->root, known))) {
        isRecording = isRecording || (answer.answer != Answer::No && answer.title.id != "capability.snapshot");
        const std::string_view question = std::string_view(answer.title.id).substr(answer.title.id.find('.') + 1);
        const bool isAsked = std::find(questions.begin(), questions.end(), question) != questions.end();
        score.asked += isAsked ? static_cast<int>(answer.answer) : 0;
        score.all += static_cast<int>(answer.answer);
    }
    score.asked += isRecording ? kRecording : 0;
    return score;
}

/// Other values of a key, those that record least first.
std::vector<std::string> valuesOf(const SettingSpec &spec) {
    if (spec.type == SettingType::Flag) {
        return {"true", "false"};
    }
    std::vector<std::string> values;
    if (spec.type == SettingType::Choice) {
        for (const auto choice : choicesOf(spec)) {
            values.emplace_back(choice);
        }
    } else if (spec.type == SettingType::ChoiceList) {
        std::string all;
        for (const auto choice : choicesOf(spec)) {
            all += (all.empty() ? "" : ",") + std::string(choice);
        }
        values.push_back(std::move(all));
    }
    return values;
}

}  // namespace

std::span<const SettingGoal> settingGoals() { return kGoals; }

const SettingGoal *settingGoalById(std::string_view id) {
    const auto *it =
        std::find_if(kGoals.begin(), kGoals.end(), [id](const SettingGoal &goal) { return goal.id == id; });
    return it == kGoals.end() ? nullptr : it;
}

std::span<const std::string_view> questionById(std::string_view id) {
    for (const auto &spec : capabilityList()) {
        if (spec.id == id) {
            return {&spec.id, 1};
        }
    }
    return {};
}

SettingKind settingsFor(Platform platform) {
    return platform == Platform::MindSpore ? SettingKind::MindSpore
           : isOfNpus(platform)            ? SettingKind::TorchNpu
                                           : SettingKind::Torch;
}

std::vector<SettingChange> changesToAnswer(SettingKind kind, const std::string &text,
                                           std::span<const std::string_view> questions, const SettingQuestion &known) {
    std::vector<SettingChange> changes;
    auto now = text;
    auto score = scoreOf(kind, now, questions, known);
    while (score) {
        std::optional<SettingChange> best;
        std::string bestText;
        auto bestScore = *score;
        for (const auto &spec : settingProgram(kind).keys) {
            for (auto &value : isKnownTo(spec, known.version) ? valuesOf(spec) : std::vector<std::string>()) {
                const SettingChange change{std::string(spec.path), std::move(value)};
                const auto edited = editSettings(now, kind, {&change, 1});
                const auto reached = edited ? scoreOf(kind, *edited, questions, known) : std::nullopt;
                // Not at the cost of another answer: without any work of devices marks are recorded, too.
                if (reached && reached->asked > bestScore.asked && reached->all >= score->all) {
                    best = change;
                    bestText = *edited;
                    bestScore = *reached;
                }
            }
        }
        if (!best) {
            break;
        }
        changes.push_back(*best);
        now = bestText;
        score = bestScore;
    }
    return changes;
}

}  // namespace stagescope
