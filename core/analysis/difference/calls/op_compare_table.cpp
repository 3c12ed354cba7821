#include "core/analysis/difference/calls/op_alignment.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 2> kKeys{"name", "shape"};

using OpSide = std::optional<AlignedOp>;

Nanos deviceOf(const OpSide &side) { return side ? side->cost.device : Nanos{0}; }
Nanos deviceChange(const OpPair &pair) { return deviceOf(pair.after) - deviceOf(pair.before); }
std::optional<double> deviceRatio(const OpPair &pair) {
    const auto before = deviceOf(pair.before);
    return before > Nanos{0}
               ? std::optional(static_cast<double>(deviceOf(pair.after).count()) / static_cast<double>(before.count()))
               : std::nullopt;
}

Status addPairs(const AnalysisInput &input, const std::stop_token &stop, TableRows<OpPair> &out) {
    const auto most = wholeNumberParameter(input, "max_kernels", "0");
    const auto key = choiceParameter(input, "by", kKeys);
    if (!most || !key) {
        return tl::unexpected(!most ? most.error() : key.error());
    }
    const auto sides = twoSides(input);
    if (!sides) {
        out.note(sides.error().detail);
        return {};
    }
    const OpAlignmentOptions options{*most == 0 ? std::nullopt : std::optional(*most), *key == 1};
    for (const auto &pair : opAlignment(*sides, options, stop)) {
        out.add(pair);
    }
    return {};
}

}  // namespace

AnalysisEntry makeOpCompareEntry() {
    using Row = OpPair;
    return runTable<Row>(
        {.entry = {.id = "op_compare",
                   .title = "Framework operators of two sides, call by call",
                   .depth = LoadDepth::Deep,
                   .isLean = true,
                   .hasTwoSides = true,
                   .parameters = {{"max_kernels", "0",
                                   "Calls that launched more on one side are replaced by the operators within; 0: "
                                   "outermost ones alone."},
                                  {"by", "name",
                                   "What calls of both sides must agree in: name; shape: name and the input shapes of "
                                   "the kernels that they launched."}}},
         .whenEmpty = "No framework operators: these traces have none in the selected steps."},
        {
            column("rank_before", "Global rank of the side before; empty when unknown.", &Row::rankBefore, ifKnown),
            column("rank_after", "Global rank of the side after.", &Row::rankAfter, ifKnown),
            column("name_before", "Operator; empty where the call is on the other side alone.", &Row::before,
                   &AlignedOp::name),
            column("name_after", "The same of the side after.", &Row::after, &AlignedOp::name),
            column("kernels_before",
                   "Kernels, communication operators and copies that it and the operators within launched.",
                   &Row::before, &AlignedOp::cost, &CallCost::kernels),
            column("kernels_after", "The same of the side after.", &Row::after, &AlignedOp::cost, &CallCost::kernels),
            column("device_before_us", "us", "Sum of their durations.", &Row::before, &AlignedOp::cost,
                   &CallCost::device),
            column("device_after_us", "us", "The same of the side after.", &Row::after, &AlignedOp::cost,
                   &CallCost::device),
            column("change_us", "us", "device_after_us - device_before_us; what a side lacks counts as 0.",
                   &deviceChange),
            column("ratio", "device_after_us / device_before_us; empty where the latter is 0.", &deviceRatio),
            column("allocated_before_bytes", "bytes",
                   "What it and the operators within were given, by the profiler's record of memory; empty without "
                   "one.",
                   &Row::before, &AlignedOp::cost, &CallCost::allocated),
            column("allocated_after_bytes", "bytes", "The same of the side after.", &Row::after, &AlignedOp::cost,
                   &CallCost::allocated),
            column("held_before_us", "us", "Sum of the times from allocation to release, of released blocks.",
                   &Row::before, &AlignedOp::cost, &CallCost::heldTime),
            column("held_after_us", "us", "The same of the side after.", &Row::after, &AlignedOp::cost,
                   &CallCost::heldTime),
            column("evidence_before", "The call before.", &Row::before, &AlignedOp::slice),
            column("evidence", "The call after.", &Row::after, &AlignedOp::slice),
        },
        addPairs);
}

}  // namespace stagescope
