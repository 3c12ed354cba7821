#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/analysis/tables/rank_tables.h"
#include "core/base/item_ref.h"
#include "core/base/step_id.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace stagescope {

// A table is a list of columns, each with the function that gives its cell, and a function that hands over rows: what a
// column says and what it holds stand in one place. The runner made by rankTable and runTable owns what all tables
// share: ranks that are asked about, cancelling, and the note of an empty table. Header only; immutable once built; any
// thread.

template <class Row>
struct Column {
    ColumnSpec spec;
    std::function<Cell(const Row &row)> cell;
};

/// Columns, and lists of them, one after the other: those of the row, and those of what a row converts to, its base or
/// a part of it.
template <class Row>
struct ColumnList {
    std::vector<Column<Row>> all;

    ColumnList(Column<Row> one) : all{std::move(one)} {}
    template <class Part>
        requires std::convertible_to<const Row &, const Part &>
    ColumnList(const ColumnList<Part> &part) {
        for (const auto &[spec, cell] : part.all) {
            all.push_back({spec, [cell](const Row &row) { return cell(row); }});
        }
    }
    template <class Part>
        requires std::convertible_to<const Row &, const Part &>
    ColumnList(Column<Part> one) : ColumnList(ColumnList<Part>(std::move(one))) {}
    ColumnList(std::initializer_list<ColumnList> parts) {
        for (const auto &part : parts) {
            all.insert(all.end(), part.all.begin(), part.all.end());
        }
    }
};

namespace columns {

/// What may be nothing: optionals, and pointers to parts of a row.
template <class T>
struct Inner {
    using Type = T;
};
template <class T>
struct Inner<std::optional<T>> {
    using Type = T;
};
template <class T>
    requires std::is_class_v<T>
struct Inner<T *> {
    using Type = std::remove_const_t<T>;
};

/// What a chain of getters ends in.
template <class T, class... Getters>
struct End {
    using Type = typename Inner<T>::Type;
};
template <class T, class Getter, class... Rest>
struct End<T, Getter, Rest...>
    : End<std::remove_cvref_t<std::invoke_result_t<const Getter &, const typename Inner<T>::Type &>>, Rest...> {};

/// The row that a getter takes.
template <class Getter>
struct Argument : Argument<decltype(&Getter::operator())> {};
template <class Getter, class Value, class Row>
struct Argument<Value (Getter::*)(const Row &) const> {
    using Type = Row;
};
template <class Value, class Row>
struct Argument<Value (*)(const Row &)> {
    using Type = Row;
};
template <class Row, class Member>
struct Argument<Member Row::*> {
    using Type = Row;
};

/// What stands in a cell: an integer, a real or a text. Times are written in microseconds; the division is correctly
/// rounded, so up to 2^53 ns (104 days) the shortest decimal that reads back is the exact one: 8873756 ns prints as
/// 8873.756.
template <class T>
auto written(const T &value) {
    if constexpr (std::same_as<T, Cell> || std::same_as<T, double>) {
        return value;
    } else if constexpr (std::same_as<T, bool>) {
        return std::string(value ? "yes" : "no");
    } else if constexpr (std::integral<T>) {
        return static_cast<std::int64_t>(value);
    } else if constexpr (std::same_as<T, AlignedTime> || std::same_as<T, RankTime>) {
        return ns(value);
    } else if constexpr (std::same_as<T, Nanos>) {
        return static_cast<double>(value.count()) / 1000.0;
    } else if constexpr (std::convertible_to<const T &, std::string_view>) {
        return std::string(std::string_view(value));
    } else {
        return toText(ItemRef(value));
    }
}

/// Columns of steps: "step", "step_before", "worst_step".
[[nodiscard]] inline bool namesStep(std::string_view column) {
    return column.starts_with("step") ? column.size() == 4 || column == "step_before" || column == "step_after"
                                      : column.ends_with("_step");
}
/// An occurrence of a step that comes again is written as people read it.
[[nodiscard]] inline Cell withStepText(Cell cell) {
    const auto *step = std::get_if<std::int64_t>(&cell);
    return step != nullptr && occurrenceOfStep(*step) > 1 ? Cell(stepText(*step)) : cell;
}

template <class T>
constexpr ColumnType typeOf() {
    using Written = decltype(written(std::declval<const T &>()));
    return std::same_as<Written, double>        ? ColumnType::Real
           : std::same_as<Written, std::string> ? ColumnType::Text
                                                : ColumnType::Integer;
}

template <class T, class... Getters>
Cell cellOf(const T &value, const Getters &...getters) {
    if constexpr (!std::same_as<typename Inner<T>::Type, T>) {
        return value ? cellOf(*value, getters...) : Cell{};
    } else if constexpr (sizeof...(Getters) == 0 && std::same_as<T, double>) {
        return std::isnan(value) ? Cell{} : Cell{value};  // not told, or worked out with what is not
    } else if constexpr (sizeof...(Getters) == 0) {
        return written(value);
    } else {
        return [&](const auto &first, const auto &...rest) {
            return cellOf(std::invoke(first, value), rest...);
        }(getters...);
    }
}

}  // namespace columns

