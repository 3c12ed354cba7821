#include "core/analysis/data/data_pipeline.h"
#include "core/analysis/data/data_supply.h"
#include "core/analysis/data/data_waits.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <string>
#include <string_view>

namespace stagescope {

namespace {

struct EventRow {
    int rank;
    AlignedTime time;
    FeedEventRecord event;
};

constexpr std::string_view kNoDataFiles =
    "No records of a data pipeline in this profile. Record data processing, where the profiler can.";

/// What is not told is below 0.
constexpr auto ifTold = [](double value) { return value < 0 ? std::nullopt : std::optional(value); };
constexpr auto timeIfTold = [](std::int64_t time) { return time < 0 ? std::nullopt : std::optional(Nanos{time}); };

struct PipelineRow {
    int rank;
    const FeedOperator *op;
    bool isBottleneck = false;

    operator const FeedOperator &() const { return *op; }
};

std::string nameOf(const FeedOperator &op) {
    return op.is.op == kWholeHost ? "(host)" : op.is.op == kOtherDataThreads ? "(other threads)" : op.name();
}

void addPipeline(const RankInput &of, TableRows<PipelineRow> &out) {
    const auto pipeline = dataPipeline(of.capture);
    const auto *bottleneck = pipeline.bottleneck();
    for (const auto &op : pipeline.operators) {
        out.add({of.capture.rank, &op, &op == bottleneck});
    }
    for (const auto &record : pipeline.others) {
        const FeedOperator other{.is = record};
        out.add({of.capture.rank, &other, false});
    }
}

struct StageRow {
    int rank;
    StatisticRecord stage;
};
Nanos meanOfStage(const StageRow &row) {
    return Nanos{row.stage.count > 0 ? row.stage.total / row.stage.count : row.stage.total};
}

void addStages(const RankInput &of, TableRows<StageRow> &out) {
    const auto records = recordsOf<StatisticRecord>(of.capture);
    for (const auto &record : records) {
        if (record.of == "data") {
            out.add({of.capture.rank, record});
        }
    }
}

struct SupplyRow : StationSums {
    int rank = -1;
};

struct BatchRow {
    int rank;
    FeedBatchRecord batch;
};

struct WaitRow : LoaderWait {
    int rank = -1;
    std::optional<AlignedTime> begin{};
};

void addWaits(const RankInput &of, TableRows<WaitRow> &out) {
    const auto calls = loaderCalls(of.run, of.capture, Nanos{0}, of.stop);
    for (const auto &wait : dataWaits(of.capture, calls, of.stop)) {
        if (of.all.wantsStep(wait.step) && of.all.touches(of.capture.rank, wait.range)) {
            WaitRow row{wait};
            row.rank = of.capture.rank;
            row.begin = of.run.clock.toAligned(of.capture.rank, wait.range.begin);
            out.add(row);
        }
    }
}

}  // namespace

AnalysisEntry makeDataPipelineEntry() {
    using Row = PipelineRow;
    const auto inWhole = [](const FeedOperator &op) { return op.is; };
    return rankTable<Row>(
        {.entry = {.id = "data_pipeline", .title = "Operators of the data pipeline"},
         .whenEmpty = std::string(kNoDataFiles)},
        {
            key(column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown)),
            key(column("operator",
                       "Type and number of an operator of MindSpore's data pipeline, from the device to the source; "
                       "(host) is the machine, (other threads) what belongs to no operator.",
                       &nameOf)),
            column("depth", "0: hands its batches to the device, or to Python.", &FeedOperator::depth),
            column("parent", "Number of the operator that it feeds.", inWhole, &FeedOpRecord::parent, ifKnown),
            column("workers", "Threads or processes that it works with; of the host its processors.", inWhole,
                   &FeedOpRecord::workers, ifKnown),
            column("queue_length", "batches or rows", "What the queue to its parent holds at most.", inWhole,
                   &FeedOpRecord::queueLength, ifKnown),
            column("queue_size", "batches or rows", "Fill level: mean of samples.", inWhole, &FeedOpRecord::queueSize,
                   ifTold),
            figure(column("queue_use_percent", "%", "queue_size / queue_length.", inWhole, &FeedOpRecord::queueUse,
                          ifTold, inPercent)),
            figure(column("queue_empty_percent", "%", "Share of the samples that found it empty.", inWhole,
                          &FeedOpRecord::queueEmpty, ifTold, inPercent)),
            column("samples", "How often the queue was sampled.", inWhole, &FeedOpRecord::samples, ifKnown),
            column("input_use_percent", "%", "How full the queues before it are: mean of queue_use_percent.",
                   &FeedOperator::input, inPercent),
            figure(
                column("processors", "processors",
                       "Processor time per time: 1 = one processor is busy with it all of the time. Mean of samples.",
                       inWhole, &FeedOpRecord::cpu, ifTold)),
            column("busy_workers_percent", "%", "processors / workers.", &FeedOperator::busyWorkers, inPercent),
            column("stages_us", "us",
                   "Time of all stages of all operators of its type (dataset.csv; table data_stages).",
                   &FeedOperator::stages),
            column("queue_verdict",
                   "By the rules of MindSpore's analysis. slow: the queues before it are fuller than its own by more "
                   "than 50 points; slow_source: nothing before it, its queue at most 50 % full; starved: hands to the "
                   "device, the queue before it is empty in more than 60 % of the samples; fine; empty: unknown, or an "
                   "operator that only passes on.",
                   &FeedOperator::queue, &queueVerdictText),
            column("worker_verdict",
                   "more: each worker is busy for more than 75 %; fewer: several, each for less than 20 %; fine.",
                   &FeedOperator::workers, &workerVerdictText),
            column("bottleneck",
                   "yes: holds up the rest. From the device on always the emptiest queue, as long as it is less than "
                   "50 % full.",
                   &Row::isBottleneck),
            column("profiler_says", "What the profiler's own analysis says of it (minddata_pipeline_summary).", inWhole,
                   &FeedOpRecord::note, textIfAny),
            column("file", "File that lists it.", inWhole, &FeedOpRecord::file),
        },
        addPipeline);
}

