// Traces off one H100 whose steps were timed by the machine itself: one length per step, wherever it is shown, and
// verdicts on what was planted, not on the profiler or the loop.
#include "core/advice/findings.h"
#include "core/advice/gate/gate.h"
#include "core/advice/joint_headroom.h"
#include "core/advice/number_texts.h"
#include "core/analysis/blame/held_up.h"
#include "core/analysis/difference/ledger.h"
#include "core/analysis/operators/step_work.h"
#include "core/analysis/run/exposed_copies.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/run/typical_step.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/scene/pages/compare_model.h"
#include "core/scene/pages/summary_model.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <cmath>
#include <map>
#include <numeric>

namespace tst_real_scenes {

using namespace stagescope;

namespace {

QString scenePath(const QString &name) { return realDataFolder() + QStringLiteral("/torch/h100_scenes/") + name; }

/// Loaded once for all tests.
const Run *scene(const QString &name) {
    static std::map<QString, std::optional<Run>> runs;
    auto &run = runs[name];
    if (!run) {
        auto loaded =
            loadRun(scenePath(name).toStdString(), RunId{static_cast<std::uint32_t>(runs.size())}, LoadDepth::Deep);
        run = loaded ? std::optional(std::move(*loaded)) : std::nullopt;
    }
    return run ? &*run : nullptr;
}

/// Length of each step by its number, ms, as the program timed it.
std::map<std::int64_t, double> truth(const QString &name) {
    QFile file(scenePath(name) + QStringLiteral("/truth.json"));
    std::map<std::int64_t, double> steps;
    if (file.open(QIODevice::ReadOnly)) {
        const auto list = QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("steps")).toArray();
        for (int i = 0; i < list.size(); ++i) {
            steps[i] = list[i].toObject().value(QLatin1String("wall_ms")).toDouble();
        }
    }
    return steps;
}

double ms(Nanos time) { return static_cast<double>(time.count()) / 1e6; }

/// Marks of the host and clocks of the program lie up to a third of a millisecond apart.
bool isAsTimed(double own, double wanted) { return std::abs(own - wanted) <= std::max(0.015 * wanted, 0.35); }

double gateFigure(const Run &run, const char *metric) {
    const auto figure = parseGateFigure(metric);
    return figure ? Gate(run, nullptr, {}).judge({metric, *figure, GateComparison::Greater, {}}).run.value.value_or(-1)
                  : -1;
}

void addScenes(std::initializer_list<const char *> names) {
    QTest::addColumn<QString>("name");
    for (const auto *name : names) {
        if (QDir(scenePath(QString::fromLatin1(name))).exists()) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
}

const Finding *findingOf(const std::vector<Finding> &all, std::string_view rule) {
    const auto it = std::find_if(all.begin(), all.end(), [&](const Finding &finding) { return finding.rule == rule; });
    return it == all.end() ? nullptr : &*it;
}

std::string factsOf(const Finding &finding) {
    std::string text;
    for (const auto &fact : finding.facts) {
        text += fact.id + " ";
        for (const auto &argument : fact.args) {
            text += argument + " ";
        }
    }
    return text;
}

std::map<std::string, std::string> factsShown(const SummaryModel &summary) {
    std::map<std::string, std::string> values;
    for (const auto &fact : summary.facts) {
        values[fact.label.id] = fact.value;
    }
    return values;
}

}  // namespace

class RealScenesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!QDir(scenePath(QString())).exists()) {
            QSKIP("no recorded scenes");
        }
    }

    void oneLengthPerStep_data() {
        addScenes({"ab_fused", "ab_unfused", "compiled", "garbage_collection", "profile_memory", "recompiled",
                   "streams_copies", "sync_item"});
    }
    /// Table of the split, bars of the summary, gate, findings, comparison and ledger: each names the same.
    void oneLengthPerStep() {
        QFETCH(const QString, name);
        const auto *run = scene(name);
        QVERIFY(run != nullptr);
        const auto wanted = truth(name);
        const auto splits = timeSplits(*run);
        QVERIFY(splits.size() >= 2);
        for (const auto &split : splits) {
            QVERIFY(split.step && wanted.contains(*split.step));
            QVERIFY2(isAsTimed(ms(split.parts.total), wanted.at(*split.step)),
                     qPrintable(QStringLiteral("step %1: %2, timed %3")
                                    .arg(*split.step)
                                    .arg(ms(split.parts.total))
                                    .arg(wanted.at(*split.step))));
            QCOMPARE(split.parts.total, split.parts.sumOfParts());
        }
        const auto steps = stepLengths(splits);
        const auto typical = typicalStep(steps)->length;
        const auto summary = summaryModel(*run, {});
        QCOMPARE(summary.steps.size(), splits.size());
        for (std::size_t i = 0; i < splits.size(); ++i) {
            QCOMPARE(summary.steps[i].mean, splits[i].parts.total);
        }
        QCOMPARE(summary.split.bars.front().parts.total, typical);
        QVERIFY(std::abs(gateFigure(*run, "step_ms") - ms(typical)) < 1e-6);
        const auto facts = factsShown(summary);
        QVERIFY(facts.at("summary.fact.step_time").starts_with(MillisFormat::forSize(typical).text(typical) + " ms"));
        const auto work = stepWork(*run->capture(run->ranks().front()));
        const auto shown =
            std::find_if(work.begin(), work.end(), [&](const auto &step) { return step.step == summary.split.step; });
        QVERIFY(shown != work.end());
        const auto share = shown->modelShare(peakOf(*run->capture(run->ranks().front())));
        QCOMPARE(facts.at("summary.fact.utilization"), share ? percentText(*share, 1) + " %" : std::string{});
        QVERIFY(!summary.operators.empty() && summary.operators.front().time >= summary.operators.back().time);
        const RuleStudy study(*run);
        QCOMPARE(study.step(), typical);
        // What the profiler took is told by findings where it is told by the summary, of the same step.
        const auto advice = study.advice();
        const auto note = std::find_if(advice.verdict.notes.begin(), advice.verdict.notes.end(),
                                       [](const Message &each) { return each.id == "finding.verdict.profiler"; });
        QCOMPARE(note != advice.verdict.notes.end(), facts.contains("summary.fact.profiler"));
        if (note != advice.verdict.notes.end()) {
            QCOMPARE(note->args.at(1), millisText(typical));
            // A step cannot become shorter than what the device works in it.
            const auto &parts = summary.split.bars.front().parts;
            QVERIFY(std::stod(note->args.at(2)) <= ms(typical - parts.computing) + 0.1);
        }
        // Costs are of the typical step, or it is said of which.
        const bool isMean = std::any_of(advice.verdict.notes.begin(), advice.verdict.notes.end(),
                                        [](const Message &each) { return each.id == "finding.verdict.mean_step"; });
        QCOMPARE(isMean, !advice.findings.empty() && (advice.step - typical) * 20 > typical);
        Workspace workspace;
        workspace.runs.push_back(*run);
        const RankRef rank{run->id, run->ranks().front()};
        QCOMPARE(compareModel(workspace, rank, rank, {}).left.split->parts.total, typical);
        const auto own = ledger({run, {}, {}}, {run, {}, {}});
        QCOMPARE(own.before, typical);
        QCOMPARE(own.after, typical);
    }

    void copiesOfFindingsAreThoseOfSplits_data() { oneLengthPerStep_data(); }
    /// The copies that a finding counts lie in the splits, all of them.
    void copiesOfFindingsAreThoseOfSplits() {
        QFETCH(const QString, name);
        const auto *run = scene(name);
        QVERIFY(run != nullptr);
        Nanos inSplits{0};
        for (const auto &split : timeSplits(*run)) {
            inSplits += split.parts.copies.value_or(Nanos{0});
            QVERIFY(split.parts.copies.value_or(Nanos{0}) <= split.parts.free);
        }
        Nanos counted{0};
        for (const auto &copy : exposedCopies(*run->capture(run->ranks().front()), {})) {
            counted += Nanos{totalLength(copy.alone)};
        }
        QCOMPARE(counted, inSplits);
    }

    void noiseIsOne_data() {
        QTest::addColumn<QString>("run");
        QTest::addColumn<QString>("baseline");
        const QString names[] = {QStringLiteral("ab_fused"), QStringLiteral("ab_unfused"), QStringLiteral("sync_item"),
                                 QStringLiteral("compiled")};
        for (const auto &run : names) {
            for (const auto &baseline : names) {
                QTest::newRow(qPrintable(run + QLatin1Char(' ') + baseline)) << run << baseline;
            }
        }
    }
    /// A gate is violated where the ledger says that a change is beyond noise, and nowhere else.
    void noiseIsOne() {
        QFETCH(const QString, run);
        QFETCH(const QString, baseline);
        const auto *of = scene(run);
        const auto *other = scene(baseline);
        QVERIFY(of != nullptr && other != nullptr);
        const auto expression = parseGate("step_ms > +0");
        QVERIFY(expression.has_value());
        const auto judged = Gate(*of, other, {}).judge(*expression);
        const auto change = ledger({other, {}, {}}, {of, {}, {}});
        QVERIFY(std::abs(*judged.change() - ms(change.change())) < 1e-3);
        QVERIFY(std::abs(*judged.noise - ms(*change.noise)) < 1e-3);
        QCOMPARE(judged.verdict == GateVerdict::Violated,
                 change.significance == Significance::Significant && change.change() > Nanos{0});
    }

    void slowStepsAreFindings_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("part");
        QTest::newRow("garbage") << QStringLiteral("garbage_collection")
                                 << QStringLiteral("finding.step_deviation.part.collecting_garbage");
        QTest::newRow("recompiled") << QStringLiteral("recompiled")
                                    << QStringLiteral("finding.step_deviation.part.compiling");
    }
    /// Each with what it takes longer than the others, nearly all of it by the cause that was planted.
    void slowStepsAreFindings() {
        QFETCH(const QString, name);
        QFETCH(const QString, part);
        const auto *run = scene(name);
        QVERIFY(run != nullptr);
        const auto wanted = truth(name);
        std::vector<double> healthy;
        std::map<std::int64_t, double> slow;
        for (const auto &split : timeSplits(*run)) {
            const auto length = wanted.at(*split.step);
            if (length > 100) {
                slow[*split.step] = length;
            } else {
                healthy.push_back(length);
            }
        }
        const auto all = findings(*run);
        std::size_t found = 0;
        for (const auto &finding : all) {
            if (finding.rule != "step_deviation") {
                continue;
            }
            ++found;
            QVERIFY(finding.evidence.step && slow.contains(*finding.evidence.step));
            const auto extra = slow.at(*finding.evidence.step) - healthy.front();
            const auto steps = static_cast<double>(slow.size() + healthy.size());
            QVERIFY2(std::abs(ms(finding.impact) * steps - extra) < 0.015 * extra, factsOf(finding).c_str());
            QCOMPARE(QString::fromStdString(finding.facts.front().id), part);
            QVERIFY(finding.certainty == Certainty::Measured);
        }
        QCOMPARE(found, slow.size());
    }

    void savingsAreOfOneStep_data() {
        addScenes({"ab_fused", "ab_unfused", "compiled", "ddp4_slow_rank2", "garbage_collection", "profile_memory",
                   "recompiled", "streams_copies", "sync_item"});
    }
    /// Nothing saves more than the step that it is of; what is counted in another finding stands below it.
    void savingsAreOfOneStep() {
        QFETCH(const QString, name);
        const auto *run = scene(name);
        QVERIFY(run != nullptr);
        const auto study = HeadroomStudy::make(*run);
        std::vector<std::size_t> all(study->findings().size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const auto headroom = study->of(all);
        for (const auto &row : headroom.rows) {
            QVERIFY2(row.joint <= study->step(), study->findings()[row.finding].rule.c_str());
        }
        Nanos pieces{0};
        for (const auto &finding : study->findings()) {
            QVERIFY2(finding.impact <= study->step(), finding.rule.c_str());
            pieces += finding.isPiece ? finding.impact : Nanos{0};
            QVERIFY(finding.isPiece == (finding.rule == "step_deviation"));
        }
        if (pieces > Nanos{0}) {
            QVERIFY(!headroom.rows.empty() && pieces <= headroom.rows.back().joint + study->step() / 20);
        }
    }

    void collectionsAreMeasured() {
        const auto *run = scene(QStringLiteral("garbage_collection"));
        QVERIFY(run != nullptr);
        const auto all = findings(*run);
        const auto *collections = findingOf(all, "garbage_collection");
        QVERIFY(collections != nullptr);
        QVERIFY(collections->certainty == Certainty::Measured);
        QVERIFY2(std::abs(ms(collections->impact) - 309) < 5, collections->title.args.front().c_str());
        QVERIFY(*collections->share < 1);
    }

    void healthyScenesHaveNoFinding_data() { addScenes({"ab_fused", "compiled", "profile_memory", "streams_copies"}); }
    /// Of the host: the profiler's own cost and the loop's own waits are none. What the job itself does, copies that
    /// nothing covers, stays.
    void healthyScenesHaveNoFinding() {
        QFETCH(const QString, name);
        const auto *run = scene(name);
        QVERIFY(run != nullptr);
        for (const auto &finding : findings(*run)) {
            const bool isOfHost = finding.rule == "host_launch" || finding.rule == "idle_gaps" ||
                                  finding.rule == "step_deviation" || finding.rule == "stream_sync" ||
                                  finding.rule == "data_loading";
            QVERIFY2(!isOfHost || finding.share.value_or(0) < 0.05,
                     (finding.title.id + " " + factsOf(finding)).c_str());
        }
    }

    void profilerIsANamedPart() {
        const auto *run = scene(QStringLiteral("ab_fused"));
        QVERIFY(run != nullptr);
        for (const auto &split : timeSplits(*run)) {
            // Steps took 30.1 ms before the profiler recorded, 53 to 59 ms under it.
            QVERIFY(split.profiler);
            QVERIFY2(ms(*split.profiler) > 20 && ms(*split.profiler) < 32,
                     qPrintable(QString::number(ms(*split.profiler))));
        }
    }

    void hostsAreComparedFirst() {
        const auto *run = scene(QStringLiteral("ab_fused"));
        const auto *baseline = scene(QStringLiteral("ab_unfused"));
        QVERIFY(run != nullptr && baseline != nullptr);
        const auto change = ledger({baseline, {}, {}}, {run, {}, {}});
        QVERIFY(change.hostRatio && *change.hostRatio > 1.5 && *change.hostRatio < 1.95);
        QVERIFY(change.change() > Nanos{0});
        // Before the profiler recorded, the fused one took 7.3 ms less.
        const auto unprofiled = truth(QStringLiteral("ab_fused"))[1] - truth(QStringLiteral("ab_unfused"))[2];
        QVERIFY2(std::abs(ms(change.changeAtEqualHost()) - unprofiled) < 1.5,
                 qPrintable(QString::number(ms(change.changeAtEqualHost()))));
        Nanos sum{0};
        for (const auto &row : change.rows) {
            sum += row.change();
        }
        QCOMPARE(sum, change.change());
    }

    void theRecordingIsNoWork_data() { addScenes({"ab_fused", "compiled", "recompiled"}); }
    void theRecordingIsNoWork() {
        QFETCH(const QString, name);
        const auto *run = scene(name);
        QVERIFY(run != nullptr);
        Workspace workspace;
        workspace.runs.push_back(*run);
        const auto table = analysisById("slice_stats")->run({.workspace = &workspace}, {});
        QVERIFY(table && !table->rows.empty());
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            QVERIFY(table->text(row, "place") != "host" || table->text(row, "name") != "PyTorch Profiler (0)");
        }
    }

    /// Truth: rank 2 sleeps 150 ms in each step, and all wait for it in Gloo.
    void timeIsOfTheRankThatOthersWaitFor() {
        const auto *run = scene(QStringLiteral("ddp4_slow_rank2"));
        QVERIFY(run != nullptr);
        Workspace workspace;
        workspace.runs.push_back(*run);
        const auto table = analysisById("time_causes")->run({.workspace = &workspace}, {});
        QVERIFY(table && table->rows.size() == 16);
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            const auto late = std::stod(table->text(row, "late_rank_us"));
            if (table->text(row, "rank") != "2") {
                QCOMPARE(table->text(row, "late_rank"), std::string("2"));
                QVERIFY2(std::abs(late - 150'000) < 20'000, table->text(row, "late_rank_us").c_str());
            } else {
                QVERIFY2(late < 20'000, table->text(row, "late_rank_us").c_str());
            }
        }
        const auto holder = whoHoldsUp(*run);
        QVERIFY(holder && holder->rank == 2 && holder->gap);
        QVERIFY2(std::abs(ms(holder->excess) - 150) < 5, qPrintable(QString::number(ms(holder->excess))));
        const BlameStudy blame(*run);
        for (const auto &step : blame.steps()) {
            const auto chain = blame.costliest(step);
            QVERIFY(chain && chain->blamed() && chain->blamed()->rank == 2);
            QCOMPARE(chain->hops.back().name, std::string("<built-in function sleep>"));
        }
        const auto again = *run;
        const auto both = ledger({run, {}, {}}, {&again, {}, {}});
        QVERIFY(both.holder && both.holder->rank == 2);
    }

    /// Stages that hand on through their hosts record no transfers: nobody is named for what cannot be followed.
    void nobodyIsNamedWithoutTransfers_data() { addScenes({"pipelining/1F1B_cuda", "pipelining/DualPipeV_cuda"}); }
    void nobodyIsNamedWithoutTransfers() {
        QFETCH(const QString, name);
        const auto *run = scene(name);
        QVERIFY(run != nullptr);
        QVERIFY(!whoHoldsUp(*run));
    }

    void remedyFollowsTheHost() {
        const auto *run = scene(QStringLiteral("ddp4_slow_rank2"));
        QVERIFY(run != nullptr);
        const auto all = findings(*run);
        const auto *late = findingOf(all, "host_launch");
        QVERIFY(late != nullptr);
        QCOMPARE(late->remedy.id, std::string("finding.host.remedy.sleeping"));
        QVERIFY2(std::abs(ms(late->impact) - 150.2) < 2, late->title.args.back().c_str());
        // The launching threads copy what they send from memory that is not pinned, while earlier sends go on.
        const auto *copying = scene(QStringLiteral("pipelining/DualPipeV_cuda"));
        QVERIFY(copying != nullptr);
        const auto ofStages = findings(*copying);
        const auto *copies = findingOf(ofStages, "host_launch");
        QVERIFY(copies != nullptr);
        QCOMPARE(copies->remedy.id, std::string("finding.host.remedy.copying.cuda"));
    }
};

TEST_SUITE(RealScenesTest)

}  // namespace tst_real_scenes

#include "tst_real_scenes.moc"
