#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/trace/overall_metrics.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

Cell millisCell(Nanos value) { return static_cast<double>(value.count()) / 1e6; }
Cell countCell(const std::optional<std::uint64_t> &count) { return numberCell(count); }

Result<ResultTable> runOverallMetrics(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("overall_metrics"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    bool anyTasks = false;
    for (const int rank : run->ranks()) {
        const auto &capture = *run->capture(rank);
        const auto asked = askedRange(input, *run, capture);
        if (!input.wants(rank) || asked.isEmpty) {
            continue;
        }
        const auto metrics = overallMetrics(capture, asked.range ? asked.range : sinceFirstStep(capture), stop);
        anyTasks |= !metrics.rows.empty() && !metrics.isFromLanes;
        for (const auto &row : metrics.rows) {
            table.rows.push_back({knownCell(rank), numberCell(input.step), textCell(row.name), numberCell(row.level),
                                  millisCell(row.duration), percentCell(row.duration, metrics.endToEnd),
                                  countCell(row.count)});
        }
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
    }
    if (anyTasks) {
        table.notes.emplace_back(
            "Of ranks whose file has no lanes of its own the end to end time runs from the first to the last task of "
            "the device, copies included.");
    }
    if (table.rows.empty()) {
        table.notes.emplace_back("No metrics: no trace of these ranks is loaded, or it has no device work.");
    }
    return table;
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

/// In the order of the baseline; what only the other has comes after the line that precedes it there.
std::vector<Line> linesOf(const Pair &pair) {
    std::vector<Line> lines;
    const auto basePlaces = placesOf(pair.baseline.metrics.rows);
    for (std::size_t i = 0; i < basePlaces.size(); ++i) {
        const auto &row = pair.baseline.metrics.rows[i];
        lines.push_back({basePlaces[i], row.name, row.level, &row, nullptr});
    }
    const auto ownPlaces = placesOf(pair.own.metrics.rows);
    auto after = lines.begin();
    for (std::size_t i = 0; i < ownPlaces.size(); ++i) {
        const auto &row = pair.own.metrics.rows[i];
        auto it = std::find_if(lines.begin(), lines.end(), [&](const Line &l) { return l.place == ownPlaces[i]; });
        if (it == lines.end()) {
            it = lines.insert(after, {ownPlaces[i], row.name, row.level, nullptr, nullptr});
        }
        it->own = &row;
        after = std::next(it);
    }
    return lines;
}

std::optional<int> rankParameter(const AnalysisInput &input, const std::string &name) {
    const auto it = input.parameters.find(name);
    int rank = -1;
    if (it == input.parameters.end() || it->second.empty()) {
        return std::nullopt;
    }
    const auto &text = it->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    return error == std::errc{} && end == text.data() + text.size() ? rank : -1;
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

Nanos durationOf(const OverallMetric *row) { return row == nullptr ? Nanos{0} : row->duration; }

void addPair(const Pair &pair, ResultTable &table) {
    for (const auto &line : linesOf(pair)) {
        const auto before = durationOf(line.baseline);
        const auto now = durationOf(line.own);
        const Cell ratio = before.count() != 0
                               ? Cell{static_cast<double>(now.count()) / static_cast<double>(before.count())}
                           : now.count() == 0 ? Cell{1.0}
                                              : Cell{};
        const auto count = [](const OverallMetric *row) { return row == nullptr ? Cell{} : countCell(row->count); };
        table.rows.push_back({knownCell(pair.baseline.rank), knownCell(pair.own.rank), textCell(line.name),
                              numberCell(line.level), millisCell(before),
                              percentCell(before, pair.baseline.metrics.endToEnd), count(line.baseline),
                              millisCell(now), percentCell(now, pair.own.metrics.endToEnd), count(line.own),
                              millisCell(now - before), ratio});
    }
}

Result<ResultTable> runOverallCompare(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("overall_compare"));
    if (input.run() == nullptr) {
        return table;
    }
    auto pairs = pairsOf(input);
    if (!pairs) {
        return tl::make_unexpected(pairs.error());
    }
    for (auto &pair : *pairs) {
        for (auto *side : {&pair.baseline, &pair.own}) {
            const auto &capture = *side->run->capture(side->rank);
            if (const auto asked = askedRange(input, *side->run, capture); !asked.isEmpty) {
                side->metrics = overallMetrics(capture, asked.range ? asked.range : sinceFirstStep(capture), stop);
            }
        }
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        addPair(pair, table);
    }
    if (table.rows.empty()) {
        table.notes.emplace_back("Nothing to compare: two ranks are needed, or a baseline, and the traces of both.");
    }
    return table;
}

}  // namespace

AnalysisEntry makeOverallMetricsEntry() {
    return {
        .id = "overall_metrics",
        .title = "Overall metrics",
        .depth = LoadDepth::Deep,
        .columns = {integerColumn("rank", "", "Global rank; empty when unknown."),
                    integerColumn("step", "",
                                  "Step that is asked about; empty: the whole capture, from the first work that was "
                                  "launched in a step, where launches are recorded."),
                    textColumn("metric",
                               "Class of time by the rules of msprof-analyze: by the framework operator that "
                               "launched a kernel, else by the type of the kernel."),
                    integerColumn("level", "", "0 a whole, 1 a part of the whole above, 2 a part of that part."),
                    realColumn("duration_ms", "ms",
                               "Computing: union of kernels; its parts: sums of their kernels; Other: what remains, "
                               "below 0 where kernels of several streams ran at once. "
                               "Communication: what no kernel covers. E2E = computing + communication + free."),
                    realColumn("e2e_share_percent", "%", "duration_ms / duration_ms of E2E Time."),
                    integerColumn("count", "", "Kernels of the class; those of Other are not counted.")},
        .run = &runOverallMetrics};
}

AnalysisEntry makeOverallCompareEntry() {
    return {.id = "overall_compare",
            .title = "Overall metrics side by side",
            .depth = LoadDepth::Deep,
            .parameters = {{"baseline_rank", "", "Rank of the baseline; without a baseline one of the run."},
                           {"rank", "", "Rank that is compared with it."}},
            .columns = {integerColumn("baseline_rank", "", "Rank that is compared with."),
                        integerColumn("rank", "", "Rank that is compared."),
                        textColumn("metric", "Class of time, as in overall_metrics."),
                        integerColumn("level", "", "0 a whole, 1 a part of the whole above, 2 a part of that part."),
                        realColumn("baseline_duration_ms", "ms", "Duration in the baseline; 0 where it has none."),
                        realColumn("baseline_share_percent", "%", "Of the baseline's E2E Time."),
                        integerColumn("baseline_count", "", "Kernels of the class in the baseline."),
                        realColumn("duration_ms", "ms", "Duration in what is compared; 0 where it has none."),
                        realColumn("e2e_share_percent", "%", "Of its own E2E Time."),
                        integerColumn("count", "", "Its kernels of the class."),
                        realColumn("difference_ms", "ms", "duration_ms - baseline_duration_ms."),
                        realColumn("ratio", "",
                                   "duration_ms / baseline_duration_ms; 1 when both are 0, empty when only the "
                                   "baseline is.")},
            .run = &runOverallCompare};
}

}  // namespace stagescope
