#include "core/advice/remedies/memory_exchange.h"
#include "core/advice/rule_study.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/byte_text.h"

#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr auto inGib = [](double bytes) { return bytes / kGiB; };

std::string_view exchangeStateText(MemoryExchange::State state) {
    constexpr std::array<std::string_view, 3> kTexts{"off", "partly", "on"};
    return kTexts[static_cast<std::size_t>(state)];
}

std::optional<double> perGib(const MemoryExchange &row) {
    const bool isExchange = row.won && std::abs(*row.won) > 0;
    return isExchange ? std::optional(static_cast<double>(row.paid.count()) / 1e6 / (*row.won / kGiB)) : std::nullopt;
}

std::string fitText(const MemoryExchange &row) {
    const auto after = row.peakAfter();
    if (!row.isHidden) {
        return "no: not hidden";
    }
    return !after || !row.capacity ? "unknown" : *after <= *row.capacity ? "yes" : "no";
}

Status addExchanges(const AnalysisInput &input, const std::stop_token &stop, TableRows<MemoryExchange> &out) {
    const auto capacity = input.parameters.find("capacity_gib");
    const bool isSet = capacity != input.parameters.end() && !capacity->second.empty();
    const auto values =
        isSet ? ruleValuesFrom({{kCapacityParameter, capacity->second}}) : Result<RuleValues>(RuleValues{});
    RETURN_IF_ERROR(values);
    const RuleStudy study(*input.run(), *values, stop);
    const auto asked = study.input(*values);
    bool hasPeak = false;
    bool hasSwap = false;
    for (const auto &row : memoryExchanges(asked)) {
        hasPeak = hasPeak || row.peak;
        hasSwap = hasSwap || row.exchange == Exchange::AttentionSwap;
        if (input.wants(row.rank)) {
            out.add(row);
        }
    }
    if (!out.empty() && !hasPeak) {
        out.note("No memory record (profile_memory=True): peaks are unknown.");
    }
    if (!out.empty() && !hasSwap) {
        out.note(
            "Swapping is not answerable: no copy of 1 MiB or more between host and device is recorded, or no attention "
            "kernels.");
    }
    return {};
}

}  // namespace

AnalysisEntry makeMemoryExchangeEntry() {
    using Row = MemoryExchange;
    return runTable<Row>(
        {.entry = {.id = "memory_exchange",
                   .title = "Memory won against time paid",
                   .depth = LoadDepth::Deep,
                   .isLean = true,
                   .parameters = {{"capacity_gib", "", "Device memory capacity, where the profile does not have it."}}},
         .whenEmpty = "Kernels of attention, norms or activations, forward and backward, are not in this "
                      "profile."},
        {
            column("stage", "Position in the pipeline; empty: all stages at once, or a rank without a pipeline.",
                   &Row::stage, ifKnown),
            column("rank", "Global rank with the highest peak of the stage, or of all; figures are its.", &Row::rank,
                   ifKnown),
            column("remedy",
                   "recompute_full (all of a layer but its input), recompute_attention, recompute_activation, "
                   "recompute_norm; swap_attention: outputs of attention go to the host and come back.",
                   &Row::exchange, exchangeText),
            column("state", "off, partly (some layers), on.", &Row::state, exchangeStateText),
            column("change", "The change of this row: on or off.",
                   [](const Row &row) { return std::string_view(row.isTurnedOn ? "on" : "off"); }),
            column("gib_won", "GiB",
                   "Estimated: outputs that are not kept, by shapes, of as many microbatches as the cells show in "
                   "flight at once, without those of the recomputed layer; at most the measured range within a step. "
                   "Below 0: cost.",
                   &Row::won, inGib),
            column("ms_paid", "ms",
                   "Of the rank per step: the forward kernels that run again (whole layers: from attention to "
                   "attention); of a swap what copies take longer than their layer, less recomputation that it "
                   "replaces. Below 0: saved. Of all stages the most.",
                   &Row::paid, inMillis),
            column("ms_per_gib", "ms", "ms_paid / gib_won.", perGib),
            column("step_after_ms", "ms",
                   "Of the usual step, replayed through the pipeline with cells that are longer or shorter by that.",
                   &Row::step, inMillis),
            column("peak_gib", "GiB", "Measured: the allocator's peak and memory outside it.", &Row::peak, inGib),
            column("peak_after_gib", "GiB", "Estimated: peak_gib - gib_won.", &Row::peakAfter, inGib),
            column("capacity_gib", "GiB", "Of the device, from the files or as set.", &Row::capacity, inGib),
            column("fits", "yes, no, or unknown; no: not hidden, of a swap whose copies take longer than a layer.",
                   fitText),
            column("certainty", "estimated: a prediction from measurements.",
                   [](const Row &) { return std::string_view("estimated"); }),
            column("seen", "What it is estimated from.", &Row::seen),
        },
        addExchanges);
}

}  // namespace stagescope
