// Where the step of a real job went: bubbles by cause, the critical path, one truth in table, page and cells.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/pipeline/time/bubble_model.h"
#include "core/analysis/pipeline/time/critical_path.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/number_text.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

#include <cmath>

namespace tst_real_bubbles {

using namespace stagescope;

namespace {

bool isNear(double seen, double wanted, double by = 0.1) { return std::abs(seen - wanted) <= by; }

}  // namespace

class RealBubblesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRankThatSitsInTransfersIsShownSo() {
        const auto path = realFile("ascend/qwen3_pp2dp2");
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
        QVERIFY2(isNear(millis(*account.p2p), 313.9), qPrintable(QString::number(millis(*account.p2p))));
        // Exactly what kernel_details.csv and the column Stage of step_trace_time.csv say; 38.749 %.
        QCOMPARE(*account.p2p, Nanos{313'877'800});
        QCOMPARE(account.range.duration(), Nanos{810'022'360});
        QVERIFY(isNear(100 * millis(*account.p2p) / millis(account.range.duration()), 38.8));
        QCOMPARE(*account.peerBubble, Nanos{0});
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
        QVERIFY(isNear(millis(chart.p2p.front().range.begin - first.range.begin), 74, 0.2));
    }

    /// The loss makes the last stage half as long again as the first one: that is what the first stage waits for.
    void aLongLossIsImbalanceOfTheLastStage() {
        const auto path = realFile("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("real data is absent");
        }
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        run->clock = measuredAlignment(*run);
        const auto model = bubbleModel(*run, "pp(0,2)", 13);
        QVERIFY(model.parts.has_value());
        QVERIFY(isNear(millis(model.parts->busyMean), 400.1));
        QVERIFY(isNear(millis(model.parts->stageImbalance()), 35.2, 0.5));
        QVERIFY(millis(model.parts->launch()) < 10);
        QCOMPARE(model.parts->residual(), Nanos{0});
        QVERIFY(isNear(millis(model.rows[1].account.of(OtherWork::Loss)), 192.4));

        const auto isImbalance = [](const Finding &finding) {
            return finding.title.id == "finding.stage_imbalance.last";
        };
        const auto judged = findings(*run);
        QVERIFY(std::none_of(judged.begin(), judged.end(), isImbalance));  // with a fused loss it would be gone
        const auto found = findings(*run, {{"unfused_kernels.share", 1}});
        const auto imbalance = std::find_if(found.begin(), found.end(), isImbalance);
        QVERIFY(imbalance != found.end());
        const auto &first = *imbalance;
        QCOMPARE(first.title.args.front(), std::string("1"));
        QCOMPARE(first.evidence.ranks.size(), std::size_t{1});
        QCOMPARE(first.evidence.ranks.front().rank, 2);
        // The job's step replayed with even stages, not the window of one pipeline without its transfers.
        QVERIFY(isNear(millis(first.impact), 34.55));
        const auto work = std::find_if(first.facts.begin(), first.facts.end(), [](const Message &fact) {
            return fact.id == "finding.stage_imbalance.fact.work";
        });
        QVERIFY(work != first.facts.end());
        QVERIFY(isNear(std::stod(work->args[1]), 192.4));
        const auto loss = std::find_if(first.facts.begin(), first.facts.end(), [](const Message &fact) {
            return fact.id == "finding.stage_imbalance.fact.loss.npu";
        });
        QVERIFY(loss != first.facts.end());
        QVERIFY(isNear(std::stod(loss->args[1]), 108.4));
        QCOMPARE(loss->args[3], std::string("151936"));
        // Two buckets each: the second reduce-scatter of rank 2 and its first all-gather stay exposed.
        const auto overlap = std::find_if(found.begin(), found.end(),
                                          [](const Finding &finding) { return finding.rule == "overlap_off"; });
        QVERIFY(overlap != found.end());
        // What a rank could hide is 23.30 + 12.01; hidden on all ranks at once, the step is shorter by a bit more.
        QVERIFY(isNear(millis(overlap->impact), 38.32));
        // Half of the difference of 141 ms, in layers of 11.8 ms.
        QCOMPARE(first.remedy.id, std::string("finding.stage_imbalance.remedy.layers"));
        QCOMPARE(first.remedy.args[1], std::string("[14,14]"));
        QCOMPARE(first.remedy.args[2], std::string("[17,11]"));
        QVERIFY(std::stod(first.remedy.args[3]) > 20);
    }

    void aLongLastStageIsReproduced() {
        const auto path = realFile("pipeline/straggler_ST.json.gz");
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
            // No launch is recorded: no host is blamed for what begins late.
            QCOMPARE(row.of(BubbleCause::HostLaunch), Nanos{0});
            const auto between =
                row.of(BubbleCause::Transfer) + row.of(BubbleCause::RendezvousWait) + row.of(BubbleCause::LateStart);
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

TEST_SUITE(RealBubblesTest)

}  // namespace tst_real_bubbles

#include "tst_real_bubbles.moc"
