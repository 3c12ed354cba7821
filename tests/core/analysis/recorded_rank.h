#pragma once

#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stagescope::planted {

/// One rank made by hand: calls of the host, the task queue, the driver, and the device that they feed. Times in ns.
class RecordedRank {
public:
    struct Times {
        std::int64_t op = 0;
        std::int64_t enqueue = 0;
        std::int64_t dequeue = 0;
        std::int64_t launch = 0;
        std::int64_t launchEnd = 0;
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    RecordedRank &host(std::string_view name, std::int64_t begin, std::int64_t end,
                       SliceClass klass = SliceClass::HostOp, std::string_view thread = "thread 1") {
        slice(track("host", thread, TrackKind::HostThread), name, begin, end, klass);
        return *this;
    }
    RecordedRank &device(std::string_view name, std::int64_t begin, std::int64_t end,
                         SliceClass klass = SliceClass::Computing) {
        slice(deviceTrack(klass), name, begin, end, klass);
        return *this;
    }
    /// A kernel by way of the task queue: operator with an enqueue of 10 ns in it, dequeue, launch, device.
    RecordedRank &queued(std::string_view op, std::string_view kernel, const Times &t) {
        const auto main = track("host", "thread 1", TrackKind::HostThread);
        const auto second = track("host", "thread 2", TrackKind::HostThread);
        const auto driver = track("host", "CANN 2", TrackKind::HostThread);
        slice(main, op, t.op, t.enqueue + 15, SliceClass::HostOp);
        slice(main, "Enqueue", t.enqueue, t.enqueue + 10, SliceClass::Queue);
        slice(second, "Dequeue@" + std::string(op), t.dequeue, t.launchEnd, SliceClass::Queue);
        slice(driver, "launch", t.launch, t.launchEnd, SliceClass::Runtime);
        slice(deviceTrack(SliceClass::Computing), kernel, t.begin, t.end, SliceClass::Computing);
        arrow("async_task_queue", main, t.enqueue, second, t.dequeue);
        arrow("async_npu", main, t.op, deviceTrack(SliceClass::Computing), t.begin);
        arrow("HostToDevice", driver, t.launch, deviceTrack(SliceClass::Computing), t.begin);
        return *this;
    }
    /// A kernel launched by the thread itself: operator, launch call of 10 ns in it, device.
    RecordedRank &direct(std::string_view op, std::string_view kernel, std::int64_t opBegin, std::int64_t launch,
                         std::int64_t begin, std::int64_t end, SliceClass klass = SliceClass::Computing) {
        const auto main = track("host", "thread 1", TrackKind::HostThread);
        slice(main, op, opBegin, launch + 12, SliceClass::HostOp);
        slice(main, "cudaLaunchKernel", launch, launch + 10, SliceClass::Runtime);
        slice(deviceTrack(klass), kernel, begin, end, klass);
        arrow("ac2g", main, launch, deviceTrack(klass), begin);
        return *this;
    }
    /// An operator of the backward pass on "thread 2", for the call of the forward pass that is open at a time.
    RecordedRank &backward(std::string_view op, std::int64_t forward, std::int64_t begin, std::int64_t end) {
        const auto second = track("host", "thread 2", TrackKind::HostThread);
        slice(second, op, begin, end, SliceClass::HostOp);
        arrow("fwdbwd", track("host", "thread 1", TrackKind::HostThread), forward, second, begin);
        return *this;
    }
    /// A kernel that a thread launches at a time.
    RecordedRank &launchedOn(std::string_view thread, std::string_view kernel, std::int64_t launch, std::int64_t begin,
                             std::int64_t end) {
        slice(deviceTrack(SliceClass::Computing), kernel, begin, end, SliceClass::Computing);
        arrow("async_npu", track("host", thread, TrackKind::HostThread), launch, deviceTrack(SliceClass::Computing),
              begin);
        return *this;
    }
    RecordedRank &mark(std::string_view name, std::int64_t begin, std::int64_t end, std::string_view lane) {
        slice(track("host", lane, TrackKind::Mstx), name, begin, end, SliceClass::Mstx);
        return *this;
    }
    RecordedRank &sample(std::string_view series, std::int64_t time, double value) {
        m_builder.sample(track("AI Core Freq", series, TrackKind::Counter), time, value);
        return *this;
    }
    [[nodiscard]] RankCapture capture(int rank = 0, std::vector<std::shared_ptr<const TableStore>> tables = {}) {
        auto result = planted::capture(rank, std::move(tables));
        result.state = LoadState::Deep;
        result.loaded[0].traces.push_back(planted::trace(std::move(m_builder)));
        return result;
    }

private:
    TraceBuilder::LocalTrack track(std::string_view process, std::string_view thread, TrackKind kind) {
        return m_builder.track({kind, m_builder.intern(process), m_builder.intern(thread)});
    }
    TraceBuilder::LocalTrack deviceTrack(SliceClass klass) {
        return track("device", klass == SliceClass::Computing ? "stream 7" : "stream 9", TrackKind::DeviceStream);
    }
    void slice(TraceBuilder::LocalTrack track, std::string_view name, std::int64_t begin, std::int64_t end,
               SliceClass klass) {
        m_builder.slice(track, begin, end - begin, m_builder.intern(name), klass, 0);
    }
    void arrow(std::string_view category, TraceBuilder::LocalTrack from, std::int64_t begin,
               TraceBuilder::LocalTrack to, std::int64_t end) {
        const auto name = m_builder.intern(category);
        m_builder.flow(FlowPhase::Start, from, begin, ++m_flow, name);
        m_builder.flow(FlowPhase::End, to, end, m_flow, name);
    }

    TraceBuilder m_builder;
    std::uint64_t m_flow = 0;
};

/// Steps one after the other: number, begin, end.
inline std::shared_ptr<const TableStore> steps(const std::vector<std::array<std::int64_t, 3>> &list) {
    TableBuilder builder(TableKind::Steps);
    for (const auto &[step, begin, end] : list) {
        builder.set("step", step).set("begin_ns", begin).set("end_ns", end).endRow();
    }
    return shared(builder);
}

}  // namespace stagescope::planted
