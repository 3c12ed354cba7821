#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/trace/overall_metrics.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

std::optional<OverallMetrics> metricsOf(const AnalysisInput &input, const Run &run, const RankCapture &capture,
                                        const std::stop_token &stop) {
    const auto asked = askedRange(input, run, capture);
    return asked.isEmpty
               ? std::nullopt
               : std::optional(overallMetrics(capture, asked.range ? asked.range : sinceFirstStep(capture), stop));
}

struct MetricRow : OverallMetric {
    int rank;
    std::optional<std::int64_t> step;
    Nanos endToEnd;
};

/// Whether a rank has tasks of the device, and no lanes of its own.
struct AnyTasks {
    bool isTrue = false;
};

void addMetrics(const RankInput &of, AnyTasks &any, TableRows<MetricRow> &out) {
    if (const auto metrics = metricsOf(of.all, of.run, of.capture, of.stop)) {
        any.isTrue |= !metrics->rows.empty() && !metrics->isFromLanes;
        for (const auto &metric : metrics->rows) {
            out.add({metric, of.capture.rank, of.all.step, metrics->endToEnd});
        }
    }
}

void noteTasks(const AnyTasks &any, TableRows<MetricRow> &out) {
    if (any.isTrue) {
        out.note(
            "Of ranks whose file has no lanes of its own the end to end time runs from the first to the last task of "
            "the device, copies included.");
    }
}

/// One side of a comparison.
struct Side {
    const Run *run = nullptr;
    int rank = -1;
    OverallMetrics metrics{};
};
struct Pair {
    Side baseline;
    Side own;
};

/// Lines of equal place are the same line: "Wait" belongs to the group above it.
struct Line {
    std::string place;
    std::string name;
    int level = 0;
    const OverallMetric *baseline = nullptr;
    const OverallMetric *own = nullptr;
};

std::vector<std::string> placesOf(const std::vector<OverallMetric> &rows) {
    std::vector<std::string> places;
    std::vector<std::string> above(3);
    for (const auto &row : rows) {
        const auto level = static_cast<std::size_t>(std::clamp(row.level, 0, 2));
        above[level] = row.name;
        std::string place;
        for (std::size_t i = 0; i <= level; ++i) {
            place += '/' + above[i];
        }
        places.push_back(std::move(place));
    }
    return places;
}

/// In the order of the baseline; what only the other has comes after the line that precedes it there, and after those
/// of the same parent that only the baseline has.
std::vector<Line> linesOf(const Pair &pair) {
    std::vector<Line> lines;
    const auto basePlaces = placesOf(pair.baseline.metrics.rows);
    for (std::size_t i = 0; i < basePlaces.size(); ++i) {
        const auto &row = pair.baseline.metrics.rows[i];
        lines.push_back({basePlaces[i], row.name, row.level, &row, nullptr});
    }
    const auto ownPlaces = placesOf(pair.own.metrics.rows);
    const auto isOwn = [&](const Line &line) {
        return std::find(ownPlaces.begin(), ownPlaces.end(), line.place) != ownPlaces.end();
    };
    auto after = lines.begin();
    for (std::size_t i = 0; i < ownPlaces.size(); ++i) {
        const auto &row = pair.own.metrics.rows[i];
        auto it = std::find_if(lines.begin(), lines.end(), [&](const Line &l) { return l.place == ownPlaces[i]; });
        if (it == lines.end()) {
            after = std::find_if(after, lines.end(), [&](const Line &l) { return l.level < row.level || isOwn(l); });
            it = lines.insert(after, {ownPlaces[i], row.name, row.level, nullptr, nullptr});
        }
        it->own = &row;
        after = std::next(it);
    }
    return lines;
}

std::optional<int> rankParameter(const AnalysisInput &input, const std::string &name) {
    const auto text = input.parameter(name);
    int rank = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    return text.empty()                                               ? std::nullopt
           : error == std::errc{} && end == text.data() + text.size() ? std::optional(rank)
                                                                      : std::optional(-1);
}

/// Of two runs the ranks of equal number, of one run its first two; or the ranks that are asked for.
Result<std::vector<Pair>> pairsOf(const AnalysisInput &input) {
    const auto *run = input.run();
    const auto *base = input.baseline() != nullptr ? input.baseline() : run;
    std::vector<int> ranks = run->ranks();
    std::erase_if(ranks, [&](int rank) { return !input.wants(rank); });
    const auto first = rankParameter(input, "baseline_rank");
    const auto second = rankParameter(input, "rank");
    std::vector<Pair> pairs;
    if (first || second || base == run) {
        const int baseRank = first.value_or(ranks.empty() ? -1 : ranks.front());
        const int ownRank = second.value_or(base != run ? baseRank : ranks.size() > 1 ? ranks[1] : -1);
        const bool isThere = base->capture(baseRank) != nullptr && run->capture(ownRank) != nullptr;
        if (!isThere && (first || second)) {
            return fail(ErrorKind::NotFound, "baseline_rank and rank must be ranks of the profile");
        }
        if (!isThere) {
            return pairs;
        }
        pairs.push_back({{base, baseRank}, {run, ownRank}});
        return pairs;
    }
    for (const int rank : ranks) {
        if (base->capture(rank) != nullptr) {
            pairs.push_back({{base, rank}, {run, rank}});
        }
    }
    return pairs;
}

