#include "core/advice/joint_headroom.h"
#include "core/advice/usual_step.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/base/number_text.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/core/advice/planted_faults.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace tst_joint_headroom {

using namespace stagescope;
using namespace stagescope::planted;

namespace {

using Kind = DemoFault::Kind;

constexpr double kMostError = 0.03;  ///< of the step

/// STAGESCOPE_HEADROOM_SEEDS asks for that many seeds, from STAGESCOPE_HEADROOM_FIRST on.
int fromEnvironmentOr(const char *name, int fallback) {
    bool isNumber = false;
    const int asked = qEnvironmentVariableIntValue(name, &isNumber);
    return isNumber ? asked : fallback;
}

std::optional<Run> playedWith(const DemoOptions &options) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    if (!placeDemo(path, options)) {
        return std::nullopt;
    }
    auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
    if (run) {
        run->clock = measuredAlignment(*run);
    }
    return run ? std::optional(*run) : std::nullopt;
}

/// From two to four troubles of different kinds. Of different stages, too: where each rank of a stage is slow nothing
/// tells them from a stage that has more to do.
DemoOptions troubled(int seed) {
    const auto kinds = scheduleKinds();
    DemoOptions options;
    options.schedule = kinds[static_cast<std::size_t>(seed) % kinds.size()];
    options.steps = 2;
    options.seed = static_cast<std::uint64_t>(seed) + 1;
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::vector<int> ranks(static_cast<std::size_t>(options.pp));
    std::iota(ranks.begin(), ranks.end(), 0);
    std::shuffle(ranks.begin(), ranks.end(), random);
    for (int &rank : ranks) {
        rank = rank * options.dp + below(random, options.dp);
    }
    // Of two hosts that are late one may hide the other altogether: one of them.
    const std::array hosts{fault(Kind::SlowHost, ranks[1], 0, 30),
                           DemoFault{.kind = Kind::GcPause, .first = ranks[1], .amount = 200},
                           DemoFault{.kind = Kind::Recompile, .first = ranks[1], .amount = 20'000}};
    const auto host = hosts[static_cast<std::size_t>(seed / 2) % hosts.size()];
    std::vector<DemoFault> faults = {
        host,
        fault(Kind::SlowRank, ranks[0], 0, 1.5),
        fault(Kind::LowFrequency, ranks[2], 0, 1.4),
        fault(Kind::SlowLoader, below(random, options.dp), 0, 30),
        {.kind = Kind::AiCpuKernel, .first = ranks[0], .amount = 4},
        {.kind = Kind::UnfusedNorm, .first = ranks[1], .amount = 2},
        {.kind = Kind::UnfusedSwiGlu, .first = ranks[2], .amount = 2},
        {.kind = Kind::NoReduceOverlap, .first = below(random, options.pp), .amount = 12},
    };
    std::shuffle(faults.begin(), faults.end(), random);
    faults.resize(2 + static_cast<std::size_t>(seed) % 3);
    options.faults = faults;
    return options;
}

std::vector<std::size_t> allOf(const HeadroomStudy &study) {
    std::vector<std::size_t> all(study.findings().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

Nanos stepOfJob(const Run &run) { return usualStep(run, studyPipelines(run)); }

}  // namespace

class JointHeadroomTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// With all findings mended at once the step is as long as the same cluster's without its troubles.
    void itIsWhatTheClusterTakesWithoutItsTroubles() {
        const int first = fromEnvironmentOr("STAGESCOPE_HEADROOM_FIRST", 0);
        const int seeds = fromEnvironmentOr("STAGESCOPE_HEADROOM_SEEDS", 8);
        int missed = 0;
        for (int seed = first; seed < first + seeds; ++seed) {
            auto options = troubled(seed);
            const auto run = playedWith(options);
            QString planted;
            for (const auto &each : options.faults) {
                planted += QLatin1Char(' ') + QString::fromStdString(demoFaultText(each));
            }
            options.faults.clear();
            const auto healthy = playedWith(options);
            QVERIFY(run && healthy);
            const auto study = HeadroomStudy::make(*run);
            const auto headroom = study->of(allOf(*study));
            const auto told = millis(study->step() - headroom.saved());
            const auto truth = millis(stepOfJob(*healthy));
            const auto error = (told - truth) / truth;
            QString rows;
            for (const auto &row : headroom.rows) {
                rows += QStringLiteral(" | %1 %2 +%3")
                            .arg(QString::fromStdString(study->findings()[row.finding].rule))
                            .arg(millis(row.alone), 0, 'f', 1)
                            .arg(millis(row.gain), 0, 'f', 1);
            }
            qInfo().noquote() << QStringLiteral("seed %1 %2:%3: %4 ms, told %5, true %6, off by %7 %%8")
                                     .arg(seed)
                                     .arg(QString::fromStdString(std::string(scheduleKindText(options.schedule))))
                                     .arg(planted)
                                     .arg(millis(study->step()), 0, 'f', 1)
                                     .arg(told, 0, 'f', 1)
                                     .arg(truth, 0, 'f', 1)
                                     .arg(100 * error, 0, 'f', 1)
                                     .arg(rows);
            missed += std::abs(error) > kMostError ? 1 : 0;
            isNeverBehindTheOrderByImpact(*study, headroom);
        }
        QCOMPARE(missed, 0);
    }

    void withoutCuresNothingIsSaved() {
        const auto run = playedWith(troubled(1));
        QVERIFY(run.has_value());
        const auto pipelines = studyPipelines(*run);
        const auto job = curedJob(*run, pipelines);
        QVERIFY(job.hasPipelines());
        QCOMPARE(job.saved(std::span<const Cure *const>{}), Nanos{0});
        QCOMPARE(job.saved(Cure{}), Nanos{0});
        // Of ranks, links and times that are not there.
        const Cure strange{{{-1, {{{5, 1}, 1}}}, {99, {{{INT64_MIN, INT64_MAX}, 7}}}},
                           {{99, {{{0, 1}, -1}}}},
                           {{{98, 99}, Nanos{-1}}}};
        QCOMPARE(job.saved(strange), Nanos{0});
    }

    /// The same moment of a rank is saved once.
    void twoThatSeeTheSameSaveItOnce() {
        auto options = troubled(0);
        options.faults = {fault(Kind::SlowHost, 0, 0, 30)};
        const auto run = playedWith(options);
        QVERIFY(run.has_value());
        const auto pipelines = studyPipelines(*run);
        const auto job = curedJob(*run, pipelines);
        const auto found = findings(*run);
        QVERIFY(!found.empty() && !found.front().cure.isEmpty());
        const auto &cure = found.front().cure;
        const std::array twice{&cure, &cure};
        QVERIFY(job.saved(cure) > Nanos{0});
        QCOMPARE(job.saved(twice), job.saved(cure));
    }

    /// What cures do to transfers together does not depend on which of them does it, or first.
    void transfersAreCuredTogether() {
        auto options = troubled(0);
        options.faults.clear();
        const auto run = playedWith(options);
        QVERIFY(run.has_value());
        const auto pipelines = studyPipelines(*run);
        const auto job = curedJob(*run, pipelines);
        Cure all;
        for (const auto &edge : pipelines.at(0).chart.edges) {
            all.links[std::minmax({edge.from, edge.to})] = Nanos{1'000'000};
        }
        QVERIFY(!all.links.empty());
        const Cure links = all;
        all.transfers = 0.25;
        const Cure half{.transfers = 0.5};
        const std::array apart{&links, &half, &half};
        const std::array turned{&half, &half, &links};
        QCOMPARE(job.saved(apart), job.saved(all));
        QCOMPARE(job.saved(turned), job.saved(all));
    }

    /// A late host of the same pipeline keeps the step as long as a kernel on the AI CPU would.
    void whatAnotherFindingHidesIsToldBehindIt() {
        auto options = troubled(0);
        options.faults = {{.kind = Kind::AiCpuKernel, .first = 2, .amount = 4}, fault(Kind::SlowHost, 6, 0, 30)};
        const auto run = playedWith(options);
        QVERIFY(run.has_value());
        const auto study = HeadroomStudy::make(*run);
        const auto isAiCpu = [](const Finding &finding) { return finding.rule == "aicpu"; };
        const auto hidden = std::ranges::find_if(study->findings(), isAiCpu);
        QVERIFY(hidden != study->findings().end() && hidden != study->findings().begin());
        const auto says = [&](const Message &fact) { return fact.id == "finding.hidden"; };
        QVERIFY(std::ranges::any_of(hidden->facts, says));
        QVERIFY(std::ranges::none_of(study->findings().front().facts, says));
        const auto headroom = study->of(allOf(*study));
        const auto index = static_cast<std::size_t>(hidden - study->findings().begin());
        const auto row = std::ranges::find(headroom.rows, index, &JointHeadroom::Row::finding);
        QVERIFY(row != headroom.rows.end());
        QVERIFY(2 * row->alone < row->gain);
        QVERIFY(std::abs(millis(row->gain) - millis(hidden->impact)) < 0.1 * millis(row->gain));
    }

    void theTableTakesRulesAndRefusesOthers() {
        auto options = troubled(0);
        options.faults = {fault(Kind::SlowHost, 5, 0, 30), fault(Kind::SlowRank, 2, 0, 1.5)};
        const auto run = playedWith(options);
        QVERIFY(run.has_value());
        Workspace workspace;
        workspace.runs.push_back(*run);
        const auto *entry = analysisById("headroom");
        QVERIFY(entry != nullptr);
        const auto rowsFor = [&](const std::string &rules) {
            AnalysisInput input{.workspace = &workspace};
            input.parameters["rules"] = rules;
            const auto table = entry->run(input, {});
            return table ? static_cast<int>(table->rows.size()) : -1;
        };
        QCOMPARE(rowsFor(""), 2);
        QCOMPARE(rowsFor("slow_worker"), 1);
        QCOMPARE(rowsFor(" host_launch , slow_worker,"), 2);
        QCOMPARE(rowsFor("memory_leak"), 0);
        QCOMPARE(rowsFor("no_such_rule"), -1);
    }

private:
    static void isNeverBehindTheOrderByImpact(const HeadroomStudy &study, const JointHeadroom &headroom) {
        auto order = headroom.rows;
        std::ranges::stable_sort(order, [](const auto &a, const auto &b) { return a.alone > b.alone; });
        Nanos own{0};
        Nanos byImpact{0};
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; i < order.size(); ++i) {
            chosen.push_back(order[i].finding);
            own += headroom.rows[i].joint;
            byImpact += study.of(chosen).saved();
        }
        QVERIFY(own >= byImpact);
    }
};

TEST_SUITE(JointHeadroomTest)

}  // namespace tst_joint_headroom

#include "tst_joint_headroom.moc"
