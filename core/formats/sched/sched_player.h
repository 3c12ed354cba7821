#pragma once

#include "core/formats/sched/sched_record.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// A stretch of time in which a thread was in one state.
struct ThreadStretch {
    std::int32_t thread = 0;
    ThreadState state = ThreadState::Unknown;
    bool isOpen = false;    ///< its begin or its end is not in the record: no part of sums
    std::int16_t cpu = -1;  ///< where it ran, ran last or was to run; -1: not told
    std::int32_t by = -1;   ///< waiting for a CPU: the thread that had it; asleep: who woke it; 0 idle, -1 not told
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint64_t row = 0;  ///< of the event that it begins with
};

/// An interrupt. Those that are not whole are left out.
struct InterruptStretch {
    std::int16_t cpu = 0;
    bool isSoft = false;
    std::int32_t thread = 0;  ///< that it interrupted
    StringId name;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint64_t row = 0;
};

/// What is made of a record. Stretches of one thread come in the order of time.
class SchedListener {
public:
    SchedListener() = default;
    SchedListener(const SchedListener &) = delete;
    SchedListener &operator=(const SchedListener &) = delete;
    virtual ~SchedListener() = default;

    virtual void stretch(const ThreadStretch &stretch) = 0;
    virtual void interrupt(const InterruptStretch &stretch) = 0;
    /// A thread is switched out; `isInvoluntary`: it wanted to go on.
    virtual void switchedOut(std::int32_t thread, int cpu, bool isInvoluntary) = 0;
    /// A thread goes on on another CPU than it ran on before.
    virtual void migrated(std::int32_t thread) = 0;
    /// A CPU had nothing to run.
    virtual void idled(int cpu, std::int64_t begin, std::int64_t end) = 0;
};

/// Plays the events of a record:
///
///     switch in    switch out (S)   wakeup     switch in   switch out (R)   switch in
///        |-- Running --|-- Sleeping --|-- Runnable --|-- Running --|-- Preempted --|
///
/// A thread that is switched in without a wakeup slept until then. Where events contradict each other, since some are
/// lost, the state is unknown until the next that tells it, and what was open is left out. One thread.
class SchedPlayer {
public:
    SchedPlayer(const SchedRecord &record, SchedListener &listener) : m_record(record), m_listener(listener) {}

    /// The next event.
    void play(const SchedEvent &event);
    /// Behind the last one.
    void finish();
    /// What a row of summaries says: the thread slept, waited for a CPU, ran, and was switched out, nobody knows why.
    void play(const SchedSummary &summary);
    /// States that did not fit to the events before.
    [[nodiscard]] std::uint64_t contradictions() const { return m_contradictions; }

private:
    struct Thread {
        ThreadStretch now;
        std::int16_t lastCpu = -1;
        bool isBlockedOpen = false;  ///< the last stretch was Uninterruptible and may turn out to be I/O
        ThreadStretch blocked;       ///< that one, held back until it is known
    };
    struct Cpu {
        static constexpr std::int32_t kUnknown = -1;
        std::int32_t thread = kUnknown;  ///< that runs; 0 idle
        std::int64_t since = 0;
        std::int64_t knownSince = 0;  ///< begin of the record, or the last loss
        std::vector<InterruptStretch> interrupts;
    };

    void playSwitch(const SchedEvent &event);
    void switchOut(const SchedEvent &event, Cpu &cpu);
    void switchIn(const SchedEvent &event);
    void playWake(const SchedEvent &event);
    void playBlocked(const SchedEvent &event);
    void playEntry(const SchedEvent &event);
    void playExit(const SchedEvent &event);
    void playLost(const SchedEvent &event);
    void close(Thread &thread, std::int64_t end, bool isOpen = false);
    void giveBlocked(Thread &thread);
    void begin(Thread &thread, ThreadState state, const SchedEvent &event, int cpu, std::int32_t by);
    [[nodiscard]] Thread &threadOf(std::int32_t id);
    [[nodiscard]] Cpu &cpuOf(int cpu);

    const SchedRecord &m_record;
    SchedListener &m_listener;
    std::unordered_map<std::int32_t, Thread> m_threads;
    std::map<int, Cpu> m_cpus;
    std::uint64_t m_contradictions = 0;
};

}  // namespace stagescope
