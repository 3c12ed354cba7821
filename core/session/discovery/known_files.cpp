#include "core/session/discovery/known_files.h"

#include "core/base/path_text.h"
#include "core/formats/format_list.h"
#include "core/session/discovery/name_pattern.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

struct Row {
    std::string_view pattern;  ///< name_pattern.h
    FileKind kind;
    std::string_view format;
    std::string_view tail = patternTail(pattern);
};

using enum FileKind;
// The first row that matches decides. Endings .gz and .zst and numbers behind an ending are cut off before.
constexpr auto kTable = std::to_array<Row>({
    {"*ascend_pytorch_profiler.db", FrameworkDb, "profiler_db"},
    {"*ascend_pytorch_profiler_#.db", FrameworkDb, "profiler_db"},
    {"*ascend_mindspore_profiler.db", FrameworkDb, "profiler_db"},
    {"*ascend_mindspore_profiler_#.db", FrameworkDb, "profiler_db"},
    {"*msprof_#.db", MsprofDb, "profiler_db"},
    {"*msprof_#_#.db", MsprofDb, "profiler_db"},
    {"analysis.db", Small, "analysis_db"},
    {"trace_view.json", TraceView, "trace_json"},
    {"msprof_#.json", MsprofTrace, "trace_json"},
    {"msprof_*_#.json", MsprofTrace, "trace_json"},
    {"profiler_info.json", ProfilerInfo, "profiler_info"},
    {"profiler_info_#.json", ProfilerInfo, "profiler_info"},
    {"profiler_metadata.json", Small, "profiler_metadata"},
    {"step_trace_raw_#_detail_time.csv", Small, "step_trace_raw"},
    {"*timeline_display_#.json", TraceView, "trace_json"},
    {"iter*.trace", Small, "hccl_trace"},
    {"step_trace_time.csv", Small, "step_trace_time"},
    {"step_trace_time_#.csv", Small, "step_trace_time"},
    {"cluster_step_trace_time.csv", Cluster, "step_trace_time"},
    {"cluster_communication.json", Cluster, "cluster_output"},
    {"cluster_communication_matrix.json", Cluster, "cluster_output"},
    {"cluster_*.csv", Cluster, ""},
    {"cluster_*.json", Cluster, ""},
    {"cluster_analysis*.db", Cluster, "cluster_db"},
    {"communication_group.json", Cluster, "cluster_output"},
    {"communication_analyzer.db", Later, ""},
    {"communication.json", Small, "communication"},
    {"communication_matrix.json", Small, "communication"},
    {"communication_statistic*.csv", Later, ""},
    {"kernel_details*.csv", KernelTable, "kernel_details"},
    {"op_summary*.csv", KernelSummary, "kernel_details"},
    {"op_statistic*.csv", Small, "statistics"},
    {"operator_details*.csv", Small, "operator_details"},
    {"operator_memory*.csv", Small, "profile_memory"},
    {"memory_record*.csv", Small, "profile_memory"},
    {"static_op_mem*.csv", Small, "profile_memory"},
    {"npu_module_mem*.csv", Small, "profile_memory"},
    {"npu_mem*.csv", Small, "profile_memory"},
    {"api_statistic*.csv", Small, "statistics"},
    {"task_time*.csv", KernelTasks, "kernel_details"},
    {"step_trace*.csv", Later, ""},
    {"step_trace*.json", Later, ""},
    {"l2_cache*.csv", Small, "task_metrics"},
    {"fusion_op*.csv", Later, ""},
    {"data_preprocess*.csv", Small, "task_metrics"},
    {"aicpu.csv", Small, "task_metrics"},
    {"aicpu_#*.csv", Small, "task_metrics"},
    {"aicpu_slice_*.csv", Small, "task_metrics"},
    {"aicpu_mi_*.csv", Small, "data_pipeline"},
    {"aicpu*.csv", Later, ""},
    {"aicore_utilization*.csv", Later, ""},
    {"ai_core_utilization*.csv", Later, ""},
    {"ai_vector_core_utilization*.csv", Later, ""},
    {"soc_pmu*.csv", Small, "task_metrics"},
    {"hbm*.csv", Later, ""},
    {"ddr*.csv", Later, ""},
    {"llc_read_write*.csv", Later, ""},
    {"hccs*.csv", Later, ""},
    {"pcie*.csv", Later, ""},
    {"nic*.csv", Later, ""},
    {"roce*.csv", Later, ""},
    {"dvpp*.csv", Later, ""},
    {"dp_#*.csv", Small, "data_pipeline"},
    {"dp_slice_#*.csv", Small, "data_pipeline"},
    {"msprof_tx*.csv", Later, ""},
    {"cpu_usage*.csv", Later, ""},
    {"process_cpu_usage*.csv", Later, ""},
    {"process_mem*.csv", Later, ""},
    {"sys_mem*.csv", Later, ""},
    {"host_*_usage*.csv", Later, ""},
    {"os_runtime_statistic*.csv", Later, ""},
    {"prof_rule_*.json", Later, ""},
    {"minddata_pipeline_raw_#.csv", Small, "data_pipeline"},
    {"minddata_pipeline_summary_#.csv", Small, "data_pipeline"},
    {"minddata_pipeline_summary_#.json", Small, "data_pipeline"},
    {"minddata_cpu_utilization_#.json", Small, "data_pipeline"},
    {"minddata_aicpu_#.txt", Small, "data_pipeline"},
    {"minddata_getnext_profiling_#.txt", Small, "data_pipeline"},
    {"minddata_*.csv", Later, ""},
    {"minddata_*.json", Later, ""},
    {"minddata_*.txt", Later, ""},
    {"dataset_iterator_profiling_#.txt", Small, "data_pipeline"},
    {"device_queue_profiling_#.txt", Small, "data_pipeline"},
    {"pipeline_profiling_#.json", Small, "data_pipeline"},
    {"dataset.csv", Small, "statistics"},
    {"dataset_#.csv", Small, "statistics"},
    {"output_op_compute_time_#.txt", Later, ""},
    {"output_data_preprocess_aicpu_#.txt", Later, ""},
    {"output_timeline_data_#.txt", Later, ""},
    {"framework_raw_#.csv", Later, ""},
    {"flops_#.txt", Later, ""},
    {"flops_summary_#.json", Later, ""},
    {"flops_scope_#.json", Later, ""},
    {"memscope_dump_*.db", Snapshot, "memscope"},
    {"memscope_dump_*.csv", Snapshot, "memscope"},
    {"leaks_dump_*.db", Snapshot, "memscope"},
    {"leaks_dump_*.csv", Snapshot, "memscope"},
    {"msmonitor_*.db", Later, ""},
    {"*.pkl", Snapshot, "memory_snapshot"},
    {"*.pickle", Snapshot, "memory_snapshot"},
    {"*.xplane.pb", JsonText, ""},
    {"*.pftrace", JsonText, ""},
    {"*.perfetto-trace", JsonText, ""},
    {"*.perfetto_trace", JsonText, ""},
    {"*.perfetto", JsonText, ""},
    {"*perfetto-trace*.proto", JsonText, ""},
    {"*.et", JsonText, ""},
    {"*.chakra", JsonText, ""},
    {"*.stagescope", JsonText, ""},
    {"*.json", JsonText, ""},
});

