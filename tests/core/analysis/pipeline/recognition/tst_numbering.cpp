#include "tests/core/analysis/played_pipeline.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <array>
#include <functional>

namespace tst_numbering {

using namespace stagescope;

namespace {

const std::vector<int> kStages{2, 4, 8};
const std::vector<int> kMicrobatches{8, 16, 32};

std::vector<ScheduleOptions> forms() {
    std::vector<ScheduleOptions> list;
    for (const auto kind : scheduleKinds()) {
        // By kinds alone, without transfers, it is a GPipe of more microbatches.
        if (kind != ScheduleKind::LoopedBfs) {
            list.push_back({.kind = kind});
        }
    }
    list.push_back({.kind = ScheduleKind::Interleaved, .chunks = 3});
    list.push_back({.kind = ScheduleKind::Interleaved, .chunks = 2, .overlapsMoe = true});
    list.push_back({.kind = ScheduleKind::MindSpeedDualPipeV, .detachesWeights = true});
    list.push_back({.kind = ScheduleKind::MindSpeedDualPipeV, .hasLogits = true});
    return list;
}

std::string formText(const ScheduleOptions &form) {
    std::string text(scheduleKindText(form.kind));
    text += form.chunks == 0 ? "" : " v=" + std::to_string(form.chunks);
    text += form.overlapsMoe ? " moe" : "";
    text += form.detachesWeights ? " detach" : "";
    return text + (form.hasLogits ? " logits" : "");
}

}  // namespace

class NumberingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// An instrumentation that writes 0 into every mark is not believed: cells are numbered by their order.
    void namesThatAreAllZeroAreNotBelieved_data() {
        QTest::addColumn<int>("form");
        for (std::size_t f = 0; f < forms().size(); ++f) {
            QTest::newRow(formText(forms()[f]).c_str()) << static_cast<int>(f);
        }
    }
    void namesThatAreAllZeroAreNotBelieved() {
        QFETCH(int, form);
        auto options = forms()[static_cast<std::size_t>(form)];
        options.stages = 4;
        options.microbatches = 16;
        auto pipeline = played::play({.options = options, .seed = 3});
        auto named = pipeline;
        for (auto &cell : named.chart.cells.edit()) {
            cell.microbatch = 0;
            cell.backwardMicrobatch = cell.kind == CellKind::Overlapped ? 0 : -1;
            cell.numbering = Numbering::Named;
        }
        numberCells(pipeline.chart, {}, {});
        numberCells(named.chart, {}, {});
        QCOMPARE(pipeline.chart.distrusted, std::size_t{0});
        QCOMPARE(named.chart.distrusted, named.chart.cells.size());
        for (std::size_t i = 0; i < named.chart.cells.size(); ++i) {
            QVERIFY(named.chart.cells[i].numbering != Numbering::Named);
            QCOMPARE(named.chart.cells[i].microbatch, pipeline.chart.cells[i].microbatch);
            QCOMPARE(named.chart.cells[i].backwardMicrobatch, pipeline.chart.cells[i].backwardMicrobatch);
        }
    }

    void damagedPipelinesAreRecognisedAndNumbered_data() {
        QTest::addColumn<int>("form");
        QTest::addColumn<int>("damage");
        for (std::size_t f = 0; f < forms().size(); ++f) {
            for (std::size_t d = 0; d < played::damages().size(); ++d) {
                QTest::addRow("%s, %s", formText(forms()[f]).c_str(), played::damages()[d].name)
                    << static_cast<int>(f) << static_cast<int>(d);
            }
        }
    }
    void damagedPipelinesAreRecognisedAndNumbered() {
        QFETCH(int, form);
        QFETCH(int, damage);
        played::Rates rates;
        int recognised = 0;
        int all = 0;
        for (const int stages : kStages) {
            for (const int microbatches : kMicrobatches) {
                auto options = forms()[static_cast<std::size_t>(form)];
                options.stages = stages;
                options.microbatches = microbatches;
                for (const unsigned seed : {1U, 2U}) {
                    auto pipeline = played::play({.options = options, .seed = seed});
                    if (pipeline.truth.empty()) {
                        continue;  // a precondition of the schedule does not hold
                    }
                    played::damages()[static_cast<std::size_t>(damage)].apply(
                        pipeline, 17 * seed + static_cast<unsigned>(microbatches));
                    numberCells(pipeline.chart, {}, {});
                    const bool isRight = played::isRecognised(pipeline.chart, options);
                    recognised += isRight ? 1 : 0;
                    ++all;
                    const auto own = played::ratesOf(pipeline);
                    rates += own;
                    if (qEnvironmentVariableIsSet("STAGESCOPE_NUMBERING_DETAILS") &&
                        (!isRight || own.numberedShare() < 0.9 || own.rightShare() < 0.95)) {
                        qInfo("  p=%d m=%d seed %u: %s, %.1f %% numbered, %.1f %% right, score %.3f", stages,
                              microbatches, seed, pipeline.chart.match ? matchText(*pipeline.chart.match).c_str() : "-",
                              100 * own.numberedShare(), 100 * own.rightShare(),
                              pipeline.chart.match ? pipeline.chart.match->score : 0);
                    }
                }
            }
        }
        QVERIFY(all > 0);
        qInfo("recognised %d of %d, numbered %.1f %%, right %.1f %%", recognised, all, 100 * rates.numberedShare(),
              100 * rates.rightShare());
        QVERIFY(recognised >= played::damages()[static_cast<std::size_t>(damage)].recognised * all);
        QVERIFY(rates.numberedShare() >= 0.90);
        QVERIFY(rates.rightShare() >= 0.95);
    }
};

TEST_SUITE(NumberingTest)

}  // namespace tst_numbering

#include "tst_numbering.moc"
