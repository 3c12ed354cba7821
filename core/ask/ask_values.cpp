#include "core/ask/ask_values.h"

#include <sqlite3.h>

#include <cstddef>

namespace stagescope {

Cell valueCell(sqlite3_value *value) {
    switch (sqlite3_value_type(value)) {
        case SQLITE_INTEGER:
            return std::int64_t{sqlite3_value_int64(value)};
        case SQLITE_FLOAT:
            return sqlite3_value_double(value);
        case SQLITE_NULL:
            return std::monostate{};
        default: {
            const auto *text = static_cast<const char *>(sqlite3_value_blob(value));
            const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
            return text == nullptr ? std::string() : std::string(text, size);
        }
    }
}

namespace {

struct CellWriter {
    sqlite3_context *context;
    void operator()(std::monostate) const { sqlite3_result_null(context); }
    void operator()(std::int64_t value) const { sqlite3_result_int64(context, value); }
    void operator()(double value) const { sqlite3_result_double(context, value); }
    void operator()(const std::string &text) const {
        sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
};

}  // namespace

void giveCell(const Cell &cell, sqlite3_context *context) { std::visit(CellWriter{context}, cell); }

}  // namespace stagescope
