// Statistics of kernels and communication against those of msprof-analyze (compute_op_sum, hccl_sum) on cnn_db.
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "tests/real/golden_rows.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

#include <cmath>
#include <map>

namespace tst_real_kernel_groups {

using namespace stagescope;

namespace {

/// Their column and ours; theirs is in ns.
constexpr std::array<std::pair<const char *, const char *>, 8> kFigures{{{"SumNs", "total_us"},
                                                                         {"MeanNs", "mean_us"},
                                                                         {"StdNs", "deviation_us"},
                                                                         {"MinNs", "min_us"},
                                                                         {"Q1Ns", "q1_us"},
                                                                         {"MedianNs", "median_us"},
                                                                         {"Q3Ns", "q3_us"},
                                                                         {"MaxNs", "max_us"}}};

}  // namespace

class RealKernelGroupsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void statistics_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("sheet");
        QTest::addColumn<QString>("by");
        QTest::newRow("types") << QStringLiteral("compute_op_sum.json")
                               << QStringLiteral("ComputeOpPerRankStatsByOpType") << QStringLiteral("type");
        QTest::newRow("names and shapes")
            << QStringLiteral("compute_op_sum.json") << QStringLiteral("ComputeOpPerRankStatsByOpName")
            << QStringLiteral("name_shape");
        QTest::newRow("communication") << QStringLiteral("hccl_sum.json") << QStringLiteral("HcclPerRankStats")
                                       << QStringLiteral("communication_type");
    }
    void statistics() {
        QFETCH(QString, file);
        QFETCH(QString, sheet);
        QFETCH(QString, by);
        const auto golden = goldenRows(QStringLiteral("cnn_db/") + file, sheet);
        const auto folder = QDir(realDataFolder() + QStringLiteral("/ascend/cnn_db"));
        if (golden.empty() || !folder.exists()) {
            QSKIP("the real profiles are not here");
        }
        Workspace workspace;
        workspace.runs.push_back(*loadRun(folder.canonicalPath().toStdString(), RunId{0}, LoadDepth::Deep));
        const auto table =
            *analysisById("kernel_stats")->run({.workspace = &workspace, .parameters = {{"by", by.toStdString()}}}, {});
        std::map<QString, std::size_t> rows;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const auto type = QString::fromStdString(table.text(i, "type"));
            rows[QString::fromStdString(table.text(i, "rank") + ' ' + table.text(i, "name") + ' ' +
                                        table.text(i, "input_shapes") + ' ') +
                 (by.startsWith(QStringLiteral("communication")) ? type + QLatin1Char('_') : type)] = i;
        }
        QCOMPARE(rows.size(), golden.size());
        for (auto theirs : golden) {
            // Shapes that their file does not have are N/A there.
            const auto shapes = theirs[QStringLiteral("InputShapes")].toString();
            const auto key = QStringLiteral("%1 %2 %3 %4")
                                 .arg(theirs[QStringLiteral("Rank")].toInt())
                                 .arg(theirs[QStringLiteral("OpName")].toString(),
                                      shapes == QStringLiteral("N/A") ? QString() : shapes,
                                      theirs[QStringLiteral("OpType")].toString());
            QVERIFY2(rows.contains(key), qPrintable(key));
            const auto row = rows[key];
            QCOMPARE(QString::fromStdString(table.text(row, "count")).toInt(), theirs[QStringLiteral("Count")].toInt());
            for (const auto &[name, column] : kFigures) {
                const double expected = theirs[QLatin1String(name)].toDouble();
                const double ours = QString::fromStdString(table.text(row, column)).toDouble() * 1000;
                QVERIFY2(std::abs(ours - expected) <= 1e-3 + 1e-9 * std::abs(expected),
                         qPrintable(key + QLatin1Char(' ') + QLatin1String(name)));
            }
        }
    }
};

TEST_SUITE(RealKernelGroupsTest)

}  // namespace tst_real_kernel_groups

#include "tst_real_kernel_groups.moc"
