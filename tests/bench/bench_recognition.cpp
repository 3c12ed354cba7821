// Recognising and numbering pipelines of 16 ranks that lost 5 % of their cells, beside a sort of the same cells by
// begin. Limit: 5 s of CPU for 256 microbatches in 4 chunks, three steps; twice as many take about twice as long.
//
//   bench_recognition [microbatches ...]
#include "tests/bench/measured_process.h"
#include "tests/core/analysis/played_pipeline.h"

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

using namespace stagescope;

namespace {

constexpr double kLost = 0.05;
constexpr double kLimitSeconds = 5;

void run(const ScheduleOptions &options) {
    auto pipeline = played::play({.options = options});
    played::removeShare(pipeline, kLost, 17);
    const auto sorted = bench::measured([&] {
        auto cells = pipeline.chart.cells;
        std::stable_sort(cells.begin(), cells.end(),
                         [](const auto &a, const auto &b) { return a.range.begin < b.range.begin; });
        return cells.empty() ? 1 : 0;
    });
    const auto numbered = bench::measured([&] {
        numberCells(pipeline.chart, {}, {});
        std::printf("%-32s -> %-32s", scheduleText(options).c_str(),
                    pipeline.chart.match ? matchText(*pipeline.chart.match).c_str() : "nothing");
        const auto rates = played::ratesOf(pipeline);
        std::printf(" %5.1f %% numbered, %5.1f %% of them right,", 100 * rates.numberedShare(),
                    100 * rates.rightShare());
        std::fflush(stdout);
        return 0;
    });
    std::printf(" %zu cells: cpu %7.2f s, peak %6.1f MiB, sort %6.3f s (limit %.0f s for v=4 m=256)\n",
                pipeline.chart.cells.size(), numbered.cpuSeconds, numbered.peakMiB, sorted.cpuSeconds, kLimitSeconds);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
    std::vector<int> counts;
    for (int i = 1; i < argc; ++i) {
        counts.push_back(std::atoi(argv[i]));
    }
    constexpr int kRanks = 16;
    for (const int microbatches : counts.empty() ? std::vector{256, 512} : counts) {
        for (auto options :
             {ScheduleOptions{.kind = ScheduleKind::Interleaved, .chunks = 4},
              ScheduleOptions{.kind = ScheduleKind::OneFOneB}, ScheduleOptions{.kind = ScheduleKind::ZeroBubbleH1},
              ScheduleOptions{.kind = ScheduleKind::DualPipeV}}) {
            options.stages = kRanks;
            options.microbatches = microbatches;
            run(options);
        }
    }
    return 0;
}
