#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/training/captured_steps.h"
#include "core/analysis/training/training_log.h"
#include "core/base/text.h"
#include "core/store/tables/table_records.h"

#include <QtCore/QDateTime>

namespace stagescope {

namespace {

constexpr std::string_view kNoLog =
    "No training log: place the log of the training (Megatron-LM, verl, DeepSpeed, LLaMA-Factory, "
    "trainer_state.json, TensorBoard ...) in the folder of the profile, or open it by itself.";
constexpr std::size_t kMostRows = 200'000;

/// "2026-01-31 17:05:09.120", by the clock of the log.
std::optional<std::string> loggedTimeText(std::int64_t time) {
    return time == kNoLoggedTime ? std::nullopt
                                 : std::optional(QDateTime::fromMSecsSinceEpoch(time / 1'000'000, Qt::UTC)
                                                     .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"))
                                                     .toStdString());
}

struct TrainingStepRow {
    const LoggedSeries *log;
    const LoggedStep *is;
    const CapturedStep *captured;
    RankRef capturedRank;

    [[nodiscard]] std::string file() const { return std::string(log->file); }
    [[nodiscard]] std::optional<std::string> time() const { return loggedTimeText(is->time); }
    [[nodiscard]] double stepTime() const { return is->stepTime / 1000; }
    [[nodiscard]] std::optional<RankRef> rankOfCapture() const {
        return captured == nullptr ? std::nullopt : std::optional(capturedRank);
    }
    [[nodiscard]] std::optional<std::int64_t> away() const {
        return captured == nullptr ? std::nullopt : std::optional(captured->inLog - is->step);
    }
};

void addTrainingSteps(const AnalysisInput &input, const std::stop_token &stop, TableRows<TrainingStepRow> &out) {
    for (const auto &log : loggedSeries(*input.run())) {
        const auto captured = capturedSteps(*input.run(), log);
        for (const auto &step : log.steps) {
            if (stop.stop_requested()) {
                return;
            }
            if (!input.wantsStep(step.step)) {
                continue;
            }
            if (out.size() == kMostRows) {
                out.note("The first 200 000 steps; --step N shows any other.");
                return;
            }
            out.add({&log, &step, captured.nearest(step.step), {input.run()->id, captured.rank}});
        }
        if (log.isByClock) {
            out.note("step_time of " + std::string(log.file) +
                     " is worked out from the times of its lines; the log has no times of steps.");
        }
        if (!captured.steps.empty() && captured.shift != 0) {
            out.note("Step N of the profile is step N" + std::string(captured.shift > 0 ? " + " : " - ") +
                     std::to_string(std::abs(captured.shift)) + " of " + std::string(log.file) +
                     (captured.isByTime ? ": their times agree." : "."));
        }
    }
}

struct TrainingMetricRow {
    TrainingValueRecord is;

