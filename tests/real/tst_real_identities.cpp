#include "core/session/loading/load_job.h"
#include "tests/support/damaged_chart.h"
#include "tests/support/identities.h"
#include "tests/support/places.h"
#include "tests/support/step_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

namespace tst_real_identities {

using namespace stagescope;

namespace {
constexpr unsigned kDamages = 4;
}

/// Steps of real jobs add up like played ones, to the nanosecond, also when cells are shrunk, moved and deleted.
class RealIdentitiesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyProfileWithCells_data() {
        QTest::addColumn<QString>("path");
        for (const auto *name :
             {"ascend/cluster16", "ascend/cluster16_baseline", "ascend/cnn_db", "ascend/cnn_text",
              "ascend/qwen3_pp2dp2", "pipeline/straggler_ST.json.gz", "torch/dualpipe_chunk_train.json",
              "torch/hta_alexnet.json.gz", "torch/hta_two_ranks", "torch/h100_scenes/ddp4_slow_rank2",
              "torch/h100_scenes/pipelining/1F1B_cuda", "torch/h100_scenes/pipelining/DualPipeV_cuda",
              "torch/h100_scenes/pipelining/GPipe", "torch/h100_scenes/recompiled"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void everyProfileWithCells() {
        QFETCH(QString, path);
        const QDir root(realDataFolder());
        if (!root.exists(path)) {
            QSKIP("no such profile here");
        }
        const auto run = loadRun(root.filePath(path).toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        std::size_t compared = 0;
        const auto other = step_tables::disagreement(*run, compared);
        QVERIFY2(other.empty(), other.c_str());
        std::size_t accounts = 0;
        for (const auto &group : pipelineGroups(*run)) {
            const auto chart = pipelineChart(*run, group);
            const auto sums = identities::check(*run, chart);
            QVERIFY2(sums.broken.empty(), sums.broken.c_str());
            accounts += sums.accounts;
            for (unsigned seed = 1; seed <= kDamages; ++seed) {
                const auto after = identities::check(*run, identities::damaged(*run, chart, seed));
                QVERIFY2(after.broken.empty(), (after.broken + ", seed " + std::to_string(seed)).c_str());
            }
        }
        if (accounts == 0) {
            QSKIP("it has no cells");
        }
    }
};

TEST_SUITE(RealIdentitiesTest)

}  // namespace tst_real_identities

#include "tst_real_identities.moc"
