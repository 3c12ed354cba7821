// Jobs that meet in a library of the host (Gloo): whoever is slow is named by findings, blame, late arrivals and
// ledger.
#include "core/advice/findings.h"
#include "core/analysis/blame/held_up.h"
#include "core/analysis/communication/stage_groups.h"
#include "core/analysis/difference/ledger.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace tst_host_collectives {

using namespace stagescope;

namespace {

constexpr int kSteps = 5;
constexpr std::int64_t kStartUs = 1'700'000'000'000'000;
constexpr std::int64_t kTailUs = 20'000;

/// What one rank does more than the others in each step, us.
struct Planted {
    int ranks = 2;
    int rank = -1;
    std::int64_t kernel = 0;  ///< its kernel takes longer
    std::int64_t host = 0;    ///< its host launches it later
    const char *collective = "all_reduce";
    bool marks = false;     ///< each microbatch is marked
    bool receives = false;  ///< what it works on comes from another rank
};

class TraceWriter {
public:
    explicit TraceWriter(const Planted &planted, unsigned seed) : m_planted(planted), m_random(seed) {}

    std::string trace(int rank) {
        m_events.clear();
        m_launches = 0;
        m_random.seed(static_cast<unsigned>(rank));
        const bool isSlow = rank == m_planted.rank;
        const auto kernel = kKernel + (isSlow ? m_planted.kernel : 0);
        const auto launch = kLaunch + (isSlow ? m_planted.host : 0);
        // All leave when the last one has come.
        const auto meet = kLaunch + kKernel + m_planted.kernel + m_planted.host + 7'000;
        const auto step = meet + 100 + kTailUs;
        for (int i = 0; i < kSteps; ++i) {
            const auto from = kStartUs + i * step;
            add("user_annotation", "ProfilerStep#" + std::to_string(i), 10, from, step - 10);
            if (m_planted.marks) {
                add("user_annotation", "Forward 0", 10, from + 5, launch + 35);
            }
            if (m_planted.receives) {
                add("user_annotation", "gloo:recv", 10, from + 6, 15);
            }
            add("cpu_op", "aten::mm", 10, from + launch - 20, 40);
            addKernel("gemm", from + launch, from + launch + 30, kernel - jitter());
            const auto comes = launch + 30 + kernel + 50 + jitter();
            add("cpu_op", "c10d::allreduce_", 10, from + launch + 40, 10);
            if (m_planted.collective == std::string_view("reduce")) {
                addReduce(rank, from, comes, meet);
            } else {
                add("user_annotation", std::string("gloo:") + m_planted.collective, 11, from + comes, meet - comes);
            }
            addKernel("adam", from + meet + 10, from + meet + 50, kTailUs - 100);
        }
        return "{'schemaVersion':1,'distributedInfo':{'rank':" + std::to_string(rank) +
               ",'world_size':" + std::to_string(m_planted.ranks) +
               ",'backend':'gloo'},'baseTimeNanoseconds':1,'traceEvents':[" + m_events + "]}";
    }

private:
    static constexpr std::int64_t kLaunch = 50;
    static constexpr std::int64_t kKernel = 15'000;

    /// To a rank that is not the slow one and waits for all; the others wait for what it sends back.
    void addReduce(int rank, std::int64_t from, std::int64_t comes, std::int64_t meet) {
        const bool isRoot = rank == (m_planted.rank == 0 ? 1 : 0);
        const auto left = isRoot ? meet - 6'500 : comes + 300;
        add("user_annotation", "gloo:reduce", 11, from + comes, left - comes);
        add("user_annotation", "gloo:broadcast", 11, from + left + 10, meet - left - 10);
    }
    std::int64_t jitter() { return std::uniform_int_distribution<std::int64_t>(0, 15)(m_random); }
    void add(const std::string &category, const std::string &name, int tid, std::int64_t begin, std::int64_t duration,
             const std::string &args = {}) {
        m_events += (m_events.empty() ? "" : ",\n") + std::string("{'ph':'X','cat':'") + category + "','name':'" +
                    name + "','pid':" + (category == "kernel" ? "0" : "10") + ",'tid':" + std::to_string(tid) +
                    ",'ts':" + std::to_string(begin) + ",'dur':" + std::to_string(duration) + ",'args':{" + args + "}}";
    }
    void addKernel(const std::string &name, std::int64_t launch, std::int64_t begin, std::int64_t duration) {
        const auto id = "'correlation':" + std::to_string(++m_launches);
        add("cuda_runtime", "cudaLaunchKernel", 10, launch, 5, id);
        add("kernel", name, 7, begin, duration, id + ",'device':0,'stream':7");
    }

