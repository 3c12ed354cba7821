#include "core/analysis/memory/memory_peaks.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/base/item_ref.h"

#include <charconv>
#include <cmath>

namespace stagescope {

namespace {

Result<std::optional<std::int64_t>> capacityOf(const AnalysisInput &input) {
    const auto it = input.parameters.find("capacity_bytes");
    const auto text = it == input.parameters.end() ? std::string("0") : it->second;
    std::int64_t bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    if (error != std::errc{} || end != text.data() + text.size() || bytes < 0) {
        return fail(ErrorKind::BadArgument, "capacity_bytes wants a whole number, not '" + text + "'");
    }
    return bytes == 0 ? std::optional<std::int64_t>() : std::optional(bytes);
}

Cell percentOf(const std::optional<std::int64_t> &part, const std::optional<std::int64_t> &whole) {
    return part && whole && *whole > 0 ? Cell{100.0 * static_cast<double>(*part) / static_cast<double>(*whole)}
                                       : Cell{};
}

Cell differenceCell(const std::optional<std::int64_t> &run, const std::optional<std::int64_t> &baseline) {
    return run && baseline ? numberCell(*run - *baseline) : Cell{};
}

std::vector<Cell> rowOf(const Run &run, const MemoryPeaks &peaks, const MemoryPeaks::RankPeak &rank) {
    const auto &capture = *run.capture(rank.rank);
    const auto &peak = rank.peak;
    const auto &place = rank.place;
    const auto stage = place ? static_cast<std::size_t>(place->pp) : peaks.stages.size();
    const auto expected = stage < peaks.stages.size() ? peaks.stages[stage].expected : std::nullopt;
    return {numberCell(capture.rank),
            knownCell(capture.device),
            place ? numberCell(place->pp) : Cell{},
            place ? numberCell(place->dp) : Cell{},
            place && run.parallel.pp > 0 ? numberCell(run.parallel.pp - place->pp) : Cell{},
            numberCell(peak.allocated),
            peak.at ? alignedCell(run, capture.rank, *peak.at) : Cell{},
            numberCell(peak.allocatedLeast),
            numberCell(rank.aboveLeast()),
            expected ? numberCell(std::llround(*expected)) : Cell{},
            numberCell(peak.reserved),
            numberCell(peak.active),
            numberCell(peak.process),
            numberCell(peak.outside),
            percentOf(peak.outside, peak.process),
            textCell(peak.outsideOwner),
            numberCell(peak.outsideOwned),
            numberCell(peak.capacity),
            percentOf(rank.occupied(), peak.capacity),
            rank.baseline ? numberCell(rank.baseline->allocated) : Cell{},
            rank.baseline ? differenceCell(peak.allocated, rank.baseline->allocated) : Cell{},
            rank.baseline ? numberCell(rank.baseline->reserved) : Cell{},
            rank.baseline ? differenceCell(peak.reserved, rank.baseline->reserved) : Cell{},
            textCell(toText(RankRef{run.id, capture.rank}))};
}

Result<ResultTable> runMemoryPeak(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("memory_peak"));
    const auto capacity = capacityOf(input);
    if (!capacity) {
        return tl::make_unexpected(capacity.error());
    }
    const auto *run = input.run();
    const auto peaks = run == nullptr ? MemoryPeaks{} : memoryPeaks(*run, *capacity, stop, input.baseline());
    for (const auto &rank : peaks.ranks) {
        if (input.wants(rank.rank)) {
            table.rows.push_back(rowOf(*run, peaks, rank));
        }
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    if (table.rows.empty()) {
        table.notes.emplace_back(
            "Not answerable from this profile: no record of memory is loaded (the profiler writes memory_record with "
            "profile_memory=True).");
    }
    return table;
}

}  // namespace

AnalysisEntry makeMemoryPeakEntry() {
    return {
        .id = "memory_peak",
        .title = "Peaks of memory by rank",
        .needsDeep = &needsDeepForMemory,
        .parameters = {{"capacity_bytes", "0", "Memory of a device; 0 = as the files tell, else not known."}},
        .columns =
            {
                integerColumn("rank", "", "Global rank."),
                integerColumn("device", "", "Device."),
                integerColumn("pp_index", "", "Pipeline stage by Megatron's order."),
                integerColumn("dp_index", "", "Replica by the same."),
                integerColumn("in_flight_1f1b", "",
                              "Microbatches whose activations a stage s of p keeps at most under 1F1B: p - s, given at "
                              "least as many microbatches."),
                integerColumn("allocated_bytes", "bytes", "Most that PyTorch's allocator had given out."),
                integerColumn("at_ns", "ns", "When first, aligned clock; deep loading only."),
                integerColumn("least_bytes", "bytes", "Least that it had given out: weights and optimizer."),
                integerColumn("above_least_bytes", "bytes", "allocated_bytes - least_bytes: activations and the like."),
                integerColumn("expected_above_least_bytes", "bytes",
                              "in_flight_1f1b times the bytes of a microbatch that fit all stages best (least squares "
                              "over the greatest above_least_bytes of each); estimated."),
                integerColumn("reserved_bytes", "bytes", "Most that it had reserved."),
                integerColumn("active_bytes", "bytes", "Most that streams had in use."),
                integerColumn("process_bytes", "bytes", "Most that the driver gave to the process (APP)."),
                integerColumn("outside_bytes", "bytes",
                              "Most of APP minus what the allocator has reserved, tick by tick; from shallow facts the "
                              "difference of the two peaks."),
                realColumn("outside_percent", "%", "outside_bytes of process_bytes."),
                textColumn("outside_owner", "Module that holds most beside the allocator."),
                integerColumn("outside_owner_bytes", "bytes", "What it reserved at most."),
                integerColumn("capacity_bytes", "bytes", "Memory of the device."),
                realColumn("capacity_percent", "%", "process_bytes, else reserved_bytes, of capacity_bytes."),
                integerColumn("baseline_allocated_bytes", "bytes", "allocated_bytes of the same rank of the baseline."),
                integerColumn("allocated_delta_bytes", "bytes", "allocated_bytes - baseline_allocated_bytes."),
                integerColumn("baseline_reserved_bytes", "bytes", "reserved_bytes of the same rank of the baseline."),
                integerColumn("reserved_delta_bytes", "bytes", "reserved_bytes - baseline_reserved_bytes."),
                textColumn("evidence", "Name of the rank for --select."),
            },
        .run = &runMemoryPeak};
}

}  // namespace stagescope
