#include "core/ask/ask_tables.h"

#include <sqlite3.h>

#include <algorithm>
#include <variant>

namespace stagescope {

namespace {

/// Of a table with a greatest number of rows a statement sees all: a sum of the first 100 would be a wrong one.
constexpr const char *kAllRows = "10000000";
bool countsRows(std::string_view parameter) { return parameter == "rows" || parameter == "top"; }

}  // namespace

Result<std::shared_ptr<const ResultTable>> AskSource::table(const AnalysisEntry &entry,
                                                            std::map<std::string, std::string> parameters) {
    const std::pair key(entry.id, parameters);
    if (const auto known = m_tables.find(key); known != m_tables.end()) {
        return known->second;
    }
    if (m_input == nullptr) {
        return std::make_shared<const ResultTable>();
    }
    auto input = *m_input;
    for (const auto &spec : entry.parameters) {
        input.parameters[spec.name] = countsRows(spec.name) ? kAllRows : spec.defaultValue;
    }
    for (auto &[name, value] : parameters) {
        input.parameters[name] = value;
    }
    auto made = entry.run(input, m_stop);
    if (!made) {
        // A table that has nothing to compute from has no rows, and says why.
        if (made.error().kind != ErrorKind::NotFound) {
            m_error = made.error();
            return tl::make_unexpected(made.error());
        }
        m_notes.push_back(entry.id + ": " + made.error().detail);
        made = ResultTable{entry.id, entry.columns, {}, {}};
    }
    for (const auto &note : made->notes) {
        m_notes.push_back(entry.id + ": " + note);
    }
    const auto kept = std::make_shared<const ResultTable>(std::move(*made));
    m_tables.emplace(key, kept);
    return kept;
}

namespace {

/// A table of the connection: an analysis, or one of the two lists of them.
struct AskTable {
    sqlite3_vtab base{};  // first: SQLite sees no more of it
    AskSource *source = nullptr;
    const AnalysisEntry *entry = nullptr;       ///< null of a list
    std::shared_ptr<const ResultTable> list{};  ///< of a list
    std::vector<std::string> columns{};         ///< as declared; parameters follow
};

/// What creates a table: handed to SQLite, freed by it.
struct AskOrigin {
    AskSource *source = nullptr;
    const AnalysisEntry *entry = nullptr;
    std::shared_ptr<const ResultTable> list{};
};

struct AskCursor {
    sqlite3_vtab_cursor base{};
    std::shared_ptr<const ResultTable> table{};
    std::vector<std::size_t> places{};  ///< of the declared columns in the table; rows may lack some
    std::map<std::string, std::string> parameters{};
    std::size_t row = 0;
};

AskTable &tableOf(sqlite3_vtab *base) { return *reinterpret_cast<AskTable *>(base); }
AskCursor &cursorOf(sqlite3_vtab_cursor *base) { return *reinterpret_cast<AskCursor *>(base); }

std::string sqlName(const std::string &name) {
    std::string text = "\"";
    for (const char c : name) {
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return text + '"';
}

std::string_view typeText(ColumnType type) {
    return type == ColumnType::Integer ? "INTEGER" : type == ColumnType::Real ? "REAL" : "TEXT";
}

int connect(sqlite3 *connection, void *aux, int /*count*/, const char *const * /*words*/, sqlite3_vtab **made,
            char ** /*error*/) {
    const auto &origin = *static_cast<const AskOrigin *>(aux);
    auto table = std::make_unique<AskTable>();
    table->source = origin.source;
    table->entry = origin.entry;
    table->list = origin.list;
    std::string sql = "CREATE TABLE t(";
    const auto &columns = origin.entry == nullptr ? origin.list->columns : origin.entry->columns;
    for (const auto &column : columns) {
        sql += (table->columns.empty() ? "" : ", ") + sqlName(column.name) + " " + std::string(typeText(column.type));
        table->columns.push_back(column.name);
    }
    if (origin.entry != nullptr) {
        for (const auto &parameter : origin.entry->parameters) {
            const bool isTaken =
                std::find(table->columns.begin(), table->columns.end(), parameter.name) != table->columns.end();
            table->columns.push_back(isTaken ? "set_" + parameter.name : parameter.name);
            sql += ", " + sqlName(table->columns.back()) + " TEXT HIDDEN";
        }
    }
    origin.source->setDeclaring(true);
    const int code = sqlite3_declare_vtab(connection, (sql + ")").c_str());
    origin.source->setDeclaring(false);
    if (code != SQLITE_OK) {
        return code;
    }
    sqlite3_vtab_config(connection, SQLITE_VTAB_INNOCUOUS);
    *made = &table.release()->base;
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab *base) {
    delete &tableOf(base);
    return SQLITE_OK;
}

/// Parameters are taken where a value is there for them; which ones is in idxStr, a byte each (place + 1).
int bestIndex(sqlite3_vtab *base, sqlite3_index_info *info) {
    const auto &table = tableOf(base);
    const auto parameters = table.entry == nullptr ? 0 : static_cast<int>(table.entry->parameters.size());
    const int first = static_cast<int>(table.columns.size()) - parameters;
    std::string taken;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto &constraint = info->aConstraint[i];
        if (constraint.iColumn < first || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) {
            continue;
        }
        if (constraint.usable == 0) {
            return SQLITE_CONSTRAINT;  // another order of the join has the value
        }
        taken += static_cast<char>(1 + constraint.iColumn - first);
        info->aConstraintUsage[i].argvIndex = static_cast<int>(taken.size());
        info->aConstraintUsage[i].omit = 1;
    }
    info->idxStr = sqlite3_mprintf("%s", taken.c_str());
    info->needToFreeIdxStr = 1;
    constexpr double kUsualRows = 10'000;
    info->estimatedCost = kUsualRows;
    info->estimatedRows = static_cast<sqlite3_int64>(kUsualRows);
    return SQLITE_OK;
}

int openCursor(sqlite3_vtab * /*base*/, sqlite3_vtab_cursor **made) {
    *made = &std::make_unique<AskCursor>().release()->base;
    return SQLITE_OK;
}

int closeCursor(sqlite3_vtab_cursor *base) {
    delete &cursorOf(base);
    return SQLITE_OK;
}

std::string textOf(sqlite3_value *value) {
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

int filter(sqlite3_vtab_cursor *base, int /*number*/, const char *taken, int count, sqlite3_value **values) {
    auto &cursor = cursorOf(base);
    const auto &table = tableOf(base->pVtab);
    cursor.row = 0;
    cursor.parameters.clear();
    for (int i = 0; i < count; ++i) {
        const auto &spec = table.entry->parameters[static_cast<std::size_t>(static_cast<unsigned char>(taken[i]) - 1)];
        cursor.parameters[spec.name] = textOf(values[i]);
    }
    cursor.table = table.list;
    if (table.entry != nullptr) {
        const auto made = table.source->table(*table.entry, cursor.parameters);
        if (!made) {
            sqlite3_free(base->pVtab->zErrMsg);
            base->pVtab->zErrMsg = sqlite3_mprintf("%s: %s", table.entry->id.c_str(), made.error().detail.c_str());
            return SQLITE_ERROR;
        }
        cursor.table = *made;
    }
    cursor.places.clear();
    for (const auto &name : table.columns) {
        cursor.places.push_back(cursor.table->indexOf(name));
    }
    return SQLITE_OK;
}

int next(sqlite3_vtab_cursor *base) {
    ++cursorOf(base).row;
    return SQLITE_OK;
}

int isAtEnd(sqlite3_vtab_cursor *base) {
    const auto &cursor = cursorOf(base);
    return cursor.table == nullptr || cursor.row >= cursor.table->rows.size() ? 1 : 0;
}

struct CellWriter {
    sqlite3_context *context;
    void operator()(std::monostate) const { sqlite3_result_null(context); }
    void operator()(std::int64_t value) const { sqlite3_result_int64(context, value); }
    void operator()(double value) const { sqlite3_result_double(context, value); }
    void operator()(const std::string &text) const {
        sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
};

int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int index) {
    const auto &cursor = cursorOf(base);
    const auto &table = tableOf(base->pVtab);
    const auto at = static_cast<std::size_t>(index);
    const auto parameters = table.entry == nullptr ? 0 : table.entry->parameters.size();
    const auto first = table.columns.size() - parameters;
    if (at >= first) {
        const auto &spec = table.entry->parameters[at - first];
        const auto given = cursor.parameters.find(spec.name);
        CellWriter{context}(given != cursor.parameters.end() ? given->second
                            : countsRows(spec.name)          ? std::string(kAllRows)
                                                             : spec.defaultValue);
        return SQLITE_OK;
    }
    const auto place = cursor.places[at];
    const auto &row = cursor.table->rows[cursor.row];
    if (place < row.size()) {
        std::visit(CellWriter{context}, row[place]);
    } else {
        sqlite3_result_null(context);  // of counters that no capture has
    }
    return SQLITE_OK;
}

int rowId(sqlite3_vtab_cursor *base, sqlite3_int64 *id) {
    *id = static_cast<sqlite3_int64>(cursorOf(base).row);
    return SQLITE_OK;
}

const sqlite3_module &askModule() {
    static const sqlite3_module module = [] {
        sqlite3_module made{};
        made.iVersion = 1;
        made.xConnect = &connect;  // without xCreate: usable by its name at once
        made.xBestIndex = &bestIndex;
        made.xDisconnect = &disconnect;
        made.xOpen = &openCursor;
        made.xClose = &closeCursor;
        made.xFilter = &filter;
        made.xNext = &next;
        made.xEof = &isAtEnd;
        made.xColumn = &column;
        made.xRowid = &rowId;
        return made;
    }();
    return module;
}

ResultTable listOfTables() {
    ResultTable table{"tables",
                      {{"id", ColumnType::Text, "", "Name of the table."}, {"title", ColumnType::Text, "", "Title."}},
                      {},
                      {}};
    for (const auto &entry : analysisList()) {
        table.rows.push_back({entry.id, entry.title});
    }
    return table;
}

ResultTable listOfColumns() {
    ResultTable table{"columns",
                      {{"name", ColumnType::Text, "", "Name of the column."},
                       {"table_id", ColumnType::Text, "", "Its table."},
                       {"type", ColumnType::Text, "", "integer, real or text."},
                       {"unit", ColumnType::Text, "", "Unit."},
                       {"meaning", ColumnType::Text, "", "Meaning."}},
                      {},
                      {}};
    for (const auto &entry : analysisList()) {
        for (const auto &spec : entry.columns) {
            const std::string type = spec.type == ColumnType::Integer ? "integer"
                                     : spec.type == ColumnType::Real  ? "real"
                                                                      : "text";
            table.rows.push_back({spec.name, entry.id, type, spec.unit, spec.meaning});
        }
        for (const auto &spec : entry.parameters) {
            table.rows.push_back({spec.name, entry.id, std::string("parameter"), std::string(),
                                  spec.meaning + " Default: " + spec.defaultValue});
        }
    }
    return table;
}

}  // namespace

Status addAskTables(sqlite3 *connection, AskSource &source) {
    const auto free = [](void *aux) { delete static_cast<AskOrigin *>(aux); };
    const auto add = [&](const std::string &name, AskOrigin origin) {
        return sqlite3_create_module_v2(connection, name.c_str(), &askModule(),
                                        std::make_unique<AskOrigin>(std::move(origin)).release(), free) == SQLITE_OK;
    };
    bool isAdded = add("tables", {&source, nullptr, std::make_shared<const ResultTable>(listOfTables())}) &&
                   add("columns", {&source, nullptr, std::make_shared<const ResultTable>(listOfColumns())});
    for (const auto &entry : analysisList()) {
        isAdded = isAdded && add(entry.id, {&source, &entry, nullptr});
    }
    return isAdded ? Status{} : fail(ErrorKind::Internal, "tables cannot be made for SQL");
}

}  // namespace stagescope
