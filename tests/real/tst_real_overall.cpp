#include "core/analysis/tables/analysis.h"
#include "core/base/intervals.h"
#include "core/session/loading/load_job.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <array>
#include <cmath>
#include <map>

namespace tst_real_overall {

using namespace stagescope;

namespace {

Workspace load(const QString &name) {
    Workspace workspace;
    const QDir folder(realDataFolder() + QLatin1Char('/') + name);
    if (!folder.exists()) {
        return workspace;
    }
    if (auto run = loadRun(folder.canonicalPath().toStdString(), RunId{0}, LoadDepth::Deep)) {
        workspace.runs.push_back(std::move(*run));
    }
    return workspace;
}

/// Rows of a sheet that the peer's comparison printed; its three lines of heads are left out.
QJsonArray sheet(const QString &file, const QString &name) {
    QFile golden(realDataFolder() + QStringLiteral("/../golden/real/") + file);
    if (!golden.open(QIODevice::ReadOnly)) {
        return {};
    }
    auto rows = QJsonDocument::fromJson(golden.readAll()).object()[name].toArray();
    for (int i = 0; i < 3 && !rows.isEmpty(); ++i) {
        rows.removeFirst();
    }
    return rows;
}

ResultTable tableOf(std::string_view id, const Workspace &workspace, std::map<std::string, std::string> parameters) {
    return analysisById(id)
        ->run({.workspace = &workspace, .parameters = std::move(parameters)}, {})
        .value_or(ResultTable{});
}

double real(const ResultTable &table, std::size_t row, std::string_view column) {
    return QString::fromStdString(table.text(row, column)).toDouble();
}

/// The peer adds up in double: its last digits are dust, and fractions of ns that its text files hold are not kept.
bool near(double a, double b) { return std::abs(a - b) < 3.0e-6; }

std::string compared(const ResultTable &table, std::size_t row, const QJsonArray &golden) {
    const auto name = golden[0].toString();
    const auto level = name.count(QLatin1Char('\t'));
    const auto place = table.text(row, "metric") + " ";
    if (table.text(row, "metric") != name.trimmed().toStdString() || real(table, row, "level") != double(level)) {
        return place + "is not " + name.trimmed().toStdString();
    }
    const std::array<std::pair<const char *, double>, 4> figures{
        {{"baseline_duration_ms", golden[1].toDouble()},
         {"baseline_share_percent", golden[2].toDouble() * 100},
         {"duration_ms", golden[4].toDouble()},
         {"e2e_share_percent", golden[5].toDouble() * 100}}};
    for (const auto &[column, value] : figures) {
        if (!near(real(table, row, column), value)) {
            return place + column + " " + table.text(row, column) + " is not " + std::to_string(value);
        }
    }
    const auto countOf = [](const QJsonValue &value) {
        return value.isString() ? std::string() : std::to_string(value.toInteger());
    };
    if (table.text(row, "baseline_count") != countOf(golden[3]) || table.text(row, "count") != countOf(golden[6])) {
        return place + "counts " + table.text(row, "count");
    }
    const auto rounded = [](double value, double digits) { return std::round(value * digits) / digits; };
    return near(rounded(real(table, row, "difference_ms"), 100), golden[7].toDouble()) &&
                   near(rounded(real(table, row, "ratio"), 1e4), golden[8].toDouble())
               ? std::string()
               : place + "difference " + table.text(row, "difference_ms") + " ratio " + table.text(row, "ratio");
}

std::map<std::string, IntervalSet> overlapLanes(const TraceStore &trace) {
    std::map<std::string, IntervalSet> lanes;
    for (const auto &track : trace.tracks()) {
        std::vector<Interval> intervals;
        const auto &slices = trace.slices(track.id);
        const bool isTheirs =
            track.kind == TrackKind::Overlap && !isComputedProcess(trace.text(trace.track(track.parent).name));
        for (std::uint32_t i = 0; isTheirs && i < slices.size(); ++i) {
            intervals.push_back({ns(slices.begin(i)), ns(slices.end(i))});
        }
        if (!intervals.empty()) {
            lanes[std::string(trace.text(track.name))] = merged(std::move(intervals));
        }
    }
    return lanes;
}

std::map<std::string, IntervalSet> computedLanes(const TraceStore &trace) {
    std::vector<Track> tracks(trace.tracks().begin(), trace.tracks().end());
    std::vector<SliceTable> slices;
    for (auto &track : tracks) {
        slices.push_back(trace.slices(track.id));
        track.kind = track.kind == TrackKind::Overlap ? TrackKind::Other : track.kind;
    }
    std::map<std::string, IntervalSet> lanes;
    for (const auto &process : summaryLanes(tracks, slices, trace.strings(), {})) {
        for (const auto &lane : process.lanes) {
            for (const auto &row : lane.rows) {
                lanes[lane.name].push_back({row.begin, row.begin + row.duration});
            }
        }
    }
    return lanes;
}

}  // namespace

/// The two ranks of the small network side by side, as msprof-analyze compare printed them.
class RealOverallTest : public QObject {
    Q_OBJECT

