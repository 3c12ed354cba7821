#include "core/analysis/communication/cluster_agreement.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/tables/result_table.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace stagescope {

namespace {

/// Text and database of one profile already differ in the sixth digit.
constexpr double kTolerance = 1e-5;
/// Recorders stop at a multiple of it when their buffer of operators is full.
constexpr std::size_t kCaptureLimit = 500;

using Figures = std::vector<std::pair<const char *, double>>;
using Rows = std::map<std::string, Figures>;

std::string key(const std::string &step, const std::string &name, const std::string &group, const std::string &where) {
    return "step " + step + ' ' + name + '@' + group + ' ' + where;
}

Rows timeRows(const Run &run, const std::set<int> &ranks, const std::stop_token &stop) {
    Rows rows;
    for (const auto &time : commTimes(run, CommSource::Any, stop)) {
        if (ranks.contains(time.rank)) {
            rows[key(time.step, time.name, time.group, "rank " + std::to_string(time.rank))] = {
                {"elapsed_ms", time.elapsedMs},
                {"transit_ms", time.transitMs},
                {"wait_ms", time.waitMs},
                {"idle_ms", time.idleMs}};
        }
    }
    return rows;
}

Rows linkRows(const Run &run, const std::set<int> &ranks, const std::stop_token &stop) {
    Rows rows;
    for (const auto &link : commMatrix(run, CommSource::Any, stop).links) {
        if (ranks.contains(link.source) && ranks.contains(link.destination)) {
            const auto where = std::to_string(link.source) + '-' + std::to_string(link.destination);
            rows[key(link.step, link.name, link.group, where)] = {{"size_mb", link.sizeMb}, {"time_ms", link.timeMs}};
        }
    }
    return rows;
}

Rows stepRows(const Run &run, const std::set<int> &ranks, const std::stop_token &stop) {
    Rows rows;
    for (const auto &row : stepTraceRows(run, CommSource::Any, stop)) {
        if (!row.isStage && !row.ranks.empty() && ranks.contains(row.ranks.front())) {
            rows["step " + row.step + " rank " + std::to_string(row.ranks.front())] = {
                {"computing_us", static_cast<double>(row.ns[0]) / 1000},
                {"communication_us", static_cast<double>(row.ns[3]) / 1000},
                {"free_us", static_cast<double>(row.ns[4]) / 1000}};
        }
    }
    return rows;
}

class ClusterComparison {
public:
    explicit ClusterComparison(const Run &run) : m_run(run) {
        m_cluster.clusterTables = run.clusterTables;
        const auto ranks = run.ranks();
        m_ranks.insert(ranks.begin(), ranks.end());
    }

    template <class RowsOf>
    void compare(const std::string &what, RowsOf rowsOf, const std::stop_token &stop) {
        const Rows ours = rowsOf(m_run, m_ranks, stop);
        const Rows theirs = rowsOf(m_cluster, m_ranks, stop);
        if (ours.empty() || theirs.empty()) {
            return;
        }
        for (const auto &[row, figures] : ours) {
            const auto it = theirs.find(row);
            if (it == theirs.end()) {
                add("comm.cluster_lacks", what + ", " + row, {});
                continue;
            }
            for (std::size_t i = 0; i < figures.size(); ++i) {
                compareFigure(what + ", " + row, figures[i], it->second[i].second);
            }
        }
        for (const auto &entry : theirs) {
            if (!ours.contains(entry.first)) {
                add("comm.cluster_only", what + ", " + entry.first, {});
            }
        }
    }

    void add(const std::string &code, const std::string &where, const std::string &detail, std::uint64_t count = 1) {
        m_log.add(Severity::Info, m_run.path, code, where, detail, count);
    }
    [[nodiscard]] std::vector<ImportEntry> entries() const { return m_log.entries(); }

private:
    void compareFigure(const std::string &where, const std::pair<const char *, double> &ours, double theirs) {
        const double size = std::max(std::abs(ours.second), std::abs(theirs));
        if (std::abs(ours.second - theirs) > kTolerance * size) {
            add("comm.cluster_differs", where,
                std::string(ours.first) + ' ' + cellText(Cell{ours.second}) + ", " + cellText(Cell{theirs}));
        }
    }

    const Run &m_run;
    Run m_cluster;
    std::set<int> m_ranks;
    ImportLog m_log;
};

/// Operators of communication by rank, as its files or its timeline tell them.
std::map<int, std::size_t> operatorsByRank(const Run &run, const std::stop_token &stop) {
    std::map<int, std::size_t> counts;
    for (const auto &time : commTimes(run, CommSource::Any, stop)) {
        counts[time.rank] += time.name == kAllOperators ? 0 : 1;
    }
    for (const int rank : run.ranks()) {
        auto &count = counts[rank];
        count = count == 0 ? commOps(*run.capture(rank)).size() : count;
    }
    return counts;
}

}  // namespace

std::vector<ImportEntry> clusterAgreement(const Run &run, const std::stop_token &stop) {
    if (run.captures.empty()) {
        return {};
    }
    ClusterComparison comparison(run);
    if (!run.clusterTables.empty()) {
        comparison.compare("times", timeRows, stop);
        comparison.compare("matrix", linkRows, stop);
        comparison.compare("step trace time", stepRows, stop);
    }
    const auto matrix = commMatrix(run, CommSource::Any, stop);
    for (const auto &group : matrix.contradictions) {
        comparison.add("comm.group_contradiction", "group " + group, {});
    }
    if (matrix.unmapped > 0) {
        comparison.add("comm.unmapped_links", "matrix", {}, matrix.unmapped);
    }
    for (const auto &[rank, count] : operatorsByRank(run, stop)) {
        if (count > 0 && count % kCaptureLimit == 0) {
            comparison.add("comm.truncated", "rank " + std::to_string(rank), std::to_string(count));
        }
    }
    return stop.stop_requested() ? std::vector<ImportEntry>{} : comparison.entries();
}

}  // namespace stagescope
