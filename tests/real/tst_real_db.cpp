#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest/QTest>

namespace tst_real_db {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

std::string cnn(int rank) {
    return realDataFolder().toStdString() + "/ascend/cnn_db/rank" + std::to_string(rank) +
           "_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_" + std::to_string(rank) + ".db";
}

std::uint64_t laneLength(const LoadedFile &file, std::string_view lane) {
    const auto &slices = file.traces[0]->slices(*file.track(lane));
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        sum += static_cast<std::uint64_t>((slices.end(i) - slices.begin(i)).count());
    }
    return sum;
}

}  // namespace

class RealDbTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        if (!QFile::exists(QString::fromStdString(cnn(0)))) {
            QSKIP("the real profiles are not here");
        }
    }

    void everyRowOfTheSmallNetworkIsThere() {
        const auto file = loadFile(*makeProfilerDbFormat(), cnn(0), LoadDepth::Deep);
        QVERIFY(file->status);
        QCOMPARE(file->traces.size(), std::size_t{1});
        const auto &trace = *file->traces[0];
        std::map<TrackKind, std::uint64_t> rows;
        std::map<SliceClass, std::uint64_t> classes;
        for (const auto &track : trace.tracks()) {
            rows[track.kind] += track.rowCount;
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; track.kind != TrackKind::CommPlane && i < slices.size(); ++i) {
                ++classes[slices.klass(i)];
            }
        }
        QCOMPARE(rows[TrackKind::DeviceStream], std::uint64_t{552});
        QCOMPARE(rows[TrackKind::CommPlane], std::uint64_t{296});
        QCOMPARE(rows[TrackKind::CommGroup], std::uint64_t{4});
        QCOMPARE(rows[TrackKind::HostThread], std::uint64_t{2460 + 710});
        QCOMPARE(classes[SliceClass::Computing], std::uint64_t{187});
        QCOMPARE(classes[SliceClass::CommTask], std::uint64_t{296});
        QCOMPARE(classes[SliceClass::Memcpy], std::uint64_t{24});
        QCOMPARE(classes[SliceClass::Python], std::uint64_t{1282});
        QCOMPARE(classes[SliceClass::Queue], std::uint64_t{318});
        QCOMPARE(classes[SliceClass::Runtime], std::uint64_t{710});
        QCOMPARE(file->slices("Steps/Steps"), std::string("Step 50@1736410576386409710+151888750"));
        QVERIFY(!file->log.hasDataLoss());
    }

    void overlapLanesGiveTheKnownTimeSplit_data() {
        QTest::addColumn<int>("rank");
        QTest::addColumn<quint64>("computing");
        QTest::addColumn<quint64>("notOverlapped");
        QTest::addColumn<quint64>("communication");
        QTest::addColumn<quint64>("idle");
        QTest::newRow("rank 0") << 0 << quint64{8903431} << quint64{98071947} << quint64{102108100}
                                << quint64{25258144};
        QTest::newRow("rank 1") << 1 << quint64{8915634} << quint64{94556050} << quint64{98590190} << quint64{25840499};
    }
    void overlapLanesGiveTheKnownTimeSplit() {
        QFETCH(int, rank);
        const auto file = loadFile(*makeProfilerDbFormat(), cnn(rank), LoadDepth::Deep, 1);
        QVERIFY(file->status);
        QTEST(quint64{laneLength(*file, "Overlap Analysis (computed)/Computing")}, "computing");
        QTEST(quint64{laneLength(*file, "Overlap Analysis (computed)/Communication(Not Overlapped)")}, "notOverlapped");
        QTEST(quint64{laneLength(*file, "Overlap Analysis (computed)/Communication")}, "communication");
        QTEST(quint64{laneLength(*file, "Overlap Analysis (computed)/Free")}, "idle");
    }

    void arrowsAreThoseOfThePeer() {
        const auto file = loadFile(*makeProfilerDbFormat(), cnn(0), LoadDepth::Deep);
        const auto &trace = *file->traces[0];
        std::map<std::string, int> count;
        for (std::size_t i = 0; i < trace.flows().size(); ++i) {
            const auto &flow = trace.flows().at(i);
            const auto category = std::string(trace.text(flow.category));
            const auto &targets = trace.slices(flow.toTrack);
            bool begins = false;
            bool toWork = false;
            for (std::uint32_t depth = 0; depth < targets.depthCount(); ++depth) {
                const auto target = targets.find(depth, flow.to);
                if (target && targets.at(*target).begin == flow.to) {
                    const auto klass = targets.at(*target).klass;
                    begins = true;
                    toWork = toWork || klass == SliceClass::Computing || klass == SliceClass::Communication;
                }
            }
            QVERIFY(begins);
            ++count[category + (toWork ? " to work" : "")];
        }
        QCOMPARE(count["async_task_queue"], 159);
        QCOMPARE(count["fwdbwd"], 27);
        QCOMPARE(count["async_npu to work"], 191);
        QCOMPARE(count["HostToDevice to work"], 191);
    }

    void shallowTablesOfTheSmallNetwork() {
        const auto file = loadFile(*makeProfilerDbFormat(), cnn(0), LoadDepth::Shallow);
        QVERIFY(file->status);
        QCOMPARE(file->table(TableKind::Steps)->rowCount(), std::size_t{1});
        QCOMPARE(file->table(TableKind::Steps)->number(0, "step"), std::int64_t{50});
        QCOMPARE(file->environment("identity", "rank"), std::string("0"));
        QCOMPARE(file->environment("identity", "host"), std::string("ubuntu"));
        QCOMPARE(file->environment("device", "NPU 0"), std::string("Ascend910B"));
        QCOMPARE(file->environment("version", "schema"), std::string("1.0.0"));
        std::int64_t busy[2] = {0, 0};
        const auto work = file->table(TableKind::BusyIntervals);
        for (std::size_t i = 0; i < work->rowCount(); ++i) {
            busy[work->number(i, "kind")] += work->number(i, "end_ns") - work->number(i, "begin_ns");
        }
        QCOMPARE(busy[0], std::int64_t{8903431});
        QCOMPARE(busy[1], std::int64_t{102108100});
    }

    void aKernelTellsItsShapesAndCounters() {
        const auto format = makeProfilerDbFormat();
        const auto file = loadFile(*format, cnn(0), LoadDepth::Deep);
        const auto &trace = *file->traces[0];
        std::optional<std::uint64_t> row;
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; !row && i < slices.size(); ++i) {
                if (slices.klass(i) == SliceClass::Computing &&
                    trace.text(slices.name(i)).starts_with("trans_TransData")) {
                    row = slices.row(i);
                }
            }
        }
        QVERIFY(row);
        const auto details = format->details(sourceOf(cnn(0)), RowRef{*row});
        QVERIFY(details);
        const auto value = [&](std::string_view key) {
            for (const auto &[k, v] : *details) {
                if (k == key) {
                    return v;
                }
            }
            return std::string("(none)");
        };
        QCOMPARE(value("opType"), std::string("TransData"));
        QCOMPARE(value("coreType"), std::string("AI_VECTOR_CORE"));
        QCOMPARE(value("taskType"), std::string("KERNEL_AIVEC"));
        QCOMPARE(value("inputFormats"), std::string("NCHW"));
        QVERIFY(std::count_if(details->begin(), details->end(),
                              [](const auto &d) { return d.first.starts_with("pmu."); }) > 20);
    }

    void pipelineCellsEqualThePeersRows() {
        const QString folder = realDataFolder() + QStringLiteral("/../golden/pipeline/1f1b_p4_m8");
        QFile expectedFile(folder + QStringLiteral("/expected.json"));
        if (!expectedFile.open(QIODevice::ReadOnly)) {
            QSKIP("the golden results are not here");
        }
        const auto expected = QJsonDocument::fromJson(expectedFile.readAll()).object();
        for (int rank = 0; rank < 4; ++rank) {
            const auto name =
                QStringLiteral(
                    "rank%1_2024010112000000%1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_%1.db")
                    .arg(rank);
            const auto file =
                loadFile(*makeProfilerDbFormat(), (folder + QLatin1Char('/') + name).toStdString(), LoadDepth::Shallow);
            QVERIFY(file->status);
            const auto cells = file->table(TableKind::PipelineCells);
            QVERIFY(cells);
            const auto rows = expected[QString::number(rank)].toObject()[QStringLiteral("StepTaskInfo")].toArray();
            QCOMPARE(cells->rowCount(), static_cast<std::size_t>(rows.size()));
            for (qsizetype i = 0; i < rows.size(); ++i) {
                const auto row = rows[i].toArray();
                const auto at = static_cast<std::size_t>(i);
                const bool forward = cells->text(at, "message").find("forward") != std::string_view::npos;
                QCOMPARE(forward ? QStringLiteral("FP") : QStringLiteral("BP"), row[0].toString());
                QCOMPARE(qint64{cells->number(at, "begin_ns")}, row[1].toInteger());
                QCOMPARE(qint64{cells->number(at, "end_ns")}, row[2].toInteger());
                QCOMPARE(cells->text(at, "evidence"), std::string_view("mstx_device"));
                QCOMPARE(cells->number(at, "step"), std::int64_t{i < rows.size() / 2 ? 5 : 6});
            }
            QCOMPARE(file->environment("parallel", "pp_type"), std::string("1f1b"));
            QCOMPARE(file->environment("parallel", "pipeline_model_parallel_size"), std::string("4"));
        }
    }

    void aDatabaseWithoutTablesSaysSo() {
        const auto path = realDataFolder().toStdString() + "/ascend/no_tables_ascend_pytorch_profiler_0.db";
        QVERIFY(makeProfilerDbFormat()->sniff("no_tables_ascend_pytorch_profiler_0.db", {}));
        for (const auto depth : {LoadDepth::Shallow, LoadDepth::Deep}) {
            const auto file = loadFile(*makeProfilerDbFormat(), path, depth);
            QVERIFY(!file->status);
            QCOMPARE(file->status.error().kind, ErrorKind::Malformed);
            QVERIFY(file->status.error().detail.find("has no tables") != std::string::npos);
        }
    }

    void stepTimesOfBothDeliverablesAreExact() {
        const auto base = realDataFolder().toStdString() + "/ascend/";
        const auto text =
            loadFile(*makeStepTraceTimeFormat(),
                     base + "cnn_text/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv", LoadDepth::Shallow);
        const auto table = text->table(TableKind::StepTraceTime);
        QVERIFY(table);
        QCOMPARE(table->number(0, "computing_ns"), std::int64_t{8873756});
        QCOMPARE(table->number(0, "not_overlapped_ns"), std::int64_t{101963203});
        QCOMPARE(table->number(0, "device", -1), std::int64_t{-1});
        const auto db =
            loadFile(*makeAnalysisDbFormat(), base + "qwen3_pp2dp2/rank_2_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db",
                     LoadDepth::Shallow);
        const auto split = db->table(TableKind::StepTraceTime);
        QVERIFY(split);
        QCOMPARE(split->number(0, "device"), std::int64_t{4});
        QCOMPARE(split->text(0, "step"), std::string_view("13"));
        QCOMPARE(split->number(0, "computing_ns"), std::int64_t{400448260});
        QCOMPARE(split->number(0, "preparing_ns"), std::int64_t{189130});
    }

    void settingsAndMetadataOfTheLanguageModel() {
        const auto base = realDataFolder().toStdString() + "/ascend/qwen3_pp2dp2/rank_2_ascend_pt/";
        const auto info = loadFile(*makeProfilerInfoFormat(), base + "profiler_info_2.json", LoadDepth::Shallow);
        QCOMPARE(info->environment("identity", "rank"), std::string("2"));
        QCOMPARE(info->environment("version", "torch_npu_version"), std::string("2.7.1"));
        QCOMPARE(info->environment("profiler", "experimental_config._profiler_level"), std::string("Level2"));
        QCOMPARE(info->environment("session", "end_info.MonotonicTimeEnd"), std::string("4699801972601930"));
        const auto metadata =
            loadFile(*makeProfilerMetadataFormat(), base + "profiler_metadata.json", LoadDepth::Shallow);
        QCOMPARE(metadata->environment("parallel", "pipeline_model_parallel_size"), std::string("2"));
        QCOMPARE(metadata->environment("environment", "PYTORCH_NPU_ALLOC_CONF"),
                 std::string("expandable_segments:True"));
        const auto groups = metadata->table(TableKind::Groups);
        QCOMPARE(groups->rowCount(), std::size_t{7});
        QCOMPARE(groups->text(5, "name"), std::string_view("pp"));
        QCOMPARE(groups->text(5, "global_ranks"), std::string_view("0,2"));
    }
};

TEST_SUITE(RealDbTest)

}  // namespace tst_real_db

#include "tst_real_db.moc"
