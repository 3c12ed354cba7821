#pragma once

#include "core/base/result.h"
#include "core/formats/io/load_control.h"
#include "core/store/sink.h"

#include <string>
#include <string_view>

namespace stagescope {

/// What is read, by whom, into what. One file; all of it outlives the call.
struct FeedFileInput {
    const std::string &path;
    std::string_view name;  ///< without folder
    Sink &sink;
    const LoadControl &control;
};

// One reader per kind of file, of MindSpore's MindData unless said otherwise. Each adds tables of FeedOpRecord or
// FeedBatchRecord to the sink. Rows that cannot be understood, and those with negative sizes or times, are logged as
// data loss ("data.bad_row", "csv.bad_row") and left out; of an operator, only the figure. Errors: those of reading,
// Malformed, Truncated, Cancelled. O(bytes).

/// pipeline_profiling_N.json: the tree of operators with the sizes of their queues, sampled.
[[nodiscard]] Status readPipelineJson(const FeedFileInput &in);
/// minddata_pipeline_raw_N.csv: the same, a row for each operator.
[[nodiscard]] Status readPipelineCsv(const FeedFileInput &in);
/// minddata_pipeline_summary_N.csv and .json: a list for each figure, by operator or by batch.
[[nodiscard]] Status readPipelineSummary(const FeedFileInput &in);
/// minddata_cpu_utilization_N.json: processor time of operators, of the rest of the process, and of the machine.
[[nodiscard]] Status readProcessorTimes(const FeedFileInput &in);
/// device_queue_profiling_N.txt, dataset_iterator_profiling_N.txt: lines of integers, times in ms.
/// "0 WHAT BATCH MS [TIME]": WHAT is 0 (until the pipeline had it), 1 (until it was pushed) or 2 (both);
/// "1 LENGTH BATCH SIZE [TIME]": the queue.
[[nodiscard]] Status readBatchLines(const FeedFileInput &in);
/// minddata_aicpu_N.txt (us) and minddata_getnext_profiling_N.txt (of GPUs, ns): "GetNext... BEGIN END [SIZE]".
/// Lines of other names are passed over.
[[nodiscard]] Status readGetNextLines(const FeedFileInput &in);
/// aicpu_mi_*.csv of msprof: the same with a head.
[[nodiscard]] Status readGetNextCsv(const FeedFileInput &in);
/// dp_*.csv of msprof: what happened to the queues of prepared data, "Timestamp(us),Action,Source,Cached Buffer Size",
/// into a table of FeedEventRecord.
[[nodiscard]] Status readEventsCsv(const FeedFileInput &in);

}  // namespace stagescope
