#include "core/analysis/fusion/affinity_apis.h"
#include "core/analysis/fusion/fusible_sequences.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <optional>
#include <string>

namespace stagescope {

namespace {

struct SequenceRow {
    int rank;
    const FusibleSequence *of;
    std::string operators;
    std::optional<SliceRef> slice;

    operator const FusibleSequence &() const { return *of; }
};

Result<SequenceCounting> countingAsked(const AnalysisInput &input) {
    const auto asked = input.parameter("counting", "once");
    if (asked != "once" && asked != "overlapping") {
        return fail(ErrorKind::BadArgument, "counting is once or overlapping, not \"" + asked + "\"");
    }
    return asked == "once" ? SequenceCounting::Once : SequenceCounting::Overlapping;
}

void addSequences(const RankInput &of, SequenceCounting counting, TableRows<SequenceRow> &out) {
    const auto kernels = kernelsInFileOrder(of.capture, of.stop);
    const std::vector captures{&of.capture};
    const MetricTables metrics(captures);
    std::optional<KernelSlices> slices;
    for (const auto &sequence :
         fusibleSequences(kernels, metrics, recordedTime(of.capture, of.stop), counting, of.stop)) {
        if (!slices) {
            slices.emplace(of.run, of.capture);
        }
        out.add({of.capture.rank, &sequence, operatorsOf(sequence, kernels), slices->of(kernels[sequence.first])});
    }
}

struct AffinityRow {
    int rank;
    const AffinityMatch *of;

    operator const AffinityMatch &() const { return *of; }
};

void addAffinity(const RankInput &of, TableRows<AffinityRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    for (const auto &match : affinityMatches(of.run, of.capture, of.stop)) {
        if (!asked.isEmpty && (!asked.range || asked.range->contains(match.range.begin))) {
            out.add({of.capture.rank, &match});
        }
    }
}

}  // namespace

AnalysisEntry makeFusibleSequencesEntry() {
    using Row = SequenceRow;
    using Of = FusibleSequence;
    return rankTable<Row>(
        {.entry = {.id = "fusible_sequences",
                   .title = "Sequences of kernels that could be fused",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"counting", "once",
                                   "once: each kernel counts in one sequence, none spans matrix products or fused "
                                   "operators; overlapping: as MindStudio's advisor has it."}}},
         .whenEmpty = "No sequence of kernels recurs that mostly copies or waits for its launches."},
        {
            column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
            column("operators", "Types of its kernels, one after the other.", &Row::operators),
            column("start_index", "Position of the first kernel of its first occurrence, in the order of the file.",
                   &Of::first),
            column("end_index", "Position of the last one.", [](const Of &of) { return of.first + of.length - 1; }),
            column("count", "Occurrences.", &Of::count),
            column("total_us", "us", "From the first kernel's begin to the last one's end, of all occurrences.",
                   &Of::total),
            column("execution_us", "us", "Sum of the durations of all their kernels.", &Of::execution),
            column("mte_us", "us", "Time in which these copied (MTE2, MTE3 and FixPipe).",
                   [](const Of &of) { return of.mteNanos / 1000; }),
            column("mte_bound", "Whether that is more than 80 % of the time of the cores, in the first occurrence.",
                   &Of::isMteBound),
            column("host_bound", "Whether execution is less than 40 % of the time, in the first occurrence.",
                   &Of::isHostBound),
            column("headroom_us", "us",
                   "What one kernel would save at most: durations without those of matrix products, or the longest.",
                   &Of::headroom),
            column("evidence", "Name of the first slice for --select; empty where no trace that is loaded has it.",
                   &Row::slice),
        },
        countingAsked, addSequences);
}

AnalysisEntry makeAffinityApisEntry() {
    using Row = AffinityRow;
    using Of = AffinityMatch;
    return rankTable<Row>(
        {.entry = {.id = "affinity_apis",
                   .title = "Calls that one fused call does",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full},
         .whenEmpty = "No calls that one fused call would do are loaded."},
        {
            column("rank", "Global rank; empty when unknown.", &Row::rank, ifKnown),
            column("api", "What does the same in one call.", &Of::api),
            column("start_ns", "ns", "Begin of the first call, clock of the rank.",
                   [](const Of &of) { return of.range.begin; }),
            column("calls", "How many calls it replaces.", &Of::calls),
            column("kernels", "Kernels that these launched; 0 where launches are not recorded.", &Of::kernels),
            column("device_us", "us", "Sum of their durations.", &Of::device),
            column("headroom_us", "us",
                   "What one kernel would save at most: durations without those of matrix products, or the longest.",
                   &Of::headroom),
            column("evidence", "Name of the first call for --select; its details have the call stack.", &Of::first),
        },
        addAffinity);
}

}  // namespace stagescope
