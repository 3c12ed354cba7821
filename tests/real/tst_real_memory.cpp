// Sums over the profiler's own memory files, read here a second time by other means.
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_store.h"
#include "tests/support/profile_files.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <sqlite3.h>

#include <algorithm>
#include <map>

namespace tst_real_memory {

using namespace stagescope;

namespace {

Workspace load(const QString &path) {
    Workspace workspace;
    if (auto run = loadRun(path.toStdString(), RunId{0}, LoadDepth::Deep)) {
        workspace.runs.push_back(std::move(*run));
    }
    return workspace;
}

ResultTable tableOf(std::string_view id, const Workspace &workspace, int rank,
                    std::map<std::string, std::string> parameters = {}) {
    const auto *entry = analysisById(id);
    return entry == nullptr
               ? ResultTable{}
               : entry->run({.workspace = &workspace, .ranks = {rank}, .parameters = std::move(parameters)}, {})
                     .value_or(ResultTable{});
}

/// Samples, sum, least and most.
struct Figures {
    std::int64_t samples = 0;
    std::int64_t sum = 0;
    std::int64_t least = INT64_MAX;
    std::int64_t most = INT64_MIN;
    void add(std::int64_t value) {
        ++samples;
        sum += value;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    bool operator==(const Figures &) const = default;
};
using BySeries = std::map<std::string, Figures>;  ///< "PTA allocated"

constexpr std::int64_t kMiB = 1 << 20;

BySeries seriesOfText(const QString &folder) {
    BySeries result;
    for (const auto &row : rowsOf(folder + QStringLiteral("memory_record.csv"))) {
        for (const auto &[measure, column] : {std::pair(" allocated", "Total Allocated"),
                                              {" reserved", "Total Reserved"},
                                              {" active", "Total Active"}}) {
            if (const auto &text = row.at(column); !text.isEmpty()) {
                result[row.at("Component").toStdString() + measure].add(scaled(text, kMiB));
            }
        }
    }
    for (const auto &row : rowsOf(folder + QStringLiteral("npu_module_mem.csv"))) {
        result["module " + row.at("Component").toStdString() + " reserved"].add(scaled(row.at("Total Reserved"), kMiB));
    }
    return result;
}

BySeries seriesOfCapture(const RankCapture &capture) {
    BySeries result;
    for (const auto &table : capture.tables(TableKind::MemorySamples)) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            const std::string prefix = table->text(row, "level") == "module" ? "module " : "";
            for (const char *measure : {"allocated", "reserved", "active"}) {
                if (const auto value = table->number(row, measure, kNoBytes); value != kNoBytes) {
                    result[prefix + std::string(table->text(row, "component")) + ' ' + measure].add(value);
                }
            }
        }
    }
    return result;
}

/// Samples, least and most of each curve, out of its runs.
BySeries seriesOfCurves(const ResultTable &table) {
    BySeries result;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const std::string prefix = table.text(row, "level") == "module" ? "module " : "";
        auto &figures = result[prefix + table.text(row, "component") + ' ' + table.text(row, "measure")];
        figures.samples += std::stoll(table.text(row, "samples"));
        figures.least = std::min<std::int64_t>(figures.least, std::stoll(table.text(row, "least_bytes")));
        figures.most = std::max<std::int64_t>(figures.most, std::stoll(table.text(row, "most_bytes")));
    }
    return result;
}

void compareCurves(const Workspace &workspace, int rank, BySeries expected) {
    for (auto &[name, figures] : expected) {
        figures.sum = 0;
    }
    for (const char *points : {"7", "1000", "1000000"}) {
        auto curves = seriesOfCurves(tableOf("memory_curve", workspace, rank, {{"points", points}}));
        const auto modules =
            seriesOfCurves(tableOf("memory_curve", workspace, rank, {{"points", points}, {"level", "module"}}));
        curves.insert(modules.begin(), modules.end());
        QCOMPARE(curves.size(), expected.size());
        QVERIFY(curves == expected);
    }
}

