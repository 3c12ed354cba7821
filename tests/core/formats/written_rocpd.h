#pragma once

#include "tests/core/formats/loaded_file.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stagescope::testing {

/// A rocpd database as rocprofv3 writes it. Schema 3 has places and times in the rows, schema 4 places in tracks, and
/// its first drafts times in a table of their own.
enum class RocpdSchema { Rows, Tracks, Times };

class WrittenRocpd {
public:
    WrittenRocpd(const std::string &path, std::string suffix, RocpdSchema schema)
        : m_db(path), m_suffix(std::move(suffix)), m_schema(schema) {
        const std::string id = "(id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT 'g' NOT NULL, ";
        const std::string owner = id + "nid INTEGER NOT NULL, pid INTEGER NOT NULL, ";
        const std::string more = "extdata JSONB DEFAULT '{}' NOT NULL)";
        create("metadata", "(id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL, value TEXT NOT NULL)");
        create("string", id + "string TEXT NOT NULL UNIQUE ON CONFLICT ABORT)");
        create("info_node", id + "hash BIGINT, machine_id TEXT, system_name TEXT, hostname TEXT)");
        create("info_process",
               id +
                   "nid INTEGER NOT NULL, ppid INTEGER, pid INTEGER NOT NULL, init BIGINT, fini BIGINT, "
                   "start BIGINT, 'end' BIGINT, command TEXT, environment JSONB DEFAULT '{}' NOT NULL, " +
                   more);
        create(
            "info_thread",
            id + "nid INTEGER NOT NULL, ppid INTEGER, pid INTEGER NOT NULL, tid INTEGER NOT NULL, name TEXT, " + more);
        create(
            "info_agent",
            owner +
                "type TEXT CHECK (type IN ('CPU', 'GPU')), absolute_index INTEGER, logical_index INTEGER, "
                "type_index INTEGER, uuid INTEGER, name TEXT, model_name TEXT, vendor_name TEXT, product_name TEXT, " +
                std::string(isInRows() ? "user_name" : "generic_name") + " TEXT, " + more);
        create("info_pmc", owner + "agent_id INTEGER, name TEXT NOT NULL, symbol TEXT NOT NULL, " + more);
        create("info_kernel_symbol",
               owner + "code_object_id INTEGER NOT NULL, kernel_name TEXT, display_name TEXT, " + more);
        create("info_category", id + "name TEXT NOT NULL, " + more);
        create("timestamp", id + "value BIGINT NOT NULL, phase INTEGER, track_id INTEGER)");
        create("track", id + "nid INTEGER NOT NULL, pid INTEGER, tid INTEGER, " +
                            (isInRows() ? "" : "agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, ") +
                            "name_id INTEGER, " + more);
        create("event",
               id + "category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER, " + more);
        create("arg", id + "event_id INTEGER NOT NULL, position INTEGER, type TEXT, name TEXT, value TEXT, " + more);
        create("pmc_event", id + "event_id INTEGER, pmc_id INTEGER NOT NULL, value REAL DEFAULT 0.0, " + more);
        const std::string place =
            isInRows() ? "nid INTEGER NOT NULL, pid INTEGER NOT NULL, tid INTEGER, " : "track_id INTEGER NOT NULL, ";
        const std::string lane = isInRows() ? "queue_id INTEGER, stream_id INTEGER, " : "";
        const std::string agent = isInRows() ? "agent_id INTEGER, " : "";
        const std::string span = schema == RocpdSchema::Times ? "start_id INTEGER NOT NULL, end_id INTEGER NOT NULL, "
                                                              : "start BIGINT NOT NULL, 'end' BIGINT NOT NULL, ";
        const std::string event = "event_id INTEGER, " + more;
        create("region", id + place + span + "name_id INTEGER NOT NULL, " + event);
        create("sample", id + "track_id INTEGER NOT NULL, timestamp BIGINT NOT NULL, " +
                             (isInRows() ? "" : "name_id INTEGER, ") + event);
        create("kernel_dispatch", id + place + agent + lane + span +
                                      "kernel_id INTEGER NOT NULL, dispatch_id INTEGER NOT NULL, workgroup_size_x "
                                      "INTEGER, grid_size_x INTEGER, " +
                                      event);
        create("memory_copy", id + place + lane + span +
                                  "name_id INTEGER NOT NULL, dst_agent_id INTEGER, dst_address INTEGER, "
                                  "src_agent_id INTEGER, src_address INTEGER, size INTEGER NOT NULL, " +
                                  event);
        create("memory_allocate", id + place + agent + lane + span +
                                      "type TEXT CHECK (type IN ('ALLOC', 'FREE', 'REALLOC', 'RECLAIM')), level TEXT "
                                      "CHECK (level IN ('REAL', "
                                      "'VIRTUAL', 'SCRATCH')), address INTEGER, size INTEGER NOT NULL, " +
                                      event);
        run("CREATE INDEX rocpd_arg@_event_id_idx ON rocpd_arg@ (event_id)");
        run("CREATE VIEW IF NOT EXISTS rocpd_region AS SELECT * FROM rocpd_region@");
    }

