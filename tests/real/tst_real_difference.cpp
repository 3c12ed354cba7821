// Differences against the sheets that msprof-analyze compare writes for rank 0 and rank 1 of cnn_text and cnn_db.
#include "core/analysis/difference/table_difference.h"
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <cmath>
#include <map>

using namespace stagescope;

namespace {

/// Rows of a sheet without its heads.
std::vector<QJsonArray> sheetRows(const QString &file, const QString &sheet) {
    QFile golden(realDataFolder() + QStringLiteral("/../golden/msprof_analyze/compare/") + file);
    if (!golden.open(QIODevice::ReadOnly)) {
        return {};
    }
    const auto lines = QJsonDocument::fromJson(golden.readAll()).object()[sheet].toArray();
    std::vector<QJsonArray> rows;
    for (qsizetype line = 3; line < lines.size(); ++line) {
        rows.push_back(lines[line].toArray());
    }
    return rows;
}

struct Comparison {
    Workspace workspace;
    AnalysisInput input;
};
/// Rank 0 is the side before.
std::unique_ptr<Comparison> ranksOf(const QString &profile) {
    auto result = std::make_unique<Comparison>();
    auto run = loadRun(realPath(profile).toStdString(), RunId{0}, LoadDepth::Deep);
    if (!run) {
        return nullptr;
    }
    result->workspace.runs.push_back(std::move(*run));
    result->input.workspace = &result->workspace;
    result->input.ranks = {1};
    result->input.comparedWith = ComparedWith{{0}, {}};
    return result;
}

/// A sheet, the table that equals it, and which of its columns are which of ours.
struct Sheet {
    const char *file;
    const char *sheet;
    const char *profile;
    const char *table;
    const char *by;
    std::vector<std::pair<int, const char *>> keys;
    std::vector<std::pair<int, const char *>> figures;
    double scale;      ///< of times: theirs in ours
    double tolerance;  ///< of theirs: they round to two digits
};

bool isTime(std::string_view column) { return column.ends_with("_us"); }

/// They compute means and ratios of figures that are rounded to `unit` already.
double toleranceOf(std::string_view column, double value, double unit) {
    if (column.ends_with("ratio")) {
        return 0.0035;  // of times from 3 us on
    }
    return !isTime(column) ? 0 : column.starts_with("mean") ? 2 * unit : unit + 1e-5 * value;
}

/// What they count otherwise: a communication operator among the kernels; in databases calls of CANN that have a call
/// of the same name inside of them, which the text of the same training counts as we do.
bool isOddity(const Sheet &of, const QJsonArray &line, const std::map<QString, double> &callsInText) {
    const auto name = line[1].toString();
    if (std::string_view(of.sheet) == "KernelCompare") {
        return name == QLatin1String("hcom_allReduce_");
    }
    const auto text = callsInText.find(name);
    return std::string_view(of.sheet) == "ApiCompare" && text != callsInText.end() &&
           text->second != line[5].toDouble();
}

}  // namespace

class RealDifferenceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sheets_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("rows");
        QTest::newRow("kernels, text") << 0 << 128;
        QTest::newRow("kernels, database") << 1 << 127;
        QTest::newRow("types of kernels") << 2 << 33;
        QTest::newRow("calls, text") << 3 << 133;
        QTest::newRow("calls, database") << 4 << 133;
    }
    void sheets() {
        QFETCH(int, number);
        QFETCH(int, rows);
        const std::vector<std::pair<int, const char *>> kernelFigures{
            {3, "total_before_us"}, {4, "mean_before_us"}, {5, "max_before_us"},  {6, "min_before_us"},
            {7, "count_before"},    {8, "total_after_us"}, {9, "mean_after_us"},  {10, "max_after_us"},
            {11, "min_after_us"},   {12, "count_after"},   {13, "total_us_ratio"}};
        const std::vector<std::pair<int, const char *>> callFigures{
            {2, "total_before_us"}, {3, "self_before_us"}, {4, "mean_before_us"}, {5, "count_before"},
            {6, "total_after_us"},  {7, "self_after_us"},  {8, "mean_after_us"},  {9, "count_after"}};
        const std::vector<Sheet> sheets{
            {"text_l1.json",
             "KernelCompare",
             "ascend/cnn_text",
             "kernel_stats",
             "shape",
             {{1, "type"}, {2, "input_shapes"}},
             kernelFigures,
             1,
             0.0051},
            {"db_l1.json",
             "KernelCompare",
             "ascend/cnn_db",
             "kernel_stats",
             "shape",
             {{1, "type"}, {2, "input_shapes"}},
             kernelFigures,
             1,
             0.0051},
            {"text_l1_ktype.json",
             "KernelTypeCompare",
             "ascend/cnn_text",
             "kernel_stats",
             "type",
             {{1, "type"}, {2, "core"}},
             kernelFigures,
             1,
             0.0051},
            {"text_l1.json",
             "ApiCompare",
             "ascend/cnn_text",
             "api_stats",
             nullptr,
             {{1, "name"}},
             callFigures,
             1000,
             5.1},
            {"db_l1.json", "ApiCompare", "ascend/cnn_db", "api_stats", nullptr, {{1, "name"}}, callFigures, 1000, 5.1}};
        const auto &of = sheets.at(static_cast<std::size_t>(number));
        const auto golden = sheetRows(QString::fromLatin1(of.file), QString::fromLatin1(of.sheet));
        const auto comparison = ranksOf(QString::fromLatin1(of.profile));
        if (golden.empty() || comparison == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), static_cast<std::size_t>(rows));
        const auto *entry = analysisById(of.table);
        QVERIFY(entry != nullptr);
        if (of.by != nullptr) {
            comparison->input.parameters["by"] = of.by;
        }
        const auto table = runDifference(*entry, comparison->input, nullptr, {});
        QVERIFY2(table, table ? "" : table.error().detail.c_str());
        std::map<QStringList, std::vector<std::size_t>> ours;
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            QStringList key;
            for (const auto &[column, name] : of.keys) {
                key << QString::fromStdString(table->text(row, name));
            }
            ours[key].push_back(row);
        }
        std::map<QString, double> callsInText;
        for (const auto &line : sheetRows(QStringLiteral("text_l1.json"), QStringLiteral("ApiCompare"))) {
            callsInText[line[1].toString()] = line[5].toDouble();
        }
        std::size_t equal = 0;
        std::size_t oddities = 0;
        QStringList off;
        for (const auto &line : golden) {
            if (isOddity(of, line, callsInText)) {
                ++oddities;
                continue;
            }
            QStringList key;
            for (const auto &[column, name] : of.keys) {
                const auto text = line[column].toString();
                key << (text == QLatin1String("N/A") ? QString() : text);
            }
            // The peer puts cores and layers together where names and shapes agree; of such rows one is it.
            bool isFound = false;
            QStringList why;
            for (const auto row : ours[key]) {
                bool isEqual = true;
                for (const auto &[column, name] : of.figures) {
                    const double theirs = line[column].toDouble();
                    const double mine = QString::fromStdString(table->text(row, name)).toDouble();
                    const double scale = isTime(name) ? of.scale : 1;
                    const double tolerance = toleranceOf(name, theirs * scale, of.tolerance);
                    if (std::abs(theirs * scale - mine) > tolerance) {
                        isEqual = false;
                        why << QStringLiteral("%1 %2 for %3").arg(QString::fromLatin1(name)).arg(mine).arg(theirs);
                    }
                }
                isFound |= isEqual;
            }
            equal += isFound ? 1 : 0;
            if (!isFound) {
                off << key.join(QLatin1Char(' ')) + QStringLiteral(": ") + why.join(QStringLiteral(", "));
            }
        }
        QVERIFY2(equal + oddities == golden.size() && oddities <= 12,
                 qPrintable(QStringLiteral("%1 of %2\n").arg(equal).arg(golden.size()) + off.join(QLatin1Char('\n'))));
    }
    /// Calls in their order, and sums of the outermost ones by name. Where the peer finds no kernels at all (traces of
    /// GPUs, whose annotations it takes for operators) there is nothing to compare with.
    void operators_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("mostKernels");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("withoutCommunication");
        QTest::newRow("outermost") << QStringLiteral("text_l1_nomodule.json") << QStringLiteral("0") << 115 << 0;
        QTest::newRow("by name and shape") << QStringLiteral("text_l1_shape.json") << QStringLiteral("0") << 115 << 4;
        QTest::newRow("at most 4 kernels") << QStringLiteral("text_l1_maxk.json") << QStringLiteral("4") << 201 << 4;
    }
    void operators() {
        QFETCH(QString, file);
        QFETCH(QString, mostKernels);
        QFETCH(int, rows);
        QFETCH(int, withoutCommunication);  // the sheet was made of kernels alone: calls that lack their all-reduce
        const auto golden = sheetRows(file, QStringLiteral("OperatorCompare"));
        const auto statistic = sheetRows(file, QStringLiteral("OperatorCompareStatistic"));
        auto comparison = ranksOf(QStringLiteral("ascend/cnn_text"));
        if (golden.empty() || comparison == nullptr) {
            QSKIP("the real profiles and goldens are not here");
        }
        QCOMPARE(golden.size(), static_cast<std::size_t>(rows));
        comparison->input.parameters["max_kernels"] = mostKernels.toStdString();
        const auto table = analysisById("op_compare")->run(comparison->input, {});
        QVERIFY(table && table->rows.size() == golden.size());
        const auto cell = [&](std::size_t row, const char *column) {
            return QString::fromStdString(table->text(row, column));
        };
        struct Sum {
            double before = 0;
            double after = 0;
            int calls = 0;
        };
        std::map<QString, Sum> sums;
        int lacking = 0;
        for (std::size_t row = 0; row < golden.size(); ++row) {
            const auto &line = golden[row];
            QCOMPARE(cell(row, "name_before"), line[1].toString());
            QCOMPARE(cell(row, "name_after"), line[6].toString());
            const auto before = cell(row, "device_before_us").toDouble();
            const auto after = cell(row, "device_after_us").toDouble();
            const auto kernels = line[4].toString().count(QLatin1String("[duration:"));
            if (withoutCommunication > 0 && cell(row, "kernels_before").toLongLong() == kernels + 1) {
                ++lacking;
                continue;
            }
            QVERIFY2(std::abs(before - line[5].toDouble()) < 0.05, qPrintable(line[1].toString()));
            QVERIFY2(std::abs(after - line[10].toDouble()) < 0.05, qPrintable(line[1].toString()));
            QCOMPARE(cell(row, "kernels_before").toLongLong(), kernels);
            auto &sum = sums[line[1].toString()];
            sum.before += before / 1000;
            sum.after += after / 1000;
            ++sum.calls;
        }
        QCOMPARE(lacking, withoutCommunication);
        if (lacking > 0) {
            return;
        }
        QCOMPARE(sums.size(), statistic.size());
        for (const auto &line : statistic) {
            const auto &sum = sums[line[1].toString()];
            QVERIFY2(std::abs(sum.before - line[2].toDouble()) < 1e-4, qPrintable(line[1].toString()));
            QVERIFY2(std::abs(sum.after - line[4].toDouble()) < 1e-4, qPrintable(line[1].toString()));
            QCOMPARE(sum.calls, line[3].toInt());
        }
    }
};

TEST_SUITE(RealDifferenceTest)
#include "tst_real_difference.moc"
