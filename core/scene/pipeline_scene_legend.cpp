#include "core/scene/number_text.h"
#include "core/scene/pipeline_scene_parts.h"

#include <algorithm>
#include <array>

namespace stagescope::pipeline_scene {

namespace {

constexpr int kPad = 8;
constexpr int kTableRow = 20;
constexpr int kMaxTableRows = 16;

struct LegendEntry {
    ColorRole role;
    ColorRole second;
    bool hatched;
    std::string name;
};

void addKinds(std::vector<LegendEntry> &entries, const PipelineChart &chart, const SceneStyle &style) {
    constexpr std::array kKinds{CellKind::Forward,        CellKind::Backward,   CellKind::BackwardInput,
                                CellKind::BackwardWeight, CellKind::Overlapped, CellKind::Other};
    for (const auto kind : kKinds) {
        const bool occurs = std::any_of(chart.cells.begin(), chart.cells.end(),
                                        [kind](const PipelineCell &c) { return c.kind == kind; });
        if (occurs) {
            const auto role = colorOf(kind);
            entries.push_back({role, kind == CellKind::Overlapped ? ColorRole::Backward : role, false,
                               style.message(Message("pipeline.kind." + std::string(cellKindText(kind))))});
        }
    }
    if (!chart.cells.empty()) {
        entries.push_back({ColorRole::Bubble, ColorRole::Bubble, false, style.message(Message("pipeline.bubble"))});
    }
}

void addP2p(std::vector<LegendEntry> &entries, const PipelineChart &chart, const SceneStyle &style) {
    const auto occurs = [&](P2pOp::Kind kind) {
        return std::any_of(chart.p2p.begin(), chart.p2p.end(), [kind](const P2pOp &op) { return op.kind == kind; });
    };
    if (occurs(P2pOp::Kind::Send)) {
        entries.push_back({ColorRole::Send, ColorRole::Send, false, style.message(Message("pipeline.send"))});
    }
    if (occurs(P2pOp::Kind::Receive)) {
        entries.push_back({ColorRole::Receive, ColorRole::Receive, false, style.message(Message("pipeline.receive"))});
    }
    if (occurs(P2pOp::Kind::Batch)) {
        entries.push_back({ColorRole::Send, ColorRole::Receive, false, style.message(Message("pipeline.batch"))});
    }
}

std::vector<LegendEntry> legendEntries(const PipelineInput &input, const SceneStyle &style) {
    std::vector<LegendEntry> entries;
    addKinds(entries, input.chart, style);
    addP2p(entries, input.chart, style);
    const auto isHost = [](const PipelineCell &c) { return c.evidence == CellEvidence::HostRange; };
    if (std::any_of(input.chart.cells.begin(), input.chart.cells.end(), isHost)) {
        entries.push_back(
            {ColorRole::Forward, ColorRole::Forward, true, style.message(Message("pipeline.host_times"))});
    }
    return entries;
}

/// What the numbers and times of the cells rest on, said once for all.
std::string evidenceNote(const PipelineInput &input, const SceneStyle &style) {
    const auto &cells = input.chart.cells;
    const auto hasNumbering = [&](Numbering n) {
        return std::any_of(cells.begin(), cells.end(), [n](const PipelineCell &c) { return c.numbering == n; });
    };
    const auto hasEvidence = [&](CellEvidence e) {
        return std::any_of(cells.begin(), cells.end(), [e](const PipelineCell &c) { return c.evidence == e; });
    };
    std::string note;
    const auto add = [&](bool applies, const char *id) {
        if (applies) {
            note += (note.empty() ? "" : "; ") + style.message(Message(id));
        }
    };
    add(hasEvidence(CellEvidence::Named), "pipeline.evidence.named");
    add(hasEvidence(CellEvidence::DeviceRange), "pipeline.evidence.device");
    add(hasEvidence(CellEvidence::HostRange), "pipeline.evidence.host");
    add(hasNumbering(Numbering::Named), "pipeline.numbering.named");
    add(hasNumbering(Numbering::ByOrder), "pipeline.numbering.by_order");
    const bool hasOverlapped =
        std::any_of(cells.begin(), cells.end(), [](const PipelineCell &c) { return c.kind == CellKind::Overlapped; });
    add(hasOverlapped, "pipeline.overlapped_split");
    add(input.chart.group.origin != GroupOrigin::Metadata && !cells.empty(),
        input.chart.group.origin == GroupOrigin::ParallelSizes ? "pipeline.group.by_sizes"
                                                               : "pipeline.group.all_ranks");
    return note;
}

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

void drawTableRow(ScenePen &pen, const PipelineInput &input, const RankBubble &rank, Box line, const Columns &columns) {
    const auto window = input.bubbles->window.duration();
    const auto format = MillisFormat::forSize(window);
    const auto units = format.rounded(window);
    const auto busy = format.rounded(rank.busy);
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
    number(2, busy);
    number(3, units - busy);
    line = line.inset(8, 4);
    const int barWidth = std::min(line.width, columns.bar - 80);
    if (barWidth < 40) {
        return;
    }
    Box bar = line.takeLeft(barWidth);
    const Box work = bar.takeLeft(static_cast<int>(bar.width * (1 - rank.share(window))));
    pen.fill(work, ColorRole::OtherWork);
    pen.fill(bar, ColorRole::Bubble);
    pen.frame({work.x, work.y, work.width + bar.width, work.height}, ColorRole::Grid);
    line = line.inset(6, -4);
    pen.text(line, percentText(rank.share(window), 1.0) + " %", ColorRole::Text);
}

}  // namespace

bool isMissing(const PipelineInput &input, int rank) {
    return std::find(input.missing.begin(), input.missing.end(), rank) != input.missing.end();
}

std::string bubbleLabel(const PipelineInput &input, int rank, const SceneStyle &style) {
    if (!input.bubbles) {
        return {};
    }
    const auto &ranks = input.bubbles->ranks;
    const auto it = std::find_if(ranks.begin(), ranks.end(), [rank](const RankBubble &b) { return b.rank == rank; });
    if (it == ranks.end() || !it->hasCells) {
        return {};
    }
    const auto window = input.bubbles->window.duration();
    const auto format = MillisFormat::forSize(window);
    return style.message(Message(
        "pipeline.bubble_label",
        {format.textOf(format.rounded(window) - format.rounded(it->busy)), percentText(it->share(window), 1.0)}));
}

int drawLegend(ScenePen &pen, const PipelineInput &input, const Box &box, bool draw) {
    const auto &style = pen.style();
    const int line = style.lineHeight + 4;
    int x = box.x + kPad;
    int y = box.y + kPad / 2;
    for (const auto &entry : legendEntries(input, style)) {
        const int width = 17 + style.metrics(entry.name) + 16;
        if (x > box.x + kPad && x + width > box.right()) {
            x = box.x + kPad;
            y += line;
        }
        if (draw) {
            pen.legendEntry(x, y, entry.role, entry.name, entry.second, entry.hatched);
            if (entry.role == ColorRole::Bubble) {
                pen.frame({x, y + (style.lineHeight - 12) / 2, 12, 12}, ColorRole::MutedText);
            }
        }
        x += width;
    }
    y += line;
    const auto note = evidenceNote(input, style);
    const int noteWidth = box.width - 2 * kPad;
    if (draw) {
        pen.paragraph({box.x + kPad, y, noteWidth, box.bottom() - y}, note, ColorRole::MutedText);
    }
    y += static_cast<int>(wrapped(note, noteWidth, style.metrics).size()) * style.lineHeight;
    return y - box.y;
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
             pen.words(Message("pipeline.bubble_table", {std::to_string(input.bubbles->step)})), ColorRole::Text,
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
