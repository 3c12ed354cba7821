#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace stagescope::bench {

/// What a piece of work cost: wall clock and CPU in seconds, peak memory (ru_maxrss) in MiB.
struct Outcome {
    double seconds = 0;
    double cpuSeconds = 0;
    double peakMiB = 0;
};

inline double secondsOf(const timeval &time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// In a process of its own, so that each has its own memory.
template <class Work>
Outcome measured(Work &&work) {
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        std::_Exit(work());
    }
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    if (status != 0) {
        std::exit(2);
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    return {wall.count(), secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime),
            static_cast<double>(usage.ru_maxrss) / 1024.0};
}

/// A line for packaging/bench: how many times the reference, less is better, and the most that is wanted.
inline void tellRatio(const char *what, double ratio, double limit) {
    std::printf("= %s\t%.3f\t%g\n", what, ratio, limit);
}

/// The one in the middle by CPU time.
inline Outcome median(std::vector<Outcome> outcomes) {
    std::sort(outcomes.begin(), outcomes.end(),
              [](const Outcome &a, const Outcome &b) { return a.cpuSeconds < b.cpuSeconds; });
    return outcomes[outcomes.size() / 2];
}

}  // namespace stagescope::bench
