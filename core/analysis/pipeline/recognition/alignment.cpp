#include "core/analysis/pipeline/recognition/alignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stagescope {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Values for (row, column) near the diagonal, a row at a time. Places beside a row, and rows before the first and
/// behind the last, are there as far as a step may reach and stay infinite, so that no read is checked. `kept` rows at
/// least are held; others use their memory in turn.
class Band {
public:
    static constexpr std::ptrdiff_t kReach = static_cast<std::ptrdiff_t>(kMaxSkip) + 1;

    Band(std::ptrdiff_t kept, std::ptrdiff_t width)
        : m_kept(kept + 2 * kReach),
          m_stride(width + 2 * kReach),
          m_values(static_cast<std::size_t>(m_kept * m_stride), kNever) {}

    [[nodiscard]] double *row(std::ptrdiff_t row) { return m_values.data() + begin(row); }
    [[nodiscard]] const double *row(std::ptrdiff_t row) const { return m_values.data() + begin(row); }
    /// As new.
    [[nodiscard]] double *cleared(std::ptrdiff_t row) {
        auto *values = this->row(row);
        std::fill(values - kReach, values - kReach + m_stride, kNever);
        return values;
    }

private:
    [[nodiscard]] std::ptrdiff_t begin(std::ptrdiff_t row) const { return (row + kReach) % m_kept * m_stride + kReach; }

    std::ptrdiff_t m_kept;
    std::ptrdiff_t m_stride;
    std::vector<double> m_values;
};

/// Times in which a distance costs 1 per unit of difference.
struct ScaledTimes {
    std::vector<double> observed;
    std::vector<double> expected;
};

ScaledTimes scaledTimes(const AlignmentTask &task) {
    const double scale = kSlope / task.unit;
    ScaledTimes times;
    times.observed.reserve(task.observed.size());
    times.expected.reserve(task.begins.size());
    for (const auto &cell : task.observed) {
        times.observed.push_back(scale * static_cast<double>(cell.begin - task.observed.front().begin));
    }
    for (const double begin : task.begins) {
        times.expected.push_back(scale * begin);
    }
    return times;
}

/// Matched (i, e) = observed i is expected e. Open (i, e) = i observed and e expected cells are done, and the distance
/// to the match before does not count any more.
class BandAlignment {
public:
    explicit BandAlignment(const AlignmentTask &task)
        : m_task(task),
          m_times(scaledTimes(task)),
          m_rows(static_cast<std::ptrdiff_t>(task.observed.size())),
          m_columns(static_cast<std::ptrdiff_t>(task.expected.size())),
          m_low(-slack(m_rows - m_columns)),
          m_high(slack(m_columns - m_rows)) {}

    [[nodiscard]] double cost() const {
        Band costs(1, width());
        Band before(1, width());
        return walkForward(costs, before);
    }

    [[nodiscard]] CellAlignment run() const {
        Band costs(m_rows, width());
        Band before(m_rows, width());
        const double cost = walkForward(costs, before);
        return walkBackward(costs, before, cost);
    }

private:
    static constexpr ExpectedRange kNowhere{static_cast<std::size_t>(-1), 0};
    /// A step leads over at most one observed cell.
    static constexpr std::ptrdiff_t kRowsOver = 2;
    static constexpr std::ptrdiff_t kSkips = static_cast<std::ptrdiff_t>(kMaxSkip);

