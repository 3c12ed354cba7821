#include "app/step_figures.h"

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/step_bubbles.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/export/shown_text.h"
#include "core/scene/kit/split_parts.h"
#include "core/scene/pages/summary_model.h"
#include "core/scene/pipeline/pipeline_input.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace stagescope {

namespace {

/// In the order of kSplitParts.
constexpr std::array<std::string_view, kSplitParts.size()> kPartNames{
    "before the first device work", "computing alone",    "computing and communication at once",
    "communication not covered",    "copies not covered", "device idle",
    "after the last device work"};

std::string shareText(Nanos part, Nanos whole) {
    return lengthText(part) + " (" +
           percentText(static_cast<double>(part.count()), static_cast<double>(whole.count())) + " %)";
}

std::string stepLine(const std::vector<StepLength> &steps, const StepLength &typical) {
    const auto [least, most] = std::minmax_element(
        steps.begin(), steps.end(), [](const StepLength &a, const StepLength &b) { return a.length < b.length; });
    if (!typical.step) {
        return "  whole capture: " + lengthText(typical.length) + "; no steps are marked, it counts as one\n";
    }
    return "  step " + stepText(*typical.step) + ": " + lengthText(typical.length) +
           (steps.size() == 1 ? std::string()
                              : ", the median of " + std::to_string(steps.size()) + " steps (" +
                                    lengthText(least->length) + " to " + lengthText(most->length) + ")") +
           (typical.ranks > 1 ? ", mean of " + std::to_string(typical.ranks) + " ranks" : std::string()) + "\n";
}

std::string partsLine(const std::vector<StepPart> &parts) {
    Nanos total{0};
    for (const auto &part : parts) {
        total += part.length;
    }
    std::string text;
    for (const auto &part : parts) {
        if (part.length > Nanos{0}) {
            text += (text.empty() ? "  of it: " : ", ") + std::string(part.name) + " " + shareText(part.length, total);
        }
    }
    return text.empty() ? text : text + "\n";
}

/// "  pipeline pp(0,2): 1f1b p=2 m=4; bubbles 21.4 % of its window, mean of its ranks"
std::string pipelineLine(const Run &run, const std::stop_token &stop) {
    for (const auto &group : pipelineGroups(run)) {
        if (stop.stop_requested() || !isPipeline(run, group)) {
            continue;
        }
        const auto input = pipelineInput(run, group, std::nullopt, stop);
        if (input.chart.cells.empty()) {
            continue;
        }
        auto text = "  pipeline " + shownText(group.id) + ": " +
                    (input.chart.match ? shownText(matchText(*input.chart.match)) : std::string("no known schedule"));
        if (input.chart.match && input.bubbles && !input.bubbles->ranks.empty()) {
            const auto window = input.bubbles->window.duration();
            double share = 0;
            for (const auto &rank : input.bubbles->ranks) {
                share += static_cast<double>(rank.idle().count());
            }
            share /= static_cast<double>(input.bubbles->ranks.size());
            text += "; bubbles " + percentText(share, static_cast<double>(window.count())) + " % of " +
                    lengthText(window) + ", mean of its ranks";
        }
        return text + "\n";
    }
    return {};
}

}  // namespace

std::vector<StepPart> typicalParts(const std::vector<TimeSplit> &splits) {
    const auto lengths = stepLengths(splits);
    const auto *typical = typicalStep(lengths);
    std::array<std::int64_t, kSplitParts.size()> sums{};
    std::int64_t ranks = 0;
    bool tellsCopies = false;
    for (const auto &split : splits) {
        if (typical == nullptr || split.step != typical->step) {
            continue;
        }
        const auto parts = splitParts(split.parts);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            sums[i] += parts[i];
        }
        ++ranks;
        tellsCopies = tellsCopies || split.parts.copies.has_value();
    }
    std::vector<StepPart> means;
    for (std::size_t i = 0; ranks > 0 && i < sums.size(); ++i) {
        if (tellsCopies || kSplitParts[i].role != ColorRole::OtherWork) {
            means.push_back({kPartNames[i], Nanos{sums[i] / ranks}});
        }
    }
    return means;
}

std::string stepFiguresText(const Run &run, const std::stop_token &stop) {
    const auto splits = timeSplits(run, stop);
    const auto steps = knownSteps(run, splits);
    const auto *typical = typicalStep(steps);
    if (typical == nullptr) {
        return {};
    }
    return "\nStep\n" + stepLine(steps, *typical) + partsLine(typicalParts(splits)) + pipelineLine(run, stop);
}

}  // namespace stagescope
