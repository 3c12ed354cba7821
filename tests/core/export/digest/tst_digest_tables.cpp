// Folders of digests, opened, say what the profile says, as far as their level goes. With STAGESCOPE_DIGEST_ALL set, of
// all schedules with all faults and of all real profiles.
#include "core/demo/demo_options.h"
#include "tests/core/export/digest/digested_folder.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

namespace tst_digest_tables {

using namespace stagescope;

namespace {

/// One of each kind.
constexpr auto kFaults = std::to_array<const char *>(
    {"slow-rank=1:1.5",    "slow-stage=1:1.5",    "slow-link=0-1:8",       "slow-host=1:4",
     "slow-loader=0:4",    "low-frequency=1:1.5", "memory-leak=1:1000000", "uneven-cells=0:1.5",
     "uneven-data=0:1.3",  "slow-operator=1:1.5", "extra-kernel=1:3",      "swapped-kernels=1:3",
     "missing-kernel=1:6", "ai-cpu-kernel=0:4",   "gc-pause=1:20",         "recompile=1:200",
     "unfused-norm=1:1",   "unfused-swiglu=1:1",  "unfused-rotary=1:1",    "no-reduce-overlap=0:3"});
/// Each fault on each schedule, each level of each real profile: minutes.
bool isSweep() { return qEnvironmentVariableIsSet("STAGESCOPE_DIGEST_ALL"); }

/// What a run is, not what is in it: paths, files, labels.
const std::set<std::string> kOfFiles{"ranks", "environment", "capabilities", "files", "import_log", "marks"};

/// What a digest leaves empty it does not tell otherwise.
void leaveOut(std::span<const TableColumn> columns, const ResultTable &table, ResultTable &wanted) {
    for (const auto &[id, column] : columns) {
        for (std::size_t row = 0; id == table.id && row < std::min(table.rows.size(), wanted.rows.size()); ++row) {
            const auto i = wanted.indexOf(column);
            wanted.rows[row][i] = cellText(table.rows[row][i]).empty() ? Cell{} : wanted.rows[row][i];
        }
    }
}

/// Tables of a run, each made when it is first asked for: a profile is compared with its digests of every level.
class TablesOfRun {
public:
    explicit TablesOfRun(const Run &run) : m_run(run) {}

    [[nodiscard]] const ResultTable &of(const AnalysisEntry &entry) {
        const auto known = m_tables.find(entry.id);
        return known != m_tables.end() ? known->second
                                       : m_tables.emplace(entry.id, tableOfRun(entry, m_run)).first->second;
    }

private:
    const Run &m_run;
    std::map<std::string, ResultTable> m_tables;
};

/// What tables of the level say otherwise; fewer than `least` with rows are too few to tell.
std::string differences(TablesOfRun &run, TablesOfRun &digests, BundleLevel level, std::size_t least) {
    std::string result;
    std::size_t filled = 0;
    for (const auto &entry : analysisList()) {
        if (kOfFiles.contains(entry.id) || leastLevelFor(entry.id) > level) {
            continue;
        }
        auto wanted = run.of(entry);
        filled += wanted.rows.empty() ? 0 : 1;
        const auto &table = digests.of(entry);
        leaveOut(columnsBeyond(level), table, wanted);
        const auto difference = differenceOf(wanted, table);
        result += difference.empty() ? difference : difference + "\n";
    }
    return filled < least ? result + "only " + std::to_string(filled) + " tables have rows" : result;
}

}  // namespace

class DigestTablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void sameTables_data() {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<QString>("fault");
        const auto addRow = [](std::string_view schedule, const char *fault) {
            const auto name = std::string(schedule) + ' ' + fault;
            QTest::newRow(name.c_str()) << QString::fromStdString(std::string(schedule)) << QString::fromLatin1(fault);
        };
        for (const auto schedule : scheduleKinds()) {
            addRow(scheduleKindText(schedule), "");
            for (const auto *fault : kFaults) {
                if (isSweep() || schedule == ScheduleKind::OneFOneB) {
                    addRow(scheduleKindText(schedule), fault);
                }
            }
        }
    }
    void allFaultsAreTried() {
        std::set<DemoFault::Kind> kinds;
        for (const auto *text : kFaults) {
            const auto fault = demoFaultFromText(text);
            QVERIFY2(fault && kinds.insert(fault->kind).second, text);
        }
        QCOMPARE(kinds.size(), static_cast<std::size_t>(DemoFault::Kind::NoReduceOverlap) + 1);
    }
    void sameTables() {
        QFETCH(QString, schedule);
        QFETCH(QString, fault);
        const bool needsReplicas = fault.startsWith(QLatin1String("no-reduce-overlap"));
        std::vector<std::pair<std::string, std::string>> words{{"schedule", schedule.toStdString()},
                                                               {"pp", "2"},
                                                               {"dp", needsReplicas ? "2" : "1"},
                                                               {"microbatches", "4"},
                                                               {"steps", "2"}};
        if (!fault.isEmpty()) {
            words.emplace_back("fault", fault.toStdString());
        }
        const auto options = parseDemoOptions(words);
        QVERIFY2(options.has_value(), options ? "" : errorLine(options.error()).c_str());
        const auto profile = path("of" + schedule.toStdString() + fault.toStdString());
        QVERIFY(placeDemo(profile, *options));
        const auto run = loadedRun(profile);
        TablesOfRun tables(run);
        for (const auto &[level, least] :
             {std::pair(BundleLevel::Summary, std::size_t{7}), std::pair(BundleLevel::Pipeline, std::size_t{42}),
              std::pair(BundleLevel::Full, std::size_t{48})}) {
            const auto folder = profile + std::string(bundleLevelText(level));
            const auto outcome = digested(profile, folder, {.level = level});
            QVERIFY2(outcome.has_value(), outcome ? "" : errorLine(outcome.error()).c_str());
            QCOMPARE(outcome->written, run.ranks().size());
            QVERIFY(outcome->failed.empty() && outcome->losses.empty());
            const auto digests = loadedRun(folder);
            QCOMPARE(digests.ranks(), run.ranks());
            TablesOfRun tablesOfDigests(digests);
            const auto found = differences(tables, tablesOfDigests, level, least);
            QVERIFY2(found.empty(), found.c_str());
            QCOMPARE(hasEntry(digests, "bundle.level", bundleLevelText(level)), level != BundleLevel::Full);
            verifyNoNewFindings(tables, tablesOfDigests, level);
        }
    }

