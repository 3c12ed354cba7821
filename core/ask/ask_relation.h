#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_context;
struct sqlite3_value;

namespace stagescope {

class AskSource;

/// A column of a table as SQLite is told of it.
struct AskColumn {
    std::string name;
    std::string_view type;  ///< INTEGER, REAL, TEXT
    bool isHidden = false;  ///< not in SELECT *; a parameter
};

/// A condition of a statement on one column: SQLITE_INDEX_CONSTRAINT_EQ, _GT, _GE, _LT or _LE against a value.
struct AskTerm {
    int column = 0;
    int op = 0;
};

/// What a table does with a condition.
enum class AskUse : std::uint8_t {
    No,       ///< nothing: SQLite tests each row
    Narrows,  ///< fewer rows come, SQLite tests them once more
    Needs,    ///< it is a parameter: the rows are made by it
};

/// A walk over the rows of a table. One thread.
class AskRows {
public:
    AskRows() = default;
    AskRows(const AskRows &) = delete;
    AskRows &operator=(const AskRows &) = delete;
    virtual ~AskRows() = default;
    /// To the first row; `terms` are those that the table took, with their values. Also called again.
    [[nodiscard]] virtual Status start(std::span<const AskTerm> terms, std::span<sqlite3_value *const> values) = 0;
    [[nodiscard]] virtual bool isAtEnd() const = 0;
    virtual void next() = 0;
    virtual void give(int column, sqlite3_context *context) const = 0;
};

/// A table of a connection: columns that can be walked, never written. Lives as long as the connection.
class AskRelation {
public:
    AskRelation() = default;
    AskRelation(const AskRelation &) = delete;
    AskRelation &operator=(const AskRelation &) = delete;
    virtual ~AskRelation() = default;
    [[nodiscard]] virtual std::vector<AskColumn> columns() const = 0;
    [[nodiscard]] virtual AskUse useOf(const AskTerm &term) const = 0;
    /// Rows that are expected where these conditions hold.
    [[nodiscard]] virtual double rowsFor(std::span<const AskTerm> terms) const = 0;
    [[nodiscard]] virtual std::unique_ptr<AskRows> rows() const = 0;
};

/// Makes it a table of the connection: by its name at once, or in a schema that is attached. The source outlives the
/// connection. Errors: Internal.
[[nodiscard]] Status addRelation(sqlite3 *connection, const std::string &name, std::unique_ptr<AskRelation> relation,
                                 AskSource &source, const std::string &schema = {});
/// A name as statements quote it.
[[nodiscard]] std::string sqlName(const std::string &name);

}  // namespace stagescope
