#include "core/analysis/pipeline/ideal_schedule.h"

#include "core/analysis/pipeline/schedule_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kKinds = std::size_t(CellKind::Other) + 1;

/// Mean duration of each kind.
class Means {
public:
    void add(CellKind kind, Nanos duration) {
        m_sums[std::size_t(kind)] += duration;
        ++m_counts[std::size_t(kind)];
    }
    [[nodiscard]] std::optional<Nanos> seen(CellKind kind) const {
        const std::int64_t count = m_counts[std::size_t(kind)];
        return count == 0 ? std::nullopt : std::optional(m_sums[std::size_t(kind)] / count);
    }
    /// Nothing where neither the kind nor what it is made of was seen.
    [[nodiscard]] std::optional<Nanos> mean(CellKind kind) const;

private:
    [[nodiscard]] std::optional<Nanos> sum(CellKind a, CellKind b) const {
        const std::optional<Nanos> first = mean(a);
        const std::optional<Nanos> second = mean(b);
        return first && second ? std::optional(*first + *second) : std::nullopt;
    }

    std::array<Nanos, kKinds> m_sums{};
    std::array<std::int64_t, kKinds> m_counts{};
};

std::optional<Nanos> Means::mean(CellKind kind) const {
    if (const std::optional<Nanos> own = seen(kind))
        return own;
    const std::optional<Nanos> backward = seen(CellKind::Backward);
    switch (kind) {
        case CellKind::BackwardInput:
        case CellKind::BackwardWeight:
            return backward ? std::optional(*backward / 2) : std::nullopt;
        case CellKind::Backward: {
            const std::optional<Nanos> input = seen(CellKind::BackwardInput);
            const std::optional<Nanos> weight = seen(CellKind::BackwardWeight);
            return input && weight ? std::optional(*input + *weight) : input;
        }
        case CellKind::Overlapped:
            return sum(CellKind::Forward, CellKind::Backward);
        default:
            return std::nullopt;
    }
}

using Place = std::pair<int, int>;  ///< global rank, chunk
using CellKey = std::tuple<int, CellKind, int, int, int, int>;

CellKey keyOf(const PipelineCell &cell) {
    return {cell.rank, cell.kind, cell.microbatch, cell.chunk, cell.backwardMicrobatch, cell.backwardChunk};
}

/// The scheduled cells of one step: means, first begin, and which cell is which.
struct MeasuredStep {
    Means all;
    std::map<Place, Means> places;
    std::map<CellKey, std::size_t> cells;
    std::optional<AlignedTime> begin;

    MeasuredStep(const PipelineChart &chart, std::int64_t step, const ClockAlignment &clock) {
        for (std::size_t i = 0; i < chart.cells.size(); ++i) {
            const PipelineCell &cell = chart.cells[i];
            if (cell.step != step || !(isScheduled(cell.kind) || cell.kind == CellKind::Loss))
                continue;
            all.add(cell.kind, cell.range.duration());
            places[{cell.rank, cell.chunk}].add(cell.kind, cell.range.duration());
            const AlignedTime start = clock.toAligned(cell.rank, cell.range.begin);
            begin = begin ? std::min(*begin, start) : start;
            if (cell.microbatch >= 0)
                cells.emplace(keyOf(cell), i);
        }
    }

    [[nodiscard]] Nanos duration(const PipelineAction &action, int rank, IdealCosts costs) const {
        if (costs == IdealCosts::StageMeans) {
            const auto place = places.find({rank, action.chunk});
            const std::optional<Nanos> own = place == places.end() ? std::nullopt : place->second.mean(action.kind);
            if (own)
                return *own;
        }
        return all.mean(action.kind).value_or(Nanos{0});
    }
};

IdealCell idealCell(const PipelineAction &action, int rank, AlignedRange range) {
    return {.rank = rank,
            .kind = action.kind,
            .microbatch = action.microbatch,
            .chunk = action.chunk,
            .backwardMicrobatch = action.backwardMicrobatch,
            .backwardChunk = action.backwardChunk,
            .range = range};
}

