#include "core/analysis/operators/step_work.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

struct MfuRow {
    const StepWork *step;
    const ChipPeak *peak;

    operator const StepWork &() const { return *step; }
};

/// TFLOP/s; nothing of no time.
std::optional<double> teraflops(double flop, Nanos time) {
    return time.count() > 0 ? std::optional(flop / static_cast<double>(time.count()) / 1e3) : std::nullopt;
}

void addSteps(const RankInput &of, const PeakSettings &settings, TableRows<MfuRow> &out) {
    const auto peak = peakOf(of.capture, settings);
    bool isAny = false;
    for (const auto &step : stepWork(of.capture, of.stop)) {
        if (of.all.wantsStep(step.step)) {
            out.add({&step, &peak});
            isAny = true;
        }
    }
    if (isAny && !peak.flops) {
        out.note("Rank " + std::to_string(of.capture.rank) +
                 ": the peak of the device is not known; --set peak_tflops=N tells it.");
    }
}

ColumnList<MfuRow> mfuColumns() {
    using Row = MfuRow;
    using Step = StepWork;
    return {
        column("rank", "Global rank; empty when unknown.", &Step::rank, ifKnown),
        column("step", "Step; empty where no steps are known, for the whole capture.", &Step::step),
        column("step_us", "us", "Time of the step, as in time_split.", &Step::time),
        column("gflop", "10^9 floating point operations of the matrix units in the step.",
               [](const Step &step) { return step.flop / 1e9; }),
        column("recomputed_gflop",
               "Of that, of activations that were computed once more; empty where the profile does not tell.",
               &Step::recomputed, [](double flop) { return flop / 1e9; }),
        column("tflops", "TFLOP/s", "gflop / step_us.",
               [](const Step &step) { return teraflops(step.flop, step.time); }),
        column(
            "peak_tflops", "TFLOP/s", "Peak of the device for FP16 and BF16.",
            [](const Row &row) { return row.peak->flops; }, [](double flops) { return flops / 1e12; }),
        column(
            "peak_origin", "From where that is known.",
            [](const Row &row) { return originText(*row.peak, row.peak->flopsOrigin); }, textIfAny),
        column(
            "hfu_percent", "%", "gflop / (step_us x peak_tflops): what the hardware did, recomputation included.",
            [](const Row &row) { return row.step->hardwareShare(*row.peak); }, inPercent),
        column(
            "mfu_percent", "%",
            "The same without recomputed_gflop: what the model needs; empty where recomputation is not known.",
            [](const Row &row) { return row.step->modelShare(*row.peak); }, inPercent),
        column("matrix_us", "us", "Sum of the durations of the kernels that did gflop.", &Step::matrix),
        column("matrix_tflops", "TFLOP/s", "gflop / matrix_us.",
               [](const Step &step) { return teraflops(step.flop, step.matrix); }),
        column(
            "matrix_percent", "%", "gflop / (matrix_us x peak_tflops).",
            [](const Row &row) {
                StepWork busy = *row.step;
                busy.time = busy.matrix;
                return busy.hardwareShare(*row.peak);
            },
            inPercent),
        column("kernels_us", "us", "Sum of the durations of all kernels but communication and copies.", &Step::kernels),
        column("judged_percent", "%",
               "Share of kernels_us of which is known what the matrix units did in it, nothing included.",
               [](const Step &step) { return percentOf(step.judged, step.kernels); }),
        column("unjudged_us", "us", "Kernels of matrix units whose FLOP are not known; gflop lacks them.",
               &Step::unjudged),
    };
}

}  // namespace

AnalysisEntry makeMfuEntry() {
    return rankTable<MfuRow>({.entry = {.id = "mfu",
                                        .title = "Use of the peak per step",
                                        .depth = LoadDepth::Deep,
                                        .parameters = peakParameters()},
                              .whenEmpty = "No kernels: no trace of these ranks is loaded, or it has no device work."},
                             mfuColumns(), peakSettings, addSteps);
}

}  // namespace stagescope
