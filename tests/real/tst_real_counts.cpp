#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QStandardPaths>
#include <QtTest/QTest>

#include <map>

namespace tst_real_counts {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

/// What a reader that shares nothing with the program found in the file.
QJsonObject countedByPython(const std::string &path) {
    QProcess python;
    python.start(QStringLiteral("python3"), {sourcePath("tests/real/count_events.py"), QString::fromStdString(path)});
    python.waitForFinished(60'000);
    return QJsonDocument::fromJson(python.readAllStandardOutput()).object();
}

using Names = std::map<std::string, qint64>;

Names namesOf(const QJsonObject &counts) {
    Names names;
    for (auto it = counts.begin(); it != counts.end(); ++it) {
        names[it.key().toStdString()] = it.value().toInteger();
    }
    return names;
}

/// Slices by name, without the lanes that are worked out here.
Names shownNames(const TraceStore &trace) {
    Names names;
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; !isComputedLane(trace, track) && i < slices.size(); ++i) {
            ++names[std::string(trace.text(slices.name(i)))];
        }
    }
    return names;
}

/// Slices by "process/thread" of the tracks that hold any.
Names shownThreads(const TraceStore &trace) {
    Names names;
    for (const auto &track : trace.tracks()) {
        if (track.parent.isValid() && trace.slices(track.id).size() > 0) {
            names[std::string(trace.text(trace.track(track.parent).name)) + "/" +
                  std::string(trace.text(track.name))] += static_cast<qint64>(trace.slices(track.id).size());
        }
    }
    return names;
}

/// Arrows by category.
Names shownArrows(const TraceStore &trace) {
    Names names;
    for (std::size_t i = 0; i < trace.flows().size(); ++i) {
        ++names[std::string(trace.text(trace.flows().at(i).category))];
    }
    return names;
}

std::string firstDifference(const Names &shown, const Names &counted) {
    for (const auto &[name, count] : counted) {
        const auto it = shown.find(name);
        if (it == shown.end() || it->second != count) {
            return name + ": " + std::to_string(it == shown.end() ? 0 : it->second) + " shown, " +
                   std::to_string(count) + " in the file";
        }
    }
    return shown.size() == counted.size() ? "" : "names that are not in the file";
}

/// No two slices of a row cover each other: what overlaps has a row of its own.
bool rowsAreFree(const TraceStore &trace) {
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
            for (auto i = slices.depthBegin(depth) + 1; i < slices.depthBegin(depth + 1); ++i) {
                if (slices.begin(i) < slices.end(i - 1)) {
                    return false;
                }
            }
        }
    }
    return true;
}

void verifySame(const Names &shown, const Names &counted) {
    const auto difference = firstDifference(shown, counted);
    QVERIFY2(difference.empty(), difference.c_str());
}

/// Without the rates of copies, which follow from their bytes.
qint64 samplesOfFile(const TraceStore &trace) {
    auto samples = static_cast<qint64>(trace.sampleCount());
    for (const auto &track : trace.tracks()) {
        const auto name = trace.text(track.name);
        const bool isRate = track.kind == TrackKind::Counter && (name.starts_with("Copies ") || name == "Fills");
        samples -= isRate ? static_cast<qint64>(trace.counter(track.id).size()) : 0;
    }
    return samples;
}

qint64 sum(const Names &names) {
    qint64 total = 0;
    for (const auto &[name, count] : names) {
        total += count;
    }
    return total;
}

}  // namespace

