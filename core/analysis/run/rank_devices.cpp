#include "core/analysis/run/rank_devices.h"

#include "core/analysis/run/kernels.h"
#include "core/session/rank_facts.h"

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

struct RankDevices {
    std::vector<std::int64_t> numbers;
};

RankDevices measuredDevices(const RankCapture &capture) {
    std::set<std::int64_t> found;
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        std::int64_t last = -1;
        for (const auto device : TableRecords<KernelRecord>(*table).numbers<&KernelRecord::device>()) {
            if (device != last && device >= 0) {
                found.insert(device);
            }
            last = device;
        }
    }
    if (capture.tables(TableKind::Kernels).empty()) {
        for (const auto &[source, trace] : capture.traces()) {
            for (const auto &[process, device] : devicesOfProcesses(*trace)) {
                found.insert(device);
            }
        }
    }
    return found.size() < 2 ? RankDevices{} : RankDevices{{found.begin(), found.end()}};
}

}  // namespace

std::vector<std::int64_t> devicesOf(const RankCapture &capture) {
    return measuredAlone(capture, std::stop_token(), [&] { return measuredDevices(capture); }).numbers;
}

StreamDevices streamDevices(const RankCapture &capture, const std::vector<DispatchPath> &paths,
                            const std::stop_token &stop) {
    StreamDevices result;
    if (devicesOf(capture).empty()) {
        return result;
    }
    std::map<std::pair<SourceId, TrackId>, std::map<std::int64_t, std::size_t>> votes;
    const auto kernels = deviceKernels(capture, stop);
    auto kernel = kernels.begin();
    for (const auto &path : paths) {
        kernel = std::find_if(kernel, kernels.end(), [&](const DeviceKernel &k) { return k.begin >= path.begin; });
        for (auto it = kernel; it != kernels.end() && it->begin == path.begin; ++it) {
            if (it->begin + it->duration == path.end && it->device >= 0) {
                ++votes[{path.source, path.track}][it->device];
            }
        }
    }
    for (const auto &[stream, devices] : votes) {
        const auto most = std::max_element(devices.begin(), devices.end(),
                                           [](const auto &a, const auto &b) { return a.second < b.second; });
        result.emplace(stream, most->first);
    }
    return result;
}

}  // namespace stagescope
