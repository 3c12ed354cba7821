#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// What of the work of one stream cannot be as the file says. A stream does one thing after the other: work that runs
/// beside other work of its stream is wrong by more than the microsecond that profilers round by. Work without a time,
/// or far from all others, is wrong too.
struct StreamTrouble {
    /// Works of one kind of trouble, and the longest of them as the file has it.
    struct Works {
        std::uint64_t count = 0;
        std::int64_t begin = 0;
        std::int64_t duration = 0;
        std::uint64_t over = 0;  ///< how many of the next works begin before it ends
        StringId name;

        void add(std::int64_t ownBegin, std::int64_t ownDuration, StringId ownName) {
            if (count++ == 0 || ownDuration > duration) {
                begin = ownBegin;
                duration = ownDuration;
                name = ownName;
            }
        }
    };
    Works cut;                 ///< reached over whole others: end where the next one begins
    std::int64_t cutTime = 0;  ///< ns that these lost by that
    Works crossed;             ///< reach into the next one only: as the file has them
    Works untimed;             ///< at 0, far from all others: no work any more (SliceClass::Event)
    Works far;                 ///< at another time far from all others: the same
    /// Without a duration, where most works are so: a few are shorter than the file's unit. Of so many works.
    Works lengthless;
    std::uint64_t works = 0;

    [[nodiscard]] bool isEmpty() const {
        return cut.count == 0 && crossed.count == 0 && untimed.count == 0 && far.count == 0 && lengthless.count == 0;
    }
};

/// What a merge found of rows that cannot be as the file says. Filled by mergeTraces, read afterwards.
struct TraceHealth {
    struct Stream {
        TrackId track;
        StreamTrouble trouble;
    };
    /// Ranges that nothing ends, by their track and name.
    struct Unended {
        std::uint64_t count = 0;
        std::int64_t begin = 0;  ///< of the first
    };
    /// A thread whose calls overlap without one being within the other.
    struct Crossing {
        TrackId track;
        std::uint64_t count = 0;
        std::int64_t begin = 0;  ///< of the first
    };
    std::int64_t origin = 0;      ///< ns that were added to the file's times
    std::vector<Stream> streams;  ///< those that have any
    std::map<std::pair<TrackId, StringId>, Unended> unended;
    std::vector<Crossing> crossing;
    std::uint64_t jumped = 0;          ///< rows on the lesser side of a jump of the clock
    std::int64_t jump = 0;             ///< ns; 0: there is none
    std::int64_t jumpAt = 0;           ///< the last time before it
    std::uint64_t flowStarts = 0;      ///< without an end
    std::uint64_t flowEnds = 0;        ///< without a start
    std::uint64_t ambiguousFlows = 0;  ///< ends that starts of several processes may belong to

    /// A thread makes one call within another, or behind it. Two threads under one number cross everywhere, a clock
    /// that was set or a profiler's own mistake here and there.
    void addCrossing(TrackId track, std::uint64_t count, std::uint64_t rows, std::int64_t begin) {
        constexpr std::uint64_t kMostSound = 50;  // one in so many
        if (count * kMostSound > rows) {
            crossing.push_back({track, count, begin});
        }
    }
    void addUnended(TrackId track, StringId name, std::int64_t begin) {
        auto &known = unended[{track, name}];
        known.begin = known.count == 0 || begin < known.begin ? begin : known.begin;
        ++known.count;
    }
};

}  // namespace stagescope
