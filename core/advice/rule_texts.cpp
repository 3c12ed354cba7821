#include "core/advice/rule_texts.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <iterator>

namespace stagescope {

namespace {

constexpr FindingText kRuleTexts[] = {
    {"finding.affinity_apis.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (timeline_fusion_ops)")},
    {"finding.aicpu.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (aicpu_analysis)")},
    {"finding.bandwidth_contention.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "Time of operators beside matrix products - bytes / rate of the same operators apart from computing.")},
    {"finding.bandwidth_contention.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (bandwidth_contention_analysis)")},
    {"finding.bandwidth_contention.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply where the overlap hides more than it costs: compare both runs.")},
    {"finding.block_dim.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (block_dim_analysis)")},
    {"finding.byte_alignment.formula",
     QT_TRANSLATE_NOOP("Message", "Time of unaligned packets - bytes / rate of aligned ones of about their size.")},
    {"finding.byte_alignment.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (byte_alignment_analysis)")},
    {"finding.byte_alignment.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Does not apply to packets below the block of SDMA: they are small whatever their alignment.")},
    {"finding.clock_skew.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Half of (arrival - departure) one way minus the other way, from transfers between the hosts.")},
    {"finding.clock_skew.source",
     QT_TRANSLATE_NOOP("Message", "Network Time Protocol, offset of symmetric exchanges (RFC 5905)")},
    {"finding.clock_skew.unless",
     QT_TRANSLATE_NOOP("Message", "Of no use for figures of one host alone: its ranks share a clock.")},
    {"finding.data_imbalance.formula",
     QT_TRANSLATE_NOOP("Message", "Measured step - replay with all microbatches of a step equally long.")},
    {"finding.data_imbalance.source", QT_TRANSLATE_NOOP("Message",
                                                        "Correlation of forward and backward lengths (arXiv "
                                                        "2505.05713); MindSpeed and Megatron-LM, packed sequences")},
    {"finding.data_imbalance.unless", QT_TRANSLATE_NOOP("Message",
                                                        "Does not apply to tasks whose samples must not be packed or "
                                                        "reordered; then bound the longest by --seq-length.")},
    {"finding.data_loading.source",
     QT_TRANSLATE_NOOP(
         "Message", "msprof-analyze, advisor (dataloader_analysis); PyTorch, DataLoader; MindSpore, dataset autotune")},
    {"finding.data_parallel.source",
     QT_TRANSLATE_NOOP("Message", "PyTorch, DistributedDataParallel instead of DataParallel")},
    {"finding.environment.formula", QT_TRANSLATE_NOOP("Message",
                                                      "Recorded variables against a list; those that only spare the"
                                                      " host where devices idle at least that share of the step.")},
    {"finding.environment.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (environment_variable_analysis)")},
    {"finding.expert_imbalance.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "Time of the busiest rank's expert kernels - mean of its group, at most what the others wait in AllToAll.")},
    {"finding.expert_imbalance.source",
     QT_TRANSLATE_NOOP("Message",
                       "GShard and Switch Transformer, balancing loss and capacity (arXiv 2006.16668, 2101.03961); "
                       "Megatron-LM, MoE arguments")},
    {"finding.expert_imbalance.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply in the first steps: routers balance while they learn.")},
    {"finding.exposed_dp.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "Time in which nothing but data-parallel collectives runs, less waiting for late ranks and slow links.")},
    {"finding.exposed_dp.source",
     QT_TRANSLATE_NOOP(
         "Message", "Tuning guide of MindSpeed (overlap of data-parallel communication); PyTorch FSDP, prefetching")},
    {"finding.exposed_dp.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Does not apply to the last bucket of gradients and the first of parameters: nothing is left to hide them.")},
    {"finding.format_conversion.source",
     QT_TRANSLATE_NOOP("Message", "Tuning guide of MindSpeed (layout conversions); torch_npu, allow_internal_format")},
    {"finding.frequency.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Per sample: computing time x (1 - frequency / highest frequency), summed per rank and step.")},
    {"finding.frequency.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (freq_analysis)")},
    {"finding.frequency.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply to cores that slow down while they idle: that costs nothing.")},
    {"finding.fusible_sequences.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (fusible_operator_analysis)")},
    {"finding.garbage_collection.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (gc_analysis); Python, gc")},
    {"finding.host_launch.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Measured step - replay without the gaps in which the launch of the next kernel is recorded and "
                       "later than the end of the one before.")},
    {"finding.host_launch.source",
     QT_TRANSLATE_NOOP("Message", "CANN and torch_npu, TASK_QUEUE_ENABLE and CPU_AFFINITY_CONF; PyTorch, CUDA graphs")},
    {"finding.host_launch.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Does not apply to gaps that other findings explain (data loading, compilation, garbage collection).")},
    {"finding.idle_gaps.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "Idle time of the device while its host waits in a synchronising call, of the rank with the most.")},
    {"finding.idle_gaps.source",
     QT_TRANSLATE_NOOP("Message", "PyTorch performance tuning guide, avoid unnecessary CPU-GPU synchronisation")},
    {"finding.idle_gaps.unless",
     QT_TRANSLATE_NOOP(
         "Message", "Does not apply to one synchronisation at the end of a step, as schedules and logging need it.")},
    {"finding.late_rank.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Sum over collectives of what the others wait for this rank beyond the second latest.")},
    {"finding.late_rank.source",
     QT_TRANSLATE_NOOP("Message",
                       "Straggler attribution by shortest stay in a collective (arXiv 2505.05713, HCCL wait times)")},
    {"finding.late_rank.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Does not apply where ranks come late in turn: then nothing is gained by mending one.")},
    {"finding.link_imbalance.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Time of the operators over the link - bytes / median rate of the links of its kind.")},
    {"finding.link_imbalance.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (slow link)")},
    {"finding.link_imbalance.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply to links that share a switch port by design.")},
    {"finding.memory_exhaustion.formula", QT_TRANSLATE_NOOP("Message",
                                                            "Memory of the process, or reserved, at its most / memory "
                                                            "of the device; in snapshots, requests that failed.")},
    {"finding.memory_exhaustion.source",
     QT_TRANSLATE_NOOP(
         "Message",
         "Reducing activation recomputation (arXiv 2205.05198); tuning guide of MindSpeed (recomputation, swap)")},
    {"finding.memory_exhaustion.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Does not apply where the rest is cache that the allocator gives back by itself; the finding says how much.")},
    {"finding.memory_fragmentation.formula",
     QT_TRANSLATE_NOOP("Message", "Free bytes in pieces shorter than the request, when the driver is asked for more.")},
    {"finding.memory_fragmentation.source",
     QT_TRANSLATE_NOOP("Message",
                       "PyTorch, CUDA memory management (PYTORCH_CUDA_ALLOC_CONF); torch_npu, PYTORCH_NPU_ALLOC_CONF")},
    {"finding.memory_fragmentation.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply where memory of graphs (private pools) must stay at its address.")},
    {"finding.memory_imbalance.formula", QT_TRANSLATE_NOOP("Message", "Peak of the rank - median peak of its stage.")},
    {"finding.memory_imbalance.source",
     QT_TRANSLATE_NOOP("Message", "Activations in flight under 1F1B (arXiv 2104.04473)")},
    {"finding.memory_imbalance.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply between stages: under 1F1B the first ones keep more microbatches.")},
    {"finding.memory_leak.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Growth of the least in use from step to step, where each step adds; in snapshots, blocks that "
                       "are never freed by where they were made.")},
    {"finding.memory_leak.source",
     QT_TRANSLATE_NOOP("Message", "PyTorch, understanding CUDA memory usage; torch_npu, memory snapshots")},
    {"finding.memory_leak.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Does not apply while caches warm up (first steps), or where a phase (evaluation) keeps more by design.")},
    {"finding.memory_operations.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (memory)")},
    {"finding.no_bound.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (operator_no_bound_analysis)")},
    {"finding.online_compilation.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (timeline_op_dispatch, dynamic_shape)")},
    {"finding.outside_allocator.formula",
     QT_TRANSLATE_NOOP("Message", "Memory of the process - reserved by the allocator, at the same sample.")},
    {"finding.outside_allocator.source",
     QT_TRANSLATE_NOOP("Message", "HCCL, HCCL_BUFFSIZE (two buffers per group); NCCL, NCCL_BUFFSIZE")},
    {"finding.outside_allocator.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Does not apply where graphs are compiled ahead on purpose: their memory counts here.")},
    {"finding.overlap_off.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "Exposed time of all data-parallel buckets but the last of gradients and the first of parameters.")},
    {"finding.overlap_off.source",
     QT_TRANSLATE_NOOP("Message", "Tuning guide of MindSpeed; Megatron-LM, distributed optimizer")},
    {"finding.overlap_off.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Does not apply with one replica, or where buckets share the link with transfers of the pipeline.")},
    {"finding.p2p_transfer.formula",
     QT_TRANSLATE_NOOP("Message", "Measured window of the pipeline - its replay with instant transfers.")},
    {"finding.p2p_transfer.source",
     QT_TRANSLATE_NOOP("Message",
                       "Megatron-LM, arguments --sequence-parallel and --num-layers-per-virtual-pipeline-stage")},
    {"finding.p2p_transfer.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply where one link alone is slow (slow_link): mend the link.")},
    {"finding.retransmission.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Transit time over RDMA at least the least time after which a lost packet is sent again.")},
    {"finding.retransmission.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (communication_retransmission); HCCL, HCCL_RDMA_TIMEOUT")},
    {"finding.retransmission.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply to the first collective of a run: it sets up its links.")},
    {"finding.slow_link.formula",
     QT_TRANSLATE_NOOP("Message", "Measured window - replay with this link at the median of the links of its kind.")},
    {"finding.slow_link.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (slow link); hccn_tool, perftest")},
    {"finding.slow_link.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Does not apply to links of different kinds (within a host, between hosts): they are not compared.")},
    {"finding.slow_worker.formula",
     QT_TRANSLATE_NOOP("Message",
                       "Measured step - replay with the rank at the pace of its stage in the other replicas.")},
    {"finding.slow_worker.source",
     QT_TRANSLATE_NOOP("Message", "Slowdowns S, S_w and z of stragglers (arXiv 2505.05713)")},
    {"finding.slow_worker.unless", QT_TRANSLATE_NOOP("Message",
                                                     "Does not apply where this rank has more data (data_imbalance) or "
                                                     "a host that launches late: other findings name these.")},
    {"finding.small_packets.formula", QT_TRANSLATE_NOOP("Message",
                                                        "Per link kind: time of the small packets - their bytes / rate "
                                                        "of full packets; at most a fixed time per packet.")},
    {"finding.small_packets.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (packet_analysis)")},
    {"finding.small_packets.unless",
     QT_TRANSLATE_NOOP(
         "Message",
         "Does not apply where computing hides the operators, or where latency counts more than throughput.")},
    {"finding.spare_recompute.source",
     QT_TRANSLATE_NOOP("Message", "Reducing activation recomputation (arXiv 2205.05198); tuning guide of MindSpeed")},
    {"finding.stage_imbalance.formula", QT_TRANSLATE_NOOP("Message",
                                                          "Measured window of the pipeline - its replay with the stage "
                                                          "as fast as the others, or with all work spread evenly.")},
    {"finding.stage_imbalance.source",
     QT_TRANSLATE_NOOP("Message",
                       "Straggler analysis with replays of the dependency graph (arXiv 2505.05713); Megatron-LM, "
                       "arguments of pipeline layouts")},
    {"finding.stage_imbalance.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Does not apply where the stage is slow for another finding of this list (a slow rank, a loss "
                       "in single kernels): mend that first.")},
    {"finding.stream_pool_isolation.formula",
     QT_TRANSLATE_NOOP(
         "Message",
         "Free bytes in other streams and pools that would hold the request, when the driver is asked for more.")},
    {"finding.stream_pool_isolation.source",
     QT_TRANSLATE_NOOP("Message", "PyTorch, caching allocator (streams, private pools of CUDA graphs)")},
    {"finding.stream_pool_isolation.unless",
     QT_TRANSLATE_NOOP("Message", "Does not apply where both run at once: sharing would make one wait for the other.")},
    {"finding.stream_sync.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (synchronize_stream)")},
    {"finding.sync_batch_norm.source", QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (syncbn)")},
    {"finding.unfused_kernels.formula", QT_TRANSLATE_NOOP("Message",
                                                          "Time of the chain - bytes that go in and out of it / rate "
                                                          "of streaming kernels of their size; each kernel once.")},
    {"finding.unfused_kernels.source", QT_TRANSLATE_NOOP("Message", "Tuning guide of MindSpeed (fused operators)")},
    {"finding.unfused_kernels.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Does not apply where another precision inside the chain is wanted: compare the loss of both.")},
    {"finding.unfused_optimizer.source",
     QT_TRANSLATE_NOOP("Message", "msprof-analyze, advisor (timeline_fusion_ops); torch_npu, NpuFused optimizers")},
    {"finding.variability.formula",
     QT_TRANSLATE_NOOP(
         "Message", "Measured window of the pipeline - its replay with each cell at the mean of its kind and stage.")},
    {"finding.variability.source", QT_TRANSLATE_NOOP("Message", "Ideal durations of stragglers (arXiv 2505.05713)")},
    {"finding.variability.unless",
     QT_TRANSLATE_NOOP("Message",
                       "Does not apply where lengths differ by design (variable sequence lengths without packing).")},
};

