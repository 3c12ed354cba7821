#include "core/scene/communication/comm_durations_scene.h"

#include "core/analysis/communication/comm_parameters.h"
#include "core/base/number_text.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/spacing.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kRuler = 24;
constexpr int kTickGap = 90;
constexpr int kMinRow = 14;
constexpr int kMaxRow = 26;
constexpr int kMinLabelled = 60;      ///< narrower boxes carry no name
constexpr std::size_t kOverlaid = 8;  ///< operators at once that a name gives way to
constexpr std::size_t kFigures = 7;

struct PartLook {
    ColorRole role;
    const char *id;
};
constexpr std::array kParts{PartLook{ColorRole::Overlapped, "comm.transit"},
                            PartLook{ColorRole::ExposedCommunication, "comm.synchronization"},
                            PartLook{ColorRole::Optimizer, "comm.other_wait"}, PartLook{ColorRole::Free, "comm.idle"}};

std::array<Nanos, kParts.size()> lengths(const CommParts &parts) {
    return {parts.transit, parts.synchronization, parts.wait - parts.synchronization, parts.idle};
}

constexpr std::array<const char *, kFigures> kFigureColumns{
    "comm.column.elapsed",     "comm.column.transit", "comm.column.synchronization",
    "comm.column.wait",        "comm.column.idle",    "comm.column.synchronization_percent",
    "comm.column.wait_percent"};

class DurationsPainter {
public:
    DurationsPainter(CommDurationsScene &built, ScenePen &pen, const CommDurations &model,
                     const CommDurationsOptions &options)
        : m_built(built), m_pen(pen), m_model(model), m_options(options) {}

    void draw() {
        Box area{0, 0, m_options.width, m_options.height};
        m_pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, 2);
        m_labels = labelWidth();
        const int line = m_pen.style().lineHeight;
        const auto first = std::min(m_options.firstRow, m_model.rows.empty() ? 0 : m_model.rows.size() - 1);
        const auto left = static_cast<int>(m_model.rows.size() - first);
        // Title, ruler, gap, title, head, legend: the rest is shared by both halves.
        const int rest = std::max(0, area.height - 4 * line - kRuler - 3 * kPad);
        const int fit = std::max(1, rest / 2 / kMinRow);
        const int shown = std::min(left, fit);
        m_rowHeight = std::clamp(shown > 0 ? rest / 2 / shown : kMinRow, kMinRow, kMaxRow);
        m_built.shownRows = static_cast<std::size_t>(std::max(0, shown));
        m_first = first;
        drawOperators(area.takeTop(line + kRuler + shown * m_rowHeight));
        area.takeTop(kPad);
        drawBars(area);
    }

