#include "core/advice/runs/run_series.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_run_series {

using namespace stagescope;

namespace {

std::vector<SeriesMetric> metricsOf(std::initializer_list<const char *> names) {
    std::vector<SeriesMetric> metrics;
    for (const auto *name : names) {
        auto metric = seriesMetric(name);
        if (metric) {
            metrics.push_back(std::move(*metric));
        }
    }
    return metrics;
}

SeriesRun labelled(std::string label, std::optional<std::int64_t> captured = {}) {
    SeriesRun run;
    run.label = std::move(label);
    run.capturedNs = captured;
    return run;
}

QStringList labels(const std::vector<SeriesRun> &runs) {
    QStringList result;
    for (const auto &run : runs) {
        result << QString::fromStdString(run.label);
    }
    return result;
}

}  // namespace

class TestRunSeries : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresOfARun() {
        const auto metrics = metricsOf({"step_ms", "max(time_split.computing_us)", "bubble_percent"});
        QCOMPARE(metrics.size(), std::size_t{3});
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "3"}});
        const auto run = seriesRun(*workspace->mainRun(), metrics);
        QCOMPARE(run.ranks, std::size_t{2});
        QCOMPARE(run.steps, std::size_t{3});
        QVERIFY(run.capturedNs.has_value());
        QCOMPARE(run.figures.size(), std::size_t{3});
        for (const auto &figure : run.figures) {
            QVERIFY2(figure.value && *figure.value > 0 && figure.steps.size() == 3, figure.reason.c_str());
        }
    }
    void whatIsNotThereSaysWhy() {
        const auto run = seriesRun(Run{}, metricsOf({"step_ms"}));
        QVERIFY(!run.figures.at(0).value && !run.figures[0].reason.empty());
    }
    void wrongMetrics() {
        for (const auto *wrong : {"", "no_such", "time_split.no_such", "mean(", "step_ms > 3"}) {
            const auto metric = seriesMetric(wrong);
            QVERIFY2(!metric, wrong);
            QVERIFY(!metric.error().detail.empty());
        }
        for (const auto name : usualSeriesMetrics()) {
            QVERIFY(seriesMetric(name));
        }
    }
    void orders() {
        std::vector<SeriesRun> runs{labelled("run10", 5), labelled("run2"), labelled("run1", 9), labelled("a")};
        auto byLabel = runs;
        sortSeries(byLabel, SeriesOrder::Label);
        QCOMPARE(labels(byLabel), (QStringList{QStringLiteral("a"), QStringLiteral("run1"), QStringLiteral("run2"),
                                               QStringLiteral("run10")}));
        auto byTime = runs;
        sortSeries(byTime, SeriesOrder::Time);
        QCOMPARE(labels(byTime), (QStringList{QStringLiteral("run10"), QStringLiteral("run1"), QStringLiteral("a"),
                                              QStringLiteral("run2")}));
        sortSeries(runs, SeriesOrder::Given);
        QCOMPARE(runs.front().label, std::string("run10"));
    }
    void changesCountFromTheFirstThatHasIt() {
        const auto metrics = metricsOf({"step_ms"});
        std::vector<SeriesRun> runs{labelled("a"), labelled("b"), labelled("c")};
        runs[0].figures = {{std::nullopt, {}, "nothing"}};
        runs[1].figures = {{10.0, {8, 10, 12}, {}}};
        runs[2].figures = {{12.0, {12}, {}}};
        const auto table = seriesTable(runs, metrics);
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(table.text(0, "reason"), std::string("nothing"));
        QCOMPARE(table.text(1, "change"), std::string("0"));
        QCOMPARE(table.text(1, "q1"), std::string("9"));
        QCOMPARE(table.text(1, "max"), std::string("12"));
        QCOMPARE(table.text(2, "change_percent"), std::string("20"));
        QCOMPARE(table.text(2, "number"), std::string("3"));
    }
    void anOverviewHasARowOfEachRun() {
        const auto metrics = metricsOf({"step_ms", "findings"});
        std::vector<SeriesRun> runs{unreadSeriesRun("gone", "/gone", metrics.size(), "not there"),
                                    labelled("a", 1'700'000'000'000'000'000), labelled("b")};
        runs[1].figures = {{100.0, {90, 110}, {}}, {2.0, {}, {}}};
        runs[2].figures = {{125.0, {125}, {}}, {{}, {}, "no step"}};
        const auto table = seriesOverview(runs, metrics, 0);
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(table.text(0, "reason"), std::string("not there"));
        QCOMPARE(table.text(1, "step_ms"), std::string("100"));
        QCOMPARE(table.text(1, "captured"), std::string("2023-11-14 22:13:20"));
        QCOMPARE(table.text(2, "change_percent"), std::string("25"));
        QCOMPARE(table.text(2, "findings"), std::string());
        QCOMPARE(seriesOverview(runs, metrics, 1).text(2, "reason"), std::string("no step"));
        QCOMPARE(seriesOverview(runs, metrics, 7).text(1, "change_percent"), std::string());
        QVERIFY(seriesOverview({}, {}, 0).rows.empty());
    }
    void aRunIsLoadedNoDeeperThanAskedFor() {
        std::vector<LoadDepth> asked;
        const auto workspace = demoWith({{"pp", "1"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}});
        const auto load = [&](LoadDepth depth) -> Result<Run> {
            asked.push_back(depth);
            return *workspace->mainRun();
        };
        const auto depths = [&](const char *metric, SeriesReading reading) {
            asked.clear();
            const auto run = loadSeriesRun(load, metricsOf({metric}), reading);
            return run && run->figures.size() == 1 ? asked : std::vector<LoadDepth>{};
        };
        constexpr auto kSmall = SeriesReading::SmallFiles;
        constexpr auto kTraces = SeriesReading::Traces;
        const std::vector shallow{LoadDepth::Shallow};
        QCOMPARE(depths("step_ms", kSmall), shallow);
        QCOMPARE(depths("step_ms", kTraces), (std::vector{LoadDepth::Deep}));
        QCOMPARE(depths("peak_memory_gib", kTraces), shallow);
        // What small files do not tell is looked for in the traces.
        QCOMPARE(depths("median(time_split.step_us where rank = 99)", kSmall),
                 (std::vector{LoadDepth::Shallow, LoadDepth::Deep}));
        const auto none = [](LoadDepth) -> Result<Run> { return fail(ErrorKind::NotFound, "gone"); };
        QCOMPARE(loadSeriesRun(none, metricsOf({"step_ms"}), kSmall).error().detail, std::string("gone"));
    }
    void theTimeSplitIsTheMeanStep() {
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "3"}});
        const auto run = seriesRun(*workspace->mainRun(), metricsOf({"median(mean(time_split.step_us))"}));
        QVERIFY(run.split && run.figures[0].value);
        QVERIFY(std::abs(static_cast<double>(run.split->total.count()) / 1e3 - *run.figures[0].value) < 1);
        QVERIFY(std::abs((run.split->total - run.split->sumOfParts()).count()) < 10);  // each mean is rounded
        QVERIFY(!seriesRun(Run{}, {}).split);
    }
};

TEST_SUITE(TestRunSeries)

}  // namespace tst_run_series

#include "tst_run_series.moc"
