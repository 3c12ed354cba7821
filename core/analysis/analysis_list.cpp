#include "core/analysis/analysis_list.h"

#include <algorithm>

namespace stagescope {

bool AnalysisInput::wants(int rank) const {
    return ranks.empty() || std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
}

std::span<const AnalysisEntry> analysisList() {
    static const std::vector<AnalysisEntry> list = [] {
        std::vector<AnalysisEntry> entries;
        entries.push_back(makeRanksEntry());
        entries.push_back(makeStepsEntry());
        entries.push_back(makeTimeSplitEntry());
        entries.push_back(makeEnvironmentEntry());
        entries.push_back(makeCapabilitiesEntry());
        entries.push_back(makeOverallMetricsEntry());
        entries.push_back(makeOverallCompareEntry());
        entries.push_back(makeOpStatsEntry());
        entries.push_back(makeFreeGapsEntry());
        entries.push_back(makeDispatchEntry());
        entries.push_back(makeCoreFrequencyEntry());
        entries.push_back(makePipelineCellsEntry());
        entries.push_back(makePipelineScheduleEntry());
        entries.push_back(makePipelineUnmatchedEntry());
        entries.push_back(makePipelineP2pEntry());
        entries.push_back(makeP2pOpsEntry());
        entries.push_back(makeBubblesEntry());
        entries.push_back(makeBubbleCausesEntry());
        entries.push_back(makeCriticalPathEntry());
        entries.push_back(makeSlackEntry());
        entries.push_back(makeStragglersEntry());
        entries.push_back(makeWhatIfEntry());
        entries.push_back(makeClockOffsetsEntry());
        entries.push_back(makeCommOpsEntry());
        entries.push_back(makeCommTimeEntry());
        entries.push_back(makeCommBandwidthEntry());
        entries.push_back(makeCommMatrixEntry());
        entries.push_back(makeCommGroupsEntry());
        entries.push_back(makeStepTraceTimeEntry());
        entries.push_back(makeCommLateEntry());
        entries.push_back(makeCommOverlapEntry());
        entries.push_back(makeCommCompareEntry());
        entries.push_back(makeSlowRankEntry());
        entries.push_back(makeSlowLinkEntry());
        entries.push_back(makeParallelStrategyEntry());
        entries.push_back(makeMemoryCurveEntry());
        entries.push_back(makeMemoryOpsEntry());
        entries.push_back(makeMemoryPeakEntry());
        entries.push_back(makeSnapshotEventsEntry());
        entries.push_back(makeSnapshotBlocksEntry());
        entries.push_back(makeSnapshotSegmentsEntry());
        entries.push_back(makeSnapshotPeakEntry());
        entries.push_back(makeSnapshotLeaksEntry());
        entries.push_back(makeSnapshotFragmentationEntry());
        entries.push_back(makeSnapshotOomEntry());
        entries.push_back(makeSnapshotDiffEntry());
        entries.push_back(makeSnapshotRanksEntry());
        entries.push_back(makeSnapshotPhasesEntry());
        entries.push_back(makeSnapshotQualityEntry());
        entries.push_back(makeFindingsEntry());
        entries.push_back(makeRuleParametersEntry());
        entries.push_back(makeFilesEntry());
        entries.push_back(makeImportLogEntry());
        return entries;
    }();
    return list;
}

const AnalysisEntry *analysisById(std::string_view id) {
    const auto list = analysisList();
    const auto it = std::find_if(list.begin(), list.end(), [&](const AnalysisEntry &e) { return e.id == id; });
    return it == list.end() ? nullptr : &*it;
}

}  // namespace stagescope
