#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace stagescope {

struct DatabaseBlob {
    std::string_view bytes;
};
/// What a cell holds.
using DatabaseValue = std::variant<std::nullptr_t, std::int64_t, double, std::string_view, DatabaseBlob>;

/// Writes into one SQLite file, new or existing, in one transaction. The first failure is kept and everything after it
/// is skipped; finish() tells. Not for reading. Owns the connection; one thread.
class DatabaseWriter {
public:
    /// Opens `path` (UTF-8) for writing and begins the transaction. What an existing file brings along (triggers,
    /// functions in its schema) does not run.
    explicit DatabaseWriter(std::string path);
    /// The same of a new file that begins as a copy of `image` (databaseImage). It is made in memory, 1 GiB at most,
    /// and written by finish() at once.
    DatabaseWriter(std::string path, std::string_view image);
    DatabaseWriter(const DatabaseWriter &) = delete;
    DatabaseWriter &operator=(const DatabaseWriter &) = delete;
    ~DatabaseWriter();

    void execute(const std::string &sql);
    [[nodiscard]] bool hasColumn(const std::string &table, const std::string &column) const;
    /// Commits, closes, and blanks the library's version number in the head so that equal contents are equal files.
    [[nodiscard]] Status finish();

private:
    friend class DatabaseStatement;
    void begin();
    void note(int code);
    void writeOut();

    std::string m_path;
    sqlite3 *m_handle = nullptr;
    bool m_isInMemory = false;
    Status m_status;
};

/// The bytes of a database in which `sql` ran: what many new files begin with. Empty when it cannot be made. What is
/// written after it gives the same file as if `sql` had run there.
[[nodiscard]] std::string databaseImage(const std::string &sql);

/// A statement with '?' for its values, run once per row, on a writer that must outlive it.
class DatabaseStatement {
public:
    DatabaseStatement(DatabaseWriter &database, const std::string &sql);
    DatabaseStatement(const DatabaseStatement &) = delete;
    DatabaseStatement &operator=(const DatabaseStatement &) = delete;
    ~DatabaseStatement();

    void row(std::initializer_list<DatabaseValue> values) { row(std::span(values.begin(), values.size())); }
    void row(std::span<const DatabaseValue> values);

private:
    void bind(int column, const DatabaseValue &value);

    DatabaseWriter &m_database;
    sqlite3_stmt *m_statement = nullptr;
};

/// INSERT into one table.
class TableInsert : public DatabaseStatement {
public:
    TableInsert(DatabaseWriter &database, const std::string &table, int columns);
};

}  // namespace stagescope
