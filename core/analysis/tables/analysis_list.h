#pragma once

#include "core/analysis/tables/analysis.h"

namespace stagescope {

// One factory per table; each is defined in core/analysis/<name>.cpp or <name>_table.cpp and listed in
// analysis_list.cpp.
[[nodiscard]] AnalysisEntry makeRanksEntry();
[[nodiscard]] AnalysisEntry makeStepsEntry();
[[nodiscard]] AnalysisEntry makeTimeSplitEntry();
[[nodiscard]] AnalysisEntry makeTraceHealthEntry();
[[nodiscard]] AnalysisEntry makeProfilerCountersEntry();  // core/analysis/host/counters_table.cpp
[[nodiscard]] AnalysisEntry makeEnvironmentEntry();
[[nodiscard]] AnalysisEntry makeCapabilitiesEntry();
[[nodiscard]] AnalysisEntry makeOpStatsEntry();
[[nodiscard]] AnalysisEntry makeFrameworkOpsEntry();
[[nodiscard]] AnalysisEntry makeFlameGraphEntry();
[[nodiscard]] AnalysisEntry makeModulesEntry();
[[nodiscard]] AnalysisEntry makeModuleOpsEntry();
[[nodiscard]] AnalysisEntry makeOverallMetricsEntry();
[[nodiscard]] AnalysisEntry makeOverallCompareEntry();  // overall_metrics_table.cpp
// Operators: core/analysis/operators.
[[nodiscard]] AnalysisEntry makeKernelStatsEntry();
[[nodiscard]] AnalysisEntry makeKernelsEntry();           // kernel_stats.cpp
[[nodiscard]] AnalysisEntry makeFusibleSequencesEntry();  // fusion_tables.cpp
[[nodiscard]] AnalysisEntry makeAffinityApisEntry();
[[nodiscard]] AnalysisEntry makeOperatorBoundsEntry();     // operator_bounds_table.cpp
[[nodiscard]] AnalysisEntry makeOperatorAgreementEntry();  // operator_agreement.cpp
[[nodiscard]] AnalysisEntry makeKernelSpreadEntry();
[[nodiscard]] AnalysisEntry makeKernelWorkEntry();
[[nodiscard]] AnalysisEntry makeMfuEntry();
[[nodiscard]] AnalysisEntry makeApiStatsEntry();
[[nodiscard]] AnalysisEntry makeCommSummaryEntry();  // device_summaries.cpp
[[nodiscard]] AnalysisEntry makeCopiesEntry();       // copies_table.cpp
// Data loading: core/analysis/data/data_tables.cpp.
[[nodiscard]] AnalysisEntry makeDataWaitsEntry();
[[nodiscard]] AnalysisEntry makeDataPipelineEntry();
[[nodiscard]] AnalysisEntry makeDataStagesEntry();
[[nodiscard]] AnalysisEntry makeDataSupplyEntry();
[[nodiscard]] AnalysisEntry makeDataBatchesEntry();
[[nodiscard]] AnalysisEntry makeDataEventsEntry();
[[nodiscard]] AnalysisEntry makeCollectiveCallsEntry();
[[nodiscard]] AnalysisEntry makeCollectiveRanksEntry();
[[nodiscard]] AnalysisEntry makeOpenTransfersEntry();
// Training logs: core/analysis/training/training_tables.cpp.
[[nodiscard]] AnalysisEntry makeTrainingStepsEntry();
[[nodiscard]] AnalysisEntry makeTrainingMetricsEntry();
[[nodiscard]] AnalysisEntry makeThreadStatesEntry();
[[nodiscard]] AnalysisEntry makeCpuStatesEntry();
[[nodiscard]] AnalysisEntry makeLaunchWaitsEntry();
[[nodiscard]] AnalysisEntry makeMarkStatsEntry();   // mark_stats_table.cpp
[[nodiscard]] AnalysisEntry makeMarksEntry();       // marks_table.cpp
[[nodiscard]] AnalysisEntry makeSliceStatsEntry();  // box_statistics_tables.cpp
[[nodiscard]] AnalysisEntry makeFreeGapsEntry();
[[nodiscard]] AnalysisEntry makeDispatchEntry();
[[nodiscard]] AnalysisEntry makeLaunchQueueEntry();
[[nodiscard]] AnalysisEntry makeLaunchDelaysEntry();  // launch_queue_table.cpp
[[nodiscard]] AnalysisEntry makeRecomputeEntry();     // operators/recompute_table.cpp
[[nodiscard]] AnalysisEntry makeCoreFrequencyEntry();
[[nodiscard]] AnalysisEntry makePipelineCellsEntry();
[[nodiscard]] AnalysisEntry makePipelineScheduleEntry();
[[nodiscard]] AnalysisEntry makePipelineUnmatchedEntry();
[[nodiscard]] AnalysisEntry makePipelineP2pEntry();
[[nodiscard]] AnalysisEntry makeP2pOpsEntry();
[[nodiscard]] AnalysisEntry makeBubblesEntry();
[[nodiscard]] AnalysisEntry makeBubbleCausesEntry();
[[nodiscard]] AnalysisEntry makeCriticalPathEntry();
[[nodiscard]] AnalysisEntry makeSlackEntry();
[[nodiscard]] AnalysisEntry makeStragglersEntry();
[[nodiscard]] AnalysisEntry makeRankTimeEntry();  // core/analysis/cluster
[[nodiscard]] AnalysisEntry makeClockOffsetsEntry();
[[nodiscard]] AnalysisEntry makeCommOpsEntry();
[[nodiscard]] AnalysisEntry makeCommTimeEntry();
[[nodiscard]] AnalysisEntry makeCommBandwidthEntry();
[[nodiscard]] AnalysisEntry makeCommMatrixEntry();
[[nodiscard]] AnalysisEntry makeCommGroupsEntry();
[[nodiscard]] AnalysisEntry makeStepTraceTimeEntry();
[[nodiscard]] AnalysisEntry makeCommCompareEntry();
// Differences: core/analysis/difference.
[[nodiscard]] AnalysisEntry makeDifferenceEntry();
[[nodiscard]] AnalysisEntry makeTimeCausesEntry();
[[nodiscard]] AnalysisEntry makeKernelSequenceDiffEntry();  // kernel_sequence_table.cpp
[[nodiscard]] AnalysisEntry makeOpCompareEntry();           // calls/op_compare_table.cpp
[[nodiscard]] AnalysisEntry makeModuleCompareEntry();       // calls/module_compare_table.cpp
[[nodiscard]] AnalysisEntry makeCommLateEntry();
[[nodiscard]] AnalysisEntry makeBlameEntry();  // core/analysis/blame
[[nodiscard]] AnalysisEntry makeCommOverlapEntry();
[[nodiscard]] AnalysisEntry makeSlowRankEntry();
[[nodiscard]] AnalysisEntry makeSlowLinkEntry();
[[nodiscard]] AnalysisEntry makeParallelStrategyEntry();
// Memory of the profiler: core/analysis/memory.
[[nodiscard]] AnalysisEntry makeMemoryCurveEntry();
[[nodiscard]] AnalysisEntry makeMemoryOpsEntry();
[[nodiscard]] AnalysisEntry makeMemoryPeakEntry();
[[nodiscard]] AnalysisEntry makeMemoryCategoriesEntry();
[[nodiscard]] AnalysisEntry makeExecutionOpsEntry();
// Reinforcement learning: core/analysis/roles/role_tables.cpp.
[[nodiscard]] AnalysisEntry makeRolePhasesEntry();
[[nodiscard]] AnalysisEntry makeRoleTimeEntry();
// Memory snapshots: core/analysis/snapshot/snapshot_lists.cpp, snapshot_verdicts.cpp.
[[nodiscard]] AnalysisEntry makeSnapshotEventsEntry();
[[nodiscard]] AnalysisEntry makeSnapshotBlocksEntry();
[[nodiscard]] AnalysisEntry makeSnapshotSegmentsEntry();
[[nodiscard]] AnalysisEntry makeSnapshotPeakEntry();
[[nodiscard]] AnalysisEntry makeSnapshotLeaksEntry();
[[nodiscard]] AnalysisEntry makeSnapshotFragmentationEntry();
[[nodiscard]] AnalysisEntry makeSnapshotOomEntry();
[[nodiscard]] AnalysisEntry makeSnapshotDiffEntry();
[[nodiscard]] AnalysisEntry makeSnapshotRanksEntry();  // snapshot_ranks_table.cpp
[[nodiscard]] AnalysisEntry makeSnapshotCategoriesEntry();
[[nodiscard]] AnalysisEntry makeSnapshotPhasesEntry();    // snapshot_phases.cpp
[[nodiscard]] AnalysisEntry makeSnapshotQualityEntry();   // snapshot_quality.cpp
[[nodiscard]] AnalysisEntry makeSnapshotSettingsEntry();  // snapshot_settings.cpp
/// Defined in core/advice, which judges by what is analysed here.
[[nodiscard]] AnalysisEntry makeWhatIfEntry();  ///< of core/advice
[[nodiscard]] AnalysisEntry makeFindingsEntry();
[[nodiscard]] AnalysisEntry makeHeadroomEntry();
[[nodiscard]] AnalysisEntry makeRemediesEntry();
[[nodiscard]] AnalysisEntry makeMemoryExchangeEntry();
[[nodiscard]] AnalysisEntry makeRuleParametersEntry();  // defined in core/advice
[[nodiscard]] AnalysisEntry makeFilesEntry();
[[nodiscard]] AnalysisEntry makeImportLogEntry();

}  // namespace stagescope
