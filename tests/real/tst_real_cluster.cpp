#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/cluster_steps.h"
#include "core/formats/tables/step_trace_columns.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

#include <sqlite3.h>

#include <cmath>
#include <map>

namespace tst_real_cluster {

using namespace stagescope;

namespace {

std::optional<Run> load(const char *name) {
    const auto path = realPath(QString::fromLatin1(name));
    auto run = loadRun(path.toStdString(), RunId{0}, LoadDepth::Shallow);
    return run ? std::optional(std::move(*run)) : std::nullopt;
}

QJsonObject object(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject{};
}

std::string text(const QString &value) { return value.toStdString(); }

/// Cells that were compared, and the first that differ.
class Tally {
public:
    explicit Tally(const char *what) : m_what(what) {}
    Tally(const Tally &) = delete;
    Tally &operator=(const Tally &) = delete;
    ~Tally() { qInfo("%s: %d of %d cells agree", m_what, m_matched, m_total); }

    /// Sums are taken in another order: equal but for the last digits of a double.
    void number(double ours, double theirs, const std::string &where) {
        count(std::abs(ours - theirs) <= 1e-9 * std::max(std::abs(ours), std::abs(theirs)), where, ours, theirs);
    }
    /// The other side rounds to so many decimals.
    void rounded(double ours, double theirs, int decimals, const std::string &where) {
        count(std::abs(ours - theirs) <= 0.5001 * std::pow(10.0, -decimals), where, ours, theirs);
    }
    void same(const std::string &ours, const std::string &theirs, const std::string &where) {
        count(ours == theirs, where + " \"" + ours + "\" \"" + theirs + '"', 0, 0);
    }
    [[nodiscard]] bool isPerfect() const { return m_total > 0 && m_matched == m_total; }

private:
    void count(bool matches, const std::string &where, double ours, double theirs) {
        ++m_total;
        m_matched += matches ? 1 : 0;
        if (!matches && ++m_told <= 10) {
            qWarning("%s: %s: %.10g, expected %.10g", m_what, where.c_str(), ours, theirs);
        }
    }
    const char *m_what;
    int m_matched = 0;
    int m_total = 0;
    int m_told = 0;
};

/// "name@group" and rank.
using OpKey = std::pair<std::string, int>;
std::string opKey(const std::string &name, const std::string &group) { return name + '@' + group; }

std::string tupleText(const std::vector<int> &ranks, const char *separator, bool comma) {
    std::string result = "(";
    for (const int rank : ranks) {
        result += (result.size() == 1 ? "" : separator) + std::to_string(rank);
    }
    return result + (comma && ranks.size() == 1 ? ",)" : ")");
}

/// Rows of a table of a database, each by column name.
std::vector<std::map<std::string, QVariant>> rowsOf(const QString &path, const char *table) {
    std::vector<std::map<std::string, QVariant>> rows;
    sqlite3 *db = nullptr;
    sqlite3_stmt *statement = nullptr;
    const auto uri = "file:" + text(path) + "?immutable=1";
    sqlite3_open_v2(uri.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    const auto sql = std::string("SELECT * FROM ") + table;
    sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        auto &row = rows.emplace_back();
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            const auto *value = reinterpret_cast<const char *>(sqlite3_column_text(statement, i));
            row[sqlite3_column_name(statement, i)] = QVariant(QString::fromUtf8(value));
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return rows;
}

struct Case {
    const char *data;
    const char *golden;
    CommSource source;
};
constexpr Case kTexts[] = {{"ascend/cnn_text", "text_level1", CommSource::Text},
                           {"ascend/qwen3_pp2dp2", "st_level2_text", CommSource::Text}};
constexpr Case kDatabases[] = {{"ascend/cnn_db", "db_level1", CommSource::Database},
                               {"ascend/qwen3_pp2dp2", "st_level2", CommSource::Database}};

QString golden(const Case &of, const char *file) {
    return realPath(QStringLiteral("../golden/real/") + QString::fromLatin1(of.golden)) + QLatin1Char('/') +
           QString::fromLatin1(file);
}

void compareTimes(const QJsonObject &theirs, const CommTime &ours, Tally &tally, const std::string &where) {
    const std::map<const char *, double> values{{"Start Timestamp(us)", ours.startUs},
                                                {"Elapse Time(ms)", ours.elapsedMs},
                                                {"Transit Time(ms)", ours.transitMs},
                                                {"Wait Time(ms)", ours.waitMs},
                                                {"Synchronization Time(ms)", ours.synchronizationMs},
                                                {"Idle Time(ms)", ours.idleMs}};
    for (const auto &[key, value] : values) {
        if (theirs.contains(QLatin1String(key))) {
            tally.number(value, theirs[QLatin1String(key)].toDouble(), where + ' ' + key);
        }
    }
    tally.rounded(ours.waitRatio(), theirs[QLatin1String("Wait Time Ratio")].toDouble(), 4, where + " wait ratio");
    tally.rounded(ours.synchronizationRatio(), theirs[QLatin1String("Synchronization Time Ratio")].toDouble(), 4,
                  where + " synchronization ratio");
}

void compareBandwidths(const QJsonObject &theirs, const std::vector<const CommBandwidth *> &ours, Tally &tally,
                       const std::string &where) {
    for (auto it = theirs.begin(); it != theirs.end(); ++it) {
        const auto transport = it.value().toObject();
        const auto sizes = transport[QLatin1String("Size Distribution")].toObject();
        CommBandwidth none;
        const auto *first = &none;
        std::map<double, const CommBandwidth *> packets;
        for (const auto *row : ours) {
            if (row->transport == text(it.key())) {
                first = row;
                packets[row->packageMb] = row;
            }
        }
        const auto at = where + ' ' + text(it.key());
        tally.number(first->sizeMb, transport[QLatin1String("Transit Size(MB)")].toDouble(), at + " size");
        tally.number(first->timeMs, transport[QLatin1String("Transit Time(ms)")].toDouble(), at + " time");
        tally.rounded(first->gbps, transport[QLatin1String("Bandwidth(GB/s)")].toDouble(), 4, at + " bandwidth");
        for (auto size = sizes.begin(); size != sizes.end(); ++size) {
            const auto *row = packets[size.key().toDouble()];
            tally.number(row == nullptr ? -1 : row->count, size.value().toArray()[0].toDouble(), at + " count");
            tally.number(row == nullptr ? -1 : row->durationMs, size.value().toArray()[1].toDouble(), at + " duration");
        }
    }
}

}  // namespace

class RealClusterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void timesAndBandwidthsOfTexts() {
        for (const auto &of : kTexts) {
            const auto run = load(of.data);
            const auto file = object(golden(of, "cluster_communication.json"));
            if (!run || file.isEmpty()) {
                QSKIP("no real data");
            }
            std::map<OpKey, CommTime> times;
            std::map<OpKey, std::vector<const CommBandwidth *>> bandwidths;
            std::map<std::string, std::string> sets;
            for (const auto &group : commGroups(*run, of.source)) {
                sets[group.group] = tupleText(group.ranks, ", ", true);
            }
            for (const auto &time : commTimes(*run, of.source)) {
                times[{opKey(time.name, time.group), time.rank}] = time;
            }
            const auto rows = commBandwidths(*run, of.source);
            for (const auto &row : rows) {
                bandwidths[{opKey(row.name, row.group), row.rank}].push_back(&row);
            }
            Tally timeTally("text, times");
            Tally bandwidthTally("text, bandwidths");
            std::size_t operators = 0;
            for (auto group = file.begin(); group != file.end(); ++group) {
                const auto steps = group.value().toObject();
                for (auto step = steps.begin(); step != steps.end(); ++step) {
                    const auto ops = step.value().toObject();
                    for (auto op = ops.begin(); op != ops.end(); ++op) {
                        const auto ranks = op.value().toObject();
                        for (auto rank = ranks.begin(); rank != ranks.end(); ++rank) {
                            const OpKey key(text(op.key()), rank.key().toInt());
                            const auto where = key.first + " rank " + text(rank.key());
                            QVERIFY2(times.contains(key), where.c_str());
                            ++operators;
                            const auto &ours = times[key];
                            timeTally.same(sets[ours.group], text(group.key()), where + " ranks");
                            timeTally.same("step" + ours.step, text(step.key()), where + " step");
                            const auto both = rank.value().toObject();
                            compareTimes(both[QLatin1String("Communication Time Info")].toObject(), ours, timeTally,
                                         where);
                            compareBandwidths(both[QLatin1String("Communication Bandwidth Info")].toObject(),
                                              bandwidths[key], bandwidthTally, where);
                        }
                    }
                }
            }
            QCOMPARE(times.size(), operators);  // no more than they have
            QVERIFY(timeTally.isPerfect());
            QVERIFY(bandwidthTally.isPerfect());
        }
    }

