#include "core/advice/findings.h"
#include "core/analysis/group_hash.h"
#include "tests/core/advice/comm_rank.h"

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

std::optional<Finding> found(const Run &run, std::string_view rule) {
    const auto list = findings(run);
    const auto it = std::find_if(list.begin(), list.end(), [&](const Finding &f) { return f.rule == rule; });
    return it == list.end() ? std::nullopt : std::optional(*it);
}

/// Four ranks of a data-parallel group, three steps of 100 ms with three collectives each: rank `late` stays `ms` less,
/// or another one in each collective.
Run lateRun(int late, double ms, bool alternating = false) {
    std::vector<planted::CommRank> ranks;
    for (int rank = 0; rank < 4; ++rank) {
        ranks.emplace_back(rank);
        for (const std::string step : {"1", "2", "3"}) {
            ranks.back().step(step, 100);
            for (int op = 0; op < 3; ++op) {
                const bool isLate = rank == (alternating ? (late + op) % 4 : late);
                const double jitter = 0.01 * ((rank + op) % 3);
                ranks.back().time(step, "g", "op" + std::to_string(op), 1000, 10 + jitter - (isLate ? ms : 0));
            }
        }
    }
    return planted::commRun(std::move(ranks), {{"g", "dp", {0, 1, 2, 3}}});
}

/// A ring of eight ranks, 100 MB to the next one in 5 ms; on rank 2's link in `ms`.
Run ringRun(double ms, double mb = 100) {
    std::vector<planted::CommRank> ranks;
    std::vector<int> members;
    for (int rank = 0; rank < 8; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().step("1", 100).link("1", "g", rank, rank, 100, 0.1, "LOCAL");
        ranks.back().link("1", "g", rank, (rank + 1) % 8, rank == 2 ? mb : 100, rank == 2 ? ms : 5 + 0.01 * rank);
        members.push_back(rank);
    }
    return planted::commRun(std::move(ranks), {{"g", "dp", members}});
}

/// Operators of 180 MB: three alone at 18 GB/s, one at `gbps` beside a kernel of that name, one beside MatMulV2.
Run contendedRun(double gbps, std::string_view kernel) {
    std::vector<planted::CommRank> ranks;
    auto &rank = ranks.emplace_back(0);
    rank.step("1", 200).kernel(kernel, 110'000'000, 110'500'000).kernel("MatMulV2", 160'000'000, 161'000'000);
    const double startsMs[] = {10, 25, 40, 100, 150};
    for (int op = 0; op < 5; ++op) {
        const double ms = 180 / (op < 3 ? 18 : gbps);
        const auto name = "op" + std::to_string(op);
        rank.time("1", "g", name, 1000 * startsMs[op], ms).sent("1", "g", name, "SDMA", 180, ms);
    }
    return planted::commRun(std::move(ranks));
}

/// Two ranks, one step of 100 ms: operators of a group from 10 ms to 10 + `ms`, computing beside them to 10 + `hidden`.
Run exposedRun(std::string name, std::int64_t ms, std::int64_t hidden, std::int64_t waitOfFirst = 0) {
    std::vector<planted::CommRank> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        const std::int64_t end = 10'000'000 + ms * 1'000'000;
        ranks.back()
            .steps(1, 0, 100'000'000)
            .op("g", "op", 10'000'000 - (rank == 0 ? waitOfFirst * 1'000'000 : 0), end);
        ranks.back().kernel("Add", 10'000'000, 10'000'000 + hidden * 1'000'000);
    }
    auto run = planted::commRun(std::move(ranks), {{"g", std::move(name), {0, 1}}});
    run.parallel.tp = 2;
    return run;
}

