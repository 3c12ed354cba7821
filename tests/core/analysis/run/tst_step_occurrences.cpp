// Steps whose numbers come again, that several threads carry, that a capture cuts.
#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/run/typical_step.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/step_id.h"
#include "core/session/loading/load_job.h"
#include "tests/support/test_suite.h"
#include "tests/support/written_trace.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <map>
#include <random>

namespace tst_step_occurrences {

using namespace stagescope;

namespace {

Nanos micros(std::int64_t us) { return Nanos{us * 1000}; }

ResultTable tableOf(const Run &run, const char *id, std::optional<std::int64_t> step = {}) {
    Workspace workspace;
    workspace.runs.push_back(run);
    const auto table = analysisById(id)->run({.workspace = &workspace, .step = step}, {});
    return table ? *table : ResultTable{};
}

}  // namespace

class StepOccurrencesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesRoundTrip() {
        for (const std::int64_t number : {0, 3, 12345}) {
            for (const std::size_t nth : {1, 2, 7}) {
                const auto id = stepId(number, nth);
                QCOMPARE(numberOfStep(id), number);
                QCOMPARE(occurrenceOfStep(id), nth);
                QCOMPARE(*stepFromText(stepText(id)), id);
            }
        }
        QCOMPARE(stepText(stepId(3, 2)), std::string("3 (2)"));
        QCOMPARE(stepText(7), std::string("7"));
        QCOMPARE(stepId(-1, 2), std::int64_t{-1});
        for (const auto *text : {"", "3 ()", "3 (x)", "step 3", "3(2)", "3 (2"}) {
            QVERIFY2(!stepFromText(text), text);
        }
    }

    void repeatedNumbersAreSteps_data() {
        QTest::addColumn<int>("cycles");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("threads");
        for (const int cycles : {1, 2, 3}) {
            for (const int steps : {1, 2, 4}) {
                for (const int threads : {1, 2}) {
                    QTest::newRow(qPrintable(QStringLiteral("%1 x %2, %3").arg(cycles).arg(steps).arg(threads)))
                        << cycles << steps << threads;
                }
            }
        }
    }
    /// Cycles of a schedule with a pause between them: each step holds its own work, none the pause.
    void repeatedNumbersAreSteps() {
        QFETCH(const int, cycles);
        QFETCH(const int, steps);
        QFETCH(const int, threads);
        WrittenTrace trace;
        std::vector<std::pair<std::string, std::int64_t>> wanted;
        std::int64_t time = 1000;
        for (int cycle = 0; cycle < cycles; ++cycle) {
            for (int i = 0; i < steps; ++i) {
                const std::int64_t work = 300 + 50 * static_cast<std::int64_t>(wanted.size());
                trace.step(3 + i, time, time + 1000);
                if (threads > 1) {
                    trace.step(3 + i, time + 10, time + 900, 10);
                }
                trace.kernel(time + 50, time + 100, time + 100 + work);
                wanted.emplace_back(stepText(stepId(3 + i, static_cast<std::size_t>(cycle) + 1)), work);
                time += 1000;
            }
            time += 20'000;
        }
        const auto run = trace.load();
        QVERIFY(run);
        const auto table = tableOf(*run, "time_split");
        const auto stepTable = tableOf(*run, "steps");
        QCOMPARE(table.rows.size(), wanted.size());
        QCOMPARE(stepTable.rows.size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QCOMPARE(table.text(i, "step"), wanted[i].first);
            QCOMPARE(table.text(i, "computing_us"), std::to_string(wanted[i].second));
            QCOMPARE(table.text(i, "step_us"), std::string("1000"));
            QCOMPARE(stepTable.text(i, "step"), wanted[i].first);
            QCOMPARE(stepTable.text(i, "duration_us"), std::string("1000"));
        }
        const auto one = tableOf(*run, "time_split", stepFromText(wanted.back().first));
        QCOMPARE(one.rows.size(), std::size_t{1});
        QCOMPARE(one.text(0, "computing_us"), std::to_string(wanted.back().second));
    }

    /// Ranges of one number in any order on several threads: those that overlap are one, and no time is lost.
    void overlappingRangesAreOneStep() {
        std::mt19937 random(5);
        const auto draw = [&](std::int64_t low, std::int64_t high) {
            return std::uniform_int_distribution<std::int64_t>(low, high)(random);
        };
        for (int round = 0; round < 200; ++round) {
            struct Range {
                std::int64_t step, begin, end;
            };
            std::vector<Range> ranges;
            for (int i = 0; i < 8; ++i) {
                const auto begin = draw(0, 100);
                ranges.push_back({draw(1, 2), begin, begin + draw(1, 30)});
            }
            const auto steps = separateSteps(
                ranges, [](const Range &r) { return r.begin; }, [](const Range &r) { return r.end; },
                [](Range &known, const Range &other) { known.end = std::max(known.end, other.end); });
            for (std::int64_t number = 1; number <= 2; ++number) {
                std::int64_t covered = 0;
                for (std::int64_t t = 0; t < 140; ++t) {
                    covered += std::any_of(ranges.begin(), ranges.end(), [&](const Range &r) {
                        return r.step == number && r.begin <= t && t < r.end;
                    });
                }
                std::size_t nth = 0;
                std::int64_t sum = 0;
                std::int64_t last = -1;
                for (const auto &step : steps) {
                    if (numberOfStep(step.step) == number) {
                        QCOMPARE(occurrenceOfStep(step.step), ++nth);
                        QVERIFY(step.begin >= last);
                        last = step.end;
                        sum += step.end - step.begin;
                    }
                }
                QCOMPARE(sum, covered);
            }
        }
    }

