#include "core/analysis/communication/comm_from_operators.h"

#include "core/analysis/run/steps.h"
#include "core/base/step_id.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/format_descriptor.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace stagescope {

namespace {

constexpr double kNanosPerMs = 1e6;
constexpr double kBytesPerMb = 1e6;

struct Operator {
    int rank = -1;
    std::string step;
    std::string_view name;
    std::string_view group;
    std::string_view type;
    std::string_view members;
    std::string_view splits;
    bool isP2p = false;
    bool isSend = false;
    int nth = 0;  ///< of this name and group on the rank
    std::int64_t peer = -1;
    std::int64_t begin = 0;
    std::int64_t stay = 0;
    std::int64_t transfer = 0;
    std::int64_t bytes = -1;
};

std::vector<Operator> operatorsOf(const RankCapture &capture) {
    std::vector<Operator> operators;
    std::map<std::pair<std::string_view, std::string_view>, int> counts;
    std::vector<StepBounds> steps;
    for (const auto &record : recordsOf<CommOpRecord>(capture)) {
        if (record.library.empty()) {
            continue;
        }
        steps = operators.empty() ? rankSteps(capture) : std::move(steps);
        Operator op;
        op.rank = capture.rank;
        op.name = record.name;
        op.group = record.group;
        op.type = record.type;
        op.members = record.members;
        op.splits = record.splits;
        op.isP2p = !record.p2p.empty();
        op.isSend = record.p2p == "send";
        op.peer = record.peer;
        op.begin = record.begin;
        op.stay = std::max<std::int64_t>(record.end - record.begin, 0);
        op.transfer = op.stay;
        op.bytes = record.bytes;
        op.nth = counts[{op.group, op.name}]++;
        const auto step = stepOfDeviceWork(steps, rankTime(op.begin));
        op.step = step == kNoStep ? std::string() : stepText(step);
        operators.push_back(std::move(op));
    }
    return operators;
}

/// All operators of a run, the transfer of each collective as short as on the rank that arrived last.
std::vector<Operator> operatorsOf(const Run &run) {
    std::vector<Operator> operators;
    for (const int rank : run.ranks()) {
        auto more = operatorsOf(*run.capture(rank));
        std::move(more.begin(), more.end(), std::back_inserter(operators));
    }
    using Key = std::tuple<std::string_view, std::string_view, std::string_view, int>;
    const auto keyOf = [](const Operator &op) { return Key{op.group, op.members, op.name, op.nth}; };
    std::map<Key, std::int64_t> shortest;
    for (const auto &op : operators) {
        if (!op.isP2p) {
            const auto [it, isNew] = shortest.try_emplace(keyOf(op), op.stay);
            it->second = std::min(it->second, op.stay);
        }
    }
    for (auto &op : operators) {
        const auto it = op.isP2p ? shortest.end() : shortest.find(keyOf(op));
        op.transfer = it == shortest.end() ? op.stay : it->second;
    }
    return operators;
}

template <class Record>
Record recordOf(const Operator &op) {
    Record record;
    record.step = op.step;
    record.name = op.name;
    record.group = op.group;
    record.kind = op.isP2p ? "p2p" : "collective";
    return record;
}

double share(double part, double whole) { return whole == 0 ? 0 : part / whole; }

void add(TableWriter<CommTimeRecord> &table, const Operator &op) {
    const double transit = static_cast<double>(op.transfer) / kNanosPerMs;
    const double wait = static_cast<double>(op.stay - op.transfer) / kNanosPerMs;
    auto time = recordOf<CommTimeRecord>(op);
    time.startUs = static_cast<double>(op.begin) / 1e3;
    time.elapsedMs = static_cast<double>(op.stay) / kNanosPerMs;
    time.transitMs = transit;
    time.waitMs = wait;
    time.synchronizationMs = wait;
    time.idleMs = 0;  // nothing is left of the stay
    time.waitRatio = share(wait, wait + transit);
    time.synchronizationRatio = time.waitRatio;
    table.append(time);
}

void add(TableWriter<CommBandwidthRecord> &table, const Operator &op) {
    if (op.bytes <= 0) {
        return;
    }
    auto bandwidth = recordOf<CommBandwidthRecord>(op);
    bandwidth.transport = kNcclTransport;
    bandwidth.sizeMb = static_cast<double>(op.bytes) / kBytesPerMb;
    bandwidth.timeMs = static_cast<double>(op.transfer) / kNanosPerMs;
    bandwidth.gbps = share(bandwidth.sizeMb, bandwidth.timeMs);
    // Packets are not told; the operator stands as one of its size.
    bandwidth.packageMb = bandwidth.sizeMb;
    bandwidth.count = 1;
    bandwidth.durationMs = bandwidth.timeMs;
    table.append(bandwidth);
}

/// Elements for each rank of a group.
std::vector<double> splitsOf(std::string_view list) {
    std::vector<double> splits;
    while (!list.empty()) {
        const auto comma = std::min(list.find(','), list.size());
        double value = 0;
        for (const char c : list.substr(0, comma)) {
            value = value * 10 + (c - '0');
        }
        splits.push_back(value);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return splits;
}

class LinkRows {
public:
    explicit LinkRows(const Run &run) : m_known(knownGroups(run)) {}

    void add(TableWriter<CommLinkRecord> &table, const Operator &op) const {
        if (op.bytes <= 0) {
            return;
        }
        const auto members = membersOf(op);
        const auto own = positionOf(members, op.rank);
        if (op.isSend && op.peer >= 0) {
            const auto peer = positionOf(members, static_cast<int>(std::min<std::int64_t>(op.peer, kMostRank)));
            addLink(table, op, own, peer, static_cast<double>(op.bytes));
        } else if (op.type == "alltoall" && members.size() > 1) {
            const auto splits = splitsOf(op.splits);
            const bool isEven = splits.size() != members.size();
            double sum = 0;
            for (const double split : splits) {
                sum += split;
            }
            for (std::size_t i = 0; i < members.size(); ++i) {
                const double part = isEven ? 1.0 / static_cast<double>(members.size()) : share(splits[i], sum);
                if (const auto to = static_cast<std::int64_t>(i); to != own && part > 0) {
                    addLink(table, op, own, to, part * static_cast<double>(op.bytes));
                }
            }
        }
    }

private:
    static constexpr std::int64_t kMostRank = 1'000'000'000;

    [[nodiscard]] std::vector<int> membersOf(const Operator &op) const {
        const auto known = m_known.find(std::string(op.group));
        return known != m_known.end() && !known->second.ranks.empty() ? known->second.ranks : ranksOfList(op.members);
    }
    /// Links name places in a group; without a group the ranks themselves.
    [[nodiscard]] std::int64_t positionOf(const std::vector<int> &members, int rank) const {
        const auto it = std::lower_bound(members.begin(), members.end(), rank);
        return members.empty() ? rank : it != members.end() && *it == rank ? it - members.begin() : -1;
    }
    static void addLink(TableWriter<CommLinkRecord> &table, const Operator &op, std::int64_t from, std::int64_t to,
                        double bytes) {
        if (from < 0 || to < 0) {
            return;
        }
        const auto name = std::string(op.isP2p ? "send" : op.type) + "-total";
        auto link = recordOf<CommLinkRecord>(op);
        link.name = name;
        link.source = from;
        link.destination = to;
        link.transport = kNcclTransport;
        link.opName = op.name;
        link.sizeMb = bytes / kBytesPerMb;
        link.timeMs = static_cast<double>(op.transfer) / kNanosPerMs;
        table.append(link);
    }

    std::map<std::string, KnownGroup> m_known;
};

/// Tables by rank, of the records that `add` writes of each operator.
template <class Record, class Add>
std::vector<RankTables> tablesOf(const Run &run, Add &&add) {
    std::map<int, TableWriter<Record>> writers;
    for (const auto &op : operatorsOf(run)) {
        add(writers[op.rank], op);
    }
    std::vector<RankTables> result;
    for (auto &[rank, writer] : writers) {
        if (writer.rowCount() > 0) {
            result.push_back({rank, run.capture(rank), {std::make_shared<TableStore>(writer.take())}});
        }
    }
    return result;
}

}  // namespace

double busFactor(std::string_view name, std::size_t ranks) {
    if (ranks == 0) {
        return 0;
    }
    const auto type = name.substr(0, name.find("__"));
    const double others = static_cast<double>(ranks - 1) / static_cast<double>(ranks);
    return type == "allreduce"                                                     ? 2 * others
           : type == "allgather" || type == "reduce_scatter" || type == "alltoall" ? others
                                                                                   : 1;
}

std::vector<RankTables> tablesOfOperators(const Run &run, TableKind kind) {
    switch (kind) {
        case TableKind::CommTimes:
            return tablesOf<CommTimeRecord>(run, [](auto &table, const Operator &op) { add(table, op); });
        case TableKind::CommBandwidths:
            return tablesOf<CommBandwidthRecord>(run, [](auto &table, const Operator &op) { add(table, op); });
        case TableKind::CommLinks:
            return tablesOf<CommLinkRecord>(
                run, [links = LinkRows(run)](auto &table, const Operator &op) { links.add(table, op); });
        default:
            return {};
    }
}

std::string loneRanksNote(const Run &run) {
    std::map<std::string_view, std::set<int>> seen;
    for (const int rank : run.ranks()) {
        for (const auto &op : recordsOf<CommOpRecord>(*run.capture(rank))) {
            if (!op.library.empty() && op.p2p.empty()) {
                seen[op.group].insert(rank);
            }
        }
    }
    std::string groups;
    for (const auto &[group, ranks] : seen) {
        groups += ranks.size() == 1 ? (groups.empty() ? "" : ", ") + std::string(group) : std::string();
    }
    return groups.empty() ? std::string()
                          : "Of these groups one rank is here, so that its wait for the others counts as transfer and "
                            "bandwidths are lower bounds: " +
                                groups + ".";
}

bool hasNcclOperators(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        const auto tables = capture.tables(TableKind::CommOps);
        return std::any_of(tables.begin(), tables.end(), [](const auto &table) {
            return TableRecords<CommOpRecord>(*table).template has<&CommOpRecord::library>();
        });
    });
}

bool needsDeepForGpuComm(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(), [](const RankCapture &capture) {
        return capture.state != LoadState::Deep && !capture.hasTrace() &&
               capture.tables(TableKind::CommTimes).empty() && capture.tables(TableKind::CommLinks).empty() &&
               std::any_of(capture.files.begin(), capture.files.end(),
                           [](const FileSource &file) { return file.chosen && isEventTrace(file.format); });
    });
}

}  // namespace stagescope
