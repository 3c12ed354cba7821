#pragma once

#include "core/analysis/trace/free_gaps.h"
#include "core/base/item_ref.h"
#include "core/session/workspace.h"
#include "core/store/tables/sched_records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// A gap of the device that ends with work that its host launched late, and the thread that launched it. Clock of the
/// rank.
struct LateLaunch {
    std::size_t thread = 0;  ///< position in LaunchThreads::threads
    std::optional<std::int64_t> step{};
    std::int64_t begin = 0;   ///< of the gap
    std::int64_t launch = 0;  ///< the call returned, at most the gap's end
    SourceId source;          ///< work that ends it
    TrackId track;
    SliceId slice;
};

/// Threads of the host that launch the work of a rank, as its trace has them. A plain value: it outlives the timeline.
struct LaunchThreads {
    struct Thread {
        std::string name;                   ///< of its track: "thread 4711 (python)"
        std::vector<std::int64_t> numbers;  ///< in that name: one of them may be the thread's
        std::vector<std::int64_t> calls;    ///< begins of its launches, ascending; of many an even sample
    };
    std::vector<Thread> threads;
    std::vector<LateLaunch> late;  ///< by begin
    std::size_t steps = 0;         ///< in which the gaps lie; at least 1 where there are gaps
    Nanos stepSum{0};              ///< of these
};

/// Measured once of each capture. O(n log n) of freeGaps.
[[nodiscard]] LaunchThreads launchThreads(const RankCapture &capture, const std::stop_token &stop = {});

/// How the clock of a record of the scheduler became that of a rank.
enum class SchedClockSource : std::uint8_t {
    Told,    ///< a mark in the record, or a file of the profiler beside it
    Equal,   ///< both have the same times
    Guessed  ///< the offset that has most launches in times in which their thread ran
};

/// What a thread that launches waited for while the device idled.
struct LaunchWaits {
    static constexpr std::size_t kKinds = 5;  ///< ThreadWait

    /// Who had the CPU meanwhile.
    struct Culprit {
        std::int64_t thread = -1;  ///< 0: an idle CPU, -1: not told
        std::string name;          ///< empty: not told
        Nanos time{0};
        std::size_t count = 0;
    };
    struct Longest {
        Nanos time{0};
        std::int64_t begin = 0;  ///< clock of the rank
        std::size_t late = 0;    ///< position in LaunchThreads::late
    };

    int rank = -1;
    int record = -1;           ///< RankCapture::rank of the record
    std::int64_t thread = -1;  ///< on the host
    std::string name;
    SchedClockSource clock = SchedClockSource::Told;
    Nanos offset{0};         ///< clock of the rank - clock of the record
    std::size_t calls = 0;   ///< launches (of the sample) within the record
    std::size_t offCpu = 0;  ///< of them: while the record says that the thread did not run
    std::size_t steps = 0;
    Nanos stepSum{0};
    std::array<Nanos, kKinds> inGaps{};        ///< time within gaps of the device that end with its launch
    std::array<std::size_t, kKinds> counts{};  ///< waits of these
    std::array<Longest, kKinds> longest{};
    std::vector<Culprit> culprits;  ///< of Runnable and Preempted, the one with most time first

    [[nodiscard]] Nanos of(ThreadWait kind) const { return inGaps.at(static_cast<std::size_t>(kind)); }
    [[nodiscard]] Nanos forCpu() const { return of(ThreadWait::Runnable) + of(ThreadWait::Preempted); }
    [[nodiscard]] Nanos blocked() const { return of(ThreadWait::Uninterruptible) + of(ThreadWait::Io); }
    /// Whether launches lie where the thread ran, as they must: with the wrong clock they do not.
    [[nodiscard]] bool isSound() const { return calls >= 10 && offCpu * 10 <= calls; }
};

/// Whether files of a run hold a record of the scheduler, loaded or not.
[[nodiscard]] bool hasSchedRecord(const Run &run);
/// Each thread of each rank that launches late and is found in a record of its host: by its number, there or in its
/// container. O(launches x log waits); where the clock has to be guessed, some hundred times that.
[[nodiscard]] std::vector<LaunchWaits> launchWaits(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
