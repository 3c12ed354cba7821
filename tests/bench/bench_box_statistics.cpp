// Statistics of a box over a million slices and ten, beside a plain sum of the same durations (one addition a slice)
// and a copy of the columns that both read. Limit: 100 ms for a million.
//
//   bench_box_statistics [millions of slices ...]
#include "core/analysis/trace/box_statistics.h"
#include "core/analysis/trace/slice_list.h"
#include "core/analysis/trace/slice_runs.h"
#include "tests/bench/made_trace.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

using namespace stagescope;

namespace {

constexpr int kRounds = 5;
constexpr double kLimitMs = 100;

double msOf(const std::function<void()> &work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// What cannot be beaten: every duration of the box read once.
std::int64_t plainSum(const std::vector<LaneSlices> &lanes) {
    std::int64_t sum = 0;
    for (const auto &lane : lanes) {
        const auto &slices = lane.slices();
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            sum += (slices.end(i) - slices.begin(i)).count();
        }
    }
    return sum;
}

void run(double millions, int tracks, int depths) {
    const auto workspace = bench::madeWorkspace({static_cast<std::size_t>(millions * 1e6), tracks, depths});
    const AlignedRange all{alignedTime(0), alignedTime(std::int64_t{1} << 60)};
    const auto lanes = workLanes(*workspace, {});
    const auto loaded = loadedLanes(*workspace, all, lanes);
    std::size_t slices = 0;
    for (const auto &lane : loaded) {
        slices += lane.slices().size();
    }
    std::vector<char> from(slices * 20, 1);
    std::vector<char> to(from.size());
    std::vector<double> box;
    std::vector<double> sum;
    std::vector<double> copy;
    std::vector<double> list;
    std::int64_t expected = 0;
    std::int64_t total = 0;
    for (int round = 0; round < kRounds; ++round) {
        box.push_back(msOf([&] {
            const auto statistics = boxStatistics(*workspace, all, lanes);
            total = statistics.places.front().total.count();
        }));
        sum.push_back(msOf([&] { expected = plainSum(loaded); }));
        copy.push_back(msOf([&] { std::memcpy(to.data(), from.data(), from.size()); }));
        SliceListQuery query;
        query.range = all;
        query.lanes = lanes;
        query.order = SliceListQuery::Order::Duration;
        list.push_back(msOf([&] { total += SliceList(*workspace, query, {}).size() > 0 ? 0 : 1; }));
    }
    std::printf(
        "%5.1f M slices, %2d tracks, %d deep: %8.2f ms box (limit %.0f a million), %7.2f ms plain sum, "
        "%7.2f ms copy, %8.2f ms list by duration%s\n",
        static_cast<double>(slices) / 1e6, tracks, depths, median(box), kLimitMs, median(sum), median(copy),
        median(list), total == expected ? "" : "  WRONG SUM");
}

}  // namespace

int main(int argc, char **argv) {
    std::vector<double> millions;
    for (int i = 1; i < argc; ++i) {
        millions.push_back(std::atof(argv[i]));
    }
    for (const double m : millions.empty() ? std::vector<double>{1, 10} : millions) {
        run(m, 1, 1);
        run(m, 20, 1);
        run(m, 4, 6);
    }
    return 0;
}
