// Records of the Linux scheduler from real machines: figures of an independent reading.
#include "core/session/loading/load_job.h"
#include "core/store/tables/sched_records.h"
#include "core/store/tables/table_records.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cstdint>
#include <map>

namespace tst_real_sched {

using namespace stagescope;

namespace {

struct Threads {
    std::map<std::int64_t, ThreadStateRecord> all;
    ThreadStateRecord sum;
    std::map<std::int64_t, CpuStateRecord> cpus;
};

Threads threadsOf(const Run &run) {
    Threads threads;
    for (const auto &row : recordsOf<ThreadStateRecord>(run.captures.at(0))) {
        auto &kept = threads.all[row.thread] = row;
        kept.name = {};
        kept.cpus = {};
        threads.sum.switches += row.switches;
        threads.sum.involuntary += row.involuntary;
        threads.sum.runs += row.runs;
        threads.sum.running += row.running;
        threads.sum.runnable += row.runnable;
        threads.sum.sleeping += row.sleeping;
    }
    for (const auto &row : recordsOf<CpuStateRecord>(run.captures.at(0))) {
        threads.cpus[row.cpu] = row;
    }
    return threads;
}

}  // namespace

class RealSchedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aReportOfTraceCmd() {
        const auto path = realFile("more/sched/trace_cmd_report.txt");
        if (path.empty()) {
            QSKIP("real records are not here");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run && run->captures.size() == 1);
        const auto threads = threadsOf(*run);
        QCOMPARE(threads.cpus.size(), std::size_t{4});
        QCOMPARE(threads.sum.switches, std::int64_t{389});
        QCOMPARE(threads.sum.involuntary, std::int64_t{6});
        QCOMPARE(threads.sum.runs, std::int64_t{387});
        QCOMPARE(threads.sum.running, std::int64_t{5'934'000});
        QCOMPARE(threads.sum.runnable, std::int64_t{305'000});
        QCOMPARE(threads.sum.sleeping, std::int64_t{8'691'000});
        QCOMPARE(threads.all.at(4729).switches, std::int64_t{364});
        QCOMPARE(threads.all.at(4729).running, std::int64_t{1'518'000});
        QCOMPARE(threads.all.at(4729).sleeping, std::int64_t{2'128'000});
        QCOMPARE(threads.all.at(4734).switches, std::int64_t{6});
        QCOMPARE(threads.all.at(4734).involuntary, std::int64_t{5});
        QCOMPARE(threads.all.at(4734).running, std::int64_t{3'474'000});
        QCOMPARE(threads.all.at(4734).runnable, std::int64_t{289'000});
    }

    void aPageOfSystrace() {
        const auto path = realFile("more/sched/systrace.html");
        if (path.empty()) {
            QSKIP("real records are not here");
        }
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run && run->captures.size() == 1);
        const auto threads = threadsOf(*run);
        QCOMPARE(threads.sum.involuntary, std::int64_t{2});
        QCOMPARE(threads.sum.switches, std::int64_t{3});
        QCOMPARE(threads.sum.running, std::int64_t{46'000});
        QCOMPARE(threads.sum.runnable, std::int64_t{95'000});
        QVERIFY(threads.cpus.contains(2) && threads.cpus.contains(7));
    }

    void aTextOfTracefs() {
        const auto path = realFile("more/sched");
        if (path.empty()) {
            QSKIP("real records are not here");
        }
        const auto run = loadRun(path + "/ftrace_tracefs.txt", RunId{0}, LoadDepth::Deep);
        QVERIFY(run && run->captures.size() == 1);
        const auto threads = threadsOf(*run);
        QCOMPARE(threads.all.at(123).threadInside, std::int64_t{1001});
        QCOMPARE(threads.sum.switches, std::int64_t{5});
        std::int64_t irqs = 0;
        std::int64_t softirqs = 0;
        for (const auto &[cpu, row] : threads.cpus) {
            irqs += row.irqs;
            softirqs += row.softirqs;
        }
        QCOMPARE(irqs, std::int64_t{2});
        QCOMPARE(softirqs, std::int64_t{2});
        const auto all = loadRun(path, RunId{0}, LoadDepth::Deep);  // three machines in one folder
        QVERIFY(all && all->captures.size() == 3);
    }
};

TEST_SUITE(RealSchedTest)

}  // namespace tst_real_sched
#include "tst_real_sched.moc"
