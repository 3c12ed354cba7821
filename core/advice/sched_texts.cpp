#include "core/advice/sched_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr FindingText kSchedTexts[] = {
    {"finding.preempted_launch",
     QT_TRANSLATE_NOOP("Message", "Launching thread %1 (rank %2) preempted by %3: %4 ms per step")},
    {"finding.preempted_launch.assumes",
     QT_TRANSLATE_NOOP("Message", "The clocks of the profile and the scheduler record agree as stated.")},
    {"finding.preempted_launch.blocked",
     QT_TRANSLATE_NOOP("Message", "Launching thread %1 (rank %2) blocked in the kernel: %3 ms per step")},
    {"finding.preempted_launch.fact",
     QT_TRANSLATE_NOOP("Message",
                       "In idle gaps of the device: preempted %1 ms (%2 times), waiting for a CPU after a wakeup %3 ms "
                       "(%4 times), blocked in the kernel %5 ms, over %6 step(s).")},
    {"finding.preempted_launch.fact.clock.equal",
     QT_TRANSLATE_NOOP("Message",
                       "Clock: profile and scheduler record have the same times; %1 of %2 launches fall into "
                       "intervals in which the thread was not running.")},
    {"finding.preempted_launch.fact.clock.guessed",
     QT_TRANSLATE_NOOP(
         "Message",
         "Clock: estimated from the launches (offset %3 ms); %1 of %2 launches fall into intervals in which "
         "the thread was not running.")},
    {"finding.preempted_launch.fact.clock.known",
     QT_TRANSLATE_NOOP("Message",
                       "Clock: from the recorded files; %1 of %2 launches fall into intervals in which the "
                       "thread was not running.")},
    {"finding.preempted_launch.fact.culprits",
     QT_TRANSLATE_NOOP("Message", "On the CPU meanwhile: %1 (%2 ms, %3 times).")},
    {"finding.preempted_launch.fact.longest", QT_TRANSLATE_NOOP("Message", "Longest wait: %1 ms.")},
    {"finding.preempted_launch.fact.ranks", QT_TRANSLATE_NOOP("Message", "Also affected: rank(s) %1.")},
    {"finding.preempted_launch.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Time in which the thread was runnable without a CPU (or blocked in the kernel), within idle "
                       "gaps of the device that end with its launch.")},
    {"finding.preempted_launch.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Give launching threads CPUs of their own: bind processes and data loader workers to separate "
                       "cores, start fewer workers, move other programs away.")},
    {"finding.preempted_launch.remedy.blocked",
     QT_TRANSLATE_NOOP("Message",
                       "Find what blocks the thread (page faults, file system, logging, checkpoints) and move it to "
                       "another thread.")},
    {"finding.preempted_launch.source", QT_TRANSLATE_NOOP("Message", "Linux, sched(7) and perf sched")},
    {"finding.preempted_launch.topic", QT_TRANSLATE_NOOP("Message", "Launching threads without a CPU")},
    {"finding.preempted_launch.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply to waits in which the device has work: they cost nothing.")},
    {"finding.preempted_launch.waits",
     QT_TRANSLATE_NOOP("Message", "Launching thread %1 (rank %2) waiting for a CPU: %3 ms per step")},
};

}  // namespace

std::span<const FindingText> schedTexts() { return kSchedTexts; }

}  // namespace stagescope
