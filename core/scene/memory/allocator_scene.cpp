#include "core/scene/memory/allocator_scene.h"

#include "core/analysis/snapshot/memory_places.h"
#include "core/base/byte_text.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/text_ruler.h"
#include "core/scene/memory/memory_timeline_scene.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kLine = 20;  ///< of the surface, with the gap below
constexpr int kLineGap = 4;
constexpr int kLeastLines = 3;
constexpr int kLeastBlockLabel = 56;
constexpr int kMostLabels = 160;
constexpr std::uint64_t kUnit = 512;  ///< the allocator gives out multiples of it, torch_npu one more for 32 bytes

struct Piece {
    std::uint16_t stream = 0;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    LiveBlocks::Block block = 0;

    [[nodiscard]] bool operator<(const Piece &o) const {
        return stream != o.stream ? stream < o.stream : address < o.address;
    }
    [[nodiscard]] bool holds(const AddressSurface::Place &place) const {
        return stream == place.stream && address < place.address + place.bytes &&
               (address >= place.address || place.address - address < size);
    }
};

std::vector<Piece> blocksAt(const SnapshotHistory &history, std::uint32_t moment) {
    std::vector<Piece> pieces;
    for (const auto block : history.blocks().aliveAt(moment)) {
        const auto &allocation = history.allocation(block);
        pieces.push_back({allocation.stream, allocation.address, allocation.size, block});
    }
    return pieces;
}

std::vector<Piece> segmentsAt(const SnapshotHistory &history, std::uint32_t moment) {
    std::vector<Piece> pieces;
    for (const auto segment : history.segments().aliveAt(moment)) {
        const auto &span = history.device().allocations.spans[history.spanOf(segment)];
        pieces.push_back({span.stream, span.address, span.size, segment});
    }
    return pieces;
}

std::optional<LiveBlocks::Block> holderOf(const std::vector<Piece> &pieces, const AddressSurface::Place &place) {
    const Piece *best = nullptr;
    for (const auto &piece : pieces) {  // of several below one pixel the largest
        best = piece.holds(place) && (best == nullptr || piece.size > best->size) ? &piece : best;
    }
    return best == nullptr ? std::nullopt : std::optional(best->block);
}

/// Freed by its user at that moment, and still needed by other streams.
bool isPending(const Allocation &allocation, std::uint32_t moment) {
    return SnapshotHistory::momentOf(allocation.freeRequested) <= moment;
}

}  // namespace

std::optional<LiveBlocks::Block> blockAt(const SnapshotHistory &history, std::uint32_t moment,
                                         const AddressSurface::Place &place) {
    return holderOf(blocksAt(history, moment), place);
}
std::optional<LiveBlocks::Block> segmentAt(const SnapshotHistory &history, std::uint32_t moment,
                                           const AddressSurface::Place &place) {
    return holderOf(segmentsAt(history, moment), place);
}

namespace {

std::uint64_t rounded(std::uint64_t size) { return (size + kUnit - 1) / kUnit * kUnit; }

/// Figures from pieces in order of address.
class FigureSum {
public:
    FigureSum(const SnapshotHistory &history, std::uint32_t moment)
        : m_history(history),
          m_moment(moment),
          m_joins(hasExpandableSegments(history)),
          m_places({&history.store(), &history.device(), {}, {}}) {}

    std::vector<StreamFigures> of(const std::vector<Piece> &blocks, const std::vector<Piece> &segments) {
        auto block = blocks.begin();
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const auto &segment = segments[i];
            begin(segment);
            while (block != blocks.end() && *block < segment) {
                ++block;  // outside of all segments
            }
            const auto first = block;
            for (; block != blocks.end() && block->stream == segment.stream &&
                   block->address - segment.address < segment.size;
                 ++block) {
                add(*block);
            }
            // A block may reach from one piece of an expandable segment into the next.
            const bool isUnused = first == block && m_reach <= segment.address;
            m_figures.back().releasable += isUnused ? segment.size : 0;
            const auto end = segment.address + segment.size;
            skipTo(end);
            const bool goesOn = m_joins && i + 1 < segments.size() && segments[i + 1].stream == segment.stream &&
                                segments[i + 1].address == end;
            if (!goesOn) {
                closeGap();
            }
        }
        return std::move(m_figures);
    }

private:
    void begin(const Piece &segment) {
        if (m_figures.empty() || m_figures.back().stream != segment.stream) {
            m_figures.emplace_back().stream = segment.stream;
            m_reach = 0;
        }
        m_figures.back().reserved += segment.size;
        m_pool = m_places.placeOf(m_history.device().allocations.spans[m_history.spanOf(segment.block)]).pool;
        m_at = std::max(segment.address, m_reach);
    }
    void add(const Piece &block) {
        skipTo(block.address);
        closeGap();
        m_reach = m_at = std::max(m_at, block.address + rounded(block.size));
        auto &sum = m_figures.back();
        sum.inUse += block.size;
        ++sum.blocks;
        sum.pending += isPending(m_history.allocation(block.block), m_moment) ? block.size : 0;
    }
    void skipTo(std::uint64_t address) {
        m_gap += address - std::min(address, m_at);
        m_at = std::max(m_at, address);
    }
    void closeGap() {
        auto &sum = m_figures.back();
        m_gap = m_gap > kUnit ? m_gap : 0;
        sum.gaps += m_gap > 0 ? 1 : 0;
        sum.free += m_gap;
        sum.freeByPool[m_pool] += m_gap;
        sum.largestGap = std::max(sum.largestGap, m_gap);
        m_gap = 0;
    }

