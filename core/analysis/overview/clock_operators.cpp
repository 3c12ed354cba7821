#include "core/analysis/overview/clock_operators.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_late.h"
#include "core/analysis/pipeline/chart/host_transfers.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace stagescope {

namespace {

constexpr double kLimitUs = 4e15;  // keeps the product within 64 bits

template <std::size_t N>
bool isOneOf(std::string_view name, const std::array<std::string_view, N> &parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

/// All ranks leave at the same time.
bool endsForAll(std::string_view name) {
    constexpr std::array<std::string_view, 5> kParts{"barrier", "all_reduce", "allreduce", "all_gather", "allgather"};
    return isOneOf(name, kParts);
}

/// Ranks that have come wait for others.
bool waitsForOthers(std::string_view name) {
    constexpr std::array<std::string_view, 4> kParts{"reduce_scatter", "reducescatter", "all_to_all", "alltoall"};
    return endsOnHost(name) && (endsForAll(name) || isOneOf(name, kParts) || hasRoot(name));
}

void addHostOperators(const TraceStore &trace, int rank, std::vector<CommOp> &ops) {
    for (const auto track : hostTracks(trace)) {
        const auto &slices = trace.slices(track);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (const auto name = trace.text(slices.name(i)); waitsForOthers(name)) {
                CommOp op;
                op.rank = rank;
                op.name = name;
                op.group = kHostGroup;
                op.range = {slices.begin(i), slices.end(i)};
                ops.push_back(std::move(op));
            }
        }
    }
}

bool mayWait(const TraceStore &trace) {
    for (std::uint32_t i = 0; i < trace.strings().size(); ++i) {
        if (waitsForOthers(trace.text(StringId{i}))) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::vector<CommOp> hostOperators(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<CommOp> ops;
    for (const auto &[source, trace] : capture.traces()) {
        if (!stop.stop_requested() && mayWait(*trace)) {
            addHostOperators(*trace, capture.rank, ops);
        }
    }
    std::ranges::stable_sort(ops, {}, [](const CommOp &op) { return op.range.begin; });
    std::map<std::string, int> counts;
    for (auto &op : ops) {
        op.nth = counts[op.name]++;
    }
    return ops;
}

std::vector<CommOp> hostOperators(const Run &run, const std::stop_token &stop) {
    std::vector<CommOp> all;
    for (const int rank : run.ranks()) {
        std::ranges::move(hostOperators(*run.capture(rank), stop), std::back_inserter(all));
    }
    return all;
}

std::vector<CommOp> operatorsOfFiles(const Run &run, const std::stop_token &stop) {
    std::vector<CommOp> ops;
    forEachCommTime(run, CommSource::Any, stop, [&](const CommTime &time) {
        const double endUs = time.startUs + time.elapsedMs * 1000;
        if (!time.isP2p && time.name != kAllOperators && time.startUs > 0 && endUs < kLimitUs) {
            CommOp op;
            op.rank = time.rank;
            op.name = time.name;
            op.group = time.group + "@" + time.step;
            op.range = {rankTime(std::llround(time.startUs * 1000)), rankTime(std::llround(endUs * 1000))};
            ops.push_back(std::move(op));
        }
    });
    return ops;
}

std::vector<CommOp> clockOperators(const Run &run, const std::stop_token &stop) {
    auto ops = commOps(run, stop);
    for (auto &op : hostOperators(run, stop)) {
        if (endsForAll(op.name)) {
            ops.push_back(std::move(op));
        }
    }
    std::set<int> ranks;
    for (const auto &op : ops) {
        ranks.insert(op.rank);
    }
    if (ranks.size() < run.ranks().size()) {
        auto more = operatorsOfFiles(run, stop);
        std::move(more.begin(), more.end(), std::back_inserter(ops));
    }
    return ops;
}

}  // namespace stagescope
