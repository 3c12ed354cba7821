#include "core/demo/rank_recording.h"

namespace stagescope {

namespace {

constexpr std::int64_t kSessionTailNs = 5'000'000;

}  // namespace

RankRecording::RankRecording(const DemoCluster &demoCluster, const RankProgram &rankProgram,
                             const std::vector<DemoOpTimes> &opTimes)
    : cluster(demoCluster),
      program(rankProgram),
      times(opTimes),
      steps(std::size_t(demoCluster.options().steps)),
      cells(rankProgram.cells.size()),
      memory(allocatorTrace(rankProgram, opTimes)),
      communication(commRecords(demoCluster, rankProgram, opTimes)),
      clockShift(kDemoEpochNs + demoCluster.clockOffset(demoCluster.hostOf(rankProgram.rank))) {
    for (std::size_t i = 0; i < program.ops.size(); ++i) {
        const DemoOp &op = program.ops[i];
        if (op.kind == DemoOpKind::StepBegin) {
            steps[std::size_t(op.step)].begin = times[i].hostBegin;
        } else if (op.kind == DemoOpKind::StepEnd) {
            steps[std::size_t(op.step)].end = times[i].hostEnd;
        } else if (op.kind == DemoOpKind::RangeBegin) {
            cells[std::size_t(op.cell)].begin = times[i].deviceBegin;
        } else if (op.kind == DemoOpKind::RangeEnd) {
            cells[std::size_t(op.cell)].end = times[i].deviceEnd;
        }
    }
    sessionEnd = steps.back().end + kSessionTailNs;
}

}  // namespace stagescope
