#include "core/formats/profiler_db/profiler_db_deep.h"

#include <algorithm>

// Copies and fills: what is said of them beside their task.
namespace stagescope::profiler_db {

Status CopyFacts::load(SqliteConnection &db) {
    std::map<std::int64_t, std::string_view> directions;  // by operation
    auto operations = db.select("ENUM_MEMCPY_OPERATION", {"id", "name"});
    while (operations.next()) {
        directions[operations.number(0, -1)] = copyWay(operations.text(1)).direction;
    }
    RETURN_IF_ERROR(operations.finish());
    auto rows = db.select("MEMCPY_INFO", {"globalTaskId", "size", "memcpyOperation"});
    while (rows.next()) {
        const auto direction = directions.find(rows.number(2, -1));
        m_ids.add(rows.number(0, -1), static_cast<std::uint32_t>(m_told.size()));
        m_told.push_back({std::max<std::int64_t>(rows.number(1, -1), -1),
                          direction == directions.end() ? std::string_view{} : direction->second});
    }
    m_ids.finish();
    return rows.finish();
}

void CopyFacts::add(std::int64_t globalTaskId, std::int64_t device, const CopyRecord &task) {
    auto copy = task;
    copy.direction = copyWay(copy.name).direction;
    if (const auto told = m_ids.find(globalTaskId); told != IdTable::kNone) {
        copy.bytes = m_told[told].bytes;
        copy.direction = copy.direction.empty() ? m_told[told].direction : copy.direction;
    }
    m_copies[device].push_back(copy);
}

void CopyFacts::give(Sink &sink) const {
    std::vector<CopyRecord> all;
    for (const auto &[device, copies] : m_copies) {
        all.insert(all.end(), copies.begin(), copies.end());
    }
    addCopyTable(all, sink);
}

}  // namespace stagescope::profiler_db
