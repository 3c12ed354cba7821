#include "core/advice/joint_headroom.h"
#include "core/advice/remedies/memory_exchange.h"
#include "core/advice/rule_study.h"
#include "core/analysis/operators/fusion/fusible_kernels.h"
#include "core/analysis/operators/fusion/stream_rate.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/base/number_text.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace tst_real_remedies {

using namespace stagescope;

namespace {

bool isAbout(double value, double wanted, double tolerance = 0.05) { return std::abs(value - wanted) <= tolerance; }

Nanos typeTime(const FusibleKernels &kernels, const std::string &type) {
    const auto found = kernels.byType.find(type);
    return found == kernels.byType.end() ? Nanos{0} : found->second;
}

}  // namespace

/// Figures of a published training of two stages and two replicas, as an independent program computes them.
class RealRemediesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        const auto path = realFile("ascend/qwen3_pp2dp2");
        if (path.empty()) {
            QSKIP("real data is absent");
        }
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        m_run = std::move(*run);
        m_run.clock = measuredAlignment(m_run);
    }

    void bytesAreMovedAtTheMeasuredRate() {
        const auto rateOf = [&](int rank) {
            const auto kernels = deviceKernels(*m_run.capture(rank));
            return StreamRate(kernels).of(1e9);
        };
        QVERIFY(isAbout(rateOf(0).bytesPerSecond / 1e9, 647.4));
        QCOMPARE(rateOf(0).kernels, std::size_t{15});
        QVERIFY(isAbout(rateOf(2).bytesPerSecond / 1e9, 633.5));
        QCOMPARE(rateOf(2).kernels, std::size_t{30});
    }

    void theLossIsNotFused() {
        const auto loss = kernelsOf(2, Fusion::Loss);
        QCOMPARE(loss.vocabulary, std::int64_t{151936});
        QCOMPARE(loss.chains, std::size_t{2});  // microbatches
        QVERIFY(isAbout(millis(loss.time), 108.44002, 1e-4));
        QVERIFY(isAbout(millis(loss.floor), 7.85894, 1e-3));
        QVERIFY(isAbout(millis(loss.saved()), 100.58108, 1e-3));
        QVERIFY(isAbout(millis(typeTime(loss, "Cast")), 24.01296, 1e-4));
        QVERIFY(isAbout(millis(typeTime(loss, "TransData")), 8.31382, 1e-4));
        QVERIFY(isAbout(millis(typeTime(loss, "IndexPutV2")), 0.08668, 1e-4));
        QCOMPARE(kernelsOf(0, Fusion::Loss).kernels, std::size_t{0});
    }

    void gradientsAreAddedUpByKernels() {
        const auto first = kernelsOf(0, Fusion::GradientAccumulation);
        QCOMPARE(first.kernels, std::size_t{226});
        QVERIFY(isAbout(millis(first.time), 10.30054, 1e-4));
        const auto last = kernelsOf(2, Fusion::GradientAccumulation);
        QCOMPARE(last.kernels, std::size_t{228});
        QVERIFY(isAbout(millis(last.time), 10.51388, 1e-4));
    }

    /// 14 layers a stage; the first stage keeps two microbatches, the last one.
    void memoryForTimeIsThatOfTheShapes() {
        constexpr double kProduct = 4096.0 * 3072 * 2;  // SwiGlu, bfloat16
        const RuleValues none;
        const RuleStudy study(m_run, none);
        const auto rows = memoryExchanges(study.input(none));
        QCOMPARE(rows.size(), std::size_t{12});  // four ways on each stage and on both; nothing tells a rate of copies
        for (const auto &row : rows) {
            QVERIFY(row.state == MemoryExchange::State::Off && row.isTurnedOn);
            QVERIFY(row.peak && row.won && *row.won > 0 && !row.capacity);
            QVERIFY(row.step && *row.step > study.step());
            if (row.exchange == Exchange::ActivationRecompute && row.stage >= 0) {
                QCOMPARE(*row.won, kProduct * (row.stage == 0 ? 27 : 13));
                Nanos time{0};
                for (const auto &kernel : deviceKernels(*m_run.capture(row.rank))) {
                    time += Nanos{kernel.type == "SwiGlu" ? kernel.duration : 0};
                }
                QVERIFY(isAbout(millis(row.paid), millis(time), 0.05 * millis(time)));
            }
        }
    }

    void theRestIsFused() {
        for (const auto &[fusion, count] : {std::pair(Fusion::Attention, 56), std::pair(Fusion::Norm, 224),
                                            std::pair(Fusion::SwiGlu, 56), std::pair(Fusion::Rotary, 112)}) {
            const auto kernels = kernelsOf(0, fusion);
            QCOMPARE(kernels.fused, static_cast<std::size_t>(count));
            QCOMPARE(kernels.kernels, std::size_t{0});
        }
    }

    void theTableTellsWhatIsOffAndOn() {
        Workspace workspace;
        workspace.runs.push_back(m_run);
        const AnalysisInput input{.workspace = &workspace, .ranks = {0}};
        const auto table = analysisById("remedies")->run(input, {});
        QVERIFY(table.has_value());
        std::map<std::string, std::pair<std::string, double>> rows;
        for (const auto &row : table->rows) {
            const auto *headroom = std::get_if<double>(&row[3]);
            rows[cellText(row[1])] = {cellText(row[2]), headroom == nullptr ? -1 : *headroom};
        }
        QCOMPARE(rows["overlap_grad_reduce"].first, std::string("off"));
        QVERIFY(isAbout(rows["overlap_grad_reduce"].second, 26.30914, 1e-3));
        QCOMPARE(rows["overlap_param_gather"].first, std::string("off"));
        QVERIFY(isAbout(rows["overlap_param_gather"].second, 8.4962, 1e-3));
        QCOMPARE(rows["fused_swiglu"], std::pair(std::string("on"), 0.0));
        QCOMPARE(rows["fused_gradient_accumulation"].first, std::string("off"));
        QCOMPARE(rows["recompute_attention"].first, std::string("off"));
    }

    /// The loss lies on the stage that all wait for: the step that results is shorter by most of it.
    void findingsNameThemWithTheStepThatResults() {
        const auto study = HeadroomStudy::make(m_run);
        const auto &found = study->findings();
        const auto named = [&](const char *title) {
            return std::ranges::find(found, std::string("finding.unfused_kernels.") + title,
                                     [](const Finding &finding) { return finding.title.id; });
        };
        const auto loss = named("loss");
        QVERIFY(loss != found.end());
        QCOMPARE(loss->title.args[0], std::string("100.6"));
        QCOMPARE(loss->title.args[1], std::string("2"));
        QVERIFY(named("gradient_accumulation") != found.end());
        QCOMPARE(named("gradient_accumulation")->title.args[0], std::string("15.6"));  // on all ranks, replayed
        QVERIFY(study->hasPipelines());
        const auto alone = millis(loss->impact);
        QVERIFY(isAbout(millis(study->step()), 810, 0.1));
        QVERIFY(isAbout(alone, 100.6));
        const auto result =
            std::ranges::find(loss->facts, std::string("finding.unfused_kernels.fact.step"), &Message::id);
        QVERIFY(result != loss->facts.end());
        QVERIFY(isAbout(std::stod(result->args[1]), 709.4, 0.2));
        std::vector<std::size_t> all(found.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const auto joint = study->of(all);
        Nanos sum{0};
        for (const auto &row : joint.rows) {
            sum += row.alone;
        }
        QVERIFY(joint.saved() > loss->impact && joint.saved() < sum);
    }

private:
    [[nodiscard]] FusibleKernels kernelsOf(int rank, Fusion fusion) const {
        const auto all = fusibleKernels(*m_run.capture(rank));
        return all ? all->at(static_cast<std::size_t>(fusion)) : FusibleKernels{};
    }

    Run m_run;
};

TEST_SUITE(RealRemediesTest)

}  // namespace tst_real_remedies

#include "tst_real_remedies.moc"
