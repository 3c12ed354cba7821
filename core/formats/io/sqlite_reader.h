#pragma once

#include "core/base/import_log.h"
#include "core/base/io/database_writer.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"

#include <sqlite3.h>

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A database file that can be opened without anything being written beside it. When a write-ahead log or a rollback
/// journal with content lies next to it, the two are copied to a private folder below the user's cache folder and read
/// there (log code db.wal_copied), because `immutable=1` alone loses the rows of the log. A database that is compressed
/// (gzip, zstd) is unpacked there (db.unpacked). The folder goes with the last copy of this value. A small one is read
/// into memory at once and held as long as that; so is one in an archive, never on a disc but with a log beside it. Any
/// thread.
class SqliteFile {
public:
    /// Checks size and magic. Errors: NotFound, NoPermission, Malformed ("not an SQLite database"), Limit (no space for
    /// the copy, no memory for one out of an archive), Cancelled. A file shorter than its head promises is taken, with
    /// log code db.truncated, and so is what comes out of a compressed one before it breaks, with the log code of the
    /// damage.
    [[nodiscard]] static Result<SqliteFile> open(const std::string &path, const LoadControl &control, ImportLog &log);

    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] const std::string &uri() const { return m_uri; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// Bytes of the (unpacked) database and its log: an upper bound for what can be in it.
    [[nodiscard]] std::uint64_t contentSize() const { return m_contentSize; }
    /// A private copy, which SQLite may write to (recovery of the log).
    [[nodiscard]] bool isCopy() const { return m_copy != nullptr; }
    /// All of it, where it is held in memory; else null.
    [[nodiscard]] const std::string *image() const { return m_image.get(); }

private:
    Status copyWith(const std::string &logSuffix, const LoadControl &control);
    Status unpack(const LoadControl &control, ImportLog &log);
    Status hold(const LoadControl &control, ImportLog &log);

    std::string m_path;
    std::string m_uri;
    std::uint64_t m_size = 0;
    std::uint64_t m_contentSize = 0;
    std::shared_ptr<const void> m_copy;  ///< removes the private folder
    std::shared_ptr<const std::string> m_image;
};

/// Share of a file's bytes that its rows stand for, so that progress moves while tables are read. Any thread.
class ByteMeter {
public:
    ByteMeter(const LoadControl &control, std::uint64_t bytes, std::uint64_t rows)
        : m_control(control), m_bytes(bytes), m_rows(rows) {}
    void addRows(std::uint64_t rows);
    /// What rows did not account for.
    void finish();

private:
    const LoadControl &m_control;
    std::uint64_t m_bytes;
    std::uint64_t m_rows;
    std::atomic<std::uint64_t> m_rowsDone{0};
    std::atomic<std::uint64_t> m_bytesDone{0};
};

class SqliteConnection;

/// A running SELECT; columns are numbered as they were asked for. Integers, times and reals are taken from INTEGER,
/// REAL and TEXT alike (the framework writes some times as TEXT). A column that the table lacks reads as NULL. Used by
/// one thread; must not outlive its connection.
class SqliteRows {
public:
    SqliteRows(SqliteRows &&other) noexcept;
    SqliteRows &operator=(SqliteRows &&) = delete;
    SqliteRows(const SqliteRows &) = delete;
    SqliteRows &operator=(const SqliteRows &) = delete;
    ~SqliteRows();

    /// False at the end, when stopped, or when the table is damaged; finish() tells which.
    [[nodiscard]] bool next();
    [[nodiscard]] std::int64_t rowId() const { return sqlite3_column_int64(m_statement, 0); }
    [[nodiscard]] bool has(std::size_t column) const { return m_columns[column] >= 0; }
    [[nodiscard]] bool isNull(std::size_t column) const;
    [[nodiscard]] bool isReal(std::size_t column) const;
    [[nodiscard]] std::int64_t number(std::size_t column, std::int64_t fallback = 0) const;
    [[nodiscard]] std::optional<std::int64_t> optionalNumber(std::size_t column) const;
    /// As it is stored; texts and BLOBs are valid until the next call of next().
    [[nodiscard]] DatabaseValue value(std::size_t column) const;
    /// ns; nothing for NULL and for what is not a number. Within +-146 years, so that differences cannot overflow.
    [[nodiscard]] std::optional<std::int64_t> time(std::size_t column) const {
        if (m_columns[column] < 0) {
            return std::nullopt;
        }
        // Exact for TEXT digits too. Small values may be a text such as "1.5e18" cut short: looked at again.
        const std::int64_t value = sqlite3_column_int64(m_statement, m_columns[column]);
        return value > 0xffff && value < kTimeLimit ? std::optional(value) : unusualTime(column);
    }
    [[nodiscard]] double real(std::size_t column, double fallback = 0) const;
    /// Valid until the next call of next(). Empty for NULL; the bytes up to the length for BLOBs.
    [[nodiscard]] std::string_view text(std::size_t column) const;

