#include "core/formats/profiler_db/profiler_db_deep.h"
#include "core/formats/tables/memory_rows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

// Memory tables of the profiler's databases: sizes in bytes, times in ns. Absent tables are passed over.
namespace stagescope::profiler_db {

namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 60;

std::string_view textOf(const Strings &strings, std::int64_t id) {
    const auto index = strings.index(id);
    return index == IdTable::kNone ? std::string_view{} : strings.text(index);
}

/// Sizes are INTEGER or NUMERIC columns; NULL = absent.
std::int64_t bytesOf(SqliteRows &rows, std::size_t column) {
    const auto bytes = rows.optionalNumber(column);
    return bytes ? std::clamp(*bytes, -kMostBytes, kMostBytes) : kNoBytes;
}
std::int64_t timeOf(SqliteRows &rows, std::size_t column) { return rows.time(column).value_or(kNoMemoryTime); }

/// The pointer of a stream as a text, which lives until the next row is asked for.
class StreamText {
public:
    std::string_view of(const SqliteRows &rows, std::size_t column) {
        const auto pointer = rows.optionalNumber(column);
        if (pointer != m_pointer) {
            m_pointer = pointer;
            m_text = pointer ? std::to_string(*pointer) : std::string();
        }
        return m_text;
    }

private:
    std::optional<std::int64_t> m_pointer;
    std::string m_text;
};

Status readRecord(SqliteConnection &db, const Strings &strings, MemoryTables &tables) {
    auto rows = db.select("MEMORY_RECORD", {"component", "timestamp", "totalAllocated", "totalReserved", "totalActive",
                                            "streamPtr", "deviceId"});
    StreamText stream;
    while (rows.next()) {
        MemorySampleRecord sample;
        sample.component = textOf(strings, rows.number(0, -1));
        sample.level = levelOfRecord(sample.component);
        sample.stream = stream.of(rows, 5);
        sample.device = rows.number(6, -1);
        sample.at = timeOf(rows, 1);
        sample.allocated = bytesOf(rows, 2);
        sample.reserved = bytesOf(rows, 3);
        sample.active = bytesOf(rows, 4);
        if (sample.at == kNoMemoryTime || sample.component.empty()) {
            rows.reject("no component or no time");
            continue;
        }
        tables.samples.append(sample);
    }
    return rows.finish();
}

Status readOperators(SqliteConnection &db, const Strings &strings, MemoryTables &tables) {
    auto rows = db.select(
        "OP_MEMORY", {"name", "size", "allocationTime", "releaseTime", "activeReleaseTime", "allocationTotalAllocated",
                      "allocationTotalReserved", "allocationTotalActive", "releaseTotalAllocated",
                      "releaseTotalReserved", "releaseTotalActive", "streamPtr", "deviceId"});
    StreamText stream;
    while (rows.next()) {
        MemoryOpRecord op;
        op.name = textOf(strings, rows.number(0, -1));
        op.bytes = bytesOf(rows, 1);
        op.allocated = timeOf(rows, 2);
        op.released = timeOf(rows, 3);
        op.activeReleased = timeOf(rows, 4);
        setTotalsAt(op, {bytesOf(rows, 5), bytesOf(rows, 6), bytesOf(rows, 7)});
        setTotalsThen(op, {bytesOf(rows, 8), bytesOf(rows, 9), bytesOf(rows, 10)});
        op.stream = stream.of(rows, 11);
        op.device = rows.number(12, -1);
        if (op.bytes == kNoBytes || (op.allocated == kNoMemoryTime && op.released == kNoMemoryTime)) {
            rows.reject("no size or no time");
            continue;
        }
        tables.ops.append(op);
    }
    return rows.finish();
}

/// NPU_OP_MEM: what the graph engine allocates and releases, one row each. The framework's database tells the same in
/// MEMORY_RECORD and OP_MEMORY, so this is for databases of the device alone.
class EngineReader {
public:
    EngineReader(const Strings &strings, MemoryTables &tables) : m_strings(strings), m_tables(tables) {}

    Status read(SqliteConnection &db) {
        auto rows = db.select("NPU_OP_MEM", {"operatorName", "addr", "type", "size", "timestampNs", "totalAllocate",
                                             "totalReserve", "component", "deviceId"});
        while (rows.next()) {
            const auto at = rows.time(4);
            if (!at || rows.isNull(3)) {
                rows.reject("no size or no time");
                continue;
            }
            take(rows, *at);
        }
        for (const auto &[key, op] : m_open) {
            m_tables.ops.append(op);
        }
        return rows.finish();
    }

private:
    using Key = std::pair<std::int64_t, std::int64_t>;  ///< device, address

