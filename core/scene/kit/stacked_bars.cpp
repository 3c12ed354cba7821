#include "core/scene/kit/stacked_bars.h"

#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace stagescope {

namespace {
constexpr int kAxisWidth = 8;
constexpr int kThin = 4;         ///< a thin bar is this part of its lane
constexpr int kLeastColumn = 6;  ///< columns that wide have a thin one beside them

using Parts = std::vector<std::pair<ColorRole, std::int64_t>>;

std::int64_t sumOf(const Parts &parts) {
    return std::accumulate(parts.begin(), parts.end(), std::int64_t{0},
                           [](std::int64_t sum, const auto &part) { return sum + part.second; });
}
int pixels(std::int64_t length, double scale) {
    return static_cast<int>(std::lround(static_cast<double>(length) * scale));
}
}  // namespace

std::int64_t StackedBar::total() const { return sumOf(parts); }
std::int64_t StackedBar::baselineTotal() const { return sumOf(baseline); }

std::int64_t StackedBars::longest() const {
    std::int64_t result = 1;
    for (const auto &bar : bars) {
        result = std::max({result, bar.total(), bar.baselineTotal()});
    }
    return result;
}

void StackedBars::draw(ScenePen &pen, Box box) const {
    if (bars.empty() || box.isEmpty()) {
        return;
    }
    if (static_cast<int>(bars.size()) * kRow <= box.height) {
        drawLying(pen, box);
    } else {
        drawStanding(pen, box);
    }
}

void StackedBars::drawLying(ScenePen &pen, Box box) const {
    int labels = 0;
    int totals = 0;
    for (const auto &bar : bars) {
        labels = std::max(labels, pen.widthOf(bar.label));
        totals = std::max(totals, pen.widthOf(totalText(bar)));
    }
    labels = std::min(labels, box.width / 2);  // names of operators may be longer than there is room
    const int height = std::min(kMaxRow, box.height / static_cast<int>(bars.size()));
    const int room = std::max(1, box.width - labels - totals - 2 * kPad);
    const double scale = static_cast<double>(room) / static_cast<double>(longest());
    for (const auto &bar : bars) {
        Box row = box.takeTop(height);
        if (bar.item) {
            pen.hit(row, *bar.item);
        }
        pen.text(row.takeLeft(labels), bar.label);
        row.takeLeft(kPad);
        drawLane(pen, row.takeLeft(room).inset(0, std::max(1, height / 10)), bar, scale);
        row.takeLeft(kPad);
        pen.text(row, totalText(bar), ColorRole::Text, TextAlign::Right);
    }
}

/// "1648.2 (+96.0)": with the difference to the baseline, of the figures as they are shown.
std::string StackedBars::totalText(const StackedBar &bar) const {
    const auto total = format.rounded(Nanos{bar.total()});
    if (bar.baseline.empty()) {
        return format.textOf(total);
    }
    const auto difference = total - format.rounded(Nanos{bar.baselineTotal()});
    return format.textOf(total) + " (" + signedFigure(format.textOf(difference)) + ")";
}

void StackedBars::drawLane(ScenePen &pen, const Box &lane, const StackedBar &bar, double scale) const {
    const int thin = bar.baseline.empty() ? 0 : std::max(2, lane.height / kThin);
    const auto total = static_cast<double>(bar.total());
    std::int64_t done = 0;
    for (const auto &[role, length] : bar.parts) {
        const int from = lane.x + pixels(done, scale);
        done += length;
        const Box part{from, lane.y, lane.x + pixels(done, scale) - from, lane.height - thin};
        pen.fill(part, role);
        if (hasShares) {
            pen.label(part, percentText(static_cast<double>(length), total) + " %", role, 4);
        }
    }
    done = 0;
    for (const auto &[role, length] : bar.baseline) {
        const int from = lane.x + pixels(done, scale);
        done += length;
        pen.fill({from, lane.bottom() - thin + 1, lane.x + pixels(done, scale) - from, thin - 1}, role);
    }
}

