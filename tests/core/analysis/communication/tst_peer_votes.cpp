#include "core/analysis/communication/peers/slow_link.h"
#include "core/analysis/communication/peers/slow_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>
#include <numeric>

namespace tst_peer_votes {

using namespace stagescope;

namespace {

std::vector<double> rising(int count, double first) {
    std::vector<double> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), first);
    return values;
}

CommOp op(int rank, std::string name, std::int64_t duration, std::string group = "g") {
    CommOp result;
    result.rank = rank;
    result.name = std::move(name);
    result.group = std::move(group);
    result.range = {rankTime(0), rankTime(duration)};
    result.count = 256;
    result.dataType = "FP32";
    result.type = "all_reduce";
    return result;
}

/// Each rank's duration of one operator.
std::vector<CommOp> ops(const std::string &name, const std::vector<std::int64_t> &durations) {
    std::vector<CommOp> result;
    for (std::size_t rank = 0; rank < durations.size(); ++rank) {
        result.push_back(op(static_cast<int>(rank), name, durations[rank]));
    }
    return result;
}

}  // namespace

/// Figures of the peer's own tests of these recipes.
class PeerVotesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dixonFindsTheShortest_data() {
        QTest::addColumn<int>("count");
        for (const int count : {6, 8, 12, 30}) {
            QTest::newRow(qPrintable(QString::number(count))) << count;
        }
    }
    void dixonFindsTheShortest() {
        QFETCH(int, count);
        auto values = rising(count, 100);
        QVERIFY(outstandinglyShort(values).empty());
        values.push_back(0);
        QCOMPARE(outstandinglyShort(values), std::vector<std::size_t>{static_cast<std::size_t>(count)});
    }
    void fewValuesSayNothing() {
        QVERIFY(outstandinglyShort(std::vector<double>{1, 2}).empty());
        QVERIFY(outstandinglyShort(std::vector<double>{1, 2, 3, 3, 1}).empty());
    }
    void manyValuesGoByThreeSigma() {
        std::vector<double> values;
        for (int i = 0; i < 120; ++i) {
            values.push_back(10.0 + i % 4 * 0.01);
        }
        QVERIFY(outstandinglyShort(values).empty());
        values.push_back(0);
        QCOMPARE(outstandinglyShort(values), std::vector<std::size_t>{120});
    }

    void votesAreCountedPerRank() {
        auto all = ops("hcom_allReduce__1_0_1", {100, 101, 5, 103, 104, 105});
        const auto second = ops("hcom_allReduce__1_1_1", {100, 101, 4, 103, 104, 105});
        all.insert(all.end(), second.begin(), second.end());
        const auto pair = ops("hcom_send__1_0_1", {100, 3, 102, 103, 104, 105});
        all.insert(all.end(), pair.begin(), pair.end());
        const auto votes = slowRankVotes(all);
        QCOMPARE(votes.size(), std::size_t{1});
        QCOMPARE(votes[0].rank, 2);
        QCOMPARE(votes[0].votes, std::size_t{2});
        all.push_back(op(0, "hcom_allReduce__1_1_1", 50));
        QVERIFY(slowRankVotes(all).empty());
    }

    void transmitTimeIsTheLeastOfAnOperator() {
        const auto rows = transmitRows(ops("hcom_allReduce__1_0_1", {30, 10, 20}));
        QCOMPARE(rows.size(), std::size_t{3});
        for (const auto &row : rows) {
            QCOMPARE(row.transmitNs, 10.0);
            QCOMPARE(row.relatedRanks, std::size_t{3});
            QCOMPARE(row.bytes, std::int64_t{1024});
        }
        const auto pair = transmitRows(ops("hcom_send__1_0_1", {30, 10}));
        QCOMPARE(pair[0].transmitNs, 0.0);
        QCOMPARE(pair[0].relatedRanks, std::size_t{0});
    }

    void outliersOfAClass() {
        std::vector<TransmitRow> rows;
        for (int i = 0; i < 20; ++i) {
            rows.push_back({i % 2, "all_reduce", 3, 1024, 100.0 + i % 2});
        }
        QVERIFY(slowLinks(rows).empty());
        rows.push_back({2, "all_reduce", 3, 1024, 900});
        const auto found = slowLinks(rows);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].key, std::string("all_reduce3_1024"));
        QCOMPARE(found[0].maxRank, 2);
        QCOMPARE(found[0].minRank, 0);
        QCOMPARE(found[0].count, std::size_t{21});
        QVERIFY(found[0].offsetRatio > 3);
        // The deviation of the sample: the sum of squares over 20.
        double squares = 0;
        for (const auto &row : rows) {
            squares += (row.transmitNs - found[0].meanNs) * (row.transmitNs - found[0].meanNs);
        }
        QCOMPARE(found[0].stdNs, std::sqrt(squares / 20));
        QCOMPARE(found[0].offsetRatio, (900 - found[0].meanNs) / found[0].stdNs);
    }
};

TEST_SUITE(PeerVotesTest)

}  // namespace tst_peer_votes

#include "tst_peer_votes.moc"
