#pragma once

#include "core/analysis/pipeline/recognition/numbering.h"
#include "core/analysis/pipeline/schedule/simulator.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace stagescope::played {

// Pipelines as a profile would show them: a schedule played with uneven stages, jitter and transfers, then damaged.
// The cells know their truth by PipelineCell::type, the index into Pipeline::truth.

struct Truth {
    int microbatch = -1;
    int chunk = -1;
    int backwardMicrobatch = -1;
    int backwardChunk = -1;
};

struct Pipeline {
    PipelineChart chart;
    std::vector<Truth> truth;
};

struct Play {
    ScheduleOptions options;
    unsigned seed = 1;
    int steps = 3;
    double jitter = 0.1;      ///< each duration is up to this share longer or shorter
    double imbalance = 0.15;  ///< and each stage
};

inline Pipeline play(const Play &how) {
    Pipeline result;
    const auto schedule = generateSchedule(how.options);
    if (!schedule) {
        return result;
    }
    std::mt19937 random(how.seed);
    const auto around = [&](double share) { return 1 + std::uniform_real_distribution<double>(-share, share)(random); };
    std::vector<double> stages;
    for (int r = 0; r < how.options.stages; ++r) {
        result.chart.group.ranks.push_back(r);
        stages.push_back(around(how.imbalance));
    }
    const std::map<CellKind, double> usual = {{CellKind::Forward, 10e6},       {CellKind::BackwardInput, 11e6},
                                              {CellKind::BackwardWeight, 9e6}, {CellKind::Backward, 20e6},
                                              {CellKind::Overlapped, 25e6},    {CellKind::Loss, 3e6}};
    const SimulationCosts costs{.duration =
                                    [&](const PipelineAction &action) {
                                        const auto stage = stages[static_cast<std::size_t>(action.rank)];
                                        return Nanos(std::llround(usual.at(action.kind) * stage * around(how.jitter)));
                                    },
                                .transfer = [](const auto &, const auto &) { return Nanos(300'000); }};
    std::int64_t zero = 1'000'000'000;
    std::vector<std::vector<PipelineCell>> ranks(schedule->ranks.size());
    for (int step = 0; step < how.steps; ++step) {
        const auto simulation = simulateSchedule(*schedule, costs);
        result.chart.steps.push_back(step + 4);
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            for (std::size_t i = 0; i < schedule->ranks[r].size(); ++i) {
                const auto &action = schedule->ranks[r][i];
                const auto &times = simulation->times[r][i];
                PipelineCell cell;
                cell.rank = static_cast<int>(r);
                cell.step = step + 4;
                cell.kind = action.kind;
                cell.range = {rankTime(zero + times.begin.count()), rankTime(zero + times.end.count())};
                cell.evidence = CellEvidence::DeviceRange;
                cell.type = static_cast<std::int64_t>(result.truth.size());
                result.truth.push_back(
                    {action.microbatch, action.chunk, action.backwardMicrobatch, action.backwardChunk});
                ranks[r].push_back(cell);
            }
        }
        zero += simulation->makespan.count() + 30'000'000;
    }
    for (const auto &cells : ranks) {
        auto &all = result.chart.cells.edit();
        all.insert(all.end(), cells.begin(), cells.end());
    }
    result.chart.group.id = "pp";
    result.chart.group.origin = GroupOrigin::Metadata;
    return result;
}

inline void sortCells(Pipeline &pipeline) {
    auto &all = pipeline.chart.cells.edit();
    std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
        return a.rank != b.rank ? a.rank < b.rank : a.range.begin < b.range.begin;
    });
}

inline void removeShare(Pipeline &pipeline, double share, unsigned seed) {
    std::mt19937 random(seed);
    std::bernoulli_distribution lost(share);
    std::erase_if(pipeline.chart.cells.edit(), [&](const PipelineCell &) { return lost(random); });
}

