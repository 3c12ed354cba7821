#include "core/formats/nsys/nsys.h"
#include "core/formats/nsys/nsys_variables.h"

#include <algorithm>
#include <array>

namespace stagescope::nsys {

namespace {

struct Lookup {
    std::string_view column;
    std::string_view table;
};

/// Columns whose numbers stand for texts.
constexpr std::array<Lookup, 15> kLookups{{{"nameId", "StringIds"},
                                           {"textId", "StringIds"},
                                           {"jsonTextId", "StringIds"},
                                           {"demangledName", "StringIds"},
                                           {"shortName", "StringIds"},
                                           {"mangledName", "StringIds"},
                                           {"copyKind", "ENUM_CUDA_MEMCPY_OPER"},
                                           {"srcKind", "ENUM_CUDA_MEM_KIND"},
                                           {"dstKind", "ENUM_CUDA_MEM_KIND"},
                                           {"memKind", "ENUM_CUDA_MEM_KIND"},
                                           {"syncType", "ENUM_CUPTI_SYNC_TYPE"},
                                           {"launchType", "ENUM_CUDA_KERNEL_LAUNCH_TYPE"},
                                           {"overheadType", "ENUM_CUPTI_OVERHEAD_TYPE"},
                                           {"eventType", "ENUM_NSYS_EVENT_TYPE"},
                                           {"migrationCause", "ENUM_CUDA_UNIF_MEM_MIGRATION"}}};

/// Says nothing without the rest of the file.
bool isInner(std::string_view column) {
    return column == "eventClass" || column == "callchainId" || column == "argumentsId" || column == "globalVid" ||
           column == "binaryData" || column.starts_with("deprecated");
}

std::string lookedUp(SqliteConnection &db, std::string_view table, std::int64_t id) {
    auto rows = db.select(table, {"label", "value", "name"}, "WHERE id = ?1 LIMIT 1", {id});
    if (!rows.next()) {
        return std::to_string(id);
    }
    const auto text = rows.text(rows.has(0) ? 0 : rows.has(1) ? 1 : 2);
    return mayBeVariables(text) ? std::string() : std::string(text);
}

/// "dim3(8, 1, 1)" as "8 x 1 x 1"; nothing where one of them is missing.
void addSize(SqliteConnection &db, std::string_view table, std::int64_t rowId, std::string_view what,
             std::initializer_list<std::string_view> columns, KeyValues &values) {
    auto rows = db.select(table, columns, "WHERE rowid = ?1", {rowId});
    if (rows.next() && !rows.isNull(0) && !rows.isNull(1) && !rows.isNull(2)) {
        values.emplace_back(std::string(what), std::string(rows.text(0)) + " x " + std::string(rows.text(1)) + " x " +
                                                   std::string(rows.text(2)));
    }
}

bool isPartOfSize(std::string_view column) {
    return (column.starts_with("grid") || column.starts_with("block") || column.starts_with("cluster")) &&
           column.find_first_of("XYZ") == column.size() - 1;
}

void addColumn(SqliteConnection &db, const SqliteRows &rows, std::size_t i, std::string_view column,
               KeyValues &values) {
    const auto lookup =
        std::find_if(kLookups.begin(), kLookups.end(), [&](const Lookup &each) { return each.column == column; });
    if (column == "globalTid" || column == "globalPid" || column == "endGlobalTid") {
        const auto global = rows.number(i);
        values.emplace_back("process", std::to_string(pidOf(processOf(global))));
        if (column != "globalPid") {
            values.emplace_back(column == "globalTid" ? "thread" : "end thread", std::to_string(tidOf(global)));
        }
    } else if (lookup != kLookups.end()) {
        values.emplace_back(std::string(column), lookedUp(db, lookup->table, rows.number(i)));
    } else {
        values.emplace_back(std::string(column), std::string(rows.text(i)));
    }
}

}  // namespace

Result<KeyValues> rowDetails(SqliteConnection &db, std::uint64_t row) {
    constexpr unsigned kTableShift = 56;
    const auto number = row >> kTableShift;
    if (number == 0 || number > static_cast<std::uint64_t>(Table::MpiOther)) {
        return fail(ErrorKind::NotFound, "no such row", db.path());
    }
    const auto name = tableName(static_cast<Table>(number));
    const auto rowId = static_cast<std::int64_t>(row & ((std::uint64_t{1} << kTableShift) - 1));
    const auto columns = db.columns(name);
    const std::vector<std::string_view> wanted(columns.begin(), columns.end());
    auto rows = db.select(name, wanted, "WHERE rowid = ?1", std::vector<std::int64_t>{rowId});
    if (!rows.next()) {
        return fail(ErrorKind::NotFound, "no such row", db.path());
    }
    KeyValues values;
    addSize(db, name, rowId, "grid", {"gridX", "gridY", "gridZ"}, values);
    addSize(db, name, rowId, "block", {"blockX", "blockY", "blockZ"}, values);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!rows.isNull(i) && !isInner(wanted[i]) && !isPartOfSize(wanted[i])) {
            addColumn(db, rows, i, wanted[i], values);
        }
    }
    return values;
}

}  // namespace stagescope::nsys
