#include "core/analysis/blame/blame_study.h"
#include "core/analysis/blame/usual_times.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/store/tables/table_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace tst_blame {

using namespace stagescope;
using planted::RecordedRank;

namespace {

constexpr std::int64_t kUs = 1'000;

/// How many clusters are made; more on request.
int seedsAsked() {
    bool isNumber = false;
    const int asked = qEnvironmentVariableIntValue("STAGESCOPE_BLAME_SEEDS", &isNumber);
    return isNumber && asked > 0 ? asked : 10;
}

/// A cluster with one trouble, and what a chain must end at.
struct PlantedBlame {
    DemoOptions options;
    BlameWhat what = BlameWhat::Work;
    std::optional<FreeCause> gap{};
    std::vector<int> ranks;  ///< whose work or gap it is, or between which it goes
    std::string host{};      ///< what the host did in the gap; empty: whatever
};

PlantedBlame troubleOf(int seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    PlantedBlame planted;
    auto &options = planted.options;
    options.pp = 2 + below(3);
    options.dp = 2;
    options.microbatches = 4;
    options.layersPerStage = 1;
    options.steps = 2;
    options.seed = static_cast<std::uint64_t>(1000 + seed);
    if (seed % 3 == 0) {
        options.ranksPerHost = 2;
        options.clockOffset = Nanos{5'000'000};
    }
    DemoFault fault;
    fault.first = below(options.ranks());
    planted.ranks = {fault.first};
    switch (seed % 5) {
        case 0:
            fault.kind = DemoFault::Kind::SlowRank;
            fault.factorPpm = 1'150'000 + 1000 * below(1000);
            break;
        case 1:
            fault.kind = DemoFault::Kind::SlowLink;
            fault.first = below(options.ranks() - options.dp);
            fault.second = fault.first + options.dp;
            fault.factorPpm = 4'000'000 + 1000 * below(10'000);
            planted.what = BlameWhat::Transfer;
            planted.ranks = {fault.first, fault.second};
            break;
        case 2:
            fault.kind = DemoFault::Kind::SlowHost;
            fault.factorPpm = 20'000'000 + 1000 * below(30'000);
            planted.what = BlameWhat::Gap;
            planted.gap = FreeCause::HostLaunch;
            break;
        case 3:
            fault.kind = DemoFault::Kind::GcPause;
            fault.amount = 100 + below(300);
            planted.what = BlameWhat::Gap;
            planted.gap = FreeCause::HostLaunch;
            planted.host = "GC";
            break;
        default:
            // On a rank of the first stage: elsewhere it hides behind the wait for the first activation.
            fault.kind = DemoFault::Kind::SlowLoader;
            fault.first = below(options.dp);
            planted.ranks = {fault.first};
            fault.factorPpm = 8'000'000 + 1000 * below(20'000);
            planted.what = BlameWhat::Gap;
            planted.gap = FreeCause::DataLoading;
            break;
    }
    options.faults = {fault};
    return planted;
}

QString textOf(const BlameChain &chain) {
    QString text = QStringLiteral("waited %1 us, %2\n")
                       .arg(chain.waited.count() / kUs)
                       .arg(QString::fromUtf8(blameEndText(chain.end)));
    for (const auto &hop : chain.hops) {
        text += QStringLiteral("  rank %1 %2 %3 %4 us %5 for %6, between %7, excess %8 us\n")
                    .arg(hop.rank)
                    .arg(QString::fromUtf8(blameWhatText(hop.what)),
                         hop.gap ? QString::fromUtf8(freeCauseText(*hop.gap)) : QString())
                    .arg(hop.range.duration().count() / kUs)
                    .arg(QString::fromStdString(hop.name))
                    .arg(hop.waitedFor)
                    .arg(QString::fromStdString(hop.with))
                    .arg(hop.excess.count() / kUs);
    }
    return text;
}

bool isOf(const BlameChain &chain, const PlantedBlame &planted) {
    if (chain.blamed() == nullptr) {
        return false;
    }
    const auto &hop = *chain.blamed();
    if (!planted.host.empty() && chain.hops[chain.cause + 1].name != planted.host) {
        return false;
    }
    const auto ranks = planted.ranks.size() == 2
                           ? std::to_string(planted.ranks[0]) + "," + std::to_string(planted.ranks[1])
                           : std::string();
    // A slow host is slow in all that it does: which of it comes first on the way is chance.
    const bool isSlowHost = planted.gap == FreeCause::HostLaunch && hop.gap && isHostCause(*hop.gap);
    return hop.what == planted.what && (hop.gap == planted.gap || isSlowHost) &&
           (ranks.empty() ? hop.rank == planted.ranks[0] : hop.with == ranks);
}

constexpr std::string_view kReduce = "hcom_allReduce__1_0_1";

/// A rank with kernels that follow one another from 0 on, each `length` us long, then an all-reduce that ends at `end`.
RankCapture worker(int rank, int kernels, std::int64_t length, std::int64_t end) {
    RecordedRank recorded;
    std::int64_t at = 100 * kUs;
    for (int i = 0; i < kernels; ++i, at += length * kUs) {
        recorded.direct("aten::mm", "MatMul", 2 * i * kUs, (2 * i + 1) * kUs, at, at + length * kUs);
    }
    recorded.direct("all_reduce", kReduce, 60 * kUs, 61 * kUs, at, end * kUs, SliceClass::Communication);
    TableBuilder ops(TableKind::CommOps);
    ops.set("name", kReduce).set("group", "1").set("begin_ns", at).set("end_ns", end * kUs).endRow();
    return recorded.capture(rank, {planted::steps({{1, 0, 2000 * kUs}}), planted::shared(ops)});
}

/// Kernels of equal ranks, and how long the kernels of one name usually take on the first one.
struct EqualRanks {
    const char *what;
    std::vector<std::vector<std::pair<std::string_view, std::int64_t>>> kernels;  ///< by rank: names, us
    std::string_view asked;
    std::int64_t usual;
};

std::optional<BlameChain> chainOfStep(const Workspace &workspace) { return BlameStudy(workspace.runs[0]).costliest(1); }

}  // namespace

class TestBlame : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void chainsEndAtThePlantedCause() {
        const int seeds = seedsAsked();
        QString missed;
        int misses = 0;
        for (int seed = 0; seed < seeds; ++seed) {
            const auto planted = troubleOf(seed);
            const auto workspace = demoWith(planted.options);
            QVERIFY(workspace->mainRun() != nullptr);
            auto run = *workspace->mainRun();
            run.clock = measuredAlignment(run);  // as the program does
            const BlameStudy study(run);
            for (const auto &step : study.steps()) {
                const auto chain = study.costliest(step);
                if (!chain || !isOf(*chain, planted)) {
                    ++misses;
                    missed += QStringLiteral("seed %1, %2: %3")
                                  .arg(seed)
                                  .arg(QString::fromStdString(demoFaultText(planted.options.faults[0])),
                                       chain ? textOf(*chain) : QStringLiteral("no chain\n"));
                }
            }
        }
        QVERIFY2(misses == 0, qPrintable(QStringLiteral("%1 missed\n").arg(misses) + missed));
    }
    void everyHopCanBeShownAndIsEarlier() {
        const auto workspace = demoWith(troubleOf(0).options);
        const BlameStudy study(*workspace->mainRun());
        for (const auto &step : study.steps()) {
            const auto chain = study.costliest(step);
            QVERIFY(chain && chain->blamed() != nullptr);
            QVERIFY(chain->hops.size() >= 2);
            QCOMPARE(chain->hops.front().what, BlameWhat::Wait);
            const auto &clock = workspace->mainRun()->clock;
            auto end = clock.toAligned(chain->hops.front().rank, chain->hops.front().range.end);
            for (std::size_t i = 0; i <= chain->cause; ++i) {
                const auto &hop = chain->hops[i];
                QVERIFY(hop.item.has_value());
                QVERIFY(!locate(*workspace, *hop.item).empty());
                const auto ends = clock.toAligned(hop.rank, hop.range.end);
                QVERIFY(ends <= end);
                end = ends;
            }
            QCOMPARE(chain->hops[chain->cause + 1].what, BlameWhat::Host);
        }
    }
    void slowKernelsOfTheLastRank() {
        // Ranks 0 and 1 compute for 4 x 100 us, rank 2 for 4 x 200 us.
        const auto workspace =
            planted::workspace({worker(0, 4, 100, 950), worker(1, 4, 100, 950), worker(2, 4, 200, 950)});
        const auto chain = chainOfStep(workspace);
        QVERIFY(chain.has_value());
        QCOMPARE(chain->waited, Nanos{400 * kUs});
        QCOMPARE(chain->end, BlameEnd::Cause);
        QCOMPARE(chain->hops.front().waitedFor, 2);
        QCOMPARE(chain->blamed()->what, BlameWhat::Work);
        QCOMPARE(chain->blamed()->rank, 2);
        QCOMPARE(chain->blamed()->name, std::string("MatMul"));
        QCOMPARE(chain->blamed()->excess, Nanos{400 * kUs});
    }
    void moreWorkOfTheLastRank() {
        const auto workspace =
            planted::workspace({worker(0, 4, 100, 950), worker(1, 4, 100, 950), worker(2, 8, 100, 950)});
        const auto chain = chainOfStep(workspace);
        QVERIFY(chain.has_value());
        QCOMPARE(chain->end, BlameEnd::MoreWork);
        QCOMPARE(chain->blamed(), nullptr);
        QCOMPARE(chain->hops.size(), std::size_t{2});
        QCOMPARE(chain->hops.back().rank, 2);
        QCOMPARE(chain->hops.back().kernels, std::size_t{8});
    }
    void whatEqualRanksDoWithoutIsExtra() {
        const std::vector<EqualRanks> rows{
            {"no other has it", {{{"mm", 900}, {"cast", 100}}, {{"mm", 900}}}, "cast", 0},
            {"the other has as much under another name",
             {{{"mm", 500}, {"a", 400}}, {{"mm", 500}, {"b", 410}}},
             "a",
             400},
            {"each has a name of its own",
             {{{"mm", 500}, {"a", 400}},
              {{"mm", 500}, {"b", 400}},
              {{"mm", 500}, {"c", 400}},
              {{"mm", 500}, {"d", 400}}},
             "a",
             400},
            {"another name and more",
             {{{"mm", 500}, {"a", 300}, {"cast", 100}}, {{"mm", 500}, {"b", 300}}},
             "cast",
             75},
            {"what is slower everywhere is not counted twice",
             {{{"mm", 600}, {"a", 400}}, {{"mm", 500}, {"b", 400}}},
             "a",
             400},
            {"the other has no work", {{{"mm", 900}, {"cast", 100}}, {}}, "mm", 900},
            {"the record of the other was cut off", {{{"mm", 500}, {"adam", 500}}, {{"mm", 500}}}, "adam", 500},
            {"the others have no work", {{{"mm", 900}, {"cast", 100}}, {}, {}, {}}, "cast", 100},
            {"one of many has no work", {{{"mm", 900}, {"cast", 100}}, {{"mm", 900}}, {}, {{"mm", 900}}}, "cast", 0},
            {"nobody does the same work", {{{"mm", 900}, {"cast", 100}}}, "cast", 100},
        };
        for (const auto &row : rows) {
            UsualTimes usual;
            std::vector<int> equals;
            for (int rank = 0; rank < static_cast<int>(row.kernels.size()); ++rank) {
                for (const auto &[name, duration] : row.kernels[static_cast<std::size_t>(rank)]) {
                    usual.add(rank, usual.keyOf(name, {}), Nanos{duration * kUs}, Nanos{0});
                }
                equals.push_back(rank);
            }
            const auto key = usual.keyOf(row.asked, {});
            usual.finish({equals});
            QVERIFY2(usual.duration(0, key) == Nanos{row.usual * kUs},
                     qPrintable(QStringLiteral("%1: %2 us")
                                    .arg(QString::fromUtf8(row.what))
                                    .arg(usual.duration(0, key).count() / kUs)));
        }
    }
    void whatIsExtraOnOneRankIsUsualForOthers() {
        // Ranks 0 and 1 do the same work, rank 2 other work that has the kernel too.
        UsualTimes usual;
        const auto gemm = usual.keyOf("mm", {});
        const auto cast = usual.keyOf("cast", {});
        usual.add(0, gemm, Nanos{900 * kUs}, Nanos{0});
        usual.add(0, cast, Nanos{100 * kUs}, Nanos{0});
        usual.add(1, gemm, Nanos{900 * kUs}, Nanos{0});
        usual.add(2, cast, Nanos{100 * kUs}, Nanos{0});
        usual.finish({{0, 1}, {2}});
        QCOMPARE(usual.duration(2, cast), Nanos{100 * kUs});
    }
    void transfersOfUnknownSizeAreNotCompared() {
        // One all-reduce takes 50 us, another one of other ranks 500 us: nothing tells that they move as much.
        auto workspace = planted::workspace({worker(0, 4, 100, 550), worker(1, 4, 100, 550)});
        for (const int rank : {2, 3}) {
            RecordedRank recorded;
            recorded.direct("all_reduce", "hcom_allReduce__2_0_1", 60 * kUs, 61 * kUs, (rank + 100) * kUs, 600 * kUs,
                            SliceClass::Communication);
            TableBuilder ops(TableKind::CommOps);
            ops.set("name", std::string_view("hcom_allReduce__2_0_1")).set("group", std::string_view("2"));
            ops.set("begin_ns", (rank + 100) * kUs).set("end_ns", 600 * kUs).endRow();
            workspace.runs[0].captures.push_back(
                recorded.capture(rank, {planted::steps({{1, 0, 2000 * kUs}}), planted::shared(ops)}));
        }
        const auto chain = BlameStudy(workspace.runs[0]).chain({2, {rankTime(102 * kUs), rankTime(600 * kUs)}});
        QVERIFY(chain.has_value());
        QVERIFY(chain->blamed() == nullptr || chain->blamed()->what != BlameWhat::Transfer);
    }
    void aRankWithoutTimeline() {
        auto last = worker(2, 8, 100, 950);
        last.loaded[0].traces.clear();
        const auto workspace = planted::workspace({worker(0, 4, 100, 950), worker(1, 4, 100, 950), last});
        const auto chain = chainOfStep(workspace);
        QVERIFY(chain.has_value());
        QCOMPARE(chain->end, BlameEnd::NotLoaded);
        QCOMPARE(chain->hops.size(), std::size_t{1});
        QCOMPARE(chain->hops[0].waitedFor, 2);
    }
    void differencesWithinTheClocksSayNothing() {
        auto workspace = planted::workspace({worker(0, 4, 100, 950), worker(1, 8, 100, 950)});
        workspace.runs[0].clock.setUncertainty(Nanos{420 * kUs});  // rank 0 waited for 400 us of 450
        QVERIFY(!chainOfStep(workspace).has_value());
        // Where the clocks tell nothing at all the lengths do: all end together.
        workspace.runs[0].clock.setUncertainty(Nanos{5000 * kUs});
        const auto chain = chainOfStep(workspace);
        QVERIFY(chain.has_value());
        QCOMPARE(chain->uncertainty, Nanos{5000 * kUs});
        QCOMPARE(chain->hops.front().waitedFor, 1);
        QCOMPARE(chain->waited, Nanos{400 * kUs});
    }
    void clocksThatContradictMakeNoLoop() {
        for (const std::int64_t offset : {-900, -300, 300, 900, 1'000'000'000}) {
            auto workspace = planted::workspace({worker(0, 4, 100, 950), worker(1, 8, 100, 950)});
            workspace.runs[0].clock.setOffset(1, Nanos{offset * kUs});
            const auto chain = chainOfStep(workspace);
            QVERIFY(!chain || chain->hops.size() <= 8);
        }
    }
    void fromAnyTimeOfARank() {
        const auto workspace = planted::workspace({worker(0, 4, 100, 950), worker(1, 4, 200, 950)});
        const BlameStudy study(workspace.runs[0]);
        // The wait itself, a kernel behind another one, what no rank has, what lies behind all work.
        const auto wait = study.chain({0, {rankTime(500 * kUs), rankTime(950 * kUs)}});
        QVERIFY(wait && wait->blamed() != nullptr && wait->blamed()->rank == 1);
        const auto kernel = study.chain({0, {rankTime(300 * kUs), rankTime(400 * kUs)}});
        QVERIFY(kernel && kernel->hops.front().rank == 0);
        QVERIFY(!study.chain({7, {rankTime(0), rankTime(10)}}).has_value());
        QVERIFY(!study.chain({0, {rankTime(5000 * kUs), rankTime(6000 * kUs)}}).has_value());
    }
    void aShortWaitHasNoCauseThatStepsDifferBy() {
        // Of a step of 410 us 0.4 % are 1.64 us: rank 1 computes for 1 us more.
        const auto workspace = planted::workspace({worker(0, 1, 400, 510), worker(1, 1, 401, 510)});
        const BlameStudy study(workspace.runs[0]);
        const auto item = study.chain({0, {rankTime(500 * kUs), rankTime(510 * kUs)}});
        const auto step = study.costliest(1);
        const auto op = study.ofOperator(0, rankTime(500 * kUs), kReduce);
        for (const auto *chain : {&item, &step, &op}) {
            QVERIFY(!chain->has_value() || (*chain)->blamed() == nullptr);
        }
    }
    void nothingToBlame() {
        Run empty;
        const BlameStudy none(empty);
        QVERIFY(!none.costliest(std::nullopt).has_value());
        QCOMPARE(none.steps().size(), std::size_t{1});
        const auto alone = planted::workspace({worker(0, 4, 100, 950)});
        QVERIFY(!chainOfStep(alone).has_value());
    }
    void table() {
        const auto workspace = planted::workspace({worker(0, 4, 100, 950), worker(1, 4, 200, 950)});
        AnalysisInput input{.workspace = &workspace};
        const auto all = planted::table("blame", input);
        QVERIFY(all.rows.size() >= 2);
        input.step = 9;
        QCOMPARE(planted::table("blame", input).rows.size(), std::size_t{0});
        input.step.reset();
        input.parameters["item"] = "step:0/1";
        QCOMPARE(planted::table("blame", input).rows.size(), all.rows.size());
        input.parameters["item"] = "rank";
        QVERIFY(!analysisById("blame")->run(input, {}).has_value());
        input.parameters["item"] = "slice:0/77/1/1";
        QCOMPARE(planted::table("blame", input).rows.size(), std::size_t{0});
    }
};

TEST_SUITE(TestBlame)

}  // namespace tst_blame

#include "tst_blame.moc"
