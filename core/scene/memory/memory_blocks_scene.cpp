#include "core/scene/memory/memory_blocks_scene.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

namespace stagescope {

namespace {

using Block = LiveBlocks::Block;

/// Sums over blocks in order of allocation: a binary indexed tree.
class Stack {
public:
    explicit Stack(std::size_t blocks) : m_sums(blocks + 1), m_top(std::bit_floor(std::max<std::size_t>(blocks, 1))) {}

    /// All at once, where all are 0. O(blocks).
    void fill(const std::vector<std::uint64_t> &sizes) {
        for (std::size_t i = 1; i < m_sums.size(); ++i) {
            m_sums[i] += sizes[i - 1];
            const auto parent = i + (i & (~i + 1));
            if (parent < m_sums.size()) {
                m_sums[parent] += m_sums[i];
            }
        }
    }
    /// Differences may be negative: they wrap, the sums do not.
    void add(std::size_t block, std::uint64_t difference) {
        for (auto i = block + 1; i < m_sums.size(); i += i & (~i + 1)) {
            m_sums[i] += difference;
        }
    }
    struct Found {
        std::size_t block = 0;
        std::uint64_t begin = 0;  ///< where it begins
    };
    /// The block that covers an offset below the total.
    [[nodiscard]] Found at(std::uint64_t offset) const {
        Found found;
        for (auto step = m_top; step > 0; step /= 2) {
            const auto next = found.block + step;
            if (next < m_sums.size() && found.begin + m_sums[next] <= offset) {
                found.block = next;
                found.begin += m_sums[next];
            }
        }
        return found;
    }

private:
    std::vector<std::uint64_t> m_sums;
    std::size_t m_top;
};

/// Events over columns of pixels.
class Columns {
public:
    explicit Columns(const MemoryBlocksOptions &options) : m_edges(options.edges) {}
    [[nodiscard]] std::uint32_t eventAt(int pixel) const {
        return m_edges[std::min(static_cast<std::size_t>(pixel), m_edges.size() - 1)];
    }
    /// The event that a column shows: that of its greatest total.
    [[nodiscard]] std::uint32_t shown(const LiveBlocks &live, int pixel) const {
        const auto begin = eventAt(pixel);
        return live.peakIn(begin, std::max(begin + 1, eventAt(pixel + kBlockColumn)));
    }
    [[nodiscard]] std::uint32_t length() const { return m_edges.back() - m_edges.front(); }

private:
    std::span<const std::uint32_t> m_edges;
};

/// A part while columns may still continue it.
struct Open {
    std::size_t key = 0;
    bool isMany = false;
    int from = 0;  ///< pixels above the lower edge
    int to = 0;
    std::uint64_t end = 0;  ///< bytes
    std::size_t part = 0;   ///< index into the picture's; kNothing = continued
};

constexpr int kPiece = 16;  ///< pixels
constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

class Builder {
public:
    Builder(const LiveBlocks &live, const MemoryBlocksOptions &options, MemoryBlocksPicture &picture)
        : m_live(live), m_options(options), m_picture(picture), m_columns(options) {
        const auto last = m_columns.eventAt(options.area.width - 1);
        m_picture.top = options.top > 0 ? options.top : live.bytesAt(live.peakIn(m_columns.eventAt(0), last + 1));
        m_scale = options.area.height / std::max(1.0, static_cast<double>(m_picture.top));
    }

    void buildExact() {
        m_picture.isExact = true;
        const auto from = m_columns.eventAt(0);
        const auto to = m_columns.eventAt(m_options.area.width + kBlockColumn);
        m_blocks = m_live.aliveAt(from);
        std::vector<std::uint64_t> sizes;
        for (const auto b : m_blocks) {
            sizes.push_back(m_live.blocks()[b].size);
        }
        const auto firstNew = m_live.firstBegunAfter(from);
        m_firstNew = m_blocks.size();
        for (Block b = firstNew; b < firstNew + m_live.begunIn(from, to).size(); ++b) {
            m_blocks.push_back(b);
        }
        sizes.resize(m_blocks.size());
        Stack stack(m_blocks.size());
        stack.fill(sizes);
        std::uint32_t event = from;
        for (int x = 0; x < m_options.area.width; x += kBlockColumn) {
            const auto next = m_columns.shown(m_live, x);
            const auto changed = moveTo(stack, event, next);
            event = std::max(event, next);
            column(x, stack, m_live.bytesAt(event), x == 0 ? 0 : changed);
        }
        close(m_open, m_options.area.width);
    }

