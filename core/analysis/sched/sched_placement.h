#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Where a record of the scheduler beside a profile lies on the profile's time axis.
struct SchedPlacement {
    enum class How : std::uint8_t {
        AsRecorded,  ///< its clock is that of the profile
        Launches,    ///< an estimate: the offset that has most launches where their thread ran
        Begin,       ///< nothing tells: its first event is put where the profile begins, so that both can be seen
    };
    int capture = -1;  ///< RankCapture::rank of the record
    std::string file;
    How how = How::AsRecorded;
    Nanos offset{0};
    std::size_t calls = 0;   ///< of Launches: those that it rests on
    std::size_t offCpu = 0;  ///< of them: where the thread did not run all the same
};

/// Of each record in a run that has ranks, too. Records alone stay where they are. O(launchWaits).
[[nodiscard]] std::vector<SchedPlacement> schedPlacements(const Run &run, const std::stop_token &stop = {});

/// For the import log: which of them are not as recorded.
[[nodiscard]] std::vector<ImportEntry> schedClockNotes(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
