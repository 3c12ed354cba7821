#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/ask/ask_budget.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace stagescope {

/// A table that a statement reads, and where its rows are by columns that joins ask for. One thread.
class AskTable {
public:
    explicit AskTable(ResultTable table) : m_table(std::move(table)) {}

    [[nodiscard]] const ResultTable &rows() const { return m_table; }
    /// Rows in whose column the value may stand, in their order: all rows that SQLite takes for equal are among them.
    /// Nothing: any row. O(log n); the second question about a column sorts it, O(n log n), since the first may be the
    /// only one.
    [[nodiscard]] std::optional<std::span<const std::uint32_t>> equalRows(std::size_t column, const Cell &value);

private:
    /// Rows by the value of a column.
    struct Order {
        int questions = 0;
        bool isUsable = false;  ///< all values are of the column's type
        std::vector<std::uint32_t> rows{};
    };
    void sortBy(std::size_t column, Order &order) const;

    ResultTable m_table;
    std::map<std::size_t, Order> m_orders;
};

/// What statements of a connection share: the tables that they have read so far, each made once for its parameters,
/// what is to be said about the answer, and the memory that may be taken. One thread.
class AskSource {
public:
    /// Without an input nothing is ever made: for statements that are only looked at. `profile`: which of those that
    /// the statement can ask this is, 0 the main one. The budget, which all share, outlives it.
    AskSource(const AnalysisInput *input, int profile, AskBudget &budget, std::stop_token stop)
        : m_input(input), m_profile(profile), m_budget(budget), m_stop(std::move(stop)) {}

    /// Errors: those of the analysis, also kept as error(). `rank`: of this one alone.
    [[nodiscard]] Result<std::shared_ptr<AskTable>> table(const AnalysisEntry &entry,
                                                          const std::map<std::string, std::string> &parameters,
                                                          std::optional<int> rank = {});
    /// Null: statements are only looked at.
    [[nodiscard]] const AnalysisInput *input() const { return m_input; }
    [[nodiscard]] const std::stop_token &stopToken() const { return m_stop; }
    [[nodiscard]] int profile() const { return m_profile; }
    [[nodiscard]] AskBudget &budget() { return m_budget; }
    /// Why the last statement failed, where that was no fault of the statement.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    /// A table by its id, as often as it was made for other parameters or ranks.
    [[nodiscard]] std::vector<const ResultTable *> made(std::string_view id) const;
    /// Each once.
    [[nodiscard]] const std::vector<std::string> &notes() const { return m_notes; }
    void note(std::string text);
    /// While a table declares its columns SQLite asks for leave to write into a schema that nobody sees.
    [[nodiscard]] bool isDeclaring() const { return m_isDeclaring; }
    void setDeclaring(bool isDeclaring) { m_isDeclaring = isDeclaring; }

private:
    struct Key {
        std::string id;
        std::map<std::string, std::string> parameters;
        std::optional<int> rank;
        auto operator<=>(const Key &) const = default;
    };
    const AnalysisInput *m_input;
    int m_profile;
    AskBudget &m_budget;
    std::stop_token m_stop;
    std::map<Key, std::shared_ptr<AskTable>> m_tables;
    std::vector<std::string> m_notes;
    std::optional<Error> m_error;
    bool m_isDeclaring = false;
};

/// Makes every analysis a table of the connection; of the main profile by its name at once, with `tables` and
/// `columns`, of others in `schema`, which is attached. The source outlives the connection.
[[nodiscard]] Status addAskTables(sqlite3 *connection, AskSource &source, const std::string &schema = {});

}  // namespace stagescope
