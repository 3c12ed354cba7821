// What rests on a capture alone is measured once for all of its copies, and again for whatever differs from it.
#include "core/analysis/communication/ops/comm_op.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/table_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <functional>

namespace tst_own_facts {

using namespace stagescope;

class OwnFactsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 2;
        options.steps = 1;
        m_path = m_folder.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(placeDemo(m_path, options));
        auto run = loadRun(m_path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run && run->captures.size() == 4);
        m_run = std::move(*run);
    }

    void copiesAreMeasuredOnce() {
        int calls = 0;
        const auto measure = [&] { return ++calls; };
        const auto &capture = m_run.captures.front();
        const auto copy = m_run;
        QCOMPARE(measuredAlone(capture, {}, measure, "once"), 1);
        QCOMPARE(measuredAlone(copy.captures.front(), {}, measure, "once"), 1);
        QCOMPARE(measuredAlone(capture, {}, measure, "other"), 2);
        QCOMPARE(measuredAlone(m_run.captures.back(), {}, measure, "once"), 3);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(measuredAlone(capture, stop.get_token(), measure, "cut"), 4);
        QCOMPARE(measuredAlone(capture, {}, measure, "cut"), 5);
    }

    void whatDiffersIsMeasuredAnew_data() {
        using Change = std::function<void(RankCapture &)>;
        QTest::addColumn<Change>("change");
        QTest::newRow("rank") << Change([](RankCapture &c) { c.rank += 7; });
        QTest::newRow("device") << Change([](RankCapture &c) { c.device += 1; });
        QTest::newRow("host") << Change([](RankCapture &c) { c.host += "x"; });
        QTest::newRow("state") << Change([](RankCapture &c) { c.state = LoadState::Shallow; });
        QTest::newRow("file let go") << Change([](RankCapture &c) { c.loaded.pop_back(); });
        QTest::newRow("all let go") << Change([](RankCapture &c) { c.loaded.clear(); });
        QTest::newRow("file twice") << Change([](RankCapture &c) { c.loaded.push_back(c.loaded.front()); });
        QTest::newRow("table let go") << Change([](RankCapture &c) { tablesOf(c).pop_back(); });
        QTest::newRow("table in another's place") << Change([](RankCapture &c) {
            tablesOf(c).back() = std::make_shared<const TableStore>(TableBuilder(TableKind::Steps).take());
        });
    }
    void whatDiffersIsMeasuredAnew() {
        using Change = std::function<void(RankCapture &)>;
        QFETCH(Change, change);
        int calls = 0;
        const auto measure = [&] { return ++calls; };
        const auto name = QTest::currentDataTag();
        const auto before = measuredAlone(m_run.captures.front(), {}, measure, name);
        auto other = m_run.captures.front();
        change(other);
        QCOMPARE(measuredAlone(other, {}, measure, name), before + 1);
        QCOMPARE(measuredAlone(other, {}, measure, name), before + 2);
        QCOMPARE(measuredAlone(m_run.captures.front(), {}, measure, name), before);
    }

    void operatorsFollowTheirRank() {
        auto other = m_run.captures.front();
        const auto ops = commOps(other);
        QVERIFY(!ops.empty());
        other.rank = 9;
        const auto moved = commOps(other);
        QCOMPARE(moved.size(), ops.size());
        QCOMPARE(moved.front().rank, 9);
        QCOMPARE(commOps(m_run.captures.front()).front().rank, ops.front().rank);
    }

    /// What was measured of a rank of which little was read is not taken for that of the whole.
    void deeperIsAnother() {
        const auto shallow = loadRun(m_path, RunId{0}, LoadDepth::Shallow);
        QVERIFY(shallow.has_value());
        QVERIFY(shallow->captures.front().own != nullptr && m_run.captures.front().own != nullptr);
        QVERIFY(shallow->captures.front().own->areOf(shallow->captures.front()));
        QVERIFY(!shallow->captures.front().own->areOf(m_run.captures.front()));
    }

private:
    static std::vector<std::shared_ptr<const TableStore>> &tablesOf(RankCapture &capture) {
        return std::find_if(capture.loaded.begin(), capture.loaded.end(),
                            [](const LoadedSource &source) { return !source.tables.empty(); })
            ->tables;
    }

    QTemporaryDir m_folder;
    std::string m_path;
    Run m_run;
};

TEST_SUITE(OwnFactsTest)

}  // namespace tst_own_facts

#include "tst_own_facts.moc"
