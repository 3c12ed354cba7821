#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

namespace tst_real_discovery {

using namespace stagescope;

class RealDiscoveryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pipelineOfFourRanks() {
        const auto path = realFile("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        QCOMPARE(run->ranks(), (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(run->capture(2)->device, 4);
        QCOMPARE(run->capture(3)->device, 5);
        QCOMPARE(run->expectedRanks(), std::optional<int>(4));
        QCOMPARE(run->parallel.tp, 1);
        QCOMPARE(run->parallel.pp, 2);
        QCOMPARE(run->parallel.dp, 2);
        std::vector<std::vector<int>> pp;
        for (const auto &group : run->groups) {
            if (group.name == "pp") {
                pp.push_back(group.ranks);
            }
        }
        QCOMPARE(pp, (std::vector<std::vector<int>>{{0, 2}, {1, 3}}));
    }

    void ranksOfEveryFolder_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QList<int>>("ranks");
        QTest::newRow("cnn_db") << QByteArray("ascend/cnn_db") << QList<int>{0, 1};
        QTest::newRow("cnn_text") << QByteArray("ascend/cnn_text") << QList<int>{0, 1};
        QTest::newRow("cluster16") << QByteArray("ascend/cluster16") << QList<int>{};
        QTest::newRow("snapshots") << QByteArray("snapshots") << QList<int>{};
        QTest::newRow("hta") << QByteArray("torch/hta_two_ranks") << QList<int>{0, 1};
    }
    void ranksOfEveryFolder() {
        QFETCH(QByteArray, name);
        QFETCH(QList<int>, ranks);
        const auto path = realFile(name.constData());
        if (path.empty()) {
            QSKIP("no real data");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        const auto found = run->ranks();
        QCOMPARE(QList<int>(found.begin(), found.end()), ranks);
        for (const auto &capture : run->captures) {
            QVERIFY(capture.state == LoadState::Shallow);
            QVERIFY(capture.log == nullptr || !capture.log->hasDataLoss());
        }
        const QDir folder(QString::fromStdString(path));
        const auto pickles = folder.entryList({QStringLiteral("*.pkl"), QStringLiteral("*.pickle")}).size();
        QCOMPARE(run->snapshots.size(), static_cast<std::size_t>(pickles));
        QCOMPARE(run->clusterFiles.size(), std::size_t{name == "ascend/cluster16" ? 4U : 0U});
    }
};

TEST_SUITE(RealDiscoveryTest)

}  // namespace tst_real_discovery

#include "tst_real_discovery.moc"
