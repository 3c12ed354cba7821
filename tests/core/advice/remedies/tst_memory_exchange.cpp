#include "core/advice/findings.h"
#include "core/advice/remedies/memory_exchange.h"
#include "core/advice/rule_study.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/base/number_text.h"
#include "core/demo/demo_writer.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/table_records.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

namespace tst_memory_exchange {

using namespace stagescope;

namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

constexpr double kMostOfPeak = 0.1;
constexpr double kMostOfStep = 0.02;

std::optional<Run> played(const Options &options, const std::string &recompute) {
    auto all = options;
    all.emplace_back("recompute", recompute);
    const auto workspace = demoWith(all);
    return workspace->runs.empty() ? std::nullopt : std::optional(workspace->runs.front());
}

struct Answer {
    Nanos step{0};
    std::vector<MemoryExchange> rows;

    [[nodiscard]] const MemoryExchange *at(int stage, Exchange exchange) const {
        const auto it =
            std::ranges::find_if(rows, [&](const auto &row) { return row.stage == stage && row.exchange == exchange; });
        return it == rows.end() ? nullptr : &*it;
    }
};
Answer asked(const Run &run, const RuleValues &values = {}) {
    const RuleStudy study(run, values);
    return {study.step(), memoryExchanges(study.input(values))};
}
double peakOf(const Answer &answer, int stage) {
    const auto it = std::ranges::find(answer.rows, stage, &MemoryExchange::stage);
    return it == answer.rows.end() ? 0 : it->peak.value_or(0);
}

const std::map<std::string, Exchange> kPlayed{{"full", Exchange::FullRecompute},
                                              {"activation", Exchange::ActivationRecompute},
                                              {"norm", Exchange::NormRecompute}};

/// Copies of a rank as wide as a test asks.
std::shared_ptr<const TableStore> copiesAt(double bytesPerNs, std::int64_t bytes, int count) {
    TableWriter<CopyRecord> table;
    for (int i = 0; i < count; ++i) {
        const auto duration = std::llround(static_cast<double>(bytes) / bytesPerNs);
        table.append({"MEMCPY_ASYNC", i % 2 == 0 ? "DtoH" : "HtoD", {}, 7, 100 * i, duration, bytes});
    }
    return std::make_shared<const TableStore>(table.take());
}
Run withCopies(Run run, const std::shared_ptr<const TableStore> &copies) {
    for (auto &capture : run.captures) {
        if (!capture.loaded.empty()) {
            capture.loaded.front().tables.push_back(copies);
        }
    }
    return run;
}

QByteArray told(const Run &run, double capacity) {
    QByteArray text;
    for (const auto &finding : adviceFor(run, {{kCapacityParameter, capacity}}).findings) {
        text += (text.isEmpty() ? "" : ", ") + QByteArray::fromStdString(finding.title.id.substr(8));
    }
    return text;
}

}  // namespace

