#include "core/analysis/run/launched_work.h"

#include "core/analysis/run/kernels.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

void add(std::vector<Interval> &to, const DeviceKernel &kernel) {
    if (kernel.duration > 0) {
        to.push_back({kernel.begin, kernel.begin + kernel.duration});
    }
}

}  // namespace

std::optional<LaunchedWork> launchedWork(const RankCapture &capture, const std::stop_token &stop) {
    if (!tellsLaunches(capture)) {
        return std::nullopt;
    }
    const auto all = deviceKernels(capture, stop);
    const auto first = std::find_if(all.begin(), all.end(), [](const DeviceKernel &k) { return k.launch.has_value(); });
    if (first == all.end()) {
        return std::nullopt;
    }
    LaunchedWork work;
    work.begin = std::numeric_limits<std::int64_t>::max();
    work.end = std::numeric_limits<std::int64_t>::min();
    std::vector<Interval> computing;
    std::vector<Interval> kernels;
    std::vector<Interval> communication;
    std::vector<Interval> copies;
    for (const auto &kernel : all) {
        if (!kernel.launch && kernel.begin < first->begin) {
            ++work.earlier;
            work.earlierTime += Nanos{kernel.duration};
            continue;
        }
        work.begin = std::min(work.begin, kernel.begin);
        work.end = std::max(work.end, kernel.begin + kernel.duration);
        if (kernel.kind == DeviceKernel::Kind::Kernel && !kernel.communicates) {
            add(kernels, kernel);
        }
        add(kernel.communicates ? communication : kernel.kind == DeviceKernel::Kind::Copy ? copies : computing, kernel);
    }
    work.computing = merged(std::move(computing));
    work.kernels = merged(std::move(kernels));
    work.communication = merged(std::move(communication));
    work.copies = merged(std::move(copies));
    return work;
}

}  // namespace stagescope
