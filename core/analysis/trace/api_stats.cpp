#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace stagescope {

namespace {

struct ApiTally {
    DurationTally calls;
    Nanos self{0};
};
/// By class and name.
using ApiTallies = std::map<std::pair<SliceClass, std::string_view>, ApiTally>;

constexpr std::array kCallClasses{SliceClass::HostOp, SliceClass::Python, SliceClass::Runtime, SliceClass::Queue};

std::string_view layerText(SliceClass klass) {
    switch (klass) {
        case SliceClass::HostOp:
            return "framework";
        case SliceClass::Python:
            return "python";
        case SliceClass::Queue:
            return "queue";
        default:
            return "driver";
    }
}

/// Calls of one class on a track, enclosing ones first.
std::vector<std::uint32_t> callsOf(const SliceTable &slices, SliceClass klass) {
    std::vector<std::uint32_t> calls;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.klass(i) == klass) {
            calls.push_back(i);
        }
    }
    std::sort(calls.begin(), calls.end(), [&](std::uint32_t a, std::uint32_t b) {
        return slices.begin(a) != slices.begin(b) ? slices.begin(a) < slices.begin(b) : slices.end(a) > slices.end(b);
    });
    return calls;
}

/// Self time is that of a call without the calls of its own layer inside of it: what a framework operator spends in the
/// driver is its own. Layers are nested each for itself, so that a function that ends a little late breaks no chain.
void addCalls(const TraceStore &trace, const SliceTable &slices, SliceClass klass,
              const std::optional<RankRange> &range, const std::stop_token &stop, ApiTallies &tallies) {
    const auto counts = [&](std::uint32_t i) { return !range || range->contains(slices.begin(i)); };
    std::vector<std::uint32_t> open;
    std::size_t seen = 0;
    for (const auto i : callsOf(slices, klass)) {
        if ((++seen & 0xfff) == 0 && stop.stop_requested()) {
            return;
        }
        while (!open.empty() && slices.end(open.back()) <= slices.begin(i)) {
            open.pop_back();
        }
        const auto duration = slices.end(i) - slices.begin(i);
        if (counts(i)) {
            auto &tally = tallies[{klass, trace.text(slices.name(i))}];
            tally.calls.add(duration);
            tally.self += duration;
        }
        if (!open.empty() && slices.end(i) <= slices.end(open.back()) && counts(open.back())) {
            tallies[{klass, trace.text(slices.name(open.back()))}].self -= duration;
        }
        open.push_back(i);
    }
}

void addTrace(const TraceStore &trace, const std::optional<RankRange> &range, const std::stop_token &stop,
              ApiTallies &tallies) {
    for (const auto &track : trace.tracks()) {
        for (const auto klass : kCallClasses) {
            if (track.kind == TrackKind::HostThread) {
                addCalls(trace, trace.slices(track.id), klass, range, stop, tallies);
            }
        }
    }
}

struct ApiRow {
    const ApiTally *tally;
    int rank;
    SliceClass klass;
    std::string_view name;
    Nanos layerTotal;

    operator const ApiTally &() const { return *tally; }
    operator const DurationTally &() const { return tally->calls; }
};

void addCallRows(int rank, const ApiTallies &tallies, TableRows<ApiRow> &out) {
    std::map<SliceClass, Nanos> totals;
    std::vector<const ApiTallies::value_type *> order;
    for (const auto &entry : tallies) {
        totals[entry.first.first] += entry.second.self;
        order.push_back(&entry);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto *a, const auto *b) {
        return a->first.first != b->first.first ? a->first.first < b->first.first
                                                : a->second.calls.total > b->second.calls.total;
    });
    for (const auto *entry : order) {
        const auto &[klass, name] = entry->first;
        out.add({&entry->second, rank, klass, name, totals[klass]});
    }
}

void addCallsOfRank(const RankInput &of, TableRows<ApiRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture, AskedSide::Host);
    if (asked.isEmpty) {
        return;
    }
    ApiTallies tallies;
    for (const auto &[source, trace] : of.capture.traces()) {
        addTrace(*trace, asked.range, of.stop, tallies);
    }
    addCallRows(of.capture.rank, tallies, out);
}

}  // namespace

AnalysisEntry makeApiStatsEntry() {
    return rankTable<ApiRow>(
        {.entry =
             {.id = "api_stats", .title = "Host API summary", .depth = LoadDepth::Deep, .level = BundleLevel::Full},
         .whenEmpty = "No calls: no trace of these ranks is loaded, or it has nothing of the host."},
        {
            key(column("rank", "Global rank; empty when unknown.", &ApiRow::rank, ifKnown)),
            key(column("layer",
                       "framework: operators (aten::mm); python: functions; queue: the framework's task queue; driver: "
                       "CANN or CUDA, with launching, copying and synchronizing calls.",
                       &ApiRow::klass, layerText)),
            nameKey(column("name", "Name of the call.", &ApiRow::name)),
            tallyColumns("calls"),
            sum(column("self_us", "us", "total_us without calls of the same layer inside of them.",
                       [](const ApiRow &row) {
                           return row.tally->calls.isTimed() ? std::optional(row.tally->self) : std::nullopt;
                       })),
            figure(column("layer_share_percent", "%", "self_us / sum of self_us of the rank and layer.",
                          [](const ApiRow &row) {
                              return row.tally->calls.isTimed() ? percentOf(row.tally->self, row.layerTotal)
                                                                : std::nullopt;
                          })),
        },
        addCallsOfRank);
}

}  // namespace stagescope