/// Memory that recomputation wins and the time that it costs, against the same training played with and without it.
class MemoryExchangeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRerunHasThePredictedStepAndPeaks_data() {
        QTest::addColumn<Options>("options");
        QTest::addColumn<std::string>("what");
        for (const auto *what : {"activation", "norm", "full"}) {
            QTest::newRow(what) << Options{{"dp", "1"}, {"steps", "2"}} << std::string(what);
        }
        QTest::newRow("interleaved") << Options{{"schedule", "interleaved"}, {"dp", "1"}, {"steps", "2"}}
                                     << std::string("full");
        QTest::newRow("zero bubble") << Options{{"schedule", "zb-h1"}, {"dp", "1"}, {"steps", "2"}}
                                     << std::string("full");
        QTest::newRow("more layers") << Options{{"layers", "5"}, {"microbatches", "6"}, {"dp", "1"}, {"steps", "2"}}
                                     << std::string("full");
    }
    void aRerunHasThePredictedStepAndPeaks() {
        QFETCH(Options, options);
        QFETCH(std::string, what);
        const auto without = played(options, "none");
        const auto with = played(options, what);
        QVERIFY(without && with);
        const auto before = asked(*without);
        const auto after = asked(*with);
        compare(before, after, kPlayed.at(what), MemoryExchange::State::Off);
        compare(after, before, kPlayed.at(what), MemoryExchange::State::On);
    }

    /// A rank without cells: rows of kernels tell what its cells would.
    void withoutCellsRowsOfKernelsTell_data() {
        QTest::addColumn<std::string>("what");
        for (const auto *what : {"none", "norm", "full"}) {
            QTest::newRow(what) << std::string(what);
        }
    }
    void withoutCellsRowsOfKernelsTell() {
        QFETCH(std::string, what);
        const auto run =
            played({{"pp", "1"}, {"dp", "1"}, {"microbatches", "4"}, {"layers", "3"}, {"steps", "2"}}, what);
        QVERIFY(run.has_value());
        const auto chart = pipelineChart(*run, pipelineGroups(*run).at(0));
        const auto byCells = rankPasses(*run->capture(0), &chart);
        const auto byRows = rankPasses(*run->capture(0), nullptr);
        QVERIFY(byCells && byRows);
        QCOMPARE(byCells->inFlight, std::size_t{1});
        for (std::size_t i = 0; i < kExchanges; ++i) {
            const auto &cell = byCells->chunks.at(0).parts[i];
            const auto &row = byRows->chunks.at(0).parts[i];
            QCOMPARE(row.kernels, 4 * cell.kernels);
            QCOMPARE(row.again, 4 * cell.again);
            QCOMPARE(row.bytes, 4 * cell.bytes);
            QCOMPARE(byRows->inFlightBytes[i], byCells->inFlightBytes[i]);
            const auto isNear = [](Nanos a, Nanos b) { return std::abs((a - b).count()) <= b.count() / 50; };
            QVERIFY(isNear(row.time, 4 * cell.time));
            QVERIFY(isNear(row.againTime, 4 * cell.againTime));
        }
    }

    void oneStageAloneIsReplayedAlone() {
        const Options options{{"steps", "2"}};
        const auto without = played(options, "none");
        const auto with = played(options, "full:1");
        QVERIFY(without && with);
        const auto before = asked(*without);
        const auto after = asked(*with);
        const auto *row = before.at(1, Exchange::FullRecompute);
        QVERIFY(row != nullptr && row->step);
        QVERIFY(isAbout(*row->step, after.step));
        QVERIFY(row->state == MemoryExchange::State::Off);
        QVERIFY(after.at(1, Exchange::FullRecompute)->state == MemoryExchange::State::On);
        QVERIFY(after.at(0, Exchange::FullRecompute)->state == MemoryExchange::State::Off);
        QVERIFY(after.at(1, Exchange::NormRecompute) == nullptr);  // part of it
    }

    void aSwapIsWeighedAgainstItsLayer() {
        const auto run = played({{"steps", "2"}}, "none");
        QVERIFY(run.has_value());
        QVERIFY(asked(*run).at(0, Exchange::AttentionSwap) == nullptr);  // nothing tells the rate
        const auto fast = asked(withCopies(*run, copiesAt(20, 1 << 21, 4)));
        const auto *hidden = fast.at(0, Exchange::AttentionSwap);
        QVERIFY(hidden != nullptr && hidden->won);
        QVERIFY(hidden->isHidden);
        QCOMPARE(hidden->paid, Nanos{0});
        const auto *computed = fast.at(0, Exchange::AttentionRecompute);
        QVERIFY(*hidden->won >= *computed->won && computed->paid > Nanos{0});
        const auto slow = asked(withCopies(*run, copiesAt(1, 1 << 21, 4)));
        const auto *exposed = slow.at(0, Exchange::AttentionSwap);
        QVERIFY(!exposed->isHidden);
        QVERIFY(exposed->paid > Nanos{0} && *exposed->step > slow.step);
        const auto on = asked(withCopies(*run, copiesAt(20, 12 << 20, 200)));
        QVERIFY(on.at(0, Exchange::AttentionSwap)->state == MemoryExchange::State::On);
        QVERIFY(*on.at(0, Exchange::AttentionSwap)->won < 0);
    }

    void aQuestionCanAskForIt() {
        const auto measured = [](const std::string &recompute, const std::string &exchange) {
            const auto run = played({{"steps", "2"}}, recompute);
            Workspace workspace;
            workspace.runs.push_back(*run);
            AnalysisInput input;
            input.workspace = &workspace;
            input.parameters = {{"exchange", exchange}};
            return analysisById("what_if")->run(input, {});
        };
        const auto asked = measured("none", "recompute_full");
        const auto rerun = measured("full", "");
        QVERIFY(asked && rerun);
        QCOMPARE(asked->rows.size(), std::size_t{6});  // two pipelines: as measured, as is, the question
        const auto change = std::stod(asked->text(2, "change_us"));
        const auto before = std::stod(asked->text(0, "makespan_us"));
        const auto after = std::stod(rerun->text(0, "makespan_us"));
        QVERIFY(std::abs(change - (after - before)) < kMostOfPeak * (after - before));
        QVERIFY(!asked->text(2, "memory").starts_with("does not"));
        QVERIFY(!measured("none", "swap_attention"));  // no copies
        QVERIFY(!measured("none", "recompute_full:9"));
        QVERIFY(!measured("none", "recompute_full:x"));
    }

    void onlyWhatMattersIsSaid() {
        const auto without = played({{"steps", "2"}}, "none");
        const auto with = played({{"steps", "2"}}, "full");
        QVERIFY(without && with);
        QCOMPARE(told(*without, 0), QByteArray());
        QCOMPARE(told(*with, 0), QByteArray());  // capacity is not known
        QCOMPARE(told(*without, 64), QByteArray());
        QCOMPARE(told(*with, 64), QByteArray("spare_recompute"));
        QCOMPARE(told(*with, 1.45), QByteArray());  // each stage would be nearly full
        const auto some = adviceFor(*with, {{kCapacityParameter, 2.1}}).findings.at(0).evidence.ranks;
        QVERIFY(!some.empty() &&
                std::ranges::find(some, RankRef{RunId{0}, 0}) == some.end());  // the first stage has no room
        const auto advice = adviceFor(*with, {{kCapacityParameter, 64}});
        const auto before = asked(*without);
        QVERIFY(isAbout(asked(*with).step - advice.findings.at(0).impact, before.step));
        const auto full = adviceFor(*without, {{kCapacityParameter, 1.9}});
        QCOMPARE(full.findings.at(0).title.id, std::string("finding.memory_exhaustion"));
        QCOMPARE(full.findings[0].facts.back().id, std::string("finding.memory_exhaustion.fact.recompute_activation"));
    }

