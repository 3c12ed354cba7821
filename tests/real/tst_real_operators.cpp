#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tst_real_operators {

using namespace stagescope;

namespace {

constexpr std::size_t kAdvisorShows = 5;

Workspace loaded(const std::string &path) {
    Workspace workspace;
    if (auto run = loadRun(path, RunId{0}, LoadDepth::Deep)) {
        workspace.runs.push_back(std::move(*run));
    }
    return workspace;
}

ResultTable tableOfRanks(std::string_view id, const Workspace &workspace, std::vector<int> ranks = {}) {
    return analysisById(id)->run({.workspace = &workspace, .ranks = std::move(ranks)}, {}).value_or(ResultTable{});
}

double real(const ResultTable &table, std::size_t row, std::string_view column) {
    return QByteArray::fromStdString(table.text(row, column)).toDouble();
}

/// The rows of a sheet of the advisor without its head.
QJsonArray sheet(const QString &name, const QString &title) {
    QFile file(realPath(QStringLiteral("../golden/msprof_analyze/advisor/") + name));
    auto rows = file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()[title].toArray()
                                               : QJsonArray();
    if (!rows.isEmpty()) {
        rows.removeFirst();
    }
    return rows;
}

/// What the advisor says of an operator: "name shapes" and what follows.
struct Said {
    QString key;
    QString bound;
    double space = 0;
};

std::map<QString, std::vector<Said>> saidOf(const QJsonArray &rows) {
    static const QRegularExpression line(
        QStringLiteral("^(\\S+) Op shape: (\\S+) .*(?:bound type: (\\S+) bound|Space: ([0-9.]+)%|characteristics.*)$"));
    std::map<QString, std::vector<Said>> result;
    for (const auto row : rows) {
        const auto kind = row.toArray()[0].toString();
        for (const auto &text : row.toArray()[1].toString().split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
            const auto match = line.match(text);
            const auto verdict = kind.contains(QStringLiteral("unaffine")) ? QStringLiteral("unaffine")
                                 : kind.contains(QStringLiteral("bound"))  ? QStringLiteral("bound")
                                                                           : QStringLiteral("space");
            auto bound = match.captured(3);
            bound.remove(QStringLiteral("_bound"));
            result[verdict].push_back(
                {match.captured(1) + QLatin1Char(' ') + match.captured(2), bound, match.captured(4).toDouble()});
        }
    }
    return result;
}

QString keyOf(const ResultTable &table, std::size_t row) {
    auto shapes = QString::fromStdString(table.text(row, "input_shapes"));
    return QString::fromStdString(table.text(row, "name")) + QLatin1Char(' ') + shapes.remove(QLatin1Char('"'));
}

}  // namespace

class RealOperatorsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Two captures of one program: as text each task of communication that copies lies on its stream, too.
    void copiesOfTextAndDatabase() {
        for (const auto *name : {"ascend/cnn_text", "ascend/cnn_db"}) {
            const auto path = realPath(QString::fromLatin1(name));
            if (!QFile::exists(path)) {
                QSKIP("no real profiles");
            }
            const auto space = loaded(path.toStdString());
            const auto table = tableOfRanks("copies", space);
            std::map<std::string, int> byStream;  // by rank and number
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                QCOMPARE(table.text(row, "name"), std::string("MEMCPY_ASYNC"));
                byStream[table.text(row, "rank") + "/" + table.text(row, "stream")] +=
                    QByteArray::fromStdString(table.text(row, "count")).toInt();
            }
            const std::map<std::string, int> expected{{"0/2", 22}, {"0/3", 2}, {"1/2", 22}, {"1/3", 2}};
            QCOMPARE(byStream, expected);
        }
    }

    /// What the profiler itself summed up, and the hits in L2 that it wrote to a file of their own.
    void deliverablesBesideTheTrace() {
        const auto path = realPath(QStringLiteral("ascend/cnn_text"));
        if (!QFile::exists(path)) {
            QSKIP("no real profiles");
        }
        const auto space = loaded(path.toStdString());
        const auto agreement = tableOfRanks("operator_agreement", space, {0});
        std::map<std::string, int> agreeing;
        for (std::size_t row = 0; row < agreement.rows.size(); ++row) {
            agreeing[agreement.text(row, "file")] += agreement.text(row, "agrees") == "yes" ? 1 : 1000;
        }
        const std::map<std::string, int> expected{
            {"api_statistic.csv", 57}, {"op_statistic.csv", 33}, {"operator_details.csv", 133}};
        QCOMPARE(agreeing, expected);
        const auto kernels = tableOfRanks("kernels", space, {0});
        int told = 0;
        for (std::size_t row = 0; row < kernels.rows.size(); ++row) {
            told += kernels.text(row, "l2_victim_rate").empty() ? 0 : 1;
            if (kernels.text(row, "name") == "trans_TransData_1") {
                QCOMPARE(kernels.text(row, "l2_victim_rate"), std::string("0.23264"));
            }
        }
        QCOMPARE(told, 179);
    }

    void noBoundRowsOfTheAdvisor() {
        const auto path = realFile("ascend/cnn_db");
        const auto golden = sheet(QStringLiteral("cnn_db.json"), QStringLiteral("Rank 0 RANK 0 operator no bound"));
        if (path.empty() || golden.isEmpty()) {
            QSKIP("no real profiles here");
        }
        const auto rowText = [](const QString &name, double duration, const std::vector<double> &ratios) {
            auto text = name + QLatin1Char(' ') + QString::number(duration, 'f', 3);
            for (const auto ratio : ratios) {
                text += QLatin1Char(' ') + QString::number(ratio, 'f', 5);
            }
            return text;
        };
        std::multiset<QString> expected;
        for (const auto row : golden) {
            const auto cells = row.toArray();
            std::vector<double> ratios;
            for (int i = 4; i < 10; ++i) {
                ratios.push_back(cells[i].toDouble());
            }
            expected.insert(rowText(cells[0].toString(), cells[3].toDouble(), ratios));
        }
        const auto space = loaded(path);
        const auto table = tableOfRanks("operator_bounds", space, {0});
        std::multiset<QString> found;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            if (table.text(row, "sheet") == "no_bound") {
                std::vector<double> ratios;
                for (const auto *column : {"aiv_vec_ratio", "aic_mac_ratio", "aic_scalar_ratio", "aic_mte1_ratio",
                                           "aic_mte2_ratio", "aiv_mte3_ratio"}) {
                    ratios.push_back(real(table, row, column));
                }
                found.insert(
                    rowText(QString::fromStdString(table.text(row, "name")), real(table, row, "total_us"), ratios));
            }
        }
        QCOMPARE(expected.size(), std::size_t{171});
        QCOMPARE(found, expected);
    }

    void coreSheetsOfTheAdvisor_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<int>("rank");
        QTest::newRow("planted.json") << QByteArray("planted/advisor_rank0_20240101120000000_ascend_pt") << 0;
        QTest::newRow("qwen_rank0.json") << QByteArray("ascend/qwen3_pp2dp2") << 0;
        QTest::newRow("qwen_rank2.json") << QByteArray("ascend/qwen3_pp2dp2") << 2;
        QTest::newRow("cnn_text_rank0.json") << QByteArray("ascend/cnn_text") << 0;
        QTest::newRow("cnn_text_rank1.json") << QByteArray("ascend/cnn_text") << 1;
        QTest::newRow("cnn_db.json") << QByteArray("ascend/cnn_db") << 0;
    }
    /// The advisor shows five of each verdict; of equal figures any.
    void coreSheetsOfTheAdvisor() {
        QFETCH(QByteArray, path);
        QFETCH(int, rank);
        const auto folder = realFile(path.constData());
        const auto name = QString::fromLatin1(QTest::currentDataTag());
        if (folder.empty() || realPath(QStringLiteral("../golden/msprof_analyze/advisor/") + name).isEmpty()) {
            QSKIP("no real profiles here");
        }
        const auto space = loaded(folder);
        const auto table = tableOfRanks("operator_bounds", space, {rank});
        const std::map<std::string, QString> titles{{"cube", QStringLiteral("Cube Operator Perf Analysis")},
                                                    {"flash_attention", QStringLiteral("FA Operator Perf Analysis")},
                                                    {"vector", QStringLiteral("Vector Operator Perf Analysis")}};
        int compared = 0;
        for (const auto &[id, title] : titles) {
            const auto said = saidOf(sheet(name, title));
            for (const std::string verdict : {"unaffine", "bound", "space"}) {
                std::vector<std::size_t> rows;
                for (std::size_t row = 0; row < table.rows.size(); ++row) {
                    if (table.text(row, "sheet") == id && table.text(row, "verdict") == verdict) {
                        rows.push_back(row);
                    }
                }
                const auto it = said.find(QString::fromStdString(verdict));
                const auto expected = it == said.end() ? std::vector<Said>{} : it->second;
                QCOMPARE(expected.size(), std::min(rows.size(), kAdvisorShows));
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    const auto &one = expected[i];
                    const auto row = std::find_if(rows.begin(), rows.end(), [&](std::size_t each) {
                        return keyOf(table, each) == one.key &&
                               std::abs(real(table, each, "space_percent") - one.space) <= 0.0051;
                    });
                    QVERIFY2(row != rows.end(), qPrintable(one.key));
                    QCOMPARE(QString::fromStdString(table.text(*row, "advisor_bound")), one.bound);
                    // In its place, or as good as what is there.
                    QVERIFY2(keyOf(table, rows[i]) == one.key ||
                                 std::abs(real(table, rows[i], "space_percent") - one.space) <= 0.0051,
                             qPrintable(one.key));
                    ++compared;
                }
            }
        }
        QVERIFY(compared >= 7);
    }

    void blocksAndAiCpuOfTheAdvisor() {
        const auto path = realFile("planted/advisor_rank0_20240101120000000_ascend_pt");
        const auto blocks = sheet(QStringLiteral("planted.json"), QStringLiteral("Block Dim Issues"));
        const auto aiCpu = sheet(QStringLiteral("planted.json"), QStringLiteral("AICPU Issues"));
        if (path.empty() || blocks.isEmpty()) {
            QSKIP("no real profiles here");
        }
        const auto space = loaded(path);
        const auto table = tableOfRanks("operator_bounds", space);
        std::map<std::string, std::vector<QStringList>> found;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const QStringList one{QString::fromStdString(table.text(row, "name")),
                                  QString::number(real(table, row, "total_us"), 'f', 1),
                                  QString::fromStdString(table.text(row, "block_dim"))};
            auto &of = found[table.text(row, "sheet")];
            if (std::find(of.begin(), of.end(), one) == of.end()) {
                of.push_back(one);  // the advisor shows equal ones once
            }
        }
        const auto cells = [](const QJsonArray &rows, int duration, int block) {
            std::vector<QStringList> result;
            for (const auto row : rows) {
                const auto of = row.toArray();
                result.push_back({of[0].toString(), of[duration].toString(),
                                  block < 0 ? QStringLiteral("0") : of[block].toString()});
            }
            return result;
        };
        QCOMPARE(found["block_dim"], cells(blocks, 3, 5));
        QCOMPARE(found["aicpu"], cells(aiCpu, 2, -1));
    }

    void sumsOfTheProfiler_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<int>("operators");
        QTest::addColumn<int>("functions");  // those that a timeline tells one by one
        QTest::newRow("cnn_text") << QByteArray("ascend/cnn_text") << 33 + 33 << 57 + 57;
        QTest::newRow("qwen3") << QByteArray("ascend/qwen3_pp2dp2") << 35 + 46 << 0;
    }
    /// 147 rows of op_statistic.csv, 114 of api_statistic.csv.
    void sumsOfTheProfiler() {
        QFETCH(QByteArray, path);
        QFETCH(int, operators);
        QFETCH(int, functions);
        const auto folder = realFile(path.constData());
        if (folder.empty()) {
            QSKIP("no real profiles here");
        }
        const auto space = loaded(folder);
        const auto table = tableOfRanks("operator_agreement", space);
        std::map<std::string, int> equal;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            QVERIFY2(table.text(row, "agrees") != "no", table.text(row, "name").c_str());
            equal[table.text(row, "file")] += table.text(row, "agrees") == "yes" ? 1 : 0;
        }
        QCOMPARE(equal["op_statistic.csv"], operators);
        QCOMPARE(equal["api_statistic.csv"], functions);
        const auto stats = tableOfRanks("kernel_stats", space);
        const auto note = "Equals op_statistic.csv in all " + std::to_string(operators) + " rows.";
        QVERIFY(std::find(stats.notes.begin(), stats.notes.end(), note) != stats.notes.end());
    }

    /// Cycles / (time x blocks) is the clock of the chip, whichever kernel is asked.
    void clockOfTheChip() {
        const auto path = realFile("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("no real profiles here");
        }
        const auto space = loaded(path);
        const auto table = tableOfRanks("kernels", space, {0});
        int seen = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto time = real(table, row, "aic_time_us") * real(table, row, "block_dim");
            if (table.text(row, "type") == "MatMulV3") {
                QVERIFY(std::abs(real(table, row, "aic_total_cycles") / time - 1650.0) < 0.5);
                ++seen;
            }
        }
        QCOMPARE(seen, 280);
    }
};

TEST_SUITE(RealOperatorsTest)

}  // namespace tst_real_operators

#include "tst_real_operators.moc"
