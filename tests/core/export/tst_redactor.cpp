#include "core/export/redactor.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"
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
    void addressesOfAllKinds() {
        const Redactor redactor(workspace());
        for (const char *address : {"192.168.1.17", "2001:db8::1", "fe80::a:b", "fd00:1:2::9", "2001:db8:0:1:2:3:4:5",
                                    "2001:db8::", "00-1a-2b-3c-4d-5e", "alice.smith@lab.example.com"}) {
            const auto text = redactor.redact("at " + std::string(address) + " it began");
            QCOMPARE(text, std::string("at ADDRESS it began"));
        }
    }
    void usersGo() {
        auto planted = workspace();
        planted.runs[0].path = "/home/carol77/runs/qwen_secret";
        const Redactor redactor(planted);
        for (const char *text : {"/home/carol77", "cd /home/carol77; ls", "PYTHONPATH=/opt/lib:/home/carol77/src:/x",
                                 "file:///home/carol77/a.py", "ran by carol77", "rank_0_carol77_ascend_pt",
                                 "C:\\Users\\dave88\\x.py", "/home/dave88", "{\"cwd\":\"/Users/dave88\"}"}) {
            const auto redacted = redactor.redact(text);
            QVERIFY2(redacted.find("carol77") == std::string::npos, redacted.c_str());
            QVERIFY2(redacted.find("dave88") == std::string::npos, redacted.c_str());
        }
    }
    void hostsWithDotsAndInNamesOfFolders() {
        auto planted = workspace();
        planted.runs[0].captures[0].host = "trainer-7.lab.example.com";
        const Redactor redactor(planted);
        QCOMPARE(redactor.redact("trainer-7.lab.example.com and trainer-7, not trainer-77"),
                 std::string("host-1 and host-1, not trainer-77"));
        QCOMPARE(redactor.redact("node10_4711_ascend_pt"), std::string("host-2_4711_ascend_pt"));
    }
    /// No setting tells the host: profilers call folders and traces after it.
    void hostsThatOnlyPathsTell() {
        auto planted = workspace();
        planted.runs[0].captures[0].folder = "/data/gpu-7.lab_4711_20241122101112123_ascend_pt";
        planted.runs[0].captures[1].folder = "/data/rank0_start2_stop5";
        planted.runs[0].captures[1].files = {{{}, "/data/worker9_88.1732270272123.pt.trace.json", {}}};
        const Redactor redactor(planted);
        const auto text =
            redactor.redact("gpu-7.lab_4711_20241122101112123_ascend_pt, gpu-7, worker9_88, rank0, worker91");
        QCOMPARE(text, std::string("host-2_4711_20241122101112123_ascend_pt, host-2, host-4_88, rank0, worker91"));
    }
    /// Usual names of groups say what a group is for.
    void groupsOfOtherNamesGo() {
        auto planted = workspace();
        planted.runs[0].groups = {{"group_name_19", "pp", {0, 1}}, {"acme-falcon", "falcon_team", {0, 1}}};
        const Redactor redactor(planted);
        QCOMPARE(redactor.redact("group_name_19 pp default_group"), std::string("group_name_19 pp default_group"));
        const auto text = redactor.redact("Group acme-falcon Communication of falcon_team");
        QCOMPARE(text, std::string("Group group-1 Communication of group-2"));
    }
    /// Files of a cluster call a kind of communication a group too.
    void wordsOfTheProgramStay() {
        auto planted = workspace();
        TableWriter<CommTimeRecord> times;
        times.append({.group = "collective"});
        times.append({.group = "falcon"});
        LoadedSource source;
        source.tables = {std::make_shared<const TableStore>(times.take())};
        planted.runs[0].captures[0].loaded = {source};
        QCOMPARE(Redactor(planted).redact("collective communication of falcon"),
                 std::string("collective communication of group-1"));
    }
    void figuresStay() {
        const std::string text = "8873.756 us, 12:34:56, 1.0.0, 2/4, aten::addmm, c10::add, at::face::bed, 3/4 of 5";
        QCOMPARE(Redactor(workspace()).redact(text), text);
    }
};

TEST_SUITE(TestRedactor)
#include "tst_redactor.moc"