    [[nodiscard]] std::string file() const { return std::string(is.file); }
    [[nodiscard]] std::optional<std::string> time() const { return loggedTimeText(is.time); }
    [[nodiscard]] std::string metric() const { return std::string(is.metric); }
    [[nodiscard]] std::string unit() const { return std::string(is.unit); }
};

void addTrainingMetrics(const AnalysisInput &input, const std::stop_token &stop, TableRows<TrainingMetricRow> &out) {
    const auto wanted = input.parameter("metric");
    for (const auto &value : RecordList<TrainingValueRecord>(input.run()->clusterTables)) {
        if (stop.stop_requested()) {
            return;
        }
        const bool isWanted = (wanted.empty() || value.metric == wanted) && input.wantsStep(value.step) &&
                              (value.rank < 0 || input.wants(static_cast<int>(value.rank)));
        if (!isWanted) {
            continue;
        }
        if (out.size() == kMostRows) {
            out.note("The first 200 000 values; --step N or --set metric=NAME shows others.");
            return;
        }
        out.add({value});
    }
}

}  // namespace

AnalysisEntry makeTrainingStepsEntry() {
    using Row = TrainingStepRow;
    return runTable<Row>(
        {.entry = {.id = "training_steps",
                   .title = "Steps in training logs",
                   .needsDeep = &needsDeepForSteps,
                   .level = BundleLevel::Summary},
         .whenEmpty = std::string(kNoLog)},
        {
            key(column("file", "Log file; of several ranks in it the one with most steps.", &Row::file)),
            key(column("part", "Counts up where the steps begin anew: the job was started again.", &Row::is,
                       &LoggedStep::part)),
            key(column("step", "Number of the step in the log.", &Row::is, &LoggedStep::step)),
            column("time", "When it was logged, by the clock of the log.", &Row::time),
            figure(column("step_time_us", "us", "Time of the step; of a log that has every Nth step the mean of N.",
                          &Row::stepTime)),
            figure(column("loss", "Loss of the training.", &Row::is, &LoggedStep::loss)),
            figure(column("grad_norm", "Norm of the gradients.", &Row::is, &LoggedStep::gradNorm)),
            figure(column("learning_rate", "Learning rate.", &Row::is, &LoggedStep::learningRate)),
            figure(column("tokens_per_second", "1/s",
                          "Tokens per second, of the job or of a device, as the log has it.", &Row::is,
                          &LoggedStep::tokens)),
            figure(column("tflops_per_device", "TFLOP/s", "Model operations per second and device.", &Row::is,
                          &LoggedStep::tflops)),
            figure(column("mfu_percent", "%", "Model FLOPs utilization.", &Row::is, &LoggedStep::mfu)),
            figure(
                column("memory_bytes", "B", "Memory of the device, usually its peak.", &Row::is, &LoggedStep::memory)),
            column("epoch", "Epoch.", &Row::is, &LoggedStep::epoch),
            column("log_rank", "Rank that logged it, where the lines say it.", &Row::log, &LoggedSeries::rank, ifKnown),
            column("captured_step",
                   "The same or the nearest step that a profile in the folder recorded, by its number "
                   "in the profile.",
                   &Row::captured, &CapturedStep::step),
            column("captured_away", "Steps from this one to that; 0: the same.", &Row::away),
            column("captured_time_us", "us", "Time of the recorded step.", &Row::captured,
                   [](const CapturedStep &step) { return Nanos{step.duration}; }),
            column("rank", "Rank of that profile.", &Row::rankOfCapture),
        },
        addTrainingSteps);
}

AnalysisEntry makeTrainingMetricsEntry() {
    using Row = TrainingMetricRow;
    return runTable<Row>(
        {.entry = {.id = "training_metrics",
                   .title = "Values in training logs",
                   .parameters = {{"metric", "", "Only values of this name."}}},
         .whenEmpty = std::string(kNoLog)},
        {
            key(column("file", "Log file.", &Row::file)),
            key(column("log_rank", "Rank that logged it, where the lines say it.", &Row::is, &TrainingValueRecord::rank,
                       ifKnown)),
            key(column("part", "Counts up where the steps begin anew: the job was started again.", &Row::is,
                       &TrainingValueRecord::part)),
            key(column("step", "Number of the step in the log.", &Row::is, &TrainingValueRecord::step)),
            nameKey(
                column("metric",
                       "loss, learning_rate, grad_norm, step_time, tokens_per_second, tflops_per_device, mfu, memory, "
                       "elapsed_time, epoch under these names in all logs; others as logged.",
                       &Row::metric)),
            figure(column("value", "Its value.", &Row::is, &TrainingValueRecord::value)),
            column("unit", "Unit: ns of step_time and elapsed_time, bytes of memory; others as logged.", &Row::unit,
                   textIfAny),
            column("time", "When it was logged, by the clock of the log.", &Row::time),
        },
        addTrainingMetrics);
}

}  // namespace stagescope
