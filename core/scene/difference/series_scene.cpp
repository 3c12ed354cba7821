#include "core/scene/difference/series_scene.h"

#include "core/base/number_text.h"
#include "core/base/statistics.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>

namespace stagescope {

namespace {

constexpr int kScaleWidth = 70;
constexpr int kLeastPanel = 60;
constexpr int kMostBox = 36;
constexpr int kLegendGap = 12;
constexpr double kLeastShare = 0.005;  ///< smaller parts of the longest run are no pixel high

/// The values of a panel.
struct Scale {
    double low = 0;
    double high = 1;
    bool isKnown = false;

    void add(double value) {
        low = isKnown ? std::min(low, value) : value;
        high = isKnown ? std::max(high, value) : value;
        isKnown = true;
    }
    /// At least kLeastSpan of the values: less must not look like much.
    void widen() {
        constexpr double kLeastSpan = 0.02;
        const double middle = (low + high) / 2;
        const double least = std::max(std::abs(middle) * kLeastSpan, 1e-9);
        const double half = std::max((high - low) * 5 / 8, least / 2);
        low = low >= 0 ? std::max(0.0, middle - half) : middle - half;
        high = middle + half;
    }
    /// With as many decimals as tell both ends apart.
    [[nodiscard]] std::string text(double value) const {
        const int decimals = std::clamp(static_cast<int>(std::ceil(1 - std::log10(high - low))), 0, 9);
        std::array<char, 400> digits{};  // the largest double has 309 before the point
        const auto [end, error] =
            std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals);
        return error == std::errc() ? shownFigure({digits.data(), end}) : std::string();
    }
};

class SeriesPainter {
public:
    SeriesPainter(const SeriesPanels &series, const SeriesOptions &options, const SceneStyle &style)
        : m_runs(series.runs), m_panels(series.panels), m_splits(series.splits), m_options(options), m_style(style) {
        m_layout.scene.width = options.width;
        m_layout.scene.height = options.height;
    }

    SeriesLayout build() {
        ScenePen pen(m_layout.scene, m_style);
        Box area = Box{0, 0, m_options.width, m_options.height}.inset(kPad, kPad);
        const Message title("series.title", {std::to_string(m_runs.size())});
        pen.text(area.takeTop(m_style.lineHeight + 2), pen.words(title), ColorRole::Text, TextAlign::Left, true);
        if (m_runs.empty() || m_panels.empty() || area.width <= kScaleWidth) {
            return std::move(m_layout);
        }
        m_slot = (area.width - kScaleWidth) / static_cast<int>(m_runs.size());
        auto labels = area.takeBottom(m_style.lineHeight);
        const auto fitting = static_cast<std::size_t>(std::max(1, area.height / kLeastPanel));
        const bool hasSplits = fitting > 1 && !m_splits.empty();
        const auto shown = std::min(m_panels.size(), fitting - (hasSplits ? 1 : 0));
        const int height = area.height / static_cast<int>(shown + (hasSplits ? 1 : 0));
        for (std::size_t panel = 0; panel < shown; ++panel) {
            drawPanel(pen, area.takeTop(height), panel);
        }
        if (hasSplits) {
            drawSplits(pen, area);
        }
        drawLabels(pen, labels);
        return std::move(m_layout);
    }

private:
    [[nodiscard]] static const SeriesPanel::Value *valueIn(const SeriesPanel &panel, std::size_t run) {
        return run < panel.values.size() && panel.values[run].value ? &panel.values[run] : nullptr;
    }

