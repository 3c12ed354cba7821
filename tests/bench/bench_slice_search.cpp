// Wall clock of a search by name over slices in memory, up to its list of hits (the first of them is there then),
// beside what reading the id of each slice's name costs. Target: 150 ms at 10 M slices.
//
//   bench_slice_search [millions of slices ...]
#include "core/session/slice_search.h"
#include "core/store/trace/trace_store.h"
#include "tests/bench/made_trace.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

using namespace stagescope;

namespace {

constexpr int kRounds = 7;
constexpr std::size_t kHits = 1000;

double medianMs(const std::function<void()> &work) {
    std::vector<double> times;
    for (int i = 0; i < kRounds; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
    return times[kRounds / 2];
}

void measure(std::size_t slices, std::size_t names) {
    const auto workspace = bench::madeWorkspace({slices, 50, 1, names});
    const auto trace = workspace->trace(RunId{0}, SourceId{0});
    std::uint64_t sum = 0;
    const double limit = medianMs([&] {
        for (const auto &track : trace->tracks()) {
            const auto &table = trace->slices(track.id);
            for (std::uint32_t i = 0; i < table.size(); ++i) {
                sum += table.name(i).value;
            }
        }
    });
    std::printf("%llu slices, %zu names; reading the ids %.1f ms (%llx)\n",
                static_cast<unsigned long long>(trace->sliceCount()), names, limit,
                static_cast<unsigned long long>(sum));
    struct Case {
        const char *title;
        SearchQuery query;
    };
    const Case cases[] = {{"one name", {"Operator_with_a_name_39", SearchMode::Word, false}},
                          {"a tenth of all", {"_NAME_1", SearchMode::Part, false}},
                          {"every slice", {"aten", SearchMode::Part, false}},
                          {"pattern", {"name_[0-9]*7$", SearchMode::Pattern, false}},
                          {"nothing", {"there is none", SearchMode::Part, false}}};
    for (const auto &c : cases) {
        SearchResult result;
        const double ms = medianMs([&] { result = searchSlices(*workspace, c.query, kHits); });
        std::printf("  %-16s %8.1f ms %12llu hits\n", c.title, ms, static_cast<unsigned long long>(result.total));
    }
}

}  // namespace

int main(int argc, char **argv) {
    std::vector<double> millions;
    for (int i = 1; i < argc; ++i) {
        millions.push_back(std::atof(argv[i]));
    }
    for (const double m : millions.empty() ? std::vector<double>{10} : millions) {
        const auto slices = static_cast<std::size_t>(m * 1e6);
        measure(slices, 400);
        measure(slices, slices / 10);
    }
    return 0;
}
