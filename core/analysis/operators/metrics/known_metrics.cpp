#include "core/analysis/operators/metrics/known_metrics.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

using Part = std::pair<std::string_view, std::string_view>;  // in names, in words

struct CoreKind {
    std::string_view prefix;
    std::string words;
    std::vector<Part> pipes;
};

const std::array<CoreKind, 2> &coreKinds() {
    constexpr Part kMac{"mac", "matrix unit"};
    constexpr Part kVec{"vec", "vector unit"};
    constexpr Part kScalar{"scalar", "scalar unit"};
    constexpr Part kMte1{"mte1", "copies from L1 to L0 (MTE1)"};
    constexpr Part kMte2{"mte2", "copies from main memory and L2 into the core (MTE2)"};
    constexpr Part kMte3{"mte3", "copies from the core to main memory (MTE3)"};
    constexpr Part kFixpipe{"fixpipe", "copies of results out of L0C (FixPipe)"};
    static const std::array<CoreKind, 2> kinds{
        {{"aic_", "AI cube cores", {kMac, kScalar, kMte1, kMte2, kFixpipe}},
         {"aiv_", "AI vector cores", {kVec, kMac, kScalar, kMte1, kMte2, kMte3}}}};
    return kinds;
}

void addPipes(const CoreKind &kind, std::vector<KnownMetric> &list) {
    const std::string prefix(kind.prefix);
    list.push_back({prefix + "time_us", "Mean time of its " + kind.words + "."});
    list.push_back({prefix + "total_cycles", "Cycles of all its " + kind.words + "."});
    for (const auto &[name, words] : kind.pipes) {
        list.push_back({prefix + std::string(name) + "_time_us",
                        "Time in which the " + kind.words + " were busy with the " + std::string(words) + "."});
        list.push_back({prefix + std::string(name) + "_ratio", "Share from 0 to 1 of the " + kind.words +
                                                                   "' cycles that were busy with the " +
                                                                   std::string(words) + "."});
    }
    list.push_back({prefix + "icache_miss_rate",
                    "Share from 0 to 1 of instruction fetches of the " + kind.words + " that missed the cache."});
}

constexpr auto kMore = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"cube_utilization_percent", "Use of the AI cube cores: cycles / (cores x clock x duration)."},
    {"aic_mac_fp16_ratio", "Share from 0 to 1 of cycles with FP16 matrix instructions."},
    {"aic_mac_int8_ratio", "Share from 0 to 1 of cycles with INT8 matrix instructions."},
    {"aic_cube_fops", "Operations of the matrix unit, as counted."},
    {"aiv_vec_fp32_ratio", "Share from 0 to 1 of cycles with FP32 vector instructions."},
    {"aiv_vec_fp16_ratio", "Share from 0 to 1 of cycles with FP16 vector instructions."},
    {"aiv_vec_int32_ratio", "Share from 0 to 1 of cycles with INT32 vector instructions."},
    {"aiv_vec_misc_ratio", "Share from 0 to 1 of cycles with other vector instructions."},
    {"aiv_vector_fops", "Operations of the vector unit, as counted."},
    {"memory_bound", "Share of copies against compute: mte2_ratio / max(mac_ratio, vec_ratio)."},
    {"aiv_vec_bankgroup_cflt_ratio", "Share from 0 to 1 of vector cycles lost to conflicts of bank groups."},
    {"aiv_vec_bank_cflt_ratio", "Share from 0 to 1 of vector cycles lost to conflicts of banks."},
    {"aiv_vec_resc_cflt_ratio", "Share from 0 to 1 of vector cycles lost to conflicts of units."},
    {"l2_hit_rate", "Share from 0 to 1 of its accesses to L2 that hit (l2_cache.csv)."},
    {"l2_victim_rate", "Share from 0 to 1 of its accesses to L2 that drove another line out (l2_cache.csv)."},
    {"tlb_hit_rate", "Share from 0 to 1 of its address translations that hit the TLB (soc_pmu.csv)."},
    {"tlb_miss_rate", "Share from 0 to 1 of its address translations that missed the TLB (soc_pmu.csv)."},
    {"aicpu_compute_time_us", "Time in which the AI CPU computed (aicpu.csv)."},
    {"aicpu_memcpy_time_us", "Time in which the AI CPU copied memory (aicpu.csv)."},
    {"aicpu_task_time_us", "Time of the task on the AI CPU: its preparation, compute and copies (aicpu.csv)."},
    {"aicpu_dispatch_time_us", "Time in which the task was dispatched to the AI CPU (aicpu.csv)."},
    {"aicpu_total_time_us", "Time of the task with its dispatch, as the drivers measured it (aicpu.csv)."},
});

