#pragma once

#include "core/analysis/communication/ops/group_hash.h"
#include "core/store/tables/table_kind.h"
#include "tests/core/advice/comm_rank.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope::planted {

// Runs made by hand, each with one trouble of communication.

inline void give(RankCapture &capture, TableBuilder &table) {
    capture.loaded.push_back({SourceId{0}, {}, {std::make_shared<const TableStore>(table.take())}});
}

struct Sent {
    std::string_view transport;
    double packageMb;
    double count;
    double durationMs;
};

/// One rank, a step of 100 ms, one operator that took `elapsedMs`.
inline Run runOf(const std::vector<Sent> &sent, double elapsedMs = 10) {
    RankCapture capture;
    capture.rank = 3;
    TableBuilder steps(TableKind::StepTraceTime);
    steps.set("step", std::string_view("2")).set("computing_ns", std::int64_t{100'000'000});
    steps.set("not_overlapped_ns", std::int64_t{0}).set("free_ns", std::int64_t{0}).endRow();
    give(capture, steps);
    TableBuilder times(TableKind::CommTimes);
    times.set("step", std::string_view("step2"))
        .set("name", std::string_view("op"))
        .set("group", std::string_view("g"));
    times.set("elapsed_ms", elapsedMs).endRow();
    give(capture, times);
    TableBuilder table(TableKind::CommBandwidths);
    for (const auto &each : sent) {
        table.set("step", std::string_view("step2")).set("name", std::string_view("op"));
        table.set("group", std::string_view("g")).set("transport", each.transport);
        table.set("size_mb", each.packageMb * each.count).set("time_ms", each.durationMs);
        table.set("package_mb", each.packageMb).set("count", each.count).set("duration_ms", each.durationMs).endRow();
    }
    give(capture, table);
    Run run;
    run.captures.push_back(std::move(capture));
    return run;
}

/// Four ranks of a data-parallel group, three steps of 100 ms with three collectives each: rank `late` stays `ms` less,
/// or another one in each collective.
inline Run lateRun(int late, double ms, bool alternating = false) {
    std::vector<CommRank> ranks;
    for (int rank = 0; rank < 4; ++rank) {
        ranks.emplace_back(rank);
        for (const std::string step : {"1", "2", "3"}) {
            ranks.back().step(step, 100);
            for (int op = 0; op < 3; ++op) {
                const bool isLate = rank == (alternating ? (late + op) % 4 : late);
                const double jitter = 0.01 * ((rank + op) % 3);
                const double startUs = 1000 + (isLate ? 1000 * ms : 0);  // it ends with the others
                ranks.back().time(step, "g", "op" + std::to_string(op), startUs, 10 + jitter - (isLate ? ms : 0));
            }
        }
    }
    return commRun(std::move(ranks), {{"g", "dp", {0, 1, 2, 3}}});
}

/// A ring of eight ranks, 100 MB to the next one in 5 ms; on rank 2's link in `ms`. On request with a timeline: an
/// all-reduce of 20 ms, to which ranks come one after the other.
inline Run ringRun(double ms, double mb = 100, bool hasTimeline = false) {
    std::vector<CommRank> ranks;
    std::vector<int> members;
    for (int rank = 0; rank < 8; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().step("1", 100).link("1", "g", rank, rank, 100, 0.1, "LOCAL");
        ranks.back().link("1", "g", rank, (rank + 1) % 8, rank == 2 ? mb : 100, rank == 2 ? ms : 5 + 0.01 * rank);
        members.push_back(rank);
        if (hasTimeline) {
            ranks.back().steps(1, 0, 100'000'000).kernel("Add", 0, 1'000'000);
            ranks.back().op("g", "hcom_allReduce__1", (19 - rank) * 1'000'000, 40'000'000);
        }
    }
    return commRun(std::move(ranks), {{"g", "dp", members}});
}

/// Operators of 180 MB: three alone at 18 GB/s, one at `gbps` beside a kernel of that name, one beside MatMulV2.
inline Run contendedRun(double gbps, std::string_view kernel) {
    std::vector<CommRank> ranks;
    auto &rank = ranks.emplace_back(0);
    rank.step("1", 200).kernel(kernel, 110'000'000, 110'500'000).kernel("MatMulV2", 160'000'000, 161'000'000);
    const double startsMs[] = {10, 25, 40, 100, 150};
    for (int op = 0; op < 5; ++op) {
        const double ms = 180 / (op < 3 ? 18 : gbps);
        const auto name = "op" + std::to_string(op);
        rank.time("1", "g", name, 1000 * startsMs[op], ms).sent("1", "g", name, "SDMA", 180, ms);
    }
    return commRun(std::move(ranks));
}

