// Opening and closing again and again: what is closed is gone, whoever looked at it.
#include "app/window/main_window.h"
#include "app/window/view_tabs.h"
#include "core/session/loading/open_runs.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <vector>

namespace tst_open_close {

using namespace stagescope;
using namespace Qt::StringLiterals;

class OpenCloseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_demo.isWritten());
        QVERIFY(QDir().mkpath(m_folder.filePath(u"kineto"_s)) && QDir().mkpath(m_folder.filePath(u"snapshot"_s)) &&
                QDir().mkpath(m_folder.filePath(u"text"_s)));
        QFile trace(m_folder.filePath(u"kineto/trace.json"_s));
        QVERIFY(trace.open(QIODevice::WriteOnly));
        trace.write(R"({"schemaVersion":1,"distributedInfo":{"rank":0,"world_size":1},"traceEvents":[)");
        for (int i = 0; i < 500; ++i) {
            trace.write(QStringLiteral(R"({"ph":"X","cat":"kernel","name":"k%1","pid":0,"tid":7,"ts":%2,"dur":5},)")
                            .arg(i % 20)
                            .arg(i * 10)
                            .toUtf8());
        }
        trace.write(R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":9}]})");
        QVERIFY(QFile::copy(sourcePath("tests/core/formats/snapshots/current_0.pickle"),
                            m_folder.filePath(u"snapshot/snapshot.pickle"_s)));
        QFile csv(m_folder.filePath(u"text/step_trace_time.csv"_s));
        QVERIFY(csv.open(QIODevice::WriteOnly));
        csv.write(
            "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
            "Communication(Not Overlapped and Exclude Receive),Preparing\n0,1,2,3,4,5,6,7,8,9,10\n");
        m_kinds = {m_demo.path(), m_folder.filePath(u"kineto"_s), m_folder.filePath(u"snapshot"_s),
                   m_folder.filePath(u"text"_s)};
    }

    void nothingOfWhatWasClosedLives() {
        constexpr int kRounds = 50;   // 200 openings
        constexpr int kSettled = 10;  // each tab was seen: fonts, pictures and what the heap keeps are there
        constexpr std::int64_t kMostGrowth = std::int64_t{20} << 20;
        std::int64_t settled = 0;
        MainWindow window;
        window.show();
        std::vector<std::weak_ptr<const void>> stores;
        for (int round = 0; round < kRounds; ++round) {
            for (const auto &path : m_kinds) {
                window.openPaths({path});
                QTRY_VERIFY_WITH_TIMEOUT(isRead(*window.runs()), 60'000);
                // Another tab each time, so that every view holds something at some time.
                window.tabs()->setCurrentIndex(round % std::max(1, window.tabs()->count()));
                QTest::qWait(1);
                const auto before = stores.size();
                note(*window.runs()->workspace(), stores);
                QVERIFY2(stores.size() > before, qPrintable(path));
                window.runs()->close();
            }
            settled = round + 1 == kSettled ? residentBytes() : settled;
        }
        const auto growth = residentBytes() - settled;
        qInfo("%d openings: %lld kB beyond those of the %dth", 4 * kRounds, static_cast<long long>(growth / 1024),
              4 * kSettled);
        const auto living = [&] {
            return std::count_if(stores.begin(), stores.end(), [](const auto &store) { return !store.expired(); });
        };
        QVERIFY(stores.size() >= std::size_t{4} * kRounds);
        QTRY_COMPARE_WITH_TIMEOUT(living(), std::ptrdiff_t{0}, 60'000);
        QVERIFY(growth < kMostGrowth);
    }

private:
    /// Without what the heap keeps for later: that is other with each turn of the threads.
    static std::int64_t residentBytes() {
        ::malloc_trim(0);
        std::ifstream in("/proc/self/statm");
        std::int64_t all = 0;
        std::int64_t resident = 0;
        in >> all >> resident;
        return resident * ::sysconf(_SC_PAGESIZE);
    }
    static bool isRead(const OpenRuns &runs) {
        const auto workspace = runs.workspace();
        return !workspace->runs.empty() && !runs.isBeingRead(workspace->runs.front().id);
    }
    static void note(const Workspace &workspace, std::vector<std::weak_ptr<const void>> &stores) {
        for (const auto &run : workspace.runs) {
            stores.insert(stores.end(), run.clusterTables.begin(), run.clusterTables.end());
            for (const auto &capture : run.captures) {
                for (const auto &loaded : capture.loaded) {
                    stores.insert(stores.end(), loaded.traces.begin(), loaded.traces.end());
                    stores.insert(stores.end(), loaded.tables.begin(), loaded.tables.end());
                }
            }
            for (const auto &snapshot : run.snapshots) {
                if (snapshot.store) {
                    stores.emplace_back(snapshot.store);
                }
            }
        }
    }

    DemoProfileFixture m_demo;
    QTemporaryDir m_folder;
    QStringList m_kinds;
};

TEST_SUITE(OpenCloseTest)

}  // namespace tst_open_close

#include "tst_open_close.moc"
