#include "core/advice/findings.h"
#include "core/analysis/communication/stage_groups.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/base/io/byte_source.h"
#include "core/session/loading/load_job.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <algorithm>
#include <set>

namespace tst_real_torch_schedules {

using namespace stagescope;

namespace {

const QString kScenes = QStringLiteral("torch/h100_scenes/pipelining");

QJsonObject truthOf(const QString &folder, int rank) {
    QFile file(folder + QStringLiteral("/truth_rank%1.json").arg(rank));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject{};
}

QByteArray textOf(const std::string &path) {
    const auto source = ByteSource::open(path);
    QByteArray text;
    std::string window(std::size_t{1} << 20, '\0');
    for (std::size_t got = 1; source && got > 0;) {
        got = (*source)->read(static_cast<std::uint64_t>(text.size()), window).value_or(0);
        text.append(window.data(), static_cast<qsizetype>(got));
    }
    return text;
}

ScheduleKind kindOf(const QString &name) {
    const std::map<QString, ScheduleKind> kinds = {
        {QStringLiteral("GPipe"), ScheduleKind::GPipe},
        {QStringLiteral("1F1B"), ScheduleKind::OneFOneB},
        {QStringLiteral("LoopedBFS"), ScheduleKind::LoopedBfs},
        {QStringLiteral("InterleavedZeroBubble"), ScheduleKind::InterleavedZeroBubble},
        {QStringLiteral("DualPipeV"), ScheduleKind::DualPipeV}};
    return kinds.at(name);
}

}  // namespace

/// PyTorch's own schedules, four processes on one machine, nothing planted.
class RealTorchSchedulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The order of forwards and backwards, and which of them belong together, tell it without the names of ranges;
    /// where backwards are split or two cells run as one they do not, and no other schedule is named.
    void schedulesWithoutNames_data() {
        QTest::addColumn<QString>("folder");
        const auto path = realPath(kScenes);
        if (path.isEmpty()) {
            QSKIP("no real data");
        }
        QTest::addColumn<bool>("isTold");
        for (const auto *name :
             {"GPipe", "1F1B", "1F1B_cuda", "LoopedBFS", "InterleavedZeroBubble", "DualPipeV_cuda"}) {
            const auto isTold = QLatin1String(name) != QLatin1String("InterleavedZeroBubble") &&
                                QLatin1String(name) != QLatin1String("DualPipeV_cuda");
            QTest::newRow(name) << path + QLatin1Char('/') + QLatin1String(name) << isTold;
        }
    }
    void schedulesWithoutNames() {
        QFETCH(QString, folder);
        QFETCH(bool, isTold);
        const ProfileTree tree;
        for (const int rank : {0, 1, 2, 3}) {
            const auto name = "rank" + std::to_string(rank) + ".json";
            auto text = textOf(folder.toStdString() + '/' + name + ".zst");
            for (const auto *word : {"\"PP:", "\"Forward ", "\"Backward "}) {
                text.replace(word, "\"part ");
            }
            tree.file(name, text.toStdString());
        }
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        const auto groups = pipelineGroups(*run);
        QCOMPARE(groups.size(), std::size_t{1});
        const auto chart = pipelineChart(*run, groups.front());
        QCOMPARE(chart.match.has_value(), isTold);
        if (!isTold) {
            return;
        }
        QVERIFY(!chart.match->isCustom);
        const auto truth = truthOf(folder, 0);
        const auto &options = chart.match->best();
        QCOMPARE(options.kind, kindOf(truth[QStringLiteral("schedule")].toString()));
        QCOMPARE(options.microbatches, truth[QStringLiteral("microbatches")].toInt());
        QCOMPARE(chunksOf(options), static_cast<int>(truth[QStringLiteral("stages_of_rank")].toArray().size()));
    }
    void scenes_data() {
        QTest::addColumn<QString>("folder");
        const auto path = realPath(kScenes);
        if (path.isEmpty()) {
            QSKIP("no real data");
        }
        for (const auto &name : QDir(path).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QTest::newRow(qPrintable(name)) << path + QLatin1Char('/') + name;
        }
    }
    void scenes() {
        QFETCH(QString, folder);
        const auto loaded = loadRun(folder.toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(loaded.has_value());
        auto run = *loaded;
        run.clock = measuredAlignment(run);
        QVERIFY(!run.clock.isShifted());
        const auto groups = pipelineGroups(run);
        QCOMPARE(groups.size(), std::size_t{1});
        const auto chart = pipelineChart(run, groups.front());
        QVERIFY(chart.match.has_value());
        const auto truth = truthOf(folder, 0);
        QVERIFY2(!chart.match->isCustom, matchText(*chart.match).c_str());
        const auto &options = chart.match->best();
        QCOMPARE(options.kind, kindOf(truth[QStringLiteral("schedule")].toString()));
        QCOMPARE(options.microbatches, truth[QStringLiteral("microbatches")].toInt());
        QCOMPARE(chunksOf(options), static_cast<int>(truth[QStringLiteral("stages_of_rank")].toArray().size()));
        QCOMPARE(chart.match->score, 1.0);
        QVERIFY(chart.unmatched.empty());
        QCOMPARE(earlyCellsOf(chart, run.clock), std::size_t{0});
        const std::set<std::string> about{"variability", "stage_imbalance", "slow_worker",
                                          "clock_skew",  "data_imbalance",  "late_rank"};
        for (const auto &finding : findings(run)) {
            QVERIFY2(!about.contains(finding.rule), finding.rule.c_str());
        }
        // All ranks meet in a barrier after each step: the first stage comes last by the order of the schedule.
        QVERIFY(StageGroups(run).hasPipelines());
        // Where the host alone was recorded, marks are not what lacks.
        const auto answers = capabilities(run);
        const auto pipeline = std::ranges::find(answers, "pipeline", &Capability::question);
        QVERIFY(pipeline != answers.end());
        const bool hasDevice = folder.endsWith(QStringLiteral("_cuda"));
        QVERIFY(hasDevice || (pipeline->answer == Answer::Partly && pipeline->remedy.id.ends_with(".device")));
    }
};

TEST_SUITE(RealTorchSchedulesTest)

}  // namespace tst_real_torch_schedules

#include "tst_real_torch_schedules.moc"
