#pragma once

#include "core/analysis/tables/analysis.h"

namespace stagescope {

/// THE list of tables, in order of display: each is made by make<Name>Entry(), which stands in the folder of its
/// subject; those that judge by what is analysed in core/advice.
// clang-format off
#define STAGESCOPE_TABLES(table) \
    table(Ranks) \
    table(Steps) \
    table(TimeSplit) \
    table(Difference) \
    table(TimeCauses) \
    table(KernelSequenceDiff) \
    table(OpCompare) \
    table(ModuleCompare) \
    table(TraceHealth) \
    table(Environment) \
    table(Capabilities) \
    table(OverallMetrics) \
    table(OverallCompare) \
    table(OpStats) \
    table(FrameworkOps) \
    table(FlameGraph) \
    table(Modules) \
    table(ModuleOps) \
    table(SliceStats) \
    table(KernelStats) \
    table(Kernels) \
    table(OperatorBounds) \
    table(FusibleSequences) \
    table(AffinityApis) \
    table(OperatorAgreement) \
    table(KernelSpread) \
    table(KernelWork) \
    table(Mfu) \
    table(ApiStats) \
    table(CommSummary) \
    table(Copies) \
    table(DataWaits) \
    table(DataPipeline) \
    table(DataStages) \
    table(ProfilerCounters) \
    table(DataSupply) \
    table(DataBatches) \
    table(DataEvents) \
    table(MarkStats) \
    table(FreeGaps) \
    table(Dispatch) \
    table(LaunchQueue) \
    table(LaunchDelays) \
    table(Recompute) \
    table(CoreFrequency) \
    table(PipelineCells) \
    table(PipelineSchedule) \
    table(PipelineUnmatched) \
    table(PipelineP2p) \
    table(P2pOps) \
    table(Bubbles) \
    table(BubbleCauses) \
    table(CriticalPath) \
    table(Slack) \
    table(Stragglers) \
    table(RankTime) \
    table(WhatIf) \
    table(ClockOffsets) \
    table(CollectiveCalls) \
    table(CollectiveRanks) \
    table(OpenTransfers) \
    table(TrainingSteps) \
    table(TrainingMetrics) \
    table(ThreadStates) \
    table(CpuStates) \
    table(LaunchWaits) \
    table(CommOps) \
    table(CommTime) \
    table(CommBandwidth) \
    table(CommMatrix) \
    table(CommGroups) \
    table(StepTraceTime) \
    table(CommLate) \
    table(Blame) \
    table(CommOverlap) \
    table(CommCompare) \
    table(SlowRank) \
    table(SlowLink) \
    table(ParallelStrategy) \
    table(MemoryCurve) \
    table(MemoryOps) \
    table(MemoryPeak) \
    table(MemoryCategories) \
    table(ExecutionOps) \
    table(RolePhases) \
    table(RoleTime) \
    table(SnapshotEvents) \
    table(SnapshotBlocks) \
    table(SnapshotSegments) \
    table(SnapshotPeak) \
    table(SnapshotLeaks) \
    table(SnapshotFragmentation) \
    table(SnapshotOom) \
    table(SnapshotDiff) \
    table(SnapshotRanks) \
    table(SnapshotCategories) \
    table(SnapshotPhases) \
    table(SnapshotQuality) \
    table(SnapshotSettings) \
    table(Findings) \
    table(Headroom) \
    table(Remedies) \
    table(MemoryExchange) \
    table(RuleParameters) \
    table(Marks) \
    table(Files) \
    table(ImportLog)
// clang-format on

#define STAGESCOPE_DECLARE_TABLE(name) [[nodiscard]] AnalysisEntry make##name##Entry();
STAGESCOPE_TABLES(STAGESCOPE_DECLARE_TABLE)
#undef STAGESCOPE_DECLARE_TABLE

}  // namespace stagescope
