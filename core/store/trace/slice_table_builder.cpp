#include "core/store/trace/slice_table_builder.h"

#include "core/store/trace/interruptible_sort.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::uint16_t kLeftOut = 0xffff;
constexpr std::size_t kRowsPerStopCheck = 4096;
constexpr std::int64_t kRoundedNs = 1000;

/// Enclosing slices first; rows of the same extent keep their order in the file.
bool isBefore(const SliceRow &a, const SliceRow &b) {
    if (a.begin != b.begin) {
        return a.begin < b.begin;
    }
    return a.duration != b.duration ? a.duration > b.duration : a.row < b.row;
}

/// Depth of each row, kLeftOut below the limit. A slice goes one below the deepest open one when it ends with it, else
/// to the uppermost depth whose slice has ended: lanes of slices that overlap a little do not drift downwards. A depth
/// gets a slice only after its previous one has ended, so the rows of a depth never overlap, whatever the input.
std::optional<std::vector<std::uint16_t>> nest(const std::vector<SliceRow> &rows,
                                               SliceTableBuilder::Anomalies &anomalies, const std::stop_token &stop) {
    std::vector<std::uint16_t> depths(rows.size());
    std::vector<std::int64_t> ends;  // by depth; those above the deepest may have passed
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kRowsPerStopCheck == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        const auto begin = rows[i].begin;
        const auto end = begin + rows[i].duration;
        while (!ends.empty() && ends.back() <= begin) {
            ends.pop_back();
        }
        auto depth = ends.size();
        if (!ends.empty() && end > ends.back()) {
            anomalies.firstOverlap = anomalies.overlaps == 0 ? begin : anomalies.firstOverlap;
            ++anomalies.overlaps;
            if (end - ends.back() > kRoundedNs && ends.back() - begin > kRoundedNs) {
                anomalies.firstCrossing = anomalies.crossings == 0 ? begin : anomalies.firstCrossing;
                ++anomalies.crossings;
            }
            const auto free = std::find_if(ends.begin(), ends.end(), [&](auto e) { return e <= begin; });
            depth = static_cast<std::size_t>(free - ends.begin());
        }
        if (depth >= SliceTableBuilder::kMaxDepth) {
            depths[i] = kLeftOut;
            ++anomalies.tooDeep;
            continue;
        }
        depths[i] = static_cast<std::uint16_t>(depth);
        ends.resize(std::max(ends.size(), depth + 1));
        ends[depth] = end;
    }
    return depths;
}

std::vector<std::uint32_t> depthStarts(const std::vector<std::uint16_t> &depths) {
    std::vector<std::uint32_t> starts(1, 0);
    for (const auto depth : depths) {
        if (depth != kLeftOut) {
            starts.resize(std::max<std::size_t>(starts.size(), depth + 2U), 0);
            ++starts[depth + 1U];
        }
    }
    for (std::size_t d = 1; d < starts.size(); ++d) {
        starts[d] += starts[d - 1];
    }
    return starts;
}

}  // namespace

std::optional<SliceTable> SliceTableBuilder::build(std::vector<SliceRow> rows, Anomalies &anomalies,
                                                   const std::stop_token &stop,
                                                   const std::function<void(std::vector<SliceRow> &)> &inOrder) {
    if (!interruptibleSort(rows.begin(), rows.end(), isBefore, stop)) {
        return std::nullopt;
    }
    if (inOrder) {
        inOrder(rows);
    }
    const auto depths = nest(rows, anomalies, stop);
    if (!depths) {
        return std::nullopt;
    }
    SliceTable table;
    table.m_depthBegin = depthStarts(*depths);
    const std::size_t count = table.m_depthBegin.back();
    table.m_begin.resize(count);
    std::vector<std::uint32_t> from(count);  // position among the rows
    table.m_name.resize(count);
    table.m_class.resize(count);
    auto next = table.m_depthBegin;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if ((*depths)[i] == kLeftOut) {
            continue;
        }
        const auto at = next[(*depths)[i]]++;
        table.m_begin[at] = rows[i].begin;
        from[at] = static_cast<std::uint32_t>(i);
        table.m_name[at] = rows[i].name;
        table.m_class[at] = rows[i].klass;
    }
    table.m_duration = PackedInts::of(count, [&](std::size_t i) { return rows[from[i]].duration; });
    table.m_row = PackedInts::of(count, [&](std::size_t i) { return static_cast<std::int64_t>(rows[from[i]].row); });
    table.makeRoomForPyramids();
    return table;
}

SliceTable::Levels SliceTableBuilder::pyramidOf(const SliceTable &table, std::uint32_t depth) {
    constexpr auto kFanOut = static_cast<std::uint32_t>(SliceTable::kFanOut);
    const std::uint32_t base = table.m_depthBegin[depth];
    const std::uint32_t slices = table.m_depthBegin[depth + 1] - base;
    SliceTable::Levels levels;
    std::uint64_t span = 1;  // slices in a block of the level below
    for (std::uint32_t count = slices; count > 1; count = (count + kFanOut - 1) / kFanOut) {
        std::vector<SliceTable::Block> level;
        level.reserve((count + kFanOut - 1) / kFanOut);
        for (std::uint32_t first = 0; first < count; first += kFanOut) {
            const std::uint32_t end = std::min(count, first + kFanOut);
            const auto last = std::min<std::uint64_t>(slices, end * span) - 1;
            level.push_back(joined(table, levels, base, first, end, base + static_cast<std::uint32_t>(last)));
        }
        levels.push_back(std::move(level));
        span *= kFanOut;
    }
    return levels;
}

SliceTable::Block SliceTableBuilder::joined(const SliceTable &table, const SliceTable::Levels &levels,
                                            std::uint32_t base, std::uint32_t first, std::uint32_t end,
                                            std::uint32_t lastSlice) {
    const auto below = [&](std::uint32_t i) { return levels.empty() ? table.single(base + i) : levels.back()[i]; };
    const auto duration = [&](const SliceTable::Block &b) { return table.m_duration[b.widest]; };
    auto longest = below(first);
    const auto begin = longest.begin;
    auto busy = longest.busy;
    for (std::uint32_t i = first + 1; i < end; ++i) {
        const auto next = below(i);
        busy += next.busy;
        longest = duration(next) > duration(longest) ? next : longest;
    }
    const auto whole = table.m_begin[lastSlice] + table.m_duration[lastSlice] - begin;
    return {begin, SliceTable::shortened(whole), longest.widest, longest.widestLength, longest.name, busy};
}

}  // namespace stagescope
