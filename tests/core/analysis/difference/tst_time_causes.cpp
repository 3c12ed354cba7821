// Where the time of a step goes, by cause.
#include "core/analysis/blame/held_up.h"
#include "core/analysis/cluster/rank_signal.h"
#include "core/analysis/tables/analysis_list.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace tst_time_causes {

using namespace stagescope;

namespace {

constexpr int kSteps = 4;
constexpr std::int64_t kStepUs = 10'000;
constexpr std::int64_t kStartUs = 1'700'000'000'000'000;

std::string slice(const char *category, const std::string &name, const char *place, std::int64_t begin,
                  std::int64_t duration, const std::string &args = {}) {
    return std::string("{'ph':'X','cat':'") + category + "','name':'" + name + "'," + place +
           ",'ts':" + std::to_string(begin) + ",'dur':" + std::to_string(duration) + ",'args':{" + args + "}}";
}

/// Each step: a kernel of 1 ms, then a collective of the host that this rank comes to after `comes` us and that ends on
/// all ranks when the step is 8.2 ms old, then a kernel to its end.
std::string traceOf(int rank, std::int64_t comes) {
    std::vector<std::string> events;
    int launches = 0;
    const auto kernel = [&](std::int64_t launch, std::int64_t begin, std::int64_t duration) {
        const auto id = "'correlation':" + std::to_string(++launches);
        events.push_back(slice("cuda_runtime", "cudaLaunchKernel", "'pid':10,'tid':10", launch, 5, id));
        events.push_back(slice("kernel", "sgemm_" + std::to_string(duration), "'pid':0,'tid':7", begin, duration,
                               id + ",'device':0,'stream':7"));
    };
    for (int i = 0; i < kSteps; ++i) {
        const auto from = kStartUs + i * kStepUs;
        events.push_back(
            slice("user_annotation", "ProfilerStep#" + std::to_string(i), "'pid':10,'tid':10", from, kStepUs - 10));
        kernel(from + 10, from + 100, 1000);
        events.push_back(slice("user_annotation", "gloo:all_reduce", "'pid':10,'tid':11", from + comes, 8200 - comes));
        kernel(from + 8210, from + 8300, 1650);
    }
    std::string text = "{'schemaVersion':1,'distributedInfo':{'rank':" + std::to_string(rank) +
                       ",'world_size':2,'backend':'gloo'},'baseTimeNanoseconds':1,'traceEvents':[";
    for (std::size_t i = 0; i < events.size(); ++i) {
        text += (i == 0 ? "" : ",\n") + events[i];
    }
    return text + "]}";
}

}  // namespace

class TimeCausesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Who waits in a collective of the host waits for the rank that comes last, and only until it is there.
    void collectivesOfTheHostWaitForWhoComesLast() {
        const TraceFiles files;
        static_cast<void>(files.write(json(traceOf(0, 1500)), "rank0.json"));
        static_cast<void>(files.write(json(traceOf(1, 8000)), "rank1.json"));
        const auto run = loadedRun(files.path(""));
        const auto table = tableOfRun(*analysisById("time_causes"), run);
        QCOMPARE(table.rows.size(), std::size_t{2 * kSteps});
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto number = [&](const char *column) { return std::stod(table.text(row, column)); };
            const bool waits = number("rank") == 0;
            QVERIFY2(std::abs(number("late_rank_us") - (waits ? 6500 : 0)) < 20,
                     qPrintable(QString::number(number("late_rank_us"))));
            QVERIFY(number("order_us") < 501);  // of the gap what lies around the collective
            QCOMPARE(table.text(row, "late_rank"), std::string(waits ? "1" : ""));
            QVERIFY(number("transfer_us") <= 220);
        }
        const auto late = tableOfRun(*analysisById("comm_late"), run);
        QCOMPARE(late.rows.size(), std::size_t{kSteps});
        QCOMPARE(late.text(0, "last_rank"), std::string("1"));
        QCOMPARE(late.text(0, "held_up_by"), std::string("1"));
        const auto waits = rankSignals(run, SignalMetric::WaitingFor);
        QCOMPARE(waits.ranks.size(), std::size_t{2});
        QCOMPARE(waits.ranks[0].pieces.size(), std::size_t{kSteps});
        for (const auto &piece : waits.ranks[0].pieces) {
            QCOMPARE(piece.whom, 1);
            QVERIFY(std::abs(piece.length() - 6'500'000) < 1000);
        }
        QVERIFY(waits.ranks[1].pieces.empty());
        const auto holder = whoHoldsUp(run);
        QVERIFY(holder && holder->gap);
        QCOMPARE(holder->rank, 1);
        QVERIFY2(std::abs(holder->excess.count() - 6'500'000) < 300'000,
                 qPrintable(QString::number(holder->excess.count())));
    }

    /// Those that one rank has left before another comes are none, though they are counted alike.
    void collectivesThatAreNotOneMeetNobody() {
        const TraceFiles files;
        static_cast<void>(files.write(json(traceOf(0, 1500)), "rank0.json"));
        auto other = traceOf(1, 100);
        for (auto at = other.find("'dur':8100"); at != std::string::npos; at = other.find("'dur':8100")) {
            other.replace(at, 10, "'dur':10");
        }
        static_cast<void>(files.write(json(other), "rank1.json"));
        const auto run = loadedRun(files.path(""));
        QVERIFY(tableOfRun(*analysisById("comm_late"), run).rows.empty());
    }
};

TEST_SUITE(TimeCausesTest)

}  // namespace tst_time_causes

#include "tst_time_causes.moc"
