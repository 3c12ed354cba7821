#pragma once

#include "core/formats/format.h"

#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

// One factory per reader; each is defined in core/formats/<name>_format.cpp and listed in format_list.cpp. Behind each:
// its id().
[[nodiscard]] std::unique_ptr<Format> makeProfilerDbFormat();        // "profiler_db"
[[nodiscard]] std::unique_ptr<Format> makeAnalysisDbFormat();        // "analysis_db"
[[nodiscard]] std::unique_ptr<Format> makeSnapshotFormat();          // "memory_snapshot"
[[nodiscard]] std::unique_ptr<Format> makeTraceJsonFormat();         // "trace_json"
[[nodiscard]] std::unique_ptr<Format> makeSchedFormat();             // sched_format.cpp
[[nodiscard]] std::unique_ptr<Format> makeBundleFormat();            // "bundle"
[[nodiscard]] std::unique_ptr<Format> makeJobTimelineFormat();       // "job_timeline"
[[nodiscard]] std::unique_ptr<Format> makeKernelDetailsFormat();     // "kernel_details"
[[nodiscard]] std::unique_ptr<Format> makeKernelTableFormat();       // "kernel_table": the same file, no timeline of it
[[nodiscard]] std::unique_ptr<Format> makeStepTraceTimeFormat();     // "step_trace_time"
[[nodiscard]] std::unique_ptr<Format> makeProfilerInfoFormat();      // "profiler_info"
[[nodiscard]] std::unique_ptr<Format> makeProfilerMetadataFormat();  // "profiler_metadata"
[[nodiscard]] std::unique_ptr<Format> makeCommunicationFormat();     // "communication"
[[nodiscard]] std::unique_ptr<Format> makeProfileMemoryFormat();     // "profile_memory"
[[nodiscard]] std::unique_ptr<Format> makeMemoryTimelineFormat();    // "memory_timeline"
[[nodiscard]] std::unique_ptr<Format> makeClusterOutputFormat();     // "cluster_output"
[[nodiscard]] std::unique_ptr<Format> makeFlightRecorderFormat();    // "flight_recorder"
[[nodiscard]] std::unique_ptr<Format> makeMemscopeFormat();          // "memscope"
[[nodiscard]] std::unique_ptr<Format> makeTrainingLogFormat();       // "training_log"
[[nodiscard]] std::unique_ptr<Format> makeNsysFormat();              // "nsys"
[[nodiscard]] std::unique_ptr<Format> makeRocprofv3Format();         // "rocprofv3"
[[nodiscard]] std::unique_ptr<Format> makeXPlaneFormat();            // "xplane"
[[nodiscard]] std::unique_ptr<Format> makePerfettoFormat();          // "perfetto"
[[nodiscard]] std::unique_ptr<Format> makeHcclTraceFormat();
[[nodiscard]] std::unique_ptr<Format> makeStepTraceRawFormat();
[[nodiscard]] std::unique_ptr<Format> makeStatisticsFormat();       // "statistics"
[[nodiscard]] std::unique_ptr<Format> makeOperatorDetailsFormat();  // "operator_details"
[[nodiscard]] std::unique_ptr<Format> makeExecutionTraceFormat();   // "execution_trace"
[[nodiscard]] std::unique_ptr<Format> makeCounterTableFormat();     // "counter_table"
[[nodiscard]] std::unique_ptr<Format> makeTaskMetricsFormat();      // "task_metrics"
[[nodiscard]] std::unique_ptr<Format> makeDataPipelineFormat();     // "data_pipeline"
[[nodiscard]] std::unique_ptr<Format> makeClusterDbFormat();        // "cluster_db"

/// Why a file with a name that a trace may have, and that no reader takes, ends before it shows what
/// it is: its compressed stream breaks, its JSON stops within the root, or there is nothing in it. Nothing for whole
/// JSON of another kind, for what is no JSON, and for an empty file unless its name says more than .json.
[[nodiscard]] std::optional<Error> breakBeforeEvents(const std::string &path, const std::stop_token &stop);

}  // namespace stagescope
