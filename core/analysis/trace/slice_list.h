#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/analysis/trace/slice_runs.h"
#include "core/base/item_ref.h"
#include "core/store/trace/slice_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Which slices are listed, and in which order.
struct SliceListQuery {
    enum class Order : std::uint8_t { Start, Duration, Self, Name, Track, Depth };

    AlignedRange range;  ///< only those that touch it
    std::vector<LaneRef> lanes;
    std::optional<std::string> name{};  ///< only of this very name
    std::string part{};                 ///< only those with it in their name; letters A-Z without regard to case
    Order order = Order::Start;
    bool isDescending = false;
};

/// A row of a SliceList. Times are whole, not cut to the range.
struct ListedSlice {
    SliceRef ref;
    int rank = -1;
    Slice slice;
    AlignedRange range;
    Nanos self{0};
    std::string_view name;  ///< these live as long as the list
    std::string_view process;
    std::string_view track;
};

/// Slices of some lanes as rows, without a copy of them: positions only, 4 bytes a row, and nothing at all for a track
/// of one depth in the order of time. Immutable; any thread. Keeps the traces alive.
class SliceList {
public:
    static constexpr std::uint64_t kMostRows = 0xffffffffU;   ///< more are left out
    static constexpr std::uint64_t kMostSorted = 20'000'000;  ///< more stay in the order of track, depth, time

    SliceList() = default;
    /// O(slices of the lanes), and n log n where they must be sorted; looks at the token every few thousand rows. When
    /// stopped the list is of no use. Not on the GUI thread.
    SliceList(const Workspace &workspace, const SliceListQuery &query, const std::stop_token &stop);

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// False when there were too many rows for the order that was asked for.
    [[nodiscard]] bool isSorted() const { return m_isSorted; }
    /// row < size(). O(log runs + children of the slice).
    [[nodiscard]] ListedSlice at(std::uint64_t row) const;
    /// Rows first <= row < end as a table: rank, process, track, name, start_ns (on the common clock), start_raw_ns (as
    /// in the file), duration_us, self_us, depth, evidence (the slice's text form).
    [[nodiscard]] ResultTable table(std::uint64_t first, std::uint64_t end) const;

private:
    struct Stretch {
        std::size_t lane = 0;
        SliceRun slices;
        std::uint64_t firstRow = 0;
    };
    struct Place {
        const LaneSlices *lane;
        SliceId slice;
    };

    void addRuns();
    [[nodiscard]] bool filter(const SliceListQuery &query, const std::stop_token &stop);
    void sort(const SliceListQuery &query, const std::stop_token &stop);
    [[nodiscard]] Place placeOf(std::uint64_t position) const;

    std::vector<LaneSlices> m_lanes;
    std::vector<Stretch> m_runs;
    std::uint64_t m_positions = 0;       ///< in all runs
    std::vector<std::uint32_t> m_order;  ///< positions by row; empty = row is position
    std::uint64_t m_size = 0;
    bool m_isSorted = true;
};

}  // namespace stagescope