/// Bandwidths: of each a read and a write.
constexpr auto kMemories = std::to_array<std::array<std::string_view, 3>>({
    {"aic_l1_", "_bw_gbps", "L1"},
    {"aic_main_mem_", "_bw_gbps", "main memory by the cube cores"},
    {"aic_l2_", "_bw_gbps", "L2 by the cube cores"},
    {"aiv_ub_", "_bw_gbps", "the unified buffer"},
    {"aiv_main_mem_", "_bw_gbps", "main memory by the vector cores"},
    {"aiv_l2_", "_bw_gbps", "L2 by the vector cores"},
    {"aic_l0a_", "_bw_gbps", "L0A"},
    {"aic_l0b_", "_bw_gbps", "L0B"},
    {"aic_l0c_", "_bw_cube_gbps", "L0C by the matrix unit"},
    {"aiv_l0c_", "_bw_gbps", "L0C by the vector cores"},
    {"aic_ub_", "_bw_scalar_gbps", "the unified buffer by the cube cores' scalar unit"},
    {"aiv_ub_", "_bw_vector_gbps", "the unified buffer by the vector unit"},
    {"aiv_ub_", "_bw_scalar_gbps", "the unified buffer by the vector cores' scalar unit"},
});

constexpr auto kCacheEvents = std::to_array<Part>({
    {"write_cache_hit", "Writes that hit L2"},
    {"write_cache_miss_allocate", "Writes that missed L2 and took a line"},
    {"r0_read_cache_hit", "Reads of port 0 that hit L2"},
    {"r0_read_cache_miss_allocate", "Reads of port 0 that missed L2 and took a line"},
    {"r1_read_cache_hit", "Reads of port 1 that hit L2"},
    {"r1_read_cache_miss_allocate", "Reads of port 1 that missed L2 and took a line"},
});

std::vector<KnownMetric> madeList() {
    std::vector<KnownMetric> list;
    for (const auto &kind : coreKinds()) {
        addPipes(kind, list);
    }
    for (const auto &[name, meaning] : kMore) {
        list.push_back({std::string(name), std::string(meaning)});
    }
    for (const auto &[prefix, ending, words] : kMemories) {
        for (const std::string way : {"read", "write"}) {
            list.push_back({std::string(prefix) + way + std::string(ending),
                            "Bandwidth of " + way + "s of " + std::string(words) + "."});
        }
    }
    for (const auto &kind : coreKinds()) {
        for (const auto &[name, words] : kCacheEvents) {
            list.push_back(
                {std::string(kind.prefix) + std::string(name), std::string(words) + ", by the " + kind.words + "."});
        }
    }
    return list;
}

const KnownMetric *known(std::string_view name) {
    const auto list = knownMetrics();
    const auto it = std::find_if(list.begin(), list.end(), [&](const KnownMetric &each) { return each.name == name; });
    return it == list.end() ? nullptr : &*it;
}

}  // namespace

std::span<const KnownMetric> knownMetrics() {
    static const std::vector<KnownMetric> list = madeList();
    return list;
}

std::string metricMeaning(std::string_view name) {
    for (const std::string prefix : {"", "aic_", "aiv_"}) {
        if (const auto *metric = known(prefix + std::string(name))) {
            return prefix.empty() ? metric->meaning
                                  : "Of cores that do both matrix and vector work: " + metric->meaning;
        }
    }
    return "A counter of the cores that is named so in the file; its meaning is unknown.";
}

std::string_view metricUnit(std::string_view name) {
    return name.ends_with("_us")        ? "us"
           : name.ends_with("_percent") ? "%"
           : name.ends_with("_gbps")    ? "GB/s (10^9 B/s)"
                                        : "";
}

bool isAddedUp(std::string_view name) {
    const bool isCount = name.find("_cache_") != std::string_view::npos;
    return isCount || name.ends_with("_us") || name.ends_with("_cycles") || name.ends_with("_fops");
}

}  // namespace stagescope
