#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/pipeline/recognition/p2p_edges.h"
#include "core/session/loading/load_job.h"
#include "tests/core/analysis/played_pipeline.h"
#include "tests/core/demo/written_demo.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <numeric>

namespace tst_demo_numbering {

using namespace stagescope;

namespace {

constexpr unsigned kSeeds = 5;

Pairs demoOf(const ScheduleOptions &form) {
    Pairs pairs{{"schedule", std::string(scheduleKindText(form.kind))},
                {"pp", "4"},
                {"dp", "1"},
                {"microbatches", "16"},
                {"steps", "3"},
                {"layers", "1"}};
    if (form.chunks > 0) {
        pairs.emplace_back("chunks", std::to_string(form.chunks));
    }
    return pairs;
}

std::vector<Nanos> beginsOf(const QJsonObject &columns) {
    std::vector<Nanos> begins;
    for (const auto &value : columns[QStringLiteral("start_ns")].toArray()) {
        begins.emplace_back(value.toInteger());
    }
    return begins;
}

/// The cells of a written and loaded demo, each with its truth: those of a rank in a step agree in order of begin.
played::Pipeline pipelineOf(const Demo &demo, const Run &run) {
    played::Pipeline result;
    auto &chart = result.chart;
    chart.group = pipelineGroups(run).front();
    std::set<std::int64_t> steps;
    for (const int rank : chart.group.ranks) {
        const QJsonObject columns = demo.rank(rank)[QStringLiteral("cells")].toObject();
        const auto begins = beginsOf(columns);
        std::vector<qsizetype> order(begins.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](auto a, auto b) {
            return begins[static_cast<std::size_t>(a)] < begins[static_cast<std::size_t>(b)];
        });
        auto cells = rankCells(*run.capture(rank)).cells;
        std::erase_if(cells, [](const PipelineCell &c) { return !isScheduled(c.kind) && c.kind != CellKind::Loss; });
        const auto at = [&](const char *name, std::size_t i) {
            return columns[QString::fromLatin1(name)].toArray().at(order[i]).toInt();
        };
        for (std::size_t i = 0; i < cells.size() && cells.size() == order.size(); ++i) {
            cells[i].type = static_cast<std::int64_t>(result.truth.size());
            result.truth.push_back(
                {at("microbatch", i), at("chunk", i), at("backward_microbatch", i), at("backward_chunk", i)});
            steps.insert(cells[i].step);
            chart.cells.edit().push_back(cells[i]);
        }
        auto ops = p2pOps(*run.capture(rank));
        auto &all = chart.p2p.edit();
        all.insert(all.end(), ops.begin(), ops.end());
    }
    chart.steps.assign(steps.begin(), steps.end());
    return result;
}

}  // namespace

/// What the files of `stagescope demo` tell is damaged and measured against its truth.json.
class DemoNumberingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void damagedDemosAreRecognisedAndNumbered_data() {
        QTest::addColumn<int>("kind");
        for (const auto kind : scheduleKinds()) {
            QTest::newRow(scheduleKindText(kind).data()) << static_cast<int>(kind);
        }
    }
    void damagedDemosAreRecognisedAndNumbered() {
        QFETCH(int, kind);
        const ScheduleOptions form{.kind = static_cast<ScheduleKind>(kind), .stages = 4, .microbatches = 16};
        const Demo demo(demoOf(form));
        const auto run = loadRun(demo.folder().toStdString(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        const auto whole = pipelineOf(demo, *run);
        QVERIFY(!whole.chart.cells.empty());
        for (const auto &damage : played::damages()) {
            played::Rates rates;
            int recognised = 0;
            for (unsigned seed = 1; seed <= kSeeds; ++seed) {
                auto pipeline = whole;
                damage.apply(pipeline, seed);
                numberCells(pipeline.chart, {}, run->clock);
                rates += played::ratesOf(pipeline);
                recognised += played::isRecognised(pipeline.chart, form) ? 1 : 0;
            }
            qInfo("%s: recognised %d of %u, numbered %.1f %%, right %.1f %%", damage.name, recognised, kSeeds,
                  100 * rates.numberedShare(), 100 * rates.rightShare());
            QVERIFY(recognised >= damage.recognised * kSeeds);
            QVERIFY(rates.numberedShare() >= 0.90);
            QVERIFY(rates.rightShare() >= 0.95);
        }
    }
};

TEST_SUITE(DemoNumberingTest)

}  // namespace tst_demo_numbering

#include "tst_demo_numbering.moc"
