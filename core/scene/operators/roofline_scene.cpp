#include "core/scene/operators/roofline_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace stagescope {

namespace {

constexpr int kLeastDot = 5;
constexpr int kMostDot = 30;
constexpr int kReach = 4;  ///< how far beside a square it still is meant
constexpr double kMostDecades = 12;
constexpr double kMargin = 0.15;  ///< beside the outermost values, in decades
constexpr std::size_t kMostLegendEntries = 8;
constexpr int kLeastPart = 1000;  ///< of the time: what is less does not stretch the axes

/// What has a place: something is computed, and something moves.
bool hasPlace(const WorkGroup &group) {
    const auto intensity = group.intensity();
    const auto flops = group.flops();
    return intensity && flops && *intensity > 0 && *flops > 0;
}

struct UnitPrefix {
    double size = 1;
    std::string_view name{};
};
UnitPrefix prefixOf(double value) {
    static constexpr std::array kPrefixes{UnitPrefix{1e15, "P"}, UnitPrefix{1e12, "T"}, UnitPrefix{1e9, "G"},
                                          UnitPrefix{1e6, "M"}, UnitPrefix{1e3, "k"}};
    const auto *it = std::find_if(kPrefixes.begin(), kPrefixes.end(),
                                  [&](const UnitPrefix &prefix) { return value >= prefix.size; });
    return it == kPrefixes.end() ? UnitPrefix{} : *it;
}

/// "0.01", "1", "100".
std::string tickText(double value) {
    auto text = valueText(value);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        text.erase(text.find_last_not_of('.') + 1);
    }
    return text;
}
std::string tickRateText(double flops) {
    const auto prefix = prefixOf(flops * (1 + 1e-9));
    return tickText(flops / prefix.size) + " " + std::string(prefix.name) + "FLOP/s";
}

/// A little more than from the least to the greatest value; at most kMostDecades, those at the top.
void widen(LogAxis &axis, double least, double greatest) {
    axis.high = std::log10(greatest) + kMargin;
    axis.low = std::max(std::log10(least) - kMargin, axis.high - kMostDecades);
}

/// Decades, and 2 and 5 times them where there are few.
std::vector<double> ticksOf(const LogAxis &axis) {
    constexpr double kFewDecades = 2.5;
    const bool areFew = axis.high - axis.low < kFewDecades;
    std::vector<double> ticks;
    for (double decade = std::floor(axis.low); decade <= axis.high; ++decade) {
        for (const double times : {1.0, 2.0, 5.0}) {
            const double tick = times * std::pow(10, decade);
            const double at = std::log10(tick);
            if ((times == 1 || areFew) && at >= axis.low && at <= axis.high) {
                ticks.push_back(tick);
            }
        }
    }
    return ticks;
}

class RooflinePainter {
public:
    RooflinePainter(ScenePen &pen, const RankWork &work, const RooflineOptions &options, RooflineLayout &layout)
        : m_pen(pen), m_work(work), m_options(options), m_layout(layout) {}

    void draw(Box area) {
        m_pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, kPad / 2);
        drawHead(area);
        collect();
        drawLegend(area);
        if (m_groups.empty() || area.width < 8 * line() || area.height < 6 * line()) {
            return;
        }
        chooseAxes(area);
        drawGrid();
        drawRoof();
        drawDots();
    }

