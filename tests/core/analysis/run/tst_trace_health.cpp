// Devices of one file, and what tables say of times that cannot be.
#include "core/analysis/run/trace_health.h"
#include "core/base/intervals.h"
#include "core/store/tables/health_record.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/core/formats/trace_json/written_kineto.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace tst_trace_health {

using namespace stagescope;
using stagescope::testing::WrittenKineto;

namespace {

using Rows = std::vector<std::map<std::string, std::string>>;

Rows rowsOf(const Run &run, std::string_view id) {
    const auto table = tableOfRun(*analysisById(id), run);
    Rows rows;
    for (const auto &cells : table.rows) {
        auto &row = rows.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            row[table.columns[i].name] = cellText(cells[i]);
        }
    }
    return rows;
}

double sumOf(const Rows &rows, const std::string &column, const std::string &device) {
    double sum = 0;
    for (const auto &row : rows) {
        sum += row.at("device") == device && !row.at(column).empty() ? std::stod(row.at(column)) : 0;
    }
    return sum;
}

/// Union of the kernels, without copies, in us.
double busyOf(const WrittenKineto &trace) {
    std::vector<Interval> kernels;
    for (const auto &work : trace.works) {
        if (!work.copies) {
            kernels.push_back({work.begin, work.begin + work.duration});
        }
    }
    return static_cast<double>(totalLength(merged(std::move(kernels)))) / 1000;
}

}  // namespace

class TraceHealthTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachDeviceHasItsRows() {
        WrittenKineto first(1);
        WrittenKineto second(2, 25);
        second.device = 1;
        second.firstNumber = 1000;
        auto events = first.events();
        const auto more = second.events();
        events.insert(events.end(), more.begin(), more.end());
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(events)), "rank0.json"));
        const auto splits = rowsOf(run, "time_split");
        QCOMPARE(splits.size(), std::size_t{2});
        const auto gaps = rowsOf(run, "free_gaps");
        const auto kernels = rowsOf(run, "kernel_stats");
        const auto copies = rowsOf(run, "copies");
        for (const auto *trace : {&first, &second}) {
            const auto device = std::to_string(trace->device);
            QCOMPARE(sumOf(splits, "computing_us", device), busyOf(*trace));
            const auto idle = sumOf(splits, "free_us", device) + sumOf(splits, "preparing_us", device);
            QVERIFY(std::abs(sumOf(gaps, "duration_us", device) - idle) < 0.01);
            QVERIFY(std::abs(idle + busyOf(*trace) - sumOf(splits, "step_us", device)) < 0.01);
            const auto copied =
                std::count_if(trace->works.begin(), trace->works.end(), [](const auto &work) { return work.copies; });
            QCOMPARE(sumOf(copies, "count", device), static_cast<double>(copied));
            QCOMPARE(sumOf(kernels, "count", device),
                     static_cast<double>(trace->works.size()) - static_cast<double>(copied));
        }
    }

    void oneDeviceHasNoColumnOfItsOwn() {
        const auto run =
            loadedRun(m_files.write(json(WrittenKineto::traceOf(WrittenKineto(3).events())), "rank0.json"));
        const auto splits = rowsOf(run, "time_split");
        QCOMPARE(splits.size(), std::size_t{1});
        QCOMPARE(splits[0].at("device"), std::string());
        QVERIFY(rowsOf(run, "trace_health").empty());
        QVERIFY(healthNote(*run.capture(0)).empty());
    }

    void troubleIsTold() {
        WrittenKineto trace(4);
        trace.works[5].begin = -trace.start;
        trace.works[5].duration = 0;
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        const auto rows = rowsOf(run, "trace_health");
        const auto row = std::find_if(rows.begin(), rows.end(),
                                      [](const auto &each) { return each.at("trouble") == trouble::kNoTime; });
        QVERIFY(row != rows.end());
        QCOMPARE(row->at("effect"), std::string("left_out"));
        QCOMPARE(row->at("touches_figures"), std::string("yes"));
        const auto notes = tableOfRun(*analysisById("time_split"), run).notes;
        QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string &note) {
            return note.find("trace_health") != std::string::npos &&
                   note.find("before the capture") == std::string::npos;
        }));
        trace.works.erase(trace.works.begin() + 5);
        const auto sound = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        QCOMPARE(rowsOf(run, "time_split")[0].at("step_us"), rowsOf(sound, "time_split")[0].at("step_us"));
        QCOMPARE(rowsOf(run, "time_split")[0].at("computing_us"), rowsOf(sound, "time_split")[0].at("computing_us"));
    }

private:
    TraceFiles m_files;
};

TEST_SUITE(TraceHealthTest)

}  // namespace tst_trace_health

#include "tst_trace_health.moc"
