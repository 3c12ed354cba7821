#include "core/formats/format_list.h"

#include <algorithm>
#include <array>

namespace stagescope {

std::span<const std::unique_ptr<Format>> formatList() {
    static const std::array<std::unique_ptr<Format>, 32> list{
        makeMemscopeFormat(),      makeProfilerDbFormat(),       makeAnalysisDbFormat(),    makeStepTraceTimeFormat(),
        makeProfilerInfoFormat(),  makeProfilerMetadataFormat(), makeKernelDetailsFormat(), makeKernelTableFormat(),
        makeJobTimelineFormat(),   makeFlightRecorderFormat(),   makeSnapshotFormat(),      makeTraceJsonFormat(),
        makeCommunicationFormat(), makeClusterOutputFormat(),    makeClusterDbFormat(),     makeHcclTraceFormat(),
        makeStepTraceRawFormat(),  makeProfileMemoryFormat(),    makeStatisticsFormat(),    makeOperatorDetailsFormat(),
        makeTaskMetricsFormat(),   makeDataPipelineFormat(),     makeSchedFormat(),         makeBundleFormat(),
        makeNsysFormat(),          makeRocprofv3Format(),        makeXPlaneFormat(),        makePerfettoFormat(),
        makeTrainingLogFormat(),   makeMemoryTimelineFormat(),   makeCounterTableFormat(),  makeExecutionTraceFormat(),
    };
    return list;
}

const Format *formatById(std::string_view id) {
    const auto list = formatList();
    const auto it = std::find_if(list.begin(), list.end(), [&](const auto &format) { return format->id() == id; });
    return it == list.end() ? nullptr : it->get();
}

}  // namespace stagescope
