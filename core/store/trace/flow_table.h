#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace stagescope {

/// One arrow from a point on a track to a point on a track: launch to kernel, forward to backward ...
struct Flow {
    TrackId fromTrack;
    TrackId toTrack;
    RankTime from;
    RankTime to;
    StringId category;
};

/// All matched arrows of a trace, sorted by (fromTrack, from), with a second order by (toTrack, to). Immutable.
class FlowTable {
public:
    FlowTable() = default;
    /// When stopped the table is incomplete: the caller looks at the token.
    explicit FlowTable(std::vector<Flow> flows, const std::stop_token &stop = {});

    [[nodiscard]] std::size_t size() const { return m_flows.size(); }
    [[nodiscard]] const Flow &at(std::size_t i) const { return m_flows[i]; }
    /// Arrows that leave (reach) a track within a closed interval of time, O(log n + result).
    [[nodiscard]] std::vector<Flow> leaving(TrackId track, RankTime first, RankTime last) const;
    [[nodiscard]] std::vector<Flow> reaching(TrackId track, RankTime first, RankTime last) const;
    [[nodiscard]] std::size_t byteSize() const { return m_flows.capacity() * sizeof(Flow) + m_byTarget.capacity() * 4; }

private:
    friend class StoreArchive;

    std::vector<Flow> m_flows;
    std::vector<std::uint32_t> m_byTarget;
};

}  // namespace stagescope