    void matrixOfTexts() {
        for (const auto &of : kTexts) {
            const auto run = load(of.data);
            const auto file = object(golden(of, "cluster_communication_matrix.json"));
            if (!run || file.isEmpty()) {
                QSKIP("no real data");
            }
            const auto matrix = commMatrix(*run, of.source);
            std::map<std::string, CommLink> links;
            for (const auto &link : matrix.links) {
                links[opKey(link.name, link.group) + ' ' + std::to_string(link.source) + '-' +
                      std::to_string(link.destination)] = link;
            }
            Tally tally("text, matrix");
            std::size_t count = 0;
            for (const auto &group : file) {
                const auto ops = group.toObject().begin().value().toObject();
                for (auto op = ops.begin(); op != ops.end(); ++op) {
                    const auto pairs = op.value().toObject();
                    for (auto pair = pairs.begin(); pair != pairs.end(); ++pair) {
                        const auto key = text(op.key() + QLatin1Char(' ') + pair.key());
                        QVERIFY2(links.contains(key), key.c_str());
                        const auto &ours = links[key];
                        const auto theirs = pair.value().toObject();
                        ++count;
                        tally.same(ours.transport, text(theirs[QLatin1String("Transport Type")].toString()), key);
                        tally.same(ours.opName, text(theirs[QLatin1String("Op Name")].toString()), key);
                        tally.number(ours.sizeMb, theirs[QLatin1String("Transit Size(MB)")].toDouble(), key + " size");
                        tally.number(ours.timeMs, theirs[QLatin1String("Transit Time(ms)")].toDouble(), key + " time");
                        tally.rounded(ours.gbps(), theirs[QLatin1String("Bandwidth(GB/s)")].toDouble(), 4, key);
                    }
                }
            }
            QCOMPARE(links.size(), count);
            QVERIFY(tally.isPerfect());
            QVERIFY(matrix.contradictions.empty());
        }
    }

