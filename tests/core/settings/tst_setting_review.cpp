#include "core/settings/setting_paste.h"
#include "core/settings/setting_review.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_setting_review {

using namespace stagescope;

namespace {

SettingReview reviewed(SettingKind kind, const std::string &text, const SettingQuestion &question = {}) {
    return reviewSettings(kind, text, *readSettingText(text), question);
}

std::string pasted(SettingKind kind, const std::string &text) { return pasteText(reviewed(kind, text).sheet, text); }

}  // namespace

class SettingReviewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void problemsOfTextValuesAndSteps() {
        const auto review =
            reviewed(SettingKind::TorchNpu, "{\n\"start_step\": 30, \"warmup\": 1,\n\"active\": 0,\n}", {.steps = 20});
        QStringList found;
        for (const auto &problem : review.problems) {
            found << QString::number(problem.line) + QLatin1Char(' ') +
                         QString::fromStdString(problem.what.id.substr(17));
        }
        QCOMPARE(found.join(QStringLiteral(", ")), QStringLiteral("3 bad.reset, 4 comma, 0 steps.none"));
        QVERIFY(review.isStopped());
        QCOMPARE(refusedOf(review.problems), std::size_t{3});
        QCOMPARE(review.steps(), 20);
    }
    void stepsThatAreNotTold() {
        const auto review = reviewed(SettingKind::TorchNpu, R"({"start_step": 30, "warmup": 1, "active": 2})");
        QVERIFY(!review.isStopped());
        QCOMPARE(review.steps(), 34);  // one after the last that is needed
        QCOMPARE(reviewed(SettingKind::TorchNpu, "{}").steps(), 0);
    }
    void whatTheMonitorDoesNotRead() {
        const auto text = "{\"mine\": \"" + std::string(kMonitorBytes, 'x') + "\"}";
        QVERIFY(reviewed(SettingKind::TorchNpu, text).isStopped());
        QVERIFY(!reviewed(SettingKind::MindSpore, text).isStopped());
    }
    void filesAreNotPasted() {
        for (const auto kind : {SettingKind::MindSpeed, SettingKind::TorchNpu, SettingKind::MindSpore}) {
            QCOMPARE(pasted(kind, "{}"), std::string());
        }
    }
    void aVariableIsQuotedForTheShell() {
        QCOMPARE(pasted(SettingKind::MindSporeOptions, "{\"start\": true, \"output_path\": \"./it's\"}\n"),
                 std::string("export MS_PROFILER_OPTIONS='{\"start\": true, \"output_path\": \"./it'\\''s\"}'\n"));
    }
    void callsHoldWhatIsUnusual() {
        QCOMPARE(pasted(SettingKind::Schedule, R"({"wait": 0, "warmup": 1, "active": 1, "skip_first": 10})"),
                 std::string("schedule(warmup=1, active=1, skip_first=10)\n"));
        const auto torch = pasted(SettingKind::Torch, R"({"activities": ["CPU"], "with_stack": true,
            "record_shapes": false, "schedule": {"active": 2, "repeat": 1}})");
        QVERIFY2(torch.find("activities=[ProfilerActivity.CPU],\n    with_stack=True,\n    "
                            "schedule=torch.profiler.schedule(active=2, repeat=1),") != std::string::npos,
                 torch.c_str());
        QVERIFY(torch.find("record_shapes") == std::string::npos);
        QVERIFY(pasted(SettingKind::Torch, "{}").find("schedule") == std::string::npos);
    }
};

TEST_SUITE(SettingReviewTest)

}  // namespace tst_setting_review

#include "tst_setting_review.moc"
