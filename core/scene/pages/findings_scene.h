#pragma once

#include "core/base/message.h"
#include "core/base/time.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// A verdict as it is shown. A plain value.
struct FindingLine {
    enum class Severity : std::uint8_t { High, Medium, Low } severity = Severity::Low;
    Message title;
    std::string head{};  ///< text with a place for the title, of one that belongs to the line above: behind it
    Nanos impact{0};     ///< per step
    std::optional<double> share{};
    std::int64_t bytes = 0;  ///< of memory it is about; 0: none
    bool endsJob = false;    ///< the job does not go on
    Message certainty;       ///< "findings.certainty..."
    std::vector<Message> facts{};
    Message remedy;
    std::vector<Message> assumptions{};
    std::vector<Message> place{};  ///< step, group and ranks of the evidence
    bool canShow = false;          ///< the evidence can be selected
    bool canFix = false;           ///< a replay tells what is left without it
    bool isFixed = true;           ///< it is counted in what all that are chosen save
};
/// What could not be checked, by what would help.
struct UncheckedLine {
    Message help;
    std::vector<Message> topics;
};
struct FindingsModel {
    std::vector<FindingLine> findings;  ///< most impact first
    std::optional<Message> joint{};     ///< what all of them save together; above them
    Message headline{};                 ///< what it means that there are none (core/advice/run_verdict.h)
    std::vector<Message> passed{};      ///< what was looked for and not found
    std::vector<UncheckedLine> unchecked{};
    std::vector<Message> notes{};  ///< what the reader of all of them should know
};

struct FindingsOptions {
    int width = 0;
    int height = 0;           ///< of the viewport: the least height of the scene
    std::size_t opened = 0;   ///< the finding whose details are shown
    bool isUnfolded = false;  ///< what was checked and what was not stands below its line
    int top = 0;              ///< where the viewport begins: beside the list the details follow it
};

/// The page of findings: the list on the left, the opened one on the right (below each other where the page is narrow),
/// and below the list one line on all checks, which unfolds. As high as it needs. O(texts).
struct FindingsScene {
    Scene scene;
    std::vector<Box> rows;  ///< of the findings, in their order
    Box showButton;         ///< of the opened one; empty without evidence
    Box nextButton;         ///< beside it; empty with one finding
    Box checks;             ///< the line on all checks
};
[[nodiscard]] FindingsScene buildFindingsScene(const FindingsModel &model, const FindingsOptions &options,
                                               const SceneStyle &style);

// Parts that the summary's tile draws too.

[[nodiscard]] ColorRole severityRole(FindingLine::Severity severity);
/// "39.3 ms per step, 10.5 %, estimated"; in words where nothing is lost
[[nodiscard]] std::string impactText(const FindingLine &finding, const SceneStyle &style);
/// Draws a button; returns its box.
Box drawButton(ScenePen &pen, const Box &room, const Message &label);
/// Notes and the line on all checks, "18 checks passed, more data needed for 7", whose place goes to `line`; unfolded
/// also what they were, by what would help. Returns the height. Without a pen it only measures.
int flowChecks(ScenePen *pen, const FindingsModel &model, const SceneStyle &style, const Box &box, bool isUnfolded,
               Box *line);

}  // namespace stagescope
