// The grammar of gates: what expressions mean, and where wrong ones are wrong.
#include "core/advice/gate/gate_expression.h"
#include "core/advice/gate/gate_metrics.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_gate_expression {

using namespace stagescope;

namespace {

GateExpression parsed(std::string_view text) {
    const auto result = parseGate(text);
    if (!result) {
        qWarning("%s", result.error().detail.c_str());
        return {};
    }
    return *result;
}

const ColumnSpec &columnOf(const GateFigure &figure) { return figure.table->columns.at(figure.column); }

}  // namespace

class GateExpressionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyShortNameIsAFigure() {
        for (const auto &metric : gateMetrics()) {
            const auto figure = parseGateFigure(metric.name);
            QVERIFY2(figure, figure ? "" : figure.error().detail.c_str());
            QCOMPARE(figure->unit, std::string(metric.unit));
            QVERIFY(!metric.meaning.empty());
            const auto own = parseGateFigure(metric.figure);
            QVERIFY(own);
            QVERIFY(own->unit == figure->unit || figure->factor != 1);
        }
    }

    void unitsOfShortNames() {
        const auto step = parsed("step_ms > 2s");
        QCOMPARE(step.figure.table->id, std::string("time_split"));
        QCOMPARE(columnOf(step.figure).name, std::string("step_us"));
        QCOMPARE(step.figure.factor, 1e-3);
        QCOMPARE(step.limit.number, 2000.0);
        QVERIFY(!step.needsBaseline());
        const auto memory = parsed("peak_memory_gib >= 512 MiB");
        QCOMPARE(memory.limit.number, 0.5);
        QVERIFY(memory.comparison == GateComparison::GreaterEqual);
        QVERIFY(memory.figure.within == Aggregate::Max && memory.figure.over == Aggregate::Max);
    }

    void signsMakeChanges() {
        const auto share = parsed("step_ms > +3%");
        QVERIFY(share.limit.kind == GateLimit::Kind::ChangePercent);
        QCOMPARE(share.limit.number, 3.0);
        const auto amount = parsed("step_ms<-2us");
        QVERIFY(amount.limit.kind == GateLimit::Kind::Change && amount.needsBaseline());
        QCOMPARE(amount.limit.number, -0.002);
        QVERIFY(parsed("bubble_percent > 20%").limit.kind == GateLimit::Kind::Absolute);
        QVERIFY(parsed("bubble_percent > +20%").limit.kind == GateLimit::Kind::ChangePercent);
        const auto points = parsed("bubble_percent > + 1.5 points");
        QVERIFY(points.limit.kind == GateLimit::Kind::Change);
        QCOMPARE(points.limit.number, 1.5);
    }

    void aggregatesWithinAndOverSteps() {
        const auto plain = parsed("time_split.step_us > 1").figure;
        QVERIFY(plain.within == Aggregate::Median && plain.over == Aggregate::Median);
        const auto one = parsed("p95(time_split.step_us) > 1").figure;
        QVERIFY(one.within == Aggregate::P95 && one.over == Aggregate::P95);
        const auto two = parsed("max ( mean ( time_split.step_us where rank = 3 ) ) > 1").figure;
        QVERIFY(two.within == Aggregate::Mean && two.over == Aggregate::Max);
        QVERIFY(two.where.has_value());
        const auto count = parsed("count(findings.rule) > 1").figure;
        QVERIFY(count.within == Aggregate::Count && count.over == Aggregate::Sum);
        QVERIFY(parsed("max(step_ms) > 1").figure.within == Aggregate::Max);
        QCOMPARE(parsed("count(step_ms) > 1").figure.unit, std::string());
    }

    /// Conditions are those of a filter of rows; they end at the parenthesis, else before the last comparison.
    void conditions() {
        const auto figure =
            parsed(
                "sum(comm_ops.duration_us where name ~ \"all'Reduce\" and (duration >= 2ms or rank = -1) and "
                "group_name = dp) > 5 ms")
                .figure;
        ResultTable table{"comm_ops", figure.table->columns, {}, {}};
        const auto add = [&](const char *name, double us, std::int64_t rank, const char *group) {
            auto &row = table.rows.emplace_back(table.columns.size());
            row[table.indexOf("name")] = name;
            row[table.indexOf("duration_us")] = us;
            row[table.indexOf("rank")] = rank;
            row[table.indexOf("group_name")] = group;
        };
        add("hcom_ALL'reduce_1", 2000, 0, "dp");
        add("hcom_all'reduce_1", 1999, 0, "dp");
        add("hcom_all'reduce_1", 1, -1, "dp");
        add("hcom_all'reduce_1", 2000, 0, "pp");
        add("hcom_allreduce_1", 2000, 0, "dp");
        const std::vector<std::optional<bool>> expected{true, false, true, false, false};
        QVERIFY(figure.where->answers(table).value() == expected);
        QCOMPARE(parsed("step_ms where rank = 1 and step < 3 > 500 us").limit.number, 0.5);
        const auto both = parsed("high_findings where rule = slow_worker > 0").figure.where;
        ResultTable findings{"findings", analysisById("findings")->columns, {}, {}};
        for (const auto *severity : {"high", "low"}) {
            auto &row = findings.rows.emplace_back(findings.columns.size());
            row[findings.indexOf("severity")] = severity;
            row[findings.indexOf("rule")] = "slow_worker";
        }
        const std::vector<std::optional<bool>> onlyHigh{true, false};
        QVERIFY(both->answers(findings).value() == onlyHigh);
        QVERIFY(parseGateFigure("time_split.step_us where rank > 2").value().where.has_value());
    }

    void errorsTellThePlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("at");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char *text, int at, const char *part) {
            QTest::newRow(text) << QByteArray(text) << at << QByteArray(part);
        };
        row("", 0, "expected a figure");
        row("   ", 3, "expected a figure");
        row("stepms > 3", 0, "did you mean step_ms");
        row("time_spli.step_us > 3", 0, "did you mean time_split");
        row("time_split > 3", 0, "time_split.COLUMN");
        row("time_split.stepus > 3", 11, "did you mean step_us");
        row("time_split. > 3", 12, "expected a column");
        row("step_ms", 7, "expected > >=");
        row("step_ms ~ 3", 8, "expected > >=");
        row("step_ms >", 9, "expected a number, not the end");
        row("step_ms >> 3", 9, "expected a number");
        row("step_ms > three", 10, "expected a number");
        row("step_ms > 3 4", 12, "nothing is expected");
        row("step_ms > 3%", 11, "+3%");
        row("step_ms > 3 GiB", 12, "'GiB' does not go with 'ms'");
        row("step_ms > +3 points", 13, "points");
        row("findings > 3 ms", 13, "a plain number");
        row("step_ms > 1e999", 10, "does not fit");
        row("max(step_ms > 3", 12, "expected ')'");
        row("max(mean(min(step_ms))) > 3", 9, "no figure 'min'");
        row("findings.rule > 3", 0, "can only be counted");
        row("step_ms where > 3", 14, "expected a condition");
        row("step_ms where rank > 3", 14, "expected a condition");
        row("findings where step > 5", 15, "expected a condition");
        row("findings where rule > 0", 15, "expected a condition");
        row("max(step_ms where rank) > 3", 18, "expected a condition");
        row("step_ms where max(rank) = 1 > 3", 14, "misuse of aggregate");
        row("step_ms where rank = x > 3", 21, "no column 'x'");
        row("step_ms where rnk = 1 > 3", 14, "did you mean rank");
        row("step_ms where rank = 1 GiB > 3", 23, "'GiB' does not go with a plain number");
        row("step_ms where (select 1) > 3", 15, "expected a condition");
        row("findings where rule = 'x > 3", 22, "without its closing quote");
        row("step_ms where rank = 1 and > 3", 27, "expected a value");
        row("max(step_ms where rank = 1", 26, "expected ')'");
        row("\xff\xfe > 3", 0, "expected a figure");
    }
    void errorsTellThePlace() {
        QFETCH(QByteArray, text);
        QFETCH(int, at);
        QFETCH(QByteArray, part);
        const auto result = parseGate(text.toStdString());
        QVERIFY(!result);
        QVERIFY2(QByteArray::fromStdString(result.error().detail).contains(part), result.error().detail.c_str());
        QCOMPARE(static_cast<int>(result.error().at), at);
    }

    /// Words of the grammar in any order, and bytes of any kind: whatever is no expression has its place in the text.
    void anyTextEndsWell() {
        const std::vector<std::string> words{
            "step_ms", "time_split", ".",     "step_us",  "max",    "(", ")",    "where", "and", "rank", "=",    "~",
            ">",       "<",          "3",     "+",        "-",      "%", "ms",   "'a'",   "\"",  "1e9",  "rule", "\n",
            "\t",      "!",          "count", "findings", "points", "",  "\xc3", "9e",    ".5",  "=="};
        std::mt19937 random(7);
        int good = 0;
        for (int i = 0; i < 20'000; ++i) {
            std::string text;
            for (auto n = random() % 9; n > 0; --n) {
                text += words[random() % words.size()];
                text += random() % 2 == 0 ? " " : "";
            }
            if (random() % 4 == 0 && !text.empty()) {
                text[random() % text.size()] = static_cast<char>(random() % 256);
            }
            const auto result = parseGate(text);
            good += result ? 1 : 0;
            QVERIFY2(result || (result.error().at <= text.size() && !result.error().detail.empty()), text.c_str());
            QVERIFY(!result ||
                    (result->figure.table != nullptr && result->figure.column < result->figure.table->columns.size()));
        }
        QVERIFY(good > 0);
        QVERIFY(!parseGate(std::string(1'000'000, '(')));
        QVERIFY(!parseGate(std::string(100'000, 'a') + " > 3"));
        std::string deep;
        for (int i = 0; i < 100'000; ++i) {
            deep += "max(";
        }
        QVERIFY(!parseGate(deep));
    }
};

TEST_SUITE(GateExpressionTest)

}  // namespace tst_gate_expression

#include "tst_gate_expression.moc"
