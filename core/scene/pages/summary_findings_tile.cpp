#include "core/scene/pages/page_spacing.h"
#include "core/scene/pages/summary_tiles.h"

#include <algorithm>

namespace stagescope::summary_scene {

namespace {

constexpr std::size_t kMaxFindings = 5;
constexpr int kTileRowGap = 8;
constexpr int kFixBox = 13;

std::size_t shownOf(const FindingsModel &model) { return std::min(kMaxFindings, model.findings.size()); }

int buttonWidth(const TileInput &input) {
    return input.style.metrics(input.style.message(Message("findings.show"))) + 2 * kTileRowGap;
}

int checks(ScenePen *pen, const TileInput &input, const Box &box) {
    Box line;
    const int height = flowChecks(pen, *input.options.findings, input.style, box, false, &line);
    if (pen != nullptr) {
        *input.checks = line;
    }
    return height;
}

/// What it is to be without: ticked or not.
Box drawFixBox(ScenePen &pen, const Box &line, bool isFixed) {
    const Box box{line.x, line.y + (line.height - kFixBox) / 2, kFixBox, kFixBox};
    pen.frame(box, ColorRole::MutedText);
    if (isFixed) {
        pen.fill(box.inset(3, 3), ColorRole::Accent);
    }
    return {box.x - kTileRowGap / 2, line.y, kFixBox + kTileRowGap, line.height};
}

/// The first findings, each with its impact and a button; without one, that there is none. Below, one line on all
/// checks.
int flow(ScenePen *pen, const TileInput &input, const Box &box) {
    const auto &model = *input.options.findings;
    const auto &style = input.style;
    if (model.findings.empty()) {
        if (pen != nullptr) {
            pen->text({box.x, box.y, box.width, style.lineHeight}, style.message(model.headline));
        }
        const int used = style.lineHeight + kTileRowGap;
        return used + checks(pen, input, {box.x, box.y + used, box.width, box.height - used});
    }
    const int button = buttonWidth(input);
    const int room = box.width - kSeverityBar - 2 * kTileRowGap - button;
    int y = box.y;
    if (model.joint) {
        if (pen != nullptr) {
            pen->text({box.x, y, box.width, style.lineHeight}, style.message(*model.joint), ColorRole::Text,
                      TextAlign::Left, true);
        }
        y += style.lineHeight + kTileRowGap;
    }
    for (std::size_t i = 0; i < shownOf(model); ++i) {
        const auto &finding = model.findings[i];
        const auto title =
            style.message(finding.head.empty() ? finding.title : Message(finding.head, {style.message(finding.title)}));
        const int lines = static_cast<int>(wrapped(title, room, style.metrics).size());
        const int height = (lines + 1) * style.lineHeight;
        if (pen != nullptr) {
            pen->fill({box.x, y, kSeverityBar, height}, severityRole(finding.severity));
            pen->paragraph({box.x + kSeverityBar + kTileRowGap, y, room, lines * style.lineHeight}, title);
            Box line{box.x + kSeverityBar + kTileRowGap, y + lines * style.lineHeight, room, style.lineHeight};
            input.fixBoxes->push_back(finding.canFix ? drawFixBox(*pen, line, finding.isFixed) : Box{});
            line.takeLeft(finding.canFix ? kFixBox + kTileRowGap : 0);
            pen->text(line, impactText(finding, style), ColorRole::MutedText);
            const Box place{box.right() - button, y, button, style.lineHeight + 4};
            input.showButtons->push_back(finding.canShow ? drawButton(*pen, place, Message("findings.show")) : Box{});
        }
        y += height + kTileRowGap;
    }
    return y - box.y + checks(pen, input, {box.x, y, box.width, box.bottom() - y});
}

std::string source(const TileInput &input) {
    const auto count = input.options.findings->findings.size();
    return input.style.message(count == 0
                                   ? Message("summary.findings.source.none")
                                   : Message("summary.findings.source",
                                             {std::to_string(std::min(count, kMaxFindings)), std::to_string(count)}));
}

}  // namespace

TileDrawer findingsDrawer() {
    return {"summary.tile.findings",
            source,
            [](const TileInput &input) { return input.options.findings == nullptr; },
            "findings.working",
            [](const TileInput &input, int width) {
                return flow(nullptr, input, {0, 0, width, 0});
            },
            [](ScenePen &pen, const TileInput &input, const Box &box) { flow(&pen, input, box); }};
}

}  // namespace stagescope::summary_scene