    /// What the lengths differ by, and the same again in cells lost or added beyond that.
    static std::ptrdiff_t slack(std::ptrdiff_t difference) {
        constexpr std::ptrdiff_t kFree = 6;
        return std::max<std::ptrdiff_t>(difference, 0) + kFree;
    }
    [[nodiscard]] std::ptrdiff_t width() const { return m_high - m_low + 1; }
    [[nodiscard]] std::ptrdiff_t first(std::ptrdiff_t row) const {
        const auto least = std::max<std::ptrdiff_t>(0, row + m_low);
        return isLimited(row) ? std::max(least, static_cast<std::ptrdiff_t>(range(row).first)) : least;
    }
    [[nodiscard]] std::ptrdiff_t last(std::ptrdiff_t row, std::ptrdiff_t end) const {
        const auto most = std::min(end, row + m_high);
        return isLimited(row) ? std::min(most, static_cast<std::ptrdiff_t>(range(row).last)) : most;
    }
    [[nodiscard]] bool isLimited(std::ptrdiff_t row) const { return !m_task.ranges.empty() && row < m_rows; }
    [[nodiscard]] const ExpectedRange &range(std::ptrdiff_t row) const {
        return m_task.ranges[static_cast<std::size_t>(row)];
    }
    /// Where a row of a band has a column.
    [[nodiscard]] std::ptrdiff_t place(std::ptrdiff_t row, std::ptrdiff_t column) const { return column - row - m_low; }
    [[nodiscard]] double late(std::ptrdiff_t i, std::ptrdiff_t e) const {
        return m_times.observed[static_cast<std::size_t>(i)] - m_times.expected[static_cast<std::size_t>(e)];
    }
    [[nodiscard]] double rest(std::ptrdiff_t i, std::ptrdiff_t e) const {
        return kSkipObserved * static_cast<double>(m_rows - 1 - i) + cut(m_columns - 1 - e, m_task.mayLackEnd);
    }
    /// What so many missing cells at an end of the step cost.
    [[nodiscard]] static double cut(std::ptrdiff_t missing, bool isLikely) {
        if (missing == 0) {
            return 0;
        }
        const double unlikely = missing > kSkips ? kBreak : kLostAtEnd;
        return (isLikely ? kCut : unlikely) + kSkipExpected * static_cast<double>(missing);
    }

    /// Fills both for each match, `before` with the cheapest path up to and with it; returns the cost of the cheapest
    /// of all.
    double walkForward(Band &costs, Band &before) const {
        Band opens(1, width());
        double cheapest = kNever;
        for (std::ptrdiff_t i = 0; i < m_rows; ++i) {
            auto *own = costs.cleared(i);
            auto *reached = before.cleared(i);
            auto *open = opens.cleared(i);
            const auto *openAbove = opens.row(i - 1);
            const auto *above = before.row(i - 1);
            const auto reach = reachOf(before, i, -1);
            for (auto e = first(i), end = last(i, m_columns - 1); e <= end; ++e) {
                const auto at = place(i, e);
                open[at] = i == 0 ? cut(e, m_task.mayLackBegin)
                                  : std::min({above[at] + kBreak, openAbove[at + 1] + kSkipObserved,
                                              open[at - 1] + kSkipExpected});
                own[at] = m_task.matchCost(static_cast<std::size_t>(i), static_cast<std::size_t>(e));
                if (own[at] < kNever) {
                    reached[at] = own[at] + cheapestOver(reach, -1, i, e, open[at]);
                    cheapest = std::min(cheapest, reached[at] + rest(i, e));
                }
            }
        }
        return cheapest;
    }
    /// A row that steps lead over to.
    struct Reached {
        const double *costs = nullptr;  ///< of its matches; null: there is no such row
        std::ptrdiff_t row = 0;
        double observed = 0;  ///< when its cell begins
        double skipped = 0;   ///< for the observed cells on the way
    };
    using Reach = std::array<Reached, static_cast<std::size_t>(kRowsOver) + 1>;
    /// Of a row, in a direction: the nearest first, then one that is none. What does not depend on the column is worked
    /// out here.
    [[nodiscard]] Reach reachOf(const Band &band, std::ptrdiff_t row, std::ptrdiff_t direction) const {
        Reach reach;
        for (std::ptrdiff_t over = 0; over < kRowsOver; ++over) {
            const auto other = row + direction * (over + 1);
            if (other >= 0 && other < m_rows) {
                reach[static_cast<std::size_t>(over)] = {band.row(other), other,
                                                         m_times.observed[static_cast<std::size_t>(other)],
                                                         kSkipObserved * static_cast<double>(over)};
            }
        }
        return reach;
    }
    /// The cheapest of `best` and the steps between a match and those of the rows in reach, in their direction.
    [[nodiscard]] double cheapestOver(const Reach &reach, std::ptrdiff_t direction, std::ptrdiff_t i, std::ptrdiff_t e,
                                      double best) const {
        const double late = this->late(i, e);
        const auto column = e + direction;
        const auto *expected = m_times.expected.data();
        for (const auto *other = reach.data(); other->costs != nullptr; ++other) {
            const auto *costs = other->costs + place(other->row, column);
            for (std::ptrdiff_t skip = 0; skip <= kSkips; ++skip) {
                const double cost =
                    costs[direction * skip] + other->skipped + kSkipExpected * static_cast<double>(skip);
                if (cost < best) {  // so there is such a column
                    const double otherLate = other->observed - expected[column + direction * skip];
                    best = std::min(best, cost + std::min(kBreak, std::abs(late - otherLate)));
                }
            }
        }
        return best;
    }

