// Figures and verdicts of gates, on steps made by hand.
#include "core/advice/gate/gate.h"
#include "tests/core/advice/comm_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_gate {

using namespace stagescope;

namespace {

/// Rank r's steps 1, 2 ... take so many ms.
Run runOf(const std::vector<std::vector<double>> &stepsOfRanks) {
    std::vector<planted::CommRank> ranks;
    for (const auto &steps : stepsOfRanks) {
        auto &rank = ranks.emplace_back(static_cast<int>(ranks.size()));
        for (std::size_t i = 0; i < steps.size(); ++i) {
            rank.step(std::to_string(i + 1), steps[i]);
        }
    }
    return planted::commRun(std::move(ranks), {});
}

GateResult judged(const Run &run, const Run *baseline, std::string_view text, GateSettings settings = {}) {
    const auto expression = parseGate(text);
    if (!expression) {
        qWarning("%s", expression.error().detail.c_str());
        return {};
    }
    return Gate(run, baseline, std::move(settings)).judge(*expression);
}

std::string verdictOf(const GateResult &result) { return std::string(gateVerdictText(result.verdict)); }

}  // namespace

class GateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figures_data() {
        QTest::addColumn<QByteArray>("figure");
        QTest::addColumn<double>("value");
        const auto row = [](const char *figure, double value) { QTest::newRow(figure) << QByteArray(figure) << value; };
        // Steps of three ranks: 100 110 90, 200 210 220, 300 330 390 ms.
        row("step_ms", 210);
        row("time_split.step_us", 210'000);
        row("mean(step_ms)", (100 + 210 + 340) / 3.0);
        row("max(step_ms)", 390);
        row("min(step_ms)", 90);
        row("sum(step_ms)", 300 + 630 + 1020);
        row("median(max(step_ms))", 220);
        row("max(min(step_ms))", 300);
        row("count(step_ms)", 9);
        row("median(count(step_ms))", 3);
        row("count(step_ms where rank = 1)", 3);
        row("count(step_ms where rank = 9)", 0);
        row("mean(step_ms where rank = 2 and step >= 2)", (220 + 390) / 2.0);
        row("max(step_ms where step_us < 0.2 s)", 110);
        row("count(time_split.source where source ~ STEP_trace)", 9);
        row("count(time_split.source where source != step_trace_time)", 0);
        row("computing_percent", 100);
    }
    void figures() {
        QFETCH(QByteArray, figure);
        QFETCH(double, value);
        const auto run = runOf({{100, 200, 300}, {110, 210, 330}, {90, 220, 390}});
        const auto result = judged(run, nullptr, figure.toStdString() + " > 1e9");
        QVERIFY2(result.run.value, result.run.reason.c_str());
        QCOMPARE(*result.run.value, value);
        QCOMPARE(verdictOf(result), std::string("kept"));
    }

