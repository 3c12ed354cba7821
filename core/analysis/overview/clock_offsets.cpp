#include "core/analysis/overview/clock_offsets.h"

#include "core/analysis/overview/clock_fit.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/recognition/p2p_edges.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/analysis/run/ranks.h"
#include "core/analysis/run/store_identity.h"
#include "core/analysis/sched/sched_placement.h"
#include "core/base/extra_threads.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <limits>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

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
    ClockFit rough(run);
    for (const auto &chart : charts) {
        if (stop.stop_requested()) {
            return {};
        }
        rough.addDependencies(chart);
    }
    // Sends and receives are paired by overlap, which clocks that are far apart spoil.
    const auto roughly = roughAlignment(rough.solve());
    ClockFit fit(run);
    for (const auto &chart : charts) {
        if (stop.stop_requested()) {
            return {};
        }
        if (roughly.isShifted()) {
            auto paired = chart;
            pairP2p(paired, roughly);
            fit.addTransfers(paired);
            fit.addDependencies(paired);
        } else {
            fit.addTransfers(chart);
            fit.addDependencies(chart);
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

std::size_t earlyCells(std::span<const PipelineChart> charts, const ClockAlignment &clock) {
    std::size_t count = 0;
    for (const auto &chart : charts) {
        count += earlyCellsOf(chart, clock);
    }
    return count;
}

namespace {

/// What the clocks of a run are compared by: its stores, which rank of which host and part of a file each of them is,
/// whether that is a guess, and its groups.
struct ClocksKey {
    StoreIdentity stores;
    ParallelSizes sizes{};
    std::vector<std::tuple<int, bool, std::string, std::string>> ranks{};
    std::vector<std::tuple<std::string, std::string, std::vector<int>>> groups{};
    bool operator==(const ClocksKey &) const = default;
};

ClocksKey keyOf(const Run &run) {
    ClocksKey key{{}, run.parallel};
    key.stores.add(run);
    for (const auto &capture : run.captures) {
        const auto file = capture.files.empty() ? FileSource{} : capture.files.front();
        key.ranks.emplace_back(capture.rank, isGuessed(run, capture), capture.host, file.path + '\n' + file.process);
    }
    for (const auto &group : run.groups) {
        key.groups.emplace_back(group.id, group.name, group.ranks);
    }
    return key;
}

struct MeasuredClocks {
    std::vector<ClockOffset> offsets{};
    bool keepsOrder = true;  ///< no cell begins before what it needs has ended, by alignmentOf(offsets)
};

MeasuredClocks compared(const Run &run, const std::stop_token &stop) {
    const auto charts = rawCharts(run, stop);
    MeasuredClocks clocks{clockOffsets(run, charts, clockOperators(run, stop), stop)};
    const auto alignment = alignmentOf(clocks.offsets);
    clocks.keepsOrder = !alignment.isShifted() || earlyCells(charts, alignment) == 0;
    return clocks;
}

/// Of the last runs, the last first. Thread-safe; two threads that ask for the same new one at once both work it out.
class ClocksMemo {
public:
    [[nodiscard]] std::optional<MeasuredClocks> find(const ClocksKey &key) const {
        const std::lock_guard lock(m_mutex);
        const auto it = position(key);
        return it == m_known.end() ? std::nullopt : std::optional(it->second);
    }
    void keep(const ClocksKey &key, const MeasuredClocks &clocks) {
        constexpr std::size_t kMost = 4;
        const std::lock_guard lock(m_mutex);
        if (position(key) == m_known.end()) {
            m_known.emplace_front(key, clocks);
            m_known.resize(std::min(m_known.size(), kMost));
        }
    }

private:
    using Known = std::list<std::pair<ClocksKey, MeasuredClocks>>;
    [[nodiscard]] Known::const_iterator position(const ClocksKey &key) const {
        return std::ranges::find(m_known, key, &Known::value_type::first);
    }

    mutable std::mutex m_mutex;
    Known m_known;
};

MeasuredClocks measuredClocks(const Run &run, const std::stop_token &stop) {
    static ClocksMemo memo;
    const auto key = keyOf(run);
    if (auto known = memo.find(key)) {
        return std::move(*known);
    }
    auto clocks = compared(run, stop);
    if (!stop.stop_requested()) {
        memo.keep(key, clocks);
    }
    return clocks;
}

ClockAlignment alignmentOfRanks(const Run &run, const std::stop_token &stop) {
    if (!hasSeveralClocks(run)) {
        return {};
    }
    if (const auto merged = mergedOffsets(run); !merged.empty()) {
        return alignmentOf(merged);
    }
    const auto clocks = measuredClocks(run, stop);
    const auto alignment = alignmentOf(clocks.offsets);
    if (clocks.keepsOrder) {
        return alignment;
    }
    ClockAlignment raw;
    raw.setUncertainty(alignment.uncertainty().value_or(Nanos::max()));
    return raw;
}

}  // namespace

std::vector<ClockOffset> offsetsOf(const Run &run, const std::stop_token &stop) {
    auto merged = mergedOffsets(run);
    return merged.empty() ? measuredClocks(run, stop).offsets : merged;
}

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