    /// The costs of the rest together with those before give for every match the cheapest path through it.
    [[nodiscard]] CellAlignment walkBackward(const Band &costs, const Band &before, double cheapest) const {
        constexpr double kRounding = 1e-6;
        CellAlignment result{std::vector<CellMatch>(m_task.observed.size()),
                             std::vector<ExpectedRange>(m_task.observed.size(), kNowhere)};
        Band opens(1, width());
        Band after(1, width());  // with the match's own cost
        for (auto e = last(m_rows, m_columns); e >= first(m_rows); --e) {
            opens.row(m_rows)[place(m_rows, e)] = kSkipExpected * static_cast<double>(m_columns - e);
        }
        for (std::ptrdiff_t i = m_rows - 1; i >= 0; --i) {
            const auto *own = costs.row(i);
            const auto *reached = before.row(i);
            auto *left = after.cleared(i);
            auto *open = opens.cleared(i);
            const auto *openBelow = opens.row(i + 1);
            double best = kNever;
            double second = kNever;
            auto &match = result.matches[static_cast<std::size_t>(i)];
            auto &range = result.ranges[static_cast<std::size_t>(i)];
            const auto reach = reachOf(after, i, 1);
            for (auto e = last(i, m_columns), end = first(i); e >= end; --e) {
                const auto at = place(i, e);
                open[at] = std::min(openBelow[at - 1] + kSkipObserved, open[at + 1] + kSkipExpected);
                if (own[at] == kNever) {
                    continue;
                }
                const double rest = cheapestOver(reach, 1, i, e, std::min(kBreak + openBelow[at], this->rest(i, e)));
                left[at] = own[at] + rest;
                open[at] = std::min(open[at], left[at]);
                const double total = reached[at] + rest;
                if (total <= cheapest + kPlausible) {
                    range.first = static_cast<std::size_t>(e);
                    range.last = std::max(range.last, range.first);
                }
                if (total < best) {
                    second = best;
                    best = total;
                    match.expected = static_cast<std::size_t>(e);
                } else {
                    second = std::min(second, total);
                }
            }
            match.margin = second - best;
            if (best == kNever || best > cheapest + kRounding) {
                match = {};
            }
        }
        if (m_rows * width() < kWorthNarrowing) {
            result.ranges.clear();
        } else {
            connect(result.ranges);
        }
        return result;
    }
    /// Widens ranges so that a path leads through all of them: what is skipped is passed in the row of the next match.
    static void connect(std::vector<ExpectedRange> &ranges) {
        ExpectedRange before{0, 0};
        for (auto &range : ranges) {
            if (range.first > range.last) {
                range = before;
            }
            range.first = std::min(range.first - std::min(range.first, kRangeMargin), before.last + 1);
            range.last = std::max(range.last + kRangeMargin, before.last + 1);
            before = range;
        }
    }

    const AlignmentTask &m_task;
    ScaledTimes m_times;
    std::ptrdiff_t m_rows;
    std::ptrdiff_t m_columns;
    std::ptrdiff_t m_low;
    std::ptrdiff_t m_high;
};

}  // namespace

CellAlignment alignCells(const AlignmentTask &task) {
    if (task.observed.empty() || task.expected.empty()) {
        return {std::vector<CellMatch>(task.observed.size()), {}};
    }
    return BandAlignment(task).run();
}

double alignedCost(const AlignmentTask &task) {
    return task.observed.empty() || task.expected.empty() ? 0 : BandAlignment(task).cost();
}

double costInPlace(const AlignmentTask &task) {
    const auto times = scaledTimes(task);
    const auto late = [&](std::size_t i) { return times.observed[i] - times.expected[i]; };
    double cost = 0;
    for (std::size_t i = 0; i < std::min(task.observed.size(), task.expected.size()); ++i) {
        cost += task.matchCost(i, i) + (i == 0 ? 0 : std::min(kBreak, std::abs(late(i) - late(i - 1))));
    }
    return cost;
}

}  // namespace stagescope