/// The measured cell that is this one. An overlapped cell that was seen as its halves is found by its forward; chunks
/// may be left unnamed (-1) where a rank has only one.
std::optional<std::size_t> measuredCell(const MeasuredStep &step, const IdealCell &cell, int chunks) {
    const bool isOverlapped = cell.kind == CellKind::Overlapped;
    const CellKey keys[] = {
        {cell.rank, cell.kind, cell.microbatch, cell.chunk, cell.backwardMicrobatch, cell.backwardChunk},
        {cell.rank, isOverlapped ? CellKind::Forward : cell.kind, cell.microbatch, chunks == 1 ? -1 : cell.chunk, -1,
         -1},
    };
    for (const CellKey &key : keys) {
        if (const auto found = step.cells.find(key); found != step.cells.end())
            return found->second;
    }
    return std::nullopt;
}

PipelineCell theoryCell(const PipelineAction &action, const ActionTimes &times, const Schedule &schedule) {
    PipelineCell cell;
    cell.rank = action.rank;
    cell.step = 0;
    cell.kind = action.kind;
    cell.microbatch = action.microbatch;
    cell.chunk = action.chunk;
    cell.backwardMicrobatch = action.backwardMicrobatch;
    cell.backwardChunk = action.backwardChunk;
    cell.numbering = Numbering::Named;
    cell.evidence = CellEvidence::Named;
    cell.range = {rankTime(times.begin.count()), rankTime(times.end.count())};
    cell.name = paperText(action, schedule);
    return cell;
}

}  // namespace

Result<PipelineChart> theoryChart(const ScheduleOptions &options, const Schedule &schedule, const UniformCosts &costs) {
    const Result<Simulation> simulation = simulateSchedule(schedule, simulationCosts(costs));
    if (!simulation)
        return tl::make_unexpected(simulation.error());
    PipelineChart chart;
    chart.group = {scheduleText(options), {}, GroupOrigin::Metadata};
    chart.steps = {0};
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
        chart.group.ranks.push_back(int(rank));
        for (std::size_t i = 0; i < schedule.ranks[rank].size(); ++i)
            chart.cells.push_back(theoryCell(schedule.ranks[rank][i], simulation->times[rank][i], schedule));
    }
    chart.match = ScheduleMatch{.candidates = {options}, .score = 1, .steps = 1};
    return chart;
}

std::vector<IdealCell> idealCells(const PipelineChart &chart, std::int64_t step, const ClockAlignment &clock,
                                  IdealCosts costs) {
    if (!chart.match || chart.match->isCustom || chart.match->best().stages != int(chart.group.ranks.size()))
        return {};
    const Result<Schedule> schedule = generateSchedule(chart.match->best());
    const MeasuredStep measured(chart, step, clock);
    if (!schedule || !measured.begin)
        return {};
    const std::vector<int> &ranks = chart.group.ranks;
    SimulationCosts simulated;
    simulated.duration = [&](const PipelineAction &action) {
        return measured.duration(action, ranks[std::size_t(action.rank)], costs);
    };
    const Result<Simulation> simulation = simulateSchedule(*schedule, simulated);
    if (!simulation)
        return {};
    std::vector<IdealCell> cells;
    cells.reserve(schedule->actionCount());
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        for (std::size_t i = 0; i < schedule->ranks[rank].size(); ++i) {
            const ActionTimes &times = simulation->times[rank][i];
            IdealCell cell = idealCell(schedule->ranks[rank][i], ranks[rank],
                                       {*measured.begin + times.begin, *measured.begin + times.end});
            cell.measured = measuredCell(measured, cell, schedule->chunks);
            if (cell.measured)
                cell.lateness = clock.toAligned(cell.rank, chart.cells[*cell.measured].range.begin) - cell.range.begin;
            cells.push_back(cell);
        }
    }
    return cells;
}

}  // namespace stagescope