private:
    [[nodiscard]] std::string labelOf(int rank) const {
        return m_pen.words(Message("rank.label", {std::to_string(rank)}));
    }
    [[nodiscard]] int labelWidth() const {
        int most = 0;
        for (const auto &row : m_model.rows) {
            if (&row == &m_model.rows.front() || &row == &m_model.rows.back()) {
                most = std::max(most, m_pen.widthOf(labelOf(row.rank)));
            }
        }
        return most + kPad;
    }
    void title(Box box, std::string_view text, std::string_view note) {
        const int width = m_pen.text(box, text, ColorRole::Text, TextAlign::Left, true);
        box.takeLeft(std::min(box.width, width * 8 / 7 + 2 * kPad));
        m_pen.text(box, note, ColorRole::MutedText);
    }

    void drawOperators(Box area) {
        const int line = m_pen.style().lineHeight;
        auto note = m_options.caption;
        if (!m_model.ranksOfFiles.empty()) {
            joinText(note, m_pen.words(Message("comm.of_files", {joinedRanks(m_model.ranksOfFiles)})), Join::Semicolon,
                     m_pen.style().message);
        }
        title(area.takeTop(line), m_pen.words(Message("comm.operators")), note);
        auto range = m_options.range;
        range.end = std::max(range.end, range.begin + Nanos{1});
        m_built.axis = {range, area.x + m_labels, std::max(1, area.width - m_labels)};
        drawRuler(area.takeTop(kRuler), area.height);
        for (std::size_t i = 0; i < m_built.shownRows; ++i) {
            const auto &row = m_model.rows[m_first + i];
            Box box = area.takeTop(m_rowHeight);
            const Box whole = box;
            const Box label = box.takeLeft(m_labels);
            m_pen.text(label, labelOf(row.rank), ColorRole::MutedText);
            m_pen.hit(label, RankRef{m_model.run, row.rank});
            m_built.lanes.push_back({box, m_first + i});
            m_pen.horizontal(whole.x, whole.bottom() - 1, whole.width, ColorRole::Grid);
            const Box page = m_pen.clip();
            m_pen.setClip({m_built.axis.left, box.y, m_built.axis.width, box.height});
            drawLane(row.lane, box.inset(0, 1));
            m_pen.setClip(page);
        }
    }
    void drawRuler(Box ruler, int below) {
        m_pen.fill(ruler, ColorRole::HeaderBackground);
        for (const auto &tick : axisTicks(m_built.axis, m_options.origin, kTickGap)) {
            const int x = m_built.axis.pixelOf(tick.time);
            m_pen.vertical(x, ruler.bottom() - 5, 5, ColorRole::MutedText);
            m_pen.vertical(x, ruler.bottom(), below, ColorRole::Grid);
            const int width = m_pen.widthOf(tick.label);
            if (x + 4 + width <= ruler.right()) {
                m_pen.text({x + 4, ruler.y, width, ruler.height - 2}, tick.label, ColorRole::MutedText);
            }
        }
    }
    /// What is left of a box by the next one that lies over it with a name of its own.
    [[nodiscard]] Box freePart(Box place, const std::vector<CommBox> &boxes, std::size_t nth) const {
        const auto &axis = m_built.axis;
        const auto end = std::min(boxes.size(), nth + 1 + kOverlaid);
        for (auto i = nth + 1; i < end && boxes[i].range.begin < boxes[nth].range.end; ++i) {
            const int left = axis.pixelOf(boxes[i].range.begin);
            if (axis.pixelOf(boxes[i].range.end) - left >= kMinLabelled) {
                place.width = std::min(place.width, left - place.x);
                break;
            }
        }
        return place;
    }
    void drawLane(const CommLane &lane, const Box &box) {
        const auto &axis = m_built.axis;
        const auto &boxes = lane.boxes();
        const Nanos pixel{std::max<std::int64_t>(1, static_cast<std::int64_t>(axis.nsPerPixel()))};
        for (auto i = lane.firstAfter(axis.range.begin); i < boxes.size() && boxes[i].range.begin < axis.range.end;) {
            const int left = axis.pixelOf(boxes[i].range.begin);
            const int right = std::max(left + 1, axis.pixelOf(boxes[i].range.end));
            const auto &name = m_model.names[boxes[i].name];
            const Color color{ColorRole::Slice, nameHash(name)};
            const Box place = Box{left, box.y, right - left, box.height}.cutTo(m_pen.clip());
            // A seam keeps neighbours apart.
            m_pen.fill({place.x, place.y, place.width > 3 ? place.width - 1 : place.width, place.height}, color);
            const Box named = freePart(place, boxes, i);
            if (named.width >= kMinLabelled) {
                m_pen.label(named, elided(name, named.width - 2 * kPad, m_pen.style().metrics), color);
            }
            ++i;
            // What else is only in this pixel is drawn already.
            const auto next = axis.timeOf(left + 1);
            while (right == left + 1 && i < boxes.size() && boxes[i].range.begin < next && lane.isFine(i, pixel)) {
                const auto run = boxes.begin() + static_cast<std::ptrdiff_t>(i);
                const auto end =
                    boxes.begin() + static_cast<std::ptrdiff_t>(std::min(boxes.size(), CommLane::runEnd(i)));
                const auto it =
                    std::lower_bound(run, end, next, [](const CommBox &b, AlignedTime t) { return b.range.begin < t; });
                i = static_cast<std::size_t>(it - boxes.begin());
            }
        }
    }

    void drawBars(Box area) {
        const int line = m_pen.style().lineHeight;
        Box legend = area.takeBottom(line);
        Box head = area.takeTop(line);
        title(head, m_pen.words(Message("comm.parts")), m_pen.words(Message("comm.parts.formulas")));
        Nanos longest{1};
        for (const auto &row : m_model.rows) {
            longest = std::max(longest, row.parts ? row.parts->elapsed : Nanos{0});
        }
        m_format = MillisFormat::forSize(longest);
        const auto widths = columnWidths(longest);
        int figures = 0;
        for (const int width : widths) {
            figures += width + kPad;
        }
        drawColumnNames(area.takeTop(line), widths, figures);
        for (std::size_t i = 0; i < m_built.shownRows && area.height >= m_rowHeight; ++i) {
            drawBar(area.takeTop(m_rowHeight), m_model.rows[m_first + i], longest, widths, figures);
        }
        legend.y = std::min(legend.y, area.y + kPad / 2);  // few rows: right below them
        for (const auto &part : kParts) {
            legend.takeLeft(m_pen.legendEntry(legend.x, legend.y, part.role, m_pen.words(Message(part.id))));
        }
        const auto hidden = m_model.rows.size() - m_first - m_built.shownRows;
        if (hidden + m_first > 0) {
            m_pen.text(legend, m_pen.words(Message("comm.more_ranks", {std::to_string(hidden + m_first)})),
                       ColorRole::MutedText, TextAlign::Right);
        }
    }
    [[nodiscard]] std::array<int, kFigures> columnWidths(Nanos longest) const {
        std::array<int, kFigures> widths{};
        for (std::size_t i = 0; i < kFigures; ++i) {
            const int figure = m_pen.widthOf(i < 5 ? m_format.text(longest) : "100.0");
            widths[i] = std::max(figure, m_pen.widthOf(m_pen.words(Message(kFigureColumns[i])))) + kPad;
        }
        return widths;
    }
    void drawColumnNames(Box row, const std::array<int, kFigures> &widths, int figures) {
        row.takeLeft(std::max(0, row.width - figures));
        for (std::size_t i = 0; i < kFigures; ++i) {
            m_pen.text(row.takeLeft(std::min(row.width, widths[i])), m_pen.words(Message(kFigureColumns[i])),
                       ColorRole::MutedText, TextAlign::Right);
            row.takeLeft(std::min(row.width, kPad));
        }
    }
    void drawBar(Box row, const CommDurations::Row &of, Nanos longest, const std::array<int, kFigures> &widths,
                 int figures) {
        const Box whole = row;
        const Box label = row.takeLeft(m_labels);
        m_pen.text(label, labelOf(of.rank), ColorRole::MutedText);
        m_pen.hit(whole, RankRef{m_model.run, of.rank});
        Box lane = row.takeLeft(std::max(0, row.width - figures)).inset(0, 2);
        if (!of.parts) {
            m_pen.text(lane, m_pen.words(Message("comm.no_parts")), ColorRole::MutedText);
            return;
        }
        const double scale = static_cast<double>(lane.width) / static_cast<double>(longest.count());
        Nanos done{0};
        const auto parts = lengths(*of.parts);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const int from = lane.x + static_cast<int>(std::lround(static_cast<double>(done.count()) * scale));
            done += std::max(Nanos{0}, parts[i]);
            const int to = lane.x + static_cast<int>(std::lround(static_cast<double>(done.count()) * scale));
            m_pen.fill(Box{from, lane.y, to - from, lane.height}.cutTo(lane), kParts[i].role);
        }
        const auto &p = *of.parts;
        const std::array<std::string, kFigures> texts{m_format.text(p.elapsed),
                                                      m_format.text(p.transit),
                                                      m_format.text(p.synchronization),
                                                      m_format.text(p.wait),
                                                      m_format.text(p.idle),
                                                      percentText(p.synchronizationPercent(), 100),
                                                      percentText(p.waitPercent(), 100)};
        for (std::size_t i = 0; i < kFigures; ++i) {
            m_pen.text(row.takeLeft(std::min(row.width, widths[i])), texts[i], ColorRole::Text, TextAlign::Right);
            row.takeLeft(std::min(row.width, kPad));
        }
    }

    CommDurationsScene &m_built;
    ScenePen &m_pen;
    const CommDurations &m_model;
    const CommDurationsOptions &m_options;
    int m_labels = 0;
    int m_rowHeight = kMinRow;
    std::size_t m_first = 0;
    MillisFormat m_format;
};

}  // namespace

