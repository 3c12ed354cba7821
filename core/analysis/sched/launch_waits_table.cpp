#include "core/analysis/sched/sched_join.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <string>

namespace stagescope {

namespace {

struct LaunchWaitRow : LaunchWaits {
    [[nodiscard]] std::string_view clockText() const {
        switch (clock) {
            case SchedClockSource::Told:
                return "recorded";
            case SchedClockSource::Equal:
                return "equal";
            case SchedClockSource::Guessed:
                break;
        }
        return "estimated";
    }
    [[nodiscard]] std::optional<std::string> culprit() const {
        for (const auto &one : culprits) {
            if (one.thread > 0) {
                return one.name + ':' + std::to_string(one.thread);
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] Nanos culpritTime() const {
        for (const auto &one : culprits) {
            if (one.thread > 0) {
                return one.time;
            }
        }
        return Nanos{0};
    }
};

template <ThreadWait Kind>
Nanos timeOfWait(const LaunchWaitRow &row) {
    return row.of(Kind);
}

constexpr std::string_view kNothingJoined =
    "No launching thread of this profile is in a record of the Linux scheduler: put the record (trace-cmd report, with "
    "sched_switch and sched_wakeup) into the folder of the profile.";

}  // namespace

AnalysisEntry makeLaunchWaitsEntry() {
    using Row = LaunchWaitRow;
    return runTable<Row>(
        {.entry = {.id = "launch_waits",
                   .title = "Launching threads without a CPU while devices idle",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Summary},
         .whenEmpty = std::string(kNothingJoined)},
        {
            key(column("rank", "Global rank.", &Row::rank)),
            nameKey(column("name", "Name of the thread.", &Row::name)),
            key(column("thread", "Its number on the host.", &Row::thread)),
            sum(column("preempted_us", "us",
                       "Within idle gaps of the device that end with its launch: switched out, though it wanted to go "
                       "on.",
                       &timeOfWait<ThreadWait::Preempted>)),
            sum(column("runnable_us", "us", "In these gaps: woken, waiting for a CPU.",
                       &timeOfWait<ThreadWait::Runnable>)),
            sum(column("uninterruptible_us", "us", "In these gaps: blocked in the kernel.",
                       &timeOfWait<ThreadWait::Uninterruptible>)),
            sum(column("io_us", "us", "In these gaps: blocked by input or output.", &timeOfWait<ThreadWait::Io>)),
            sum(column("sleeping_us", "us", "In these gaps: waiting for a lock, a timer, another thread.",
                       &timeOfWait<ThreadWait::Sleeping>)),
            column("culprit", "Thread that had the CPU longest meanwhile.", &Row::culprit),
            column("culprit_us", "us", "How long.", &Row::culpritTime),
            column("steps", "Steps with these gaps.", &Row::steps),
            column("launches", "Launches of the thread within the record, of many a sample.", &Row::calls),
            column(
                "launches_off_cpu",
                "Launches at times when the record says that the thread did not run: above a few, the clocks differ.",
                &Row::offCpu),
            column("clock",
                   "recorded: the files say how the clocks differ; equal: both have the same times; estimated: the "
                   "offset that puts most launches where the thread ran.",
                   &Row::clockText),
            column("offset_us", "us", "Clock of the rank - clock of the record.", &Row::offset),
        },
        [](const AnalysisInput &input, const std::stop_token &stop, TableRows<Row> &out) {
            for (const auto &waits : launchWaits(*input.run(), stop)) {
                if (input.wants(waits.rank)) {
                    out.add({waits});
                }
            }
        });
}

}  // namespace stagescope