/// Everything in the file is shown, or counted in the diagnostics.
class RealCountsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty()) {
            QSKIP("no python3 to count with");
        }
    }

    void traces_data() {
        QTest::addColumn<QString>("file");
        for (const int rank : {0, 1}) {
            const auto number = QByteArray::number(rank);
            QTest::newRow("ascend " + number)
                << QStringLiteral("ascend/cnn_text/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json").arg(rank);
            QTest::newRow("two ranks " + number)
                << QStringLiteral("torch/hta_two_ranks/sampled_rank-%1.json.gz").arg(rank);
        }
        QTest::newRow("alexnet") << QStringLiteral("torch/hta_alexnet.json.gz");
        QTest::newRow("dualpipe") << QStringLiteral("torch/dualpipe_chunk_train.json");
    }
    void traces() {
        QFETCH(QString, file);
        const auto path = realFile(file);
        if (path.empty()) {
            QSKIP("the real profiles are not here");
        }
        const auto counted = countedByPython(path);
        QVERIFY(!counted.isEmpty());
        const auto loaded = loadFile(*makeTraceJsonFormat(), path, LoadDepth::Deep);
        QVERIFY(loaded->status);
        const auto &trace = *loaded->traces[0];
        const auto &log = loaded->log;
        const auto slices = namesOf(counted[QStringLiteral("slices")].toObject());
        verifySame(shownNames(trace), slices);
        QCOMPARE(static_cast<qint64>(trace.sliceCount()), sum(slices));
        const auto shown = shownThreads(trace);
        for (const auto &[thread, count] : namesOf(counted[QStringLiteral("threads")].toObject())) {
            QVERIFY2(shown.contains(thread), thread.c_str());
            QVERIFY2(shown.at(thread) == count, (thread + " " + std::to_string(shown.at(thread))).c_str());
        }
        QCOMPARE(samplesOfFile(trace), counted[QStringLiteral("samples")].toInteger());
        qint64 arrows = 0;  // of the file; those of category "launch" follow from correlations
        for (std::size_t i = 0; i < trace.flows().size(); ++i) {
            arrows += trace.text(trace.flows().at(i).category) != "launch" ? 1 : 0;
        }
        QCOMPARE(arrows, counted[QStringLiteral("arrows")].toInteger());
        QCOMPARE(static_cast<qint64>(log.count("trace.unmatched_flow_end")),
                 counted[QStringLiteral("lost_ends")].toInteger());
        // What lies whole inside of an overlapping slice is shown below that one and not told again.
        const auto overlaps = counted[QStringLiteral("overlaps")].toInteger();
        const auto told = static_cast<qint64>(log.count("trace.overlap"));
        QVERIFY(told <= overlaps && (told > 0) == (overlaps > 0));
        QVERIFY(rowsAreFree(trace));
        const auto contents = loaded->table(TableKind::Contents);
        Names phases;
        for (std::size_t row = 0; row < contents->rowCount(); ++row) {
            phases[std::string(contents->text(row, "name").substr(6))] = contents->number(row, "rows");
        }
        verifySame(phases, namesOf(counted[QStringLiteral("phases")].toObject()));
        QVERIFY(!log.hasDataLoss());
    }

    void databases_data() {
        QTest::addColumn<int>("rank");
        QTest::newRow("rank 0") << 0;
        QTest::newRow("rank 1") << 1;
    }
    void databases() {
        QFETCH(int, rank);
        const auto path = realFile(QStringLiteral("ascend/cnn_db/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/"
                                                  "ascend_pytorch_profiler_%1.db")
                                       .arg(rank));
        if (path.empty()) {
            QSKIP("the real profiles are not here");
        }
        const auto counted = countedByPython(path);
        QVERIFY(!counted.isEmpty());
        const auto loaded = loadFile(*makeProfilerDbFormat(), path, LoadDepth::Deep);
        QVERIFY(loaded->status);
        const auto &trace = *loaded->traces[0];
        const auto slices = namesOf(counted[QStringLiteral("slices")].toObject());
        verifySame(shownNames(trace), slices);
        QCOMPARE(static_cast<qint64>(trace.sliceCount()), sum(slices));
        QCOMPARE(static_cast<qint64>(trace.sampleCount()), counted[QStringLiteral("samples")].toInteger());
        const auto arrows = namesOf(counted[QStringLiteral("arrows")].toObject());
        verifySame(shownArrows(trace), arrows);
        QVERIFY(!loaded->log.hasDataLoss());
    }
};

TEST_SUITE(RealCountsTest)

}  // namespace tst_real_counts

#include "tst_real_counts.moc"