// Getters for columns, and functions for rows.

/// A number that means "unknown" when negative: rank, device, microbatch, step.
inline constexpr auto ifKnown = []<std::signed_integral T>(T value) {
    return value < 0 ? std::nullopt : std::optional(value);
};
/// An empty text that means "unknown".
inline constexpr auto textIfAny = []<class T>(const T &text) {
    return text.empty() ? std::nullopt : std::optional<T>(text);
};
inline constexpr auto inMillis = [](Nanos value) { return static_cast<double>(value.count()) / 1e6; };
/// A share from 0 to 1.
inline constexpr auto inPercent = [](double share) { return 100 * share; };

/// part / whole in percent; unknown of nothing.
template <class T>
    requires std::integral<T>
[[nodiscard]] std::optional<double> percentOf(T part, T whole) {
    return whole == 0 ? std::nullopt : std::optional(100.0 * static_cast<double>(part) / static_cast<double>(whole));
}
[[nodiscard]] inline std::optional<double> percentOf(Nanos part, Nanos whole) {
    return percentOf(part.count(), whole.count());
}

/// The getters are called one after the other, the first with the row, each with what the one before it gave, until
/// one gives nothing (an empty optional or null pointer = not known). A getter is a member, a function or a lambda
/// (first: of one `const Row &`). The last gives an integer, a double, Nanos (written as microseconds), a point of time
/// (as ns), a text, a bool (yes or no) or an item (its name for --select), which is the column's type. Name, unit and
/// meaning as in ColumnSpec.
template <class Getter, class... More>
    requires(!std::convertible_to<Getter, std::string>)
[[nodiscard]] auto column(std::string name, std::string unit, std::string meaning, Getter get, More... more) {
    using Row = typename columns::Argument<Getter>::Type;
    constexpr auto kType = columns::typeOf<typename columns::End<Row, Getter, More...>::Type>();
    std::function<Cell(const Row &)> cell = [get, more...](const Row &row) {
        return columns::cellOf(row, get, more...);
    };
    if (kType == ColumnType::Integer && columns::namesStep(name)) {
        cell = [cell = std::move(cell)](const Row &row) { return columns::withStepText(cell(row)); };
    }
    return Column<Row>{{std::move(name), kType, std::move(unit), std::move(meaning), ColumnRole::Detail},
                       std::move(cell)};
}
/// Of a column without a unit.
template <class Getter, class... More>
    requires(!std::convertible_to<Getter, std::string>)
[[nodiscard]] auto column(std::string name, std::string meaning, Getter get, More... more) {
    return column(std::move(name), {}, std::move(meaning), std::move(get), std::move(more)...);
}

// What a column is to a comparison: ColumnRole.
template <class Row>
[[nodiscard]] Column<Row> withRole(Column<Row> column, ColumnRole role) {
    column.spec.role = role;
    return column;
}
template <class Row>
[[nodiscard]] Column<Row> key(Column<Row> column) {
    return withRole(std::move(column), ColumnRole::Key);
}
template <class Row>
[[nodiscard]] Column<Row> nameKey(Column<Row> column) {
    return withRole(std::move(column), ColumnRole::Name);
}
template <class Row>
[[nodiscard]] Column<Row> sum(Column<Row> column) {
    return withRole(std::move(column), ColumnRole::Sum);
}
template <class Row>
[[nodiscard]] Column<Row> figure(Column<Row> column) {
    return withRole(std::move(column), ColumnRole::Figure);
}

/// Where a table's function puts its rows; they are turned into cells at once, so that they may hold views.
template <class Row>
class TableRows {
public:
    TableRows(const ColumnList<Row> &columns, ResultTable &table) : m_columns(columns.all), m_table(table) {}

