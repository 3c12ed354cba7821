#include "core/formats/profiler_db/profiler_db_deep.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <iterator>

// Counter tables by name, from the documentation of the profiler's export and the schema of real files. Absent tables
// and columns are passed over. Values are taken as they stand: bandwidths of NUMERIC tables are bytes per second.
namespace stagescope::profiler_db {

namespace {

struct IdColumn {
    std::string_view column;
    bool isText = false;  ///< an id of STRING_IDS
};
struct ValueColumn {
    std::string_view column;
    std::string_view label;  ///< empty: the table has one series per id
    std::string_view unit;
};
struct CounterTableSpec {
    std::string_view table;
    std::string_view process;
    std::string_view prefix;  ///< starts the name of each series
    std::int64_t order;
    std::vector<IdColumn> ids;
    std::vector<ValueColumn> values;
};

std::vector<ValueColumn> networkColumns() {
    return {
        {"bandwidth", "Bandwidth", "MB/s"},    {"rxByteRate", "Rx Rate", "MB/s"},     {"txByteRate", "Tx Rate", "MB/s"},
        {"rxPacketRate", "Rx Packets", "1/s"}, {"txPacketRate", "Tx Packets", "1/s"}, {"rxErrors", "Rx Errors", ""},
        {"txErrors", "Tx Errors", ""},         {"rxDropped", "Rx Dropped", ""},       {"txDropped", "Tx Dropped", ""}};
}

std::vector<CounterTableSpec> chipTables() {
    return {
        {"AICORE_FREQ", "AI Core Freq", "AI Core Freq", 14, {}, {{"freq", "", "MHz"}}},
        {"HBM", "HBM", "HBM", 17, {{"hbmId"}, {"type", true}}, {{"bandwidth", "", "B/s"}}},
        {"LLC",
         "LLC",
         "LLC",
         18,
         {{"llcId"}, {"mode", true}},
         {{"hitRate", "Hit Rate", "%"}, {"throughput", "Throughput", "B/s"}}},
        {"NPU_MEM", "NPU MEM", "", 19, {{"type", true}}, {{"ddr", "DDR", "B"}, {"hbm", "HBM", "B"}}},
        {"SOC_BANDWIDTH_LEVEL",
         "Stars Soc Info",
         "",
         20,
         {},
         {{"l2BufferBwLevel", "L2 Buffer Bw Level", ""}, {"mataBwLevel", "Mata Bw Level", ""}}},
        {"ACC_PMU",
         "Acc PMU",
         "Acc",
         21,
         {{"accId"}},
         {{"readBwLevel", "read_bandwidth", ""},
          {"writeBwLevel", "write_bandwidth", ""},
          {"readOstLevel", "read_ost", ""},
          {"writeOstLevel", "write_ost", ""}}},
        {"QOS", "QoS", "QoS", 22, {{"eventName", true}}, {{"bandwidth", "", "MB/s"}}},
    };
}

std::vector<CounterTableSpec> linkAndHostTables() {
    return {
        {"DDR", "DDR", "DDR", 24, {}, {{"read", "Read", "B/s"}, {"write", "Write", "B/s"}}},
        {"NIC", "NIC", "NIC", 25, {{"funcId"}}, networkColumns()},
        {"ROCE", "RoCE", "RoCE", 26, {{"funcId"}}, networkColumns()},
        {"ROH", "RoH", "RoH", 27, {{"funcId"}}, networkColumns()},
        {"HCCS", "HCCS", "HCCS", 28, {}, {{"txThroughput", "Tx", "B/s"}, {"rxThroughput", "Rx", "B/s"}}},
        {"PCIE",
         "PCIe",
         "PCIe",
         29,
         {},
         {{"txPostAvg", "Tx Post", "B/s"},
          {"txNonpostAvg", "Tx Non-Post", "B/s"},
          {"txCplAvg", "Tx Cpl", "B/s"},
          {"rxPostAvg", "Rx Post", "B/s"},
          {"rxNonpostAvg", "Rx Non-Post", "B/s"},
          {"rxCplAvg", "Rx Cpl", "B/s"}}},
        {"SAMPLE_PMU_TIMELINE",
         "Sampled PMU",
         "Core",
         30,
         {{"coreId"}},
         {{"usage", "Usage", "%"}, {"freq", "Freq", "MHz"}, {"totalCycle", "Cycles", ""}}},
        {"CPU_USAGE", "CPU Usage", "CPU", 31, {{"cpuNo"}}, {{"usage", "", "%"}}},
        {"HOST_MEM_USAGE", "Host Memory", "Host Memory", 32, {}, {{"usage", "", "%"}}},
        {"HOST_DISK_USAGE",
         "Host Disk",
         "Host Disk",
         33,
         {},
         {{"usage", "Usage", "%"}, {"readRate", "Read", "B/s"}, {"writeRate", "Write", "B/s"}}},
        {"HOST_NETWORK_USAGE",
         "Host Network",
         "Host Network",
         34,
         {},
         {{"usage", "Usage", "%"}, {"speed", "Speed", "B/s"}}},
    };
}

const std::vector<CounterTableSpec> &specs() {
    static const auto list = [] {
        auto all = chipTables();
        auto more = linkAndHostTables();
        all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
        return all;
    }();
    return list;
}

/// Reads one table. Rows come in runs of ids, so the tracks of the last ids are kept at hand.
class CounterReader {
public:
    CounterReader(const CounterTableSpec &spec, const Strings &strings, TraceBuilder &builder)
        : m_spec(spec), m_strings(strings), m_builder(builder) {}

