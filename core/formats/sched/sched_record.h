#pragma once

#include "core/base/ids.h"
#include "core/base/string_pool.h"
#include "core/formats/sched/sched_line.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// What a thread does, as states of the kernel tell it.
enum class ThreadState : std::uint8_t {
    Unknown,
    Running,
    Runnable,   ///< woken, waits for a CPU
    Preempted,  ///< was running and still wants to: waits for a CPU
    Sleeping,   ///< and stopped, parked
    Uninterruptible,
    UninterruptibleIo,  ///< the kernel said that it is input or output
    Ended,
};

/// One event of the scheduler, as small as it can be: a record has millions.
struct SchedEvent {
    enum class Kind : std::uint8_t {
        Switch,   ///< thread: switched out, other: switched in
        Wake,     ///< thread: woken, other: who woke it, number: CPU where it will run (-1 not told)
        Blocked,  ///< thread: was blocked, number: 1 = by input or output
        IrqEntry,
        IrqExit,
        SoftirqEntry,
        SoftirqExit,
        Lost,  ///< number: events of this CPU that are missing here
    };
    std::int64_t time = 0;  ///< ns
    std::uint64_t row = 0;  ///< byte of its line
    std::int32_t thread = 0;
    std::int32_t other = 0;
    std::int32_t number = 0;
    StringId name{0};  ///< of an interrupt
    std::int16_t cpu = 0;
    Kind kind = Kind::Switch;
    ThreadState state = ThreadState::Unknown;  ///< of a Switch: of the thread that was switched out
};

/// A row of `perf sched timehist`: a thread was switched out at `time`, and what it did before that; ns.
struct SchedSummary {
    std::int64_t time = 0;
    std::int64_t wait = 0;   ///< off the CPU before it ran, with the delay
    std::int64_t delay = 0;  ///< of that: woken, without a CPU
    std::int64_t run = 0;
    std::uint64_t row = 0;
    std::int32_t thread = 0;
    std::int16_t cpu = 0;
};

/// A text of the kernel's tracing while it is read, line by line. One thread.
class SchedRecord {
public:
    static constexpr std::int32_t kMostCpu = 32767;

    struct Thread {
        std::string name;  ///< the last one that it had
        std::int32_t process = -1;
    };

    /// `row`: byte where the line begins.
    void addLine(std::string_view line, std::uint64_t row);
    /// Brings events into the order of time; of one time as they stand in the file.
    void finish();

    [[nodiscard]] const std::vector<SchedEvent> &events() const { return m_events; }
    /// Of a text of summaries, which has no events. In the order of the file.
    [[nodiscard]] const std::vector<SchedSummary> &summaries() const { return m_summaries; }
    [[nodiscard]] const std::unordered_map<std::int32_t, Thread> &threads() const { return m_threads; }
    [[nodiscard]] const StringPool &names() const { return m_names; }
    /// Events that the file says it lacks: by CPU, and those before its first, on any (-1).
    [[nodiscard]] const std::map<int, std::uint64_t> &lost() const { return m_lost; }
    [[nodiscard]] std::int64_t first() const { return m_first; }
    [[nodiscard]] std::int64_t last() const { return m_last; }
    /// Lines with the shape of an event, and those of them that could not be used.
    [[nodiscard]] std::uint64_t lineCount() const { return m_lines; }
    [[nodiscard]] std::uint64_t badCount() const { return m_bad; }
    [[nodiscard]] const std::string &firstBad() const { return m_firstBad; }
    /// Lines whose time is a count without a unit.
    [[nodiscard]] std::uint64_t countsWithoutUnit() const { return m_unitless; }
    /// UTC - clock of the trace, where the file tells it (trace_event_clock_sync).
    [[nodiscard]] std::optional<std::int64_t> realtimeOffset() const { return m_realtimeOffset; }

private:
    void addSummary(std::string_view line, std::uint64_t row);
    void addEvent(const SchedLine &line, std::uint64_t row);
    bool addSwitch(const SchedLine &line, SchedEvent event);
    bool addWake(const SchedLine &line, SchedEvent event);
    bool addInterrupt(const SchedLine &line, SchedEvent event, SchedEvent::Kind kind);
    bool addBlocked(const SchedLine &line, SchedEvent event);
    void addClock(const SchedLine &line);
    bool addLost(std::string_view line);
    void addHeader(std::string_view line);
    void nameThread(std::int32_t thread, std::string_view name);

    std::vector<SchedEvent> m_events;
    std::vector<SchedSummary> m_summaries;
    std::unordered_map<std::int32_t, Thread> m_threads;
    StringPool m_names;
    std::map<int, std::uint64_t> m_lost;
    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
    std::uint64_t m_lines = 0;
    std::uint64_t m_bad = 0;
    std::uint64_t m_unitless = 0;
    std::string m_firstBad;
    std::optional<std::int64_t> m_realtimeOffset;
    bool m_isSorted = true;
    bool m_holdsSummaries = false;
};

}  // namespace stagescope
