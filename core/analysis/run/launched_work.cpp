#include "core/analysis/run/launched_work.h"

#include "core/analysis/run/kernels.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
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

void sortLaunches(std::vector<LaunchedWork::Launched> &launches) {
    std::sort(launches.begin(), launches.end(), [](const auto &a, const auto &b) { return a.launch < b.launch; });
    for (std::size_t i = 1; i < launches.size(); ++i) {
        launches[i].end = std::max(launches[i].end, launches[i - 1].end);
    }
}

/// Until when work ran that was launched before the capture: what has no launch and comes before all that has one. Work
/// of a kind of which no launch is recorded at all (copies, in some traces) tells nothing by that.
std::int64_t endOfEarlier(const std::vector<DeviceKernel> &all, const DeviceKernel &first) {
    std::array<bool, 3> areLaunched{};
    for (const auto &kernel : all) {
        auto &known = areLaunched.at(static_cast<std::size_t>(kernel.kind));
        known = known || kernel.launch || kernel.isUnclear;
    }
    auto end = std::numeric_limits<std::int64_t>::min();
    for (const auto &kernel : all) {
        if (kernel.begin < first.begin && areLaunched.at(static_cast<std::size_t>(kernel.kind))) {
            end = std::max(end, kernel.begin + std::max<std::int64_t>(kernel.duration, 1));
        }
    }
    return end;
}

/// Pages of unified memory: the driver moves them when they are touched, on no stream and by no call.
void addMovedPages(const RankCapture &capture, std::optional<std::int64_t> device, std::vector<Interval> &copies,
                   LaunchedWork &work) {
    for (const auto &copy : recordsOf<CopyRecord>(capture)) {
        const bool isMeant = !device || copy.device < 0 || copy.device == *device;
        if (copy.stream < 0 && copy.direction != "fill" && copy.duration > 0 && isMeant) {
            copies.push_back({copy.begin, copy.begin + copy.duration});
            work.begin = std::min(work.begin, copy.begin);
            work.end = std::max(work.end, copy.begin + copy.duration);
        }
    }
}

}  // namespace

std::int64_t LaunchedWork::busyUntil(std::int64_t launchedBefore) const {
    const auto it = std::lower_bound(launches.begin(), launches.end(), launchedBefore,
                                     [](const Launched &of, std::int64_t time) { return of.launch < time; });
    return it == launches.begin() ? std::numeric_limits<std::int64_t>::min() : std::prev(it)->end;
}

std::optional<LaunchedWork> launchedWork(const RankCapture &capture, const std::stop_token &stop,
                                         std::optional<std::int64_t> device) {
    if (!device && !tellsLaunches(capture)) {
        return std::nullopt;
    }
    auto all = deviceKernels(capture, stop);
    std::erase_if(all, [&](const DeviceKernel &kernel) { return device && kernel.device != *device; });
    auto first =
        std::find_if(all.begin(), all.end(), [](const DeviceKernel &k) { return k.launch.has_value() || k.isUnclear; });
    if (all.empty() || (!device && first == all.end())) {
        return std::nullopt;
    }
    first = first == all.end() ? all.begin() : first;  // of the device no launch is known: nothing came before
    const auto earlierUntil = std::min(endOfEarlier(all, *first), first->begin);
    LaunchedWork work;
    work.begin = std::numeric_limits<std::int64_t>::max();
    work.end = std::numeric_limits<std::int64_t>::min();
    std::vector<Interval> computing;
    std::vector<Interval> kernels;
    std::vector<Interval> communication;
    std::vector<Interval> copies;
    for (const auto &kernel : all) {
        if (!kernel.launch && !kernel.isUnclear && kernel.begin < earlierUntil) {
            ++work.earlier;
            work.earlierTime += Nanos{kernel.duration};
            work.launches.push_back({std::numeric_limits<std::int64_t>::min(), kernel.begin + kernel.duration});
            continue;
        }
        if (kernel.launch) {
            work.launches.push_back({*kernel.launch, kernel.begin + kernel.duration});
        }
        work.begin = std::min(work.begin, kernel.begin);
        work.end = std::max(work.end, kernel.begin + kernel.duration);
        if (kernel.kind == DeviceKernel::Kind::Kernel && !kernel.communicates) {
            add(kernels, kernel);
        }
        add(kernel.communicates ? communication : kernel.kind == DeviceKernel::Kind::Copy ? copies : computing, kernel);
    }
    addMovedPages(capture, device, copies, work);
    sortLaunches(work.launches);
    work.computing = merged(std::move(computing));
    work.kernels = merged(std::move(kernels));
    work.communication = merged(std::move(communication));
    work.copies = merged(std::move(copies));
    return work;
}

}  // namespace stagescope
