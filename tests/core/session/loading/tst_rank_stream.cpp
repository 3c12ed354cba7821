// Timelines one after the other: the same as all at once, and none stays.
#include "core/analysis/difference/table_difference.h"
#include "core/analysis/tables/rank_by_rank.h"
#include "core/analysis/tables/rank_tables.h"
#include "core/analysis/tables/table_columns.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/session/loading/rank_stream.h"
#include "core/session/rank_facts.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <set>

namespace tst_rank_stream {

using namespace stagescope;

namespace {

/// Two steps with modules, copies of two kinds, and a layer that is computed once more. Written with single quotes.
std::string gpuTrace(int rank) {
    std::string events;
    const auto add = [&](const std::string &category, const std::string &name, int thread, int begin, int duration,
                         const std::string &arguments = {}) {
        events += std::string(events.empty() ? "" : ",") + "{'ph':'X','cat':'" + category + "','name':'" + name +
                  "','pid':" + (thread == 7 ? "0" : "9") + ",'tid':" + std::to_string(thread) +
                  ",'ts':" + std::to_string(begin) + ",'dur':" + std::to_string(duration) + ",'args':{" + arguments +
                  "}}";
    };
    for (const int step : {0, 1}) {
        const int from = 1000 * step;
        const auto id = [step](int number) {
            const auto text = std::to_string(10 * step + number);
            return "'External id':" + text + ",'correlation':" + text;
        };
        add("user_annotation", "ProfilerStep#" + std::to_string(kDemoFirstStep + step), 9, from, 900);
        add("user_annotation", "mine", 9, from + 10, 500 + rank);
        add("python_function", "nn.Module: Linear_0", 9, from + 20, 100);
        add("cpu_op", "aten::mm", 9, from + 30, 50, id(1));
        add("cuda_runtime", "cudaLaunchKernel", 9, from + 40, 10, id(1));
        add("python_function", "torch/utils/checkpoint.py(15): recompute_fn", 9, from + 200, 200);
        add("python_function", "nn.Module: Norm_0", 9, from + 210, 150);
        add("cpu_op", "aten::mul", 9, from + 220, 50, id(2));
        add("cuda_runtime", "cudaLaunchKernel", 9, from + 230, 10, id(2));
        add("cpu_op", "aten::copy_", 9, from + 500, 50, id(3));
        add("cuda_runtime", "cudaMemcpyAsync", 9, from + 510, 10, id(3));
        add("kernel", "gemm", 7, from + 60, 100 + 20 * rank, id(1) + ",'stream':7,'grid':[1,1,1]");
        add("kernel", "mul", 7, from + 250, 30 + step, id(2) + ",'stream':7,'grid':[1,1,1]");
        add("gpu_memcpy", rank == 0 ? "Memcpy HtoD (Pinned -> Device)" : "Memcpy DtoH (Device -> Pageable)", 7,
            from + 530, 40 + rank, id(3) + ",'bytes':4096");
    }
    auto text = "{'distributedInfo':{'backend':'nccl','rank':" + std::to_string(rank) +
                ",'world_size':2},'traceEvents':[" + events + "]}";
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

}  // namespace

class RankStreamTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 2;
        options.faults = {*demoFaultFromText("slow-rank=1:1.5"), *demoFaultFromText("ai-cpu-kernel=2:1")};
        QVERIFY(placeDemo(m_tree.path("demo"), options));
        options.faults.clear();
        QVERIFY(placeDemo(m_tree.path("baseline"), options));
        for (const int rank : {0, 1}) {
            const auto name = "gpu/rank" + std::to_string(rank);
            m_tree.file(name + ".pt.trace.json", gpuTrace(rank));
            m_tree.file(name + "_timeline.json", "[[0,500,900],[[0,100,50],[0,400,50],[0,100,80]]]");
            m_tree.file(name + "_et.json",
                        R"({"schema": "1.0.1", "nodes": [{"name": "[pytorch|root]", "id": 1, "parent": 1},)"
                        R"({"name": "aten::mm", "id": 2, "parent": 1, "rf_id": 1, "inputs": [], "input_shapes": [],)"
                        R"("input_types": []}]})");
        }
    }

