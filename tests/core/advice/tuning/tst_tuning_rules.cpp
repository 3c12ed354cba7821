#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/store/tables/kernel_record.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_tuning_rules {

using namespace stagescope;
using planted::RecordedRank;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// A call of the host by which the device waits: the step has kernels of 1 ms each, launched far ahead, from 0 to 50 ms
/// and from 60 to 100 ms.
void addLateKernels(RecordedRank &recorded) {
    for (std::int64_t i = 0; i < 90; ++i) {
        const bool isLate = i >= 50;
        const auto device = (100 + i + (isLate ? 10 : 0)) * kMs;
        const auto launch = isLate ? (159 * kMs + 990'000 + i * 50) : (50 + i / 10) * kMs + i * 100;
        recorded.direct("aten::mm", "MatMul", launch - 10, launch, device, device + kMs);
    }
}
RankCapture rankWith(std::string_view call, std::int64_t begin, std::int64_t end, int count = 1) {
    RecordedRank recorded;
    addLateKernels(recorded);
    const auto length = (end - begin) / count;
    for (int i = 0; i < count && !call.empty(); ++i) {
        recorded.host(call, begin + i * length, begin + (i + 1) * length, SliceClass::Runtime, "thread 3");
    }
    return recorded.capture(0, {planted::steps({{1, 100 * kMs, 200 * kMs}})});
}

/// The same, with so much work in the two threads of the task queue, and memory of a component.
RankCapture queuedRank(std::int64_t first, std::int64_t second, std::string_view component) {
    RecordedRank recorded;
    addLateKernels(recorded);
    if (second > 0) {
        recorded.host("Enqueue@aten::mm", 100 * kMs, 100 * kMs + first, SliceClass::Runtime, "thread 3");
        recorded.host("Dequeue@aten::mm", 100 * kMs, 100 * kMs + second, SliceClass::Runtime, "thread 4");
    }
    std::vector<std::shared_ptr<const TableStore>> tables{planted::steps({{1, 100 * kMs, 200 * kMs}})};
    if (!component.empty()) {
        TableBuilder memory(TableKind::MemorySamples);
        memory.set("component", component).set("time_ns", 100 * kMs).endRow();
        tables.push_back(planted::shared(memory));
    }
    return recorded.capture(0, std::move(tables));
}

std::vector<Finding> found(RankCapture capture, const RuleValues &values = {}) {
    const auto space = planted::workspace({std::move(capture)});
    return findings(space.runs[0], values);
}

const Finding *of(const std::vector<Finding> &list, std::string_view rule) {
    const auto it = std::find_if(list.begin(), list.end(), [&](const Finding &f) { return f.rule == rule; });
    return it == list.end() ? nullptr : &*it;
}

struct PlantedKernel {
    std::string_view type;
    std::string_view core;
    std::string_view types;
    std::int64_t micros;
    std::int64_t blocks = -1;
};

/// Kernels one after the other, in a step of 100 ms.
RankCapture rankWith(const std::vector<PlantedKernel> &kernels, int rank = 0) {
    TableBuilder builder(TableKind::Kernels);
    std::int64_t begin = 0;
    for (const auto &kernel : kernels) {
        builder.set("name", kernel.type)
            .set("type", kernel.type)
            .set("core", kernel.core)
            .set("op_state", "static")
            .set("input_types", kernel.types)
            .set("begin_ns", begin)
            .set("duration_ns", 1000 * kernel.micros)
            .set("block_dim", kernel.blocks)
            .endRow();
        begin += 1000 * kernel.micros;
    }
    auto result = planted::capture(rank, {planted::shared(builder), planted::steps({{1, 0, 100 * kMs}})});
    result.state = LoadState::Deep;
    return result;
}

std::shared_ptr<const TableStore> settings(const std::vector<std::pair<std::string, std::string>> &values) {
    TableBuilder builder(TableKind::Environment);
    for (const auto &[key, value] : values) {
        builder.set("section", "environment").set("key", key).set("value", value).endRow();
    }
    return planted::shared(builder);
}

}  // namespace

class TestTuningRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Each call fills the 10 ms for which the device waits.
    void callsOfTheHost_data() {
        QTest::addColumn<QByteArray>("call");
        QTest::addColumn<int>("count");
        QTest::addColumn<QByteArray>("rule");
        const auto row = [](const char *call, int count, const char *rule) {
            QTest::newRow(call) << QByteArray(call) << count << QByteArray(rule);
        };
        row("GC", 2, "garbage_collection");
        row("SyncBatchNorm", 20, "sync_batch_norm");
        row("SyncBatchNorm ", 20, "");
        row("AscendCL@aclrtFreePhysical", 3, "memory_operations");
        row("cudaFree", 3, "memory_operations");
        row("AscendCL@aclopCompileAndExecute", 30, "online_compilation");
        row("nn.Module: DataParallel_0", 1, "data_parallel");
        row("nn.Module: DistributedDataParallel_0", 1, "");
        row("Optimizer.step#SGD.step", 1, "unfused_optimizer");
        row("Optimizer.step#NpuFusedSGD.step", 1, "");
        row("aten::linear", 1, "");
    }
    void callsOfTheHost() {
        QFETCH(QByteArray, call);
        QFETCH(int, count);
        QFETCH(QByteArray, rule);
        const auto list = found(rankWith(call.toStdString(), 149 * kMs, 160 * kMs, count));
        if (rule.isEmpty()) {
            QCOMPARE(list.size(), std::size_t{1});
            QCOMPARE(list[0].rule, std::string("host_launch"));
            return;
        }
        const auto *finding = of(list, rule.toStdString());
        QVERIFY(finding != nullptr);
        QVERIFY(finding->impact > 99 * kMs / 10 * Nanos{1} && finding->impact <= Nanos{10 * kMs});
        QVERIFY(std::holds_alternative<SliceRef>(finding->evidence.items.at(0)));
        QCOMPARE(finding->evidence.step, std::optional<std::int64_t>(1));
        for (const auto &message : finding->facts) {
            const auto text = findingText(message);
            QVERIFY2(text != message.id && text.find("%1") == std::string::npos, text.c_str());
        }
        QVERIFY(findingText(finding->remedy) != finding->remedy.id);
        QVERIFY(findingText(finding->assumptions.at(0)) != finding->assumptions[0].id);
        // What is explained is not said twice.
        const bool explainsGap = rule != "sync_batch_norm" && rule != "unfused_optimizer";
        QCOMPARE(of(list, "host_launch") == nullptr, explainsGap);
    }
    /// Calls cost nothing where the device works beneath them; with share 0 they are told nevertheless, as the advisor
    /// counts them.
    void callsBesideWorkCostNothing() {
        const auto beside = rankWith("GC", 110 * kMs, 114 * kMs, 2);
        QVERIFY(of(found(beside), "garbage_collection") == nullptr);
        const auto told = found(beside, {{"garbage_collection.share", 0}});
        const auto *finding = of(told, "garbage_collection");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->impact, Nanos{0});
        QCOMPARE(finding->facts.at(0).args.at(0), std::string("2"));
        QCOMPARE(finding->facts.at(0).args.at(2), std::string("4.0"));
        // Too few, too short.
        QVERIFY(of(found(rankWith("AscendCL@aclopCompileAndExecute", 149 * kMs, 160 * kMs, 19)),
                   "online_compilation") == nullptr);
        QVERIFY(of(found(rankWith("GC", 149 * kMs, 160 * kMs, 12)), "garbage_collection") == nullptr);
    }
    void streamsThatAreWaitedFor() {
        for (const bool isEach : {true, false}) {
            RecordedRank recorded;
            for (std::int64_t i = 0; i < 50; ++i) {
                const auto begin = (100 + 2 * i) * kMs;
                recorded.direct("aten::mm", "MatMul", begin - 40'000, begin - 20'000, begin, begin + kMs);
                if (isEach || i % 3 == 0) {
                    recorded.host("aclrtSynchronizeStreamWithTimeout", begin - 5'000, begin + kMs + 2'000,
                                  SliceClass::Runtime);
                }
            }
            const auto list = found(recorded.capture(0, {planted::steps({{1, 100 * kMs, 200 * kMs}})}));
            const auto *finding = of(list, "stream_sync");
            QCOMPARE(finding != nullptr, isEach);
            QVERIFY(finding == nullptr || finding->impact > Nanos{40 * kMs});
            QVERIFY(finding == nullptr || list.front().rule == "stream_sync");
        }
    }
    void collectionsAreConjectured() {
        RecordedRank recorded;
        for (std::int64_t i = 0; i < 20; ++i) {
            const auto late = i < 10 ? 0 : 300 * kMs;
            const auto begin = 100 * kMs + i * kMs + late;
            const auto launch = i < 10 ? 90 * kMs + i * 1000 : 409 * kMs + 900'000 + i * 1000;
            recorded.direct("aten::mm", "MatMul", launch - 10, launch, begin, begin + kMs);
        }
        const auto list = found(recorded.capture(0, {planted::steps({{1, 100 * kMs, 420 * kMs}})}));
        const auto *finding = of(list, "garbage_collection");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->title.id, std::string("finding.garbage_collection.conjectured"));
        QCOMPARE(finding->certainty, Certainty::Inferred);
        QCOMPARE(finding->impact, Nanos{300 * kMs});
    }
    void kernels_data() {
        QTest::addColumn<QByteArray>("core");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<int>("micros");
        QTest::addColumn<int>("blocks");
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<double>("lost");  // ms
        const auto row = [](const char *name, const char *core, const char *type, int micros, int blocks,
                            const char *rule, double lost) {
            QTest::newRow(name) << QByteArray(core) << QByteArray(type) << micros << blocks << QByteArray(rule) << lost;
        };
        row("AI CPU kernels", "AI_CPU", "Index", 5000, 1, "aicpu", 5);
        row("on the AI CPU, of no account", "AI_CPU", "Index", 250, 1, "", 0);
        row("blocks that leave half of the last round", "AI_CORE", "MatMulV3", 20'000, 30, "block_dim", 5);
        row("blocks that fill two rounds", "AI_CORE", "MatMulV3", 20'000, 40, "", 0);
        row("formats", "AI_VECTOR_CORE", "TransData", 2000, 40, "format_conversion", 2);
        row("negative", "AI_CPU", "Index", -5000, 1, "", 0);
    }
    void kernels() {
        QFETCH(QByteArray, core);
        QFETCH(QByteArray, type);
        QFETCH(int, micros);
        QFETCH(int, blocks);
        QFETCH(QByteArray, rule);
        QFETCH(double, lost);
        std::vector<PlantedKernel> kernels(30, {"MatMulV3", "AI_CORE", "DT_BF16;DT_BF16", 1000, 20});
        kernels.push_back({type.toStdString(), core.toStdString(), "DOUBLE;INT64", micros, blocks});
        const std::string typeText = type.toStdString();
        const std::string coreText = core.toStdString();
        kernels.back().type = typeText;
        kernels.back().core = coreText;
        const auto list = found(rankWith(kernels));
        QCOMPARE(list.size(), rule.isEmpty() ? std::size_t{0} : std::size_t{1});
        if (!rule.isEmpty()) {
            QCOMPARE(list[0].rule, rule.toStdString());
            QCOMPARE(list[0].impact, Nanos{std::llround(lost * 1e6)});
        }
        if (rule == "aicpu") {
            const auto has = [&](const char *text) {
                return std::any_of(list[0].facts.begin(), list[0].facts.end(), [&](const Message &fact) {
                    return findingText(fact).find(text) != std::string::npos;
                });
            };
            QVERIFY(has("Index (DOUBLE;INT64) 5.0 ms"));
            QVERIFY(has("Data types not supported by AI Cores: DOUBLE."));
        }
    }
    /// Of several ranks those are blamed that lose much more than most; where most lose alike, none is.
    void blamesTheRankThatStandsOut() {
        const std::vector<PlantedKernel> healthy(30, {"MatMulV3", "AI_CORE", "", 1000, 20});
        auto ill = healthy;
        ill.push_back({"Index", "AI_CPU", "", 5000, 1});
        const auto one = planted::workspace({rankWith(healthy, 0), rankWith(ill, 1), rankWith(healthy, 2)});
        const auto first = findings(one.runs[0]);
        QCOMPARE(first.at(0).rule, std::string("aicpu"));
        QCOMPARE(first[0].evidence.ranks.size(), std::size_t{1});
        QCOMPARE(first[0].evidence.ranks[0].rank, 1);
        const auto all = planted::workspace({rankWith(ill, 0), rankWith(ill, 1), rankWith(ill, 2)});
        QVERIFY(findings(all.runs[0]).at(0).evidence.ranks.empty());
        // Two that lose alike wait for each other: only both together save anything. Worst first.
        auto less = healthy;
        less.push_back({"Index", "AI_CPU", "", 3000, 1});
        auto little = healthy;
        little.push_back({"Index", "AI_CPU", "", 1000, 1});
        for (const auto &other : {ill, less}) {
            const auto two =
                planted::workspace({rankWith(other, 0), rankWith(ill, 1), rankWith(little, 2), rankWith(healthy, 3)});
            const auto both = findings(two.runs[0]);
            const auto &blamed = both.at(0).evidence.ranks;
            QCOMPARE(blamed.size(), std::size_t{2});
            QCOMPARE(blamed[0].rank + blamed[1].rank, 1);
            QVERIFY(other.back().micros == 5000 || blamed[0].rank == 1);
            QCOMPARE(both[0].cure.time.size(), std::size_t{2});
        }
        const auto most = planted::workspace({rankWith(ill, 0), rankWith(ill, 1), rankWith(healthy, 2)});
        QVERIFY(findings(most.runs[0]).at(0).evidence.ranks.empty());
    }
    /// Settings that make the host faster are advised where devices idle only.
    void settingsOfTheEnvironment() {
        auto late = rankWith("", 0, 0);  // the host lets the device wait for 10 % of the step
        late.loaded[0].tables.push_back(settings({{"ACLNN_CACHE_LIMIT", ""}, {"HOST_CACHE_CAPACITY", "x"}}));
        QVERIFY(of(found(late, {{"environment.idle_share", 0.11}}), "environment") == nullptr);
        const auto slow = found(late, {{"environment.idle_share", 0.09}});
        const auto *advised = of(slow, "environment");
        QVERIFY(advised != nullptr);
        QCOMPARE(advised->facts.size(), std::size_t{3});
        RankCapture busy = rankWith(std::vector<PlantedKernel>(98, {"MatMulV3", "AI_CORE", "", 1000, 20}));
        busy.loaded[0].tables.push_back(settings({{"ACLNN_CACHE_LIMIT", ""},
                                                  {"HOST_CACHE_CAPACITY", "20"},
                                                  {"ASCEND_GLOBAL_LOG_LEVEL", "1"},
                                                  {"HCCL_RDMA_TC", "132"},
                                                  {"ASCEND_LAUNCH_BLOCKING", "1"}}));
        const auto told = found(busy);
        const auto *bad = of(told, "environment");
        QVERIFY(bad != nullptr);
        QCOMPARE(findingText(bad->title), std::string("2 environment variables to check"));
        QCOMPARE(findingText(bad->remedy),
                 std::string("Before starting the job: export ASCEND_GLOBAL_LOG_LEVEL=3; export "
                             "ASCEND_LAUNCH_BLOCKING=0"));
        QVERIFY(of(found(rankWith("", 0, 0)), "environment") == nullptr);
        auto bound = rankWith("", 0, 0);
        bound.loaded[0].tables.push_back(settings({{"CPU_AFFINITY_CONF", "1,npu0:9-3"}, {"TASK_QUEUE_ENABLE", "0"}}));
        const auto ofBound = found(bound, {{"environment.idle_share", 0.09}});
        QVERIFY(of(ofBound, "environment") != nullptr);
        QCOMPARE(findingText(of(ofBound, "environment")->remedy),
                 std::string("Before starting the job: export CPU_AFFINITY_CONF=1; export TASK_QUEUE_ENABLE=1"));
    }
    /// What the second level saves is at most what the device waits for its host: 10 ms here.
    void secondLevelOfTheTaskQueue_data() {
        QTest::addColumn<qint64>("first");
        QTest::addColumn<qint64>("second");
        QTest::addColumn<QByteArray>("component");
        QTest::addColumn<qint64>("saved");
        QTest::newRow("uneven") << qint64(40 * kMs) << qint64(10 * kMs) << QByteArray("PTA") << qint64(10 * kMs);
        QTest::newRow("a little") << qint64(14 * kMs) << qint64(10 * kMs) << QByteArray("PTA") << qint64(2 * kMs);
        QTest::newRow("the second is busier")
            << qint64(8 * kMs) << qint64(20 * kMs) << QByteArray("PTA") << qint64(6 * kMs);
        QTest::newRow("even") << qint64(20 * kMs) << qint64(20 * kMs) << QByteArray("PTA") << qint64(0);
        QTest::newRow("level 2 is on") << qint64(40 * kMs) << qint64(10 * kMs) << QByteArray("WORKSPACE") << qint64(0);
        QTest::newRow("which level is not known") << qint64(40 * kMs) << qint64(10 * kMs) << QByteArray() << qint64(0);
        QTest::newRow("no queue") << qint64(40 * kMs) << qint64(0) << QByteArray("PTA") << qint64(0);
    }
    void secondLevelOfTheTaskQueue() {
        QFETCH(qint64, first);
        QFETCH(qint64, second);
        QFETCH(QByteArray, component);
        QFETCH(qint64, saved);
        const auto list = found(queuedRank(first, second, component.toStdString()));
        const auto *finding = of(list, "host_launch");
        QVERIFY(finding != nullptr);
        const auto fact =
            std::ranges::find(finding->facts, std::string("finding.host_launch.fact.task_queue"), &Message::id);
        QCOMPARE(fact == finding->facts.end(), saved == 0);
        if (saved > 0) {
            const auto wanted = QStringLiteral("up to %1 ms").arg(static_cast<double>(saved) / kMs, 0, 'f', 1);
            QVERIFY2(findingText(*fact).find(wanted.toStdString()) != std::string::npos, findingText(*fact).c_str());
        }
    }
    void everyRuleSaysHowAndWhenNot() {
        for (const char *id : {"aicpu", "block_dim", "no_bound", "format_conversion", "stream_sync",
                               "garbage_collection", "data_loading", "sync_batch_norm", "memory_operations",
                               "online_compilation", "data_parallel", "unfused_optimizer", "environment"}) {
            for (const char *part : {"", ".topic", ".formula", ".remedy", ".unless"}) {
                for (std::size_t i = 0; i < kPlatforms; ++i) {
                    const auto message = inWordsOf(static_cast<Platform>(i),
                                                   Message(std::string("finding.") + id + part, {"1", "2", "3"}));
                    QVERIFY2(findingText(message) != message.id, message.id.c_str());
                }
            }
        }
    }
};

TEST_SUITE(TestTuningRules)

}  // namespace tst_tuning_rules

#include "tst_tuning_rules.moc"
