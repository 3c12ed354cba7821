#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/store/tables/sched_records.h"
#include "core/store/tables/table_records.h"

#include <string>

namespace stagescope {

namespace {

constexpr std::string_view kNoSchedRecord =
    "No record of the Linux scheduler: trace-cmd record -e sched -e irq -C mono_raw, then trace-cmd report.";

struct ThreadStateRow : ThreadStateRecord {
    int rank = -1;
};
struct CpuStateRow : CpuStateRecord {
    int rank = -1;
};

template <std::int64_t ThreadStateRecord::*Member>
Nanos timeOfThread(const ThreadStateRow &row) {
    return Nanos{row.*Member};
}
template <std::int64_t CpuStateRecord::*Member>
Nanos timeOfCpu(const CpuStateRow &row) {
    return Nanos{row.*Member};
}

/// The number of a host beside the ranks means nothing.
std::optional<int> rankOfHost(int rank) { return rank < 0 ? std::nullopt : std::optional(rank); }

/// Of all captures: that of a host is of all its ranks, whichever are asked about.
template <class Record, class Row>
void addRecords(const AnalysisInput &input, TableRows<Row> &out) {
    for (const auto &capture : input.run()->captures) {
        if (capture.rank >= 0 && !input.wants(capture.rank)) {
            continue;
        }
        for (const auto &record : recordsOf<Record>(capture)) {
            out.add({record, capture.rank});
        }
    }
}

}  // namespace

AnalysisEntry makeThreadStatesEntry() {
    using Row = ThreadStateRow;
    return runTable<Row>(
        {.entry = {.id = "thread_states",
                   .title = "States of host threads",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Summary},
         .whenEmpty = std::string(kNoSchedRecord)},
        {
            key(column("rank", "Global rank; empty for a record of a whole host.", &Row::rank, &rankOfHost)),
            nameKey(column("name", "Name of the thread.", &Row::name)),
            key(column("thread", "Its number on the host.", &Row::thread)),
            column("thread_inside", "Its number in its container (pid_mapping.json).", &Row::threadInside, ifKnown),
            column("process", "Number of its process on the host.", &Row::process, ifKnown),
            sum(column("running_us", "us", "On a CPU. Intervals that the record cuts off are excluded from all sums.",
                       &timeOfThread<&ThreadStateRecord::running>)),
            sum(column("runnable_us", "us", "Waiting for a CPU.", &timeOfThread<&ThreadStateRecord::runnable>)),
            sum(column("preempted_us", "us", "Part of runnable_us: after it was switched out and wanted to go on.",
                       &timeOfThread<&ThreadStateRecord::preempted>)),
            sum(column("sleeping_us", "us", "Waiting for something: a lock, a timer, a file descriptor.",
                       &timeOfThread<&ThreadStateRecord::sleeping>)),
            sum(column("uninterruptible_us", "us", "Blocked in the kernel (state D), mostly by input or output.",
                       &timeOfThread<&ThreadStateRecord::uninterruptible>)),
            sum(column("io_us", "us", "Part of uninterruptible_us: the kernel named it input or output.",
                       &timeOfThread<&ThreadStateRecord::io>)),
            sum(column("runs", "Intervals on a CPU.", &Row::runs)),
            sum(column("switches", "How often it was switched out.", &Row::switches)),
            sum(column("involuntary", "How often of these it wanted to go on (states R and R+).", &Row::involuntary)),
            sum(column("migrations", "How often it went on on another CPU.", &Row::migrations)),
            sum(column("irqs", "Interrupts while it was on the CPU.", &Row::irqs)),
            sum(column("irq_us", "us", "Time of these.", &timeOfThread<&ThreadStateRecord::irqTime>)),
            sum(column("softirqs", "Soft interrupts while it was on the CPU.", &Row::softirqs)),
            sum(column("softirq_us", "us", "Time of these.", &timeOfThread<&ThreadStateRecord::softirqTime>)),
            column("cpus", "CPUs that it ran on.", &Row::cpus, textIfAny),
        },
        [](const AnalysisInput &input, const std::stop_token &, TableRows<Row> &out) {
            addRecords<ThreadStateRecord>(input, out);
        });
}

AnalysisEntry makeCpuStatesEntry() {
    using Row = CpuStateRow;
    return runTable<Row>(
        {.entry = {.id = "cpu_states", .title = "Use of CPUs", .depth = LoadDepth::Deep, .level = BundleLevel::Summary},
         .whenEmpty = std::string(kNoSchedRecord)},
        {
            key(column("rank", "Global rank; empty for a record of a whole host.", &Row::rank, &rankOfHost)),
            key(column("cpu", "Number of the CPU; empty: lost events of any.", &Row::cpu, ifKnown)),
            sum(column("busy_us", "us", "Threads ran on it. Intervals that the record cuts off are excluded.",
                       &timeOfCpu<&CpuStateRecord::busy>)),
            sum(column("idle_us", "us", "It had nothing to run.", &timeOfCpu<&CpuStateRecord::idle>)),
            sum(column("switches", "How often a thread was switched out on it.", &Row::switches)),
            sum(column("involuntary", "How often of these the thread wanted to go on.", &Row::involuntary)),
            column("threads", "Different threads that ran on it.", &Row::threads),
            sum(column("irqs", "Interrupts.", &Row::irqs)),
            sum(column("irq_us", "us", "Time of these, part of busy_us or idle_us.",
                       &timeOfCpu<&CpuStateRecord::irqTime>)),
            sum(column("softirqs", "Soft interrupts.", &Row::softirqs)),
            sum(column("softirq_us", "us", "Time of these, part of busy_us or idle_us.",
                       &timeOfCpu<&CpuStateRecord::softirqTime>)),
            sum(column("lost_events", "Events that the record lacks.", &Row::lost)),
        },
        [](const AnalysisInput &input, const std::stop_token &, TableRows<Row> &out) {
            addRecords<CpuStateRecord>(input, out);
        });
}

}  // namespace stagescope
