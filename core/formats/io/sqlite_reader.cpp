#include "core/formats/io/sqlite_reader.h"

#include "core/base/io/memory_limit.h"
#include "core/base/io/sqlite_library.h"
#include "core/base/text.h"
#include "core/base/time.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stagescope {

namespace {

/// Between two looks at LoadControl: some 20 us of work.
constexpr int kProgressOps = 1000;
/// The smallest row of a table takes a cell pointer, a length, a row id and a head: a file that yields more rows than
/// this allows runs in circles.
constexpr std::uint64_t kBytesPerRow = 4;
constexpr std::uint64_t kMeterStep = 4096;
/// Tables up to this many rows are counted, and all of small files.
constexpr std::uint64_t kCountLimit = 100'000;
constexpr std::uint64_t kSmallFile = std::uint64_t{2} << 20;
/// SQLite's own tables begin so; nobody else's may.
constexpr std::string_view kOwnTables = "sqlite_";

int checkStop(void *control) { return static_cast<const LoadControl *>(control)->checkpoint() ? 0 : 1; }

std::string quotedName(std::string_view name) {
    std::string text = "\"";
    for (const char c : name) {
        text.append(c == '"' ? 2 : 1, c);
    }
    return text + '"';
}

bool sameName(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lowerCase(x) == lowerCase(y); });
}

ErrorKind kindOf(int code) {
    switch (code & 0xff) {
        case SQLITE_INTERRUPT:
            return ErrorKind::Cancelled;
        case SQLITE_IOERR:
        case SQLITE_FULL:
        case SQLITE_NOMEM:
            return ErrorKind::ReadFailed;
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return ErrorKind::NoPermission;
        default:
            return ErrorKind::Malformed;
    }
}

}  // namespace

Result<SqliteConnection> SqliteConnection::open(const SqliteFile &file, const LoadControl &control, ImportLog &log,
                                                ByteMeter *meter) {
    if (!control.checkpoint()) {
        return fail(ErrorKind::Cancelled, "loading was cancelled", file.path());
    }
    sqlite3 *db = nullptr;
    const int mode = file.isCopy() ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    const int code = file.image() != nullptr ? openSqliteImage(*file.image(), &db)
                                             : openSqlite(file.uri().c_str(), mode | SQLITE_OPEN_URI, &db);
    SqliteConnection connection(db, file, log, meter);
    if (code != SQLITE_OK) {
        return fail(kindOf(code), db == nullptr ? "out of memory" : sqlite3_errmsg(db), file.path());
    }
    RETURN_IF_ERROR(connection.prepareReading(control));
    return connection;
}

Status SqliteConnection::prepareReading(const LoadControl &control) {
    auto *db = m_db.get();
    sqlite3_extended_result_codes(db, 1);
    sqlite3_progress_handler(db, kProgressOps, checkStop, const_cast<LoadControl *>(&control));
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    // Without it SQLite refuses a file that is shorter than its head promises. Nothing is ever written.
    sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
    sqlite3_exec(db, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
    if (m_file.image() == nullptr) {
        sqlite3_exec(db, "PRAGMA mmap_size=0; PRAGMA cache_size=-8192", nullptr, nullptr, nullptr);
    }
    return readTables();
}

Status SqliteConnection::readTables() {
    // Virtual tables have no root page; their modules are not for strangers' files.
    sqlite3_stmt *statement = nullptr;
    int code = sqlite3_prepare_v2(m_db.get(),
                                  "SELECT name, type = 'table' AND coalesce(rootpage, 0) > 0 FROM sqlite_master WHERE "
                                  "type IN ('table', 'view')",
                                  -1, &statement, nullptr);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW) {
            break;
        }
        const auto *text = sqlite3_column_text(statement, 0);
        const std::string name(text == nullptr ? "" : reinterpret_cast<const char *>(text));
        const bool isTable = sqlite3_column_int(statement, 1) != 0;
        if (!isTable) {
            m_refused.push_back(name);
        } else if (text != nullptr && !sameName(std::string_view(name).substr(0, kOwnTables.size()), kOwnTables)) {
            m_tables.push_back(name);
        }
    }
    const std::string message = sqlite3_errmsg(m_db.get());
    sqlite3_finalize(statement);
    m_facts.resize(m_tables.size());
    if (code == SQLITE_DONE) {
        return {};
    }
    if (m_tables.empty() || kindOf(code) == ErrorKind::Cancelled) {
        return fail(kindOf(code), "the list of tables cannot be read: " + message, m_path);
    }
    m_log->add(Severity::DataLoss, m_path, "db.table_damaged", "sqlite_master", message);
    return {};
}

