#pragma once

#include "core/demo/demo_cluster.h"
#include "core/demo/demo_options.h"

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope::planted {

// Troubles for a synthetic cluster, with what must be said about them. Amounts and places come from the seed.

struct Case {
    DemoOptions options;
    std::vector<int> ranks{};  ///< that the evidence must name: all of them, and of other ones none
};
struct Trouble {
    const char *name;
    const char *rule;  ///< that must come first, or what of its findings: "unfused_kernels.norm"; empty: nothing may be
    std::vector<double> amounts;
    std::function<Case(DemoOptions options, std::mt19937_64 &random, double amount)> plant;

    /// Whether the impact that is told is what the trouble costs: clocks and leaks cost no time, and uneven stages are
    /// weighed against the same work spread evenly.
    [[nodiscard]] bool tellsCost() const {
        return rule != std::string_view("clock_skew") && rule != std::string_view("stage_imbalance") && !isLeak();
    }
    /// Whether what it costs is told as what a rerun without it gains.
    [[nodiscard]] bool tellsGain() const {
        const std::string_view own(rule);
        return own.starts_with("unfused_kernels") || own == "aicpu" || own == "overlap_off" ||
               own == "garbage_collection" || own == "data_loading" || own == "online_compilation" ||
               own == "data_imbalance";
    }
    /// How long a microbatch is cannot be told where forwards and backwards of two run in turn.
    [[nodiscard]] bool canTellIn(ScheduleKind schedule) const {
        const bool hasOverlapped = schedule == ScheduleKind::DualPipe || schedule == ScheduleKind::DualPipeV ||
                                   schedule == ScheduleKind::MindSpeedDualPipeV;
        return rule != std::string_view("data_imbalance") || !hasOverlapped;
    }
    /// Whether it is found by what a rank does alone, so that few schedules tell.
    [[nodiscard]] bool isSettled() const {
        return isLeak() || std::string_view(rule).starts_with("unfused_kernels") ||
               rule == std::string_view("overlap_off");
    }
    [[nodiscard]] bool isLeak() const { return rule == std::string_view("memory_leak"); }
    [[nodiscard]] bool isNamedBy(const std::string &title) const {
        return (title + ".").starts_with("finding." + std::string(rule) + ".");
    }
    [[nodiscard]] bool isHealthy() const { return std::string_view(name) == "none"; }
};

inline int below(std::mt19937_64 &random, int end) { return std::uniform_int_distribution<int>(0, end - 1)(random); }

inline DemoFault fault(DemoFault::Kind kind, int first, int second, double factor) {
    return {.kind = kind, .first = first, .second = second, .factorPpm = static_cast<std::int64_t>(factor * 1e6)};
}

/// Transfers of the pipelines run between ranks of equal replica.
inline Case slowTransfers(DemoOptions options, double factor) {
    for (int a = 0; a < options.ranks(); ++a) {
        for (int b = a + options.dp; b < options.ranks(); b += options.dp) {
            options.faults.push_back(fault(DemoFault::Kind::SlowLink, a, b, factor));
        }
    }
    return {options};
}
inline Case slowLink(DemoOptions options, std::mt19937_64 &random, double factor) {
    const int a = below(random, options.ranks() - options.dp);
    options.faults.push_back(fault(DemoFault::Kind::SlowLink, a, a + options.dp, factor));
    return {options, {a, a + options.dp}};
}
inline Case slowStage(DemoOptions options, std::mt19937_64 &random, double factor) {
    const int stage = below(random, options.pp);
    options.faults.push_back(fault(DemoFault::Kind::SlowStage, stage, 0, factor));
    Case result{options};
    for (int replica = 0; replica < options.dp; ++replica) {
        result.ranks.push_back(DemoCluster(options).rankAt(stage, replica));
    }
    return result;
}
inline Case slowOne(DemoOptions options, DemoFault::Kind kind, std::mt19937_64 &random, double factor) {
    const int rank = below(random, options.ranks());
    options.faults.push_back(fault(kind, rank, 0, factor));
    return {options, {rank}};
}
/// On a rank of the first stage: elsewhere it hides behind the wait for the first activation.
inline Case slowLoader(DemoOptions options, std::mt19937_64 &random, double factor) {
    const int rank = below(random, options.dp);
    options.faults.push_back(fault(DemoFault::Kind::SlowLoader, rank, 0, factor));
    return {options, {rank}};
}
/// A fault that has an amount.
inline Case pauseOne(DemoOptions options, DemoFault::Kind kind, std::mt19937_64 &random, double amount) {
    const int rank = below(random, options.ranks());
    options.faults.push_back({.kind = kind, .first = rank, .amount = std::llround(amount)});
    return {options, {rank}};
}
inline Case slowEverywhere(DemoOptions options, DemoFault::Kind kind, double factor) {
    for (int rank = 0; rank < options.ranks(); ++rank) {
        options.faults.push_back(fault(kind, rank, 0, factor));
    }
    return {options};
}
/// On a rank that waits for its first activation anyway.
inline Case inTheMiddle(DemoOptions options, DemoFault::Kind kind, double factor) {
    options.faults.push_back(fault(kind, DemoCluster(options).rankAt(options.pp / 2, 0), 0, factor));
    return {options};
}
/// One host per stage, whose clocks are at least 2 ms apart.
inline Case skewedClocks(DemoOptions options, std::int64_t mostMs) {
    options.ranksPerHost = options.dp;
    options.clockOffset = Nanos{mostMs * 1'000'000};
    for (;; ++options.seed) {
        const DemoCluster cluster(options);
        for (int host = 1; host < cluster.hosts(); ++host) {
            if (std::abs(cluster.clockOffset(host) - cluster.clockOffset(0)) > 2'000'000 || mostMs < 2) {
                return {options};
            }
        }
    }
}

/// A fault that has an amount.
inline Case everywhere(DemoOptions options, DemoFault::Kind kind, int places, double amount) {
    for (int place = 0; place < places; ++place) {
        options.faults.push_back({.kind = kind, .first = place, .amount = std::llround(amount)});
    }
    return {options};
}
/// Told from as many steps as rule memory_leak asks for, and the first one, which does not count.
inline Case leakOnOne(DemoOptions options, std::mt19937_64 &random, double mebibytes) {
    options.steps = 6;
    return pauseOne(std::move(options), DemoFault::Kind::MemoryLeak, random, mebibytes * (1 << 20));
}

/// Told from as many steps as rule data_imbalance asks for.
inline Case unevenData(DemoOptions options, double factor) {
    options.steps = 3;
    for (int replica = 0; replica < options.dp; ++replica) {
        options.faults.push_back(fault(DemoFault::Kind::UnevenData, replica, 0, factor));
    }
    return {options};
}

inline std::vector<Trouble> slowTroubles() {
    using Kind = DemoFault::Kind;
    return {
        {"slow rank, times",
         "slow_worker",
         {1.08, 1.25, 1.5, 2.5},
         [](DemoOptions o, auto &r, double f) { return slowOne(o, Kind::SlowRank, r, f); }},
        {"slow stage, times",
         "stage_imbalance",
         {1.1, 1.25, 1.5, 2},
         [](DemoOptions o, auto &r, double f) { return slowStage(o, r, f); }},
        {"slow link, times", "slow_link", {4, 10}, [](DemoOptions o, auto &r, double f) { return slowLink(o, r, f); }},
        {"P2P slower, times",
         "p2p_transfer",
         {10},
         [](DemoOptions o, auto &, double f) { return slowTransfers(o, f); }},
        {"clocks off, up to ms",
         "clock_skew",
         {50},
         [](DemoOptions o, auto &, double ms) { return skewedClocks(o, std::int64_t(ms)); }},
        {"cores slower, times",
         "frequency",
         {1.1, 1.5},
         [](DemoOptions o, auto &r, double f) { return slowOne(o, Kind::LowFrequency, r, f); }},
        {"uneven microbatches, times",
         "data_imbalance",
         {1.4, 2.5},
         [](DemoOptions o, auto &, double f) { return unevenData(o, f); }},
    };
}

inline std::vector<Trouble> hostTroubles() {
    using Kind = DemoFault::Kind;
    return {
        {"slow host, times",
         "host_launch",
         {20, 40},
         [](DemoOptions o, auto &r, double f) { return slowOne(o, Kind::SlowHost, r, f); }},
        {"slow loader, times",
         "data_loading",
         {15, 40},
         [](DemoOptions o, auto &r, double f) { return slowLoader(o, r, f); }},
        {"slow loaders, times",
         "data_loading",
         {15, 40},
         [](DemoOptions o, auto &, double f) { return slowEverywhere(o, Kind::SlowLoader, f); }},
        {"garbage collection, ms",
         "garbage_collection",
         {200, 400},
         [](DemoOptions o, auto &r, double ms) { return pauseOne(o, Kind::GcPause, r, ms); }},
        {"compilation, us",
         "online_compilation",
         {20'000, 40'000},
         [](DemoOptions o, auto &r, double us) { return pauseOne(o, Kind::Recompile, r, us); }},
    };
}

/// What tuning guides remedy.
inline std::vector<Trouble> tuningTroubles() {
    using Kind = DemoFault::Kind;
    return {
        {"AI CPU kernels, after that of a layer",
         "aicpu",
         {0, 4},
         [](DemoOptions o, auto &r, double place) { return pauseOne(o, Kind::AiCpuKernel, r, place); }},
        {"unfused norm, layers",
         "unfused_kernels.norm",
         {1, 2},
         [](DemoOptions o, auto &r, double n) { return pauseOne(o, Kind::UnfusedNorm, r, n); }},
        {"unfused norms everywhere, layers",
         "unfused_kernels.norm",
         {2},
         [](DemoOptions o, auto &, double n) { return everywhere(o, Kind::UnfusedNorm, o.ranks(), n); }},
        {"unfused swiglu, layers",
         "unfused_kernels.swiglu",
         {1, 2},
         [](DemoOptions o, auto &r, double n) { return pauseOne(o, Kind::UnfusedSwiGlu, r, n); }},
        {"unfused swiglus everywhere, layers",
         "unfused_kernels.swiglu",
         {2},
         [](DemoOptions o, auto &, double n) { return everywhere(o, Kind::UnfusedSwiGlu, o.ranks(), n); }},
        {"unfused rotary embedding, layers",
         "unfused_kernels.rotary",
         {2},
         [](DemoOptions o, auto &r, double n) { return pauseOne(o, Kind::UnfusedRotary, r, n); }},
        {"unfused rotary embeddings everywhere, layers",
         "unfused_kernels.rotary",
         {2},
         [](DemoOptions o, auto &, double n) { return everywhere(o, Kind::UnfusedRotary, o.ranks(), n); }},
        {"gradients reduced behind the backward, buckets",
         "overlap_off",
         {4, 12},
         [](DemoOptions o, auto &, double n) { return everywhere(o, Kind::NoReduceOverlap, o.pp, n); }},
        {"leak per step, MiB",
         "memory_leak",
         {2, 64},
         [](DemoOptions o, auto &r, double mebibytes) { return leakOnOne(o, r, mebibytes); }},
    };
}

/// What hides, or is nearly none.
inline std::vector<Trouble> falseAlarms() {
    using Kind = DemoFault::Kind;
    return {
        {"nearly: slow stage", "", {1.02}, [](DemoOptions o, auto &r, double f) { return slowStage(o, r, f); }},
        {"nearly: slow link", "", {1.2}, [](DemoOptions o, auto &r, double f) { return slowLink(o, r, f); }},
        {"nearly: P2P slower", "", {1.3}, [](DemoOptions o, auto &, double f) { return slowTransfers(o, f); }},
        {"hidden: slow loader, times",
         "",
         {5},
         [](DemoOptions o, auto &, double f) { return inTheMiddle(o, Kind::SlowLoader, f); }},
        {"hidden: garbage collection, ms",
         "",
         {20},
         [](DemoOptions o, auto &r, double ms) { return pauseOne(o, Kind::GcPause, r, ms); }},
        {"hidden: slow host, times",
         "",
         {5},
         [](DemoOptions o, auto &, double f) { return inTheMiddle(o, Kind::SlowHost, f); }},
        {"nearly: clocks off, ms",
         "",
         {0.4},
         [](DemoOptions o, auto &, double ms) {
             auto result = skewedClocks(o, 1);
             result.options.clockOffset = Nanos{std::llround(ms * 1e6)};
             return result;
         }},
    };
}

/// THE list; first what is healthy.
inline const std::vector<Trouble> &troubles() {
    static const std::vector<Trouble> list = [] {
        std::vector<Trouble> all = {{"none", "", {1}, [](DemoOptions o, auto &, double) { return Case{o}; }}};
        for (const auto &part : {slowTroubles(), hostTroubles(), tuningTroubles(), falseAlarms()}) {
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    }();
    return list;
}

}  // namespace stagescope::planted
