#include "core/base/words/message_list.h"
#include "core/settings/environment_check.h"
#include "core/settings/script_check.h"
#include "core/settings/setting_answers.h"
#include "core/settings/setting_edit.h"
#include "core/settings/setting_list.h"
#include "core/settings/setting_paste.h"
#include "core/settings/setting_review.h"
#include "tests/fuzz/fuzzed_choice.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>

using namespace stagescope;

namespace {

const std::array<SettingQuestion, 3> kQuestions{
    SettingQuestion{}, {.version = "2.5", .world = 8, .steps = 100}, {.version = "2.6.0rc1", .isGraphO2 = true}};

void lookAt(const SettingReview &review, std::string_view text) {
    for (const auto &problem : review.problems) {
        std::ignore = englishText(problem.what);
    }
    std::ignore = review.isStopped();
    std::ignore = refusedOf(review.problems);
    std::ignore = plannedAnswers(review.sheet);
    std::ignore = namedRanks(review.sheet, {.tp = 2, .cp = 1, .dp = 2, .pp = 2});
    std::ignore = kernelTableBytes(review.sheet, review.steps(), 8);
    std::ignore = pasteText(review.sheet, text);
    if (review.plan) {
        std::ignore = stepProblems(*review.plan, review.steps());
        std::ignore = stepStrip(*review.plan, review.steps(), 100);
        std::ignore = stepStretches(*review.plan, review.steps(), 100);
        std::ignore = review.plan->recorded(review.steps());
    }
}

void review(SettingKind kind, std::string_view text) {
    const auto read = readSettings(kind, text);
    if (!read) {
        return;
    }
    std::ignore = recognisedSettings(*read);
    for (const auto &question : kQuestions) {
        lookAt(reviewSettings(kind, text, *read, question), text);
    }
}

/// Its first line is the change, the rest the text.
void edit(SettingKind kind, std::string_view text) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto change = readSettingChange(text.substr(0, end));
    if (!change) {
        return;
    }
    for (const auto &spec : settingProgram(kind).keys) {
        std::ignore = readTypedSetting(kind, spec, change->value, {});
    }
    const std::string rest(text.substr(std::min(end + 1, text.size())));
    for (const auto &old : {rest, newSettings(kind)}) {
        const auto changed = editSettings(old, kind, {&*change, 1});
        if (changed && !readSettings(kind, *changed)) {
            std::abort();  // what was edited cannot be read any more
        }
    }
}

void calls(const std::vector<TextNode> &nodes, SettingKind kind) {
    for (const auto &node : nodes) {
        lookAt(reviewSettings(kind, node, {}, kQuestions[0]), {});
    }
}

void script(std::string_view text) {
    for (const auto &question : kQuestions) {
        std::ignore = checkCalls(text, question);
    }
    std::ignore = hasKnownCalls(text);
    std::ignore = setsGraphO2(text);
    calls(readCalls(text, "schedule"), scheduleOf(text));
    calls(readCalls(text, "profile"), SettingKind::Torch);
}

void environment(std::string_view text) {
    std::map<std::string, std::string> variables;
    for (const char *name : {"CPU_AFFINITY_CONF", "TASK_QUEUE_ENABLE", "ASCEND_LAUNCH_BLOCKING",
                             "PYTORCH_NPU_ALLOC_CONF", "PROF_CONFIG_PATH"}) {
        variables[name] = text;
    }
    std::ignore = checkEnvironment(variables, {});
    std::ignore = checkEnvironment(variables, {.devices = 8, .cores = 192});
}

}  // namespace

/// 'A' to 'J': settings of a kind, 'K' to 'T': a change of some, 'U': a script, 'V': variables.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const FuzzedChoice choice(data, size, 2 * kSettingKinds + 2);
    const auto kind = static_cast<SettingKind>(choice.index % kSettingKinds);
    if (choice.index < kSettingKinds) {
        review(kind, choice.text);
    } else if (choice.index < 2 * kSettingKinds) {
        edit(kind, choice.text);
    } else if (choice.index == 2 * kSettingKinds) {
        script(choice.text);
    } else {
        environment(choice.text);
    }
    return 0;
}
