#include "core/advice/tuning_texts.h"

#include <QtCore/QtGlobal>

namespace stagescope {

namespace {

constexpr FindingText kTuningTexts[] = {
    {"finding.aicpu", QT_TRANSLATE_NOOP("Message", "Kernels on the AI CPU cost %1 ms per step")},
    {"finding.aicpu.fact.types",
     QT_TRANSLATE_NOOP("Message", "Data types among them that AI cores do not compute with: %1.")},
    {"finding.aicpu.formula",
     QT_TRANSLATE_NOOP("Message", "Counted: the time of kernels on AI CPUs while the device does nothing else.")},
    {"finding.aicpu.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Give them data types that AI cores compute with (x = x.float(), x.to(torch.int32)), or replace them: index "
         "and nonzero by torch.where or a multiplication with a mask, argmin by a newer CANN.")},
    {"finding.aicpu.topic", QT_TRANSLATE_NOOP("Message", "Kernels on AI CPUs")},
    {"finding.aicpu.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Leave it where the type is needed for the result, or where a kernel runs once and not in each step.")},
    {"finding.block_dim", QT_TRANSLATE_NOOP("Message", "Kernels whose blocks do not fill the cores: %1 ms per step")},
    {"finding.block_dim.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "Counted: time x (1 - blocks / (rounds x cores)), where a round runs as many blocks as there are cores.")},
    {"finding.block_dim.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Choose sizes (batch, hidden, vocabulary) that the number of cores divides, or tune the "
                       "kernels: aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS")},
    {"finding.block_dim.topic", QT_TRANSLATE_NOOP("Message", "Blocks that leave cores idle")},
    {"finding.block_dim.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply to kernels that wait for memory: idle cores cost them little.")},
    {"finding.data_loader", QT_TRANSLATE_NOOP("Message", "The device waits for the data loader: %1 ms per step")},
    {"finding.data_loader.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Counted: the time that the device idles beneath calls of the data loader of 10 ms and more.")},
    {"finding.data_loader.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "DataLoader(..., num_workers=8, pin_memory=True, prefetch_factor=4, persistent_workers=True); "
                       "read large files (tar, zip) from a local disk instead of many small ones.")},
    {"finding.data_loader.topic", QT_TRANSLATE_NOOP("Message", "Slow data loader")},
    {"finding.data_loader.unless",
     QT_TRANSLATE_NOOP("Message", "More workers do not help where the disk or the processors are busy already.")},
    {"finding.data_parallel",
     QT_TRANSLATE_NOOP("Message", "One process drives several devices (DataParallel): %1 ms per step")},
    {"finding.data_parallel.formula",
     QT_TRANSLATE_NOOP("Message", "Counted: the time that the device idles beneath the forward of nn.DataParallel.")},
    {"finding.data_parallel.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Start a process per device: torchrun --nproc_per_node=8 train.py, and "
                       "torch.nn.parallel.DistributedDataParallel(model) in it.")},
    {"finding.data_parallel.topic", QT_TRANSLATE_NOOP("Message", "DataParallel of one process")},
    {"finding.data_parallel.unless", QT_TRANSLATE_NOOP("Message", "Of no use with one device.")},
    {"finding.environment", QT_TRANSLATE_N_NOOP("Message", "%n environment variable(s) may cost time")},
    {"finding.environment.fact.ACLNN_CACHE_LIMIT",
     QT_TRANSLATE_NOOP("Message", "ACLNN_CACHE_LIMIT = %1: operators are prepared again when their cache is full.")},
    {"finding.environment.fact.ASCEND_GLOBAL_LOG_LEVEL",
     QT_TRANSLATE_NOOP("Message",
                       "ASCEND_GLOBAL_LOG_LEVEL = %1: writing messages below errors takes time of the host.")},
    {"finding.environment.fact.ASCEND_LAUNCH_BLOCKING",
     QT_TRANSLATE_NOOP("Message", "ASCEND_LAUNCH_BLOCKING = %1: the host waits for each kernel.")},
    {"finding.environment.fact.HCCL_ALGO",
     QT_TRANSLATE_NOOP("Message", "HCCL_ALGO = %1: without it the algorithm is chosen by size and topology.")},
    {"finding.environment.fact.HCCL_RDMA_SL",
     QT_TRANSLATE_NOOP(
         "Message",
         "HCCL_RDMA_SL = %1: must be the service level that the switches keep free of losses (4 by default).")},
    {"finding.environment.fact.HCCL_RDMA_TC",
     QT_TRANSLATE_NOOP(
         "Message",
         "HCCL_RDMA_TC = %1: must be the traffic class that the switches keep free of losses (132 by default).")},
    {"finding.environment.fact.HOST_CACHE_CAPACITY",
     QT_TRANSLATE_NOOP("Message",
                       "HOST_CACHE_CAPACITY = %1: operators of changing shapes are prepared again each time.")},
    {"finding.environment.fact.PYTORCH_NPU_ALLOC_CONF",
     QT_TRANSLATE_NOOP(
         "Message",
         "PYTORCH_NPU_ALLOC_CONF = %1: without expandable_segments:True memory is taken from the driver more often.")},
    {"finding.environment.formula",
     QT_TRANSLATE_NOOP("Message", "Devices idle %1 % of the step; caches of the host are advised from %2 % on.")},
    {"finding.environment.remedy", QT_TRANSLATE_NOOP("Message", "Before the start: %1")},
    {"finding.environment.topic", QT_TRANSLATE_NOOP("Message", "Environment variables")},
    {"finding.environment.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Change one at a time and compare runs. What the profile did not record is not judged.")},
    {"finding.format_conversion",
     QT_TRANSLATE_NOOP("Message", "Conversions of formats (TransData) cost %1 ms per step")},
    {"finding.format_conversion.formula",
     QT_TRANSLATE_NOOP("Message", "Counted: the time of TransData kernels while the device does nothing else.")},
    {"finding.format_conversion.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Keep tensors in their plain format, before the model is built: "
                       "torch_npu.npu.config.allow_internal_format = False")},
    {"finding.format_conversion.topic", QT_TRANSLATE_NOOP("Message", "Format conversions")},
    {"finding.format_conversion.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Compare both: convolutions may lose more in the plain format than conversions cost.")},
    {"finding.garbage_collection",
     QT_TRANSLATE_NOOP("Message", "Garbage collection of Python stops the host: %1 ms per step")},
    {"finding.garbage_collection.conjectured",
     QT_TRANSLATE_NOOP("Message", "The host pauses for long, as when Python collects garbage: %1 ms per step")},
    {"finding.garbage_collection.conjectured.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Counted: long waits for a launch in which the host hardly calls the driver; no collections "
                       "were recorded (gc_detect_threshold of the profiler would).")},
    {"finding.garbage_collection.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Counted: the time that the device idles beneath collections of a millisecond and more.")},
    {"finding.garbage_collection.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Collect when nothing waits: import gc; gc.disable() before the loop and gc.collect() every "
                       "1000 steps, or gc.set_threshold(7000, 10, 10); gc.freeze() after the model is built.")},
    {"finding.garbage_collection.topic", QT_TRANSLATE_NOOP("Message", "Garbage collection of Python")},
    {"finding.garbage_collection.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Watch the memory of the host: objects that refer to each other are kept until the next collection.")},
    {"finding.matched.fact",
     QT_TRANSLATE_N_NOOP("Message",
                         "Rank %1: %n time(s) per step, %2 ms together; reported from %3 % of the step on.")},
    {"finding.matched.fact.most", QT_TRANSLATE_NOOP("Message", "Most of it: %1.")},
    {"finding.memory_operations",
     QT_TRANSLATE_NOOP("Message",
                       "Memory that is taken from the driver and given back holds up the host: %1 ms per step")},
    {"finding.memory_operations.formula",
     QT_TRANSLATE_NOOP("Message", "Counted: the time that the device idles beneath these calls.")},
    {"finding.memory_operations.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True; remove torch.npu.empty_cache() from "
                       "the loop; where memory is full, use a smaller microbatch.")},
    {"finding.memory_operations.remedy.torch",
     QT_TRANSLATE_NOOP("Message",
                       "export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True; remove torch.cuda.empty_cache() from "
                       "the loop; where memory is full, use a smaller microbatch.")},
    {"finding.memory_operations.topic", QT_TRANSLATE_NOOP("Message", "Memory operations of the driver")},
    {"finding.memory_operations.unless",
     QT_TRANSLATE_NOOP("Message", "The first steps of a run always take memory: capture later ones.")},
    {"finding.no_bound",
     QT_TRANSLATE_NOOP("Message", "Kernels that keep no part of the cores busy: %1 ms per step could be won")},
    {"finding.no_bound.formula", QT_TRANSLATE_NOOP("Message",
                                                   "Counted: time x (1 - busiest part / 80 %) of kernels none of whose "
                                                   "parts reaches its limit (table operator_bounds).")},
    {"finding.no_bound.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Give them more work at once (larger batch, fused operators), sizes that are multiples of 256, "
                       "or tune them: aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS")},
    {"finding.no_bound.topic", QT_TRANSLATE_NOOP("Message", "Operators that nothing bounds")},
    {"finding.no_bound.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Does not apply where launches are late anyway: mend the host first; short kernels rarely get faster.")},
    {"finding.online_compilation",
     QT_TRANSLATE_NOOP("Message", "Operators are compiled while training: %1 ms per step")},
    {"finding.online_compilation.formula",
     QT_TRANSLATE_NOOP("Message", "Counted: the time that the device idles beneath aclopCompileAndExecute.")},
    {"finding.online_compilation.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Use compiled kernels, at the top of the script: torch_npu.npu.set_compile_mode(jit_compile=False); "
         "torch_npu.npu.config.allow_internal_format = False")},
    {"finding.online_compilation.topic", QT_TRANSLATE_NOOP("Message", "Compilation while training")},
    {"finding.online_compilation.unless", QT_TRANSLATE_NOOP("Message",
                                                            "The first steps compile once: capture later ones. Models "
                                                            "of fixed shapes may run faster with compiled kernels.")},
    {"finding.stream_sync",
     QT_TRANSLATE_NOOP("Message", "The host waits for the device after each launch: %1 ms per step")},
    {"finding.stream_sync.formula",
     QT_TRANSLATE_NOOP("Message", "Counted: the time that the device idles between such a wait and the next launch.")},
    {"finding.stream_sync.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Launch without waiting: unset ASCEND_LAUNCH_BLOCKING; remove calls of torch.npu.synchronize(), "
                       ".item() and print(tensor) from the loop.")},
    {"finding.stream_sync.remedy.torch",
     QT_TRANSLATE_NOOP("Message",
                       "Launch without waiting: unset CUDA_LAUNCH_BLOCKING; remove calls of torch.cuda.synchronize(), "
                       ".item() and print(tensor) from the loop.")},
    {"finding.stream_sync.topic", QT_TRANSLATE_NOOP("Message", "Waiting for the stream after each launch")},
    {"finding.stream_sync.unless",
     QT_TRANSLATE_NOOP("Message", "Leave it while an error is looked for: it makes the failing call known.")},
    {"finding.sync_batch_norm", QT_TRANSLATE_NOOP("Message", "SyncBatchNorm holds up the host: %1 ms per step")},
    {"finding.sync_batch_norm.formula",
     QT_TRANSLATE_NOOP("Message", "Counted: the time that the device idles beneath calls of SyncBatchNorm.")},
    {"finding.sync_batch_norm.remedy",
     QT_TRANSLATE_NOOP("Message",
                       "Use the statistics of each rank alone: remove "
                       "torch.nn.SyncBatchNorm.convert_sync_batchnorm(model), or sum them in one collective.")},
    {"finding.sync_batch_norm.topic", QT_TRANSLATE_NOOP("Message", "SyncBatchNorm")},
    {"finding.sync_batch_norm.unless",
     QT_TRANSLATE_NOOP("Message", "Needed where each rank has very few samples per batch: check the accuracy.")},
    {"finding.unanswered.environment",
     QT_TRANSLATE_NOOP("Message", "The profile does not record environment variables.")},
    {"finding.unanswered.kernels",
     QT_TRANSLATE_NOOP("Message", "Needs kernels with the cores that ran them (kernel_details.csv or a database).")},
    {"finding.unanswered.metrics", QT_TRANSLATE_NOOP("Message", "Needs counters of the cores.")},
    {"finding.unfused_optimizer",
     QT_TRANSLATE_NOOP("Message", "The optimizer launches many small kernels: %1 ms per step")},
    {"finding.unfused_optimizer.formula",
     QT_TRANSLATE_NOOP("Message", "Counted: the time that the device idles beneath the step of the optimizer.")},
    {"finding.unfused_optimizer.remedy", QT_TRANSLATE_NOOP("Message", "Use a fused one: %1")},
    {"finding.unfused_optimizer.topic", QT_TRANSLATE_NOOP("Message", "Optimizer that is not fused")},
    {"finding.unfused_optimizer.unless",
     QT_TRANSLATE_NOOP("Message",
                       "A fused optimizer holds gradients and states in one piece of memory: parameters that are "
                       "frozen or added later need a new one.")},
    {"finding.affinity_apis",
     QT_TRANSLATE_NOOP("Message", "Calls that one call of torch_npu does: at most %1 ms per step")},
    {"finding.affinity_apis.topic", QT_TRANSLATE_NOOP("Message", "Affinity APIs")},
    {"finding.affinity_apis.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Counted: the durations of their kernels without those of matrix products, or of the longest; "
                       "each call once (table affinity_apis).")},
    {"finding.affinity_apis.remedy", QT_TRANSLATE_NOOP("Message", "Call instead: %1")},
    {"finding.affinity_apis.unless",
     QT_TRANSLATE_NOOP("Message", "Compare the loss: fused operators add up in another order.")},
    {"finding.fusible_sequences",
     QT_TRANSLATE_NOOP("Message", "Sequences of kernels that could be fused: at most %1 ms per step")},
    {"finding.fusible_sequences.topic", QT_TRANSLATE_NOOP("Message", "Fusible sequences of kernels")},
    {"finding.fusible_sequences.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Counted: their durations without that of the longest; each kernel in one sequence, none across "
                       "matrix products and fused operators (table fusible_sequences; with counting=overlapping as "
                       "msprof-analyze counts).")},
    {"finding.fusible_sequences.remedy",
     QT_TRANSLATE_NOOP(
         "Message",
         "Use fused operators (--use-fused-rmsnorm, --use-fused-swiglu, --use-fused-rotary-pos-emb, --use-flash-attn, "
         "--cross-entropy-loss-fusion), or compile them into one: torch.compile(model, backend=\"npu\")")},
    {"finding.fusible_sequences.unless",
     QT_TRANSLATE_NOOP("Message",
                       "An upper bound: one kernel still reads the first inputs and writes the last outputs. Shapes "
                       "that change are compiled again and again.")},
    {"finding.unanswered.calls", QT_TRANSLATE_NOOP("Message", "Needs the calls of the host.")},
};

}  // namespace

std::span<const FindingText> tuningTexts() { return kTuningTexts; }

}  // namespace stagescope