    Status read(SqliteConnection &db) {
        std::vector<std::string_view> columns{"timestampNs", "deviceId"};
        for (const auto &id : m_spec.ids) {
            columns.push_back(id.column);
        }
        for (const auto &value : m_spec.values) {
            columns.push_back(value.column);
        }
        auto rows = db.select(m_spec.table, columns);
        while (rows.next()) {
            const auto time = rows.time(0);
            if (!time) {
                rows.reject("no time");
                continue;
            }
            const auto &tracks = tracksOf(rows);
            for (std::size_t i = 0; i < m_spec.values.size(); ++i) {
                const auto column = 2 + m_spec.ids.size() + i;
                if (!rows.isNull(column)) {
                    m_builder.sample(tracks[i], *time, rows.real(column));
                }
            }
        }
        return rows.finish();
    }

private:
    using Key = std::array<std::int64_t, 3>;
    static constexpr std::size_t kMaxSeries = 4096;

    const std::vector<TraceBuilder::LocalTrack> &tracksOf(SqliteRows &rows) {
        Key key{rows.number(1, -1), 0, 0};
        for (std::size_t i = 0; i < m_spec.ids.size() && i + 1 < key.size(); ++i) {
            key[i + 1] = rows.number(2 + i, -1);
        }
        auto it = m_tracks.find(key);
        if (it == m_tracks.end()) {
            it = m_tracks.size() < kMaxSeries ? m_tracks.emplace(key, makeTracks(key, rows)).first
                                              : std::prev(m_tracks.end());
        }
        return it->second;
    }

    std::vector<TraceBuilder::LocalTrack> makeTracks(const Key &key, SqliteRows &rows) {
        m_firstDevice = m_firstDevice.value_or(key[0]);
        std::string series(m_spec.prefix);
        for (std::size_t i = 0; i < m_spec.ids.size(); ++i) {
            if (rows.has(2 + i)) {
                series += (series.empty() ? "" : " ") + idText(m_spec.ids[i], key[i + 1]);
            }
        }
        if (key[0] != *m_firstDevice) {
            series += " NPU " + std::to_string(key[0]);
        }
        std::vector<TraceBuilder::LocalTrack> tracks;
        const auto process = m_builder.intern(m_spec.process);
        m_builder.describeProcess(process, process, m_builder.intern("NPU"));
        m_builder.sortProcess(process, m_spec.order);
        for (const auto &value : m_spec.values) {
            const std::string separator = value.label.empty() || series.empty() ? "" : "/";
            const auto name = m_builder.intern(series + separator + std::string(value.label));
            const TraceBuilder::TrackKey trackKey{TrackKind::Counter, process, name};
            m_builder.describeTrack(trackKey, name, m_builder.intern(value.unit), TrackKind::Counter);
            tracks.push_back(m_builder.track(trackKey));
        }
        return tracks;
    }

    [[nodiscard]] std::string idText(const IdColumn &column, std::int64_t id) const {
        const auto index = column.isText ? m_strings.index(id) : IdTable::kNone;
        return index == IdTable::kNone ? std::to_string(id) : std::string(m_strings.text(index));
    }

    const CounterTableSpec &m_spec;
    const Strings &m_strings;
    TraceBuilder &m_builder;
    std::map<Key, std::vector<TraceBuilder::LocalTrack>> m_tracks;
    std::optional<std::int64_t> m_firstDevice;
};

}  // namespace

Status readCounters(SqliteConnection &db, const Strings &strings, TraceBuilder &builder) {
    for (const auto &spec : specs()) {
        if (!db.hasTable(spec.table)) {
            continue;
        }
        RETURN_IF_ERROR(CounterReader(spec, strings, builder).read(db));
    }
    return {};
}

std::vector<std::string_view> counterTables(SqliteConnection &db) {
    std::vector<std::string_view> tables;
    for (const auto &spec : specs()) {
        if (db.hasTable(spec.table)) {
            tables.push_back(spec.table);
        }
    }
    return tables;
}

}  // namespace stagescope::profiler_db
