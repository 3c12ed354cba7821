#include "core/demo/cell_marks.h"

#include <algorithm>
#include <vector>

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

/// A row of StepTaskInfo without its times.
struct Label {
    std::string name;
    int type = 0;
};

/// What the recipe makes of a message that it has no label for.
Label plainLabel(const PipelineAction &action) {
    const bool isForward = action.kind == CellKind::Forward || action.kind == CellKind::Overlapped;
    return isForward ? Label{"FP", 0} : Label{"BP", 1};
}

/// Positions at which the recipe's phases of a DualPipeV end, the loss head not counted.
std::vector<int> phaseEnds(const DemoOptions &options, int stage) {
    const int outer = options.pp - 1 - stage;
    const int pairs = options.microbatches - 2 * options.pp + stage + 1;
    const int turn = outer == 0 && pairs > 0 ? 1 : 0;  // whose first pair is two cells
    std::vector<int> ends;
    int end = 0;
    for (const int length : {2 * outer, 2 * (stage + 1), 3 * outer, 2 * pairs + turn, 2 * outer, stage + 1}) {
        ends.push_back(end += length);
    }
    return ends;
}

std::string dualPipeVName(const PipelineAction &action, int microbatches, bool isOverlapPhase) {
    const std::string number = std::to_string(action.microbatch + action.chunk * microbatches);
    if (action.kind == CellKind::Loss) {
        return "logits";
    }
    if (action.kind == CellKind::Forward) {
        return isOverlapPhase ? number + "F" : number;
    }
    if (action.kind == CellKind::BackwardInput) {
        return number + "b";
    }
    if (action.kind == CellKind::BackwardWeight) {
        return number + "w";
    }
    if (action.kind == CellKind::Backward) {
        return number + "B";
    }
    return number + "F+" + std::to_string(action.backwardMicrobatch + action.backwardChunk * microbatches) + "B";
}

/// Labels of all cells of a rank. Those of a DualPipeV go by the position within the step.
std::vector<Label> labelsOf(const RankRecording &recording) {
    const DemoOptions &options = recording.cluster.options();
    constexpr int kOverlapPhase = 3;
    std::vector<Label> labels;
    if (!isDualPipeV(options.schedule)) {
        for (const DemoCell &cell : recording.program.cells) {
            labels.push_back(plainLabel(cell.action));
        }
        return labels;
    }
    const std::vector<int> ends = phaseEnds(options, recording.cluster.stageOf(recording.program.rank));
    int step = 0;
    int position = 0;
    for (const DemoCell &cell : recording.program.cells) {
        position = cell.step == step ? position : 0;
        step = cell.step;
        const int phase = int(std::ranges::upper_bound(ends, position) - ends.begin());
        labels.push_back({dualPipeVName(cell.action, options.microbatches, phase == kOverlapPhase), phase});
        position += cell.action.kind == CellKind::Loss ? 0 : 1;
    }
    return labels;
}

}  // namespace

std::string cellMessage(const DemoOptions &options, const PipelineAction &action) {
    std::string text = "{'name': '" + nameOf(options, action.kind) + "'";
    if (options.isNamed) {
        text += ", 'current_microbatch': " + std::to_string(action.microbatch);
    }
    return text + "}";
}

void writeStepTaskInfo(DatabaseWriter &database, const RankRecording &recording) {
    database.execute("CREATE TABLE StepTaskInfo (name TEXT, startNs INTEGER, endNs INTEGER, type INTEGER)");
    TableInsert insert(database, "StepTaskInfo", 4);
    const std::vector<Label> labels = labelsOf(recording);
    for (std::size_t i = 0; i < recording.cells.size(); ++i) {
        insert.row({std::string_view(labels[i].name), recording.clock(recording.cells[i].begin),
                    recording.clock(recording.cells[i].end), labels[i].type});
    }
}

}  // namespace stagescope
