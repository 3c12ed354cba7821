#pragma once

#include "core/formats/trace_json/launch_arguments.h"
#include "core/formats/trace_json/work_owners.h"
#include "core/store/sink.h"
#include "core/store/tables/table_kind.h"
#include "core/store/trace/process_pairs.h"
#include "core/store/trace/trace_health.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// Work of a device (kernel, copy, fill) and where it was launched. A trace has millions: no gaps between members.
struct Launch {
    TrackId stream{};
    std::uint32_t slice = 0;  ///< on the stream
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t step = kNoStep;  ///< step_id.h
    std::int64_t time = 0;        ///< of the call
    std::int64_t returned = 0;    ///< its end: the first launch of a kernel may load it for seconds
    std::uint64_t operatorRow = kNoRow;
    std::uint64_t communicationRow = kNoRow;  ///< of the record of a collective (record_param_comms, nccl:...)
    StringId operatorName{};
    StringId module{};         ///< "nn.Module: Linear_3"
    StringId python{};         ///< "modeling.py(95): forward"
    std::int32_t device = -1;  ///< -1 unknown
    bool isUnclear = false;    ///< calls of several processes may have launched it: its step is that of its time
    bool isKnown = false;      ///< the call that launched it stands in the file; else nothing is known of it
    bool isRecompute = false;
    bool tellsRecompute = false;  ///< the trace records Python, or sequence numbers of operators

    static constexpr std::uint64_t kNoRow = ~std::uint64_t{0};
};

/// A step as the host saw it.
struct HostStep {
    std::int64_t step = 0;  ///< step_id.h
    std::int64_t begin = 0;
    std::int64_t end = 0;
};
/// From marks of steps (step_marks.h), by begin, one per occurrence (step_id.h).
[[nodiscard]] std::vector<HostStep> hostSteps(const TraceStore &trace);

/// Arrows that the file leaves out, as (call, device work) of workers. Refers to what LaunchJoin does, and to that.
struct MissingArrow {
    std::uint32_t callWorker = 0;
    std::uint32_t deviceWorker = 0;
    bool isFirst = false;  ///< of the call, which has one start for all that it launched
    const LaunchEnd *call = nullptr;
    const LaunchEnd *device = nullptr;
};

/// What launches and works that do not fit together say of a recording.
struct LaunchTrouble {
    std::uint64_t unlaunched = 0;  ///< works whose call is not recorded, in a file that records calls
    std::uint64_t idleCalls = 0;   ///< calls that launch or copy, of which no work is recorded
    std::uint64_t ambiguous = 0;   ///< works that calls of several processes may have launched
    std::uint64_t unclaimed = 0;   ///< works of shared devices that are of no rank (ProcessGroup)
    std::uint64_t unclaimedOthers = 0;
    std::uint64_t worksOfFile = 0;  ///< of all its ranks, where unclaimed ones are counted
    std::uint64_t hosts = 0;        ///< processes that drive one device; 0: each device is driven by one
    // Works, and of the worst how far its begin is from its call.
    StreamTrouble::Works early{};  ///< that begin more than a millisecond before their call
    StreamTrouble::Works late{};   ///< more than 1 s after their call on an idle device, or more than 10 s after it
    StreamTrouble::Works outOfOrder{};  ///< stream_order.h; in no list of launches
};

/// What the workers gathered, joined by correlation. Refers to them: they outlive it.
class LaunchJoin {
public:
    /// What the tracks are of: a number for each process, by worker and track of its builder, and their marks. Tracks
    /// of several workers that are one have one number in `streams`; without them each track is one.
    struct Processes {
        std::vector<std::vector<std::uint32_t>> ofTracks;
        ProcessMarks marks{};
        std::vector<std::vector<std::uint32_t>> streams{};
    };
    LaunchJoin(const std::vector<const LaunchArguments *> &workers, const Processes &processes);

