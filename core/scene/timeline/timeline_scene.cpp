#include "core/scene/timeline/timeline_scene.h"

#include "core/base/number_text.h"
#include "core/scene/timeline/own_track.h"
#include "core/scene/timeline/timeline_rows.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stagescope {

namespace {

using Options = TimelineSceneOptions;
constexpr int kTickPixels = 110;
constexpr int kIndent = 12;
constexpr int kFoldWidth = 14;
constexpr int kLineHeight = 16;
constexpr int kMargin = 6;
constexpr int kLeastCutDetail = 60;  ///< pixels: a text beside a name is whole, or cut where that much of it is left

/// "12.3 G": four digits are enough beside a curve.
std::string shortNumber(double value) {
    constexpr std::array kUnits{"", " k", " M", " G", " T", " P"};
    std::size_t unit = 0;
    while (std::fabs(value) >= 10000 && unit + 1 < kUnits.size()) {
        value /= 1000;
        ++unit;
    }
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.4g%s", value, kUnits[unit]);
    return shownFigure(buffer.data());
}

bool isShared(const TimelineRow &row) {
    return row.kind == TimelineRowKind::Track && row.lanes.front().blended &&
           row.lanes.front().blended->tracks().size() > 1;
}

/// Labels, ruler and backgrounds: all that is not data.
class TimelineFrame {
public:
    TimelineFrame(const TimelineLayout &layout, const Options &options, const TextRuler &ruler, const MessageText &text,
                  Scene &scene)
        : m_layout(layout), m_options(options), m_ruler(ruler), m_text(text), m_scene(scene) {}

    /// The part of the view that the next rows may touch.
    void setBand(SceneBand band) { m_band = band; }
    void drawBackground(const TimelineRow &row);
    void drawGrid();
    void drawPinnedEdge();
    void drawLabel(const TimelineRow &row);
    void drawRuler();
    void drawHighlight();

private:
    /// Cut to the rows' part of the view.
    void fill(int x, int y, int width, int height, Color color);
    void line(int x1, int y1, int x2, int y2, Color color);
    void write(int x, int y, int width, std::string_view text, ColorRole role, bool bold = false,
               TextAlign align = TextAlign::Left);
    [[nodiscard]] std::string nameOf(const TimelineRow &row) const;
    [[nodiscard]] std::string detailOf(const TimelineRow &row) const;
    [[nodiscard]] std::string rankOf(const TimelineRow &row) const;

