#include "core/base/words/message_list.h"
#include "core/settings/environment_check.h"
#include "core/settings/setting_answers.h"
#include "core/settings/snippets.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_setting_answers {

using namespace stagescope;

namespace {

QByteArray answersTo(SettingKind kind, const std::string &text) {
    QByteArray all;
    const auto read = readSettingText(text);
    for (const auto &answer : plannedAnswers(checkSettings(kind, read->root, {}))) {
        all += QByteArray::fromStdString(answer.title.id.substr(11) + " " + std::string(answerText(answer.answer)) +
                                         " " + answer.remedy.id) +
               "\n";
    }
    return all;
}

QByteArray environmentProblems(const std::map<std::string, std::string> &variables, const HostSizes &host = {}) {
    QByteArray all;
    for (const auto &problem : checkEnvironment(variables, host)) {
        all += QByteArray::fromStdString(std::string(verdictText(problem.verdict)) + " " + problem.path + " " +
                                         problem.what.id.substr(21)) +
               "\n";
        if (englishText(problem.what) == problem.what.id) {
            all += "no text\n";
        }
    }
    return all;
}

}  // namespace

class SettingAnswersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void settingsDecideWhatIsAnswered() {
        const auto bare = answersTo(SettingKind::TorchNpu, "{}");
        QVERIFY2(bare.contains("operators yes \n"), bare);
        QVERIFY2(bare.contains("communication_matrix no remedy.torch_npu.analyse\n"), bare);
        QVERIFY2(bare.contains("shapes no remedy.torch_npu.shapes\n"), bare);
        QVERIFY2(bare.contains("pipeline no remedy.torch_npu.marks\n"), bare);
        const auto rich = answersTo(SettingKind::TorchNpu, R"({"record_shapes": true, "with_stack": true,
            "profile_memory": true, "start_step": 5, "experimental_config": {"profiler_level": "Level1",
            "aic_metrics": "PipeUtilization", "mstx": true}})");
        for (const auto *question : {"time_split", "timeline", "steps", "p2p", "communication_matrix", "memory_curve",
                                     "operators", "call_stacks", "shapes", "core_metrics", "frequency"}) {
            QVERIFY2(rich.contains(QByteArray(question) + " yes \n"), rich);
        }
        QVERIFY2(rich.contains("pipeline partly remedy.torch_npu.ranges\n"), rich);
        // Counters that the level turns off are not promised.
        QVERIFY(answersTo(SettingKind::TorchNpu, R"({"experimental_config": {"aic_metrics": "Memory"}})")
                    .contains("core_metrics no"));
        QVERIFY(answersTo(SettingKind::TorchNpu, R"({"activities": ["CPU"]})").contains("operators no"));
    }
    void everyPlatformInItsWords() {
        const auto torch = answersTo(SettingKind::Torch, R"({"activities": ["CPU", "CUDA"], "with_stack": true})");
        QVERIFY2(torch.contains("operators yes \n") && torch.contains("call_stacks yes \n"), torch);
        QVERIFY2(torch.contains("frequency no remedy.torch.none\n"), torch);
        QVERIFY2(torch.contains("shapes no remedy.torch.shapes\n"), torch);
        QVERIFY(answersTo(SettingKind::Torch, R"({"activities": ["CPU"]})").contains("operators no"));
        QVERIFY(answersTo(SettingKind::MindSpore, R"({"parallel_strategy": true})").contains("groups yes"));
        QVERIFY(answersTo(SettingKind::MindSpore, "{}").contains("memory_curve no remedy.mindspore.memory"));
        QVERIFY(answersTo(SettingKind::MindSporeOptions, "{}").contains("timeline no settings.problem.off"));
        QVERIFY(answersTo(SettingKind::MindSpore, "{}").contains("data_loading no remedy.mindspore.data"));
        QVERIFY(answersTo(SettingKind::MindSporeOptions, R"({"start": true, "data_process": true})")
                    .contains("data_loading yes"));
        QVERIFY(answersTo(SettingKind::MindSporeOptions, R"({"start": true})").contains("data_loading no"));
        QVERIFY(answersTo(SettingKind::TorchNpu, "{}").contains("data_loading yes"));
        QVERIFY(answersTo(SettingKind::TorchNpu, R"({"activities": ["NPU"]})")
                    .contains("data_loading no remedy.torch_npu.data"));
        QVERIFY(answersTo(SettingKind::MindSpeed, R"({"memory_profile": {"enable": true}})").contains("snapshot yes"));
        QVERIFY(answersTo(SettingKind::MindSpeed, R"({"profile": {"enable": true}})").contains("p2p yes"));
        QCOMPARE(answersTo(SettingKind::Schedule, "{}"), QByteArray());
        QCOMPARE(answersTo(SettingKind::MindSpeed, R"({"profile": {"profile_type": "dynamic"}})"), QByteArray());
    }
    void ranksThatSuffice() {
        using Ranks = std::vector<std::int64_t>;
        QCOMPARE(sufficientRanks({}), Ranks{0});
        QCOMPARE(sufficientRanks({.dp = 2, .pp = 2}), (Ranks{0, 1, 2, 3}));
        QCOMPARE(sufficientRanks({.tp = 4, .cp = 2, .dp = 3, .pp = 2}), (Ranks{0, 8, 24, 32}));
        QCOMPARE(sufficientRanks({.tp = 2, .pp = 3}), (Ranks{0, 2, 4}));
    }
    void ranksThatAreNamed() {
        const auto of = [](SettingKind kind, const char *text) {
            return namedRanks(checkSettings(kind, readSettingText(text)->root, {}), {.dp = 4});
        };
        using Ranks = std::vector<std::int64_t>;
        QCOMPARE(*of(SettingKind::TorchNpu, R"({"is_rank": true, "rank_list": [3, 4, 0]})"), (Ranks{3, 0}));
        QVERIFY(!of(SettingKind::TorchNpu, R"({"rank_list": [3]})"));
        QVERIFY(!of(SettingKind::MindSpeed, R"({"profile": {"ranks": [-1]}})"));
        QCOMPARE(*of(SettingKind::MindSpeed, "{}"), (Ranks{0, 1, 2, 3}));
        QVERIFY(!of(SettingKind::MindSpore, "{}"));
    }
    void volume() {
        const auto of = [](const char *text) {
            return kernelTableBytes(checkSettings(SettingKind::TorchNpu, readSettingText(text)->root, {}), 2, 4);
        };
        QCOMPARE(of("{}"), 8 * kKernelTableBytesLevel0);
        QCOMPARE(of(R"({"experimental_config": {"profiler_level": "Level1"}})"), 8 * kKernelTableBytes);
        QCOMPARE(of(R"({"experimental_config": {"export_type": ["db"]}})"), 4 * kKernelTableBytesLevel0);
        QCOMPARE(of(R"({"activities": ["CPU"]})"), 0.0);
        QCOMPARE(of(R"({"experimental_config": {"profiler_level": "Level_none"}})"), 0.0);
    }
    void environment_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("problems");
        const auto row = [](const char *title, const char *name, const char *value, const char *problems) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(value) << QByteArray(problems);
        };
        const auto *affinity = "CPU_AFFINITY_CONF";
        row("coarse", affinity, "1", "");
        row("fine, ranges", affinity, "mode:2,npu0:0-9,npu1:10-19,npu1:30-30,force:1,npu_affine:0,lazy_bind:1", "");
        row("off", affinity, "0", "warning CPU_AFFINITY_CONF affinity_off\n");
        row("range without mode", affinity, "npu0:0-1", "ignored CPU_AFFINITY_CONF affinity_no_mode\n");
        row("range in mode 0", affinity, "mode:0,npu0:0-1", "ignored CPU_AFFINITY_CONF affinity_off\n");
        row("reversed", affinity, "1,npu0:9-2", "ignored CPU_AFFINITY_CONF affinity_reversed\n");
        row("shared", affinity, "1,npu0:0-9,npu1:9-12", "warning CPU_AFFINITY_CONF affinity_overlap\n");
        row("no such card", affinity, "1,npu8:0-3", "ignored CPU_AFFINITY_CONF affinity_card\n");
        row("no such core", affinity, "1,npu0:0-64", "stops CPU_AFFINITY_CONF affinity_cores\n");
        row("card over 99", affinity, "1,npu100:0-1", "ignored CPU_AFFINITY_CONF affinity_part\n");
        row("no mode 3", affinity, "3,mode:1", "ignored CPU_AFFINITY_CONF affinity_part\n");
        row("by topology", affinity, "1,npu_affine:1,bind_irq:1,lazy_bind:0", "");
        row("switch of 2", affinity, "1,force:2", "ignored CPU_AFFINITY_CONF affinity_part\n");
        row("one core", affinity, "1,npu0:7", "");
        row("no such core, forced", affinity, "1,npu0:0-64,force:1", "warning CPU_AFFINITY_CONF affinity_forced\n");
        row("forced, taken back", affinity, "1,force:1,force:0,npu0:64", "stops CPU_AFFINITY_CONF affinity_cores\n");
        row("fine, few cores", affinity, "2,npu0:0-3,npu1:10-12,npu1:14-15",
            "warning CPU_AFFINITY_CONF affinity_few\n");
        row("coarse, few cores", affinity, "1,npu0:0-3", "");
        row("nonsense", affinity,
            "1,npu:,::", "ignored CPU_AFFINITY_CONF affinity_part\nignored CPU_AFFINITY_CONF affinity_part\n");
        row("queue", "TASK_QUEUE_ENABLE", "2", "");
        row("queue off", "TASK_QUEUE_ENABLE", "0", "warning TASK_QUEUE_ENABLE queue_off\n");
        row("queue 3", "TASK_QUEUE_ENABLE", "3", "stops TASK_QUEUE_ENABLE queue\n");
        row("queue text", "TASK_QUEUE_ENABLE", "on", "stops TASK_QUEUE_ENABLE queue\n");
        row("blocking", "ASCEND_LAUNCH_BLOCKING", "1", "warning ASCEND_LAUNCH_BLOCKING blocking\n");
        row("allocator", "PYTORCH_NPU_ALLOC_CONF", "expandable_segments:True,max_split_size_mb:128", "");
        row("split", "PYTORCH_NPU_ALLOC_CONF", "max_split_size_mb:20", "stops PYTORCH_NPU_ALLOC_CONF allocator\n");
        row("threshold", "PYTORCH_NPU_ALLOC_CONF", "garbage_collection_threshold:1",
            "stops PYTORCH_NPU_ALLOC_CONF allocator\n");
        row("lower case", "PYTORCH_NPU_ALLOC_CONF", "expandable_segments:true",
            "stops PYTORCH_NPU_ALLOC_CONF allocator\n");
        row("half a word", "PYTORCH_NPU_ALLOC_CONF", "expandable_segments:Tru",
            "stops PYTORCH_NPU_ALLOC_CONF allocator\n");
        row("no option", "PYTORCH_NPU_ALLOC_CONF", "expandable:True", "stops PYTORCH_NPU_ALLOC_CONF allocator\n");
        const auto *stopped = "stops PYTORCH_NPU_ALLOC_CONF allocator\n";
        const auto *allocator = "PYTORCH_NPU_ALLOC_CONF";
        row("all of them", allocator,
            "base_addr_aligned_kb:16, page_size:1g,large_segment_size_mb:512,multi_stream_lazy_reclaim:True,"
            "pinned_use_background_threads:False,garbage_collection_threshold:0.6,"
            "roundup_power2_divisions:[256:1,512:2,>:4],expandable_segments:False",
            "");
        row("rounding, one number", allocator, "roundup_power2_divisions:4", "");
        row("aligned", allocator, "base_addr_aligned_kb:17", stopped);
        row("aligned below", allocator, "base_addr_aligned_kb:-1", stopped);
        row("pages", allocator, "page_size:2m", stopped);
        row("large segments", allocator, "large_segment_size_mb:19", stopped);
        row("old name", allocator, "segment_size_mb:20", "warning PYTORCH_NPU_ALLOC_CONF allocator_renamed\n");
        row("old name, too large", allocator, "segment_size_mb:513", stopped);
        row("reclaim", allocator, "multi_stream_lazy_reclaim:1", stopped);
        row("threads", allocator, "pinned_use_background_threads:yes", stopped);
        row("threshold of 0", allocator, "garbage_collection_threshold:0", stopped);
        row("path", "PROF_CONFIG_PATH", "/data/Job_7/conf", "");
        row("path with a dash", "PROF_CONFIG_PATH", "/data/job-7", "stops PROF_CONFIG_PATH config_path\n");
        row("path with a dot", "PROF_CONFIG_PATH", "./conf", "stops PROF_CONFIG_PATH config_path\n");
        row("another", "HOME", "/", "");
    }
    void environment() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, problems);
        QCOMPARE(environmentProblems({{name.toStdString(), value.toStdString()}}, {.devices = 8, .cores = 64}),
                 problems);
    }
    void variablesTogether() {
        QCOMPARE(environmentProblems({{"TASK_QUEUE_ENABLE", "2"}, {"ASCEND_LAUNCH_BLOCKING", "1"}}),
                 QByteArray("ignored TASK_QUEUE_ENABLE queue_blocking\nwarning ASCEND_LAUNCH_BLOCKING blocking\n"));
        QCOMPARE(environmentProblems({{"TASK_QUEUE_ENABLE", "0"}, {"PER_STREAM_QUEUE", "1"}}),
                 QByteArray("warning TASK_QUEUE_ENABLE queue_off\nignored PER_STREAM_QUEUE needs_queue\n"));
        QCOMPARE(environmentProblems({{"TASK_QUEUE_ENABLE", "0"}, {"TORCH_NPU_LAZY_FUSION", "True"}}),
                 QByteArray("warning TASK_QUEUE_ENABLE queue_off\nignored TORCH_NPU_LAZY_FUSION needs_queue\n"));
        QCOMPARE(environmentProblems({{"TASK_QUEUE_ENABLE", "1"}, {"PER_STREAM_QUEUE", "1"}}), QByteArray());
        QCOMPARE(environmentProblems({{"PYTORCH_NPU_ALLOC_CONF", ""}, {"PYTORCH_ALLOC_CONF", ""}}),
                 QByteArray("stops PYTORCH_NPU_ALLOC_CONF two_allocators\n"));
        QVERIFY(environmentProblems({{"CPU_AFFINITY_CONF", std::string(100'000, ',')}}).size() < 1'000'000);
    }
    void snippetsHoldTheNumbersOfTheUser() {
        const auto find = [](std::string_view id) {
            const auto list = snippetList();
            return *std::find_if(list.begin(), list.end(), [&](const Snippet &s) { return s.id == id; });
        };
        const auto metadata =
            snippetText(find("metadata"), {{"pp", "4"}, {"dp", "2"}, {"global_batch", "64"}, {"micro_batch", "2"}});
        QVERIFY(metadata->find("\"microbatch_num\": 16") != std::string::npos);
        QVERIFY(metadata->find("\"pipeline_model_parallel_size\": 4") != std::string::npos);
        QVERIFY(snippetText(find("profiler"), {{"active", "3"}, {"skip_first", "0"}})->find("at least 4") !=
                std::string::npos);
        QVERIFY(snippetText(find("gpu"), {{"microbatches", "5"}})->find("f\"forward_step {microbatch}\"") !=
                std::string::npos);
        for (const auto &snippet : snippetList()) {
            const auto text = snippetText(snippet, {});
            QVERIFY(text.has_value());
            for (const auto &number : snippetNumbers()) {
                QVERIFY(text->find("{" + std::string(number.name) + "}") == std::string::npos);
            }
        }
        const auto holds = [&](const char *id, const char *part) {
            return snippetText(find(id), {{"active", "3"}, {"skip_first", "5"}})->find(part) != std::string::npos;
        };
        QVERIFY(holds("mindspore", "first=6, last=8") && holds("mindspore", "start_profile=False"));
        QVERIFY(holds("mindspore_dynamic", "at least 8"));
        // Ranges know their microbatch, and an empty store makes none.
        QVERIFY(holds("dualpipev", "kwargs[\"current_microbatch\"]") &&
                holds("dualpipev", "WeightGradStore.cache) == 0"));
        QVERIFY(!snippetText(find("metadata"), {{"global_batch", "7"}, {"dp", "2"}}).has_value());
        QVERIFY(!snippetText(find("metadata"), {{"dp", "0"}}).has_value());
        QVERIFY(!snippetText(find("metadata"), {{"dp", "99999999999999999999"}}).has_value());
        QVERIFY(!snippetText(find("metadata"), {{"nothing", "1"}}).has_value());
    }
};

TEST_SUITE(SettingAnswersTest)

}  // namespace tst_setting_answers

#include "tst_setting_answers.moc"