std::string SqliteConnection::tableName(std::string_view table) const {
    const auto isSame = [&](const auto &t) { return sameName(t, table); };
    const auto it = std::find_if(m_tables.begin(), m_tables.end(), isSame);
    if (it != m_tables.end()) {
        return *it;
    }
    if (std::erase_if(m_refused, isSame) > 0) {
        m_log->add(Severity::DataLoss, m_path, "db.not_a_table", table,
                   "is a view or a virtual table, which is never run: its rows are missing");
    }
    return {};
}

bool SqliteConnection::hasTable(std::string_view table) const { return !tableName(table).empty(); }

sqlite3_stmt *SqliteConnection::prepare(const std::string &sql, const std::vector<std::int64_t> &arguments) {
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v2(m_db.get(), sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK) {
        return nullptr;
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        sqlite3_bind_int64(statement, static_cast<int>(i) + 1, arguments[i]);
    }
    return statement;
}

SqliteConnection::TableFacts *SqliteConnection::facts(std::string_view table) {
    const auto it = std::find_if(m_tables.begin(), m_tables.end(), [&](const auto &t) { return sameName(t, table); });
    return it == m_tables.end() ? nullptr : &m_facts[static_cast<std::size_t>(it - m_tables.begin())];
}

const SqliteConnection::TableFacts &SqliteConnection::columnFacts(std::string_view table) {
    static const TableFacts none;
    const auto name = tableName(table);
    auto *found = name.empty() ? nullptr : facts(name);
    if (found == nullptr || found->hasColumns) {
        return found == nullptr ? none : *found;
    }
    auto *statement = prepare("PRAGMA table_info(" + quotedName(name) + ")", {});
    while (statement != nullptr && sqlite3_step(statement) == SQLITE_ROW) {
        const auto *text = sqlite3_column_text(statement, 1);
        found->columns.emplace_back(text == nullptr ? "" : reinterpret_cast<const char *>(text));
        if (sqlite3_column_int(statement, 5) == 1) {
            found->primaryKey = found->columns.back();
        }
    }
    sqlite3_finalize(statement);
    found->hasColumns = true;
    return *found;
}

const std::vector<std::string> &SqliteConnection::columns(std::string_view table) { return columnFacts(table).columns; }

bool SqliteConnection::hasColumn(std::string_view table, std::string_view column) {
    const auto &names = columns(table);
    return std::any_of(names.begin(), names.end(), [&](const auto &n) { return sameName(n, column); });
}

std::int64_t SqliteConnection::oneNumber(const std::string &sql, std::int64_t fallback) {
    auto *statement = prepare(sql, {});
    const bool found = statement != nullptr && sqlite3_step(statement) == SQLITE_ROW;
    const auto value = found ? sqlite3_column_int64(statement, 0) : fallback;
    sqlite3_finalize(statement);
    return value;
}

bool SqliteConnection::isIndexed(std::string_view table, std::string_view column) {
    const auto name = tableName(table);
    if (name.empty()) {
        return false;
    }
    if (sameName(columnFacts(name).primaryKey, column)) {
        return true;
    }
    bool indexed = false;
    auto *statement = prepare("SELECT i.name FROM pragma_index_list(" + quotedName(name) +
                                  ") l, pragma_index_info(l.name) i WHERE i.seqno = 0",
                              {});
    while (statement != nullptr && !indexed && sqlite3_step(statement) == SQLITE_ROW) {
        const auto *text = sqlite3_column_text(statement, 0);
        indexed = text != nullptr && sameName(reinterpret_cast<const char *>(text), column);
    }
    sqlite3_finalize(statement);
    return indexed;
}

std::uint64_t SqliteConnection::maxRowId(std::string_view table) {
    const auto name = tableName(table);
    if (name.empty()) {
        return 0;
    }
    return static_cast<std::uint64_t>(
        std::max<std::int64_t>(oneNumber("SELECT max(rowid) FROM " + quotedName(name), 0), 0));
}