/// The same event recorded twice, the second time a little later.
inline void repeatShare(Pipeline &pipeline, double share, unsigned seed) {
    std::mt19937 random(seed);
    std::bernoulli_distribution repeated(share);
    std::vector<PipelineCell> copies;
    for (const auto &cell : pipeline.chart.cells) {
        if (repeated(random)) {
            const Nanos shift = cell.range.duration() / 20;
            copies.push_back(cell);
            copies.back().range = {cell.range.begin + shift, cell.range.end + shift};
        }
    }
    auto &all = pipeline.chart.cells.edit();
    all.insert(all.end(), copies.begin(), copies.end());
    sortCells(pipeline);
}

inline void dropRank(Pipeline &pipeline, int rank) {
    std::erase_if(pipeline.chart.cells.edit(), [&](const PipelineCell &cell) { return cell.rank == rank; });
}

/// Recording began or ended within a step: keeps what begins after (isStart) or ends before the middle of its time.
inline void cutStep(Pipeline &pipeline, std::int64_t step, bool isStart) {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = 0;
    for (const auto &cell : pipeline.chart.cells) {
        if (cell.step == step) {
            first = std::min(first, ns(cell.range.begin));
            last = std::max(last, ns(cell.range.end));
        }
    }
    const auto at = first + (last - first) / 2;
    std::erase_if(pipeline.chart.cells.edit(), [&](const PipelineCell &cell) {
        return cell.step == step && (isStart ? ns(cell.range.begin) < at : ns(cell.range.end) > at);
    });
}

/// W unseen, I seen as B, O as a forward and a backward at the same time.
inline void coarsen(Pipeline &pipeline) {
    std::vector<PipelineCell> cells;
    for (auto cell : pipeline.chart.cells) {
        if (cell.kind == CellKind::BackwardWeight) {
            continue;
        }
        if (cell.kind == CellKind::BackwardInput) {
            cell.kind = CellKind::Backward;
        }
        if (cell.kind == CellKind::Overlapped) {
            auto backward = cell;
            backward.kind = CellKind::Backward;
            const auto &both = pipeline.truth[static_cast<std::size_t>(cell.type)];
            backward.type = static_cast<std::int64_t>(pipeline.truth.size());
            const Truth half{both.backwardMicrobatch, both.backwardChunk, -1, -1};
            auto &truth = pipeline.truth[static_cast<std::size_t>(cell.type)];
            truth.backwardMicrobatch = truth.backwardChunk = -1;
            pipeline.truth.push_back(half);
            cell.kind = CellKind::Forward;
            cell.range.end = cell.range.end - cell.range.duration() / 10;
            cells.push_back(backward);
        }
        cells.push_back(cell);
    }
    pipeline.chart.cells = std::move(cells);
    sortCells(pipeline);
}

/// Marks whose writer never counts: each message names microbatch 0.
inline void nameZero(Pipeline &pipeline) {
    for (auto &cell : pipeline.chart.cells.edit()) {
        cell.microbatch = 0;
        cell.numbering = Numbering::Named;
    }
}

/// Clocks of the ranks that differ.
inline void skewClocks(Pipeline &pipeline, Nanos step) {
    for (auto &cell : pipeline.chart.cells.edit()) {
        const Nanos shift = step * ((cell.rank * 7) % 5 - 2);
        cell.range = {cell.range.begin + shift, cell.range.end + shift};
    }
}

struct Rates {
    std::size_t surviving = 0;
    std::size_t numbered = 0;
    std::size_t right = 0;

    void operator+=(const Rates &other) {
        surviving += other.surviving;
        numbered += other.numbered;
        right += other.right;
    }
    [[nodiscard]] double numberedShare() const {
        return surviving == 0 ? 1 : static_cast<double>(numbered) / static_cast<double>(surviving);
    }
    [[nodiscard]] double rightShare() const {
        return numbered == 0 ? 1 : static_cast<double>(right) / static_cast<double>(numbered);
    }
};

