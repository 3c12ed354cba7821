#include "core/base/words/message_list.h"
#include "core/settings/script_check.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_script_check {

using namespace stagescope;

namespace {

QByteArray problemsOf(const std::string &script, const std::string &version = {}) {
    QByteArray all;
    for (const auto &problem : checkCalls(script, {.version = version})) {
        all +=
            QByteArray::fromStdString(std::string(verdictText(problem.verdict)) + " " + std::to_string(problem.line) +
                                      " " + problem.path + ": " + englishText(problem.what)) +
            "\n";
    }
    return all;
}

}  // namespace

class ScriptCheckTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theMonitorLooksAtLeastEverySecond() {
        const std::string call = "import x\ncallback = DynamicProfilerMonitor(cfg_path=\"a\",\n    poll_interval=";
        QCOMPARE(problemsOf(call + "1)"), QByteArray());
        QCOMPARE(problemsOf(call + "every)"), QByteArray());
        QCOMPARE(problemsOf(call + "0)"),
                 QByteArray("reset 3 poll_interval: 0 is not a positive integer; the monitor checks every 2 s.\n"));
        QVERIFY(problemsOf(call + "1.5)").startsWith("reset 3 poll_interval: 1.5"));
        QVERIFY(problemsOf(call + "True)").startsWith("reset 3 poll_interval: true"));
    }
    void handlersOfOlderVersions() {
        const std::string script = "p = profile(\n  on_trace_ready=tensor_board_trace_handler(\"./x\"))\n";
        QCOMPARE(problemsOf(script),
                 QByteArray("stops 2 tensor_board_trace_handler: Renamed to tensorboard_trace_handler as of "
                            "version 2.6: the program will stop.\n"));
        QCOMPARE(problemsOf(script, "2.5"), QByteArray());
        QCOMPARE(problemsOf("p = tensorboard_trace_handler(\"./x\")  # tensor_board_trace_handler()\n"), QByteArray());
    }
    /// A callback that makes its profiler stopped says by its calls what is recorded.
    void aCallbackStartsAndStops() {
        const std::string head = "from mindspore.profiler import Profiler\nclass C(Callback):\n  p = ";
        const std::string made = "Profiler(start_profile=False)\n";
        QVERIFY(hasKnownCalls(head + made));
        QVERIFY(!hasKnownCalls(head + "Profiler(start_profile=True)\n"));
        QVERIFY(!hasKnownCalls("import torch\np = profile(start_profile=False)\n"));
        QCOMPARE(problemsOf(head + made + "p.start()\np.stop()\np.analyse()\n"), QByteArray());
        QVERIFY(problemsOf(head + made).startsWith("stops 3 start_profile: Created"));
        QVERIFY(problemsOf(head + made + "p.start()\n").startsWith("warning 3 start_profile: Started"));
        QVERIFY(problemsOf(head + made + "p.start()\np.stop()\n").startsWith("warning 3 start_profile: No analyse()"));
        const std::string handled = "profile(start_profile=False, on_trace_ready=h)\np.start()\np.stop()\n";
        QCOMPARE(problemsOf(head + handled), QByteArray());
    }
    void mindSporeAndItsGraphs() {
        QCOMPARE(static_cast<int>(scheduleOf("import torch\n")), static_cast<int>(SettingKind::Schedule));
        QCOMPARE(static_cast<int>(scheduleOf("x\nfrom mindspore import nn\n")),
                 static_cast<int>(SettingKind::MindSporeSchedule));
        for (const char *text :
             {"JitConfig(jit_level=\"O2\")", "{'jit_level': 'O2'}", "jit_level = \"O0\"\njit_level=\"O2\""}) {
            QVERIFY2(setsGraphO2(text), text);
        }
        for (const char *text : {"jit_level=\"O1\"", "# jit_level=\"O2\"", "jit_level", "level=\"O2\""}) {
            QVERIFY2(!setsGraphO2(text), text);
        }
    }
    void whatIsKnown() {
        QVERIFY(hasKnownCalls("DynamicProfilerMonitor()"));
        QVERIFY(hasKnownCalls("x(tensor_board_trace_handler())"));
        QVERIFY(!hasKnownCalls("print(1)"));
    }
};

TEST_SUITE(ScriptCheckTest)

}  // namespace tst_script_check

#include "tst_script_check.moc"