std::uint64_t SqliteConnection::rowCount(std::string_view table) {
    if (const auto *known = facts(table); known != nullptr && known->rows) {
        return *known->rows;
    }
    const auto name = tableName(table);
    if (const auto rows = m_file.size() > kSmallFile ? maxRowId(table) : 0; rows > kCountLimit || name.empty()) {
        return rows;
    }
    return static_cast<std::uint64_t>(
        std::max<std::int64_t>(oneNumber("SELECT count(*) FROM " + quotedName(name), 0), 0));
}

SqliteRows SqliteConnection::select(std::string_view table, std::initializer_list<std::string_view> wanted,
                                    std::string_view tail, std::initializer_list<std::int64_t> arguments) {
    return select(table, std::vector<std::string_view>(wanted), tail, std::vector<std::int64_t>(arguments));
}

SqliteRows SqliteConnection::select(std::string_view table, const std::vector<std::string_view> &wanted,
                                    std::string_view tail, const std::vector<std::int64_t> &arguments) {
    const auto name = tableName(table);
    const auto &present = columns(table);
    std::vector<int> indices;
    std::string list;
    int next = 1;
    for (const auto column : wanted) {
        const auto it =
            std::find_if(present.begin(), present.end(), [&](const auto &p) { return sameName(p, column); });
        indices.push_back(it == present.end() ? -1 : next++);
        if (it != present.end()) {
            list.append(", ").append(quotedName(*it));
        }
    }
    sqlite3_stmt *statement = nullptr;
    if (!name.empty()) {
        const auto rest = list + " FROM " + quotedName(name) + " " + std::string(tail);
        statement = prepare("SELECT rowid" + rest, arguments);
        if (statement == nullptr) {
            statement = prepare("SELECT 0" + rest, arguments);  // WITHOUT ROWID
        }
    }
    const int state = statement != nullptr ? SQLITE_ROW
                      : name.empty()       ? SQLITE_DONE
                                           : sqlite3_extended_errcode(m_db.get());
    return {*this, statement, state, std::string(table), std::move(indices), tail.empty()};
}

SqliteRows::SqliteRows(SqliteConnection &connection, sqlite3_stmt *statement, int state, std::string table,
                       std::vector<int> columns, bool isWhole)
    : m_connection(&connection),
      m_statement(statement),
      m_table(std::move(table)),
      m_columns(std::move(columns)),
      m_state(state),
      m_isWhole(isWhole) {}

SqliteRows::SqliteRows(SqliteRows &&other) noexcept
    : m_connection(other.m_connection),
      m_statement(std::exchange(other.m_statement, nullptr)),
      m_table(std::move(other.m_table)),
      m_columns(std::move(other.m_columns)),
      m_state(other.m_state),
      m_isWhole(other.m_isWhole),
      m_count(other.m_count),
      m_metered(other.m_metered),
      m_rejected(other.m_rejected),
      m_firstRejected(std::move(other.m_firstRejected)) {}

SqliteRows::~SqliteRows() { sqlite3_finalize(m_statement); }

bool SqliteRows::next() {
    if (m_state != SQLITE_ROW) {
        return false;
    }
    m_state = sqlite3_step(m_statement);
    if (m_state != SQLITE_ROW) {
        return false;
    }
    if (++m_count - m_metered == kMeterStep) {
        meterRows();
        if (m_count > m_connection->m_file.contentSize() / kBytesPerRow + kMeterStep) {
            m_state = SQLITE_CORRUPT;
            return false;
        }
        if (!checkMemory(m_connection->path())) {
            m_state = SQLITE_NOMEM;
            return false;
        }
    }
    return true;
}

void SqliteRows::meterRows() {
    if (m_connection->m_meter != nullptr) {
        m_connection->m_meter->addRows(m_count - m_metered);
    }
    m_metered = m_count;
}

bool SqliteRows::isNull(std::size_t column) const {
    return m_columns[column] < 0 || sqlite3_column_type(m_statement, m_columns[column]) == SQLITE_NULL;
}

bool SqliteRows::isReal(std::size_t column) const {
    return m_columns[column] >= 0 && sqlite3_column_type(m_statement, m_columns[column]) == SQLITE_FLOAT;
}

