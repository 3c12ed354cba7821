#include "core/advice/findings.h"

#include <QtTest/QTest>

#include <algorithm>

using namespace stagescope;

namespace {

void give(RankCapture &capture, TableBuilder &table) {
    capture.loaded.push_back({SourceId{0}, {}, {std::make_shared<const TableStore>(table.take())}});
}

struct Sent {
    std::string_view transport;
    double packageMb;
    double count;
    double durationMs;
};

/// One rank, a step of 100 ms, one operator that took `elapsedMs`.
Run runOf(const std::vector<Sent> &sent, double elapsedMs = 10) {
    RankCapture capture;
    capture.rank = 3;
    TableBuilder steps(TableKind::StepTraceTime);
    steps.set("step", std::string_view("2")).set("computing_ns", std::int64_t{100'000'000});
    steps.set("not_overlapped_ns", std::int64_t{0}).set("free_ns", std::int64_t{0}).endRow();
    give(capture, steps);
    TableBuilder times(TableKind::CommTimes);
    times.set("step", std::string_view("step2"))
        .set("name", std::string_view("op"))
        .set("group", std::string_view("g"));
    times.set("elapsed_ms", elapsedMs).endRow();
    give(capture, times);
    TableBuilder table(TableKind::CommBandwidths);
    for (const auto &each : sent) {
        table.set("step", std::string_view("step2")).set("name", std::string_view("op"));
        table.set("group", std::string_view("g")).set("transport", each.transport);
        table.set("size_mb", each.packageMb * each.count).set("time_ms", each.durationMs);
        table.set("package_mb", each.packageMb).set("count", each.count).set("duration_ms", each.durationMs).endRow();
    }
    give(capture, table);
    Run run;
    run.captures.push_back(std::move(capture));
    return run;
}

const Finding *of(const std::vector<Finding> &list, std::string_view rule) {
    const auto it = std::find_if(list.begin(), list.end(), [&](const Finding &f) { return f.rule == rule; });
    return it == list.end() ? nullptr : &*it;
}

}  // namespace

class CommRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void manySmallPackets() {
        // 1000 packets of 0.1 MB at 5 GB/s, where large ones reach 20 GB/s: 20 ms instead of 5 ms
        const auto list = findings(runOf({{"HCCS", 0.1, 1000, 20}, {"HCCS", 20, 10, 10}, {"SDMA", 0.3, 1000, 20}}));
        const auto *finding = of(list, "small_packets");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->impact, Nanos{15'000'000});
        QCOMPARE(*finding->share, 0.15);
        QCOMPARE(finding->evidence.ranks.front().rank, 3);
    }

    void fewSmallPacketsAndFullOnesAreFine() {
        // 100 slow packets: their size explains 5 ms at most, and here they are 9 % of all
        QVERIFY(of(findings(runOf({{"HCCS", 0.1, 100, 20}, {"HCCS", 20, 1000, 1000}})), "small_packets") == nullptr);
        // small, but as fast as the large ones
        QVERIFY(of(findings(runOf({{"HCCS", 0.1, 1000, 5}, {"HCCS", 20, 10, 10}})), "small_packets") == nullptr);
        // slow, but not for being small: 40 packets cost 2 ms at most
        QVERIFY(of(findings(runOf({{"HCCS", 8, 40, 90}})), "small_packets") == nullptr);
    }

    void operatorsThatSendAgain() {
        const auto list = findings(runOf({{"RDMA", 20, 10, 4100}}, 4200));
        const auto *finding = of(list, "retransmission");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->impact, Nanos{4'200'000'000});
        QCOMPARE(finding->evidence.ranks.front().rank, 3);
        QVERIFY(of(findings(runOf({{"HCCS", 20, 10, 4100}}, 4200)), "retransmission") == nullptr);
        QVERIFY(of(findings(runOf({{"RDMA", 20, 10, 300}}, 4200)), "retransmission") == nullptr);  // waiting
    }
};

QTEST_GUILESS_MAIN(CommRulesTest)
#include "tst_comm_rules.moc"