    void add(const Row &row) {
        auto &cells = m_table.rows.emplace_back();
        cells.reserve(m_columns.size() + m_more.size());
        for (const auto &column : m_columns) {
            cells.push_back(column.cell(row));
        }
        for (const auto &more : m_more) {
            cells.push_back(more.column.cell(row));
        }
    }
    /// A column behind those of the entry, which only some captures have: by `place`, then by name. What was added
    /// before has nothing in it.
    void addColumn(Column<Row> column, std::size_t place) { m_more.push_back({std::move(column), place}); }
    /// What was assumed or left out: one English sentence, told once. An empty text is none.
    void note(std::string text) {
        const auto &notes = m_table.notes;
        if (!text.empty() && std::find(notes.begin(), notes.end(), text) == notes.end()) {
            m_table.notes.push_back(std::move(text));
        }
    }
    [[nodiscard]] std::size_t size() const { return m_table.rows.size(); }
    [[nodiscard]] bool empty() const { return m_table.rows.empty(); }
    /// The cells of the row that was added last.
    [[nodiscard]] const std::vector<Cell> &back() const { return m_table.rows.back(); }

    /// Brings the columns that were added to their places; the last that is done.
    void finish() {
        std::vector<std::size_t> order(m_more.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            return std::tie(m_more[a].place, m_more[a].column.spec.name) <
                   std::tie(m_more[b].place, m_more[b].column.spec.name);
        });
        for (const auto i : order) {
            m_table.columns.push_back(m_more[i].column.spec);
        }
        for (auto &row : m_table.rows) {
            auto cells = std::exchange(row, {});
            cells.resize(m_table.columns.size());
            row.assign(std::make_move_iterator(cells.begin()),
                       std::make_move_iterator(cells.begin() + static_cast<std::ptrdiff_t>(m_columns.size())));
            for (const auto i : order) {
                row.push_back(std::move(cells[m_columns.size() + i]));
            }
        }
    }

private:
    struct More {
        Column<Row> column;
        std::size_t place;
    };

    const std::vector<Column<Row>> &m_columns;
    std::vector<More> m_more;
    ResultTable &m_table;
};

template <class Row>
[[nodiscard]] ResultTable emptyTable(std::string id, const ColumnList<Row> &columns) {
    ResultTable table{std::move(id), {}, {}, {}};
    for (const auto &column : columns.all) {
        table.columns.push_back(column.spec);
    }
    return table;
}
/// A table that stands in no list.
template <class Row, class Rows>
[[nodiscard]] ResultTable tableOf(std::string id, const ColumnList<Row> &columns, const Rows &rows) {
    auto table = emptyTable(std::move(id), columns);
    TableRows<Row> out(columns, table);
    for (const auto &row : rows) {
        out.add(row);
    }
    return table;
}

/// An entry without its columns and its function, and the note of a table without rows (none where it is empty).
struct TableHead {
    AnalysisEntry entry;
    std::string whenEmpty{};
    bool isOfRun = true;  ///< empty without a run
};

/// The question as a rank's function sees it.
struct RankInput {
    const AnalysisInput &all;
    const Run &run;
    const RankCapture &capture;
    const std::stop_token &stop;
};

/// `rows(const AnalysisInput &, const std::stop_token &, TableRows<Row> &)` gives void or Status, and returns early
/// when stopped.
template <class Row, class Rows>
[[nodiscard]] AnalysisEntry runTable(TableHead head, ColumnList<Row> columns, Rows rows) {
    auto entry = std::move(head.entry);
    const auto empty = emptyTable(entry.id, columns);
    entry.columns = empty.columns;
    entry.run = [empty, columns = std::move(columns), rows, whenEmpty = std::move(head.whenEmpty),
                 isOfRun = head.isOfRun](const AnalysisInput &input,
                                         const std::stop_token &stop) -> Result<ResultTable> {
        auto table = empty;
        if (isOfRun && input.run() == nullptr) {
            return table;
        }
        TableRows<Row> out(columns, table);
        if constexpr (std::is_void_v<std::invoke_result_t<Rows, const AnalysisInput &, const std::stop_token &,
                                                          TableRows<Row> &>>) {
            rows(input, stop, out);
        } else if (auto status = rows(input, stop, out); !status) {
            return tl::unexpected(status.error());
        }
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        if (out.empty()) {
            out.note(whenEmpty);
        }
        return table;
    };
    return entry;
}

/// Of functions that take no token, those that are quick.
template <class Start>
[[nodiscard]] auto startedBy(const Start &start, const AnalysisInput &input, const std::stop_token &stop) {
    if constexpr (std::is_invocable_v<const Start &, const AnalysisInput &, const std::stop_token &>) {
        return start(input, stop);
    } else {
        return start(input);
    }
}

/// What a table of ranks is made with; see rankTable.
template <class Row, class Start, class Rows, class Finish>
struct RankTableParts {
    using State = typename decltype(startedBy(std::declval<const Start &>(), std::declval<const AnalysisInput &>(),
                                              std::declval<const std::stop_token &>()))::value_type;

