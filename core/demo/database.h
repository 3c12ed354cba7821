#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace stagescope {

/// A new SQLite file, filled in one transaction. The first failure is kept and everything after it is skipped; finish()
/// tells. Not for reading. Owns the connection; one thread.
class Database {
public:
    using Value = std::variant<std::nullptr_t, std::int64_t, double, std::string_view>;

    /// Opens `path` (UTF-8) for writing and begins the transaction.
    explicit Database(std::string path);
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;
    ~Database();

    void execute(const std::string &sql);
    /// Commits, closes, and blanks the library's version number in the head so that equal contents are equal files.
    [[nodiscard]] Status finish();

private:
    friend class TableInsert;
    void note(int code);

    std::string m_path;
    sqlite3 *m_handle = nullptr;
    Status m_status;
};

/// INSERT into one table of a Database that must outlive it.
class TableInsert {
public:
    TableInsert(Database &database, const std::string &table, int columns);
    TableInsert(const TableInsert &) = delete;
    TableInsert &operator=(const TableInsert &) = delete;
    ~TableInsert();

    void row(std::initializer_list<Database::Value> values);

private:
    void bind(int column, const Database::Value &value);

    Database &m_database;
    sqlite3_stmt *m_statement = nullptr;
};

}  // namespace stagescope