    static void sides() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("file");
        QTest::newRow("text") << QStringLiteral("ascend/cnn_text") << QStringLiteral("cmp_text_l1.sheets.json");
        QTest::newRow("database") << QStringLiteral("ascend/cnn_db") << QStringLiteral("cmp_db_l1.sheets.json");
    }

private Q_SLOTS:
    void metricsOfTextProfiles() {
        const auto workspace = load(QStringLiteral("ascend/cnn_text"));
        const auto golden = sheet(QStringLiteral("cmp_text_l1.sheets.json"), QStringLiteral("OverallMetrics"));
        if (workspace.runs.empty() || golden.isEmpty()) {
            QSKIP("the real profiles are not here");
        }
        const auto table = tableOf("overall_compare", workspace, {});
        QCOMPARE(table.rows.size(), static_cast<std::size_t>(golden.size()));
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            QCOMPARE(compared(table, row, golden[static_cast<qsizetype>(row)].toArray()), std::string());
        }
    }

    void metricsOfDatabases() {
        const auto workspace = load(QStringLiteral("ascend/cnn_db"));
        const auto golden = sheet(QStringLiteral("cmp_db_l1.sheets.json"), QStringLiteral("OverallMetrics"));
        if (workspace.runs.empty() || golden.isEmpty()) {
            QSKIP("the real profiles are not here");
        }
        const auto table = tableOf("overall_compare", workspace, {});
        QCOMPARE(table.rows.size(), static_cast<std::size_t>(golden.size()));
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            // Two kernels that make random numbers on a unit of their own: the peer calls them vector in databases and
            // other in text; here they are other in both.
            const auto metric = table.text(row, "metric");
            if (metric == "Computing Time" || metric == "Other" || metric == "Vector" ||
                metric == "Vector (No Trans)") {
                continue;
            }
            QCOMPARE(compared(table, row, golden[static_cast<qsizetype>(row)].toArray()), std::string());
        }
        const auto peer = golden[0].toArray();
        QVERIFY(near(real(table, 0, "baseline_duration_ms"), peer[1].toDouble()));
        QVERIFY(near(real(table, 0, "duration_ms"), peer[4].toDouble()));
        QCOMPARE(table.text(0, "count"), std::string("185"));
    }

    void kernelsByShape_data() { sides(); }
    void kernelsByShape() {
        QFETCH(QString, folder);
        QFETCH(QString, file);
        const auto workspace = load(folder);
        const auto golden = sheet(file, QStringLiteral("KernelCompare"));
        if (workspace.runs.empty() || golden.isEmpty()) {
            QSKIP("the real profiles are not here");
        }
        const auto table = tableOf("kernel_stats", workspace, {{"by", "shape"}});
        for (const int side : {0, 1}) {
            std::map<std::string, std::array<double, 4>> ours;
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                if (table.text(row, "rank") == std::to_string(side)) {
                    ours[table.text(row, "type") + " " + table.text(row, "input_shapes")] = {
                        real(table, row, "total_us"), real(table, row, "mean_us"), real(table, row, "max_us"),
                        real(table, row, "min_us")};
                }
            }
            int compared = 0;
            for (const auto &value : golden) {
                const auto row = value.toArray();
                const auto shape = row[2].toString() == QStringLiteral("N/A") ? QString() : row[2].toString();
                const auto it = ours.find((row[1].toString() + QLatin1Char(' ') + shape).toStdString());
                if (row[1].toString().startsWith(QStringLiteral("hcom_"))) {
                    continue;
                }
                QVERIFY2(it != ours.end(), qPrintable(row[1].toString() + row[2].toString()));
                for (int i = 0; i < 4; ++i) {
                    const auto printed = row[3 + side * 5 + i].toDouble();
                    QVERIFY2(std::abs(it->second[static_cast<std::size_t>(i)] - printed) <= 0.0051,
                             qPrintable(row[1].toString() + row[2].toString()));
                }
                ++compared;
            }
            QCOMPARE(static_cast<std::size_t>(compared), ours.size());
        }
    }

    void callsOfTheHost_data() { sides(); }
    void callsOfTheHost() {
        QFETCH(QString, folder);
        QFETCH(QString, file);
        const auto workspace = load(folder);
        const auto golden = sheet(file, QStringLiteral("ApiCompare"));
        if (workspace.runs.empty() || golden.isEmpty()) {
            QSKIP("the real profiles are not here");
        }
        const auto table = tableOf("api_stats", workspace, {});
        for (const int side : {0, 1}) {
            std::map<std::string, std::array<double, 3>> ours;
            for (std::size_t row = 0; row < table.rows.size(); ++row) {
                if (table.text(row, "rank") == std::to_string(side) && table.text(row, "layer") == "framework") {
                    const auto total = real(table, row, "total_us") / 1000;
                    const auto count = real(table, row, "count");
                    QVERIFY(near(real(table, row, "mean_us") / 1000, total / count));
                    ours[table.text(row, "name")] = {total, real(table, row, "self_us") / 1000, count};
                }
            }
            int countedTwice = 0;
            for (const auto &value : golden) {
                const auto row = value.toArray();
                const auto it = ours.find(row[1].toString().toStdString());
                QVERIFY2(it != ours.end(), qPrintable(row[1].toString()));
                const auto &[total, self, count] = it->second;
                // In databases the peer counts a call once for each kernel that it launched.
                const auto counted = row[5 + side * 4].toDouble();
                if (folder.endsWith(QStringLiteral("_db")) && counted > count) {
                    ++countedTwice;
                    continue;
                }
                QCOMPARE(count, counted);
                // Its averages are those of its rounded sums.
                const auto mean = std::round(total * 100) / 100 / count;
                const std::array<double, 3> figures{total, self, mean};
                for (int i = 0; i < 3; ++i) {
                    QVERIFY2(
                        std::abs(figures[static_cast<std::size_t>(i)] - row[2 + side * 4 + i].toDouble()) <= 0.0051,
                        qPrintable(row[1].toString() + QString::number(i)));
                }
            }
            QVERIFY2(countedTwice * 4 < golden.size(), qPrintable(QString::number(countedTwice)));
            QCOMPARE(ours.size(), static_cast<std::size_t>(golden.size()));
        }
    }

    void tasksOfCommunication_data() { sides(); }
    void tasksOfCommunication() {
        QFETCH(QString, folder);
        QFETCH(QString, file);
        const auto workspace = load(folder);
        const auto golden = sheet(file, QStringLiteral("CommunicationCompare"));
        if (workspace.runs.empty() || golden.isEmpty()) {
            QSKIP("the real profiles are not here");
        }
        const auto table = tableOf("comm_summary", workspace, {});
        for (const int side : {0, 1}) {
            for (const auto &value : golden) {
                const auto row = value.toArray();
                const auto task = row[2].toString().toStdString();
                bool found = false;
                for (std::size_t i = 0; i < table.rows.size(); ++i) {
                    if (table.text(i, "rank") != std::to_string(side) || table.text(i, "task") != task) {
                        continue;
                    }
                    found = true;
                    QCOMPARE(real(table, i, "count"), row[3 + side * 7].toDouble());
                    const std::array<const char *, 4> columns{"total_us", "mean_us", "max_us", "min_us"};
                    for (int c = 0; c < 4; ++c) {
                        const auto printed = row[4 + side * 7 + c].toDouble();
                        // Text files hold fractions of ns, a few of them for each task.
                        QVERIFY2(std::abs(real(table, i, columns[static_cast<std::size_t>(c)]) - printed) < 0.06,
                                 columns[static_cast<std::size_t>(c)]);
                    }
                }
                QVERIFY2(found, task.c_str());
            }
        }
    }

    void ourLanesAreThoseOfTheFile() {
        const auto workspace = load(QStringLiteral("ascend/cnn_text"));
        if (workspace.runs.empty()) {
            QSKIP("the real profiles are not here");
        }
        for (const auto &capture : workspace.runs[0].captures) {
            for (const auto &source : capture.loaded) {
                for (const auto &store : source.traces) {
                    const auto theirs = overlapLanes(*store);
                    const auto ours = computedLanes(*store);
                    QCOMPARE(theirs.size(), std::size_t{4});
                    for (const auto &[name, set] : theirs) {
                        QVERIFY2(ours.contains(name), name.c_str());
                        const auto apart =
                            totalLength(subtracted(set, ours.at(name))) + totalLength(subtracted(ours.at(name), set));
                        // Rounding of begins and durations to ns, at the ends of each slice.
                        QVERIFY2(apart <= 2 * static_cast<std::int64_t>(set.size() + 4),
                                 (name + " " + std::to_string(apart) + " ns apart").c_str());
                    }
                }
            }
        }
    }
};

TEST_SUITE(RealOverallTest)

}  // namespace tst_real_overall

#include "tst_real_overall.moc"
