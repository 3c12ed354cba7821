// Figures of MindSpore's data pipeline against sums that this test works out from the files itself.
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "tests/real/csv_rows.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <cmath>

namespace tst_real_data_pipeline {

using namespace stagescope;

namespace {

Workspace opened(const QString &name) {
    Workspace workspace;
    if (auto run = loadRun(realPath(name).toStdString(), RunId{0}, LoadDepth::Deep)) {
        workspace.runs.push_back(std::move(*run));
    }
    return workspace;
}

ResultTable rowsOf(const char *id, const Workspace &workspace, int rank) {
    return analysisById(id)->run({.workspace = &workspace, .ranks = {rank}}, {}).value_or(ResultTable{});
}

double number(const ResultTable &table, std::size_t row, std::string_view column) {
    return QByteArray::fromStdString(table.text(row, column)).toDouble();
}

QByteArray bytesOf(const QString &name) {
    QFile file(realPath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class RealDataPipelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!QFile::exists(realPath(QStringLiteral("mindspore/old")))) {
            QSKIP("no real profiles here");
        }
    }

    /// Queues of the tree: means of their samples.
    void queuesOfOldFolders() {
        const auto workspace = opened(QStringLiteral("mindspore/old"));
        QCOMPARE(workspace.runs.size(), std::size_t{1});
        for (const int rank : {0, 1}) {
            const auto table = rowsOf("data_pipeline", workspace, rank);
            const auto tree =
                QJsonDocument::fromJson(bytesOf(QStringLiteral("mindspore/old/pipeline_profiling_%1.json").arg(rank)));
            int compared = 0;
            for (const auto &each : tree.object()[u"op_info"].toArray()) {
                const auto op = each.toObject();
                const auto name =
                    op[u"op_type"].toString().chopped(2) + QStringLiteral("(%1)").arg(op[u"op_id"].toInt());
                const auto queue = op[u"metrics"][u"output_queue"].toObject();
                for (std::size_t row = 0; row < table.rows.size(); ++row) {
                    if (table.text(row, "operator") != name.toStdString()) {
                        continue;
                    }
                    ++compared;
                    QCOMPARE(number(table, row, "workers"), op[u"num_workers"].toDouble());
                    double sum = 0;
                    const auto sizes = queue[u"size"].toArray();
                    for (const auto &size : sizes) {
                        sum += size.toDouble();
                    }
                    const auto mean = sizes.isEmpty() ? 0 : sum / static_cast<double>(sizes.size());
                    QVERIFY(std::abs(number(table, row, "queue_size") - mean) < 1e-9);
                    const auto length = queue[u"length"].toDouble();
                    QVERIFY(length == 0 ||
                            std::abs(number(table, row, "queue_use_percent") - 100 * mean / length) < 1e-9);
                }
            }
            QCOMPARE(compared, 5);
        }
    }

    /// What MindInsight's own tests expect of the same files.
    void stationsAsMindInsightHasThem() {
        const auto golden =
            QJsonDocument::fromJson(bytesOf(QStringLiteral("../golden/msprof_analyze/mindinsight_expected.json")))
                .object()[u"run/normal_run/profiler rank 1"]
                .toObject();
        QVERIFY(!golden.isEmpty());
        const auto workspace = opened(QStringLiteral("mindspore/old"));
        const auto table = rowsOf("data_supply", workspace, 1);
        const auto pushed = golden[u"device_queue"].toObject();
        const auto taken = golden[u"get_next"].toObject();
        int compared = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto station = table.text(row, "station");
            const auto &expected = station == "device_queue" ? pushed : taken;
            if (station == "iterator") {
                continue;
            }
            ++compared;
            QCOMPARE(number(table, row, "queues"), expected[u"size"].toDouble());
            QCOMPARE(number(table, row, "empty_queues"), expected[u"empty_queue"].toDouble());
        }
        QCOMPARE(compared, 2);
        QCOMPARE(number(table, 0, "total_us"), 1000 * pushed[u"avg_cost"].toDouble());
        QCOMPARE(number(table, 0, "push_us"), 1000 * pushed[u"avg_push"].toDouble());
        QCOMPARE(number(table, 0, "fetch_us"), 1000 * pushed[u"avg_get"].toDouble());
        const auto batches = rowsOf("data_batches", workspace, 1);
        double waits = 0;
        int count = 0;
        for (std::size_t row = 0; row < batches.rows.size(); ++row) {
            if (batches.text(row, "station") == "get_next") {
                QCOMPARE(number(batches, row, "queue_size"), taken[u"queue"].toArray()[count++].toDouble());
                waits += number(batches, row, "wait_us");
            }
        }
        QVERIFY(std::abs(waits / count / 1000 - taken[u"avg_cost_ms"].toDouble()) < 1e-12);
    }

    void stagesAndSummaries() {
        const auto *folder = "mindspore/localhost.localdomain_4711_20241122101112123_ascend_ms/ASCEND_PROFILER_OUTPUT/";
        const auto workspace =
            opened(QStringLiteral("mindspore/localhost.localdomain_4711_20241122101112123_ascend_ms"));
        const auto stages = rowsOf("data_stages", workspace, 0);
        const auto rows = csvRows(realPath(QLatin1String(folder) + QStringLiteral("dataset.csv")));
        QCOMPARE(stages.rows.size(), rows.size());
        double sum = 0;
        double expected = 0;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            sum += number(stages, row, "total_us");
            expected += rows[row].at(QStringLiteral("Occurrences")).toDouble() *
                        rows[row].at(QStringLiteral("Avg. time (us)")).toDouble();
        }
        QVERIFY(expected > 0 && std::abs(sum - expected) < 1e-3);
        const auto summary =
            QJsonDocument::fromJson(bytesOf(QLatin1String(folder) + QStringLiteral("minddata_pipeline_summary_0.json")))
                .object();
        const auto operators = rowsOf("data_pipeline", workspace, 0);
        QCOMPARE(operators.rows.size(), std::size_t{3});
        for (std::size_t row = 0; row < operators.rows.size(); ++row) {
            const auto place = static_cast<qsizetype>(row);
            QCOMPARE(number(operators, row, "workers"), summary[u"num_workers"].toArray()[place].toDouble());
            const auto use = summary[u"queue_utilization_pct"].toArray()[place].toDouble();
            QVERIFY(std::abs(number(operators, row, "queue_use_percent") - std::max(0.0, use)) < 1e-9);
            const auto processors = summary[u"avg_cpu_pct"].toArray()[place].toDouble() / 100;
            QVERIFY(std::abs(number(operators, row, "processors") - processors) < 1e-9);
        }
    }
};

TEST_SUITE(RealDataPipelineTest)

}  // namespace tst_real_data_pipeline

#include "tst_real_data_pipeline.moc"
