// A profile and a record of the scheduler in one folder: the thread that launches is found in the record, on whatever
// clock, and what it waited for while the device idled is what was planted.
#include "core/advice/findings.h"
#include "core/analysis/sched/sched_clock.h"
#include "core/analysis/sched/sched_join.h"
#include "core/session/loading/load_job.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QStringList>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace tst_sched_join {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr int kThread = 4711;
constexpr int kCulprit = 999;
constexpr int kSteps = 4;

enum class Clocks { Equal, Other, StartInfo };

struct Plan {
    unsigned seed = 0;
    Clocks clocks = Clocks::Equal;
    bool isPreempted = false;
    bool isBlocked = false;
};

/// A thread that launches kernels one after the other, sleeps at the end of each step, and now and then has no CPU.
/// Times in us.
class PlayedHost {
public:
    explicit PlayedHost(const Plan &plan) : m_plan(plan), m_random(plan.seed) {
        constexpr std::int64_t kUtc = 1'700'000'000'000'000;
        m_now = kUtc;
        m_offset =
            plan.clocks == Clocks::Equal ? 0 : kUtc - 5'000'000'000 - static_cast<std::int64_t>(below(1'000'000));
        m_events << u"{'ph':'M','name':'thread_name','pid':4700,'tid':4711,'args':{'name':'thread 4711 (python)'}}"_s;
        out('S', kCulprit);
        m_now += 100;
        in(0, 0);
        for (int step = 0; step < kSteps; ++step) {
            playStep(step);
        }
    }
    /// Of all planted waits, ns.
    [[nodiscard]] std::int64_t planted() const { return m_planted * 1000; }
    [[nodiscard]] std::int64_t offset() const { return m_offset * 1000; }

    [[nodiscard]] std::optional<Run> load() const {
        const QTemporaryDir folder;
        const auto put = [&](const QString &name, const QByteArray &text) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        const auto events = QString(m_events.join(u','));
        const auto json = u"{'schemaVersion':1,'deviceProperties':[{'id':0}],'traceEvents':[%1]}"_s.arg(events);
        bool isGood = put(u"rank0.json"_s, QString(json).replace(u'\'', u'"').toUtf8()) &&
                      put(u"trace_report.txt"_s, QByteArray::fromStdString(m_record));
        if (m_plan.clocks == Clocks::StartInfo) {
            isGood = isGood && QDir(folder.path()).mkpath(u"PROF_1/host"_s) &&
                     put(u"PROF_1/host/start_info"_s,
                         u"{\"clockMonotonicRaw\": \"%1\", \"collectionTimeBegin\": \"%2\"}"_s.arg(5'000'000'000'000)
                             .arg(m_offset + 5'000'000'000)
                             .toUtf8());
        }
        auto run = isGood ? loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep) : Result<Run>(Run{});
        return run ? std::optional(std::move(*run)) : std::nullopt;
    }

private:
    std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random); }
    void slice(const QString &fields, std::int64_t begin, std::int64_t end) {
        m_events << u"{'ph':'X',%1,'ts':%2,'dur':%3}"_s.arg(fields).arg(begin).arg(end - begin);
    }
    void line(int thread, const std::string &event) {
        const auto time = m_now - m_offset;
        const auto micros = QByteArray::number(static_cast<qlonglong>(time % 1'000'000)).rightJustified(6, '0');
        m_record += (thread == 0 ? "<idle>-0" : "task-" + std::to_string(thread)) + " [003] " +
                    std::to_string(time / 1'000'000) + '.' + micros.toStdString() + ": " + event + '\n';
    }
    static std::string named(int thread) {
        return thread == 0         ? "swapper/3:0 [120]"
               : thread == kThread ? "python:4711 [120]"
                                   : "stress:" + std::to_string(thread) + " [120]";
    }
    void out(char state, int next) {
        line(kThread, "sched_switch: " + named(kThread) + ' ' + state + " ==> " + named(next));
        m_other = next;
    }
    void in(int before, int waker) {
        if (waker >= 0) {
            line(waker, "sched_wakeup: python:4711 [120] success=1 CPU:003");
        }
        line(before, "sched_switch: " + named(m_other) + " S ==> " + named(kThread));
    }
    void kernel() {
        ++m_correlation;
        slice(u"'cat':'cpu_op','name':'aten::mm','pid':4700,'tid':4711,'args':{'External id':%1}"_s.arg(m_correlation),
              m_now, m_now + 12);
        slice(
            u"'cat':'cuda_runtime','name':'cudaLaunchKernel','pid':4700,'tid':4711,'args':{'External id':%1,"
            "'correlation':%1}"_s.arg(m_correlation),
            m_now + 4, m_now + 10);
        m_device = std::max(m_device, m_now + 12);
        const auto end = m_device + 60;
        slice(u"'cat':'kernel','name':'gemm','pid':0,'tid':7,'args':{'correlation':%1,'device':0,'stream':7}"_s.arg(
                  m_correlation),
              m_device, end);
        m_device = end;
    }
    void playStep(int step) {
        const auto begin = m_now;
        const auto launches = 25 + below(10);
        for (std::size_t i = 0; i < launches; ++i) {
            kernel();
            m_now += 40 + static_cast<std::int64_t>(below(60));
            const bool isPlanned = (m_plan.isPreempted || m_plan.isBlocked) && i + 1 < launches;
            if (isPlanned && (i == launches / 2 || below(12) == 0)) {
                plant();
            }
        }
        m_now += 20;
        out('S', 0);  // for the device
        m_now = std::max(m_now, m_device) + 200 + static_cast<std::int64_t>(below(3000));
        in(0, 0);
        m_now += 5;
        slice(u"'cat':'user_annotation','name':'ProfilerStep#%1','pid':4700,'tid':4711"_s.arg(step), begin, m_now);
        m_now += 10;
    }
    /// For longer than the device has work.
    void plant() {
        const auto wait = 2000 + static_cast<std::int64_t>(below(4000));
        m_now += 13;
        const auto idle = std::max(m_now, m_device);
        out(m_plan.isBlocked ? 'D' : 'R', m_plan.isBlocked ? 0 : kCulprit);
        m_now += wait;
        m_planted += m_now - idle;
        in(m_plan.isBlocked ? 0 : kCulprit, m_plan.isBlocked ? 0 : -1);
        m_now += 3;
    }

    Plan m_plan;
    std::mt19937 m_random;
    QStringList m_events;
    std::string m_record;
    std::int64_t m_now = 0;
    std::int64_t m_device = 0;
    std::int64_t m_offset = 0;
    std::int64_t m_planted = 0;
    int m_correlation = 0;
    int m_other = 0;
};

