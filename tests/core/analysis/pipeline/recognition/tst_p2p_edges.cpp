#include "core/analysis/pipeline/recognition/cell_transfers.h"
#include "core/analysis/pipeline/recognition/p2p_edges.h"
#include "tests/core/analysis/played_pipeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_p2p_edges {

using namespace stagescope;

namespace {

constexpr Nanos kTransfer{250'000};
constexpr Nanos kPosted{100'000};  ///< receives are posted so much before their sends

P2pOp opOf(int rank, P2pOp::Kind kind, RankRange range) {
    P2pOp op;
    op.rank = rank;
    op.kind = kind;
    op.range = range;
    return op;
}

/// A numbered pipeline with a send and a receive for each of its transfers; the true pair has equal `nth`.
PipelineChart chartWithOps(ScheduleKind kind, bool hasConnections, bool hasPeers) {
    auto pipeline = played::play({.options = {.kind = kind, .stages = 4, .microbatches = 8}, .steps = 2});
    auto &chart = pipeline.chart;
    numberCells(chart, {}, {});
    const auto transfers = cellTransfers(chart, {});
    std::map<std::pair<int, int>, int> counts;
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const auto &producer = chart.cells[transfers[i].producer];
        const auto &consumer = chart.cells[transfers[i].consumer];
        const auto begin = producer.range.end;
        auto send = opOf(producer.rank, P2pOp::Kind::Send, {begin, begin + kTransfer});
        auto receive = opOf(consumer.rank, P2pOp::Kind::Receive, {begin - kPosted, begin + kTransfer});
        send.nth = receive.nth = static_cast<int>(i);
        if (hasPeers) {
            send.peer = consumer.rank;
            receive.peer = producer.rank;
        }
        if (hasConnections) {
            send.connection = receive.connection = "id" + std::to_string(i);
        }
        chart.p2p.edit().push_back(send);
        chart.p2p.edit().push_back(receive);
    }
    return chart;
}

struct Counts {
    std::size_t right = 0;
    std::size_t wrong = 0;
    std::size_t half = 0;
    std::size_t labelled = 0;
    std::map<P2pEdge::Evidence, std::size_t> evidence;
};

Counts countsOf(const PipelineChart &chart) {
    Counts counts;
    for (const auto &edge : chart.edges) {
        if (edge.send == P2pEdge::kNone || edge.receive == P2pEdge::kNone) {
            ++counts.half;
            continue;
        }
        const bool isRight = chart.p2p[edge.send].nth == chart.p2p[edge.receive].nth;
        ++(isRight ? counts.right : counts.wrong);
        counts.labelled += edge.microbatch >= 0 && edge.direction != P2pEdge::Direction::Unknown &&
                                   chart.cells[edge.producer].range.end == chart.p2p[edge.send].range.begin
                               ? 1
                               : 0;
        ++counts.evidence[edge.evidence];
    }
    return counts;
}

}  // namespace

class P2pEdgesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pairsComeFromTheBestEvidence_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("hasConnections");
        QTest::addColumn<bool>("hasPeers");
        QTest::addColumn<int>("evidence");
        for (const auto kind : {ScheduleKind::OneFOneB, ScheduleKind::GPipe, ScheduleKind::Interleaved}) {
            const std::string name(scheduleKindText(kind));
            const auto row = [&](const char *what, bool hasConnections, bool hasPeers, P2pEdge::Evidence evidence) {
                QTest::addRow("%s, %s", name.c_str(), what)
                    << static_cast<int>(kind) << hasConnections << hasPeers << static_cast<int>(evidence);
            };
            row("connections", true, true, P2pEdge::Evidence::Connection);
            row("arguments", false, true, P2pEdge::Evidence::Arguments);
            row("nothing", false, false, P2pEdge::Evidence::Schedule);
        }
    }
    void pairsComeFromTheBestEvidence() {
        QFETCH(int, kind);
        QFETCH(bool, hasConnections);
        QFETCH(bool, hasPeers);
        QFETCH(int, evidence);
        auto chart = chartWithOps(static_cast<ScheduleKind>(kind), hasConnections, hasPeers);
        const auto transfers = chart.p2p.size() / 2;
        QVERIFY(transfers > 0);
        pairP2p(chart, {});
        const auto counts = countsOf(chart);
        QCOMPARE(counts.right, transfers);
        QCOMPARE(counts.wrong + counts.half, std::size_t{0});
        QCOMPARE(counts.evidence.at(static_cast<P2pEdge::Evidence>(evidence)), transfers);
        QCOMPARE(counts.labelled, transfers);
        for (const auto &edge : chart.edges) {
            QCOMPARE(edge.receiveWait, kPosted);
            QCOMPARE(edge.sendWait, Nanos{0});
            QCOMPARE(edge.transfer, kTransfer);
        }
    }

    void lostOperationsDoNotShiftTheOthers() {
        for (const bool hasPeers : {true, false}) {
            auto chart = chartWithOps(ScheduleKind::OneFOneB, false, hasPeers);
            const auto transfers = chart.p2p.size() / 2;
            std::size_t i = 0;
            std::erase_if(chart.p2p.edit(), [&](const P2pOp &) { return i++ % 16 == 5; });
            pairP2p(chart, {});
            const auto counts = countsOf(chart);
            QCOMPARE(counts.wrong, std::size_t{0});
            QCOMPARE(counts.right, transfers - transfers / 8);
            QCOMPARE(counts.half, transfers / 8);
        }
    }

    /// Ids that count the operations of a file are off by one behind a lost one.
    void shiftedConnectionsAreNotBelieved() {
        auto chart = chartWithOps(ScheduleKind::OneFOneB, false, true);
        std::map<std::tuple<int, int, bool>, int> next;
        std::size_t lost = 0;
        std::erase_if(chart.p2p.edit(),
                      [&](const P2pOp &op) { return op.kind == P2pOp::Kind::Receive && lost++ == 3; });
        for (auto &op : chart.p2p.edit()) {
            const bool isSend = op.kind == P2pOp::Kind::Send;
            const auto from = isSend ? op.rank : op.peer;
            const auto to = isSend ? op.peer : op.rank;
            op.connection =
                std::to_string(from) + '_' + std::to_string(to) + '_' + std::to_string(next[{from, to, isSend}]++);
        }
        pairP2p(chart, {});
        const auto counts = countsOf(chart);
        QCOMPARE(counts.wrong, std::size_t{0});
        QCOMPARE(counts.right, chart.p2p.size() / 2);
    }

    void withoutScheduleTheEndsTell() {
        auto chart = chartWithOps(ScheduleKind::OneFOneB, false, false);
        chart.match.reset();
        pairP2p(chart, {});
        const auto counts = countsOf(chart);
        QVERIFY(counts.right > 9 * counts.wrong);
        QCOMPARE(counts.evidence.size(), std::size_t{1});
        QCOMPARE(counts.evidence.begin()->first, P2pEdge::Evidence::Order);
        QCOMPARE(chart.edges.front().microbatch, -1);
    }

    void aBatchCarriesSeveralEdges() {
        auto chart = chartWithOps(ScheduleKind::OneFOneB, false, false);
        const auto transfers = chart.p2p.size() / 2;
        // Middle ranks send forward and receive backward in one operation where the two lie close to each other.
        for (auto &op : chart.p2p.edit()) {
            op.kind = P2pOp::Kind::Batch;
        }
        pairP2p(chart, {});
        const auto counts = countsOf(chart);
        QVERIFY(counts.right >= transfers * 9 / 10);
        QCOMPARE(counts.evidence.begin()->first, P2pEdge::Evidence::Schedule);
    }

    void nothingIsPairedBackwardsInTime() {
        PipelineChart chart;
        chart.group.ranks = {0, 1};
        auto send = opOf(0, P2pOp::Kind::Send, {rankTime(100), rankTime(120)});
        auto receive = opOf(1, P2pOp::Kind::Receive, {rankTime(10), rankTime(20)});
        send.peer = 1;
        receive.peer = 0;
        send.connection = receive.connection = "x";
        chart.p2p = {send, receive};
        pairP2p(chart, {});
        QVERIFY(chart.edges.empty());
        ClockAlignment clock;
        clock.setOffset(1, Nanos{95});
        pairP2p(chart, clock);
        QCOMPARE(chart.edges.size(), std::size_t{1});
        QCOMPARE(chart.edges[0].sendWait, Nanos{5});
        QCOMPARE(chart.edges[0].transfer, Nanos{15});
    }
};

TEST_SUITE(P2pEdgesTest)

}  // namespace tst_p2p_edges

#include "tst_p2p_edges.moc"
