#include "core/analysis/pipeline/schedule/schedule_table.h"

#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

std::int64_t inNanos(Nanos time) { return time.count(); }

struct ActionRow {
    std::size_t rank;
    std::size_t position;
    const Schedule *schedule;
    const PipelineAction *action;
    const ActionTimes *times;

    operator const PipelineAction &() const { return *action; }
    operator const ActionTimes &() const { return *times; }
};

struct FiguresRow {
    std::size_t rank;
    const RankFigures *figures;
    const RankFigures *freed;
    Nanos makespan;

    operator const RankFigures &() const { return *figures; }
};

}  // namespace

ResultTable scheduleTable(const Schedule &schedule, const Simulation &simulation) {
    using Row = ActionRow;
    using Action = PipelineAction;
    std::vector<Row> rows;
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
        for (std::size_t i = 0; i < schedule.ranks[rank].size(); ++i) {
            rows.push_back({rank, i, &schedule, &schedule.ranks[rank][i], &simulation.times[rank][i]});
        }
    }
    return tableOf<Row>(
        "schedule",
        {
            column("rank", "Rank within the pipeline.", &Row::rank),
            column("position", "Place in the rank's order, from 0.", &Row::position),
            column("action", "The action as papers write it.",
                   [](const Row &row) { return paperText(*row.action, *row.schedule); }),
            column("kind", "F, B, I (backward for input), W (backward for weights), O (both) or loss.", &Action::kind,
                   cellKindText),
            column("stage", "Stage in the order in which a microbatch flows.", &Action::stage, ifKnown),
            column("microbatch", "Microbatch; in DualPipe of its direction.", &Action::microbatch, ifKnown),
            column("chunk", "Virtual chunk of the rank, or direction of DualPipe.", &Action::chunk, ifKnown),
            column("backward_stage", "Stage of an overlapped action's backward half.", &Action::backwardStage, ifKnown),
            column("backward_microbatch", "Microbatch of that half.", &Action::backwardMicrobatch, ifKnown),
            column("backward_chunk", "Chunk of that half.", &Action::backwardChunk, ifKnown),
            column("start_ns", "ns", "Begin in the simulation, from the first action's.", &ActionTimes::begin, inNanos),
            column("end_ns", "ns", "End in the simulation.", &ActionTimes::end, inNanos),
        },
        rows);
}

ResultTable scheduleFigures(const Schedule &schedule, const Simulation &simulation) {
    using Row = FiguresRow;
    using Figures = RankFigures;
    const std::vector<RankFigures> figures = rankFigures(schedule, simulation);
    const std::vector<RankFigures> freed = rankFigures(schedule, simulation, true);
    std::vector<Row> rows;
    for (std::size_t rank = 0; rank < figures.size(); ++rank) {
        rows.push_back({rank, &figures[rank], &freed[rank], simulation.makespan});
    }
    const auto percent = [](Nanos part, Nanos whole) { return percentOf(part, whole).value_or(0); };
    return tableOf<Row>(
        "schedule_figures",
        {
            column("rank", "Rank within the pipeline.", &Row::rank),
            column("busy_ns", "ns", "Sum of its actions.", &Figures::busy, inNanos),
            column("idle_ns", "ns", "Makespan minus busy.", &Figures::globalIdle, inNanos),
            column("idle_percent", "%", "100 x idle / makespan.",
                   [percent](const Row &row) { return percent(row.figures->globalIdle, row.makespan); }),
            column("idle_to_busy_percent", "%", "100 x idle / busy, Megatron's bubble fraction.",
                   [percent](const Row &row) { return percent(row.figures->globalIdle, row.figures->busy); }),
            column("inner_idle_ns", "ns",
                   "Last end minus first begin of the rank, minus busy: what zero-bubble papers count.",
                   &Figures::innerIdle, inNanos),
            column("peak_activations", "Activations of a stage (chunk) held at once, released at the end of B or W.",
                   &Figures::peakActivations),
            column("peak_freed_by_input", "The same when I releases them.", &Row::freed, &Figures::peakActivations),
        },
        rows);
}

}  // namespace stagescope