const Finding *foundOf(const std::vector<Finding> &all) {
    const auto it =
        std::find_if(all.begin(), all.end(), [](const Finding &one) { return one.rule == "preempted_launch"; });
    return it == all.end() ? nullptr : &*it;
}

}  // namespace

class SchedJoinTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// 100 threads that lose their CPU, 25 that wait for something else, and 125 with nothing planted: nothing is found
    /// there.
    void plantedWaitsAreFoundAndNothingElse() {
        for (unsigned seed = 0; seed < 250; ++seed) {
            const auto name = std::to_string(seed);
            const bool isPlanted = seed % 2 == 1;
            const bool isBlocked = isPlanted && seed % 10 == 9;
            Plan plan{seed, static_cast<Clocks>(seed % 3), isPlanted && !isBlocked, isBlocked};
            const PlayedHost host(plan);
            const auto run = host.load();
            QVERIFY2(run && run->captures.size() == 2, name.c_str());
            const auto waits = launchWaits(*run);
            QVERIFY2(waits.size() == 1 && waits[0].isSound(), name.c_str());
            QCOMPARE(waits[0].rank, 0);
            QCOMPARE(waits[0].thread, std::int64_t{kThread});
            const auto offset = waits[0].clock == SchedClockSource::Guessed ? waits[0].offset.count() : host.offset();
            QVERIFY2(std::abs(offset - host.offset()) < 100'000, name.c_str());
            const auto all = findings(*run);
            const auto *finding = foundOf(all);
            QVERIFY2((finding != nullptr) == (plan.isPreempted || plan.isBlocked), name.c_str());
            if (finding == nullptr) {
                continue;
            }
            QCOMPARE(finding, all.data());  // first of all
            const auto wanted = host.planted() / kSteps;
            const auto costs = name + ": " + std::to_string(finding->impact.count()) + " of " + std::to_string(wanted);
            QVERIFY2(std::abs(finding->impact.count() - wanted) < wanted / 10 + 50'000, costs.c_str());
            QCOMPARE(finding->title.args.at(0), std::string("python:4711"));
            QCOMPARE(finding->title.args.at(1), std::string("0"));
            if (plan.isPreempted) {
                QCOMPARE(finding->title.id, std::string("finding.preempted_launch"));
                QCOMPARE(finding->title.args.at(2), std::string("stress:999"));
            } else {
                QCOMPARE(finding->title.id, std::string("finding.preempted_launch.blocked"));
            }
            QCOMPARE(finding->certainty, plan.clocks == Clocks::Other ? Certainty::Inferred : Certainty::Measured);
        }
    }

    void anOffsetThatNothingTellsIsNotGuessed() {
        std::vector<std::int64_t> calls;
        std::vector<OffCpu> waits;
        for (std::int64_t i = 0; i < 100; ++i) {  // each period like the others
            calls.push_back(1'000'000'000'000 + i * 10'000'000);
            waits.push_back({i * 10'000'000 + 1'000'000, i * 10'000'000 + 2'000'000});
        }
        QVERIFY(!guessedOffset(calls, waits, {}));
        QVERIFY(!guessedOffset({}, {}, {}));
    }
};

TEST_SUITE(SchedJoinTest)

}  // namespace tst_sched_join
#include "tst_sched_join.moc"
