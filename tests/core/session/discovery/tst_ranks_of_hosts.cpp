// Ranks that count from 0 on each host, and files numbered "0_of_2": which ranks of the job they are.
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/run_folder.h"
#include "tests/core/session/discovery/traced_rank.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_ranks_of_hosts {

using namespace stagescope;
using stagescope::testing::kBegin;
using stagescope::testing::Traced;

namespace {

Run found(const std::string &path) {
    auto run = discover(path, RunId{0});
    return run ? std::move(*run) : Run{};
}

}  // namespace

class RanksOfHostsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ranksWithinNodesAreOfTheJob() {
        const ProfileTree tree;
        for (const int node : {0, 1}) {
            for (const int local : {0, 1}) {
                tree.file("node" + std::to_string(node) + "/local_rank" + std::to_string(local) + ".json",
                          Traced{.process = 1000 + 10 * node + local}.text());
            }
        }
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1, 2, 3}));
        QVERIFY(run.capture(2)->folder.ends_with("/node1"));
        QVERIFY(runsWithin(run).empty());
    }

    void ranksWithinNamedHostsAreGuessedWhereTheyRanTogether_data() {
        QTest::addColumn<QString>("local");
        QTest::addColumn<bool>("ranTogether");
        QTest::newRow("folders, together") << QStringLiteral("local_rank%1/trace.json") << true;
        QTest::newRow("files, together") << QStringLiteral("local_rank%1.json") << true;
        QTest::newRow("Slurm, together") << QStringLiteral("localid_%1.json") << true;
        QTest::newRow("an hour apart") << QStringLiteral("local_rank%1.json") << false;
    }
    void ranksWithinNamedHostsAreGuessedWhereTheyRanTogether() {
        QFETCH(QString, local);
        QFETCH(bool, ranTogether);
        const ProfileTree tree;
        int process = 1000;
        for (const char *host : {"gpu-a", "gpu-b"}) {
            for (const int rank : {0, 1}) {
                const bool isLater = host[4] == 'b' && !ranTogether;
                tree.file(std::string(host) + '/' + local.arg(rank).toStdString(),
                          Traced{.process = ++process, .beginUs = kBegin + (isLater ? 3'600'000'000LL : 0)}.text());
            }
        }
        const auto run = found(tree.path());
        QCOMPARE(runsWithin(run).size(), std::size_t{ranTogether ? 0U : 2U});
        QCOMPARE(run.ranks().size(), std::size_t{ranTogether ? 4U : 2U});
        QCOMPARE(run.captures.front().origin == RankOrigin::Unknown, ranTogether);
        if (ranTogether) {
            QVERIFY(run.capture(2)->files.front().path.find("/gpu-b/") != std::string::npos);
        }
    }

    /// "0_of_2" is a part of a file that was cut, or a rank.
    void numbersOfSoManyAreRanksWhereProcessesDiffer() {
        for (const bool areRanks : {true, false}) {
            const ProfileTree tree;
            for (const int i : {0, 1}) {
                const Traced one{.process = areRanks ? 500 + i : 500, .beginUs = kBegin + (areRanks ? i : 2000 * i)};
                tree.file("run_" + std::to_string(i) + "_of_2.json", one.text());
            }
            const auto run = found(tree.path());
            QCOMPARE(run.captures.size(), std::size_t{areRanks ? 2U : 1U});
            QCOMPARE(run.captures.front().files.size(), std::size_t{areRanks ? 1U : 2U});
            QVERIFY(runsWithin(run).empty());
        }
    }
};

TEST_SUITE(RanksOfHostsTest)

}  // namespace tst_ranks_of_hosts

#include "tst_ranks_of_hosts.moc"