/// Two ranks, one step of 200 ms: buckets of gradients of 5 and 6 ms, of parameters of 6 and 3 ms, something else
/// computing beside all of them or none. Groups are called as in the names of operators: by the end of the hash.
Run bucketsRun(bool overlaps, bool hasOneBucket = false) {
    std::vector<planted::CommRank> ranks;
    const auto group = groupHash("group_name_5");
    const auto digits = group.substr(group.size() - 3);
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().steps(1, 0, 200'000'000).kernel("Add", 10'000'000, (overlaps ? 60 : 11) * 1'000'000);
        const auto op = [&](const char *name, std::int64_t beginMs, std::int64_t endMs) {
            ranks.back().op(digits, name, beginMs * 1'000'000, endMs * 1'000'000);
        };
        op("hcom_reduceScatter__1", 20, 25);
        op("hcom_allGather__1", 40, 46);
        op("hcom_allReduce__1", 70, 71);  // norms
        op("hcom_allReduce__2", 90, 91);
        if (!hasOneBucket) {
            op("hcom_reduceScatter__2", 26, 32);
            op("hcom_allGather__2", 47, 50);
        }
    }
    return planted::commRun(std::move(ranks), {{"group_name_5", "dp_cp", {0, 1}}});
}

/// AllToAll brings MB to each of two ranks of experts, from itself too.
void bring(std::vector<planted::CommRank> &ranks, double toFirst, double toSecond) {
    for (int rank = 0; rank < 2; ++rank) {
        for (int to = 0; to < 2; ++to) {
            ranks[static_cast<std::size_t>(rank)].link("1", "e", rank, to, (to == 0 ? toFirst : toSecond) / 2, 1,
                                                       to == rank ? "LOCAL" : "HCCS", "alltoallv-total");
        }
    }
}

/// Two ranks of experts without a timeline: what AllToAll brings them, and how long the second one waits in it.
Run tokensRun(double toFirst, double toSecond, double waitMs) {
    std::vector<planted::CommRank> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().step("1", 100).time("1", "e", "hcom_alltoallv__123_0_1", 1000, 20, "collective",
                                         rank == 0 ? 1 : 1 + waitMs);
    }
    bring(ranks, toFirst, toSecond);
    return planted::commRun(std::move(ranks), {{"e", "exp", {0, 1}}});
}

/// Two ranks of experts, one step of 100 ms, whose kernels take so long.
Run expertRun(std::int64_t firstMs, std::int64_t secondMs, std::string group = "exp",
              std::optional<std::pair<double, double>> tokens = {}) {
    std::vector<planted::CommRank> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().steps(1, 0, 100'000'000).kernel("Add", 0, 50'000'000);
        ranks.back().kernel("aclnnGroupedMatmulV4_GroupedMatmul", 50'000'000,
                            50'000'000 + (rank == 0 ? firstMs : secondMs) * 1'000'000);
    }
    if (tokens) {
        bring(ranks, tokens->first, tokens->second);
    }
    return planted::commRun(std::move(ranks), {{"e", std::move(group), {0, 1}}});
}

const Finding *of(const std::vector<Finding> &list, std::string_view rule) {
    const auto it = std::find_if(list.begin(), list.end(), [&](const Finding &f) { return f.rule == rule; });
    return it == list.end() ? nullptr : &*it;
}