    void comparisons_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("verdict");
        const auto row = [](const char *text, const char *verdict) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(verdict);
        };
        // 105 ms against 100 ms, all steps alike.
        row("step_ms > 105", "kept");
        row("step_ms >= 105", "violated");
        row("step_ms > 104", "violated");
        row("step_ms < 0.1 s", "kept");
        row("step_ms <= 105", "violated");
        row("step_ms = 105", "violated");
        row("step_ms != 105", "kept");
        row("step_ms > +5%", "kept");
        row("step_ms > +4.9%", "violated");
        row("step_ms > +4ms", "violated");
        row("step_ms > +6ms", "kept");
        row("step_ms < -1%", "kept");
        row("step_ms > -5%", "violated");
        row("computing_percent > +0 points", "kept");
        row("count(step_ms) != +0", "kept");
    }
    void comparisons() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, verdict);
        const auto run = runOf({{105, 105}});
        const auto baseline = runOf({{100, 100}});
        QCOMPARE(QByteArray::fromStdString(verdictOf(judged(run, &baseline, text.toStdString()))), verdict);
    }

    void changesOfStepsThatDifferAreNoise() {
        const auto run = runOf({{104, 90, 118, 104}});
        const auto baseline = runOf({{100, 112, 88, 100}});
        const auto noisy = judged(run, &baseline, "mean(step_ms) > +3%");
        QCOMPARE(verdictOf(noisy), std::string("within_noise"));
        QVERIFY(*noisy.noise > *noisy.change());
        QCOMPARE(verdictOf(judged(run, &baseline, "mean(step_ms) > +3%", {.ignoresNoise = true})),
                 std::string("violated"));
        // A limit that is an amount of its own knows no noise.
        QCOMPARE(verdictOf(judged(run, &baseline, "mean(step_ms) > 103")), std::string("violated"));
        const auto slower = runOf({{204, 190, 218, 204}});
        QCOMPARE(verdictOf(judged(slower, &baseline, "mean(step_ms) > +3%")), std::string("violated"));
        // One step each: there is nothing to tell noise from.
        const auto one = runOf({{104}});
        const auto other = runOf({{100}});
        const auto single = judged(one, &other, "step_ms > +3%");
        QVERIFY(!single.noise);
        QCOMPARE(verdictOf(single), std::string("violated"));
    }

    void namesTheWorst() {
        const auto run = runOf({{100, 200, 150}, {110, 250, 90}});
        const auto high = judged(run, nullptr, "step_ms > 10").run.extreme;
        QCOMPARE(high->value, 250.0);
        QVERIFY(high->rank == 1 && high->step == 2);
        const auto low = judged(run, nullptr, "step_ms < 1000").run.extreme;
        QCOMPARE(low->value, 90.0);
        QVERIFY(low->rank == 1 && low->step == 3);
        const auto first = judged(run, nullptr, "step_ms > 10", {.ranks = {0}});
        QVERIFY(first.run.extreme->rank == 0);
        QCOMPARE(*first.run.value, 150.0);
    }

    /// A step that stands for the run is told by its own rows, or that it has none is said.
    void ofTheTypicalStep() {
        const auto run = runOf({{100, 150, 400}, {90, 160, 300}});
        const auto own = judged(run, nullptr, "typical(mean(time_split.step_us)) > 10").run;
        QCOMPARE(*own.value, 155'000.0);
        QVERIFY(own.extreme && own.extreme->rank == 1 && own.extreme->step == 2);
        QVERIFY2(own.reason.empty(), own.reason.c_str());
        const auto result = judged(run, &run, "typical(mean(time_split.step_us where step != 2)) > +0");
        QCOMPARE(*result.run.value, 95'000.0);
        QVERIFY2(result.run.reason.find("step 2") != std::string::npos, result.run.reason.c_str());
        const auto told = gateTable({result}).text(0, "reason");
        QVERIFY2(told.find("; baseline: ") != std::string::npos, told.c_str());
    }

    void whatIsNotToldIsNotKept() {
        const auto run = runOf({{100, 100}});
        for (const auto *text :
             {"mfu_percent < 30", "bubble_percent > 20", "peak_memory_gib > 60", "kernels.duration_us > 1",
              "count(kernels.duration_us) > 0", "step_ms where rank = 7 > 3"}) {
            const auto result = judged(run, nullptr, text);
            QCOMPARE(verdictOf(result), std::string("no_data"));
            QVERIFY2(!result.run.reason.empty(), text);
        }
        const auto empty = runOf({{}});
        const auto against = judged(run, &empty, "step_ms > +3%");
        QCOMPARE(verdictOf(against), std::string("no_data"));
        QVERIFY(against.run.value && !against.baseline->reason.empty());
        QCOMPARE(verdictOf(judged(run, &empty, "step_ms > 300")), std::string("kept"));
    }

    /// No finding of a rule that could not look is not the absence of what it looks for.
    void rulesThatCouldNotLook() {
        const auto run = runOf({{100, 100}});
        QCOMPARE(verdictOf(judged(run, nullptr, "findings where rule = memory_leak > 0")), std::string("no_data"));
        const auto unknown = judged(run, nullptr, "findings where rule = slow_rank > 0");
        QCOMPARE(verdictOf(unknown), std::string("no_data"));
        QVERIFY2(unknown.run.reason.find("slow_") != std::string::npos, unknown.run.reason.c_str());
    }

    void findingsAreCounted() {
        std::vector<planted::CommRank> ranks;
        for (int rank = 0; rank < 4; ++rank) {
            ranks.emplace_back(rank);
            ranks.back().step("1", 100);
            for (int to = 0; to < 4; ++to) {
                const bool isSlow = rank == 1 && to == 0;
                ranks.back().link("1", "g", rank, to, 100, isSlow ? 30 : 10, to == rank ? "LOCAL" : "HCCS");
            }
        }
        const auto run = planted::commRun(std::move(ranks), {{"g", "dp", {0, 1, 2, 3}}});
        const auto found = judged(run, nullptr, "findings where rule = link_imbalance > 0");
        QCOMPARE(verdictOf(found), std::string("violated"));
        QCOMPARE(*found.run.value, 1.0);
        const GateSettings lenient{.parameters = {{"findings", {{"link_imbalance.ratio", "5"}}}}};
        QCOMPARE(verdictOf(judged(run, nullptr, "findings where rule = link_imbalance > 0", lenient)),
                 std::string("kept"));
    }

    /// The profilers' own analyses name steps by texts.
    void stepsByName() {
        std::vector<planted::CommRank> ranks;
        ranks.emplace_back(0);
        ranks.back().time("step5", "g", "hcom_allReduce__1_0", 0, 10).time("step6", "g", "hcom_allReduce__1_1", 0, 30);
        ranks.back().time("step6", "g", "hcom_allReduce__1_2", 0, 20);
        const auto run = planted::commRun(std::move(ranks), {{"g", "dp", {0}}});
        const auto result = judged(run, nullptr, "mean(sum(comm_time.elapsed_ms where name ~ allreduce)) > 1");
        QCOMPARE(result.run.steps, (std::vector<double>{10, 50}));
        QCOMPARE(*result.run.value, 30.0);
        QVERIFY(result.run.extreme->step == 6);
    }

    void tableHasARowEach() {
        const auto run = runOf({{105.9, 106.1, 106, 106}});
        const auto baseline = runOf({{100, 100, 100, 100}});
        const auto table =
            gateTable({judged(run, &baseline, "step_ms > +3%"), judged(run, nullptr, "mfu_percent < 3")});
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(table.text(0, "expression"), std::string("step_ms > +3%"));
        QCOMPARE(table.text(0, "verdict"), std::string("violated"));
        QCOMPARE(table.text(0, "value"), std::string("106"));
        QCOMPARE(table.text(0, "baseline"), std::string("100"));
        QCOMPARE(table.text(0, "change_percent"), std::string("6"));
        QCOMPARE(table.text(0, "limit"), std::string("103"));
        QCOMPARE(table.text(0, "worst_step"), std::string("2"));
        QCOMPARE(table.text(1, "verdict"), std::string("no_data"));
        QCOMPARE(table.text(1, "value"), std::string());
        QVERIFY(!table.text(1, "reason").empty());
    }
};

TEST_SUITE(GateTest)

}  // namespace tst_gate

#include "tst_gate.moc"
