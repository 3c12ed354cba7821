#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/store/tables/table_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_pipeline_groups {

using namespace stagescope;

namespace {

struct Transfer {
    const char *kind;
    int peer;
    std::int64_t begin;
};

RankCapture rankWith(int rank, const std::vector<Transfer> &transfers) {
    TableBuilder table(TableKind::P2pOps);
    for (const auto &transfer : transfers) {
        table.set("name", std::string_view("op")).set("begin_ns", transfer.begin).set("end_ns", transfer.begin + 5);
        table.set("kind", std::string_view(transfer.kind)).set("group", std::string_view("g"));
        table.set("connection", std::string_view{}).set("peer", std::int64_t{transfer.peer}).endRow();
    }
    return planted::capture(rank, {planted::shared(table)});
}

std::string texts(const std::vector<PipelineGroup> &groups) {
    std::string text;
    for (const auto &group : groups) {
        text += (text.empty() ? "" : " ") + group.id + ":" + std::string(groupOriginText(group.origin));
    }
    return text;
}

}  // namespace

class PipelineGroupsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chainsInStageOrder() {
        // Stages on ranks 5, 1, 3: activations go 5 -> 1 -> 3. A second pipeline of 0 and 2.
        const auto workspace = planted::workspace(
            {rankWith(0, {{"receive", 2, 30}}), rankWith(1, {{"receive", 5, 10}, {"send", 3, 20}}),
             rankWith(2, {{"send", 0, 20}, {"receive", 0, 60}}), rankWith(3, {{"receive", 1, 20}, {"send", 1, 40}}),
             rankWith(5, {{"send", 1, 5}, {"receive", 1, 50}})});
        QCOMPARE(texts(pipelineGroups(workspace.runs[0])), std::string("pp(2,0):p2p_graph pp(5,1,3):p2p_graph"));
    }

    void ringOfInterleavedChunks() {
        const auto workspace = planted::workspace({rankWith(0, {{"receive", 1, 20}, {"send", 2, 30}}),
                                                   rankWith(1, {{"send", 0, 10}, {"receive", 2, 50}}),
                                                   rankWith(2, {{"receive", 0, 30}, {"send", 1, 40}})});
        QCOMPARE(texts(pipelineGroups(workspace.runs[0])), std::string("pp(1,0,2):p2p_graph"));
    }

    void missingRankIsKnownByItsPartners() {
        const auto workspace = planted::workspace({rankWith(0, {{"send", 1, 10}}), rankWith(2, {{"receive", 1, 30}})});
        QCOMPARE(texts(pipelineGroups(workspace.runs[0])), std::string("pp(0,1,2):p2p_graph"));
    }

    void otherShapesAreNoPipelines() {
        const auto workspace = planted::workspace({rankWith(0, {{"batch", 1, 1}, {"batch", 2, 1}, {"batch", 3, 1}}),
                                                   rankWith(1, {}), rankWith(2, {{"batch", 3, 1}}), rankWith(3, {})});
        QCOMPARE(texts(pipelineGroups(workspace.runs[0])), std::string());
    }

    void metadataComesFirst() {
        auto workspace = planted::workspace({rankWith(0, {{"send", 1, 10}}), rankWith(1, {{"receive", 0, 20}})});
        workspace.runs[0].groups.push_back({"id", "pp", {1, 0}});
        QCOMPARE(texts(pipelineGroups(workspace.runs[0])), std::string("pp(1,0):metadata"));
    }

    void byHand() {
        const auto workspace = planted::workspace({rankWith(0, {{"send", 1, 10}}), rankWith(1, {}), rankWith(2, {})});
        const auto &run = workspace.runs[0];
        QCOMPARE(texts(groupsAskedFor(run, "")), std::string("pp(0,1):p2p_graph"));
        QCOMPARE(texts(groupsAskedFor(run, "pp(0,1)")), std::string("pp(0,1):p2p_graph"));
        QCOMPARE(texts(groupsAskedFor(run, "2,0")), std::string("pp(2,0):by_hand"));
        QCOMPARE(texts(groupsAskedFor(run, "pp(1,2)")), std::string("pp(1,2):by_hand"));
        for (const auto *text : {"pp(1,7)", "0,7", "7,8", "2,", "2,2", "-1", "x", "pp()"}) {
            QVERIFY2(groupsAskedFor(run, text).empty(), text);
        }
    }

    void partnerOfAGroupOfTwo() {
        // 985310405473756128 ends in 128: how names of operators shorten "group_name_19".
        TableBuilder groups(TableKind::Groups);
        groups.set("key", std::string_view("group_name_19")).set("name", std::string_view("pp"));
        groups.set("group_rank", std::int64_t{0}).set("global_ranks", std::string_view("0,2")).endRow();
        groups.set("key", std::string_view("group_name_5")).set("name", std::string_view("dp"));
        groups.set("group_rank", std::int64_t{0}).set("global_ranks", std::string_view("0,1,2")).endRow();
        TableBuilder ops(TableKind::P2pOps);
        for (const auto *group : {"128", "3985310405473756128", "group_name_19", "097", "other"}) {
            ops.set("name", std::string_view("hcom_send")).set("kind", std::string_view("send"));
            ops.set("group", std::string_view(group)).endRow();
        }
        const auto found = p2pOps(planted::capture(2, {planted::shared(groups), planted::shared(ops)}));
        std::vector<int> peers;
        for (const auto &op : found) {
            peers.push_back(op.peer);
        }
        QCOMPARE(peers, (std::vector<int>{0, 0, 0, -1, -1}));
    }
};

TEST_SUITE(PipelineGroupsTest)

}  // namespace tst_pipeline_groups

#include "tst_pipeline_groups.moc"
