#pragma once

#include "core/analysis/pipeline/time/bubble_causes.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// Work of a step that no pipeline schedule orders.
enum class OtherWork : std::uint8_t {
    Preparing,  ///< before the first work of the device: data loading, host
    Loss,
    GradientSync,  ///< communication after the last backward, as cells say it
    Optimizer,
    Computing,      ///< of the device, no cell says what for
    Communication,  ///< likewise
    Marked,         ///< cells of kind other
};
constexpr std::size_t kOtherWorks = 7;
/// "preparing", "loss", "gradient_sync", "optimizer", "other_computing", "other_communication", "other_marked"
[[nodiscard]] std::string_view otherWorkText(OtherWork work);

/// Where one rank's whole step went. step = busy + sum of causes, and causes[OtherWork] = sum of others, to the
/// nanosecond. Within the pipeline's window the causes are those of bubbleCauses, as far as the step reaches; outside
/// of it the device's work is other work, what lies before its first work preparing, what lies after its last one tail,
/// and the rest late starts (free_gaps.h tells why); all of it unknown where the device's work is not loaded.
struct StepAccount {
    int rank = 0;
    std::int64_t step = 0;
    /// From the host's begin of the step to its end, or to the end of the device's work where that lasts longer, at
    /// most to the begin of the next step: the step that every table shows, cells that lie outside of it added.
    AlignedRange range;
    AlignedRange window;  ///< of the pipeline
    bool hasCells = false;
    Nanos busy{0};
    std::array<Nanos, kBubbleCauses> causes{};
    std::array<Nanos, kOtherWorks> others{};
    /// Of the window, before the rank's step or after it, while other ranks of the pipeline work: window = busy +
    /// causes in it + beyond.
    Nanos beyond{0};
    /// Union of the rank's point-to-point operations, waiting included; lies within bubbles and cells. Nothing where no
    /// such operation of the rank was recorded, as where its host hands on.
    std::optional<Nanos> p2p{};
    /// The peers' column "Bubble": plain sum of the receives that begin in the step. Likewise.
    std::optional<Nanos> peerBubble{};

    [[nodiscard]] Nanos of(BubbleCause cause) const { return causes[static_cast<std::size_t>(cause)]; }
    [[nodiscard]] Nanos of(OtherWork work) const { return others[static_cast<std::size_t>(work)]; }
};

/// From the first begin to the last end of each step on the ranks of its group, the pipeline's window included: of
/// StepAccount::range. Those of the ranks looked at so far when stopped. O(cells log cells + intervals + steps x ranks
/// x log intervals). Any thread.
[[nodiscard]] std::vector<AlignedRange> stepRanges(const Run &run, const PipelineChart &chart,
                                                   std::span<const MeasuredGraph *const> graphs,
                                                   const std::stop_token &stop = {});
/// `rows` are those of bubbleCauses. One account per rank of the group that the run holds, in stage order; a step that
/// the rank does not know spans its cells. O(cells log cells + intervals). Any thread.
[[nodiscard]] std::vector<StepAccount> stepAccounts(const Run &run, const PipelineChart &chart,
                                                    const MeasuredGraph &graph, const std::vector<RowBubbles> &rows,
                                                    const std::stop_token &stop = {});
[[nodiscard]] std::vector<StepAccount> stepAccounts(const Run &run, const PipelineChart &chart,
                                                    const MeasuredGraph &graph, const std::stop_token &stop = {});

}  // namespace stagescope
