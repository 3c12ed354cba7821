#include "core/analysis/host/host_speed.h"

#include "core/analysis/host/host_activity.h"
#include "core/base/statistics.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kLeastCalls = 8;  ///< of a name
constexpr std::size_t kLeastNames = 8;

/// Durations by name, which lives as long as the run's stores.
using CallTimes = std::map<std::string_view, std::vector<std::int64_t>>;

void addCallsOf(const TraceStore &trace, const SliceTable &slices, CallTimes &times) {
    std::vector<std::vector<std::int64_t> *> byName(trace.strings().size(), nullptr);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.klass(i) != SliceClass::HostOp && slices.klass(i) != SliceClass::Runtime) {
            continue;
        }
        auto *&own = byName[slices.name(i).value];
        own = own == nullptr ? &times[trace.text(slices.name(i))] : own;
        own->push_back((slices.end(i) - slices.begin(i)).count());
    }
}

void addCallsOf(const RankCapture &capture, CallTimes &times, const std::stop_token &stop) {
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.kind == TrackKind::HostThread && !stop.stop_requested()) {
            addCallsOf(*trace, trace->slices(track.id), times);
        }
    }
}

CallTimes callTimes(const Run &run, std::span<const int> ranks, const std::stop_token &stop) {
    CallTimes times;
    for (const int rank : run.ranks()) {
        if (ranks.empty() || std::find(ranks.begin(), ranks.end(), rank) != ranks.end()) {
            addCallsOf(*run.capture(rank), times, stop);
        }
    }
    std::erase_if(times, [](const auto &entry) {
        return entry.second.size() < kLeastCalls || hostActivityOf(entry.first) != HostActivity::Other;
    });
    return times;
}

struct Ratio {
    double value = 1;
    double weight = 0;  ///< time that both sides spend in such calls, ns
};

double middleOf(std::vector<Ratio> ratios) {
    std::sort(ratios.begin(), ratios.end(), [](const Ratio &a, const Ratio &b) { return a.value < b.value; });
    double half = 0;
    for (const auto &ratio : ratios) {
        half += ratio.weight / 2;
    }
    for (const auto &ratio : ratios) {
        half -= ratio.weight;
        if (half <= 0) {
            return ratio.value;
        }
    }
    return 1;
}

}  // namespace

std::optional<double> hostRatio(const Run &before, std::span<const int> ranksBefore, const Run &after,
                                std::span<const int> ranksAfter, const std::stop_token &stop) {
    auto from = callTimes(before, ranksBefore, stop);
    auto to = callTimes(after, ranksAfter, stop);
    std::vector<Ratio> ratios;
    for (auto &[name, times] : from) {
        const auto other = to.find(name);
        if (other == to.end()) {
            continue;
        }
        const auto calls = static_cast<double>(std::min(times.size(), other->second.size()));
        const auto own = static_cast<double>(lowerMedian(std::move(times)));
        const auto theirs = static_cast<double>(lowerMedian(std::move(other->second)));
        if (own > 0 && theirs > 0) {
            ratios.push_back({theirs / own, calls * (own + theirs)});
        }
    }
    return ratios.size() < kLeastNames || stop.stop_requested() ? std::nullopt
                                                                : std::optional(middleOf(std::move(ratios)));
}

}  // namespace stagescope
