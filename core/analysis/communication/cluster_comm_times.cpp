#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/store/tables/table_store.h"

#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

int rankIn(const RankTables &of, const TableStore &table, std::size_t row) {
    return of.capture != nullptr ? of.rank : static_cast<int>(table.number(row, "rank", -1));
}

CommTime timeOf(const TableStore &table, std::size_t row) {
    CommTime time;
    time.step = plainStep(table.text(row, "step"));
    time.name = table.text(row, "name");
    time.group = table.text(row, "group");
    time.isP2p = table.text(row, "kind") == "p2p";
    time.startUs = table.real(row, "start_us");
    time.elapsedMs = table.real(row, "elapsed_ms");
    time.transitMs = table.real(row, "transit_ms");
    time.waitMs = table.real(row, "wait_ms");
    time.synchronizationMs = table.real(row, "synchronization_ms");
    time.idleMs = table.real(row, "idle_ms");
    return time;
}

CommBandwidth bandwidthOf(const TableStore &table, std::size_t row) {
    CommBandwidth bandwidth;
    bandwidth.step = plainStep(table.text(row, "step"));
    bandwidth.name = table.text(row, "name");
    bandwidth.group = table.text(row, "group");
    bandwidth.transport = table.text(row, "transport");
    bandwidth.sizeMb = table.real(row, "size_mb");
    bandwidth.timeMs = table.real(row, "time_ms");
    bandwidth.gbps = table.real(row, "bandwidth_gbps");
    bandwidth.largePacketRatio = table.real(row, "large_packet_ratio");
    bandwidth.packageMb = table.real(row, "package_mb");
    bandwidth.count = table.real(row, "count");
    bandwidth.durationMs = table.real(row, "duration_ms");
    return bandwidth;
}

void addTotals(std::vector<CommTime> &times) {
    std::map<std::tuple<std::string, std::string, int>, CommTime> totals;
    for (const auto &time : times) {
        auto &total = totals[{time.step, time.group, time.rank}];
        total.isP2p = time.isP2p;
        total.elapsedMs += time.elapsedMs;
        total.transitMs += time.transitMs;
        total.waitMs += time.waitMs;
        total.synchronizationMs += time.synchronizationMs;
        total.idleMs += time.idleMs;
    }
    for (auto &[key, total] : totals) {
        std::tie(total.step, total.group, total.rank) = key;
        total.name = kAllOperators;
        times.push_back(std::move(total));
    }
}

/// Size and time stand in every row of an operator's transport, and count once.
void addTotals(std::vector<CommBandwidth> &rows) {
    using Transport = std::tuple<std::string, std::string, int, std::string>;
    struct Sum {
        double sizeMb = 0;
        double timeMs = 0;
        std::set<std::string_view> names;
    };
    std::map<Transport, Sum> sums;
    std::map<std::pair<Transport, double>, CommBandwidth> totals;
    for (const auto &row : rows) {
        const Transport transport{row.step, row.group, row.rank, row.transport};
        auto &sum = sums[transport];
        if (sum.names.insert(row.name).second) {
            sum.sizeMb += row.sizeMb;
            sum.timeMs += row.timeMs;
        }
        auto &total = totals[{transport, row.packageMb}];
        total.count += row.count;
        total.durationMs += row.durationMs;
    }
    std::vector<CommBandwidth> added;
    for (auto &[key, total] : totals) {
        const auto &sum = sums[key.first];
        std::tie(total.step, total.group, total.rank, total.transport) = key.first;
        total.name = kAllOperators;
        total.packageMb = key.second;
        total.sizeMb = sum.sizeMb;
        total.timeMs = sum.timeMs;
        total.gbps = sum.timeMs == 0 ? 0 : sum.sizeMb / sum.timeMs;
        added.push_back(std::move(total));
    }
    std::move(added.begin(), added.end(), std::back_inserter(rows));
}

/// Rows of all ranks, made by `make` from a row of a table, with their totals.
template <class Row, class Make>
std::vector<Row> rowsOfRun(const Run &run, TableKind kind, CommSource source, const std::stop_token &stop, Make make) {
    std::vector<Row> rows;
    for (const auto &of : tablesOfRun(run, kind, source)) {
        for (const auto &table : of.tables) {
            for (std::size_t row = 0; row < table->rowCount(); ++row) {
                if (row % 4096 == 0 && stop.stop_requested()) {
                    return {};
                }
                rows.push_back(make(*table, row));
                rows.back().rank = rankIn(of, *table, row);
            }
        }
    }
    addTotals(rows);
    return rows;
}

}  // namespace

std::vector<CommTime> commTimes(const Run &run, CommSource source, const std::stop_token &stop) {
    return rowsOfRun<CommTime>(run, TableKind::CommTimes, source, stop, timeOf);
}

std::vector<CommBandwidth> commBandwidths(const Run &run, CommSource source, const std::stop_token &stop) {
    return rowsOfRun<CommBandwidth>(run, TableKind::CommBandwidths, source, stop, bandwidthOf);
}

}  // namespace stagescope
