#include "core/analysis/overview/clock_offsets.h"

#include "core/analysis/overview/clock_fit.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/recognition/p2p_edges.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/analysis/sched/sched_placement.h"
#include "core/base/extra_threads.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <thread>

namespace stagescope {

namespace {

constexpr int kSignificantSigmas = 3;  ///< of matched ends
constexpr int kSignificantHalves = 2;  ///< half widths of what causality leaves
constexpr std::array<std::string_view, 5> kMethodTexts{"unknown", "reference", "matched", "causality", "shared"};

std::optional<ClockMethod> methodOf(std::string_view text) {
    const auto it = std::find(kMethodTexts.begin(), kMethodTexts.end(), text);
    return it == kMethodTexts.end() ? std::nullopt : std::optional(static_cast<ClockMethod>(it - kMethodTexts.begin()));
}

}  // namespace

std::string_view clockMethodText(ClockMethod method) { return kMethodTexts[static_cast<std::size_t>(method)]; }

std::vector<ClockOffset> clockOffsets(const Run &run, std::span<const PipelineChart> charts,
                                      std::span<const CommOp> collectives, const std::stop_token &stop) {
    std::vector<const PipelineChart *> all;
    for (const auto &chart : charts) {
        all.push_back(&chart);
    }
    return clockOffsetsOf(run, all, collectives, stop);
}

std::vector<ClockOffset> clockOffsetsOf(const Run &run, std::span<const PipelineChart *const> charts,
                                        std::span<const CommOp> collectives, const std::stop_token &stop) {
    ClockFit rough(run);
    for (const auto *chart : charts) {
        if (stop.stop_requested()) {
            return {};
        }
        rough.addDependencies(*chart);
    }
    // Sends and receives are paired by overlap, which clocks that are far apart spoil.
    const auto roughly = roughAlignment(rough.solve());
    ClockFit fit(run);
    for (const auto *chart : charts) {
        if (stop.stop_requested()) {
            return {};
        }
        if (roughly.isShifted()) {
            auto paired = *chart;
            pairP2p(paired, roughly);
            fit.addTransfers(paired);
            fit.addDependencies(paired);
        } else {
            fit.addTransfers(*chart);
            fit.addDependencies(*chart);
        }
    }
    fit.addCollectives(collectives);
    return fit.solve();
}

std::vector<PipelineChart> rawCharts(const Run &run, const std::stop_token &stop) {
    Run raw = run;
    raw.clock = {};
    const auto groups = pipelineGroups(raw);
    std::vector<PipelineChart> charts(groups.size());
    takeInTurns(groups.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
        charts[i] = pipelineChart(raw, groups[i], stop);
        return !stop.stop_requested();
    });
    return charts;
}

ClockAlignment alignmentOf(std::span<const ClockOffset> offsets) {
    ClockAlignment alignment;
    std::optional<Nanos> uncertainty;
    for (const auto &offset : offsets) {
        if (offset.method == ClockMethod::Unknown) {
            continue;
        }
        uncertainty = std::max(uncertainty.value_or(Nanos{0}), offset.uncertainty);
        const int least = offset.method == ClockMethod::Matched ? kSignificantSigmas : kSignificantHalves;
        if (std::chrono::abs(offset.offset) > least * offset.uncertainty) {
            alignment.setOffset(offset.rank, offset.offset);
        }
    }
    if (uncertainty) {
        alignment.setUncertainty(*uncertainty);
    }
    return alignment;
}

ClockAlignment roughAlignment(std::span<const ClockOffset> offsets) {
    ClockAlignment alignment;
    const bool isApart = std::any_of(offsets.begin(), offsets.end(), [](const ClockOffset &offset) {
        return offset.method != ClockMethod::Unknown && std::chrono::abs(offset.offset) > offset.uncertainty;
    });
    for (const auto &offset : offsets) {
        if (isApart && offset.method != ClockMethod::Unknown) {
            alignment.setOffset(offset.rank, offset.offset);
        }
    }
    return alignment;
}

bool sharesClock(const Run &run) {
    std::set<std::string> bases;
    for (const int rank : run.ranks()) {
        bases.insert(run.capture(rank)->environmentValue("session", "baseTimeNanoseconds"));
    }
    return !hasSeveralClocks(run) || (bases.size() == 1 && !bases.begin()->empty());
}

bool hasSeveralClocks(const Run &run) { return ClockFit(run).clocks() > 1; }

TableStore clockTable(std::span<const ClockOffset> offsets) {
    TableWriter<ClockRecord> table;
    for (const auto &offset : offsets) {
        const bool isKnown = offset.method != ClockMethod::Unknown;
        table.append({offset.rank, clockMethodText(offset.method), isKnown ? offset.offset.count() : 0,
                      isKnown ? offset.uncertainty.count() : -1, static_cast<std::int64_t>(offset.comparisons)});
    }
    return table.take();
}

std::vector<ClockOffset> mergedOffsets(const Run &run) {
    std::vector<ClockOffset> offsets;
    for (const auto &record : RecordList<ClockRecord>(run.clusterTables)) {
        const auto method = methodOf(record.method);
        if (method && record.rank >= 0 && record.rank <= std::numeric_limits<int>::max()) {
            offsets.push_back({static_cast<int>(record.rank), *method, Nanos{record.offset},
                               record.uncertainty < 0 ? Nanos::max() : Nanos{record.uncertainty},
                               static_cast<std::size_t>(std::max<std::int64_t>(0, record.comparisons))});
        }
    }
    return offsets;
}

std::vector<ClockOffset> offsetsOf(const Run &run, const std::stop_token &stop) {
    auto merged = mergedOffsets(run);
    return merged.empty() ? clockOffsets(run, rawCharts(run, stop), clockOperators(run, stop), stop) : merged;
}

std::size_t earlyCells(std::span<const PipelineChart> charts, const ClockAlignment &clock) {
    std::size_t count = 0;
    for (const auto &chart : charts) {
        count += earlyCellsOf(chart, clock);
    }
    return count;
}

namespace {

ClockAlignment alignmentOfRanks(const Run &run, const std::stop_token &stop) {
    if (!hasSeveralClocks(run)) {
        return {};
    }
    if (const auto merged = mergedOffsets(run); !merged.empty()) {
        return alignmentOf(merged);
    }
    const auto charts = rawCharts(run, stop);
    const auto alignment = alignmentOf(clockOffsets(run, charts, clockOperators(run, stop), stop));
    if (!alignment.isShifted() || earlyCells(charts, alignment) == 0) {
        return alignment;
    }
    ClockAlignment raw;
    raw.setUncertainty(alignment.uncertainty().value_or(Nanos::max()));
    return raw;
}

}  // namespace

ClockAlignment measuredAlignment(const Run &run, const std::stop_token &stop) {
    auto alignment = alignmentOfRanks(run, stop);
    for (const auto &placement : schedPlacements(run, stop)) {
        if (placement.offset != Nanos{0}) {
            alignment.setOffset(placement.capture, placement.offset);
        }
    }
    return alignment;
}

}  // namespace stagescope
