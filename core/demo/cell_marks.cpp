#include "core/demo/cell_marks.h"

#include "core/analysis/pipeline/mindspeed_labels.h"

namespace stagescope {

namespace {

bool isDualPipeV(ScheduleKind kind) {
    return kind == ScheduleKind::DualPipeV || kind == ScheduleKind::MindSpeedDualPipeV;
}

std::string nameOf(const DemoOptions &options, CellKind kind) {
    // MindSpeed runs its layers through a graph of its own there; the loss head goes without.
    const std::string suffix = isDualPipeV(options.schedule) ? "_with_model_graph" : "";
    switch (kind) {
        case CellKind::Forward:
            return "forward_step" + suffix;
        case CellKind::Overlapped:
            return "forward_backward_overlaping";
        case CellKind::BackwardWeight:
            return "WeightGradStore.pop";
        case CellKind::Loss:
            return "backward_step";
        default:
            return "backward_step" + suffix;
    }
}

/// What the recipe makes of a message that it has no label for.
MindSpeedLabel plainLabel(CellKind kind) {
    const bool isForward = kind == CellKind::Forward || kind == CellKind::Overlapped;
    return isForward ? MindSpeedLabel{"FP", 0} : MindSpeedLabel{"BP", 1};
}

/// The labels of one step, which all steps share.
std::vector<MindSpeedLabel> labelsOfStep(const RankRecording &recording) {
    const DemoOptions &options = recording.cluster.options();
    std::vector<PipelineAction> order;
    for (const DemoCell &cell : recording.program.cells) {
        if (cell.step == 0)
            order.push_back(cell.action);
    }
    if (isDualPipeV(options.schedule))
        return mindSpeedLabels(options.scheduleOptions(), recording.cluster.stageOf(recording.program.rank), order);
    std::vector<MindSpeedLabel> labels;
    for (const PipelineAction &action : order)
        labels.push_back(plainLabel(action.kind));
    return labels;
}

}  // namespace

std::string cellMessage(const DemoOptions &options, const PipelineAction &action) {
    std::string text = "{'name': '" + nameOf(options, action.kind) + "'";
    if (options.isNamed)
        text += ", 'current_microbatch': " + std::to_string(action.microbatch);
    return text + "}";
}

void writeStepTaskInfo(DatabaseWriter &database, const RankRecording &recording) {
    database.execute("CREATE TABLE StepTaskInfo (name TEXT, startNs INTEGER, endNs INTEGER, type INTEGER)");
    TableInsert insert(database, "StepTaskInfo", 4);
    const std::vector<MindSpeedLabel> labels = labelsOfStep(recording);
    for (std::size_t i = 0; i < recording.cells.size(); ++i) {
        const MindSpeedLabel &label = labels[i % labels.size()];
        insert.row({std::string_view(label.name), recording.clock(recording.cells[i].begin),
                    recording.clock(recording.cells[i].end), label.phase});
    }
}

}  // namespace stagescope
