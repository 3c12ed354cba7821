#include "core/analysis/run/core_frequency.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/item_ref.h"
#include "core/session/rank_facts.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace stagescope {

namespace {

constexpr std::string_view kSeries = "AI Core Freq";

struct SeriesPlace {
    SourceId source;
    TrackId track;
    const CounterTable *series = nullptr;  ///< null: there is none
};

SeriesPlace placeOfSeries(const RankCapture &capture) {
    for (const auto &[source, trace, track] : capture.tracks()) {
        const bool isFrequency =
            trace->text(track.name).starts_with(kSeries) ||
            (track.parent.isValid() && trace->text(trace->track(track.parent).name).starts_with(kSeries));
        if (track.kind == TrackKind::Counter && isFrequency && trace->counter(track.id).size() > 0) {
            return {source, track.id, &trace->counter(track.id)};
        }
    }
    return {};
}

/// All of a rank's samples, also those that tell no frequency.
struct FrequencySeries {
    bool isThere = false;
    SourceId source{};
    TrackId track{};
    std::vector<FrequencySpan> spans;
};

std::vector<FrequencySpan> spansOf(const CounterTable &series, std::int64_t workEnd) {
    constexpr double kMost = 1e6;  // values come from a file
    std::vector<FrequencySpan> spans;
    const auto count = static_cast<std::uint32_t>(series.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto begin = ns(series.time(i));
        const auto end = i + 1 < count ? ns(series.time(i + 1)) : std::max(begin, workEnd);
        const auto value = series.value(i);
        if (value > 0 && value < kMost) {
            spans.push_back({{begin, end}, static_cast<int>(std::lround(value))});
        }
    }
    return spans;
}

struct Measured {
    int rank = -1;
    std::vector<FrequencySpan> spans;
    IntervalSet computing;
};

std::int64_t endOf(const BusyIntervals &busy) {
    const auto end = [](const IntervalSet &set) { return set.empty() ? INT64_MIN : set.back().end; };
    return std::max(end(busy.computing), end(busy.communication));
}

FrequencySeries frequencySeries(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] {
        const auto place = placeOfSeries(capture);
        return place.series == nullptr ? FrequencySeries{}
                                       : FrequencySeries{true, place.source, place.track,
                                                         spansOf(*place.series, endOf(busyIntervals(capture, stop)))};
    });
}

RankFrequency judged(const Measured &measured, int usual) {
    RankFrequency result;
    result.rank = measured.rank;
    result.usual = usual;
    std::set<int> levels;
    std::vector<Interval> drops;
    for (const auto &span : measured.spans) {
        const auto length = span.range.end - span.range.begin;
        const auto computing = totalLength(clipped(measured.computing, span.range.begin, span.range.end));
        levels.insert(span.mhz);
        result.covered += Nanos{length};
        result.computing += Nanos{computing};
        if (span.mhz < usual) {
            drops.push_back(span.range);
            result.computingBelow += Nanos{computing};
            result.cost += Nanos{std::llround(static_cast<double>(computing) * (1.0 - double(span.mhz) / usual))};
        }
    }
    result.levels.assign(levels.begin(), levels.end());
    result.drops = merged(std::move(drops));
    result.below = Nanos{totalLength(result.drops)};
    return result;
}

struct FrequencyRow : RankFrequency {
    RunId run;
    const Interval *longest = nullptr;
};

void addFrequencies(const AnalysisInput &input, const std::stop_token &stop, TableRows<FrequencyRow> &out) {
    for (const auto &rank : coreFrequencies(*input.run(), stop)) {
        if (input.wants(rank.rank)) {
            const auto longest = std::max_element(
                rank.drops.begin(), rank.drops.end(),
                [](const Interval &a, const Interval &b) { return a.end - a.begin < b.end - b.begin; });
            out.add({rank, input.run()->id, longest == rank.drops.end() ? nullptr : &*longest});
        }
    }
}

std::string levelsText(const std::vector<int> &levels) {
    std::string text;
    for (const int mhz : levels) {
        text += (text.empty() ? "" : ";") + std::to_string(mhz);
    }
    return text;
}

}  // namespace

