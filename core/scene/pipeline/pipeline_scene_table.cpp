// The table of bubbles below the chart, and what of it stands beside a row.
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/scene/kit/cause_look.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/pipeline/pipeline_scene_parts.h"

#include <algorithm>
#include <array>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kTableRow = 20;
constexpr int kMaxTableRows = 16;

struct Columns {
    std::array<int, 4> width{};
    int bar = 0;
};

Columns columnsOf(const Box &box, const SceneStyle &style, const std::array<std::string, 4> &heads) {
    Columns c;
    int sum = 0;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        c.width[i] = std::max(84, style.metrics(heads[i]) * 10 / 9 + 12);
        sum += c.width[i];
    }
    c.bar = std::max(0, box.width - sum - kPad);
    return c;
}

/// The causes of a rank's bubbles side by side.
void drawParts(ScenePen &pen, const RowBubbles &rank, Box bar) {
    const auto all = std::max<std::int64_t>(1, rank.idle().count());
    const int left = bar.x;
    const int width = bar.width;
    std::int64_t done = 0;
    for (const auto cause : kCauseOrder) {
        const auto stageWork = cause == BubbleCause::OtherWork ? rank.stageWork : Nanos{0};
        done += std::max(Nanos{0}, rank.of(cause) - stageWork).count();
        const int end = left + static_cast<int>(static_cast<double>(done) / static_cast<double>(all) * width);
        const auto look = lookOf(cause);
        const Box part = bar.takeLeft(end - bar.x);
        if (look.pattern == Pattern::Solid) {
            pen.fill(part, look.role);
        } else {
            pen.strokes(part, Color{look.role}, look.pattern);
        }
    }
}

void drawTableRow(ScenePen &pen, const PipelineInput &input, const RowBubbles &rank, Box line, const Columns &columns) {
    const auto window = input.bubbles->window.duration();
    const auto format = MillisFormat::forSize(window);
    const auto units = format.rounded(window);
    const auto bubble = format.rounded(rank.idle());  // as on the page of bubbles; work is the rest
    pen.hit(line, RankRef{input.run, rank.rank});
    pen.text(line.takeLeft(columns.width[0]), std::to_string(rank.rank), ColorRole::Text);
    if (!rank.hasCells) {
        pen.text(line, pen.words(Message("pipeline.no_data")), ColorRole::MutedText);
        return;
    }
    const auto number = [&](std::size_t column, std::int64_t value) {
        pen.text(line.takeLeft(columns.width[column]).inset(8, 0), format.textOf(value), ColorRole::Text,
                 TextAlign::Right);
    };
    number(1, units);
    number(2, units - bubble);
    number(3, bubble);
    line = line.inset(8, 4);
    const int barWidth = std::min(line.width, columns.bar - 80);
    if (barWidth < 40) {
        return;
    }
    Box bar = line.takeLeft(barWidth);
    const Box work = bar.takeLeft(static_cast<int>(bar.width * (1 - rank.share(window))));
    pen.fill(work, ColorRole::PhaseSteady);  // as on the page of bubbles; grey is other work
    pen.fill(bar, ColorRole::Bubble);
    drawParts(pen, rank, bar);
    pen.frame({work.x, work.y, work.width + bar.width, work.height}, ColorRole::Grid);
    line = line.inset(6, -4);
    pen.text(line, percentText(rank.share(window), 1.0) + " %", ColorRole::Text);
}

}  // namespace

std::string whyNoCells(const PipelineInput &input, int rank) {
    const auto isIn = [rank](const std::vector<int> &ranks) {
        return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
    };
    return isIn(input.missing)  ? "pipeline.rank_missing"
           : isIn(input.unread) ? "pipeline.rank_unread"
                                : "pipeline.rank_no_cells";
}

std::string bubbleLabel(const PipelineInput &input, int rank, const SceneStyle &style) {
    if (!input.bubbles) {
        return {};
    }
    const auto *it = input.bubbles->of(rank);
    if (it == nullptr || !it->hasCells) {
        return {};
    }
    const auto window = input.bubbles->window.duration();
    const auto format = MillisFormat::forSize(window);
    return style.message(
        Message("pipeline.bubble_label", {format.text(it->idle()), percentText(it->share(window), 1.0)}));
}

std::string baselineLabel(const PipelineInput &input, int rank, const SceneStyle &style) {
    const auto bubble = input.baseline ? input.baseline->bubbles.find(rank) : std::map<int, Nanos>::const_iterator{};
    if (!input.baseline || bubble == input.baseline->bubbles.end()) {
        return {};
    }
    const auto window = input.baseline->window;
    const auto format = MillisFormat::forSize(window);
    return style.message(Message("pipeline.baseline", {format.textOf(format.rounded(bubble->second)),
                                                       percentText(static_cast<double>(bubble->second.count()),
                                                                   static_cast<double>(window.count()))}));
}

int heightOfTable(const PipelineInput &input, const SceneStyle &style) {
    const auto rows = input.bubbles ? input.bubbles->ranks.size() : 0;
    return rows == 0 || rows > kMaxTableRows
               ? 0
               : kPad + 2 * (style.lineHeight + 4) + static_cast<int>(rows) * kTableRow + kPad;
}

void drawTable(ScenePen &pen, const PipelineInput &input, const Box &box) {
    if (!input.bubbles) {
        return;
    }
    const auto &style = pen.style();
    Box area = box.inset(kPad, 0);
    pen.horizontal(area.x, area.y + kPad / 2, area.width, ColorRole::Grid);
    area.takeTop(kPad);
    pen.text(area.takeTop(style.lineHeight + 4),
             pen.words(Message("pipeline.bubble_table", {stepText(input.bubbles->step)})), ColorRole::Text,
             TextAlign::Left, true);
    const std::array<std::string, 4> heads{
        pen.words(Message("pipeline.column.rank")), pen.words(Message("pipeline.column.window")),
        pen.words(Message("pipeline.column.busy")), pen.words(Message("pipeline.column.bubble"))};
    const auto columns = columnsOf(area, style, heads);
    Box head = area.takeTop(style.lineHeight + 4);
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const Box cell = head.takeLeft(columns.width[i]);
        pen.text(i == 0 ? cell : cell.inset(8, 0), heads[i], ColorRole::MutedText,
                 i == 0 ? TextAlign::Left : TextAlign::Right);
    }
    pen.text(head.inset(8, 0), pen.words(Message("pipeline.bubble_formula")), ColorRole::MutedText);
    for (const auto &rank : input.bubbles->ranks) {
        drawTableRow(pen, input, rank, area.takeTop(kTableRow), columns);
    }
}

}  // namespace stagescope::pipeline_scene
