#include "core/scene/operators/kernel_bars_scene.h"

#include "core/base/number_text.h"
#include "core/base/words/kernel_label.h"
#include "core/scene/kit/cell_number.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace stagescope {

namespace {

constexpr int kLeastHalf = 420;    ///< narrower halves stand below one another
constexpr int kMostBar = 26;       ///< height of a row
constexpr int kPartsShare = 3;     ///< cores or bounds take this part of the width
constexpr int kLabelPercent = 45;  ///< of a row, at most
constexpr int kBaselineStrip = 4;  ///< height of the baseline's bar below each

Nanos nanosOf(const ResultTable &table, std::size_t row, std::size_t column) {
    const auto *micros = column < table.columns.size() ? std::get_if<double>(&table.rows[row][column]) : nullptr;
    return Nanos{micros == nullptr ? 0 : std::llround(*micros * 1000)};
}
std::optional<KernelBound> boundOf(std::string_view name) {
    const auto *it = std::find_if(kKernelBounds.begin(), kKernelBounds.end(),
                                  [&](KernelBound bound) { return boundName(bound) == name; });
    return it == kKernelBounds.end() ? std::nullopt : std::optional(*it);
}
std::uint64_t countOf(const ResultTable &table, std::size_t row, std::size_t column) {
    const auto *count = column < table.columns.size() ? std::get_if<std::int64_t>(&table.rows[row][column]) : nullptr;
    return count == nullptr ? 0 : static_cast<std::uint64_t>(*count);
}

/// Parts that say next to nothing.
bool areUnknown(const std::map<std::string, Nanos> &parts, Nanos total) {
    constexpr std::int64_t kKnown = 10;  // one in so many
    const auto unknown = parts.find({});
    return unknown != parts.end() && kKnown * (total - unknown->second) < total;
}

void sortBars(std::vector<KernelBars::Bar> &bars) {
    // What only the baseline has is as large as it was.
    const auto size = [](const KernelBars::Bar &bar) { return std::max(bar.total, bar.before.value_or(Nanos{0})); };
    std::stable_sort(bars.begin(), bars.end(),
                     [&](const KernelBars::Bar &a, const KernelBars::Bar &b) { return size(a) > size(b); });
}

/// "MatMul", "MatMul 4096,6144;4096,1024", "MatMul (MIX_AIC)" beside another one.
KernelBars::Bar barOf(const ResultTable &table, std::size_t row, Nanos total, KernelColoring coloring) {
    const auto name = table.text(row, "name");
    const auto known = name.empty() ? table.text(row, "type") : name;
    const auto shapes = table.text(row, "input_shapes");
    const auto color = coloring == KernelColoring::ByBound ? boundColorOf(table.text(row, "bound"))
                                                           : Color{ColorRole::Slice, nameHash(known)};
    const auto whole = shapes.empty() ? known : known + ' ' + shapes;
    const auto before = table.indexOf("baseline_us");
    const bool isCompared = before < table.columns.size();
    return {withoutMiddle(whole),
            color,
            total,
            row,
            whole,
            isCompared ? std::optional(nanosOf(table, row, before)) : std::nullopt};
}

void nameCoresOfTwins(const ResultTable &table, std::vector<KernelBars::Bar> &bars) {
    std::map<std::string, std::size_t> times;
    for (const auto &bar : bars) {
        ++times[bar.label];
    }
    for (auto &bar : bars) {
        if (const auto core = table.text(bar.row, "core"); times[bar.label] > 1 && !core.empty()) {
            bar.whole += " (" + core + ')';
            bar.label = withoutMiddle(bar.whole);
        }
    }
}

/// What has no bar of its own has one together.
std::size_t rowsOf(const KernelBars &bars) { return bars.groups.size() + (bars.rest.count() > 0 ? 1 : 0); }

class BarsPainter {
public:
    BarsPainter(KernelBarsScene &built, ScenePen &pen, const KernelBars &bars)
        : m_built(built), m_pen(pen), m_bars(bars) {}