    const TimelineLayout &m_layout;
    const Options &m_options;
    const TextRuler &m_ruler;
    const MessageText &m_text;
    Scene &m_scene;
    SceneBand m_band{Options::kRulerHeight, m_options.height};
};

void TimelineFrame::fill(int x, int y, int width, int height, Color color) {
    const int top = std::max(y, m_band.top);
    const int bottom = std::min(y + height, m_band.bottom);
    const int right = std::min(x + width, m_options.width);
    if (top < bottom && x < right) {
        m_scene.rects.push_back({x, top, right - x, bottom - top, color, false});
    }
}

void TimelineFrame::line(int x1, int y1, int x2, int y2, Color color) {
    const int top = std::max(y1, m_band.top);
    const int bottom = std::min(y2, m_band.bottom - 1);
    if (top <= bottom) {
        m_scene.lines.push_back({x1, top, x2, bottom, color});
    }
}

void TimelineFrame::write(int x, int y, int width, std::string_view text, ColorRole role, bool bold, TextAlign align) {
    // A text is drawn whole or not at all: nothing clips it.
    if (y < m_band.top || y + kLineHeight > m_band.bottom || width <= 0) {
        return;
    }
    // Bold is up to an eighth wider than what the ruler measured.
    auto cut = m_ruler.elided(text, bold ? width * 7 / 8 : width);
    if (!cut.empty()) {
        m_scene.texts.push_back({x, y, width, kLineHeight, align, {role, 0}, std::move(cut), {}, bold, false});
    }
}

std::string TimelineFrame::nameOf(const TimelineRow &row) const {
    if (row.kind == TimelineRowKind::Rank) {
        const int rank = row.node.rank.rank;
        const bool isOwn = isOwnTrack(m_layout.sourceOf(row).source);
        return rank >= 0 ? m_text(Message("timeline.rank", {std::to_string(rank)}))
               : isOwn   ? m_text(Message("timeline.all_ranks"))
                         : m_text(Message("timeline.rank_unknown"));
    }
    if (row.kind == TimelineRowKind::Hidden) {
        const bool isOfRanks = row.node == kTimelineRoot;
        return m_text(
            Message(isOfRanks ? "timeline.hidden_ranks" : "timeline.hidden_tracks", {std::to_string(row.hiddenRows)}));
    }
    if (isShared(row)) {
        return m_text(Message("timeline.streams", {std::to_string(row.lanes.front().blended->tracks().size())}));
    }
    const auto &trace = *m_layout.sourceOf(row).trace;
    const auto name = trace.text(trace.track(row.node.track).name);
    return name.empty() ? m_text(Message("timeline.unnamed")) : std::string(name);
}

std::string TimelineFrame::rankOf(const TimelineRow &row) const {
    TimelineRow rank;
    rank.kind = TimelineRowKind::Rank;
    rank.node.rank = row.node.rank;
    rank.source = row.source;
    return nameOf(rank);
}

std::string TimelineFrame::detailOf(const TimelineRow &row) const {
    const auto &source = m_layout.sourceOf(row);
    if (row.kind == TimelineRowKind::Hidden) {
        return {};
    }
    if (row.pinned && row.indent == 0 && row.kind != TimelineRowKind::Rank) {
        return rankOf(row);  // its rank is not above it
    }
    if (row.kind == TimelineRowKind::Rank) {
        std::string detail = source.run;
        const auto append = [&](const std::string &part) {
            detail += detail.empty() || part.empty() ? part : "  " + part;
        };
        const auto offset = m_layout.offsetOf(row.node.rank);
        append(source.isPart ? m_text(Message("timeline.first_part")) : std::string{});
        append(offset == Nanos{0} ? std::string{}
                                  : m_text(Message("timeline.shifted", {signedFigure(shownDuration(offset))})));
        append(source.host);
        append(source.device < 0 ? std::string{} : m_text(Message("timeline.device", {std::to_string(source.device)})));
        return detail;
    }
    return std::string(source.trace->text(source.trace->track(row.node.track).label));
}

void TimelineFrame::drawBackground(const TimelineRow &row) {
    const int y = m_options.screenY(row.y);
    const int dataWidth = m_options.width - m_options.labelWidth;
    if (row.kind == TimelineRowKind::Rank) {
        fill(0, y, m_options.width, row.height, {ColorRole::HeaderBackground, 0});
        if (m_layout.sources().front().rank.run != m_layout.sources().back().rank.run) {
            const bool isBaseline = m_layout.sourceOf(row).isBaseline;
            fill(0, y, 3, row.height, {isBaseline ? ColorRole::Baseline : ColorRole::MutedText, 0});
        }
    } else {
        fill(0, y, m_options.labelWidth, row.height, {ColorRole::AlternateBackground, 0});
        if (row.kind == TimelineRowKind::Process) {
            fill(m_options.labelWidth, y, dataWidth, row.height, {ColorRole::AlternateBackground, 0});
        }
        fill(0, y, m_options.width, 1, {ColorRole::Grid, 0});
    }
}

void TimelineFrame::drawGrid() {
    const auto axis = m_options.axis();
    for (const auto &tick : axisTicks(axis, m_options.origin, kTickPixels)) {
        fill(axis.pixelOf(tick.time), Options::kRulerHeight, 1, m_options.height, {ColorRole::Grid, 0});
    }
    fill(m_options.labelWidth - 1, Options::kRulerHeight, 1, m_options.height, {ColorRole::Grid, 0});
}

void TimelineFrame::drawPinnedEdge() {
    if (m_options.pinnedShown > 0) {
        fill(0, m_options.scrollingBand().top - 2, m_options.width, 2, {ColorRole::MutedText, 0});
    }
}

void TimelineFrame::drawLabel(const TimelineRow &row) {
    // The label of a row that is taller than the view stays in sight while any of the row is.
    const int bottom = m_options.screenY(row.y) + row.height;
    const int first = m_options.screenY(row.y) + (row.kind == TimelineRowKind::Rank ? 4 : 3);
    const int y = std::min(std::max(first, m_band.top + 2), bottom - kLineHeight - 1);
    int x = kMargin + row.indent * kIndent;
    if (row.foldable) {
        write(x, y, kFoldWidth, row.folded ? "\u25b8" : "\u25be", ColorRole::MutedText);
    }
    x += kFoldWidth;
    const bool isRank = row.kind == TimelineRowKind::Rank;
    const bool isCounter = row.kind == TimelineRowKind::Counter;
    const auto name = nameOf(row);
    const bool isTop = row.pinned && row.indent == 0;
    const bool isPlain = !isCounter && row.trackKind != TrackKind::CommPlane;
    const auto detail = isPlain || isTop ? detailOf(row) : std::string{};
    const int room = m_options.labelWidth - x - kMargin;
    const int nameWidth = std::min(room, m_ruler.width(name) * (isRank ? 8 : 7) / 7 + 2);
    const int wholeDetail = m_ruler.width(detail) + 1;
    const int detailWidth = std::min(wholeDetail, room - nameWidth - kMargin);
    write(x, y, nameWidth, m_ruler.elidedName(name, nameWidth), ColorRole::Text, isRank);
    if (detailWidth >= std::min(wholeDetail, kLeastCutDetail)) {
        write(m_options.labelWidth - kMargin - detailWidth, y, detailWidth, detail, ColorRole::MutedText, false,
              TextAlign::Right);
    }
    if (isCounter) {
        const auto &source = m_layout.sourceOf(row);
        const auto &counter = source.trace->counter(row.node.track);
        const std::string unit(source.trace->text(source.trace->track(row.node.track).label));
        const auto low = shortNumber(counter.min());
        const auto high = shortNumber(counter.max());
        write(x, y + kLineHeight, room,
              (low == high ? low : low + " \u2026 " + high) + (unit.empty() ? "" : " " + unit), ColorRole::MutedText);
    }
    if (row.folded && row.lanes.empty()) {
        write(m_options.labelWidth + kMargin, first, m_options.width - m_options.labelWidth - 2 * kMargin,
              m_text(Message("timeline.folded_counters", {std::to_string(row.hiddenRows)})), ColorRole::MutedText);
    }
}

void TimelineFrame::drawRuler() {
    constexpr int kHeight = Options::kRulerHeight;
    const auto axis = m_options.axis();
    m_scene.rects.push_back(
        {0, 0, m_options.width, std::min(kHeight, m_options.height), {ColorRole::HeaderBackground, 0}, false});
    for (const auto &tick : axisTicks(axis, m_options.origin, kTickPixels)) {
        const int x = axis.pixelOf(tick.time);
        const int width = std::min(kTickPixels - 6, m_options.width - x - 5);
        if (x < axis.left || x >= m_options.width) {
            continue;
        }
        m_scene.rects.push_back({x, kHeight - 8, 1, 8, {ColorRole::MutedText, 0}, false});
        if (m_ruler.width(tick.label) <= width) {
            m_scene.texts.push_back({x + 4,
                                     3,
                                     width,
                                     kLineHeight,
                                     TextAlign::Left,
                                     {ColorRole::MutedText, 0},
                                     tick.label,
                                     {},
                                     false,
                                     false});
        }
    }
    // Which rank the rows at the top belong to, when its header is scrolled out.
    const auto top = m_layout.rowAt(m_options.scrollY + m_options.pinnedHeight);
    if (top && m_layout.rows()[*top].kind != TimelineRowKind::Rank) {
        const auto *header = m_layout.find({m_layout.rows()[*top].node.rank, {}, {}});
        const int width = m_options.labelWidth - 2 * kMargin;
        auto name = header == nullptr ? std::string{} : m_ruler.elided(nameOf(*header), width * 7 / 8);
        m_scene.texts.push_back(
            {kMargin, 5, width, kLineHeight, TextAlign::Left, {ColorRole::Text, 0}, std::move(name), {}, true, false});
    }
}

void TimelineFrame::drawHighlight() {
    if (!m_options.highlight) {
        return;
    }
    const auto axis = m_options.axis();
    const auto &range = m_options.highlight->range;
    const auto extent = m_options.highlight->rank ? m_layout.extentOf(*m_options.highlight->rank)
                                                  : std::optional(std::pair(0, m_layout.height()));
    if (!extent || !range.overlaps(axis.range)) {
        return;
    }
    const Color color{ColorRole::Accent, 0};
    const int top = m_options.screenY(extent->first);
    const int bottom = top + extent->second - extent->first - 1;
    const int left = std::max(axis.pixelOf(range.begin), axis.left);
    const int right = std::clamp(axis.pixelOf(range.end), left, m_options.width - 1);
    if (range.begin >= axis.range.begin) {
        line(left, top, left, bottom, color);
    }
    if (range.end < axis.range.end) {
        line(right, top, right, bottom, color);
    }
    for (const int y : {top, bottom}) {
        if (m_options.highlight->rank && y >= m_band.top && y < m_band.bottom) {
            line(left, y, right, y, color);
        }
    }
}

template <class Fn>
void forRowsInBand(const TimelineLayout &layout, const Options &options, bool pinned, Fn &&fn) {
    const auto &rows = layout.rows();
    const auto band = options.bandOf(pinned);
    const auto first = band.top < band.bottom ? layout.rowAt(std::max(options.rowY(band.top), 0)) : std::nullopt;
    for (std::size_t i = first.value_or(rows.size()); i < rows.size(); ++i) {
        if (rows[i].pinned != pinned || options.screenY(rows[i].y) >= band.bottom) {
            return;
        }
        fn(rows[i]);
    }
}

/// Calls fn(row, band) for what is pinned, then for the rest.
template <class Fn>
void forRowsInSight(const TimelineLayout &layout, const Options &options, Fn &&fn) {
    for (const bool pinned : {true, false}) {
        const auto band = options.bandOf(pinned);
        forRowsInBand(layout, options, pinned, [&](const auto &row) { fn(row, band); });
    }
}

}  // namespace