    void buildGroups() {
        for (int x = 0; x < m_options.area.width; x += kBlockColumn) {
            const auto bucket = m_columns.shown(m_live, x) / LiveBlocks::kBucket;
            const auto bytes = m_live.groupBytes(bucket);
            std::uint64_t sum = 0;
            m_before = std::exchange(m_open, {});
            for (std::size_t g = 0; g < bytes.size(); ++g) {
                const int from = pixels(sum);
                sum += bytes[g];
                if (const int to = pixels(sum); to > from) {
                    const bool isRest = g == m_live.groups().size();
                    place(x, {g, isRest, from, to, sum}, {{}, 0, isRest ? 0 : m_live.groups()[g], isRest});
                }
            }
            close(m_before, x);
        }
        close(m_open, m_options.area.width);
    }

private:
    [[nodiscard]] int pixels(std::uint64_t bytes) const {
        return std::min(m_options.area.height, static_cast<int>(std::lround(static_cast<double>(bytes) * m_scale)));
    }

    /// Changes the stack to the state at an event; the lowest block that changed, kNothing when none did.
    std::size_t moveTo(Stack &stack, std::uint32_t from, std::uint32_t to) {
        std::size_t lowest = kNothing;
        if (to <= from) {
            return lowest;
        }
        const auto firstNew = m_live.firstBegunAfter(from);
        const auto count = m_live.begunIn(from, to).size();
        for (Block b = firstNew; b < firstNew + count; ++b) {
            const auto index = indexOf(b);
            stack.add(index, m_live.blocks()[b].size);
            lowest = std::min(lowest, index);
        }
        for (const auto b : m_live.endedIn(from, to)) {
            const auto index = indexOf(b);
            stack.add(index, ~m_live.blocks()[b].size + 1);
            lowest = std::min(lowest, index);
        }
        return lowest;
    }
    [[nodiscard]] std::size_t indexOf(Block block) const {
        if (m_firstNew < m_blocks.size() && block >= m_blocks[m_firstNew]) {
            return m_firstNew + (block - m_blocks[m_firstNew]);
        }
        const auto end = m_blocks.begin() + static_cast<std::ptrdiff_t>(m_firstNew);
        return static_cast<std::size_t>(std::lower_bound(m_blocks.begin(), end, block) - m_blocks.begin());
    }

    /// One column. What lies below the lowest change stands as in the column before.
    void column(int x, const Stack &stack, std::uint64_t total, std::size_t changed) {
        if (changed == kNothing) {
            return;
        }
        const auto firstChanged = std::partition_point(
            m_open.begin(), m_open.end(), [&](const Open &o) { return o.key < changed && o.end <= total; });
        m_before.assign(firstChanged, m_open.end());
        m_open.erase(firstChanged, m_open.end());
        std::uint64_t offset = m_open.empty() ? 0 : m_open.back().end;
        int from = m_open.empty() ? 0 : m_open.back().to;
        const int height = pixels(total);
        while (offset < total && from < height) {
            const auto first = stack.at(offset);
            Reached reached{pixels(endOf(first)), endOf(first)};
            const bool isMany = reached.pixel <= from;
            if (isMany) {
                reached = manyFrom(stack, from, height);
            }
            const auto block = m_blocks[first.block];
            place(x, {first.block, isMany, from, reached.pixel, reached.offset},
                  {{}, block, m_live.blocks()[block].group, isMany});
            offset = reached.offset;
            from = reached.pixel;
        }
        close(m_before, x);
    }
    struct Reached {
        int pixel = 0;
        std::uint64_t offset = 0;
    };
    /// From a pixel that several blocks share up to where one fills a pixel again, in pieces: what changes high up in
    /// a long run of small blocks must not cost the whole run.
    [[nodiscard]] Reached manyFrom(const Stack &stack, int from, int height) const {
        Reached reached{from, 0};
        do {
            ++reached.pixel;
            reached.offset = static_cast<std::uint64_t>(std::ceil(reached.pixel / m_scale));
        } while (reached.pixel < height && reached.pixel % kPiece != 0 &&
                 pixels(endOf(stack.at(reached.offset))) <= reached.pixel);
        return reached;
    }
    [[nodiscard]] std::uint64_t endOf(const Stack::Found &found) const {
        return found.begin + m_live.blocks()[m_blocks[found.block]].size;
    }