void StackedBars::drawStanding(ScenePen &pen, Box box) const {
    const int line = pen.style().lineHeight;
    const auto top = format.text(Nanos{longest()});
    const bool hasGroups = std::any_of(bars.begin(), bars.end(), [](const auto &bar) { return !bar.group.empty(); });
    const int names = std::max(pen.widthOf(axis), hasGroups ? pen.widthOf(groupAxis) : 0);
    const int left = std::min(std::max(pen.widthOf(top), names) + kAxisWidth, box.width / 2);
    Box groups = box.takeBottom(hasGroups ? line : 0);
    Box labels = box.takeBottom(line);
    Box scaleBox = box.takeLeft(left);
    scaleBox.takeRight(kAxisWidth);
    for (const auto &[row, name] : {std::pair(&labels, &axis), std::pair(&groups, &groupAxis)}) {
        Box head = row->takeLeft(left);
        head.takeRight(kAxisWidth);
        pen.text(head, *name, ColorRole::MutedText, TextAlign::Right);
    }
    pen.text({scaleBox.x, scaleBox.y, scaleBox.width, line}, top, ColorRole::MutedText, TextAlign::Right);
    pen.text({scaleBox.x, scaleBox.bottom() - line, scaleBox.width, line}, "0", ColorRole::MutedText, TextAlign::Right);
    pen.horizontal(box.x, box.y, box.width, ColorRole::Grid);
    const double scale = static_cast<double>(box.height) / static_cast<double>(longest());
    const double width = std::min(48.0, static_cast<double>(box.width) / static_cast<double>(bars.size()));
    std::size_t next = 0;
    for (int x = 0; next < bars.size(); ++x) {
        // Columns share whole pixels: bar i starts at floor(i * width). Of those that start on a pixel the longest
        // shows.
        const StackedBar *shown = nullptr;
        while (next < bars.size() && static_cast<int>(std::floor(static_cast<double>(next) * width)) <= x) {
            shown = shown == nullptr || bars[next].total() > shown->total() ? &bars[next] : shown;
            ++next;
        }
        if (shown != nullptr) {
            const int end = std::max(x + 1, static_cast<int>(std::floor(static_cast<double>(next) * width)));
            const int gap = width >= 6 ? 1 : 0;
            drawColumn(pen, {box.x + x, box.y, end - x - gap, box.height}, *shown, scale);
        }
    }
    drawColumnLabels(pen, labels, width);
    drawGroups(pen, box, groups, width);
}

/// Parted by lines; names that would run into the next one are left out.
void StackedBars::drawGroups(ScenePen &pen, const Box &columns, const Box &labels, double columnWidth) const {
    const auto placeOf = [&](std::size_t bar) {
        return columns.x + static_cast<int>(std::floor(static_cast<double>(bar) * columnWidth));
    };
    int free = columns.x;
    for (std::size_t first = 0, next = 0; first < bars.size(); first = next) {
        while (next < bars.size() && bars[next].group == bars[first].group) {
            ++next;
        }
        const auto &name = bars[first].group;
        const int x = placeOf(first);
        const int width = pen.widthOf(name);
        if (!name.empty() && x >= free && x + width <= labels.right()) {
            pen.vertical(x, columns.y, labels.bottom() - columns.y, ColorRole::Grid);
            pen.text({x + kPad / 2, labels.y, width, labels.height}, name, ColorRole::MutedText);
            free = x + width + 2 * kPad;
        }
    }
}

void StackedBars::drawColumn(ScenePen &pen, const Box &column, const StackedBar &bar, double scale) const {
    if (bar.item) {
        pen.hit(column, *bar.item);
    }
    const bool hasThin = !bar.baseline.empty() && column.width >= kLeastColumn;
    const int thin = hasThin ? std::max(2, column.width / kThin) : 0;
    const auto stack = [&](const Parts &parts, int x, int width) {
        std::int64_t done = 0;
        for (const auto &[role, length] : parts) {
            const int from = column.bottom() - pixels(done, scale);
            done += length;
            const int to = column.bottom() - pixels(done, scale);
            pen.fill({x, to, width, from - to}, role);
        }
    };
    stack(bar.parts, column.x, column.width - thin);
    if (hasThin) {
        stack(bar.baseline, column.right() - thin + 1, thin - 1);
    }
}

/// Labels that are numbers (ranks, steps) are written where they are multiples of a power of two, as groups and hosts
/// are; others every so often.
void StackedBars::drawColumnLabels(ScenePen &pen, const Box &box, double columnWidth) const {
    if (columnWidth <= 0) {
        return;  // a tile without room
    }
    int widest = 1;
    for (const auto &bar : bars) {
        widest = std::max(widest, pen.widthOf(bar.shortLabel));
    }
    std::size_t stride = 1;
    while (static_cast<double>(stride) * columnWidth < widest + 2 * kPad) {
        stride *= 2;
    }
    int free = box.x;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const auto &label = bars[i].shortLabel;
        std::size_t number = i;
        std::from_chars(label.data(), label.data() + label.size(), number);
        const int width = pen.widthOf(label);
        const int x = box.x + static_cast<int>(static_cast<double>(i) * columnWidth);
        if (number % stride == 0 && x >= free && x + width <= box.right()) {
            pen.text({x, box.y, width, box.height}, label, ColorRole::MutedText);
            free = x + width + 2 * kPad;
        }
    }
}

}  // namespace stagescope