bool hasFact(const Finding &finding, const std::string &id) {
    return std::any_of(finding.facts.begin(), finding.facts.end(), [&](const Message &fact) { return fact.id == id; });
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

    void aSlowLinkIsNoSmallPacket() {
        // 1000 packets of 0.1 MB on each of three ranks: 20 GB/s, and 5 GB/s on one of them
        Run run;
        for (const double ms : {5.0, 5.1, 20.0}) {
            auto one = runOf({{"HCCS", 0.1, 1000, ms}, {"HCCS", 20, 10, 10}});
            one.captures[0].rank = static_cast<int>(run.captures.size());
            run.captures.push_back(one.captures[0]);
        }
        QVERIFY(!found(run, "small_packets"));
    }

    void aRankThatComesLate() {
        const auto late = found(lateRun(2, 6), "late_rank");
        QVERIFY(late.has_value());
        QCOMPARE(late->evidence.ranks.size(), std::size_t{1});
        QCOMPARE(late->evidence.ranks[0].rank, 2);
        QVERIFY(std::abs(late->impact.count() - 18'000'000) < 100'000);
        QVERIFY(std::abs(*late->share - 0.18) < 0.001);
    }

    void jitterAndRanksThatAreLateInTurnAreNoFinding() {
        QVERIFY(!found(lateRun(2, 0), "late_rank"));
        QVERIFY(!found(lateRun(2, 0.9), "late_rank"));  // 2.7 ms of 100
        QVERIFY(!found(lateRun(2, 12, true), "late_rank"));
        // two ranks of a pipeline wait for one another by nature
        auto run = lateRun(2, 6);
        run.groups.push_back({"p", "pp", {1, 2}});
        QVERIFY(!found(run, "late_rank"));
    }

    void timelinesTellLateRanksToo() {
        std::vector<planted::CommRank> ranks;
        for (int rank = 0; rank < 2; ++rank) {
            ranks.emplace_back(rank);
            ranks.back().steps(1, 0, 100'000'000).op("g", "op", rank == 0 ? 10'000'000 : 30'000'000, 40'000'000);
        }
        const auto late = found(planted::commRun(std::move(ranks)), "late_rank");
        QVERIFY(late.has_value());
        QCOMPARE(late->evidence.ranks[0].rank, 1);
        QCOMPARE(late->impact, Nanos{20'000'000});
    }

    void aLinkOfLessBandwidth() {
        const auto slow = found(ringRun(20), "link_imbalance");
        QVERIFY(slow.has_value());
        QCOMPARE(slow->evidence.ranks[0].rank, 2);
        QCOMPARE(slow->evidence.ranks[1].rank, 3);
        QVERIFY((slow->evidence.items[0] == ItemRef{LinkRef{RunId{0}, "g", "1", "Total Op Info", 2, 3}}));
        QVERIFY(std::abs(slow->impact.count() - 15'000'000) < 100'000);
        QVERIFY(!found(ringRun(7), "link_imbalance"));         // 1.4 times
        QVERIFY(!found(ringRun(0.5, 0.1), "link_imbalance"));  // few bytes: of another kind
        QVERIFY(!found(ringRun(5), "link_imbalance"));
    }

    void matrixProductsBesideATransfer() {
        // 180 MB at 6 GB/s take 30 ms, 20 ms more than alone
        const auto slow = found(contendedRun(6, "aclnnMatmul_MatMulV2"), "bandwidth_contention");
        QVERIFY(slow.has_value());
        QCOMPARE(slow->evidence.ranks[0].rank, 0);
        QCOMPARE(slow->impact, Nanos{40'000'000});
        QVERIFY(!found(contendedRun(15, "aclnnMatmul_MatMulV2"), "bandwidth_contention"));  // 83 % of full
        const auto other = found(contendedRun(6, "Add"), "bandwidth_contention");
        QVERIFY(other.has_value());
        QCOMPARE(other->impact, Nanos{20'000'000});  // only the one beside MatMulV2
    }

    void dataParallelCommunicationThatNothingHides() {
        const auto exposed = found(exposedRun("dp_cp", 30, 5, 8), "exposed_dp");
        QVERIFY(exposed.has_value());
        QCOMPARE(exposed->impact, Nanos{25'000'000});  // the 8 ms are waiting for the other rank
        QCOMPARE(exposed->evidence.group, std::string("g"));
        QVERIFY(!found(exposedRun("dp_cp", 30, 12), "exposed_dp"));
        QVERIFY(!found(exposedRun("tp", 30, 5), "exposed_dp"));
        QVERIFY(!found(exposedRun("default_group", 30, 5), "exposed_dp"));  // with tensor parallelism in it
        auto plain = exposedRun("default_group", 30, 5);
        plain.parallel = {};
        QVERIFY(found(plain, "exposed_dp").has_value());
    }

    /// All but the last bucket of gradients and the first of parameters could be hidden.
    void overlapThatIsSwitchedOff() {
        const auto run = bucketsRun(false);
        const auto off = found(run, "overlap_off");
        QVERIFY(off.has_value());
        QCOMPARE(off->impact, Nanos{8'000'000});
        QCOMPARE(off->share, std::optional(0.04));
        QVERIFY(!found(run, "exposed_dp"));  // a tenth of the step
        QVERIFY(!found(bucketsRun(true), "overlap_off"));
        QVERIFY(!found(bucketsRun(false, true), "overlap_off"));
        const Workspace space{{run}};
        const auto table = planted::table("comm_overlap", {.workspace = &space});
        QVERIFY(!table.rows.empty());
        QCOMPARE(table.text(0, "group_name"), std::string("dp_cp"));
    }

    void packetsOfUnalignedSize() {
        // 1000 packets of 1.0001 MB at 10 GB/s, where aligned ones of a million bytes (1953 blocks) reach 20 GB/s
        const auto slow = found(runOf({{"HCCS", 1.0001, 1000, 100}, {"HCCS", 0.999936, 1000, 50}}), "byte_alignment");
        QVERIFY(slow.has_value());
        QVERIFY(std::abs(slow->impact.count() - 50'000'000) < 50'000);
        QCOMPARE(slow->evidence.ranks[0].rank, 3);
        QVERIFY(!found(runOf({{"HCCS", 0.999936, 1000, 100}}), "byte_alignment"));
        QVERIFY(!found(runOf({{"HCCS", 1.0001, 100, 10}, {"HCCS", 0.999936, 1000, 50}}), "byte_alignment"));  // few
        QVERIFY(!found(runOf({{"HCCS", 0.000004, 1000, 100}}), "byte_alignment"));  // flags, not data
        QVERIFY(!found(runOf({{"RDMA", 1.0001, 1000, 100}, {"SDMA", 1.0001, 1000, 100}}), "byte_alignment"));
    }

    void expertsWithUnequalWork() {
        const auto uneven = found(expertRun(40, 20), "expert_imbalance");
        QVERIFY(uneven.has_value());
        QCOMPARE(uneven->evidence.ranks[0].rank, 0);
        QCOMPARE(uneven->impact, Nanos{10'000'000});
        QVERIFY(!found(expertRun(40, 30), "expert_imbalance"));  // 1.14 times the mean
        QVERIFY(!found(expertRun(2, 0), "expert_imbalance"));    // 1 % of the step
        QVERIFY(!found(expertRun(40, 20, "dp"), "expert_imbalance"));
    }

    void whatAllToAllBringsIsEvidence() {
        const auto id = [](const char *fact) { return "finding.expert_imbalance.fact." + std::string(fact); };
        const auto busy = found(expertRun(40, 20, "exp", std::pair(60.0, 20.0)), "expert_imbalance");
        QVERIFY(busy && hasFact(*busy, id("received")) && !hasFact(*busy, id("even")));
        const auto slow = found(expertRun(40, 20, "exp", std::pair(40.0, 40.0)), "expert_imbalance");
        QVERIFY(slow && hasFact(*slow, id("received")) && hasFact(*slow, id("even")));
        const auto inferred = found(tokensRun(60, 20, 8), "expert_imbalance");
        QVERIFY(inferred.has_value());
        QCOMPARE(inferred->certainty, Certainty::Inferred);
        QCOMPARE(inferred->evidence.ranks[0].rank, 0);
        QCOMPARE(inferred->impact, Nanos{8'000'000});
        QVERIFY(!found(tokensRun(40, 40, 8), "expert_imbalance"));
        QVERIFY(!found(tokensRun(60, 20, 1), "expert_imbalance"));  // 1 % of the step
    }
};

QTEST_GUILESS_MAIN(CommRulesTest)
#include "tst_comm_rules.moc"
