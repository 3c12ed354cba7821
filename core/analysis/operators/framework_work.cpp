// Work of the operators of PyTorch that multiply matrices, by their arguments as Kineto writes them.
#include "core/analysis/operators/work_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope {

namespace {

double extent(std::int64_t size) { return static_cast<double>(size); }

/// What matrix units multiply of two operands. FP32 may be multiplied as TF32, which the kernel alone tells.
NumberType numberOf(const CallArguments &of, const Tensor &a, const Tensor &b) {
    const auto type = multipliedType(numberTypeOf(a.type), numberTypeOf(b.type));
    return type == NumberType::Fp32 ? of.hint.number : type;
}

// --- matrix products

/// Where a product's operands stand among the arguments; kNone: no bias.
struct ProductRule {
    static constexpr std::size_t kNone = 99;
    std::string_view name;
    std::size_t a = 0;
    std::size_t bias = kNone;
};
constexpr std::array kProducts{ProductRule{"aten::mm"},
                               ProductRule{"aten::bmm"},
                               ProductRule{"aten::matmul"},
                               ProductRule{"aten::_int_mm"},
                               ProductRule{"aten::_scaled_mm"},
                               ProductRule{"aten::addmm", 1, 0},
                               ProductRule{"aten::addmm_", 1, 0},
                               ProductRule{"aten::_addmm_activation", 1, 0},
                               ProductRule{"aten::baddbmm", 1, 0},
                               ProductRule{"aten::baddbmm_", 1, 0},
                               ProductRule{"aten::_scaled_mm_v2"}};
/// Whose results are of a type that is an argument.
constexpr std::array<std::string_view, 3> kTypedResults{"aten::_scaled_mm", "aten::_scaled_mm_v2", "aten::_int_mm"};

/// Products that multiply (..., M, K) by (..., K, N) as they stand.
void addProduct(const ProductRule &rule, const CallArguments &of, KernelWork &work) {
    const auto *a = of.tensor(rule.a);
    const auto *b = of.tensor(rule.a + 1);
    const auto left = a == nullptr ? std::nullopt : matricesOf(*a);
    const auto right = b == nullptr ? std::nullopt : matricesOf(*b);
    if (!left || !right || left->columns.size != right->rows.size) {
        return;
    }
    const double leftBatch = productOf(left->batch);
    const double rightBatch = productOf(right->batch);
    if (left->batch != right->batch && leftBatch != 1 && rightBatch != 1) {
        return;
    }
    const double batch = std::max(leftBatch, rightBatch);
    const MatrixProduct product{left->rows, right->columns, left->columns};
    const double results = batch * extent(product.m.size) * extent(product.n.size);
    const auto *bias = rule.bias == ProductRule::kNone ? nullptr : of.tensor(rule.bias);
    work.flop = batch * product.flop() + (bias == nullptr ? 0 : results);
    work.number = numberOf(of, *a, *b);
    const auto size = typeBytes(a->type);
    if (size && std::find(kTypedResults.begin(), kTypedResults.end(), rule.name) == kTypedResults.end()) {
        const auto read = sumOf(sumOf(a->bytes(), b->bytes()), bias == nullptr ? std::optional(0.0) : bias->bytes());
        work.bytes = sumOf(read, results * *size);
    }
}

/// (..., K) by the transpose of (N, K), and a bias of N.
void addLinear(const CallArguments &of, KernelWork &work) {
    const auto *input = of.tensor(0);
    const auto *weight = of.tensor(1);
    const auto *bias = of.tensor(2);
    if (input == nullptr || weight == nullptr || input->rank() < 1 || weight->rank() != 2 ||
        input->dims.back() != weight->dims[1] || weight->dims[1] == 0) {
        return;
    }
    const double results = input->elements() / extent(weight->dims[1]) * extent(weight->dims[0]);
    work.flop = 2 * results * extent(weight->dims[1]) + (bias == nullptr ? 0 : results);
    work.number = numberOf(of, *input, *weight);
    const auto size = typeBytes(input->type);
    const auto read =
        sumOf(input->bytes(), sumOf(weight->bytes(), bias == nullptr ? std::optional(0.0) : bias->bytes()));
    work.bytes = size ? sumOf(read, results * *size) : std::nullopt;
}

constexpr std::array<std::string_view, 3> kGrouped{"aten::_grouped_mm", "aten::_scaled_grouped_mm",
                                                   "aten::_scaled_grouped_mm_v2"};

/// Groups of tokens, which offsets tell: of rows of the first, of columns of the second, or of what both are summed
/// over. With groups on both sides it is a product of batches.
void addGrouped(const CallArguments &of, KernelWork &work) {
    const auto *a = of.tensor(0);
    const auto *b = of.tensor(1);
    const auto left = a == nullptr ? std::nullopt : matricesOf(*a);
    const auto right = b == nullptr ? std::nullopt : matricesOf(*b);
    if (!left || !right || left->columns.size != right->rows.size || a->rank() > 3 || b->rank() > 3) {
        return;
    }
    const bool isBatched = a->rank() == 3 && b->rank() == 3;
    if (isBatched && left->batch != right->batch) {
        return;
    }
    const MatrixProduct product{left->rows, right->columns, left->columns};
    work.flop = product.flop() * (isBatched ? productOf(left->batch) : 1);
    work.number = numberOf(of, *a, *b);
}

// --- attention

struct AttentionRule {
    std::string_view name;
    std::size_t query;   ///< keys and values follow
    std::size_t causal;  ///< a truth value, or the kind of mask: 0 none
    bool isHeadsFirst;   ///< (B, N, S, D), else (B, S, N, D)
    bool isBackward = false;
};
constexpr std::array kAttentions{
    AttentionRule{"aten::_flash_attention_forward", 0, 8, false},
    AttentionRule{"aten::_efficient_attention_forward", 0, 9, false},
    AttentionRule{"aten::_scaled_dot_product_flash_attention", 0, 4, true},
    AttentionRule{"aten::_scaled_dot_product_efficient_attention", 0, 6, true},
    AttentionRule{"aten::_scaled_dot_product_cudnn_attention", 0, 6, true},
    AttentionRule{"aten::_cudnn_attention_forward", 0, 10, true},
    AttentionRule{"aten::_scaled_dot_product_fused_attention_overrideable", 0, 5, true},
    AttentionRule{"aten::_scaled_dot_product_flash_attention_for_cpu", 0, 4, true},
    AttentionRule{"aten::_scaled_dot_product_attention_math", 0, 5, true},
    AttentionRule{"aten::scaled_dot_product_attention", 0, 5, true},
    AttentionRule{"flash_attn::_flash_attn_forward", 0, 5, false},
    AttentionRule{"aten::_flash_attention_backward", 1, 11, false, true},
    AttentionRule{"aten::_efficient_attention_backward", 1, 14, false, true},
    AttentionRule{"aten::_scaled_dot_product_flash_attention_backward", 1, 11, true, true},
    AttentionRule{"aten::_scaled_dot_product_efficient_attention_backward", 1, 11, true, true},
    AttentionRule{"aten::_scaled_dot_product_cudnn_attention_backward", 1, 14, true, true},
    AttentionRule{"aten::_cudnn_attention_backward", 1, 14, true, true},
    AttentionRule{"aten::_scaled_dot_product_fused_attention_overrideable_backward", 1, 13, true, true},
    AttentionRule{"aten::_scaled_dot_product_flash_attention_for_cpu_backward", 1, 7, true, true},
    AttentionRule{"flash_attn::_flash_attn_backward", 1, 11, false, true}};

/// "True" and "False", or a number of a kind of mask, of which 0 is none and 1 and 2 are causal.
std::optional<bool> isCausal(std::string_view value) {
    if (value == "True" || value == "1" || value == "2") {
        return true;
    }
    return value == "False" || value == "0" ? std::optional(false) : std::nullopt;
}

/// Where versions of PyTorch have it at different places: of a backward pass it is the only truth value.
std::optional<bool> causalityOf(const AttentionRule &rule, const CallArguments &of) {
    if (const auto told = isCausal(of.value(rule.causal)); told || !rule.isBackward) {
        return told;
    }
    const auto it = std::find_if(of.values.begin(), of.values.end(),
                                 [](std::string_view value) { return value == "True" || value == "False"; });
    return it == of.values.end() ? std::nullopt : isCausal(*it);
}

void addAttention(const AttentionRule &rule, const CallArguments &of, KernelWork &work) {
    const auto *query = of.tensor(rule.query);
    const auto *key = of.tensor(rule.query + 1);
    const auto *value = of.tensor(rule.query + 2);
    const bool areThere = query != nullptr && key != nullptr && value != nullptr;
    // Queries of three dimensions are of sequences of several lengths, which only values tell.
    if (!areThere || query->rank() != 4 || key->rank() != 4 || value->rank() != 4 || key->dims[3] != query->dims[3]) {
        return;
    }
    const std::size_t heads = rule.isHeadsFirst ? 1 : 2;
    const std::size_t length = rule.isHeadsFirst ? 2 : 1;
    const AttentionSizes sizes{extent(query->dims[0]),    extent(query->dims[heads]), extent(query->dims[length]),
                               extent(key->dims[length]), extent(query->dims[3]),     extent(value->dims[3])};
    const auto causal = causalityOf(rule, of);
    if (!causal || (*causal && sizes.queries != sizes.keys)) {
        return;
    }
    work.flop = attentionFlop(sizes) * (*causal ? 0.5 : 1) * (rule.isBackward ? kAttentionBackward : 1);
    work.number = numberOf(of, *query, *key);
    const auto size = typeBytes(query->type);
    const double results = sizes.batch * sizes.heads * sizes.queries * sizes.valueDepth;
    const auto operands = sumOf(query->bytes(), sumOf(key->bytes(), value->bytes()));
    // Forward: queries, keys, values, results. Backward: those and the gradient of each.
    work.bytes = size ? sumOf(operands, results * *size) : std::nullopt;
    if (rule.isBackward && work.bytes) {
        *work.bytes *= 2;
    }
}

// --- convolutions

struct ConvolutionRule {
    static constexpr std::size_t kNever = 99;
    std::string_view name;
    std::size_t image;  ///< its weights follow
    std::size_t stride;
    std::size_t padding;
    std::size_t dilation = kNever;    ///< 1 each
    std::size_t transposed = kNever;  ///< a truth value
    bool isTransposed = false;        ///< always
};
constexpr std::array kConvolutions{ConvolutionRule{"aten::convolution", 0, 3, 4, 5, 6},
                                   ConvolutionRule{"aten::_convolution", 0, 3, 4, 5, 6},
                                   ConvolutionRule{"aten::convolution_overrideable", 0, 3, 4, 5, 6},
                                   ConvolutionRule{"aten::cudnn_convolution", 0, 3, 2, 4},
                                   ConvolutionRule{"aten::cudnn_convolution_relu", 0, 3, 4, 5},
                                   ConvolutionRule{"aten::miopen_convolution", 0, 4, 3, 5},
                                   ConvolutionRule{"aten::miopen_depthwise_convolution", 0, 4, 3, 5},
                                   ConvolutionRule{"aten::_conv_depthwise2d", 0, 4, 5, 6},
                                   ConvolutionRule{"aten::conv_depthwise3d", 0, 4, 5, 6},
                                   ConvolutionRule{"aten::conv1d", 0, 3, 4, 5},
                                   ConvolutionRule{"aten::conv2d", 0, 3, 4, 5},
                                   ConvolutionRule{"aten::conv3d", 0, 3, 4, 5},
                                   ConvolutionRule{"aten::cudnn_convolution_add_relu", 0, 5, 6, 7},
                                   ConvolutionRule{"aten::mkldnn_convolution", 0, 4, 3, 5},
                                   ConvolutionRule{"aten::_slow_conv2d_forward", 0, 4, 5},
                                   ConvolutionRule{"aten::slow_conv3d_forward", 0, 4, 5},
                                   ConvolutionRule{"aten::slow_conv_dilated2d", 0, 4, 5, 6},
                                   ConvolutionRule{"aten::slow_conv_dilated3d", 0, 4, 5, 6},
                                   ConvolutionRule{.name = "aten::cudnn_convolution_transpose",
                                                   .image = 0,
                                                   .stride = 4,
                                                   .padding = 2,
                                                   .dilation = 5,
                                                   .isTransposed = true},
                                   ConvolutionRule{.name = "aten::miopen_convolution_transpose",
                                                   .image = 0,
                                                   .stride = 5,
                                                   .padding = 3,
                                                   .dilation = 6,
                                                   .isTransposed = true}};
constexpr std::size_t kBackwardMask = 10;

/// Positions of batch and space.
double gradientPositions(const Tensor &image) { return productOf(image.dims) / std::max(1.0, extent(image.dims[1])); }

/// Positions of the result, from how the window moves; nothing when that does not fit.
std::optional<double> movedPositions(const ConvolutionRule &rule, const CallArguments &of, const Tensor &image,
                                     const Tensor &weights) {
    const auto stride = numbersOf(of.value(rule.stride));
    const auto padding = numbersOf(of.value(rule.padding));
    const std::size_t space = image.rank() - 2;
    const auto dilation = rule.dilation == ConvolutionRule::kNever ? std::optional(std::vector<std::int64_t>(space, 1))
                                                                   : numbersOf(of.value(rule.dilation));
    if (!stride || !padding || !dilation || stride->size() != space || padding->size() != space ||
        dilation->size() != space) {
        return std::nullopt;
    }
    double positions = extent(image.dims[0]);
    for (std::size_t i = 0; i < space; ++i) {
        const double window = extent((*dilation)[i]) * (extent(weights.dims[i + 2]) - 1) + 1;
        const double room = extent(image.dims[i + 2]) + 2 * extent((*padding)[i]) - window;
        if (room < 0 || (*stride)[i] == 0) {
            return std::nullopt;
        }
        positions *= std::floor(room / extent((*stride)[i])) + 1;
    }
    return positions;
}

bool isConvolutionPair(const Tensor *image, const Tensor *weights) {
    return image != nullptr && weights != nullptr && image->rank() >= 3 && image->rank() == weights->rank();
}

void addConvolution(const ConvolutionRule &rule, const CallArguments &of, KernelWork &work) {
    const auto *image = of.tensor(rule.image);
    const auto *weights = of.tensor(rule.image + 1);
    if (!isConvolutionPair(image, weights)) {
        return;
    }
    work.number = numberOf(of, *image, *weights);
    if (rule.isTransposed || of.value(rule.transposed) == "True") {
        work.flop = 2 * gradientPositions(*image) * weights->elements();  // it spreads each position of the image
        return;
    }
    if (const auto positions = movedPositions(rule, of, *image, *weights)) {
        work.flop = 2 * *positions * weights->elements();
        const auto size = typeBytes(image->type);
        const auto results = *positions * extent(weights->dims[0]);
        work.bytes = size ? sumOf(sumOf(image->bytes(), weights->bytes()), results * *size) : std::nullopt;
    }
}

/// Gradients of the image and of the weights, each a convolution of its own; that of a bias is a sum.
void addConvolutionBackward(const CallArguments &of, KernelWork &work) {
    const auto *gradient = of.tensor(0);
    const auto *image = of.tensor(1);
    const auto *weights = of.tensor(2);
    const auto mask = elementsOfJson(of.value(kBackwardMask));
    if (!isConvolutionPair(image, weights) || gradient == nullptr || gradient->rank() != image->rank() ||
        mask.size() != 3 || (of.value(7) != "False" && of.value(7) != "True")) {
        return;
    }
    work.number = numberOf(of, *image, *weights);
    const auto &positions = of.value(7) == "True" ? *image : *gradient;
    const auto each = (mask[0] == "True" ? 1.0 : 0.0) + (mask[1] == "True" ? 1.0 : 0.0);
    work.flop = each * 2 * gradientPositions(positions) * weights->elements();
    if (const auto all = sumOf(gradient->bytes(), sumOf(image->bytes(), weights->bytes()))) {
        work.bytes = each * *all;
    }
}

template <class Rules>
const typename Rules::value_type *ruleOf(const Rules &rules, std::string_view name) {
    const auto it = std::find_if(rules.begin(), rules.end(), [&](const auto &rule) { return rule.name == name; });
    return it == rules.end() ? nullptr : &*it;
}

bool addCalledMatrixWork(std::string_view name, const CallArguments &of, KernelWork &work) {
    if (const auto *product = ruleOf(kProducts, name)) {
        addProduct(*product, of, work);
    } else if (const auto *attention = ruleOf(kAttentions, name)) {
        addAttention(*attention, of, work);
    } else if (const auto *convolution = ruleOf(kConvolutions, name)) {
        addConvolution(*convolution, of, work);
    } else if (name == "aten::convolution_backward") {
        addConvolutionBackward(of, work);
    } else if (name == "aten::linear") {
        addLinear(of, work);
    } else if (std::find(kGrouped.begin(), kGrouped.end(), name) != kGrouped.end()) {
        addGrouped(of, work);
    } else {
        return false;
    }
    return true;
}

}  // namespace

std::optional<KernelWork> frameworkWork(const KernelOperands &operands) {
    if (operands.framework.empty()) {
        return std::nullopt;
    }
    const CallArguments of(operands);
    KernelWork work;
    work.isMatrix = addCalledMatrixWork(operands.framework, of, work);
    if (!work.isMatrix) {
        addVectorWork(operands.framework, of, work);
    }
    return work.flop || work.bytes || work.isMatrix || work.isVector ? std::optional(work) : std::nullopt;
}

}  // namespace stagescope
