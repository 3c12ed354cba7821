#include "core/formats/sched/sched_assembly.h"

#include "core/base/words/ranges_text.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_merger.h"

#include <algorithm>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::int64_t kCpuOrder = 0;
constexpr std::int64_t kThreadOrder = 1;

struct StateName {
    std::string_view whole;
    std::string_view open;  ///< its begin or end is not in the record
};
StateName nameOfState(ThreadState state) {
    switch (state) {
        case ThreadState::Running:
            return {"Running", "Running (cut off)"};
        case ThreadState::Runnable:
            return {"Runnable", "Runnable (cut off)"};
        case ThreadState::Preempted:
            return {"Preempted", "Preempted (cut off)"};
        case ThreadState::Sleeping:
            return {"Sleeping", "Sleeping (cut off)"};
        case ThreadState::Uninterruptible:
            return {"Uninterruptible", "Uninterruptible (cut off)"};
        case ThreadState::UninterruptibleIo:
            return {"Uninterruptible I/O", "Uninterruptible I/O (cut off)"};
        case ThreadState::Unknown:
        case ThreadState::Ended:
            break;
    }
    return {};
}

ThreadWait waitOf(ThreadState state) {
    switch (state) {
        case ThreadState::Preempted:
            return ThreadWait::Preempted;
        case ThreadState::Sleeping:
            return ThreadWait::Sleeping;
        case ThreadState::Uninterruptible:
            return ThreadWait::Uninterruptible;
        case ThreadState::UninterruptibleIo:
            return ThreadWait::Io;
        default:
            return ThreadWait::Runnable;
    }
}

}  // namespace

SchedAssembly::SchedAssembly(const SchedRecord &record, const SchedNeighbours &neighbours, std::int64_t offset)
    : m_record(record), m_neighbours(neighbours), m_offset(offset) {}

SchedAssembly::Thread &SchedAssembly::threadOf(std::int32_t id) {
    const auto [it, isNew] = m_threads.try_emplace(id);
    auto &thread = it->second;
    if (!isNew) {
        return thread;
    }
    const auto known = m_record.threads().find(id);
    const auto mapped = m_neighbours.threads.find(id);
    const bool isMapped = mapped != m_neighbours.threads.end();
    std::string name = known == m_record.threads().end() ? std::string() : known->second.name;
    name = name.empty() && isMapped ? mapped->second.name : name;
    name = name.empty() ? "thread" : name;
    thread.sums.thread = id;
    thread.sums.threadInside = isMapped ? mapped->second.inside : -1;
    const auto told = known == m_record.threads().end() ? -1 : known->second.process;
    thread.sums.process = told >= 0 || !isMapped ? told : mapped->second.process;
    thread.sums.name = m_builder.text(m_builder.intern(name));
    thread.name = m_builder.intern(name + ':' + std::to_string(id));
    const auto process = m_builder.intern(
        thread.sums.process < 0 ? "Threads" : "Threads of process " + std::to_string(thread.sums.process));
    m_builder.describeProcess(process, process, {});
    m_builder.sortProcess(process, kThreadOrder);
    thread.key = {TrackKind::Other, process, thread.name};
    thread.track = m_builder.track(thread.key);
    m_builder.describeTrack(thread.key, thread.name, {}, TrackKind::Other);
    return thread;
}

SchedAssembly::Cpu &SchedAssembly::cpuOf(int cpu) {
    const auto [it, isNew] = m_cpus.try_emplace(cpu);
    if (isNew) {
        const auto process = m_builder.intern("CPUs");
        m_builder.describeProcess(process, process, {});
        m_builder.sortProcess(process, kCpuOrder);
        const auto name = m_builder.intern("CPU " + std::to_string(cpu));
        const TraceBuilder::TrackKey key{TrackKind::Other, process, name};
        it->second.sums.cpu = cpu;
        it->second.track = m_builder.track(key);
        m_builder.describeTrack(key, name, {}, TrackKind::Other);
        m_builder.sortTrack(key, cpu);
    }
    return it->second;
}

StringId SchedAssembly::stateName(const ThreadStretch &stretch) {
    const auto name = nameOfState(stretch.state);
    return m_builder.intern(stretch.isOpen ? name.open : name.whole);
}

void SchedAssembly::stretch(const ThreadStretch &stretch) {
    auto &thread = threadOf(stretch.thread);
    const auto begin = stretch.begin + m_offset;
    const auto duration = stretch.end - stretch.begin;
    if (stretch.isOpen && duration == 0) {
        return;  // at the very edge
    }
    // What does nothing, or is not known whole, is pale.
    const bool isPale = stretch.isOpen || stretch.state == ThreadState::Sleeping;
    m_builder.slice(thread.track, begin, duration, stateName(stretch), isPale ? SliceClass::Event : SliceClass::Other,
                    stretch.row);
    if (stretch.state == ThreadState::Running) {
        auto &cpu = cpuOf(stretch.cpu);
        m_builder.slice(cpu.track, begin, duration, thread.name, SliceClass::Other, stretch.row);
        cpu.threads.insert(stretch.thread);
        cpu.sums.busy += stretch.isOpen ? 0 : duration;
        thread.cpus.insert(stretch.cpu);
    }
    if (!stretch.isOpen) {
        addSums(thread, stretch);
        addWait(stretch);
    }
}

