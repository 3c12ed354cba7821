#include "core/session/run_names.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_run_names {

using namespace stagescope;

class RunNamesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theShortestPartsThatDiffer_data() {
        QTest::addColumn<QByteArrayList>("paths");
        QTest::addColumn<QByteArrayList>("names");
        const auto row = [](const char *what, const QByteArrayList &paths, const QByteArrayList &names) {
            QTest::newRow(what) << paths << names;
        };
        row("last parts", {"/x/ab_fused", "/x/ab_unfused"}, {"ab_fused", "ab_unfused"});
        row("folders of equal files", {"/x/ab_fused/trace.json.gz", "/x/ab_unfused/trace.json.gz"},
            {"ab_fused", "ab_unfused"});
        row("far above", {"/h100/run/out/trace.json", "/mi300/run/out/trace.json"}, {"h100", "mi300"});
        row("several of them", {"/a/one/t.json", "/a/two/t.json", "/b/one/t.json"}, {"a/one", "a/two", "b/one"});
        row("one within the other", {"/x/a", "/x/a/b"}, {"a", "b"});
        row("of unequal length", {"/x/t.json", "/y/z/t.json"}, {"x", "z"});
        row("files and folders at all depths",
            {"/d/t/x.json", "/d/t/h100/q.json", "/d/t/mi300/q.json", "/d/t/s/p/GPipe"},
            {"x.json", "h100/q.json", "mi300/q.json", "s/p/GPipe"});
        row("one path", {"/x/run"}, {"run"});
        row("with a slash at the end", {"/x/a/", "/x/b/"}, {"a", "b"});
        row("the same path", {"/x/run", "/x/run"}, {"run", "run"});
        row("the root", {"/", "/x"}, {"/", "x"});
        row("files beside those of others", {"/x/{a_rank0.json,a_rank1.json}", "/x/{b_rank0.json,b_rank1.json}"},
            {"a_rank*.json", "b_rank*.json"});
        row("one file of them", {"/x/{a_rank0.json,a_rank1.json}", "/x/{b.json}"}, {"a_rank*.json", "b.json"});
        row("files with nothing in common", {"/x/{a.json,b.json,c.json}", "/x/{p.json,q.json}"},
            {"a.json \u2026 c.json", "p.json \u2026 q.json"});
        row("files that all have in common", {"/x/{t0.json,t1.json}", "/x/{t2.json,t3.json}"},
            {"t0.json \u2026 t1.json", "t2.json \u2026 t3.json"});
        row("none", {}, {});
    }
    void theShortestPartsThatDiffer() {
        QFETCH(QByteArrayList, paths);
        QFETCH(QByteArrayList, names);
        std::vector<std::string> texts;
        for (const auto &path : std::as_const(paths)) {
            texts.push_back(path.toStdString());
        }
        QByteArrayList told;
        for (const auto &name : namesApart(texts)) {
            told << QByteArray::fromStdString(name);
        }
        QCOMPARE(told, names);
    }
    void runsBesideOneAnother() {
        std::vector<Run> runs(2);
        runs[0].path = "/x/fused/trace.json";
        runs[1].path = "/x/unfused/trace.json";
        labelRuns(runs);
        QCOMPARE(runs[0].label, std::string("fused"));
        QCOMPARE(runs[1].label, std::string("unfused"));
    }
};

TEST_SUITE(RunNamesTest)

}  // namespace tst_run_names

#include "tst_run_names.moc"
