#pragma once

#include "core/demo/demo_options.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A communication group, as the metadata names it.
struct DemoGroup {
    std::string id;    ///< "group_name_3", the communicator's name in the databases
    std::string kind;  ///< "default_group", "dp", "mp", "pp"
    std::vector<int> ranks;

    /// Position of a rank in the group; ranks that are not in it have none.
    [[nodiscard]] int localRank(int rank) const;
};

/// The machine that a demo runs on: who is where, how fast links, chips and hosts are (faults included), how wrong the
/// clocks. Megatron's rank order: rank = stage * dp + replica. Immutable; all functions O(1) but groupsOf,
/// transferTime, loadingTime, coreFrequency and leakPerStep (O(faults)).
class DemoCluster {
public:
    explicit DemoCluster(const DemoOptions &options);

    [[nodiscard]] const DemoOptions &options() const { return m_options; }
    [[nodiscard]] int ranks() const { return m_options.ranks(); }
    [[nodiscard]] int stageOf(int rank) const { return rank / m_options.dp; }
    [[nodiscard]] int replicaOf(int rank) const { return rank % m_options.dp; }
    [[nodiscard]] int rankAt(int stage, int replica) const { return stage * m_options.dp + replica; }
    [[nodiscard]] int hosts() const { return (ranks() + m_options.ranksPerHost - 1) / m_options.ranksPerHost; }
    [[nodiscard]] int hostOf(int rank) const { return rank / m_options.ranksPerHost; }
    [[nodiscard]] int deviceOf(int rank) const { return rank % m_options.ranksPerHost; }
    [[nodiscard]] std::string hostName(int host) const;
    /// What the clock of a host shows beyond the true time, ns.
    [[nodiscard]] std::int64_t clockOffset(int host) const;

    [[nodiscard]] const DemoGroup &everyone() const { return m_everyone; }
    [[nodiscard]] const DemoGroup &dpGroup(int rank) const { return m_dpGroups[std::size_t(stageOf(rank))]; }
    [[nodiscard]] const DemoGroup &mpGroup(int rank) const { return m_mpGroups[std::size_t(replicaOf(rank))]; }
    [[nodiscard]] const DemoGroup &ppGroup(int rank) const { return m_ppGroups[std::size_t(replicaOf(rank))]; }
    [[nodiscard]] std::vector<const DemoGroup *> groupsOf(int rank) const;

    /// Time of `ns` of kernel work, or of host work, on a rank.
    [[nodiscard]] std::int64_t kernelTime(int rank, std::int64_t ns) const;
    [[nodiscard]] std::int64_t hostTime(int rank, std::int64_t ns) const;
    /// How long the kernels of an operator take, in millionths of what they take elsewhere.
    [[nodiscard]] std::int64_t operatorPpm(int rank, std::string_view opType) const;
    /// Time of fetching a batch that takes `ns` where nothing slows it down, on a host of usual speed.
    [[nodiscard]] std::int64_t loadingTime(int rank, std::int64_t ns) const;
    /// Of a rank's AI cores, MHz.
    [[nodiscard]] std::int64_t coreFrequency(int rank) const;
    /// Time of a transfer, ns: latency + bytes / bandwidth, times the link's fault. HCCS within a host, RDMA between
    /// hosts.
    [[nodiscard]] std::int64_t transferTime(int from, int to, std::int64_t bytes) const;
    [[nodiscard]] bool isSameHost(int a, int b) const { return hostOf(a) == hostOf(b); }
    [[nodiscard]] std::int64_t leakPerStep(int rank) const;
    /// How long the kernels of one cell of a rank take, in millionths of what they usually take there; `noise` is the
    /// cell's own.
    [[nodiscard]] std::int64_t cellPpm(int rank, std::uint64_t noise) const;
    /// How long the kernels of a microbatch take on a rank by how much data it has, in millionths of the usual time;
    /// the mean over the microbatches of a step is 1.
    [[nodiscard]] std::int64_t dataPpm(int rank, int step, int microbatch) const;

private:
    /// Product of the faults of one kind on a rank.
    [[nodiscard]] std::int64_t factorPpm(DemoFault::Kind kind, int rank) const;
    [[nodiscard]] std::int64_t linkFactorPpm(int a, int b) const;

    DemoOptions m_options;
    DemoGroup m_everyone;
    std::vector<DemoGroup> m_dpGroups;  ///< by stage
    std::vector<DemoGroup> m_mpGroups;  ///< by replica
    std::vector<DemoGroup> m_ppGroups;  ///< by replica
    std::vector<std::int64_t> m_kernelPpm;
    std::vector<std::int64_t> m_hostPpm;
    std::vector<std::int64_t> m_unevenPpm;
    std::vector<std::int64_t> m_dataPpm;
};

}  // namespace stagescope
