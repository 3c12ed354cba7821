#pragma once

#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/flame/thread_calls.h"
#include "core/base/intervals.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace stagescope {

/// Puts the tree of a rank together, one trace after the other. Used by flameTree() alone; one thread.
class FlameBuilder {
public:
    FlameBuilder(RunId run, const FlameOptions &options);

    void beginTrace(const TraceWork &trace) { m_trace = &trace; }
    /// Of a track; made when it is first asked for.
    [[nodiscard]] std::uint32_t thread(TrackId track);
    [[nodiscard]] std::uint32_t frame(std::uint32_t parent, const ThreadCall &call);

    /// The part within the range; empty at 0 when there is none.
    [[nodiscard]] Interval inRange(Interval of) const;
    [[nodiscard]] bool beginsInRange(std::int64_t begin) const;

    void addCall(std::uint32_t node, const ThreadCall &call, Nanos inRange);
    void addSelf(std::uint32_t node, Nanos self) { m_tree.nodes[node].hostSelf += self; }
    void addWork(std::uint32_t node, const DeviceWork &work, bool isBackward = false);
    void addUnrecorded(const DeviceWork &work);

    /// Sums up; the builder is of no use afterwards.
    [[nodiscard]] FlameTree finish();

private:
    [[nodiscard]] std::uint32_t child(std::uint32_t parent, FlameKind kind, std::string_view name);
    void addLongest(FlameNode &node, Nanos length, TrackId track, SliceId slice) const;

    RunId m_run;
    FlameOptions m_options;
    const TraceWork *m_trace = nullptr;
    FlameTree m_tree;
    std::unordered_map<std::string, std::uint32_t> m_names;       ///< position in FlameTree::names
    std::unordered_map<std::uint64_t, std::uint32_t> m_children;  ///< by parent, name and kind
};

}  // namespace stagescope
