#include "core/analysis/operators/step_work.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <array>
#include <map>

namespace stagescope {

namespace {

enum class MfuBy : std::uint8_t { Rank, Stage, Run };
constexpr auto kMfuModes = std::to_array<std::string_view>({"rank", "stage", "run"});

/// A part of the time of a step that its work takes at the peak; nothing where that is not known.
using AtPeak = std::optional<double>;

AtPeak timesOf(const AtPeak &share, Nanos time) {
    return share ? std::optional(*share * static_cast<double>(time.count())) : std::nullopt;
}
AtPeak bothOf(const AtPeak &a, const AtPeak &b) { return a && b ? std::optional(*a + *b) : std::nullopt; }

/// A step of a rank, or of several together: then all figures but the peak are sums over them.
struct MfuRow {
    MfuRow(const StepWork &of, const ChipPeak &device, int stageOf)
        : step(of),
          peak(device),
          stage(stageOf),
          hardware(timesOf(of.hardwareShare(device), of.time)),
          model(timesOf(of.modelShare(device), of.time)) {}

    StepWork step;
    ChipPeak peak;
    int stage = -1;
    std::int64_t ranks = 1;
    AtPeak hardware;  ///< ns at the peak of each rank's device
    AtPeak model;

    operator const StepWork &() const { return step; }