AnalysisEntry makeDataStagesEntry() {
    using Row = StageRow;
    const auto stage = [](const Row &row) { return row.stage; };
    return rankTable<Row>(
        {.entry = {.id = "data_stages", .title = "Stages of the data pipeline"},
         .whenEmpty = "No stages of a data pipeline were recorded (dataset.csv)."},
        {
            key(column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown)),
            key(column("operator", "Type of the operator.", stage, &StatisticRecord::name)),
            key(column("stage", "What it did: Execute, PushToQueue ...", stage, &StatisticRecord::group)),
            sum(column("count", "How often.", stage, &StatisticRecord::count)),
            sum(column("total_us", "us", "count x mean_us, all workers together.", stage, &StatisticRecord::total,
                       timeIfTold)),
            figure(column("mean_us", "us", "As the file has it.", &meanOfStage)),
            column("custom", "What else the file says.", stage, &StatisticRecord::note, textIfAny),
            column("file", "Name of the file.", stage, &StatisticRecord::file),
        },
        addStages);
}

AnalysisEntry makeDataSupplyEntry() {
    using Row = SupplyRow;
    return rankTable<Row>(
        {.entry = {.id = "data_supply", .title = "Supply of batches", .level = BundleLevel::Pipeline},
         .whenEmpty = std::string(kNoDataFiles)},
        {
            key(column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown)),
            key(column("station",
                       "On the way from the pipeline: device_queue (pushed to the device), summary (the same, without "
                       "the first, where only the sums were kept), iterator (handed to Python), get_next (taken out of "
                       "the queue on the device).",
                       &StationSums::station)),
            sum(column("batches", "That passed it.", &StationSums::batches)),
            sum(column("queues", "Of them those whose queue was sampled.", &StationSums::queues)),
            sum(column("empty_queues", "Of these those that found no batch ready.", &StationSums::emptyQueues)),
            figure(column("empty_percent", "%", "empty_queues / queues.", &StationSums::emptyShare, inPercent)),
            figure(
                column("fetch_us", "us",
                       "Until the pipeline had a batch ready: mean, without the first batch where there are several.",
                       &StationSums::fetch)),
            figure(column("push_us", "us", "Until it was handed on; as fetch_us.", &StationSums::push)),
            figure(column("total_us", "us", "Both together; as fetch_us.", &StationSums::total)),
            figure(column("wait_us", "us", "The device's wait for it; as fetch_us.", &StationSums::wait)),
            figure(column("starved_us", "us",
                          "fetch_us of batches whose queue was empty, by all batches: what the device may have waited.",
                          &StationSums::starved)),
            column("file", "Name of the file.", &StationSums::file),
        },
        [](const RankInput &of, TableRows<Row> &out) {
            for (const auto &station : dataSupply(of.capture)) {
                out.add({station, of.capture.rank});
            }
        });
}