    const SnapshotHistory &m_history;
    std::uint32_t m_moment;
    bool m_joins;
    MemoryPlaces m_places;
    std::uint16_t m_pool = 0;  ///< of the segment that is walked
    std::vector<StreamFigures> m_figures{};
    std::uint64_t m_at = 0;
    std::uint64_t m_reach = 0;  ///< end of the blocks so far
    std::uint64_t m_gap = 0;
};

class AllocatorPainter {
public:
    AllocatorPainter(const SnapshotHistory &history, const AddressSurface &surface, const AllocatorOptions &options,
                     const SceneStyle &style, AllocatorScene &result)
        : m_history(history),
          m_surface(surface),
          m_options(options),
          m_moment(std::min(options.moment, history.events())),
          m_result(result),
          m_pen(prepared(), style),
          m_ruler(style.metrics) {}

    void draw() {
        Box room{0, 0, m_options.width, m_options.height};
        m_pen.fill(room, ColorRole::Background);
        const int line = m_pen.style().lineHeight;
        auto blocks = blocksAt(m_history, m_moment);
        auto segments = segmentsAt(m_history, m_moment);
        std::sort(blocks.begin(), blocks.end());
        std::sort(segments.begin(), segments.end());
        drawTitle(room.takeTop(line + 8).inset(kPad, 4));
        drawLegend(room.takeTop(line + 4).inset(kPad, 2));
        m_result.plot = room.inset(kPad, 0);
        m_result.lineHeight = kLine;
        for (const auto &range : m_surface.ranges()) {
            fillBytes(range.stream, range.address, range.size, {ColorRole::AlternateBackground, 0});
        }
        for (const auto &segment : segments) {
            fillBytes(segment.stream, segment.address, segment.size, {ColorRole::Free, 0});
        }
        drawBlocks(blocks);
        drawBorders(segments);
        for (const auto &figures : FigureSum(m_history, m_moment).of(blocks, segments)) {
            drawHead(figures);
        }
    }

private:
    Scene &prepared() {
        m_result.scene.width = m_options.width;
        m_result.scene.height = m_options.height;
        return m_result.scene;
    }

    void drawTitle(Box line) {
        const int width = m_pen.text(line, m_pen.words(whenText()), ColorRole::Text, TextAlign::Left, true);
        line.takeLeft(width + 16);
        const auto active = m_history.activeAt(m_moment);
        const auto reserved = m_history.reservedAt(m_moment);
        m_pen.text(line,
                   m_pen.words(Message(
                       "memory.allocator.figures",
                       {bytesText(active), bytesText(reserved), bytesText(reserved - std::min(active, reserved)),
                        bytesText(static_cast<std::uint64_t>(m_surface.bytesPerPixel()))})),
                   ColorRole::MutedText);
    }
    /// Of several streams it says in which: what is free in the others is of no use to it.
    [[nodiscard]] Message whenText() const {
        if (m_moment == 0) {
            return Message("memory.allocator.before");
        }
        const auto stream = m_history.store().events().stream(m_history.device().firstEvent + m_moment - 1);
        return m_surface.heads().size() < 2
                   ? Message("memory.allocator.after", {groupedText(m_moment - 1), eventText()})
                   : Message("memory.allocator.after_in", {groupedText(m_moment - 1), eventText(),
                                                           std::to_string(m_history.store().streams()[stream])});
    }
    /// "alloc 40.00 MiB at 0x7f..."
    [[nodiscard]] std::string eventText() const {
        const auto event = m_history.store().events().at(m_history.device().firstEvent + m_moment - 1);
        auto text = std::string(snapshotActionText(event.action));
        text += event.size > 0 ? " " + bytesText(event.size) : "";
        return event.action == SnapshotAction::OutOfMemory || event.address == 0
                   ? text
                   : text + ", " + addressText(event.address);
    }

