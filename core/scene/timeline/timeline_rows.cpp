#include "core/scene/timeline/timeline_rows.h"

#include "core/analysis/operators/slice_bounds.h"
#include "core/base/shown_name.h"
#include "core/scene/kit/bound_look.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stagescope {

namespace {
constexpr int kMergeBelow = 3;                 ///< boxes narrower than this merge with what they touch
constexpr int kGapFrom = 4;                    ///< boxes from this width leave a pixel to their neighbour
constexpr int kLabelFrom = 26;                 ///< narrower boxes have no room for a name
constexpr int kLabelMargin = 4;                ///< on either side
constexpr int kStripMargin = 3;                ///< above and below a density strip
constexpr std::size_t kStacked = 4;            ///< lines of a density strip; more lanes than this are drawn as one
constexpr std::size_t kLinesOfAllStrips = 64;  ///< of folded tracks in sight, for the frame's time
constexpr int kAloneFrom = 8;                  ///< pixels between a box and both of its neighbours
constexpr int kAloneParts = 4;                 ///< such a box has at least this part of its row's height
constexpr double kFull = 0.95;                 ///< what is busy for this share and more is drawn as high as its row
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// How high a box is drawn in which something goes on for that share of the time: its area is the share.
int heightOfShare(double share, int height) {
    return share >= kFull ? height : std::max(1, static_cast<int>(std::lround(share * height)));
}
}  // namespace

/// Joins what is too narrow to be told apart, left to right along one line. Such boxes are as high as they are busy.
class SpanMerger {
public:
    SpanMerger(TimelineRows &rows, const TimelineLane &lane, int y, int height, bool named)
        : m_rows(rows),
          m_lane(lane),
          m_colors(*rows.m_layout.sources()[lane.source].colors),
          m_bounds(boundsOf(rows.m_layout.sources()[lane.source], lane)),
          m_y(y),
          m_height(height),
          m_named(named),
          m_begin(ns(rows.m_layout.sources()[lane.source].toRank(rows.m_axis.range.begin))),
          m_scale(1.0 / rows.m_axis.nsPerPixel()) {}

    void add(const SliceSpan &span) {
        const double from = pixel(ns(span.begin));
        const double to = pixel(ns(span.end));
        if (to - from < kMergeBelow) {
            addNarrow(span, from, to);
            return;
        }
        const int x = std::max({static_cast<int>(std::floor(from)), m_rows.m_axis.left, m_end});
        const int end = std::min(static_cast<int>(std::floor(to)), m_rows.m_right);
        if (x < end) {
            start(x, end, span, false);
        }
    }

