#include "core/analysis/operators/slice_bounds.h"

#include "core/analysis/run/kernels.h"
#include "core/analysis/run/platform.h"
#include "core/store/trace/trace_store.h"

#include <array>

namespace stagescope {

class TraceBoundsMaker {
public:
    explicit TraceBoundsMaker(const TraceStore &trace) {
        for (const auto &track : trace.tracks()) {
            if (track.kind == TrackKind::DeviceStream) {
                m_bounds->m_slices[track.id].resize(trace.slices(track.id).size());
            }
        }
    }

    void set(const SliceRef &slice, KernelBound bound) {
        const auto track = m_bounds->m_slices.find(slice.track);
        if (track != m_bounds->m_slices.end() && slice.slice.value < track->second.size()) {
            track->second[slice.slice.value] = static_cast<std::uint8_t>(1 + static_cast<int>(bound));
            m_bounds->m_present.insert(bound);
        }
    }
    [[nodiscard]] std::shared_ptr<const TraceBounds> made() const { return m_bounds; }

private:
    std::shared_ptr<TraceBounds> m_bounds = std::make_shared<TraceBounds>();
};

std::optional<KernelBound> TraceBounds::of(TrackId track, SliceId slice) const {
    const auto it = m_slices.find(track);
    const bool isKnown = it != m_slices.end() && slice.value < it->second.size() && it->second[slice.value] != 0;
    return isKnown ? std::optional(static_cast<KernelBound>(it->second[slice.value] - 1)) : std::nullopt;
}

std::map<const TraceStore *, std::shared_ptr<const TraceBounds>> sliceBounds(const Run &run, const RankCapture &capture,
                                                                             const std::stop_token &stop) {
    std::map<const TraceStore *, TraceBoundsMaker> makers;
    std::multimap<SourceId, TraceBoundsMaker *> bySource;
    for (const auto &[source, trace] : capture.traces()) {
        const auto [it, isNew] = makers.try_emplace(trace.get(), *trace);
        if (isNew) {
            bySource.emplace(source, &it->second);
        }
    }
    const std::array captures{&capture};
    const MetricTables tables(captures);
    const PipeMetrics pipes(tables);
    const KernelSlices slices(run, capture);
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
        const auto bound = kernel.communicates ? std::nullopt : boundOf(pipes.of(tables.of(kernel)));
        const auto slice = bound ? slices.of(kernel) : std::nullopt;
        if (slice) {
            const auto [first, last] = bySource.equal_range(slice->source);
            for (auto it = first; it != last; ++it) {
                it->second->set(*slice, *bound);
            }
        }
    });
    std::map<const TraceStore *, std::shared_ptr<const TraceBounds>> result;
    for (const auto &[trace, maker] : makers) {
        result.emplace(trace, maker.made());
    }
    return result;
}

Message whyNoBounds(const Run &run) {
    return Message(isOfNpus(platformOf(run)) ? "bounds.missing.npu" : "bounds.missing.gpu");
}

}  // namespace stagescope
