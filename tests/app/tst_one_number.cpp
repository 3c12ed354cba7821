// One number for one step and one cause, wherever a user reads them: tables, check, report, gate, ledger, assistants.
#include "app/commands/check_text.h"
#include "app/report/report_verdict.h"
#include "app/step_figures.h"
#include "core/advice/finding_texts.h"
#include "core/advice/gate/gate.h"
#include "core/advice/joint_headroom.h"
#include "core/advice/number_texts.h"
#include "core/analysis/difference/ledger.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/demo/demo_options.h"
#include "core/scene/pages/summary_model.h"
#include "core/session/loading/load_job.h"
#include "tests/support/kept_demos.h"
#include "tests/support/mcp_caller.h"
#include "tests/support/places.h"
#include "tests/support/same_figures.h"
#include "tests/support/step_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

namespace tst_one_number {

using namespace stagescope;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

std::optional<Run> loaded(const std::string &path, std::uint32_t id) {
    auto run = loadRun(path, RunId{id}, LoadDepth::Deep);
    if (!run) {
        return std::nullopt;
    }
    run->clock = measuredAlignment(*run);
    return *run;
}

/// Into an own folder within.
struct Played {
    std::string path;
    std::optional<Run> run;
};
Played played(const QTemporaryDir &folder, const char *schedule, const char *fault, std::uint32_t id) {
    Options options{{"schedule", schedule}, {"pp", "2"},     {"dp", "2"},
                    {"microbatches", "6"},  {"layers", "1"}, {"steps", "3"}};
    if (*fault != '\0') {
        options.emplace_back("fault", fault);
    }
    const auto path = folder.filePath(QString::number(id)).toStdString();
    const auto parsed = parseDemoOptions(options);
    return {path, parsed && placeDemo(path, *parsed) ? loaded(path, id) : std::nullopt};
}

std::optional<double> ofGate(Gate &gate, const std::string &metric) {
    return gate.judge({metric, *parseGateFigure(metric), GateComparison::Greater, {}}).run.value;
}

/// As all channels round them.
bool isSame(double one, double other) { return std::abs(one - other) < 2e-3 + 1e-6 * std::abs(one); }

bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

}  // namespace

class OneNumberTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ofADemo_data() {
        QTest::addColumn<QByteArray>("schedule");
        QTest::addColumn<QByteArray>("fault");
        const auto add = [](const char *schedule, const char *fault) {
            QTest::addRow("%s %s", schedule, fault) << QByteArray(schedule) << QByteArray(fault);
        };
        add("1f1b", "slow-rank=3:1.5");
        add("gpipe", "slow-stage=1:1.4");
        add("interleaved", "slow-link=0-2:8");
        add("zb-h1", "slow-host=2:20");
        add("zb-h2", "gc-pause=1:200");
        add("zb-v", "low-frequency=3:1.5");
        add("dualpipev", "slow-rank=0:1.4");
        add("looped-bfs", "slow-loader=0:40");
        add("interleaved-zb", "recompile=2:20000");
        add("1f1b", "ai-cpu-kernel=1:0");
        add("1f1b", "");
    }
    void ofADemo() {
        QFETCH(QByteArray, schedule);
        QFETCH(QByteArray, fault);
        const QTemporaryDir folder;
        const auto [path, run] = played(folder, schedule.constData(), fault.constData(), 1);
        const auto healthy = played(folder, schedule.constData(), "", 0).run;
        QVERIFY(run && healthy);
        oneStep(*run);
        oneCause(*run, !fault.isEmpty());
        oneChange(*healthy, *run);
        oneTold(*run, path);
    }

    void ofARealProfile_data() {
        QTest::addColumn<QString>("path");
        for (const auto *name : {"ascend/cnn_text", "ascend/cnn_db", "ascend/qwen3_pp2dp2",
                                 "torch/h100_scenes/sync_item", "torch/h100_scenes/garbage_collection",
                                 "torch/h100_scenes/ddp4_slow_rank2", "torch/h100_scenes/device_only",
                                 "torch/h100_scenes/pipelining/1F1B_cuda", "torch/h100_scenes/pipelining/GPipe",
                                 "torch/h100_scenes/pipelining/InterleavedZeroBubble", "torch/hta_two_ranks"}) {
            const auto path = realDataFolder() + QLatin1Char('/') + QString::fromLatin1(name);
            if (!realDataFolder().isEmpty() && QFileInfo::exists(path)) {
                QTest::newRow(name) << path;
            }
        }
        if (realDataFolder().isEmpty()) {
            QTest::newRow("none") << QString();
        }
    }
    void ofARealProfile() {
        QFETCH(QString, path);
        if (path.isEmpty()) {
            QSKIP("no recorded profiles");
        }
        const auto run = loaded(path.toStdString(), 1);
        QVERIFY(run.has_value());
        oneStep(*run);
        std::map<std::string, std::size_t> compared;
        const auto other = same_figures::disagreement(*run, compared);
        QVERIFY2(other.empty(), other.c_str());
        QVERIFY(compared["step"] > 0 || timeSplits(*run).empty());
        oneCause(*run, false);
        oneChange(*run, *run);
        oneTold(*run, path.toStdString());
    }