    /// `next`: where the next box begins.
    void flush(int next) {
        const int width = m_end - m_x;
        if (width <= 0) {
            return;
        }
        const bool isAlone = m_count == 1 && m_x - m_before >= kAloneFrom && next - m_end >= kAloneFrom;
        m_before = m_end;
        const Color color = this->color();
        const int drawn = width >= kGapFrom && m_count == 1 ? width - 1 : width;
        // One by itself is still to be found.
        const int high = std::max(heightOfShare(share(width), m_height), isAlone ? m_height / kAloneParts : 1);
        m_rows.fill(m_x, m_y + m_height - high, drawn, high, color);
        if (m_named && m_count == 1 && width >= kLabelFrom) {
            m_rows.m_labels.push_back({m_x, m_y, drawn, m_lane.source, m_name, color});
        }
    }

private:
    /// What is a few pixels wide counts in each pixel for what it fills of it.
    void addNarrow(const SliceSpan &span, double from, double to) {
        const int first = std::max(static_cast<int>(std::floor(from)), m_rows.m_axis.left);
        const int end = std::min(std::max(static_cast<int>(std::ceil(to)), first + 1), m_rows.m_right);
        for (int x = first; x < end; ++x) {
            const double part = from < to ? (std::min(to, x + 1.0) - std::max<double>(from, x)) / (to - from) : 1;
            const bool isOpen = m_isNarrow && (x < m_end || (x == m_end && m_end - m_x < kMergeBelow));
            if (x < m_end && !m_isNarrow) {
                continue;  // beneath a box of its own
            }
            if (!isOpen) {
                start(x, x + 1, span, true);
            } else {
                m_end = std::max(m_end, x + 1);
                m_count += x == first ? span.count : 0;
            }
            m_busy += static_cast<double>(span.busy) * std::max(part, 0.0);
            if (span.widestLength > m_length) {
                m_length = span.widestLength;
                m_name = span.name;
                m_widest = span.widest;
            }
        }
    }
    void start(int x, int end, const SliceSpan &span, bool isNarrow) {
        flush(x);
        m_isNarrow = isNarrow;
        m_x = x;
        m_end = end;
        m_length = span.widestLength;
        m_name = span.name;
        m_widest = span.widest;
        m_count = span.count;
        m_busy = 0;
    }
    /// Of the time that a box covers, how much of it is busy.
    [[nodiscard]] double share(int width) const {
        if (m_busy <= 0 || !m_isNarrow) {
            return 1;  // points in time, or a box of its own
        }
        return m_busy * m_scale / width;
    }
    /// Null where the lane keeps the colours of names.
    static const TraceBounds *boundsOf(const TimelineSource &source, const TimelineLane &lane) {
        return source.bounds && source.bounds->isStream(lane.track) ? source.bounds.get() : nullptr;
    }
    [[nodiscard]] Color color() const {
        if (m_bounds == nullptr) {
            return m_name.value < m_colors.size() ? m_colors[m_name.value] : Color{ColorRole::Slice, 0};
        }
        const auto [track, slice] =
            m_lane.blended ? m_lane.blended->originOf(m_widest) : std::pair(m_lane.track, m_widest);
        return boundColor(m_bounds->of(track, slice));
    }
    [[nodiscard]] double pixel(std::int64_t time) const {
        const double x = m_rows.m_axis.left + static_cast<double>(time - m_begin) * m_scale;
        return std::clamp<double>(x, m_rows.m_axis.left - 1.0, m_rows.m_right + 1.0);
    }

    TimelineRows &m_rows;
    const TimelineLane &m_lane;
    const SliceColors &m_colors;
    const TraceBounds *m_bounds;
    int m_y;
    int m_height;
    bool m_named;
    std::int64_t m_begin;
    double m_scale;
    int m_x = 0;  ///< box under way: [m_x, m_end)
    int m_end = 0;
    int m_before = 0;  ///< end of the box before it
    bool m_isNarrow = false;
    std::uint32_t m_length = 0;
    std::uint32_t m_count = 0;
    double m_busy = 0;  ///< ns
    StringId m_name;
    SliceId m_widest;
};

TimelineRows::TimelineRows(const TimelineLayout &layout, const TimelineSceneOptions &options, Scene &scene)
    : m_layout(layout),
      m_options(options),
      m_scene(scene),
      m_axis(options.axis()),
      m_right(options.width),
      m_band(options.scrollingBand()),
      m_stripLines(kStacked) {}

void TimelineRows::setFoldedCount(std::size_t count) {
    m_stripLines = std::clamp<std::size_t>(kLinesOfAllStrips / std::max<std::size_t>(count, 1), 1, kStacked);
}

void TimelineRows::fill(int x, int y, int width, int height, Color color) {
    const int left = std::max(x, m_axis.left);
    const int top = std::max(y, m_band.top);
    const int right = std::min(x + width, m_right);
    const int bottom = std::min(y + height, m_band.bottom);
    if (left < right && top < bottom) {
        m_scene.rects.push_back({left, top, right - left, bottom - top, color, false});
    }
}

void TimelineRows::draw(const TimelineRow &row) {
    const int y = m_options.screenY(row.y);
    if (row.kind == TimelineRowKind::Counter) {
        drawCounter(row, y);
    } else if (row.folded) {
        drawStrip(row, y + kStripMargin, row.height - 2 * kStripMargin);
    } else if (row.kind == TimelineRowKind::Track) {
        for (std::uint32_t depth = 0; depth < row.depths; ++depth) {
            drawDepth(row.lanes.front(), depth, y + 2 + static_cast<int>(depth) * TimelineLayout::kDepthHeight,
                      TimelineLayout::kDepthHeight - 1, true);
        }
    }
}

