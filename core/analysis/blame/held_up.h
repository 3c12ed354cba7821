#pragma once

#include "core/analysis/blame/blame_study.h"
#include "core/analysis/communication/comm_late.h"

#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

// Who is waited for, to the end of the way back: the one answer for findings, ledger, late arrivals and charts of
// ranks. Last to arrive is not to blame: what came last may itself have waited.

/// Who holds others up, and by what. A plain value.
struct HeldUpBy {
    int rank = -1;  ///< of a transfer the one of its ends that waited
    BlameWhat what = BlameWhat::Work;
    std::optional<FreeCause> gap{};  ///< of a gap
    std::string with{};              ///< of a transfer the ranks it went between, "2,3"
    Nanos excess{0};                 ///< how much longer that took than elsewhere, on the way; of whoHoldsUp per step
};

/// At the end of a chain; nothing where the order of the work makes the wait, or it ends where no timeline is.
[[nodiscard]] std::optional<HeldUpBy> heldUpBy(const BlameChain &chain);

/// Who holds up the job: what costs most in all on the ways back from the ends of its steps (BlameStudy::ofStep).
/// Nothing for a healthy job, where fewer than half of its steps are held up, and without timelines (those of a run
/// that keeps none are read, where all of them fit into memory at once). `step`: of this step alone. O(work of all
/// ranks).
[[nodiscard]] std::optional<HeldUpBy> whoHoldsUp(const Run &run, std::optional<std::int64_t> step = {},
                                                 const std::stop_token &stop = {});

/// lateArrivals, those of hosts included, each with the rank that it waited for at last (LateArrival::heldUpBy). Of
/// collectives that join stages none, as nobody is late there; where a rank's timeline is not loaded, and there are no
/// pipelines, the last to arrive. O(n log n) of the work of all ranks.
[[nodiscard]] LateArrivals lateArrivalsToTheEnd(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
