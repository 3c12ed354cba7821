#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace stagescope {

/// What a capture tells of the job that it was recorded in, as far as the first bytes of its files do, and, where it is
/// loaded, what was read of them. Nothing in it is a proof by itself: contradicts() and areAlike() weigh it.
struct JobEvidence {
    /// When it was recorded. Clocks that began with the machine tell nothing about another machine.
    struct Span {
        std::int64_t begin = 0;  ///< ns
        std::int64_t end = 0;
        bool isWallClock = false;
        std::string clock{};  ///< the machine, where it is told and its own clock counts
        [[nodiscard]] bool isComparable(const Span &other) const {
            return isWallClock == other.isWallClock && clock == other.clock;
        }
    };
    int world = 0;                    ///< ranks of the job; 0 = not told
    std::string schedule{};           ///< at which steps it was recorded; empty = not told
    std::optional<Span> span{};       ///< of a trace: what its first bytes reach over
    std::string process{};            ///< number of its process; empty = not told
    std::set<std::string> names{};    ///< of what it ran, as far as the first bytes go
    std::set<std::string> devices{};  ///< numbers and ids of the devices that it drove, as far as the first bytes go
    bool isByHand = false;            ///< a person says which rank it is
    bool hasDevice = false;           ///< device work was seen
    bool hasHost = false;             ///< calls or operators of a host were
    bool isMerged = false;            ///< its processes are named by ranks: "[TP01] 300"
    std::uint64_t content = 0;  ///< of the first events, blanks aside: equal where a file tells the same; 0 = not known
    bool isSeen = false;        ///< a trace was looked at
    bool isWhole = false;       ///< and all of it
};

/// Reads up to a megabyte of a trace whose rank nobody knows, 64 KiB of others, the first kernels of a database of
/// Nsight Systems, and the small files of JSON that a profiler writes beside its own; each once for all that ask. What
/// cannot be read tells nothing. Any thread.
[[nodiscard]] JobEvidence evidenceOf(const RankCapture &capture);
/// Whether they tell jobs of other sizes.
[[nodiscard]] bool areOfOtherWorlds(const JobEvidence &a, const JobEvidence &b);
/// Whether two captures cannot be of one job recorded once: other worlds, other steps, or times far apart.
[[nodiscard]] bool contradicts(const JobEvidence &a, const JobEvidence &b);
/// Whether both were recorded at the same time.
[[nodiscard]] bool overlap(const JobEvidence &a, const JobEvidence &b);
/// Whether they drove other devices: processes of containers may share a number.
[[nodiscard]] bool droveOthers(const JobEvidence &a, const JobEvidence &b);
/// Whether two captures without a rank are ranks of one job: other processes that did the same at the same time.
[[nodiscard]] bool areAlike(const JobEvidence &a, const JobEvidence &b);
/// Whether two traces whose names call them ranks ran nothing in common, where they tell enough of it and neither tells
/// of a job: files named alike of two programs.
[[nodiscard]] bool areUnlike(const JobEvidence &a, const JobEvidence &b);
/// What two captures of one job tell together.
void addEvidence(JobEvidence &to, const JobEvidence &from);

}  // namespace stagescope
