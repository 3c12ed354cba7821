#include "core/formats/profiler_db/profiler_db.h"
#include "core/formats/tables/comm_op_rows.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>

namespace stagescope::profiler_db {

namespace {

struct Op {
    std::int64_t name;
    std::int64_t group;
    std::int64_t type;
    std::int64_t algorithm;
    std::int64_t dataType;
    std::int64_t begin;
    std::int64_t end;
    std::int64_t connection;
    std::int64_t count;
    std::int64_t relay;
    std::int64_t retry;
    std::string pair;  ///< opConnectionId
};

/// 4294967295 and 65535 stand for "not known" in columns of counts and flags.
std::int64_t known(std::int64_t value) { return value < 0 || value == kNoId || value == 0xffff ? -1 : value; }

Status readOps(SqliteConnection &db, std::vector<Op> &ops) {
    auto rows = db.select("COMMUNICATION_OP", {"opName", "groupName", "opType", "algType", "dataType", "startNs",
                                               "endNs", "connectionId", "count", "relay", "retry", "opConnectionId"});
    while (rows.next()) {
        const auto begin = rows.time(5);
        const auto end = rows.time(6);
        if (!begin || !end) {
            rows.reject("no start and end");
            continue;
        }
        const auto connection = rows.number(7, -1);
        ops.push_back({rows.number(0, -1), rows.number(1, -1), rows.number(2, -1), rows.number(3, -1),
                       rows.number(4, -1), *begin, *end, isConnection(connection) ? connection : -1,
                       std::max<std::int64_t>(rows.number(8, -1), -1), known(rows.number(9, -1)),
                       known(rows.number(10, -1)), std::string(rows.text(11))});
    }
    std::sort(ops.begin(), ops.end(), [](const Op &a, const Op &b) { return a.begin < b.begin; });
    return rows.finish();
}

std::unordered_map<std::int64_t, std::string> readDataTypes(SqliteConnection &db) {
    std::unordered_map<std::int64_t, std::string> types;
    auto rows = db.select("ENUM_HCCL_DATA_TYPE", {"id", "name"});
    while (rows.next()) {
        if (const auto name = rows.text(1); name != "N/A" && name != "INVALID_TYPE") {
            types.emplace(rows.number(0, -1), name);
        }
    }
    return rows.finish() ? types : decltype(types){};
}

}  // namespace

Status readCommOps(SqliteConnection &db, Sink &sink) {
    std::vector<Op> ops;
    if (const auto status = readOps(db, ops); !status || ops.empty()) {
        return status;
    }
    std::vector<std::int64_t> ids;
    for (const auto &op : ops) {
        ids.insert(ids.end(), {op.name, op.group, op.type, op.algorithm});
    }
    const auto texts = textsOf(db, std::move(ids));
    const auto types = readDataTypes(db);
    const auto textIn = [](const auto &map, std::int64_t id) {
        const auto it = map.find(id);
        return it == map.end() ? std::string_view() : std::string_view(it->second);
    };
    TableWriter<CommOpRecord> table;
    TableWriter<P2pOpRecord> p2p;
    for (const auto &op : ops) {
        CommOpRecord row;
        row.name = textIn(texts, op.name);
        row.group = textIn(texts, op.group);
        row.type = textIn(texts, op.type);
        row.algorithm = textIn(texts, op.algorithm);
        row.dataType = textIn(types, op.dataType);
        row.begin = op.begin;
        row.end = op.end;
        row.connection = op.connection;
        row.count = op.count;
        row.relay = op.relay;
        row.retry = op.retry;
        table.append(completed(row));
        if (const auto kind = p2pKind(row.name); !kind.empty()) {
            p2p.append({row.name, op.begin, op.end, kind, row.group, op.pair});
        }
    }
    sink.addTable(table.take());
    sink.addTable(p2p.take());
    return {};
}

}  // namespace stagescope::profiler_db