struct CompareRow {
    const Pair *pair;
    const Line *line;

    operator const Line &() const { return *line; }

    [[nodiscard]] Nanos before() const { return durationOf(line->baseline); }
    [[nodiscard]] Nanos now() const { return durationOf(line->own); }
    [[nodiscard]] Nanos difference() const { return now() - before(); }
    [[nodiscard]] std::optional<double> ratio() const {
        return before().count() != 0
                   ? std::optional(static_cast<double>(now().count()) / static_cast<double>(before().count()))
               : now().count() == 0 ? std::optional(1.0)
                                    : std::nullopt;
    }

private:
    static Nanos durationOf(const OverallMetric *row) { return row == nullptr ? Nanos{0} : row->duration; }
};

Status addPairs(const AnalysisInput &input, const std::stop_token &stop, TableRows<CompareRow> &out) {
    ASSIGN_OR_RETURN(auto pairs, pairsOf(input));
    for (auto &pair : pairs) {
        for (auto *side : {&pair.baseline, &pair.own}) {
            side->metrics =
                metricsOf(input, *side->run, *side->run->capture(side->rank), stop).value_or(OverallMetrics{});
        }
        if (stop.stop_requested()) {
            return {};
        }
        for (const auto &line : linesOf(pair)) {
            out.add({&pair, &line});
        }
    }
    return {};
}

constexpr const char *kLevelMeaning = "0 a whole, 1 a part of the whole above, 2 a part of that part.";

}  // namespace

AnalysisEntry makeOverallMetricsEntry() {
    return rankTable<MetricRow>(
        {.entry = {.id = "overall_metrics", .title = "Overall metrics", .depth = LoadDepth::Deep},
         .whenEmpty = "No metrics: no trace of these ranks is loaded, or it has no device work."},
        {
            column("rank", "Global rank; empty when unknown.", &MetricRow::rank, ifKnown),
            column("step",
                   "Selected step; empty: the whole capture, from the first work that was launched in a step, where "
                   "launches are recorded.",
                   &MetricRow::step),
            column("metric",
                   "Class of time by the rules of msprof-analyze: by the framework operator that launched a kernel, "
                   "else by the type of the kernel.",
                   &OverallMetric::name),
            column("level", kLevelMeaning, &OverallMetric::level),
            column("duration_ms", "ms",
                   "Computing: union of kernels; its parts: sums of their kernels; Other: what remains, below 0 where "
                   "kernels of several streams ran at once. Communication: what no kernel covers. E2E = computing + "
                   "communication + free.",
                   &OverallMetric::duration, inMillis),
            column("e2e_share_percent", "%", "duration_ms / duration_ms of E2E Time.",
                   [](const MetricRow &row) { return percentOf(row.duration, row.endToEnd); }),
            column("count", "Kernels of the class; those of Other are not counted.", &OverallMetric::count),
        },
        [](const AnalysisInput &) { return Result<AnyTasks>(AnyTasks{}); }, addMetrics, noteTasks);
}

AnalysisEntry makeOverallCompareEntry() {
    using Row = CompareRow;
    return runTable<Row>(
        {.entry = {.id = "overall_compare",
                   .title = "Overall metrics side by side",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"baseline_rank", "", "Rank of the baseline; without a baseline one of the run."},
                                  {"rank", "", "Rank that is compared with it."}}},
         .whenEmpty = "Nothing to compare: two ranks are needed, or a baseline, and the traces of both."},
        {
            column("baseline_rank", "Rank that is compared with.", &Row::pair, &Pair::baseline, &Side::rank, ifKnown),
            column("rank", "Rank that is compared.", &Row::pair, &Pair::own, &Side::rank, ifKnown),
            column("metric", "Class of time, as in overall_metrics.", &Line::name),
            column("level", kLevelMeaning, &Line::level),
            column("baseline_duration_ms", "ms", "Duration in the baseline; 0 where it has none.", &Row::before,
                   inMillis),
            column("baseline_share_percent", "%", "Of the baseline's E2E Time.",
                   [](const Row &row) { return percentOf(row.before(), row.pair->baseline.metrics.endToEnd); }),
            column("baseline_count", "Kernels of the class in the baseline.", &Line::baseline, &OverallMetric::count),
            column("duration_ms", "ms", "Duration in the compared run; 0 where it has none.", &Row::now, inMillis),
            column("e2e_share_percent", "%", "Of its own E2E Time.",
                   [](const Row &row) { return percentOf(row.now(), row.pair->own.metrics.endToEnd); }),
            column("count", "Its kernels of the class.", &Line::own, &OverallMetric::count),
            column("difference_ms", "ms", "duration_ms - baseline_duration_ms.", &Row::difference, inMillis),
            column("ratio", "",
                   "duration_ms / baseline_duration_ms; 1 when both are 0, empty when only the baseline is.",
                   &Row::ratio),
        },
        addPairs);
}

}  // namespace stagescope
