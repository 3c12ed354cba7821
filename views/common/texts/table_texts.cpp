#include "views/common/texts/table_texts.h"

#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

/// One line per table, sorted.
constexpr MessageEntry kTableEntries[] = {
    {"table.affinity_apis", QT_TRANSLATE_NOOP("Message", "Calls that one call of torch_npu replaces")},
    {"table.api_stats", QT_TRANSLATE_NOOP("Message", "Host API summary")},
    {"table.clock_offsets", QT_TRANSLATE_NOOP("Message", "Clocks of the ranks")},
    {"table.comm_bandwidth", QT_TRANSLATE_NOOP("Message", "Communication bandwidth by packet size")},
    {"table.comm_groups", QT_TRANSLATE_NOOP("Message", "Communication groups")},
    {"table.comm_matrix", QT_TRANSLATE_NOOP("Message", "Communication matrix")},
    {"table.comm_ops", QT_TRANSLATE_NOOP("Message", "Communication operators")},
    {"table.comm_summary", QT_TRANSLATE_NOOP("Message", "Communication by kind and task")},
    {"table.comm_time", QT_TRANSLATE_NOOP("Message", "Communication time by operator")},
    {"table.copies", QT_TRANSLATE_NOOP("Message", "Memory copies and fills")},
    {"table.data_batches", QT_TRANSLATE_NOOP("Message", "Batches on their way to the device")},
    {"table.data_pipeline", QT_TRANSLATE_NOOP("Message", "Operators of the data pipeline")},
    {"table.data_stages", QT_TRANSLATE_NOOP("Message", "Stages of the data pipeline")},
    {"table.data_supply", QT_TRANSLATE_NOOP("Message", "Supply of batches")},
    {"table.data_waits", QT_TRANSLATE_NOOP("Message", "Steps and their data loader")},
    {"table.dispatch", QT_TRANSLATE_NOOP("Message", "Kernel launch latency")},
    {"table.environment", QT_TRANSLATE_NOOP("Message", "Environment and profiler settings")},
    {"table.flame_graph", QT_TRANSLATE_NOOP("Message", "Call paths")},
    {"table.framework_ops", QT_TRANSLATE_NOOP("Message", "Framework operators by device time")},
    {"table.free_gaps", QT_TRANSLATE_NOOP("Message", "Free time of the device by cause")},
    {"table.fusible_sequences", QT_TRANSLATE_NOOP("Message", "Kernels that could be fused")},
    {"table.kernel_sequence_diff", QT_TRANSLATE_NOOP("Message", "Order of kernels: what deviates")},
    {"table.kernel_stats", QT_TRANSLATE_NOOP("Message", "Kernels by type")},
    {"table.kernel_work", QT_TRANSLATE_NOOP("Message", "Work of kernels")},
    {"table.kernels", QT_TRANSLATE_NOOP("Message", "Kernel details")},
    {"table.mark_stats", QT_TRANSLATE_NOOP("Message", "Ranges and marks of the program")},
    {"table.memory_ops", QT_TRANSLATE_NOOP("Message", "Memory of operators")},
    {"table.module_compare", QT_TRANSLATE_NOOP("Message", "Modules, call by call")},
    {"table.module_ops", QT_TRANSLATE_NOOP("Message", "Operators and kernels by module")},
    {"table.modules", QT_TRANSLATE_NOOP("Message", "Modules of the model")},
    {"table.op_compare", QT_TRANSLATE_NOOP("Message", "Framework operators, call by call")},
    {"table.op_stats", QT_TRANSLATE_NOOP("Message", "Operators by name")},
    {"table.overall_compare", QT_TRANSLATE_NOOP("Message", "Overall metrics side by side")},
    {"table.overall_metrics", QT_TRANSLATE_NOOP("Message", "Overall metrics")},
    {"table.p2p_ops", QT_TRANSLATE_NOOP("Message", "Point-to-point operations")},
    {"table.pipeline_p2p", QT_TRANSLATE_NOOP("Message", "Point-to-point edges of the pipeline")},
    {"table.remedies", QT_TRANSLATE_NOOP("Message", "Remedies")},
    {"table.step_trace_time", QT_TRANSLATE_NOOP("Message", "Time of steps as the profiler splits it")},
    {"table.time_split", QT_TRANSLATE_NOOP("Message", "Time split")},
};

}  // namespace

std::span<const MessageEntry> tableEntries() { return kTableEntries; }

QString tableTitle(const AnalysisEntry &table) {
    const auto id = "table." + table.id;
    const auto text = messageText(Message(id));
    return text == utf8Text(id) ? utf8Text(table.title) : text;
}

}  // namespace stagescope