    void groupsOfTexts() {
        for (const auto &of : kTexts) {
            const auto run = load(of.data);
            const auto file = object(golden(of, "communication_group.json"));
            if (!run || file.isEmpty()) {
                QSKIP("no real data");
            }
            std::map<std::string, CommGroupRow> groups;
            for (auto &group : commGroups(*run, of.source)) {
                groups[group.group] = group;
            }
            Tally tally("text, groups");
            const auto rows = file[QLatin1String("comm_group_parallel_info")].toArray();
            for (const auto &row : rows) {
                const auto theirs = row.toObject();
                const auto key = text(theirs[QLatin1String("group_name")].toString());
                QVERIFY2(groups.contains(key), key.c_str());
                const auto &ours = groups[key];
                std::vector<int> ranks;
                for (const auto &rank : theirs[QLatin1String("rank_set")].toArray()) {
                    ranks.push_back(rank.toInt());
                }
                tally.same(ours.isP2p ? "p2p" : "collective", text(theirs[QLatin1String("type")].toString()), key);
                tally.same(ours.id, text(theirs[QLatin1String("group_id")].toString()), key);
                tally.same(ours.name, text(theirs[QLatin1String("pg_name")].toString()), key);
                tally.same(tupleText(ours.ranks, ",", false), tupleText(ranks, ",", false), key);
            }
            QCOMPARE(groups.size(), static_cast<std::size_t>(rows.size()));
            QVERIFY(tally.isPerfect());
        }
    }

    /// Text columns and database columns alike; where the metadata is unknown to the other side its cells are empty.
    void stepTraceTimeOfDatabases() {
        for (const auto &of : kDatabases) {
            const auto run = load(of.data);
            const auto theirs = rowsOf(golden(of, "cluster_analysis.db"), "ClusterStepTraceTime");
            if (!run || theirs.empty()) {
                QSKIP("no real data");
            }
            std::map<std::string, StepTraceRow> ours;
            for (auto &row : stepTraceRows(*run, of.source)) {
                if (!row.isStage) {
                    ours[std::to_string(row.ranks.front())] = row;
                }
            }
            Tally tally("database, step trace time");
            for (auto row : theirs) {
                const auto key = text(row["index"].toString());
                QVERIFY2(ours.contains(key), key.c_str());
                tally.same(ours[key].step, text(row["step"].toString()), "step");
                for (std::size_t i = 0; i < kStepTraceColumns.size(); ++i) {
                    const std::string column(kStepTraceColumns[i].database);
                    tally.number(static_cast<double>(ours[key].ns[i]) / 1000, row[column].toDouble(), column);
                }
                if (ours[key].tp >= 0) {  // sizes of the parallel dimensions are known
                    tally.number(ours[key].dp, row["dp_index"].toDouble(), "dp");
                    tally.number(ours[key].pp, row["pp_index"].toDouble(), "pp");
                    tally.number(ours[key].tp, row["tp_index"].toDouble(), "tp");
                }
            }
            QCOMPARE(ours.size(), theirs.size());
            QVERIFY(tally.isPerfect());
        }
    }

