// Ranges of the program, calls of CANN and communication against recipes of msprof-analyze (mstx_sum, cann_api_sum,
// hccl_sum).
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "tests/real/golden_rows.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

#include <array>
#include <cmath>
#include <utility>

namespace tst_real_recipes {

using namespace stagescope;

namespace {

struct Figure {
    const char *theirs;  ///< ns
    const char *ours;    ///< us
};
constexpr std::array<Figure, 8> kMarkFigures{{{"SumNs", "total_us"},
                                              {"MeanNs", "mean_us"},
                                              {"StdNs", "deviation_us"},
                                              {"MinNs", "min_us"},
                                              {"Q1Ns", "q1_us"},
                                              {"MedianNs", "median_us"},
                                              {"Q3Ns", "q3_us"},
                                              {"MaxNs", "max_us"}}};
constexpr std::array<Figure, 7> kCallFigures{{{"totalTimeNs", "total_us"},
                                              {"averageNs", "mean_us"},
                                              {"minNs", "min_us"},
                                              {"Q1Ns", "q1_us"},
                                              {"medNs", "median_us"},
                                              {"Q3Ns", "q3_us"},
                                              {"maxNs", "max_us"}}};

double number(const ResultTable &table, std::size_t row, std::string_view column) {
    return QString::fromStdString(table.text(row, column)).toDouble();
}

Workspace loadedFolder(const QString &folder) {
    Workspace workspace;
    workspace.runs.push_back(*loadRun(folder.toStdString(), RunId{0}, LoadDepth::Deep));
    return workspace;
}

using TheirRow = std::map<QString, QJsonValue>;

/// Nothing where all figures agree to within the ns that theirs are rounded to (`within`).
QString difference(const ResultTable &table, std::size_t row, TheirRow &theirs, std::span<const Figure> figures,
                   double within) {
    for (const auto &[name, column] : figures) {
        const auto expected = theirs[QLatin1String(name)].toDouble();
        const auto ours = number(table, row, column) * 1000;
        if (std::abs(ours - expected) > within + 1e-9 * std::abs(expected)) {
            return QStringLiteral("%1: %2, expected %3").arg(QLatin1String(name)).arg(ours).arg(expected);
        }
    }
    return {};
}

}  // namespace

class RealRecipesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Marks of the framework and of the device have no durations in theirs, since their version drops them.
    void rangesOfTheProgram_data() {
        QTest::addColumn<QString>("sheet");
        QTest::addColumn<QString>("side");
        QTest::newRow("host") << QStringLiteral("MSTXAllCannStats") << QStringLiteral("host");
        QTest::newRow("device") << QStringLiteral("MSTXAllDeviceStats") << QStringLiteral("device");
    }
    void rangesOfTheProgram() {
        QFETCH(const QString, sheet);
        QFETCH(const QString, side);
        auto golden = goldenRows(QStringLiteral("planted_modules/mstx_sum.json"), sheet);
        const auto folder = realDataFolder() + QStringLiteral("/planted/modules");
        if (golden.empty() || !QDir(folder).exists()) {
            QSKIP("the real profiles are not here");
        }
        const auto space = loadedFolder(folder);
        const auto table =
            *analysisById("mark_stats")->run({.workspace = &space, .parameters = {{"by", "occurrence"}}}, {});
        std::map<QString, std::size_t> rows;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            if (table.text(i, "side") == side.toStdString() && table.text(i, "domain").empty()) {
                rows[QString::fromStdString(table.text(i, "name"))] = i;
            }
        }
        std::erase_if(golden, [](TheirRow &row) { return row[QStringLiteral("SumNs")].toDouble() == 0; });
        QCOMPARE(rows.size(), golden.size());
        for (auto &theirs : golden) {
            const auto name = theirs[QStringLiteral("Name")].toString();
            QVERIFY2(rows.contains(name), qPrintable(name));
            const auto row = rows[name];
            const auto what = difference(table, row, theirs, kMarkFigures, 1e-3);
            QVERIFY2(what.isEmpty(), qPrintable(name + QLatin1Char(' ') + what));
            for (const auto &[column, own] : {std::pair("Count", "count"), std::pair("MinRank", "min_rank"),
                                              std::pair("MaxRank", "max_rank"), std::pair("StepId", "step")}) {
                QCOMPARE(number(table, row, own), theirs[QLatin1String(column)].toDouble());
            }
            QVERIFY(std::abs(number(table, row, "dispersion_percent") -
                             theirs[QStringLiteral("Dispersion(%)")].toDouble()) < 1e-6);
        }
    }

    void rangesOfEachRank() {
        auto golden = goldenRows(QStringLiteral("planted_modules/mstx_sum.json"), QStringLiteral("MSTXMarkStats"));
        const auto folder = realDataFolder() + QStringLiteral("/planted/modules");
        if (golden.empty() || !QDir(folder).exists()) {
            QSKIP("the real profiles are not here");
        }
        const auto space = loadedFolder(folder);
        const auto *entry = analysisById("mark_stats");
        for (auto &theirs : golden) {
            const auto rank = theirs[QStringLiteral("Rank")].toInt();
            const auto table =
                *entry->run({.workspace = &space, .ranks = {rank}, .parameters = {{"by", "occurrence"}}}, {});
            double host = 0;
            double device = 0;
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                if (table.text(row, "name") == theirs[QStringLiteral("Name")].toString().toStdString()) {
                    (table.text(row, "side") == "host" ? host : device) += number(table, row, "total_us") * 1000;
                }
            }
            QCOMPARE(host, theirs[QStringLiteral("CannDurationNs")].toDouble());
            QCOMPARE(device, theirs[QStringLiteral("DeviceDurationNs")].toDouble());
        }
    }

    void callsOfCann_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("profile");
        QTest::newRow("cnn") << QStringLiteral("cnn_db/cann_api_sum.json") << QStringLiteral("/ascend/cnn_db");
        QTest::newRow("cluster") << QStringLiteral("planted_cluster8/cann_api_sum.json")
                                 << QStringLiteral("/planted/cluster8");
    }
    void callsOfCann() {
        QFETCH(const QString, file);
        QFETCH(const QString, profile);
        auto golden = goldenRows(file, QStringLiteral("CannApiSumRank"));
        const auto folder = realDataFolder() + profile;
        if (golden.empty() || !QDir(folder).exists()) {
            QSKIP("the real profiles are not here");
        }
        const auto space = loadedFolder(folder);
        const auto table = *analysisById("api_stats")->run({.workspace = &space}, {});
        std::map<QString, std::size_t> rows;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            if (table.text(i, "layer") == "driver") {
                rows[QString::fromStdString(table.text(i, "rank") + ' ' + table.text(i, "name"))] = i;
            }
        }
        QCOMPARE(rows.size(), golden.size());
        for (auto &theirs : golden) {
            const auto key = QStringLiteral("%1 %2")
                                 .arg(theirs[QStringLiteral("rank")].toInt())
                                 .arg(theirs[QStringLiteral("name")].toString());
            QVERIFY2(rows.contains(key), qPrintable(key));
            const auto what = difference(table, rows[key], theirs, kCallFigures, 0.0501);
            QVERIFY2(what.isEmpty(), qPrintable(key + QLatin1Char(' ') + what));
            const auto count = theirs[QStringLiteral("totalCount")].toDouble();
            QCOMPARE(number(table, rows[key], "count"), count);
            // Theirs is that of all calls, ours that of a sample.
            const auto deviation = number(table, rows[key], "deviation_us") * 1000 * std::sqrt((count - 1) / count);
            QVERIFY(std::abs(deviation - theirs[QStringLiteral("stdev")].toDouble()) <= 0.0501);
        }
    }

    /// hccl_sum, of each rank.
    void communicationOfEachRank() {
        auto golden = goldenRows(QStringLiteral("planted_cluster8/hccl_sum.json"), QStringLiteral("HcclPerRankStats"));
        const auto folder = realDataFolder() + QStringLiteral("/planted/cluster8");
        if (golden.empty() || !QDir(folder).exists()) {
            QSKIP("the real profiles are not here");
        }
        const auto space = loadedFolder(folder);
        const auto table =
            *analysisById("kernel_stats")->run({.workspace = &space, .parameters = {{"by", "communication_type"}}}, {});
        std::map<QString, std::size_t> rows;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            rows[QString::fromStdString(table.text(i, "rank") + ' ' + table.text(i, "type") + '_')] = i;
        }
        QCOMPARE(rows.size(), golden.size());
        for (auto &theirs : golden) {
            const auto key = QStringLiteral("%1 %2")
                                 .arg(theirs[QStringLiteral("Rank")].toInt())
                                 .arg(theirs[QStringLiteral("OpType")].toString());
            QVERIFY2(rows.contains(key), qPrintable(key));
            const auto what = difference(table, rows[key], theirs, kMarkFigures, 1e-3);
            QVERIFY2(what.isEmpty(), qPrintable(key + QLatin1Char(' ') + what));
        }
    }
};

TEST_SUITE(RealRecipesTest)

}  // namespace tst_real_recipes

#include "tst_real_recipes.moc"
