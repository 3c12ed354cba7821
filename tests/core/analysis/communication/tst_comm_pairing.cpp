#include "core/analysis/communication/comm_pairing.h"
#include "core/analysis/communication/known_links.h"
#include "tests/core/advice/comm_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_comm_pairing {

using namespace stagescope;

namespace {

CommLink link(std::string step, std::string group, std::string name, int from, int to, double ms) {
    CommLink row;
    row.step = std::move(step);
    row.group = std::move(group);
    row.name = std::move(name);
    row.source = from;
    row.destination = to;
    row.sizeMb = 10;
    row.timeMs = ms;
    return row;
}

Run runOf() {
    std::vector<planted::CommRank> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().time("1", "g", "op", 0, 10).link("1", "g", rank, 1 - rank, 100, 10);
    }
    return planted::commRun(std::move(ranks), {{"g", "dp", {0, 1}}});
}

}  // namespace

class CommPairingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linksOfTheBaselineGetTheWordsOfTheRun() {
        const CommMatrix run{
            {link("7", "a", "hcom_send__123_40_1", 0, 1, 1), link("7", "a", "hcom_send__123_41_1", 0, 1, 1)}, 0, {}};
        const CommMatrix baseline{
            {link("2", "b", "hcom_send__456_8_1", 0, 1, 5), link("2", "b", "hcom_send__456_9_1", 0, 1, 6),
             link("2", "b", "hcom_send__456_10_1", 0, 1, 7), link("3", "b", "hcom_send__456_11_1", 0, 1, 8),
             link("2", "c", "allreduce-total", 2, 3, 9)},
            0,
            {}};
        const CommGroupKeys own{{"a", "0,1#0"}};
        const CommGroupKeys other{{"b", "0,1#0"}, {"c", "2,3#0"}};
        const auto told = inWordsOf({run, own}, {baseline, other}, {{"7", "2"}}).links;
        QCOMPARE(told.size(), std::size_t{4});  // step 3 has no counterpart
        QCOMPARE(told[0].name, std::string("hcom_send__123_40_1"));
        QCOMPARE(told[0].group, std::string("a"));
        QCOMPARE(told[0].step, std::string("7"));
        QCOMPARE(told[0].timeMs, 5.0);
        QCOMPARE(told[1].name, std::string("hcom_send__123_41_1"));
        QCOMPARE(told[2].name, std::string("hcom_send__456_10_1"));  // the run has no third one
        QCOMPARE(told[3].group, std::string("c"));                   // nor this group
        // One step beside each of two.
        QCOMPARE(inWordsOf({run, own}, {baseline, other}, {{"7", "3"}, {"8", "3"}}).links.size(), std::size_t{2});
    }

    void stepsPairByNameElseInOrder() {
        const std::vector<std::string> steps{"1", "2", "3"};
        QCOMPARE(pairedSteps(steps, std::vector<std::string>{"2", "9"}), (StepPairs{{"2", "2"}}));
        QCOMPARE(pairedSteps(steps, std::vector<std::string>{"7", "8"}), (StepPairs{{"1", "7"}, {"2", "8"}}));
    }

    void knownLinksAreSharedWhileTheyAreHeld() {
        const auto run = runOf();
        const auto held = knownLinks(run);
        QVERIFY(!held->matrix.links.empty());
        QCOMPARE(held->groups.size(), std::size_t{1});
        auto same = run;
        same.clock.setOffset(0, Nanos{5});  // links have nothing to do with it
        QCOMPARE(knownLinks(same), held);
        auto other = run;
        other.groups[0].ranks = {1, 0, 2};
        QVERIFY(knownLinks(other) != held);
        other = run;
        other.captures.pop_back();
        QVERIFY(knownLinks(other) != held);
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY(knownLinks(other, stopped.get_token())->matrix.links.empty());
    }
};

TEST_SUITE(CommPairingTest)

}  // namespace tst_comm_pairing

#include "tst_comm_pairing.moc"
