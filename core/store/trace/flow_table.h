#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/store/tables/packed_ints.h"

#include <cstddef>
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

    [[nodiscard]] std::size_t size() const { return m_byTarget.size(); }
    [[nodiscard]] Flow at(std::size_t i) const;
    /// Arrows that leave (reach) a track within a closed interval of time, O(log n + result).
    [[nodiscard]] std::vector<Flow> leaving(TrackId track, RankTime first, RankTime last) const;
    [[nodiscard]] std::vector<Flow> reaching(TrackId track, RankTime first, RankTime last) const;
    [[nodiscard]] std::size_t byteSize() const;

private:
    friend class StoreArchive;

    // Millions of them lie in large traces, and the times of a rank's are near one another: 13 to 20 bytes an arrow.
    PackedInts m_fromTrack;
    PackedInts m_toTrack;
    PackedInts m_from;
    PackedInts m_to;
    PackedInts m_category;
    PackedInts m_byTarget;
};

}  // namespace stagescope