void addTextRows() {
    QTest::addColumn<QString>("run");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("rank");
    QTest::newRow("qwen 0") << QStringLiteral("ascend/qwen3_pp2dp2") << QStringLiteral("rank_0_ascend_pt") << 0;
    QTest::newRow("qwen 2") << QStringLiteral("ascend/qwen3_pp2dp2") << QStringLiteral("rank_2_ascend_pt") << 2;
    QTest::newRow("cnn 0") << QStringLiteral("ascend/cnn_text") << QStringLiteral("rank0_ascend_pt") << 0;
    QTest::newRow("cnn 1") << QStringLiteral("ascend/cnn_text") << QStringLiteral("rank1_ascend_pt") << 1;
}

std::vector<std::int64_t> query(const QString &path, const char *sql) {
    sqlite3 *db = nullptr;
    sqlite3_stmt *statement = nullptr;
    std::vector<std::int64_t> row;
    const auto uri = "file:" + path.toStdString() + "?mode=ro&immutable=1";
    if (sqlite3_open_v2(uri.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql, -1, &statement, nullptr) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            row.push_back(sqlite3_column_int64(statement, i));
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return row;
}

std::int64_t sumOf(const ResultTable &table, const char *column) {
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto text = table.text(row, column);
        sum += text.empty() ? 0 : std::stoll(text);
    }
    return sum;
}

}  // namespace

class RealMemoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textSamples_data() { addTextRows(); }
    void textSamples() {
        QFETCH(QString, run);
        QFETCH(QString, folder);
        QFETCH(int, rank);
        const auto path = realPath(run);
        if (path.isEmpty()) {
            QSKIP("no real data here");
        }
        const auto workspace = load(path);
        const auto *capture = workspace.mainRun()->capture(rank);
        QVERIFY(capture);
        const auto expected =
            seriesOfText(path + QLatin1Char('/') + folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/"));
        QVERIFY(expected.size() > 60);
        QVERIFY(seriesOfCapture(*capture) == expected);
        compareCurves(workspace, rank, expected);
        const auto peak = tableOf("memory_peak", workspace, rank);
        QCOMPARE(peak.text(0, "allocated_bytes"), std::to_string(expected.at("PTA allocated").most));
        QCOMPARE(peak.text(0, "least_bytes"), std::to_string(expected.at("PTA allocated").least));
        QCOMPARE(peak.text(0, "process_bytes"), std::to_string(expected.at("APP reserved").most));
        // What the allocator has reserved does not change in these captures.
        QCOMPARE(peak.text(0, "outside_bytes"),
                 std::to_string(expected.at("APP reserved").most - expected.at("PTA reserved").most));
    }

    void textOperators_data() { addTextRows(); }
    void textOperators() {
        QFETCH(QString, run);
        QFETCH(QString, folder);
        QFETCH(int, rank);
        const auto path = realPath(run);
        if (path.isEmpty()) {
            QSKIP("no real data here");
        }
        const auto workspace = load(path);
        const auto rows =
            rowsOf(path + QLatin1Char('/') + folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/operator_memory.csv"));
        const auto peak = tableOf("memory_peak", workspace, rank);
        const auto peakAt = std::stoll(peak.text(0, "at_ns"));
        Figures sizes;
        Figures alive;
        std::int64_t lasted = 0;
        std::int64_t released = 0;
        for (const auto &row : rows) {
            const auto size = scaled(row.at("Size"), 1024);
            const auto begin = scaled(row.at("Allocation Time"), 1000);
            const auto &end = row.at("Release Time");
            sizes.add(size);
            released += end.isEmpty() ? 0 : 1;
            lasted += end.isEmpty() ? 0 : scaled(row.at("Duration"), 1000);
            if (begin <= peakAt && (end.isEmpty() || peakAt < scaled(end, 1000))) {
                alive.add(size);
            }
        }
        const auto ops = tableOf("memory_ops", workspace, rank, {{"order", "size"}});
        QCOMPARE(static_cast<std::int64_t>(ops.rows.size()), sizes.samples);
        QCOMPARE(sumOf(ops, "size_bytes"), sizes.sum);
        QCOMPARE(ops.text(0, "size_bytes"), std::to_string(sizes.most));
        std::int64_t ours = 0;
        std::int64_t ends = 0;
        for (std::size_t row = 0; row < ops.rows.size(); ++row) {
            if (const auto end = ops.text(row, "released_ns"); !end.empty()) {
                ours += std::stoll(end) - std::stoll(ops.text(row, "allocated_ns"));
                ++ends;
            }
        }
        QCOMPARE(ends, released);
        QCOMPARE(ours, lasted);
        const auto atPeak = tableOf("memory_ops", workspace, rank, {{"at", "peak"}});
        QCOMPARE(static_cast<std::int64_t>(atPeak.rows.size()), alive.samples);
        QCOMPARE(sumOf(atPeak, "size_bytes"), alive.sum);
        QVERIFY(alive.samples > 0);
    }

    void database_data() {
        QTest::addColumn<int>("rank");
        QTest::newRow("cnn 0") << 0;
        QTest::newRow("cnn 1") << 1;
    }
    void database() {
        QFETCH(int, rank);
        const auto path = realPath(QStringLiteral("ascend/cnn_db"));
        if (path.isEmpty()) {
            QSKIP("no real data here");
        }
        const auto file =
            path + QStringLiteral("/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_%1.db").arg(rank);
        const auto workspace = load(path);
        const auto series = seriesOfCapture(*workspace.mainRun()->capture(rank));
        const auto record = query(file,
                                  "SELECT count(totalAllocated), sum(totalAllocated), min(totalAllocated), "
                                  "max(totalAllocated), max(totalReserved), sum(totalActive) FROM MEMORY_RECORD JOIN "
                                  "STRING_IDS s ON s.id = component WHERE s.value = 'PTA'");
        QCOMPARE(record.size(), std::size_t{6});
        QVERIFY((series.at("PTA allocated") == Figures{record[0], record[1], record[2], record[3]}));
        QCOMPARE(series.at("PTA reserved").most, record[4]);
        QCOMPARE(series.at("PTA active").sum, record[5]);
        const auto modules = query(file, "SELECT count(*), sum(totalReserved) FROM NPU_MODULE_MEM");
        Figures ours;
        for (const auto &[name, figures] : series) {
            ours.samples += name.starts_with("module ") ? figures.samples : 0;
            ours.sum += name.starts_with("module ") ? figures.sum : 0;
        }
        QCOMPARE((std::vector{ours.samples, ours.sum}), modules);
        const auto process = query(file,
                                   "SELECT count(*), sum(hbm), max(hbm) FROM NPU_MEM JOIN STRING_IDS s ON s.id = type "
                                   "WHERE s.value = 'app'");
        const auto &app = series.at("APP reserved");
        QCOMPARE((std::vector{app.samples, app.sum, app.most}), process);
        const auto told = query(file, "SELECT count(*), sum(size), count(releaseTime), sum(duration) FROM OP_MEMORY");
        const auto ops = tableOf("memory_ops", workspace, rank);
        std::int64_t lasted = 0;
        std::int64_t ends = 0;
        for (std::size_t row = 0; row < ops.rows.size(); ++row) {
            if (const auto end = ops.text(row, "released_ns"); !end.empty()) {
                lasted += std::stoll(end) - std::stoll(ops.text(row, "allocated_ns"));
                ++ends;
            }
        }
        QCOMPARE((std::vector{static_cast<std::int64_t>(ops.rows.size()), sumOf(ops, "size_bytes"), ends, lasted}),
                 told);
        compareCurves(workspace, rank, series);
    }

    /// Shallow facts of a database tell the same peaks as its samples.
    void shallowPeaks() {
        const auto path = realPath(QStringLiteral("ascend/cnn_db"));
        if (path.isEmpty()) {
            QSKIP("no real data here");
        }
        Workspace shallow;
        auto run = loadRun(path.toStdString(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run);
        shallow.runs.push_back(std::move(*run));
        const auto deep = load(path);
        for (const char *column :
             {"allocated_bytes", "least_bytes", "reserved_bytes", "process_bytes", "outside_bytes"}) {
            const auto told = tableOf("memory_peak", shallow, 0).text(0, column);
            QVERIFY(!told.empty());
            QCOMPARE(told, tableOf("memory_peak", deep, 0).text(0, column));
        }
    }
};

TEST_SUITE(RealMemoryTest)

}  // namespace tst_real_memory

#include "tst_real_memory.moc"
