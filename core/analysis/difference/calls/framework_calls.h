#pragma once

#include "core/analysis/difference/two_sides.h"
#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// What calls of the host launched, and the memory that they were given.
struct CallCost {
    std::uint64_t kernels = 0;  ///< kernels, communication operators and copies
    Nanos device{0};            ///< sum of their durations
    bool tellsMemory = false;   ///< the capture has a record of operators' memory
    std::uint64_t bytes = 0;
    Nanos held{0};  ///< sum of the times from allocation to release, of what was released

    CallCost &operator+=(const CallCost &more) {
        kernels += more.kernels;
        device += more.device;
        tellsMemory |= more.tellsMemory;
        bytes += more.bytes;
        held += more.held;
        return *this;
    }
    [[nodiscard]] std::optional<std::uint64_t> allocated() const {
        return tellsMemory ? std::optional(bytes) : std::nullopt;
    }
    [[nodiscard]] std::optional<Nanos> heldTime() const { return tellsMemory ? std::optional(held) : std::nullopt; }
};

/// A call of an operator of the framework, or of a module: of nn.Module, of an optimizer, or what the backward pass
/// does for one operator of a module (calls to which the trace's arrows "fwdbwd" lead).
struct FrameworkCall {
    bool isModule = false;
    bool isBackward = false;  ///< of operators: on a thread of the backward pass
    std::string_view name{};  ///< of a module its path: modules from the outermost on, separated by semicolons
    std::string_view key{};   ///< by what it is aligned: the name, with the input shapes of its kernels if asked for
    SliceRef slice{};
    std::int64_t begin = 0;                       ///< ns, clock of the rank
    CallCost own{};                               ///< with operators within, without modules within
    CallCost all{};                               ///< with modules within; of operators the same as `own`
    std::vector<const FrameworkCall *> within{};  ///< directly within it; of modules also those within its operators
};

/// The calls of one rank as trees, within each by begin: one tree for each step that is asked about, without steps one
/// of all. Its root is a module without a name, which holds what no module called. Calls refer to it and to the stores
/// of the run. Immutable once made; any thread. O(n log n) of the slices of the host's threads and of the device.
/// Stopped: incomplete.
class FrameworkCalls {
public:
    struct Options {
        bool withModules = false;  ///< else of operators alone
        bool withShapes = false;   ///< in the keys of operators
    };
    FrameworkCalls(const AnalysisInput &input, const RankCapture &capture, const Options &options,
                   const std::stop_token &stop);
    FrameworkCalls(const FrameworkCalls &) = delete;
    FrameworkCalls &operator=(const FrameworkCalls &) = delete;

    /// In the order of the steps.
    [[nodiscard]] const std::deque<FrameworkCall> &roots() const { return m_roots; }

private:
    friend class FrameworkCallFinder;

    std::deque<FrameworkCall> m_roots;
    std::deque<FrameworkCall> m_calls;           ///< calls come after those around them; the first is around all
    std::set<std::string, std::less<>> m_texts;  ///< that names and keys refer to
};

/// Calls of either side that belong together; null where a side has none.
using FrameworkCallPair = std::pair<const FrameworkCall *, const FrameworkCall *>;
/// Two sequences aligned by their keys (matching_blocks.h). Cost as there.
[[nodiscard]] std::vector<FrameworkCallPair> alignedCalls(std::span<const FrameworkCall *const> before,
                                                          std::span<const FrameworkCall *const> after);

/// What a step of two ranks is compared in.
struct FrameworkCallSides {
    int rankBefore = -1;
    int rankAfter = -1;
    const FrameworkCall *before = nullptr;  ///< root; null where this side has fewer steps
    const FrameworkCall *after = nullptr;
};
/// Calls for each pair of ranks of which both sides have a capture and for each of their steps, which are paired in
/// their order; of the calls, and of timelines that a run does not keep, nothing is there afterwards.
void visitFrameworkCalls(const TwoSides &sides, const FrameworkCalls::Options &options, const std::stop_token &stop,
                         const std::function<void(const FrameworkCallSides &)> &visit);

}  // namespace stagescope
