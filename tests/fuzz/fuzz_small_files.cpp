#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_choice.h"
#include "tests/fuzz/fuzzed_file.h"

#include <memory>

using namespace stagescope;

namespace {

struct SmallFile {
    std::unique_ptr<Format> (*format)();
    const char *name;
};
// Their order is that of make_corpus.py.
constexpr SmallFile kSmallFiles[] = {
    {&makeKernelDetailsFormat, "kernel_details.csv"},
    {&makeKernelDetailsFormat, "op_summary.csv"},
    {&makeKernelDetailsFormat, "task_time.csv"},
    {&makeKernelTableFormat, "kernel_details.csv"},
    {&makeStepTraceTimeFormat, "step_trace_time.csv"},
    {&makeStepTraceRawFormat, "step_trace_raw_0_detail_time.csv"},
    {&makeStatisticsFormat, "op_statistic.csv"},
    {&makeStatisticsFormat, "api_statistic.csv"},
    {&makeStatisticsFormat, "dataset.csv"},
    {&makeOperatorDetailsFormat, "operator_details.csv"},
    {&makeTaskMetricsFormat, "l2_cache.csv"},
    {&makeTaskMetricsFormat, "aicpu.csv"},
    {&makeDataPipelineFormat, "pipeline_profiling_0.json"},
    {&makeDataPipelineFormat, "minddata_pipeline_raw_0.csv"},
    {&makeDataPipelineFormat, "minddata_pipeline_summary_0.csv"},
    {&makeDataPipelineFormat, "minddata_pipeline_summary_0.json"},
    {&makeDataPipelineFormat, "minddata_cpu_utilization_0.json"},
    {&makeDataPipelineFormat, "device_queue_profiling_0.txt"},
    {&makeDataPipelineFormat, "minddata_aicpu_0.txt"},
    {&makeDataPipelineFormat, "aicpu_mi_1.csv"},
    {&makeDataPipelineFormat, "dp_1.csv"},
    {&makeProfilerInfoFormat, "profiler_info_0.json"},
    {&makeProfilerMetadataFormat, "profiler_metadata.json"},
    {&makeCommunicationFormat, "communication.json"},
    {&makeCommunicationFormat, "communication_matrix.json"},
    {&makeClusterOutputFormat, "cluster_communication.json"},
    {&makeClusterOutputFormat, "cluster_communication_matrix.json"},
    {&makeClusterOutputFormat, "communication_group.json"},
    {&makeHcclTraceFormat, "iter2.trace"},
    {&makeFlightRecorderFormat, "nccl_trace_rank_0"},
    {&makeFlightRecorderFormat, "flight_recorder.json"},
    {&makeSchedFormat, "sched_trace.txt"},
    {&makeCounterTableFormat, "counter_collection.csv"},
    {&makeExecutionTraceFormat, "execution_trace.json"},
    {&makeExecutionTraceFormat, "rank.et"},
};

}  // namespace

/// The first byte says which file the rest is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const FuzzedChoice choice(data, size, std::size(kSmallFiles));
    const auto &file = kSmallFiles[choice.index];
    FuzzedFile::load(*file.format(), FuzzedFile::write(file.name, choice.text));
    return 0;
}
