#include "core/settings/request_text.h"
#include "core/settings/setting_edit.h"
#include "core/settings/setting_paste.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_request_text {

using namespace stagescope;

namespace {

std::string editedRequest(const std::string &text, SettingKind kind, const std::vector<std::string> &changes) {
    std::vector<SettingChange> list;
    for (const auto &change : changes) {
        list.push_back(*readSettingChange(change));
    }
    const auto result = editSettings(text, kind, list);
    return result ? *result : result.error().detail;
}

std::string commandOf(SettingKind kind, const std::vector<std::string> &changes) {
    const auto text = editedRequest(newSettings(kind), kind, changes);
    const auto read = readSettings(kind, text);
    return read ? pasteText(checkSettings(kind, read->root, {}), text) : read.error().detail;
}

const std::string kPrinted =
    "NpuTrace config = \r\nACTIVITIES_LOG_FILE = /tmp/a\r\nPROFILE_START_ITERATION=0\r\nMINE=x\r\n"
    "PROFILE_ACTIVITIES=CPU,NPU\r\n";

}  // namespace

class RequestTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyTheValueChanges() {
        const auto kind = SettingKind::MsMonitor;
        QCOMPARE(editedRequest(kPrinted, kind, {}), kPrinted);
        auto wanted = kPrinted;
        wanted.replace(wanted.find("/tmp/a"), 6, "./b");
        wanted.replace(wanted.find("CPU,NPU"), 7, "NPU");
        wanted += "PROFILE_RANK_LIST=0,4\r\n";
        QCOMPARE(editedRequest(kPrinted, kind, {"prof_dir=./b", "activities=NPU", "ranks=0, 4"}), wanted);
        QCOMPARE(editedRequest("start_step=1", SettingKind::MsMonitorMindSpore, {"start_step=5", "iterations=2"}),
                 "start_step=5\nACTIVITIES_ITERATIONS=2\n");
    }
    /// One "=" too many and the line is passed over.
    void whatARequestCannotHoldIsRefused() {
        const auto *spec = settingAt(settingProgram(SettingKind::MsMonitor), "ACTIVITIES_LOG_FILE");
        for (const char *value : {"a=b", "a\nPROFILE_WITH_STACK=true"}) {
            const auto typed = readTypedSetting(SettingKind::MsMonitor, *spec, jsonText(value), {});
            QVERIFY(typed.refusal.has_value());
            QCOMPARE(typed.refusal->id, "settings.problem.request_equals");
            QVERIFY(editedRequest(kPrinted, SettingKind::MsMonitor, {std::string("prof_dir=") + value}) != kPrinted);
            QCOMPARE(editedRequest(kPrinted, SettingKind::MsMonitor, {std::string("prof_dir=") + value}),
                     "a request holds no = and no end of a line");
        }
    }
    void theCommandHoldsWhatIsUnusual() {
        QCOMPARE(commandOf(SettingKind::MsMonitor, {"start_step=10", "active=2"}),
                 "dyno --certs-dir NO_CERTS nputrace \\\n  --start-step 10 \\\n  --iterations 2 \\\n  --log-file ./\n");
        QCOMPARE(commandOf(
                     SettingKind::MsMonitor,
                     {"start_step=-1", "prof_dir=/data/my runs", "activities=NPU", "with_stack=true",
                      "profiler_level=Level1", "export_type=db", "data_simplification=false", "is_rank=true",
                      "ranks=0,4", "gc_detect_threshold=1.5", "msprof_tx=true", "mstx_domain_include=a,b", "warmup=1"}),
                 "dyno --certs-dir NO_CERTS nputrace \\\n  --start-step -1 \\\n  --iterations 1 \\\n  --log-file "
                 "'/data/my runs' \\\n  --activities NPU \\\n  --with-stack \\\n  --rank-list 0,4 \\\n  "
                 "--profiler-level Level1 \\\n  --gc-detect-threshold 1.5 \\\n  --data-simplification false \\\n  "
                 "--export-type Db \\\n  --msprof-tx \\\n  --mstx-domain-include a,b\n"
                 "# dyno nputrace has no option for WARMUP_ITERATIONS\n");
        // MindSpore takes absence as false, dyno as true.
        QVERIFY(commandOf(SettingKind::MsMonitorMindSpore, {"start_step=3", "iterations=4"})
                    .ends_with("--iterations 4 \\\n  --log-file ./data \\\n  --data-simplification false\n"));
    }
    void tooManyKeys() {
        std::string text;
        for (int i = 0; i < 5000; ++i) {
            text += "K" + std::to_string(i) + "=1\n";
        }
        QCOMPARE(static_cast<int>(readRequestText(text).error().kind), static_cast<int>(ErrorKind::Limit));
    }
};

TEST_SUITE(RequestTextTest)

}  // namespace tst_request_text

#include "tst_request_text.moc"
