#include "core/analysis/tables/time_bounds.h"
#include "core/ask/ask_engine.h"
#include "core/ask/ask_views.h"
#include "core/ask/counted_slices.h"
#include "core/base/item_ref.h"
#include "core/demo/demo_options.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sqlite3.h>

#include <algorithm>
#include <cmath>

namespace tst_ask {

using namespace stagescope;

/// Statements over the tables of a demo profile, against the same figures worked out here.
class AskTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    Workspace m_workspace;

    [[nodiscard]] AnalysisInput input() const {
        AnalysisInput result;
        result.workspace = &m_workspace;
        return result;
    }
    [[nodiscard]] Result<ResultTable> asked(const std::string &sql, const AskLimits &limits = {}) const {
        return ask(input(), sql, limits, {});
    }
    /// The table itself, with its parameters as they are by default.
    [[nodiscard]] ResultTable direct(const char *id) const {
        auto question = input();
        const auto &entry = *analysisById(id);
        for (const auto &spec : entry.parameters) {
            question.parameters[spec.name] = spec.defaultValue;
        }
        return entry.run(question, {}).value();
    }
    static double number(const Cell &cell) {
        const auto *whole = std::get_if<std::int64_t>(&cell);
        return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(cell);
    }

private Q_SLOTS:
    void initTestCase() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 3;
        QVERIFY(placeDemo(m_folder.filePath(QStringLiteral("demo")).toStdString(), options).has_value());
        m_workspace.runs.push_back(loadedRun(m_folder.filePath(QStringLiteral("demo")).toStdString()));
    }

    /// Slices that are only counted are counted by their tracks: count(1) walks them, count(*) need not.
    void countsOfSlicesAreThoseOfTheirTracks() {
        for (const auto *rest :
             {"FROM slice", "FROM slice WHERE rank = 1", "FROM slice WHERE kind = 'counter'",
              "FROM slice WHERE rank = 9", "FROM slice WHERE (rank = 1 OR rank IN (2, 3)) AND NOT kind = 'host'",
              "FROM slice WHERE track_name LIKE '%stream%' AND run = 0", "FROM slice GROUP BY rank, kind ORDER BY 1",
              "FROM slice WHERE rank > 0 OR 1 = 1 GROUP BY process, track HAVING n > 50 ORDER BY n DESC, track LIMIT 5",
              "FROM slice WHERE rank BETWEEN 1 AND 2 GROUP BY track_name ORDER BY track_name;"}) {
            const auto walked = asked("SELECT count(1) AS n " + std::string(rest));
            const auto sql = "SELECT count(*) AS n " + std::string(rest);
            QVERIFY2(countedByTrack(sql), rest);
            const auto counted = asked(sql);
            QVERIFY2(walked && counted, rest);
            QVERIFY2(counted->rows == walked->rows, rest);
            QCOMPARE(counted->columns.front().name, std::string("n"));
        }
        QCOMPARE(asked("SELECT rank, COUNT( * ) FROM slice GROUP BY rank")->columns[1].name, std::string("COUNT( * )"));
        for (const auto *sql :
             {"SELECT count(*) FROM slice WHERE name = 'x'",
              "SELECT count(*) FROM slice, track",
              "SELECT count(*) FROM slice s WHERE rank = 1",
              "SELECT count(*), sum(dur_ns) FROM slice",
              "SELECT count(DISTINCT rank) FROM slice",
              "SELECT rank FROM slice",
              "SELECT count(*) FROM track",
              "SELECT count(*) FROM baseline.slice",
              "SELECT count(*) FROM slice WHERE rank = (SELECT 1)",
              "SELECT count(*) OVER () FROM slice",
              "SELECT count(*) FROM slice UNION SELECT count(*) FROM slice",
              "SELECT count(*) FROM slice WHERE rank = :r",
              "SELECT count(*) FROM slice WHERE \"rank\" = 1",
              "WITH a AS (SELECT 1) SELECT count(*) FROM slice",
              "SELECT track_name AS name, count(*) FROM slice WHERE name LIKE '%gemm%' GROUP BY track_name",
              "SELECT kind AS class, count(*) FROM slice GROUP BY class",
              "SELECT kind AS Ts, count(*) FROM slice GROUP BY ts",
              "SELECT kind AS rows, count(*) FROM slice GROUP BY rows",
              "SELECT count(*) FROM slice WHERE rank = 1 -- rank",
              "SELECT count(*) FROM slice /* of */ WHERE rank = 1"}) {
            QVERIFY2(!countedByTrack(sql), sql);
        }
        QVERIFY(!asked("SELECT count(*) FROM slice WHERE rnk = 1"));
        const auto classes = asked("SELECT kind AS class, count(*) FROM slice GROUP BY class");
        QCOMPARE(classes->rows.size(), asked("SELECT DISTINCT class FROM slice")->rows.size());
    }

    /// Though the statement names none of them.
    void allViewsAreListed() {
        const auto views = asked("SELECT count(*) AS n FROM SQLite_master WHERE type = 'view'");
        QVERIFY2(views, views ? "" : views.error().detail.c_str());
        QCOMPARE(number(views->rows[0][0]), static_cast<double>(askViews().size()));
    }

    /// Every table comes through as it is: columns, types, values, NULL for unknown.
    void everyTableIsThere() {
        int compared = 0;
        for (const auto &entry : analysisList()) {
            auto question = input();
            for (const auto &spec : entry.parameters) {
                const bool countsRows = spec.name == "rows" || spec.name == "top";
                question.parameters[spec.name] = countsRows ? "10000000" : spec.defaultValue;
            }
            const auto own = entry.run(question, {});
            const auto found = asked("SELECT * FROM \"" + entry.id + "\"");
            if (!own && own.error().kind != ErrorKind::NotFound) {
                QVERIFY2(!found, entry.id.c_str());
                continue;
            }
            QVERIFY2(found.has_value(), (entry.id + ": " + (found ? "" : found.error().detail)).c_str());
            QCOMPARE(found->columns.size(), entry.columns.size());
            QCOMPARE(found->rows.size(), own ? own->rows.size() : std::size_t{0});
            for (std::size_t row = 0; row < found->rows.size(); ++row) {
                for (std::size_t i = 0; i < entry.columns.size(); ++i) {
                    const auto place = own->indexOf(entry.columns[i].name);
                    const auto wanted = place < own->columns.size() ? own->rows[row][place] : Cell();
                    QVERIFY2(found->rows[row][i] == wanted,
                             (entry.id + "." + entry.columns[i].name + ": " + cellText(found->rows[row][i]) +
                              " instead of " + cellText(wanted))
                                 .c_str());
                    ++compared;
                }
            }
        }
        QVERIFY(compared > 10'000);
    }
    void sumsAndPercentilesAreTheirs() {
        const auto kernels = direct("kernels");
        std::vector<double> all;
        for (const auto &row : kernels.rows) {
            all.push_back(number(row[kernels.indexOf("duration_us")]));
        }
        std::sort(all.begin(), all.end());
        const auto found = asked(
            "SELECT count(*), sum(duration_us), median(duration_us), p95(duration_us), "
            "percentile(duration_us, 100), percentile(duration_us, 12.5) FROM kernels");
        QVERIFY(found.has_value());
        const auto at = [&](double percent) {
            const double place = percent / 100 * static_cast<double>(all.size() - 1);
            const auto below = static_cast<std::size_t>(std::floor(place));
            const auto above = std::min(below + 1, all.size() - 1);
            return all[below] + (place - std::floor(place)) * (all[above] - all[below]);
        };
        double sum = 0;
        for (const double value : all) {
            sum += value;
        }
        const double wanted[] = {static_cast<double>(all.size()), sum, at(50), at(95), at(100), at(12.5)};
        for (std::size_t i = 0; i < std::size(wanted); ++i) {
            const double value = number(found->rows[0][i]);
            QVERIFY2(std::abs(value - wanted[i]) <= 1e-9 * std::abs(wanted[i]), std::to_string(i).c_str());
        }
    }
    void spansThatOverlapCountOnce() {
        const auto found = asked(
            "SELECT covered_ns(b, d) FROM (SELECT 0 b, 10 d UNION ALL SELECT 5, 10 UNION ALL "
            "SELECT 40, 5 UNION ALL SELECT NULL, 7 UNION ALL SELECT 3, -2)");
        QCOMPARE(number(found.value().rows[0][0]), 20.0);
        QCOMPARE(number(asked("SELECT covered_ns(1, 2) FROM tables WHERE id = 'none'").value().rows[0][0]), 0.0);
        QVERIFY(std::holds_alternative<std::monostate>(
            asked("SELECT median(1) FROM tables WHERE id = 'none'").value().rows[0][0]));
    }
    void parametersAreHiddenColumns() {
        const auto all = asked("SELECT count(*) FROM rule_parameters").value();
        QVERIFY(number(all.rows[0][0]) > 10);
        const auto entry = std::ranges::find_if(analysisList(), [](const AnalysisEntry &candidate) {
            return candidate.id == "kernel_stats" && !candidate.parameters.empty();
        });
        QVERIFY(entry != analysisList().end());
        const auto &spec = entry->parameters.front();
        const auto named = asked("SELECT DISTINCT \"" + spec.name + "\" FROM kernel_stats");
        QVERIFY2(named.has_value(), named ? "" : named.error().detail.c_str());
        QCOMPARE(cellText(named->rows[0][0]), spec.defaultValue);
        QVERIFY(!asked("SELECT * FROM kernel_stats WHERE \"" + spec.name + "\" = 'no such choice'"));
    }
    void whatIsReadIsKnownBefore() {
        const auto joined = readsOf("SELECT count(*) FROM kernels k JOIN time_split t ON k.rank = t.rank").value();
        QCOMPARE(joined.tables, (std::set<std::string>{"kernels", "time_split"}));
        QVERIFY(!joined.needsTimelines);
        const auto none = readsOf("SELECT * FROM tables").value();
        QVERIFY(none.tables.empty() && !none.needsTimelines);
        QCOMPARE(readsOf("SELECT * FROM kernel").value().tables, std::set<std::string>{"kernels"});
        const auto slices = readsOf("SELECT name FROM host_op").value();
        QVERIFY(slices.tables.empty() && slices.needsTimelines);
    }
    /// Each view is the rows of its table, to the ns.
    void viewsAreTheTables() {
        const auto count = [&](const std::string &from) {
            const auto table = asked("SELECT count(*) FROM " + from);
            return table ? std::get<std::int64_t>(table->rows[0][0]) : -1;
        };
        for (const auto &[view, table] :
             std::vector<std::pair<std::string, std::string>>{{"rank", "ranks"},
                                                              {"step", "time_split"},
                                                              {"kernel", "kernels"},
                                                              {"copy", "copies WHERE \"by\" = 'copy'"},
                                                              {"launch", "dispatch"},
                                                              {"gap", "free_gaps"},
                                                              {"comm", "comm_ops"},
                                                              {"late", "comm_late"},
                                                              {"link", "comm_matrix WHERE name LIKE '%-total'"},
                                                              {"cell", "pipeline_cells"},
                                                              {"memory", "memory_curve"},
                                                              {"alloc", "memory_ops"},
                                                              {"finding", "findings"},
                                                              {"setting", "environment"},
                                                              {"loss", "import_log"},
                                                              {"capability", "capabilities"},
                                                              {"block", "snapshot_blocks"},
                                                              {"segment", "snapshot_segments"},
                                                              {"memory_event", "snapshot_events"},
                                                              {"mark", "mark_stats WHERE \"by\" = 'occurrence'"}}) {
            QVERIFY2(count(view) >= 0 && count(view) == count(table), view.c_str());
        }
        const auto sums = asked("SELECT (SELECT sum(dur_ns) FROM kernel), (SELECT sum(duration_us) FROM kernels)");
        QVERIFY(sums && std::abs(number(sums->rows[0][0]) - 1000 * number(sums->rows[0][1])) < 1000);
    }
    /// What stands for something carries an item that --select takes; where it is a sum, its step or its rank.
    void rowsCarryTheirItems() {
        for (const auto *view : {"rank", "step", "kernel", "host_op", "api", "launch", "gap", "comm", "late", "link",
                                 "cell", "bubble", "memory", "alloc", "mark", "mark_range", "slice"}) {
            const auto rows =
                asked("SELECT evidence FROM " + std::string(view) + " WHERE evidence IS NOT NULL LIMIT 50");
            QVERIFY2(rows && !rows->rows.empty(), view);
            for (const auto &row : rows->rows) {
                QVERIFY2(itemFromText(cellText(row[0])), (view + (": " + cellText(row[0]))).c_str());
            }
        }
        for (const auto *view : {"block", "memory_event"}) {
            const auto column = asked("SELECT evidence FROM " + std::string(view));
            QVERIFY2(column, view);
        }
    }
    /// Columns of views are listed with units, types and meanings, as statements have them.
    void columnsOfViewsAreListed() {
        const auto views =
            asked("SELECT DISTINCT table_id FROM columns WHERE table_id IN (SELECT id FROM tables LIMIT 24)");
        QVERIFY(views && views->rows.size() == 24);
        for (const auto &row : views->rows) {
            const auto &view = std::get<std::string>(row[0]);
            const auto found = asked("SELECT * FROM \"" + view + "\" LIMIT 200");
            const auto listed = asked("SELECT name, type, meaning, unit FROM columns WHERE table_id = '" + view + '\'');
            QVERIFY2(found && listed && found->columns.size() == listed->rows.size(), view.c_str());
            for (std::size_t i = 0; i < found->columns.size(); ++i) {
                const auto &spec = listed->rows[i];
                const auto name = view + '.' + found->columns[i].name;
                QVERIFY2(cellText(spec[0]) == found->columns[i].name, name.c_str());
                QVERIFY2(!cellText(spec[2]).empty(), name.c_str());
                const bool saysClock = cellText(spec[2]).find("clock") != std::string::npos;
                QVERIFY2(!name.ends_with(".begin_ns") || saysClock, name.c_str());
                QVERIFY2(!name.ends_with("_ns") || cellText(spec[3]) == "ns", name.c_str());
                for (const auto &values : found->rows) {
                    const bool isText = std::holds_alternative<std::string>(values[i]);
                    const bool isKnown = !std::holds_alternative<std::monostate>(values[i]);
                    QVERIFY2(!isKnown || isText == (cellText(spec[1]) == "text"), name.c_str());
                }
            }
        }
    }
    /// The timelines, each slice once, counted here again.
    void slicesAreThoseOfTheTimelines() {
        std::int64_t slices = 0;
        std::int64_t length = 0;
        std::int64_t flows = 0;
        std::int64_t samples = 0;
        for (const int rank : m_workspace.runs.front().ranks()) {
            for (const auto &loaded : m_workspace.runs.front().capture(rank)->loaded) {
                for (const auto &trace : loaded.traces) {
                    flows += static_cast<std::int64_t>(trace->flows().size());
                    for (const auto &track : trace->tracks()) {
                        samples += static_cast<std::int64_t>(trace->counter(track.id).size());
                        const auto &table = trace->slices(track.id);
                        slices += static_cast<std::int64_t>(table.size());
                        for (std::uint32_t i = 0; i < table.size(); ++i) {
                            length += (table.end(i) - table.begin(i)).count();
                        }
                    }
                }
            }
        }
        const auto found = asked(
            "SELECT count(*), sum(dur_ns), (SELECT count(*) FROM flow), (SELECT count(*) FROM counter) "
            "FROM slice");
        QVERIFY2(found, found ? "" : found.error().detail.c_str());
        QVERIFY(slices > 1000);
        QCOMPARE(std::get<std::int64_t>(found->rows[0][0]), slices);
        QCOMPARE(std::get<std::int64_t>(found->rows[0][1]), length);
        QCOMPARE(std::get<std::int64_t>(found->rows[0][2]), flows);
        QCOMPARE(std::get<std::int64_t>(found->rows[0][3]), samples);
    }
    /// What narrows the walk gives the rows that SQLite would find without it ("+" keeps a column from being pushed).
    void narrowedWalksFindTheSameRows_data() {
        QTest::addColumn<QByteArray>("condition");
        for (const char *condition : {"rank = 1",
                                      "rank = 99",
                                      "rank = 1.0",
                                      "track = 3",
                                      "rank = 1 AND track = 3",
                                      "name = 'MatMulV3'",
                                      "name = 'matmulv3' COLLATE NOCASE",
                                      "rank = NULL",
                                      "run = 1",
                                      "begin_ns >= t0() + 5000000",
                                      "begin_ns > t0() + 5000000 AND begin_ns <= t0() + 9000000",
                                      "begin_ns < t0() + 0.5",
                                      "begin_ns = t0()",
                                      "begin_ns BETWEEN t0() + 1e6 AND t0() + 2e6",
                                      "rank = 1 AND rank = 2",
                                      "rank IN (0, 3) AND begin_ns < t0() + 3000000",
                                      "step = 6",
                                      "step = 6 AND rank = 2 AND name = 'MatMulV3'",
                                      "step = 99",
                                      "step = -1",
                                      "step IS NULL",
                                      "step = 6.5"}) {
            QTest::newRow(condition) << QByteArray(condition);
        }
    }
    void narrowedWalksFindTheSameRows() {
        QFETCH(QByteArray, condition);
        auto plain = QString::fromLatin1(condition);
        for (const auto *column : {"rank", "track", "name", "run", "begin_ns", "step"}) {
            plain.replace(QRegularExpression(QStringLiteral("\\b%1\\b").arg(QLatin1String(column))),
                          QLatin1Char('+') + QLatin1String(column));
        }
        AskLimits limits;
        limits.firstEvent = ns(timeBounds(m_workspace)->begin);
        const QString select =
            QStringLiteral("SELECT count(*), sum(dur_ns), min(begin_ns), sum(track) FROM slice WHERE ");
        const auto narrowed = asked((select + QString::fromLatin1(condition)).toStdString(), limits);
        const auto all = asked((select + plain).toStdString(), limits);
        QVERIFY2(narrowed, narrowed ? "" : narrowed.error().detail.c_str());
        QVERIFY(all);
        QVERIFY(narrowed->rows == all->rows);
    }
    /// Steps of slices are those of the table of steps, and what a slice holds itself is what its children leave.
    void slicesKnowTheirStepParentAndOwnTime() {
        const auto steps = asked(
            "SELECT count(*), sum(s.step = t.step) FROM slice s JOIN step t ON t.rank = s.rank AND s.begin_ns >= "
            "t.begin_ns AND s.begin_ns < t.begin_ns + t.dur_ns WHERE s.kind = 'host'");
        QVERIFY(steps && number(steps->rows[0][0]) > 1000);
        QCOMPARE(number(steps->rows[0][1]), number(steps->rows[0][0]));
        const auto children = asked(
            "SELECT count(*), sum(p.self_ns = p.dur_ns - c.total) FROM slice p JOIN (SELECT parent, sum(dur_ns) AS "
            "total "
            "FROM slice WHERE rank = 1 AND parent IS NOT NULL GROUP BY parent) c ON c.parent = p.evidence WHERE p.rank "
            "= 1");
        QVERIFY(children && number(children->rows[0][0]) > 10);
        QCOMPARE(number(children->rows[0][1]), number(children->rows[0][0]));
        const auto leaves = asked(
            "SELECT count(*), sum(self_ns = dur_ns) FROM slice WHERE rank = 1 AND evidence NOT IN (SELECT parent FROM "
            "slice WHERE rank = 1 AND parent IS NOT NULL)");
        QVERIFY(leaves && number(leaves->rows[0][0]) > 100);
        QCOMPARE(number(leaves->rows[0][1]), number(leaves->rows[0][0]));
    }
    /// A rank that is asked about alone, and values that are looked up, give the rows that SQLite would find.
    void narrowedTablesFindTheSameRows() {
        int compared = 0;
        const auto literal = [](const Cell &cell) {
            const auto *text = std::get_if<std::string>(&cell);
            return text == nullptr ? cellText(cell)
                                   : '\'' +
                                         QString::fromStdString(*text)
                                             .replace(QLatin1Char('\''), QLatin1String("''"))
                                             .toStdString() +
                                         '\'';
        };
        for (const auto &entry : analysisList()) {
            const auto all = asked("SELECT * FROM \"" + entry.id + '"');
            std::string sql;
            for (std::size_t i = 0; all && !all->rows.empty() && i < entry.columns.size(); ++i) {
                std::string values;
                for (const auto row : {std::size_t{0}, all->rows.size() / 2, all->rows.size() - 1}) {
                    const auto &cell = all->rows[row][i];
                    values += std::holds_alternative<std::monostate>(cell)
                                  ? std::string()
                                  : (values.empty() ? "" : ", ") + literal(cell);
                }
                const auto &name = entry.columns[i].name;
                const auto select = "(SELECT count(*) || ' ' || group_concat(coalesce(\"" + entry.columns[0].name +
                                    "\", '') || \"" + name + "\") FROM (SELECT * FROM \"" + entry.id + "\" WHERE ";
                const auto condition = '"' + name + "\" IN (" + values + ") ORDER BY \"" + entry.columns[0].name +
                                       "\", \"" + name + "\"))";
                // Some columns are enough: each of a table of many is looked up alike.
                constexpr std::size_t kFirst = 12;
                if (!values.empty() && (i < kFirst || i + 1 == entry.columns.size())) {
                    sql += (sql.empty() ? "" : " UNION ALL ") + ("SELECT '" + name + "', ") + select + condition +
                           ", " + select + '+' + condition;
                }
            }
            const auto found = sql.empty() ? Result<ResultTable>(ResultTable{}) : asked(sql);
            QVERIFY2(found, (entry.id + ": " + (found ? "" : found.error().detail)).c_str());
            for (const auto &row : found->rows) {
                const auto text = entry.id + '.' + cellText(row[0]) + ": " + cellText(row[1]).substr(0, 200) +
                                  " instead of " + cellText(row[2]).substr(0, 200);
                QVERIFY2(row[1] == row[2] && !cellText(row[1]).starts_with('0'), text.c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 250);
    }
    void mistakesAreNamed_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char *sql, const char *part) {
            QTest::newRow(sql) << QByteArray(sql) << QByteArray(part);
        };
        row("SELECT * FROM kernles", "did you mean kernels");
        row("SELECT nmae FROM kernels", "no such column: nmae");
        row("SELECT \"nmae\" FROM kernels", "no such column: nmae");
        row("SELEC 1", "syntax error");
        row("", "empty");
        row("SELECT 1; SELECT 2", "one statement");
        row("ATTACH 'x.db' AS x", "only SELECT");
        row("VACUUM INTO 'x.db'", "only SELECT");
        row("CREATE TABLE x(a)", "only SELECT");
        row("CREATE TEMP TABLE x(a)", "only SELECT");
        row("DELETE FROM kernels", "only SELECT");
        row("INSERT INTO kernels(rank) VALUES (1)", "only SELECT");
        row("PRAGMA journal_mode", "only SELECT");
        row("SELECT load_extension('x')", "not authorized");
        row("SELECT percentile(rank, 200) FROM kernels", "from 0 to 100");
    }
    void mistakesAreNamed() {
        QFETCH(QByteArray, sql);
        QFETCH(QByteArray, part);
        const auto found = asked(sql.toStdString());
        QVERIFY(!found.has_value());
        const bool isIt = QByteArray::fromStdString(found.error().detail).contains(part) ||
                          (part == "not authorized" && found.error().detail == "only SELECT statements are allowed");
        QVERIFY2(isIt, found.error().detail.c_str());
    }
    /// Statements that would never end, or fill the memory, end by a limit.
    void hostileStatementsEnd_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::newRow("recursion") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r");
        QTest::newRow("cross joins") << QByteArray("SELECT count(*) FROM kernels a, kernels b, kernels c, kernels d");
        QTest::newRow("rows") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r");
        QTest::newRow("a text") << QByteArray("SELECT length(printf('%.*c', 2000000000, 'x'))");
        QTest::newRow("a blob") << QByteArray("SELECT length(zeroblob(2000000000))");
        QTest::newRow("a pattern") << QByteArray("SELECT 'x' LIKE hex(zeroblob(100000))");
        QTest::newRow("a text of texts") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT zeroblob(4000000) FROM r");
        QTest::newRow("padding") << QByteArray("SELECT format('%*d', 2000000000, 1)");
        QTest::newRow("a search") << QByteArray("SELECT instr(hex(zeroblob(2000000)), hex(zeroblob(1000000)) || '1')");
        QTest::newRow("replacing") << QByteArray(
            "SELECT length(replace(hex(zeroblob(2000000)), hex(zeroblob(1000000)) || '1', 'x'))");
        QTest::newRow("growing") << QByteArray(
            "SELECT length(replace(hex(zeroblob(2000000)), '0', hex(zeroblob(1000000))))");
        QTest::newRow("trimming") << QByteArray("SELECT trim(hex(zeroblob(2000000)), hex(zeroblob(1000000)) || '1')");
        QTest::newRow("backtracking") << QByteArray(
            "SELECT hex(zeroblob(2000000)) LIKE '%0%00%000%0000%00000%0000000000000000000000000000000000000001'");
        QTest::newRow("values of an aggregate")
            << QByteArray("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT median(n) FROM r");
        QTest::newRow("keys of an aggregate") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT length(count_by(n)) FROM r");
        QTest::newRow("spans") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM cover((SELECT "
            "spans(n, 5, n) FROM r))");
        QTest::newRow("pairs of spans") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 5000) SELECT count(*) FROM "
            "pairs((SELECT spans(0, n) FROM r), (SELECT spans(0, n) FROM r))");
        // Within one step of SQLite, of spans that give no row.
        QTest::newRow("pairs of points") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 200000) SELECT count(*) FROM "
            "pairs((SELECT spans(n, 0) FROM r), (SELECT spans(0, 1000000000) FROM r))");
        QTest::newRow("points nearest to points") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 200000) SELECT count(*) FROM "
            "nearest((SELECT spans(5, 1) FROM r), (SELECT spans(5, 0) FROM r))");
        QTest::newRow("spans that meet none of those that run") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 200000) SELECT count(*) FROM "
            "pairs((SELECT spans(2 * n, 1) FROM r), (SELECT spans(1, 1000000000) FROM r))");
        QTest::newRow("keys of spans") << QByteArray(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM cover((SELECT "
            "spans(n, 5, NULL, hex(zeroblob(100000)) || n) FROM r))");
        QTest::newRow("depth") << "SELECT " + QByteArray(5000, '(') + "1" + QByteArray(5000, ')');
    }
    void hostileStatementsEnd() {
        QFETCH(QByteArray, sql);
        AskLimits limits;
        limits.time = std::chrono::milliseconds(150);
        limits.mostRows = 100'000;
        limits.mostMemory = std::size_t{32} << 20;
        const auto found = asked(sql.toStdString(), limits);
        // SQLite cuts what printf pads at the greatest length of a value, or gives NULL for it.
        const auto *length = found ? std::get_if<std::int64_t>(&found->rows.at(0).at(0)) : nullptr;
        const bool isCut = found.has_value() && (length == nullptr || *length <= std::int64_t{16} << 20);
        QVERIFY(isCut || (!found.has_value() && !found.error().detail.empty()));
    }
    /// Functions that are bounded say what SQLite's own say.
    void boundedFunctionsAreThoseOfSqlite_data() {
        QTest::addColumn<QByteArray>("expression");
        for (const char *expression : {"format('%d|%5d|%-5d|%05d|%+d|%,d', 1, 2, 3, 4, 5, 1234567)",
                                       "format('%.2f %e %g %10.3f', 1.005, 12345.6, 0.1, "
                                       "2.5)",
                                       "format('%s|%5s|%-5s|%.2s|%*s', 'ab', 'ab', 'ab', 'abc', 4, 'x')",
                                       "format('%q %Q %w', 'a''b', 'a''b', "
                                       "'a\"b')",
                                       "format('%x %X %o', 255, 255, 8)",
                                       "format('%c%c', 'äb', 'x')",
                                       "format('100%% %d')",
                                       "format(NULL)",
                                       "format('%Q', NULL)",
                                       "format('%s', NULL)",
                                       "format('%s %s', 1, 2.5)",
                                       "format('%y %d', 1)",
                                       "format('%lld', 7)",
                                       "format('%.3d', 5)",
                                       "format('%.*c', 3, 'x')",
                                       "instr('häuser', 'user')",
                                       "instr('abc', 'x')",
                                       "instr('abc', '')",
                                       "instr(x'616263', x'63')",
                                       "instr(NULL, 'a')",
                                       "instr(12345, 34)",
                                       "replace('aaa', 'a', 'bb')",
                                       "replace('abc', '', "
                                       "'x')",
                                       "replace('abc', 'b', NULL)",
                                       "replace('abab', 'ab', '')",
                                       "trim('  a b ')",
                                       "ltrim('xxay', 'x')",
                                       "rtrim('aäöä', 'äö')",
                                       "trim('abc', '')",
                                       "trim(NULL)",
                                       "trim('aaa', 'a')",
                                       "trim('x', NULL)"}) {
            QTest::newRow(expression) << QByteArray(expression);
        }
    }
    void boundedFunctionsAreThoseOfSqlite() {
        QFETCH(QByteArray, expression);
        sqlite3 *connection = nullptr;
        QCOMPARE(sqlite3_open(":memory:", &connection), SQLITE_OK);
        sqlite3_stmt *statement = nullptr;
        sqlite3_prepare_v2(connection, ("SELECT CAST(" + expression + " AS TEXT)").constData(), -1, &statement,
                           nullptr);
        QCOMPARE(sqlite3_step(statement), SQLITE_ROW);
        const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement, 0));
        const auto wanted = text == nullptr ? Cell() : Cell(std::string(text));
        sqlite3_finalize(statement);
        sqlite3_close(connection);
        const auto found = asked("SELECT CAST(" + expression.toStdString() + " AS TEXT)");
        QVERIFY2(found, found ? "" : found.error().detail.c_str());
        QCOMPARE(QByteArray::fromStdString(cellText(found->rows[0][0])), QByteArray::fromStdString(cellText(wanted)));
        QCOMPARE(found->rows[0][0].index(), wanted.index());
    }
    void itCanBeCancelled() {
        std::stop_source stop;
        stop.request_stop();
        const auto found = ask(input(), "SELECT count(*) FROM kernels a, kernels b, kernels c", {}, stop.get_token());
        QVERIFY(!found.has_value());
        QVERIFY(found.error().kind == ErrorKind::Cancelled);
    }
};

TEST_SUITE(AskTest)

}  // namespace tst_ask

#include "tst_ask.moc"