private:
    /// In all tables, in check, in the report and for gates.
    static void oneStep(const Run &run) {
        const auto steps = knownSteps(run, timeSplits(run));
        const auto *typical = typicalStep(steps);
        QVERIFY(typical != nullptr);
        std::size_t compared = 0;
        const auto other = step_tables::disagreement(run, compared);
        QVERIFY2(other.empty(), other.c_str());
        const auto splits = timeSplits(run);
        if (!splits.empty()) {
            QVERIFY(compared > 0 || !typical->step);
            Nanos whole{0};
            for (const auto &part : typicalParts(splits)) {
                whole += part.length;
            }
            QVERIFY(std::chrono::abs(whole - typical->length) < Nanos{10});
        }
        const auto advice = adviceFor(run);
        const auto check = checkText(run, advice, {}, false);
        const auto length = lengthText(typical->length);
        const auto line =
            typical->step ? "  step " + stepText(*typical->step) + ": " + length : "  whole capture: " + length;
        QVERIFY2(contains(check, line), (line + "\n" + check).c_str());
        Workspace workspace;
        workspace.runs.push_back(run);
        const auto report = reportVerdict(workspace, advice, {});
        const auto told = "Step time: " + timeText(typical->length);
        const bool isInReport =
            std::any_of(report.begin(), report.end(), [&](const auto &text) { return contains(text, told); });
        QVERIFY2(isInReport || !typical->step, told.c_str());
        QVERIFY(advice.step >= typical->length || advice.findings.empty());
    }

    /// Parts of the step, bubbles, costs and shares are those of check wherever they are told: gates, report,
    /// assistants.
    static void oneTold(const Run &run, const std::string &path) {
        const auto splits = timeSplits(run);
        const auto steps = knownSteps(run, splits);
        const auto *typical = typicalStep(steps);
        const auto advice = adviceFor(run);
        const auto check = checkText(run, advice, {}, false);
        std::map<std::string, double> parts;
        for (const auto &part : typicalParts(splits)) {
            parts[std::string(part.name)] = millis(part.length);
        }
        toldByGates(run, millis(typical->length), parts, check);
        Workspace workspace;
        workspace.runs.push_back(run);
        const auto report = reportVerdict(workspace, advice, {});
        const auto computing = parts["computing alone"] + parts["computing and communication at once"];
        const auto share = percentText(computing / millis(typical->length)) + " % computing";
        QVERIFY2(computing < 0.005 * millis(typical->length) ||
                     std::ranges::any_of(report, [&](const auto &text) { return contains(text, share); }),
                 share.c_str());
        testing::McpCaller assistant({path});
        const auto told =
            assistant.call(QStringLiteral("open_profile"), {{QStringLiteral("path"), QString::fromStdString(path)}});
        QVERIFY(!assistant.isError);
        QVERIFY(isSame(told[QStringLiteral("typical_step_ms")].toDouble(), millis(typical->length)));
        const auto toldParts = told[QStringLiteral("typical_step_split_ms")].toObject();
        QCOMPARE(std::size_t(toldParts.size()), typicalParts(splits).size());
        for (const auto &name : toldParts.keys()) {
            QVERIFY2(isSame(toldParts[name].toDouble(),
                            parts[QString(name).replace(QLatin1Char('_'), QLatin1Char(' ')).toStdString()]),
                     qPrintable(name));
        }
        const auto top = told[QStringLiteral("top_findings")].toArray();
        QCOMPARE(std::size_t(top.size()), std::min(std::size_t{3}, advice.findings.size()));
        for (qsizetype i = 0; i < top.size(); ++i) {
            const auto &finding = advice.findings[std::size_t(i)];
            const auto own = top[i].toObject();
            QCOMPARE(own[QStringLiteral("says")].toString().toStdString(), findingText(finding.title));
            QVERIFY(isSame(own[QStringLiteral("impact_ms_per_step")].toDouble(), millis(finding.impact)));
            const auto percent = own[QStringLiteral("share_of_step_percent")].toDouble();
            QVERIFY(!finding.share || std::abs(percent - 100 * *finding.share) < 0.051);
            const auto line = timeText(finding.impact) + " per step, " + percentText(finding.share.value_or(0));
            QVERIFY2(!finding.share || finding.impact == Nanos{0} || contains(check, line), line.c_str());
        }
    }

    static void toldByGates(const Run &run, double step, const std::map<std::string, double> &parts,
                            const std::string &check) {
        Gate gate(run, nullptr, {});
        const auto part = [&](const char *name) {
            const auto it = parts.find(name);
            return it == parts.end() ? 0 : it->second;
        };
        const std::map<std::string, double> expected{
            {"step_ms", step},
            {"computing_ms", part("computing alone") + part("computing and communication at once")},
            {"exposed_comm_ms", part("communication not covered")},
            {"free_ms", part("device idle") + part("copies not covered")}};
        for (const auto &[metric, value] : expected) {
            const auto told = ofGate(gate, metric);
            QVERIFY2(told.has_value() || parts.empty(), (metric + " has no value").c_str());
            QVERIFY2(!told || isSame(*told, value),
                     (metric + " " + std::to_string(told.value_or(-1)) + ", check " + std::to_string(value)).c_str());
        }
        // Means of the ranks' shares, whose steps differ by little.
        const auto computing = ofGate(gate, "computing_percent");
        const auto share = 100 * expected.at("computing_ms") / step;
        QVERIFY(computing.has_value() || parts.empty());
        QVERIFY2(!computing || std::abs(*computing - share) < 0.5, std::to_string(computing.value_or(0)).c_str());
        const auto bubbles = ofGate(gate, "bubble_percent");
        const auto line = "bubbles " + percentText(bubbles.value_or(0) / 100) + " %";
        const auto pipelines = std::ranges::count_if(
            pipelineGroups(run), [&](const PipelineGroup &group) { return isPipeline(run, group); });
        QVERIFY(bubbles.has_value() || pipelines != 1 || !contains(check, "bubbles "));
        QVERIFY2(!bubbles || pipelines != 1 || contains(check, line), (line + check).c_str());
    }

    /// What the first finding costs is what the table of findings, headroom, check and report say; it comes of the rank
    /// that holds the job up.
    static void oneCause(const Run &run, bool isPlanted) {
        const auto study = HeadroomStudy::make(run);
        if (study->findings().empty()) {
            QVERIFY(!isPlanted);
            return;
        }
        const auto &first = study->findings().front();
        std::vector<std::size_t> all(study->findings().size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const auto headroom = study->of(all);
        const auto row = std::ranges::find(headroom.rows, std::size_t{0}, &JointHeadroom::Row::finding);
        QVERIFY(row == headroom.rows.end() || row->alone == first.impact || first.isHidden);
        Workspace workspace;
        workspace.runs.push_back(run);
        const auto table = analysisById("findings")->run({.workspace = &workspace}, {});
        QVERIFY(table && !table->rows.empty());
        const auto title = findingText(first.title);
        QCOMPARE(table->text(0, "title"), title);
        QVERIFY(std::abs(std::strtod(table->text(0, "impact_ms").c_str(), nullptr) - millis(first.impact)) < 1e-6);
        const auto advice = adviceFor(run);
        QVERIFY(contains(checkText(run, advice, {}, false), title));
        const auto report = reportVerdict(workspace, advice, {});
        QVERIFY2(contains(report.back(), title.substr(0, title.find(':'))), report.back().c_str());
        const auto holder = whoHoldsUp(run);
        const auto &ranks = first.evidence.ranks;
        const auto isHolder = [&](const RankRef &rank) { return rank.rank == holder->rank; };
        QVERIFY2(
            !holder || ranks.empty() || first.impact == Nanos{0} || std::any_of(ranks.begin(), ranks.end(), isHolder),
            (title + "; held up by " + std::to_string(holder ? holder->rank : -1)).c_str());
    }

    /// Of two runs the ledger tells the steps that each tells alone, its rows add up to their difference, and it is
    /// certain of it where a gate is.
    static void oneChange(const Run &before, const Run &after) {
        const auto change = ledger({&before, {}, {}}, {&after, {}, {}});
        if (change.isEmpty()) {
            return;
        }
        const auto lengthOf = [](const Run &run) { return typicalStep(stepLengths(timeSplits(run)))->length; };
        QVERIFY2(std::chrono::abs(change.before - lengthOf(before)) <= Nanos{1}, "before");
        QVERIFY2(std::chrono::abs(change.after - lengthOf(after)) <= Nanos{1}, "after");
        Nanos sum{0};
        for (const auto &row : change.rows) {
            sum += row.change();
        }
        QCOMPARE(sum, change.change());
        const auto judged = Gate(after, &before, {}).judge(*parseGate("step_ms > +0"));
        QCOMPARE(judged.noise.has_value(), change.noise.has_value());
        QVERIFY(!judged.noise || std::abs(*judged.noise - millis(*change.noise)) < 1e-3);
        QCOMPARE(judged.verdict == GateVerdict::Violated,
                 change.significance == Significance::Significant && change.change() > Nanos{0});
    }
};

TEST_SUITE(OneNumberTest)

}  // namespace tst_one_number

#include "tst_one_number.moc"
