#include "core/analysis/operators/work_groups.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <cmath>

namespace stagescope {

namespace {

struct WorkRow {
    const RankWork *rank;
    const WorkGroup *group;

    operator const WorkGroup &() const { return *group; }
};

std::optional<double> each(double sum, std::uint64_t count) {
    return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}
double tera(double value) { return value / 1e12; }
double giga(double value) { return value / 1e9; }

/// Which of a group's shares of the rank's peak.
auto share(std::optional<double> (WorkGroup::*of)(const ChipPeak &) const) {
    return [of](const WorkRow &row) { return (row.group->*of)(row.rank->peak); };
}

std::string percentText(Nanos part, Nanos whole) {
    const auto percent = percentOf(part, whole).value_or(0);
    return std::to_string(std::lround(10 * percent) / 10) + "." + std::to_string(std::lround(10 * percent) % 10) + " %";
}

void addNotes(const RankWork &work, TableRows<WorkRow> &out) {
    const std::string rank = "Rank " + std::to_string(work.rank) + ": ";
    if (work.unjudgedCalls > 0) {
        out.note(rank + std::to_string(work.unjudgedCalls) + " of " + std::to_string(work.calls) + " calls (" +
                 percentText(work.unjudgedTime, work.time) +
                 " of the kernels' time) are not judged: their shapes are not recorded, do not fit, or no rule knows "
                 "the operator.");
    }
    if (work.markedCalls > 0) {
        out.note(rank + "FLOP of " + std::to_string(work.markedCalls) + " calls are those of mfu_flops marks.");
    }
    out.note(work.peak.flops ? rank + "peak from " + originText(work.peak, work.peak.flopsOrigin) + "."
                             : rank + "the peak of the device is unknown; set it with --set peak_tflops=N.");
}

void addGroups(const RankWork &work, TableRows<WorkRow> &out) {
    for (const auto &group : work.groups) {
        out.add({&work, &group});
    }
    if (!work.groups.empty()) {
        addNotes(work, out);
    }
}

void addWork(const RankInput &of, const PeakSettings &settings, TableRows<WorkRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    addGroups(rankWork(of.capture, asked.range, settings, of.stop), out);
}

std::optional<double> meanMicros(const WorkGroup &group) {
    return each(static_cast<double>(group.time.count()) / 1e3, group.calls);
}

ColumnList<WorkRow> workColumns() {
    using Row = WorkRow;
    using Group = WorkGroup;
    return {
        key(column(
            "rank", "Global rank; empty when unknown.", [](const Row &row) { return row.rank->rank; }, ifKnown)),
        nameKey(column(
            "type",
            "Type of the operator on Ascend; elsewhere the framework's operator that launched the kernels, or the "
            "kernel's name.",
            &Group::name)),
        key(column("core", "What ran them, as the file names it.", &Group::core)),
        key(column("input_shapes", "Shapes of the inputs, as the file writes them.", &Group::shapes)),
        key(column("input_types", "Data types of the inputs.", &Group::types)),
        column("matrix", "yes: work of matrix units (cube, tensor cores).", &Group::isMatrix),
        column(
            "number_type",
            "What matrix units multiply: FP64, FP32, TF32, HF32, FP16, BF16, FP8, INT8, INT4; empty unknown, as of "
            "FP32 on a GPU whose kernel does not show whether it was TF32.",
            [](const Group &group) { return numberTypeText(group.number); }, textIfAny),
        sum(column("count", "Calls; those of a framework's operator may launch several kernels.", &Group::calls)),
        sum(column("kernels", "Kernels and fills of them.", &Group::kernels)),
        sum(column("total_us", "us", "Sum of the durations of their kernels.", &Group::time)),
        figure(column("share_percent", "%", "total_us / sum of total_us of the rank; communication is not among them.",
                      [](const Row &row) { return percentOf(row.group->time, row.rank->time); })),
        figure(column("mean_us", "us", "total_us / count.", meanMicros)),
        figure(column(
            "gflop_each",
            "10^9 floating point operations of a call, from shapes or mfu_flops marks; empty where not judged.",
            [](const Group &group) { return each(group.flop, group.flopCalls); }, giga)),
        figure(column("each_bytes", "bytes", "Inputs read and results written once, of a call; empty where not judged.",
                      [](const Group &group) { return each(group.bytes, group.bytesCalls); })),
        column("at_least", "yes: the file does not have the results of the operator: each_bytes is of its operands.",
               &Group::areBytesLeast),
        figure(column("flop_per_byte", "Arithmetic intensity: FLOP / bytes.", &Group::intensity)),
        figure(column("tflops", "TFLOP/s", "FLOP / time of the calls that were judged.", &Group::flops, tera)),
        figure(column("gbps", "GB/s",
                      "Bytes / time of the calls that were judged; above the memory's where caches serve.",
                      &Group::bandwidth, giga)),
        figure(column("peak_percent", "%", "tflops of the device's peak for number_type; empty where that is unknown.",
                      share(&Group::peakShare), inPercent)),
        figure(column("bandwidth_percent", "%", "gbps of the bandwidth of the device's memory.",
                      share(&Group::bandwidthShare), inPercent)),
        figure(column("roof_percent", "%", "tflops of min(peak, flop_per_byte x bandwidth).", share(&Group::roofShare),
                      inPercent)),
        column("padded", "yes: FLOP count the padding of blocked layouts, whose true sizes are unknown.",
               &Group::isPadded),
        column(
            "peak_tflops", "TFLOP/s", "Peak of the device for FP16 and BF16.",
            [](const Row &row) { return row.rank->peak.flops; }, tera),
        column(
            "type_peak_tflops", "TFLOP/s", "Its peak for number_type; empty where that is unknown.",
            [](const Row &row) { return row.rank->peak.flopsOf(row.group->number); }, tera),
        column(
            "peak_origin", "From where that is known.",
            [](const Row &row) { return originText(row.rank->peak, row.rank->peak.flopsOrigin); }, textIfAny),
    };
}

}  // namespace

ResultTable workTable(const RankWork &work) {
    const auto columns = workColumns();
    auto table = emptyTable("kernel_work", columns);
    TableRows<WorkRow> rows(columns, table);
    addGroups(work, rows);
    return table;
}

AnalysisEntry makeKernelWorkEntry() {
    return rankTable<WorkRow>({.entry = {.id = "kernel_work",
                                         .title = "Work of kernels",
                                         .depth = LoadDepth::Deep,
                                         .parameters = peakParameters()},
                               .whenEmpty = "No kernels: no trace of these ranks is loaded, or it has no device work."},
                              workColumns(), peakSettings, addWork);
}

}  // namespace stagescope
