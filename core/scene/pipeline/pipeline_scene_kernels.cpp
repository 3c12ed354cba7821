// Kernels within a cell, where the rank's timeline is loaded and the cell is drawn wide enough.
#include "core/scene/pipeline/pipeline_scene_parts.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <vector>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kKernelsFrom = 160;  ///< a cell, or on average its parts: narrower ones are shown by name
constexpr int kLeastKernelLane = 10;
constexpr int kKernelHitFrom = 3;

enum class Lane : std::uint8_t { None, Compute, Communication };

Lane laneOf(SliceClass klass) {
    switch (klass) {
        case SliceClass::Computing:
        case SliceClass::Memcpy:
            return Lane::Compute;
        case SliceClass::Communication:
            return Lane::Communication;
        default:
            return Lane::None;
    }
}

/// What one stream did within the visible part of a cell.
struct StreamSpans {
    const TimelineSource *source = nullptr;
    TrackId track;
    std::vector<SliceSpan> spans;
};

struct CellStreams {
    std::vector<StreamSpans> compute;
    std::vector<StreamSpans> communication;
};

void addTrack(CellStreams &streams, const TimelineSource &source, const Track &track, RankRange range, Nanos pixel) {
    const auto &slices = source.trace->slices(track.id);
    if (slices.depthCount() == 0) {
        return;
    }
    StreamSpans compute{&source, track.id, {}};
    StreamSpans communication{&source, track.id, {}};
    slices.visit(0, range, pixel, [&](const SliceSpan &span) {
        const auto lane = laneOf(slices.klass(span.widest.value));
        if (lane == Lane::Compute) {
            compute.spans.push_back(span);
        } else if (lane == Lane::Communication) {
            communication.spans.push_back(span);
        }
    });
    if (!compute.spans.empty()) {
        streams.compute.push_back(std::move(compute));
    }
    if (!communication.spans.empty()) {
        streams.communication.push_back(std::move(communication));
    }
}

CellStreams streamsOf(const ChartPen &chart, const PipelineCell &cell) {
    const auto cellRange = chart.input.clock.toAligned(cell.rank, cell.range);
    const AlignedRange seen{std::max(cellRange.begin, chart.axis.range.begin),
                            std::min(cellRange.end, chart.axis.range.end)};
    CellStreams streams;
    const Nanos pixel{std::max<std::int64_t>(1, static_cast<std::int64_t>(chart.axis.nsPerPixel()))};
    for (const auto &source : chart.input.traces) {
        if (source.rank.rank != cell.rank || source.rank.run != chart.input.run) {
            continue;
        }
        for (const auto &track : source.trace->tracks()) {
            if (track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup) {
                addTrack(streams, source, track, source.toRank(seen), pixel);
            }
        }
    }
    return streams;
}

void drawStream(const ChartPen &chart, const StreamSpans &stream, const Box &lane) {
    auto &pen = chart.pen;
    int drawnTo = lane.x - 2;
    for (const auto &span : stream.spans) {
        const auto range = stream.source->toAligned(RankRange{span.begin, span.end});
        const Box box = pixelsOf(chart.axis, range, lane).cutTo(lane);
        if (box.isEmpty() || box.right() <= drawnTo) {
            continue;
        }
        drawnTo = box.right();
        const auto color = (*stream.source->colors)[span.name.value];
        pen.fill(box, color);
        if (box.width >= kKernelHitFrom) {
            pen.vertical(box.x, box.y, box.height, ColorRole::Background);
            pen.hit(box, SliceRef{chart.input.run, stream.source->source, stream.track, span.widest});
            if (box.height >= pen.style().lineHeight - 4) {
                pen.label(box, stream.source->trace->text(span.name), color);
            }
        }
    }
}

void drawLane(const ChartPen &chart, const std::vector<StreamSpans> &streams, Box lane) {
    const int count = std::max(1, static_cast<int>(streams.size()));
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const int height = std::max(1, lane.height / (count - static_cast<int>(i)));
        drawStream(chart, streams[i], lane.takeTop(height));
    }
}

}  // namespace

bool drawKernels(const ChartPen &chart, const PipelineCell &cell, const Box &box) {
    auto &pen = chart.pen;
    const int line = pen.style().lineHeight;
    const int least = kKernelsFrom * std::max(1, static_cast<int>(cell.parts.size()));
    if (chart.input.traces.empty() || box.width < least || box.height < line + 2 * kLeastKernelLane) {
        return false;
    }
    const auto streams = streamsOf(chart, cell);
    if (streams.compute.empty() && streams.communication.empty()) {
        return false;
    }
    Box rest = box;
    const Box head = rest.takeTop(line);
    drawCellHead(chart, cell, head);
    pen.fill(rest, Color{stagescope::colorOf(cell.kind), 0, kGhostShade});
    rest = rest.inset(1, 1);
    if (!streams.communication.empty()) {
        drawLane(chart, streams.communication,
                 rest.takeBottom(streams.compute.empty() ? rest.height : rest.height * 2 / 5).inset(0, 1));
    }
    drawLane(chart, streams.compute, rest);
    return true;
}

}  // namespace stagescope::pipeline_scene
