#include "core/analysis/range_stats.h"

#include "core/analysis/cells.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>

namespace stagescope {

namespace {

constexpr std::uint32_t kRowsPerStopCheck = 4096;

struct Sum {
    std::int64_t count = 0;
    std::int64_t total = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t greatest = 0;

    void add(std::int64_t duration) {
        ++count;
        total += duration;
        least = std::min(least, duration);
        greatest = std::max(greatest, duration);
    }
    void add(const Sum &other) {
        count += other.count;
        total += other.total;
        least = std::min(least, other.least);
        greatest = std::max(greatest, other.greatest);
    }
};

/// Names are views of the traces' pools, which the workspace keeps.
using Sums = std::map<std::pair<std::string_view, std::string_view>, Sum>;

/// Empty for tracks that are not counted.
std::string_view placeOf(TrackKind kind) {
    switch (kind) {
        case TrackKind::HostThread:
        case TrackKind::Mstx:
        case TrackKind::Other:
            return "host";
        case TrackKind::DeviceStream:
            return "device";
        case TrackKind::CommGroup:
        case TrackKind::CommPlane:
            return "communication";
        default:
            return {};
    }
}

void addTrack(const TraceStore &trace, const Track &track, RankRange range, Sums &sums, const std::stop_token &stop) {
    const auto &slices = trace.slices(track.id);
    std::map<StringId, Sum> own;
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto end = slices.depthBegin(depth + 1);
        for (auto i = slices.firstEndingAfter(depth, range.begin); i < end && slices.begin(i) < range.end; ++i) {
            if (i % kRowsPerStopCheck == 0 && stop.stop_requested()) {
                return;
            }
            own[slices.name(i)].add(
                (std::min(slices.end(i), range.end) - std::max(slices.begin(i), range.begin)).count());
        }
    }
    for (const auto &[name, sum] : own) {
        sums[{placeOf(track.kind), trace.text(name)}].add(sum);
    }
}

void addCapture(const RankCapture &capture, RankRange range, Sums &sums, const std::stop_token &stop) {
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            for (const auto &track : trace->tracks()) {
                if (!placeOf(track.kind).empty() && !stop.stop_requested()) {
                    addTrack(*trace, track, range, sums, stop);
                }
            }
        }
    }
}

}  // namespace

ResultTable rangeStats(const Workspace &workspace, AlignedRange range, const std::vector<int> &ranks,
                       const std::stop_token &stop) {
    ResultTable table;
    table.id = "range_stats";
    table.columns = {
        textColumn("place", "host, device or communication: the kind of track."),
        textColumn("name", "Name of the slices."),
        integerColumn("count", "", "Slices that touch the range."),
        realColumn("total_us", "us", "Sum of their durations within the range."),
        realColumn("mean_us", "us", "total_us / count, rounded down to the nanosecond."),
        realColumn("min_us", "us", "Shortest duration within the range."),
        realColumn("max_us", "us", "Longest duration within the range."),
    };
    Sums sums;
    const auto *run = workspace.mainRun();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        if (ranks.empty() || std::find(ranks.begin(), ranks.end(), rank) != ranks.end()) {
            addCapture(*run->capture(rank), run->clock.toRank(rank, range), sums, stop);
        }
    }
    std::vector<std::pair<Sums::key_type, Sum>> sorted(sums.begin(), sums.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto &a, const auto &b) { return a.second.total > b.second.total; });
    for (const auto &[key, sum] : sorted) {
        table.rows.push_back({textCell(key.first), textCell(key.second), numberCell(sum.count),
                              microsCell(Nanos{sum.total}), microsCell(Nanos{sum.total / sum.count}),
                              microsCell(Nanos{sum.least}), microsCell(Nanos{sum.greatest})});
    }
    return table;
}

}  // namespace stagescope
