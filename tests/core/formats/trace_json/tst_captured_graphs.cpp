// Replays of graphs get the operators of their capture.
#include "core/formats/format_list.h"
#include "core/formats/graph_capture/captured_graphs.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace tst_captured_graphs {

using namespace stagescope;
using stagescope::testing::loadFile;

namespace {

/// Quotes are written as ' here.
std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '\x22');
    return text;
}

std::string event(const std::string &category, const std::string &name, int begin, int duration,
                  const std::string &arguments = {}) {
    return "{'ph': 'X', 'pid': 1, 'tid': 1, 'cat': '" + category + "', 'name': '" + name +
           "', 'ts': " + std::to_string(begin) + ", 'dur': " + std::to_string(duration) + ", 'args': {" + arguments +
           "}},\n";
}

/// Two launches within a capture, one before it.
std::string capture(bool namesKernels) {
    const auto kernel = [&](const std::string &name) {
        return namesKernels ? "'kernel': '" + name + "'" : std::string();
    };
    return quoted("{'traceEvents': [\n" + event("user_annotation", "capture_32_DECODE", 0, 1000) +
                  event("cuda_runtime", "hipLaunchKernel", 10, 5, kernel("early")) +
                  event("cuda_runtime", "hipStreamBeginCapture", 20, 1) +
                  event("python_function", "model.py(12): forward", 90, 80) +
                  event("cpu_op", "aten::mm", 100, 50, "'Input Dims': [[8, 16], [16, 4]], 'Input type': ['float']") +
                  event("cuda_runtime", "hipLaunchKernel", 110, 5, kernel("gemm")) +
                  event("python_function", "nn.Module: Norm_0", 190, 100) +
                  event("cpu_op", "aten::add", 200, 50, "'Input Dims': [[8]]") +
                  event("cuda_runtime", "hipLaunchKernel", 210, 5, kernel("add")) +
                  event("cuda_runtime", "hipStreamEndCapture", 500, 1) + "{}]}");
}

std::string work(const std::string &name, int begin) {
    return "{'ph': 'X', 'pid': 0, 'tid': 3, 'cat': 'kernel', 'name': '" + name + "', 'ts': " + std::to_string(begin) +
           ", 'dur': 10, 'args': {'correlation': 7, 'device': 0, 'stream': 3}}";
}

std::string replay(const std::string &second) {
    return quoted("{'schemaVersion': 1, 'traceEvents': [\n" +
                  event("cuda_runtime", "hipGraphLaunch", 100, 10, "'correlation': 7") + work("gemm", 120) + ",\n" +
                  work(second, 140) + "]}");
}

std::string lineOf(int i) { return "model.py(" + std::to_string(10 + i) + "): forward"; }

/// Of the kernels that have an operator, and of those that have none.
std::map<std::string, std::int64_t> timesByLine(const stagescope::testing::LoadedFile &file) {
    std::map<std::string, std::int64_t> times;
    const auto table = file.table(TableKind::Kernels);
    for (std::size_t i = 0; table && i < table->rowCount(); ++i) {
        const auto kernel = TableRecords<KernelRecord>(*table)[i];
        times[kernel.frameworkOp == "aten::mm" ? std::string(kernel.python) : std::string()] += kernel.duration;
    }
    return times;
}

/// A graph that is captured once and replayed some times. One of its kernels is slow.
class SlowGraph {
public:
    SlowGraph(unsigned seed, bool isCaptured) : m_random(seed), m_isCaptured(isCaptured) {
        m_count = 3 + below(30);
        m_slow = below(m_count);
        m_rounds = 1 + below(3);
        m_longer = 1000 + below(4000);
        m_kinds = 1 + below(6);
    }
    [[nodiscard]] int slow() const { return m_slow; }
    /// ns
    [[nodiscard]] std::int64_t slowTime() const { return std::int64_t{m_rounds} * m_longer * 1000; }