    void oneTimelineIsThereAtATime() {
        auto run = streamedRun(shallow(m_tree.path("demo")), {});
        for (const std::size_t asked : {0U, 1U, 3U, 0U, 2U}) {
            const auto tables = tableCount(run.captures[asked]);
            {
                const auto timeline = openTimeline(run, asked);
                QVERIFY(timeline != nullptr);
                for (std::size_t i = 0; i < run.captures.size(); ++i) {
                    QCOMPARE(run.captures[i].hasTrace(), i == asked);
                }
                QVERIFY(run.captures[asked].state == LoadState::Deep);
            }
            QVERIFY(!run.captures[asked].hasTrace());
            QVERIFY(run.captures[asked].state == LoadState::Shallow);
            QCOMPARE(tableCount(run.captures[asked]), tables);
        }
    }

    /// Two copies of a run have a timeline open; one closes it, and the other still measures.
    void whoClosesFirstClosesForItselfOnly() {
        RankFacts facts;
        facts.setOpen(false);  // let go when it was published
        facts.setOpen(true);
        facts.setOpen(true);
        facts.setOpen(false);
        QCOMPARE(facts.of("seven", {}, [] { return 7; }), 7);
        QVERIFY(facts.known<int>("seven") != nullptr);
    }

    void otherRanksAreLeftAlone() {
        std::vector<std::pair<std::size_t, std::size_t>> counts;
        auto run = streamedRun(shallow(m_tree.path("demo")), {1, 3},
                               [&](std::size_t done, std::size_t whole) { counts.emplace_back(done, whole); });
        QVERIFY(openTimeline(run, 0) == nullptr);
        QVERIFY(openTimeline(run, 3) != nullptr);
        QVERIFY(!run.captures[0].hasTrace() && !run.captures[3].hasTrace());
        QVERIFY(openTimeline(run, 1) != nullptr);
        QVERIFY(openTimeline(run, 3) != nullptr);  // gone through once more
        QVERIFY((counts == decltype(counts){{1, 2}, {2, 2}, {1, 2}}));
    }

    void whatIsLostIsToldOnce() {
        const auto path = m_tree.path("damaged");
        std::filesystem::copy(m_tree.path("demo"), path, std::filesystem::copy_options::recursive);
        auto run = streamedRun(shallow(path), {});
        const auto database = std::find_if(run.captures[1].files.begin(), run.captures[1].files.end(),
                                           [](const FileSource &file) { return file.format == "profiler_db"; });
        QVERIFY(database != run.captures[1].files.end());
        std::filesystem::resize_file(database->path, std::filesystem::file_size(database->path) / 2);
        QVERIFY(run.log == nullptr || !run.log->hasDataLoss());
        static_cast<void>(openTimeline(run, 0));
        QVERIFY(!run.log->hasDataLoss());
        static_cast<void>(openTimeline(run, 1));
        QVERIFY(run.log->hasDataLoss());
        const auto told = run.log->entries();
        auto copy = run;  // tells of its readings in the same log
        static_cast<void>(openTimeline(copy, 1));
        QCOMPARE(run.log->entries().size(), told.size());
        QCOMPARE(run.log->entries().front().count, told.front().count);
    }

