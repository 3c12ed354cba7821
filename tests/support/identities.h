#pragma once

#include "core/analysis/pipeline/time/counterfactuals.h"
#include "core/analysis/pipeline/time/step_account.h"

#include <numeric>
#include <string>

namespace stagescope::identities {

// What must add up in every step of a pipeline, to the nanosecond, however damaged its cells are.

struct Sums {
    std::string broken{};  ///< what did not add up, the first one; empty when all did
    std::size_t accounts = 0;
    Nanos unknown{0};
    Nanos whole{0};
};

inline Nanos sumOf(const auto &parts) { return std::accumulate(parts.begin(), parts.end(), Nanos{0}); }

inline void expect(Sums &sums, bool holds, const std::string &what, std::int64_t step) {
    if (!holds && sums.broken.empty()) {
        sums.broken = what + " in step " + std::to_string(step);
    }
}

inline void checkRows(Sums &sums, const PipelineChart &chart, const MeasuredGraph &graph, const ClockAlignment &clock) {
    for (const auto &row : bubbleCauses(chart, graph, clock)) {
        if (!row.hasCells) {
            continue;
        }
        Nanos gaps{0};
        for (const auto &gap : row.gaps) {
            gaps += gap.range.duration();
            expect(sums, gap.range.begin <= gap.range.end, "a gap runs backwards", graph.step);
        }
        expect(sums, row.busy + sumOf(row.causes) == graph.window.duration(), "window = busy + causes", graph.step);
        expect(sums, gaps == sumOf(row.causes), "causes = gaps", graph.step);
    }
}

inline Sums check(const Run &run, const PipelineChart &chart) {
    Sums sums;
    for (const auto step : chart.steps) {
        const auto graph = measuredGraph(chart, step, run.clock);
        if (!graph) {
            continue;
        }
        checkRows(sums, chart, *graph, run.clock);
        for (const auto &account : stepAccounts(run, chart, *graph)) {
            ++sums.accounts;
            sums.unknown += account.of(BubbleCause::Unknown);
            sums.whole += account.range.duration();
            expect(sums, account.busy + sumOf(account.causes) == account.range.duration(), "step = busy + causes",
                   step);
            expect(sums, account.of(BubbleCause::OtherWork) == sumOf(account.others), "other work = its kinds", step);
        }
        if (const auto parts = counterfactuals(chart, *graph)) {
            const auto sum = parts->busyMean + parts->inherent() + parts->stageImbalance() + parts->variability() +
                             parts->transfer() + parts->launch() + parts->residual();
            expect(sums, sum == graph->window.duration(), "window = counterfactual parts", step);
        }
    }
    return sums;
}

}  // namespace stagescope::identities
