#include "core/demo/kernel_model.h"

namespace stagescope {

namespace {

constexpr std::int64_t kH = kHiddenBytes;
constexpr std::string_view kCube = "AI_CORE";
constexpr std::string_view kVector = "AI_VECTOR_CORE";
constexpr std::string_view kMix = "MIX_AIC";
constexpr std::string_view kCubeTask = "KERNEL_AICORE";
constexpr std::string_view kVectorTask = "KERNEL_AIVEC";
constexpr std::string_view kMixTask = "KERNEL_MIX_AIC";
constexpr std::string_view kTokens = "\"4096,1,1024\"";

// Slots: 0 first norm, 1 query-key-value, 2 attention, 3 second norm, 4 gate and up, 5 gated product.
constexpr KernelSpec kLayerForward[] = {
    {"AddRmsNorm", "npu::npu_add_rms_norm", kVectorTask, kVector, "\"4096,1,1024;4096,1,1024;1024\"", kTokens, 90'000,
     kH, 0, -1, 40},
    {"MatMulV3", "aten::linear", kCubeTask, kCube, "\"4096,1024;3072,1024\"", "\"4096,3072\"", 620'000, 3 * kH, 1},
    {"RotaryPositionEmbedding", "npu::npu_rotary_mul", kVectorTask, kVector, "\"4096,1,16,64;4096,1,1,64;4096,1,1,64\"",
     "\"4096,1,16,64\"", 70'000, 0, -1, -1, 40},
    {"FlashAttentionScore", "npu::npu_fusion_attention", kMixTask, kMix,
     "\"4096,1,1024;4096,1,1024;4096,1,1024;2048,2048\"", "\"1,16,4096,8;1,16,4096,8;4096,1,1024\"", 980'000,
     kH + kH / 4, 2},
    {"MatMulV3", "aten::linear", kCubeTask, kCube, "\"4096,1024;1024,1024\"", "\"4096,1024\"", 260'000, kH},
    {"AddRmsNorm", "npu::npu_add_rms_norm", kVectorTask, kVector, "\"4096,1,1024;4096,1,1024;1024\"", kTokens, 90'000,
     kH, 3, -1, 40},
    {"MatMulV3", "aten::linear", kCubeTask, kCube, "\"4096,1024;5632,1024\"", "\"4096,5632\"", 1'150'000, 11 * kH / 2,
     4},
    {"SwiGlu", "npu::npu_swiglu", kVectorTask, kVector, "\"4096,1,5632\"", "\"4096,1,2816\"", 140'000, 11 * kH / 4, 5,
     -1, 40},
    {"MatMulV3", "aten::linear", kCubeTask, kCube, "\"4096,2816;1024,2816\"", "\"4096,1024\"", 600'000, kH},
};

constexpr KernelSpec kLayerBackward[] = {
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"4096,1024;1024,2816\"", "\"4096,2816\"", 600'000, 11 * kH / 4},
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"1024,4096;4096,2816\"", "\"1024,2816\"", 620'000, 0, -1, 5, 20,
     true},
    {"SwiGluGrad", "NpuSwigluBackward", kVectorTask, kVector, "\"4096,1,2816;4096,1,5632\"", "\"4096,1,5632\"", 210'000,
     11 * kH / 2, -1, 4, 40},
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"4096,5632;5632,1024\"", "\"4096,1024\"", 1'150'000, kH},
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"5632,4096;4096,1024\"", "\"5632,1024\"", 1'180'000, 0, -1, -1,
     20, true},
    {"RmsNormGrad", "NpuAddRmsNormBackward", kVectorTask, kVector, "\"4096,1,1024;4096,1,1024;4096,1,1;1024\"", kTokens,
     160'000, kH, -1, 3, 40},
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"4096,1024;1024,1024\"", "\"4096,1024\"", 260'000, kH},
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"1024,4096;4096,1024\"", "\"1024,1024\"", 270'000, 0, -1, -1, 20,
     true},
    {"FlashAttentionScoreGrad", "NpuFusionAttentionBackward", kMixTask, kMix,
     "\"4096,1,1024;4096,1,1024;4096,1,1024;4096,1,1024;2048,2048;1,16,4096,8;1,16,4096,8\"",
     "\"4096,1,1024;4096,1,1024;4096,1,1024\"", 2'350'000, 3 * kH, -1, 2},
    {"RotaryPositionEmbeddingGrad", "NpuRotaryMulBackward", kVectorTask, kVector, "\"4096,1,16,64;4096,1,1,64\"",
     "\"4096,1,16,64\"", 90'000, 0, -1, 1, 40},
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"4096,3072;3072,1024\"", "\"4096,1024\"", 620'000, kH},
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"3072,4096;4096,1024\"", "\"3072,1024\"", 640'000, 0, -1, -1, 20,
     true},
    {"RmsNormGrad", "NpuAddRmsNormBackward", kVectorTask, kVector, "\"4096,1,1024;4096,1,1024;4096,1,1;1024\"", kTokens,
     160'000, kH, -1, 0, 40},
};

constexpr KernelSpec kEmbeddingForward[] = {
    {"GatherV3", "aten::embedding", kVectorTask, kVector, "\"32000,1024;1,4096\"", "\"1,4096,1024\"", 60'000, kH, -1,
     -1, 40},
};
constexpr KernelSpec kEmbeddingBackward[] = {
    {"EmbeddingDenseGradV2", "EmbeddingBackward", kVectorTask, kVector, "\"4096,1024;4096;4096\"", "\"32000,1024\"",
     110'000, 0, -1, -1, 40, true},
};
// Half of the tokens have a label.
constexpr KernelSpec kLossForward[] = {
    {"MatMulV3", "aten::linear", kCubeTask, kCube, "\"2048,1024;4000,1024\"", "\"2048,4000\"", 120'000, 4 * kH},
    {"CrossEntropyLoss", "aten::cross_entropy_loss", kVectorTask, kVector, "\"2048,4000;2048\"", "\"1;2048,4000\"",
     60'000, 0, -1, -1, 40},
};
constexpr KernelSpec kLossBackward[] = {
    {"CrossEntropyLossGrad", "CrossEntropyLossBackward", kVectorTask, kVector, "\"1;2048,4000;2048\"", "\"2048,4000\"",
     60'000, 4 * kH, -1, -1, 40},
    {"MatMulV3", "LinearBackward", kCubeTask, kCube, "\"2048,4000;4000,1024\"", "\"2048,1024\"", 230'000, kH},
};
constexpr KernelSpec kOptimizer[] = {
    {"ApplyAdamW", "Optimizer.step#AdamW.step", kVectorTask, kVector, "\"5242880;5242880;5242880;5242880\"",
     "\"5242880;5242880;5242880\"", 430'000, 0, -1, -1, 40},
    {"ApplyAdamW", "Optimizer.step#AdamW.step", kVectorTask, kVector, "\"5242880;5242880;5242880;5242880\"",
     "\"5242880;5242880;5242880\"", 430'000, 0, -1, -1, 40},
    {"ApplyAdamW", "Optimizer.step#AdamW.step", kVectorTask, kVector, "\"2621440;2621440;2621440;2621440\"",
     "\"2621440;2621440;2621440\"", 220'000, 0, -1, -1, 40},
    {"Cast", "aten::to", kVectorTask, kVector, "\"13107200\"", "\"13107200\"", 60'000, 0, -1, -1, 40},
};

constexpr KernelSpec kExtra{"Cast", "aten::to", kVectorTask, kVector, kTokens, kTokens, 45'000, 0, -1, -1, 40};
constexpr KernelSpec kOnAiCpu{
    "Index", "aten::index", "KERNEL_AICPU", "AI_CPU", "\"4096,1024;4096\"", kTokens, 600'000, 0, -1, -1, 1};

// Norms are computed in float32, between two casts, behind the addition of the residual.
constexpr std::string_view kOneByToken = "\"4096,1,1\"";
constexpr KernelSpec kUnfusedNorm[] = {
    {"Add", "aten::add", kVectorTask, kVector, "\"4096,1,1024;4096,1,1024\"", kTokens, 54'000, kH, -1, -1, 40},
    {"Cast", "aten::to", kVectorTask, kVector, kTokens, kTokens, 54'000, 2 * kH, -1, -1, 40, false, "DT_BF16", "FLOAT"},
    {"Pow", "aten::pow", kVectorTask, kVector, kTokens, kTokens, 72'000, 2 * kH, -1, -1, 40, false, "FLOAT", "FLOAT"},
    {"ReduceMeanD", "aten::mean", kVectorTask, kVector, kTokens, kOneByToken, 36'000, 16'384, -1, -1, 40, false,
     "FLOAT", "FLOAT"},
    {"Adds", "aten::add", kVectorTask, kVector, kOneByToken, kOneByToken, 3'000, 16'384, -1, -1, 1, false, "FLOAT",
     "FLOAT"},
    {"Rsqrt", "aten::rsqrt", kVectorTask, kVector, kOneByToken, kOneByToken, 3'000, 16'384, -1, -1, 1, false, "FLOAT",
     "FLOAT"},
    {"Mul", "aten::mul", kVectorTask, kVector, "\"4096,1,1024;4096,1,1\"", kTokens, 72'000, 2 * kH, -1, -1, 40, false,
     "FLOAT;FLOAT", "FLOAT"},
    {"Cast", "aten::to", kVectorTask, kVector, kTokens, kTokens, 54'000, kH, -1, -1, 40},
    {"Mul", "aten::mul", kVectorTask, kVector, "\"4096,1,1024;1024\"", kTokens, 36'000, kH, -1, -1, 40},
};
constexpr std::string_view kGated = "\"4096,1,2816\"";
constexpr std::string_view kTwoGated = "\"4096,1,2816;4096,1,2816\"";
constexpr std::string_view kGateAndUp = "\"4096,1,5632\"";
constexpr KernelSpec kUnfusedSwiGlu[] = {
    {"SplitVD", "aten::split", kVectorTask, kVector, kGateAndUp, kTwoGated, 187'000, 11 * kH / 2, -1, -1, 40},
    {"Swish", "aten::silu", kVectorTask, kVector, kGated, kGated, 93'000, 11 * kH / 4, -1, -1, 40},
    {"Mul", "aten::mul", kVectorTask, kVector, kTwoGated, kGated, 140'000, 11 * kH / 4, -1, -1, 40},
};
constexpr KernelSpec kUnfusedSwiGluGrad[] = {
    {"SwishGrad", "SiluBackward", kVectorTask, kVector, kTwoGated, kGated, 140'000, 11 * kH / 4, -1, -1, 40},
    {"Mul", "MulBackward", kVectorTask, kVector, kTwoGated, kGated, 140'000, 11 * kH / 4, -1, -1, 40},
    {"Mul", "MulBackward", kVectorTask, kVector, kTwoGated, kGated, 140'000, 11 * kH / 4, -1, -1, 40},
    {"ConcatD", "SplitBackward", kVectorTask, kVector, kTwoGated, kGateAndUp, 187'000, 11 * kH / 2, -1, -1, 40},
};
// Rows of 32 numbers: slower by the byte than whole tokens.
constexpr std::string_view kHeads = "\"4096,1,16,64\"";
constexpr std::string_view kHalfHeads = "\"4096,1,16,32\"";
constexpr std::string_view kTwoHalfHeads = "\"4096,1,16,32;4096,1,16,32\"";
constexpr std::string_view kHeadsAndAngles = "\"4096,1,16,64;4096,1,1,64\"";
constexpr KernelSpec kUnfusedRotary[] = {
    {"SplitVD", "aten::chunk", kVectorTask, kVector, kHeads, kTwoHalfHeads, 68'000, kH, -1, -1, 40},
    {"Neg", "aten::neg", kVectorTask, kVector, kHalfHeads, kHalfHeads, 34'000, kH / 2, -1, -1, 40},
    {"ConcatD", "aten::cat", kVectorTask, kVector, kTwoHalfHeads, kHeads, 68'000, kH, -1, -1, 40},
    {"Mul", "aten::mul", kVectorTask, kVector, kHeadsAndAngles, kHeads, 70'000, kH, -1, -1, 40},
    {"Mul", "aten::mul", kVectorTask, kVector, kHeadsAndAngles, kHeads, 70'000, kH, -1, -1, 40},
    {"Add", "aten::add", kVectorTask, kVector, "\"4096,1,16,64;4096,1,16,64\"", kHeads, 103'000, 0, -1, -1, 40},
};

/// Of kernels whose tensors are not all of type bfloat16.
struct TypesOfKernel {
    std::string_view opType;
    std::string_view inputs;
    std::string_view outputs;
};
constexpr TypesOfKernel kOtherTypes[] = {
    {"FlashAttentionScore", "DT_BF16;DT_BF16;DT_BF16;BOOL", "FLOAT;FLOAT;DT_BF16"},
    {"FlashAttentionScoreGrad", "DT_BF16;DT_BF16;DT_BF16;DT_BF16;BOOL;FLOAT;FLOAT", "DT_BF16;DT_BF16;DT_BF16"},
    {"RmsNormGrad", "DT_BF16;DT_BF16;FLOAT;DT_BF16", "DT_BF16"},
    {"GatherV3", "DT_BF16;INT64", "DT_BF16"},
    {"EmbeddingDenseGradV2", "DT_BF16;INT32;INT32", "DT_BF16"},
    {"CrossEntropyLoss", "DT_BF16;INT64", "FLOAT;DT_BF16"},
    {"CrossEntropyLossGrad", "FLOAT;DT_BF16;INT64", "DT_BF16"},
    {"ApplyAdamW", "FLOAT;FLOAT;FLOAT;FLOAT", "FLOAT;FLOAT;FLOAT"},
    {"Cast", "FLOAT", "DT_BF16"},
    {"Index", "DT_BF16;INT64", "DT_BF16"},
};

std::string typesOf(const KernelSpec &kernel, std::string_view own, std::string_view TypesOfKernel::*which,
                    std::string_view shapes) {
    if (!own.empty()) {
        return std::string(own);
    }
    for (const auto &types : kOtherTypes) {
        if (types.opType == kernel.opType) {
            return std::string(types.*which);
        }
    }
    return forEachShape(shapes, "DT_BF16");
}

}  // namespace

std::string forEachShape(std::string_view shapes, std::string_view text) {
    std::string result(text);
    for (const char c : shapes) {
        if (c == ';') {
            result.append(";").append(text);
        }
    }
    return result;
}
std::string inputTypes(const KernelSpec &kernel) {
    return typesOf(kernel, kernel.ownInputTypes, &TypesOfKernel::inputs, kernel.inputShapes);
}
std::string outputTypes(const KernelSpec &kernel) {
    return typesOf(kernel, kernel.ownOutputTypes, &TypesOfKernel::outputs, kernel.outputShapes);
}

std::span<const KernelSpec> layerForwardKernels() { return kLayerForward; }
std::span<const KernelSpec> layerBackwardKernels() { return kLayerBackward; }
std::span<const KernelSpec> embeddingForwardKernels() { return kEmbeddingForward; }
std::span<const KernelSpec> embeddingBackwardKernels() { return kEmbeddingBackward; }
std::span<const KernelSpec> lossForwardKernels() { return kLossForward; }
std::span<const KernelSpec> lossBackwardKernels() { return kLossBackward; }
std::span<const KernelSpec> optimizerKernels() { return kOptimizer; }
const KernelSpec &extraKernel() { return kExtra; }
const KernelSpec &aiCpuKernel() { return kOnAiCpu; }
std::span<const KernelSpec> unfusedKernels(std::string_view opType) {
    if (opType == "AddRmsNorm") {
        return kUnfusedNorm;
    }
    if (opType == "SwiGlu") {
        return kUnfusedSwiGlu;
    }
    if (opType == "SwiGluGrad") {
        return kUnfusedSwiGluGrad;
    }
    return opType == "RotaryPositionEmbedding" ? std::span<const KernelSpec>(kUnfusedRotary)
                                               : std::span<const KernelSpec>();
}

}  // namespace stagescope
