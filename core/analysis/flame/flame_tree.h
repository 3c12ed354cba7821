#pragma once

#include "core/analysis/flame/trace_work.h"
#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Which calls of the host are frames.
enum class FlameFrames : std::uint8_t { All, Python, Module, Operator };

/// What a box of a flame graph stands for.
enum class FlameKind : std::uint8_t {
    Root,
    Thread,
    Python,
    Module,
    Operator,
    Annotation,     ///< what the user's code calls a stretch of itself
    Unrecorded,     ///< of work whose launch the trace does not tell
    Kernel,         ///< below the call that launched it; as op_stats names it
    Communication,  ///< the same of communication operators
    Copy,
};
/// "root", "thread", "python" ...
[[nodiscard]] std::string_view flameKindText(FlameKind kind);

/// A call path. Work of the device belongs to the innermost frame around the moment of the host from which the trace's
/// arrows lead to it.
struct FlameNode {
    FlameKind kind = FlameKind::Root;
    std::uint32_t name = 0;  ///< FlameTree::names
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;
    std::uint64_t calls = 0;  ///< those that begin in the range
    Nanos host{0};            ///< within the range; of a thread what its frames cover
    Nanos hostSelf{0};        ///< without the frames below
    DeviceTime device;        ///< launched by the path and all below
    DeviceTime deviceSelf;    ///< by the path itself; of kernels, the same as `device`
    DeviceTime backward;      ///< the part of `device` that was launched in the backward pass; by modules only
    DeviceTime backwardSelf;  ///< the part of `deviceSelf`
    Nanos longestTime{0};     ///< the longest of its calls (kernels),
    std::optional<SliceRef> longest{};  ///< and which it is

    [[nodiscard]] bool isWork() const { return kind >= FlameKind::Kernel; }
};

/// Call paths of one rank. The first node is the root, parents come before their children. Immutable once built.
///
/// The children of the root are threads, and one of kind Unrecorded. The `device` of a node is its `deviceSelf` and the
/// `device` of its children that are no work; where work is listed its nodes below a node sum up to its `deviceSelf`.
struct FlameTree {
    std::vector<FlameNode> nodes;
    std::vector<std::string> names;

    [[nodiscard]] std::string_view name(const FlameNode &node) const { return names[node.name]; }
};

struct FlameOptions {
    FlameFrames frames = FlameFrames::All;
    std::optional<RankRange> host{};    ///< nothing: all; calls are cut to it
    std::optional<RankRange> device{};  ///< as traceWork() takes it
    bool withWork = true;               ///< kernels are nodes
    bool withFlop = false;              ///< DeviceTime has them
};

/// With frames of modules, what is launched by an operator of the backward pass belongs to the module that called the
/// operator of the forward pass, as the arrows between the two tell it ("fwdbwd"); what no module called stays with its
/// thread. O(n log n) of the slices of the host's threads and of the device. Stopped: incomplete. Any thread.
[[nodiscard]] FlameTree flameTree(const Run &run, const RankCapture &capture, const FlameOptions &options,
                                  const std::stop_token &stop = {});

/// What makes a box wide.
enum class FlameWidth : std::uint8_t { Host, Device, Exposed };
[[nodiscard]] Nanos flameWidth(const FlameNode &node, FlameWidth width);

/// Where boxes stand: to the right of their wider siblings, below their parents.
struct FlamePlace {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
};
/// The widths of all, by node.
[[nodiscard]] std::vector<std::uint64_t> flameSizes(const FlameTree &tree, FlameWidth width);
/// Of boxes of these sizes, by node. O(n log n).
[[nodiscard]] std::vector<FlamePlace> flamePlaces(const FlameTree &tree, std::span<const std::uint64_t> sizes);

}  // namespace stagescope