    void drawGroups(Box box, int rowHeight) {
        const auto count = std::to_string(m_bars.groups.size());
        const auto title = m_bars.rest.count() > 0
                               ? Message("operator.groups.top", {count, std::to_string(m_bars.groupCount)})
                               : Message("operator.groups.all", {count});
        auto note = shownTime(m_bars.total);
        if (m_bars.before) {
            note = m_pen.words(
                Message("operator.groups.baseline",
                        {note, shownTime(*m_bars.before), signedFigure(shownTime(m_bars.total - *m_bars.before))}));
        }
        drawTitle(box, title, note);
        measure(m_bars.groups, m_bars.rest, box.width);
        drawBars(box, m_bars.groups, rowHeight, false);
        if (m_bars.rest.count() > 0) {
            const auto left = std::to_string(m_bars.groupCount - m_bars.groups.size());
            drawRow(box.takeTop(rowHeight),
                    {m_pen.words(Message("operator.groups.rest", {left})), Color{ColorRole::Free}, m_bars.rest});
        }
    }
    void drawParts(Box box, int rowHeight) {
        drawTitle(box, Message(isByBound() ? "operator.bounds" : "operator.cores"), {});
        measure(m_bars.parts, Nanos{0}, box.width);
        drawBars(box, m_bars.parts, rowHeight, true);
    }

private:
    [[nodiscard]] bool isByBound() const { return m_bars.coloring == KernelColoring::ByBound; }
    /// What the bars of one half share: room for labels and figures, and the scale.
    void measure(const std::vector<KernelBars::Bar> &bars, Nanos rest, int width) {
        m_labels = 0;
        m_values = m_pen.widthOf(valueOf({{}, {}, rest}));
        m_longest = rest;
        for (const auto &bar : bars) {
            m_labels = std::max(m_labels, m_pen.widthOf(labelOf(bar, &bars == &m_bars.parts)));
            m_values = std::max(m_values, m_pen.widthOf(valueOf(bar)));
            m_longest = std::max({m_longest, bar.total, bar.before.value_or(Nanos{0})});
        }
        m_labels = std::min(m_labels, width * kLabelPercent / 100);
    }
    void drawTitle(Box &box, const Message &title, const std::string &note) {
        Box line = box.takeTop(m_pen.style().lineHeight);
        const int width = m_pen.text(line, m_pen.words(title), ColorRole::Text, TextAlign::Left, true);
        line.takeLeft(std::min(line.width, width + 2 * kPad));
        m_pen.text(line, note, ColorRole::MutedText);
    }
    void drawBars(Box &box, const std::vector<KernelBars::Bar> &bars, int rowHeight, bool areParts) {
        for (std::size_t i = 0; i < bars.size(); ++i) {
            const Box row = box.takeTop(rowHeight);
            m_built.places.push_back({row, areParts, i});
            auto bar = bars[i];
            bar.label = labelOf(bar, areParts);
            drawRow(row, bar);
        }
    }
    void drawRow(Box row, const KernelBars::Bar &bar) {
        m_pen.text(row.takeLeft(m_labels), bar.label);
        row.takeLeft(kPad);
        m_pen.text(row.takeRight(std::min(row.width, m_values)), valueOf(bar), ColorRole::Text, TextAlign::Right);
        row.takeRight(kPad);
        row = row.inset(0, 2);
        if (bar.before) {
            const Box below = row.takeBottom(kBaselineStrip);
            m_pen.fill({below.x, below.y, lengthOf(*bar.before, row.width), below.height}, ColorRole::Baseline);
        }
        m_pen.fill({row.x, row.y, lengthOf(bar.total, row.width), row.height}, bar.color);
    }
    [[nodiscard]] int lengthOf(Nanos time, int width) const {
        const double share =
            static_cast<double>(time.count()) / static_cast<double>(std::max(Nanos{1}, m_longest).count());
        return time.count() > 0 ? std::max(1, static_cast<int>(std::lround(width * share))) : 0;
    }
    [[nodiscard]] std::string labelOf(const KernelBars::Bar &bar, bool isPart) const {
        if (isPart && isByBound()) {
            return m_pen.words(boundText(boundOf(bar.label)));
        }
        return bar.label.empty() ? m_pen.words(Message("operator.core.unknown")) : bar.label;
    }
    [[nodiscard]] std::string valueOf(const KernelBars::Bar &bar) const {
        const auto share =
            percentText(static_cast<double>(bar.total.count()), static_cast<double>(m_bars.total.count()));
        const auto change = bar.before ? "  " + signedFigure(shownTime(bar.total - *bar.before)) : std::string();
        return shownTime(bar.total) + "  " + share + " %" + change;
    }

