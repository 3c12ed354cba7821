#include "core/analysis/overview/capabilities.h"
#include "core/analysis/overview/capability_list.h"
#include "core/base/words/message_list.h"
#include "core/demo/demo_options.h"
#include "core/formats/format.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/declared_contents.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <set>

namespace tst_capabilities {

using namespace stagescope;

namespace {

FileSource file(std::uint32_t id, std::string path, std::string format) {
    FileSource result;
    result.id = SourceId{id};
    result.path = std::move(path);
    result.format = std::move(format);
    return result;
}

Capability about(const Run &run, std::string_view question) {
    const auto list = capabilities(run);
    const auto it = std::find_if(list.begin(), list.end(), [&](const Capability &c) { return c.question == question; });
    return it == list.end() ? Capability{} : *it;
}

std::shared_ptr<const TableStore> contents(const std::vector<std::pair<std::string, std::int64_t>> &tables) {
    TableBuilder builder(TableKind::Contents);
    for (const auto &[name, rows] : tables) {
        builder.set("name", std::string_view(name)).set("rows", rows).endRow();
    }
    return planted::shared(builder);
}

}  // namespace

class CapabilitiesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyRunNamesWhatToCollect() {
        const auto space = planted::workspace({planted::capture(0, {})});
        std::set<std::string> questions;
        for (const auto &capability : capabilities(space.runs[0])) {
            questions.insert(capability.question);
            QCOMPARE(capability.answer, Answer::No);
            QVERIFY(englishOf(capability.title.id) != nullptr);
            QVERIFY(englishOf(capability.remedy.id) != nullptr);
        }
        QCOMPARE(questions.size(), std::size_t{15});
        QCOMPARE(planted::table("capabilities", {.workspace = &space}).rows.size(), std::size_t{15});
    }

    void whatIsStillToBeReadIsOnDemand() {
        auto capture = planted::capture(0, {contents({{"MEMORY_RECORD", 5}, {"TASK_PMU_INFO", 0}, {"TASK", 3}})});
        capture.files = {file(0, "/p/rank0/ascend_pytorch_profiler_0.db", "profiler_db"),
                         file(2, "/p/rank0/op_summary_1.csv", "")};
        capture.state = LoadState::Shallow;
        auto space = planted::workspace({capture});
        auto &run = space.runs[0];
        QCOMPARE(about(run, "memory_curve").answer, Answer::OnDemand);
        QCOMPARE(about(run, "memory_curve").toLoad, std::vector<int>{0});
        QVERIFY(about(run, "memory_curve").remedy.id.empty());
        QCOMPARE(about(run, "timeline").answer, Answer::OnDemand);
        QCOMPARE(about(run, "core_metrics").answer, Answer::No);
        QCOMPARE(capabilityRemedy(run, "timeline").id, std::string("remedy.load"));
        run.captures[0].state = LoadState::Deep;
        QCOMPARE(about(run, "timeline").answer, Answer::No);  // promised, and not there
        const auto operators = about(run, "operators");
        QCOMPARE(operators.remedy.id, std::string("remedy.unread"));
        QCOMPARE(operators.remedy.args, std::vector<std::string>{"op_summary_1.csv"});
    }

    /// A file of that name says nothing; what was read of it does.
    void columnsDecideAndNotNames() {
        const auto answers = [](std::string_view shapes, std::int64_t cube) {
            TableBuilder kernels(TableKind::Kernels);
            kernels.set("name", std::string_view("k")).set("input_shapes", shapes).set("cube", cube).endRow();
            auto capture = planted::capture(0, {planted::shared(kernels)});
            capture.files = {file(0, "/p/kernel_details.csv", "kernel_details")};
            capture.state = LoadState::Deep;
            const auto space = planted::workspace({capture});
            return std::pair(about(space.runs[0], "shapes").answer, about(space.runs[0], "core_metrics").answer);
        };
        QCOMPARE(answers("2,3", 1), std::pair(Answer::Yes, Answer::Yes));
        QCOMPARE(answers("", 0), std::pair(Answer::No, Answer::Yes));
        QCOMPARE(answers("", -1), std::pair(Answer::No, Answer::No));
    }