constexpr std::string_view kCounters = "statistics";

bool isUpperCase(std::string_view text) {
    return !text.empty() && text.front() >= 'A' && text.front() <= 'Z' && lowerCase(text) != text;
}

/// Names that only begin like those of msprof's counters are of somebody else: the reader knows them.
bool isCounterFile(std::string_view name) {
    static const auto &formats = formatList();
    static const auto reader =
        std::find_if(formats.begin(), formats.end(), [](const auto &format) { return format->id() == kCounters; });
    return reader != formats.end() && (*reader)->sniff(name, {});
}

}  // namespace

namespace {

KnownFile knownByTable(std::string_view name) {
    for (const auto &row : kTable) {
        if (name.ends_with(row.tail) && fitsPattern(row.pattern, name)) {
            return row.kind == Later && isCounterFile(name) ? KnownFile{Small, kCounters}
                                                            : KnownFile{row.kind, row.format};
        }
    }
    return {};
}

}  // namespace

KnownFile knownFile(std::string_view name) {
    name = plainName(name);
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos || name.size() > 255) {
        return {};
    }
    const auto known = knownByTable(name);
    // "TRACE.JSON": some systems keep names so.
    const bool mayBeUpper = known.kind == FileKind::Unknown && isUpperCase(name.substr(dot + 1));
    return mayBeUpper ? knownByTable(lowerCase(name)) : known;
}

bool isTimeline(FileKind kind) {
    return kind == FrameworkDb || kind == TraceView || kind == MsprofDb || kind == MsprofTrace || isKernelTable(kind);
}

bool isKernelTable(FileKind kind) { return kind == KernelTable || kind == KernelSummary || kind == KernelTasks; }

}  // namespace stagescope
