#include "core/advice/platforms/rule_commands.h"

#include "core/advice/platforms/shipped_rules.h"
#include "core/analysis/run/platform_texts.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace stagescope {

namespace {

/// Commands, settings or lines of code, the same in every language; empty where a platform has none.
constexpr PlatformText kCommands[] = {
    {.id = "bandwidth_contention",
     .npu = "--no-overlap-p2p-communication",
     .mindspore = "--no-overlap-p2p-communication",
     .cuda = "--no-overlap-p2p-communication",
     .rocm = "--no-overlap-p2p-communication",
     .jax = "--no-overlap-p2p-communication",
     .other = "--no-overlap-p2p-communication"},
    {.id = "exposed_copies",
     .npu =
         "DataLoader(dataset, pin_memory=True)\nbatch = batch.to(device, non_blocking=True)\nstagescope table copies "
         "PATH",
     .mindspore = "stagescope table copies PATH",
     .cuda = "DataLoader(dataset, pin_memory=True)\nbatch = batch.to(device, non_blocking=True)\nwith "
             "torch.cuda.stream(side): next_batch = next_batch.to(device, non_blocking=True)\nstagescope table copies "
             "PATH",
     .rocm = "DataLoader(dataset, pin_memory=True)\nbatch = batch.to(device, non_blocking=True)\nwith "
             "torch.cuda.stream(side): next_batch = next_batch.to(device, non_blocking=True)\nstagescope table copies "
             "PATH",
     .jax = "batch = jax.device_put(batch)\nstagescope table copies PATH",
     .other = "stagescope table copies PATH"},
    {.id = "step_deviation",
     .npu = "stagescope table free_gaps PATH --step N",
     .mindspore = "stagescope table free_gaps PATH --step N",
     .cuda = "stagescope table free_gaps PATH --step N\nTORCH_LOGS=recompiles python train.py",
     .rocm = "stagescope table free_gaps PATH --step N\nTORCH_LOGS=recompiles python train.py",
     .jax = "stagescope table free_gaps PATH --step N\nJAX_LOG_COMPILES=1 python train.py",
     .other = "stagescope table free_gaps PATH --step N"},
    {.id = "slow_logged_step",
     .npu = "stagescope table training_steps PATH",
     .mindspore = "stagescope table training_steps PATH",
     .cuda = "stagescope table training_steps PATH",
     .rocm = "stagescope table training_steps PATH",
     .jax = "stagescope table training_steps PATH",
     .other = "stagescope table training_steps PATH"},
    {.id = "role_wait",
     .npu = "stagescope table role_time PATH",
     .mindspore = "stagescope table role_time PATH",
     .cuda = "stagescope table role_time PATH",
     .rocm = "stagescope table role_time PATH",
     .jax = "stagescope table role_time PATH",
     .other = "stagescope table role_time PATH"},
    {.id = "affinity_apis",
     .npu = "stagescope table affinity_apis PATH\nout = torch_npu.npu_rms_norm(x, weight)[0]\nout = "
            "torch_npu.npu_swiglu(x)",
     .mindspore = "",
     .cuda = "",
     .rocm = "",
     .jax = "",
     .other = ""},
    {.id = "byte_alignment",
     .npu = "--make-vocab-size-divisible-by 256\nbucket = torch.nn.functional.pad(bucket, (0, -bucket.numel() % (512 * "
            "world)))",
     .mindspore = "vocab_size += -vocab_size % 256",
     .cuda = "--make-vocab-size-divisible-by 256\nbucket = torch.nn.functional.pad(bucket, (0, -bucket.numel() % (512 "
             "* world)))",
     .rocm = "--make-vocab-size-divisible-by 256\nbucket = torch.nn.functional.pad(bucket, (0, -bucket.numel() % (512 "
             "* world)))",
     .jax = "vocab_size += -vocab_size % 256",
     .other = "--make-vocab-size-divisible-by 256\nbucket = torch.nn.functional.pad(bucket, (0, -bucket.numel() % (512 "
              "* world)))"},
    {.id = "clock_skew",
     .npu = "chronyc tracking\nsudo systemctl enable --now chronyd\nptp4l -i eth0 -m",
     .mindspore = "chronyc tracking\nsudo systemctl enable --now chronyd\nptp4l -i eth0 -m",
     .cuda = "chronyc tracking\nsudo systemctl enable --now chronyd\nptp4l -i eth0 -m",
     .rocm = "chronyc tracking\nsudo systemctl enable --now chronyd\nptp4l -i eth0 -m",
     .jax = "chronyc tracking\nsudo systemctl enable --now chronyd\nptp4l -i eth0 -m",
     .other = "chronyc tracking\nsudo systemctl enable --now chronyd\nptp4l -i eth0 -m"},
    {.id = "data_imbalance",
     .npu = "--reset-position-ids --reset-attention-mask\n--variable-seq-lengths",
     .mindspore = "",
     .cuda = "--reset-position-ids --reset-attention-mask\n--variable-seq-lengths",
     .rocm = "--reset-position-ids --reset-attention-mask\n--variable-seq-lengths",
     .jax = "",
     .other = "--reset-position-ids --reset-attention-mask\n--variable-seq-lengths"},
    {.id = "data_loading",
     .npu = "DataLoader(dataset, num_workers=8, pin_memory=True, persistent_workers=True, prefetch_factor=4)",
     .mindspore = "mindspore.dataset.config.set_enable_autotune(True)",
     .cuda = "DataLoader(dataset, num_workers=8, pin_memory=True, persistent_workers=True, prefetch_factor=4)",
     .rocm = "DataLoader(dataset, num_workers=8, pin_memory=True, persistent_workers=True, prefetch_factor=4)",
     .jax = "dataset = dataset.prefetch(tf.data.AUTOTUNE)\njax.device_put(next(batches))",
     .other = "DataLoader(dataset, num_workers=8, pin_memory=True, persistent_workers=True, prefetch_factor=4)"},
    {.id = "environment",
     .npu = "export ACLNN_CACHE_LIMIT=100000\nexport HOST_CACHE_CAPACITY=20\nexport "
            "PYTORCH_NPU_ALLOC_CONF=expandable_segments:True\nexport ASCEND_GLOBAL_LOG_LEVEL=3\nunset "
            "ASCEND_LAUNCH_BLOCKING HCCL_ALGO",
     .mindspore = "export ACLNN_CACHE_LIMIT=100000\nexport HOST_CACHE_CAPACITY=20\nexport "
                  "ASCEND_GLOBAL_LOG_LEVEL=3\nunset ASCEND_LAUNCH_BLOCKING HCCL_ALGO",
     .cuda = "",
     .rocm = "",
     .jax = "",
     .other = ""},
    {.id = "expert_imbalance",
     .npu = "--moe-router-load-balancing-type aux_loss --moe-aux-loss-coeff 0.01\n--moe-expert-capacity-factor 1.1 "
            "--moe-token-drop-policy probs",
     .mindspore = "--moe-router-load-balancing-type aux_loss --moe-aux-loss-coeff 0.01\n--moe-expert-capacity-factor "
                  "1.1 --moe-token-drop-policy probs",
     .cuda = "--moe-router-load-balancing-type aux_loss --moe-aux-loss-coeff 0.01\n--moe-expert-capacity-factor 1.1 "
             "--moe-token-drop-policy probs",
     .rocm = "--moe-router-load-balancing-type aux_loss --moe-aux-loss-coeff 0.01\n--moe-expert-capacity-factor 1.1 "
             "--moe-token-drop-policy probs",
     .jax = "--moe-router-load-balancing-type aux_loss --moe-aux-loss-coeff 0.01\n--moe-expert-capacity-factor 1.1 "
            "--moe-token-drop-policy probs",
     .other = "--moe-router-load-balancing-type aux_loss --moe-aux-loss-coeff 0.01\n--moe-expert-capacity-factor 1.1 "
              "--moe-token-drop-policy probs"},
    {.id = "exposed_dp",
     .npu = "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather\nFullyShardedDataParallel(model, "
            "backward_prefetch=BackwardPrefetch.BACKWARD_PRE)",
     .mindspore = "mindspore.set_auto_parallel_context(enable_parallel_optimizer=True)",
     .cuda = "--use-distributed-optimizer --overlap-grad-reduce "
             "--overlap-param-gather\nFullyShardedDataParallel(model, backward_prefetch=BackwardPrefetch.BACKWARD_PRE)",
     .rocm = "--use-distributed-optimizer --overlap-grad-reduce "
             "--overlap-param-gather\nFullyShardedDataParallel(model, backward_prefetch=BackwardPrefetch.BACKWARD_PRE)",
     .jax = "export XLA_FLAGS=--xla_gpu_enable_latency_hiding_scheduler=true",
     .other =
         "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather\nFullyShardedDataParallel(model, "
         "backward_prefetch=BackwardPrefetch.BACKWARD_PRE)"},
    {.id = "frequency",
     .npu = "npu-smi info -t power -i ID\nnpu-smi info -t temp -i ID",
     .mindspore = "npu-smi info -t power -i ID\nnpu-smi info -t temp -i ID",
     .cuda = "nvidia-smi -q -d CLOCK,POWER -i ID",
     .rocm = "rocm-smi --showclocks --showpower -d ID",
     .jax = "nvidia-smi -q -d CLOCK,POWER -i ID",
     .other = ""},
    {.id = "fusible_sequences",
     .npu = "stagescope table fusible_sequences PATH\nmodel = torch.compile(model, backend=\"npu\")",
     .mindspore = "stagescope table fusible_sequences PATH\nnetwork = mindspore.jit(network)",
     .cuda = "stagescope table fusible_sequences PATH\nmodel = torch.compile(model)",
     .rocm = "stagescope table fusible_sequences PATH\nmodel = torch.compile(model)",
     .jax = "stagescope table fusible_sequences PATH\nstep = jax.jit(step)",
     .other = "stagescope table fusible_sequences PATH"},
    {.id = "host_launch",
     .npu = "export TASK_QUEUE_ENABLE=2\nexport CPU_AFFINITY_CONF=1",
     .mindspore = "mindspore.set_context(mode=mindspore.GRAPH_MODE)",
     .cuda = "model = torch.compile(model, mode=\"reduce-overhead\")",
     .rocm = "model = torch.compile(model, mode=\"reduce-overhead\")",
     .jax = "step = jax.jit(step)",
     .other = ""},
    {.id = "preempted_launch",
     .npu = "export CPU_AFFINITY_CONF=1\nstagescope table launch_waits PATH\nstagescope table thread_states PATH",
     .mindspore = "stagescope table launch_waits PATH\nstagescope table thread_states PATH",
     .cuda = "taskset -c 0-15 python train.py\nstagescope table launch_waits PATH\nstagescope table thread_states PATH",
     .rocm = "taskset -c 0-15 python train.py\nstagescope table launch_waits PATH\nstagescope table thread_states PATH",
     .jax = "taskset -c 0-15 python train.py\nstagescope table launch_waits PATH\nstagescope table thread_states PATH",
     .other = "stagescope table launch_waits PATH\nstagescope table thread_states PATH"},
    {.id = "idle_gaps",
     .npu =
         "losses.append(loss.detach())\ntensor.to(device, non_blocking=True)\nprint(torch.stack(losses).mean().item())",
     .mindspore = "losses.append(loss)\nprint(mindspore.ops.stack(losses).mean())",
     .cuda =
         "losses.append(loss.detach())\ntensor.to(device, non_blocking=True)\nprint(torch.stack(losses).mean().item())",
     .rocm =
         "losses.append(loss.detach())\ntensor.to(device, non_blocking=True)\nprint(torch.stack(losses).mean().item())",
     .jax = "losses.append(loss)\nprint(jax.numpy.stack(losses).mean())",
     .other = "losses.append(loss.detach())\ntensor.to(device, "
              "non_blocking=True)\nprint(torch.stack(losses).mean().item())"},
    {.id = "late_rank",
     .npu = "stagescope table blame PATH\nstagescope table comm_late PATH\nexport TASK_QUEUE_ENABLE=2",
     .mindspore = "stagescope table blame PATH\nstagescope table comm_late PATH",
     .cuda = "stagescope table blame PATH\nstagescope table comm_late PATH",
     .rocm = "stagescope table blame PATH\nstagescope table comm_late PATH",
     .jax = "stagescope table blame PATH\nstagescope table comm_late PATH",
     .other = "stagescope table blame PATH\nstagescope table comm_late PATH"},
    {.id = "missing_rank",
     .npu = "py-spy dump --pid PID\nstagescope table collective_calls PATH\nstagescope table collective_ranks PATH",
     .mindspore = "stagescope table collective_calls PATH\nstagescope table collective_ranks PATH",
     .cuda = "py-spy dump --pid PID\nstagescope table collective_calls PATH\nstagescope table collective_ranks PATH",
     .rocm = "py-spy dump --pid PID\nstagescope table collective_calls PATH\nstagescope table collective_ranks PATH",
     .jax = "",
     .other = "py-spy dump --pid PID\nstagescope table collective_calls PATH\nstagescope table collective_ranks PATH"},
    {.id = "collective_mismatch",
     .npu = "export TORCH_DISTRIBUTED_DEBUG=DETAIL\nstagescope table collective_calls PATH",
     .mindspore = "stagescope table collective_calls PATH",
     .cuda = "export TORCH_DISTRIBUTED_DEBUG=DETAIL\nstagescope table collective_calls PATH",
     .rocm = "export TORCH_DISTRIBUTED_DEBUG=DETAIL\nstagescope table collective_calls PATH",
     .jax = "",
     .other = "export TORCH_DISTRIBUTED_DEBUG=DETAIL\nstagescope table collective_calls PATH"},
    {.id = "link_imbalance",
     .npu = "hccn_tool -i ID -link -g\nhccn_tool -i ID -optical -g",
     .mindspore = "hccn_tool -i ID -link -g\nhccn_tool -i ID -optical -g",
     .cuda = "nvidia-smi topo -m",
     .rocm = "rocm-smi --showtopo",
     .jax = "nvidia-smi topo -m",
     .other = ""},
    {.id = "memory_exhaustion",
     .npu = "--recompute-activation-function\n--recompute-norm\n--recompute-granularity full --recompute-method "
            "uniform --recompute-num-layers 1\n--swap-attention\n--use-distributed-optimizer\nstagescope table "
            "memory_exchange PATH",
     .mindspore = "network.recompute()\nstagescope table memory_exchange PATH",
     .cuda = "--recompute-granularity full --recompute-method uniform --recompute-num-layers "
             "1\n--use-distributed-optimizer\nstagescope table memory_exchange PATH",
     .rocm = "--recompute-granularity full --recompute-method uniform --recompute-num-layers "
             "1\n--use-distributed-optimizer\nstagescope table memory_exchange PATH",
     .jax = "f = jax.checkpoint(f)\nstagescope table memory_exchange PATH",
     .other = "--recompute-granularity full --recompute-method uniform --recompute-num-layers "
              "1\n--use-distributed-optimizer\nstagescope table memory_exchange PATH"},
    {.id = "memory_fragmentation",
     .npu = "export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True",
     .mindspore = "",
     .cuda = "export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
     .rocm = "export PYTORCH_HIP_ALLOC_CONF=expandable_segments:True",
     .jax = "export XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async",
     .other = "export PYTORCH_ALLOC_CONF=expandable_segments:True"},
    {.id = "memory_imbalance",
     .npu = "stagescope table memory_peak PATH\nstagescope table memory_ops PATH --rank R",
     .mindspore = "stagescope table memory_peak PATH\nstagescope table memory_ops PATH --rank R",
     .cuda = "stagescope table memory_peak PATH\nstagescope table memory_ops PATH --rank R",
     .rocm = "stagescope table memory_peak PATH\nstagescope table memory_ops PATH --rank R",
     .jax = "stagescope table memory_peak PATH\nstagescope table memory_ops PATH --rank R",
     .other = "stagescope table memory_peak PATH\nstagescope table memory_ops PATH --rank R"},
    {.id = "memory_leak",
     .npu = "total += loss.item()\nmetrics.append(value.detach().cpu())\nhandle.remove()",
     .mindspore = "total += float(loss)",
     .cuda = "total += loss.item()\nmetrics.append(value.detach().cpu())\nhandle.remove()",
     .rocm = "total += loss.item()\nmetrics.append(value.detach().cpu())\nhandle.remove()",
     .jax = "total += float(loss)",
     .other = "total += loss.item()\nmetrics.append(value.detach().cpu())\nhandle.remove()"},
    {.id = "outside_allocator",
     .npu = "export HCCL_BUFFSIZE=120\nnpu-smi info -t proc-mem -i ID",
     .mindspore = "export HCCL_BUFFSIZE=120\nnpu-smi info -t proc-mem -i ID",
     .cuda = "export NCCL_BUFFSIZE=2097152\nnvidia-smi --query-compute-apps=pid,used_memory --format=csv",
     .rocm = "export NCCL_BUFFSIZE=2097152\nrocm-smi --showpids",
     .jax = "export NCCL_BUFFSIZE=2097152\nnvidia-smi --query-compute-apps=pid,used_memory --format=csv",
     .other = ""},
    {.id = "overlap_off",
     .npu = "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather\n--reset-bucket-group-order",
     .mindspore = "mindspore.set_auto_parallel_context(enable_parallel_optimizer=True)",
     .cuda = "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather",
     .rocm = "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather",
     .jax = "export XLA_FLAGS=--xla_gpu_enable_latency_hiding_scheduler=true",
     .other = "--use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather"},
    {.id = "p2p_transfer",
     .npu = "--sequence-parallel\n--num-layers-per-virtual-pipeline-stage 1",
     .mindspore = "--sequence-parallel\n--num-layers-per-virtual-pipeline-stage 1",
     .cuda = "--sequence-parallel\n--num-layers-per-virtual-pipeline-stage 1",
     .rocm = "--sequence-parallel\n--num-layers-per-virtual-pipeline-stage 1",
     .jax = "--sequence-parallel\n--num-layers-per-virtual-pipeline-stage 1",
     .other = "--sequence-parallel\n--num-layers-per-virtual-pipeline-stage 1"},
    {.id = "retransmission",
     .npu = "hccn_tool -i ID -stat -g\nexport HCCL_RDMA_TC=132\nexport HCCL_RDMA_SL=4\nethtool -S eth0",
     .mindspore = "hccn_tool -i ID -stat -g\nexport HCCL_RDMA_TC=132\nexport HCCL_RDMA_SL=4\nethtool -S eth0",
     .cuda = "ethtool -S eth0\nibqueryerrors\nexport NCCL_IB_TC=106",
     .rocm = "ethtool -S eth0\nibqueryerrors\nexport NCCL_IB_TC=106",
     .jax = "ethtool -S eth0\nibqueryerrors\nexport NCCL_IB_TC=106",
     .other = "ethtool -S eth0"},
    {.id = "slow_link",
     .npu = "hccn_tool -i ID -link -g\nhccn_tool -i ID -stat -g",
     .mindspore = "hccn_tool -i ID -link -g\nhccn_tool -i ID -stat -g",
     .cuda = "nvidia-smi nvlink -e\nib_write_bw -d DEVICE HOST",
     .rocm = "rocm-smi --shownodesbw\nib_write_bw -d DEVICE HOST",
     .jax = "nvidia-smi nvlink -e\nib_write_bw -d DEVICE HOST",
     .other = "ib_write_bw -d DEVICE HOST"},
    {.id = "slow_worker",
     .npu = "npu-smi info -t common -i ID\nnpu-smi info -t temp -i ID",
     .mindspore = "npu-smi info -t common -i ID\nnpu-smi info -t temp -i ID",
     .cuda = "nvidia-smi -q -d PERFORMANCE,TEMPERATURE,CLOCK -i ID",
     .rocm = "rocm-smi --showtemp --showclocks -d ID",
     .jax = "nvidia-smi -q -d PERFORMANCE,TEMPERATURE,CLOCK -i ID",
     .other = ""},
    {.id = "small_packets",
     .npu = "--ddp-bucket-size 40000000\nDistributedDataParallel(model, bucket_cap_mb=100)",
     .mindspore = "mindspore.set_auto_parallel_context(comm_fusion=...)",
     .cuda = "--ddp-bucket-size 40000000\nDistributedDataParallel(model, bucket_cap_mb=100)",
     .rocm = "--ddp-bucket-size 40000000\nDistributedDataParallel(model, bucket_cap_mb=100)",
     .jax = "export XLA_FLAGS=--xla_gpu_all_reduce_combine_threshold_bytes=268435456",
     .other = "--ddp-bucket-size 40000000\nDistributedDataParallel(model, bucket_cap_mb=100)"},
    {.id = "spare_recompute",
     .npu = "--recompute-num-layers N\nstagescope table memory_exchange PATH",
     .mindspore = "stagescope table memory_exchange PATH",
     .cuda = "--recompute-num-layers N\nstagescope table memory_exchange PATH",
     .rocm = "--recompute-num-layers N\nstagescope table memory_exchange PATH",
     .jax = "stagescope table memory_exchange PATH",
     .other = "--recompute-num-layers N\nstagescope table memory_exchange PATH"},
    {.id = "stage_imbalance",
     .npu = "--num-layer-list 7,10,10,9\n--decoder-first-pipeline-num-layers 7 --decoder-last-pipeline-num-layers "
            "9\n--cross-entropy-loss-fusion",
     .mindspore = "cell.pipeline_stage = 1",
     .cuda = "--decoder-first-pipeline-num-layers 7 --decoder-last-pipeline-num-layers 9\n--cross-entropy-loss-fusion",
     .rocm = "--decoder-first-pipeline-num-layers 7 --decoder-last-pipeline-num-layers 9\n--cross-entropy-loss-fusion",
     .jax = "",
     .other =
         "--decoder-first-pipeline-num-layers 7 --decoder-last-pipeline-num-layers 9\n--cross-entropy-loss-fusion"},
    {.id = "stream_pool_isolation",
     .npu = "pool = torch.npu.graph_pool_handle()\ntorch.npu.empty_cache()",
     .mindspore = "mindspore.runtime.empty_cache()",
     .cuda =
         "pool = torch.cuda.graph_pool_handle()\nwith torch.cuda.graph(g, pool=pool): ...\ntorch.cuda.empty_cache()",
     .rocm =
         "pool = torch.cuda.graph_pool_handle()\nwith torch.cuda.graph(g, pool=pool): ...\ntorch.cuda.empty_cache()",
     .jax = "",
     .other = "torch.accelerator.empty_cache()"},
    {.id = "unfused_kernels",
     .npu = "--use-flash-attn\n--use-fused-rmsnorm\n--use-fused-swiglu\n--use-fused-rotary-pos-emb\n--cross-entropy-"
            "loss-fusion\nout = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)",
     .mindspore = "out = mindspore.ops.flash_attention_score(q, k, v, head_num)",
     .cuda = "--use-flash-attn\n--cross-entropy-loss-fusion\nmodel = torch.compile(model)\nout = "
             "torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)",
     .rocm = "--use-flash-attn\n--cross-entropy-loss-fusion\nmodel = torch.compile(model)\nout = "
             "torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)",
     .jax = "out = jax.nn.dot_product_attention(q, k, v, is_causal=True)",
     .other = "--use-flash-attn\n--cross-entropy-loss-fusion\nmodel = torch.compile(model)\nout = "
              "torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)"},
    {.id = "variability",
     .npu = "gc.disable()\ntaskset -c 0-15 python train.py\n--reset-position-ids --reset-attention-mask",
     .mindspore = "gc.disable()\ntaskset -c 0-15 python train.py",
     .cuda = "gc.disable()\ntaskset -c 0-15 python train.py\n--reset-position-ids --reset-attention-mask",
     .rocm = "gc.disable()\ntaskset -c 0-15 python train.py\n--reset-position-ids --reset-attention-mask",
     .jax = "gc.disable()\ntaskset -c 0-15 python train.py",
     .other = "gc.disable()\ntaskset -c 0-15 python train.py\n--reset-position-ids --reset-attention-mask"},
};

/// Of the platforms at a position of kPlatformWords.
std::string_view commandsAt(std::string_view rule, std::size_t place) {
    const auto *found = std::ranges::find_if(kCommands, [&](const PlatformText &text) { return rule == text.id; });
    if (found != std::end(kCommands)) {
        return sentencesOf(*found).at(place).english();
    }
    const auto *shipped = shippedRule(rule);
    if (shipped == nullptr) {
        return {};
    }
    const auto &commands = shipped->file.commands;
    const auto own = commands.find(kPlatformWords.at(place));
    const auto all = own == commands.end() ? commands.find(std::string_view()) : own;
    return all == commands.end() ? std::string_view() : std::string_view(all->second);
}

}  // namespace

std::string everyCommand(std::string_view rule) {
    std::vector<std::string_view> lines;
    for (std::size_t i = 0; i < kPlatformWords.size(); ++i) {
        auto rest = commandsAt(rule, i);
        while (!rest.empty()) {
            const auto line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            if (std::ranges::find(lines, line) == lines.end()) {
                lines.push_back(line);
            }
        }
    }
    std::string text;
    for (const auto line : lines) {
        text += (text.empty() ? "" : "\n") + std::string(line);
    }
    return text;
}

std::string_view ruleCommands(std::string_view rule, Platform platform) { return commandsAt(rule, wordsOf(platform)); }

}  // namespace stagescope
