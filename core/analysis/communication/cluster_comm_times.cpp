#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

void fill(CommTime &time, const CommTimeRecord &record) {
    time.step = plainStep(record.step);
    time.name = record.name;
    time.group = record.group;
    time.isP2p = record.kind == "p2p";
    time.startUs = record.startUs;
    time.elapsedMs = record.elapsedMs;
    time.transitMs = record.transitMs;
    time.waitMs = record.waitMs;
    time.synchronizationMs = record.synchronizationMs;
    time.idleMs = record.idleMs;
}

void fill(CommBandwidth &bandwidth, const CommBandwidthRecord &record) {
    bandwidth.step = plainStep(record.step);
    bandwidth.name = record.name;
    bandwidth.group = record.group;
    bandwidth.transport = record.transport;
    bandwidth.sizeMb = record.sizeMb;
    bandwidth.timeMs = record.timeMs;
    bandwidth.gbps = record.gbps;
    bandwidth.largePacketRatio = record.largePacketRatio;
    bandwidth.packageMb = record.packageMb;
    bandwidth.count = record.count;
    bandwidth.durationMs = record.durationMs;
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

template <class Record, class Row>
void forEachRow(const Run &run, CommSource source, const std::stop_token &stop,
                const std::function<void(const Row &)> &use) {
    Row row;
    std::size_t count = 0;
    for (const auto &of : tablesOfRun(run, Record::kKind, source)) {
        for (const auto &record : RecordList<Record>(of.tables)) {
            if (count++ % 4096 == 0 && stop.stop_requested()) {
                return;
            }
            fill(row, record);
            row.rank = of.capture != nullptr ? of.rank : static_cast<int>(record.rank);
            use(row);
        }
    }
}

/// Rows of all ranks with their totals.
template <class Record, class Row>
std::vector<Row> rowsOfRun(const Run &run, CommSource source, const std::stop_token &stop) {
    std::vector<Row> rows;
    forEachRow<Record, Row>(run, source, stop, [&](const Row &row) { rows.push_back(row); });
    if (stop.stop_requested()) {
        return {};
    }
    addTotals(rows);
    return rows;
}

}  // namespace

std::vector<CommTime> commTimes(const Run &run, CommSource source, const std::stop_token &stop) {
    return rowsOfRun<CommTimeRecord, CommTime>(run, source, stop);
}

void forEachCommTime(const Run &run, CommSource source, const std::stop_token &stop,
                     const std::function<void(const CommTime &)> &use) {
    forEachRow<CommTimeRecord, CommTime>(run, source, stop, use);
}

std::vector<CommBandwidth> commBandwidths(const Run &run, CommSource source, const std::stop_token &stop) {
    return rowsOfRun<CommBandwidthRecord, CommBandwidth>(run, source, stop);
}

void forEachCommBandwidth(const Run &run, CommSource source, const std::stop_token &stop,
                          const std::function<void(const CommBandwidth &)> &use) {
    forEachRow<CommBandwidthRecord, CommBandwidth>(run, source, stop, use);
}

}  // namespace stagescope
