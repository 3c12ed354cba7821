#include "core/analysis/difference/calls/framework_calls.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

namespace {

/// A call of an operator of the framework, with those within it.
struct AlignedOp {
    std::string name;
    SliceRef slice;
    CallCost cost;
};
/// Calls of both sides that belong together; nothing where a side has none.
struct OpPair {
    int rankBefore = -1;
    int rankAfter = -1;
    std::optional<AlignedOp> before{};
    std::optional<AlignedOp> after{};
};

struct OpAlignmentOptions {
    /// A pair of which one side launched more is replaced by the operators within, where both have some.
    std::optional<std::uint64_t> mostKernels{};
    /// Operators go by their names and the input shapes of the kernels that they launched, each once in a row.
    bool byShapes = false;
};

/// The outermost operators of the steps that are asked about (of all threads, without steps of all time), by begin. The
/// steps of both sides are compared in their order; in each, the forward pass and the backward pass (threads to which
/// the trace's arrows "fwdbwd" lead) are cut into runs, and those of both sides aligned in turn by the names of their
/// operators (matching_blocks.h). As msprof-analyze compare does (huawei-tools 1.3.1), which takes the shapes of the
/// operators' own inputs. O(n log n) to find them. Stopped: incomplete. Any thread.
[[nodiscard]] std::vector<OpPair> opAlignment(const TwoSides &sides, const OpAlignmentOptions &options,
                                              const std::stop_token &stop = {});

using CallList = std::vector<const FrameworkCall *>;

class OpAligner {
public:
    OpAligner(std::optional<std::uint64_t> mostKernels, const FrameworkCallSides &of, std::vector<OpPair> &into)
        : m_most(mostKernels), m_of(of), m_into(into) {}

    void align(const CallList &before, const CallList &after) {
        std::vector<FrameworkCallPair> open = reversed(alignedCalls(before, after));
        while (!open.empty()) {
            const auto [one, other] = open.back();
            open.pop_back();
            if (one != nullptr && other != nullptr && isOpened(*one, *other)) {
                const auto within = reversed(alignedCalls(one->within, other->within));
                open.insert(open.end(), within.begin(), within.end());
            } else {
                m_into.push_back({m_of.rankBefore, m_of.rankAfter, opOf(one), opOf(other)});
            }
        }
    }

private:
    static std::vector<FrameworkCallPair> reversed(std::vector<FrameworkCallPair> pairs) {
        std::reverse(pairs.begin(), pairs.end());
        return pairs;
    }
    [[nodiscard]] bool isOpened(const FrameworkCall &before, const FrameworkCall &after) const {
        return m_most && std::max(before.all.kernels, after.all.kernels) > *m_most && !before.within.empty() &&
               !after.within.empty();
    }
    static std::optional<AlignedOp> opOf(const FrameworkCall *call) {
        return call == nullptr ? std::nullopt
                               : std::optional(AlignedOp{std::string(call->name), call->slice, call->all});
    }

    std::optional<std::uint64_t> m_most;
    const FrameworkCallSides &m_of;
    std::vector<OpPair> &m_into;
};

/// Forward and backward in turn; the first is of the forward pass and may be empty.
std::vector<CallList> passesOf(const FrameworkCall *root) {
    std::vector<CallList> passes(1);
    for (const auto *call : root == nullptr ? CallList{} : root->within) {
        if (call->isBackward != (passes.size() % 2 == 0)) {
            passes.emplace_back();
        }
        passes.back().push_back(call);
    }
    return passes;
}

std::vector<OpPair> opAlignment(const TwoSides &sides, const OpAlignmentOptions &options, const std::stop_token &stop) {
    std::vector<OpPair> pairs;
    const FrameworkCalls::Options of{.withShapes = options.byShapes};
    visitFrameworkCalls(sides, of, stop, [&](const FrameworkCallSides &step) {
        OpAligner aligner(options.mostKernels, step, pairs);
        auto passesBefore = passesOf(step.before);
        auto passesAfter = passesOf(step.after);
        const auto passes = std::max(passesBefore.size(), passesAfter.size());
        passesBefore.resize(passes);
        passesAfter.resize(passes);
        for (std::size_t i = 0; i < passes; ++i) {
            aligner.align(passesBefore[i], passesAfter[i]);
        }
    });
    return pairs;
}

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
                   .level = BundleLevel::Full,
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
