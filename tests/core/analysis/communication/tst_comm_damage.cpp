#include "core/advice/findings.h"
#include "core/analysis/communication/cluster_agreement.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_compare.h"
#include "core/session/loading/load_job.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <cmath>
#include <map>
#include <random>
#include <tuple>

namespace tst_comm_damage {

using namespace stagescope;

namespace {

/// With ' for the quotes of JSON.
QByteArray json(QByteArray text) { return text.replace('\'', '"'); }

QByteArray communicationOf(int rank) {
    QByteArray ops;
    for (int op = 0; op < 3; ++op) {
        ops +=
            (op == 0 ? "" : ", ") + QByteArray("'hcom_allReduce__012_") + QByteArray::number(op) +
            "_1@9012': {'Communication Time Info': {'Start Timestamp(us)': " + QByteArray::number(1000 + 100 * op) +
            ", 'Elapse Time(ms)': " + QByteArray::number(3 + rank) +
            ", 'Transit Time(ms)': 1, 'Wait Time(ms)': 0.5, 'Synchronization Time(ms)': 0.25, 'Idle Time(ms)': 1.5}, "
            "'Communication Bandwidth Info': {'HCCS': {'Transit Size(MB)': 20, 'Transit Time(ms)': 1, "
            "'Bandwidth(GB/s)': 20, 'Large Packet Ratio': 1.0, 'Size Distribution': {'8': [2, 0.75], '4': [1, "
            "0.25]}}}}";
    }
    return json("{'step13': {'p2p': {}, 'collective': {" + ops + "}}}");
}

QByteArray matrixOf(int rank) {
    const auto own = QByteArray::number(rank);
    const auto next = QByteArray::number(1 - rank);
    return json(
        "{'step13': {'p2p': {}, 'collective': {'allreduce-total@9012': {'" + own + "-" + own +
        "': {'Transport Type': 'LOCAL', 'Transit Size(MB)': 60, 'Transit Time(ms)': 0.5, 'Bandwidth(GB/s)': 120, "
        "'Op Name': 'x'}, '" +
        own + "-" + next +
        "': {'Transport Type': 'HCCS', 'Transit Size(MB)': 60, 'Transit Time(ms)': 3, 'Bandwidth(GB/s)': 20, "
        "'Op Name': 'x'}}}}}");
}

QByteArray metadataOf(const QByteArray &ranks) {
    return json("{'parallel_group_info': {'9012': {'group_name': 'dp', 'group_rank': 0, 'global_ranks': " + ranks +
                "}}, 'distributed_args': {'tensor_model_parallel_size': 1, 'world_size': 2}}");
}

using Files = std::map<QString, QByteArray>;

Files wholeProfile() {
    Files files;
    for (int rank = 0; rank < 2; ++rank) {
        const auto folder = QStringLiteral("rank_%1_ascend_pt/").arg(rank);
        const auto output = folder + QStringLiteral("ASCEND_PROFILER_OUTPUT/");
        files[folder + QStringLiteral("profiler_info_%1.json").arg(rank)] = "{}";
        files[folder + QStringLiteral("profiler_metadata.json")] = metadataOf("[0, 1]");
        files[output + QStringLiteral("communication.json")] = communicationOf(rank);
        files[output + QStringLiteral("communication_matrix.json")] = matrixOf(rank);
        files[output + QStringLiteral("step_trace_time.csv")] =
            "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n13,5000,9000,0,9000,1000\n";
    }
    return files;
}

std::optional<Run> loaded(const Files &files) {
    const QTemporaryDir dir;
    for (const auto &[name, text] : files) {
        const auto path = dir.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            return std::nullopt;
        }
    }
    auto run = loadRun(dir.path().toStdString(), RunId{0}, LoadDepth::Deep);
    return run ? std::optional(*run) : std::nullopt;
}

/// Whether the sums that are shown are those of the rows that are shown, and everything else runs through.
bool closes(const Run &run) {
    std::map<std::tuple<std::string, std::string, int>, double> elapsed;
    for (const auto &time : commTimes(run)) {
        elapsed[{time.step, time.group, time.rank}] += time.name == kAllOperators ? -time.elapsedMs : time.elapsedMs;
    }
    std::map<std::tuple<std::string, std::string, int, int>, double> sizes;
    const auto matrix = commMatrix(run);
    for (const auto &link : matrix.links) {
        sizes[{link.step, link.group, link.source, link.destination}] +=
            link.name == kAllOperators ? -link.sizeMb : link.sizeMb;
    }
    // A sum of which a part is not told is none.
    const auto isZero = [](const auto &entry) { return std::isnan(entry.second) || std::abs(entry.second) < 1e-6; };
    const bool isFinite = std::all_of(matrix.links.begin(), matrix.links.end(),
                                      [](const CommLink &link) { return !std::isinf(link.gbps()); });
    for (const auto &finding : findings(run)) {
        if (finding.impact < Nanos{0} || (finding.share && !std::isfinite(*finding.share))) {
            return false;
        }
    }
    (void)clusterAgreement(run);
    (void)compareComm(run, run, pairedSteps(run, run));
    return isFinite && std::all_of(elapsed.begin(), elapsed.end(), isZero) &&
           std::all_of(sizes.begin(), sizes.end(), isZero);
}

bool tells(const Run &run, std::string_view code) {
    const auto entries = clusterAgreement(run);
    if (std::any_of(entries.begin(), entries.end(), [&](const ImportEntry &e) { return e.code == code; })) {
        return true;
    }
    return std::any_of(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
        return capture.log != nullptr && capture.log->count(code) > 0;
    });
}

