#include "core/analysis/pipeline/recognition/alignment.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stagescope {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

double distanceCost(const AlignmentTask &task, std::size_t i, std::size_t e, std::size_t i2, std::size_t e2) {
    const auto seen = static_cast<double>(task.observed[i2].begin - task.observed[i].begin);
    return std::min(kBreak, kSlope * std::abs(seen - (task.begins[e2] - task.begins[e])) / task.unit);
}

/// Values for (row, column) near the diagonal; outside of the band reads give infinity.
class Band {
public:
    Band(std::size_t rows, std::ptrdiff_t lowest, std::ptrdiff_t highest)
        : m_lowest(lowest), m_width(static_cast<std::size_t>(highest - lowest + 1)), m_values(rows * m_width, kNever) {}

    [[nodiscard]] double at(std::ptrdiff_t row, std::ptrdiff_t column) const {
        const auto place = column - row - m_lowest;
        const bool isInside = row >= 0 && place >= 0 && place < static_cast<std::ptrdiff_t>(m_width) &&
                              index(row, place) < m_values.size();
        return isInside ? m_values[index(row, place)] : kNever;
    }
    /// Only within the band.
    double &operator()(std::ptrdiff_t row, std::ptrdiff_t column) {
        return m_values[index(row, column - row - m_lowest)];
    }

private:
    [[nodiscard]] std::size_t index(std::ptrdiff_t row, std::ptrdiff_t place) const {
        return static_cast<std::size_t>(row) * m_width + static_cast<std::size_t>(place);
    }
    std::ptrdiff_t m_lowest;
    std::size_t m_width;
    std::vector<double> m_values;
};

/// Matched (i, e) = observed i is expected e. Open (i, e) = i observed and e expected cells are done, and the distance
/// to the match before does not count any more.
class BandAlignment {
public:
    explicit BandAlignment(const AlignmentTask &task)
        : m_task(task),
          m_rows(static_cast<std::ptrdiff_t>(task.observed.size())),
          m_columns(static_cast<std::ptrdiff_t>(task.expected.size())),
          m_low(-slack(m_rows - m_columns)),
          m_high(slack(m_columns - m_rows)),
          m_cost(size(m_rows), m_low, m_high),
          m_before(size(m_rows), m_low, m_high),
          m_after(size(m_rows), m_low, m_high),
          m_open(size(m_rows) + 1, m_low, m_high) {}

    [[nodiscard]] CellAlignment run() {
        for (std::ptrdiff_t i = 0; i < m_rows; ++i) {
            for (auto e = first(i); e <= last(i, m_columns - 1); ++e) {
                m_cost(i, e) = m_task.matchCost(size(i), size(e));
            }
        }
        walkForward();
        walkBackward();
        return matches();
    }

private:
    /// What the lengths differ by, and the same again in cells lost or added beyond that.
    static std::ptrdiff_t slack(std::ptrdiff_t difference) {
        constexpr std::ptrdiff_t kFree = 6;
        return std::max<std::ptrdiff_t>(difference, 0) + kFree;
    }
    static std::size_t size(std::ptrdiff_t value) { return static_cast<std::size_t>(value); }
    [[nodiscard]] std::ptrdiff_t first(std::ptrdiff_t row) const { return std::max<std::ptrdiff_t>(0, row + m_low); }
    [[nodiscard]] std::ptrdiff_t last(std::ptrdiff_t row, std::ptrdiff_t end) const {
        return std::min(end, row + m_high);
    }

    /// From the match (i, e) to the next match (i2, e2).
    [[nodiscard]] double step(std::ptrdiff_t i, std::ptrdiff_t e, std::ptrdiff_t i2, std::ptrdiff_t e2) const {
        return distanceCost(m_task, size(i), size(e), size(i2), size(e2)) +
               kSkipObserved * static_cast<double>(i2 - i - 1) + kSkipExpected * static_cast<double>(e2 - e - 1);
    }
    [[nodiscard]] double rest(std::ptrdiff_t i, std::ptrdiff_t e) const {
        return kSkipObserved * static_cast<double>(m_rows - 1 - i) +
               kSkipExpected * static_cast<double>(m_columns - 1 - e) + (e + 1 < m_columns ? kCut : 0);
    }