    /// Marks that count by ten, one of them lost: what is launched behind a mark is of its step, but behind the one
    /// that the lost one followed.
    void workBehindMarksOfAStride() {
        WrittenTrace trace;
        std::int64_t begin = 1000;
        for (const int step : {0, 10, 30}) {
            trace.step(step, begin, begin + 100);
            trace.kernel(begin + 50, begin + 110, begin + 150);
            trace.kernel(begin + 200, begin + 300, begin + 400);
            begin += 1000;
        }
        const auto run = trace.load();
        QVERIFY(run);
        std::map<std::int64_t, Nanos> computing;
        for (const auto &split : timeSplits(*run)) {
            computing[split.step.value_or(-1)] = split.parts.computing;
        }
        QCOMPARE(computing[0], micros(140));
        QCOMPARE(computing[10], micros(40));
        QCOMPARE(computing[30], micros(40));
    }

    /// Of copies no call is recorded: that those of the first step have none does not tell that they came before it.
    void firstStepHasItsCopies() {
        WrittenTrace trace;
        for (const int step : {5, 6}) {
            const auto begin = std::int64_t{1000} * step;
            trace.step(step, begin, begin + 1000);
            trace.earlier(begin + 10, begin + 300, QStringLiteral("gpu_memcpy"));
            trace.kernel(begin + 20, begin + 310, begin + 500);
        }
        const auto run = trace.load();
        QVERIFY(run);
        const auto splits = timeSplits(*run);
        QCOMPARE(splits.size(), std::size_t{2});
        for (const auto &split : splits) {
            QCOMPARE(split.parts.total, micros(1000));
            QCOMPARE(split.parts.copies, micros(290));
        }
    }

    void firstStepBeginsAtItsMark_data() {
        QTest::addColumn<int>("earlierEnd");
        QTest::addColumn<int>("begin");
        QTest::newRow("nothing before") << 0 << 1000;
        QTest::newRow("done before") << 990 << 1000;
        QTest::newRow("in flight") << 1040 << 1040;
    }
    /// Unless the device is still at work that was launched before it.
    void firstStepBeginsAtItsMark() {
        QFETCH(const int, earlierEnd);
        QFETCH(const int, begin);
        for (const bool isRecorded : {false, true}) {
            WrittenTrace trace;
            if (earlierEnd > 0 && isRecorded) {
                trace.kernel(900, 950, earlierEnd);
            } else if (earlierEnd > 0) {
                trace.earlier(950, earlierEnd);
            }
            trace.step(5, 1000, 2000);
            trace.step(6, 2000, 3000);
            trace.kernel(1500, 1600, 2100);  // runs into the next one
            trace.kernel(2500, 2600, 2700);
            const auto run = trace.load();
            QVERIFY(run);
            const auto splits = timeSplits(*run);
            QCOMPARE(splits.size(), std::size_t{2});
            QCOMPARE(splits[0].parts.total, micros(2100 - begin));
            QCOMPARE(splits[0].parts.preparing, micros(1600 - begin));
            QCOMPARE(splits[0].parts.tail, Nanos{0});
            QCOMPARE(splits[1].parts.total, micros(900));
            QCOMPARE(splits[1].parts.preparing, micros(500));
            QCOMPARE(splits[1].parts.tail, micros(300));
            for (const auto &split : splits) {
                QCOMPARE(split.parts.total, split.parts.sumOfParts());
            }
        }
    }

    /// Two rows of one step in what the profiler reported belong to two steps.
    void reportedRowsRepeat() {
        const QTemporaryDir folder;
        const auto rank = folder.filePath(QStringLiteral("host_1_20240101000000000_ascend_pt"));
        QVERIFY(QDir().mkpath(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT")));
        QFile file(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
            "Communication(Not Overlapped and Exclude Receive),Preparing\n"
            "0,3,100,10,0,10,5,110,0,10,1\n0,3,200,20,0,20,5,220,0,20,1\n0,4,300,30,0,30,5,330,0,30,1\n");
        file.close();
        const auto run = loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run);
        const auto table = tableOf(*run, "time_split");
        QCOMPARE(table.rows.size(), std::size_t{3});
        const char *steps[] = {"3", "3 (2)", "4"};
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(table.text(i, "step"), std::string(steps[i]));
            QCOMPARE(table.text(i, "computing_us"), std::to_string(100 * (i + 1)));
            QCOMPARE(table.text(i, "reported_computing_us"), std::to_string(100 * (i + 1)));
        }
    }

    /// The lower one in the middle, of the means over ranks.
    void typicalStepWasMeasured() {
        std::vector<TimeSplit> splits;
        const auto add = [&](int rank, std::int64_t step, std::int64_t length) {
            TimeSplit split;
            split.rank = rank;
            split.step = step;
            split.parts.total = Nanos{length};
            splits.push_back(split);
        };
        for (const auto &[step, length] : {std::pair{3, 1800}, {4, 65700}, {5, 1720}, {6, 61800}}) {
            add(0, step, length);
            add(1, step, length + 100);
        }
        const auto steps = stepLengths(splits);
        QCOMPARE(steps.size(), std::size_t{4});
        QCOMPARE(*typicalStep(steps)->step, std::int64_t{3});
        QCOMPARE(typicalStep(steps)->length, Nanos{1850});
        const auto typical = typicalSplits(splits);
        QCOMPARE(typical.size(), std::size_t{2});
        QCOMPARE(typical[1].parts.total, Nanos{1900});
        QCOMPARE(typicalSplits(splits, 4)[0].parts.total, Nanos{65700});
        QVERIFY(typicalStep({}) == nullptr);
    }
};

TEST_SUITE(StepOccurrencesTest)

}  // namespace tst_step_occurrences

#include "tst_step_occurrences.moc"