private:
    [[nodiscard]] int line() const { return m_pen.style().lineHeight; }
    [[nodiscard]] std::string words(const Message &message) const { return m_pen.words(message); }

    void drawHead(Box &area) {
        const auto rank = std::to_string(m_work.rank);
        TypedFlop flop;
        Nanos time{0};
        for (const auto &group : m_work.groups) {
            flop.add(group.number, group.isMatrix ? group.flop : 0);
            time += group.isMatrix ? group.flopTime : Nanos{0};
        }
        std::string text = words(Message("roofline.no_matrix", {rank}));
        if (time.count() > 0) {
            const double flops = flop.total() * 1e9 / static_cast<double>(time.count());
            // Of several types the peak is what they reach together at the peak of each.
            const auto seconds = m_work.peak.secondsFor(flop);
            text =
                seconds && *seconds > 0
                    ? words(Message("roofline.head", {rank, flopRateText(flops), flopRateText(flop.total() / *seconds),
                                                      percentText(*seconds * 1e9, static_cast<double>(time.count())),
                                                      percentText(static_cast<double>(time.count()),
                                                                  static_cast<double>(m_work.time.count()))}))
                    : words(Message("roofline.head_without_peak", {rank, flopRateText(flops)}));
        }
        area.takeTop(m_pen.paragraph(area, text, ColorRole::Text, 2) + 2);
    }

    void collect() {
        m_isOnlyMatrix =
            !m_options.withVectors && std::any_of(m_work.groups.begin(), m_work.groups.end(),
                                                  [](const auto &group) { return group.isMatrix && hasPlace(group); });
        for (std::size_t i = 0; i < m_work.groups.size(); ++i) {
            const auto &group = m_work.groups[i];
            const bool isShown = hasPlace(group) && (group.isMatrix || !m_isOnlyMatrix);
            if (isShown && m_groups.size() < kMostRooflineDots) {
                m_groups.push_back(i);
                m_shown += group.time;
            }
        }
    }

    void drawLegend(Box &area) {
        if (m_shown < m_work.time) {
            const auto share = percentText(static_cast<double>((m_work.time - m_shown).count()),
                                           static_cast<double>(m_work.time.count()));
            const auto text = m_isOnlyMatrix ? words(Message("roofline.only_matrix", {share}))
                                             : words(Message("roofline.without_place", {share}));
            area.takeTop(m_pen.paragraph(area, text, ColorRole::MutedText, 2) + 2);
        }
        std::set<std::string_view> named;
        int x = area.x;
        const Box row = area.takeTop(line());
        for (const auto i : m_groups) {
            const auto &name = m_work.groups[i].name;
            if (named.size() >= kMostLegendEntries || !named.insert(name).second) {
                continue;
            }
            const int side = line() / 2;
            const int width = std::min(m_pen.widthOf(name), 14 * line());
            if (x + side + width + 2 * kPad > row.right()) {
                break;
            }
            m_pen.fill({x, row.y + (line() - side) / 2, side, side}, Color{ColorRole::Slice, nameHash(name)});
            m_pen.text({x + side + kPad / 2, row.y, width + 2, line()}, name, ColorRole::Text);
            x += side + width + 2 * kPad;
        }
        if (m_options.baseline != nullptr) {
            const auto text = words(Message("roofline.baseline"));
            const int side = line() / 2;
            m_pen.frame({x, row.y + (line() - side) / 2, side, side}, ColorRole::Baseline);
            m_pen.text({x + side + kPad / 2, row.y, std::max(0, row.right() - x - side - kPad / 2), line()}, text,
                       ColorRole::Text);
        }
        area.takeTop(kPad / 2);
    }

    void chooseAxes(Box area) {
        const auto &peak = m_work.peak;
        double leastRate = 1e300;
        double mostRate = m_work.peak.flops.value_or(0);
        double least = 1e300;
        double most = 0;
        for (const auto i : m_groups) {
            const auto &group = m_work.groups[i];
            if (const auto own = group.isMatrix ? peak.flopsOf(group.number) : std::nullopt; own != peak.flops) {
                m_peaks.emplace(group.number, own.value_or(0));
            }
            if (group.time < m_shown / kLeastPart) {
                continue;
            }
            leastRate = std::min(leastRate, *group.flops());
            mostRate = std::max(mostRate, *group.flops());
            least = std::min(least, *group.intensity());
            most = std::max(most, *group.intensity());
            if (const auto *before = beforeOf(group)) {
                leastRate = std::min(leastRate, *before->flops());
                mostRate = std::max(mostRate, *before->flops());
                least = std::min(least, *before->intensity());
                most = std::max(most, *before->intensity());
            }
        }
        if (peak.flops && peak.bandwidth) {
            most = std::max(most, 2 * *peak.flops / *peak.bandwidth);
        }
        for (const auto &[type, flops] : m_peaks) {
            mostRate = std::max(mostRate, flops);
        }
        widen(m_layout.intensity, least, most);
        widen(m_layout.rate, leastRate, mostRate);
        area.takeBottom(2 * line());
        area.takeLeft(m_pen.widthOf("100 GFLOP/s") + kPad);
        area.takeRight(kPad);
        m_layout.plot = area;
        m_layout.intensity.begin = area.x;
        m_layout.intensity.end = area.right() - 1;
        m_layout.rate.begin = area.bottom() - 1;
        m_layout.rate.end = area.y;
    }

    void drawGrid() {
        const auto &plot = m_layout.plot;
        int lastRight = INT_MIN;
        for (const double tick : ticksOf(m_layout.intensity)) {
            const int x = m_layout.intensity.pixelOf(tick);
            m_pen.vertical(x, plot.y, plot.height, ColorRole::Grid);
            const auto text = tickText(tick);
            const int width = m_pen.widthOf(text) + 2;
            const int left = std::clamp(x - width / 2, plot.x, std::max(plot.x, plot.right() - width));
            if (left > lastRight + kPad / 2) {
                m_pen.text({left, plot.bottom() + 2, width, line()}, text, ColorRole::MutedText, TextAlign::Center);
                lastRight = left + width;
            }
        }
        m_pen.text({plot.x, plot.bottom() + line(), plot.width, line()}, words(Message("roofline.axis.intensity")),
                   ColorRole::MutedText, TextAlign::Center);
        int lastTop = INT_MAX;
        for (const double tick : ticksOf(m_layout.rate)) {
            const int y = m_layout.rate.pixelOf(tick);
            m_pen.horizontal(plot.x, y, plot.width, ColorRole::Grid);
            const int top = std::max(plot.y - line() / 2, y - line() / 2);
            if (top + line() <= lastTop) {
                m_pen.text({kPad, top, plot.x - 2 * kPad + kPad / 2, line()}, tickRateText(tick), ColorRole::MutedText,
                           TextAlign::Right);
                lastTop = top;
            }
        }
    }

    /// A roof from the slope of the bandwidth to the peak, as far as both are known.
    void drawRoof() {
        const auto &peak = m_work.peak;
        if (peak.flops) {
            drawPeak(*peak.flops, words(Message("roofline.peak", {flopRateText(*peak.flops),
                                                                  words(peakOriginMessage(peak, peak.flopsOrigin))})));
        }
        double most = peak.flops.value_or(std::pow(10, m_layout.rate.high));
        for (const auto &[type, flops] : m_peaks) {
            if (flops > 0) {
                const std::string name(numberTypeText(type));
                drawPeak(flops, words(Message("roofline.peak_type", {name, flopRateText(flops)})));
                most = std::max(most, flops);
            }
        }
        if (peak.bandwidth) {
            drawSlope(*peak.bandwidth, most);
        }
    }

    void drawPeak(double flops, const std::string &text) {
        const auto &plot = m_layout.plot;
        if (!m_layout.rate.holds(flops)) {
            return;
        }
        const int y = m_layout.rate.pixelOf(flops);
        const auto &bandwidth = m_work.peak.bandwidth;
        const int from = bandwidth ? m_layout.intensity.pixelOf(flops / *bandwidth) : plot.x;
        m_pen.horizontal(from, y, plot.right() - from, ColorRole::Accent);
        m_pen.horizontal(from, y + 1, plot.right() - from, ColorRole::Accent);
        const bool isAbove = y - line() >= plot.y;
        m_pen.text({plot.x, isAbove ? y - line() : y + 2, plot.width, line()}, text, ColorRole::Text, TextAlign::Right);
    }

    void drawSlope(double bandwidth, double most) {
        const auto &plot = m_layout.plot;
        const double lowest = std::pow(10, m_layout.rate.low);
        const double first = std::max(std::pow(10, m_layout.intensity.low), lowest / bandwidth);
        const double last = std::min(std::pow(10, m_layout.intensity.high), most / bandwidth);
        if (first >= last) {
            return;
        }
        const int x1 = m_layout.intensity.pixelOf(first);
        const int y1 = m_layout.rate.pixelOf(first * bandwidth);
        const int x2 = m_layout.intensity.pixelOf(last);
        const int y2 = m_layout.rate.pixelOf(last * bandwidth);
        for (const int down : {0, 1}) {
            m_pen.scene().lines.push_back({x1, std::min(y1 + down, plot.bottom() - 1), x2,
                                           std::min(y2 + down, plot.bottom() - 1), Color{ColorRole::Accent, 0}});
        }
        const auto &peak = m_work.peak;
        const auto text = words(Message(
            "roofline.bandwidth", {byteRateText(bandwidth), words(peakOriginMessage(peak, peak.bandwidthOrigin))}));
        // On the side that is outside of the roof, as high as there is room for it.
        const int middle = (x1 + x2) / 2;
        const int x = std::clamp(plot.x + m_pen.widthOf(text) + 2 * kPad, std::min(middle, x2), x2);
        const int y = x2 > x1 ? y1 + static_cast<int>(std::int64_t{y2 - y1} * (x - x1) / (x2 - x1)) : y2;
        m_pen.text({plot.x, std::max(plot.y, y - line()), x - plot.x - kPad, line()}, text, ColorRole::Text,
                   TextAlign::Right);
    }

    /// The longest first, so that the others lie above.
    void drawDots() {
        const double most = static_cast<double>(m_work.groups[m_groups.front()].time.count());
        for (const auto i : m_groups) {
            const auto &group = m_work.groups[i];
            const double share = most > 0 ? std::sqrt(static_cast<double>(group.time.count()) / most) : 0;
            const int side = kLeastDot + static_cast<int>(std::lround(share * (kMostDot - kLeastDot)));
            if (!hasRoom(group)) {
                continue;
            }
            const Box box = boxOf(group, side);
            if (const auto *before = beforeOf(group); before != nullptr && hasRoom(*before)) {
                const Box then = boxOf(*before, side);
                m_pen.scene().lines.push_back({then.x + side / 2, then.y + side / 2, box.x + side / 2, box.y + side / 2,
                                               Color{ColorRole::Baseline, 0}});
                m_pen.frame(then, ColorRole::Baseline);
                m_pen.frame(then.inset(1, 1), ColorRole::Baseline);
            }
            m_pen.fill(box.inset(-1, -1), ColorRole::Background);
            m_pen.fill(box, Color{ColorRole::Slice, nameHash(group.name)});
            m_layout.dots.push_back({i, box});
            if (m_options.selected == i) {
                m_pen.frame(box.inset(-2, -2), ColorRole::Text);
                m_pen.frame(box.inset(-3, -3), ColorRole::Text);
            }
        }
    }

    [[nodiscard]] bool hasRoom(const WorkGroup &group) const {
        return m_layout.intensity.holds(*group.intensity()) && m_layout.rate.holds(*group.flops());
    }
    [[nodiscard]] Box boxOf(const WorkGroup &group, int side) const {
        return {m_layout.intensity.pixelOf(*group.intensity()) - side / 2,
                m_layout.rate.pixelOf(*group.flops()) - side / 2, side, side};
    }
    /// Where a group was in the baseline; null where it had no place there.
    [[nodiscard]] const WorkGroup *beforeOf(const WorkGroup &group) const {
        const auto *before = m_options.baseline == nullptr ? nullptr : m_options.baseline->same(group);
        return before != nullptr && hasPlace(*before) ? before : nullptr;
    }

    ScenePen &m_pen;
    const RankWork &m_work;
    const RooflineOptions &m_options;
    RooflineLayout &m_layout;
    std::vector<std::size_t> m_groups;  ///< that have a place, the longest first
    Nanos m_shown{0};                   ///< their time
    bool m_isOnlyMatrix = false;
    std::map<NumberType, double> m_peaks;  ///< of what is multiplied besides 16-bit types; 0 = not known
};

}  // namespace