    void walkForward() {
        for (std::ptrdiff_t i = 0; i <= m_rows; ++i) {
            for (auto e = first(i); e <= last(i, m_columns); ++e) {
                double open = i == 0 && e <= 1 ? static_cast<double>(e) * (kCut + kSkipExpected) : kNever;
                if (i > 0 && e > 0) {
                    m_before(i - 1, e - 1) = cheapestBefore(i - 1, e - 1);
                    open = m_before.at(i - 1, e - 1) + kBreak;
                }
                open = std::min({open, m_open.at(i - 1, e) + kSkipObserved, m_open.at(i, e - 1) + kSkipExpected});
                m_open(i, e) = open;
            }
        }
    }
    [[nodiscard]] double cheapestBefore(std::ptrdiff_t i, std::ptrdiff_t e) const {
        const double own = m_cost.at(i, e);
        if (own == kNever) {
            return kNever;
        }
        double best = m_open.at(i, e);
        constexpr auto kSkips = static_cast<std::ptrdiff_t>(kMaxSkip);
        for (std::ptrdiff_t from = i - 1; from >= std::max<std::ptrdiff_t>(0, i - 2); --from) {
            for (std::ptrdiff_t column = e - 1; column >= std::max<std::ptrdiff_t>(0, e - 1 - kSkips); --column) {
                const double before = m_before.at(from, column);
                if (before < best) {
                    best = std::min(best, before + step(from, column, i, e));
                }
            }
        }
        return best + own;
    }

    void walkBackward() {
        m_open = Band(size(m_rows) + 1, m_low, m_high);
        for (std::ptrdiff_t i = m_rows; i >= 0; --i) {
            for (auto e = last(i, m_columns); e >= first(i); --e) {
                double open = i == m_rows && e == m_columns ? 0 : kNever;
                if (i < m_rows && e < m_columns) {
                    m_after(i, e) = cheapestAfter(i, e);
                    open = m_cost.at(i, e) + m_after.at(i, e);
                }
                open = std::min({open, m_open.at(i + 1, e) + kSkipObserved, m_open.at(i, e + 1) + kSkipExpected});
                m_open(i, e) = open;
            }
        }
    }
    [[nodiscard]] double cheapestAfter(std::ptrdiff_t i, std::ptrdiff_t e) const {
        double best = std::min(rest(i, e), kBreak + m_open.at(i + 1, e + 1));
        constexpr auto kSkips = static_cast<std::ptrdiff_t>(kMaxSkip);
        for (std::ptrdiff_t to = i + 1; to <= std::min(m_rows - 1, i + 2); ++to) {
            for (std::ptrdiff_t column = e + 1; column <= std::min(m_columns - 1, e + 1 + kSkips); ++column) {
                const double after = m_cost.at(to, column) + m_after.at(to, column);
                if (after < best) {
                    best = std::min(best, after + step(i, e, to, column));
                }
            }
        }
        return best;
    }

    [[nodiscard]] CellAlignment matches() const {
        constexpr double kRounding = 1e-6;
        CellAlignment result{std::vector<CellMatch>(size(m_rows)), kNever};
        std::vector<double> totals(size(m_rows), kNever);
        for (std::ptrdiff_t i = 0; i < m_rows; ++i) {
            double second = kNever;
            double &best = totals[size(i)];
            auto &match = result.matches[size(i)];
            for (auto e = first(i); e <= last(i, m_columns - 1); ++e) {
                const double total = m_before.at(i, e) + m_after.at(i, e);
                if (total < best) {
                    second = best;
                    best = total;
                    match.expected = size(e);
                } else {
                    second = std::min(second, total);
                }
            }
            match.margin = second - best;
            result.cost = std::min(result.cost, best);
        }
        for (std::size_t i = 0; i < totals.size(); ++i) {
            if (totals[i] == kNever || totals[i] > result.cost + kRounding) {
                result.matches[i] = {};
            }
        }
        return result;
    }

    const AlignmentTask &m_task;
    std::ptrdiff_t m_rows;
    std::ptrdiff_t m_columns;
    std::ptrdiff_t m_low;
    std::ptrdiff_t m_high;
    Band m_cost;
    Band m_before;
    Band m_after;
    Band m_open;
};

}  // namespace

CellAlignment alignCells(const AlignmentTask &task) {
    if (task.observed.empty() || task.expected.empty()) {
        return {std::vector<CellMatch>(task.observed.size()), 0};
    }
    return BandAlignment(task).run();
}

double costInPlace(const AlignmentTask &task) {
    double cost = 0;
    for (std::size_t i = 0; i < std::min(task.observed.size(), task.expected.size()); ++i) {
        cost += task.matchCost(i, i) + (i == 0 ? 0 : distanceCost(task, i - 1, i - 1, i, i));
    }
    return cost;
}

}  // namespace stagescope
