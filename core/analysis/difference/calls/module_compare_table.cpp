#include "core/analysis/difference/calls/framework_calls.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

/// One side of a module, or of an operator directly within it: one call of it, or several put together.
struct AlignedModule {
    std::uint64_t calls = 0;
    SliceRef slice;  ///< the first of them; of all of a step none

    [[nodiscard]] std::optional<SliceRef> firstCall() const {
        return slice == SliceRef{} ? std::nullopt : std::optional(slice);
    }
    CallCost own{};  ///< without the modules below; of operators without those within
    CallCost all{};  ///< with them; of operators the same as `own`
};
/// What belongs together; nothing where a side has none.
struct ModulePair {
    std::pair<int, int> ranks;  ///< before, after
    std::string path;           ///< modules from the outermost on; empty: what no module called
    std::string_view pass;      ///< "forward" or "backward"; empty: both, of what no module called as a whole
    std::string op;             ///< empty: the module itself
    std::optional<AlignedModule> before{};
    std::optional<AlignedModule> after{};
};

/// Modules of both sides, step by step in their order, each followed by the operators directly within it and then by
/// the modules below. The trees are aligned from their roots on, the modules below a pair by their names and order, and
/// likewise the operators within it (matching_blocks.h); what the backward pass does for one operator of a module
/// counts as a call of that module, at the root. As msprof-analyze compare does (huawei-tools 1.3), which leaves out
/// what no module called: here it comes first, of its operators those that launched something. With `together`, calls
/// of the same path, pass and operator are put together. Nothing for ranks without modules. O(n log n) to find them.
/// Stopped: incomplete. Any thread.
[[nodiscard]] std::vector<ModulePair> moduleAlignment(const TwoSides &sides, bool together,
                                                      const std::stop_token &stop = {});

std::vector<const FrameworkCall *> partsOf(const FrameworkCall *call, bool modules) {
    std::vector<const FrameworkCall *> parts;
    for (const auto *within : call == nullptr ? std::vector<const FrameworkCall *>{} : call->within) {
        if (within->isModule == modules) {
            parts.push_back(within);
        }
    }
    return parts;
}
std::vector<FrameworkCallPair> alignedParts(const FrameworkCallPair &of, bool modules) {
    return alignedCalls(partsOf(of.first, modules), partsOf(of.second, modules));
}

bool hasModules(const FrameworkCall *root) {
    return root != nullptr && std::any_of(root->within.begin(), root->within.end(),
                                          [](const FrameworkCall *call) { return call->isModule; });
}

std::optional<AlignedModule> sideOf(const FrameworkCall *call) {
    return call == nullptr ? std::nullopt : std::optional(AlignedModule{1, call->slice, call->own, call->all});
}

void addTo(std::optional<AlignedModule> &sum, const std::optional<AlignedModule> &more) {
    if (sum && more) {
        sum->calls += more->calls;
        sum->own += more->own;
        sum->all += more->all;
    } else if (more) {
        sum = more;
    }
}

class ModuleAligner {
public:
    ModuleAligner(std::pair<int, int> ranks, std::vector<ModulePair> &into) : m_ranks(ranks), m_into(into) {}

    void align(const FrameworkCallPair &roots) {
        std::vector<FrameworkCallPair> open{roots};
        while (!open.empty()) {
            const auto pair = open.back();
            open.pop_back();
            const auto &module = pair.first != nullptr ? *pair.first : *pair.second;
            const bool isRoot = module.name.empty();
            add(module, isRoot ? std::string_view() : passOf(module), {}, pair);
            for (const auto &ops : alignedParts(pair, false)) {
                const auto &op = ops.first != nullptr ? *ops.first : *ops.second;
                if (!isRoot || launched(ops)) {
                    add(module, passOf(isRoot ? op : module), op.name, ops);
                }
            }
            const auto below = alignedParts(pair, true);
            open.insert(open.end(), below.rbegin(), below.rend());
        }
    }

private:
    static bool launched(const FrameworkCallPair &pair) {
        const auto any = [](const FrameworkCall *call) { return call != nullptr && call->own.kernels > 0; };
        return any(pair.first) || any(pair.second);
    }
    static std::string_view passOf(const FrameworkCall &call) { return call.isBackward ? "backward" : "forward"; }
    void add(const FrameworkCall &module, std::string_view pass, std::string_view op, const FrameworkCallPair &pair) {
        m_into.push_back(
            {m_ranks, std::string(module.name), pass, std::string(op), sideOf(pair.first), sideOf(pair.second)});
    }

    std::pair<int, int> m_ranks;
    std::vector<ModulePair> &m_into;
};

