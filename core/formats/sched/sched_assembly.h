#pragma once

#include "core/base/import_log.h"
#include "core/formats/sched/sched_neighbours.h"
#include "core/formats/sched/sched_player.h"
#include "core/store/sink.h"
#include "core/store/tables/sched_records.h"
#include "core/store/trace/trace_builder.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Lanes of CPUs (who ran, interrupts) and of threads (states), and the tables of both. `offset` is added to all times.
/// One thread.
class SchedAssembly final : public SchedListener {
public:
    SchedAssembly(const SchedRecord &record, const SchedNeighbours &neighbours, std::int64_t offset);

    void stretch(const ThreadStretch &stretch) override;
    void interrupt(const InterruptStretch &stretch) override;
    void switchedOut(std::int32_t thread, int cpu, bool isInvoluntary) override;
    void migrated(std::int32_t thread) override;
    void idled(int cpu, std::int64_t begin, std::int64_t end) override;

    /// Hands over the tables, then the lanes. Call once. Errors: Cancelled.
    [[nodiscard]] Status give(const std::string &path, Sink &sink, const LoadControl &control);

private:
    struct Thread {
        ThreadStateRecord sums;
        std::set<std::int64_t> cpus;
        TraceBuilder::TrackKey key;
        TraceBuilder::LocalTrack track = 0;
        StringId name;  ///< "python:4711"
    };
    struct Cpu {
        CpuStateRecord sums;
        std::set<std::int32_t> threads;
        TraceBuilder::LocalTrack track = 0;
    };

    [[nodiscard]] Thread &threadOf(std::int32_t id);
    [[nodiscard]] Cpu &cpuOf(int cpu);
    void addSums(Thread &thread, const ThreadStretch &stretch);
    void addWait(const ThreadStretch &stretch);
    [[nodiscard]] StringId stateName(const ThreadStretch &stretch);
    void giveTables(Sink &sink);
    void orderThreads();

    const SchedRecord &m_record;
    const SchedNeighbours &m_neighbours;
    std::int64_t m_offset;
    TraceBuilder m_builder;
    std::unordered_map<std::int32_t, Thread> m_threads;
    std::map<int, Cpu> m_cpus;
    std::vector<ThreadWaitRecord> m_waits;
};

}  // namespace stagescope
