#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_file.h"

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    FuzzedFile::load(*makeKernelDetailsFormat(), FuzzedFile::write("kernel_details.csv", data, size));
    FuzzedFile::load(*makeStepTraceTimeFormat(), FuzzedFile::write("step_trace_time.csv", data, size));
    FuzzedFile::load(*makeStatisticsFormat(), FuzzedFile::write("op_statistic.csv", data, size));
    FuzzedFile::load(*makeStatisticsFormat(), FuzzedFile::write("api_statistic.csv", data, size));
    FuzzedFile::load(*makeOperatorDetailsFormat(), FuzzedFile::write("operator_details.csv", data, size));
    FuzzedFile::load(*makeTaskMetricsFormat(), FuzzedFile::write("l2_cache.csv", data, size));
    FuzzedFile::load(*makeTaskMetricsFormat(), FuzzedFile::write("aicpu.csv", data, size));
    FuzzedFile::load(*makeStatisticsFormat(), FuzzedFile::write("dataset.csv", data, size));
    for (const auto *name :
         {"pipeline_profiling_0.json", "minddata_pipeline_raw_0.csv", "minddata_pipeline_summary_0.csv",
          "minddata_pipeline_summary_0.json", "minddata_cpu_utilization_0.json", "device_queue_profiling_0.txt",
          "minddata_aicpu_0.txt", "aicpu_mi_1.csv"}) {
        FuzzedFile::load(*makeDataPipelineFormat(), FuzzedFile::write(name, data, size));
    }
    FuzzedFile::load(*makeProfilerInfoFormat(), FuzzedFile::write("profiler_info_0.json", data, size));
    FuzzedFile::load(*makeProfilerMetadataFormat(), FuzzedFile::write("profiler_metadata.json", data, size));
    FuzzedFile::load(*makeCommunicationFormat(), FuzzedFile::write("communication.json", data, size));
    FuzzedFile::load(*makeCommunicationFormat(), FuzzedFile::write("communication_matrix.json", data, size));
    FuzzedFile::load(*makeClusterOutputFormat(), FuzzedFile::write("cluster_communication.json", data, size));
    return 0;
}
