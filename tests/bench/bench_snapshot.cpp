// Opening a memory snapshot (columns, stacks, replay) against Python's pickle.load alone, alternating in one run.
#include "core/formats/snapshot/snapshot_reader.h"
#include "tests/bench/measured_process.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace stagescope;
using namespace stagescope::bench;

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s SNAPSHOT.pickle [ROUNDS]\n", argv[0]);
        return 2;
    }
    const std::string path = argv[1];
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    constexpr const char *kLoad = "import pickle, sys, os; pickle.load(open(sys.argv[1], 'rb')); os._exit(0)";
    constexpr const char *kNothing = "import pickle, sys, os; os._exit(0)";
    const auto python = [&](const char *program) {
        return ::execlp("python3", "python3", "-c", program, path.c_str(), nullptr);
    };
    std::array<std::vector<Outcome>, 3> outcomes;
    for (int i = 0; i < rounds; ++i) {
        outcomes[0].push_back(measured([&] { return python(kNothing); }));
        outcomes[1].push_back(measured([&] { return python(kLoad); }));
        outcomes[2].push_back(measured([&] {
            ImportLog log;
            return readSnapshot(path, log, {}).store ? 0 : 1;
        }));
    }
    const auto nothing = median(outcomes[0]);
    const auto load = median(outcomes[1]);
    const auto ours = median(outcomes[2]);
    struct stat facts {};
    const double fileMiB = ::stat(path.c_str(), &facts) == 0 ? static_cast<double>(facts.st_size) / (1 << 20) : 0;
    std::printf("pickle.load  %7.3f s  cpu %7.3f s  %7.1f MiB\n", load.seconds - nothing.seconds,
                load.cpuSeconds - nothing.cpuSeconds, load.peakMiB);
    std::printf("ours         %7.3f s  cpu %7.3f s  %7.1f MiB\n", ours.seconds, ours.cpuSeconds, ours.peakMiB);
    tellRatio("memory snapshot / pickle.load", ours.cpuSeconds / (load.cpuSeconds - nothing.cpuSeconds), 0.125);
    tellRatio("memory snapshot, memory / file", ours.peakMiB / fileMiB, 1.2);
    return 0;
}
