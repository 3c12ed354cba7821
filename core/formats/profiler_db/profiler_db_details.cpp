#include "core/formats/profiler_db/profiler_db.h"

#include <algorithm>
#include <array>

namespace stagescope::profiler_db {

namespace {

/// A table without an index on the wanted column is scanned up to this many rows.
constexpr std::uint64_t kScanLimit = 2'000'000;

struct Column {
    std::string_view name;
    std::string_view lookup;  ///< table of (id, name or value)
};

constexpr std::string_view kStrings = "STRING_IDS";

/// Columns whose numbers stand for texts, of any table.
constexpr std::array<Column, 22> kTextColumns{{{"name", kStrings},
                                               {"opName", kStrings},
                                               {"groupName", kStrings},
                                               {"taskType", kStrings},
                                               {"opType", kStrings},
                                               {"algType", kStrings},
                                               {"inputFormats", kStrings},
                                               {"inputDataTypes", kStrings},
                                               {"inputShapes", kStrings},
                                               {"outputFormats", kStrings},
                                               {"outputDataTypes", kStrings},
                                               {"outputShapes", kStrings},
                                               {"attrInfo", kStrings},
                                               {"inputDtypes", kStrings},
                                               {"message", kStrings},
                                               {"domainId", kStrings},
                                               {"hashid", kStrings},
                                               {"dataType", "ENUM_HCCL_DATA_TYPE"},
                                               {"transportType", "ENUM_HCCL_TRANSPORT_TYPE"},
                                               {"linkType", "ENUM_HCCL_LINK_TYPE"},
                                               {"rdmaType", "ENUM_HCCL_RDMA_TYPE"},
                                               {"eventType", "ENUM_MSTX_EVENT_TYPE"}}};

std::string_view tableName(Table table) {
    switch (table) {
        case Table::Task:
            return "TASK";
        case Table::CommunicationOp:
            return "COMMUNICATION_OP";
        case Table::PytorchApi:
            return "PYTORCH_API";
        case Table::CannApi:
            return "CANN_API";
        case Table::MstxEvents:
            return "MSTX_EVENTS";
        case Table::StepTime:
            return "STEP_TIME";
        case Table::GcRecord:
            return "GC_RECORD";
        case Table::OsrtApi:
            return "OSRT_API";
        case Table::None:
            break;
    }
    return {};
}

std::string lookedUp(SqliteConnection &db, std::string_view table, std::int64_t id, std::string_view fallback) {
    auto rows = db.select(table, {"value", "name"}, "WHERE id = ?1 LIMIT 1", {id});
    if (!rows.next()) {
        return std::string(fallback);
    }
    return std::string(rows.has(0) ? rows.text(0) : rows.text(1));
}

std::string_view lookupOf(Table table, std::string_view column) {
    if (column == "type") {
        return table == Table::CannApi || table == Table::PytorchApi ? "ENUM_API_TYPE" : "";
    }
    const auto it =
        std::find_if(kTextColumns.begin(), kTextColumns.end(), [&](const Column &c) { return c.name == column; });
    return it == kTextColumns.end() ? std::string_view() : it->lookup;
}

/// Appends the columns of one row that are not there yet. NULLs are left out.
bool appendRow(SqliteConnection &db, Table table, std::string_view name, std::string_view tail, std::int64_t argument,
               KeyValues &values) {
    const auto columns = db.columns(name);
    const std::vector<std::string_view> wanted(columns.begin(), columns.end());
    auto rows = db.select(name, wanted, tail, std::vector<std::int64_t>{argument});
    if (!rows.next()) {
        return false;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool known =
            std::any_of(values.begin(), values.end(), [&](const auto &v) { return v.first == wanted[i]; });
        if (known || rows.isNull(i)) {
            continue;
        }
        const std::string text(rows.text(i));
        const auto lookup = lookupOf(table, wanted[i]);
        const bool isNumber = !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
        values.emplace_back(columns[i],
                            lookup.empty() || !isNumber ? text : lookedUp(db, lookup, rows.number(i), text));
    }
    return true;
}

/// First row whose column reaches the key, in a table that was written in the order of that column; 0 when there is
/// none.
std::optional<std::int64_t> firstRowBySearch(SqliteConnection &db, std::string_view table, std::string_view column,
                                             std::int64_t key) {
    std::int64_t low = 1;
    auto high = static_cast<std::int64_t>(db.maxRowId(table)) + 1;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        auto rows = db.select(table, {column}, "WHERE rowid >= ?1 LIMIT 1", {middle});
        if (!rows.next() || rows.number(0) >= key) {
            high = middle;
        } else {
            low = rows.rowId() + 1;
        }
    }
    auto rows = db.select(table, {column}, "WHERE rowid >= ?1 LIMIT 1", {low});
    return rows.next() && rows.number(0) == key ? std::optional(rows.rowId()) : std::nullopt;
}

/// All rows with a key, calls fn(SqliteRows &). The profiler leaves these tables without an index. One that is too
/// large to be scanned is searched by row id when it was written in the order of the key (call chains), else its rows
/// stay out (counters of a task, written metric by metric).
template <class Fn>
void forRowsOf(SqliteConnection &db, std::string_view table, std::string_view column, std::int64_t key,
               std::vector<std::string_view> wanted, Fn &&fn) {
    if (!db.hasColumn(table, column)) {
        return;
    }
    wanted.insert(wanted.begin(), column);
    if (db.isIndexed(table, column) || db.maxRowId(table) <= kScanLimit) {
        auto rows =
            db.select(table, wanted, "WHERE \"" + std::string(column) + "\" = ?1", std::vector<std::int64_t>{key});
        while (rows.next()) {
            fn(rows);
        }
        return;
    }
    if (const auto first = firstRowBySearch(db, table, column, key)) {
        auto rows = db.select(table, wanted, "WHERE rowid >= ?1", std::vector<std::int64_t>{*first});
        while (rows.next() && rows.number(0) == key) {
            fn(rows);
        }
    }
}

void appendTask(SqliteConnection &db, std::int64_t globalTaskId, KeyValues &values) {
    for (const auto *table : {"COMPUTE_TASK_INFO", "COMMUNICATION_TASK_INFO", "COMMUNICATION_SCHEDULE_TASK_INFO"}) {
        std::optional<std::int64_t> row;
        forRowsOf(db, table, "globalTaskId", globalTaskId, {},
                  [&](SqliteRows &rows) { row = row.value_or(rows.rowId()); });
        if (row) {
            // The task's own type stays beside the kernel's: AI_VECTOR_CORE runs as KERNEL_AIVEC.
            KeyValues more;
            appendRow(db, Table::Task, table, "WHERE rowid = ?1", *row, more);
            for (auto &[key, value] : more) {
                if (key != "globalTaskId") {
                    values.emplace_back(key == "taskType" ? "coreType" : key, std::move(value));
                }
            }
        }
    }
    std::vector<std::pair<std::int64_t, std::string>> metrics;
    forRowsOf(db, "TASK_PMU_INFO", "globalTaskId", globalTaskId, {"name", "value"},
              [&](SqliteRows &rows) { metrics.emplace_back(rows.number(1), rows.text(2)); });
    for (auto &[name, value] : metrics) {
        values.emplace_back("pmu." + lookedUp(db, kStrings, name, std::to_string(name)), std::move(value));
    }
}

void appendCall(SqliteConnection &db, KeyValues &values, std::optional<std::int64_t> connection,
                std::optional<std::int64_t> chain) {
    if (connection) {
        std::string ids;
        forRowsOf(db, "CONNECTION_IDS", "id", *connection, {"connectionId"},
                  [&](SqliteRows &rows) { ids.append(ids.empty() ? "" : ", ").append(rows.text(1)); });
        values.emplace_back("connections", ids);
    }
    if (chain) {
        std::vector<std::pair<std::int64_t, std::int64_t>> frames;
        forRowsOf(db, "PYTORCH_CALLCHAINS", "id", *chain, {"stack", "stackDepth"},
                  [&](SqliteRows &rows) { frames.emplace_back(rows.number(2), rows.number(1)); });
        std::sort(frames.begin(), frames.end());
        std::string stack;
        for (const auto &[depth, frame] : frames) {
            stack.append(stack.empty() ? "" : "\n").append(lookedUp(db, kStrings, frame, "#" + std::to_string(frame)));
        }
        if (!stack.empty()) {
            values.emplace_back("callStack", stack);
        }
    }
}

}  // namespace

Result<KeyValues> rowDetails(SqliteConnection &db, std::uint64_t row) {
    const auto table = static_cast<Table>(row >> 56);
    const auto name = tableName(table);
    const auto rowId = static_cast<std::int64_t>(row & ((std::uint64_t{1} << 56) - 1));
    if (name.empty()) {
        return fail(ErrorKind::Unsupported, "computed, so the file has no row for it", db.path());
    }
    KeyValues values;
    if (!appendRow(db, table, name, "WHERE rowid = ?1", rowId, values)) {
        return fail(ErrorKind::NotFound, "the row is not there", db.path() + ":row " + std::to_string(rowId));
    }
    auto keys = db.select(name, {"globalTaskId", "connectionId", "callchainId"}, "WHERE rowid = ?1", {rowId});
    if (!keys.next()) {
        return values;
    }
    if (const auto id = keys.optionalNumber(0); id && table == Table::Task) {
        appendTask(db, *id, values);
    }
    if (table == Table::PytorchApi) {
        appendCall(db, values, keys.optionalNumber(1), keys.optionalNumber(2));
    }
    return values;
}

}  // namespace stagescope::profiler_db
