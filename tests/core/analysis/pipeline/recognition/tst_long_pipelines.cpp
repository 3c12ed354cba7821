#include "tests/core/analysis/played_pipeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_long_pipelines {

using namespace stagescope;

namespace {

constexpr int kStages = 16;
constexpr int kMicrobatches = 256;
constexpr double kLost = 0.05;
constexpr int kAnyChunk = -1;

std::vector<ScheduleOptions> longForms() {
    std::vector<ScheduleOptions> forms = {{.kind = ScheduleKind::Interleaved, .chunks = 4},
                                          {.kind = ScheduleKind::OneFOneB},
                                          {.kind = ScheduleKind::ZeroBubbleH1},
                                          {.kind = ScheduleKind::DualPipeV}};
    for (auto &form : forms) {
        form.stages = kStages;
        form.microbatches = kMicrobatches;
    }
    return forms;
}

/// kLost of all cells of each rank, all of them of one chunk (an overlapped cell is of its forward's): any of them, or
/// some that follow each other.
void loseCells(played::Pipeline &pipeline, int chunk, bool isBurst) {
    std::mt19937 random(17);
    std::map<int, std::vector<std::size_t>> cellsOf;
    std::map<int, std::size_t> counts;
    const auto &cells = pipeline.chart.cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        ++counts[cells[i].rank];
        if (chunk == kAnyChunk || pipeline.truth[static_cast<std::size_t>(cells[i].type)].chunk == chunk) {
            cellsOf[cells[i].rank].push_back(i);
        }
    }
    std::set<std::size_t> lost;
    for (auto &[rank, own] : cellsOf) {
        const auto count = static_cast<std::size_t>(std::lround(kLost * static_cast<double>(counts[rank])));
        std::uniform_int_distribution<std::size_t> first(0, own.size() - count);
        if (!isBurst) {
            std::shuffle(own.begin(), own.end(), random);
        }
        const auto begin = own.begin() + static_cast<std::ptrdiff_t>(isBurst ? first(random) : 0);
        lost.insert(begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    std::size_t place = 0;
    std::erase_if(pipeline.chart.cells.edit(), [&](const PipelineCell &) { return lost.contains(place++); });
}

}  // namespace

class LongPipelinesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lostCellsLeaveTheFormRecognisable_data() {
        QTest::addColumn<int>("form");
        QTest::addColumn<int>("chunk");
        QTest::addColumn<bool>("isBurst");
        const auto forms = longForms();
        for (std::size_t f = 0; f < forms.size(); ++f) {
            const int chunks = chunksOf(forms[f]);
            for (int chunk = kAnyChunk; chunk < (chunks == 1 ? 0 : chunks); ++chunk) {
                for (const bool isBurst : {false, true}) {
                    QTest::addRow("%s, %s of chunk %d", scheduleText(forms[f]).c_str(),
                                  isBurst ? "a burst" : "scattered", chunk)
                        << static_cast<int>(f) << chunk << isBurst;
                }
            }
        }
    }
    void lostCellsLeaveTheFormRecognisable() {
        QFETCH(int, form);
        QFETCH(int, chunk);
        QFETCH(bool, isBurst);
        auto wanted = longForms()[static_cast<std::size_t>(form)];
        auto pipeline = played::play({.options = wanted, .steps = 1});
        loseCells(pipeline, chunk, isBurst);
        numberCells(pipeline.chart, {}, {});
        QVERIFY(pipeline.chart.match.has_value());
        const auto rates = played::ratesOf(pipeline);
        qInfo("%s, %.1f %% numbered, %.1f %% right", matchText(*pipeline.chart.match).c_str(),
              100 * rates.numberedShare(), 100 * rates.rightShare());
        QVERIFY(!pipeline.chart.match->isCustom);
        const auto found = pipeline.chart.match->best();
        QCOMPARE(scheduleKindText(found.kind), scheduleKindText(wanted.kind));
        if (wanted.kind == ScheduleKind::Interleaved && chunk == kAnyChunk && isBurst) {
            return;  // all chunks lost alike: with groups of any size, fewer forwards in other chunks look the same
        }
        QCOMPARE(found.chunks, wanted.chunks);
        QCOMPARE(found.groupSize, wanted.groupSize);
        QCOMPARE(found.overlapsMoe, wanted.overlapsMoe);
        if (!isBurst) {
            QCOMPARE(found.microbatches, wanted.microbatches);
        }
    }
};

TEST_SUITE(LongPipelinesTest)

}  // namespace tst_long_pipelines

#include "tst_long_pipelines.moc"
