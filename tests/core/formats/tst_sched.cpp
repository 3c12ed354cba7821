// Records of the Linux scheduler: a machine played at random is written in every dialect, and its threads have the
// times that the play gave them.
#include "core/formats/format_list.h"
#include "core/formats/sched/sched_line.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/sched_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tst_sched {

using namespace stagescope;
using namespace stagescope::testing;
using namespace Qt::StringLiterals;

namespace {

enum class Dialect { Tracefs, Systrace, TraceCmd, Perf };
constexpr std::array kDialects{Dialect::Tracefs, Dialect::Systrace, Dialect::TraceCmd, Dialect::Perf};

/// What a thread did in the play, from the first moment that the record tells.
struct Truth {
    std::int64_t running = 0, runnable = 0, preempted = 0, sleeping = 0, blocked = 0, io = 0;
    std::int64_t switches = 0, involuntary = 0, migrations = 0, irqs = 0, irqTime = 0;
    bool operator==(const Truth &) const = default;
};

/// A machine that is played at random and writes what its kernel would.
class Play {
public:
    Play(unsigned seed, Dialect dialect) : m_random(seed), m_dialect(dialect) {
        const auto cpus = 1 + below(4);
        const auto threads = cpus + 1 + below(6);
        m_running.assign(cpus, 0);
        for (std::size_t i = 0; i < threads; ++i) {
            Thread thread;
            thread.id = static_cast<int>(1000 + 7 * i);
            thread.name = kNames.at(i % kNames.size());
            if (i < cpus && below(3) != 0) {
                m_running[i] = thread.id;
                thread.state = 'O';
                thread.cpu = static_cast<int>(i);
            }
            m_threads[thread.id] = thread;
        }
    }

    std::string text(int steps) {
        m_text = header();
        for (int i = 0; i < steps; ++i) {
            m_now += 1000 * (1 + static_cast<std::int64_t>(below(300)));
            switch (below(5)) {
                case 0:
                case 1:
                    wake();
                    break;
                case 2:
                    interrupt();
                    break;
                default:
                    switchOn(static_cast<int>(below(m_running.size())));
            }
        }
        return m_text + (m_dialect == Dialect::Systrace ? "\"\n</script></body></html>\n" : "");
    }
    [[nodiscard]] std::map<std::int64_t, Truth> truth() const {
        std::map<std::int64_t, Truth> result;
        for (const auto &[id, thread] : m_threads) {
            if (thread.isSeen) {
                result[id] = thread.truth;
            }
        }
        return result;
    }

private:
    struct Thread {
        int id = 0;
        std::string name;
        char state = 'S';      ///< O: on a CPU, R: waits for one, P: the same, was preempted, S, D
        bool isKnown = false;  ///< the record has the begin of its state
        bool isSeen = false;
        bool isIo = false;
        std::int64_t since = 0;
        int cpu = -1;
        int lastCpu = -1;
        Truth truth;
    };
    static constexpr std::array<const char *, 7> kNames{"python",   "a b=c [0]", "x-12",         "k:1/u2",
                                                        "pt_main=", "[kthread]", "(sd-pam) 1.2:"};

