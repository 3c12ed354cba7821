#pragma once

#include "core/analysis/operators/kernel_bound.h"
#include "core/base/message.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

namespace stagescope {

/// What the slices of the streams of one trace are bound by (boundOf()): one byte for each slice. Immutable once made;
/// any thread.
class TraceBounds {
public:
    /// Nothing where a slice is no kernel, or no counters of the cores were recorded for it.
    [[nodiscard]] std::optional<KernelBound> of(TrackId track, SliceId slice) const;
    /// Whether the track is a stream of the device.
    [[nodiscard]] bool isStream(TrackId track) const { return m_slices.contains(track); }
    /// Those that any slice has.
    [[nodiscard]] const std::set<KernelBound> &present() const { return m_present; }

private:
    friend class TraceBoundsMaker;
    std::map<TrackId, std::vector<std::uint8_t>> m_slices;  ///< by slice: 0 unknown, else 1 + KernelBound
    std::set<KernelBound> m_present;
};

/// Of each loaded trace of a capture. The kernels of the capture's tables are found on the streams as KernelSlices
/// does. Traces without streams have an entry, too. Stopped: incomplete. O(kernels x streams x log n). Any thread.
[[nodiscard]] std::map<const TraceStore *, std::shared_ptr<const TraceBounds>> sliceBounds(
    const Run &run, const RankCapture &capture, const std::stop_token &stop = {});

/// Why no kernel of a run has a bound, where none has.
[[nodiscard]] Message whyNoBounds(const Run &run);

}  // namespace stagescope