    [[nodiscard]] std::string capture() const {
        auto events = event("cuda_runtime", "cudaStreamBeginCapture", 1, 1);
        for (int i = 0; i < m_count; ++i) {
            const auto begin = 100 * (i + 1);
            const auto shapes = "'Input Dims': [[" + std::to_string(i) + "]]";
            events += event("python_function", lineOf(i), begin, 80) +
                      event("cpu_op", "aten::mm", begin + 10, 60, shapes) +
                      event("cuda_runtime", "cudaLaunchKernel", begin + 20, 5, "'kernel': '" + kernel(i) + "'");
        }
        events += event("cuda_runtime", "cudaStreamEndCapture", 100 * (m_count + 2), 1);
        return quoted("{'traceEvents': [\n" + events + "{}]}");
    }
    [[nodiscard]] std::string replay() const {
        std::string events;
        int now = 100'000;
        for (int round = 0; round < m_rounds; ++round) {
            const auto call = "'correlation': " + std::to_string(7 + round);
            events += event("cuda_runtime", "cudaGraphLaunch", now, 5, call);
            for (int i = 0; i < m_count; ++i) {
                const int duration = i == m_slow ? m_longer : 10;
                now += 10;
                events += "{'ph': 'X', 'pid': 0, 'tid': 3, 'cat': 'kernel', 'name': '" +
                          (m_isCaptured ? kernel(i) : "other" + kernel(i)) + "', 'ts': " + std::to_string(now) +
                          ", 'dur': " + std::to_string(duration) + ", 'args': {" + call +
                          ", 'device': 0, 'stream': 3}},\n";
                now += duration;
            }
            now += 50;
        }
        return quoted("{'schemaVersion': 1, 'traceEvents': [\n" + events + "{}]}");
    }

private:
    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    [[nodiscard]] std::string kernel(int i) const { return "k" + std::to_string(i * i % m_kinds); }

    std::mt19937 m_random;
    bool m_isCaptured;
    int m_count = 0;
    int m_slow = 0;
    int m_rounds = 0;
    int m_longer = 0;  ///< us
    int m_kinds = 0;
};

}  // namespace

class CapturedGraphsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string write(const char *name, const std::string &text) const {
        const auto path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
        return path;
    }
    std::string kernelsOf(const std::string &path) const {
        const auto file = loadFile(*makeTraceJsonFormat(), path, LoadDepth::Deep);
        const auto table = file->table(TableKind::Kernels);
        std::string text;
        for (std::size_t i = 0; table && i < table->rowCount(); ++i) {
            const auto kernel = TableRecords<KernelRecord>(*table)[i];
            text += std::string(kernel.name) + ' ' + std::string(kernel.frameworkOp) + ' ' +
                    std::string(kernel.inputShapes) + ' ' + std::string(kernel.inputTypes) + ' ' +
                    std::string(kernel.module) + ' ' + std::string(kernel.python) + '\n';
        }
        return text + (file->log.count("graph_capture.unmatched") > 0 ? "unmatched" : "");
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("capture_traces"))); }

    void kernelsHaveTheOperatorsOfTheCapture_data() {
        QTest::addColumn<bool>("namesKernels");
        QTest::newRow("launches name kernels") << true;
        QTest::newRow("launches name none") << false;
    }
    void kernelsHaveTheOperatorsOfTheCapture() {
        QFETCH(bool, namesKernels);
        write("capture_traces/bs_32_rank0.json", capture(namesKernels));
        write("capture_traces/execution_details.json", quoted("[{'file': 'bs_32_rank0.json', 'batch_size': 32}]"));
        QCOMPARE(kernelsOf(write("trace.json", replay("add"))),
                 std::string("gemm aten::mm [[8, 16], [16, 4]] [float]  model.py(12): forward\n"
                             "add aten::add [[8]]  nn.Module: Norm_0 \n"));
    }

    void otherKernelsKeepNone() {
        write("capture_traces/bs_32_rank0.json", capture(true));
        // One of two by its name; then none, since the graph is another one.
        QCOMPARE(kernelsOf(write("trace.json", replay("other"))),
                 std::string("gemm aten::mm [[8, 16], [16, 4]] [float]  model.py(12): forward\n"
                             "other     \nunmatched"));
    }

    /// 100 graphs with one slow kernel: its line of the model comes first, with its time; and 100 not captured.
    void slowLinesOfGraphsComeFirst() {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("seeds/capture_traces")));
        for (unsigned seed = 0; seed < 200; ++seed) {
            const bool isCaptured = seed % 2 == 0;
            const SlowGraph graph(seed, isCaptured);
            write("seeds/capture_traces/bs_8_rank0.json", graph.capture());
            const auto file =
                loadFile(*makeTraceJsonFormat(), write("seeds/trace.json", graph.replay()), LoadDepth::Deep);
            const auto times = timesByLine(*file);
            const auto first = std::max_element(times.begin(), times.end(),
                                                [](const auto &a, const auto &b) { return a.second < b.second; });
            QVERIFY2(first != times.end(), std::to_string(seed).c_str());
            QCOMPARE(first->first, isCaptured ? lineOf(graph.slow()) : std::string());
            QVERIFY(isCaptured ? first->second == graph.slowTime() : times.size() == 1);
        }
    }

    void graphsThatAgreeLeaveOpenWhatDiffers() {
        CapturedGraph small{"capture_8", {{"k", "aten::mm", "", "[[8]]"}}};
        CapturedGraph large{"capture_16", {{"k", "aten::mm", "", "[[16]]"}}};
        const GraphReplays replays({{5, 1, 10, "k"}}, {small, large});
        QVERIFY(replays.launchOf(5) != nullptr);
        QCOMPARE(std::string(replays.launchOf(5)->operatorName), std::string("aten::mm"));
        QVERIFY(replays.launchOf(5)->shapes.empty());
        QVERIFY(replays.launchOf(6) == nullptr);
    }

    void graphsOfEqualSizeAreNotMistakenForOneAnother() {
        const std::vector<GraphWork> works{{5, 1, 10, "gemm"}, {6, 1, 20, "add"}};
        const CapturedGraph named{"capture_8", {{"sort", "aten::sort"}, {"copy", "aten::copy_"}}};
        QCOMPARE(GraphReplays(works, {named}).matched(), std::size_t{0});
        const CapturedGraph unnamed{"capture_16", {{"", "aten::mm"}, {"", "aten::add"}}};
        QCOMPARE(GraphReplays(works, {unnamed}).matched(), std::size_t{2});
        // Either may be meant.
        QCOMPARE(GraphReplays(works, {unnamed, named}).matched(), std::size_t{0});
        // Works of two streams may run in another order than that of their launches.
        auto spread = works;
        spread.back().stream = 1;
        QCOMPARE(GraphReplays(spread, {unnamed}).matched(), std::size_t{0});
        const CapturedGraph own{"capture_32", {{"gemm", "aten::mm"}, {"add", "aten::add"}}};
        const GraphReplays replays(spread, {unnamed, named, own});
        QCOMPARE(std::string(replays.launchOf(6)->operatorName), std::string("aten::add"));
    }

    void launchesWithoutOperatorAreKnown() {
        const CapturedGraph graph{"capture_8", {{"gemm", "aten::mm"}, {"add"}}};
        const GraphReplays replays({{5, 1, 10, "gemm"}, {6, 1, 20, "add"}}, {graph});
        QCOMPARE(replays.matched(), std::size_t{2});
    }

    void everyCallOfAGraphHasItsLaunches() {
        const CapturedGraph graph{"capture_8", {{"gemm", "aten::mm"}, {"add", "aten::add"}, {"gemm", "aten::bmm"}}};
        std::vector<GraphWork> works;
        for (std::uint64_t call = 0; call < 3; ++call) {
            for (const auto *name : {"gemm", "add", "gemm", "more"}) {
                const auto row = static_cast<std::uint64_t>(works.size());
                works.push_back({row, call, static_cast<std::int64_t>(row), name});
            }
        }
        const GraphReplays replays(works, {graph});
        QCOMPARE(replays.matched(), std::size_t{9});
        QCOMPARE(std::string(replays.launchOf(10)->operatorName), std::string("aten::bmm"));
    }

    void capturesOfOtherRanksAreNotRead() {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("ranks/capture_traces")));
        for (const auto *name : {"bs_8_rank0.json", "bs_8_rank1.json", "bs_8_rank10.json", "bs_8.json", "notes.txt"}) {
            write(("ranks/capture_traces/" + std::string(name)).c_str(), "[]");
        }
        const auto count = [&](const char *trace, std::optional<int> rank = {}) {
            return graphCaptureFiles(m_folder.filePath(QString::fromLatin1(trace)).toStdString(), rank).size();
        };
        QCOMPARE(count("ranks/trace_rank1.json"), std::size_t{2});
        QCOMPARE(count("ranks/trace_rank1.json", 0), std::size_t{2});
        QCOMPARE(count("ranks/trace.json", 10), std::size_t{2});
        QCOMPARE(count("ranks/trace.json"), std::size_t{4});
        QCOMPARE(count("ranks/trace_local_rank0.json"), std::size_t{4});
    }

    void textsOfAnyLengthAreCut() {
        auto text = capture(true);
        const auto at = text.find("aten::mm");
        QVERIFY(at != std::string::npos);
        text.replace(at, 8, std::string(1 << 20, 'x'));
        const auto graphs = readCapturedGraphs(write("long.json", text), {});
        QCOMPARE(graphs.size(), std::size_t{1});
        QVERIFY(graphs.front().launches.front().operatorName.size() < std::size_t{1} << 16);
        QCOMPARE(std::string(graphs.front().launches.back().module), std::string("nn.Module: Norm_0"));
    }

    void damageEndsTheList() {
        const auto whole = capture(true);
        QCOMPARE(readCapturedGraphs(write("cut.json", whole), {}).size(), std::size_t{1});
        QVERIFY(readCapturedGraphs(write("cut.json", whole.substr(0, whole.find("hipStreamEndCapture"))), {}).empty());
        QVERIFY(readCapturedGraphs(write("cut.json", ""), {}).empty());
        QVERIFY(readCapturedGraphs(m_folder.filePath(QStringLiteral("none.json")).toStdString(), {}).empty());
    }
};

TEST_SUITE(CapturedGraphsTest)

}  // namespace tst_captured_graphs

#include "tst_captured_graphs.moc"
