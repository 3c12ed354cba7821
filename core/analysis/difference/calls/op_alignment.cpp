#include "core/analysis/difference/calls/op_alignment.h"

#include <algorithm>

namespace stagescope {

namespace {

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

}  // namespace

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

}  // namespace stagescope