void TimelineRows::drawDepth(const TimelineLane &lane, std::uint32_t depth, int y, int height, bool named) {
    const int top = std::max(y, m_band.top);
    const int bottom = std::min(y + height, m_band.bottom);
    const auto &source = m_layout.sources()[lane.source];
    const auto &slices = m_layout.slices(lane);
    if (top >= bottom || depth >= slices.depthCount()) {
        return;
    }
    const bool isWhole = bottom - top == height;
    SpanMerger merger(*this, lane, y, height, named && isWhole);
    // What is not named is a sketch: as coarse as boxes merge anyway.
    const int pixels = named ? 1 : kMergeBelow;
    const Nanos resolution{static_cast<std::int64_t>(pixels * m_axis.nsPerPixel())};
    slices.visit(depth, source.toRank(m_axis.range), resolution, [&](const SliceSpan &span) { merger.add(span); });
    merger.flush(std::numeric_limits<int>::max() / 2);
}

void TimelineRows::drawStrip(const TimelineRow &row, int y, int height) {
    if (row.kind == TimelineRowKind::Track) {
        // Spread over the depths: the outermost ones are often a single frame from end to end.
        const auto depths = m_layout.slices(row.lanes.front()).depthCount();
        const auto lines = std::min(static_cast<std::uint32_t>(m_stripLines), depths);
        for (std::uint32_t line = 0; line < lines; ++line) {
            const auto depth = lines < 2 ? 0 : line * (depths - 1) / (lines - 1);
            drawLine(row.lanes.front(), depth, y, height, line, lines);
        }
    } else if (row.lanes.size() <= kStacked) {
        const auto lines = static_cast<std::uint32_t>(row.lanes.size());
        for (std::uint32_t line = 0; line < lines; ++line) {
            drawLine(row.lanes[line], 0, y, height, line, lines);
        }
    } else {
        drawOccupancy(row, y, height);
    }
}

void TimelineRows::drawLine(const TimelineLane &lane, std::uint32_t depth, int y, int height, std::uint32_t line,
                            std::uint32_t lines) {
    const int from = y + height * static_cast<int>(line) / static_cast<int>(lines);
    const int to = y + height * static_cast<int>(line + 1) / static_cast<int>(lines);
    drawDepth(lane, depth, from, to - from, false);
}

void TimelineRows::addOccupancy(const TimelineLane &lane) {
    const auto &source = m_layout.sources()[lane.source];
    m_busyOfLane.assign(static_cast<std::size_t>(m_axis.width), 0);
    const auto pixelOf = [&](RankTime time) {
        return std::clamp(m_axis.pixelOf(source.toAligned(time)) - m_axis.left, 0, m_axis.width);
    };
    // Two pixels are enough for a shade of many tracks.
    const Nanos resolution{static_cast<std::int64_t>(2 * m_axis.nsPerPixel())};
    m_layout.slices(lane).visit(0, source.toRank(m_axis.range), resolution, [&](const SliceSpan &span) {
        const int from = pixelOf(span.begin);
        const int to = std::min(std::max(pixelOf(span.end), from + 1), m_axis.width);
        const auto share =
            static_cast<float>(static_cast<double>(span.busy) / (std::max(to - from, 1) * m_axis.nsPerPixel()));
        for (int x = from; x < to; ++x) {
            m_busyOfLane[static_cast<std::size_t>(x)] += share;
        }
    });
    std::ranges::transform(m_busy, m_busyOfLane, m_busy.begin(), [](float a, float b) { return std::max(a, b); });
}