std::int64_t SqliteRows::number(std::size_t column, std::int64_t fallback) const {
    if (m_columns[column] < 0) {
        return fallback;
    }
    const auto value = sqlite3_column_int64(m_statement, m_columns[column]);
    return value == 0 && fallback != 0 && isNull(column) ? fallback : value;
}

std::optional<std::int64_t> SqliteRows::optionalNumber(std::size_t column) const {
    if (m_columns[column] < 0) {
        return std::nullopt;
    }
    const auto value = sqlite3_column_int64(m_statement, m_columns[column]);
    return value == 0 && isNull(column) ? std::nullopt : std::optional(value);
}

DatabaseValue SqliteRows::value(std::size_t column) const {
    if (m_columns[column] < 0) {
        return nullptr;
    }
    switch (sqlite3_column_type(m_statement, m_columns[column])) {
        case SQLITE_NULL:
            return nullptr;
        case SQLITE_INTEGER:
            return std::int64_t{sqlite3_column_int64(m_statement, m_columns[column])};
        case SQLITE_FLOAT:
            return sqlite3_column_double(m_statement, m_columns[column]);
        case SQLITE_BLOB:
            return DatabaseBlob{text(column)};
        default:
            return text(column);
    }
}

std::optional<std::int64_t> SqliteRows::unusualTime(std::size_t column) const {
    switch (sqlite3_column_type(m_statement, m_columns[column])) {
        case SQLITE_INTEGER:
            return std::clamp<std::int64_t>(sqlite3_column_int64(m_statement, m_columns[column]), -kTimeLimit,
                                            kTimeLimit);
        case SQLITE_FLOAT: {
            const double value = sqlite3_column_double(m_statement, m_columns[column]);
            const auto limit = static_cast<double>(kTimeLimit);
            return std::isnan(value) ? std::nullopt : std::optional(std::llround(std::clamp(value, -limit, limit)));
        }
        case SQLITE_TEXT: {
            const auto value = decimalToNs(text(column), 0);
            return value ? std::optional(std::clamp(*value, -kTimeLimit, kTimeLimit)) : std::nullopt;
        }
        default:
            return std::nullopt;
    }
}

double SqliteRows::real(std::size_t column, double fallback) const {
    return isNull(column) ? fallback : sqlite3_column_double(m_statement, m_columns[column]);
}

std::string_view SqliteRows::text(std::size_t column) const {
    if (m_columns[column] < 0) {
        return {};
    }
    const auto *bytes = sqlite3_column_text(m_statement, m_columns[column]);
    return bytes == nullptr
               ? std::string_view()
               : std::string_view(reinterpret_cast<const char *>(bytes),
                                  static_cast<std::size_t>(sqlite3_column_bytes(m_statement, m_columns[column])));
}

void SqliteRows::reject(std::string_view why) {
    if (m_rejected++ == 0) {
        m_firstRejected = m_table + " row " + std::to_string(rowId()) + ": " + std::string(why);
    }
}

Status SqliteRows::finish() {
    meterRows();
    auto &log = m_connection->log();
    const auto &path = m_connection->path();
    log.add(Severity::DataLoss, path, "db.bad_row", m_table, m_firstRejected, m_rejected);
    if (m_state == SQLITE_DONE || m_state == SQLITE_ROW) {
        auto *facts = m_connection->facts(m_table);
        if (facts != nullptr && m_isWhole && m_state == SQLITE_DONE) {
            facts->rows = m_count;
        }
        return {};
    }
    const auto kind = kindOf(m_state);
    if (kind == ErrorKind::Cancelled) {
        return fail(kind, "loading was cancelled", path);
    }
    const bool isFull = (m_state & 0xff) == SQLITE_NOMEM;
    const auto memory = checkMemory(path);
    const std::string message = isFull && !memory ? memory.error().detail : std::string(sqlite3_errstr(m_state));
    const auto rows = m_connection->maxRowId(m_table);
    const auto lost = rows > m_count ? std::min(rows - m_count, m_connection->m_file.contentSize()) : 1;
    log.add(Severity::DataLoss, path, isFull ? "file.Limit" : "db.table_damaged",
            m_table + " after row " + std::to_string(m_count), message, lost);
    return {};
}

}  // namespace stagescope