    void drawLegend(Box line) {
        const auto entry = [&](Color color, const char *id, Pattern pattern) {
            const auto name = m_pen.words(Message(id));
            const auto box = line.takeLeft(12 + 4 + m_pen.widthOf(name) + 14);
            const Box swatch{box.x, box.y + (box.height - 12) / 2, 12, 12};
            m_pen.fill(swatch, pattern == Pattern::Solid ? color : Color{ColorRole::Slice, 3});
            if (pattern != Pattern::Solid) {
                m_pen.strokes(swatch, color, pattern);
            }
            m_pen.text({box.x + 16, box.y, box.width - 16, box.height}, name);
        };
        entry({ColorRole::Slice, 3}, "memory.allocator.block", Pattern::Solid);
        entry({ColorRole::OtherWork, 0}, "memory.allocator.many", Pattern::Solid);
        entry({ColorRole::Error, 0}, "memory.allocator.pending", Pattern::Rising);
        entry({ColorRole::Free, 0}, "memory.allocator.free", Pattern::Solid);
        entry({ColorRole::AlternateBackground, 0}, "memory.allocator.unmapped", Pattern::Solid);
    }

    /// Calls fn(box) for the pieces of some pixels in each line.
    template <class Fn>
    void eachBox(std::int64_t begin, std::int64_t end, const Fn &fn) {
        const auto width = m_surface.width();
        while (begin < end) {
            const auto line = begin / width;
            const auto lineEnd = std::min(end, (line + 1) * width);
            const Box box{m_result.plot.x + static_cast<int>(begin - line * width),
                          m_result.plot.y + static_cast<int>(line) * kLine, static_cast<int>(lineEnd - begin),
                          kLine - kLineGap};
            fn(box.cutTo(m_result.plot));
            begin = lineEnd;
        }
    }
    void fillBytes(std::uint16_t stream, std::uint64_t address, std::uint64_t size, Color color) {
        if (const auto pixels = m_surface.pixelsOf(stream, address, size)) {
            eachBox(pixels->begin, pixels->end, [&](const Box &box) { m_pen.fill(box, color); });
        }
    }

    /// Blocks in order of address. Those that fill no pixel are drawn together.
    void drawBlocks(const std::vector<Piece> &blocks) {
        std::int64_t manyBegin = 0;
        std::int64_t manyEnd = 0;
        const auto flush = [&] {
            eachBox(manyBegin, manyEnd, [&](const Box &box) { m_pen.fill(box, Color{ColorRole::OtherWork, 0}); });
        };
        for (const auto &block : blocks) {
            const auto pixels = m_surface.pixelsOf(block.stream, block.address, block.size);
            if (!pixels) {
                continue;
            }
            if (pixels->end - pixels->begin > 2 || pixels->share > 0.9) {
                drawBlock(block, *pixels);
            } else if (pixels->begin > manyEnd) {
                flush();
                manyBegin = pixels->begin;
                manyEnd = pixels->begin + 1;
            } else {
                manyEnd = std::max(manyEnd, pixels->begin + 1);
            }
        }
        flush();
    }
    void drawBlock(const Piece &block, const AddressSurface::Pixels &pixels) {
        const auto group = m_history.blocks().blocks()[block.block].group;
        const auto color = groupColor(m_history, group);
        const bool pending = isPending(m_history.allocation(block.block), m_moment);
        std::int64_t left = pixels.end;
        eachBox(pixels.begin, pixels.end, [&](Box box) {
            left -= box.width;
            if (left == 0 && box.width > 3) {
                box.width -= 1;  // a line of free memory's colour between blocks
            }
            m_pen.fill(box, color);
            if (pending) {
                m_pen.strokes(box, {ColorRole::Error, 0}, Pattern::Rising);
            } else if (box.width >= kLeastBlockLabel && m_labels < kMostLabels) {
                ++m_labels;
                const auto text = m_ruler.elided(groupText(m_history, group, m_pen.style()), box.width - 6);
                if (!text.empty()) {
                    m_result.scene.texts.push_back(
                        {box.x + 2, box.y, box.width - 4, box.height, TextAlign::Left, color, text, {}, false, true});
                }
            }
        });
    }
    void drawBorders(const std::vector<Piece> &segments) {
        for (const auto &segment : segments) {
            if (const auto pixels = m_surface.pixelsOf(segment.stream, segment.address, segment.size)) {
                eachBox(pixels->begin, pixels->begin + 1, [&](const Box &box) {
                    m_pen.fill({box.x, box.y, 1, box.height}, ColorRole::Text);
                });
            }
        }
    }

