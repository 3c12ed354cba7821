#include "core/demo/demo_cluster.h"

#include "core/demo/demo_random.h"
#include "core/demo/kernel_model.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::int64_t kHccsBytesPerUs = 25'000;  ///< 25 GB/s
constexpr std::int64_t kRdmaBytesPerUs = 12'500;  ///< 12.5 GB/s, a 100 Gbit/s port
constexpr std::int64_t kHccsLatencyNs = 8'000;
constexpr std::int64_t kRdmaLatencyNs = 20'000;
constexpr std::int64_t kCoreMhz = 1800;

std::int64_t scaled(std::int64_t ns, std::int64_t ppm) { return ns * ppm / kPpm; }

/// Several faults on one place multiply, within what one fault may ask for.
std::int64_t combined(std::int64_t a, std::int64_t b) { return std::clamp(scaled(a, b), kPpm / 100, 1000 * kPpm); }

std::string groupName(int number) { return "group_name_" + std::to_string(number); }

}  // namespace

int DemoGroup::localRank(int rank) const {
    const auto it = std::find(ranks.begin(), ranks.end(), rank);
    return it == ranks.end() ? -1 : int(it - ranks.begin());
}

DemoCluster::DemoCluster(const DemoOptions &options)
    : m_options(options), m_everyone{groupName(0), "default_group", {}} {
    int number = 0;
    for (int stage = 0; stage < options.pp; ++stage) {
        m_dpGroups.push_back({groupName(++number), "dp", {}});
    }
    for (int replica = 0; replica < options.dp; ++replica) {
        m_mpGroups.push_back({groupName(++number), "mp", {}});
    }
    for (int replica = 0; replica < options.dp; ++replica) {
        m_ppGroups.push_back({groupName(++number), "pp", {}});
    }
    for (int rank = 0; rank < ranks(); ++rank) {
        m_everyone.ranks.push_back(rank);
        m_dpGroups[std::size_t(stageOf(rank))].ranks.push_back(rank);
        m_mpGroups[std::size_t(replicaOf(rank))].ranks.push_back(rank);
        m_ppGroups[std::size_t(replicaOf(rank))].ranks.push_back(rank);
        std::int64_t kernels = kPpm;
        for (const auto kind : {DemoFault::Kind::SlowRank, DemoFault::Kind::SlowStage, DemoFault::Kind::LowFrequency}) {
            kernels = combined(kernels, factorPpm(kind, rank));
        }
        m_kernelPpm.push_back(kernels);
        m_hostPpm.push_back(factorPpm(DemoFault::Kind::SlowHost, rank));
        m_unevenPpm.push_back(factorPpm(DemoFault::Kind::UnevenCells, rank));
        m_dataPpm.push_back(factorPpm(DemoFault::Kind::UnevenData, rank));
    }
}

std::int64_t DemoCluster::factorPpm(DemoFault::Kind kind, int rank) const {
    const int place = kind == DemoFault::Kind::SlowStage    ? stageOf(rank)
                      : kind == DemoFault::Kind::UnevenData ? replicaOf(rank)
                                                            : rank;
    std::int64_t ppm = kPpm;
    for (const DemoFault &fault : m_options.faults) {
        if (fault.kind == kind && fault.first == place) {
            ppm = combined(ppm, fault.factorPpm);
        }
    }
    return ppm;
}

std::string DemoCluster::hostName(int host) const {
    const std::string number = std::to_string(host);
    return "node" + std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number;
}

std::int64_t DemoCluster::clockOffset(int host) const {
    const auto range = std::uint64_t(m_options.clockOffset.count());
    const std::uint64_t noise = hashedNoise({m_options.seed, 0xC10C, std::uint64_t(host)});
    return std::int64_t(noise % (2 * range + 1)) - std::int64_t(range);
}

std::vector<const DemoGroup *> DemoCluster::groupsOf(int rank) const {
    return {&m_everyone, &dpGroup(rank), &mpGroup(rank), &ppGroup(rank)};
}

std::int64_t DemoCluster::kernelTime(int rank, std::int64_t ns) const {
    return scaled(ns, m_kernelPpm[std::size_t(rank)]);
}

std::int64_t DemoCluster::operatorPpm(int rank, std::string_view opType) const {
    return opType == kSlowedOperator ? factorPpm(DemoFault::Kind::SlowOperator, rank) : kPpm;
}

std::int64_t DemoCluster::hostTime(int rank, std::int64_t ns) const { return scaled(ns, m_hostPpm[std::size_t(rank)]); }

std::int64_t DemoCluster::loadingTime(int rank, std::int64_t ns) const {
    return scaled(ns, factorPpm(DemoFault::Kind::SlowLoader, rank));
}

std::int64_t DemoCluster::coreFrequency(int rank) const {
    return kCoreMhz * kPpm / factorPpm(DemoFault::Kind::LowFrequency, rank);
}

std::int64_t DemoCluster::linkFactorPpm(int a, int b) const {
    std::int64_t ppm = kPpm;
    for (const DemoFault &fault : m_options.faults) {
        const bool isHere = (fault.first == a && fault.second == b) || (fault.first == b && fault.second == a);
        if (isHere && fault.kind == DemoFault::Kind::SlowLink) {
            ppm = combined(ppm, fault.factorPpm);
        }
    }
    return ppm;
}

std::int64_t DemoCluster::transferTime(int from, int to, std::int64_t bytes) const {
    const bool isLocal = isSameHost(from, to);
    const std::int64_t wire = bytes * 1000 / (isLocal ? kHccsBytesPerUs : kRdmaBytesPerUs);
    return scaled(wire + (isLocal ? kHccsLatencyNs : kRdmaLatencyNs), linkFactorPpm(from, to));
}

std::int64_t DemoCluster::leakPerStep(int rank) const {
    std::int64_t bytes = 0;
    for (const DemoFault &fault : m_options.faults) {
        if (fault.kind == DemoFault::Kind::MemoryLeak && fault.first == rank) {
            bytes += fault.amount;
        }
    }
    return bytes;
}

std::int64_t DemoCluster::cellPpm(int rank, std::uint64_t noise) const {
    const std::int64_t least = kPpm * kPpm / m_unevenPpm[std::size_t(rank)];
    return least + std::int64_t(noise % std::uint64_t(2 * (kPpm - least) + 1));
}

/// Of two microbatches one has as much more as the other one has less; an odd one out has what is usual.
std::int64_t DemoCluster::dataPpm(int rank, int step, int microbatch) const {
    const int half = m_options.microbatches / 2;
    const std::int64_t most = kPpm - kPpm * kPpm / m_dataPpm[std::size_t(rank)];
    if (most == 0 || microbatch >= 2 * half) {
        return kPpm;
    }
    const std::uint64_t noise = hashedNoise({m_options.seed, 0xDA7A, std::uint64_t(replicaOf(rank)),
                                             std::uint64_t(step), std::uint64_t(microbatch % half)});
    const std::int64_t more = std::int64_t(noise % std::uint64_t(2 * most + 1)) - most;
    return microbatch < half ? kPpm + more : kPpm - more;
}

}  // namespace stagescope
