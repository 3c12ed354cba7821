// Traces of torch.profiler from other devices than CUDA's: what they say is shown, and nothing false beside it.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/words/message_list.h"
#include "core/scene/pages/summary_model.h"
#include "core/session/loading/load_job.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_kineto_kinds {

using namespace stagescope;

namespace {

constexpr int kSteps = 3;
constexpr int kKernels = 20;  ///< of a step

/// What Kineto calls the parts of a device.
struct Device {
    std::string label;
    std::string runtime;
    std::string kernel;
    std::string more;  ///< events besides, each with a comma before it
};

std::string complete(const std::string &category, const std::string &name, int process, int thread, double begin,
                     double duration, const std::string &arguments = {}) {
    return ",{\"ph\":\"X\",\"cat\":\"" + category + "\",\"name\":\"" + name + "\",\"pid\":" + std::to_string(process) +
           ",\"tid\":" + std::to_string(thread) + ",\"ts\":" + std::to_string(begin) +
           ",\"dur\":" + std::to_string(duration) + ",\"args\":{" + arguments + "}}";
}

std::string named(const std::string &what, const std::string &key, const std::string &value, int process, int thread) {
    return ",{\"ph\":\"M\",\"name\":\"" + what + "\",\"pid\":" + std::to_string(process) +
           ",\"tid\":" + std::to_string(thread) + ",\"ts\":0,\"args\":{\"" + key + "\":\"" + value + "\"}}";
}

/// Steps of 200 us; each operator of 8 us launches a kernel of 7.5 us, where there is a device.
std::string traceOf(const Device &device) {
    auto events = std::string(
                      "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":100,\"tid\":0,\"ts\":0,"
                      "\"args\":{\"name\":\"python\"}}") +
                  named("process_labels", "labels", "CPU", 100, 0) +
                  named("thread_name", "name", "thread 100 (python)", 100, 100);
    if (!device.label.empty()) {
        events += named("process_labels", "labels", device.label, 0, 0) +
                  named("thread_name", "name", "stream 7 ", 0, 7) + named("thread_name", "name", "stream 8 ", 0, 8);
    }
    double time = 1000;
    int id = 1;
    for (int step = 0; step < kSteps; ++step, time += 10) {
        const double begin = time;
        for (int i = 0; i < kKernels; ++i, time += 10, ++id) {
            const auto external = "\"External id\":" + std::to_string(id);
            const auto join = external + ",\"correlation\":" + std::to_string(id);
            events += complete("cpu_op", i % 2 == 0 ? "aten::add" : "aten::mm", 100, 100, time, 8,
                               external + ",\"Input Dims\":[[4,4],[4,4]],\"Input type\":[\"float\",\"float\"]");
            if (!device.label.empty()) {
                events += complete(device.runtime, "launch", 100, 100, time + 2, 3, join) +
                          complete(device.kernel, i % 2 == 0 ? "add_kernel" : "gemm_kernel", 0, 7, time + 6, 7.5, join);
            }
        }
        events +=
            complete("user_annotation", "ProfilerStep#" + std::to_string(step), 100, 100, begin, time - begin + 2);
    }
    return "{\"schemaVersion\":1,\"record_shapes\":1,\"distributedInfo\":{\"rank\":0,\"world_size\":128},"
           "\"traceEvents\":[" +
           events + device.more + "],\"traceName\":\"x.json\"}";
}

class Opened {
public:
    explicit Opened(const Device &device) {
        m_tree.file("worker_0.pt.trace.json", traceOf(device));
        if (auto run = loadRun(m_tree.path(), RunId{0}, LoadDepth::Deep)) {
            m_workspace.runs.push_back(std::move(*run));
        }
    }
    [[nodiscard]] const Run &run() const { return m_workspace.runs.front(); }
    [[nodiscard]] ResultTable table(const std::string &id) const {
        const auto *entry = analysisById(id);
        AnalysisInput input{.workspace = &m_workspace};
        for (const auto &parameter : entry->parameters) {
            input.parameters[parameter.name] = parameter.defaultValue;
        }
        auto table = entry->run(input, {});
        return table ? std::move(*table) : ResultTable{};
    }
    /// All that `check` says of it.
    [[nodiscard]] std::string words() const {
        std::string text;
        for (const auto &capability : capabilities(run())) {
            text += englishText(capability.remedy) + "\n";
        }
        for (const auto &finding : findings(run())) {
            text += findingText(finding.title) + "\n" + findingText(finding.remedy) + "\n";
        }
        return text;
    }
    [[nodiscard]] Answer answer(const std::string &title) const {
        const auto all = capabilities(run());
        const auto it = std::find_if(all.begin(), all.end(), [&](const Capability &c) { return c.question == title; });
        return it == all.end() ? Answer::No : it->answer;
    }

private:
    ProfileTree m_tree;
    Workspace m_workspace;
};

double sumOf(const ResultTable &table, std::string_view column) {
    double sum = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        sum += std::stod(table.text(row, column));
    }
    return sum;
}

