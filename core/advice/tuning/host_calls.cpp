#include "core/advice/tuning/host_calls.h"

#include "core/session/rank_facts.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

bool holdsCall(const SliceTable &slices, bool (*isMeant)(SliceClass klass)) {
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (isMeant(slices.klass(i))) {
            return true;
        }
    }
    return false;
}

bool holdsCall(const RankCapture &capture, bool (*isMeant)(SliceClass klass)) {
    for (const auto &[loaded, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::HostThread && holdsCall(trace->slices(track.id), isMeant)) {
            return true;
        }
    }
    return false;
}

bool isOfFramework(SliceClass klass) { return klass != SliceClass::Runtime && klass != SliceClass::Instant; }
bool isAny(SliceClass /*klass*/) { return true; }

bool onAnyRank(const Run &run, bool (*has)(const RankCapture &capture)) {
    const auto ranks = run.ranks();
    return std::any_of(ranks.begin(), ranks.end(), [&](int rank) { return has(*run.capture(rank)); });
}

}  // namespace

bool hasHostCalls(const RankCapture &capture) {
    return measuredOnce(
        capture, std::stop_token(), [&] { return holdsCall(capture, &isOfFramework); }, "calls of the host");
}
bool hasHostCalls(const Run &run) { return onAnyRank(run, &hasHostCalls); }

bool hasDriverCalls(const RankCapture &capture) {
    return measuredOnce(
        capture, std::stop_token(), [&] { return holdsCall(capture, &isAny); }, "calls of the driver");
}
bool hasDriverCalls(const Run &run) { return onAnyRank(run, &hasDriverCalls); }

}  // namespace stagescope
