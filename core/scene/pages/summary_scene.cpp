#include "core/scene/pages/summary_scene.h"

#include "core/scene/pages/page_spacing.h"
#include "core/scene/pages/summary_tiles.h"

#include <algorithm>
#include <array>

namespace stagescope {

using namespace summary_scene;

namespace {

constexpr int kHeaderGap = 6;
constexpr int kOrderWidth = 190;
constexpr int kOrderHeight = 26;
constexpr int kUnequalFrom = 1180;  ///< from here on two tiles of unequal width stand side by side
constexpr int kMedium = 760;        ///< from here on small tiles stand in pairs
constexpr int kSkeleton = 72;       ///< height of a tile of which nothing is known

/// Tiles that stand side by side, with the shares of the width.
struct TileRow {
    std::vector<std::pair<SummaryTileKind, int>> tiles;
};

std::vector<TileRow> rowsFor(const SummaryModel &model, int width) {
    using Kind = SummaryTileKind;
    std::vector<TileRow> rows{{{{Kind::Facts, 1}}}};
    if (model.ranks == 0) {
        rows.push_back({{{Kind::Found, 1}}});
        return rows;
    }
    const bool isOfOneDevice = model.isOfOneDevice();
    if (width >= kUnequalFrom) {
        rows.push_back({{{Kind::Split, 5}, {Kind::Findings, 3}}});
        if (isOfOneDevice) {
            rows.push_back({{{Kind::Operators, 5}, {Kind::Steps, 3}}});
        } else {
            rows.push_back({{{Kind::Pipeline, 5}, {Kind::Strategy, 3}}});
            rows.push_back({{{Kind::Steps, 1}}});
        }
        rows.push_back({{{Kind::Capabilities, 1}, {Kind::Environment, 1}}});
    } else if (width >= kMedium) {
        rows.push_back({{{Kind::Split, 1}}});
        rows.push_back({{{Kind::Findings, 1}}});
        rows.push_back({{{isOfOneDevice ? Kind::Operators : Kind::Strategy, 1}, {Kind::Steps, 1}}});
        if (!isOfOneDevice) {
            rows.push_back({{{Kind::Pipeline, 1}}});
        }
        rows.push_back({{{Kind::Capabilities, 1}, {Kind::Environment, 1}}});
    } else {
        for (const auto kind : {Kind::Split, Kind::Findings, Kind::Operators, Kind::Strategy, Kind::Pipeline,
                                Kind::Steps, Kind::Capabilities, Kind::Environment}) {
            if (kind != (isOfOneDevice ? Kind::Pipeline : Kind::Operators) &&
                !(isOfOneDevice && kind == Kind::Strategy)) {
                rows.push_back({{{kind, 1}}});
            }
        }
    }
    rows.push_back({{{Kind::Found, 1}}});
    return rows;
}

int headerHeight(const TileDrawer &drawer, const SceneStyle &style) {
    const int lines = (drawer.titleId == nullptr ? 0 : 1) + (drawer.source == nullptr ? 0 : 1);
    return lines == 0 ? 0 : lines * style.lineHeight + kHeaderGap;
}

/// What a tile without anything to draw waits for; nothing when its emptiness is known.
std::optional<Message> awaited(const TileInput &input, SummaryTileKind kind) {
    if (kind == SummaryTileKind::Findings) {
        return input.options.unjudged;
    }
    const auto &model = input.model;
    return model.isLoading() ? std::optional(Message("summary.reading",
                                                     {std::to_string(model.ranksReady), std::to_string(model.ranks)}))
                             : std::nullopt;
}

Message emptyText(const TileDrawer &drawer, const TileInput &input) {
    const auto platform = input.model.platform;
    if (drawer.emptyOnGpusId == nullptr || isOfNpus(platform)) {
        return Message(drawer.emptyId);
    }
    return Message(isOfTorch(platform) ? drawer.emptyOnGpusId : "summary.empty.other");
}

int tileHeight(SummaryTileKind kind, const TileInput &input, int width) {
    const auto &drawer = drawerOf(kind);
    const int inner = width - 2 * kPagePad;
    int body = kSkeleton;
    if (drawer.isEmpty == nullptr || !drawer.isEmpty(input)) {
        body = drawer.height(input, inner);
    } else if (!awaited(input, kind)) {
        const auto text = input.style.message(emptyText(drawer, input));
        body = static_cast<int>(wrapped(text, inner, input.style.metrics).size()) * input.style.lineHeight;
    }
    return body + headerHeight(drawer, input.style) + 2 * kPagePad;
}

/// Where no setting is known that would fill them, tiles without anything to draw are not there: records of a job that
/// hangs have no steps, and the finding comes first.
bool isThere(const TileInput &input, SummaryTileKind kind) {
    using Kind = SummaryTileKind;
    const auto platform = input.model.platform;
    const bool isOptional =
        kind == Kind::Split || kind == Kind::Pipeline || kind == Kind::Strategy || kind == Kind::Steps;
    const bool isSilent = !isOfNpus(platform) && !isOfTorch(platform);
    const auto &drawer = drawerOf(kind);
    const auto &grid = input.model.strategy;
    if (kind == Kind::Pipeline && grid.source == StrategyGrid::Source::Sizes && grid.stages == 1) {
        return !drawer.isEmpty(input);  // a job of one stage has none
    }
    return !isOptional || !isSilent || !drawer.isEmpty(input) || awaited(input, kind);
}

/// Boxes of all tiles; the height of a row is that of its highest tile.
std::vector<SummaryTile> layOut(const TileInput &input) {
    std::vector<SummaryTile> tiles;
    const int room = input.options.width - 2 * kPageGap;
    int y = kPageGap;
    for (auto &row : rowsFor(input.model, input.options.width)) {
        std::erase_if(row.tiles, [&](const auto &tile) { return !isThere(input, tile.first); });
        if (row.tiles.empty()) {
            continue;
        }
        int shares = 0;
        for (const auto &[kind, share] : row.tiles) {
            shares += share;
        }
        const int usable = room - kPageGap * (static_cast<int>(row.tiles.size()) - 1);
        const auto first = tiles.size();
        int x = kPageGap;
        int height = 0;
        for (const auto &[kind, share] : row.tiles) {
            const int width = std::max(1, usable * share / shares);
            height = std::max(height, tileHeight(kind, input, width));
            tiles.push_back({kind, {x, y, width, 0}});
            x += width + kPageGap;
        }
        for (auto i = first; i < tiles.size(); ++i) {
            tiles[i].box.height = height;
        }
        y += height + kPageGap;
    }
    return tiles;
}

void drawSkeleton(ScenePen &pen, const Message &reason, Box box) {
    pen.text(box.takeTop(pen.style().lineHeight), pen.words(reason), ColorRole::MutedText);
    for (const int share : {90, 60, 75}) {
        box.takeTop(4);
        Box bar = box.takeTop(12);
        bar.width = bar.width * share / 100;
        pen.fill(bar, ColorRole::Bubble);
    }
}

void drawOrderControl(ScenePen &pen, const TileInput &input, const Box &box) {
    const auto text = pen.words(orderMessage(input.options.order));
    pen.text(box, text, ColorRole::MutedText, TextAlign::Right);
}

void drawTile(ScenePen &pen, const TileInput &input, const SummaryTile &tile, const Box &control) {
    const auto &drawer = drawerOf(tile.kind);
    pen.fill(tile.box, ColorRole::Background);
    pen.frame(tile.box, ColorRole::Grid);
    Box inner = tile.box.inset(kPagePad, kPagePad);
    pen.setClip(inner);
    Box header = inner.takeTop(headerHeight(drawer, input.style));
    if (tile.kind == SummaryTileKind::Split && !control.isEmpty()) {
        drawOrderControl(pen, input, control);
    }
    if (drawer.titleId != nullptr) {
        Box title = header.takeTop(input.style.lineHeight);
        title.takeRight(tile.kind == SummaryTileKind::Split && !control.isEmpty() ? control.width + kPagePad : 0);
        pen.text(title, pen.words(Message(drawer.titleId)), ColorRole::Text, TextAlign::Left, true);
    }
    const bool isEmpty = drawer.isEmpty != nullptr && drawer.isEmpty(input);
    if (drawer.source != nullptr && !isEmpty) {
        pen.text(header.takeTop(input.style.lineHeight), drawer.source(input), ColorRole::MutedText);
    }
    if (!isEmpty) {
        drawer.draw(pen, input, inner);
    } else if (const auto reason = awaited(input, tile.kind)) {
        drawSkeleton(pen, *reason, inner);
    } else {
        pen.paragraph(inner, pen.words(emptyText(drawer, input)), ColorRole::MutedText);
    }
}

}  // namespace

const SummaryTile *SummaryScene::tile(SummaryTileKind kind) const {
    const auto it = std::find_if(tiles.begin(), tiles.end(), [kind](const SummaryTile &t) { return t.kind == kind; });
    return it == tiles.end() ? nullptr : &*it;
}

SummaryScene buildSummaryScene(const SummaryModel &model, const SummaryOptions &options, const SceneStyle &style) {
    SummaryScene out;
    const TileInput input{
        model, options, style, &out.showButtons, &out.fixBoxes, &out.loadButtons, &out.settingRows, &out.checks};
    out.tiles = layOut(input);
    out.scene.width = options.width;
    out.scene.height = std::max(options.height, out.tiles.back().box.bottom() + kPageGap);
    ScenePen pen(out.scene, style);
    const Box page{0, 0, out.scene.width, out.scene.height};
    pen.fill(page, ColorRole::AlternateBackground);
    if (const auto *split = out.tile(SummaryTileKind::Split); split != nullptr && model.split.bars.size() != 1) {
        const Box inner = split->box.inset(kPagePad, kPagePad);
        const int width = std::min(kOrderWidth, inner.width / 2);
        // Beside the title: the line below it is as wide as the tile.
        out.orderControl = {inner.right() - width, inner.y + style.lineHeight - kOrderHeight, width, kOrderHeight};
    }
    for (const auto &tile : out.tiles) {
        pen.setClip(page);
        drawTile(pen, input, tile, out.orderControl);
    }
    return out;
}

std::vector<SplitBar> ordered(std::vector<SplitBar> bars, SplitOrder order) {
    const auto stageOf = [](const SplitBar &b) { return b.stage < 0 ? 1'000'000 : b.stage; };
    std::stable_sort(bars.begin(), bars.end(), [&](const SplitBar &a, const SplitBar &b) {
        if (order == SplitOrder::Stage && a.stage != b.stage) {
            return stageOf(a) < stageOf(b);
        }
        if (order == SplitOrder::Total && a.parts.total != b.parts.total) {
            return a.parts.total > b.parts.total;
        }
        return a.rank < b.rank;
    });
    return bars;
}

Message orderMessage(SplitOrder order) {
    constexpr std::array kIds{"summary.order.rank", "summary.order.stage", "summary.order.total"};
    return Message(kIds[static_cast<std::size_t>(order)]);
}

}  // namespace stagescope
