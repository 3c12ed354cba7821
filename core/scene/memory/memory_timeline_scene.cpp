#include "core/scene/memory/memory_timeline_scene.h"

#include "core/base/byte_text.h"
#include "core/scene/memory/event_axis.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stagescope {

namespace {

constexpr int kTickPixels = 110;
constexpr int kByteTickPixels = 48;
constexpr int kLane = 15;  ///< of annotations
constexpr int kMostLanes = 3;
constexpr int kNarrow = 3;  ///< boxes of annotations below are joined
constexpr double kTopFactor = 1.06;
constexpr int kDash = 8;

class MemoryTimelinePainter {
public:
    MemoryTimelinePainter(const SnapshotHistory &history, const EventAxis &axis, const MemoryTimelineOptions &options,
                          const SceneStyle &style, MemoryTimelineScene &result)
        : m_history(history), m_axis(axis), m_options(options), m_result(result), m_pen(prepared(), style) {}

    void draw() {
        Box room{0, 0, m_options.width, m_options.height};
        m_pen.fill(room, ColorRole::Background);
        const int line = m_pen.style().lineHeight;
        drawTitle(room.takeTop(line + 8).inset(8, 4));
        drawLegend(room.takeTop(line + 14).inset(8, 2));
        room.takeLeft(kPlotLeft);
        room.takeRight(kPlotRight);
        const auto bottom = room.takeBottom(line + 6);
        const auto lanes = room.takeTop(laneCount() * kLane + (laneCount() > 0 ? 4 : 0));
        m_result.plot = room;
        m_result.axis = {m_options.window, room.x, std::max(1, room.width)};
        m_edges = m_axis.edges(m_result.axis, kBlockColumn);
        chooseTop();
        drawGrid(bottom);
        drawBlocks();
        if (m_options.series == SnapshotSeries::Blocks && m_options.showsReserved) {
            drawReserved();
        }
        drawBaseline();
        drawMarks();
        drawPeak();
        drawAnnotations(lanes);
    }

private:
    Scene &prepared() {
        m_result.scene.width = m_options.width;
        m_result.scene.height = m_options.height;
        m_result.series = m_options.series;
        return m_result.scene;
    }
    [[nodiscard]] bool isBlocks() const { return m_options.series == SnapshotSeries::Blocks; }
    [[nodiscard]] const LiveBlocks &live() const { return isBlocks() ? m_history.blocks() : m_history.segments(); }
    [[nodiscard]] std::uint32_t eventNumber(std::uint32_t moment) const { return moment == 0 ? 0 : moment - 1; }

    void drawTitle(Box line) {
        const auto title = m_pen.words(Message(isBlocks() ? "memory.blocks.title" : "memory.segments.title"));
        const auto &table = m_history.device().allocations;
        const auto &segments = m_history.segments();
        const auto most = segments.bytesAt(segments.peakIn(0, segments.events()));
        const auto peak = m_history.peak();
        const auto figures =
            isBlocks() ? Message("memory.blocks.figures",
                                 {bytesText(m_history.activeAt(peak)), groupedText(eventNumber(peak)), bytesText(most),
                                  bytesText(table.baselineBytes), groupedText(m_history.olderBlocks())})
                       : Message("memory.segments.figures",
                                 {bytesText(most), bytesText(table.reservedBaseline),
                                  bytesText(segments.bytesAt(m_history.events())), groupedText(table.spans.size())});
        const int width = m_pen.text(line, title, ColorRole::Text, TextAlign::Left, true);
        line.takeLeft(width + 16);
        m_pen.text(line, m_pen.words(figures), ColorRole::MutedText);
    }

