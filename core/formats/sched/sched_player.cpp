#include "core/formats/sched/sched_player.h"

#include <algorithm>

namespace stagescope {

namespace {

bool isAsleep(ThreadState state) {
    return state == ThreadState::Sleeping || state == ThreadState::Uninterruptible ||
           state == ThreadState::UninterruptibleIo;
}
bool waitsForCpu(ThreadState state) { return state == ThreadState::Runnable || state == ThreadState::Preempted; }
bool isKnown(ThreadState state) { return state != ThreadState::Unknown && state != ThreadState::Ended; }

}  // namespace

SchedPlayer::Thread &SchedPlayer::threadOf(std::int32_t id) {
    auto &thread = m_threads[id];
    thread.now.thread = id;
    return thread;
}

SchedPlayer::Cpu &SchedPlayer::cpuOf(int cpu) {
    const auto [it, isNew] = m_cpus.try_emplace(cpu);
    if (isNew) {
        it->second.knownSince = m_record.first();
    }
    return it->second;
}

void SchedPlayer::play(const SchedEvent &event) {
    switch (event.kind) {
        case SchedEvent::Kind::Switch:
            playSwitch(event);
            break;
        case SchedEvent::Kind::Wake:
            playWake(event);
            break;
        case SchedEvent::Kind::Blocked:
            playBlocked(event);
            break;
        case SchedEvent::Kind::IrqEntry:
        case SchedEvent::Kind::SoftirqEntry:
            playEntry(event);
            break;
        case SchedEvent::Kind::IrqExit:
        case SchedEvent::Kind::SoftirqExit:
            playExit(event);
            break;
        case SchedEvent::Kind::Lost:
            playLost(event);
            break;
    }
}

void SchedPlayer::giveBlocked(Thread &thread) {
    if (thread.isBlockedOpen) {
        thread.isBlockedOpen = false;
        m_listener.stretch(thread.blocked);
    }
}

/// The state that a thread is in ends. Why it was blocked is told a moment after its end.
void SchedPlayer::close(Thread &thread, std::int64_t end, bool isOpen) {
    if (isKnown(thread.now.state)) {
        giveBlocked(thread);
        auto stretch = thread.now;
        stretch.end = std::max(end, stretch.begin);
        stretch.isOpen = stretch.isOpen || isOpen;
        if (stretch.state == ThreadState::Uninterruptible && !isOpen) {
            thread.blocked = stretch;
            thread.isBlockedOpen = true;
        } else {
            m_listener.stretch(stretch);
        }
    }
    thread.now.state = ThreadState::Unknown;
}

void SchedPlayer::begin(Thread &thread, ThreadState state, const SchedEvent &event, int cpu, std::int32_t by) {
    thread.now.state = state;
    thread.now.isOpen = false;
    thread.now.cpu = static_cast<std::int16_t>(cpu);
    thread.now.by = by;
    thread.now.begin = event.time;
    thread.now.row = event.row;
}

void SchedPlayer::switchOut(const SchedEvent &event, Cpu &cpu) {
    auto &thread = threadOf(event.thread);
    const bool isFirst = thread.now.state == ThreadState::Unknown && cpu.thread == Cpu::kUnknown;
    if (thread.now.state == ThreadState::Running && thread.now.cpu == event.cpu) {
        close(thread, event.time);
    } else if (isFirst) {
        begin(thread, ThreadState::Running, event, event.cpu, -1);
        thread.now.begin = cpu.knownSince;
        close(thread, event.time, true);
    } else {
        m_contradictions += isKnown(thread.now.state) ? 1 : 0;
        thread.now.state = ThreadState::Unknown;
    }
    const bool isInvoluntary = event.state == ThreadState::Preempted;
    m_listener.switchedOut(event.thread, event.cpu, isInvoluntary);
    thread.lastCpu = event.cpu;
    giveBlocked(thread);
    begin(thread, event.state, event, event.cpu, isInvoluntary ? event.other : -1);
}

void SchedPlayer::switchIn(const SchedEvent &event) {
    auto &thread = threadOf(event.other);
    if (thread.now.state == ThreadState::Running) {
        ++m_contradictions;
        thread.now.state = ThreadState::Unknown;
    }
    close(thread, event.time);
    if (thread.lastCpu >= 0 && thread.lastCpu != event.cpu) {
        m_listener.migrated(event.other);
    }
    thread.lastCpu = event.cpu;
    begin(thread, ThreadState::Running, event, event.cpu, -1);
}

void SchedPlayer::playSwitch(const SchedEvent &event) {
    auto &cpu = cpuOf(event.cpu);
    if (cpu.thread > 0 && cpu.thread != event.thread) {  // its end is lost
        auto &lost = threadOf(cpu.thread);
        if (lost.now.state == ThreadState::Running && lost.now.cpu == event.cpu) {
            ++m_contradictions;
            lost.now.state = ThreadState::Unknown;
        }
    }
    if (cpu.thread == 0 && event.thread == 0) {
        m_listener.idled(event.cpu, cpu.since, event.time);
    }
    if (event.thread > 0) {
        switchOut(event, cpu);
    }
    if (event.other > 0) {
        switchIn(event);
    }
    cpu.thread = event.other;
    cpu.since = event.time;
}

void SchedPlayer::playWake(const SchedEvent &event) {
    auto &thread = threadOf(event.thread);
    if (thread.now.state == ThreadState::Running || waitsForCpu(thread.now.state)) {
        return;  // the second event of one wakeup, or one that was not needed
    }
    if (isAsleep(thread.now.state)) {
        thread.now.by = event.other;
    }
    close(thread, event.time);
    const auto target = event.number < 0 || event.number > SchedRecord::kMostCpu ? -1 : event.number;
    const auto running = target < 0 ? m_cpus.end() : m_cpus.find(target);
    begin(thread, ThreadState::Runnable, event, target, running == m_cpus.end() ? -1 : running->second.thread);
}

void SchedPlayer::playBlocked(const SchedEvent &event) {
    auto &thread = threadOf(event.thread);
    const bool isIo = event.number == 1;
    if (thread.isBlockedOpen && isIo) {
        thread.blocked.state = ThreadState::UninterruptibleIo;
    } else if (thread.now.state == ThreadState::Uninterruptible && isIo) {
        thread.now.state = ThreadState::UninterruptibleIo;
    }
}

void SchedPlayer::playEntry(const SchedEvent &event) {
    constexpr std::size_t kDeepest = 16;
    auto &open = cpuOf(event.cpu).interrupts;
    if (open.size() < kDeepest) {
        open.push_back({event.cpu, event.kind == SchedEvent::Kind::SoftirqEntry, event.thread, event.name, event.time,
                        event.time, event.row});
    }
}

void SchedPlayer::playExit(const SchedEvent &event) {
    auto &open = cpuOf(event.cpu).interrupts;
    const bool isSoft = event.kind == SchedEvent::Kind::SoftirqExit;
    if (open.empty() || open.back().isSoft != isSoft) {
        open.clear();  // its begin is lost, or the end of one inside
        return;
    }
    auto stretch = open.back();
    open.pop_back();
    stretch.end = event.time;
    m_listener.interrupt(stretch);
}

/// What ran, and what interrupted it, is not known from here on.
void SchedPlayer::playLost(const SchedEvent &event) {
    auto &cpu = cpuOf(event.cpu);
    if (cpu.thread > 0) {
        auto &thread = threadOf(cpu.thread);
        if (thread.now.state == ThreadState::Running && thread.now.cpu == event.cpu) {
            close(thread, event.time, true);
        }
    }
    cpu.thread = Cpu::kUnknown;
    cpu.knownSince = std::max(event.time, m_record.first());
    cpu.interrupts.clear();
}

void SchedPlayer::play(const SchedSummary &summary) {
    auto &thread = threadOf(summary.thread);
    const auto in = summary.time - summary.run;
    const auto woken = in - summary.delay;
    const auto give = [&](ThreadState state, std::int64_t begin, std::int64_t end) {
        if (end > begin) {
            m_listener.stretch({summary.thread, state, false, summary.cpu, -1, begin, end, summary.row});
        }
    };
    give(ThreadState::Sleeping, in - summary.wait, woken);
    give(ThreadState::Runnable, woken, in);
    give(ThreadState::Running, in, summary.time);
    if (thread.lastCpu >= 0 && thread.lastCpu != summary.cpu) {
        m_listener.migrated(summary.thread);
    }
    thread.lastCpu = summary.cpu;
    m_listener.switchedOut(summary.thread, summary.cpu, false);
}

void SchedPlayer::finish() {
    const auto last = m_record.last();
    for (auto &[id, thread] : m_threads) {
        close(thread, last, true);
        giveBlocked(thread);
    }
}

}  // namespace stagescope
