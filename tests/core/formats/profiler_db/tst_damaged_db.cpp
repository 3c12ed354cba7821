#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/small_database.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <chrono>
#include <random>
#include <thread>

namespace tst_damaged_db {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

bool writeBytes(const std::string &path, const QByteArray &bytes) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

/// Whether a load showed rows or said why not.
bool speaks(const LoadedFile &file) {
    return !file.status || !file.tables.empty() || !file.log.isEmpty() ||
           (!file.traces.empty() && file.traces[0]->sliceCount() > 0);
}

}  // namespace

class DamagedDbTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_path = m_dir.path().toStdString() + "/ascend_pytorch_profiler_0.db";
        QVERIFY(writeSmallDatabase(m_path));
        QFile file(QString::fromStdString(m_path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_bytes = file.readAll();
        QVERIFY(m_bytes.size() > 20'000);
    }

    void truncatedFilesSpeak() {
        int withRows = 0;
        for (int i = 0; i < 50; ++i) {
            QVERIFY(writeBytes(m_path, m_bytes.left(m_bytes.size() * i / 50)));
            for (const auto depth : {LoadDepth::Shallow, LoadDepth::Deep}) {
                const auto file = loadFile(*m_format, m_path, depth);
                QVERIFY2(speaks(*file), qPrintable(QStringLiteral("cut at %1/50").arg(i)));
                // A file that was cut is never shown as if it were whole.
                QVERIFY(!file->status || file->log.hasDataLoss());
                withRows +=
                    !file->tables.empty() || (!file->traces.empty() && file->traces[0]->sliceCount() > 0) ? 1 : 0;
            }
        }
        QVERIFY2(withRows > 40, qPrintable(QString::number(withRows)));
    }

    void flippedBytesNeverCrashOrHang() {
        std::mt19937 random(7);  // NOLINT: the same flips every time
        for (int i = 0; i < 200; ++i) {
            auto bytes = m_bytes;
            for (int flips = 0; flips <= i % 8; ++flips) {
                bytes[static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()))] =
                    static_cast<char>(random() % 256);
            }
            QVERIFY(writeBytes(m_path, bytes));
            for (const auto depth : {LoadDepth::Shallow, LoadDepth::Deep}) {
                QVERIFY2(speaks(*loadFile(*m_format, m_path, depth)), qPrintable(QStringLiteral("flip %1").arg(i)));
            }
        }
    }

    void aHeadThatLiesAboutItsPagesIsBounded() {
        auto bytes = m_bytes;
        for (int at = 28; at < 32; ++at) {
            bytes[at] = static_cast<char>(0x7f);
        }
        QVERIFY(writeBytes(m_path, bytes));
        QVERIFY(speaks(*loadFile(*m_format, m_path, LoadDepth::Deep)));
    }

    void viewsAreNotRun() {
        const auto path = m_dir.path().toStdString() + "/msprof_3.db";
        {
            WrittenDatabase db(path);
            QVERIFY(
                db.run("CREATE TABLE STEP_TIME(id INTEGER, startNs INTEGER, endNs INTEGER); INSERT INTO STEP_TIME "
                       "VALUES(1,10,20);"
                       "CREATE VIEW TASK AS WITH RECURSIVE n(startNs) AS (SELECT 1 UNION ALL SELECT startNs+1 FROM n) "
                       "SELECT startNs, startNs+1 AS endNs FROM n"));
        }
        const auto file = loadFile(*m_format, path, LoadDepth::Deep);
        QVERIFY(file->status);
        QCOMPARE(file->slices("Steps/Steps"), std::string("Step 1@10+10"));
        QVERIFY(!file->track("Ascend Hardware/Stream 0"));
        QVERIFY(file->log.count("db.not_a_table") > 0);
        QVERIFY(file->log.hasDataLoss());
    }

    void cancelledLoadsEndSoon() {
        const auto path = m_dir.path().toStdString() + "/msprof_4.db";
        {
            WrittenDatabase db(path);
            QVERIFY(db.run(
                "CREATE TABLE TASK(startNs INTEGER, endNs INTEGER, globalTaskId INTEGER, streamId INTEGER);"
                "CREATE TABLE MSTX_EVENTS(startNs INTEGER, endNs INTEGER, message INTEGER, connectionId INTEGER);"
                "CREATE TABLE PYTORCH_API(startNs TEXT, endNs TEXT, globalTid INTEGER);"
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 300000) "
                "INSERT INTO TASK SELECT 1000000+i*7919%300000*10, 1000005+i*7919%300000*10, i, i%3 FROM n;"
                "INSERT INTO PYTORCH_API SELECT CAST(startNs AS TEXT), CAST(endNs AS TEXT), streamId FROM TASK;"));
        }
        const auto whole = [&](LoadDepth depth, std::stop_token stop) {
            return loadFile(*m_format, path, depth, 2, std::move(stop));
        };
        const auto start = std::chrono::steady_clock::now();
        QVERIFY(whole(LoadDepth::Deep, {})->status);
        const auto full = std::chrono::steady_clock::now() - start;
        int cancelled = 0;
        for (int i = 0; i < 20; ++i) {
            const auto depth = i % 4 == 3 ? LoadDepth::Shallow : LoadDepth::Deep;
            std::stop_source stop;
            std::chrono::steady_clock::time_point stopped;
            std::jthread canceller([&] {
                std::this_thread::sleep_for(full * i / 20);
                stopped = std::chrono::steady_clock::now();
                stop.request_stop();
            });
            const auto file = whole(depth, stop.get_token());
            const auto ended = std::chrono::steady_clock::now();
            canceller.join();
            if (!file->status) {
                ++cancelled;
                QCOMPARE(file->status.error().kind, ErrorKind::Cancelled);
                QVERIFY(file->traces.empty());
                QVERIFY(ended - stopped < std::chrono::seconds(1));  // 200 ms, and room for sanitizers
            }
        }
        QVERIFY(cancelled > 5);
    }

private:
    std::unique_ptr<Format> m_format = makeProfilerDbFormat();
    QTemporaryDir m_dir;
    std::string m_path;
    QByteArray m_bytes;
};

TEST_SUITE(DamagedDbTest)

}  // namespace tst_damaged_db

#include "tst_damaged_db.moc"