    void drawLegend(Box line) {
        int x = line.x;
        const auto entry = [&](Color color, const std::string &name, int height) {
            const int width = 12 + 4 + m_pen.widthOf(name) + 14;
            if (x + width > line.right()) {
                return false;
            }
            const int middle = line.y + (m_pen.style().lineHeight - height) / 2;
            m_pen.fill({x, middle, 12, height}, color);
            m_pen.text({x + 16, line.y, width - 16, m_pen.style().lineHeight}, name);
            x += width;
            return true;
        };
        if (isBlocks() && m_options.showsReserved) {
            entry({ColorRole::Text, 0}, m_pen.words(Message("memory.legend.reserved")), 2);
        }
        entry({ColorRole::OtherWork, 0}, m_pen.words(Message("memory.legend.many")), 12);
        std::vector<std::string> named;
        for (const auto group : live().groups()) {
            auto name = groupText(m_history, group, m_pen.style());
            if (std::find(named.begin(), named.end(), name) != named.end()) {
                continue;
            }
            if (!entry(groupColor(m_history, group), name, 12)) {
                break;
            }
            named.push_back(std::move(name));
        }
    }

    void chooseTop() {
        auto top = live().bytesAt(peakInSight());
        if (isBlocks() && m_options.showsReserved) {
            const auto &segments = m_history.segments();
            top = std::max(top, segments.bytesAt(segments.peakIn(m_edges.front(), m_edges.back() + 1)));
        }
        m_top = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(top) * kTopFactor));
        m_result.picture.top = m_top;
    }
    [[nodiscard]] std::uint32_t peakInSight() const { return live().peakIn(m_edges.front(), m_edges.back() + 1); }

    void drawGrid(Box bottom) {
        const auto &plot = m_result.plot;
        for (const auto &tick : byteTicks(m_top, std::max(2, plot.height / kByteTickPixels))) {
            const int y = m_result.yOf(tick.bytes);
            m_pen.horizontal(plot.x, y, plot.width, ColorRole::Grid);
            m_pen.text({4, y - 9, kPlotLeft - 10, 18}, tick.label, ColorRole::MutedText, TextAlign::Right);
        }
        m_pen.text({4, bottom.y + 4, kPlotLeft - 10, bottom.height - 4}, m_pen.words(Message(axisTitle())),
                   ColorRole::MutedText, TextAlign::Right);
        for (const auto &tick : m_axis.ticks(m_result.axis, kTickPixels)) {
            const int x = m_result.axis.pixelOf(tick.time);
            if (x >= plot.x && x < plot.right()) {
                m_pen.vertical(x, plot.bottom(), 4, ColorRole::MutedText);
                const Box label{x + 3, bottom.y + 4, m_pen.widthOf(tick.label) + 2, bottom.height - 4};
                if (label.right() <= m_options.width) {
                    m_pen.text(label, tick.label, ColorRole::MutedText);
                }
            }
        }
    }
    [[nodiscard]] const char *axisTitle() const {
        switch (m_axis.kind()) {
            case EventAxisKind::Time:
                return "memory.axis.time";
            case EventAxisKind::Steps:
                return "memory.axis.step";
            case EventAxisKind::Events:
                break;
        }
        return "memory.axis.event";
    }

    void drawBlocks() {
        const MemoryBlocksOptions options{m_result.plot, m_edges, m_top,
                                          [this](std::uint32_t group) { return groupColor(m_history, group); }};
        m_result.picture = memoryBlocksPicture(live(), options);
        drawMemoryBlocks(m_pen, m_result.picture, options);
        m_pen.horizontal(m_result.plot.x, m_result.plot.bottom(), m_result.plot.width, ColorRole::MutedText);
    }

    /// Of each column the most; where that changes, a line upright.
    void drawReserved() {
        const auto &segments = m_history.segments();
        const auto &plot = m_result.plot;
        int before = -1;
        int begin = plot.x;
        const auto flat = [&](int end) {
            if (before >= 0) {
                m_pen.fill({begin, before, end - begin, 2}, ColorRole::Text);
            }
        };
        for (int x = 0; x < plot.width; x += kBlockColumn) {
            const auto first = m_edges[static_cast<std::size_t>(x)];
            const auto last = std::max(first + 1, m_edges[static_cast<std::size_t>(x + kBlockColumn)]);
            const int y = m_result.yOf(segments.bytesAt(segments.peakIn(first, last)));
            if (y != before) {
                flat(plot.x + x);
                if (before >= 0) {
                    m_pen.fill({plot.x + x, std::min(y, before), 1, std::abs(y - before) + 2}, ColorRole::Text);
                }
                before = y;
                begin = plot.x + x;
            }
        }
        flat(plot.right());
    }

    void drawBaseline() {
        const auto &table = m_history.device().allocations;
        const auto bytes = isBlocks() ? table.baselineBytes : table.reservedBaseline;
        const auto &plot = m_result.plot;
        if (bytes == 0 || bytes > m_top) {
            return;
        }
        const int y = m_result.yOf(bytes);
        for (int x = plot.x; x < plot.right(); x += 2 * kDash) {
            m_pen.fill({x, y, std::min(kDash, plot.right() - x), 1}, ColorRole::Text);
        }
        labelAt(plot.x + 4, y - 1, m_pen.words(Message("memory.mark.baseline", {bytesText(bytes)})), ColorRole::Text);
    }

    /// A text on a plate whose lower left corner is at (x, bottom), moved into the plot and below the plates that are
    /// there; left out where that leaves no room.
    void labelAt(int x, int bottom, const std::string &text, ColorRole role) {
        const auto &plot = m_result.plot;
        const int width = m_pen.widthOf(text) + 10;
        const int height = m_pen.style().lineHeight;
        Box plate{std::clamp(x, plot.x, std::max(plot.x, plot.right() - width)),
                  std::clamp(bottom - height, plot.y, std::max(plot.y, plot.bottom() - height)), width, height};
        for (const auto &other : m_plates) {
            if (plate.overlaps(other)) {
                plate.y = other.bottom();
            }
        }
        if (width <= plot.width && plate.bottom() <= plot.bottom()) {
            m_pen.fill(plate, ColorRole::Background);
            m_pen.text(plate.inset(4, 0), text, role);
            m_plates.push_back(plate);
        }
    }

    /// Right of an upright line, or left of it where there is no room, so that neither it nor the line of the moment
    /// that stands there crosses the text.
    void labelBeside(int line, int gap, int bottom, const std::string &text, ColorRole role) {
        const auto &plot = m_result.plot;
        const int width = m_pen.widthOf(text) + 10;
        const bool isLeft = line + gap + width > plot.right() && line - gap - width >= plot.x;
        labelAt(isLeft ? line - gap - width : line + gap, bottom, text, role);
    }

    void drawMarks() {
        const auto &plot = m_result.plot;
        int last = -1000;
        for (const auto &mark : m_history.marks()) {
            const bool isOom = mark.action == SnapshotAction::OutOfMemory;
            const int x = m_result.axis.pixelOf(m_axis.placeOf(mark.event + 1));
            if (x < plot.x || x >= plot.right() || (x == last && !isOom)) {
                continue;
            }
            const auto role = isOom ? ColorRole::Error : ColorRole::MutedText;
            m_pen.fill({x, plot.y, isOom ? 2 : 1, plot.height}, role);
            if (x >= last + 60) {
                labelBeside(x, 3, plot.y + m_pen.style().lineHeight,
                            m_pen.words(Message(isOom ? "memory.mark.oom" : "memory.mark.snapshot")), role);
            }
            last = x;
        }
    }

    void drawPeak() {
        const auto moment = peakInSight();
        const auto bytes = live().bytesAt(moment);
        const auto &plot = m_result.plot;
        const int x = std::clamp(m_result.axis.pixelOf(m_axis.placeOf(moment)), plot.x, plot.right() - 1);
        const int y = m_result.yOf(bytes);
        for (int i = 0; i < 5; ++i) {  // an arrow that points down at it
            m_pen.fill({x - i, y - 2 - i, 2 * i + 1, 1}, ColorRole::Text);
        }
        labelBeside(x, 8, y - 1,
                    m_pen.words(Message("memory.mark.peak", {bytesText(bytes), groupedText(eventNumber(moment))})),
                    ColorRole::Text);
    }

    [[nodiscard]] int laneCount() const {
        int deepest = -1;
        for (const auto &annotation : m_history.annotations()) {
            deepest = std::max(deepest, annotation.depth);
        }
        return std::min(kMostLanes, deepest + 1);
    }
    [[nodiscard]] int pixelOf(std::uint32_t moment) const {
        const auto it = std::lower_bound(m_edges.begin(), m_edges.end(), moment);
        return m_result.plot.x + static_cast<int>(std::min<std::ptrdiff_t>(it - m_edges.begin(), m_result.plot.width));
    }

    void drawAnnotations(const Box &lanes) {
        std::array<int, kMostLanes> filled{};
        for (const auto &annotation : m_history.annotations()) {
            if (annotation.depth >= kMostLanes || annotation.end < m_edges.front() ||
                annotation.begin > m_edges.back()) {
                continue;
            }
            auto &end = filled[static_cast<std::size_t>(annotation.depth)];
            const int from = std::max(pixelOf(annotation.begin), end);
            const int to = std::max(pixelOf(annotation.end), from + kNarrow);
            if (pixelOf(annotation.end) <= end) {
                continue;
            }
            end = std::min(to, m_result.plot.right());
            const Box box{from, lanes.y + annotation.depth * kLane, end - from - 1, kLane - 1};
            const Color color{ColorRole::Slice, nameHash(annotation.name)};
            m_pen.fill(box, color);
            m_pen.label(box, annotation.name, color);
        }
    }

    const SnapshotHistory &m_history;
    const EventAxis &m_axis;
    const MemoryTimelineOptions &m_options;
    MemoryTimelineScene &m_result;
    ScenePen m_pen;
    std::vector<std::uint32_t> m_edges;
    std::vector<Box> m_plates;  ///< of the labels drawn so far
    std::uint64_t m_top = 1;
};

}  // namespace