    /// '@' stands for the end of the names of tables.
    bool run(std::string sql) {
        for (auto at = sql.find('@'); at != std::string::npos; at = sql.find('@', at + m_suffix.size())) {
            sql.replace(at, 1, m_suffix);
        }
        return m_db.run(sql);
    }
    /// Columns and their values.
    using Values = std::map<std::string, std::string>;
    bool add(const std::string &table, const Values &values) {
        std::string names;
        std::string texts;
        for (const auto &[name, text] : values) {
            names += (names.empty() ? "'" : ",'") + name + '\'';
            texts += (texts.empty() ? "" : ",") + text;
        }
        return run("INSERT INTO rocpd_" + table + "@ (" + names + ") VALUES (" + texts + ")");
    }
    std::string text(const std::string &string) {
        const auto [it, isNew] = m_strings.try_emplace(string, std::to_string(m_strings.size() + 1));
        if (isNew) {
            add("string", {{"id", it->second}, {"string", '\'' + string + '\''}});
        }
        return it->second;
    }
    /// The event of a record, whose kind is of the JSON.
    std::string event(const std::string &kind, std::int64_t correlation, const std::string &extdata = "{}") {
        auto category = text(kind);
        if (m_schema == RocpdSchema::Tracks) {
            category = '9' + category;
            add("info_category", {{"id", category}, {"name", '\'' + kind + '\''}});
        }
        const auto id = std::to_string(++m_events);
        add("event", {{"id", id},
                      {"category_id", category},
                      {"stack_id", std::to_string(correlation)},
                      {"extdata", '\'' + extdata + '\''}});
        return id;
    }
    /// A record where its schema puts such, with `place` (pid, tid, agent_id ...) and its own values.
    bool record(const std::string &table, const Values &place, std::int64_t begin, std::int64_t end, Values values) {
        const bool isSample = table == "sample";
        if (isInRows() && !isSample) {
            values.insert(place.begin(), place.end());
        } else {
            auto lane = place;
            lane.insert({"id", std::to_string(++m_tracks)});
            if (isSample && isInRows()) {
                lane.insert(values.extract("name_id"));
            }
            add("track", lane);
            values.emplace("track_id", std::to_string(m_tracks));
        }
        if (isSample) {
            values.emplace("timestamp", std::to_string(begin));
        } else if (m_schema == RocpdSchema::Times) {
            for (const auto &[column, time] : {std::pair("start_id", begin), std::pair("end_id", end)}) {
                values.emplace(column, std::to_string(++m_times));
                add("timestamp", {{"id", std::to_string(m_times)}, {"value", std::to_string(time)}});
            }
        } else {
            values.emplace("start", std::to_string(begin));
            values.emplace("end", std::to_string(end));
        }
        return add(table, values);
    }

private:
    [[nodiscard]] bool isInRows() const { return m_schema == RocpdSchema::Rows; }
    void create(const std::string &table, const std::string &columns) {
        run("CREATE TABLE IF NOT EXISTS rocpd_" + table + "@ " + columns);
    }

    WrittenDatabase m_db;
    std::string m_suffix;
    RocpdSchema m_schema;
    std::map<std::string, std::string> m_strings;
    int m_events = 0;
    int m_tracks = 0;
    int m_times = 0;
};

}  // namespace stagescope::testing