    ColumnList<Row> columns;
    ResultTable empty;
    std::string whenEmpty;
    Start start;
    Rows rows;
    Finish finish;
};

template <class Parts, class Row>
class RankTableRows final : public TableByRank {
public:
    using State = typename Parts::State;

    RankTableRows(std::shared_ptr<const Parts> parts, State state, const AnalysisInput &input,
                  const std::stop_token &stop)
        : m_parts(std::move(parts)),
          m_state(std::move(state)),
          m_input(input),
          m_stop(stop),
          m_table(m_parts->empty),
          m_out(m_parts->columns, m_table) {}

    [[nodiscard]] bool needsSurvey() const override {
        if constexpr (requires { m_state.needsSurvey(); }) {
            return m_state.needsSurvey();
        }
        return false;
    }
    void survey(const RankCapture &capture) override {
        if constexpr (requires { m_state.needsSurvey(); }) {
            m_state.survey(RankInput{m_input, *m_input.run(), capture, m_stop});
        }
    }
    void add(const RankCapture &capture) override {
        m_parts->rows(RankInput{m_input, *m_input.run(), capture, m_stop}, m_state, m_out);
    }
    Result<ResultTable> finish() override {
        m_parts->finish(m_state, m_out);
        if (m_out.empty()) {
            m_out.note(m_parts->whenEmpty);
        }
        m_out.finish();
        return std::move(m_table);
    }

private:
    std::shared_ptr<const Parts> m_parts;
    State m_state;
    const AnalysisInput &m_input;
    const std::stop_token &m_stop;
    ResultTable m_table;
    TableRows<Row> m_out;
};

/// The same for tables that are made rank by rank, so that one timeline at a time is in memory where those of all are
/// too many (runByRank): `rows(const RankInput &, State &, TableRows<Row> &)` for each capture that is asked about, by
/// rank; of a rank with several captures the last. `start(const AnalysisInput &)`, with a stop token behind it
/// where that takes long, gives a Result<State> before the first: what is set by parameters, and room for what is
/// gathered over the ranks. `finish(State &, TableRows<Row> &)`
/// after the last: rows and notes that say something over all of them. No timeline is there when these two are called,
/// and the state must not view one. A state with `bool needsSurvey()` and `survey(const RankInput &)` sees all ranks
/// before the first rows are made, where it wants to.
template <class Row, class Start, class Rows, class Finish>
[[nodiscard]] AnalysisEntry rankTable(TableHead head, ColumnList<Row> columns, Start start, Rows rows, Finish finish) {
    using Parts = RankTableParts<Row, Start, Rows, Finish>;
    auto entry = std::move(head.entry);
    auto empty = emptyTable(entry.id, columns);
    entry.columns = empty.columns;
    const auto parts =
        std::make_shared<const Parts>(Parts{std::move(columns), std::move(empty), std::move(head.whenEmpty),
                                            std::move(start), std::move(rows), std::move(finish)});
    entry.byRank = [parts](const AnalysisInput &input,
                           const std::stop_token &stop) -> Result<std::unique_ptr<TableByRank>> {
        ASSIGN_OR_RETURN(auto state, startedBy(parts->start, input, stop));
        return std::make_unique<RankTableRows<Parts, Row>>(parts, std::move(state), input, stop);
    };
    entry.run = [parts, byRank = entry.byRank](const AnalysisInput &input,
                                               const std::stop_token &stop) -> Result<ResultTable> {
        if (input.run() == nullptr) {
            return parts->empty;
        }
        return runByRank(byRank, input, stop);
    };
    return entry;
}
/// Of a table without anything over all ranks.
template <class Row, class Start, class Rows>
[[nodiscard]] AnalysisEntry rankTable(TableHead head, ColumnList<Row> columns, Start start, Rows rows) {
    return rankTable<Row>(std::move(head), std::move(columns), std::move(start), std::move(rows),
                          [](const auto &, TableRows<Row> &) {});
}
/// Of a table without parameters, too: `rows(const RankInput &, TableRows<Row> &)`.
template <class Row, class Rows>
[[nodiscard]] AnalysisEntry rankTable(TableHead head, ColumnList<Row> columns, Rows rows) {
    struct None {};
    return rankTable<Row>(
        std::move(head), std::move(columns), [](const AnalysisInput &) { return Result<None>{None{}}; },
        [rows](const RankInput &of, const None &, TableRows<Row> &out) { rows(of, out); });
}

}  // namespace stagescope
