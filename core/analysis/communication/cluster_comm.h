#pragma once

#include "core/session/workspace.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

// Communication of a whole cluster, computed from the folders of its ranks alone (or taken from the files of a cluster
// analysis where there are no ranks). Formulas and names are those of msprof-analyze's cluster analysis, so that its
// figures are met: reference in the comments of each function. Sizes are in MB of 10^6 bytes, rates in 10^9 bytes/s.
// All functions are pure, run on any thread, and cost O(rows log rows).

/// Ranks often carry the same figures as analysis.db and as communication*.json, which differ in the last digits.
enum class CommSource { Any, Database, Text };

/// Name of the rows that sum over the operators of a group.
constexpr std::string_view kAllOperators = "Total Op Info";

/// Times and sizes are kNotTold where the file has none, and so is whatever is worked out with one: of sums, too.
struct CommTime {
    std::string step;  ///< "13"; what the file says where that is no number
    int rank = -1;
    std::string name;   ///< of the operator, or kAllOperators
    std::string group;  ///< as the file names it
    bool isP2p = false;
    double startUs = 0;  ///< on the rank's clock; 0 for totals
    double elapsedMs = 0;
    double transitMs = 0;
    double waitMs = 0;
    double synchronizationMs = 0;  ///< the part of waitMs before the first packet
    double idleMs = 0;

    /// waitMs / (waitMs + transitMs); 0 where both are 0.
    [[nodiscard]] double waitRatio() const { return ratio(waitMs); }
    [[nodiscard]] double synchronizationRatio() const { return ratio(synchronizationMs); }

private:
    [[nodiscard]] double ratio(double part) const { return part + transitMs == 0 ? 0 : part / (part + transitMs); }
};
/// Operators of each rank in the order of its file, then the sums per (step, group, rank).
[[nodiscard]] std::vector<CommTime> commTimes(const Run &run, CommSource source = CommSource::Any,
                                              const std::stop_token &stop = {});

/// The operators alone, one after the other: for what goes over thousands of ranks and keeps little of it. The row that
/// `use` gets is filled anew for the next one.
void forEachCommTime(const Run &run, CommSource source, const std::stop_token &stop,
                     const std::function<void(const CommTime &)> &use);

/// As in CommTime what the file does not tell is kNotTold.
struct CommBandwidth {
    std::string step;
    int rank = -1;
    std::string name;
    std::string group;
    std::string transport;  ///< HCCS, RDMA, PCIE, SDMA, SIO; SDMA repeats what HCCS, PCIE and SIO carry
    double sizeMb = 0;      ///< of the operator over this transport, alike in all of its rows
    double timeMs = 0;
    double gbps = 0;
    double largePacketRatio = 0;
    double packageMb = 0;  ///< packet size of this row; 0 (and count 0) where the file has no distribution
    double count = 0;
    double durationMs = 0;
};
/// Operators in the order of the files, then sums per (step, group, rank, transport, packet size): count and duration
/// over all rows, size and time over the operators, rate = size / time.
[[nodiscard]] std::vector<CommBandwidth> commBandwidths(const Run &run, CommSource source = CommSource::Any,
                                                        const std::stop_token &stop = {});

/// As forEachCommTime.
void forEachCommBandwidth(const Run &run, CommSource source, const std::stop_token &stop,
                          const std::function<void(const CommBandwidth &)> &use);

struct CommLink {
    std::string step;
    std::string name;  ///< "allreduce-top1", "allreduce-total", or kAllOperators
    std::string group;
    bool isP2p = false;
    int source = -1;  ///< global ranks
    int destination = -1;
    std::string transport;  ///< HCCS, RDMA, PCIE, SIO, LOCAL
    std::string opName;     ///< empty for kAllOperators
    double sizeMb = 0;
    double timeMs = 0;

    /// 0 where the time is 0.
    [[nodiscard]] double gbps() const { return timeMs == 0 ? 0 : sizeMb / timeMs; }
    [[nodiscard]] std::optional<double> gbpsIfTimed() const {
        return timeMs == 0 ? std::nullopt : std::optional(gbps());
    }
};
struct CommMatrix {
    std::vector<CommLink> links;  ///< operators in the order of the files, then the sums per (step, group, link)
    std::size_t unmapped = 0;     ///< rows with a rank that no folder and no metadata names; left out
    std::vector<std::string> contradictions;  ///< groups whose metadata and whose rows give a position to other ranks
};
/// Positions in a group become global ranks by the group's sorted ranks of the metadata, and by each rank's own row
/// (source = destination), which wins.
[[nodiscard]] CommMatrix commMatrix(const Run &run, CommSource source = CommSource::Any,
                                    const std::stop_token &stop = {});

struct CommGroupRow {
    bool isP2p = false;
    std::string group;  ///< as communication files name it: the hash of the id
    std::string id;     ///< key in the metadata; empty when unknown
    std::string name;   ///< "pp", "dp_cp"; empty when unknown
    std::vector<int> ranks;
    /// Ranks that recorded operators of the group, where the metadata says otherwise; else empty.
    std::vector<int> seenRanks;
};
/// Groups that communicated, by first rank that did; ranks as the metadata tells them, else those that took part.
[[nodiscard]] std::vector<CommGroupRow> commGroups(const Run &run, CommSource source = CommSource::Any,
                                                   const std::stop_token &stop = {});

}  // namespace stagescope
