#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/run/typical_step.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_host_rules {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// One step of ten kernels of 98 ns, launched far ahead; what is planted delays all from the sixth kernel on by 160 ns.
struct Trouble {
    bool isLate = false;
    bool synchronises = false;
    bool loadsData = false;
    const char *doing = nullptr;  ///< what the launching thread does instead
    bool isSending = false;       ///< while transfers that it began go on
    std::int64_t operatorTime = 10;
    std::vector<std::pair<std::int64_t, double>> frequencies{};
};

RankCapture rankWith(int rank, const Trouble &trouble = {}) {
    const bool isDelayed = trouble.isLate || trouble.synchronises || trouble.loadsData;
    RecordedRank recorded;
    std::int64_t device = 1000;
    for (std::int64_t i = 0; i < 10; ++i) {
        std::int64_t launch = 70 * i + 60;
        if (isDelayed && i >= 5) {
            launch = 1640 + 60 * (i - 5);
            device += i == 5 ? 160 : 0;
        }
        recorded.direct("aten::mm", "MatMul", launch - trouble.operatorTime, launch, device, device + 98);
        device += 100;
    }
    if (trouble.synchronises) {
        recorded.host("aclrtSynchronizeStream", 1400, 1500, SliceClass::Runtime, "thread 2");
    }
    if (trouble.loadsData) {
        recorded.host("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 1505, 1630, SliceClass::HostOp,
                      "thread 2");
    }
    if (trouble.doing != nullptr) {
        recorded.host(trouble.doing, 1505, 1630, SliceClass::Runtime);
    }
    if (trouble.isSending) {
        recorded.host("gloo:send", 55, 1790, SliceClass::HostOp).host("gloo:send", 405, 1795, SliceClass::HostOp);
    }
    for (const auto &[time, mhz] : trouble.frequencies) {
        recorded.sample("AI Core Freq", time, mhz);
    }
    return recorded.capture(rank, {planted::steps({{1, 1000, device}})});
}

std::vector<Finding> found(const Trouble &first, const Trouble &second, const Trouble &third) {
    const auto space = planted::workspace({rankWith(0, first), rankWith(1, second), rankWith(2, third)});
    return findings(space.runs[0]);
}

}  // namespace

class TestHostRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingWithoutTrouble() {
        QVERIFY(found({}, {}, {}).empty());
        // Cores that slow down while idle cost nothing.
        const Trouble saving{.frequencies = {{0, 800}, {999, 1800}, {2010, 800}}};
        QVERIFY(found(saving, saving, saving).empty());
    }
    void oneRank_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QByteArray>("title");
        QTest::newRow("late") << QByteArray("late") << QByteArray("host_launch") << QByteArray("finding.host_launch");
        QTest::newRow("sync") << QByteArray("sync") << QByteArray("idle_gaps")
                              << QByteArray("finding.idle_gaps.synchronisation");
        QTest::newRow("data") << QByteArray("data") << QByteArray("data_loading") << QByteArray("finding.data_loading");
        QTest::newRow("data on a slow host")
            << QByteArray("data slow") << QByteArray("host_launch") << QByteArray("finding.host_launch");
    }
    void oneRank() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, rule);
        QFETCH(QByteArray, title);
        Trouble trouble;
        trouble.isLate = kind.contains("late");
        trouble.synchronises = kind.contains("sync");
        trouble.loadsData = kind.contains("data");
        trouble.operatorTime = kind.contains("slow") ? 40 : 10;
        const auto list = found({}, trouble, {});
        QCOMPARE(list.size(), std::size_t{1});
        const auto &finding = list[0];
        QCOMPARE(finding.rule, rule.toStdString());
        QCOMPARE(finding.title.id, title.toStdString());
        QCOMPARE(finding.title.args.at(0), std::string("1"));
        QCOMPARE(finding.impact, Nanos{162});
        QCOMPARE(finding.evidence.ranks.at(0).rank, 1);
        QCOMPARE(finding.evidence.step, std::optional<std::int64_t>(1));
        QVERIFY(std::holds_alternative<SliceRef>(finding.evidence.items.at(0)));
        for (const auto &fact : finding.facts) {
            QVERIFY(findingText(fact).find('%' + std::string("1")) == std::string::npos);
        }
    }
    void allRanks() {
        const Trouble late{.isLate = true};
        const auto list = found(late, late, late);
        QCOMPARE(list.size(), std::size_t{1});
        QCOMPARE(list[0].title.id, std::string("finding.host_launch.all"));
        QCOMPARE(list[0].impact, Nanos{162});
        QCOMPARE(list[0].certainty, Certainty::Measured);
    }
    /// What to do about late launches follows what the launching thread did instead, whatever goes on beside it.
    void remediesFollowTheHost_data() {
        QTest::addColumn<QByteArray>("doing");
        QTest::addColumn<QByteArray>("remedy");
        const auto row = [](const char *doing, const char *remedy) {
            QTest::newRow(doing) << QByteArray(doing) << QByteArray(remedy);
        };
        row("cudaMemcpyAsync", "finding.host.remedy.copying");
        row("AscendCL@aclrtMemcpyAsync", "finding.host.remedy.copying");
        row("inductor_compile", "finding.online_compilation.remedy");
        row("cuModuleLoadData", "finding.host.remedy.loading_modules");
        row("<built-in function collect>", "finding.host.remedy.collecting_garbage");
        row("<built-in function sleep>", "finding.host.remedy.sleeping");
        row("queue.py(154): get", "finding.host.remedy.locking");
        row("torch/serialization.py(944): save", "finding.host.remedy.reading_files");
    }
    void remediesFollowTheHost() {
        QFETCH(QByteArray, doing);
        QFETCH(QByteArray, remedy);
        for (const bool isSending : {false, true}) {
            const Trouble late{.isLate = true, .doing = doing.constData(), .isSending = isSending};
            const auto list = found(late, late, late);
            const auto it = std::ranges::find(list, std::string("host_launch"), &Finding::rule);
            QVERIFY(it != list.end());
            QVERIFY2(it->remedy.id.starts_with(remedy.constData()), it->remedy.id.c_str());
        }
    }
    /// A limit of 0 finds no more than there is.
    void thresholdOfZero() {
        const Trouble steady{.frequencies = {{0, 1800}}};
        const auto space = planted::workspace({rankWith(0, steady), rankWith(1, steady)});
        QVERIFY(findings(space.runs[0], {{"frequency.share", 0}}).empty());
    }
    /// Shares of all findings are of the same step, that which the time split shows as 100 %.
    void sharesHaveOneBase() {
        const Trouble late{.isLate = true, .frequencies = {{0, 1800}, {1500, 900}}};
        const auto space = planted::workspace({rankWith(0, {.frequencies = {{0, 1800}}}), rankWith(1, late)});
        const auto step = typicalStep(stepLengths(timeSplits(space.runs[0])))->length;
        const auto list = findings(space.runs[0]);
        QVERIFY(list.size() >= 2);
        for (const auto &finding : list) {
            QCOMPARE(*finding.share, static_cast<double>(finding.impact.count()) / static_cast<double>(step.count()));
        }
    }
    void lowFrequency() {
        const Trouble slow{.frequencies = {{0, 1800}, {1500, 900}}};
        const Trouble usual{.frequencies = {{0, 1800}}};
        const auto list = found(usual, usual, slow);
        QCOMPARE(list.size(), std::size_t{1});
        QCOMPARE(list[0].rule, std::string("frequency"));
        QCOMPARE(list[0].evidence.ranks.at(0).rank, 2);
        QCOMPARE(list[0].impact, Nanos{245});  // five kernels at half speed
    }
    /// Without calls of the host nothing is said about it, and why.
    void hostsThatAreNotRecorded() {
        RecordedRank recorded;
        recorded.device("a", 1000, 1100).device("b", 1900, 2000);
        const auto space = planted::workspace({recorded.capture(0, {planted::steps({{1, 1000, 2000}})})});
        const auto advice = adviceFor(space.runs[0]);
        QVERIFY(advice.findings.empty());
        for (const auto &outcome : advice.rules) {
            if (outcome.rule == "host_launch" || outcome.rule == "idle_gaps") {
                QVERIFY(outcome.unanswered.has_value());
            }
        }
    }
};

TEST_SUITE(TestHostRules)

}  // namespace tst_host_rules

#include "tst_host_rules.moc"