    [[nodiscard]] Nanos stepTime() const { return step.time / ranks; }
    [[nodiscard]] std::optional<double> shareOf(const AtPeak &part, Nanos whole) const {
        return part && whole.count() > 0 ? std::optional(*part / static_cast<double>(whole.count())) : std::nullopt;
    }
    /// The peak of several is their mean, weighted by the time of their steps, so that sums of shares close.
    void add(const MfuRow &other) {
        const double own = static_cast<double>(step.time.count());
        const double its = static_cast<double>(other.step.time.count());
        const bool areKnown = peak.flops && other.peak.flops && own + its > 0;
        peak.flops =
            areKnown ? std::optional((*peak.flops * own + *other.peak.flops * its) / (own + its)) : std::nullopt;
        hardware = bothOf(hardware, other.hardware);
        model = bothOf(model, other.model);
        step.time += other.step.time;
        step.kernels += other.step.kernels;
        step.judged += other.step.judged;
        step.matrix += other.step.matrix;
        step.unjudged += other.step.unjudged;
        step.flop += other.step.flop;
        step.recomputed = bothOf(step.recomputed, other.step.recomputed);
        ++ranks;
    }
};

/// TFLOP/s; nothing of no time.
std::optional<double> flopIfJudged(const StepWork &step) {
    return step.isJudgedEnough() ? std::optional(step.flop) : std::nullopt;
}

std::optional<double> teraflopsIfJudged(const StepWork &step, Nanos time) {
    const auto flop = flopIfJudged(step);
    return flop && time.count() > 0 ? std::optional(*flop / static_cast<double>(time.count()) / 1e3) : std::nullopt;
}

struct MfuSums {
    PeakSettings settings;
    MfuBy by;
    std::vector<PipelineGroup> groups;
    std::map<std::pair<int, std::optional<std::int64_t>>, MfuRow> rows{};  ///< by stage and step
};

Result<MfuSums> mfuSums(const AnalysisInput &input) {
    const auto settings = peakSettings(input);
    const auto mode = choiceParameter(input, "by", kMfuModes);
    if (!settings || !mode) {
        return tl::unexpected(settings ? mode.error() : settings.error());
    }
    return MfuSums{*settings, static_cast<MfuBy>(*mode), pipelineGroups(*input.run())};
}

void addMfu(const RankInput &of, MfuSums &sums, TableRows<MfuRow> &out) {
    const auto peak = peakOf(of.capture, sums.settings);
    bool isAny = false;
    for (const auto &step : stepWork(of.capture, of.stop)) {
        if (!of.all.wantsStep(step.step)) {
            continue;
        }
        isAny = true;
        MfuRow row(step, peak, stageOfRank(sums.groups, of.capture.rank));
        if (sums.by == MfuBy::Rank) {
            out.add(row);
            continue;
        }
        row.stage = sums.by == MfuBy::Run ? -1 : row.stage;
        row.step.rank = -1;
        if (const auto [it, isFirst] = sums.rows.try_emplace({row.stage, step.step}, row); !isFirst) {
            it->second.add(row);
        }
    }
    if (isAny && !peak.flops) {
        out.note("Rank " + std::to_string(of.capture.rank) +
                 ": the peak of the device is unknown; set it with --set peak_tflops=N.");
    }
}

void addMfuSums(const MfuSums &sums, TableRows<MfuRow> &out) {
    for (const auto &[key, row] : sums.rows) {
        if (sums.by == MfuBy::Run || key.first >= 0) {
            out.add(row);
        }
    }
}

ColumnList<MfuRow> mfuColumns() {
    using Row = MfuRow;
    using Step = StepWork;
    return {
        column("rank", "Global rank; empty for sums over several, and when unknown.", &Step::rank, ifKnown),
        column("stage", "Position of the rank in its pipeline; empty where there is none, and over all stages.",
               &Row::stage, ifKnown),
        column("ranks", "How many ranks the figures are of: gflop and times of kernels are sums over them.",
               &Row::ranks),
        column("step", "Step; empty where no steps are known, for the whole capture.", &Step::step),
        column("step_us", "us", "Time of the step, as in time_split; of several ranks the mean.", &Row::stepTime),
        column(
            "gflop",
            "10^9 floating point operations of the matrix units in the step; empty, as all that is made of it, where "
            "unjudged_us is more than 2 % of kernels_us.",
            flopIfJudged, [](double flop) { return flop / 1e9; }),
        column(
            "recomputed_gflop",
            "Of that, of activations that were computed once more; empty where the profile does not have it.",
            [](const Step &step) { return step.isJudgedEnough() ? step.recomputed : std::nullopt; },
            [](double flop) { return flop / 1e9; }),
        column("tflops", "TFLOP/s", "gflop / (step_us x ranks).",
               [](const Step &step) { return teraflopsIfJudged(step, step.time); }),
        column(
            "peak_tflops", "TFLOP/s", "Peak of the device for FP16 and BF16; of several ranks the mean.",
            [](const Row &row) { return row.peak.flops; }, [](double flops) { return flops / 1e12; }),
        column(
            "peak_origin", "From where that is known.",
            [](const Row &row) { return originText(row.peak, row.peak.flopsOrigin); }, textIfAny),
        column(
            "hfu_percent", "%",
            "Time that gflop takes at the peak of the numbers that are multiplied / (step_us x ranks): what the "
            "hardware did, recomputation included. Of FP16 and BF16 gflop / (step_us x ranks x peak_tflops). Empty "
            "where that peak is unknown, or unjudged_us is more than 2 % of kernels_us.",
            [](const Row &row) { return row.shareOf(row.hardware, row.step.time); }, inPercent),
        column(
            "mfu_percent", "%",
            "The same without recomputed_gflop: what the model needs; empty where recomputation is unknown.",
            [](const Row &row) { return row.shareOf(row.model, row.step.time); }, inPercent),
        column("matrix_us", "us", "Sum of the durations of the kernels that did gflop.",
               [](const Step &step) { return step.isJudgedEnough() ? std::optional(step.matrix) : std::nullopt; }),
        column("matrix_tflops", "TFLOP/s", "gflop / matrix_us.",
               [](const Step &step) { return teraflopsIfJudged(step, step.matrix); }),
        column(
            "matrix_percent", "%",
            "The time at the peak / matrix_us; of FP16 and BF16 gflop / (matrix_us x peak_tflops).",
            [](const Row &row) { return row.shareOf(row.hardware, row.step.matrix); }, inPercent),
        column("kernels_us", "us", "Sum of the durations of all kernels but communication and copies.", &Step::kernels),
        column("judged_percent", "%",
               "Share of kernels_us of which is known what the matrix units did in it, nothing included.",
               [](const Step &step) { return percentOf(step.judged, step.kernels); }),
        column(
            "unjudged_us", "us",
            "kernels_us without that: kernels for which it is unknown what the matrix units did; gflop may lack them.",
            &Step::unjudged),
    };
}

}  // namespace

AnalysisEntry makeMfuEntry() {
    auto parameters = peakParameters();
    parameters.push_back(
        {"by", "rank", "rank: each by itself; stage: the ranks of a stage together; run: all of them."});
    return rankTable<MfuRow>({.entry = {.id = "mfu",
                                        .title = "Use of the peak per step",
                                        .depth = LoadDepth::Deep,
                                        .parameters = std::move(parameters)},
                              .whenEmpty = "No kernels: no trace of these ranks is loaded, or it has no device work."},
                             mfuColumns(), mfuSums, addMfu, addMfuSums);
}

}  // namespace stagescope
