#include "core/analysis/run/core_frequency.h"
#include "core/base/item_ref.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_core_frequency {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// Computes from 100 to 500 and from 600 to 1000.
RecordedRank working() {
    RecordedRank recorded;
    recorded.device("MatMul", 100, 500).device("MatMul", 600, 1000);
    return recorded;
}

}  // namespace

class TestCoreFrequency : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dropsAndTheirCost() {
        auto slow = working();
        slow.sample("AI Core Freq", 0, 1800).sample("AI Core Freq", 400, 900).sample("AI Core Freq", 550, 1200);
        slow.sample("AI Core Freq", 700, 1800);
        auto space = planted::workspace({slow.capture(0)});
        const auto found = coreFrequencies(space.runs[0]);
        QCOMPARE(found.size(), std::size_t{1});
        const auto &rank = found[0];
        QCOMPARE(rank.levels, (std::vector<int>{900, 1200, 1800}));
        QCOMPARE(rank.usual, 1800);
        QCOMPARE(rank.covered, Nanos{1000});
        QCOMPARE(rank.drops, (IntervalSet{{400, 700}}));
        QCOMPARE(rank.below, Nanos{300});
        QCOMPARE(rank.computing, Nanos{800});
        QCOMPARE(rank.computingBelow, Nanos{200});
        QCOMPARE(rank.cost, Nanos{50 + 33});  // 100 at half speed, 100 at two thirds
    }
    /// A rank that never reaches the speed of the others is slow all the time.
    void usualIsThatOfAllRanks() {
        auto first = working();
        first.sample("AI Core Freq", 0, 1800);
        auto second = working();
        second.sample("AI Core Freq", 0, 1350);
        auto space = planted::workspace({first.capture(0), second.capture(1), working().capture(2)});
        const auto found = coreFrequencies(space.runs[0]);
        QCOMPARE(found.size(), std::size_t{2});  // nothing is known of the third
        QCOMPARE(found[0].cost, Nanos{0});
        QCOMPARE(found[1].rank, 1);
        QCOMPARE(found[1].cost, Nanos{200});
        QCOMPARE(found[1].below, Nanos{1000});
    }
    void unusableSamplesAreLeftOut() {
        auto recorded = working();
        recorded.sample("AI Core Freq", 0, 0).sample("AI Core Freq", 50, 1800).sample("AI Core Freq", 600, -5);
        auto space = planted::workspace({recorded.capture(0)});
        const auto found = coreFrequencies(space.runs[0]);
        QCOMPARE(found.at(0).levels, std::vector<int>{1800});
        QCOMPARE(found.at(0).covered, Nanos{550});
        QVERIFY(found.at(0).drops.empty());
    }
    void verdictsOfThePeer() {
        QCOMPARE(std::string(peerFrequencyVerdict({1800})), std::string("normal"));
        QCOMPARE(std::string(peerFrequencyVerdict({800, 1800})), std::string("free"));
        QCOMPARE(std::string(peerFrequencyVerdict({800})), std::string("abnormal"));
        QCOMPARE(std::string(peerFrequencyVerdict({1200, 1800})), std::string("abnormal"));
    }
    void table() {
        auto slow = working();
        slow.sample("AI Core Freq", 0, 1800).sample("AI Core Freq", 600, 800);
        auto space = planted::workspace({slow.capture(3), working().capture(4)});
        const auto result = planted::table("core_frequency", {.workspace = &space});
        QCOMPARE(result.rows.size(), std::size_t{1});
        QCOMPARE(result.text(0, "frequencies_mhz"), std::string("800;1800"));
        QCOMPARE(result.text(0, "peer_verdict"), std::string("free"));
        QCOMPARE(result.text(0, "drops"), std::string("1"));
        QCOMPARE(result.text(0, "longest_drop_start_ns"), std::string("600"));
        QCOMPARE(result.text(0, "below_percent"), std::string("40"));
        QVERIFY(itemFromText(result.text(0, "evidence")).has_value());
        QVERIFY(planted::table("core_frequency", {.workspace = &space, .ranks = {4}})
                    .notes.at(0)
                    .starts_with("Not answerable"));
    }
};

TEST_SUITE(TestCoreFrequency)

}  // namespace tst_core_frequency

#include "tst_core_frequency.moc"
