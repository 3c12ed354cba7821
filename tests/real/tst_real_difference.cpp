// Differences against the sheets that msprof-analyze compare writes for rank 0 and rank 1 of cnn_text and cnn_db.
#include "tests/real/compared_sides.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>
#include <set>

namespace tst_real_difference {

using namespace stagescope;

namespace {

using SheetColumns = std::vector<std::pair<int, const char *>>;

/// A sheet, the table that equals it, and which of its columns are which of ours.
struct Sheet {
    const char *file;
    const char *name;
    const char *before;
    const char *after;  ///< null: the other rank of the same
    const char *table;
    const char *by;
    SheetColumns keys;
    SheetColumns figures;
    double unit = 1;  ///< of times: theirs in ours
    int rows;
    int oddities;
};

const SheetColumns kKernelFigures{{3, "total_before_us"}, {4, "mean_before_us"}, {5, "max_before_us"},
                                  {6, "min_before_us"},   {7, "count_before"},   {8, "total_after_us"},
                                  {9, "mean_after_us"},   {10, "max_after_us"},  {11, "min_after_us"},
                                  {12, "count_after"},    {13, "total_us_ratio"}};
const SheetColumns kCallFigures{{2, "total_before_us"}, {3, "self_before_us"}, {4, "mean_before_us"},
                                {5, "count_before"},    {6, "total_after_us"}, {7, "self_after_us"},
                                {8, "mean_after_us"},   {9, "count_after"}};
const SheetColumns kByShape{{1, "type"}, {2, "input_shapes"}};

std::vector<Sheet> sheetList() {
    const auto *text = "ascend/cnn_text";
    const auto *database = "ascend/cnn_db";
    return {
        {"text_l1.json", "KernelCompare", text, nullptr, "kernel_stats", "shape", kByShape, kKernelFigures, 1, 128, 1},
        {"db_l1.json", "KernelCompare", database, nullptr, "kernel_stats", "shape", kByShape, kKernelFigures, 1, 127,
         0},
        {"text_vs_db.json", "KernelCompare", text, database, "kernel_stats", "shape", kByShape, kKernelFigures, 1, 128,
         1},
        {"text_l1_ktype.json",
         "KernelTypeCompare",
         text,
         nullptr,
         "kernel_stats",
         "type",
         {{1, "type"}, {2, "core"}},
         kKernelFigures,
         1,
         33,
         0},
        {"text_l1.json", "ApiCompare", text, nullptr, "api_stats", nullptr, {{1, "name"}}, kCallFigures, 1000, 133, 0},
        {"db_l1.json",
         "ApiCompare",
         database,
         nullptr,
         "api_stats",
         nullptr,
         {{1, "name"}},
         kCallFigures,
         1000,
         133,
         12}};
}

bool isTime(std::string_view column) { return column.ends_with("_us"); }

/// They round to two digits, and compute means and ratios of figures that are rounded already.
double toleranceOf(std::string_view column, double value, double unit) {
    const double digit = 0.0051 * unit;
    if (column.ends_with("ratio")) {
        return 0.0035;  // of times from 3 us on
    }
    return !isTime(column) ? 0 : column.starts_with("mean") ? 2 * digit : digit + 1e-5 * value;
}

/// What they count otherwise: a communication operator among the kernels; in databases calls of CANN that have a call
/// of the same name inside of them, which the text of the same training counts as we do.
bool isOddity(const Sheet &of, const QJsonArray &line, const std::map<QString, double> &callsInText) {
    const auto name = line[1].toString();
    if (std::string_view(of.name) == "KernelCompare") {
        return name == QLatin1String("hcom_allReduce_");
    }
    const auto text = callsInText.find(name);
    return std::string_view(of.name) == "ApiCompare" && text != callsInText.end() && text->second != line[5].toDouble();
}
std::map<QString, double> callsOfText() {
    std::map<QString, double> calls;
    for (const auto &line : comparedRows(QStringLiteral("text_l1.json"), QStringLiteral("ApiCompare"))) {
        calls[line[1].toString()] = line[5].toDouble();
    }
    return calls;
}

/// Rows of a table by the columns that a sheet has for keys. The peer puts cores and layers together where names and
/// shapes agree; of such rows one is it.
class TableByKeys {
public:
    TableByKeys(const Sheet &of, const ResultTable &table) : m_of(of), m_table(table) {
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            QStringList key;
            for (const auto &[column, name] : of.keys) {
                key << QString::fromStdString(table.text(row, name));
            }
            m_rows[key].push_back(row);
        }
    }
    /// Empty: a row says the same.
    [[nodiscard]] QString differenceOf(const QJsonArray &line) const {
        QStringList key;
        for (const auto &[column, name] : m_of.keys) {
            const auto text = line[column].toString();
            key << (text == QLatin1String("N/A") ? QString() : text);
        }
        QStringList all{key.join(QLatin1Char(' '))};
        const auto rows = m_rows.find(key);
        for (const auto row : rows == m_rows.end() ? std::vector<std::size_t>{} : rows->second) {
            const auto why = differenceOf(line, row);
            if (why.isEmpty()) {
                return {};
            }
            all << why;
        }
        return all.join(QStringLiteral(": "));
    }

private:
    [[nodiscard]] QString differenceOf(const QJsonArray &line, std::size_t row) const {
        QStringList why;
        for (const auto &[column, name] : m_of.figures) {
            const double unit = isTime(name) ? m_of.unit : 1;
            const double theirs = line[column].toDouble() * unit;
            const double mine = realCell(m_table, row, name);
            if (std::abs(theirs - mine) > toleranceOf(name, theirs, unit)) {
                why << QStringLiteral("%1 %2 for %3").arg(QString::fromLatin1(name)).arg(mine).arg(theirs);
            }
        }
        return why.join(QStringLiteral(", "));
    }

