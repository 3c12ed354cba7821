#include "core/ask/row_filter.h"

#include "core/ask/ask_budget.h"
#include "core/ask/ask_connection.h"
#include "core/ask/ask_engine.h"
#include "core/ask/ask_relation.h"
#include "core/ask/ask_tables.h"
#include "core/ask/ask_values.h"
#include "core/ask/bounded_functions.h"
#include "core/base/text.h"

#include <sqlite3.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <set>
#include <stop_token>
#include <utility>

namespace stagescope {

namespace {

/// What is in front of a condition that is looked at: SQLite then tells where an aggregate is, which has one value for
/// all rows.
constexpr std::string_view kBeforeCondition = "SELECT 1 FROM listed WHERE (";
constexpr std::size_t kMostFilterText = 1 << 16;

/// Rows of a table by the columns that a filter knows; without a table none.
class FilteredRelation : public AskRelation {
public:
    FilteredRelation(const std::vector<ColumnSpec> &columns, const ResultTable *table)
        : m_columns(columns), m_table(table) {
        for (const auto &column : columns) {
            m_places.push_back(table == nullptr ? 0 : table->indexOf(column.name));
        }
    }
    /// SQLite refuses a table with two columns of one name: further ones have a number, which nobody can ask for.
    [[nodiscard]] std::vector<AskColumn> columns() const override {
        std::set<std::string> taken;
        for (const auto &column : m_columns) {
            taken.insert(lowerCase(column.name));
        }
        std::set<std::string> given;
        std::vector<AskColumn> result;
        for (const auto &column : m_columns) {
            auto name = column.name;
            const bool isFirst = given.insert(lowerCase(name)).second;
            for (int number = 2; !isFirst && !taken.insert(lowerCase(name)).second; ++number) {
                name = column.name + '_' + std::to_string(number);
            }
            result.push_back({name, column.type == ColumnType::Integer ? "INTEGER"
                                    : column.type == ColumnType::Real  ? "REAL"
                                                                       : "TEXT"});
        }
        return result;
    }
    [[nodiscard]] AskUse useOf(const AskTerm & /*term*/) const override { return AskUse::No; }
    [[nodiscard]] double rowsFor(std::span<const AskTerm> /*terms*/) const override {
        return m_table == nullptr ? 1 : static_cast<double>(m_table->rows.size());
    }
    [[nodiscard]] std::unique_ptr<AskRows> rows() const override { return std::make_unique<Rows>(*this); }

private:
    class Rows : public AskRows {
    public:
        explicit Rows(const FilteredRelation &of) : m_of(of) {}
        [[nodiscard]] Status start(std::span<const AskTerm> /*terms*/,
                                   std::span<sqlite3_value *const> /*values*/) override {
            m_row = 0;
            return {};
        }
        [[nodiscard]] bool isAtEnd() const override {
            return m_of.m_table == nullptr || m_row >= m_of.m_table->rows.size();
        }
        void next() override { ++m_row; }
        void give(int column, sqlite3_context *context) const override {
            const auto &row = m_of.m_table->rows[m_row];
            const auto place = m_of.m_places[static_cast<std::size_t>(column)];
            place < row.size() ? giveCell(row[place], context) : sqlite3_result_null(context);
        }

    private:
        const FilteredRelation &m_of;
        std::size_t m_row = 0;
    };

