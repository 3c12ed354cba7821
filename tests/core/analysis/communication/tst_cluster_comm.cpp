#include "core/analysis/communication/cluster_agreement.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/communication/comm_late.h"
#include "core/analysis/communication/comm_overlap.h"
#include "core/analysis/communication/models/parallel_strategy.h"
#include "core/analysis/communication/ops/group_hash.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_cluster_comm {

using namespace stagescope;

namespace {

constexpr std::string_view kGroup = "3985310405473756128";  // group_name_19

struct RankFacts {
    int rank;
    std::int64_t position;  ///< in the group
    double startUs;
    double elapsedMs;
};

void addTime(TableBuilder &table, std::string_view name, std::string_view group, std::string_view kind, double startUs,
             double elapsedMs) {
    table.set("step", std::string_view("step5")).set("name", name).set("group", group).set("kind", kind);
    table.set("start_us", startUs).set("elapsed_ms", elapsedMs).set("transit_ms", 1.0).set("wait_ms", 3.0);
    table.set("synchronization_ms", 1.0).set("idle_ms", elapsedMs - 4).endRow();
}

void addLink(TableBuilder &table, std::int64_t from, std::int64_t to, double mb, int rank = -1) {
    table.set("step", std::string_view("step5")).set("name", std::string_view("allreduce-total"));
    table.set("group", kGroup).set("kind", std::string_view("collective")).set("source", from).set("destination", to);
    table.set("transport", std::string_view(from == to ? "LOCAL" : "HCCS")).set("op_name", std::string_view("op"));
    table.set("size_mb", mb).set("time_ms", 2.0);
    if (rank >= 0) {
        table.set("rank", std::int64_t{rank});
    }
    table.endRow();
}

void give(RankCapture &capture, TableBuilder &table) {
    capture.loaded.push_back({SourceId{0}, {}, {std::make_shared<const TableStore>(table.take())}});
}

Run runOf(const std::vector<RankFacts> &ranks) {
    Run run;
    for (const auto &facts : ranks) {
        RankCapture capture;
        capture.rank = facts.rank;
        TableBuilder times(TableKind::CommTimes);
        addTime(times, "hcom_allReduce__128_0_1", kGroup, "collective", facts.startUs, facts.elapsedMs);
        addTime(times, "hcom_allReduce__128_1_1", kGroup, "collective", facts.startUs + 5000, 4);
        give(capture, times);
        TableBuilder links(TableKind::CommLinks);
        addLink(links, facts.position, facts.position, 1);
        addLink(links, facts.position, 1 - facts.position, 8);
        addLink(links, facts.position, 7, 8);  // nobody knows this position
        give(capture, links);
        run.captures.push_back(std::move(capture));
    }
    return run;
}

const CommLink *linkOf(const CommMatrix &matrix, std::string_view name, int source, int destination) {
    const auto it = std::find_if(matrix.links.begin(), matrix.links.end(), [&](const CommLink &link) {
        return link.name == name && link.source == source && link.destination == destination;
    });
    return it == matrix.links.end() ? nullptr : &*it;
}

std::uint64_t countOf(const std::vector<ImportEntry> &entries, std::string_view code) {
    const auto it = std::find_if(entries.begin(), entries.end(), [&](const auto &e) { return e.code == code; });
    return it == entries.end() ? 0 : it->count;
}

}  // namespace

class ClusterCommTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hashOfGroups() {
        QCOMPARE(groupHash("group_name_0"), std::string("5862276093215481612"));
        QCOMPARE(groupHash("group_name_19"), std::string(kGroup));
    }

    void totalsSumTheOperators() {
        const auto times = commTimes(runOf({{4, 0, 100, 10}, {6, 1, 400, 10}}));
        QCOMPARE(times.size(), std::size_t{6});
        const auto &total = times[4];
        QCOMPARE(total.name, std::string(kAllOperators));
        QCOMPARE(total.rank, 4);
        QCOMPARE(total.step, std::string("5"));
        QCOMPARE(total.elapsedMs, 14.0);
        QCOMPARE(total.waitMs, 6.0);
        QCOMPARE(total.waitRatio(), 0.75);
        QCOMPARE(total.synchronizationRatio(), 0.5);
    }

    void positionsBecomeRanksByTheirOwnRows() {
        const auto matrix = commMatrix(runOf({{4, 0, 100, 10}, {6, 1, 400, 10}}));
        QVERIFY(linkOf(matrix, "allreduce-total", 4, 6) != nullptr);
        QVERIFY(linkOf(matrix, "allreduce-total", 6, 6) != nullptr);
        QCOMPARE(matrix.unmapped, std::size_t{2});
        const auto *total = linkOf(matrix, kAllOperators, 6, 4);
        QVERIFY(total != nullptr);
        QCOMPARE(total->gbps(), 4.0);
        QVERIFY(matrix.contradictions.empty());
    }

    void metadataNamesWhatFoldersDoNotAndContradictionsAreTold() {
        auto run = runOf({{4, 0, 100, 10}});
        run.groups = {{"group_name_19", "dp", {4, 9}}};
        const auto matrix = commMatrix(run);
        QVERIFY(linkOf(matrix, "allreduce-total", 4, 9) != nullptr);
        QCOMPARE(matrix.unmapped, std::size_t{1});
        const auto groups = commGroups(run);
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups[0].name, std::string("dp"));
        QCOMPARE(groups[0].ranks, (std::vector<int>{4, 9}));
        QCOMPARE(groups[0].seenRanks, (std::vector<int>{4}));
        run.groups = {{"group_name_19", "dp", {3, 4}}};
        QCOMPARE(commMatrix(run).contradictions, (std::vector<std::string>{std::string(kGroup)}));
        QCOMPARE(countOf(clusterAgreement(run), "comm.group_contradiction"), std::uint64_t{1});
    }

    void stagesByGroups() {
        const std::vector<CommGroupRow> groups{{true, "a", "", "pp", {0, 2}, {}},  {true, "b", "", "PP_1", {1, 3}, {}},
                                               {false, "c", "", "dp", {0, 1}, {}}, {false, "d", "", "embd", {0, 2}, {}},
                                               {false, "e", "", "tp", {2}, {}},    {false, "f", "", "dp", {2, 3}, {}}};
        QCOMPARE(stagesOfGroups(groups), (std::vector<std::vector<int>>{{0, 1}, {2, 3}}));
        QVERIFY(stagesOfGroups({groups[2], groups[5]}).empty());  // no pipeline is known
    }

    void filesOfAClusterAreCompared() {
        auto run = runOf({{4, 0, 100, 10}, {6, 1, 400, 10}});
        TableBuilder links(TableKind::CommLinks);
        addLink(links, 4, 4, 1);
        addLink(links, 4, 6, 8);
        addLink(links, 6, 6, 1.5);  // the ranks say 1
        addLink(links, 4, 5, 1);    // of a rank that is not here
        run.clusterTables.push_back(std::make_shared<const TableStore>(links.take()));
        const auto entries = clusterAgreement(run);
        QCOMPARE(countOf(entries, "comm.cluster_differs"), std::uint64_t{2});  // and the sum of the group
        QCOMPARE(countOf(entries, "comm.cluster_lacks"), std::uint64_t{2});    // 6-4
        QCOMPARE(countOf(entries, "comm.cluster_only"), std::uint64_t{0});
        QCOMPARE(countOf(entries, "comm.unmapped_links"), std::uint64_t{2});
    }

    void lastArrivals() {
        auto run = runOf({{4, 0, 100, 10}, {6, 1, 400, 10}, {7, 2, 1100, 10}});
        auto late = lateArrivals(run);
        QCOMPARE(late.collectives.size(), std::size_t{2});
        QCOMPARE(late.collectives[0].last, 7);
        QCOMPARE(late.collectives[0].behind, Nanos{700'000});
        QCOMPARE(late.collectives[0].spread, Nanos{1'000'000});
        QCOMPARE(late.collectives[0].waited, Nanos{1'700'000});
        QCOMPARE(late.collectives[1].cumulative, Nanos{1'400'000});
        QCOMPARE(late.collectives[1].step, std::int64_t{5});
        run.clock.setOffset(7, Nanos{-900'000});  // its clock was ahead
        late = lateArrivals(run);
        QCOMPARE(late.collectives[0].last, 6);
        QCOMPARE(late.collectives[0].behind, Nanos{200'000});
    }

    void exposedCommunication() {
        Run run;
        RankCapture capture;
        capture.rank = 2;
        TableBuilder busy(TableKind::BusyIntervals);
        busy.set("begin_ns", std::int64_t{100}).set("end_ns", std::int64_t{200}).set("kind", std::int64_t{0}).endRow();
        give(capture, busy);
        TableBuilder ops(TableKind::CommOps);
        for (const auto &[begin, end] : {std::pair<std::int64_t, std::int64_t>(150, 230), {220, 250}}) {
            ops.set("name", std::string_view("hcom_send_")).set("group", std::string_view("g"));
            ops.set("p2p", std::string_view("send")).set("begin_ns", begin).set("end_ns", end).endRow();
        }
        give(capture, ops);
        run.captures.push_back(std::move(capture));
        const auto rows = commOverlaps(run);
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].kind, std::string("send"));
        QCOMPARE(rows[0].operators, std::size_t{2});
        QCOMPARE(rows[0].time, Nanos{100});  // the union
        QCOMPARE(rows[0].exposed, Nanos{50});
    }

    void placesOfRanks() {
        ParallelSizes sizes;
        sizes.tp = 2;
        sizes.cp = 2;
        sizes.pp = 4;
        sizes.ep = 3;
        sizes.world = 96;
        const auto whole = completed(sizes);
        QVERIFY(whole);
        QCOMPARE(whole->dp, 6);
        for (const auto order : rankNumberings()) {
            QCOMPARE(rankNumberingOf(rankNumberingText(order)), std::optional(order));
            for (int rank = 0; rank < whole->world; ++rank) {
                QCOMPARE(rankAt(*placeOf(rank, *whole, order), *whole, order), rank);
            }
            QVERIFY(!placeOf(96, *whole, order));
        }
        // rank = tp cp dp pp + tp cp dp + tp cp + tp, and the other way round for the second order
        QCOMPARE(*placeOf(2 * 2 * 6 * 3 + 2 * 2 * 4 + 2 + 1, *whole, RankNumbering::MegatronTpCpEpDpPp),
                 (ParallelPlace{1, 1, 4, 3, 1}));
        QCOMPARE(*placeOf(2 * 2 * 4 * 5 + 2 * 2 * 3 + 1, *whole, RankNumbering::MegatronTpCpPpEpDp),
                 (ParallelPlace{1, 0, 5, 3, 2}));
        sizes.dp = 5;
        QVERIFY(!completed(sizes));  // 2 x 2 x 5 x 4 is not 96
        QVERIFY(!completed({}));
    }
};

TEST_SUITE(ClusterCommTest)

}  // namespace tst_cluster_comm

#include "tst_cluster_comm.moc"