    void realProfiles_data() {
        QTest::addColumn<QString>("profile");
        for (const auto *profile :
             {"ascend/cnn_db", "ascend/cnn_text", "ascend/qwen3_pp2dp2", "ascend/cluster16", "planted/cluster8",
              "planted/modules", "deliverables/cnn_level1", "mindspore",
              "torch/h100/gaunernst_bert-small-uncased__1016001.json.gz", "torch/hta_two_ranks"}) {
            QTest::newRow(profile) << QString::fromLatin1(profile);
        }
        for (const auto *profile :
             {"ascend/cluster16_baseline", "ascend/no_tables_ascend_pytorch_profiler_0.db",
              "planted/advisor_rank0_20240101120000000_ascend_pt", "planted/cluster8_base", "deliverables/level0",
              "deliverables/cut", "deliverables/qwen3_new", "mindspore/old", "pipeline/straggler_SE.json.gz",
              "pipeline/straggler_ST.json.gz", "torch/dualpipe_chunk_train.json", "torch/hta_alexnet.json.gz",
              "torch/mi300/resnet_act_checkpoint.json.gz"}) {
            if (isSweep()) {
                QTest::newRow(profile) << QString::fromLatin1(profile);
            }
        }
    }
    void realProfiles() {
        QFETCH(QString, profile);
        const auto source = realPath(profile).toStdString();
        if (source.empty()) {
            QSKIP("the real profiles are not here");
        }
        auto run = loadedRun(source);
        const auto unread = std::erase_if(run.captures, [](const RankCapture &c) { return c.loaded.empty(); });
        TablesOfRun tables(run);
        for (const auto level : {BundleLevel::Summary, BundleLevel::Pipeline, BundleLevel::Full}) {
            if (level == BundleLevel::Full && !isSweep()) {
                continue;
            }
            auto name = std::string(bundleLevelText(level)) + "_" + profile.toStdString();
            std::replace(name.begin(), name.end(), '/', '_');
            const auto folder = path(name + "_digests");
            const auto outcome = digested(source, folder, {.level = level});
            QVERIFY2(outcome.has_value(), outcome ? "" : errorLine(outcome.error()).c_str());
            auto digests = loadedRun(folder);
            std::erase_if(digests.captures, [](const RankCapture &c) { return c.loaded.empty(); });
            QVERIFY(outcome->failed.size() <= unread);
            TablesOfRun tablesOfDigests(digests);
            const auto found = differences(tables, tablesOfDigests, level, 1);
            QVERIFY2(found.empty(), found.c_str());
        }
    }

private:
    [[nodiscard]] std::string path(const std::string &name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }
    /// What a digest lacks is no reason to accuse anybody. Of level summary a coarser verdict may take the place of one
    /// that it cannot tell: a slow stage that of the kernels that make it slow.
    static void verifyNoNewFindings(TablesOfRun &run, TablesOfRun &digests, BundleLevel level) {
        const auto rules = [](TablesOfRun &tables) {
            const auto &table = tables.of(*analysisById("findings"));
            std::set<std::string> result;
            for (const auto &row : table.rows) {
                result.insert(cellText(row[table.indexOf("rule")]));
            }
            return result;
        };
        const auto wanted = rules(run);
        const auto found = rules(digests);
        std::vector<std::string> added;
        std::vector<std::string> lost;
        std::set_difference(found.begin(), found.end(), wanted.begin(), wanted.end(), std::back_inserter(added));
        std::set_difference(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(lost));
        const auto allowed = level == BundleLevel::Summary ? lost.size() : 0;
        QVERIFY2(added.size() <= allowed, added.empty() ? "" : added.front().c_str());
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(DigestTablesTest)

}  // namespace tst_digest_tables

#include "tst_digest_tables.moc"