int MemoryTimelineScene::yOf(std::uint64_t bytes) const {
    const double share = static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(1, picture.top));
    return plot.bottom() - static_cast<int>(std::lround(std::min(1.0, share) * plot.height));
}

std::vector<Box> MemoryTimelineScene::boxesOfBlock(LiveBlocks::Block block) const {
    std::vector<Box> boxes;
    for (const auto &part : picture.parts) {
        if (picture.isExact && !part.isMany && part.block == block) {
            boxes.push_back(part.box);
        }
    }
    return boxes;
}

std::vector<Box> MemoryTimelineScene::boxesOfGroup(std::uint32_t group) const {
    std::vector<Box> boxes;
    for (const auto &part : picture.parts) {
        if (!part.isMany && part.group == group) {
            boxes.push_back(part.box);
        }
    }
    return boxes;
}

MemoryTimelineScene buildMemoryTimelineScene(const SnapshotHistory &history, const EventAxis &axis,
                                             const MemoryTimelineOptions &options, const SceneStyle &style) {
    MemoryTimelineScene result;
    MemoryTimelinePainter(history, axis, options, style, result).draw();
    return result;
}

Color groupColor(const SnapshotHistory &history, std::uint32_t group) {
    return history.isOlder(group) ? Color{ColorRole::Free, 0} : Color{ColorRole::Slice, history.hashOf(group)};
}

std::string groupText(const SnapshotHistory &history, std::uint32_t group, const SceneStyle &style) {
    if (history.stackOf(group)) {
        return history.labelOf(group);
    }
    if (history.isOlder(group)) {
        return style.message(Message("memory.group.older"));
    }
    return style.message(Message("memory.group.no_frames", {bytesText(history.leastSizeOf(group))}));
}

std::vector<ByteTick> byteTicks(std::uint64_t top, int most) {
    constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    const double least = static_cast<double>(top) / std::max(1, most);
    double unit = 1;
    std::size_t name = 0;
    while (unit * 1024 <= least && name + 1 < kUnits.size()) {
        unit *= 1024;
        ++name;
    }
    double step = unit;
    for (int i = 0; step < least; ++i) {
        step *= i % 3 == 1 ? 2.5 : 2;  // 1 2 5 10 ...
    }
    std::vector<ByteTick> ticks;
    for (double at = 0; at <= static_cast<double>(top); at += step) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.0f %s", at / unit, kUnits[name]);
        ticks.push_back({static_cast<std::uint64_t>(at), text.data()});
    }
    return ticks;
}

}  // namespace stagescope