    [[nodiscard]] bool isEmpty() const { return m_device.empty(); }
    [[nodiscard]] const std::vector<MissingArrow> &missingArrows() const { return m_missing; }
    /// Where several processes use the same numbers: who launches the work of each (LaunchChoice::drivers).
    [[nodiscard]] const std::map<std::uint32_t, std::uint32_t> &drivers() const { return m_drivers; }
    /// By process, the processes whose calls launched what it does; kNobody among them where that is not clear. Both
    /// are numbers of Processes.
    [[nodiscard]] const std::map<std::uint32_t, std::set<std::uint32_t>> &launchers() const { return m_launchers; }
    static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
    /// The process whose call launched the work at an offset; kNobody where that is not clear, nothing where no call is
    /// known. O(log works).
    [[nodiscard]] std::optional<std::uint32_t> launcherOf(std::uint64_t work) const;
    /// Where the calls of each process stand by themselves (WorkOwners::blocks).
    [[nodiscard]] const FileBlocks &blocks() const { return m_blocks; }
    /// Device work of a merged trace by begin. It belongs to the step in which it was launched; work whose call is not
    /// recorded to that of the work before it on its stream, and to none when there is none: it was launched before
    /// the recording began. Where no call is recorded at all nothing is known of steps. O(n log n).
    /// What the merge found to be no work (SliceClass::Event) is left out, and work out of the order of its stream.
    [[nodiscard]] std::vector<Launch> launches(const TraceStore &trace, std::span<const HostStep> steps,
                                               LaunchTrouble &trouble) const;
    /// The offset of the call that launched the work at an offset. O(log works).
    [[nodiscard]] std::optional<std::uint64_t> callOf(std::uint64_t work) const;
    /// Whether one call launched two works, given by their offsets, or maybe calls of two processes: then they may run
    /// beside one another on what is called one stream. O(log works).
    [[nodiscard]] bool isOneLaunch(std::uint64_t work, std::uint64_t other) const;
    [[nodiscard]] const OperandTexts *operandsAt(std::uint64_t row) const;

private:
    struct Work {
        std::uint64_t offset = 0;
        std::uint32_t call = kNone;  ///< into m_calls
        std::int32_t device = -1;
        bool isUnclear = false;  ///< LaunchChoice::kUnclear
    };
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    /// Where a call lies in the merged trace.
    struct Place {
        TrackId track{};
        std::uint32_t slice = kNone;
    };

    /// Where a work lies there.
    struct WorkPlace {
        std::int64_t begin = 0;
        TrackId track{};
        std::uint32_t slice = 0;
        std::uint32_t work = 0;  ///< into m_device
    };

    [[nodiscard]] std::vector<WorkPlace> placesOfWorks(const TraceStore &trace) const;  ///< by begin
    [[nodiscard]] std::vector<Place> placesOfCalls(const TraceStore &trace) const;
    void joinByCorrelation(const std::vector<const LaunchArguments *> &workers, const Processes &processes);
    void findLaunchers(const std::vector<const LaunchArguments *> &workers, const Processes &processes);
    void findMissingArrows(const std::vector<const LaunchArguments *> &workers);
    [[nodiscard]] LaunchTrouble troubleOf(const TraceStore &trace, std::span<const Launch> launches,
                                          std::span<const Place> places, LaunchTrouble result) const;

    std::vector<LaunchEnd> m_calls;  ///< by offset
    std::uint64_t m_ambiguous = 0;
    std::map<std::uint32_t, std::uint32_t> m_drivers;
    std::map<std::uint32_t, std::set<std::uint32_t>> m_launchers;
    FileBlocks m_blocks;
    std::vector<Work> m_device;  ///< by offset
    std::vector<OperandTexts> m_operands;
    std::vector<std::uint64_t> m_forwardOps;  ///< ascending
    std::vector<MissingArrow> m_missing;
};

/// What a file says of a work itself; it goes before what is known of the work by its call.
struct WorkText {
    std::string_view operatorName{};
    std::string_view module{};
    std::string_view shapes{};
    std::string_view types{};   ///< of the inputs
    std::string_view python{};  ///< the function around the launch

    [[nodiscard]] bool isEmpty() const { return *this == WorkText{}; }
    auto operator<=>(const WorkText &) const = default;
};
/// Of the work of a row; null where the file says nothing of it.
using WorkTextOf = std::function<const WorkText *(std::uint64_t row)>;

/// The Kernels table of a trace that tells launches; nothing when there is no device work.
void addKernelTable(const TraceStore &trace, std::span<const Launch> launches, const LaunchJoin &join, Sink &sink,
                    const WorkTextOf &textOf = {});

}  // namespace stagescope