    const Planted &m_planted;
    std::mt19937 m_random;
    std::string m_events;
    int m_launches = 0;
};

Run played(const Planted &planted, unsigned seed, std::uint32_t id) {
    const TraceFiles files;
    TraceWriter writer(planted, seed);
    for (int rank = 0; rank < planted.ranks; ++rank) {
        static_cast<void>(files.write(json(writer.trace(rank)), "rank" + std::to_string(rank) + ".json"));
    }
    auto run = loadedRun(files.path(""));
    run.id = RunId{id};
    return run;
}

}  // namespace

class HostCollectivesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSlowRankIsNamed_data() {
        QTest::addColumn<int>("seed");
        QTest::addColumn<bool>("ofHost");
        for (int seed = 0; seed < 14; ++seed) {
            QTest::addRow("kernels, seed %d", seed) << seed << false;
            QTest::addRow("host, seed %d", seed) << seed << true;
        }
    }
    void theSlowRankIsNamed() {
        QFETCH(int, seed);
        QFETCH(bool, ofHost);
        std::mt19937 random(static_cast<unsigned>(seed));
        const auto drawn = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
        constexpr std::array kCollectives{"all_reduce", "barrier",   "all_gather", "reduce_scatter",
                                          "all_to_all", "broadcast", "reduce"};
        Planted planted{.ranks = drawn(2, 6),
                        .collective = kCollectives.at(static_cast<std::size_t>(seed) % kCollectives.size())};
        const auto healthy = played(planted, static_cast<unsigned>(seed), 0);
        const auto none = findings(healthy);
        QVERIFY2(none.empty(), none.empty() ? "" : none.front().rule.c_str());
        QVERIFY(!whoHoldsUp(healthy));

        planted.rank = drawn(0, planted.ranks - 1);
        const std::int64_t more = drawn(10'000, 60'000);
        (ofHost ? planted.host : planted.kernel) = more;
        const auto run = played(planted, static_cast<unsigned>(seed), 1);
        const auto all = findings(run);
        QVERIFY(!all.empty());
        for (const auto &finding : all) {
            QCOMPARE(finding.evidence.ranks.size(), std::size_t{1});
            QCOMPARE(finding.evidence.ranks.front().rank, planted.rank);
        }
        QVERIFY2(std::abs(all.front().impact.count() / 1000 - more) < more / 10,
                 qPrintable(QString::number(all.front().impact.count() / 1000)));
        const auto holder = whoHoldsUp(run);
        QVERIFY(holder);
        QCOMPARE(holder->rank, planted.rank);
        QCOMPARE(holder->what, ofHost ? BlameWhat::Gap : BlameWhat::Work);
        QVERIFY(std::abs(holder->excess.count() / 1000 - more) < more / 10);
        std::size_t late = 0;
        for (const auto &each : lateArrivalsToTheEnd(run).collectives) {
            if (each.heldUpBy) {
                QCOMPARE(*each.heldUpBy, planted.rank);
                ++late;
            }
        }
        const bool areTwo = planted.collective == std::string_view("reduce");  // and the broadcast
        QCOMPARE(late, static_cast<std::size_t>(areTwo ? 2 * kSteps : kSteps));
        const auto both = ledger({&healthy, {}, {}}, {&run, {}, {}});
        QVERIFY(both.holder);
        QCOMPARE(both.holder->rank, planted.rank);
    }
    /// Marked microbatches make no pipeline of ranks that each do all of them; what they receive does, and its order
    /// makes one of them come last.
    void marksAloneMakeNoPipeline() {
        Planted planted{.ranks = 3, .rank = 1, .host = 30'000, .marks = true};
        auto run = played(planted, 1, 0);
        QVERIFY(!pipelineGroups(run).empty() && !StageGroups(run).hasPipelines());
        QVERIFY(whoHoldsUp(run) && whoHoldsUp(run)->rank == 1);
        planted.receives = true;
        run = played(planted, 1, 1);
        QVERIFY(StageGroups(run).hasPipelines());
        const auto all = findings(run);
        QVERIFY(std::ranges::none_of(all, [](const Finding &finding) { return finding.rule == "late_rank"; }));
    }
};

TEST_SUITE(HostCollectivesTest)

}  // namespace tst_host_collectives

#include "tst_host_collectives.moc"