    const Sheet &m_of;
    const ResultTable &m_table;
    std::map<QStringList, std::vector<std::size_t>> m_rows;
};

/// Sums of the rows of a table of pairs, by name.
struct PairSum {
    double before = 0;
    double after = 0;
    int calls = 0;
};

void addPair(std::map<std::string, PairSum> &sums, const std::string &name, double before, double after) {
    auto &sum = sums[name];
    sum.before += before;
    sum.after += after;
    ++sum.calls;
}
/// Names of the lines of a sheet whose two figures are others, in the order of their names. `unit`: of theirs in ours.
QStringList differences(const std::vector<QJsonArray> &lines, int name, std::pair<int, int> figures,
                        const std::map<std::string, PairSum> &own, double unit = 1, double within = 1e-4) {
    std::map<std::string, PairSum> theirs;
    for (const auto &line : lines) {
        addPair(theirs, line[name].toString().trimmed().toStdString(), line[figures.first].toDouble() / unit,
                line[figures.second].toDouble() / unit);
    }
    QStringList result;
    for (const auto &[text, sum] : theirs) {
        const auto it = own.find(text);
        if (it == own.end() || std::abs(it->second.before - sum.before) > within ||
            std::abs(it->second.after - sum.after) > within) {
            result << QString::fromStdString(text);
        }
    }
    return result;
}

}  // namespace

class RealDifferenceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sheets_data() {
        QTest::addColumn<int>("number");
        int number = 0;
        for (const auto &sheet : sheetList()) {
            QTest::addRow("%s %s", sheet.file, sheet.name) << number++;
        }
    }
    void sheets() {
        QFETCH(int, number);
        const auto of = sheetList().at(static_cast<std::size_t>(number));
        const auto golden = comparedRows(QString::fromLatin1(of.file), QString::fromLatin1(of.name));
        const auto before = QString::fromLatin1(of.before);
        const auto sides =
            of.after == nullptr ? ranksCompared(before) : runsCompared(before, QString::fromLatin1(of.after));
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), static_cast<std::size_t>(of.rows));
        const auto table =
            of.by == nullptr ? sides->difference(of.table) : sides->difference(of.table, {{"by", of.by}});
        const TableByKeys ours(of, table);
        const auto callsInText = callsOfText();
        int oddities = 0;
        QStringList off;
        for (const auto &line : golden) {
            if (isOddity(of, line, callsInText)) {
                ++oddities;
            } else if (const auto why = ours.differenceOf(line); !why.isEmpty()) {
                off << why;
            }
        }
        QVERIFY2(off.isEmpty(), qPrintable(off.join(QLatin1Char('\n'))));
        QCOMPARE(oddities, of.oddities);
    }
    /// Calls in their order, and sums of the outermost ones by name.
    void operators_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("mostKernels");
        QTest::addColumn<QString>("by");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("withoutCommunication");
        const auto name = QStringLiteral("name");
        QTest::newRow("outermost") << QStringLiteral("text_l1_nomodule.json") << QStringLiteral("0") << name << 115
                                   << 0;
        QTest::newRow("by name and shape")
            << QStringLiteral("text_l1_shape.json") << QStringLiteral("0") << QStringLiteral("shape") << 115 << 4;
        QTest::newRow("at most 4 kernels")
            << QStringLiteral("text_l1_maxk.json") << QStringLiteral("4") << name << 201 << 4;
    }
    void operators() {
        QFETCH(QString, file);
        QFETCH(QString, mostKernels);
        QFETCH(QString, by);
        QFETCH(int, rows);
        QFETCH(int, withoutCommunication);  // the sheet was made of kernels alone: calls that lack their all-reduce
        const auto golden = comparedRows(file, QStringLiteral("OperatorCompare"));
        const auto statistic = comparedRows(file, QStringLiteral("OperatorCompareStatistic"));
        const auto sides = ranksCompared(QStringLiteral("ascend/cnn_text"));
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), static_cast<std::size_t>(rows));
        const auto table =
            sides->table("op_compare", {{"max_kernels", mostKernels.toStdString()}, {"by", by.toStdString()}});
        QCOMPARE(table.rows.size(), golden.size());
        const auto cell = [&](std::size_t row, const char *column) {
            return QString::fromStdString(table.text(row, column));
        };
        std::map<std::string, PairSum> sums;
        std::set<QString> lacking;
        int lackingCalls = 0;
        for (std::size_t row = 0; row < golden.size(); ++row) {
            const auto &line = golden[row];
            const auto name = line[1].toString();
            QCOMPARE(cell(row, "name_before"), name);
            QCOMPARE(cell(row, "name_after"), line[6].toString());
            const auto kernels = line[4].toString().count(QLatin1String("[duration:"));
            addPair(sums, name.toStdString(), realCell(table, row, "device_before_us") / 1000,
                    realCell(table, row, "device_after_us") / 1000);
            if (withoutCommunication > 0 && cell(row, "kernels_before").toLongLong() == kernels + 1) {
                ++lackingCalls;
                lacking.insert(name);
                continue;
            }
            QVERIFY2(std::abs(realCell(table, row, "device_before_us") - line[5].toDouble()) < 0.05, qPrintable(name));
            QVERIFY2(std::abs(realCell(table, row, "device_after_us") - line[10].toDouble()) < 0.05, qPrintable(name));
            QCOMPARE(cell(row, "kernels_before").toLongLong(), kernels);
        }
        QCOMPARE(lackingCalls, withoutCommunication);
        QCOMPARE(sums.size(), statistic.size());
        const auto off = differences(statistic, 1, {2, 4}, sums);
        QCOMPARE(std::set<QString>(off.begin(), off.end()), lacking);
        for (const auto &line : statistic) {
            QCOMPARE(sums[line[1].toString().toStdString()].calls, line[3].toInt());
            QCOMPARE(line[5].toInt(), line[3].toInt());
        }
    }
    /// Memory by calls, workspaces of kernels with those that queued them. In databases the peer computes times as
    /// doubles of microseconds since 1970, which are right to a quarter of one.
    void memory_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("profile");
        QTest::newRow("text") << QStringLiteral("text_l1.json") << QStringLiteral("ascend/cnn_text");
        QTest::newRow("database") << QStringLiteral("db_l1.json") << QStringLiteral("ascend/cnn_db");
    }
    void memory() {
        QFETCH(QString, file);
        QFETCH(QString, profile);
        const auto golden = comparedRows(file, QStringLiteral("MemoryCompare"));
        const auto statistic = comparedRows(file, QStringLiteral("MemoryCompareStatistic"));
        const auto sides = ranksCompared(profile);
        if (golden.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), std::size_t{115});
        QCOMPARE(statistic.size(), std::size_t{35});
        const auto table = sides->table("op_compare");
        QCOMPARE(table.rows.size(), golden.size());
        std::map<std::string, PairSum> bytes;
        std::map<std::string, PairSum> millis;
        for (std::size_t row = 0; row < golden.size(); ++row) {
            const auto &line = golden[row];
            const auto name = table.text(row, "name_before");
            QCOMPARE(name, line[1].toString().toStdString());
            QCOMPARE(table.text(row, "name_after"), line[6].toString().toStdString());
            QCOMPARE(realCell(table, row, "allocated_before_bytes"), line[5].toDouble() * 1024);
            QCOMPARE(realCell(table, row, "allocated_after_bytes"), line[10].toDouble() * 1024);
            addPair(bytes, name, realCell(table, row, "allocated_before_bytes") / 1048576,
                    realCell(table, row, "allocated_after_bytes") / 1048576);
            addPair(millis, name, realCell(table, row, "held_before_us") / 1000,
                    realCell(table, row, "held_after_us") / 1000);
        }
        QCOMPARE(differences(statistic, 1, {3, 6}, bytes), QStringList{});
        QCOMPARE(differences(statistic, 1, {2, 5}, millis, 1, 0.001), QStringList{});
    }
    /// The text of one training against the database of another of the same network. In databases the peer gives no
    /// communication to operators, and takes two kernels that make random numbers for vector work.
    void textAgainstDatabase() {
        const auto file = QStringLiteral("text_vs_db.json");
        const auto metrics = comparedRows(file, QStringLiteral("OverallMetrics"));
        const auto tasks = comparedRows(file, QStringLiteral("CommunicationCompare"));
        const auto statistic = comparedRows(file, QStringLiteral("OperatorCompareStatistic"));
        const auto sides = runsCompared(QStringLiteral("ascend/cnn_text"), QStringLiteral("ascend/cnn_db"));
        if (metrics.empty() || sides == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(metrics.size(), std::size_t{24});
        const auto metricTable = sides->table("overall_compare");
        QCOMPARE(metricTable.rows.size(), metrics.size());
        std::map<std::string, PairSum> metricSums;
        for (std::size_t row = 0; row < metricTable.rows.size(); ++row) {
            addPair(metricSums, metricTable.text(row, "metric"), realCell(metricTable, row, "baseline_duration_ms"),
                    realCell(metricTable, row, "duration_ms"));
        }
        QCOMPARE(differences(metrics, 0, {1, 4}, metricSums),
                 (QStringList{QStringLiteral("Other"), QStringLiteral("Vector"), QStringLiteral("Vector (No Trans)")}));

        QCOMPARE(tasks.size(), std::size_t{5});
        const auto taskTable = sides->difference("comm_summary");
        std::map<std::string, PairSum> taskSums;
        for (std::size_t row = 0; row < taskTable.rows.size(); ++row) {
            addPair(taskSums, taskTable.text(row, "task"), realCell(taskTable, row, "total_before_us") / 1000,
                    realCell(taskTable, row, "total_after_us") / 1000);
        }
        QCOMPARE(differences(tasks, 2, {4, 11}, taskSums, 1000), QStringList{});

        QCOMPARE(statistic.size(), std::size_t{35});
        const auto callTable = sides->table("op_compare");
        std::map<std::string, PairSum> callSums;
        for (std::size_t row = 0; row < callTable.rows.size(); ++row) {
            QCOMPARE(callTable.text(row, "name_before"), callTable.text(row, "name_after"));
            addPair(callSums, callTable.text(row, "name_before"), realCell(callTable, row, "device_before_us") / 1000,
                    realCell(callTable, row, "device_after_us") / 1000);
        }
        QCOMPARE(differences(statistic, 1, {2, 4}, callSums),
                 QStringList{QStringLiteral("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad")});
        for (const auto &line : statistic) {
            QCOMPARE(callSums[line[1].toString().toStdString()].calls, line[3].toInt());
        }
    }
};

TEST_SUITE(RealDifferenceTest)

}  // namespace tst_real_difference

#include "tst_real_difference.moc"
