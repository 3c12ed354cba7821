#include "core/analysis/pipeline/time/ideal_schedule.h"

#include "core/analysis/pipeline/schedule/schedule_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kKinds = std::size_t(CellKind::Other) + 1;

/// Mean duration of each kind.
class MeansByKind {
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

std::optional<Nanos> MeansByKind::mean(CellKind kind) const {
    if (const std::optional<Nanos> own = seen(kind)) {
        return own;
    }
    const std::optional<Nanos> backward = seen(CellKind::Backward);
    const std::optional<Nanos> weight = seen(CellKind::BackwardWeight);
    switch (kind) {
        case CellKind::BackwardInput:
            // Marks do not tell I from B; where W is seen besides, it is I that they mean.
            return backward && !weight ? std::optional(*backward / 2) : backward;
        case CellKind::BackwardWeight:
            return backward ? std::optional(*backward / 2) : std::nullopt;
        case CellKind::Backward:
            return weight ? sum(CellKind::BackwardInput, CellKind::BackwardWeight) : seen(CellKind::BackwardInput);
        case CellKind::Overlapped:
            return sum(CellKind::Forward, CellKind::Backward);
        default:
            return std::nullopt;
    }
}

using Place = std::pair<int, int>;  ///< global rank, chunk

/// What a cell is to the schedule, as far as a source can tell: I and B are alike.
CellKind roleOf(CellKind kind) { return kind == CellKind::BackwardInput ? CellKind::Backward : kind; }

/// Rank, role, microbatch and chunk of both halves.
using CellKey = std::tuple<int, CellKind, int, int, int, int>;

/// The cells of one step and what they are in its schedule.
class MeasuredStep {
public:
    MeasuredStep(const PipelineChart &chart, const Schedule &schedule, std::int64_t step, const ClockAlignment &clock);

    [[nodiscard]] std::optional<AlignedTime> begin() const { return m_begin; }
    /// The measured cell of an action. An overlapped one that was seen as its halves is found by its forward.
    [[nodiscard]] std::optional<std::size_t> cellOf(const PipelineAction &action, int rank) const;
    [[nodiscard]] Nanos duration(const PipelineAction &action, int rank, IdealCosts costs) const;

private:
    [[nodiscard]] std::optional<std::size_t> exactCellOf(const PipelineAction &action, int rank) const;

