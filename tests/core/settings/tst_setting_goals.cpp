#include "core/analysis/overview/capability_list.h"
#include "core/base/words/message_list.h"
#include "core/settings/setting_answers.h"
#include "core/settings/setting_goals.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace tst_setting_goals {

using namespace stagescope;

namespace {

/// Question and answer, in the order of the list.
std::vector<std::pair<std::string, Answer>> answersTo(SettingKind kind, const std::string &text) {
    std::vector<std::pair<std::string, Answer>> answers;
    if (const auto read = readSettings(kind, text)) {
        for (const auto &answer : plannedAnswers(checkSettings(kind, read->root, {}))) {
            answers.emplace_back(answer.title.id.substr(11), answer.answer);
        }
    }
    return answers;
}

/// Questions that a profile of these settings does not answer at all.
std::set<std::string> unanswered(SettingKind kind, const std::string &text,
                                 std::span<const std::string_view> questions) {
    std::set<std::string> left;
    for (const auto &[question, answer] : answersTo(kind, text)) {
        if (answer == Answer::No && std::find(questions.begin(), questions.end(), question) != questions.end()) {
            left.insert(question);
        }
    }
    return left;
}

}  // namespace

class SettingGoalsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyQuestionHasAGoalAndATitle() {
        std::set<std::string_view> asked;
        for (const auto &goal : settingGoals()) {
            QCOMPARE(settingGoalById(goal.id), &goal);
            const Message title("settings.goal." + std::string(goal.id));
            QVERIFY2(englishText(title) != title.id, title.id.c_str());
            asked.insert(goal.questions.begin(), goal.questions.end());
        }
        for (const auto &spec : capabilityList()) {
            QVERIFY2(asked.contains(spec.id), std::string(spec.id).c_str());
            QCOMPARE(questionById(spec.id).front(), spec.id);
        }
        QVERIFY(settingGoalById("weather") == nullptr && questionById("weather").empty());
    }
    void settingsThatRecordNothingAreMadeToAnswer_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("goal");
        for (const auto kind :
             {SettingKind::TorchNpu, SettingKind::MindSpore, SettingKind::MindSpeed, SettingKind::Torch}) {
            for (const auto &goal : settingGoals()) {
                QTest::addRow("%s, %s", std::string(settingProgram(kind).id).c_str(), std::string(goal.id).c_str())
                    << static_cast<int>(kind) << QString::fromStdString(std::string(goal.id));
            }
        }
    }
    void settingsThatRecordNothingAreMadeToAnswer() {
        QFETCH(int, kind);
        QFETCH(QString, goal);
        const auto program = static_cast<SettingKind>(kind);
        const auto &questions = settingGoalById(goal.toStdString())->questions;
        const auto before = newSettings(program);
        const auto changes = changesToAnswer(program, before, questions, {});
        const auto after = editSettings(before, program, changes);
        QVERIFY(after.has_value());
        const auto left = unanswered(program, *after, questions);
        const auto asked = unanswered(program, before, questions);
        QVERIFY(std::includes(asked.begin(), asked.end(), left.begin(), left.end()));
        QVERIFY(left.size() < questions.size());
        QVERIFY(changesToAnswer(program, *after, questions, {}).empty());
        for (const auto &change : changes) {  // nothing is changed for nothing
            std::vector<SettingChange> fewer;
            std::copy_if(changes.begin(), changes.end(), std::back_inserter(fewer),
                         [&](const SettingChange &each) { return each.key != change.key; });
            const auto without = editSettings(before, program, fewer);
            QVERIFY(without && answersTo(program, *without) != answersTo(program, *after));
        }
    }
    void whatIsAskedIsSwitchedOn() {
        const auto valueOf = [](const char *question, const std::string &key) {
            for (const auto &change : changesToAnswer(SettingKind::TorchNpu, newSettings(SettingKind::TorchNpu),
                                                      questionById(question), {})) {
                if (change.key.ends_with(key)) {
                    return change.value;
                }
            }
            return std::string();
        };
        QCOMPARE(valueOf("memory_curve", "profile_memory"), std::string("true"));
        QCOMPARE(valueOf("communication_matrix", "profiler_level"), std::string("Level1"));  // not more than needed
        QCOMPARE(valueOf("pipeline", "mstx"), std::string("true"));
        QCOMPARE(valueOf("memory_curve", "with_stack"), std::string());
        QVERIFY(changesToAnswer(SettingKind::TorchNpu, "{ broken", questionById("memory_curve"), {}).empty());
    }
    void aProfileLeadsToItsProfiler() {
        QCOMPARE(settingsFor(Platform::MindSpore), SettingKind::MindSpore);
        QCOMPARE(settingsFor(Platform::TorchNpu), SettingKind::TorchNpu);
        QCOMPARE(settingsFor(Platform::TorchRocm), SettingKind::Torch);
    }
};

TEST_SUITE(SettingGoalsTest)

}  // namespace tst_setting_goals

#include "tst_setting_goals.moc"
