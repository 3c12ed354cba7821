#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/base/item_ref.h"

#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
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
    return Column<Row>{{std::move(name), columns::typeOf<typename columns::End<Row, Getter, More...>::Type>(),
                        std::move(unit), std::move(meaning), ColumnRole::Detail},
                       [get, more...](const Row &row) { return columns::cellOf(row, get, more...); }};
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
        for (const auto *columns : {&m_columns, &std::as_const(m_more)}) {
            for (const auto &column : *columns) {
                cells.push_back(column.cell(row));
            }
        }
    }
    /// A column behind those of the entry, which only some runs have. Before the first row.
    void addColumn(Column<Row> column) {
        m_table.columns.push_back(column.spec);
        m_more.push_back(std::move(column));
    }
    /// What was assumed or left out: one English sentence. An empty text is none.
    void note(std::string text) {
        if (!text.empty()) {
            m_table.notes.push_back(std::move(text));
        }
    }
    [[nodiscard]] std::size_t size() const { return m_table.rows.size(); }
    [[nodiscard]] bool empty() const { return m_table.rows.empty(); }
    /// The cells of the row that was added last.
    [[nodiscard]] const std::vector<Cell> &back() const { return m_table.rows.back(); }

private:
    const std::vector<Column<Row>> &m_columns;
    std::vector<Column<Row>> m_more;
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

/// The same for tables that are made rank by rank: `rows(const RankInput &, const Options &, TableRows<Row> &)` for
/// each capture that is asked about, by rank; of a rank with several captures the last. `options(const AnalysisInput
/// &)` gives a Result<Options>, once: what is set by parameters.
template <class Row, class Options, class Rows>
[[nodiscard]] AnalysisEntry rankTable(TableHead head, ColumnList<Row> columns, Options options, Rows rows) {
    return runTable<Row>(
        std::move(head), std::move(columns),
        [options, rows](const AnalysisInput &input, const std::stop_token &stop, TableRows<Row> &out) -> Status {
            const auto chosen = options(input);
            if (!chosen) {
                return tl::unexpected(chosen.error());
            }
            for (const auto *capture : input.captures()) {
                if (stop.stop_requested()) {
                    break;
                }
                rows(RankInput{input, *input.run(), *capture, stop}, *chosen, out);
            }
            return {};
        });
}
/// Of a table without options: `rows(const RankInput &, TableRows<Row> &)`.
template <class Row, class Rows>
[[nodiscard]] AnalysisEntry rankTable(TableHead head, ColumnList<Row> columns, Rows rows) {
    struct None {};
    return rankTable<Row>(
        std::move(head), std::move(columns), [](const AnalysisInput &) { return Result<None>{None{}}; },
        [rows](const RankInput &of, const None &, TableRows<Row> &out) { rows(of, out); });
}

}  // namespace stagescope
