#pragma once

#include "core/analysis/blame/held_up.h"
#include "core/analysis/difference/accounted_steps.h"
#include "core/analysis/pipeline/schedule/schedule.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// What changed between two steps: an account (AccountKind), of kernels with the way in which they changed.
enum class ChangeKind : std::uint8_t {
    KernelTime,    ///< as many calls at equal shapes, each slower or faster
    KernelCount,   ///< more or fewer calls of what both have
    KernelShapes,  ///< an operator that both have, at shapes that only one has
    KernelNew,
    KernelGone,
    Computing,
    Bubble,
    CommWait,
    CommTransfer,
    Communication,
    Gap,
    Tail,
    Reported,
};
constexpr std::size_t kChangeKinds = 13;
/// "kernel_time", "kernel_count", "kernel_shapes", "kernel_new", "kernel_gone", then as the kinds of AccountKind are
/// called
[[nodiscard]] std::string_view changeKindText(ChangeKind kind);

/// What else differs between the sides, and so explains a row.
enum class ReasonKind : std::uint8_t { Schedule, Stages, Microbatches, Shapes };
/// "schedule", "stages", "microbatches", "shapes"
[[nodiscard]] std::string_view reasonKindText(ReasonKind kind);
struct ChangeReason {
    ReasonKind kind = ReasonKind::Schedule;
    std::string from{};
    std::string to{};
    auto operator<=>(const ChangeReason &) const = default;
};
/// "microbatches 8 -> 12, schedule 1f1b -> zb-h1": as tables write it
[[nodiscard]] std::string reasonsText(std::span<const ChangeReason> reasons);

/// Whether a difference is more than what steps of one run differ by.
enum class Significance : std::uint8_t { Significant, WithinNoise, Unknown };
/// "beyond noise", "within noise", "unknown": one step on either side tells no spread
[[nodiscard]] std::string_view significanceText(Significance significance);

/// Where a row is seen best: the longest stretch of its account.
struct LedgerEvidence {
    int rank = -1;
    std::optional<std::int64_t> step{};
    RankRange range{};  ///< clock of the rank
};

struct LedgerRow {
    ChangeKind kind = ChangeKind::KernelTime;
    std::string name{};  ///< as AccountKey
    std::string core{};
    std::string shapes{};
    Nanos before{0};  ///< per step
    Nanos after{0};
    std::optional<double> callsBefore{};  ///< of kernels, per step
    std::optional<double> callsAfter{};
    std::optional<Nanos> noise{};  ///< a smaller difference says nothing; nothing where that is not known
    Significance significance = Significance::Unknown;
    std::vector<ChangeReason> reasons{};
    std::optional<int> late{};  ///< of CommWait: the rank that it waited for, to the end, where it waited longest
    std::optional<LedgerEvidence> evidenceBefore{};
    std::optional<LedgerEvidence> evidenceAfter{};

    [[nodiscard]] Nanos change() const { return after - before; }
};

/// One side of a ledger.
struct LedgerSide {
    const Run *run = nullptr;  ///< outlives the call
    std::vector<int> ranks{};  ///< empty: all
    std::optional<std::int64_t> step{};
};

/// Why a step takes longer or shorter: before = sum of before over the rows, after likewise, so that their changes sum
/// up to the change, to the nanosecond. A side of several steps and ranks is its typical step (typical_step.h), the
/// mean of the ranks that have it; parts of a nanosecond are dealt out by largest remainder.
struct Ledger {
    Nanos before{0};
    Nanos after{0};
    std::size_t stepsBefore = 0;  ///< that were looked at, of all ranks
    std::size_t stepsAfter = 0;
    std::size_t ranksBefore = 0;
    std::size_t ranksAfter = 0;
    std::optional<Nanos> noise{};  ///< of the step itself
    Significance significance = Significance::Unknown;
    /// The largest change first; where the step changed by more than chance, those that go its way before the others.
    std::vector<LedgerRow> rows{};
    std::vector<ChangeReason> settings{};
    /// Of whose rank the rows are, but for a gap "other_ranks": what the mean of all ranks is longer than its step.
    std::optional<HeldUpBy> holder{};
    /// How many times as long the same calls of the host take after as before (host/host_speed.h), where that is known.
    std::optional<double> hostRatio{};
    Nanos hostSpeed{0};  ///< part of the change that it makes: the row of gaps called "host_speed"

    [[nodiscard]] Nanos change() const { return after - before; }
    /// As it would be if both hosts were equally fast.
    [[nodiscard]] Nanos changeAtEqualHost() const { return change() - hostSpeed; }
    [[nodiscard]] bool isEmpty() const { return stepsBefore == 0 || stepsAfter == 0; }
};

/// A difference is certain where it exceeds the noise of the steps' values: of the step itself stepNoise of medians, of
/// a row, in the mean of all steps and in the typical one, stepNoise of means at 1 percent over the number of accounts
/// (Bonferroni): a ledger of two runs that differ by chance alone claims nothing in 99 of 100 cases. Where the same
/// calls of the host take longer on one side, what late launches cost more there is the speed of the host as far as
/// that explains it, and a row of its own. O(n log n) of the device work of both sides. Any thread. Stopped: empty.
[[nodiscard]] Ledger ledger(const LedgerSide &before, const LedgerSide &after, const std::stop_token &stop = {});
/// The schedules of both sides: what differs between them explains bubbles and numbers of calls.
using Schedules = std::pair<ScheduleOptions, ScheduleOptions>;
/// The same of steps that are at hand.
[[nodiscard]] Ledger ledgerOf(std::span<const AccountedStep> before, std::span<const AccountedStep> after,
                              std::optional<Schedules> schedules = {}, std::optional<double> hostRatio = {});

}  // namespace stagescope
