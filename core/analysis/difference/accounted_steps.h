#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What a rank's time is counted under, in the order in which it is looked for.
enum class AccountKind : std::uint8_t {
    Kernel,         ///< computing, by the kernel that began first of those that run
    Computing,      ///< computing of which no kernel is known
    Bubble,         ///< no computing, and the pipeline tells why (BubbleCause)
    CommWait,       ///< a collective that no computing covers, until its last rank has come
    CommTransfer,   ///< the rest of it
    Communication,  ///< the same where arrivals are not known, sends and receives
    Gap,            ///< neither computing nor communication (FreeCause)
    Tail,           ///< from the last device work to the step's end
    Reported,       ///< a part that the profiler summed up, where no device work is loaded
};
constexpr std::size_t kAccountKinds = 9;

/// name: type of a kernel (its name where it has no type), name of a group ("dp"; the kind of the operator where the
/// group has no name), cause of a bubble or a gap. Texts are equal in any two runs for the same thing.
struct AccountKey {
    AccountKind kind = AccountKind::Kernel;
    std::string name{};
    std::string core{};    ///< of kernels
    std::string shapes{};  ///< of kernels: their inputs
    auto operator<=>(const AccountKey &) const = default;
};

struct AccountSum {
    Nanos time{0};
    std::int64_t count = 0;     ///< kernels that begin in the step; else stretches
    RankRange widest{};         ///< the longest stretch, clock of the rank
    std::optional<int> late{};  ///< of CommWait: the rank that this stretch waits for, to the end (blame/held_up.h)
};

/// One step of one rank. range = sum of all accounts, to the nanosecond: each of its nanoseconds is counted once.
struct AccountedStep {
    int rank = -1;
    std::optional<std::int64_t> step{};  ///< nothing: the whole capture, since no steps are known
    Nanos total{0};
    std::optional<RankRange> range{};  ///< nothing where only sums are reported: `sums` are `parts` then
    std::map<AccountKey, AccountSum> sums{};
    /// The same step in the few parts that a profiler sums up (Reported), so that it compares with one of which nothing
    /// else is known.
    std::map<AccountKey, AccountSum> parts{};

    [[nodiscard]] bool isReported() const { return !range; }
};

/// Of the ranks (empty: all) and the step (nothing: all), by rank and begin of the step. Steps are those of timeSplits;
/// those in which the device does nothing are left out where others are known. Gaps and their causes are those of
/// freeGaps, bubbles those of bubbleCauses. Stopped: incomplete. O(n log n) of the ranks' device work. Any thread.
[[nodiscard]] std::vector<AccountedStep> accountedSteps(const Run &run, std::span<const int> ranks,
                                                        std::optional<std::int64_t> step,
                                                        const std::stop_token &stop = {});

}  // namespace stagescope
