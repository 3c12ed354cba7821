// One claim has one figure and one name, wherever it is told: findings, headroom, what-if and a rerun without the fault
// agree on what it costs; findings, ledger, late arrivals and blame on whom it comes of.
#include "core/advice/joint_headroom.h"
#include "core/advice/what_if/what_if_question.h"
#include "core/analysis/blame/held_up.h"
#include "core/analysis/difference/ledger.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/time/bubble_model.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/typical_step.h"
#include "core/base/number_text.h"
#include "core/demo/demo_options.h"
#include "core/scene/pipeline/pipeline_input.h"
#include "core/session/loading/load_job.h"
#include "tests/core/advice/planted_faults.h"
#include "tests/support/kept_demos.h"
#include "tests/support/same_figures.h"
#include "tests/support/step_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace tst_one_answer {

using namespace stagescope;
using namespace stagescope::planted;

namespace {

using Kind = DemoFault::Kind;

constexpr double kMostError = 0.03;   ///< of what a rerun gains
constexpr double kLeastKnown = 1e-3;  ///< of the step: steps of one healthy job differ by twice as much

/// A cluster with one fault, the same without it, and the question of what-if that mends it.
struct Planted {
    DemoOptions options;
    DemoOptions remedied;
    std::vector<int> ranks{};                       ///< that are to blame
    std::map<std::string, std::string> question{};  ///< none: what-if knows no such question
    int asked = 0;                                  ///< a rank of the pipeline that is asked
};

DemoOptions smallCluster(int seed) {
    DemoOptions options;
    options.pp = 3 + seed % 2;
    options.dp = 2;
    options.microbatches = 6;
    options.steps = 3;
    options.seed = static_cast<std::uint64_t>(100 + seed);
    return options;
}

Planted slowRankOf(int seed) {
    Planted planted{smallCluster(seed), smallCluster(seed)};
    const int rank = seed % planted.options.ranks();
    planted.options.faults = {fault(Kind::SlowRank, rank, 0, 1.2 + 0.1 * (seed % 4))};
    planted.ranks = {rank};
    planted.question = {{"fix", std::to_string(rank)}};
    planted.asked = rank;
    return planted;
}

/// Of the forwards alone.
Planted slowOperatorOf(int seed) {
    Planted planted{smallCluster(seed), smallCluster(seed)};
    const int rank = seed % planted.options.ranks();
    planted.options.faults = {fault(Kind::SlowOperator, rank, 0, 3 + seed % 3)};
    planted.ranks = {rank};
    planted.question = {{"fix", std::to_string(rank)}};
    planted.asked = rank;
    return planted;
}

/// That no other rank has.
Planted extraKernelOf(int seed) {
    Planted planted{smallCluster(seed), smallCluster(seed)};
    const int rank = seed % planted.options.ranks();
    planted.options.faults = {{.kind = Kind::AiCpuKernel, .first = rank, .amount = seed}};
    planted.ranks = {rank};
    planted.asked = rank;
    return planted;
}

/// The same work, even.
Planted slowStageOf(int seed) {
    Planted planted{smallCluster(seed), smallCluster(seed)};
    auto &options = planted.options;
    const int stage = 1 + seed % (options.pp - 1);
    const double factor = 1.25 + 0.1 * (seed % 3);
    options.faults = {fault(Kind::SlowStage, stage, 0, factor)};
    for (int other = 0; other < options.pp; ++other) {
        planted.remedied.faults.push_back(fault(Kind::SlowStage, other, 0, 1 + (factor - 1) / options.pp));
    }
    for (int replica = 0; replica < options.dp; ++replica) {
        planted.ranks.push_back(DemoCluster(options).rankAt(stage, replica));
    }
    planted.question = {{"balanced", "yes"}};
    planted.asked = planted.ranks.front();
    return planted;
}

Planted slowLinkOf(int seed) {
    Planted planted{smallCluster(seed), smallCluster(seed)};
    auto &options = planted.options;
    const int from = seed % (options.ranks() - options.dp);
    const int to = from + options.dp;
    options.faults = {fault(Kind::SlowLink, from, to, 3 + seed % 3)};
    planted.ranks = {from, to};
    planted.question = {{"link", std::to_string(from) + "-" + std::to_string(to)}};
    planted.asked = from;
    return planted;
}

/// On the first stage nothing hides it; behind that, its device waits for data meanwhile.
Planted slowHostOf(int seed) {
    Planted planted{smallCluster(seed), smallCluster(seed)};
    planted.options.pp = planted.remedied.pp = 2 + seed % 3;
    const int rank = seed % 2 == 0 ? planted.options.dp + seed % 4 / 2 : seed % planted.options.dp;
    planted.options.faults = {fault(Kind::SlowHost, rank, 0, 8 + 4 * (seed % 3))};
    planted.ranks = {rank};
    planted.asked = rank;
    return planted;
}

std::optional<Run> played(const DemoOptions &options, RunId id = RunId{0}) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    if (!placeDemo(path, options)) {
        return std::nullopt;
    }
    auto run = loadRun(path, id, LoadDepth::Deep);
    if (!run) {
        return std::nullopt;
    }
    run->clock = measuredAlignment(*run);
    return *run;
}