bool hasDiagnostic(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(),
                       [](const RankCapture &capture) { return capture.log != nullptr && !capture.log->isEmpty(); });
}

const QString kFirst = QStringLiteral("rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json");
const QString kFirstMatrix = QStringLiteral("rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT/communication_matrix.json");

}  // namespace

/// Damaged files of communication, from the folder to tables and verdicts.
class CommDamageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wholeFilesClose() {
        const auto run = loaded(wholeProfile());
        QVERIFY(run.has_value());
        QVERIFY(closes(*run));
        QVERIFY(!hasDiagnostic(*run));
        QCOMPARE(commMatrix(*run).links.size(), std::size_t{8});
        QCOMPARE(commTimes(*run).size(), std::size_t{8});
    }

    void cutFilesLeaveTheOtherRank() {
        for (const auto &name : {kFirst, kFirstMatrix}) {
            auto files = wholeProfile();
            const auto whole = files[name];
            for (qsizetype size = 0; size < whole.size(); size += 37) {
                files[name] = whole.left(size);
                const auto run = loaded(files);
                QVERIFY(run.has_value());
                QVERIFY2(closes(*run), QByteArray::number(size));
                QVERIFY2(hasDiagnostic(*run), QByteArray::number(size));
                QVERIFY(commTimes(*run).size() >= 4);
            }
        }
    }

    void brokenBytesDoNoHarm() {
        std::mt19937_64 random(5);
        for (int round = 0; round < 150; ++round) {
            auto files = wholeProfile();
            for (auto &[name, text] : files) {
                for (int i = 0; i < 3 && !text.isEmpty(); ++i) {
                    text[static_cast<qsizetype>(random() % static_cast<std::uint64_t>(text.size()))] =
                        static_cast<char>("0-9\"{}[],:eN\x80 "[random() % 15]);
                }
            }
            if (const auto run = loaded(files)) {
                QVERIFY2(closes(*run), QByteArray::number(round));
            }
        }
    }

    void notANumberIsEmptyAndTold() {
        auto files = wholeProfile();
        files[kFirst].replace("\"Elapse Time(ms)\": 3", "\"Elapse Time(ms)\": NaN");
        files[kFirstMatrix].replace("\"Transit Time(ms)\": 3", "\"Transit Time(ms)\": Infinity");
        const auto run = loaded(files);
        QVERIFY(run.has_value());
        QVERIFY(closes(*run));
        QVERIFY(tells(*run, "comm.bad_value"));
    }

    void negativeValuesAreKeptAndTold() {
        auto files = wholeProfile();
        files[kFirst].replace("\"Elapse Time(ms)\": 3", "\"Elapse Time(ms)\": -3");
        files[kFirstMatrix].replace("\"Transit Size(MB)\": 60", "\"Transit Size(MB)\": -60");
        const auto run = loaded(files);
        QVERIFY(run.has_value());
        QVERIFY(closes(*run));
        QVERIFY(tells(*run, "comm.negative_value"));
    }

    void groupsThatNothingNamesLoseTheirLinksOnly() {
        auto files = wholeProfile();
        for (auto &[name, text] : files) {
            if (name.endsWith(QStringLiteral("profiler_metadata.json"))) {
                text = "{}";
            }
            if (name.endsWith(QStringLiteral("matrix.json"))) {
                text.replace("\"0-0\"", "\"0-7\"").replace("\"1-1\"", "\"1-7\"");
            }
        }
        const auto run = loaded(files);
        QVERIFY(run.has_value());
        QVERIFY(closes(*run));
        QCOMPARE(commMatrix(*run).unmapped, std::size_t{4});
        QVERIFY(tells(*run, "comm.unmapped_links"));
        QCOMPARE(commTimes(*run).size(), std::size_t{8});
        QCOMPARE(commGroups(*run)[0].ranks, (std::vector<int>{0, 1}));
    }

    void aRoundNumberOfOperatorsIsTruncated() {
        for (const int count : {499, 500}) {
            auto files = wholeProfile();
            QByteArray ops;
            for (int op = 0; op < count; ++op) {
                ops += (op == 0 ? "'op" : ", 'op") + QByteArray::number(op) +
                       "@9012': {'Communication Time Info': {'Elapse Time(ms)': 1}}";
            }
            files[kFirst] = json("{'step13': {'p2p': {}, 'collective': {" + ops + "}}}");
            const auto run = loaded(files);
            QVERIFY(run.has_value());
            QVERIFY(closes(*run));
            QCOMPARE(tells(*run, "comm.truncated"), count == 500);
        }
    }

    void contradictingRankSetsAreTold() {
        auto files = wholeProfile();
        for (auto &[name, text] : files) {
            if (name.endsWith(QStringLiteral("profiler_metadata.json"))) {
                text = metadataOf("[4, 5]");
            }
        }
        const auto run = loaded(files);
        QVERIFY(run.has_value());
        QVERIFY(closes(*run));
        QVERIFY(tells(*run, "comm.group_contradiction"));
        const auto groups = commGroups(*run);
        QCOMPARE(groups[0].ranks, (std::vector<int>{4, 5}));
        QCOMPARE(groups[0].seenRanks, (std::vector<int>{0, 1}));
    }
};

TEST_SUITE(CommDamageTest)

}  // namespace tst_comm_damage

#include "tst_comm_damage.moc"
