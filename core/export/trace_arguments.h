#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"
#include "core/store/trace/trace_store.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Of the slices of a track under way at a time the one that begins then, at whatever depth, else the innermost one.
/// O(depths x log n).
[[nodiscard]] std::optional<SliceId> sliceAt(const TraceStore &trace, TrackId track, RankTime time);

/// What the tables of a capture know of its work on devices, by name and begin. The capture outlives it.
class WorkRecords {
public:
    WorkRecords() = default;
    explicit WorkRecords(const RankCapture &capture);
    /// `"key": value` each, with ", " in front. O(log n).
    [[nodiscard]] std::string membersOf(std::string_view name, std::int64_t begin) const;

private:
    static constexpr std::size_t kKinds = 3;
    struct Record {
        std::int64_t begin;  ///< clock of the rank
        const TableStore *table;
        std::size_t row;
    };
    std::array<std::vector<Record>, kKinds> m_records;  ///< by begin
};

/// Numbers that join calls of the host with the work that they launched: those of the arrows between both.
class LaunchNumbers {
public:
    LaunchNumbers() = default;
    /// Of launches whose call and work both lie in the range. `last`: the last number that was given. Stopped:
    /// incomplete. O(flows), and O(log n) for each that leads into the range.
    LaunchNumbers(const TraceStore &trace, RankRange range, std::uint64_t &last, const std::stop_token &stop);
    /// 0: none.
    [[nodiscard]] std::uint64_t of(TrackId track, std::uint32_t slice) const;

private:
    std::unordered_map<std::uint64_t, std::uint64_t> m_numbers;
};

}  // namespace stagescope
