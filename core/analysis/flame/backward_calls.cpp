#include "core/analysis/flame/backward_calls.h"

#include "core/analysis/trace/slice_facts.h"

#include <algorithm>

namespace stagescope {

std::map<TrackId, std::vector<BackwardCall>> backwardCalls(const TraceStore &trace, const std::stop_token &stop) {
    std::map<TrackId, std::vector<BackwardCall>> result;
    const auto &flows = trace.flows();
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (i % 4096 == 0 && stop.stop_requested()) {
            break;
        }
        const auto &flow = flows.at(i);
        if (trace.text(flow.category) != "fwdbwd") {
            continue;
        }
        if (const auto call = innermostAt(trace.slices(flow.toTrack), flow.to)) {
            result[flow.toTrack].push_back({call->value, flow.fromTrack, ns(flow.from)});
        }
    }
    for (auto &[thread, calls] : result) {
        const auto bySlice = [](const BackwardCall &a, const BackwardCall &b) { return a.slice < b.slice; };
        const auto isSame = [](const BackwardCall &a, const BackwardCall &b) { return a.slice == b.slice; };
        std::stable_sort(calls.begin(), calls.end(), bySlice);
        calls.erase(std::unique(calls.begin(), calls.end(), isSame), calls.end());
    }
    return result;
}

}  // namespace stagescope