/// Two ranks, one step of 100 ms: operators of a group from 10 ms to 10 + `ms`, computing beside them to 10 + `hidden`.
inline Run exposedRun(std::string name, std::int64_t ms, std::int64_t hidden, std::int64_t waitOfFirst = 0) {
    std::vector<CommRank> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        const std::int64_t end = 10'000'000 + ms * 1'000'000;
        ranks.back()
            .steps(1, 0, 100'000'000)
            .op("g", "op", 10'000'000 - (rank == 0 ? waitOfFirst * 1'000'000 : 0), end);
        ranks.back().kernel("Add", 10'000'000, 10'000'000 + hidden * 1'000'000);
    }
    auto run = commRun(std::move(ranks), {{"g", std::move(name), {0, 1}}});
    run.parallel.tp = 2;
    return run;
}

/// Two ranks, one step of 200 ms: buckets of gradients of 5 and 6 ms, of parameters of 6 and 3 ms, something else
/// computing beside all of them or none. Groups are called as in the names of operators: by the end of the hash.
inline Run bucketsRun(bool overlaps, bool hasOneBucket = false) {
    std::vector<CommRank> ranks;
    const auto group = groupHash("group_name_5");
    const auto digits = group.substr(group.size() - 3);
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().steps(1, 0, 200'000'000).kernel("Add", 10'000'000, (overlaps ? 60 : 11) * 1'000'000);
        const auto op = [&](const char *name, std::int64_t beginMs, std::int64_t endMs) {
            ranks.back().op(digits, name, beginMs * 1'000'000, endMs * 1'000'000);
        };
        op("hcom_reduceScatter__1", 20, 25);
        op("hcom_allGather__1", 40, 46);
        op("hcom_allReduce__1", 70, 71);  // norms
        op("hcom_allReduce__2", 90, 91);
        if (!hasOneBucket) {
            op("hcom_reduceScatter__2", 26, 32);
            op("hcom_allGather__2", 47, 50);
        }
    }
    return commRun(std::move(ranks), {{"group_name_5", "dp_cp", {0, 1}}});
}

/// AllToAll brings MB to each of two ranks of experts, from itself too.
inline void bring(std::vector<CommRank> &ranks, double toFirst, double toSecond) {
    for (int rank = 0; rank < 2; ++rank) {
        for (int to = 0; to < 2; ++to) {
            ranks[static_cast<std::size_t>(rank)].link("1", "e", rank, to, (to == 0 ? toFirst : toSecond) / 2, 1,
                                                       to == rank ? "LOCAL" : "HCCS", "alltoallv-total");
        }
    }
}

/// Two ranks of experts without a timeline: what AllToAll brings them, and how long the second one waits in it.
inline Run tokensRun(double toFirst, double toSecond, double waitMs) {
    std::vector<CommRank> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().step("1", 100).time("1", "e", "hcom_alltoallv__123_0_1", 1000, 20, "collective",
                                         rank == 0 ? 1 : 1 + waitMs);
    }
    bring(ranks, toFirst, toSecond);
    return commRun(std::move(ranks), {{"e", "exp", {0, 1}}});
}

/// Two ranks of experts, one step of 100 ms, whose kernels take so long.
inline Run expertRun(std::int64_t firstMs, std::int64_t secondMs, std::string group = "exp",
                     std::optional<std::pair<double, double>> tokens = {}) {
    std::vector<CommRank> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        ranks.emplace_back(rank);
        ranks.back().steps(1, 0, 100'000'000).kernel("Add", 0, 50'000'000);
        ranks.back().kernel("aclnnGroupedMatmulV4_GroupedMatmul", 50'000'000,
                            50'000'000 + (rank == 0 ? firstMs : secondMs) * 1'000'000);
    }
    if (tokens) {
        bring(ranks, tokens->first, tokens->second);
    }
    return commRun(std::move(ranks), {{"e", std::move(group), {0, 1}}});
}

}  // namespace stagescope::planted