void SchedAssembly::addSums(Thread &thread, const ThreadStretch &stretch) {
    const auto duration = stretch.end - stretch.begin;
    auto &sums = thread.sums;
    switch (stretch.state) {
        case ThreadState::Running:
            sums.running += duration;
            ++sums.runs;
            break;
        case ThreadState::Preempted:
            sums.preempted += duration;
            sums.runnable += duration;
            break;
        case ThreadState::Runnable:
            sums.runnable += duration;
            break;
        case ThreadState::Sleeping:
            sums.sleeping += duration;
            break;
        case ThreadState::UninterruptibleIo:
            sums.io += duration;
            sums.uninterruptible += duration;
            break;
        case ThreadState::Uninterruptible:
            sums.uninterruptible += duration;
            break;
        case ThreadState::Unknown:
        case ThreadState::Ended:
            break;
    }
}

void SchedAssembly::addWait(const ThreadStretch &stretch) {
    const auto duration = stretch.end - stretch.begin;
    if (stretch.state != ThreadState::Running && duration >= kLeastThreadWait) {
        m_waits.push_back({stretch.thread, stretch.begin + m_offset, duration,
                           static_cast<std::int64_t>(waitOf(stretch.state)), stretch.cpu, stretch.by});
    }
}

void SchedAssembly::interrupt(const InterruptStretch &stretch) {
    auto &cpu = cpuOf(stretch.cpu);
    const auto duration = std::max<std::int64_t>(stretch.end - stretch.begin, 0);
    const auto name = m_builder.intern(m_record.names().at(stretch.name));
    m_builder.slice(cpu.track, stretch.begin + m_offset, duration, name, SliceClass::Other, stretch.row);
    (stretch.isSoft ? cpu.sums.softirqs : cpu.sums.irqs) += 1;
    (stretch.isSoft ? cpu.sums.softirqTime : cpu.sums.irqTime) += duration;
    if (stretch.thread > 0) {
        auto &sums = threadOf(stretch.thread).sums;
        (stretch.isSoft ? sums.softirqs : sums.irqs) += 1;
        (stretch.isSoft ? sums.softirqTime : sums.irqTime) += duration;
    }
}

void SchedAssembly::switchedOut(std::int32_t id, int cpu, bool isInvoluntary) {
    auto &thread = threadOf(id).sums;
    auto &sums = cpuOf(cpu).sums;
    ++thread.switches;
    ++sums.switches;
    thread.involuntary += isInvoluntary ? 1 : 0;
    sums.involuntary += isInvoluntary ? 1 : 0;
}

void SchedAssembly::migrated(std::int32_t thread) { ++threadOf(thread).sums.migrations; }

void SchedAssembly::idled(int cpu, std::int64_t begin, std::int64_t end) { cpuOf(cpu).sums.idle += end - begin; }

/// Those that ran longest come first: hundreds of threads of the kernel do next to nothing.
void SchedAssembly::orderThreads() {
    std::vector<const Thread *> order;
    order.reserve(m_threads.size());
    for (const auto &[id, thread] : m_threads) {
        order.push_back(&thread);
    }
    std::sort(order.begin(), order.end(), [](const Thread *a, const Thread *b) {
        return std::tuple(-a->sums.running, a->sums.thread) < std::tuple(-b->sums.running, b->sums.thread);
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        m_builder.sortTrack(order[i]->key, static_cast<std::int64_t>(i));
    }
}

void SchedAssembly::giveTables(Sink &sink) {
    std::vector<Thread *> order;
    for (auto &[id, thread] : m_threads) {
        order.push_back(&thread);
    }
    std::sort(order.begin(), order.end(),
              [](const Thread *a, const Thread *b) { return a->sums.thread < b->sums.thread; });
    TableWriter<ThreadStateRecord> threads;
    for (auto *thread : order) {
        const auto cpus = rangesText({thread->cpus.begin(), thread->cpus.end()});
        thread->sums.cpus = cpus;
        threads.append(thread->sums);
        thread->sums.cpus = {};
    }
    sink.addTable(threads.take());
    for (const auto &[cpu, lost] : m_record.lost()) {
        if (cpu >= 0) {
            cpuOf(cpu).sums.lost = static_cast<std::int64_t>(lost);
        }
    }
    TableWriter<CpuStateRecord> cpus;
    for (auto &[number, cpu] : m_cpus) {
        cpu.sums.threads = static_cast<std::int64_t>(cpu.threads.size());
        cpus.append(cpu.sums);
    }
    if (const auto any = m_record.lost().find(-1); any != m_record.lost().end()) {
        CpuStateRecord unknown;
        unknown.lost = static_cast<std::int64_t>(any->second);
        cpus.append(unknown);
    }
    sink.addTable(cpus.take());
    std::sort(m_waits.begin(), m_waits.end(), [](const ThreadWaitRecord &a, const ThreadWaitRecord &b) {
        return std::tie(a.thread, a.begin) < std::tie(b.thread, b.begin);
    });
    TableWriter<ThreadWaitRecord> waits;
    for (const auto &wait : m_waits) {
        waits.append(wait);
    }
    m_waits = {};
    sink.addTable(waits.take());
}

Status SchedAssembly::give(const std::string &path, Sink &sink, const LoadControl &control) {
    orderThreads();
    giveTables(sink);
    MergeOptions options;
    options.source = path;
    options.log = &sink.log();
    options.stop = control.stop;
    options.workers = control.workers;
    std::vector<TraceBuilder> builders;
    builders.push_back(std::move(m_builder));
    ASSIGN_OR_RETURN(auto trace, mergeTraces(std::move(builders), options));
    sink.addTrace(std::move(trace));
    return {};
}

}  // namespace stagescope
