// Rules say the same of a run of which one timeline after the other is read as of one that holds them all: of demos of
// all schedules, of each kind of fault, and of real profiles.
#include "core/advice/findings.h"
#include "core/advice/rule_measures.h"
#include "core/analysis/cluster/rank_signal.h"
#include "core/analysis/difference/table_difference.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/tables/rank_tables.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/lean_run.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tst_lean_run {

using namespace stagescope;

namespace {

std::string outcomesOf(const Advice &advice) {
    std::string text;
    for (const auto &rule : advice.rules) {
        text += rule.rule + " " + std::to_string(rule.findings) + " " + (rule.unanswered ? rule.unanswered->id : "-") +
                "\n";
    }
    for (const auto &group : advice.unchecked) {
        text += group.help.id + " " + std::to_string(group.rules.size()) + "\n";
    }
    return text;
}

std::uint64_t slicesOf(const Run &run) {
    std::uint64_t sum = 0;
    for (const auto &capture : run.captures) {
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                sum += trace->sliceCount();
            }
        }
    }
    return sum;
}

/// Whether a run that keeps no timelines tells it.
bool isToldByLeanRuns(const AnalysisEntry &entry) {
    return entry.depth == LoadDepth::Shallow || entry.isLean || isMadeByRank(entry, {});
}

Run leanRunOf(const std::string &path, RunId id) {
    auto shallow = loadRun(path, id, LoadDepth::Shallow);
    return shallow ? leanRun(std::move(*shallow), {}, &measureForRules) : Run{};
}
Run heldRunOf(const std::string &path, RunId id) {
    auto run = loadRun(path, id, LoadDepth::Deep);
    return run ? std::move(*run) : Run{};
}

/// All tables of two sides of a run and a baseline, and one that looks at the baseline by itself. Names of those that
/// have rows go into `told`.
std::string differenceOfComparisons(const std::string &path, const std::string &baseline,
                                    const std::optional<ComparedWith> &with, std::set<std::string> &told) {
    const auto workspaceOf = [&](Run (*load)(const std::string &, RunId)) {
        Workspace workspace;
        workspace.runs.push_back(load(path, RunId{0}));
        if (!baseline.empty()) {
            workspace.runs.push_back(load(baseline, RunId{1}));
            workspace.runs.back().role = RunRole::Baseline;
        }
        for (auto &run : workspace.runs) {
            run.clock = measuredAlignment(run);
        }
        return workspace;
    };
    const auto held = workspaceOf(&heldRunOf);
    const auto lean = workspaceOf(&leanRunOf);
    for (const auto &entry : analysisList()) {
        if (!isToldByLeanRuns(entry) ||
            (!entry.hasTwoSides && entry.id != "kernel_stats" && entry.id != "flame_graph")) {
            continue;
        }
        const auto of = [&](const Workspace &workspace) {
            const AnalysisInput input{.workspace = &workspace, .comparedWith = with};
            auto table = isComparable(entry) && !entry.hasTwoSides ? runDifference(entry, input, nullptr, {})
                                                                   : entry.run(input, {});
            return table ? std::move(*table) : ResultTable{};
        };
        const auto wanted = of(held);
        if (const auto difference = differenceOf(wanted, of(lean)); !difference.empty()) {
            return difference;
        }
        if (!wanted.rows.empty()) {
            told.insert(entry.id);
        }
    }
    return {};
}

/// A large timeline is read once, not once more for each table: that reading it again gives the same again is shown by
/// the demos.
void readOnce(Run &lean) {
    auto known = std::make_shared<std::map<std::size_t, std::optional<RankCapture>>>();
    lean.readTimeline = [known, read = lean.readTimeline](std::size_t capture) {
        const auto it = known->find(capture);
        return it != known->end() ? it->second : known->emplace(capture, read(capture)).first->second;
    };
}

enum class Reading : std::uint8_t { ForEachTable, Once };