double durationOf(const ResultTable &table, std::string_view metric) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.text(row, "metric") == metric) {
            return std::stod(table.text(row, "duration_ms"));
        }
    }
    return -1;
}

bool holdsAscend(const std::string &words) {
    return words.find("torch_npu") != std::string::npos || words.find("NPU") != std::string::npos ||
           words.find("TASK_QUEUE") != std::string::npos;
}

}  // namespace

class KinetoKindsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTableAnswers_data() {
        QTest::addColumn<int>("kind");
        for (std::size_t i = 0; i < devices().size(); ++i) {
            QTest::newRow(i == 0 ? "CPU" : devices()[i].label.c_str()) << static_cast<int>(i);
        }
    }
    void everyTableAnswers() {
        QFETCH(const int, kind);
        const Opened opened(devices()[static_cast<std::size_t>(kind)]);
        for (const auto &entry : analysisList()) {
            const auto table = opened.table(entry.id);
            QVERIFY2(table.columns.size() == entry.columns.size() || !table.columns.empty(), entry.id.c_str());
        }
        QVERIFY2(!holdsAscend(opened.words()), opened.words().c_str());
        QCOMPARE(opened.table("steps").rows.size(), std::size_t{kSteps});
        for (const auto &fact : summaryFacts(opened.run(), stepBars(opened.run(), timeSplits(opened.run())))) {
            QVERIFY2(fact.label.id != "summary.fact.cann" && fact.label.id != "summary.fact.torch_npu",
                     fact.label.id.c_str());
            QVERIFY(fact.label.id != "summary.fact.steps" || fact.value.starts_with("3"));
        }
    }

    void remediesAreOfTheDeviceThatWasProfiled_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<std::string>("remedy");
        const std::string none = "Not recorded by torch.profiler.";
        QTest::newRow("CPU") << 0 << std::string("Call torch.cuda.memory._record_memory_history()");
        QTest::newRow("XPU") << 1 << std::string("Call torch.xpu.memory._record_memory_history()");
        QTest::newRow("MTIA") << 2 << none;
        QTest::newRow("HPU") << 3 << none;
    }
    void remediesAreOfTheDeviceThatWasProfiled() {
        QFETCH(const int, kind);
        QFETCH(const std::string, remedy);
        const Opened opened(devices()[static_cast<std::size_t>(kind)]);
        const auto snapshot = englishText(capabilityRemedy(opened.run(), "snapshot"));
        QVERIFY2(snapshot.starts_with(remedy), snapshot.c_str());
        QVERIFY2(kind == 0 || opened.words().find("cuda") == std::string::npos, opened.words().c_str());
    }
    void whatAHostAloneLacksIsNamedAfterTheDevice() {
        const Opened opened(devices().front());
        const auto remedy = englishText(capabilityRemedy(opened.run(), "time_split"));
        QVERIFY2(remedy.find("ProfilerActivity.CUDA") != std::string::npos, remedy.c_str());
    }

    void aTraceOfTheHostAloneSaysSo() {
        const Opened opened(devices().front());
        QCOMPARE(opened.table("time_split").rows.size(), std::size_t{0});
        for (const auto *id : {"time_split", "kernel_stats", "op_stats", "overall_metrics"}) {
            QCOMPARE(opened.table(id).rows.size(), std::size_t{0});
            QVERIFY2(!opened.table(id).notes.empty(), id);
        }
        QCOMPARE(opened.answer("timeline"), Answer::Yes);
        QCOMPARE(opened.answer("time_split"), Answer::No);
    }

    void devicesOfOthersAreReadAsGpusAre_data() {
        QTest::addColumn<int>("kind");
        for (std::size_t i = 1; i < devices().size(); ++i) {
            QTest::newRow(devices()[i].label.c_str()) << static_cast<int>(i);
        }
    }
    void devicesOfOthersAreReadAsGpusAre() {
        QFETCH(const int, kind);
        const Opened opened(devices()[static_cast<std::size_t>(kind)]);
        const auto kernels = opened.table("kernel_stats");
        QCOMPARE(sumOf(kernels, "count"), double{kSteps * kKernels});
        QCOMPARE(sumOf(kernels, "total_us"), kSteps * kKernels * 7.5);
        QVERIFY(!opened.table("framework_ops").rows.empty());
        const auto split = opened.table("time_split");
        QCOMPARE(split.rows.size(), std::size_t{kSteps});
        QCOMPARE(split.text(0, "source"), std::string("launches"));
        QCOMPARE(sumOf(split, "computing_us"), kSteps * kKernels * 7.5);
        QCOMPARE(opened.answer("time_split"), Answer::Yes);
    }

    void copiesAndCollectivesOfXpusAreNoComputing() {
        const Opened opened(devices()[1]);
        const auto copies = opened.table("copies");
        QCOMPARE(copies.rows.size(), std::size_t{1});
        QCOMPARE(copies.text(0, "name"), std::string("Memcpy M2D"));
        const auto operators = opened.table("op_stats");
        bool isFound = false;
        for (std::size_t row = 0; row < operators.rows.size(); ++row) {
            isFound = isFound || (operators.text(row, "op_class") == "communication" &&
                                  operators.text(row, "name").find("oneccl") != std::string::npos);
        }
        QVERIFY(isFound);
    }

    /// Kernels of a warm-up that still run have no launch in the file.
    void whatWasLaunchedBeforeTheCaptureIsNotItsTime() {
        auto device = devices()[1];
        device.more = complete("kernel", "late_kernel", 0, 7, 900, 50, "\"correlation\":7777") +
                      complete("kernel", "late_kernel", 0, 7, 960, 30, "\"correlation\":7778");
        const Opened opened(device);
        const auto metrics = opened.table("overall_metrics");
        QCOMPARE(durationOf(metrics, "Computing Time"), kSteps * kKernels * 0.0075);
        QCOMPARE(durationOf(metrics, "E2E Time"), 0.6175);
        for (const auto *id : {"kernel_stats", "op_stats"}) {
            const auto table = opened.table(id);
            QCOMPARE(sumOf(table, "count"), double{kSteps * kKernels + 2});
            QVERIFY2(
                std::any_of(table.notes.begin(), table.notes.end(),
                            [](const std::string &note) { return note.find("2 of 62 entries") != std::string::npos; }),
                id);
        }
    }

    void operatorsWithoutGroupsSayWhyThereIsNoBusBandwidth() {
        auto device = devices()[1];
        device.label = "GPU 0";
        device.runtime = "cuda_runtime";
        device.more = complete("cpu_op", "record_param_comms", 100, 100, 1011, 1, "\"External id\":2") +
                      complete("kernel", "ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*)", 0, 8, 1020, 600,
                               "\"External id\":2,\"correlation\":8888");
        const Opened opened(device);
        const auto groups = opened.table("comm_groups");
        QCOMPARE(groups.rows.size(), std::size_t{1});
        QCOMPARE(groups.text(0, "communication_group"), std::string("NCCL"));
        QCOMPARE(groups.text(0, "size"), std::string());
        QCOMPARE(groups.notes.size(), std::size_t{1});
        QVERIFY(groups.notes.front().find("no communication groups") != std::string::npos);
        // Its wait for ranks that are not here counts as transfer, which a table with such rows says, and no other.
        const auto tellsLoneRanks = [](const ResultTable &table) {
            return std::any_of(table.notes.begin(), table.notes.end(), [](const std::string &note) {
                return note.find("one rank is here") != std::string::npos;
            });
        };
        const auto times = opened.table("comm_time");
        QVERIFY(!times.rows.empty());
        QVERIFY(tellsLoneRanks(times));
        const Opened silent(devices()[2]);
        QVERIFY(silent.table("comm_time").rows.empty());
        QVERIFY(!tellsLoneRanks(silent.table("comm_time")));
        const auto found = findings(opened.run());
        QVERIFY(std::none_of(found.begin(), found.end(),
                             [](const Finding &finding) { return finding.rule == "exposed_dp"; }));
        // Nor does the size of the world tell who is whose replica.
        const auto places = opened.table("parallel_strategy");
        QCOMPARE(places.rows.size(), std::size_t{0});
        QCOMPARE(places.notes.size(), std::size_t{1});
    }

private:
    static const std::vector<Device> &devices() {
        static const std::vector<Device> list{
            {},
            {"XPU 0", "xpu_runtime", "kernel",
             complete("gpu_memcpy", "Memcpy M2D", 0, 7, 1700, 4, "\"correlation\":9000,\"Bytes\":4096") +
                 complete("xpu_driver", "zeCommandListAppendMemoryCopy", 100, 100, 1690, 1, "\"correlation\":9000") +
                 complete("xpu_sync", "urEventWait", 100, 100, 1695, 1) +
                 complete("kernel", "oneccl_allreduce_entry", 0, 8, 1710, 5)},
            {"MTIA 0", "mtia_runtime", "mtia_ccp_events", complete("mtia_insight", "insight", 0, 8, 1050, 400)},
            {"HPU 0", "privateuse1_runtime", "hpu_op", {}}};
        return list;
    }
};

TEST_SUITE(KinetoKindsTest)

}  // namespace tst_kineto_kinds

#include "tst_kineto_kinds.moc"