Scene timelineScene(const TimelineLayout &layout, const Options &options, const TextRuler &ruler,
                    const MessageText &text) {
    Scene scene;
    scene.width = options.width;
    scene.height = options.height;
    if (options.range.isEmpty() || options.width <= options.labelWidth || layout.rows().empty()) {
        return scene;
    }
    scene.rects.reserve(16384);
    TimelineFrame frame(layout, options, ruler, text, scene);
    TimelineRows rows(layout, options, scene);
    std::size_t foldedCount = 0;
    forRowsInSight(layout, options, [&](const auto &row, SceneBand band) {
        frame.setBand(band);
        frame.drawBackground(row);
        foldedCount += row.folded && row.kind == TimelineRowKind::Track ? 1 : 0;
    });
    frame.setBand({Options::kRulerHeight, options.rowsBottom()});
    frame.drawGrid();
    rows.setFoldedCount(foldedCount);
    forRowsInSight(layout, options, [&](const auto &row, SceneBand band) {
        rows.setBand(band);
        rows.draw(row);
    });
    frame.drawPinnedEdge();
    frame.drawRuler();
    rows.addLabels(ruler);
    forRowsInSight(layout, options, [&](const auto &row, SceneBand band) {
        frame.setBand(band);
        frame.drawLabel(row);
    });
    frame.setBand(options.scrollingBand());
    frame.drawHighlight();
    return scene;
}

}  // namespace stagescope
