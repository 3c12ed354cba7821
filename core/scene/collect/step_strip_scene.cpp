#include "core/scene/collect/step_strip_scene.h"

#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <string>

namespace stagescope {

namespace {

constexpr int kStepWidth = 26;           ///< of a box, its gap included
constexpr int kStepGap = 3;              ///< between boxes
constexpr int kStepHeight = 28;          ///< of a box
constexpr int kSavedEdge = 5;            ///< of the bar that marks where a capture is written
constexpr std::int64_t kMostSteps = 12;  ///< of a stretch that are drawn one by one; longer ones are folded
constexpr std::size_t kMostStretches = 256;

ColorRole colorOf(StepState state) {
    switch (state) {
        case StepState::Skipped:
            return ColorRole::Free;
        case StepState::WarmUp:
            return ColorRole::Preparing;
        case StepState::Deleted:
            return ColorRole::Error;
        default:
            return ColorRole::Computing;
    }
}

class StepStripPainter {
public:
    StepStripPainter(StepStripLayout &built, ScenePen &pen)
        : m_built(built), m_pen(pen), m_line(pen.style().lineHeight) {}

    void drawStretches(const std::vector<StepStretch> &stretches, Box area) {
        const Box row = area.takeTop(kStepHeight);
        m_labels = area.takeTop(m_line);
        int x = row.x;
        for (const auto &stretch : stretches) {
            const auto count = stretch.end - stretch.begin;
            const bool isFolded = count > kMostSteps;
            const auto text = foldedText(stretch);
            const int width = isFolded ? std::max(3 * kStepWidth, m_pen.widthOf(text) + 2 * kPad)
                                       : static_cast<int>(count) * kStepWidth;
            if (x + width > row.right() - kStepWidth) {
                m_built.isWhole = false;
                m_pen.text({x, row.y, row.right() - x, row.height}, "…", ColorRole::MutedText);
                return;
            }
            if (isFolded) {
                drawPart({stretch.begin, stretch.end, stretch.state, {x, row.y, width - kStepGap, row.height}}, text);
            }
            for (std::int64_t i = 0; !isFolded && i < count; ++i) {
                const int at = x + static_cast<int>(i) * kStepWidth;
                drawPart({stretch.begin + i,
                          stretch.begin + i + 1,
                          stretch.state,
                          {at, row.y, kStepWidth - kStepGap, row.height}},
                         {});
            }
            x += width;
        }
    }

    void drawLegend(Box area) {
        Box line = area.takeTop(m_line);
        for (const auto state : {StepState::Skipped, StepState::WarmUp, StepState::Recorded, StepState::Saved,
                                 StepState::Cut, StepState::Deleted}) {
            const bool isThere = std::any_of(m_built.parts.begin(), m_built.parts.end(),
                                             [&](const StepStripLayout::Part &part) { return part.state == state; });
            if (!isThere) {
                continue;
            }
            const auto name = m_pen.words(stepStateName(state));
            const int width = kSwatch + kSwatchGap + m_pen.widthOf(name) + kEntryGap;
            const Box swatch{line.x, line.y + (m_line - kSwatch) / 2, kSwatch, kSwatch};
            fillState(swatch, state, 3);
            line.takeLeft(kSwatch + kSwatchGap);
            m_pen.text(line, name);
            line.takeLeft(std::min(line.width, width - kSwatch - kSwatchGap));
        }
    }

private:
    static std::string foldedText(const StepStretch &stretch) {
        return std::to_string(stretch.begin) + " … " + std::to_string(stretch.end - 1);
    }

    void fillState(const Box &box, StepState state, int edge) {
        m_pen.fill(box, colorOf(state), state == StepState::Cut);
        if (state == StepState::Deleted) {
            m_pen.strokes(box, {ColorRole::Background, 0}, Pattern::Crossed);
        } else if (state == StepState::Saved) {
            m_pen.fill({box.x, box.bottom() - edge, box.width, edge}, ColorRole::Overlapped);
        }
    }

    void drawPart(StepStripLayout::Part part, const std::string &text) {
        fillState(part.box, part.state, kSavedEdge);
        if (!text.empty()) {
            m_pen.label(part.box, text, colorOf(part.state));
        } else {
            number(part);
        }
        m_built.parts.push_back(part);
    }

    /// Below the box, where the one before leaves room.
    void number(const StepStripLayout::Part &part) {
        const auto text = std::to_string(part.begin);
        const int width = m_pen.widthOf(text);
        const int x = part.box.x + (part.box.width - width) / 2;
        if (x >= m_numbersEnd && x >= m_labels.x) {
            m_pen.text({x, m_labels.y, width + 1, m_line}, text, ColorRole::MutedText);
            m_numbersEnd = x + width + kPad;
        }
    }

    StepStripLayout &m_built;
    ScenePen &m_pen;
    Box m_labels;
    int m_line;
    int m_numbersEnd = 0;
};

}  // namespace

Message stepStateName(StepState state) {
    constexpr auto kNames = std::to_array<const char *>({"skipped", "warm_up", "recorded", "saved", "cut", "deleted"});
    return Message(std::string("step_strip.") + kNames.at(static_cast<std::size_t>(state)));
}

const StepStripLayout::Part *StepStripLayout::partAt(int x, int y) const {
    const auto it = std::find_if(parts.begin(), parts.end(), [&](const Part &part) { return part.box.contains(x, y); });
    return it == parts.end() ? nullptr : &*it;
}

int stepStripHeight(int lineHeight) { return 2 * kPad + kStepHeight + 2 * lineHeight; }

StepStripLayout layOutStepStrip(const StepPlan &plan, std::int64_t steps, int width, int height,
                                const SceneStyle &style) {
    StepStripLayout built;
    built.scene.width = width;
    built.scene.height = height;
    ScenePen pen(built.scene, style);
    pen.fill(pen.clip(), ColorRole::Background);
    Box area = pen.clip().inset(kPad, kPad);
    StepStripPainter painter(built, pen);
    const auto stretches = stepStretches(plan, steps, kMostStretches);
    painter.drawStretches(stretches, area.takeTop(kStepHeight + style.lineHeight));
    built.isWhole = built.isWhole && !stretches.empty() && stretches.back().end - plan.first >= steps;
    painter.drawLegend(area);
    return built;
}

}  // namespace stagescope
