#include "tests/core/analysis/played_pipeline.h"

#include <QtTest/QTest>

#include <array>
#include <functional>

using namespace stagescope;

namespace {

struct Damage {
    const char *name;
    std::function<void(played::Pipeline &, unsigned)> apply;
    double recognised = 1;  ///< share that must be
};

const std::vector<Damage> &damages() {
    using namespace stagescope::played;
    static const std::vector<Damage> list = {
        {"none", [](Pipeline &, unsigned) {}},
        {"1 % removed", [](Pipeline &p, unsigned seed) { removeShare(p, 0.01, seed); }},
        {"5 % removed", [](Pipeline &p, unsigned seed) { removeShare(p, 0.05, seed); }},
        {"1 % repeated", [](Pipeline &p, unsigned seed) { repeatShare(p, 0.01, seed); }},
        {"5 % repeated", [](Pipeline &p, unsigned seed) { repeatShare(p, 0.05, seed); }},
        {"a rank missing",
         [](Pipeline &p, unsigned seed) { dropRank(p, static_cast<int>(seed % p.chart.group.ranks.size())); }},
        {"first step cut", [](Pipeline &p, unsigned) { cutStep(p, p.chart.steps.front(), true); }},
        {"last step cut", [](Pipeline &p, unsigned) { cutStep(p, p.chart.steps.back(), false); }},
        {"1 % removed, 1 % repeated, both cut",
         [](Pipeline &p, unsigned seed) {
             removeShare(p, 0.01, seed);
             repeatShare(p, 0.01, seed + 1);
             cutStep(p, p.chart.steps.front(), true);
             cutStep(p, p.chart.steps.back(), false);
         }},
        {"coarse", [](Pipeline &p, unsigned) { coarsen(p); }},
        {"coarse, 5 % removed",
         [](Pipeline &p, unsigned seed) {
             coarsen(p);
             removeShare(p, 0.05, seed);
         },
         0.9},
        {"5 % removed, clocks 2 ms off",
         [](Pipeline &p, unsigned seed) {
             skewClocks(p, Nanos(2'000'000));
             removeShare(p, 0.05, seed);
         }},
    };
    return list;
}

std::vector<ScheduleOptions> forms() {
    std::vector<ScheduleOptions> list;
    for (const auto kind : scheduleKinds()) {
        list.push_back({.kind = kind});
    }
    list.push_back({.kind = ScheduleKind::Interleaved, .chunks = 3});
    list.push_back({.kind = ScheduleKind::Interleaved, .chunks = 2, .overlapsMoe = true});
    list.push_back({.kind = ScheduleKind::MindSpeedDualPipeV, .detachesWeights = true});
    list.push_back({.kind = ScheduleKind::MindSpeedDualPipeV, .hasLogits = true});
    return list;
}

std::string formText(const ScheduleOptions &form) {
    std::string text(scheduleKindText(form.kind));
    text += form.chunks == 0 ? "" : " v=" + std::to_string(form.chunks);
    text += form.overlapsMoe ? " moe" : "";
    text += form.detachesWeights ? " detach" : "";
    return text + (form.hasLogits ? " logits" : "");
}

bool isRecognised(const PipelineChart &chart, const ScheduleOptions &wanted) {
    if (!chart.match || chart.match->isCustom) {
        return false;
    }
    const bool seesLosses = std::any_of(chart.cells.begin(), chart.cells.end(),
                                        [](const PipelineCell &c) { return c.kind == CellKind::Loss; });
    const auto &candidates = chart.match->candidates;
    return std::any_of(candidates.begin(), candidates.end(), [&](ScheduleOptions found) {
        found.hasLogits = seesLosses ? found.hasLogits : wanted.hasLogits;
        return scheduleText(found) == scheduleText(wanted);
    });
}

}  // namespace

class NumberingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void damagedPipelinesAreRecognisedAndNumbered_data() {
        QTest::addColumn<int>("form");
        QTest::addColumn<int>("damage");
        for (std::size_t f = 0; f < forms().size(); ++f) {
            for (std::size_t d = 0; d < damages().size(); ++d) {
                QTest::addRow("%s, %s", formText(forms()[f]).c_str(), damages()[d].name)
                    << static_cast<int>(f) << static_cast<int>(d);
            }
        }
    }
    void damagedPipelinesAreRecognisedAndNumbered() {
        QFETCH(int, form);
        QFETCH(int, damage);
        played::Rates rates;
        int recognised = 0;
        int all = 0;
        for (const int stages : {2, 4, 8}) {
            for (const int microbatches : {8, 16, 32}) {
                auto options = forms()[static_cast<std::size_t>(form)];
                options.stages = stages;
                options.microbatches = microbatches;
                for (const unsigned seed : {1U, 2U}) {
                    auto pipeline = played::play({.options = options, .seed = seed});
                    if (pipeline.truth.empty()) {
                        continue;  // a precondition of the schedule does not hold
                    }
                    damages()[static_cast<std::size_t>(damage)].apply(pipeline,
                                                                      17 * seed + static_cast<unsigned>(microbatches));
                    numberCells(pipeline.chart, {}, {});
                    const bool isRight = isRecognised(pipeline.chart, options);
                    recognised += isRight ? 1 : 0;
                    ++all;
                    const auto own = played::ratesOf(pipeline);
                    rates += own;
                    if (qEnvironmentVariableIsSet("STAGESCOPE_NUMBERING_DETAILS") &&
                        (!isRight || own.numberedShare() < 0.9 || own.rightShare() < 0.95)) {
                        qInfo("  p=%d m=%d seed %u: %s, %.1f %% numbered, %.1f %% right, score %.3f", stages,
                              microbatches, seed, pipeline.chart.match ? matchText(*pipeline.chart.match).c_str() : "-",
                              100 * own.numberedShare(), 100 * own.rightShare(),
                              pipeline.chart.match ? pipeline.chart.match->score : 0);
                    }
                }
            }
        }
        QVERIFY(all > 0);
        qInfo("recognised %d of %d, numbered %.1f %%, right %.1f %%", recognised, all, 100 * rates.numberedShare(),
              100 * rates.rightShare());
        QVERIFY(recognised >= damages()[static_cast<std::size_t>(damage)].recognised * all);
        QVERIFY(rates.numberedShare() >= 0.90);
        QVERIFY(rates.rightShare() >= 0.95);
    }
};

QTEST_GUILESS_MAIN(NumberingTest)
#include "tst_numbering.moc"