/// The busiest of the lanes at each time.
void TimelineRows::drawOccupancy(const TimelineRow &row, int y, int height) {
    m_busy.assign(static_cast<std::size_t>(m_axis.width), 0);
    for (const auto &lane : row.lanes) {
        addOccupancy(lane);
    }
    const auto heightOf = [&](float share) {
        return share > 0 ? heightOfShare(static_cast<double>(share), height) : 0;
    };
    for (auto it = m_busy.begin(); it != m_busy.end();) {
        const int filled = heightOf(*it);
        const auto end = std::find_if(it, m_busy.end(), [&](float share) { return heightOf(share) != filled; });
        if (filled > 0) {
            fill(m_axis.left + static_cast<int>(it - m_busy.begin()), y + height - filled, static_cast<int>(end - it),
                 filled, {ColorRole::OtherWork, 0});
        }
        it = end;
    }
}

void TimelineRows::collectColumns(const CounterTable &counter, const TimelineSource &source) {
    m_columns.assign(static_cast<std::size_t>(m_axis.width), {kNoValue, kNoValue});
    const Nanos resolution{static_cast<std::int64_t>(m_axis.nsPerPixel())};
    counter.visit(source.toRank(m_axis.range), resolution, [&](const CounterSpan &span) {
        const int from = std::clamp(m_axis.pixelOf(source.toAligned(span.begin)) - m_axis.left, 0, m_axis.width - 1);
        const int to = std::clamp(m_axis.pixelOf(source.toAligned(span.end)) - m_axis.left, from + 1, m_axis.width);
        for (int x = from; x < to; ++x) {
            auto &column = m_columns[static_cast<std::size_t>(x)];
            // fmin and fmax take the number where the column has none yet.
            column = {std::fmin(column.min, span.min), std::fmax(column.max, span.max)};
        }
    });
}

void TimelineRows::fillColumns(int y, int height, double low, double high, double Column::*value, ColorRole role) {
    const auto heightOf = [&](const Column &column) {
        const double v = column.*value;
        return std::isfinite(v) ? std::max(1, static_cast<int>(std::lround((v - low) / (high - low) * height))) : 0;
    };
    for (auto it = m_columns.begin(); it != m_columns.end();) {
        const int filled = heightOf(*it);
        const auto end = std::find_if(it, m_columns.end(), [&](const auto &c) { return heightOf(c) != filled; });
        if (filled > 0) {
            fill(m_axis.left + static_cast<int>(it - m_columns.begin()), y + height - filled,
                 static_cast<int>(end - it), filled, {role, 0});
        }
        it = end;
    }
}

void TimelineRows::drawCounter(const TimelineRow &row, int y) {
    const auto &source = m_layout.sourceOf(row);
    const auto &counter = source.trace->counter(row.node.track);
    const double low = std::min(0.0, counter.min());
    const double high = std::max(counter.max(), low);
    if (counter.size() == 0 || !std::isfinite(high - low)) {
        return;
    }
    collectColumns(counter, source);
    const double top = high > low ? high : low + 1;  // a constant 0 is a line at the bottom
    const int height = row.height - 2 * kStripMargin;
    fillColumns(y + kStripMargin, height, low, top, &Column::max, ColorRole::CounterPeak);
    fillColumns(y + kStripMargin, height, low, top, &Column::min, ColorRole::Counter);
}

void TimelineRows::addLabels(const TextRuler &ruler) {
    if (m_labels.size() > kMaxLabels) {
        std::nth_element(m_labels.begin(), m_labels.begin() + kMaxLabels, m_labels.end(),
                         [](const Label &a, const Label &b) { return a.width > b.width; });
        m_labels.resize(kMaxLabels);
    }
    for (const auto &label : m_labels) {
        const int width = label.width - 2 * kLabelMargin;
        auto name = shownName(m_layout.sources()[label.source].trace->text(label.name));
        // CUDA kernels are named by their whole signature: what tells them apart comes after the result.
        constexpr std::string_view kResult = "void ";
        name.remove_prefix(name.starts_with(kResult) ? kResult.size() : 0);
        auto text = ruler.elided(name, width);
        if (!text.empty()) {
            m_scene.texts.push_back({label.x + kLabelMargin,
                                     label.y,
                                     width,
                                     TimelineLayout::kDepthHeight - 1,
                                     TextAlign::Left,
                                     label.color,
                                     std::move(text),
                                     {},
                                     false,
                                     true});
        }
    }
}

}  // namespace stagescope
