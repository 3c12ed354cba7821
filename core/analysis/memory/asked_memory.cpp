#include "core/analysis/memory/asked_memory.h"

#include "core/analysis/memory/memory_ops.h"

#include <string_view>
#include <utility>

namespace stagescope {

namespace {

constexpr std::string_view kWorkspaceOf = "cann::";
constexpr std::string_view kQueueArrow = "async_task_queue";

/// Where the host asked for something.
using HostMoment = std::pair<TrackId, std::int64_t>;

/// The innermost slice of a class around a point of a thread.
std::optional<std::uint32_t> innermostOf(const SliceTable &slices, SliceClass klass, RankTime time) {
    for (auto depth = slices.depthCount(); depth-- > 0;) {
        const auto found = slices.find(depth, time);
        if (found && slices.klass(found->value) == klass) {
            return found->value;
        }
    }
    return std::nullopt;
}

std::optional<HostMoment> inOperator(const TraceStore &trace, RankTime time) {
    std::optional<HostMoment> result;
    auto latest = std::numeric_limits<std::int64_t>::min();
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        const auto call =
            track.kind == TrackKind::HostThread ? innermostOf(slices, SliceClass::HostOp, time) : std::nullopt;
        if (call && ns(slices.begin(*call)) >= latest) {
            latest = ns(slices.begin(*call));
            result = {track.id, ns(time)};
        }
    }
    return result;
}

/// When the kernel that another thread takes from the task queue at a time was put there.
std::optional<HostMoment> beforeQueue(const TraceStore &trace, RankTime time) {
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        const auto call =
            track.kind == TrackKind::HostThread ? innermostOf(slices, SliceClass::Queue, time) : std::nullopt;
        if (!call) {
            continue;
        }
        const auto begin = slices.begin(*call);
        for (const auto &arrow : trace.flows().reaching(track.id, begin, begin)) {
            if (trace.text(arrow.category) == kQueueArrow) {
                return HostMoment{arrow.fromTrack, ns(arrow.from)};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::vector<AskedMemory>> askedMemory(const RankCapture &capture, const TraceStore &trace,
                                                    const std::stop_token &stop) {
    const OperatorMemory memory(capture);
    std::optional<std::vector<AskedMemory>> result;
    for (std::uint32_t row = 0; row < memory.size() && !stop.stop_requested(); ++row) {
        const auto time = memory.number(row, MemoryOpColumn::Allocated);
        const auto bytes = memory.bytes(row);
        if (!time || bytes <= 0) {
            continue;
        }
        if (!result) {
            result.emplace();
        }
        const bool isWorkspace = memory.name(row).starts_with(kWorkspaceOf);
        const auto queued = isWorkspace ? beforeQueue(trace, rankTime(*time)) : std::nullopt;
        if (const auto asked = queued ? queued : inOperator(trace, rankTime(*time))) {
            result->push_back({asked->first, asked->second, static_cast<std::uint64_t>(bytes),
                               Nanos{memory.number(row, MemoryOpColumn::Duration).value_or(0)}});
        }
    }
    return result;
}

}  // namespace stagescope