    KernelBarsScene &m_built;
    ScenePen &m_pen;
    const KernelBars &m_bars;
    int m_labels = 0;
    int m_values = 0;
    Nanos m_longest{0};
};

}  // namespace

Color boundColorOf(std::string_view bound) { return boundColor(boundOf(bound)); }

KernelBars kernelBars(const ResultTable &statistics, std::size_t top, KernelColoring coloring) {
    KernelBars result;
    result.coloring = coloring;
    const bool isByBound = coloring == KernelColoring::ByBound;
    const auto totals = statistics.indexOf("total_us");
    const auto counts = statistics.indexOf("count");
    std::map<std::string, Nanos> parts;
    for (std::size_t row = 0; row < statistics.rows.size(); ++row) {
        const auto total = nanosOf(statistics, row, totals);
        result.groups.push_back(barOf(statistics, row, total, coloring));
        result.total += total;
        if (const auto before = result.groups.back().before) {
            result.before = result.before.value_or(Nanos{0}) + *before;
        }
        result.kernelCount += countOf(statistics, row, counts);
        parts[statistics.text(row, isByBound ? "bound" : "core")] += total;
    }
    if (!isByBound && areUnknown(parts, result.total)) {
        parts.clear();
    }
    for (const auto &[part, total] : parts) {
        result.parts.push_back({part, isByBound ? boundColorOf(part) : Color{ColorRole::Slice, nameHash(part)}, total});
    }
    result.groupCount = result.groups.size();
    sortBars(result.groups);
    sortBars(result.parts);
    result.groups.resize(std::min(result.groups.size(), top));
    result.rest = result.total;
    for (const auto &bar : result.groups) {
        result.rest -= bar.total;
    }
    nameCoresOfTwins(statistics, result.groups);
    return result;
}

const KernelBarsScene::Place *KernelBarsScene::at(int x, int y) const {
    const auto it =
        std::find_if(places.begin(), places.end(), [&](const Place &place) { return place.box.contains(x, y); });
    return it == places.end() ? nullptr : &*it;
}

KernelBarsScene buildKernelBarsScene(const KernelBars &bars, const KernelBarsOptions &options,
                                     const SceneStyle &style) {
    KernelBarsScene built;
    const bool isBeside = options.width >= 2 * kLeastHalf || bars.parts.empty();
    const auto groups = static_cast<int>(rowsOf(bars));
    const auto parts = static_cast<int>(bars.parts.size());
    const int rows = isBeside ? std::max(groups, parts) : groups + 1 + parts;
    const int line = style.lineHeight;
    const int around = 3 * kPad + (isBeside ? 2 : 3) * line;
    const int rowHeight = std::clamp((options.height - around) / std::max(1, rows), line, std::max(line, kMostBar));
    built.scene.width = options.width;
    built.scene.height = around + rows * rowHeight;
    ScenePen pen(built.scene, style);
    pen.fill(pen.clip(), ColorRole::Background);
    Box area = pen.clip().inset(kPad, kPad);
    pen.text(area.takeTop(line), options.caption, ColorRole::MutedText);
    area.takeTop(kPad);
    Box left = bars.parts.empty() ? area
               : isBeside         ? area.takeLeft(area.width - area.width / kPartsShare - 2 * kPad)
                                  : area.takeTop(line + (groups + 1) * rowHeight);
    if (isBeside) {
        area.takeLeft(2 * kPad);
    }
    BarsPainter painter(built, pen, bars);
    painter.drawGroups(left, rowHeight);
    if (!bars.parts.empty()) {
        painter.drawParts(area, rowHeight);
    }
    return built;
}

}  // namespace stagescope
