#pragma once

#include "core/base/key_values.h"
#include "core/formats/io/id_table.h"
#include "core/formats/io/sqlite_reader.h"
#include "core/formats/rocprofv3/rocprof_records.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// The database that rocprofv3 and other tools of ROCm 7 write ("rocpd"), schema 3 and 4; every table and column is
// optional. Tables of a recording end in its number, and merged databases hold those of several.
namespace stagescope::rocprof {

/// A process of a database.
struct DatabaseProcess {
    std::string suffix;  ///< of its tables: "_0198c1a2_...", or nothing
    std::int64_t id = -1;
    std::int64_t pid = 0;
    bool isAlone = true;  ///< in its tables
    std::string name{};   ///< its number; where several share it, with the end of its tables
    std::optional<int> rank{};
};
/// In the order of their tables, which is that of their begins. None: not such a database.
[[nodiscard]] std::vector<DatabaseProcess> processesOf(SqliteConnection &db);

/// What is kept of the environment of a process, which is private: its rank.
[[nodiscard]] std::string rankVariables(std::string_view environment);

/// Values by the ids of a table. Filled by add(), then finish().
template <class Value>
class ById {
public:
    void add(std::int64_t id, const Value &value) {
        m_ids.add(id, static_cast<std::uint32_t>(m_values.size()));
        m_values.push_back(value);
    }
    void finish() { m_ids.finish(); }
    [[nodiscard]] const Value *find(std::int64_t id) const {
        const auto at = m_ids.find(id);
        return at == IdTable::kNone ? nullptr : &m_values[at];
    }

private:
    IdTable m_ids;
    std::vector<Value> m_values;
};

/// One process of a rocpd database as the records that the same run gives as JSON. Rows are tables and their row ids.
/// One thread.
class DatabaseReader {
public:
    DatabaseReader(SqliteConnection &db, const DatabaseProcess &process, Records &records)
        : m_db(db), m_process(process), m_records(records) {}

    /// What stands before the records. Errors: Cancelled.
    [[nodiscard]] Status readHead();
    /// All. Damage is in the log.
    [[nodiscard]] Status read();
    /// For ByteMeter.
    [[nodiscard]] std::uint64_t rowsToRead();
    [[nodiscard]] Result<KeyValues> details(std::uint64_t row);

private:
    struct Event {
        std::int64_t stack = 0;
        RecordKind kind = RecordKind::Other;
    };
    struct Track {
        std::int64_t process = -1;
        std::int64_t name = -1;
        Record place{};
    };
    struct Dispatch {
        std::int64_t kernel = -1;
        std::int64_t time = -1;
    };
    [[nodiscard]] std::string table(std::string_view name) const {
        return "rocpd_" + std::string(name) + m_process.suffix;
    }
    [[nodiscard]] Status readAgents();
    [[nodiscard]] Status readNames();
    [[nodiscard]] Status readTracks();
    [[nodiscard]] Status readEvents();
    [[nodiscard]] Status readTable(std::size_t number);
    [[nodiscard]] Status readCounters();
    /// False where it is of another process.
    [[nodiscard]] bool readRecord(const SqliteRows &rows, RecordKind &kind, Record &record);
    [[nodiscard]] bool canLookUp();
    [[nodiscard]] StringId textOf(std::int64_t id);
    [[nodiscard]] RecordKind kindOfCategory(std::int64_t id);

    SqliteConnection &m_db;
    const DatabaseProcess &m_process;
    Records &m_records;
    std::unordered_map<std::int64_t, StringId> m_texts;
    std::unordered_map<std::int64_t, RecordKind> m_categories;
    std::optional<bool> m_canLookUp;                           ///< asked once
    std::unordered_map<std::int64_t, std::int64_t> m_threads;  ///< their numbers
    std::unordered_map<std::int64_t, Track> m_tracks;
    ById<Event> m_events;
    ById<std::int64_t> m_times;   ///< of an early schema 4
    ById<Dispatch> m_dispatches;  ///< by event, where counters refer to them
    bool m_hasCounters = false;
};

}  // namespace stagescope::rocprof