const CommDurationsScene::Row *CommDurationsScene::laneAt(int x, int y) const {
    const auto it = std::find_if(lanes.begin(), lanes.end(), [&](const Row &row) { return row.box.contains(x, y); });
    return it == lanes.end() ? nullptr : &*it;
}

std::optional<CommOpRef> CommDurationsScene::operatorAt(const CommDurations &model, int x, int y) const {
    const auto *lane = laneAt(x, y);
    if (lane == nullptr || x < axis.left) {
        return std::nullopt;
    }
    const auto &row = model.rows[lane->row];
    // Boxes narrower than a pixel still take one.
    for (const double at : {0.5, 0.0, 0.999}) {
        if (const auto *box = row.lane.at(axis.timeOf(x + at))) {
            return model.refOf(row, *box);
        }
    }
    const auto next = row.lane.firstAfter(axis.timeOf(x));
    const auto &boxes = row.lane.boxes();
    const bool isInPixel = next < boxes.size() && axis.pixelOf(boxes[next].range.begin) == x;
    return isInPixel ? std::optional(model.refOf(row, boxes[next])) : std::nullopt;
}

CommDurationsScene buildCommDurationsScene(const CommDurations &model, const CommDurationsOptions &options,
                                           const SceneStyle &style) {
    CommDurationsScene built;
    built.scene.width = options.width;
    built.scene.height = options.height;
    ScenePen pen(built.scene, style);
    DurationsPainter(built, pen, model, options).draw();
    return built;
}

}  // namespace stagescope
