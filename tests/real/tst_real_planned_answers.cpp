// What settings are said to answer before a run, against what the profiles that were recorded with them do answer.
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "core/settings/setting_answers.h"
#include "core/settings/setting_edit.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtTest/QTest>

#include <algorithm>

namespace tst_real_planned_answers {

using namespace stagescope;

namespace {

/// The settings that a profile says it was recorded with, as the profiler_config.json that would record it again.
std::string recordedSettings(const Workspace &workspace) {
    const auto table = analysisById("environment")->run({.workspace = &workspace, .ranks = {0}}, {});
    auto text = newSettings(SettingKind::TorchNpu);
    const auto &program = settingProgram(SettingKind::TorchNpu);
    for (std::size_t row = 0; table && row < table->rows.size(); ++row) {
        auto key = table->text(row, "key");
        auto value = table->text(row, "value");
        key = key.substr(key.starts_with("common_config.") ? 14 : 0);
        if (const auto at = key.find("._"); at != std::string::npos) {
            key.erase(at + 1, 1);
        }
        if (value == "ACL_AICORE_PIPE_UTILIZATION") {
            value = "PipeUtilization";
        }
        const bool isTold = settingAt(program, key) != nullptr && key != "activities" && value != "[]";
        const SettingChange change{key, value};
        if (const auto changed =
                isTold ? editSettings(text, SettingKind::TorchNpu, {&change, 1}) : Result<std::string>(text)) {
            text = *changed;
        } else {
            text.clear();  // told by the tests
        }
    }
    const SettingChange start[] = {{"start_step", "10"}, {"analyse", "true"}};
    return editSettings(text, SettingKind::TorchNpu, start).value_or(std::string());
}

}  // namespace

class RealPlannedAnswersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!QFile::exists(realPath(QStringLiteral("ascend/cnn_text")))) {
            QSKIP("no real profiles here");
        }
    }
    void planned_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("agreed");  ///< questions answered yes that were planned so
        QTest::newRow("text") << QStringLiteral("ascend/cnn_text") << 11;
        QTest::newRow("database") << QStringLiteral("ascend/cnn_db") << 11;
        QTest::newRow("pipeline") << QStringLiteral("ascend/qwen3_pp2dp2") << 1;
    }
    void planned() {
        QFETCH(QString, path);
        QFETCH(int, agreed);
        Workspace workspace;
        auto run = loadRun(realPath(path).toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        workspace.runs.push_back(std::move(*run));
        const auto text = recordedSettings(workspace);
        const auto read = readSettingText(text);
        QVERIFY2(read.has_value(), text.c_str());
        const auto sheet = checkSettings(SettingKind::TorchNpu, read->root, {});
        QVERIFY(sheet.level() >= 1);
        const auto planned = plannedAnswers(sheet);
        const auto actual = capabilities(workspace.runs.front());
        QCOMPARE(planned.size(), actual.size());
        int same = 0;
        for (std::size_t i = 0; i < actual.size(); ++i) {
            QCOMPARE(planned[i].title.id, actual[i].title.id);
            const auto *name = actual[i].title.id.c_str();
            const bool isThere = actual[i].answer == Answer::Yes;
            // Nothing is answered that was not at least hoped for ...
            QVERIFY2(!isThere || planned[i].answer != Answer::No, name);
            // ... and what was promised fails only where nothing of it occurred, or its file was not kept.
            const bool isExcused = actual[i].answer == Answer::Partly ||
                                   actual[i].remedy.id == "remedy.none_occurred" ||
                                   actual[i].remedy.id == "remedy.no_file";
            QVERIFY2(planned[i].answer != Answer::Yes || isThere || isExcused, name);
            same += isThere && planned[i].answer == Answer::Yes ? 1 : 0;
        }
        QCOMPARE(same, agreed);
    }
};

TEST_SUITE(RealPlannedAnswersTest)

}  // namespace tst_real_planned_answers

#include "tst_real_planned_answers.moc"
