#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/store/tables/table_kind.h"
#include "core/store/trace/counter_table.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

enum class MemoryMeasure : std::uint8_t { Allocated, Reserved, Active };
inline constexpr std::array kMemoryMeasures{MemoryMeasure::Allocated, MemoryMeasure::Reserved, MemoryMeasure::Active};
/// "allocated", "reserved", "active".
[[nodiscard]] std::string_view memoryMeasureText(MemoryMeasure measure);

/// Whose memory. Allocators tell totals of the device at each event of any of their streams, so the events of all
/// streams together make the curve of the whole; those of one stream are the same totals, seen less often.
struct MemoryOwner {
    std::string level;  ///< allocator, process, module, category
    std::string component;
    std::int64_t device = -1;
    std::string stream;  ///< empty: of all streams
    auto operator<=>(const MemoryOwner &) const = default;
};

/// What one owner had over the capture.
struct MemorySeries {
    struct Extremes {
        std::size_t samples = 0;
        std::int64_t least = 0;
        std::int64_t peak = 0;
        RankTime peakAt{};  ///< first time that the peak is reached
    };
    MemoryOwner owner;
    std::array<Extremes, 3> of{};  ///< by MemoryMeasure

    [[nodiscard]] const Extremes &operator[](MemoryMeasure measure) const {
        return of[static_cast<std::size_t>(measure)];
    }
};

/// All owners of a capture, by level, component and device, each whole and, where `byStream`, once more for each of its
/// streams. A component that several files tell of is taken from the first kind of file. Empty until deep loading.
/// O(samples). Any thread.
[[nodiscard]] std::vector<MemorySeries> memorySeries(const RankCapture &capture, bool byStream = false,
                                                     const std::stop_token &stop = {});

/// One curve in bytes over the rank's own clock, with its pyramid: any window of it is drawn at a cost that does not
/// grow with the samples. O(samples); 18 bytes each. Keep it.
[[nodiscard]] CounterTable memoryCurve(const RankCapture &capture, const MemoryOwner &owner, MemoryMeasure measure,
                                       const std::stop_token &stop = {});
struct MemoryCurveKey {
    MemoryOwner owner;
    MemoryMeasure measure = MemoryMeasure::Allocated;
    auto operator<=>(const MemoryCurveKey &) const = default;
};
/// Several at once, in one walk over the samples.
[[nodiscard]] std::vector<CounterTable> memoryCurves(const RankCapture &capture, std::span<const MemoryCurveKey> keys,
                                                     const std::stop_token &stop = {});

/// The framework's allocator among these: PyTorch's (PTA) where there is one, else any; of several devices that which
/// had the most.
[[nodiscard]] std::optional<MemoryOwner> frameworkAllocator(const std::vector<MemorySeries> &all);

/// What PyTorch's allocator and the process had at their most, in bytes; nothing where no file tells. Of a rank with
/// several devices: of that whose allocator had the most.
struct MemoryPeak {
    std::optional<std::int64_t> allocatedLeast;
    std::optional<std::int64_t> allocated;
    std::optional<std::int64_t> reserved;
    std::optional<std::int64_t> active;
    std::optional<RankTime> at;           ///< of the allocated peak; deep loading only
    std::optional<std::int64_t> process;  ///< what the driver gave to the process (component APP)
    /// The most that the process had beside what the allocator had reserved at that tick: communication buffers,
    /// graphs, the runtime. From shallow facts: difference of the two peaks.
    std::optional<std::int64_t> outside;
    /// The part of the software stack that holds most of it, and how much; modules only.
    std::string outsideOwner;
    std::optional<std::int64_t> outsideOwned;
    std::optional<std::int64_t> capacity;  ///< of the device, where the files tell it
    std::optional<std::int64_t> device;    ///< of the allocator, where its samples tell it
};
/// From samples, else from what shallow loading kept of a database. Any thread.
[[nodiscard]] MemoryPeak memoryPeak(const RankCapture &capture, const std::stop_token &stop = {});
/// One for each device that the rank's allocator tells of, by device; memoryPeak alone where there is one at most.
[[nodiscard]] std::vector<MemoryPeak> memoryPeaksByDevice(const RankCapture &capture, const std::stop_token &stop = {});

/// Whether the capture tells of memory: loaded samples, or a file that deep loading takes them from.
enum class MemoryRecord : std::uint8_t { None, Unread, Loaded };
[[nodiscard]] MemoryRecord memoryRecord(const RankCapture &capture);
/// Whether a file that only deep loading reads may tell peaks that are not known yet.
[[nodiscard]] bool needsDeepForMemory(const Run &run);

}  // namespace stagescope
