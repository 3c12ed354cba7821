#pragma once

#include "core/analysis/overview/clock_offsets.h"
#include "core/export/digest/digest_folder.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace stagescope {

struct MergeOutcome {
    std::vector<ClockOffset> offsets;  ///< of all ranks
    std::size_t clocks = 0;
    std::size_t collectives = 0;  ///< different ones by which clocks were compared
    bool isUnchanged = false;     ///< was there already; the rest is not told then
};

/// Works out what needs all ranks of a folder of digests, `listed` (discover): how far their clocks are apart, from the
/// collectives of each rank and from pipeline after pipeline. Writes it into the folder as "merged.stagescope", so that
/// each part of the folder has the clocks of all without looking at the others; it is left alone where it is of these
/// digests. Two ranks or two pipelines are loaded at a time, by `shallow`, or by `whole` where what is asked lies in
/// their timelines; ranks of no pipeline that metadata name are loaded together. `progress` (may be empty) is called by
/// any thread with the ranks looked at, twice each. Errors: BadArgument where a rank is no digest, NotFound where there
/// is none, NoPermission, ReadFailed of writing; Cancelled. O(bytes of the digests).
[[nodiscard]] Result<MergeOutcome> mergeDigests(const Run &listed, const DigestLoader &shallow,
                                                const DigestLoader &whole,
                                                const std::function<void(std::size_t, std::size_t)> &progress = {},
                                                const std::stop_token &stop = {});

/// Whether that was done with all these digests as they are. Reads the heads of the digests.
[[nodiscard]] bool isMerged(const Run &listed);

}  // namespace stagescope