    const std::vector<ColumnSpec> &m_columns;
    const ResultTable *m_table;
    std::vector<std::size_t> m_places;
};

/// "text MATCH part"; nothing of an unknown one. O(both), whatever they hold.
void containsText(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL) {
        return;
    }
    const auto text = [](sqlite3_value *value) {
        const auto *first = reinterpret_cast<const char *>(sqlite3_value_text(value));
        return std::string_view(first == nullptr ? "" : first, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    };
    const auto whole = lowerCase(text(values[1]));
    const auto part = lowerCase(text(values[0]));
    sqlite3_result_int(context, ::memmem(whole.data(), whole.size(), part.data(), part.size()) != nullptr ? 1 : 0);
}

int refuseStatements(void * /*context*/, int action, const char * /*first*/, const char *second,
                     const char * /*database*/, const char * /*trigger*/) {
    const bool isReading = action == SQLITE_SELECT || action == SQLITE_READ;
    const bool isFunction = action == SQLITE_FUNCTION && std::string_view(second) != "load_extension";
    return isReading || isFunction ? SQLITE_OK : SQLITE_DENY;
}

/// When a filter has to have its answers. `context` of isFilterLate.
struct FilterDeadline {
    std::chrono::steady_clock::time_point at;
    bool isOver = false;
};

int isFilterLate(void *context) {
    auto &deadline = *static_cast<FilterDeadline *>(context);
    deadline.isOver = std::chrono::steady_clock::now() > deadline.at;
    return deadline.isOver ? 1 : 0;
}

/// A connection with the table `listed`, and the filter prepared on it.
struct OpenFilter {
    AskBudget budget{0};
    AskSource source{nullptr, 0, budget, std::stop_token()};
    AskConnection connection;
    AskStatement statement;
};

/// The answer for each row of the table; without one the filter is only looked at. SQLite's code where that fails.
Result<int> openFilter(OpenFilter &open, const std::vector<ColumnSpec> &columns, const FilterSql &filter,
                       const ResultTable *table) {
    ASSIGN_OR_RETURN(auto connection, openAskConnection());
    open.connection = std::move(connection);
    auto *opened = open.connection.get();
    auto status = addRelation(opened, "listed", std::make_unique<FilteredRelation>(columns, table), open.source);
    status = status ? addBoundedFunctions(opened) : std::move(status);
    RETURN_IF_ERROR(status);
    sqlite3_create_function_v2(opened, "match", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
                               &containsText, nullptr, nullptr, nullptr);
    // The virtual table declares itself when it is first named, which the authorizer would refuse.
    sqlite3_exec(opened, "SELECT 1 FROM listed LIMIT 0", nullptr, nullptr, nullptr);
    lockAskConnection(opened, AskLimits{}.mostText);
    sqlite3_set_authorizer(opened, &refuseStatements, nullptr);
    const auto sql =
        table == nullptr ? std::string(kBeforeCondition) + filter.sql + ')' : "SELECT (" + filter.sql + ") FROM listed";
    sqlite3_stmt *made = nullptr;
    const int code = sqlite3_prepare_v3(opened, sql.c_str(), static_cast<int>(sql.size()), 0, &made, nullptr);
    open.statement.reset(made);
    return code;
}

/// What SQLite does not understand, at its place in the filter.
FilterError filterErrorOf(sqlite3 *connection, const FilterSql &filter) {
    std::string detail = sqlite3_errmsg(connection);
    const int at = sqlite3_error_offset(connection);
    if (at < static_cast<int>(kBeforeCondition.size())) {
        return {detail, 0};
    }
    const auto inFilter = static_cast<std::size_t>(at) - kBeforeCondition.size();
    if (inFilter >= filter.sql.size()) {
        detail = "expected a value";  // SQLite names the parenthesis behind it
    }
    return {detail, filter.placeOf(inFilter)};
}

}  // namespace

tl::expected<RowFilter, FilterError> RowFilter::parse(std::string_view text, std::span<const ColumnSpec> columns,
                                                      const ColumnNames &names) {
    if (text.size() > kMostFilterText) {
        return tl::make_unexpected(FilterError{"the filter is too long", kMostFilterText});
    }
    ASSIGN_OR_RETURN(auto filter, filterSql(text, columns, names));
    RowFilter made;
    made.m_columns.assign(columns.begin(), columns.end());
    made.m_filter = std::move(filter);
    OpenFilter open;
    const auto code = openFilter(open, made.m_columns, made.m_filter, nullptr);
    if (!code) {
        return tl::make_unexpected(FilterError{code.error().detail, 0});
    }
    if (*code != SQLITE_OK) {
        return tl::make_unexpected(filterErrorOf(open.connection.get(), made.m_filter));
    }
    return made;
}

Result<std::vector<std::optional<bool>>> RowFilter::answers(const ResultTable &table,
                                                            std::chrono::milliseconds most) const {
    FilterDeadline deadline{std::chrono::steady_clock::now() + most};
    OpenFilter open;
    ASSIGN_OR_RETURN(const auto code, openFilter(open, m_columns, m_filter, &table));
    constexpr int kOperationsBetween = 50;  // one of them may handle a long text
    if (most.count() > 0) {
        sqlite3_progress_handler(open.connection.get(), kOperationsBetween, &isFilterLate, &deadline);
    }
    std::vector<std::optional<bool>> result;
    result.reserve(table.rows.size());
    int step = code == SQLITE_OK ? SQLITE_ROW : code;
    while (step == SQLITE_ROW && (step = sqlite3_step(open.statement.get())) == SQLITE_ROW) {
        const bool isKnown = sqlite3_column_type(open.statement.get(), 0) != SQLITE_NULL;
        result.push_back(isKnown ? std::optional(sqlite3_column_double(open.statement.get(), 0) != 0) : std::nullopt);
    }
    if (deadline.isOver) {
        return fail(ErrorKind::Limit, "the filter took longer than " + std::to_string(most.count()) + " ms");
    }
    if (step != SQLITE_DONE) {
        return fail(ErrorKind::BadArgument, sqlite3_errmsg(open.connection.get()));
    }
    if (result.size() != table.rows.size()) {
        return fail(ErrorKind::BadArgument, "a condition is about one row");
    }
    return result;
}

Result<ResultTable> RowFilter::applied(ResultTable table) const {
    ASSIGN_OR_RETURN(const auto answer, answers(table, std::chrono::milliseconds{0}));
    std::size_t row = 0;
    std::erase_if(table.rows, [&](const auto & /*cells*/) { return answer[row++] != true; });
    return table;
}

RowFilter RowFilter::with(const RowFilter &other) const {
    RowFilter both = *this;
    both.m_filter.sql = '(' + m_filter.sql + ") AND (" + other.m_filter.sql + ')';
    both.m_filter.texts.insert(both.m_filter.texts.end(), other.m_filter.texts.begin(), other.m_filter.texts.end());
    return both;
}

std::vector<std::string> RowFilter::textsFor(std::string_view column) const {
    std::vector<std::string> result;
    for (const auto &[place, text] : m_filter.texts) {
        if (m_columns[place].name == column) {
            result.push_back(text);
        }
    }
    return result;
}

}  // namespace stagescope