    void drawPanel(ScenePen &pen, Box area, std::size_t number) {
        const auto &panel = m_panels[number];
        pen.text(area.takeTop(m_style.lineHeight),
                 panel.name + (panel.unit.empty() ? std::string() : ", " + panel.unit), ColorRole::MutedText);
        area = area.inset(0, 3);
        Scale scale;
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            if (const auto *value = valueIn(panel, run)) {
                scale.add(*value->value);
                for (const double step : value->steps) {
                    scale.add(step);
                }
            }
        }
        scale.widen();
        auto plot = area;
        auto left = plot.takeLeft(kScaleWidth);
        pen.fill(plot, ColorRole::AlternateBackground);
        if (!scale.isKnown || plot.height < 10) {
            pen.text(plot, pen.words(Message("series.unknown")), ColorRole::MutedText);
            return;
        }
        left = left.inset(4, 0);
        pen.text(left.takeTop(m_style.lineHeight), scale.text(scale.high), ColorRole::MutedText, TextAlign::Right);
        pen.text(left.takeBottom(m_style.lineHeight), scale.text(scale.low), ColorRole::MutedText, TextAlign::Right);
        std::optional<std::pair<int, int>> before;
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            const auto slot = addSlot(pen, plot, run, number);
            before = drawRun(pen, slot, valueIn(panel, run), scale, before);
        }
    }

    Box addSlot(ScenePen &pen, const Box &plot, std::size_t run, std::size_t panel) {
        const Box slot{plot.x + static_cast<int>(run) * m_slot, plot.y, m_slot, plot.height};
        m_layout.places.push_back({run, panel, slot});
        if (m_options.selected == run) {
            pen.fill(slot, ColorRole::HeaderBackground);
        }
        return slot;
    }

    void drawSplits(ScenePen &pen, Box area) {
        double longest = 0;  // sums of what files tell may be beyond an integer
        for (const auto &split : m_splits) {
            longest = std::max(longest, split ? std::accumulate(split->begin(), split->end(), 0.0) : 0.0);
        }
        auto head = area.takeTop(m_style.lineHeight);
        head.takeLeft(pen.text(head, pen.words(Message("series.split")), ColorRole::MutedText, TextAlign::Left) +
                      kLegendGap);
        for (std::size_t part = 0; part < kSplitParts.size(); ++part) {
            const bool isSeen = std::any_of(m_splits.begin(), m_splits.end(), [&](const auto &split) {
                return split && static_cast<double>(split->at(part)) > kLeastShare * longest;
            });
            const auto name = pen.words(Message(kSplitParts.at(part).id));
            if (isSeen && pen.widthOf(name) + 2 * kLegendGap <= head.width) {
                head.takeLeft(pen.legendEntry(head.x, head.y, kSplitParts.at(part).role, name));
            }
        }
        auto plot = area.inset(0, 3);
        auto left = plot.takeLeft(kScaleWidth).inset(4, 0);
        pen.fill(plot, ColorRole::AlternateBackground);
        if (longest <= 0 || plot.height < 10) {
            pen.text(plot, pen.words(Message("series.unknown")), ColorRole::MutedText);
            return;
        }
        const auto ms = valueText(longest / 1e6) + " ms";
        pen.text(left.takeTop(m_style.lineHeight), ms, ColorRole::MutedText, TextAlign::Right);
        pen.text(left.takeBottom(m_style.lineHeight), "0", ColorRole::MutedText, TextAlign::Right);
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            const auto slot = addSlot(pen, plot, run, m_panels.size());
            if (run < m_splits.size() && m_splits[run]) {
                drawSplit(pen, slot, *m_splits[run], longest);
            }
        }
    }

    /// From the bottom up; what is left of a pixel goes to the part above.
    void drawSplit(ScenePen &pen, const Box &slot, const SplitParts &split, double longest) const {
        const int width = std::clamp(slot.width * 3 / 5, 2, kMostBox);
        const double scale = slot.height / longest;
        double sum = 0;
        int bottom = slot.bottom();
        for (std::size_t part = 0; part < split.size(); ++part) {
            sum += std::max(static_cast<double>(split.at(part)), 0.0);
            const int top = std::max(
                slot.y, slot.bottom() - static_cast<int>(std::min(sum * scale, static_cast<double>(slot.height))));
            pen.fill({slot.x + (slot.width - width) / 2, top, width, bottom - top}, kSplitParts.at(part).role);
            bottom = top;
        }
    }

    /// Where its value stands, for the line to the next one.
    std::optional<std::pair<int, int>> drawRun(ScenePen &pen, const Box &slot, const SeriesPanel::Value *value,
                                               const Scale &scale, const std::optional<std::pair<int, int>> &before) {
        if (value == nullptr) {
            return std::nullopt;
        }
        const auto yOf = [&](double of) {
            return slot.y + static_cast<int>((scale.high - of) / (scale.high - scale.low) * (slot.height - 1));
        };
        const int middle = slot.x + slot.width / 2;
        const int width = std::clamp(slot.width * 3 / 5, 2, kMostBox);
        const int y = yOf(*value->value);
        if (before) {
            m_layout.scene.lines.push_back({before->first, before->second, middle, y, Color{ColorRole::MutedText, 0}});
        }
        if (auto steps = value->steps; steps.size() > 1) {
            const auto [least, most] = std::minmax_element(steps.begin(), steps.end());
            const int top = yOf(*most);
            pen.vertical(middle, top, std::max(1, yOf(*least) - top), ColorRole::MutedText);
            const auto box = quartiles(std::span(steps));
            const int boxTop = yOf(box.q3);
            pen.fill({middle - width / 2, boxTop, width, std::max(2, yOf(box.q1) - boxTop)}, ColorRole::Computing);
        }
        pen.fill({middle - width / 2, y, width, 2}, ColorRole::Text);
        return std::pair{middle, y};
    }

    void drawLabels(ScenePen &pen, Box line) {
        line.takeLeft(kScaleWidth);
        const bool fit = std::all_of(m_runs.begin(), m_runs.end(),
                                     [&](const std::string &run) { return pen.widthOf(run) <= m_slot - 4; });
        for (std::size_t run = 0; run < m_runs.size(); ++run) {
            pen.text(line.takeLeft(m_slot), fit ? m_runs[run] : std::to_string(run + 1), ColorRole::Text,
                     TextAlign::Center);
        }
    }

    const std::vector<std::string> &m_runs;
    const std::vector<SeriesPanel> &m_panels;
    const std::vector<std::optional<SplitParts>> &m_splits;
    const SeriesOptions &m_options;
    const SceneStyle &m_style;
    SeriesLayout m_layout;
    int m_slot = 1;
};

}  // namespace

std::optional<SeriesLayout::Place> SeriesLayout::placeAt(int x, int y) const {
    const auto it =
        std::find_if(places.begin(), places.end(), [&](const Place &place) { return place.box.contains(x, y); });
    return it == places.end() ? std::nullopt : std::optional(*it);
}

SeriesLayout layOutSeries(const SeriesPanels &series, const SeriesOptions &options, const SceneStyle &style) {
    return SeriesPainter(series, options, style).build();
}

}  // namespace stagescope
