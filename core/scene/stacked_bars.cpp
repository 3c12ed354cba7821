#include "core/scene/stacked_bars.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace stagescope {

namespace {
constexpr int kGap = 8;
constexpr int kAxisWidth = 8;
}  // namespace

std::int64_t StackedBar::total() const {
    return std::accumulate(parts.begin(), parts.end(), std::int64_t{0},
                           [](std::int64_t sum, const auto &part) { return sum + part.second; });
}

std::int64_t StackedBars::longest() const {
    std::int64_t result = 1;
    for (const auto &bar : bars) {
        result = std::max(result, bar.total());
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
        totals = std::max(totals, pen.widthOf(format.text(Nanos{bar.total()})));
    }
    const int height = std::min(kMaxRow, box.height / static_cast<int>(bars.size()));
    const int room = std::max(1, box.width - labels - totals - 2 * kGap);
    const double scale = static_cast<double>(room) / static_cast<double>(longest());
    for (const auto &bar : bars) {
        Box row = box.takeTop(height);
        if (bar.item) {
            pen.hit(row, *bar.item);
        }
        pen.text(row.takeLeft(labels), bar.label);
        row.takeLeft(kGap);
        Box lane = row.takeLeft(room).inset(0, std::max(1, height / 10));
        const auto total = bar.total();
        std::int64_t done = 0;
        const int left = lane.x;
        for (const auto &[role, length] : bar.parts) {
            const int from = left + static_cast<int>(std::lround(static_cast<double>(done) * scale));
            done += length;
            const int to = left + static_cast<int>(std::lround(static_cast<double>(done) * scale));
            const Box part{from, lane.y, to - from, lane.height};
            pen.fill(part, role);
            if (hasShares) {
                pen.label(part, percentText(static_cast<double>(length), static_cast<double>(total)) + " %", role, 4);
            }
        }
        row.takeLeft(kGap);
        pen.text(row, format.text(Nanos{total}), ColorRole::Text, TextAlign::Right);
    }
}

void StackedBars::drawStanding(ScenePen &pen, Box box) const {
    const int line = pen.style().lineHeight;
    const auto top = format.text(Nanos{longest()});
    const int axis = pen.widthOf(top) + kAxisWidth;
    Box labels = box.takeBottom(line);
    Box scaleBox = box.takeLeft(axis);
    labels.takeLeft(axis);
    scaleBox.takeRight(kAxisWidth);
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
}

void StackedBars::drawColumn(ScenePen &pen, const Box &column, const StackedBar &bar, double scale) const {
    if (bar.item) {
        pen.hit(column, *bar.item);
    }
    std::int64_t done = 0;
    for (const auto &[role, length] : bar.parts) {
        const int from = column.bottom() - static_cast<int>(std::lround(static_cast<double>(done) * scale));
        done += length;
        const int to = column.bottom() - static_cast<int>(std::lround(static_cast<double>(done) * scale));
        pen.fill({column.x, to, column.width, from - to}, role);
    }
}

/// Labels that are numbers (ranks, steps) are written where they are multiples of a power of two, as groups and hosts
/// are; others every so often.
void StackedBars::drawColumnLabels(ScenePen &pen, const Box &box, double columnWidth) const {
    int widest = 1;
    for (const auto &bar : bars) {
        widest = std::max(widest, pen.widthOf(bar.shortLabel));
    }
    std::size_t stride = 1;
    while (static_cast<double>(stride) * columnWidth < widest + 2 * kGap) {
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
            free = x + width + 2 * kGap;
        }
    }
}

}  // namespace stagescope