    /// Counts the current row as not usable; finish() logs it as db.bad_row.
    void reject(std::string_view why);
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// Call once after the loop. Cancelled, else success: damage goes to the log (db.table_damaged) with table and row.
    [[nodiscard]] Status finish();

private:
    friend class SqliteConnection;
    static constexpr std::int64_t kTimeLimit = std::int64_t{1} << 62;
    SqliteRows(SqliteConnection &connection, sqlite3_stmt *statement, int state, std::string table,
               std::vector<int> columns, bool isWhole);
    [[nodiscard]] std::optional<std::int64_t> unusualTime(std::size_t column) const;
    void meterRows();

    SqliteConnection *m_connection;
    sqlite3_stmt *m_statement;
    std::string m_table;
    std::vector<int> m_columns;  ///< column of the statement, -1 = absent
    int m_state = SQLITE_ROW;
    bool m_isWhole;  ///< every row of the table is asked for
    std::uint64_t m_count = 0;
    std::uint64_t m_metered = 0;
    std::uint64_t m_rejected = 0;
    std::string m_firstRejected;
};

/// One read-only connection, for one thread at a time. Views, virtual tables and triggers of the file are never
/// touched, and one that is asked for as a table goes to the log as db.not_a_table; a progress handler waits and stops
/// with LoadControl inside every statement. RAII.
class SqliteConnection {
public:
    /// `control` and `log` must outlive the connection. Errors: Malformed, ReadFailed, Cancelled.
    [[nodiscard]] static Result<SqliteConnection> open(const SqliteFile &file, const LoadControl &control,
                                                       ImportLog &log, ByteMeter *meter = nullptr);
    SqliteConnection(SqliteConnection &&) noexcept = default;
    SqliteConnection &operator=(SqliteConnection &&) noexcept = default;
    SqliteConnection(const SqliteConnection &) = delete;
    SqliteConnection &operator=(const SqliteConnection &) = delete;
    ~SqliteConnection() = default;

    /// Names as in the file; names of tables and columns are compared without case.
    [[nodiscard]] const std::vector<std::string> &tables() const { return m_tables; }
    [[nodiscard]] bool hasTable(std::string_view table) const;
    /// Asked of the file once. Lives as long as the connection; empty for a missing table.
    [[nodiscard]] const std::vector<std::string> &columns(std::string_view table);
    [[nodiscard]] bool hasColumn(std::string_view table, std::string_view column);
    /// Whether a lookup by this column needs no scan.
    [[nodiscard]] bool isIndexed(std::string_view table, std::string_view column);
    /// Largest row id, an upper bound of the row count in files that were only ever appended to; 0 when unknown.
    [[nodiscard]] std::uint64_t maxRowId(std::string_view table);
    /// Exact for small tables and for those that were read to their end, the largest row id for others; costs
    /// milliseconds.
    [[nodiscard]] std::uint64_t rowCount(std::string_view table);

    /// Starts reading. A missing table gives no rows. `tail` follows the table's name ("WHERE x = ?1"); numbers in
    /// `arguments` are bound to ?1, ?2 ...
    [[nodiscard]] SqliteRows select(std::string_view table, std::initializer_list<std::string_view> columns,
                                    std::string_view tail = {}, std::initializer_list<std::int64_t> arguments = {});
    [[nodiscard]] SqliteRows select(std::string_view table, const std::vector<std::string_view> &columns,
                                    std::string_view tail = {}, const std::vector<std::int64_t> &arguments = {});

    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] ImportLog &log() const { return *m_log; }
    /// Rows count towards it from now on; it must outlive the connection. Null: they count for nothing.
    void countTowards(ByteMeter *meter) { m_meter = meter; }

private:
    friend class SqliteRows;
    struct Close {
        void operator()(sqlite3 *db) const { sqlite3_close_v2(db); }
    };
    SqliteConnection(sqlite3 *db, const SqliteFile &file, ImportLog &log, ByteMeter *meter)
        : m_file(file), m_db(db), m_path(file.path()), m_log(&log), m_meter(meter) {}
    /// What was found out about a table, so that the file is asked once.
    struct TableFacts {
        bool hasColumns = false;  ///< whether the next two are filled
        std::vector<std::string> columns;
        std::string primaryKey;             ///< its first column
        std::optional<std::uint64_t> rows;  ///< of a table that was read to its end
    };
    Status prepareReading(const LoadControl &control);
    Status readTables();
    [[nodiscard]] TableFacts *facts(std::string_view table);
    [[nodiscard]] const TableFacts &columnFacts(std::string_view table);
    [[nodiscard]] std::string tableName(std::string_view table) const;
    [[nodiscard]] sqlite3_stmt *prepare(const std::string &sql, const std::vector<std::int64_t> &arguments);
    [[nodiscard]] std::int64_t oneNumber(const std::string &sql, std::int64_t fallback);

    SqliteFile m_file;  ///< before m_db: a private copy goes after the connection is closed
    std::unique_ptr<sqlite3, Close> m_db;
    std::string m_path;
    ImportLog *m_log;
    ByteMeter *m_meter;
    std::vector<std::string> m_tables;
    std::vector<TableFacts> m_facts;             ///< of m_tables
    mutable std::vector<std::string> m_refused;  ///< views and virtual tables that nobody asked for yet
};

}  // namespace stagescope
