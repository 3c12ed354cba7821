// Rules say the same of a run of which one timeline after the other is read as of one that holds them all: of demos of
// all schedules, of each kind of fault, and of real profiles.
#include "core/advice/findings.h"
#include "core/advice/rule_measures.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/demo/demo_writer.h"
#include "core/session/loading/lean_run.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace stagescope;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kEvery = 8;  // that build is unoptimised and looks for memory errors only
#else
constexpr std::size_t kEvery = 1;
#endif

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

/// Nothing where both are told the same.
std::string differenceBetween(const std::string &path) {
    auto held = loadRun(path, RunId{0}, LoadDepth::Deep);
    auto shallow = loadRun(path, RunId{0}, LoadDepth::Shallow);
    if (!held || !shallow) {
        return "cannot be read";
    }
    auto lean = leanRun(std::move(*shallow), &measureForRules);
    held->clock = measuredAlignment(*held);
    lean.clock = measuredAlignment(lean);
    if (slicesOf(lean) != 0) {
        return "timelines are kept";
    }
    if (!(held->clock == lean.clock) || !(held->parallel == lean.parallel) || held->ranks() != lean.ranks()) {
        return "the run is another one";
    }
    for (const auto *id : {"findings", "headroom", "capabilities", "import_log"}) {
        const auto difference = differenceOf(tableOfRun(*analysisById(id), *held), tableOfRun(*analysisById(id), lean));
        if (!difference.empty()) {
            return difference;
        }
    }
    const auto wanted = outcomesOf(adviceFor(*held));
    const auto told = outcomesOf(adviceFor(lean));
    return wanted == told ? std::string() : wanted + "became\n" + told;
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
        for (std::size_t i = 0; i < all.size(); i += kEvery) {
            QTest::newRow(all[i].c_str()) << QString::fromStdString(all[i]);
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
        QVERIFY(writeDemo(path, *options));
        const auto difference = differenceBetween(path);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    void realProfiles_data() {
        QTest::addColumn<QString>("profile");
        std::size_t rows = 0;
        for (const auto *profile :
             {"ascend/cnn_db", "ascend/cnn_text", "ascend/qwen3_pp2dp2", "ascend/cluster16", "planted/cluster8",
              "planted/advisor_rank0_20240101120000000_ascend_pt", "planted/modules", "deliverables/cnn_level1",
              "mindspore", "pipeline/straggler_SE.json.gz", "torch/dualpipe_chunk_train.json", "torch/h100",
              "torch/hta_two_ranks", "torch/mi300", "snapshots"}) {
            if (rows++ % kEvery == 0) {
                QTest::newRow(profile) << QString::fromLatin1(profile);
            }
        }
    }
    void realProfiles() {
        QFETCH(QString, profile);
        const auto path = realPath(profile).toStdString();
        if (path.empty()) {
            QSKIP("the real profiles are not here");
        }
        const auto difference = differenceBetween(path);
        QVERIFY2(difference.empty(), difference.c_str());
    }

    /// What a rule measures with one threshold is not what it measures with another.
    void thresholdsMayChange() {
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        const auto options = parseDemoOptions(
            {{"pp", "2"}, {"dp", "1"}, {"microbatches", "4"}, {"steps", "2"}, {"fault", "ai-cpu-kernel=0:4"}});
        QVERIFY(options && writeDemo(path, *options));
        auto shallow = loadRun(path, RunId{0}, LoadDepth::Shallow);
        QVERIFY(shallow.has_value());
        const auto lean = leanRun(std::move(*shallow), &measureForRules);
        const auto isFound = [&](const RuleValues &values) {
            const auto found = findings(lean, values);
            return std::any_of(found.begin(), found.end(), [](const Finding &one) { return one.rule == "aicpu"; });
        };
        QVERIFY(!isFound({{"aicpu.kernel_us", 1e6}}));
        QVERIFY(isFound({}));
    }

    void aStopIsHeard() {
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
        const auto options = parseDemoOptions({{"pp", "2"}, {"dp", "2"}, {"microbatches", "4"}, {"steps", "2"}});
        QVERIFY(options && writeDemo(path, *options));
        auto shallow = loadRun(path, RunId{0}, LoadDepth::Shallow);
        QVERIFY(shallow.has_value());
        std::stop_source stop;
        std::size_t measured = 0;
        const auto lean = leanRun(
            std::move(*shallow), &measureForRules,
            [&](std::size_t done) {
                measured = done;
                stop.request_stop();
            },
            stop.get_token());
        QCOMPARE(measured, std::size_t{1});
        QCOMPARE(lean.ranks().size(), std::size_t{4});
    }
};

TEST_SUITE(LeanRunTest)
#include "tst_lean_run.moc"
