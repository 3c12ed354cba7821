#include "core/ask/ask_relation.h"

#include "core/ask/ask_tables.h"

#include <sqlite3.h>

#include <cstdlib>

namespace stagescope {

std::string sqlName(const std::string &name) {
    std::string text = "\"";
    for (const char c : name) {
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return text + '"';
}

namespace {

/// Handed to SQLite with a module, freed by it.
struct RelationOrigin {
    std::unique_ptr<AskRelation> relation;
    AskSource *source;
};
struct RelationTable {
    sqlite3_vtab base{};  // first: SQLite sees no more of it
    const AskRelation *relation = nullptr;
};
struct RelationCursor {
    sqlite3_vtab_cursor base{};
    std::unique_ptr<AskRows> rows{};
};

RelationTable &tableOf(sqlite3_vtab *base) { return *reinterpret_cast<RelationTable *>(base); }
RelationCursor &cursorOf(sqlite3_vtab_cursor *base) { return *reinterpret_cast<RelationCursor *>(base); }

int connect(sqlite3 *connection, void *aux, int /*count*/, const char *const * /*words*/, sqlite3_vtab **made,
            char ** /*error*/) {
    const auto &origin = *static_cast<const RelationOrigin *>(aux);
    std::string sql;
    for (const auto &[name, type, isHidden] : origin.relation->columns()) {
        sql += (sql.empty() ? "CREATE TABLE t(" : ", ") + sqlName(name) + ' ' + std::string(type) +
               (isHidden ? " HIDDEN" : "");
    }
    origin.source->setDeclaring(true);
    const int code = sqlite3_declare_vtab(connection, (sql + ')').c_str());
    origin.source->setDeclaring(false);
    if (code != SQLITE_OK) {
        return code;
    }
    sqlite3_vtab_config(connection, SQLITE_VTAB_INNOCUOUS);
    auto table = std::make_unique<RelationTable>();
    table->relation = origin.relation.get();
    *made = &table.release()->base;
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab *base) {
    delete &tableOf(base);
    return SQLITE_OK;
}

/// Terms that are taken go to the walk as "column:op " each.
int bestIndex(sqlite3_vtab *base, sqlite3_index_info *info) {
    const auto &relation = *tableOf(base).relation;
    std::string taken;
    std::vector<AskTerm> terms;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto &constraint = info->aConstraint[i];
        const AskTerm term{constraint.iColumn, constraint.op};
        const auto use = constraint.iColumn < 0 ? AskUse::No : relation.useOf(term);
        const bool isExact = std::string_view(sqlite3_vtab_collation(info, i)) == "BINARY";
        if (use == AskUse::No || (use == AskUse::Narrows && !isExact)) {
            continue;
        }
        if (constraint.usable == 0) {
            if (use == AskUse::Needs) {
                return SQLITE_CONSTRAINT;  // another order of the join has the value
            }
            continue;
        }
        terms.push_back(term);
        taken += std::to_string(term.column) + ':' + std::to_string(term.op) + ' ';
        info->aConstraintUsage[i].argvIndex = static_cast<int>(terms.size());
        info->aConstraintUsage[i].omit = use == AskUse::Needs ? 1 : 0;
    }
    info->idxStr = sqlite3_mprintf("%s", taken.c_str());
    info->needToFreeIdxStr = 1;
    info->estimatedCost = relation.rowsFor(terms);
    info->estimatedRows = static_cast<sqlite3_int64>(info->estimatedCost);
    return SQLITE_OK;
}

int openCursor(sqlite3_vtab *base, sqlite3_vtab_cursor **made) {
    auto cursor = std::make_unique<RelationCursor>();
    cursor->rows = tableOf(base).relation->rows();
    *made = &cursor.release()->base;
    return SQLITE_OK;
}

int closeCursor(sqlite3_vtab_cursor *base) {
    delete &cursorOf(base);
    return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor *base, int /*number*/, const char *taken, int count, sqlite3_value **values) {
    std::vector<AskTerm> terms;
    char *at = const_cast<char *>(taken);
    for (int i = 0; i < count; ++i) {
        const auto column = static_cast<int>(std::strtol(at, &at, 10));
        const auto op = static_cast<int>(std::strtol(at + 1, &at, 10));
        terms.push_back({column, op});
    }
    const auto status = cursorOf(base).rows->start(terms, {values, static_cast<std::size_t>(count)});
    if (!status) {
        sqlite3_free(base->pVtab->zErrMsg);
        base->pVtab->zErrMsg = sqlite3_mprintf("%s", status.error().detail.c_str());
        return SQLITE_ERROR;
    }
    return SQLITE_OK;
}

int next(sqlite3_vtab_cursor *base) {
    cursorOf(base).rows->next();
    return SQLITE_OK;
}

int isAtEnd(sqlite3_vtab_cursor *base) { return cursorOf(base).rows->isAtEnd() ? 1 : 0; }

int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int index) {
    cursorOf(base).rows->give(index, context);
    return SQLITE_OK;
}

int rowId(sqlite3_vtab_cursor * /*base*/, sqlite3_int64 *id) {
    *id = 0;  // rows have no number of their own
    return SQLITE_OK;
}

/// Of a table in a schema, which is made by its name once.
int create(sqlite3 *connection, void *aux, int count, const char *const *words, sqlite3_vtab **made, char **error) {
    return connect(connection, aux, count, words, made, error);
}

sqlite3_module moduleWith(int (*creating)(sqlite3 *, void *, int, const char *const *, sqlite3_vtab **, char **)) {
    sqlite3_module made{};
    made.iVersion = 1;
    made.xCreate = creating;
    made.xConnect = &connect;
    made.xBestIndex = &bestIndex;
    made.xDisconnect = &disconnect;
    made.xDestroy = &disconnect;
    made.xOpen = &openCursor;
    made.xClose = &closeCursor;
    made.xFilter = &filter;
    made.xNext = &next;
    made.xEof = &isAtEnd;
    made.xColumn = &column;
    made.xRowid = &rowId;
    return made;
}

/// Without `creating` a table is there by its name at once.
const sqlite3_module &relationModule(bool isInSchema) {
    static const sqlite3_module named = moduleWith(nullptr);
    static const sqlite3_module made = moduleWith(&create);
    return isInSchema ? made : named;
}

}  // namespace

Status addRelation(sqlite3 *connection, const std::string &name, std::unique_ptr<AskRelation> relation,
                   AskSource &source, const std::string &schema) {
    const auto free = [](void *aux) { delete static_cast<RelationOrigin *>(aux); };
    auto origin = std::make_unique<RelationOrigin>(RelationOrigin{std::move(relation), &source});
    const bool isInSchema = !schema.empty();
    const auto module = isInSchema ? schema + '.' + name : name;
    bool isAdded = sqlite3_create_module_v2(connection, module.c_str(), &relationModule(isInSchema), origin.release(),
                                            free) == SQLITE_OK;
    if (isAdded && isInSchema) {
        const auto sql = "CREATE VIRTUAL TABLE " + sqlName(schema) + '.' + sqlName(name) + " USING " + sqlName(module);
        isAdded = sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    }
    return isAdded ? Status{} : fail(ErrorKind::Internal, "table " + module + " cannot be made for SQL");
}

}  // namespace stagescope
