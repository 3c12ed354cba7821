#include "core/store/slice_table_builder.h"

#include "core/store/interruptible_sort.h"

namespace stagescope {

namespace {

constexpr std::uint16_t kLeftOut = 0xffff;
constexpr std::size_t kRowsPerStopCheck = 4096;

/// Enclosing slices first; rows of the same extent keep their order in the file.
bool isBefore(const SliceRow &a, const SliceRow &b) {
    if (a.begin != b.begin) {
        return a.begin < b.begin;
    }
    return a.duration != b.duration ? a.duration > b.duration : a.row < b.row;
}

/// Depth of each row, kLeftOut below the limit. A depth gets a slice only after its previous one has ended, so the rows
/// of a depth never overlap, whatever the input.
std::optional<std::vector<std::uint16_t>> nest(const std::vector<SliceRow> &rows,
                                               SliceTableBuilder::Anomalies &anomalies, const std::stop_token &stop) {
    std::vector<std::uint16_t> depths(rows.size());
    std::vector<std::int64_t> openEnds;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kRowsPerStopCheck == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        const auto end = rows[i].begin + rows[i].duration;
        while (!openEnds.empty() && openEnds.back() <= rows[i].begin) {
            openEnds.pop_back();
        }
        if (!openEnds.empty() && end > openEnds.back()) {
            anomalies.firstOverlap = anomalies.overlaps == 0 ? rows[i].begin : anomalies.firstOverlap;
            ++anomalies.overlaps;
        }
        if (openEnds.size() >= SliceTableBuilder::kMaxDepth) {
            depths[i] = kLeftOut;
            ++anomalies.tooDeep;
            continue;
        }
        depths[i] = static_cast<std::uint16_t>(openEnds.size());
        openEnds.push_back(end);
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
                                                   const std::stop_token &stop) {
    if (!interruptibleSort(rows.begin(), rows.end(), isBefore, stop)) {
        return std::nullopt;
    }
    const auto depths = nest(rows, anomalies, stop);
    if (!depths) {
        return std::nullopt;
    }
    SliceTable table;
    table.m_depthBegin = depthStarts(*depths);
    const std::size_t count = table.m_depthBegin.back();
    table.m_begin.resize(count);
    table.m_duration.resize(count);
    table.m_name.resize(count);
    table.m_class.resize(count);
    table.m_row.resize(count);
    auto next = table.m_depthBegin;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if ((*depths)[i] == kLeftOut) {
            continue;
        }
        const auto at = next[(*depths)[i]]++;
        table.m_begin[at] = rows[i].begin;
        table.m_duration[at] = rows[i].duration;
        table.m_name[at] = rows[i].name;
        table.m_class[at] = rows[i].klass;
        table.m_row[at] = rows[i].row;
    }
    buildPyramids(table);
    return table;
}

void SliceTableBuilder::buildPyramids(SliceTable &table) {
    constexpr auto kFanOut = static_cast<std::uint32_t>(SliceTable::kFanOut);
    table.m_pyramids.resize(table.depthCount());
    for (std::uint32_t depth = 0; depth < table.depthCount(); ++depth) {
        const std::uint32_t base = table.m_depthBegin[depth];
        std::uint32_t count = table.m_depthBegin[depth + 1] - base;
        const std::vector<std::uint32_t> *below = nullptr;
        auto &levels = table.m_pyramids[depth];
        const auto widest = [&](std::uint32_t i) { return below == nullptr ? i : (*below)[i]; };
        for (; count > 1; count = (count + kFanOut - 1) / kFanOut) {
            std::vector<std::uint32_t> level((count + kFanOut - 1) / kFanOut);
            for (std::uint32_t block = 0; block < level.size(); ++block) {
                std::uint32_t best = widest(block * kFanOut);
                for (std::uint32_t i = block * kFanOut + 1; i < std::min(count, (block + 1) * kFanOut); ++i) {
                    best = table.m_duration[base + widest(i)] > table.m_duration[base + best] ? widest(i) : best;
                }
                level[block] = best;
            }
            levels.reserve(12);  // 8^12 > 2^32: `below` stays valid
            levels.push_back(std::move(level));
            below = &levels.back();
        }
    }
}

}  // namespace stagescope