    std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random); }
    std::string header() const {
        switch (m_dialect) {
            case Dialect::Tracefs:
                return "# tracer: nop\n#\n# entries-in-buffer/entries-written: 9/9   #P:4\n";
            case Dialect::Systrace:
                return "<!DOCTYPE html>\n<html><head><title>Android System Trace</title></head>\n<script>\n"
                       "var linuxPerfData = \"\\\n# tracer: nop\\n\\\n";
            case Dialect::TraceCmd:
                return "version = 6\nCPU 3 is empty\ncpus=4\n";
            case Dialect::Perf:
                break;
        }
        return {};
    }
    void line(int cpu, int thread, const std::string &event, const std::string &arguments) {
        const auto name = thread == 0 ? (m_dialect == Dialect::Perf ? "swapper" : "<idle>") : m_threads[thread].name;
        const auto id = std::to_string(thread);
        const auto number = QByteArray::number(cpu).rightJustified(3, '0').toStdString();
        const bool isPerf = m_dialect == Dialect::Perf;
        const auto nanos = QByteArray::number(static_cast<qlonglong>(m_now % 1'000'000'000)).rightJustified(9, '0');
        const auto time = std::to_string(m_now / 1'000'000'000) + '.' + nanos.left(isPerf ? 9 : 6).toStdString();
        switch (m_dialect) {
            case Dialect::Tracefs:
                m_text += "  " + name + '-' + id + "     [" + number + "] d..2. " + time + ": " + event + ": ";
                break;
            case Dialect::Systrace:
                m_text += "  " + name + '-' + id + "  ( 4711) [" + number + "] d..3 " + time + ": " + event + ": ";
                break;
            case Dialect::TraceCmd:
                m_text += "  " + name + '-' + id + "  [" + number + "] " + time + ": " + event + ":       ";
                break;
            case Dialect::Perf:
                m_text += name + "  4711/" + id + " [" + number + "] " + time + ": sched:" + event + ": ";
        }
        m_text += arguments + (m_dialect == Dialect::Systrace ? "\\n\\\n" : "\n");
        if (isPerf) {
            m_text += "\tffffffff81 __schedule+0x12 ([kernel.kallsyms])\n\n";
        }
    }
    std::string named(int thread) const {
        return (thread == 0 ? "swapper/0" : m_threads.at(thread).name) + ':' + std::to_string(thread) + " [120]";
    }
    std::string keyed(const std::string &prefix, int thread) const {
        return prefix + "comm=" + (thread == 0 ? "swapper/0" : m_threads.at(thread).name) + ' ' + prefix +
               "pid=" + std::to_string(thread) + ' ' + prefix + "prio=120";
    }

    void wake() {
        std::vector<int> asleep;
        for (const auto &[id, thread] : m_threads) {
            if (thread.state == 'S' || thread.state == 'D') {
                asleep.push_back(id);
            }
        }
        if (asleep.empty()) {
            return;
        }
        auto &thread = m_threads[asleep[below(asleep.size())]];
        const auto cpu = static_cast<int>(below(m_running.size()));
        const auto by = m_running[static_cast<std::size_t>(cpu)];
        const auto target = std::to_string(below(m_running.size()));
        const auto arguments = m_dialect == Dialect::TraceCmd ? named(thread.id) + " success=1 CPU:00" + target
                                                              : keyed("", thread.id) + " target_cpu=00" + target;
        const bool hasTwo = below(2) == 0;
        line(cpu, by, hasTwo ? "sched_waking" : "sched_wakeup", arguments);
        const auto time = m_now;
        thread.isIo = thread.state == 'D' && below(2) == 0;
        if (thread.isIo) {
            line(cpu, by, "sched_blocked_reason",
                 "pid=" + std::to_string(thread.id) + " iowait=1 caller=io_schedule+0x12/0x40");
        }
        finish(thread, time);
        thread.state = 'R';
        thread.since = time;
        thread.isKnown = true;
        thread.isSeen = true;
        if (hasTwo) {
            m_now += 1000;
            line(cpu, by, "sched_wakeup", arguments);
        }
    }

    void interrupt() {
        const auto cpu = static_cast<int>(below(m_running.size()));
        const auto by = m_running[static_cast<std::size_t>(cpu)];
        line(cpu, by, "irq_handler_entry", "irq=12 name=eth0");
        const auto begin = m_now;
        m_now += 1000 * (1 + static_cast<std::int64_t>(below(5)));
        line(cpu, by, "irq_handler_exit", "irq=12 ret=handled");
        if (by != 0) {
            auto &thread = m_threads[by];
            thread.isSeen = true;
            ++thread.truth.irqs;
            thread.truth.irqTime += m_now - begin;
        }
    }

    void switchOn(int cpu) {
        const auto before = m_running[static_cast<std::size_t>(cpu)];
        std::vector<int> ready;
        for (const auto &[id, thread] : m_threads) {
            if (thread.state == 'R' || thread.state == 'P') {
                ready.push_back(id);
            }
        }
        const auto next = ready.empty() ? 0 : ready[below(ready.size())];
        if (next == before) {
            return;
        }
        constexpr std::array<const char *, 4> kStates{"R", "R+", "S", "D"};
        const std::string state = before == 0 ? "R" : kStates.at(next == 0 ? 2 + below(2) : below(4));
        line(cpu, before, "sched_switch",
             m_dialect == Dialect::TraceCmd
                 ? named(before) + ' ' + state + " ==> " + named(next)
                 : keyed("prev_", before) + " prev_state=" + state + " ==> " + keyed("next_", next));
        if (before != 0) {
            leave(m_threads[before], cpu, state);
        }
        if (next != 0) {
            enter(m_threads[next], cpu);
        }
        m_running[static_cast<std::size_t>(cpu)] = next;
    }
    void leave(Thread &thread, int cpu, const std::string &state) {
        finish(thread, m_now);
        ++thread.truth.switches;
        thread.truth.involuntary += state.starts_with('R') ? 1 : 0;
        thread.state = state.starts_with('R') ? 'P' : state[0];
        thread.since = m_now;
        thread.isKnown = thread.isSeen = true;
        thread.lastCpu = cpu;
    }
    void enter(Thread &thread, int cpu) {
        finish(thread, m_now);
        thread.truth.migrations += thread.lastCpu >= 0 && thread.lastCpu != cpu ? 1 : 0;
        thread.state = 'O';
        thread.since = m_now;
        thread.isKnown = thread.isSeen = true;
        thread.lastCpu = cpu;
    }
    static void finish(Thread &thread, std::int64_t end) {
        const auto time = thread.isKnown ? end - thread.since : 0;
        auto &truth = thread.truth;
        truth.running += thread.state == 'O' ? time : 0;
        truth.runnable += thread.state == 'R' || thread.state == 'P' ? time : 0;
        truth.preempted += thread.state == 'P' ? time : 0;
        truth.sleeping += thread.state == 'S' ? time : 0;
        truth.blocked += thread.state == 'D' ? time : 0;
        truth.io += thread.state == 'D' && thread.isIo ? time : 0;
    }

    std::mt19937 m_random;
    Dialect m_dialect;
    std::map<int, Thread> m_threads;
    std::vector<int> m_running;  ///< by CPU, 0 idle
    std::int64_t m_now = 106'439'675'571'000;
    std::string m_text;
};

Truth told(const ThreadStateRecord &row) {
    return {row.running,  row.runnable,    row.preempted,  row.sleeping, row.uninterruptible, row.io,
            row.switches, row.involuntary, row.migrations, row.irqs,     row.irqTime};
}

std::map<std::int64_t, Truth> told(const LoadedFile &file) {
    std::map<std::int64_t, Truth> result;
    const auto table = file.table(TableKind::ThreadStates);
    if (table != nullptr) {
        for (const auto &row : TableRecords<ThreadStateRecord>(*table)) {
            result[row.thread] = told(row);
        }
    }
    return result;
}

}  // namespace

class SchedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLineOfEachDialect() {
        const auto tracefs = schedLine("a-1 [x] y-4711  [003] d..2. 12.000001: sched_switch: prev_comm=b [001] 1.0: c");
        QVERIFY(tracefs.has_value());
        QCOMPARE(tracefs->thread, 4711);
        QCOMPARE(tracefs->cpu, 3);
        QCOMPARE(tracefs->time, std::int64_t{12'000'001'000});
        QCOMPARE(std::string(tracefs->event), "sched_switch");
        const auto systrace = schedLine("  <...>-10144 (-----) [007] dn.4  7480.992787: sched_wakeup: comm=a");
        QVERIFY(systrace && systrace->process == -1 && systrace->thread == 10144);
        const auto perf = schedLine("python 12/34 [000]  1.123456789:          1 sched:sched_switch: prev_comm=a");
        QVERIFY(perf && perf->process == 12 && perf->thread == 34 && perf->time == 1'123'456'789);
        const auto command =
            schedLine("     migration/2-18    [002] 106439.675613: sched_switch:  a:1 [0] S ==> b:2 [0]");
        QVERIFY(command && command->task == "migration/2" && command->thread == 18);
        const auto counted = schedLine("  a-1 [000] d..2 123456789: sched_switch: prev_comm=a");
        QVERIFY(counted && !counted->hasClock);
        for (const char *other : {"", "# tracer: nop", " gid=4", "version = 6", "[000] 1.0: x:", "a [b] c",
                                  "  ffffffff81 __schedule+0x12 ([kernel.kallsyms])"}) {
            QVERIFY2(!schedLine(other), other);
        }
    }

    void threadsHaveTheTimesOfThePlay() {
        const auto format = makeSchedFormat();
        for (unsigned seed = 0; seed < 100; ++seed) {
            const auto dialect = kDialects.at(seed % kDialects.size());
            Play play(seed, dialect);
            const auto path = write(u"trace.txt"_s, play.text(200));
            const auto file = loadFile(*format, path, LoadDepth::Deep);
            QVERIFY2(file->status.has_value(), std::to_string(seed).c_str());
            QVERIFY2(file->log.isEmpty(), std::to_string(seed).c_str());
            QVERIFY2(told(*file) == play.truth(), std::to_string(seed).c_str());
        }
    }

    void lanesSayWhoRanAndWhy() {
        const auto path =
            write(u"small_trace.txt"_s,
                  "# tracer: nop\n"
                  " a-1 [000] d..2 1.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=1 prev_state=R+ "
                  "==> next_comm=b next_pid=2 next_prio=1\n"
                  " b-2 [000] d..2 1.000300: irq_handler_entry: irq=7 name=nvme\n"
                  " b-2 [000] d..2 1.000310: irq_handler_exit: irq=7 ret=handled\n"
                  " b-2 [000] d..2 1.000400: sched_switch: prev_comm=b prev_pid=2 prev_prio=1 prev_state=S "
                  "==> next_comm=a next_pid=1 next_prio=1\n"
                  " a-1 [000] d..2 1.000500: sched_switch: prev_comm=a prev_pid=1 prev_prio=1 prev_state=D "
                  "==> next_comm=swapper/0 next_pid=0 next_prio=1\n");
        const auto file = loadFile(*makeSchedFormat(), path, LoadDepth::Deep);
        QCOMPARE(file->slices("CPUs/CPU 0"), "b:2@1000000000+400000 a:1@1000400000+100000 irq 7 nvme@1000300000+10000");
        QCOMPARE(file->slices("Threads/a:1"), "Preempted@1000000000+400000 Running@1000400000+100000");
        QCOMPARE(file->slices("Threads/b:2"), "Running@1000000000+400000 Sleeping (cut off)@1000400000+100000");
        const auto waits = file->table(TableKind::ThreadWaits);
        QVERIFY(waits != nullptr && waits->rowCount() == 1);
        QCOMPARE(waits->number(0, "by"), std::int64_t{2});
        const auto details = makeSchedFormat()->details(sourceOf(path), {14});
        QVERIFY(details.has_value());
        QCOMPARE(details->at(0).second, "sched_switch");
    }

    void lossesAreSaid() {
        const std::string one =
            " a-1 [001] 1.0: sched_switch: a:1 [120] S ==> b:2 [120]\nCPU:1 [LOST 42 EVENTS]\n"
            " c-3 [001] 2.0: sched_switch: c:3 [120] S ==> a:1 [120]\n a-1 [001] 3.0: sched_switch: a:1 [120] S ==> "
            "b:2 [120]\n";
        const auto file = loadFile(*makeSchedFormat(),
                                   write(u"lost.txt"_s, "# entries-in-buffer/entries-written: 10/25   #P:2\n" + one),
                                   LoadDepth::Deep);
        QVERIFY(file->status.has_value());
        QCOMPARE(file->log.count("sched.lost_events"), std::uint64_t{57});
        const auto rows = told(*file);
        QCOMPARE(rows.at(1).running, std::int64_t{1'000'000'000});
        QCOMPARE(rows.at(2).running, std::int64_t{0});  // its end is lost
        QCOMPARE(rows.at(3).running, std::int64_t{0});  // its begin is
    }

    void clocksComeFromTheTextOrFromStartInfo() {
        const std::string mark =
            " a-1 [001] .... 5.000000: tracing_mark_write: trace_event_clock_sync: realtime_ts=1700000000000\n";
        const std::string event =
            " a-1 [001] .... 6.000000: sched_switch: a:1 [120] S ==> b:2 [120]\n"
            " b-2 [001] .... 7.000000: sched_switch: b:2 [120] S ==> a:1 [120]\n";
        const auto synced = loadFile(*makeSchedFormat(), write(u"synced_trace.txt"_s, mark + event), LoadDepth::Deep);
        QCOMPARE(synced->environment("scheduler", "clock"), "trace_event_clock_sync");
        QCOMPARE(ns(synced->traces.at(0)->bounds()->begin), std::int64_t{1'700'000'000'000'000'000});
        QVERIFY(QDir(m_folder.path()).mkpath(u"job/PROF_1/host"_s));
        write(u"job/PROF_1/host/start_info"_s,
              R"({"clockMonotonicRaw": "6000000000", "collectionTimeBegin": "1700000000000000"})");
        write(u"job/pid_mapping.json"_s, R"({"1": {"NSpid": "1 77", "name": "a", "Tgid": "1", "PPid": "0"}, "x": 3})");
        const auto mapped = loadFile(*makeSchedFormat(), write(u"job/trace.txt"_s, event), LoadDepth::Deep);
        QCOMPARE(mapped->environment("scheduler", "clock"), "start_info");
        QCOMPARE(ns(mapped->traces.at(0)->bounds()->begin), std::int64_t{1'700'000'000'000'000'000});
        QCOMPARE(mapped->table(TableKind::ThreadStates)->number(0, "thread_inside"), std::int64_t{77});
        write(u"job/PROF_1/host/start_info"_s,
              R"({"clockMonotonicRaw": "6000000000000000", "collectionTimeBegin": "1700000000000000"})");
        const auto apart = loadFile(*makeSchedFormat(), write(u"job/trace.txt"_s, event), LoadDepth::Deep);
        QCOMPARE(apart->environment("scheduler", "clock"), "own");
        QCOMPARE(apart->log.count("sched.clock_apart"), std::uint64_t{1});
    }

    void summariesOfPerf() {
        const auto path =
            write(u"timehist.txt"_s,
                  "           time    cpu  task name                       wait time  sch delay   run time\n"
                  "                        [tid/pid]                          (msec)     (msec)     (msec)\n"
                  "--------------- ------  ------------------------------  ---------  ---------  ---------\n"
                  "   79371.874569 [0011]  <idle>                              0.000      0.000      1.000\n"
                  "   79371.874569 [0011]  gcc[31949/31900]                    0.014      0.004      1.148\n"
                  "   79371.876000 [0010]  gcc[31949/31900]                    0.400      0.000      0.031\n");
        QFile head(QString::fromStdString(path));
        QVERIFY(head.open(QIODevice::ReadOnly) && looksLikeSched(head.readAll().toStdString()));
        const auto file = loadFile(*makeSchedFormat(), path, LoadDepth::Deep);
        const auto rows = told(*file);
        QCOMPARE(rows.size(), std::size_t{1});
        QVERIFY(rows.at(31949) == (Truth{1'179'000, 4'000, 0, 410'000, 0, 0, 2, 0, 1, 0, 0}));
    }

    /// A folder that holds nothing else opens; the record is of the host, not of a rank, also beside a profile.
    void aRecordAloneAndBesideAProfile() {
        QTemporaryDir folder;
        const auto put = [&](const QString &name, const std::string &text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) > 0;
        };
        QVERIFY(put(u"trace_report.txt"_s, Play(3, Dialect::TraceCmd).text(50)));
        const auto alone = loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(alone && alone->captures.size() == 1);
        QCOMPARE(alone->captures[0].rank, -2);
        QVERIFY(alone->ranks().empty());
        QVERIFY(alone->captures[0].hasTrace());
        QVERIFY(put(u"rank0.json"_s, R"({"traceEvents": [{"ph": "X", "name": "k", "pid": 0, "tid": 7, "ts": 1.0,
            "dur": 2.0, "cat": "kernel", "args": {"device": 0, "stream": 7}}]})"));
        const auto both = loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        QVERIFY(both && both->captures.size() == 2);
        QCOMPARE(both->captures[0].rank, -2);
        QCOMPARE(both->captures[1].rank, 0);
    }

    void damageIsNoCrash() {
        const auto format = makeSchedFormat();
        const auto text = Play(5, Dialect::Systrace).text(40);
        for (std::size_t length = 0; length < text.size(); length += 97) {
            const auto file = loadFile(*format, write(u"cut.html"_s, text.substr(0, length)), LoadDepth::Deep);
            QVERIFY(file->status.has_value() || file->status.error().kind == ErrorKind::Malformed);
        }
        std::mt19937 random(7);
        for (int i = 0; i < 50; ++i) {
            auto broken = Play(11, kDialects.at(static_cast<std::size_t>(i) % 4)).text(40);
            for (int k = 0; k < 20; ++k) {
                broken[random() % broken.size()] = static_cast<char>(random() % 256);
            }
            static_cast<void>(loadFile(*format, write(u"broken.txt"_s, broken), LoadDepth::Deep));
        }
        const auto none = loadFile(*format, write(u"none.txt"_s, "# tracer: nop\n"), LoadDepth::Deep);
        QVERIFY(!none->status && none->status.error().kind == ErrorKind::Malformed);
        const auto counts = loadFile(
            *format, write(u"counts.txt"_s, " a-1 [000] d..2 123456789: sched_switch: a:1 [1] S ==> b:2 [1]\n"),
            LoadDepth::Deep);
        QVERIFY(!counts->status && counts->status.error().kind == ErrorKind::Unsupported);
    }

private:
    std::string write(const QString &name, const std::string &text) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0) {
            return {};
        }
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(SchedTest)

}  // namespace tst_sched
#include "tst_sched.moc"