/// Of the events that are still there (repeated ones once): how many got numbers, and how many the true ones.
inline Rates ratesOf(const Pipeline &pipeline) {
    std::map<std::int64_t, std::pair<bool, bool>> events;  // numbered, wrong
    for (const auto &cell : pipeline.chart.cells) {
        auto &[isNumbered, isWrong] = events[cell.type];
        if (cell.numbering == Numbering::Aligned || cell.numbering == Numbering::ByOrder) {
            const auto &truth = pipeline.truth[static_cast<std::size_t>(cell.type)];
            isNumbered = true;
            isWrong = isWrong || truth.microbatch != cell.microbatch || truth.chunk != cell.chunk ||
                      truth.backwardMicrobatch != cell.backwardMicrobatch || truth.backwardChunk != cell.backwardChunk;
        }
    }
    Rates rates;
    for (const auto &[event, state] : events) {
        ++rates.surviving;
        rates.numbered += state.first ? 1 : 0;
        rates.right += state.first && !state.second ? 1 : 0;
    }
    return rates;
}

struct Damage {
    const char *name;
    std::function<void(Pipeline &, unsigned)> apply;
    double recognised = 1;  ///< share that must be
};

inline const std::vector<Damage> &damages() {
    static const std::vector<Damage> list = {
        {"none", [](Pipeline &, unsigned) {}},
        {"1 % removed", [](Pipeline &p, unsigned seed) { removeShare(p, 0.01, seed); }},
        {"5 % removed", [](Pipeline &p, unsigned seed) { removeShare(p, 0.05, seed); }},
        {"1 % repeated", [](Pipeline &p, unsigned seed) { repeatShare(p, 0.01, seed); }},
        {"5 % repeated", [](Pipeline &p, unsigned seed) { repeatShare(p, 0.05, seed); }},
        {"a rank missing",
         [](Pipeline &p, unsigned seed) { dropRank(p, static_cast<int>(seed % p.chart.group.ranks.size())); }},
        {"first step cut", [](Pipeline &p, unsigned) { cutStep(p, p.chart.steps.front(), true); }},
        {"last step cut", [](Pipeline &p, unsigned) { cutStep(p, p.chart.steps.back(), false); }},
        {"1 % removed, 1 % repeated, both cut",
         [](Pipeline &p, unsigned seed) {
             removeShare(p, 0.01, seed);
             repeatShare(p, 0.01, seed + 1);
             cutStep(p, p.chart.steps.front(), true);
             cutStep(p, p.chart.steps.back(), false);
         }},
        {"coarse", [](Pipeline &p, unsigned) { coarsen(p); }},
        {"coarse, 5 % removed",
         [](Pipeline &p, unsigned seed) {
             coarsen(p);
             removeShare(p, 0.05, seed);
         },
         0.9},
        {"all named 0", [](Pipeline &p, unsigned) { nameZero(p); }},
        {"all named 0, 1 % removed, 1 % repeated",
         [](Pipeline &p, unsigned seed) {
             removeShare(p, 0.01, seed);
             repeatShare(p, 0.01, seed + 1);
             nameZero(p);
         }},
        {"5 % removed, clocks 2 ms off",
         [](Pipeline &p, unsigned seed) {
             skewClocks(p, Nanos(2'000'000));
             removeShare(p, 0.05, seed);
         }},
    };
    return list;
}

inline bool isRecognised(const PipelineChart &chart, const ScheduleOptions &wanted) {
    if (!chart.match || chart.match->isCustom) {
        return false;
    }
    const bool seesLosses = std::any_of(chart.cells.begin(), chart.cells.end(),
                                        [](const PipelineCell &c) { return c.kind == CellKind::Loss; });
    const auto &candidates = chart.match->candidates;
    return std::any_of(candidates.begin(), candidates.end(), [&](ScheduleOptions found) {
        found.hasLogits = seesLosses ? found.hasLogits : wanted.hasLogits;
        return scheduleText(found) == scheduleText(wanted);
    });
}

}  // namespace stagescope::played
