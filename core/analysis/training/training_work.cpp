#include "core/analysis/training/training_work.h"

#include "core/analysis/pipeline/chart/device_ops.h"
#include "core/analysis/run/platform.h"
#include "core/base/text.h"
#include "core/base/words/producer_words.h"
#include "core/session/rank_facts.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace stagescope {

namespace {

/// What the names of a trace show.
struct Seen {
    bool trains = false;
    bool hasKernels = false;
    bool hasCalls =
        false;  ///< operators of a framework, which run one by one: what a compiler made of a step has no names
};

bool isHostTraining(std::string_view name) {
    const auto lower = lowerCase(name);
    return containsAny(lower, {"autograd::engine", "backward", "optimizer.step", "optimizer.zero_grad"});
}

void look(const TraceStore &trace, const Track &track, Seen &seen) {
    const auto &slices = trace.slices(track.id);
    const bool isHost = track.kind == TrackKind::HostThread;
    std::unordered_set<StringId> known;
    for (std::uint32_t i = 0; i < slices.size() && !seen.trains; ++i) {
        const auto klass = slices.klass(i);
        const bool isKernel = !isHost && klass == SliceClass::Computing;
        const bool isCall = isHost && klass != SliceClass::Runtime && klass != SliceClass::Instant;
        seen.hasKernels = seen.hasKernels || isKernel;
        seen.hasCalls = seen.hasCalls || (isHost && klass == SliceClass::HostOp);
        if ((isKernel || isCall) && known.insert(slices.name(i)).second) {
            const auto name = trace.text(slices.name(i));
            const auto trait = isKernel ? kernelTrait(name) : KernelTrait{};
            seen.trains = isKernel ? trait.isBackward || trait.isOptimizer : isHostTraining(name);
        }
    }
}

bool isOfServer(const RankCapture &capture) {
    const auto dialects = dialectsOf(capture);
    return std::any_of(dialects.begin(), dialects.end(), [](const std::string &name) {
        const auto *dialect = ProducerWords::builtIn().dialect(name);
        return dialect != nullptr && dialect->serves;
    });
}

std::optional<bool> trainingOf(const RankCapture &capture, const std::stop_token &stop) {
    Seen seen;
    for (const auto &[source, trace, track] : capture.tracks()) {
        const bool isMeant = track.kind == TrackKind::HostThread || track.kind == TrackKind::DeviceStream;
        if (isMeant && !stop.stop_requested() && !seen.trains) {
            look(*trace, track, seen);
        }
    }
    if (seen.trains) {
        return true;
    }
    return isOfServer(capture) || (seen.hasKernels && seen.hasCalls) ? std::optional(false) : std::nullopt;
}

}  // namespace

std::optional<bool> showsTraining(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(
        capture, stop, [&] { return trainingOf(capture, stop); }, "shows training");
}

bool mayTrain(const Run &run, const std::stop_token &stop) {
    bool isTold = false;
    for (const int rank : run.ranks()) {
        const auto shows = showsTraining(*run.capture(rank), stop);
        if (shows.value_or(false)) {
            return true;
        }
        isTold = isTold || shows.has_value();
    }
    return !isTold;
}

}  // namespace stagescope