    void stepTraceTimeOfTexts() {
        for (const auto &of : kTexts) {
            const auto run = load(of.data);
            QFile file(golden(of, "cluster_step_trace_time.csv"));
            if (!run || !file.open(QIODevice::ReadOnly)) {
                QSKIP("no real data");
            }
            std::map<std::string, StepTraceRow> ours;
            for (auto &row : stepTraceRows(*run, of.source)) {
                ours[row.isStage ? tupleText(row.ranks, ", ", true) : std::to_string(row.ranks.front())] = row;
            }
            Tally tally("text, step trace time");
            std::size_t count = 0;
            const auto lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            for (const auto &line : lines.mid(1)) {
                // The index of a stage is quoted and has commas.
                const auto quoted = line.split(QLatin1Char('"'));
                auto fields = (quoted.size() == 3 ? quoted[0] + QLatin1String("S") + quoted[2] : line)
                                  .trimmed()
                                  .split(QLatin1Char(','));
                const auto key = text(quoted.size() == 3 ? quoted[1] : fields[2]);
                QVERIFY2(ours.contains(key), key.c_str());
                ++count;
                tally.same(ours[key].step, text(fields[0]), key);
                tally.same(ours[key].isStage ? "stage" : "rank", text(fields[1]), key);
                for (std::size_t i = 0; i < kStepTraceColumns.size(); ++i) {
                    // Theirs carry the dust of sums in floating point.
                    const auto theirs = fields[static_cast<qsizetype>(i) + 3].toDouble();
                    tally.rounded(static_cast<double>(ours[key].ns[i]) / 1000, theirs, 3, key);
                }
                const std::array<int, 3> indices{ours[key].dp, ours[key].pp, ours[key].tp};
                for (std::size_t i = 0; fields.size() > 14 && i < indices.size(); ++i) {
                    const auto theirs = text(fields[static_cast<qsizetype>(i) + 12].trimmed());
                    tally.same(indices[i] < 0 ? "NA" : std::to_string(indices[i]), theirs, key + " index");
                }
            }
            QCOMPARE(ours.size(), count);
            QVERIFY(tally.isPerfect());
        }
    }

    void timesOfDatabases() {
        for (const auto &of : kDatabases) {
            const auto run = load(of.data);
            const auto theirs = rowsOf(golden(of, "cluster_analysis.db"), "ClusterCommunicationTime");
            if (!run || theirs.empty()) {
                QSKIP("no real data");
            }
            std::map<OpKey, CommTime> ours;
            for (auto &time : commTimes(*run, of.source)) {
                ours[{opKey(time.name, time.group), time.rank}] = time;
            }
            Tally tally("database, times");
            for (auto row : theirs) {
                const auto name = text(row["hccl_op_name"].toString());
                const OpKey key(opKey(name, text(row["group_name"].toString())), row["rank_id"].toInt());
                QVERIFY2(ours.contains(key), key.first.c_str());
                const auto &time = ours[key];
                tally.same("step" + time.step, text(row["step"].toString()), key.first);
                tally.number(time.startUs, row["start_timestamp"].toDouble(), key.first + " start");
                tally.number(time.elapsedMs, row["elapsed_time"].toDouble(), key.first + " elapsed");
                tally.number(time.transitMs, row["transit_time"].toDouble(), key.first + " transit");
                tally.number(time.waitMs, row["wait_time"].toDouble(), key.first + " wait");
                tally.number(time.synchronizationMs, row["synchronization_time"].toDouble(), key.first + " sync");
                tally.number(time.idleMs, row["idle_time"].toDouble(), key.first + " idle");
                if (name == kAllOperators) {  // their ratios of single operators are always 0
                    tally.rounded(time.waitRatio(), row["wait_time_ratio"].toDouble(), 4, key.first + " ratio");
                    tally.rounded(time.synchronizationRatio(), row["synchronization_time_ratio"].toDouble(), 4,
                                  key.first + " synchronization ratio");
                }
            }
            QCOMPARE(ours.size(), theirs.size());
            QVERIFY(tally.isPerfect());
        }
    }

