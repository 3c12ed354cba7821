#include "core/analysis/pipeline/schedule/schedule_table.h"

#include "core/analysis/pipeline/schedule/schedule_text.h"

namespace stagescope {

namespace {

Cell known(int value) { return value < 0 ? Cell{} : Cell{std::int64_t{value}}; }

double percent(Nanos part, Nanos whole) {
    return whole.count() == 0 ? 0 : 100.0 * static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

}  // namespace

ResultTable scheduleTable(const Schedule &schedule, const Simulation &simulation) {
    ResultTable table;
    table.id = "schedule";
    table.columns = {
        {"rank", ColumnType::Integer, "", "Rank within the pipeline."},
        {"position", ColumnType::Integer, "", "Place in the rank's order, from 0."},
        {"action", ColumnType::Text, "", "The action as papers write it."},
        {"kind", ColumnType::Text, "", "F, B, I (backward for input), W (backward for weights), O (both) or loss."},
        {"stage", ColumnType::Integer, "", "Stage in the order in which a microbatch flows."},
        {"microbatch", ColumnType::Integer, "", "Microbatch; in DualPipe of its direction."},
        {"chunk", ColumnType::Integer, "", "Virtual chunk of the rank, or direction of DualPipe."},
        {"backward_stage", ColumnType::Integer, "", "Stage of an overlapped action's backward half."},
        {"backward_microbatch", ColumnType::Integer, "", "Microbatch of that half."},
        {"backward_chunk", ColumnType::Integer, "", "Chunk of that half."},
        {"start_ns", ColumnType::Integer, "ns", "Begin in the simulation, from the first action's."},
        {"end_ns", ColumnType::Integer, "ns", "End in the simulation."},
    };
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
        for (std::size_t i = 0; i < schedule.ranks[rank].size(); ++i) {
            const PipelineAction &a = schedule.ranks[rank][i];
            const ActionTimes &times = simulation.times[rank][i];
            table.rows.push_back({static_cast<std::int64_t>(rank), static_cast<std::int64_t>(i), paperText(a, schedule),
                                  std::string(cellKindText(a.kind)), known(a.stage), known(a.microbatch),
                                  known(a.chunk), known(a.backwardStage), known(a.backwardMicrobatch),
                                  known(a.backwardChunk), std::int64_t{times.begin.count()},
                                  std::int64_t{times.end.count()}});
        }
    }
    return table;
}

ResultTable scheduleFigures(const Schedule &schedule, const Simulation &simulation) {
    ResultTable table;
    table.id = "schedule_figures";
    table.columns = {
        {"rank", ColumnType::Integer, "", "Rank within the pipeline."},
        {"busy_ns", ColumnType::Integer, "ns", "Sum of its actions."},
        {"idle_ns", ColumnType::Integer, "ns", "Makespan minus busy."},
        {"idle_percent", ColumnType::Real, "%", "100 x idle / makespan."},
        {"idle_to_busy_percent", ColumnType::Real, "%", "100 x idle / busy, Megatron's bubble fraction."},
        {"inner_idle_ns", ColumnType::Integer, "ns",
         "Last end minus first begin of the rank, minus busy: what zero-bubble papers count."},
        {"peak_activations", ColumnType::Integer, "",
         "Activations of a stage (chunk) held at once, released at the end of B or W."},
        {"peak_freed_by_input", ColumnType::Integer, "", "The same when I releases them."},
    };
    const std::vector<RankFigures> figures = rankFigures(schedule, simulation);
    const std::vector<RankFigures> freed = rankFigures(schedule, simulation, true);
    for (std::size_t rank = 0; rank < figures.size(); ++rank) {
        const RankFigures &f = figures[rank];
        table.rows.push_back({static_cast<std::int64_t>(rank), std::int64_t{f.busy.count()},
                              std::int64_t{f.globalIdle.count()}, percent(f.globalIdle, simulation.makespan),
                              percent(f.globalIdle, f.busy), std::int64_t{f.innerIdle.count()},
                              std::int64_t{f.peakActivations}, std::int64_t{freed[rank].peakActivations}});
    }
    return table;
}

}  // namespace stagescope