private:
    static bool isAbout(Nanos a, Nanos b) {
        return std::abs(static_cast<double>((a - b).count())) < kMostOfStep * static_cast<double>(b.count());
    }
    /// All stages at once, and each stage's peak.
    static void compare(const Answer &now, const Answer &then, Exchange exchange, MemoryExchange::State state) {
        const auto *all = now.at(-1, exchange);
        QVERIFY(all != nullptr && all->step);
        QVERIFY2(isAbout(*all->step, then.step),
                 qPrintable(QStringLiteral("step %1, then %2").arg(millis(*all->step)).arg(millis(then.step))));
        for (int stage = 0; stage < 4; ++stage) {
            const auto *row = now.at(stage, exchange);
            QVERIFY(row != nullptr && row->peakAfter());
            QVERIFY(row->state == state);
            const auto peak = peakOf(then, stage);
            QVERIFY2(std::abs(*row->peakAfter() - peak) < kMostOfPeak * peak,
                     qPrintable(QStringLiteral("stage %1: %2, then %3, was %4")
                                    .arg(stage)
                                    .arg(*row->peakAfter())
                                    .arg(peak)
                                    .arg(*row->peak)));
        }
    }
};

TEST_SUITE(MemoryExchangeTest)

}  // namespace tst_memory_exchange

#include "tst_memory_exchange.moc"
