// Timelines one after the other: the same as all at once, and none stays.
#include "core/analysis/tables/rank_tables.h"
#include "core/demo/demo_writer.h"
#include "core/session/loading/load_job.h"
#include "core/session/loading/rank_stream.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <filesystem>
#include <numeric>

using namespace stagescope;

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
        QVERIFY(writeDemo(m_tree.path("demo"), options));
    }

    void oneTimelineIsThereAtATime() {
        auto run = shallow(m_tree.path("demo"));
        RankStream stream(run, {0, 1, 2, 3}, 2);
        for (const std::size_t asked : {0U, 1U, 3U, 0U, 2U}) {
            const auto tables = tableCount(run.captures[asked]);
            {
                const auto timeline = stream.lend(run.captures[asked]);
                for (std::size_t i = 0; i < run.captures.size(); ++i) {
                    QCOMPARE(run.captures[i].hasTrace(), i == asked);
                }
                QVERIFY(run.captures[asked].state == LoadState::Deep);
            }
            QVERIFY(!run.captures[asked].hasTrace());
            QCOMPARE(tableCount(run.captures[asked]), tables);
        }
    }

    void whatIsLostIsToldOnceAndStays() {
        const auto path = m_tree.path("damaged");
        std::filesystem::copy(m_tree.path("demo"), path, std::filesystem::copy_options::recursive);
        auto run = shallow(path);
        const auto database = std::find_if(run.captures[1].files.begin(), run.captures[1].files.end(),
                                           [](const FileSource &file) { return file.format == "profiler_db"; });
        QVERIFY(database != run.captures[1].files.end());
        std::filesystem::resize_file(database->path, std::filesystem::file_size(database->path) / 2);
        RankStream stream(run, {0, 1}, 1);
        std::size_t told = 0;
        for (int time = 0; time < 2; ++time) {
            static_cast<void>(stream.lend(run.captures[1]));
            QVERIFY(run.captures[1].log != nullptr && run.captures[1].log->hasDataLoss());
            told = time == 0 ? run.captures[1].log->entries().size() : told;
        }
        QCOMPARE(run.captures[1].log->entries().size(), told);
        static_cast<void>(stream.lend(run.captures[0]));
        QVERIFY(run.captures[0].log == nullptr || !run.captures[0].log->hasDataLoss());
    }

    void tablesAreThoseOfAllAtOnce() {
        Workspace whole;
        whole.runs.push_back(*loadRun(m_tree.path("demo"), RunId{0}, LoadDepth::Deep));
        int compared = 0;
        for (const auto &entry : analysisList()) {
            if (!isMadeByRank(entry, whole.runs.front())) {
                continue;
            }
            ++compared;
            QVERIFY2(entry.depth == LoadDepth::Deep, entry.id.c_str());
            const auto wanted = entry.run({.workspace = &whole}, {});
            const auto got = streamed(entry);
            QVERIFY2(wanted && got, entry.id.c_str());
            QCOMPARE(names(*got), names(*wanted));
            QVERIFY2(got->rows == wanted->rows, entry.id.c_str());
            QVERIFY2(unique(got->notes) == unique(wanted->notes), entry.id.c_str());
            QCOMPARE(unique(got->notes).size(), got->notes.size());
        }
        QCOMPARE(compared, 18);
    }

    void columnsOfSomeRanksAreEmptyForOthers() {
        AnalysisEntry entry;
        entry.columns = {named("rank"), named("early"), named("late")};
        entry.run = [](const AnalysisInput &input, const std::stop_token &) -> Result<ResultTable> {
            ResultTable table{"made_up", {named("rank")}, {}, {}};
            for (const auto *capture : input.captures()) {
                const auto rank = std::int64_t{capture->rank};
                table.columns.push_back(named(rank == 0 ? "late" : rank == 1 ? "early" : "unknown"));
                table.rows.push_back({rank, 10 * rank});
                table.notes.emplace_back("said by each");
            }
            if (table.rows.empty()) {
                table.notes.emplace_back("nothing");
            }
            return table;
        };
        const auto table = streamed(entry);
        QVERIFY(table);
        QCOMPARE(names(*table), (std::vector<std::string>{"rank", "early", "late", "unknown"}));
        QCOMPARE(table->rows.size(), std::size_t{4});
        QCOMPARE(table->text(0, "late"), "0");
        QCOMPARE(table->text(0, "early"), "");
        QCOMPARE(table->text(1, "early"), "10");
        QCOMPARE(table->text(1, "late"), "");
        QCOMPARE(table->text(3, "unknown"), "30");
        QCOMPARE(table->notes, std::vector<std::string>{"said by each"});
    }

private:
    static Run shallow(const std::string &path) { return *loadRun(path, RunId{0}, LoadDepth::Shallow); }
    static ColumnSpec named(const char *name) {
        ColumnSpec column;
        column.name = name;
        return column;
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
    static std::vector<std::string> unique(std::vector<std::string> notes) {
        std::sort(notes.begin(), notes.end());
        notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
        return notes;
    }
    Result<ResultTable> streamed(const AnalysisEntry &entry) const {
        Workspace workspace;
        workspace.runs.push_back(shallow(m_tree.path("demo")));
        RankStream stream(workspace.runs.front(), {0, 1, 2, 3});
        return runByRank(entry, {.workspace = &workspace},
                         [&](const RankCapture &capture) { return stream.lend(capture); });
    }

    ProfileTree m_tree;
};

TEST_SUITE(RankStreamTest)
#include "tst_rank_stream.moc"
