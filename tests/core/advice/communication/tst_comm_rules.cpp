#include "core/advice/finding_texts.h"
#include "core/advice/joint_headroom.h"
#include "tests/core/advice/comm_faults.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <array>

namespace tst_comm_rules {

using namespace stagescope;
using namespace stagescope::planted;

namespace {

std::optional<Finding> found(const Run &run, std::string_view rule) {
    const auto list = findings(run);
    const auto it = std::find_if(list.begin(), list.end(), [&](const Finding &f) { return f.rule == rule; });
    return it == list.end() ? std::nullopt : std::optional(*it);
}

const Finding *of(const std::vector<Finding> &list, std::string_view rule) {
    const auto it = std::find_if(list.begin(), list.end(), [&](const Finding &f) { return f.rule == rule; });
    return it == list.end() ? nullptr : &*it;
}

/// By the step of a replay without what a rule blames; nothing where it says nothing or no replay can tell.
std::optional<Nanos> savedBy(const Run &run, std::string_view rule) {
    const auto study = HeadroomStudy::make(run);
    for (std::size_t i = 0; i < study->findings().size(); ++i) {
        if (study->findings()[i].rule == rule && study->canReplay(i)) {
            return study->of(std::array{i}).saved();
        }
    }
    return std::nullopt;
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
        QCOMPARE(finding->impact, Nanos{100'000'000});
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
        const auto run = planted::commRun(std::move(ranks));
        const auto late = found(run, "late_rank");
        QVERIFY(late.has_value());
        QCOMPARE(savedBy(run, "late_rank"), std::optional(late->impact));
        QVERIFY(!savedBy(lateRun(2, 6), "late_rank"));  // lengths alone do not tell when it waited
        QCOMPARE(late->evidence.ranks[0].rank, 1);
        QCOMPARE(late->impact, Nanos{20'000'000});
        QCOMPARE(late->place, std::string("communication/comm_late"));
    }

    /// Clocks that do not agree: the page of late arrivals would show the other rank.
    void aLateRankThatBeginsFirstIsShownByItsTimes() {
        std::vector<planted::CommRank> ranks;
        for (int rank = 0; rank < 2; ++rank) {
            ranks.emplace_back(rank);
            ranks.back()
                .steps(1, 0, 100'000'000)
                .op("g", "op", rank == 0 ? 10'000'000 : 5'000'000, rank == 0 ? 40'000'000 : 15'000'000);
        }
        const auto late = found(planted::commRun(std::move(ranks)), "late_rank");
        QVERIFY(late.has_value());
        QCOMPARE(late->evidence.ranks[0].rank, 1);
        QCOMPARE(late->place, std::string("communication/comm_durations"));
    }

    void aLinkOfLessBandwidth() {
        const auto slow = found(ringRun(20), "link_imbalance");
        QVERIFY(slow.has_value());
        QCOMPARE(slow->evidence.ranks[0].rank, 2);
        QCOMPARE(slow->evidence.ranks[1].rank, 3);
        QVERIFY((slow->evidence.items[0] == ItemRef{LinkRef{RunId{0}, "g", "1", "Total Op Info", 2, 3}}));
        QVERIFY(std::abs(slow->impact.count() - 15'000'000) < 100'000);
        QVERIFY(!savedBy(ringRun(20), "link_imbalance"));
        QCOMPARE(savedBy(ringRun(20, 100, true), "link_imbalance"), std::optional(slow->impact));
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
        QVERIFY(!savedBy(exposedRun("tp", 30, 5), "exposed_dp"));
        QCOMPARE(savedBy(exposedRun("dp_cp", 30, 5, 8), "exposed_dp"), std::optional(exposed->impact));
        QCOMPARE(exposed->evidence.group, std::string("g"));
        QVERIFY(!found(exposedRun("dp_cp", 30, 12), "exposed_dp"));
        QVERIFY(!found(exposedRun("tp", 30, 5), "exposed_dp"));
        QVERIFY(!found(exposedRun("default_group", 30, 5), "exposed_dp"));  // with tensor parallelism in it
        auto plain = exposedRun("default_group", 30, 5);
        plain.parallel = {};
        QVERIFY(found(plain, "exposed_dp").has_value());
        // A group whose name was lost is told by its ranks.
        std::vector<CommRank> ranks;
        for (int rank = 0; rank < 2; ++rank) {
            ranks.emplace_back(rank);
            ranks.back().steps(1, 0, 100'000'000).op("", "hcom_allReduce__1", 10'000'000, 40'000'000);
            ranks.back().kernel("Add", 10'000'000, 15'000'000);
        }
        const auto nameless = found(commRun(std::move(ranks), {}), "exposed_dp");
        QVERIFY(nameless.has_value());
        QVERIFY(findingText(nameless->facts.front()).find("ranks 0, 1") != std::string::npos);
    }

    /// All but the last bucket of gradients and the first of parameters could be hidden.
    void overlapThatIsSwitchedOff() {
        const auto run = bucketsRun(false);
        const auto off = found(run, "overlap_off");
        QVERIFY(off.has_value());
        QCOMPARE(off->impact, Nanos{8'000'000});
        QCOMPARE(savedBy(run, "overlap_off"), std::optional(off->impact));
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

TEST_SUITE(CommRulesTest)

}  // namespace tst_comm_rules

#include "tst_comm_rules.moc"