    void drawHead(const StreamFigures &figures) {
        const auto heads = m_surface.heads();
        const auto head =
            std::find_if(heads.begin(), heads.end(), [&](const auto &h) { return h.stream == figures.stream; });
        const Box line{m_result.plot.x, m_result.plot.y + head->line * kLine, m_result.plot.width, kLine};
        if (line.bottom() > m_result.plot.bottom()) {
            return;
        }
        auto text = m_pen.words(
            Message("memory.allocator.stream",
                    {std::to_string(m_history.store().streams()[figures.stream]), bytesText(figures.reserved),
                     bytesText(figures.inUse), groupedText(figures.blocks), bytesText(figures.free),
                     groupedText(figures.gaps), bytesText(figures.largestGap), bytesText(figures.releasable)}));
        for (const auto &[pool, free] : poolsOf(figures)) {
            joinText(
                text,
                m_pen.words(Message("memory.allocator.pool", {poolText(m_history.store(), pool), bytesText(free)})),
                Join::Semicolon, m_pen.style().message);
        }
        m_pen.text(line, text);
    }
    /// Those with most free first; none where there is one only.
    [[nodiscard]] static std::vector<std::pair<std::uint16_t, std::uint64_t>> poolsOf(const StreamFigures &figures) {
        std::vector<std::pair<std::uint16_t, std::uint64_t>> pools(figures.freeByPool.begin(),
                                                                   figures.freeByPool.end());
        std::stable_sort(pools.begin(), pools.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
        return pools.size() < 2 ? std::vector<std::pair<std::uint16_t, std::uint64_t>>{} : pools;
    }

    const SnapshotHistory &m_history;
    const AddressSurface &m_surface;
    const AllocatorOptions &m_options;
    std::uint32_t m_moment;
    AllocatorScene &m_result;
    ScenePen m_pen;
    TextRuler m_ruler;
    int m_labels = 0;
};

}  // namespace

std::vector<StreamFigures> streamFigures(const SnapshotHistory &history, std::uint32_t moment) {
    auto blocks = blocksAt(history, moment);
    auto segments = segmentsAt(history, moment);
    std::sort(blocks.begin(), blocks.end());
    std::sort(segments.begin(), segments.end());
    return FigureSum(history, moment).of(blocks, segments);
}

AddressSurface surfaceFor(const SnapshotHistory &history, int width, int height, const SceneStyle &style) {
    const int lines = (height - 2 * style.lineHeight - 16) / kLine;
    return {history, width - 2 * kPad, std::max(kLeastLines, lines)};
}

AllocatorScene buildAllocatorScene(const SnapshotHistory &history, const AddressSurface &surface,
                                   const AllocatorOptions &options, const SceneStyle &style) {
    AllocatorScene result;
    AllocatorPainter(history, surface, options, style, result).draw();
    return result;
}

std::vector<Box> AllocatorScene::boxesOf(const AddressSurface &surface, std::uint16_t stream, std::uint64_t address,
                                         std::uint64_t size) const {
    std::vector<Box> boxes;
    const auto pixels = surface.pixelsOf(stream, address, size);
    const auto width = surface.width();
    for (auto at = pixels ? pixels->begin : 0; pixels && at < pixels->end;) {
        const auto line = at / width;
        const auto end = std::min(pixels->end, (line + 1) * width);
        const Box box{plot.x + static_cast<int>(at - line * width), plot.y + static_cast<int>(line) * lineHeight,
                      static_cast<int>(end - at), lineHeight - kLineGap};
        if (!box.cutTo(plot).isEmpty()) {
            boxes.push_back(box.cutTo(plot));
        }
        at = end;
    }
    return boxes;
}

std::optional<AddressSurface::Place> AllocatorScene::placeAt(const AddressSurface &surface, int x, int y) const {
    if (!plot.contains(x, y) || lineHeight <= 0 || (y - plot.y) % lineHeight >= lineHeight - kLineGap) {
        return std::nullopt;
    }
    return surface.placeAt(x - plot.x, (y - plot.y) / lineHeight);
}

}  // namespace stagescope