    int m_chunks;
    std::map<CellKey, std::size_t> m_cells;
    std::optional<AlignedTime> m_begin;
    MeansByKind m_seen;                     ///< by what the cells say they are
    MeansByKind m_scheduled;                ///< by what they are in the schedule
    std::map<Place, MeansByKind> m_places;  ///< the same, of one place
};

MeasuredStep::MeasuredStep(const PipelineChart &chart, const Schedule &schedule, std::int64_t step,
                           const ClockAlignment &clock)
    : m_chunks(schedule.chunks) {
    for (std::size_t i = 0; i < chart.cells.size(); ++i) {
        const PipelineCell &cell = chart.cells[i];
        if (cell.step != step || !(isScheduled(cell.kind) || cell.kind == CellKind::Loss)) {
            continue;
        }
        m_seen.add(cell.kind, cell.work());
        const AlignedTime start = clock.toAligned(cell.rank, cell.range.begin);
        m_begin = m_begin ? std::min(*m_begin, start) : start;
        const int chunk = m_chunks == 1 ? 0 : cell.chunk;
        if (cell.microbatch >= 0) {
            m_cells.emplace(CellKey{cell.rank, roleOf(cell.kind), cell.microbatch, chunk, cell.backwardMicrobatch,
                                    cell.backwardChunk},
                            i);
        }
    }
    for (std::size_t place = 0; place < schedule.ranks.size(); ++place) {
        const int rank = chart.group.ranks[place];
        for (const PipelineAction &action : schedule.ranks[place]) {
            const std::optional<std::size_t> found = exactCellOf(action, rank);
            if (!found) {
                continue;
            }
            m_scheduled.add(action.kind, chart.cells[*found].work());
            m_places[{rank, action.chunk}].add(action.kind, chart.cells[*found].work());
        }
    }
}

std::optional<std::size_t> MeasuredStep::exactCellOf(const PipelineAction &action, int rank) const {
    const auto found = m_cells.find(
        {rank, roleOf(action.kind), action.microbatch, action.chunk, action.backwardMicrobatch, action.backwardChunk});
    return found == m_cells.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> MeasuredStep::cellOf(const PipelineAction &action, int rank) const {
    const std::optional<std::size_t> exact = exactCellOf(action, rank);
    if (exact || action.kind != CellKind::Overlapped) {
        return exact;
    }
    return exactCellOf({.rank = action.rank,
                        .kind = CellKind::Forward,
                        .stage = action.stage,
                        .microbatch = action.microbatch,
                        .chunk = action.chunk},
                       rank);
}

Nanos MeasuredStep::duration(const PipelineAction &action, int rank, IdealCosts costs) const {
    if (costs == IdealCosts::StageMeans) {
        const auto place = m_places.find({rank, action.chunk});
        const std::optional<Nanos> own = place == m_places.end() ? std::nullopt : place->second.mean(action.kind);
        if (own) {
            return *own;
        }
    }
    const std::optional<Nanos> scheduled = m_scheduled.mean(action.kind);
    return scheduled ? *scheduled : m_seen.mean(action.kind).value_or(Nanos{0});
}

IdealCell idealCell(const PipelineAction &action, int rank, AlignedRange range) {
    return {.rank = rank,
            .kind = action.kind,
            .microbatch = action.microbatch,
            .chunk = action.chunk,
            .backwardMicrobatch = action.backwardMicrobatch,
            .backwardChunk = action.backwardChunk,
            .range = range};
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
    RETURN_IF_ERROR(simulation);
    PipelineChart chart;
    chart.group = {scheduleText(options), {}, GroupOrigin::Metadata};
    chart.steps = {0};
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
        chart.group.ranks.push_back(int(rank));
        for (std::size_t i = 0; i < schedule.ranks[rank].size(); ++i) {
            chart.cells.edit().push_back(theoryCell(schedule.ranks[rank][i], simulation->times[rank][i], schedule));
        }
    }
    chart.match = ScheduleMatch{.candidates = {options}, .score = 1, .steps = 1};
    return chart;
}

std::vector<IdealCell> idealCells(const PipelineChart &chart, std::int64_t step, const ClockAlignment &clock,
                                  IdealCosts costs) {
    if (!chart.match || chart.match->isCustom || chart.match->best().stages != int(chart.group.ranks.size())) {
        return {};
    }
    const Result<Schedule> schedule = generateSchedule(chart.match->best());
    if (!schedule) {
        return {};
    }
    const MeasuredStep measured(chart, *schedule, step, clock);
    if (!measured.begin()) {
        return {};
    }
    const std::vector<int> &ranks = chart.group.ranks;
    SimulationCosts simulated;
    simulated.duration = [&](const PipelineAction &action) {
        return measured.duration(action, ranks[std::size_t(action.rank)], costs);
    };
    const Result<Simulation> simulation = simulateSchedule(*schedule, simulated);
    if (!simulation) {
        return {};
    }
    std::vector<IdealCell> cells;
    cells.reserve(schedule->actionCount());
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        for (std::size_t i = 0; i < schedule->ranks[rank].size(); ++i) {
            const ActionTimes &times = simulation->times[rank][i];
            IdealCell cell = idealCell(schedule->ranks[rank][i], ranks[rank],
                                       {*measured.begin() + times.begin, *measured.begin() + times.end});
            cell.measured = measured.cellOf(schedule->ranks[rank][i], ranks[rank]);
            if (cell.measured) {
                cell.lateness = clock.toAligned(cell.rank, chart.cells[*cell.measured].range.begin) - cell.range.begin;
            }
            cells.push_back(cell);
        }
    }
    return cells;
}

}  // namespace stagescope
