#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/core/advice/planted_faults.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <set>

namespace tst_cluster_verdicts {

using namespace stagescope;
using namespace stagescope::planted;

namespace {

struct Shape {
    int pp;
    int dp;
};
constexpr Shape kShapes[] = {{8, 8}, {4, 16}, {1, 64}};
constexpr int kSeeds = 2;

DemoOptions clusterOf(const Shape &shape, int seed) {
    DemoOptions options;
    options.pp = shape.pp;
    options.dp = shape.dp;
    options.steps = 2;
    options.seed = static_cast<std::uint64_t>(seed);
    return options;
}

std::optional<Run> played(const DemoOptions &options) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    if (!placeDemo(path, options)) {
        return std::nullopt;
    }
    auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
    if (!run) {
        return std::nullopt;
    }
    run->clock = measuredAlignment(*run);
    return *run;
}

std::set<int> ranksOf(const Finding &finding) {
    std::set<int> ranks;
    for (const auto &rank : finding.evidence.ranks) {
        ranks.insert(rank.rank);
    }
    return ranks;
}

QByteArray told(const std::vector<Finding> &found) {
    std::string text;
    for (const auto &finding : found) {
        text += findingText(finding.title) + " | ";
    }
    return QByteArray::fromStdString(text);
}

}  // namespace

/// Clusters of 64 ranks: a link that is slow and a rank that comes late, in the pipeline and in rings of replicas.
class ClusterVerdictsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void slowLinkAndLateRankAreNamedFirst_data() {
        QTest::addColumn<int>("shape");
        QTest::addColumn<int>("seed");
        for (int shape = 0; shape < static_cast<int>(std::size(kShapes)); ++shape) {
            for (int seed = 1; seed <= kSeeds; ++seed) {
                QTest::addRow("pp %d, seed %d", kShapes[shape].pp, seed) << shape << seed;
            }
        }
    }
    void slowLinkAndLateRankAreNamedFirst() {
        QFETCH(int, shape);
        QFETCH(int, seed);
        auto options = clusterOf(kShapes[shape], seed);
        std::mt19937_64 random(static_cast<std::uint64_t>(100 * shape + seed));
        // Of a ring over 16 or more ranks a link to the next one; of a pipeline one to the next stage.
        const int reach = shape == 0 ? options.dp : 1;
        int from = below(random, options.ranks() - reach);
        from -= shape > 0 && from % options.dp == options.dp - 1 ? 1 : 0;
        int late = below(random, options.ranks());
        while (late == from || late == from + reach) {
            late = below(random, options.ranks());
        }
        options.faults = {fault(DemoFault::Kind::SlowLink, from, from + reach, 5 + below(random, 6)),
                          fault(DemoFault::Kind::SlowRank, late, 0, 1.3 + 0.1 * below(random, 4))};
        const auto run = played(options);
        QVERIFY(run.has_value());
        const auto found = findings(*run);
        QVERIFY2(found.size() >= 2, told(found));
        const std::set<std::set<int>> named{ranksOf(found[0]), ranksOf(found[1])};
        QVERIFY2((named == std::set<std::set<int>>{{from, from + reach}, {late}}), told(found));
    }

    void faultlessOnesHaveNoFinding_data() {
        QTest::addColumn<int>("shape");
        for (int shape = 0; shape < static_cast<int>(std::size(kShapes)); ++shape) {
            QTest::addRow("pp %d", kShapes[shape].pp) << shape;
        }
    }
    void faultlessOnesHaveNoFinding() {
        QFETCH(int, shape);
        for (int seed = 1; seed <= kSeeds; ++seed) {
            const auto run = played(clusterOf(kShapes[shape], seed));
            QVERIFY(run.has_value());
            const auto found = findings(*run);
            QVERIFY2(found.empty(), told(found));
            // and its files tell the matrix of all ranks
            const auto matrix = commMatrix(*run);
            QCOMPARE(matrix.unmapped, std::size_t{0});
            std::set<int> sources;
            for (const auto &link : matrix.links) {
                sources.insert(link.source);
            }
            QCOMPARE(sources.size(), std::size_t{64});
        }
    }
};

TEST_SUITE(ClusterVerdictsTest)

}  // namespace tst_cluster_verdicts

#include "tst_cluster_verdicts.moc"
