// Files of strangers that hold several processes, devices or clocks, or times that cannot be: what tables say of them.
#include "core/analysis/run/trace_health.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tst_real_inside {

using namespace stagescope;

namespace {

using Rows = std::vector<std::map<std::string, std::string>>;

struct Told {
    Run run;

    explicit Told(const QString &name) {
        const QDir folder(realDataFolder() + QStringLiteral("/../findings/cases/") + name + QStringLiteral("/profile"));
        run = folder.exists() ? loadedRun(folder.absolutePath().toStdString()) : Run{};
    }
    [[nodiscard]] bool isThere() const { return !run.captures.empty(); }
    [[nodiscard]] ResultTable table(std::string_view id) const { return tableOfRun(*analysisById(id), run); }
    [[nodiscard]] Rows rows(std::string_view id) const {
        const auto table = this->table(id);
        Rows result;
        for (const auto &cells : table.rows) {
            auto &row = result.emplace_back();
            for (std::size_t i = 0; i < cells.size(); ++i) {
                row[table.columns[i].name] = cellText(cells[i]);
            }
        }
        return result;
    }
    [[nodiscard]] std::string health() const {
        std::string text;
        for (const int rank : run.ranks()) {
            for (const auto &found : traceHealth(*run.capture(rank))) {
                text += found.touchesFigures ? troubleText(found) + "\n" : "";
            }
        }
        return text;
    }
};

double number(const std::map<std::string, std::string> &row, const std::string &name) {
    return std::stod(row.at(name).empty() ? "nan" : row.at(name));
}

std::optional<std::map<std::string, std::string>> rowWith(const Rows &rows, const std::string &column,
                                                          const std::string &value) {
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const auto &row) { return row.at(column) == value; });
    return it == rows.end() ? std::nullopt : std::optional(*it);
}

}  // namespace

#define STAGESCOPE_CASE(name)                         \
    const Told told(QStringLiteral(name));            \
    if (!told.isThere()) {                            \
        QSKIP("the cases of strangers are not here"); \
    }

class RealInsideTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void durationThatOverflowed() {
        STAGESCOPE_CASE("S01_rocm_dur_overflow")
        const auto splits = told.rows("time_split");
        QCOMPARE(splits.size(), std::size_t{1});
        QCOMPARE(number(splits[0], "computing_us"), 99'010.0);
        // As long as its mark on the host, with 5 ms before the first kernel and 5 ms behind the last one.
        QCOMPARE(number(splits[0], "step_us"), 110'000.0);
        const auto outside = number(splits[0], "preparing_us") + number(splits[0], "tail_us");
        QVERIFY(number(splits[0], "step_us") - outside <= 100'000);
        QVERIFY(number(splits[0], "free_us") <= 990);
        const auto health = told.health();
        for (const auto *part : {"fmha_bwd", "49 kernels", "stream 3", "1.600 s", "step 7"}) {
            QVERIFY2(health.find(part) != std::string::npos, health.c_str());
        }
        const auto notes = told.table("time_split").notes;
        QVERIFY(std::any_of(notes.begin(), notes.end(),
                            [](const std::string &note) { return note.find("fmha_bwd") != std::string::npos; }));
    }
    void mergedProcesses() {
        STAGESCOPE_CASE("S06_merged_processes")
        Workspace workspace;
        workspace.runs.push_back(told.run);
        AnalysisInput input{.workspace = &workspace};
        input.parameters["by"] = "kernel";
        const auto table = analysisById("dispatch")->run(input, {});
        QVERIFY(table.has_value());
        std::set<std::string> waits;
        for (const auto &cells : table->rows) {
            for (std::size_t i = 0; i < cells.size(); ++i) {
                if (table->columns[i].name == "device_wait_us") {
                    waits.insert(cellText(cells[i]));
                }
            }
        }
        QVERIFY2(!waits.contains("122"), "joined with the other process");
        QVERIFY(waits.contains("125"));
        QCOMPARE(told.run.captures.size(), std::size_t{2});
        for (const auto &capture : told.run.captures) {
            QCOMPARE(capture.loaded.front().traces.front()->flows().size(), std::size_t{10});
            QCOMPARE(capture.log == nullptr ? 0 : capture.log->count("trace.unmatched_flow_start"), std::uint64_t{0});
        }
    }
    void arrowsByBindId() {
        STAGESCOPE_CASE("S08_bind_id")
        QCOMPARE(told.run.captures.front().loaded.front().traces.front()->flows().size(), std::size_t{1});
    }
    void kernelsWithoutATime() {
        STAGESCOPE_CASE("S13_kernels_at_zero")
        const auto table = told.table("time_split");
        QCOMPARE(number(told.rows("time_split")[0], "computing_us"), 900.0);
        for (const auto *id : {"time_split", "kernel_stats"}) {
            for (const auto &note : told.table(id).notes) {
                QVERIFY2(note.find("before the capture") == std::string::npos, note.c_str());
            }
        }
        QVERIFY2(told.health().find("5 records") != std::string::npos, told.health().c_str());
    }
    void ranksOfDifferentBases() {
        STAGESCOPE_CASE("S44_base_time")
        const auto steps = told.rows("steps");
        const auto first = rowWith(steps, "rank", "0");
        const auto second = rowWith(steps, "rank", "1");
        QVERIFY(first && second);
        QCOMPARE(std::stoll(second->at("begin_ns")) - std::stoll(first->at("begin_ns")), 2'000'000LL);
    }
    void twoDevicesOfOneProcess() {
        STAGESCOPE_CASE("S46_two_gpus_one_process")
        const auto splits = told.rows("time_split");
        QCOMPARE(number(*rowWith(splits, "device", "0"), "computing_us"), 6000.0);
        QCOMPARE(number(*rowWith(splits, "device", "1"), "computing_us"), 2000.0);
        for (const auto *id : {"kernel_stats", "kernels", "free_gaps"}) {
            QVERIFY2(rowWith(told.rows(id), "device", "1").has_value(), id);
        }
        std::map<std::string, double> gaps;
        for (const auto &row : told.rows("free_gaps")) {
            gaps[row.at("device")] += number(row, "duration_us");
        }
        QCOMPARE(gaps["0"], number(*rowWith(splits, "device", "0"), "free_us") +
                                number(*rowWith(splits, "device", "0"), "preparing_us"));
        QCOMPARE(gaps["1"], number(*rowWith(splits, "device", "1"), "free_us") +
                                number(*rowWith(splits, "device", "1"), "preparing_us"));
    }
    void memoryOfTwoDevices() {
        STAGESCOPE_CASE("N2_memory_two_devices")
        const auto row = rowWith(told.rows("memory_peak"), "device", "1");
        QVERIFY(row.has_value());
        QCOMPARE(row->at("allocated_bytes"), std::string("1572864000"));
        QVERIFY(row->at("at_ns").ends_with("400000"));
        QVERIFY(rowWith(told.rows("memory_peak"), "device", "0").has_value());
    }
    void rangesThatNothingEnds() {
        STAGESCOPE_CASE("S54_unclosed")
        const auto rows = told.rows("slice_stats");
        for (const auto &[name, length] :
             {std::pair("open0", 125.0), std::pair("open1", 115.0), std::pair("open2", 105.0)}) {
            const auto row = rowWith(rows, "name", name);
            QVERIFY(row.has_value());
            QCOMPARE(number(*row, "total_us"), length);
            QCOMPARE(row->at("not_ended"), std::string("1"));
        }
    }
    void threadsWithoutNames() {
        STAGESCOPE_CASE("S72_host_threads_unnamed")
        const auto calls = rowWith(told.rows("api_stats"), "name", "cudaLaunchKernel");
        QVERIFY(calls.has_value());
        QCOMPARE(number(*calls, "total_us"), 80.0);
        QCOMPARE(number(*calls, "count"), 16.0);
        const auto marks = rowWith(told.rows("mark_stats"), "name", "forward");
        QVERIFY(marks.has_value());
        QCOMPARE(number(*marks, "mean_us"), 2000.0);
    }
    void requestsOnOneLane() {
        STAGESCOPE_CASE("S80_async_names")
        const auto &trace = *told.run.captures.front().loaded.front().traces.front();
        std::size_t lanes = 0;
        for (const auto &track : trace.tracks()) {
            lanes += track.kind != TrackKind::Process && track.rowCount > 0 ? 1 : 0;
            QVERIFY(track.kind == TrackKind::Process || track.rowCount == 300);
        }
        QCOMPARE(lanes, std::size_t{1});
    }

    // Nothing is told of sound traces.
    void soundTracesAreSound_data() {
        QTest::addColumn<QString>("path");
        for (const auto *path : {"torch/h100", "torch/mi300", "torch/hta_alexnet.json.gz", "torch/hta_two_ranks",
                                 "ascend/cnn_text", "ascend/cnn_db", "torch/h100_scenes/ab_fused",
                                 "torch/h100_scenes/streams_copies", "torch/h100_scenes/ddp4_slow_rank2"}) {
            QTest::newRow(path) << QString::fromLatin1(path);
        }
    }
    void soundTracesAreSound() {
        QFETCH(QString, path);
        const auto folder = realPath(path);
        if (folder.isEmpty()) {
            QSKIP("no real profiles here");
        }
        const auto run = loadedRun(folder.toStdString());
        for (const int rank : run.ranks()) {
            for (const auto &found : traceHealth(*run.capture(rank))) {
                QVERIFY2(!found.touchesFigures, troubleText(found).c_str());
            }
        }
    }
};

TEST_SUITE(RealInsideTest)

}  // namespace tst_real_inside

#include "tst_real_inside.moc"
