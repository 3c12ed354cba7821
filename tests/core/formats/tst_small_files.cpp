#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_small_files {

using namespace stagescope;
using namespace stagescope::testing;

class SmallFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsThatNoRunHasAreLost() {
        const auto rows = QByteArray("1,5,6\n").repeated(600'003);
        const auto file = load(*makeStepTraceTimeFormat(), "step_trace_time.csv", "Step,Computing,Free\n" + rows);
        QCOMPARE(file->table(TableKind::StepTraceTime)->rowCount(), std::size_t{600'000});
        QCOMPARE(file->log.count("csv.bad_row"), std::uint64_t{3});
        QVERIFY(file->log.hasDataLoss());
    }

    void stepTraceTimeByHeader() {
        const auto file =
            load(*makeStepTraceTimeFormat(), "step_trace_time.csv",
                 "\xef\xbb\xbf"
                 "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble\r\n"
                 "0,13,231290.09999999995,1,0.0,420174.2600000001\t,158558.00000000032,810022.25,0\r\n"
                 "\r\n"
                 "1,13,2,1,0.0005,4,5,N/A,0\r\n"
                 "1,14,broken,1,0,4,5,6,0\r\n"
                 "1,15,2,1");
        QVERIFY(file->status);
        const auto table = file->table(TableKind::StepTraceTime);
        QVERIFY(table);
        QCOMPARE(table->rowCount(), std::size_t{2});
        QCOMPARE(table->number(0, "device"), std::int64_t{0});
        QCOMPARE(table->text(0, "step"), std::string_view("13"));
        QCOMPARE(table->number(0, "computing_ns"), std::int64_t{231290100});
        QCOMPARE(table->number(0, "communication_ns"), std::int64_t{420174260});
        QCOMPARE(table->number(1, "overlapped_ns"), std::int64_t{1});
        QCOMPARE(table->number(1, "stage_ns", -1), std::int64_t{-1});
        QCOMPARE(table->number(1, "preparing_ns", -1), std::int64_t{-1});
        QCOMPARE(file->log.count("csv.bad_row"), std::uint64_t{2});
    }

    void stepTraceTimeWithoutDevice() {
        const auto file = load(*makeStepTraceTimeFormat(), "step_trace_time.csv", "Step,Computing,Free\n,8.5,1\n");
        const auto table = file->table(TableKind::StepTraceTime);
        QVERIFY(table);
        QCOMPARE(table->number(0, "device", -1), std::int64_t{-1});
        QCOMPARE(table->text(0, "step"), std::string_view());
        QCOMPARE(table->number(0, "computing_ns"), std::int64_t{8500});
    }

    void garbageIsDiagnosed_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("bytes");
        for (const auto *format : {"step_trace_time", "profiler_info", "profiler_metadata"}) {
            const auto name = QString::fromUtf8(format);
            QTest::addRow("%s empty", format) << name << QByteArray();
            QTest::addRow("%s zeros", format) << name << QByteArray(5000, '\0');
            QTest::addRow("%s cut", format) << name << QByteArray("{\"config\": {\"a\": 1, \"b\": [2");
            QTest::addRow("%s not an object", format) << name << QByteArray("[1, 2]");
            QTest::addRow("%s deep", format) << name << QByteArray(100'000, '[');
            QTest::addRow("%s not UTF-8", format) << name << QByteArray("{\"rank_id\": \"\xff\xfe\"}");
        }
    }
    void garbageIsDiagnosed() {
        QFETCH(QString, format);
        QFETCH(QByteArray, bytes);
        const auto reader = format == QStringLiteral("step_trace_time") ? makeStepTraceTimeFormat()
                            : format == QStringLiteral("profiler_info") ? makeProfilerInfoFormat()
                                                                        : makeProfilerMetadataFormat();
        const auto file = load(*reader, "file", bytes);
        QVERIFY(!file->status);
        // A table whose only line has no end was cut, whatever stands in it; so was JSON that does not close.
        const bool isOpen =
            (bytes.startsWith('{') || bytes.startsWith('[')) && !bytes.endsWith('}') && !bytes.endsWith(']');
        QCOMPARE(file->status.error().kind,
                 format == QStringLiteral("step_trace_time") || isOpen ? ErrorKind::Truncated : ErrorKind::Malformed);
        QVERIFY(file->tables.empty());
    }

    void profilerInfo() {
        const auto format = makeProfilerInfoFormat();
        QVERIFY(format->sniff("profiler_info.json", {}));
        QVERIFY(format->sniff("profiler_info_17.json", {}));
        QVERIFY(!format->sniff("profiler_info_x.json", {}));
        QVERIFY(!format->sniff("profiler_metadata.json", {}));
        const auto file =
            load(*format, "profiler_info_17.json",
                 "{\"config\": {\"common_config\": {\"with_stack\": true, \"activities\": [\"CPU\", \"NPU\"]}},"
                 " \"start_info\": {\"freq\": 100}, \"rank_id\": \"17\", \"torch_npu_version\": \"2.7.1\", \"other\": "
                 "null}");
        QVERIFY(file->status);
        QCOMPARE(file->environment("identity", "rank"), std::string("17"));
        QCOMPARE(file->environment("profiler", "common_config.with_stack"), std::string("true"));
        QCOMPARE(file->environment("profiler", "common_config.activities"), std::string("[\"CPU\",\"NPU\"]"));
        QCOMPARE(file->environment("session", "start_info.freq"), std::string("100"));
        QCOMPARE(file->environment("version", "torch_npu_version"), std::string("2.7.1"));
        QCOMPARE(file->environment("profiler", "other"), std::string("null"));
    }

    void profilerMetadata() {
        const auto file =
            load(*makeProfilerMetadataFormat(), "profiler_metadata.json",
                 "{\"distributed_args\": {\"rank\": 3, \"sequence_parallel\": false},"
                 " \"parallel_group_info\": {\"group_name_3\": {\"group_name\": \"dp\", \"group_rank\": 0, "
                 "\"global_ranks\": [2, 3]},"
                 " \"odd\": 5}, \"ENV_VARIABLES\": {\"A\": \"1\"}, \"pp_info\": {\"pp_type\": \"dualpipev\"}}");
        QVERIFY(file->status);
        QCOMPARE(file->environment("parallel", "rank"), std::string("3"));
        QCOMPARE(file->environment("parallel", "sequence_parallel"), std::string("false"));
        QCOMPARE(file->environment("parallel", "pp_type"), std::string("dualpipev"));
        QCOMPARE(file->environment("environment", "A"), std::string("1"));
        const auto groups = file->table(TableKind::Groups);
        QVERIFY(groups);
        QCOMPARE(groups->rowCount(), std::size_t{1});
        QCOMPARE(groups->text(0, "global_ranks"), std::string_view("2,3"));
    }

    void analysisDatabase() {
        const auto path = m_dir.path().toStdString() + "/analysis.db";
        {
            WrittenDatabase db(path);
            QVERIFY(
                db.run("CREATE TABLE StepTraceTime(step TEXT, computing NUMERIC, free NUMERIC, preparing NUMERIC);"
                       "INSERT INTO StepTraceTime VALUES('50',8903.431,25258.144,NULL),('51',7,'x',1);"
                       "CREATE TABLE CommAnalyzerTime(a); INSERT INTO CommAnalyzerTime VALUES(1),(2)"));
        }
        const auto file = loadFile(*makeAnalysisDbFormat(), path, LoadDepth::Shallow);
        QVERIFY(file->status);
        const auto table = file->table(TableKind::StepTraceTime);
        QVERIFY(table);
        QCOMPARE(table->rowCount(), std::size_t{1});
        QCOMPARE(table->number(0, "computing_ns"), std::int64_t{8903431});
        QCOMPARE(table->number(0, "free_ns"), std::int64_t{25258144});
        QCOMPARE(table->number(0, "preparing_ns", -1), std::int64_t{-1});
        QCOMPARE(table->number(0, "device", -1), std::int64_t{-1});
        QCOMPARE(file->log.count("db.bad_row"), std::uint64_t{1});
        const auto contents = file->table(TableKind::Contents);
        QVERIFY(contents);
        QCOMPARE(contents->rowCount(), std::size_t{2});
        QCOMPARE(contents->number(1, "rows"), std::int64_t{2});
    }

    void absentFilesSaySo() {
        for (const auto &format : {makeStepTraceTimeFormat(), makeProfilerInfoFormat(), makeProfilerMetadataFormat(),
                                   makeAnalysisDbFormat()}) {
            QCOMPARE(
                loadFile(*format, m_dir.path().toStdString() + "/nothing", LoadDepth::Shallow)->status.error().kind,
                ErrorKind::NotFound);
        }
    }

private:
    std::unique_ptr<LoadedFile> load(const Format &format, const char *name, const QByteArray &bytes) {
        const auto path = m_dir.path() + QLatin1Char('/') + QString::fromUtf8(name);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
            file.write(bytes);
            file.close();
        }
        return loadFile(format, path.toStdString(), LoadDepth::Shallow);
    }

    QTemporaryDir m_dir;
};

TEST_SUITE(SmallFilesTest)

}  // namespace tst_small_files

#include "tst_small_files.moc"
