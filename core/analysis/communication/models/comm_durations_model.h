#pragma once

#include "core/analysis/communication/models/comm_scope.h"
#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// One communication operator of a rank, on the aligned clock.
struct CommBox {
    AlignedRange range;
    std::uint32_t name = 0;  ///< into CommDurations::names
    int nth = 0;             ///< as CommOpRef
};

/// Operators of a rank in order of their begins, for drawing any stretch of time without looking at all of them.
class CommLane {
public:
    CommLane() = default;
    explicit CommLane(std::vector<CommBox> boxes);

    [[nodiscard]] const std::vector<CommBox> &boxes() const { return m_boxes; }
    /// The first box that may reach into what comes after a time. O(log n).
    [[nodiscard]] std::size_t firstAfter(AlignedTime time) const;
    /// Whether the boxes [index, end of its run) are all shorter than a length: they may be skipped pixel by pixel.
    [[nodiscard]] bool isFine(std::size_t index, Nanos length) const;
    /// Where the run of boxes ends that isFine speaks of.
    [[nodiscard]] static std::size_t runEnd(std::size_t index) { return (index / kRun + 1) * kRun; }
    /// The box drawn on top at a time; nothing between boxes. O(log n + boxes that overlap).
    [[nodiscard]] const CommBox *at(AlignedTime time) const;

private:
    static constexpr std::size_t kRun = 64;

    std::vector<CommBox> m_boxes;
    std::vector<AlignedTime> m_reach;  ///< latest end up to and including a box
    std::vector<Nanos> m_longest;      ///< of each run of kRun boxes
};

/// Where the communication time of a rank went, in ns: transit + synchronization + other wait + idle = elapsed.
struct CommParts {
    Nanos elapsed{0};
    Nanos transit{0};
    Nanos synchronization{0};
    Nanos wait{0};  ///< synchronization included
    Nanos idle{0};
    std::size_t operators = 0;

    [[nodiscard]] double waitPercent() const { return percent(wait); }
    [[nodiscard]] double synchronizationPercent() const { return percent(synchronization); }

private:
    [[nodiscard]] double percent(Nanos part) const {
        const auto whole = static_cast<double>((part + transit).count());
        return whole > 0 ? 100 * static_cast<double>(part.count()) / whole : 0;
    }
};

struct CommDurations {
    struct Row {
        int rank = -1;
        CommLane lane;
        std::optional<CommParts> parts;  ///< nothing where no file tells them
    };
    RunId run;
    CommScopes scopes;
    std::vector<Row> rows;  ///< by rank
    std::vector<std::string> names;
    std::optional<AlignedRange> bounds;  ///< of all boxes
    std::vector<int> ranksOfFiles;       ///< whose boxes are from the profiler's own analysis, in want of a timeline

    [[nodiscard]] bool isEmpty() const { return rows.empty(); }
    [[nodiscard]] CommOpRef refOf(const Row &row, const CommBox &box) const {
        return {run, row.rank, box.nth, names[box.name]};
    }
    [[nodiscard]] const Row *rowOf(int rank) const;
};

/// Operators of each rank from its timeline where that is loaded, else from the profiler's own analysis of
/// communication, whose sums are the parts. Any thread, O(n log n).
[[nodiscard]] CommDurations commDurations(const Run &run, const CommScope &scope, const std::stop_token &stop = {});

}  // namespace stagescope
