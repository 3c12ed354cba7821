#pragma once

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/item_ref.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

// Links of a cluster, as a matrix of communication shows them: chosen rows of commMatrix, summed per (source,
// destination). Pure functions, any thread.

/// Which rows count. Group and step as the files name them, empty = all; the name of an operator, or kAllOperators.
struct LinkQuery {
    std::string group;
    std::string step;
    std::string name{kAllOperators};
    bool operator==(const LinkQuery &) const = default;
};

struct LinkSum {
    int source = -1;
    int destination = -1;
    std::string transport;  ///< "HCCS"; several joined by "+"
    double sizeMb = 0;
    double timeMs = 0;
    /// Operators that the files name for the link: all of them in old files, the picked ones (fastest, middle, slowest)
    /// in new ones.
    int operators = 0;
    /// For some kind of operator the files tell the picked ones only and no total (sends and receives): these are added
    /// instead, so that size and time are of a part of what the link carried.
    bool isOfPicked = false;

    [[nodiscard]] bool isSelf() const { return source == destination; }
    /// size / time; nothing where no time is known.
    [[nodiscard]] std::optional<double> gbps() const {
        return timeMs > 0 ? std::optional(sizeMb / timeMs) : std::nullopt;
    }
    /// gbps in % of the reference of its transport; nothing where either is unknown.
    [[nodiscard]] std::optional<double> referencePercent() const;
};
/// By (source, destination). O(rows log rows).
[[nodiscard]] std::vector<LinkSum> linkSums(const CommMatrix &matrix, const LinkQuery &query,
                                            const std::stop_token &stop = {});

/// "alltoall-top1": new files pick operators and put them beside the total of their kind, so they are in no sum.
[[nodiscard]] bool isPickedOperator(std::string_view name);

/// What a transport can carry, in 10^9 bytes/s: the reference bandwidths of MindStudio Insight's bandwidth analysis
/// (RDMA 12.5, HCCS 18, PCIE 20). Nothing for others, and for several at once.
[[nodiscard]] std::optional<double> referenceGbps(std::string_view transport);

/// Bandwidth of one link against all others of its transport (links of ranks to themselves apart).
struct LinkClass {
    std::size_t links = 0;
    double mean = 0;
    double deviation = 0;  ///< standard deviation of all of them
    /// 0 where all are alike.
    [[nodiscard]] double zOf(double gbps) const { return deviation > 0 ? (gbps - mean) / deviation : 0; }
};
[[nodiscard]] LinkClass linkClass(std::span<const LinkSum> links, const LinkSum &like);

/// The rows of single operators that a link sums, those of the totals left out.
[[nodiscard]] std::vector<CommLink> operatorsOf(const CommMatrix &matrix, const LinkRef &link);
/// The same as a table, with the columns of comm_matrix that tell rows of one link apart; `name` is the operator's.
[[nodiscard]] ResultTable operatorsTable(const CommMatrix &matrix, const LinkRef &link);
[[nodiscard]] LinkQuery queryOf(const LinkRef &link);

}  // namespace stagescope
