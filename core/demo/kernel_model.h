#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// One kernel of the synthetic model as it appears in a profile. All texts are static.
struct KernelSpec {
    std::string_view opType;       ///< "MatMulV3"
    std::string_view api;          ///< host operator that launches it: "aten::linear"
    std::string_view taskType;     ///< of TASK: "KERNEL_AICORE"
    std::string_view core;         ///< of COMPUTE_TASK_INFO: "AI_CORE"
    std::string_view inputShapes;  ///< with the quotes that the profiler writes
    std::string_view outputShapes;
    std::int64_t durationNs = 0;   ///< without jitter and faults
    std::int64_t outputBytes = 0;  ///< tensor that the operator allocates; 0 = works in place
    int keeps = -1;  ///< slot under which the output stays until the backward; -1: freed after the next kernel
    int frees = -1;  ///< slot whose tensor this backward kernel is the last to read
    int blocks = 20;
    bool isWeightGradient = false;     ///< of a backward: what W does where a schedule splits B into I and W
    std::string_view ownInputTypes{};  ///< where they are others than those of its type of kernel
    std::string_view ownOutputTypes{};
};

/// Data types of its inputs and outputs, one for each shape: "DT_BF16;DT_BF16".
[[nodiscard]] std::string inputTypes(const KernelSpec &kernel);
[[nodiscard]] std::string outputTypes(const KernelSpec &kernel);
/// A text for each of the shapes of a list: "ND;ND".
[[nodiscard]] std::string forEachShape(std::string_view shapes, std::string_view text);

/// Clock of the cores that the kernels' counters show, and how many of them work on matrices: 270 TFLOP/s of BF16, of
/// which no kernel of the model reaches 60 %.
inline constexpr double kCubeClockHertz = 1.65e9;

/// A transformer layer (attention and gated MLP, bfloat16, 4096 tokens of width 1024), first and last stage's extras
/// and the optimizer. Slots number the kept tensors of one layer, 0 .. kLayerSlots - 1; the last is its input, which is
/// kept where all else is computed once more, as long as the output of the first norm.
inline constexpr int kLayerSlots = 7;
inline constexpr int kInputSlot = kLayerSlots - 1;
inline constexpr int kFirstNormSlot = 0;
inline constexpr std::int64_t kHiddenBytes = 8LL << 20;  ///< activations between stages: 4096 x 1024 bfloat16
inline constexpr std::int64_t kLayerWeightBytes = 25LL << 20;
inline constexpr std::int64_t kLayerGradientBytes = 50LL << 20;  ///< float32, what data-parallel ranks reduce
inline constexpr std::int64_t kLayerStateBytes = 150LL << 20;    ///< master weights and two moments, float32
[[nodiscard]] std::span<const KernelSpec> layerForwardKernels();
[[nodiscard]] std::span<const KernelSpec> layerBackwardKernels();
[[nodiscard]] std::span<const KernelSpec> embeddingForwardKernels();
[[nodiscard]] std::span<const KernelSpec> embeddingBackwardKernels();
[[nodiscard]] std::span<const KernelSpec> lossForwardKernels();
[[nodiscard]] std::span<const KernelSpec> lossBackwardKernels();
[[nodiscard]] std::span<const KernelSpec> optimizerKernels();
/// What faults add to a layer: a Cast of its activations, an Index on the AI CPU.
[[nodiscard]] const KernelSpec &extraKernel();
[[nodiscard]] const KernelSpec &aiCpuKernel();
/// The single kernels that do what a fused one does, in order; empty where none are known. Groups as MindSpeed's tuning
/// guide lists them; each kernel moves the bytes of its operands at about the rate of other vector kernels.
[[nodiscard]] std::span<const KernelSpec> unfusedKernels(std::string_view opType);
/// What the fault slow-operator slows down.
inline constexpr std::string_view kSlowedOperator = "FlashAttentionScore";

}  // namespace stagescope