/// Mean over ranks and steps.
double stepOf(const Run &run) {
    std::vector<double> lengths;
    for (const int rank : run.ranks()) {
        for (const auto &step : rankSteps(*run.capture(rank))) {
            lengths.push_back(millis(step.range.duration()));
        }
    }
    return std::accumulate(lengths.begin(), lengths.end(), 0.0) / static_cast<double>(lengths.size());
}

std::optional<double> whatIfSaves(const Run &run, const Planted &planted) {
    for (const auto &group : pipelineGroups(run)) {
        if (planted.question.empty() || std::ranges::count(group.ranks, planted.asked) == 0) {
            continue;
        }
        const auto study = WhatIfStudy::make(run, group);
        const auto question = study ? whatIfQuestion(planted.question, run, *study) : fail(ErrorKind::NotFound, "");
        const auto answer = question ? study->answer(*question) : fail(ErrorKind::NotFound, "");
        return answer && answer->change ? std::optional(-millis(*answer->change)) : std::nullopt;
    }
    return std::nullopt;
}

/// What is waited for each rank, to the end.
std::map<int, Nanos> waitedFor(const Run &run) {
    std::map<int, Nanos> waited;
    for (const auto &late : lateArrivalsToTheEnd(run).collectives) {
        if (late.heldUpBy) {
            waited[*late.heldUpBy] += late.waited;
        }
    }
    return waited;
}

}  // namespace

class OneAnswerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFaultHasOnePriceAndOneName_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 4; ++seed) {
            QTest::addRow("slow rank, seed %d", seed) << 0 << seed;
            QTest::addRow("slow stage, seed %d", seed) << 1 << seed;
            QTest::addRow("slow link, seed %d", seed) << 2 << seed;
            QTest::addRow("slow host, seed %d", seed) << 3 << seed;
            QTest::addRow("slow operator, seed %d", seed) << 4 << seed;
            QTest::addRow("extra kernel, seed %d", seed) << 5 << seed;
        }
    }
    void everyFaultHasOnePriceAndOneName() {
        QFETCH(int, kind);
        QFETCH(int, seed);
        const auto planted = kind == 0   ? slowRankOf(seed)
                             : kind == 1 ? slowStageOf(seed)
                             : kind == 2 ? slowLinkOf(seed)
                             : kind == 3 ? slowHostOf(seed)
                             : kind == 4 ? slowOperatorOf(seed)
                                         : extraKernelOf(seed);
        const auto run = played(planted.options, RunId{1});
        const auto &healthy = healthyRun(planted.options);
        const auto remedied = kind == 1 ? played(planted.remedied) : healthy;
        QVERIFY(run && remedied && healthy);
        const auto study = HeadroomStudy::make(*run);
        QVERIFY(!study->findings().empty());
        onePrice(*run, *study, *remedied, planted);
        oneName(*run, *study, *healthy, planted);
        oneStep(*run, seed == 0);
    }

    void figuresAreTheSameInAllTables_data() {
        QTest::addColumn<QString>("options");
        QTest::newRow("slow rank") << QStringLiteral("schedule=1f1b pp=3 dp=2 microbatches=6 fault=slow-rank=3:1.3");
        QTest::newRow("one slow step of several")
            << QStringLiteral("schedule=gpipe pp=2 dp=2 microbatches=6 fault=gc-pause=1:300 steps=4");
        QTest::newRow("loss between cells")
            << QStringLiteral("schedule=mindspeed-dualpipev pp=2 dp=1 microbatches=4 logits=");
        QTest::newRow("interleaved, two faults") << QStringLiteral(
            "schedule=interleaved pp=2 dp=3 microbatches=4 fault=slow-link=1-4:8 fault=low-frequency=2:1.3");
        QTest::newRow("halves") << QStringLiteral("schedule=zb-v pp=2 dp=2 microbatches=6 fault=uneven-cells=1:1.6");
        QTest::newRow("one step") << QStringLiteral("schedule=looped-bfs pp=3 dp=1 microbatches=6 steps=1");
    }
    void figuresAreTheSameInAllTables() {
        QFETCH(QString, options);
        std::vector<std::pair<std::string, std::string>> pairs{{"layers", "1"}};
        for (const auto &option : options.split(QLatin1Char(' '))) {
            const auto at = option.indexOf(QLatin1Char('='));
            pairs.emplace_back(option.left(at).toStdString(), option.mid(at + 1).toStdString());
        }
        const auto parsed = parseDemoOptions(pairs);
        const auto run = parsed ? played(*parsed) : std::nullopt;
        QVERIFY(run.has_value());
        std::map<std::string, std::size_t> compared;
        const auto other = same_figures::disagreement(*run, compared);
        QVERIFY2(other.empty(), other.c_str());
        for (const auto *kind : {"step", "computing", "window"}) {
            QVERIFY2(compared[kind] > 0, kind);
        }
        // What a table has of each job with replicas and a fault.
        if (options.contains(QLatin1String("slow-rank"))) {
            for (const auto *kind : {"mean busy", "wait", "price", "bubbles", "share"}) {
                QVERIFY2(compared[kind] > 0, kind);
            }
        }
    }

    void slowLinksOfAllReplicasDoNotHideEachOther() {
        auto options = smallCluster(0);
        options.faults = {fault(Kind::SlowLink, 0, 2, 6), fault(Kind::SlowLink, 1, 3, 6)};
        const auto run = played(options, RunId{1});
        const auto &healthy = healthyRun(options);
        QVERIFY(run && healthy);
        const auto study = HeadroomStudy::make(*run);
        QCOMPARE(study->findings().size(), std::size_t{2});
        const double truth = stepOf(*run) - stepOf(*healthy);
        for (const auto &finding : study->findings()) {
            QCOMPARE(finding.rule, std::string("slow_link"));
            QVERIFY(std::abs(millis(finding.impact) - truth) <= kMostError * truth);
        }
        const auto saved = millis(study->of(std::vector<std::size_t>{0, 1}).saved());
        QVERIFY2(std::abs(saved - truth) <= kMostError * truth, std::to_string(saved).c_str());
    }

    /// Replicas wait for each other: of two troubles that cost as much neither saves anything alone.
    void troublesOfTwoReplicasDoNotHideEachOther_data() {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QStringList>("rules");
        const auto row = [](const char *first, const char *second, const QStringList &rules) {
            QTest::addRow("%s %s", first, second) << QByteArray(first) << QByteArray(second) << rules;
        };
        row("slow-host=0:10", "slow-link=5-7:4", {QStringLiteral("host_launch"), QStringLiteral("slow_link")});
        row("slow-loader=0:10", "slow-link=5-7:4", {QStringLiteral("data_loading"), QStringLiteral("slow_link")});
        row("slow-loader=0:15", "slow-rank=3:1.1", {QStringLiteral("data_loading"), QStringLiteral("slow_worker")});
    }
    void troublesOfTwoReplicasDoNotHideEachOther() {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(QStringList, rules);
        auto options = smallCluster(1);
        options.microbatches = 12;
        options.steps = 2;
        options.layersPerStage = 2;
        const auto healthy = played(options, RunId{2});
        options.faults = {*demoFaultFromText(first.toStdString()), *demoFaultFromText(second.toStdString())};
        const auto run = played(options, RunId{1});
        QVERIFY(run && healthy);
        const auto study = HeadroomStudy::make(*run);
        std::vector<std::size_t> all(study->findings().size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        QStringList found;
        for (const auto &finding : study->findings()) {
            found << QString::fromStdString(finding.rule);
        }
        for (const auto &rule : rules) {
            QVERIFY2(found.contains(rule), qPrintable(found.join(QLatin1Char(' '))));
        }
        const double truth = stepOf(*run) - stepOf(*healthy);
        const auto saved = millis(study->of(all).saved());
        QVERIFY2(std::abs(saved - truth) <= 0.15 * truth, qPrintable(QStringLiteral("%1 of %2").arg(saved).arg(truth)));
    }

    void aHealthyJobIsSilent_data() {
        QTest::addColumn<int>("schedule");
        QTest::addColumn<int>("dp");
        for (std::size_t i = 0; i < scheduleKinds().size(); ++i) {
            QTest::newRow(std::string(scheduleKindText(scheduleKinds()[i])).c_str()) << static_cast<int>(i) << 2;
        }
        QTest::newRow("short steps of three replicas") << 3 << 3;  // where jitter is much of any wait
        QTest::newRow("short steps of three replicas, others") << 6 << 3;
    }
    void aHealthyJobIsSilent() {
        QFETCH(int, schedule);
        QFETCH(int, dp);
        auto options = smallCluster(1);
        options.schedule = scheduleKinds()[static_cast<std::size_t>(schedule)];
        options.microbatches = 8;
        if (dp > options.dp) {
            options.dp = dp;
            options.ranksPerHost = options.ranks();
            options.layersPerStage = 1;
            options.seed = 5;
        }
        const auto run = played(options);
        QVERIFY(run.has_value());
        oneStep(*run, schedule % 3 == 0);
        const auto study = HeadroomStudy::make(*run);
        QVERIFY(study->findings().empty());
        const auto holder = whoHoldsUp(*run);
        QVERIFY2(!holder, qPrintable(holder ? QString::number(millis(holder->excess)) : QString()));
        QVERIFY(waitedFor(*run).empty());
    }

private:
    /// The cluster without its faults: several kinds are planted in the same one, which is played once.
    const std::optional<Run> &healthyRun(DemoOptions options) {
        options.faults.clear();
        const auto [it, isNew] = m_healthy.try_emplace({options.seed, options.pp});
        if (isNew) {
            it->second = played(options);
        }
        return it->second;
    }

    /// Tables agree on how long each step is, and what a pipeline shows first is the step that stands for all
    /// everywhere.
    static void oneStep(const Run &run, bool inAllTables) {
        std::size_t compared = 0;
        const auto other = inAllTables ? step_tables::disagreement(run, compared) : std::string();
        QVERIFY2(other.empty(), other.c_str());
        QVERIFY(compared > 0 || !inAllTables);
        const auto lengths = stepLengths(timeSplits(run));
        const auto *typical = typicalStep(lengths);
        QVERIFY(typical != nullptr && typical->step);
        for (const auto &group : pipelineGroups(run)) {
            const auto input = pipelineInput(run, group, std::nullopt);
            QCOMPARE(input.step, typical->step);
            QCOMPARE(input.typical, typical->step);
            QCOMPARE(bubbleModel(run, group.id, std::nullopt, {}).step, typical->step);
        }
    }

    static void onePrice(const Run &run, const HeadroomStudy &study, const Run &remedied, const Planted &planted) {
        const auto &first = study.findings().front();
        std::vector<std::size_t> all(study.findings().size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const auto headroom = study.of(all);
        const auto row = std::ranges::find(headroom.rows, std::size_t{0}, &JointHeadroom::Row::finding);
        QVERIFY(row != headroom.rows.end());
        QCOMPARE(first.impact, row->alone);
        QVERIFY(headroom.saved() <= study.step());
        Nanos gains{0};
        for (const auto &each : headroom.rows) {
            gains += each.gain;
        }
        QCOMPARE(gains, headroom.saved());
        const auto truth = stepOf(run) - stepOf(remedied);
        const auto allowed = std::max(kMostError * truth, kLeastKnown * millis(study.step()));
        const auto what = whatIfSaves(run, planted);
        qInfo("%s: finding %.3f, headroom %.3f, what-if %.3f, rerun %.3f ms", first.rule.c_str(), millis(first.impact),
              millis(row->alone), what.value_or(-1), truth);
        QVERIFY(std::abs(millis(first.impact) - truth) <= allowed);
        QVERIFY(planted.question.empty() || (what && std::abs(*what - truth) <= allowed));
    }

    static void oneName(const Run &run, const HeadroomStudy &study, const Run &healthy, const Planted &planted) {
        const auto isPlanted = [&](int rank) { return std::ranges::count(planted.ranks, rank) > 0; };
        for (const auto &rank : study.findings().front().evidence.ranks) {
            QVERIFY(isPlanted(rank.rank));
        }
        const auto holder = whoHoldsUp(run);
        QVERIFY(holder && isPlanted(holder->rank));
        const BlameStudy blame(run);
        for (const auto &step : blame.steps()) {
            const auto chain = blame.costliest(step);
            const auto cause = chain ? heldUpBy(*chain) : std::nullopt;
            QVERIFY(cause && isPlanted(cause->rank));
        }
        const auto ledgerOfBoth = ledger({.run = &healthy}, {.run = &run});
        QVERIFY(ledgerOfBoth.holder && isPlanted(ledgerOfBoth.holder->rank));
        QVERIFY(!ledgerOfBoth.rows.empty() && ledgerOfBoth.rows.front().evidenceAfter);
        QVERIFY(isPlanted(ledgerOfBoth.rows.front().evidenceAfter->rank));
        const auto waited = waitedFor(run);
        const auto most = std::ranges::max_element(waited, {}, [](const auto &entry) { return entry.second; });
        QVERIFY(most == waited.end() || isPlanted(most->first));
    }

    std::map<std::pair<std::uint64_t, int>, std::optional<Run>> m_healthy;  ///< by seed and stages
};

TEST_SUITE(OneAnswerTest)

}  // namespace tst_one_answer

#include "tst_one_answer.moc"
