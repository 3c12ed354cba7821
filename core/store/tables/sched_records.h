#pragma once

#include "core/store/tables/table_schema.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace stagescope {

/// What a thread of the host did on its CPUs, summed over a record of the kernel's scheduler: stretches that begin and
/// end in it. By deep loading only. Times in ns, -1 = not told.
struct ThreadStateRecord {
    std::int64_t thread = -1;        ///< its number on the host
    std::int64_t threadInside = -1;  ///< in its container (pid_mapping.json)
    std::int64_t process = -1;       ///< on the host
    std::string_view name{};
    std::int64_t runs = 0;  ///< stretches that it ran
    std::int64_t running = 0;
    std::int64_t runnable = 0;   ///< waiting for a CPU
    std::int64_t preempted = 0;  ///< of that: after it was switched out and wanted to go on
    std::int64_t sleeping = 0;
    std::int64_t uninterruptible = 0;
    std::int64_t io = 0;        ///< of that: the kernel said so
    std::int64_t switches = 0;  ///< that it was switched out
    std::int64_t involuntary = 0;
    std::int64_t migrations = 0;  ///< went on on another CPU
    std::int64_t irqs = 0;        ///< while it was on the CPU
    std::int64_t irqTime = 0;
    std::int64_t softirqs = 0;
    std::int64_t softirqTime = 0;
    std::string_view cpus{};  ///< that it ran on: "0-3,7"

    static constexpr TableKind kKind = TableKind::ThreadStates;
    static constexpr auto fields() {
        using R = ThreadStateRecord;
        return std::array<Field<R>, 19>{{{"thread", &R::thread},
                                         {"thread_inside", &R::threadInside},
                                         {"process", &R::process},
                                         {"name", &R::name},
                                         {"runs", &R::runs},
                                         {"running_ns", &R::running},
                                         {"runnable_ns", &R::runnable},
                                         {"preempted_ns", &R::preempted},
                                         {"sleeping_ns", &R::sleeping},
                                         {"uninterruptible_ns", &R::uninterruptible},
                                         {"io_ns", &R::io},
                                         {"switches", &R::switches},
                                         {"involuntary", &R::involuntary},
                                         {"migrations", &R::migrations},
                                         {"irqs", &R::irqs},
                                         {"irq_ns", &R::irqTime},
                                         {"softirqs", &R::softirqs},
                                         {"softirq_ns", &R::softirqTime},
                                         {"cpus", &R::cpus}}};
    }
};

/// Why a thread was not on a CPU.
enum class ThreadWait : std::uint8_t { Runnable, Preempted, Sleeping, Uninterruptible, Io };

/// A stretch in which a thread did not run, of kLeastThreadWait and more; by thread and begin.
struct ThreadWaitRecord {
    std::int64_t thread = -1;
    std::int64_t begin = 0;  ///< ns, clock of the record
    std::int64_t duration = 0;
    std::int64_t kind = 0;  ///< ThreadWait
    std::int64_t cpu = -1;  ///< where it ran last, or was to run
    std::int64_t by = -1;   ///< waiting for a CPU: the thread that had it; else who woke it; 0 idle, -1 not told

    static constexpr TableKind kKind = TableKind::ThreadWaits;
    static constexpr auto fields() {
        using R = ThreadWaitRecord;
        return std::array<Field<R>, 6>{{{"thread", &R::thread},
                                        {"begin_ns", &R::begin},
                                        {"duration_ns", &R::duration},
                                        {"kind", &R::kind},
                                        {"cpu", &R::cpu},
                                        {"by", &R::by}}};
    }
};
/// A thousand shorter ones are hidden by no gap of a device, and are most.
constexpr std::int64_t kLeastThreadWait = 10'000;

/// The same of a CPU. Interrupts are part of whatever ran.
struct CpuStateRecord {
    std::int64_t cpu = -1;  ///< -1: of no certain CPU (lost events)
    std::int64_t busy = 0;  ///< threads ran on it
    std::int64_t idle = 0;
    std::int64_t switches = 0;
    std::int64_t involuntary = 0;
    std::int64_t threads = 0;  ///< different ones that ran on it
    std::int64_t irqs = 0;
    std::int64_t irqTime = 0;
    std::int64_t softirqs = 0;
    std::int64_t softirqTime = 0;
    std::int64_t lost = 0;  ///< events that the record lacks

    static constexpr TableKind kKind = TableKind::CpuStates;
    static constexpr auto fields() {
        using R = CpuStateRecord;
        return std::array<Field<R>, 11>{{{"cpu", &R::cpu},
                                         {"busy_ns", &R::busy},
                                         {"idle_ns", &R::idle},
                                         {"switches", &R::switches},
                                         {"involuntary", &R::involuntary},
                                         {"threads", &R::threads},
                                         {"irqs", &R::irqs},
                                         {"irq_ns", &R::irqTime},
                                         {"softirqs", &R::softirqs},
                                         {"softirq_ns", &R::softirqTime},
                                         {"lost_events", &R::lost}}};
    }
};

}  // namespace stagescope