std::vector<FrequencySpan> frequencySpans(const RankCapture &capture, const std::stop_token &stop) {
    return frequencySeries(capture, stop).spans;
}

std::string_view peerFrequencyVerdict(const std::vector<int> &levels) {
    return levels == std::vector<int>{1800} ? "normal" : levels == std::vector<int>{800, 1800} ? "free" : "abnormal";
}

std::optional<LaneRef> frequencyLane(const Run &run, int rank) {
    const auto *capture = run.capture(rank);
    const auto series = capture == nullptr ? FrequencySeries{} : frequencySeries(*capture, {});
    return series.isThere
               ? std::optional(LaneRef{
                     .run = run.id, .source = series.source, .track = series.track, .offset = run.clock.offset(rank)})
               : std::nullopt;
}

bool hasFrequencies(const Run &run) {
    const auto ranks = run.ranks();
    return std::any_of(ranks.begin(), ranks.end(),
                       [&](int rank) { return frequencySeries(*run.capture(rank), {}).isThere; });
}

std::vector<RankFrequency> coreFrequencies(const Run &run, const std::stop_token &stop) {
    std::vector<Measured> all;
    int usual = 0;
    for (const int rank : run.ranks()) {
        const auto &capture = *run.capture(rank);
        auto series = stop.stop_requested() ? FrequencySeries{} : frequencySeries(capture, stop);
        for (const auto &span : series.spans) {
            usual = std::max(usual, span.mhz);
        }
        if (!series.spans.empty()) {
            all.push_back({rank, std::move(series.spans), busyIntervals(capture, stop).computing});
        }
    }
    std::vector<RankFrequency> result;
    for (const auto &measured : all) {
        result.push_back(judged(measured, usual));
    }
    return result;
}

AnalysisEntry makeCoreFrequencyEntry() {
    return runTable<FrequencyRow>(
        {.entry = {.id = "core_frequency", .title = "Frequency of the cores", .depth = LoadDepth::Deep, .isLean = true},
         .whenEmpty = "Not answerable from this profile: no samples of the cores' frequency are loaded."},
        {
            column("rank", "Global rank.", &RankFrequency::rank, ifKnown),
            column("frequencies_mhz", "Recorded frequencies, ascending, separated by semicolons.",
                   &RankFrequency::levels, levelsText),
            column("peer_verdict",
                   "msprof-analyze's freq_analysis: normal (1800 only), free (800 and 1800: slower while idle), "
                   "abnormal (anything else).",
                   &RankFrequency::levels, peerFrequencyVerdict),
            column("usual_mhz", "MHz", "Highest frequency of all ranks of the run.", &RankFrequency::usual),
            column("covered_us", "us", "Time that the samples cover; each holds until the next one.",
                   &RankFrequency::covered),
            column("below_us", "us", "Of that, time below usual_mhz.", &RankFrequency::below),
            column("below_percent", "%", "below_us of covered_us.",
                   [](const RankFrequency &rank) { return percentOf(rank.below, rank.covered); }),
            column("drops", "Stretches below usual_mhz.", [](const RankFrequency &rank) { return rank.drops.size(); }),
            column("longest_drop_start_ns", "ns", "Begin of the longest one, clock of the rank.",
                   &FrequencyRow::longest, &Interval::begin),
            column("longest_drop_us", "us", "Its duration.", &FrequencyRow::longest,
                   [](const Interval &drop) { return Nanos{drop.end - drop.begin}; }),
            column("computing_us", "us", "Union of computing within covered_us.", &RankFrequency::computing),
            column("computing_below_us", "us", "Of that, below usual_mhz.", &RankFrequency::computingBelow),
            column("cost_us", "us",
                   "Sum over computing below usual_mhz of time x (1 - f / usual_mhz): the loss if kernels keep pace "
                   "with the frequency.",
                   &RankFrequency::cost),
            column("cost_percent", "%", "cost_us of computing_us.",
                   [](const RankFrequency &rank) { return percentOf(rank.cost, rank.computing); }),
            column("evidence", "Name of the rank for --select.",
                   [](const FrequencyRow &row) {
                       return RankRef{row.run, row.rank};
                   }),
        },
        addFrequencies);
}

}  // namespace stagescope
