// A folder of thousands of digests: what each part of opening it costs, one after the other in one process; wall clock,
// CPU of all threads and the memory that the process holds after it. Beside it the reference: all bytes read and
// unpacked, nothing made of them. Limits for 4096 ranks on two cores: everything shallow 15 s and 2 GB.
//
//   demo --pp 16 --dp 256 --microbatches 16 --steps 2 --layers 1 -o demo; digest demo -o digests
//   bench_digests FOLDER [--deep N]      the first N ranks deep afterwards
#include "core/advice/findings.h"
#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/session/discovery/discovery.h"
#include "core/session/loading/load_job.h"
#include "core/session/loading/source_loader.h"
#include "tests/bench/measured_process.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

using namespace stagescope;

namespace {

double cpuSeconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return bench::secondsOf(usage.ru_utime) + bench::secondsOf(usage.ru_stime);
}

/// "VmRSS" or "VmHWM" in MiB.
double memoryMiB(const char *what) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.compare(0, std::strlen(what), what) == 0) {
            return std::stod(line.substr(std::strlen(what) + 1)) / 1024.0;
        }
    }
    return 0;
}

template <class Work>
auto timed(const char *what, Work &&work) {
    const auto start = std::chrono::steady_clock::now();
    const double cpu = cpuSeconds();
    auto result = work();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    std::printf("%-34s %7.2f s, CPU %7.2f s, memory %6.0f MiB, peak %6.0f MiB\n", what, wall.count(),
                cpuSeconds() - cpu, memoryMiB("VmRSS:"), memoryMiB("VmHWM:"));
    std::fflush(stdout);
    return result;
}

std::size_t loadedBytes(const Run &run) {
    std::size_t sum = 0;
    for (const auto &capture : run.captures) {
        sum += byteSize(capture.loaded);
    }
    return sum;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        return 2;
    }
    const std::string folder = argv[1];
    const auto listed = timed("listed", [&] { return discover(folder, RunId{0}); });
    if (!listed) {
        return 2;
    }
    std::printf("%zu ranks\n", listed->ranks().size());
    auto run = timed("shallow", [&] { return loadRun(folder, RunId{0}, LoadDepth::Shallow); });
    if (!run) {
        return 2;
    }
    std::printf("%-34s %7.1f kB a rank\n", "stores",
                static_cast<double>(loadedBytes(*run)) / 1e3 / static_cast<double>(run->captures.size()));
    run->clock = timed("clocks", [&] { return measuredAlignment(*run); });
    const auto groups = timed("pipelines", [&] { return pipelineGroups(*run).size(); });
    const auto advice = timed("findings", [&] { return adviceFor(*run); });
    std::printf("%zu pipelines, %zu findings\n", groups, advice.findings.size());
    if (argc > 3 && std::string(argv[2]) == "--deep") {
        auto ranks = run->ranks();
        ranks.resize(std::min(ranks.size(), static_cast<std::size_t>(std::stoul(argv[3]))));
        const auto deep = timed("deep", [&] { return loadRun(folder, RunId{0}, LoadDepth::Deep, ranks); });
        if (!deep) {
            return 2;
        }
        std::printf(
            "%-34s %7.1f kB a rank\n", "stores",
            static_cast<double>(loadedBytes(*deep) - loadedBytes(*run)) / 1e3 / static_cast<double>(ranks.size()));
    }
    return 0;
}