AnalysisEntry makeDataBatchesEntry() {
    using Row = BatchRow;
    const auto batch = [](const Row &row) { return row.batch; };
    return rankTable<Row>(
        {.entry = {.id = "data_batches", .title = "Batches on their way to the device", .level = BundleLevel::Pipeline},
         .whenEmpty = std::string(kNoDataFiles)},
        {
            column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
            column("station", "As in data_supply.", batch, &FeedBatchRecord::station),
            column("batch", "Number from 1, as the station counts.", batch, &FeedBatchRecord::batch),
            column("fetch_us", "us", "Until the pipeline had it ready.", batch, &FeedBatchRecord::fetch, timeIfTold),
            column("push_us", "us", "Until it was handed on.", batch, &FeedBatchRecord::push, timeIfTold),
            column("total_us", "us", "Both together.", batch, &FeedBatchRecord::total, timeIfTold),
            column("wait_us", "us", "The device's wait for it.", batch, &FeedBatchRecord::wait, timeIfTold),
            column("queue_length", "batches", "What the queue behind the station holds at most.", batch,
                   &FeedBatchRecord::queueLength, ifKnown),
            column("queue_size", "batches", "Batches that were ready in it.", batch, &FeedBatchRecord::queueSize,
                   ifKnown),
            column("time_ns", "ns", "On the station's own clock, which no other shares.", batch, &FeedBatchRecord::time,
                   ifKnown),
            column("file", "Name of the file.", batch, &FeedBatchRecord::file),
        },
        [](const RankInput &of, TableRows<Row> &out) {
            for (const auto &each : dataBatches(of.capture)) {
                out.add({of.capture.rank, each});
            }
        });
}

AnalysisEntry makeDataEventsEntry() {
    using Row = EventRow;
    const auto event = [](const Row &row) { return row.event; };
    return rankTable<Row>(
        {.entry = {.id = "data_events", .title = "Events of data preparation", .level = BundleLevel::Pipeline},
         .whenEmpty = "No dp_*.csv, which holds what happened to the queues of prepared data."},
        {
            column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
            column("time_ns", "ns", "On the common clock of the run.", &Row::time),
            column("action", "As the file has it: Last dequeue ...", event, &FeedEventRecord::action),
            column("source", "As the file has it: name of the queue.", event, &FeedEventRecord::source),
            column("cached", "Cached Buffer Size of the file, whose unit is unknown.", event, &FeedEventRecord::cached,
                   ifKnown),
            column("file", "Name of the file.", event, &FeedEventRecord::file),
        },
        [](const RankInput &of, TableRows<Row> &out) {
            const auto events = recordsOf<FeedEventRecord>(of.capture);
            for (const auto &each : events) {
                const auto time = rankTime(each.at);
                if (of.all.touches(of.capture.rank, RankRange{time, time})) {
                    out.add({of.capture.rank, of.run.clock.toAligned(of.capture.rank, time), each});
                }
            }
        });
}

AnalysisEntry makeDataWaitsEntry() {
    using Row = WaitRow;
    return rankTable<Row>(
        {.entry = {.id = "data_waits",
                   .title = "Steps and their data loader",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full},
         .whenEmpty = "No calls of a data loader: no trace of the host is loaded, or none has such a name "
                      "(enumerate(DataLoader)#...)."},
        {
            key(column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown)),
            key(column("step", "Step of the host; empty where none are known.", &Row::step)),
            sum(column("calls", "Calls of PyTorch's data loader that begin in it, those in others not counted.",
                       &Row::calls)),
            figure(column("loading_us", "us", "Union of these calls in the step.", &Row::loading)),
            figure(column("idle_us", "us",
                          "Of that where the device neither computes nor communicates; empty where no work of the "
                          "device is known.",
                          &Row::idle)),
            column("idle_percent", "%", "idle_us by the length of the step on the host.",
                   [](const Row &row) {
                       return row.idle ? percentOf(*row.idle, row.range.end - row.range.begin) : std::nullopt;
                   }),
            column("call", "Name of the longest.", &Row::longest, &LoaderCall::name),
            column("longest_us", "us", "Its length.", &Row::longest,
                   [](const LoaderCall &call) { return Nanos{call.range.end - call.range.begin}; }),
            column("begin_ns", "ns", "Begin of the step on the common clock of the run.", &Row::begin),
            column("evidence", "Name of the longest call for --select.", &Row::longest, &LoaderCall::slice),
        },
        addWaits);
}

}  // namespace stagescope
