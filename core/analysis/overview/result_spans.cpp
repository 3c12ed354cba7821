#include "core/analysis/overview/result_spans.h"

#include "core/analysis/overview/item_location.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace stagescope {

namespace {

constexpr std::int64_t kFarthestTime = (std::int64_t{1} << 62) - 1;  ///< no difference of two can overflow

struct TimeUnit {
    std::string_view name;
    std::int64_t ns;
};
constexpr auto kTimeUnits =
    std::to_array<TimeUnit>({{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}});

/// A column of times, in what a value of it counts.
struct TimeColumn {
    std::size_t place;
    std::int64_t ns = 1;
};

class SpanColumns {
public:
    explicit SpanColumns(const ResultTable &result)
        : m_result(result),
          m_begin(timeColumn({"begin", "start", "ts", "timestamp", "time", "at"})),
          m_length(timeColumn({"dur", "duration", "length"})),
          m_end(timeColumn({"end", "stop"})),
          m_evidence(place("evidence")),
          m_run(place("run")),
          m_rank(place("rank")),
          m_name(nameColumn()) {}

    [[nodiscard]] bool haveBegin() const { return m_begin.has_value(); }
    [[nodiscard]] bool haveEvidence() const { return m_evidence.has_value(); }
    [[nodiscard]] std::optional<std::int64_t> begin(std::size_t row) const { return time(row, m_begin); }
    /// Of a row with that begin; 0 where the result tells of moments.
    [[nodiscard]] std::optional<std::int64_t> length(std::size_t row, std::int64_t begin) const {
        if (m_length) {
            return time(row, m_length);
        }
        const auto end = time(row, m_end);
        return end ? std::optional(*end - begin) : m_end ? std::nullopt : std::optional<std::int64_t>(0);
    }
    [[nodiscard]] std::optional<ItemRef> evidence(std::size_t row) const {
        const auto *text = m_evidence ? std::get_if<std::string>(&m_result.rows[row][*m_evidence]) : nullptr;
        return text == nullptr ? std::nullopt : itemFromText(*text);
    }
    [[nodiscard]] std::optional<std::int64_t> run(std::size_t row) const { return integer(row, m_run); }
    [[nodiscard]] std::optional<std::int64_t> rank(std::size_t row) const { return integer(row, m_rank); }
    [[nodiscard]] std::string name(std::size_t row) const {
        return m_name ? cellText(m_result.rows[row][*m_name]) : std::string{};
    }

private:
    [[nodiscard]] std::optional<std::size_t> place(std::string_view name) const {
        for (std::size_t i = 0; i < m_result.columns.size(); ++i) {
            if (lowerCase(m_result.columns[i].name) == name) {  // as SQL takes names
                return i;
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<TimeColumn> timeColumn(std::initializer_list<std::string_view> stems) const {
        for (const auto stem : stems) {
            for (std::size_t i = 0; i < m_result.columns.size(); ++i) {
                const auto &column = m_result.columns[i];
                const auto lower = lowerCase(column.name);
                const std::string_view name = lower;
                const bool isPlain = name == stem;
                for (const auto &unit : kTimeUnits) {
                    const bool isNamed = name.starts_with(stem) && name.substr(stem.size()).starts_with('_') &&
                                         name.substr(stem.size() + 1) == unit.name;
                    if (isNamed || (isPlain && column.unit == unit.name)) {
                        return TimeColumn{i, unit.ns};
                    }
                }
                if (isPlain) {
                    return TimeColumn{i};
                }
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::size_t> nameColumn() const {
        if (const auto named = place("name")) {
            return named;
        }
        for (std::size_t i = 0; i < m_result.columns.size(); ++i) {
            if (m_result.columns[i].type == ColumnType::Text && i != m_evidence) {
                return i;
            }
        }
        return std::nullopt;
    }
    /// Whole ns are taken as they are: times since 1970 have more digits than a double.
    [[nodiscard]] std::optional<std::int64_t> time(std::size_t row, const std::optional<TimeColumn> &column) const {
        if (!column) {
            return std::nullopt;
        }
        const auto &cell = m_result.rows[row][column->place];
        if (const auto *whole = std::get_if<std::int64_t>(&cell)) {
            std::int64_t ns = 0;
            const bool isTooFar =
                __builtin_mul_overflow(*whole, column->ns, &ns) || ns > kFarthestTime || ns < -kFarthestTime;
            return isTooFar ? std::nullopt : std::optional(ns);
        }
        const auto *real = std::get_if<double>(&cell);
        const double ns = real == nullptr ? NAN : *real * static_cast<double>(column->ns);
        return std::abs(ns) <= static_cast<double>(kFarthestTime) ? std::optional(std::llround(ns)) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t row, std::optional<std::size_t> column) const {
        const auto *cell = column ? &m_result.rows[row][*column] : nullptr;
        const auto *number = cell == nullptr ? nullptr : std::get_if<std::int64_t>(cell);
        const auto *real = cell == nullptr ? nullptr : std::get_if<double>(cell);  // as max(rank) * 1.0 is
        constexpr double kMost = 1e9;
        const bool isWhole = real != nullptr && std::abs(*real) < kMost && *real == std::floor(*real);
        return number != nullptr ? std::optional(*number)
               : isWhole         ? std::optional(static_cast<std::int64_t>(*real))
                                 : std::nullopt;
    }

    const ResultTable &m_result;
    std::optional<TimeColumn> m_begin;
    std::optional<TimeColumn> m_length;
    std::optional<TimeColumn> m_end;
    std::optional<std::size_t> m_evidence;
    std::optional<std::size_t> m_run;
    std::optional<std::size_t> m_rank;
    std::optional<std::size_t> m_name;
};

/// What has to be added to begins that are told from the first event: all of them lie before it, and would lie within
/// the run.
std::int64_t originOf(const SpanColumns &columns, std::size_t rows, const std::optional<AlignedRange> &bounds) {
    std::optional<std::int64_t> last;
    for (std::size_t row = 0; row < rows; ++row) {
        if (const auto begin = columns.begin(row)) {
            last = std::max(last.value_or(*begin), *begin);
        }
    }
    const bool isBefore = last && bounds && *last < ns(bounds->begin) && *last <= bounds->duration().count();
    return isBefore ? ns(bounds->begin) : 0;
}

/// A rank of the run with that number; -1: of none that it has, which is the run as a whole.
int rankIn(const Run &run, std::int64_t rank) {
    const auto ranks = run.ranks();
    const bool isThere = std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
    return isThere ? static_cast<int>(rank) : -1;
}

class SpanReader {
public:
    SpanReader(const ResultTable &result, const Workspace &workspace, const std::optional<AlignedRange> &bounds,
               const std::stop_token &stop)
        : m_columns(result),
          m_workspace(workspace),
          m_locator(workspace, stop),
          m_stop(stop),
          m_origin(originOf(m_columns, result.rows.size(), bounds)) {
        const auto *main = workspace.mainRun();
        if (main != nullptr) {
            m_runs.push_back(main);
        }
        for (const auto &run : workspace.runs) {
            if (&run != main) {
                m_runs.push_back(&run);
            }
        }
    }

    ResultSpans read(std::size_t rows) && {
        m_spans.areFromFirstEvent = m_origin != 0;
        for (std::size_t row = 0; row < rows && !m_stop.stop_requested(); ++row) {
            const auto before = m_spans.spans.size();
            const auto evidence = m_columns.evidence(row);
            if (!addFromColumns(row, evidence) && evidence) {
                addFromItem(row, *evidence);
            }
            m_spans.untimed += m_spans.spans.size() == before ? 1 : 0;
        }
        return std::move(m_spans);
    }

private:
    bool addFromColumns(std::size_t row, const std::optional<ItemRef> &evidence) {
        const auto begin = m_columns.begin(row);
        const auto length = begin ? m_columns.length(row, *begin) : std::nullopt;
        const auto rank = rankOf(row, evidence);
        if (!length || *length < 0 || !rank) {
            return false;
        }
        const auto from = std::min(*begin + m_origin, kFarthestTime);
        m_spans.spans.push_back({*rank,
                                 {alignedTime(from), alignedTime(from + std::min(*length, kFarthestTime - from))},
                                 m_columns.name(row),
                                 row,
                                 evidence});
        return true;
    }
    void addFromItem(std::size_t row, const ItemRef &item) {
        const auto *run = m_workspace.run(runOf(item));
        const auto wanted = m_columns.rank(row);
        for (const auto &span : run == nullptr ? std::vector<RankSpan>{} : m_locator.locate(item)) {
            if (!wanted || *wanted == span.rank) {
                m_spans.spans.push_back({{run->id, span.rank},
                                         run->clock.toAligned(span.rank, span.range),
                                         m_columns.name(row),
                                         row,
                                         item});
            }
        }
    }
    /// Nothing where the row names a run that is not open.
    [[nodiscard]] std::optional<RankRef> rankOf(std::size_t row, const std::optional<ItemRef> &evidence) {
        const auto number = m_columns.run(row);
        const auto *run =
            number
                ? (*number >= 0 && *number < std::ssize(m_runs) ? m_runs[static_cast<std::size_t>(*number)] : nullptr)
            : evidence ? m_workspace.run(runOf(*evidence))
                       : m_workspace.mainRun();
        if (run == nullptr) {
            return std::nullopt;
        }
        if (const auto rank = m_columns.rank(row)) {
            return RankRef{run->id, rankIn(*run, *rank)};
        }
        if (const auto held = evidence ? m_locator.holding(*evidence) : std::nullopt) {
            return held;
        }
        const auto ranks = run->ranks();
        return RankRef{run->id, ranks.size() == 1 ? ranks.front() : -1};
    }

    SpanColumns m_columns;
    const Workspace &m_workspace;
    ItemLocator m_locator;
    const std::stop_token &m_stop;
    std::int64_t m_origin;
    std::vector<const Run *> m_runs;  ///< as the column `run` counts them
    ResultSpans m_spans;
};

}  // namespace

ResultSpans spansOf(const ResultTable &result, const Workspace &workspace, const std::optional<AlignedRange> &bounds,
                    const std::stop_token &stop) {
    return SpanReader(result, workspace, bounds, stop).read(result.rows.size());
}

bool mayHaveSpans(const ResultTable &result) {
    const SpanColumns columns(result);
    return columns.haveBegin() || columns.haveEvidence();
}

}  // namespace stagescope
