#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/advice/rule_list.h"
#include "core/demo/demo_writer.h"
#include "core/session/load_job.h"
#include "tests/core/advice/planted_faults.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <map>

using namespace stagescope;
using namespace stagescope::planted;

namespace {

/// How often a trouble was named first, with the right ranks, and how often something was found that is not there.
struct Rate {
    int played = 0;
    int named = 0;
    int alarms = 0;
    std::map<std::string, int> first{};  ///< rule that came first, where it was the wrong one
};

bool isKnownRule(const std::string &id) {
    const auto &list = ruleList();
    return std::any_of(list.begin(), list.end(), [&](const Rule &rule) { return rule.id == id; });
}

int fromEnvironment(const char *name, int fallback) {
    bool isNumber = false;
    const int asked = qEnvironmentVariableIntValue(name, &isNumber);
    return isNumber ? asked : fallback;
}
/// One seed of each schedule, or what the environment asks for: STAGESCOPE_VERDICT_SEEDS of them from
/// STAGESCOPE_VERDICT_FIRST on. Hundreds take minutes: raise QTEST_FUNCTION_TIMEOUT too.
int seedCount() {
#ifdef __SANITIZE_ADDRESS__
    constexpr int kSeeds = 2;  // that build is unoptimised and looks for memory errors only
#else
    const int kSeeds = static_cast<int>(scheduleKinds().size());
#endif
    return fromEnvironment("STAGESCOPE_VERDICT_SEEDS", kSeeds);
}
int firstSeed() { return fromEnvironment("STAGESCOPE_VERDICT_FIRST", 0); }

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
    if (!writeDemo(path, options)) {
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
    return finding.rule == trouble.rule && (ranks.empty() || ranks == said);
}

void note(Rate &rate, const Trouble &trouble, const Case &planted, const std::vector<Finding> &found) {
    ++rate.played;
    const bool isHealthy = *trouble.rule == '\0';
    const bool isRight = isHealthy ? found.empty() : !found.empty() && names(found.front(), trouble, planted);
    rate.named += isRight ? 1 : 0;
    rate.alarms += isHealthy && !found.empty() ? 1 : 0;
    if (!isRight) {
        ++rate.first[found.empty() ? "nothing" : found.front().rule];
    }
}

void report(const std::vector<Rate> &rates) {
    for (std::size_t i = 0; i < rates.size(); ++i) {
        if (rates[i].played == 0) {
            continue;
        }
        QString wrong;
        for (const auto &[rule, count] : rates[i].first) {
            wrong += QStringLiteral(" %1 x%2").arg(QString::fromStdString(rule)).arg(count);
        }
        qInfo().noquote() << QStringLiteral("%1 right in %2 of %3, false alarms %4;%5")
                                 .arg(QLatin1String(troubles()[i].name), -26)
                                 .arg(rates[i].named)
                                 .arg(rates[i].played)
                                 .arg(rates[i].alarms)
                                 .arg(wrong);
    }
}

/// Largest error of the recovered offsets, ms.
double clockError(const DemoOptions &options, const std::vector<ClockOffset> &offsets) {
    const DemoCluster cluster(options);
    const auto truth = [&](int rank) { return cluster.clockOffset(cluster.hostOf(rank)); };
    double worst = 0;
    for (const auto &offset : offsets) {
        const auto error =
            offset.offset.count() - offsets.front().offset.count() + truth(offset.rank) - truth(offsets.front().rank);
        worst = std::max(worst, static_cast<double>(std::abs(error)) / 1e6);
    }
    return worst;
}

}  // namespace

class VerdictsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The first finding names the planted trouble and its ranks; nothing is found where nothing is planted.
    void plantedTroublesAreNamedFirst() {
        std::vector<Rate> rates(troubles().size());
        for (int seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
            for (std::size_t i = 0; i < troubles().size(); ++i) {
                const auto &trouble = troubles()[i];
                if (*trouble.rule != '\0' && !isKnownRule(trouble.rule)) {
                    continue;
                }
                std::mt19937_64 random(static_cast<std::uint64_t>(seed) * 1000 + i);
                const auto planted = trouble.plant(optionsOf(seed), random);
                const auto run = played(planted.options);
                QVERIFY(run.has_value());
                const auto before = rates[i].named;
                const auto found = findings(*run);
                note(rates[i], trouble, planted, found);
                if (rates[i].named == before) {
                    qInfo().noquote() << describe(trouble, planted, found);
                }
            }
        }
        report(rates);
        for (std::size_t i = 0; i < rates.size(); ++i) {
            QCOMPARE(rates[i].alarms, 0);
            QVERIFY2(rates[i].named >= rates[i].played * 0.95, troubles()[i].name);
        }
    }

    void clocksAreRecovered() {
        double matched = 0;
        double byCausality = 0;
        for (int seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
            const auto planted = skewedClocks(optionsOf(seed), 50);
            auto run = played(planted.options);
            QVERIFY(run.has_value());
            run->clock = {};
            auto charts = rawCharts(*run);
            matched = std::max(matched, clockError(planted.options, clockOffsets(*run, charts)));
            for (auto &chart : charts) {
                chart.edges.clear();
                chart.p2p.clear();
            }
            byCausality = std::max(byCausality, clockError(planted.options, clockOffsets(*run, charts)));
        }
        qInfo("largest error of a clock: %.3f ms by transfers, %.3f ms by causality", matched, byCausality);
        QVERIFY(matched < 1);
        QVERIFY(byCausality < 2);
    }

private:
    static QString describe(const Trouble &trouble, const Case &planted, const std::vector<Finding> &found) {
        auto text = QString::fromLatin1(scheduleKindText(planted.options.schedule).data()) + QLatin1String(", ") +
                    QLatin1String(trouble.name);
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

QTEST_GUILESS_MAIN(VerdictsTest)
#include "tst_verdicts.moc"