    void take(SqliteRows &rows, std::int64_t at) {
        MemorySampleRecord sample;
        sample.level = "allocator";
        sample.component = textOf(m_strings, rows.number(7, -1));
        sample.component = sample.component.empty() ? std::string_view("GE") : sample.component;
        sample.device = rows.number(8, -1);
        sample.at = at;
        sample.allocated = bytesOf(rows, 5);
        sample.reserved = bytesOf(rows, 6);
        m_tables.samples.append(sample);
        const Key key(sample.device, rows.number(1));
        const MemoryTotals totals{sample.allocated, sample.reserved, kNoBytes};
        const bool isRelease = textOf(m_strings, rows.number(2, -1)) == "release";
        MemoryOpRecord op;
        if (const auto it = m_open.find(key); it != m_open.end()) {
            op = it->second;
            m_open.erase(it);
            // Given out once more without a release: the release was not recorded.
            op.released = isRelease ? at : kNoMemoryTime;
            setTotalsThen(op, isRelease ? totals : MemoryTotals{});
            m_tables.ops.append(op);
        } else if (isRelease) {
            op = begun(rows, sample.device);
            op.released = at;
            setTotalsThen(op, totals);
            m_tables.ops.append(op);
        }
        if (!isRelease) {
            op = begun(rows, sample.device);
            op.allocated = at;
            setTotalsAt(op, totals);
            m_open.emplace(key, op);
        }
    }

    [[nodiscard]] MemoryOpRecord begun(SqliteRows &rows, std::int64_t device) const {
        MemoryOpRecord op;
        op.name = textOf(m_strings, rows.number(0, -1));
        op.bytes = bytesOf(rows, 3);
        op.device = device;
        return op;
    }

    const Strings &m_strings;
    MemoryTables &m_tables;
    std::map<Key, MemoryOpRecord> m_open;
};

Status readModules(SqliteConnection &db, MemoryTables &tables) {
    std::map<std::int64_t, std::string> names;
    auto modules = db.select("ENUM_MODULE", {"id", "name"});
    while (modules.next()) {
        names.emplace(modules.number(0), modules.text(1));
    }
    RETURN_IF_ERROR(modules.finish());
    auto rows = db.select("NPU_MODULE_MEM", {"moduleId", "timestampNs", "totalReserved", "deviceId"});
    while (rows.next()) {
        const auto at = rows.time(1);
        if (!at) {
            rows.reject("no time");
            continue;
        }
        const auto id = rows.number(0, -1);
        const auto name = names.emplace(id, std::string(kUnnamedModule) + std::to_string(id)).first;
        MemorySampleRecord sample{"module", name->second, {}, rows.number(3, -1), *at};
        sample.reserved = bytesOf(rows, 2);
        tables.samples.append(sample);
    }
    return rows.finish();
}

/// What the driver gave to this process (app) and to all on the device.
Status readProcess(SqliteConnection &db, const Strings &strings, MemoryTables &tables) {
    auto rows = db.select("NPU_MEM", {"type", "ddr", "hbm", "timestampNs", "deviceId"});
    while (rows.next()) {
        const auto at = rows.time(3);
        if (!at) {
            rows.reject("no time");
            continue;
        }
        const auto type = textOf(strings, rows.number(0, -1));
        MemorySampleRecord sample{"process", type == "app" ? "APP" : type, {}, rows.number(4, -1), *at};
        const auto ddr = bytesOf(rows, 1);
        const auto hbm = bytesOf(rows, 2);
        sample.reserved = hbm == kNoBytes || ddr == kNoBytes ? kNoBytes : hbm + ddr;  // half of a sum is none
        tables.samples.append(sample);
    }
    return rows.finish();
}

}  // namespace

Status readMemoryTables(SqliteConnection &db, const Strings &strings, Sink &sink) {
    MemoryTables tables;
    Status status = readRecord(db, strings, tables);
    status = status ? readOperators(db, strings, tables) : status;
    if (status && tables.samples.rowCount() == 0 && tables.ops.rowCount() == 0) {
        status = EngineReader(strings, tables).read(db);
    }
    status = status ? readModules(db, tables) : status;
    status = status ? readProcess(db, strings, tables) : status;
    if (status) {
        tables.give(sink);
    }
    return status;
}

}  // namespace stagescope::profiler_db
