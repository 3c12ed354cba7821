#pragma once

#include "core/demo/demo_cluster.h"
#include "core/demo/demo_options.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace stagescope::planted {

// Troubles for a synthetic cluster, with what must be said about them. Amounts and places come from the seed.

struct Case {
    DemoOptions options;
    std::vector<int> ranks{};  ///< that the evidence must name: all of them, and of other ones none
};
struct Trouble {
    const char *name;
    const char *rule;  ///< that must come first; empty: nothing may be found
    std::function<Case(DemoOptions options, std::mt19937_64 &random)> plant;
};

inline double between(std::mt19937_64 &random, double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
}
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

inline const std::vector<Trouble> &troubles() {
    using Kind = DemoFault::Kind;
    static const std::vector<Trouble> list = {
        {"none", "", [](DemoOptions o, auto &) { return Case{o}; }},
        {"slow rank x1.08 to x2.5", "slow_worker",
         [](DemoOptions o, auto &r) { return slowOne(o, Kind::SlowRank, r, between(r, 1.08, 2.5)); }},
        {"slow stage x1.25 to x2.5", "stage_imbalance",
         [](DemoOptions o, auto &r) { return slowStage(o, r, between(r, 1.25, 2.5)); }},
        {"slow link x4 to x10", "slow_link", [](DemoOptions o, auto &r) { return slowLink(o, r, between(r, 4, 10)); }},
        {"P2P at a tenth", "p2p_transfer", [](DemoOptions o, auto &) { return slowTransfers(o, 10); }},
        {"clocks up to 50 ms off", "clock_skew", [](DemoOptions o, auto &) { return skewedClocks(o, 50); }},
        {"host x20 to x40", "host_launch",
         [](DemoOptions o, auto &r) { return slowOne(o, Kind::SlowHost, r, between(r, 20, 40)); }},
        {"nearly: stage x1.02", "", [](DemoOptions o, auto &r) { return slowStage(o, r, 1.02); }},
        {"nearly: link x1.2", "", [](DemoOptions o, auto &r) { return slowLink(o, r, 1.2); }},
        {"nearly: P2P x1.3", "", [](DemoOptions o, auto &) { return slowTransfers(o, 1.3); }},
        {"nearly: clocks 0.4 ms off", "",
         [](DemoOptions o, auto &) {
             auto result = skewedClocks(o, 1);
             result.options.clockOffset = Nanos{400'000};
             return result;
         }},
    };
    return list;
}

}  // namespace stagescope::planted