    /// Continues the part of the column before when it is the same at the same height, else begins a new one.
    void place(int x, Open open, MemoryBlocksPicture::Part part) {
        const auto before = std::lower_bound(m_before.begin(), m_before.end(), open.from,
                                             [](const Open &o, int from) { return o.from < from; });
        if (before != m_before.end() && before->key == open.key && before->from == open.from && before->to == open.to &&
            before->isMany == open.isMany) {
            open.part = before->part;
            before->part = kNothing;  // goes on
        } else {
            open.part = m_picture.parts.size();
            part.box = {m_options.area.x + x, m_options.area.bottom() - open.to, 0, open.to - open.from};
            m_picture.parts.push_back(part);
        }
        m_open.push_back(open);
    }
    /// Those that do not go on end before a column.
    void close(const std::vector<Open> &ended, int x) {
        for (const auto &open : ended) {
            if (open.part != kNothing) {
                auto &box = m_picture.parts[open.part].box;
                box.width = std::min(m_options.area.x + x, m_options.area.right()) - box.x;
            }
        }
    }

    const LiveBlocks &m_live;
    const MemoryBlocksOptions &m_options;
    MemoryBlocksPicture &m_picture;
    Columns m_columns;
    double m_scale = 0;             ///< pixels per byte
    std::vector<Block> m_blocks{};  ///< that are alive at some event of the window, ascending
    std::size_t m_firstNew = 0;
    std::vector<Open> m_open{};    ///< upwards
    std::vector<Open> m_before{};  ///< of the column before, what the one at work may not continue
};

}  // namespace

std::optional<std::size_t> MemoryBlocksPicture::partAt(int x, int y) const {
    const auto it = std::find_if(parts.begin(), parts.end(), [&](const Part &p) { return p.box.contains(x, y); });
    return it == parts.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - parts.begin()));
}

MemoryBlocksPicture memoryBlocksPicture(const LiveBlocks &live, const MemoryBlocksOptions &options) {
    MemoryBlocksPicture picture;
    if (live.events() == 0 || options.area.isEmpty() || options.edges.empty()) {
        return picture;
    }
    Builder builder(live, options, picture);
    if (Columns(options).length() <= kExactEvents) {
        builder.buildExact();
    } else {
        builder.buildGroups();
    }
    return picture;
}

std::vector<std::uint32_t> evenEdges(double firstEvent, double lastEvent, int width, std::uint32_t events) {
    std::vector<std::uint32_t> edges;
    const double perPixel = (lastEvent - firstEvent) / std::max(1, width);
    for (int x = 0; x < width + kBlockColumn && events > 0; ++x) {
        edges.push_back(
            static_cast<std::uint32_t>(std::clamp(std::floor(firstEvent + x * perPixel), 0.0, events - 1.0)));
    }
    return edges;
}

void drawMemoryBlocks(ScenePen &pen, const MemoryBlocksPicture &picture, const MemoryBlocksOptions &options) {
    constexpr int kGapFrom = 4;
    for (const auto &part : picture.parts) {
        Box box = part.box;
        if (box.height >= kGapFrom) {
            box.y += 1;  // a line of background between blocks
            box.height -= 1;
        }
        pen.fill(box, part.isMany ? Color{ColorRole::OtherWork, 0} : options.color(part.group));
    }
}

}  // namespace stagescope