    void tablesAreThoseOfAllAtOnce_data() {
        QTest::addColumn<QString>("profile");
        QTest::newRow("npu") << QStringLiteral("demo");
        QTest::newRow("gpu") << QStringLiteral("gpu");
    }
    void tablesAreThoseOfAllAtOnce() {
        QFETCH(const QString, profile);
        Workspace whole;
        whole.runs.push_back(*loadRun(m_tree.path(profile.toStdString()), RunId{0}, LoadDepth::Deep));
        Workspace workspace;
        workspace.runs.push_back(streamedRun(shallow(m_tree.path(profile.toStdString())), {}));
        for (auto &question : questionsAbout(workspace)) {
            const auto got = question.entry->run(question.input, {});
            question.input.workspace = &whole;
            const auto wanted = question.entry->run(question.input, {});
            QVERIFY2(wanted && got, question.name.c_str());
            QVERIFY2(names(*got) == names(*wanted), question.name.c_str());
            QVERIFY2(got->rows == wanted->rows, question.name.c_str());
            QVERIFY2(got->notes == wanted->notes, question.name.c_str());
            if (!got->rows.empty()) {
                m_compared.insert(question.name);
            }
        }
        QVERIFY(std::ranges::none_of(workspace.runs.front().captures, &RankCapture::hasTrace));
    }
    void allTablesHadRows() {
        std::string without;
        const Workspace none;
        for (const auto &question : questionsAbout(none)) {
            if (!m_compared.contains(question.name)) {
                without += question.name + "; ";
            }
        }
        // Of these neither profile tells anything.
        QCOMPARE(QString::fromStdString(without),
                 QStringLiteral("fusible_sequences; affinity_apis; operator_agreement; "));
        QCOMPARE(m_compared.size(), std::size_t{32 + 12 - 3});
    }

    void timelinesAreReadInTurn() {
        Workspace workspace;
        workspace.runs.push_back(streamedRun(shallow(m_tree.path("demo")), {}));
        auto &run = workspace.runs.front();
        std::vector<int> read;
        std::stop_source stop;
        int askedToStop = -1;
        run.readTimeline = [&, timeline = run.readTimeline](std::size_t index) {
            read.push_back(run.captures[index].rank);
            if (read.back() == askedToStop) {
                stop.request_stop();
            }
            return timeline(index);
        };
        const AnalysisInput input{.workspace = &workspace, .ranks = {3, 1}};
        const auto ask = [&](const char *id) {
            read.clear();
            return analysisById(id)->run(input, stop.get_token());
        };
        const auto stats = ask("kernel_stats");
        QVERIFY(stats && !stats->rows.empty());
        QCOMPARE(read, (std::vector<int>{1, 3}));
        // When cells were launched says of other ranks why they waited.
        const auto gaps = ask("free_gaps");
        QVERIFY(gaps && !gaps->rows.empty());
        QCOMPARE(read, (std::vector<int>{1, 3, 1, 3}));
        askedToStop = 1;
        const auto stopped = ask("kernel_stats");
        QVERIFY(!stopped && stopped.error().kind == ErrorKind::Cancelled);
        QCOMPARE(read, std::vector<int>{1});
    }

    /// The two runs of a comparison are read in turn, too.
    void comparisonsAreThoseOfAllAtOnce() {
        const auto compared = [&](bool isStreamed) {
            Workspace workspace;
            for (const std::uint32_t id : {0U, 1U}) {
                const auto depth = isStreamed ? LoadDepth::Shallow : LoadDepth::Deep;
                auto run = *loadRun(m_tree.path(id == 0 ? "demo" : "baseline"), RunId{id}, depth);
                workspace.runs.push_back(isStreamed ? streamedRun(std::move(run), {}) : std::move(run));
            }
            workspace.runs.back().role = RunRole::Baseline;
            return runDifference(*analysisById("kernel_stats"), {.workspace = &workspace}, nullptr, m_never);
        };
        const auto wanted = compared(false);
        const auto got = compared(true);
        QVERIFY(wanted && got && !wanted->rows.empty());
        QVERIFY(got->rows == wanted->rows);
    }

    void whatComparesRanksHoldsThem() {
        const auto &entry = *analysisById("flame_graph");
        QVERIFY(isMadeByRank(entry, {}));
        QVERIFY(!isMadeByRank(entry, {.parameters = {{"against", "rank:1"}}}));
        QVERIFY(!isMadeByRank(*analysisById("overall_compare"), {}));
    }

