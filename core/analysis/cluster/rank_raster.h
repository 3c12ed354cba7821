#pragma once

#include "core/analysis/cluster/rank_signal.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace stagescope {

/// What stands in a row of several ranks.
enum class RowValue : std::uint8_t { Worst, Mean };

struct RasterQuestion {
    AlignedRange range;
    std::size_t columns = 1;
    /// Positions in RankSignals::ranks by rows: `order` cut in `rows` parts of nearly equal size.
    std::vector<std::size_t> order{};
    std::size_t rows = 1;
    RowValue value = RowValue::Worst;
    bool operator==(const RasterQuestion &) const = default;
};

/// Signals in a range as rows and columns. A plain value.
struct RankRaster {
    SignalMetric metric = SignalMetric::Computing;
    AlignedRange range;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<float> values{};  ///< by rows; not a number where nothing is known
    std::vector<int> whom{};      ///< of WaitingFor likewise: the rank that is waited for longest; -1 none
    float least = 0;              ///< of the values, 0 without one; of shares 0
    float most = 0;               ///< likewise; of shares 100

    [[nodiscard]] float at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
    [[nodiscard]] int whomAt(std::size_t row, std::size_t column) const {
        return whom.empty() ? -1 : whom[row * columns + column];
    }
    /// When a column begins; that of `columns` is the end of the range.
    [[nodiscard]] AlignedTime timeOf(std::size_t column) const;
};

/// Values of a rank are means over the columns' time: of shares and rates their sum / time, of frequencies over what is
/// known. Outside of what is known of a rank there is no value. O(pieces in the range + ranks x columns), on all cores.
/// Stopped: incomplete.
[[nodiscard]] RankRaster rasterOf(const RankSignals &signals, const RasterQuestion &question,
                                  const std::stop_token &stop = {});
/// Ranks as they are numbered, by their stages, or by their means in a range, the worst first.
enum class RankOrder : std::uint8_t { Number, Stage, Worst };
[[nodiscard]] std::vector<std::size_t> rankOrder(const RankSignals &signals, RankOrder order, AlignedRange range);
/// These positions by their means in a range, the worst first; those of which nothing is known last.
[[nodiscard]] std::vector<std::size_t> worstFirst(const RankSignals &signals, std::vector<std::size_t> places,
                                                  AlignedRange range);
/// Where part `row` of `rows` of a list of `count` begins.
[[nodiscard]] constexpr std::size_t partBegin(std::size_t row, std::size_t rows, std::size_t count) {
    return row * count / rows;
}

}  // namespace stagescope
