#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/session/loading/load_job.h"
#include "tests/core/demo/written_demo.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

namespace tst_unmarked_demo {

using namespace stagescope;

namespace {

bool isExecuted(const QString &path, const char *sql) {
    sqlite3 *database = nullptr;
    const bool done = sqlite3_open(path.toUtf8().constData(), &database) == SQLITE_OK &&
                      sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(database);
    return done;
}

}  // namespace

/// Cells of the synthetic cluster found again without the marks that its framework wrote.
class UnmarkedDemoTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void demoWithoutItsMarks_data() {
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("layers");
        QTest::newRow("1F1B") << QByteArray("1f1b") << 4 << 2;
        QTest::newRow("1F1B, two stages") << QByteArray("1f1b") << 2 << 3;
        QTest::newRow("GPipe") << QByteArray("gpipe") << 3 << 2;
    }
    void demoWithoutItsMarks() {
        QFETCH(QByteArray, schedule);
        QFETCH(int, stages);
        QFETCH(int, layers);
        const Demo demo({{"schedule", schedule.toStdString()},
                         {"pp", std::to_string(stages)},
                         {"dp", "1"},
                         {"microbatches", "6"},
                         {"steps", "2"},
                         {"layers", std::to_string(layers)}});
        QVERIFY(demo.isWritten);
        for (const auto &database : demo.databases) {
            QVERIFY(isExecuted(database, "DROP TABLE MSTX_EVENTS"));
        }
        const auto run = loadRun(demo.folder().toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        for (int rank = 0; rank < stages; ++rank) {
            auto cells = rankCells(*run->capture(rank)).cells;
            const auto optimizers =
                std::count_if(cells.begin(), cells.end(), [](const auto &c) { return c.kind == CellKind::Optimizer; });
            QCOMPARE(optimizers, 2);
            std::erase_if(cells, [](const PipelineCell &c) { return !isScheduled(c.kind); });
            QCOMPARE(cells.size(), std::size_t{2 * 2 * 6});
            std::map<std::tuple<std::int64_t, CellKind>, int> counts;
            for (const auto &cell : cells) {
                const auto kind = std::string(cellKindText(cell.kind));
                const auto truth =
                    demo.cell(rank, static_cast<int>(cell.step), counts[{cell.step, cell.kind}]++, kind.c_str());
                const auto shift = demo.clockShift(rank);
                QVERIFY(std::abs(ns(cell.range.begin) - truth.begin - shift) < 20'000);
                // The demo counts the loss (0.18 ms) among the forward of the last stage.
                const auto slack = rank + 1 == stages && cell.kind == CellKind::Forward ? 250'000 : 20'000;
                QVERIFY(std::abs(ns(cell.range.end) - truth.end - shift) < slack);
                const auto isLayer = [](const CellPart &part) {
                    return part.name == kAttentionPart && !part.isRecompute;
                };
                QCOMPARE(std::count_if(cell.parts.begin(), cell.parts.end(), isLayer), layers);
                QCOMPARE(cell.evidence, CellEvidence::Inferred);
            }
        }
    }
};

TEST_SUITE(UnmarkedDemoTest)

}  // namespace tst_unmarked_demo

#include "tst_unmarked_demo.moc"
