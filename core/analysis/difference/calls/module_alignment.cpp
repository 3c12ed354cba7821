#include "core/analysis/difference/calls/module_alignment.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

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

}  // namespace

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

}  // namespace stagescope
