#include "core/formats/tables/comm_db_rows.h"

#include "core/base/time.h"
#include "core/formats/tables/step_trace_columns.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

#include <array>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::string_view kTotal = "Total Op Info";

/// Neither a column that the table lacks nor a cell without a number tells anything.
double realOf(SqliteRows &rows, std::size_t column) {
    return rows.has(column) ? rows.real(column, kNotTold) : kNotTold;
}

/// Ranks are INTEGER, REAL or TEXT.
std::int64_t rankOf(SqliteRows &rows, std::size_t column) {
    const auto rank = rows.optionalNumber(column);
    constexpr double kMost = 1e9;
    const double real = rank || !rows.isReal(column) ? -1 : rows.real(column);
    return rank ? *rank : real >= 0 && real <= kMost ? static_cast<std::int64_t>(real) : -1;
}

/// The first columns of every query: step, name, group, type, rank.
CommPlace placeOf(SqliteRows &rows) {
    CommPlace place;
    place.step = rows.text(0);
    place.name = rows.text(1);
    place.group = rows.text(2);
    place.kind = rows.text(3);
    if (place.kind.empty()) {
        // Names of the matrix are "send-top1", of operators "hcom_send__800_0_1".
        const bool isP2p = !p2pKind(place.name).empty() || place.name.starts_with("send") ||
                           place.name.starts_with("receive") || place.name.starts_with("recv");
        place.kind = isP2p ? "p2p" : "collective";
    }
    if (rows.has(4) && !rows.isNull(4)) {
        place.rank = static_cast<int>(rankOf(rows, 4));
    }
    return place;
}

Status readTimes(SqliteConnection &db, bool isCluster, CommRows &into) {
    auto rows = db.select(isCluster ? "ClusterCommunicationTime" : "CommAnalyzerTime",
                          {"step", "hccl_op_name", "group_name", "type", "rank_id", "start_timestamp",
                           isCluster ? "elapsed_time" : "elapse_time", "transit_time", "wait_time",
                           "synchronization_time", "idle_time", "wait_time_ratio", "synchronization_time_ratio"});
    while (rows.next()) {
        const auto place = placeOf(rows);
        if (place.name != kTotal) {
            CommTimeRecord time;
            time.startUs = realOf(rows, 5);
            time.elapsedMs = realOf(rows, 6);
            time.transitMs = realOf(rows, 7);
            time.waitMs = realOf(rows, 8);
            time.synchronizationMs = realOf(rows, 9);
            time.idleMs = realOf(rows, 10);
            time.waitRatio = realOf(rows, 11);
            time.synchronizationRatio = realOf(rows, 12);
            into.addTime(place, time);
        }
    }
    return rows.finish();
}

Status readBandwidths(SqliteConnection &db, bool isCluster, CommRows &into) {
    auto rows = db.select(
        isCluster ? "ClusterCommunicationBandwidth" : "CommAnalyzerBandwidth",
        {"step", "hccl_op_name", "group_name", "type", "rank_id", isCluster ? "band_type" : "transport_type",
         "transit_size", "transit_time", "bandwidth", "large_packet_ratio", "package_size", "count", "total_duration"});
    while (rows.next()) {
        const auto place = placeOf(rows);
        if (place.name != kTotal) {
            CommBandwidthRecord bandwidth;
            bandwidth.transport = rows.text(5);
            bandwidth.sizeMb = realOf(rows, 6);
            bandwidth.timeMs = realOf(rows, 7);
            bandwidth.gbps = realOf(rows, 8);
            bandwidth.largePacketRatio = realOf(rows, 9);
            if (rows.has(10)) {  // without sizes of packets there is no distribution
                bandwidth.packageMb = rows.real(10, 0);
                bandwidth.count = realOf(rows, 11);
                bandwidth.durationMs = realOf(rows, 12);
            }
            into.addBandwidth(place, bandwidth);
        }
    }
    return rows.finish();
}

Status readLinks(SqliteConnection &db, bool isCluster, CommRows &into) {
    auto rows = db.select(isCluster ? "ClusterCommunicationMatrix" : "CommAnalyzerMatrix",
                          {"step", "hccl_op_name", "group_name", "type", "rank_id", "src_rank", "dst_rank",
                           "transport_type", "op_name", "transit_size", "transit_time", "bandwidth"});
    while (rows.next()) {
        const auto place = placeOf(rows);
        if (place.name != kTotal) {
            CommLinkRecord link;
            link.source = rankOf(rows, 5);
            link.destination = rankOf(rows, 6);
            link.transport = rows.text(7);
            link.opName = rows.text(8);
            link.sizeMb = realOf(rows, 9);
            link.timeMs = realOf(rows, 10);
            link.gbps = realOf(rows, 11);
            into.addLink(place, link);
        }
    }
    return rows.finish();
}

/// ns of a column in us. REAL goes through its shortest decimal form, so that 8903.431 is 8903431 ns. -1 for NULL.
std::optional<std::int64_t> microsOf(SqliteRows &rows, std::size_t column) {
    if (rows.isNull(column)) {
        return -1;
    }
    if (!rows.isReal(column)) {
        return microsToNs(rows.text(column));
    }
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rows.real(column));
    return error == std::errc()
               ? microsToNs(std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data())))
               : std::nullopt;
}

}  // namespace

Status readStepTraceTable(SqliteConnection &db, bool isCluster, Sink &sink) {
    std::vector<std::string_view> columns{"deviceId", "step", "type", "index", "dp_index", "pp_index", "tp_index"};
    const auto first = columns.size();
    for (const auto &column : kStepTraceColumns) {
        columns.push_back(column.database);
    }
    TableWriter<StepTraceRecord> table;
    auto rows = db.select(isCluster ? "ClusterStepTraceTime" : "StepTraceTime", columns);
    while (rows.next()) {
        StepTraceRecord record;
        bool usable = true;
        for (std::size_t i = 0; i < kStepTraceColumns.size(); ++i) {
            const auto value = microsOf(rows, i + first);
            usable = usable && value;
            record.*kStepTraceColumns[i].member = value.value_or(-1);
        }
        if (!usable) {
            rows.reject("a duration is not a number");
            continue;
        }
        record.step = rows.text(1);
        record.device = rows.number(0, -1);
        if (isCluster) {
            record.type = rows.text(2);
            record.index = rows.text(3);
            record.dp = rows.number(4, -1);
            record.pp = rows.number(5, -1);
            record.tp = rows.number(6, -1);
        }
        table.append(record);
    }
    const auto status = rows.finish();
    if (status) {
        sink.addTable(table.take());
    }
    return status;
}

Status readGroupTable(SqliteConnection &db, Sink &sink) {
    TableWriter<GroupRecord> table;
    auto rows = db.select("CommunicationGroupMapping", {"type", "rank_set", "group_name", "group_id", "pg_name"});
    while (rows.next()) {
        const auto ranks = rankList(rows.text(1));
        table.append({rows.text(3), rows.text(4), -1, ranks, rows.text(0), rows.text(2)});
    }
    const auto status = rows.finish();
    if (status) {
        sink.addTable(table.take());
    }
    return status;
}

Status readCommTables(SqliteConnection &db, bool isCluster, CommRows &rows) {
    for (const auto read : {readTimes, readBandwidths, readLinks}) {
        if (const auto status = read(db, isCluster, rows); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace stagescope
