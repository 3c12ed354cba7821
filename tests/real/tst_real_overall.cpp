#include "core/analysis/analysis.h"
#include "core/base/intervals.h"
#include "core/session/load_job.h"
#include "core/store/summary_lanes.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <array>
#include <cmath>
#include <map>

using namespace stagescope;

namespace {

QString root() {
    return qEnvironmentVariable("STAGESCOPE_REAL_DATA", QStringLiteral(STAGESCOPE_SOURCE_DIR "/../shared/data"));
}

Workspace load(const QString &name) {
    Workspace workspace;
    const QDir folder(root() + QLatin1Char('/') + name);
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
    QFile golden(root() + QStringLiteral("/../golden/real/") + file);
    if (!golden.open(QIODevice::ReadOnly)) {
        return {};
    }
    auto rows = QJsonDocument::fromJson(golden.readAll()).object()[name].toArray();
    for (int i = 0; i < 3 && !rows.isEmpty(); ++i) {
        rows.removeFirst();
    }
    return rows;
}

ResultTable tableOf(std::string_view id, const Workspace &workspace) {
    return analysisById(id)->run({.workspace = &workspace}, {}).value_or(ResultTable{});
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
private Q_SLOTS:
    void metricsOfTextProfiles() {
        const auto workspace = load(QStringLiteral("ascend/cnn_text"));
        const auto golden = sheet(QStringLiteral("cmp_text_l1.sheets.json"), QStringLiteral("OverallMetrics"));
        if (workspace.runs.empty() || golden.isEmpty()) {
            QSKIP("the real profiles are not here");
        }
        const auto table = tableOf("overall_compare", workspace);
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
        const auto table = tableOf("overall_compare", workspace);
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

QTEST_GUILESS_MAIN(RealOverallTest)
#include "tst_real_overall.moc"
