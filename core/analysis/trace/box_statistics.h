#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/selection_state.h"
#include "core/base/time.h"
#include "core/session/workspace.h"
#include "core/store/trace/track.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// What kind of track a slice stands on; kinds are never added up, since one shows again what another does.
enum class LanePlace : std::uint8_t {
    Host,
    Device,
    Communication,
    Summary,  ///< computed overlap lanes: no work of their own
};
inline constexpr std::size_t kLanePlaces = 4;
/// Nothing for processes and counters, which have no slices.
[[nodiscard]] std::optional<LanePlace> placeOf(TrackKind kind);
/// "host", "device", "communication", "summary"
[[nodiscard]] std::string_view placeText(LanePlace place);

/// Slices of one name within a box. Times are cut to the box.
struct NameStatistics {
    LanePlace place = LanePlace::Host;
    std::string name;
    std::int64_t count = 0;
    Nanos total{0};
    Nanos self{0};  ///< total less what slices one depth below take of it
    Nanos min{0};
    Nanos max{0};
};

/// All slices of one kind of track within a box.
struct PlaceStatistics {
    LanePlace place = LanePlace::Host;
    std::size_t tracks = 0;  ///< with slices in the box
    std::int64_t count = 0;
    Nanos total{0};  ///< sum of `total` of the names: nested slices count in their parents' too
    Nanos self{0};
    Nanos busy{0};  ///< union of the slices of each track, added up over the tracks: nothing counts twice in a track
};

/// A counter within a box. The value of a sample holds until the next one.
struct CounterStatistics {
    RunId run;
    int rank = -1;
    std::string name;
    std::string unit;
    std::int64_t samples = 0;  ///< whose value holds somewhere in the box
    double min = 0;
    double max = 0;
    double mean = 0;  ///< over time
};

struct BoxStatistics {
    std::vector<NameStatistics> names;    ///< longest total first
    std::vector<PlaceStatistics> places;  ///< those that have slices, in the order of LanePlace
    std::vector<CounterStatistics> counters;
    bool complete = true;  ///< false when it was stopped
};

/// Several boxes that have no track in common as one.
class JoinedBoxes {
public:
    void add(BoxStatistics box);
    /// Ends the list. O(names x log names).
    [[nodiscard]] BoxStatistics take();

private:
    std::map<std::pair<LanePlace, std::string>, NameStatistics> m_names;
    std::map<LanePlace, PlaceStatistics> m_places;
    std::vector<CounterStatistics> m_counters;
    bool m_isComplete = true;
};

/// What lies in a box: a stretch of the common clock times rows of tracks (see workLanes for those of whole ranks).
/// Each track counts once. O(slices in the box), on all cores; looks at the token every few thousand slices. Not on the
/// GUI thread.
[[nodiscard]] BoxStatistics boxStatistics(const Workspace &workspace, AlignedRange range,
                                          const std::vector<LaneRef> &lanes, const std::stop_token &stop = {});

/// The names ("slice_stats": share_percent = self_us / busy of the kind of track), the kinds of track, the counters.
[[nodiscard]] ResultTable namesTable(const BoxStatistics &statistics);
[[nodiscard]] ResultTable placesTable(const BoxStatistics &statistics);
[[nodiscard]] ResultTable countersTable(const BoxStatistics &statistics);

}  // namespace stagescope