/// The same in every language.
struct RuleCommands {
    std::string_view rule;
    std::string_view lines;
};
constexpr RuleCommands kCommands[] = {
    {"affinity_apis",
     "stagescope table affinity_apis PATH\nout = torch_npu.npu_rms_norm(x, weight)[0]\nout = torch_npu.npu_swiglu(x)"},
    {"aicpu", "x = x.float()\nx = x.to(torch.int32)\nout = torch.where(mask, a, b)"},
    {"bandwidth_contention", "--no-overlap-p2p-communication"},
    {"block_dim", "aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS"},
    {"byte_alignment",
     "--make-vocab-size-divisible-by 256\nbucket = torch.nn.functional.pad(bucket, (0, -bucket.numel() % (512 * "
     "world)))"},
    {"clock_skew", "chronyc tracking\nsudo systemctl enable --now chronyd\nptp4l -i eth0 -m"},
    {"data_imbalance", "--reset-position-ids --reset-attention-mask\n--variable-seq-lengths"},
    {"data_loading",
     "DataLoader(dataset, num_workers=8, pin_memory=True, persistent_workers=True, "
     "prefetch_factor=4)\nmindspore.dataset.config.set_enable_autotune(True)"},
    {"data_parallel", "torchrun --nproc_per_node=8 train.py\nmodel = torch.nn.parallel.DistributedDataParallel(model)"},
    {"environment",
     "export ACLNN_CACHE_LIMIT=100000\nexport HOST_CACHE_CAPACITY=20\nexport "
     "PYTORCH_NPU_ALLOC_CONF=expandable_segments:True\nexport ASCEND_GLOBAL_LOG_LEVEL=3\nunset ASCEND_LAUNCH_BLOCKING "
     "HCCL_ALGO"},
    {"expert_imbalance",
     "--moe-router-load-balancing-type aux_loss --moe-aux-loss-coeff 0.01\n--moe-expert-capacity-factor 1.1 "
     "--moe-token-drop-policy probs"},
    {"exposed_dp",
     "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather\nFullyShardedDataParallel(model, "
     "backward_prefetch=BackwardPrefetch.BACKWARD_PRE)"},
    {"format_conversion", "torch_npu.npu.config.allow_internal_format = False"},
    {"frequency", "npu-smi info -t power -i ID\nnpu-smi info -t temp -i ID\nnvidia-smi -q -d CLOCK,POWER -i ID"},
    {"fusible_sequences", "stagescope table fusible_sequences PATH\nmodel = torch.compile(model)"},
    {"garbage_collection", "import gc; gc.disable()\ngc.set_threshold(7000, 10, 10)\ngc.freeze()"},
    {"host_launch",
     "export TASK_QUEUE_ENABLE=2\nexport CPU_AFFINITY_CONF=1\nmodel = torch.compile(model, mode=\"reduce-overhead\")"},
    {"idle_gaps",
     "losses.append(loss.detach())\ntensor.to(device, non_blocking=True)\nprint(torch.stack(losses).mean().item())"},
    {"late_rank", "stagescope table blame PATH\nstagescope table comm_late PATH\nexport TASK_QUEUE_ENABLE=2"},
    {"link_imbalance", "hccn_tool -i ID -link -g\nhccn_tool -i ID -optical -g\nnvidia-smi topo -m"},
    {"memory_exhaustion",
     "--recompute-activation-function\n--recompute-norm\n--recompute-granularity full --recompute-method uniform "
     "--recompute-num-layers 1\n--swap-attention\n--use-distributed-optimizer\nstagescope table memory_exchange PATH"},
    {"memory_fragmentation",
     "export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True\nexport PYTORCH_NPU_ALLOC_CONF=expandable_segments:True"},
    {"memory_imbalance", "stagescope table memory_peak PATH\nstagescope table memory_ops PATH --rank R"},
    {"memory_leak", "total += loss.item()\nmetrics.append(value.detach().cpu())\nhandle.remove()"},
    {"memory_operations",
     "export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True\nexport PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"},
    {"no_bound", "aoe --job_type=2 --model_path=DUMP --tune_ops_file=OPS"},
    {"online_compilation",
     "torch_npu.npu.set_compile_mode(jit_compile=False)\ntorch_npu.npu.config.allow_internal_format = False"},
    {"outside_allocator", "export HCCL_BUFFSIZE=120\nexport NCCL_BUFFSIZE=2097152\nnpu-smi info -t proc-mem -i ID"},
    {"overlap_off",
     "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather\n--reset-bucket-group-order"},
    {"p2p_transfer", "--sequence-parallel\n--num-layers-per-virtual-pipeline-stage 1"},
    {"retransmission", "hccn_tool -i ID -stat -g\nexport HCCL_RDMA_TC=132\nexport HCCL_RDMA_SL=4\nethtool -S eth0"},
    {"slow_link",
     "hccn_tool -i ID -link -g\nhccn_tool -i ID -stat -g\nib_write_bw -d DEVICE HOST\nnvidia-smi nvlink -e"},
    {"slow_worker",
     "npu-smi info -t common -i ID\nnpu-smi info -t temp -i ID\nnvidia-smi -q -d PERFORMANCE,TEMPERATURE,CLOCK -i ID"},
    {"small_packets", "--ddp-bucket-size 40000000\nDistributedDataParallel(model, bucket_cap_mb=100)"},
    {"spare_recompute", "--recompute-num-layers N\nstagescope table memory_exchange PATH"},
    {"stage_imbalance",
     "--num-layer-list 7,10,10,9\n--decoder-first-pipeline-num-layers 7 --decoder-last-pipeline-num-layers "
     "9\n--cross-entropy-loss-fusion"},
    {"stream_pool_isolation",
     "pool = torch.cuda.graph_pool_handle()\nwith torch.cuda.graph(g, pool=pool): ...\ntorch.npu.empty_cache()"},
    {"stream_sync", "unset ASCEND_LAUNCH_BLOCKING\nunset CUDA_LAUNCH_BLOCKING"},
    {"sync_batch_norm", "model = DistributedDataParallel(model.to(device))"},
    {"unfused_kernels",
     "--use-flash-attn\n--use-fused-rmsnorm\n--use-fused-swiglu\n--use-fused-rotary-pos-emb\n--cross-entropy-loss-"
     "fusion\nout = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)"},
    {"unfused_optimizer",
     "optimizer = torch_npu.optim.NpuFusedAdamW(model.parameters(), lr=1e-4)\noptimizer = "
     "torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)"},
    {"variability", "gc.disable()\ntaskset -c 0-15 python train.py\n--reset-position-ids --reset-attention-mask"},
};

}  // namespace

std::span<const FindingText> ruleTexts() { return kRuleTexts; }

std::string_view ruleCommands(std::string_view rule) {
    const auto *found = std::ranges::find(kCommands, rule, &RuleCommands::rule);
    return found == std::end(kCommands) ? std::string_view{} : found->lines;
}

}  // namespace stagescope
