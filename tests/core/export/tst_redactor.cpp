#include "core/export/redactor.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

using namespace stagescope;

namespace {

Workspace workspace() {
    RankCapture first;
    first.rank = 0;
    first.host = "node1";
    RankCapture second;
    second.rank = 1;
    second.host = "node10";
    Run run;
    run.id = RunId{0};
    run.label = "qwen_secret";
    run.path = "/mnt/team/alice/qwen_secret";
    run.captures = {first, second};
    Workspace result;
    result.runs = {run};
    return result;
}

}  // namespace

class TestRedactor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hostsGetOneStandInEach() {
        const auto text = Redactor(workspace()).redact("node1 waits for node10, node1; node100 is nobody's");
        QCOMPARE(text, std::string("host-1 waits for host-2, host-1; node100 is nobody's"));
    }
    void pathsLoseTheirFolders() {
        const Redactor redactor(workspace());
        QCOMPARE(redactor.redact("/mnt/team/alice/qwen_secret/rank0/a.db"), std::string("run-1/rank0/a.db"));
        const auto other = redactor.redact("see \"/home/bob/src/train.py\" line 3");
        QCOMPARE(other, std::string("see \".../train.py\" line 3"));
    }
    void addressesGo() {
        const auto text = Redactor(workspace()).redact("10.20.30.40:29500, 00:1a:2b:3c:4d:5e, fe80::1:2");
        QVERIFY2(text.find("10.20") == std::string::npos, text.c_str());
        QVERIFY2(text.find("1a:2b") == std::string::npos, text.c_str());
        QVERIFY2(text.find("fe80") == std::string::npos, text.c_str());
    }
    void figuresStay() {
        const std::string text = "8873.756 us, 12:34:56, 1.0.0, 2/4, aten::addmm";
        QCOMPARE(Redactor(workspace()).redact(text), text);
    }
};

TEST_SUITE(TestRedactor)
#include "tst_redactor.moc"
