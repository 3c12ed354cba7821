// Where the step of a real job went: bubbles by cause, the critical path, one truth in table, page and cells.
#include "core/analysis/analysis.h"
#include "core/analysis/pipeline/critical_path.h"
#include "core/scene/bubble_model.h"
#include "core/session/load_job.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

#include <cmath>

using namespace stagescope;

namespace {

std::string realPath(const char *name) {
    const auto fallback = QStringLiteral(STAGESCOPE_SOURCE_DIR "/../shared/data");
    const auto root = qEnvironmentVariable("STAGESCOPE_REAL_DATA", fallback);
    const QFileInfo file(root + QLatin1Char('/') + QString::fromLatin1(name));
    return file.exists() ? file.canonicalFilePath().toStdString() : std::string{};
}

double millis(Nanos d) { return static_cast<double>(d.count()) / 1e6; }
bool isNear(double seen, double wanted, double by = 0.1) { return std::abs(seen - wanted) <= by; }

}  // namespace

class RealBubblesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRankThatSitsInTransfersIsShownSo() {
        const auto path = realPath("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("real data is absent");
        }
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto model = bubbleModel(*run, "pp(0,2)", 13);
        QCOMPARE(model.rows.size(), std::size_t{2});
        const auto &account = model.rows[0].account;
        QVERIFY2(isNear(millis(account.range.duration()), 810.0),
                 qPrintable(QString::number(millis(account.range.duration()))));
        QVERIFY2(isNear(millis(account.p2p), 313.9), qPrintable(QString::number(millis(account.p2p))));
        QVERIFY(isNear(100 * millis(account.p2p) / millis(account.range.duration()), 38.8));
        QCOMPARE(account.peerBubble, Nanos{0});
        QCOMPARE(model.rows[0].bubbles.busy + model.rows[0].bubbles.idle(), model.window.duration());

        Workspace workspace;
        workspace.runs.push_back(std::move(*run));
        const auto table = analysisById("bubbles")->run({.workspace = &workspace, .ranks = {0}}, {});
        QVERIFY(table && table->rows.size() == 1);
        QVERIFY(isNear(std::stod(table->text(0, "p2p_us")) / 1000, 313.9));
        QVERIFY(isNear(std::stod(table->text(0, "p2p_of_step_percent")), 38.8));
        QCOMPARE(std::stod(table->text(0, "peer_bubble_us")), 0.0);
        QCOMPARE(std::stod(table->text(0, "sum_check_us")), 0.0);

        const auto chart = pipelineChart(workspace.runs[0], groupsAskedFor(workspace.runs[0], "pp(0,2)").front());
        const auto &first = chart.cells.front();
        QCOMPARE(first.kind, CellKind::Forward);
        QVERIFY(first.use.has_value());
        QVERIFY(isNear(millis(first.use->busy), 31, 0.5) && isNear(millis(first.range.duration()), 73.5, 0.5));
    }

    void aLongLastStageIsReproduced() {
        const auto path = realPath("pipeline/straggler_ST.json.gz");
        if (path.empty()) {
            QSKIP("real data is absent");
        }
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto model = bubbleModel(*run, {}, 23);
        QCOMPARE(model.rows.size(), std::size_t{4});
        // idle = head + dependency wait + (transfer, rendezvous, launch) + tail, in ms
        const double wanted[4][5] = {{1123.5, 0, 1120.1, 3.4, 0},
                                     {1129.4, 63.9, 921.7, 4.3, 139.4},
                                     {1127.9, 127.8, 719.6, 4.5, 276.0},
                                     {607.9, 191.4, 0, 2.3, 414.2}};
        for (std::size_t stage = 0; stage < 4; ++stage) {
            const auto &row = model.rows[stage].bubbles;
            const auto between =
                row.of(BubbleCause::Transfer) + row.of(BubbleCause::RendezvousWait) + row.of(BubbleCause::HostLaunch);
            // Gradient sync of a stage may begin within the tail of another: it is told from idling.
            const auto tail = row.of(BubbleCause::Tail) + row.of(BubbleCause::OtherWork);
            const double seen[5] = {millis(row.idle()), millis(row.of(BubbleCause::Head)),
                                    millis(row.of(BubbleCause::DependencyWait)), millis(between), millis(tail)};
            for (std::size_t i = 0; i < 5; ++i) {
                QVERIFY2(isNear(seen[i], wanted[stage][i]),
                         qPrintable(QStringLiteral("stage %1, figure %2: %3").arg(stage).arg(i).arg(seen[i])));
            }
        }
        QVERIFY(model.parts.has_value());
        QVERIFY(isNear(millis(model.parts->window), 1936.1));
        QVERIFY(isNear(millis(model.parts->uniform), 1643.2));
        QVERIFY(isNear(millis(model.parts->stages), 1935.2));
        QVERIFY(isNear(millis(model.parts->actual), 1931.1));
        QVERIFY(isNear(millis(model.parts->transfers), 1934.8));
    }
};

QTEST_GUILESS_MAIN(RealBubblesTest)
#include "tst_real_bubbles.moc"