bool LogAxis::holds(double value) const {
    const double at = std::log10(value);
    return at >= low && at <= high;
}

int LogAxis::pixelOf(double value) const {
    const double share = std::clamp((std::log10(value) - low) / (high - low), 0.0, 1.0);
    return begin + static_cast<int>(std::lround(share * (end - begin)));
}

std::optional<std::size_t> RooflineLayout::groupAt(int x, int y) const {
    const RooflineDot *best = nullptr;
    for (const auto &dot : dots) {
        if (dot.box.inset(-kReach, -kReach).contains(x, y) && (best == nullptr || dot.box.width <= best->box.width)) {
            best = &dot;
        }
    }
    return best == nullptr ? std::nullopt : std::optional(best->group);
}

RooflineLayout layOutRoofline(const RankWork &work, const RooflineOptions &options, const SceneStyle &style) {
    RooflineLayout layout;
    layout.scene.width = options.width;
    layout.scene.height = options.height;
    ScenePen pen(layout.scene, style);
    RooflinePainter(pen, work, options, layout).draw({0, 0, options.width, options.height});
    return layout;
}

std::string flopRateText(double flops) {
    const auto prefix = prefixOf(flops);
    return valueText(flops / prefix.size) + " " + std::string(prefix.name) + "FLOP/s";
}

/// Bandwidths are told in GB/s, however many.
std::string byteRateText(double bytesPerSecond) { return valueText(bytesPerSecond / 1e9) + " GB/s"; }

Message peakOriginMessage(const ChipPeak &peak, PeakOrigin origin) {
    switch (origin) {
        case PeakOrigin::Given:
            return Message("peak.origin.given");
        case PeakOrigin::Counters:
            return Message("peak.origin.counters",
                           {std::to_string(peak.cores), std::to_string(std::lround(peak.hertz / 1e6))});
        case PeakOrigin::Chip:
            return Message("peak.origin.chip", {peak.chip});
        case PeakOrigin::Unknown:
            break;
    }
    return Message("peak.origin.unknown");
}

}  // namespace stagescope
