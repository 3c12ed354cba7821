#pragma once

#include "core/formats/trace_json/launch_arguments.h"
#include "core/store/sink.h"
#include "core/store/tables/table_kind.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

/// Work of a device (kernel, copy, fill) and where it was launched.
struct Launch {
    TrackId stream{};
    std::uint32_t slice = 0;  ///< on the stream
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t step = kNoStep;
    bool isKnown = false;  ///< the call that launched it stands in the file; what follows tells of it then
    bool isRecompute = false;
    std::int64_t time = 0;  ///< of the call
    std::uint64_t operatorRow = kNoRow;
    std::uint64_t communicationRow = kNoRow;  ///< of the record of a collective (record_param_comms, nccl:...)
    StringId operatorName{};
    StringId module{};            ///< "nn.Module: Linear_3"
    StringId python{};            ///< "modeling.py(95): forward"
    bool tellsRecompute = false;  ///< the trace records Python, or sequence numbers of operators

    static constexpr std::uint64_t kNoRow = ~std::uint64_t{0};
};

/// A step as the host saw it.
struct HostStep {
    std::int64_t step = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};
/// From ProfilerStep#N on host tracks, by begin, one per number.
[[nodiscard]] std::vector<HostStep> hostSteps(const TraceStore &trace);

/// Arrows that the file leaves out, as (call, device work) of workers.
struct MissingArrow {
    std::size_t callWorker = 0;
    std::size_t deviceWorker = 0;
    LaunchEnd call;
    LaunchEnd device;
};

/// What the workers gathered, joined by correlation. Refers to them: they outlive it.
class LaunchJoin {
public:
    explicit LaunchJoin(const std::vector<const LaunchArguments *> &workers);

    [[nodiscard]] bool isEmpty() const { return m_device.empty(); }
    [[nodiscard]] const std::vector<MissingArrow> &missingArrows() const { return m_missing; }
    /// Device work of a merged trace by begin. It belongs to the step in which it was launched; work whose call is not
    /// recorded to that of the work before it on its stream, and to none when there is none: it was launched before
    /// the recording began. Where no call is recorded at all nothing is known of steps. O(n log n).
    [[nodiscard]] std::vector<Launch> launches(const TraceStore &trace, std::span<const HostStep> steps) const;
    [[nodiscard]] const OperandTexts *operandsAt(std::uint64_t row) const;

private:
    struct Work {
        std::uint64_t offset = 0;
        std::uint32_t call = kNone;  ///< into m_calls
    };
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    /// Where a call lies in the merged trace.
    struct Place {
        TrackId track{};
        std::uint32_t slice = kNone;
    };

    [[nodiscard]] std::vector<Place> placesOfCalls(const TraceStore &trace) const;
    void joinByCorrelation(const std::vector<const LaunchArguments *> &workers);

    std::vector<LaunchEnd> m_calls;  ///< by offset
    std::vector<Work> m_device;      ///< by offset
    std::vector<OperandTexts> m_operands;
    std::vector<std::uint64_t> m_forwardOps;  ///< ascending
    std::vector<MissingArrow> m_missing;
};

/// The Kernels table of a trace of Kineto's; nothing when there is no device work.
void addKernelTable(const TraceStore &trace, std::span<const Launch> launches, const LaunchJoin &join, Sink &sink);

}  // namespace stagescope