    /// PyTorch's loader is a call of the host; MindSpore writes files of its pipeline.
    void dataLoading() {
        const auto answerTo = [](const char *name, TrackKind kind) {
            TraceBuilder builder;
            const auto track = builder.track({kind, builder.intern("python"), builder.intern("1")});
            builder.slice(track, 0, 10, builder.intern(name), SliceClass::HostOp, 0);
            auto capture = planted::capture(0, {});
            capture.loaded.front().traces = {planted::trace(std::move(builder))};
            capture.files = {file(0, "/p/x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "trace_json")};
            capture.state = LoadState::Deep;
            return about(planted::workspace({capture}).runs[0], "data_loading").answer;
        };
        QCOMPARE(answerTo("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", TrackKind::HostThread),
                 Answer::Yes);
        QCOMPARE(answerTo("DataLoader", TrackKind::DeviceStream), Answer::No);
        QCOMPARE(answerTo("aten::mm", TrackKind::HostThread), Answer::No);
        TableBuilder batches(TableKind::DataBatches);
        batches.set("station", std::string_view("device_queue")).endRow();
        auto capture = planted::capture(0, {planted::shared(batches)});
        capture.files = {file(0, "/p/device_queue_profiling_0.txt", "data_pipeline")};
        const auto space = planted::workspace({capture});
        QCOMPARE(about(space.runs[0], "data_loading").answer, Answer::Yes);
        QVERIFY(about(space.runs[0], "timeline").remedy.id.starts_with("remedy.mindspore."));
    }

    void adviceIsOfThePlatformAtHand_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("remedy");
        const auto row = [](const char *path, const char *format, const char *remedy) {
            QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(format)
                                << QString::fromLatin1(remedy);
        };
        row("/p/r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "trace_json", "remedy.torch_npu.");
        row("/p/h_1_2_ascend_ms/ASCEND_PROFILER_OUTPUT/trace_view.json", "trace_json", "remedy.mindspore.");
        row("/p/ascend_mindspore_profiler_0.db", "profiler_db", "remedy.mindspore.");
        row("/p/PROF_1/mindstudio_profiler_output/msprof_1.json", "trace_json", "remedy.msprof.");
        row("/p/worker0.pt.trace.json.gz", "trace_json", "remedy.torch.");
        row("/p/job.json", "job_timeline", "remedy.job.");
    }
    void adviceIsOfThePlatformAtHand() {
        QFETCH(QString, path);
        QFETCH(QString, format);
        QFETCH(QString, remedy);
        auto capture = planted::capture(0, {});
        capture.files = {file(0, path.toStdString(), format.toStdString())};
        capture.state = LoadState::Deep;
        const auto space = planted::workspace({capture});
        for (const auto &capability : capabilities(space.runs[0])) {
            QCOMPARE(capability.answer, Answer::No);
            QVERIFY2(capability.remedy.id.starts_with(remedy.toStdString()), capability.remedy.id.c_str());
            QVERIFY(englishOf(capability.remedy.id) != nullptr);
        }
    }

    void aSettingThatIsOnIsNotAdvised() {
        TableBuilder settings(TableKind::Environment);
        for (const auto &[key, value] : std::map<std::string_view, std::string_view>{
                 {"experimental_config._profiler_level", "Level2"},
                 {"common_config.activities", "[CPU,NPU]"},
                 {"common_config.with_stack", "true"},
                 {"common_config.record_shapes", "true"},
                 {"common_config.profile_memory", "true"},
                 {"experimental_config._aic_metrics", "ACL_AICORE_PIPE_UTILIZATION"}}) {
            settings.set("section", std::string_view("profiler")).set("key", key).set("value", value).endRow();
        }
        auto capture = planted::capture(0, {planted::shared(settings)});
        capture.state = LoadState::Deep;
        for (const auto *format : {"trace_json", "communication", "profile_memory", "kernel_table"}) {
            capture.files.push_back(file(static_cast<std::uint32_t>(capture.files.size()), "/p/r_ascend_pt/x", format));
        }
        const auto space = planted::workspace({capture});
        for (const auto *question : {"time_split", "p2p", "communication_matrix", "memory_curve", "operators",
                                     "call_stacks", "shapes", "core_metrics", "frequency"}) {
            QCOMPARE(about(space.runs[0], question).remedy.id, std::string("remedy.none_occurred"));
        }
        capture.files.clear();
        const auto without = planted::workspace({capture});
        QCOMPARE(about(without.runs[0], "memory_curve").remedy.id, std::string("remedy.no_file"));
    }

    /// What is answered yes has rows in the tables that show it, what is answered no has none.
    void answersEqualRows_data() {
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("dp");
        QTest::newRow("a pipeline") << 2 << 2;
        QTest::newRow("replicas") << 1 << 2;
        QTest::newRow("one rank") << 1 << 1;
    }
    void answersEqualRows() {
        QFETCH(int, pp);
        QFETCH(int, dp);
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        DemoOptions options;
        options.pp = pp;
        options.dp = dp;
        options.microbatches = 4;
        options.steps = 2;
        QVERIFY(placeDemo(path, options));
        Workspace space;
        space.runs.push_back(*loadRun(path, RunId{0}, LoadDepth::Deep));
        QCOMPARE(undeclaredContents(space.runs[0]), QString());
        const auto answers = capabilities(space.runs[0]);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const bool isTold = answers[i].answer >= Answer::Partly;
            QVERIFY2(answers[i].toLoad.empty(), answers[i].question.c_str());
            const auto tables = capabilityList()[i].tables;
            const bool hasRows = std::any_of(tables.begin(), tables.end(), [&](std::string_view id) {
                return !planted::table(id, {.workspace = &space}).rows.empty();
            });
            QVERIFY2(tables.empty() || hasRows == isTold, answers[i].question.c_str());
        }
    }

    void everyReaderHasADescriptor() {
        std::set<std::string_view> ids;
        for (const auto &format : formatList()) {
            QVERIFY2(!formatDescriptor(format->id()).id.empty(), std::string(format->id()).c_str());
            ids.insert(format->id());
        }
        QCOMPARE(ids.size(), formatDescriptors().size());
        const auto *snapshots = formatById("memory_snapshot");
        QVERIFY(snapshots->has(LoadDepth::Deep) && !snapshots->has(LoadDepth::Shallow));
        const auto *analysis = formatById("analysis_db");
        QVERIFY(!analysis->has(LoadDepth::Deep) && analysis->has(LoadDepth::Shallow));
        QVERIFY(formatDescriptor("none of ours").all().isEmpty());
    }

    void lostDataIsTheReason() {
        auto capture = planted::capture(0, {});
        capture.files = {file(0, "/p/trace_view.json", "trace_json")};
        capture.state = LoadState::Deep;
        const auto log = std::make_shared<ImportLog>();
        log->add(Severity::DataLoss, "/p/trace_view.json", "json.truncated", "byte 1", "");
        capture.log = log;
        const auto space = planted::workspace({capture});
        QCOMPARE(about(space.runs[0], "timeline").remedy.id, std::string("remedy.lost"));
        QCOMPARE(about(space.runs[0], "groups").remedy.id, std::string("remedy.torch_npu.groups"));
    }

    void someRanksMakeItPartly() {
        TableBuilder busy(TableKind::BusyIntervals);
        busy.set("kind", std::int64_t{0}).set("begin_ns", std::int64_t{1}).set("end_ns", std::int64_t{2}).endRow();
        TableBuilder settings(TableKind::Environment);
        settings.set("section", std::string_view("profiler"));
        settings.set("key", std::string_view("experimental_config._profiler_level"));
        settings.set("value", std::string_view("Level0")).endRow();
        auto space = planted::workspace(
            {planted::capture(0, {planted::shared(busy)}), planted::capture(1, {planted::shared(settings)})});
        const auto split = about(space.runs[0], "time_split");
        QCOMPARE(split.answer, Answer::Partly);
        QCOMPARE(split.ranksYes, 1);
        QCOMPARE(split.ranks, 2);
        QCOMPARE(split.setting, std::string("profiler_level=Level0"));
        QCOMPARE(split.remedy.id, std::string("remedy.torch_npu.device"));
        space.runs[0].captures.pop_back();
        QCOMPARE(about(space.runs[0], "time_split").answer, Answer::Yes);
    }

    void settingsDecideOverStacksAndShapesUntilTheTraceIsRead() {
        const auto answers = [](std::string_view value) {
            TableBuilder settings(TableKind::Environment);
            for (const std::string_view key : {"common_config.with_stack", "common_config.record_shapes"}) {
                settings.set("section", std::string_view("profiler")).set("key", key).set("value", value).endRow();
            }
            auto capture = planted::capture(0, {planted::shared(settings)});
            capture.files = {file(0, "/p/trace_view.json", "trace_json")};
            capture.state = LoadState::Shallow;
            const auto space = planted::workspace({capture});
            return std::pair(about(space.runs[0], "call_stacks").answer, about(space.runs[0], "shapes").answer);
        };
        QCOMPARE(answers("true"), std::pair(Answer::OnDemand, Answer::OnDemand));
        QCOMPARE(answers("false"), std::pair(Answer::No, Answer::No));
    }

    /// Databases have them as calls of their own, without a table of call chains.
    void functionsOfPythonAreStacks() {
        for (const auto klass : {SliceClass::HostOp, SliceClass::Python}) {
            TraceBuilder builder;
            const auto thread = builder.track({TrackKind::HostThread, builder.intern("python"), builder.intern("1")});
            builder.slice(thread, 0, 10, builder.intern("train.py(3): step"), klass, 0);
            auto capture = planted::capture(0, {});
            capture.files = {file(0, "/p/ascend_pytorch_profiler_0.db", "profiler_db")};
            capture.loaded.front().traces = {planted::trace(std::move(builder))};
            capture.state = LoadState::Deep;
            const auto space = planted::workspace({capture});
            QCOMPARE(about(space.runs[0], "call_stacks").answer,
                     klass == SliceClass::Python ? Answer::Yes : Answer::No);
        }
    }

    void aClusterFolderAndSnapshotsTellWithoutRanks() {
        auto space = planted::workspace({});
        auto &run = space.runs[0];
        run.clusterFiles = {file(0, "/c/cluster_step_trace_time.csv", "step_trace_time")};
        run.snapshots.push_back({file(2, "/c/snapshot.pkl", "memory_snapshot"), std::nullopt});
        QCOMPARE(about(run, "time_split").answer, Answer::No);
        QCOMPARE(about(run, "snapshot").answer, Answer::OnDemand);
        QCOMPARE(about(run, "snapshot").source, std::string("snapshot.pkl"));
        run.snapshots[0].state = LoadState::Damaged;
        QCOMPARE(about(run, "snapshot").remedy.id, std::string("remedy.lost"));
        TableBuilder split(TableKind::StepTraceTime);
        split.set("step", std::string_view("1")).endRow();
        run.clusterTables = {planted::shared(split)};
        QCOMPARE(about(run, "time_split").answer, Answer::Partly);
        QCOMPARE(about(run, "time_split").source, std::string("cluster_step_trace_time.csv"));
    }
};

TEST_SUITE(CapabilitiesTest)

}  // namespace tst_capabilities

#include "tst_capabilities.moc"
