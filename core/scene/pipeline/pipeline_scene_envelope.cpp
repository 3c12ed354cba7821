// Stages over all replicas: where an action lies in the median, and between which times it was ever seen.
#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>
#include <cmath>

namespace stagescope::pipeline_scene {

namespace {

AlignedRange placed(const ChartPen &chart, Nanos begin, Nanos end) {
    const auto origin = chart.input.bubbles->window.begin;
    return {origin + begin, origin + end};
}

void drawBand(const ChartPen &chart, const EnvelopeSpan &span, const Box &lane) {
    const Color pale{colorOf(span.kind), 0, kGhostShade};
    chart.pen.fill(pixelsOf(chart.axis, placed(chart, span.beginLeast, span.endMost), lane), pale);
}

void drawMedian(const ChartPen &chart, const EnvelopeSpan &span, const Box &lane) {
    Box box = pixelsOf(chart.axis, placed(chart, span.beginMedian, span.endMedian), lane);
    const auto label = [&](const Box &part, int microbatch, Color color) {
        if (part.width >= kLabelFrom && microbatch >= 0) {
            chart.pen.label(part, std::to_string(microbatch), color);
        }
    };
    const auto fill = [&](const Box &part, CellKind kind, int chunk, int microbatch) {
        const auto color = chart.colorOf(kind, chunk);
        chart.pen.fill(part, color);
        label(part, microbatch, color);
    };
    if (span.kind == CellKind::Overlapped) {
        const Box forward = box.takeLeft(static_cast<int>(std::lround(box.width * chart.digest.forwardShare)));
        fill(forward, CellKind::Forward, span.chunk, span.microbatch);
        fill(box, CellKind::Backward, span.backwardChunk, span.backwardMicrobatch);
    } else {
        fill(box, span.kind, span.chunk, span.microbatch);
    }
}

}  // namespace

bool hasEnvelope(const ChartPen &chart) {
    return chart.options.envelope && !chart.input.envelope.empty() && chart.input.bubbles;
}

void drawEnvelope(const ChartPen &chart, const PipelineRow &row) {
    const auto [first, last] =
        std::equal_range(chart.input.envelope.begin(), chart.input.envelope.end(), EnvelopeSpan{.stage = row.stage},
                         [](const EnvelopeSpan &a, const EnvelopeSpan &b) { return a.stage < b.stage; });
    chart.pen.fill(row.cells, ColorRole::AlternateBackground);
    chart.pen.fill(pixelsOf(chart.axis, chart.input.bubbles->window, row.cells), ColorRole::Bubble);
    std::for_each(first, last, [&](const EnvelopeSpan &span) { drawBand(chart, span, row.cells); });
    const Box lane = row.cells.inset(0, row.cells.height / 5);
    std::for_each(first, last, [&](const EnvelopeSpan &span) { drawMedian(chart, span, lane); });
}

}  // namespace stagescope::pipeline_scene
