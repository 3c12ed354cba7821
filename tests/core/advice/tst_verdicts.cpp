#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/trace/told_gaps.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/core/advice/planted_faults.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <map>

namespace tst_verdicts {

using namespace stagescope;
using namespace stagescope::planted;

namespace {

/// Of the step. Steps of one healthy run differ by twice as much: what a rerun gains is not known any better, and a
/// tenth of it is what the error of a smaller gain may be.
constexpr double kLeastGain = 0.001;
/// Of what a rerun without the trouble gains.
constexpr double kMostGainError = 0.1;

/// How often a trouble of one amount was named first, with the right ranks.
struct Rate {
    int played = 0;
    int named = 0;
    std::map<std::string, int> first{};   ///< rule that came first, where it was the wrong one
    std::map<std::string, int> missed{};  ///< by schedule
    /// Of those named: impact told - how much longer the step is than without the trouble, as a share of that step.
    /// Of leaks: bytes told by bytes leaked - 1.
    std::vector<double> impactErrors{};
    std::vector<double> gainErrors{};  ///< likewise as a share of what it costs, at least kLeastGain

    void note(Nanos told, double cost, double step) {
        const auto impact = static_cast<double>(told.count());
        impactErrors.push_back((impact - cost) / step);
        gainErrors.push_back((impact - cost) / std::max(cost, kLeastGain * step));
    }
};
using Rates = std::map<std::pair<std::size_t, double>, Rate>;  ///< by trouble and amount

/// Share of the step from which on the rules on single ranks tell a trouble.
constexpr double kLeastShare = 0.01;
/// Of the step: replays leave out what lies outside of pipelines.
constexpr double kMostImpactError = 0.03;
/// Of the step likewise, where all hosts are late.
constexpr double kMostLateHostError = 0.03;

int fromEnvironment(const char *name, int fallback) {
    bool isNumber = false;
    const int asked = qEnvironmentVariableIntValue(name, &isNumber);
    return isNumber ? asked : fallback;
}
/// Usually each schedule is played once with each trouble (one in three with what must not be found, one in eight with
/// what does not depend on the schedule); schedules and amounts take turns with the seeds.
/// STAGESCOPE_VERDICT_SEEDS asks for that many seeds, from STAGESCOPE_VERDICT_FIRST on, STAGESCOPE_VERDICT_TROUBLE for
/// those troubles only whose names begin so ("AI CPU|unfused norm"), beside what is healthy. The whole table, of 200
/// seeds, takes a quarter of an hour:
///     STAGESCOPE_VERDICT_SEEDS=200 QTEST_FUNCTION_TIMEOUT=36000000 test_core verdicts
int seedCount() { return fromEnvironment("STAGESCOPE_VERDICT_SEEDS", static_cast<int>(scheduleKinds().size())); }
int firstSeed() { return fromEnvironment("STAGESCOPE_VERDICT_FIRST", 0); }
bool isWanted(const Trouble &trouble, int seed) {
    const bool isWhole = qEnvironmentVariableIsSet("STAGESCOPE_VERDICT_SEEDS");
    const bool isAlarm = *trouble.rule == '\0' && !trouble.isHealthy();
    const int every = isAlarm ? 3 : trouble.isSettled() ? 8 : 1;
    if (!isWhole && (seed + &trouble - troubles().data()) % every != 0) {
        return false;
    }
    const auto asked = qgetenv("STAGESCOPE_VERDICT_TROUBLE").split('|');
    return trouble.isHealthy() || std::ranges::any_of(asked, [&](const QByteArray &name) {
               return QByteArray(trouble.name).startsWith(name);
           });
}

/// Takes turns such that each amount meets each schedule.
double amountOf(const Trouble &trouble, int seed) {
    const auto schedules = static_cast<int>(scheduleKinds().size());
    return trouble.amounts[static_cast<std::size_t>(seed / schedules + seed % schedules) % trouble.amounts.size()];
}

DemoOptions optionsOf(int seed) {
    const auto kinds = scheduleKinds();
    DemoOptions options;
    options.schedule = kinds[static_cast<std::size_t>(seed) % kinds.size()];
    options.steps = 2;
    options.seed = static_cast<std::uint64_t>(seed) + 1;
    return options;
}

std::optional<Run> played(const DemoOptions &options) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    if (!placeDemo(path, options)) {
        return std::nullopt;
    }
    auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
    if (!run) {
        return std::nullopt;
    }
    run->clock = measuredAlignment(*run);
    return *run;
}

bool names(const Finding &finding, const Trouble &trouble, const Case &planted) {
    auto ranks = planted.ranks;
    std::vector<int> said;
    for (const auto &rank : finding.evidence.ranks) {
        said.push_back(rank.rank);
    }
    std::sort(said.begin(), said.end());
    return trouble.isNamedBy(finding.title.id) && (ranks.empty() || ranks == said);
}

bool isRight(const Trouble &trouble, const Case &planted, const std::vector<Finding> &found) {
    return *trouble.rule == '\0' ? found.empty() : !found.empty() && names(found.front(), trouble, planted);
}

/// Median over ranks and steps.
double stepOf(const Run &run) {
    std::vector<double> lengths;
    for (const int rank : run.ranks()) {
        for (const auto &step : rankSteps(*run.capture(rank))) {
            lengths.push_back(static_cast<double>(step.range.duration().count()));
        }
    }
    std::sort(lengths.begin(), lengths.end());
    return lengths[lengths.size() / 2];
}

void note(Rate &rate, const DemoOptions &options, bool right, const std::vector<Finding> &found) {
    ++rate.played;
    rate.named += right ? 1 : 0;
    if (!right) {
        ++rate.first[found.empty() ? "nothing" : found.front().rule];
        ++rate.missed[std::string(scheduleKindText(options.schedule))];
    }
}

QString listText(const std::map<std::string, int> &counts) {
    QStringList list;
    for (const auto &[name, count] : counts) {
        list += QStringLiteral("%1 x%2").arg(QString::fromStdString(name)).arg(count);
    }
    return list.join(QLatin1String(", "));
}

bool isNearer(double a, double b) { return std::abs(a) < std::abs(b); }

double farthest(const std::vector<double> &errors) {
    return errors.empty() ? 0 : std::abs(*std::max_element(errors.begin(), errors.end(), isNearer));
}

QString errorsText(std::vector<double> errors) {
    if (errors.empty()) {
        return {};
    }
    std::sort(errors.begin(), errors.end(), isNearer);
    return QStringLiteral("%1 %, %2 %")
        .arg(100 * errors[errors.size() / 2], 0, 'f', 1)
        .arg(100 * errors.back(), 0, 'f', 1);
}

/// As a table in Markdown.
void report(const Rates &rates) {
    qInfo(
        "| planted | amount | played | right | said instead | in schedules | impact off by, median and most | of the "
        "cost |");
    qInfo("|---|---|---|---|---|---|---|---|");
    for (const auto &[key, rate] : rates) {
        qInfo().noquote() << QStringLiteral("| %1 | %2 | %3 | %4 % | %5 | %6 | %7 | %8 |")
                                 .arg(QLatin1String(troubles()[key.first].name))
                                 .arg(key.second)
                                 .arg(rate.played)
                                 .arg(100.0 * rate.named / rate.played, 0, 'f', 1)
                                 .arg(listText(rate.first), listText(rate.missed), errorsText(rate.impactErrors),
                                      errorsText(rate.gainErrors));
    }
}

/// Errors of the recovered offsets, ms; not a number where a clock was not compared.
std::vector<double> clockErrors(const DemoOptions &options, const std::vector<ClockOffset> &offsets) {
    const DemoCluster cluster(options);
    const auto truth = [&](int rank) { return cluster.clockOffset(cluster.hostOf(rank)); };
    std::vector<double> errors;
    for (const auto &offset : offsets) {
        const auto error =
            offset.offset.count() - offsets.front().offset.count() + truth(offset.rank) - truth(offsets.front().rank);
        const bool isKnown = offset.method != ClockMethod::Unknown;
        if (&offset != &offsets.front()) {
            errors.push_back(isKnown ? static_cast<double>(std::abs(error)) / 1e6 : 1e9);
        }
    }
    return errors;
}

/// Largest and median error, as told.
double worstOf(const char *means, std::vector<double> errors) {
    std::sort(errors.begin(), errors.end());
    qInfo("error of %zu clocks by %s: median %.4f ms, largest %.4f ms", errors.size(), means, errors[errors.size() / 2],
          errors.back());
    return errors.back();
}

/// Within a pipeline, devices that idle for their hosts do so exactly where the bubbles say host launch.
void tellsOneCausePerGap(const Run &run) {
    const auto told = toldGaps(run);
    for (const auto &study : studyPipelines(run)) {
        for (const auto &step : study.steps) {
            for (const auto &row : step.bubbles) {
                IntervalSet bubbles;
                IntervalSet launch;
                for (const auto &gap : row.gaps) {
                    const auto range = run.clock.toRank(row.rank, gap.range);
                    const Interval interval{ns(range.begin), ns(range.end)};
                    const bool isTold = gap.cause != BubbleCause::OtherWork && gap.cause != BubbleCause::Unknown &&
                                        (gap.cause != BubbleCause::Head || gap.producer != MeasuredGraph::kNone);
                    bubbles = united(bubbles, isTold ? IntervalSet{interval} : IntervalSet{});
                    launch =
                        united(launch, gap.cause == BubbleCause::HostLaunch ? IntervalSet{interval} : IntervalSet{});
                }
                IntervalSet late;
                for (const auto &gaps : freeGaps(*run.capture(row.rank), told.at(row.rank)).steps) {
                    for (const auto &gap : gaps.gaps) {
                        late =
                            united(late, isHostCause(gap.cause) ? IntervalSet{{ns(gap.range.begin), ns(gap.range.end)}}
                                                                : IntervalSet{});
                    }
                }
                const auto busy = busyIntervals(*run.capture(row.rank));
                const auto idle = subtracted(launch, united(busy.computing, busy.communication));
                QCOMPARE(totalLength(intersected(late, bubbles)), totalLength(idle));
                QCOMPARE(totalLength(subtracted(intersected(late, bubbles), launch)), std::int64_t{0});
            }
        }
    }
}

}  // namespace

class VerdictsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The first finding names the planted trouble and its ranks and tells what it costs; nothing is found where
    /// nothing is planted.
    void plantedTroublesAreNamedFirst() {
        Rates rates;
        for (int seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
            double healthyStep = 0;
            for (std::size_t i = 0; i < troubles().size(); ++i) {
                const auto &trouble = troubles()[i];
                if (!isWanted(trouble, seed) || !trouble.canTellIn(optionsOf(seed).schedule)) {
                    continue;
                }
                const double amount = amountOf(trouble, seed);
                std::mt19937_64 random(static_cast<std::uint64_t>(seed) * 1000 + i);
                const auto planted = trouble.plant(optionsOf(seed), random, amount);
                const auto run = played(planted.options);
                QVERIFY(run.has_value());
                const auto found = findings(*run);
                const double step = stepOf(*run);
                healthyStep = i == 0 ? step : healthyStep;
                // On some ranks of some schedules a pause costs the job next to nothing: then nothing is to be said.
                const bool isHidden =
                    trouble.tellsCost() && found.empty() && healthyStep > 0 && step < (1 + kLeastShare) * healthyStep;
                const bool right = isRight(trouble, planted, found) || isHidden;
                note(rates[{i, amount}], planted.options, right, found);
                if (right && trouble.isLeak()) {
                    const double bytes = amount * (1 << 20);
                    rates[{i, amount}].impactErrors.push_back(static_cast<double>(found.front().bytes) / bytes - 1);
                } else if (right && !found.empty() && healthyStep > 0) {
                    rates[{i, amount}].note(found.front().impact, step - healthyStep, step);
                }
                if (!right) {
                    qInfo().noquote() << describe(trouble, planted, found);
                }
            }
        }
        report(rates);
        for (const auto &[key, rate] : rates) {
            const auto &trouble = troubles()[key.first];
            QVERIFY2(rate.named >= rate.played * (*trouble.rule == '\0' ? 1 : 0.95), trouble.name);
            const bool isCompared = trouble.tellsCost() || trouble.isLeak();
            QVERIFY2(!isCompared || farthest(rate.impactErrors) < kMostImpactError, trouble.name);
            QVERIFY2(!trouble.tellsGain() || farthest(rate.gainErrors) < kMostGainError, trouble.name);
        }
    }

    /// All hosts are slower: what the findings say that costs is by how much the step is longer, also where devices
    /// idle a lot and the step is hardly longer, since the pipeline had them wait anyway.
    void lateHostsCostWhatTheyCost_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<double>("factor");
        QTest::newRow("hosts hardly faster than their devices") << 10 << 30.0;
        QTest::newRow("hosts that devices wait for") << 2 << 60.0;
    }
    void lateHostsCostWhatTheyCost() {
        QFETCH(int, layers);
        QFETCH(double, factor);
        auto options = optionsOf(1);
        options.schedule = ScheduleKind::OneFOneB;
        options.layersPerStage = layers;
        const auto healthy = played(options);
        const auto late = played(slowEverywhere(options, DemoFault::Kind::SlowHost, factor).options);
        QVERIFY(healthy && late);
        const double step = stepOf(*late);
        double told = 0;
        for (const auto &finding : findings(*late)) {
            const bool isOfHost =
                finding.rule == "host_launch" || finding.rule == "idle_gaps" || finding.rule == "data_loading";
            QVERIFY2(isOfHost, finding.rule.c_str());
            QVERIFY(finding.evidence.ranks.size() <= 1);
            told += static_cast<double>(finding.impact.count());
        }
        const double cost = step - stepOf(*healthy);
        qInfo("cost %.1f ms, told %.1f ms, step %.1f ms", cost / 1e6, told / 1e6, step / 1e6);
        QVERIFY(std::abs(told - cost) < kMostLateHostError * step);
        tellsOneCausePerGap(*late);
    }

    /// One rank's trouble explains what is seen on that rank only.
    void troublesOfTwoRanksAreBothNamed() {
        auto options = optionsOf(1);
        options.faults = {fault(DemoFault::Kind::SlowHost, 5, 0, 30), fault(DemoFault::Kind::SlowRank, 2, 0, 1.5)};
        const auto run = played(options);
        QVERIFY(run.has_value());
        std::vector<std::pair<std::string, int>> named;
        for (const auto &finding : findings(*run)) {
            named.emplace_back(finding.rule, finding.evidence.ranks.front().rank);
        }
        std::sort(named.begin(), named.end());
        QVERIFY((named == std::vector<std::pair<std::string, int>>{{"host_launch", 5}, {"slow_worker", 2}}));
    }

    void clocksAreRecovered() {
        std::vector<double> matched;
        std::vector<double> byCausality;
        for (int seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
            const auto planted = skewedClocks(optionsOf(seed), 50);
            auto run = played(planted.options);
            QVERIFY(run.has_value());
            run->clock = {};
            auto charts = rawCharts(*run);
            std::ranges::copy(clockErrors(planted.options, clockOffsets(*run, charts)), std::back_inserter(matched));
            for (auto &chart : charts) {
                chart.edges.edit().clear();
                chart.p2p.edit().clear();
            }
            std::ranges::copy(clockErrors(planted.options, clockOffsets(*run, charts)),
                              std::back_inserter(byCausality));
        }
        QVERIFY(worstOf("transfers", matched) < 1);
        QVERIFY(worstOf("causality", byCausality) < 2);
    }

private:
    static QString describe(const Trouble &trouble, const Case &planted, const std::vector<Finding> &found) {
        auto text = QString::fromStdString(std::string(scheduleKindText(planted.options.schedule))) +
                    QStringLiteral(", seed %1, ").arg(planted.options.seed) + QLatin1String(trouble.name);
        for (const auto &one : planted.options.faults) {
            if (planted.options.faults.size() < 3) {
                text += QLatin1Char(' ') + QString::fromStdString(demoFaultText(one));
            }
        }
        for (const auto &finding : found) {
            text += QLatin1String(" | ") + QString::fromStdString(findingText(finding.title));
        }
        return text;
    }
};

TEST_SUITE(VerdictsTest)

}  // namespace tst_verdicts

#include "tst_verdicts.moc"
