#include "core/base/io/database_writer.h"

#include "core/base/io/output_file.h"
#include "core/base/io/sqlite_library.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace stagescope {

namespace {

std::string insertInto(const std::string &table, int columns) {
    std::string sql = "INSERT INTO " + table + " VALUES(?";
    for (int i = 1; i < columns; ++i) {
        sql += ",?";
    }
    return sql + ")";
}

constexpr const char *kPageSize = "PRAGMA page_size=4096;";
/// Pages that are kept beside a file that lies in memory itself.
constexpr const char *kFewPages = "PRAGMA cache_size=64";
constexpr std::int64_t kMostInMemory = std::int64_t{1} << 40;  ///< memory ends before; SQLite would say so at 1 GiB
constexpr int kVersionOffset = 96;  ///< SQLite file format 1.3: the version number of the library that wrote last
constexpr unsigned char kSqliteVersion[4] = {0x00, 0x2E, 0x53, 0xF0};  // 3.36.0

}  // namespace

DatabaseWriter::DatabaseWriter(std::string path) : m_path(std::move(path)) {
    note(openSqlite(m_path.c_str(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &m_handle));
    begin();
}

DatabaseWriter::DatabaseWriter(std::string path, std::string_view image) : m_path(std::move(path)), m_isInMemory(true) {
    note(openSqlite(":memory:", SQLITE_OPEN_READWRITE, &m_handle));
    auto *bytes = static_cast<unsigned char *>(sqlite3_malloc64(image.size()));
    const auto size = static_cast<sqlite3_int64>(bytes == nullptr ? 0 : image.size());
    std::copy_n(image.data(), size, bytes);
    note(sqlite3_deserialize(m_handle, "main", bytes, size, size,
                             SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE));
    sqlite3_int64 most = kMostInMemory;
    sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_SIZE_LIMIT, &most);
    begin();
    execute(kFewPages);
}

void DatabaseWriter::begin() {
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    execute(std::string(kPageSize) + "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN");
}

DatabaseWriter::~DatabaseWriter() { sqlite3_close(m_handle); }

void DatabaseWriter::note(int code) {
    if (!m_status || code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) {
        return;
    }
    const int system = (code & 0xff) == SQLITE_FULL ? ENOSPC : sqlite3_system_errno(m_handle);
    const auto why = system == 0 ? std::string(sqlite3_errstr(code)) : std::system_category().message(system);
    m_status = fail(ErrorKind::ReadFailed, "cannot be written: " + why, m_path);
}

void DatabaseWriter::execute(const std::string &sql) {
    if (m_status) {
        note(sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr));
    }
}

bool DatabaseWriter::hasColumn(const std::string &table, const std::string &column) const {
    return sqlite3_table_column_metadata(m_handle, nullptr, table.c_str(), column.c_str(), nullptr, nullptr, nullptr,
                                         nullptr, nullptr) == SQLITE_OK;
}

Status DatabaseWriter::finish() {
    execute("COMMIT");
    if (m_isInMemory && m_status) {
        writeOut();
    }
    note(sqlite3_close(m_handle));
    m_handle = nullptr;
    if (!m_status || m_isInMemory) {
        return m_status;
    }
    std::fstream file(m_path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(kVersionOffset);
    file.write(reinterpret_cast<const char *>(kSqliteVersion), sizeof kSqliteVersion);
    file.close();
    if (!file) {
        m_status = fail(ErrorKind::ReadFailed, "cannot write", m_path);
    }
    return m_status;
}

void DatabaseWriter::writeOut() {
    sqlite3_int64 size = 0;
    auto *bytes = sqlite3_serialize(m_handle, "main", &size, SQLITE_SERIALIZE_NOCOPY);
    if (bytes == nullptr || size < kVersionOffset + static_cast<sqlite3_int64>(sizeof kSqliteVersion)) {
        note(SQLITE_NOMEM);
        return;
    }
    std::copy(std::begin(kSqliteVersion), std::end(kSqliteVersion), bytes + kVersionOffset);
    m_status = writeWholeFile(m_path, {reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(size)});
}

std::string databaseImage(const std::string &sql) {
    sqlite3 *handle = nullptr;
    std::string image;
    if (openSqlite(":memory:", SQLITE_OPEN_READWRITE, &handle) == SQLITE_OK &&
        sqlite3_exec(handle, (kPageSize + sql).c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) {
        sqlite3_int64 size = 0;
        auto *bytes = sqlite3_serialize(handle, "main", &size, 0);
        image.assign(reinterpret_cast<const char *>(bytes), bytes == nullptr ? 0 : static_cast<std::size_t>(size));
        sqlite3_free(bytes);
    }
    sqlite3_close(handle);
    return image;
}

DatabaseStatement::DatabaseStatement(DatabaseWriter &database, const std::string &sql) : m_database(database) {
    if (database.m_status) {
        database.note(sqlite3_prepare_v2(database.m_handle, sql.c_str(), -1, &m_statement, nullptr));
    }
}

DatabaseStatement::~DatabaseStatement() { sqlite3_finalize(m_statement); }

void DatabaseStatement::bind(int column, const DatabaseValue &value) {
    if (const auto *integer = std::get_if<std::int64_t>(&value)) {
        sqlite3_bind_int64(m_statement, column, *integer);
    } else if (const auto *real = std::get_if<double>(&value)) {
        sqlite3_bind_double(m_statement, column, *real);
    } else if (const auto *text = std::get_if<std::string_view>(&value)) {
        sqlite3_bind_text(m_statement, column, text->data(), int(text->size()), SQLITE_STATIC);
    } else if (const auto *blob = std::get_if<DatabaseBlob>(&value)) {
        sqlite3_bind_blob(m_statement, column, blob->bytes.data(), int(blob->bytes.size()), SQLITE_STATIC);
    } else {
        sqlite3_bind_null(m_statement, column);
    }
}

void DatabaseStatement::row(std::span<const DatabaseValue> values) {
    if (m_statement == nullptr || !m_database.m_status) {
        return;
    }
    int column = 0;
    for (const DatabaseValue &value : values) {
        bind(++column, value);
    }
    m_database.note(sqlite3_step(m_statement));
    m_database.note(sqlite3_reset(m_statement));
}

TableInsert::TableInsert(DatabaseWriter &database, const std::string &table, int columns)
    : DatabaseStatement(database, insertInto(table, columns)) {}

}  // namespace stagescope