/// Nothing where both are told the same: what rules say and, with `all`, every table.
std::string differenceBetween(const std::string &path, bool all, Reading reading) {
    auto held = heldRunOf(path, RunId{0});
    auto lean = leanRunOf(path, RunId{0});
    if (reading == Reading::Once) {
        readOnce(lean);
    }
    if (held.path.empty()) {
        return "cannot be read";
    }
    held.clock = measuredAlignment(held);
    lean.clock = measuredAlignment(lean);
    if (slicesOf(lean) != 0) {
        return "timelines are kept";
    }
    if (!(held.clock == lean.clock) || !(held.parallel == lean.parallel) || held.ranks() != lean.ranks()) {
        return "the run is another one";
    }
    for (const auto &entry : analysisList()) {
        const bool isAsked = all ? isToldByLeanRuns(entry) : entry.isLean;
        const auto difference =
            isAsked ? differenceOf(tableOfRun(entry, held), tableOfRun(entry, lean)) : std::string();
        if (!difference.empty()) {
            return difference;
        }
    }
    for (const auto metric : signalMetricList()) {
        const auto of = [&](const Run &run) {
            Workspace workspace;
            workspace.runs.push_back(run);
            const auto id = std::string(signalMetricId(metric));
            auto table = analysisById("rank_time")->run({.workspace = &workspace, .parameters = {{"metric", id}}}, {});
            return table ? std::move(*table) : ResultTable{};
        };
        if (const auto difference = differenceOf(of(held), of(lean)); !difference.empty()) {
            return std::string(signalMetricId(metric)) + ": " + difference;
        }
    }
    const auto ofHeld = adviceFor(held);
    const auto ofLean = adviceFor(lean);
    const auto wanted = outcomesOf(ofHeld);
    const auto told = outcomesOf(ofLean);
    if (wanted != told) {
        return wanted + "became\n" + told;
    }
    for (std::size_t i = 0; i < ofHeld.findings.size(); ++i) {
        if (!(ofHeld.findings[i].evidence == ofLean.findings[i].evidence)) {
            return ofHeld.findings[i].rule + " has other evidence";
        }
    }
    return {};
}

}  // namespace

class LeanRunTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void demos_data() {
        QTest::addColumn<QString>("words");
        std::vector<std::string> all{"recompute=full"};
        for (const auto schedule : scheduleKinds()) {
            all.push_back("schedule=" + std::string(scheduleKindText(schedule)));
        }
        for (const auto *fault :
             {"slow-rank=1:1.5", "slow-link=0-1:8", "slow-host=1:4", "slow-loader=0:4", "low-frequency=1:1.5",
              "memory-leak=1:1000000", "uneven-data=0:1.3", "slow-operator=1:1.5", "ai-cpu-kernel=0:4", "gc-pause=1:20",
              "recompile=1:200", "unfused-norm=1:1", "unfused-swiglu=1:1", "no-reduce-overlap=0:3"}) {
            all.push_back("fault=" + std::string(fault));
        }
        for (const auto &words : all) {
            QTest::newRow(words.c_str()) << QString::fromStdString(words);
        }
    }
    void demos() {
        QFETCH(QString, words);
        const auto option = words.toStdString();
        const auto at = option.find('=');
        const bool needsReplicas = words.startsWith(QLatin1String("fault=no-reduce-overlap"));
        const auto options = parseDemoOptions({{"pp", "2"},
                                               {"dp", needsReplicas ? "2" : "1"},
                                               {"microbatches", "4"},
                                               {"steps", "2"},
                                               {option.substr(0, at), option.substr(at + 1)}});
        QVERIFY2(options.has_value(), options ? "" : errorLine(options.error()).c_str());
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(placeDemo(path, *options));
        const bool all = option.starts_with("recompute") || option.starts_with("schedule=dualpipe");
        const auto difference = differenceBetween(path, all, Reading::ForEachTable);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    void realProfiles_data() {
        QTest::addColumn<QString>("profile");
        for (const auto *profile :
             {"ascend/cnn_db", "ascend/cnn_text", "ascend/qwen3_pp2dp2", "ascend/cluster16", "planted/cluster8",
              "planted/advisor_rank0_20240101120000000_ascend_pt", "planted/modules", "deliverables/cnn_level1",
              "mindspore", "pipeline/straggler_SE.json.gz", "torch/dualpipe_chunk_train.json", "torch/h100",
              "torch/hta_two_ranks", "torch/mi300", "snapshots"}) {
            QTest::newRow(profile) << QString::fromLatin1(profile);
        }
    }
    void realProfiles() {
        QFETCH(QString, profile);
        const auto path = realPath(profile).toStdString();
        if (path.empty()) {
            QSKIP("the real profiles are not here");
        }
        const bool all = !profile.startsWith(u"pipeline/straggler");  // of so many cells all tables take long
        const auto difference = differenceBetween(path, all, Reading::Once);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    void comparisons() {
        QTemporaryDir folder;
        std::vector<std::string> demos;
        for (const auto *fault : {"slow-operator=1:1.5", "unfused-norm=1:1"}) {
            const auto options =
                parseDemoOptions({{"pp", "2"}, {"dp", "2"}, {"microbatches", "4"}, {"steps", "2"}, {"fault", fault}});
            demos.push_back(folder.filePath(QStringLiteral("demo%1").arg(demos.size())).toStdString());
            QVERIFY(options && placeDemo(demos.back(), *options));
        }
        std::set<std::string> told;
        auto difference = differenceOfComparisons(demos[0], demos[1], {}, told);
        QVERIFY2(difference.empty(), difference.c_str());
        difference = differenceOfComparisons(demos[0], {}, ComparedWith{.ranks = {1, 0, 3, 2}}, told);
        QVERIFY2(difference.empty(), difference.c_str());
        if (const auto modules = realPath(QStringLiteral("planted/modules")).toStdString(); !modules.empty()) {
            difference = differenceOfComparisons(modules, demos[0], {}, told);
            QVERIFY2(difference.empty(), difference.c_str());
            difference = differenceOfComparisons(modules, modules, {}, told);
            QVERIFY2(difference.empty(), difference.c_str());
            QVERIFY(told.contains("module_compare"));
        }
        for (const auto *table : {"difference", "flame_graph", "kernel_sequence_diff", "kernel_stats", "op_compare"}) {
            QVERIFY2(told.contains(table), table);
        }
    }

    /// What a rule measures with one threshold is not what it measures with another.
    void thresholdsMayChange() {
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        const auto options = parseDemoOptions(
            {{"pp", "2"}, {"dp", "1"}, {"microbatches", "4"}, {"steps", "2"}, {"fault", "ai-cpu-kernel=0:4"}});
        QVERIFY(options && placeDemo(path, *options));
        auto shallow = loadRun(path, RunId{0}, LoadDepth::Shallow);
        QVERIFY(shallow.has_value());
        auto lean = leanRun(std::move(*shallow), {}, &measureForRules);
        int readings = 0;
        lean.readTimeline = [&, read = lean.readTimeline](std::size_t capture) {
            ++readings;
            return read(capture);
        };
        const auto isFound = [&](const RuleValues &values) {
            const auto found = findings(lean, values);
            return std::any_of(found.begin(), found.end(), [](const Finding &one) { return one.rule == "aicpu"; });
        };
        const RuleValues others{{"aicpu.kernel_us", 1e6}};
        QVERIFY(!isFound(others));
        QCOMPARE(readings, 2);
        QVERIFY(isFound({}));
        QCOMPARE(readings, 4);
        QVERIFY(!isFound(others));
        QVERIFY(isFound({}));
        QCOMPARE(readings, 4);  // nothing new is asked
        lean.clock.setOffset(1, Nanos{1000});
        QVERIFY(isFound({}));
        QCOMPARE(readings, 6);
    }

    void aStopIsHeard() {
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        const auto options = parseDemoOptions({{"pp", "2"}, {"dp", "2"}, {"microbatches", "4"}, {"steps", "2"}});
        QVERIFY(options && placeDemo(path, *options));
        auto shallow = loadRun(path, RunId{0}, LoadDepth::Shallow);
        QVERIFY(shallow.has_value());
        std::stop_source stop;
        std::size_t measured = 0;
        const auto lean = leanRun(
            std::move(*shallow), {}, &measureForRules,
            [&](std::size_t done, std::size_t) {
                measured = done;
                stop.request_stop();
            },
            stop.get_token());
        QCOMPARE(measured, std::size_t{1});
        QCOMPARE(lean.ranks().size(), std::size_t{4});
    }
};

TEST_SUITE(LeanRunTest)

}  // namespace tst_lean_run

#include "tst_lean_run.moc"