    void bandwidthsOfDatabases() {
        for (const auto &of : kDatabases) {
            const auto run = load(of.data);
            const auto theirs = rowsOf(golden(of, "cluster_analysis.db"), "ClusterCommunicationBandwidth");
            if (!run || theirs.empty()) {
                QSKIP("no real data");
            }
            const auto keyOf = [](const std::string &op, int rank, const std::string &transport, double package) {
                return op + ' ' + std::to_string(rank) + ' ' + transport + ' ' + std::to_string(package);
            };
            std::map<std::string, CommBandwidth> ours;
            for (auto &row : commBandwidths(*run, of.source)) {
                ours[keyOf(opKey(row.name, row.group), row.rank, row.transport, row.packageMb)] = row;
            }
            Tally tally("database, bandwidths");
            for (auto row : theirs) {
                const auto op = opKey(text(row["hccl_op_name"].toString()), text(row["group_name"].toString()));
                const auto key = keyOf(op, row["rank_id"].toInt(), text(row["band_type"].toString()),
                                       row["package_size"].toDouble());
                QVERIFY2(ours.contains(key), key.c_str());
                const auto &mine = ours[key];
                tally.same("step" + mine.step, text(row["step"].toString()), key);
                tally.number(mine.sizeMb, row["transit_size"].toDouble(), key + " size");
                tally.number(mine.timeMs, row["transit_time"].toDouble(), key + " time");
                tally.rounded(mine.gbps, row["bandwidth"].toDouble(), 4, key + " bandwidth");
                tally.number(mine.largePacketRatio, row["large_packet_ratio"].toDouble(), key + " large");
                tally.number(mine.count, row["count"].toDouble(), key + " count");
                tally.number(mine.durationMs, row["total_duration"].toDouble(), key + " duration");
            }
            QCOMPARE(ours.size(), theirs.size());
            QVERIFY(tally.isPerfect());
        }
    }

    void matrixOfDatabases() {
        for (const auto &of : kDatabases) {
            const auto run = load(of.data);
            const auto theirs = rowsOf(golden(of, "cluster_analysis.db"), "ClusterCommunicationMatrix");
            if (!run || theirs.empty()) {
                QSKIP("no real data");
            }
            const auto keyOf = [](const std::string &op, int source, int destination) {
                return op + ' ' + std::to_string(source) + '-' + std::to_string(destination);
            };
            std::map<std::string, CommLink> ours;
            for (auto &link : commMatrix(*run, of.source).links) {
                ours[keyOf(opKey(link.name, link.group), link.source, link.destination)] = link;
            }
            Tally tally("database, matrix");
            for (auto row : theirs) {
                const auto op = opKey(text(row["hccl_op_name"].toString()), text(row["group_name"].toString()));
                const auto key = keyOf(op, static_cast<int>(row["src_rank"].toDouble()),
                                       static_cast<int>(row["dst_rank"].toDouble()));
                QVERIFY2(ours.contains(key), key.c_str());
                const auto &mine = ours[key];
                tally.same("step" + mine.step, text(row["step"].toString()), key);
                tally.same(mine.transport, text(row["transport_type"].toString()), key);
                tally.same(mine.opName, text(row["op_name"].toString()), key);
                tally.number(mine.sizeMb, row["transit_size"].toDouble(), key + " size");
                tally.number(mine.timeMs, row["transit_time"].toDouble(), key + " time");
                tally.number(mine.gbps(), row["bandwidth"].toDouble(), key + " bandwidth");
            }
            QCOMPARE(ours.size(), theirs.size());
            QVERIFY(tally.isPerfect());
        }
    }

    void groupsOfDatabases() {
        for (const auto &of : kDatabases) {
            const auto run = load(of.data);
            const auto theirs = rowsOf(golden(of, "cluster_analysis.db"), "CommunicationGroupMapping");
            if (!run || theirs.empty()) {
                QSKIP("no real data");
            }
            std::map<std::string, CommGroupRow> ours;
            for (auto &group : commGroups(*run, of.source)) {
                ours[group.group] = group;
            }
            Tally tally("database, groups");
            for (auto row : theirs) {
                const auto key = text(row["group_name"].toString());
                QVERIFY2(ours.contains(key), key.c_str());
                tally.same(ours[key].isP2p ? "p2p" : "collective", text(row["type"].toString()), key);
                tally.same(tupleText(ours[key].ranks, ",", false), text(row["rank_set"].toString()), key);
                // Theirs have no names here: they read the metadata of databases only, and these lie in a text file.
            }
            QCOMPARE(ours.size(), theirs.size());
            QVERIFY(tally.isPerfect());
        }
    }
};

TEST_SUITE(RealClusterTest)

}  // namespace tst_real_cluster

#include "tst_real_cluster.moc"
