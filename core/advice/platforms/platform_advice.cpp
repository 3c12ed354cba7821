#include "core/advice/platforms/platform_advice.h"

#include "core/advice/platforms/shipped_rules.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

namespace stagescope {

namespace {

/// What to do, where platforms differ in it. Their ids never have a text of their own.
constexpr PlatformText kAdvice[] = {
    {.id = "finding.memory_fragmentation.remedy",
     .npu = QT_TRANSLATE_NOOP("Message",
                              "Set PYTORCH_NPU_ALLOC_CONF=expandable_segments:True; use equal block sizes (padding, "
                              "sequence-length buckets); allocate long-lived tensors before temporary ones."),
     .mindspore = QT_TRANSLATE_NOOP("Message",
                                    "Give blocks equal sizes (padding, buckets of sequence lengths); allocate what "
                                    "stays before what comes and goes."),
     .cuda =
         QT_TRANSLATE_NOOP("Message",
                           "Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True; give blocks equal sizes (padding, "
                           "buckets of sequence lengths); allocate what stays before what comes and goes."),
     .rocm = QT_TRANSLATE_NOOP("Message",
                               "Set PYTORCH_HIP_ALLOC_CONF=expandable_segments:True; give blocks equal sizes (padding, "
                               "buckets of sequence lengths); allocate what stays before what comes and goes."),
     .jax = QT_TRANSLATE_NOOP("Message",
                              "Set XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async; give blocks equal sizes (padding, buckets "
                              "of sequence lengths), so that fewer programs are compiled."),
     .other = QT_TRANSLATE_NOOP("Message",
                                "Let the allocator use expandable segments; give blocks equal sizes (padding, buckets "
                                "of sequence lengths); allocate what stays before what comes and goes.")},
    {.id = "finding.memory_exhaustion.limit.remedy",
     .npu = QT_TRANSLATE_NOOP(
         "Message",
         "Raise what this process may use (torch_npu.npu.set_per_process_memory_fraction, the size of a "
         "pool), or keep less at once."),
     .mindspore = QT_TRANSLATE_NOOP("Message",
                                    "Raise what this process may use (max_device_memory of mindspore.set_context), or "
                                    "keep less at once."),
     .cuda = QT_TRANSLATE_NOOP(
         "Message",
         "Raise what this process may use (torch.cuda.set_per_process_memory_fraction, a larger slice of "
         "the device, the size of a pool), or keep less at once."),
     .rocm = QT_TRANSLATE_NOOP(
         "Message",
         "Raise what this process may use (torch.cuda.set_per_process_memory_fraction, a larger slice of "
         "the device, the size of a pool), or keep less at once."),
     .jax = QT_TRANSLATE_NOOP("Message",
                              "Raise what this process may use (XLA_PYTHON_CLIENT_MEM_FRACTION), or keep less at "
                              "once."),
     .other = QT_TRANSLATE_NOOP("Message",
                                "Raise what this process may use (a fraction, a larger slice of the device, the size "
                                "of a pool), or keep less at once.")},
    {.id = "finding.outside_allocator.remedy",
     .npu = QT_TRANSLATE_NOOP("Message",
                              "Take smaller buffers of communication (HCCL_BUFFSIZE) and fewer groups; look for other "
                              "processes on the device; compiled graphs and the runtime's workspaces count here too."),
     .mindspore =
         QT_TRANSLATE_NOOP("Message",
                           "Take smaller buffers of communication (HCCL_BUFFSIZE) and fewer groups; look for other "
                           "processes on the device; compiled graphs and the runtime's workspaces count here too."),
     .cuda = QT_TRANSLATE_NOOP("Message",
                               "Use smaller communication buffers (NCCL_BUFFSIZE) and fewer groups; check for other "
                               "processes on the device. Compiled graphs and runtime workspaces count here too."),
     .rocm = QT_TRANSLATE_NOOP("Message",
                               "Use smaller communication buffers (NCCL_BUFFSIZE) and fewer groups; check for other "
                               "processes on the device. Compiled graphs and runtime workspaces count here too."),
     .jax = QT_TRANSLATE_NOOP("Message",
                              "Use smaller communication buffers (NCCL_BUFFSIZE) and fewer groups; check for other "
                              "processes on the device. Compiled graphs and runtime workspaces count here too."),
     .other = QT_TRANSLATE_NOOP("Message",
                                "Take smaller buffers of communication and fewer groups; look for other processes on "
                                "the device; compiled graphs and the runtime's workspaces count here too.")},
    {.id = "finding.overlap_off.remedy",
     .npu = QT_TRANSLATE_NOOP("Message",
                              "Reduce gradients during backward and gather parameters during forward (Megatron and "
                              "MindSpeed: --overlap-grad-reduce, --overlap-param-gather; FSDP: prefetching)."),
     .mindspore = QT_TRANSLATE_NOOP("Message",
                                    "Reduce gradients during the backward and gather parameters during the forward "
                                    "(MindSpore: parallel_optimizer with gradient accumulation, comm_fusion)."),
     .cuda = QT_TRANSLATE_NOOP("Message",
                               "Reduce gradients during the backward and gather parameters during the forward "
                               "(Megatron: --overlap-grad-reduce, --overlap-param-gather; FSDP: prefetching)."),
     .rocm = QT_TRANSLATE_NOOP("Message",
                               "Reduce gradients during the backward and gather parameters during the forward "
                               "(Megatron: --overlap-grad-reduce, --overlap-param-gather; FSDP: prefetching)."),
     .jax = QT_TRANSLATE_NOOP("Message",
                              "Reduce gradients during the backward and gather parameters during the forward (XLA: "
                              "--xla_gpu_enable_latency_hiding_scheduler=true)."),
     .other = QT_TRANSLATE_NOOP("Message",
                                "Reduce gradients during the backward and gather parameters during the forward "
                                "(Megatron: --overlap-grad-reduce, --overlap-param-gather; FSDP: prefetching).")},
    {.id = "finding.stage_imbalance.fact.loss",
     .npu =
         QT_TRANSLATE_NOOP("Message",
                           "Rank %1 spends %2 ms of it per step on an unfused loss: %3 kernel(s) on %4 columns (%5). "
                           "Fuse it (Megatron and MindSpeed: --cross-entropy-loss-fusion)."),
     .mindspore = QT_TRANSLATE_NOOP(
         "Message",
         "On rank %1, %2 ms per step of it are a loss in %3 single kernel(s) on %4 columns (%5): it is not fused."),
     .cuda = QT_TRANSLATE_NOOP("Message",
                               "On rank %1, %2 ms per step of it are a loss in %3 single kernel(s) on %4 columns (%5): "
                               "it is not fused (Megatron: --cross-entropy-loss-fusion)."),
     .rocm = QT_TRANSLATE_NOOP("Message",
                               "On rank %1, %2 ms per step of it are a loss in %3 single kernel(s) on %4 columns (%5): "
                               "it is not fused (Megatron: --cross-entropy-loss-fusion)."),
     .jax = QT_TRANSLATE_NOOP(
         "Message",
         "On rank %1, %2 ms per step of it are a loss in %3 single kernel(s) on %4 columns (%5): it is not fused."),
     .other =
         QT_TRANSLATE_NOOP("Message",
                           "On rank %1, %2 ms per step of it are a loss in %3 single kernel(s) on %4 columns (%5): "
                           "it is not fused (Megatron: --cross-entropy-loss-fusion).")},
    {.id = "finding.unfused_kernels.attention.remedy",
     .npu = QT_TRANSLATE_NOOP(
         "Message",
         "Use the fused attention (torch: scaled_dot_product_attention; Megatron and MindSpeed: --use-flash-attn)."),
     .mindspore = QT_TRANSLATE_NOOP("Message",
                                    "Use the fused attention (MindSpore: "
                                    "mint.nn.functional.scaled_dot_product_attention or ops.flash_attention_score)."),
     .cuda = QT_TRANSLATE_NOOP(
         "Message", "Use the fused attention (torch: scaled_dot_product_attention; Megatron: --use-flash-attn)."),
     .rocm = QT_TRANSLATE_NOOP(
         "Message", "Use the fused attention (torch: scaled_dot_product_attention; Megatron: --use-flash-attn)."),
     .jax = QT_TRANSLATE_NOOP("Message", "Use the fused attention (JAX: jax.nn.dot_product_attention)."),
     .other = QT_TRANSLATE_NOOP(
         "Message", "Use the fused attention (torch: scaled_dot_product_attention; Megatron: --use-flash-attn).")},
    {.id = "finding.unfused_kernels.norm.remedy",
     .npu =
         QT_TRANSLATE_NOOP("Message", "Use the fused norm (torch_npu.npu_rms_norm; MindSpeed: --use-fused-rmsnorm)."),
     .mindspore = QT_TRANSLATE_NOOP("Message", "Use the fused norm (MindSpore: ops.rms_norm)."),
     .cuda = QT_TRANSLATE_NOOP("Message",
                               "Use the fused norm (torch: torch.nn.functional.rms_norm, torch.compile; Megatron: "
                               "--transformer-impl transformer_engine)."),
     .rocm = QT_TRANSLATE_NOOP("Message",
                               "Use the fused norm (torch: torch.nn.functional.rms_norm, torch.compile; Megatron: "
                               "--transformer-impl transformer_engine)."),
     .jax = QT_TRANSLATE_NOOP("Message", "Use the fused norm (JAX: a Pallas kernel, or the fusion of XLA)."),
     .other = QT_TRANSLATE_NOOP("Message",
                                "Use the fused norm (torch: torch.nn.functional.rms_norm, torch.compile; Megatron: "
                                "--transformer-impl transformer_engine).")},
    {.id = "finding.unfused_kernels.rotary.remedy",
     .npu = QT_TRANSLATE_NOOP(
         "Message",
         "Use the fused rotary embedding (torch_npu.npu_rotary_mul; MindSpeed: --use-fused-rotary-pos-emb)."),
     .mindspore =
         QT_TRANSLATE_NOOP("Message", "Use the fused rotary embedding (MindSpore: ops.rotary_position_embedding)."),
     .cuda = QT_TRANSLATE_NOOP("Message",
                               "Use the fused rotary embedding (torch: torch.compile; Megatron: apply_rope_fusion)."),
     .rocm = QT_TRANSLATE_NOOP("Message",
                               "Use the fused rotary embedding (torch: torch.compile; Megatron: apply_rope_fusion)."),
     .jax =
         QT_TRANSLATE_NOOP("Message", "Use the fused rotary embedding (JAX: a Pallas kernel, or the fusion of XLA)."),
     .other = QT_TRANSLATE_NOOP("Message",
                                "Use the fused rotary embedding (torch: torch.compile; Megatron: apply_rope_fusion).")},
    {.id = "finding.unfused_kernels.swiglu.remedy",
     .npu = QT_TRANSLATE_NOOP("Message", "Use the fused SwiGLU (torch_npu.npu_swiglu; MindSpeed: --use-fused-swiglu)."),
     .mindspore = QT_TRANSLATE_NOOP("Message", "Use the fused SwiGLU (MindSpore: ops.swiglu)."),
     .cuda = QT_TRANSLATE_NOOP("Message", "Use the fused SwiGLU (torch: torch.compile; Megatron: bias_swiglu_fusion)."),
     .rocm = QT_TRANSLATE_NOOP("Message", "Use the fused SwiGLU (torch: torch.compile; Megatron: bias_swiglu_fusion)."),
     .jax = QT_TRANSLATE_NOOP("Message", "Use the fused SwiGLU (JAX: a Pallas kernel, or the fusion of XLA)."),
     .other =
         QT_TRANSLATE_NOOP("Message", "Use the fused SwiGLU (torch: torch.compile; Megatron: bias_swiglu_fusion).")},
    {.id = "finding.unfused_kernels.loss.remedy",
     .npu = QT_TRANSLATE_NOOP(
         "Message",
         "Use a fused or chunked cross entropy (Megatron: --cross-entropy-loss-fusion; MindSpeed: ChunkLoss)."),
     .mindspore = QT_TRANSLATE_NOOP("Message", "Use a fused or chunked cross entropy (MindSpore: ops.cross_entropy)."),
     .cuda = QT_TRANSLATE_NOOP(
         "Message",
         "Use a fused or chunked cross entropy (Megatron: --cross-entropy-loss-fusion; torch: torch.compile)."),
     .rocm = QT_TRANSLATE_NOOP(
         "Message",
         "Use a fused or chunked cross entropy (Megatron: --cross-entropy-loss-fusion; torch: torch.compile)."),
     .jax = QT_TRANSLATE_NOOP("Message", "Use a fused or chunked cross entropy (JAX: optax losses within jit)."),
     .other = QT_TRANSLATE_NOOP(
         "Message",
         "Use a fused or chunked cross entropy (Megatron: --cross-entropy-loss-fusion; torch: torch.compile).")},
    {.id = "finding.unfused_kernels.gradient_accumulation.remedy",
     .npu = QT_TRANSLATE_NOOP("Message",
                              "Fuse gradient accumulation into the matmul (Megatron and MindSpeed: remove "
                              "--no-gradient-accumulation-fusion)."),
     .mindspore = QT_TRANSLATE_NOOP("Message", "Have the matrix product add to the gradient."),
     .cuda = QT_TRANSLATE_NOOP(
         "Message",
         "Have the matrix product add to the gradient (Megatron: leave out --no-gradient-accumulation-fusion)."),
     .rocm = QT_TRANSLATE_NOOP(
         "Message",
         "Have the matrix product add to the gradient (Megatron: leave out --no-gradient-accumulation-fusion)."),
     .jax = QT_TRANSLATE_NOOP("Message", "Have the matrix product add to the gradient."),
     .other = QT_TRANSLATE_NOOP(
         "Message",
         "Have the matrix product add to the gradient (Megatron: leave out --no-gradient-accumulation-fusion).")},
    {.id = "finding.fusible_sequences.remedy",
     .npu = QT_TRANSLATE_NOOP(
         "Message",
         "Use fused operators (--use-fused-rmsnorm, --use-fused-swiglu, --use-fused-rotary-pos-emb, --use-flash-attn, "
         "--cross-entropy-loss-fusion), or compile: torch.compile(model, backend=\"npu\")"),
     .mindspore = QT_TRANSLATE_NOOP("Message",
                                    "Compile them into one: mindspore.jit, with jit_level O1 or O2; or use fused "
                                    "operators (ops.rms_norm, ops.flash_attention_score)."),
     .cuda = QT_TRANSLATE_NOOP(
         "Message",
         "Compile them into one: torch.compile(model); or use fused operators (torch.nn.functional.rms_norm, "
         "scaled_dot_product_attention, fused=True of the optimizer)."),
     .rocm = QT_TRANSLATE_NOOP(
         "Message",
         "Compile them into one: torch.compile(model); or use fused operators (torch.nn.functional.rms_norm, "
         "scaled_dot_product_attention, fused=True of the optimizer)."),
     .jax = QT_TRANSLATE_NOOP(
         "Message", "Put them into one jitted function, so that XLA can fuse them, or write a Pallas kernel."),
     .other = QT_TRANSLATE_NOOP("Message", "Use fused operators, or let the framework compile them into one.")},
    {.id = "finding.host_launch.remedy",
     .npu = QT_TRANSLATE_NOOP("Message",
                              "Fuse small operators or capture a graph, avoid online compilation, use two launch "
                              "threads (TASK_QUEUE_ENABLE=2), bind threads to cores."),
     .mindspore = QT_TRANSLATE_NOOP("Message",
                                    "Run the network as a graph (mindspore.jit, graph mode), avoid online compilation "
                                    "and waits for the device, bind threads to cores."),
     .cuda = QT_TRANSLATE_NOOP("Message",
                               "Fuse small operators or capture a graph (torch.compile, CUDA graphs), avoid online "
                               "compilation and device synchronization, bind threads to cores."),
     .rocm = QT_TRANSLATE_NOOP("Message",
                               "Fuse small operators or capture them as a graph (torch.compile, HIP graphs), avoid "
                               "online compilation and waits for the device, bind threads to cores."),
     .jax = QT_TRANSLATE_NOOP("Message",
                              "Put more of the step into one jitted function, avoid compilation and waits for the "
                              "device within the loop, bind threads to cores."),
     .other = QT_TRANSLATE_NOOP("Message",
                                "Fuse small operators or capture them as a graph, avoid online compilation and waits "
                                "for the device, bind threads to cores.")},
    {.id = "finding.garbage_collection.conjectured.formula",
     .npu = QT_TRANSLATE_NOOP("Message",
                              "Counts: long waits for a launch with hardly any driver calls; garbage collections were "
                              "not recorded (set gc_detect_threshold of the profiler)."),
     .mindspore = QT_TRANSLATE_NOOP("Message",
                                    "Counted: long waits for a launch in which the host hardly calls the driver; no "
                                    "collections were recorded (gc.callbacks with a range around each would)."),
     .cuda = QT_TRANSLATE_NOOP("Message",
                               "Counted: long waits for a launch in which the host hardly calls the driver; no "
                               "collections were recorded (gc.callbacks with a range around each would)."),
     .rocm = QT_TRANSLATE_NOOP("Message",
                               "Counted: long waits for a launch in which the host hardly calls the driver; no "
                               "collections were recorded (gc.callbacks with a range around each would)."),
     .jax = QT_TRANSLATE_NOOP("Message",
                              "Counted: long waits for a launch in which the host hardly calls the driver; no "
                              "collections were recorded (gc.callbacks with a range around each would)."),
     .other = QT_TRANSLATE_NOOP("Message",
                                "Counted: long waits for a launch in which the host hardly calls the driver; no "
                                "collections were recorded (gc.callbacks with a range around each would).")},
    {.id = "finding.host_launch.source",
     .npu = QT_TRANSLATE_NOOP("Message", "PyTorch, graph capture; CANN, TASK_QUEUE_ENABLE and CPU_AFFINITY_CONF"),
     .mindspore = QT_TRANSLATE_NOOP("Message", "MindSpore, graph mode"),
     .cuda = QT_TRANSLATE_NOOP("Message", "PyTorch, CUDA graphs"),
     .rocm = QT_TRANSLATE_NOOP("Message", "PyTorch, HIP graphs"),
     .jax = QT_TRANSLATE_NOOP("Message", "JAX, jit and asynchronous dispatch"),
     .other = QT_TRANSLATE_NOOP("Message", "PyTorch, graph capture")},
    {.id = "finding.outside_allocator.source",
     .npu = QT_TRANSLATE_NOOP("Message", "HCCL, HCCL_BUFFSIZE (two buffers per group)"),
     .mindspore = QT_TRANSLATE_NOOP("Message", "HCCL, HCCL_BUFFSIZE (two buffers per group)"),
     .cuda = QT_TRANSLATE_NOOP("Message", "NCCL, NCCL_BUFFSIZE"),
     .rocm = QT_TRANSLATE_NOOP("Message", "RCCL, NCCL_BUFFSIZE"),
     .jax = QT_TRANSLATE_NOOP("Message", "NCCL, NCCL_BUFFSIZE"),
     .other = QT_TRANSLATE_NOOP("Message", "Buffers of communication libraries")},
    {.id = "finding.data_loading.source",
     .npu = QT_TRANSLATE_NOOP("Message", "MindStudio, advisor (dataloader_analysis); PyTorch, DataLoader"),
     .mindspore =
         QT_TRANSLATE_NOOP("Message", "MindStudio, advisor (dataloader_analysis); MindSpore, dataset autotune"),
     .cuda = QT_TRANSLATE_NOOP("Message", "MindStudio, advisor (dataloader_analysis); PyTorch, DataLoader"),
     .rocm = QT_TRANSLATE_NOOP("Message", "MindStudio, advisor (dataloader_analysis); PyTorch, DataLoader"),
     .jax = QT_TRANSLATE_NOOP("Message", "MindStudio, advisor (dataloader_analysis); tf.data, prefetch"),
     .other = QT_TRANSLATE_NOOP("Message", "MindStudio, advisor (dataloader_analysis); PyTorch, DataLoader")},
};

}  // namespace

std::span<const PlatformText> platformAdvice() { return kAdvice; }

namespace {

/// A text in the words of the platforms at a position of kPlatformWords; empty where it is the same for all.
std::string_view wordsAt(std::string_view id, std::size_t place) {
    const auto text = std::ranges::find(kAdvice, id, [](const PlatformText &one) { return std::string_view(one.id); });
    if (text != std::end(kAdvice)) {
        return sentencesOf(*text).at(place).english();
    }
    const auto own = std::string(id) + '.' + std::string(kPlatformWords.at(place));
    const auto shipped = std::ranges::find(shippedTexts(), own, &ShippedText::id);
    return shipped == shippedTexts().end() ? std::string_view() : std::string_view(shipped->english);
}

}  // namespace

std::vector<Message> everyWording(const std::string &id) {
    std::vector<Message> wordings;
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < kPlatformWords.size(); ++i) {
        const auto own = id + '.' + std::string(kPlatformWords[i]);
        const auto english = wordsAt(id, i);
        if (!english.empty() && seen.insert(english).second) {
            wordings.emplace_back(own);
        }
    }
    return wordings.empty() ? std::vector{Message(id)} : wordings;
}

Message inWordsOf(Platform platform, Message message) {
    const bool hasWords = !wordsAt(message.id, wordsOf(platform)).empty();
    message.id = hasWords ? platformId(message.id, platform) : std::move(message.id);
    return message;
}

}  // namespace stagescope
