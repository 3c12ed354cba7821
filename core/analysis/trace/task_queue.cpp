#include "core/analysis/trace/task_queue.h"

#include "core/analysis/run/platform.h"
#include "core/base/intervals.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

/// What the slices of a thread say of the queue.
struct ThreadUse {
    std::size_t enqueued = 0;
    std::size_t dequeued = 0;
    bool hasCalls = false;  ///< steps and marks are none
    IntervalSet busy;
};

ThreadUse useOf(const TraceStore &trace, TrackId track, const std::stop_token &stop) {
    const auto &slices = trace.slices(track);
    ThreadUse use;
    std::vector<Interval> ranges;
    for (std::uint32_t i = 0; i < slices.size() && !stop.stop_requested(); ++i) {
        const auto name = trace.text(slices.name(i));
        use.enqueued += name.starts_with("Enqueue") ? 1 : 0;
        use.dequeued += name.starts_with("Dequeue") ? 1 : 0;
        const auto klass = slices.klass(i);
        use.hasCalls = use.hasCalls || (klass != SliceClass::Step && klass != SliceClass::Mstx);
        ranges.push_back({ns(slices.begin(i)), ns(slices.end(i))});
    }
    use.busy = merged(std::move(ranges));
    return use;
}

std::optional<bool> hasWorkspaceMemory(const RankCapture &capture) {
    std::optional<bool> result;
    for (const auto &table : capture.tables(TableKind::MemorySamples)) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            const auto component = valueAt<MemorySampleRecord, &MemorySampleRecord::component>(*table, row);
            result = result.value_or(false) || component == "WORKSPACE";
        }
    }
    return result;
}

}  // namespace

static std::optional<TaskQueueUse> measuredQueue(const RankCapture &capture, const std::stop_token &stop) {
    TaskQueueUse result;
    bool hasHost = false;
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind != TrackKind::HostThread) {
            continue;
        }
        const auto use = useOf(*trace, track.id, stop);
        hasHost = hasHost || use.hasCalls;
        result.calls += use.dequeued;
        (use.dequeued > 0 ? result.second : result.first) +=
            use.dequeued + use.enqueued > 0 ? Nanos{totalLength(use.busy)} : Nanos{0};
    }
    result.hasWorkspace = hasWorkspaceMemory(capture);
    // Who never has a queue does not lack it.
    const bool mayHaveQueue = result.calls > 0 || platformOf(capture) == Platform::TorchNpu;
    return hasHost && mayHaveQueue ? std::optional(result) : std::nullopt;
}

std::optional<TaskQueueUse> taskQueueUse(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] { return measuredQueue(capture, stop); });
}

}  // namespace stagescope
