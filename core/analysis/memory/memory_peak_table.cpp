#include "core/analysis/memory/memory_peaks.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <cmath>

namespace stagescope {

namespace {

struct PeakRow {
    const Run *run;
    const MemoryPeaks *peaks;
    const MemoryPeaks::RankPeak *rank;  ///< of one device

    operator const MemoryPeaks::RankPeak &() const { return *rank; }
    operator const MemoryPeak &() const { return rank->peak; }

    [[nodiscard]] std::int64_t device() const { return rank->peak.device.value_or(run->capture(rank->rank)->device); }
    [[nodiscard]] std::optional<int> inFlight() const {
        return rank->place && run->parallel.pp > 0 ? std::optional(run->parallel.pp - rank->place->pp) : std::nullopt;
    }
    [[nodiscard]] std::optional<AlignedTime> at() const {
        const auto at = rank->peak.at;
        return at ? std::optional(run->clock.toAligned(rank->rank, *at)) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> expectedAboveLeast() const {
        const auto stage = rank->place ? static_cast<std::size_t>(rank->place->pp) : peaks->stages.size();
        return stage < peaks->stages.size() ? peaks->stages[stage].expected : std::nullopt;
    }
};

using Bytes = std::optional<std::int64_t>;

std::optional<double> shareOf(const Bytes &part, const Bytes &whole) {
    return part && whole && *whole > 0 ? percentOf(*part, *whole) : std::nullopt;
}

/// More than in the baseline.
auto delta(Bytes MemoryPeak::*bytes) {
    return [bytes](const PeakRow &row) {
        const auto own = row.rank->peak.*bytes;
        const auto other = row.rank->baseline ? (*row.rank->baseline).*bytes : std::nullopt;
        return own && other ? Bytes(*own - *other) : std::nullopt;
    };
}

Status addPeaks(const AnalysisInput &input, const std::stop_token &stop, TableRows<PeakRow> &out) {
    ASSIGN_OR_RETURN(const auto capacity, wholeNumberParameter(input, "capacity_bytes", "0"));
    const auto &run = *input.run();
    const auto peaks = memoryPeaks(run, capacity == 0 ? Bytes() : Bytes(capacity), stop, input.baseline());
    for (const auto &rank : peaks.ranks) {
        if (!input.wants(rank.rank)) {
            continue;
        }
        for (const auto &peak : memoryPeaksByDevice(*run.capture(rank.rank), stop)) {
            auto own = rank;
            own.peak = peak;
            own.peak.capacity = rank.peak.capacity;
            out.add({&run, &peaks, &own});
        }
    }
    return {};
}

}  // namespace

AnalysisEntry makeMemoryPeakEntry() {
    using Rank = MemoryPeaks::RankPeak;
    using Peak = MemoryPeak;
    return runTable<PeakRow>(
        {.entry = {.id = "memory_peak",
                   .title = "Peaks of memory by rank",
                   .needsDeep = &needsDeepForMemory,
                   .parameters = {{"capacity_bytes", "0", "Memory of a device; 0 = from the files, else unknown."}}},
         .whenEmpty = "Not answerable from this profile: no record of memory is loaded (the profiler writes "
                      "memory_record with profile_memory=True). Table snapshot_peak has those of snapshots."},
        {
            column("rank", "Global rank.", &Rank::rank),
            column("device", "Device; a rank with several has a row for each.", &PeakRow::device, ifKnown),
            column("pp_index", "Pipeline stage by Megatron's order.", &Rank::place, &RankIndices::pp),
            column("dp_index", "Replica by the same.", &Rank::place, &RankIndices::dp),
            column("in_flight_1f1b",
                   "Microbatches whose activations a stage s of p keeps at most under 1F1B: p - s, given at least as "
                   "many microbatches.",
                   &PeakRow::inFlight),
            column("allocated_bytes", "bytes", "Most allocated by PyTorch.", &Peak::allocated),
            column("at_ns", "ns", "When first, aligned clock; deep loading only.", &PeakRow::at),
            column("least_bytes", "bytes", "Least allocated: weights and optimizer.", &Peak::allocatedLeast),
            column("above_least_bytes", "bytes", "allocated_bytes - least_bytes: activations and the like.",
                   &Rank::aboveLeast),
            column("expected_above_least_bytes", "bytes",
                   "in_flight_1f1b times the bytes of a microbatch that fit all stages best (least squares over the "
                   "greatest above_least_bytes of each); estimated.",
                   &PeakRow::expectedAboveLeast, [](double bytes) { return std::llround(bytes); }),
            column("reserved_bytes", "bytes", "Most that it had reserved.", &Peak::reserved),
            column("active_bytes", "bytes", "Most that streams had in use.", &Peak::active),
            column("process_bytes", "bytes", "Most that the driver gave to the process (APP).", &Peak::process),
            column("outside_bytes", "bytes",
                   "Most of APP minus what the allocator has reserved, tick by tick; from shallow facts the difference "
                   "of the two peaks.",
                   &Peak::outside),
            column("outside_percent", "%", "outside_bytes of process_bytes.",
                   [](const PeakRow &row) { return shareOf(row.rank->peak.outside, row.rank->peak.process); }),
            column("outside_owner", "Module that holds most outside the allocator.", &Peak::outsideOwner),
            column("outside_owner_bytes", "bytes", "What it reserved at most.", &Peak::outsideOwned),
            column("capacity_bytes", "bytes", "Memory of the device.", &Peak::capacity),
            column("capacity_percent", "%", "process_bytes, else reserved_bytes, of capacity_bytes.",
                   [](const PeakRow &row) { return shareOf(row.rank->occupied(), row.rank->peak.capacity); }),
            column("baseline_allocated_bytes", "bytes", "allocated_bytes of the same rank of the baseline.",
                   &Rank::baseline, &Peak::allocated),
            column("allocated_delta_bytes", "bytes", "allocated_bytes - baseline_allocated_bytes.",
                   delta(&Peak::allocated)),
            column("baseline_reserved_bytes", "bytes", "reserved_bytes of the same rank of the baseline.",
                   &Rank::baseline, &Peak::reserved),
            column("reserved_delta_bytes", "bytes", "reserved_bytes - baseline_reserved_bytes.",
                   delta(&Peak::reserved)),
            column("evidence", "Name of the rank for --select.",
                   [](const PeakRow &row) {
                       return RankRef{row.run->id, row.rank->rank};
                   }),
        },
        addPeaks);
}

}  // namespace stagescope