/// Modules in the order of their first calls.
std::vector<ModulePair> putTogether(const std::vector<ModulePair> &pairs) {
    using Module = std::tuple<std::pair<int, int>, std::string_view, std::string_view>;
    std::map<Module, std::size_t> modules;
    std::map<std::pair<std::size_t, std::string_view>, std::size_t> places;
    std::vector<std::pair<std::size_t, ModulePair>> sums;
    for (const auto &pair : pairs) {
        const auto module = modules.try_emplace(Module(pair.ranks, pair.path, pair.pass), modules.size()).first->second;
        const auto [place, isNew] = places.try_emplace({module, pair.op}, sums.size());
        if (isNew) {
            sums.emplace_back(module, pair);
            continue;
        }
        auto &sum = sums[place->second].second;
        addTo(sum.before, pair.before);
        addTo(sum.after, pair.after);
    }
    std::stable_sort(sums.begin(), sums.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<ModulePair> result;
    for (auto &[module, sum] : sums) {
        result.push_back(std::move(sum));
    }
    return result;
}

std::vector<ModulePair> moduleAlignment(const TwoSides &sides, bool together, const std::stop_token &stop) {
    std::vector<ModulePair> pairs;
    const FrameworkCalls::Options of{.withModules = true};
    visitFrameworkCalls(sides, of, stop, [&](const FrameworkCallSides &step) {
        if (hasModules(step.before) || hasModules(step.after)) {
            ModuleAligner({step.rankBefore, step.rankAfter}, pairs).align({step.before, step.after});
        }
    });
    return together ? putTogether(pairs) : pairs;
}

constexpr std::array<std::string_view, 2> kGroupings{"call", "name"};

using ModuleSide = std::optional<AlignedModule>;

Nanos timeOf(const ModuleSide &side, CallCost AlignedModule::*part) { return side ? ((*side).*part).device : Nanos{0}; }
/// What a side lacks counts as 0.
template <CallCost AlignedModule::*Part>
Nanos moduleChange(const ModulePair &pair) {
    return timeOf(pair.after, Part) - timeOf(pair.before, Part);
}
std::optional<double> moduleRatio(const ModulePair &pair) {
    const auto before = timeOf(pair.before, &AlignedModule::all);
    return before > Nanos{0} ? std::optional(static_cast<double>(timeOf(pair.after, &AlignedModule::all).count()) /
                                             static_cast<double>(before.count()))
                             : std::nullopt;
}
std::int64_t depthOf(const ModulePair &pair) {
    return pair.path.empty() ? -1 : std::count(pair.path.begin(), pair.path.end(), ';');
}

Status addModulePairs(const AnalysisInput &input, const std::stop_token &stop, TableRows<ModulePair> &out) {
    ASSIGN_OR_RETURN(const auto grouping, choiceParameter(input, "by", kGroupings));
    const auto sides = twoSides(input);
    if (!sides) {
        out.note(sides.error().detail);
        return {};
    }
    for (const auto &pair : moduleAlignment(*sides, grouping == 1, stop)) {
        out.add(pair);
    }
    return {};
}

ColumnList<ModulePair> moduleKeys() {
    using Row = ModulePair;
    return {
        column(
            "rank_before", "Global rank of the side before; empty when unknown.",
            [](const Row &row) { return row.ranks.first; }, ifKnown),
        column(
            "rank_after", "Global rank of the side after.", [](const Row &row) { return row.ranks.second; }, ifKnown),
        column("pass",
               "forward, or backward: what the backward pass does for one operator of the module, without what "
               "accumulates gradients.",
               &Row::pass),
        column("path",
               "Modules from the outermost on, separated by semicolons; optimizers count as modules; empty: all of a "
               "step, and the operators that no module called.",
               &Row::path),
        column("depth", "0 = outermost.", &depthOf, ifKnown),
        column("operator",
               "Outermost operator directly within the module; empty: the module itself. Of operators outside of "
               "modules those that launched something.",
               &Row::op),
        column("side", "both, or the side that alone has it: before, after.",
               [](const Row &row) { return !row.after   ? "before"
                                           : row.before ? "both"
                                                        : "after"; }),
    };
}

ColumnList<ModulePair> moduleFigures() {
    using Row = ModulePair;
    using Side = AlignedModule;
    return {
        column("calls_before", "Calls of the module, or of the operator within it, before.", &Row::before,
               &Side::calls),
        column("calls_after", "The same of the side after.", &Row::after, &Side::calls),
        column("kernels_before", "Kernels, communication operators and copies that they launched.", &Row::before,
               &Side::all, &CallCost::kernels),
        column("kernels_after", "The same of the side after.", &Row::after, &Side::all, &CallCost::kernels),
        column("device_before_us", "us",
               "Sum of their durations; of a module with the modules below it, of an operator without.", &Row::before,
               &Side::all, &CallCost::device),
        column("device_after_us", "us", "The same of the side after.", &Row::after, &Side::all, &CallCost::device),
        column("change_us", "us", "device_after_us - device_before_us; what a side lacks counts as 0.",
               &moduleChange<&Side::all>),
        column("ratio", "device_after_us / device_before_us; empty where the latter is 0.", &moduleRatio),
        column("device_self_before_us", "us", "The part of device_before_us outside of the modules below.",
               &Row::before, &Side::own, &CallCost::device),
        column("device_self_after_us", "us", "The same of the side after.", &Row::after, &Side::own, &CallCost::device),
        column("self_change_us", "us", "device_self_after_us - device_self_before_us.", &moduleChange<&Side::own>),
        column("allocated_before_bytes", "bytes",
               "What operators were given meanwhile, by the profiler's record of memory; empty without one. Of a "
               "module with the modules below it.",
               &Row::before, &Side::all, &CallCost::allocated),
        column("allocated_after_bytes", "bytes", "The same of the side after.", &Row::after, &Side::all,
               &CallCost::allocated),
        column("evidence_before", "The first of the calls before.", &Row::before, &Side::firstCall),
        column("evidence", "The first of the calls after.", &Row::after, &Side::firstCall),
    };
}

}  // namespace

AnalysisEntry makeModuleCompareEntry() {
    return runTable<ModulePair>(
        {.entry = {.id = "module_compare",
                   .title = "Modules of two sides, with their operators",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full,
                   .isLean = true,
                   .hasTwoSides = true,
                   .parameters = {{"by", "call",
                                   "call: each call of a module; name: calls of the same path, pass and operator put "
                                   "together."}}},
         .whenEmpty = "No modules: no trace of these ranks is loaded, or it holds neither calls of nn.Module "
                      "(with_stack or with_modules) nor marks of the domain \"Module\"."},
        {moduleKeys(), moduleFigures()}, addModulePairs);
}

}  // namespace stagescope
