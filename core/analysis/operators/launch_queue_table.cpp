#include "core/analysis/operators/launch_queue.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/item_ref.h"

namespace stagescope {

namespace {

const std::string kNoLaunches =
    "Not answerable from this profile: no host calls linked to kernels are loaded; record "
    "the host and the device.";

struct QueueRow : QueueOfRank {
    operator const LaunchQueue &() const { return *queue; }

    [[nodiscard]] SliceRef evidence() const {
        return {run, queue->latest->source, queue->latest->track, queue->latest->slice};
    }
};

void addQueues(const RankInput &of, TableRows<QueueRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    const auto paths = dispatchPaths(of.capture, of.stop);
    for (const auto &queue : launchQueues(paths, asked.range)) {
        out.add({{of.run.id, of.capture.rank, streamName(of.capture, queue), &queue}});
    }
}

struct DelayRow {
    int rank;
    DelayBucket bucket;
    std::uint64_t whole;

    operator const DelayBucket &() const { return bucket; }
};

void addDelays(const RankInput &of, TableRows<DelayRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    const auto buckets = delayBuckets(dispatchPaths(of.capture, of.stop), asked.range);
    std::uint64_t whole = 0;
    for (const auto &bucket : buckets) {
        whole += bucket.count;
    }
    for (const auto &bucket : buckets) {
        out.add({of.capture.rank, bucket, whole});
    }
}

ColumnList<QueueRow> queueColumns() {
    using Row = QueueRow;
    using Queue = LaunchQueue;
    const auto tally = [](auto DurationTally::*member) {
        return [member](const Queue &queue) { return queue.delays.*member; };
    };
    const auto quartile = [](double Quartiles::*which) {
        return [which](const Queue &queue) { return queue.delays.quartiles().*which / 1000.0; };
    };
    return {
        column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
        column("stream", "Track of the device's work.", &Row::stream),
        column("launches", "Device tasks whose launch is known.", tally(&DurationTally::count)),
        column("unknown", "Device tasks without a launch in the profile; they are not counted further.",
               &Queue::unknown),
        column("longest_queue", "Most tasks launched and not yet started: launches up to then - begins up to then.",
               &Queue::longest),
        column("mean_queue", "The same over window_us, weighted by time.", &Queue::mean),
        column("window_us", "us", "From the first launch to the last begin.", &Queue::window),
        column("empty_us", "us", "Of that, with nothing launched ahead: the device waits for the host.", &Queue::empty),
        column("empty_percent", "%", "empty_us / window_us.",
               [](const Queue &queue) { return percentOf(queue.empty, queue.window); }),
        column("full_us", "us",
               "Of that, with " + std::to_string(kFullQueue) + " tasks or more: launches block the host.",
               &Queue::full),
        column("delay_mean_us", "us", "From the end of the launch call to the begin on the device, mean.",
               [](const Queue &queue) { return queue.delays.meanMicros(); }),
        column("delay_min_us", "us", "Shortest.", tally(&DurationTally::min)),
        column("delay_q1_us", "us", "First quartile.", quartile(&Quartiles::q1)),
        column("delay_median_us", "us", "Median.", quartile(&Quartiles::median)),
        column("delay_q3_us", "us", "Third quartile.", quartile(&Quartiles::q3)),
        column("delay_max_us", "us", "Longest.", tally(&DurationTally::max)),
        column("long_delays", "Delays of more than 100 us (Holistic Trace Analysis).", &Queue::longDelays),
        column("long_launches", "Launch calls of more than 50 us (Holistic Trace Analysis).", &Queue::longLaunches),
        column("shorter_count",
               "Tasks that ran shorter than their launch call took: the host cannot keep the device busy with them.",
               &Queue::shorter),
        column("shorter_us", "us", "Their time on the device.", &Queue::shorterTime),
        column("evidence", "Name of the slice with the longest delay for --select.", &Row::evidence),
    };
}

}  // namespace

ResultTable launchQueueTable(const std::vector<QueueOfRank> &queues) {
    const auto columns = queueColumns();
    auto table = emptyTable("launch_queue", columns);
    TableRows<QueueRow> rows(columns, table);
    for (const auto &queue : queues) {
        rows.add({queue});
    }
    return table;
}

AnalysisEntry makeLaunchQueueEntry() {
    return rankTable<QueueRow>(
        {.entry = {.id = "launch_queue", .title = "Launch queues of streams", .depth = LoadDepth::Deep},
         .whenEmpty = kNoLaunches},
        queueColumns(), addQueues);
}

AnalysisEntry makeLaunchDelaysEntry() {
    using Row = DelayRow;
    return rankTable<Row>(
        {.entry = {.id = "launch_delays", .title = "Launch delays as a histogram", .depth = LoadDepth::Deep},
         .whenEmpty = kNoLaunches},
        {
            column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
            column("from_us", "us", "Delays from here: end of the launch call to the begin on the device.",
                   &DelayBucket::from),
            column("to_us", "us", "To below here.", &DelayBucket::to),
            column("count", "Device tasks.", &DelayBucket::count),
            column("share_percent", "%", "count / count of all rows of the rank.",
                   [](const Row &row) { return percentOf(row.bucket.count, row.whole); }),
            column("device_us", "us", "Sum of their durations on the device.", &DelayBucket::device),
        },
        addDelays);
}

}  // namespace stagescope