    void columnsOfSomeRanksAreEmptyForOthers() {
        struct Row {
            std::int64_t rank;
            std::int64_t ten;
        };
        const auto entry = rankTable<Row>(
            {.entry = {.id = "made_up", .title = "Made up", .depth = LoadDepth::Deep}, .whenEmpty = "nothing"},
            column("rank", "", &Row::rank), [](const RankInput &of, TableRows<Row> &out) {
                const auto rank = std::int64_t{of.capture.rank};
                // Ranks 0 and 2 have one, 1 another, 3 one that nobody knows a place of.
                const auto place = rank == 3 ? std::size_t{9} : rank == 1 ? std::size_t{0} : std::size_t{1};
                const auto *name = rank == 3 ? "unknown" : rank == 1 ? "early" : "late";
                if (rank != 2) {
                    out.addColumn(
                        column(name, "", [rank](const Row &row) { return rank % 2 == row.rank % 2 ? row.ten : -1; }),
                        place);
                }
                out.add({rank, 10 * rank});
                out.note("said by each");
            });
        Workspace workspace;
        workspace.runs.push_back(shallow(m_tree.path("demo")));
        const auto table = entry.run({.workspace = &workspace}, {});
        QVERIFY(table);
        QCOMPARE(names(*table), (std::vector<std::string>{"rank", "early", "late", "unknown"}));
        QCOMPARE(table->rows.size(), std::size_t{4});
        QCOMPARE(table->text(0, "late"), "0");
        QCOMPARE(table->text(0, "early"), "");
        QCOMPARE(table->text(1, "early"), "10");
        QCOMPARE(table->text(1, "unknown"), "");
        QCOMPARE(table->text(2, "late"), "20");
        QCOMPARE(table->text(3, "unknown"), "30");
        QCOMPARE(table->notes, std::vector<std::string>{"said by each"});
    }

private:
    static Run shallow(const std::string &path) { return *loadRun(path, RunId{0}, LoadDepth::Shallow); }
    struct Question {
        const AnalysisEntry *entry;
        AnalysisInput input;
        std::string name{};
    };
    /// Every table that is made by rank as it is usually asked for, and in the ways that put ranks together or leave
    /// out most rows.
    static std::vector<Question> questionsAbout(const Workspace &workspace) {
        using Set = std::map<std::string, std::string>;
        const std::vector<std::pair<std::string, Set>> others{
            {"copies", {{"by", "copy"}, {"rows", "5"}}},
            {"dispatch", {{"top", "7"}}},
            {"dispatch", {{"by", "operator"}}},
            {"dispatch", {{"by", "stage"}}},
            {"free_gaps", {{"top", "7"}}},
            {"free_gaps", {{"by", "cause"}}},
            {"kernels", {{"order", "duration"}, {"rows", "300"}}},
            {"kernel_spread", {{"by", "name"}, {"rows", "9"}}},
            {"mark_stats", {{"by", "occurrence"}}},
            {"mfu", {{"by", "stage"}}},
            {"recompute", {{"by", "step"}}},
        };
        std::vector<Question> questions;
        for (const auto &entry : analysisList()) {
            if (isMadeByRank(entry, {})) {
                questions.push_back({&entry, {.workspace = &workspace}, entry.id});
            }
        }
        for (const auto &[id, set] : others) {
            questions.push_back(
                {analysisById(id), {.workspace = &workspace, .parameters = set}, id + " by " + set.begin()->second});
        }
        const auto *slices = analysisById("slice_stats");
        questions.push_back(
            {slices, {.workspace = &workspace, .ranks = {1, 3}, .step = kDemoFirstStep}, "slice_stats of a step"});
        return questions;
    }
    static std::size_t tableCount(const RankCapture &capture) {
        return std::accumulate(capture.loaded.begin(), capture.loaded.end(), std::size_t{0},
                               [](std::size_t sum, const LoadedSource &source) { return sum + source.tables.size(); });
    }
    static std::vector<std::string> names(const ResultTable &table) {
        std::vector<std::string> result;
        for (const auto &column : table.columns) {
            result.push_back(column.name);
        }
        return result;
    }
    std::stop_token m_never;
    std::set<std::string> m_compared;  ///< tables that had rows
    ProfileTree m_tree;
};

TEST_SUITE(RankStreamTest)

}  // namespace tst_rank_stream

#include "tst_rank_stream.moc"
