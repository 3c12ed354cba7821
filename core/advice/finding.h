#pragma once

#include "core/analysis/pipeline/replay/cure.h"
#include "core/base/message.h"
#include "core/base/selection_state.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// How sure a verdict is: measured directly, estimated by a replay or model, inferred from indirect evidence.
enum class Certainty : std::uint8_t { Measured, Estimated, Inferred };
/// "measured", "estimated", "inferred"
[[nodiscard]] std::string_view certaintyText(Certainty certainty);

/// By the share of the step that would be won: High from 10 %, Medium from 3 %, else Low. Of memory: High when an
/// allocation failed or is about to.
enum class FindingSeverity : std::uint8_t { High, Medium, Low };
/// "high", "medium", "low"
[[nodiscard]] std::string_view findingSeverityText(FindingSeverity severity);
[[nodiscard]] FindingSeverity severityOfShare(double share);

/// Stand among the arguments of a finding's texts for what it costs and for what a step takes without it, in ms: both
/// are known only when it is priced (RuleInput::price).
inline constexpr std::string_view kPrice = "<price>";
inline constexpr std::string_view kStepThen = "<step then>";

/// A verdict: what costs time (or memory), how much, how one knows, and what to do. Texts are messages
/// "finding.<rule>", "finding.<rule>.fact...", "finding.<rule>.remedy", "finding.<rule>.assumes...". A plain value.
struct Finding {
    std::string rule;  ///< id of the rule
    FindingSeverity severity = FindingSeverity::Low;
    Message title;
    /// What it costs the job per step: what a replay saves with its cure (joint_headroom.h), by RuleInput::price and by
    /// nothing else. Of one without a cure what its rank loses.
    Nanos impact{0};
    std::optional<double> share{};  ///< of the usual step (usual_step.h), 0 to 1
    std::int64_t bytes = 0;         ///< of memory it is about; 0: it is about time
    Certainty certainty = Certainty::Measured;
    /// What a click on it selects: both sides of what it claims, what it blames first, at a typical case.
    SelectionState evidence;
    /// Where that is best seen: a tab ("timeline"), a page of one ("communication/comm_late"), a page that shows one
    /// thing of several ("memory/memory-peaks/outside") or a table of the whole system ("table/clock_offsets"). Empty:
    /// what kind of items there are tells.
    std::string place{};
    std::vector<Message> facts{};  ///< numbers and thresholds
    Message remedy;
    std::vector<Message> assumptions{};
    Cure cure{};  ///< what would be gone of the run with it; empty where no replay can tell
    /// Others hide it: it saves nothing alone, and the impact is what it saves once those are mended.
    bool isHidden = false;
    /// Rule of the finding before it that it is the cause of: what it costs is part of that one's, not more beside it.
    std::string partOf{};
    /// No cause of that one but a piece of what it costs: one slow step of all that the same thing slows down.
    bool isPiece = false;
    /// The job does not go on: it stands before all that costs time.
    bool endsJob = false;
};

/// What stands before the title of a finding that belongs to the one before it: a text with a place for the title.
/// Empty for one that stands by itself.
[[nodiscard]] inline std::string_view headOf(const Finding &finding) {
    return finding.partOf.empty() ? "" : finding.isPiece ? "findings.of_which" : "findings.because";
}

}  // namespace stagescope
