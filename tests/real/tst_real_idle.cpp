#include "core/analysis/run/core_frequency.h"
#include "core/analysis/run/dispatch_paths.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/trace/free_gaps.h"
#include "core/session/loading/load_job.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_real_idle {

using namespace stagescope;

namespace {

/// Nothing where the profile is not there.
std::optional<Run> loaded(const char *name) {
    const auto file = realFile(name);
    if (file.empty()) {
        return std::nullopt;
    }
    auto run = loadRun(file, RunId{0}, LoadDepth::Deep);
    return run ? std::optional(std::move(*run)) : std::nullopt;
}

}  // namespace

class RealIdleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void gapsCloseEverywhere_data() {
        QTest::addColumn<QByteArray>("name");
        for (const auto *name :
             {"ascend/cnn_db", "ascend/cnn_text", "ascend/qwen3_pp2dp2", "torch/dualpipe_chunk_train.json",
              "torch/hta_alexnet.json.gz", "torch/hta_two_ranks"}) {
            QTest::newRow(name) << QByteArray(name);
        }
    }
    void gapsCloseEverywhere() {
        QFETCH(QByteArray, name);
        const auto run = loaded(name.constData());
        if (!run) {
            QSKIP("no real data");
        }
        for (const auto &capture : run->captures) {
            const auto gaps = freeGaps(capture);
            for (const auto &step : gaps.steps) {
                Nanos idle{0};
                for (const auto &gap : step.gaps) {
                    QVERIFY(gap.whole.begin <= gap.range.begin && gap.range.end <= gap.whole.end);
                    idle += gap.range.duration();
                }
                QCOMPARE(step.busy + idle, step.range.duration());
            }
        }
    }

    /// The ten longest gaps of rank 0 as msprof-analyze's free_analysis lists them: the same begins and durations.
    /// Those that it blames on the host are the host's here too, except where it sees any task inside of the gap.
    void gapsOfThePeer() {
        const auto run = loaded("ascend/cnn_db");
        if (!run) {
            QSKIP("no real data");
        }
        const std::vector<std::pair<std::int64_t, std::int64_t>> expected = {
            {1736410576409657787, 2338607}, {1736410576407095896, 2010560}, {1736410576417131316, 1181464},
            {1736410576418707788, 1167343}, {1736410576414039634, 1102583}, {1736410576428472243, 1095342},
            {1736410576425723268, 954759},  {1736410576415606246, 892698},  {1736410576420737168, 844837},
            {1736410576422323120, 804356}};
        const auto gaps = freeGaps(*run->capture(0));
        std::vector<FreeGap> found;
        for (const auto &gap : gaps.steps.at(0).gaps) {
            if (gap.before != FreeGap::kNone && gap.after != FreeGap::kNone) {  // the peer has none at the ends
                found.push_back(gap);
            }
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const FreeGap &a, const FreeGap &b) { return a.range.duration() > b.range.duration(); });
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(ns(found[i].range.begin), expected[i].first);
            QCOMPARE(found[i].range.duration().count(), expected[i].second);
            QCOMPARE(found[i].cause, FreeCause::HostLaunch);
        }
    }

    /// Each kernel of the two forms of the same run is followed from the operator to the device, and the idle time
    /// before kernels is the free time that the profiler itself reports.
    void wholeWaysOfKernels_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("freeNanos");
        QTest::newRow("database") << QByteArray("ascend/cnn_db") << 25'258'144;
        QTest::newRow("text") << QByteArray("ascend/cnn_text") << 25'744'050;
    }
    void wholeWaysOfKernels() {
        QFETCH(QByteArray, name);
        QFETCH(int, freeNanos);
        const auto run = loaded(name.constData());
        if (!run) {
            QSKIP("no real data");
        }
        const auto paths = dispatchPaths(*run->capture(0));
        const auto before = idleBefore(paths);
        Nanos idle{0};
        int kernels = 0;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            idle += before[i].idle.value_or(Nanos{0});
            if (paths[i].klass != SliceClass::Computing) {
                continue;
            }
            ++kernels;
            const auto t = dispatchTimes(paths[i]);
            QVERIFY(t.python && t.enqueue && t.queue && t.secondQueue && t.launch && t.deviceWait);
            QCOMPARE(*t.python + *t.enqueue + *t.queue + *t.secondQueue + *t.launch + *t.deviceWait, *t.sinceOp);
        }
        QCOMPARE(kernels, 187);
        QVERIFY2(std::abs(idle.count() - freeNanos) < 1000, std::to_string(idle.count()).c_str());
    }

    void frequencies_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("database") << QByteArray("ascend/cnn_db");
        QTest::newRow("text") << QByteArray("ascend/cnn_text");
    }
    void frequencies() {
        QFETCH(QByteArray, name);
        const auto run = loaded(name.constData());
        if (!run) {
            QSKIP("no real data");
        }
        const auto found = coreFrequencies(*run);
        QCOMPARE(found.size(), std::size_t{2});
        for (const auto &rank : found) {
            QCOMPARE(rank.levels, std::vector<int>{1800});
            QCOMPARE(std::string(peerFrequencyVerdict(rank.levels)), std::string("normal"));
            QVERIFY(rank.drops.empty() && rank.cost == Nanos{0} && rank.computing > Nanos{0});
        }
    }

    void ranksWithoutAHost() {
        const auto run = loaded("ascend/qwen3_pp2dp2");
        if (!run) {
            QSKIP("no real data");
        }
        for (const auto &path : dispatchPaths(*run->capture(0))) {
            QVERIFY(!path.hasHost());
        }
        const auto gaps = freeGaps(*run->capture(0));
        for (const auto &gap : gaps.steps.at(0).gaps) {
            QCOMPARE(gap.cause, FreeCause::Unknown);
        }
    }
};

TEST_SUITE(RealIdleTest)

}  // namespace tst_real_idle

#include "tst_real_idle.moc"
