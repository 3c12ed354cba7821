// Work of the operators of Ascend's device, by the types and layouts of CANN.
#include "core/analysis/operators/work_rules.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

using Tensors = std::vector<Tensor>;

/// Operators that may leave much of an operand unread or unwritten, or read a shape only.
constexpr std::array<std::string_view, 11> kPartial{"Gather",   "Slice",    "Embedding", "ZerosLike",
                                                    "OnesLike", "Index",    "Scatter",   "MaskedSelect",
                                                    "Shape",    "Identity", "Fill"};
constexpr std::array<std::string_view, 31> kElementwise{
    "Abs",  "Add",   "Adds", "Cos",     "Div",    "Exp",        "Gelu",  "Log",     "Maximum",  "Minimum", "Mul",
    "Muls", "Neg",   "Pow",  "RealDiv", "Relu",   "Reciprocal", "Rsqrt", "Sigmoid", "Silu",     "Sin",     "Sqrt",
    "Sub",  "Swish", "Tanh", "GeluV2",  "Square", "Subs",       "Divs",  "Axpy",    "LeakyRelu"};
constexpr std::array<std::string_view, 9> kMatMul{"MatMul",
                                                  "MatMulV2",
                                                  "MatMulV3",
                                                  "BatchMatMul",
                                                  "BatchMatMulV2",
                                                  "BatchMatMulV3",
                                                  "QuantBatchMatmulV3",
                                                  "QuantBatchMatmul",
                                                  "WeightQuantBatchMatmulV2"};
constexpr std::array<std::string_view, 5> kGroupedMatMul{"GroupedMatmul", "GroupedMatMul", "GroupedMatmulV2",
                                                         "GroupedMatmulV3", "GroupedMatmulV4"};

template <std::size_t N>
bool isAnyOf(std::string_view type, const std::array<std::string_view, N> &list) {
    return std::find(list.begin(), list.end(), type) != list.end();
}

struct Operands {
    Tensors in;
    Tensors out;
};

const Tensor *operandAt(const Tensors &tensors, std::size_t i) {
    return i < tensors.size() && tensors[i].isThere ? &tensors[i] : nullptr;
}

/// A batch of one matrix goes with every batch.
bool isBatchOf(const MatrixStack &of, const MatrixStack &out) {
    return productOf(of.batch) == 1 || of.batch == out.batch;
}

/// A third operand that is as long as a row of the result is a bias.
double biasFlop(const Tensors &in, const MatrixProduct &product, double batch) {
    const auto *bias = operandAt(in, 2);
    const bool isBias = bias != nullptr && bias->elements() == static_cast<double>(product.n.size) &&
                        bias->rank() > 0 && bias->dims.back() == product.n.size;
    return isBias ? batch * static_cast<double>(product.m.size) * static_cast<double>(product.n.size) : 0;
}

void addMatMul(const Operands &of, KernelWork &work) {
    const auto *a = operandAt(of.in, 0);
    const auto *b = operandAt(of.in, 1);
    const auto *out = operandAt(of.out, 0);
    if (a == nullptr || b == nullptr || out == nullptr) {
        return;
    }
    const auto left = matricesOf(*a);
    const auto right = matricesOf(*b);
    const auto result = matricesOf(*out);
    if (!left || !right || !result || !isBatchOf(*left, *result) || !isBatchOf(*right, *result)) {
        return;
    }
    if (const auto product = productThatFits(*left, *right, *result)) {
        const double batch = productOf(result->batch);
        work.flop = batch * product->flop() + biasFlop(of.in, *product, batch);
        work.isPadded = product->isPadded();
    }
}

/// Groups of one tensor: tokens x (groups, K, N), or for the gradient of the weights (M, tokens) x (tokens, N).
/// The tokens of all groups together are those of the operand, which may have some that no group takes.
std::optional<MatrixProduct> groupedProduct(const MatrixStack &a, const MatrixStack &b, const MatrixStack &out) {
    const bool hasOneGroupAxis = a.batch.empty() && b.batch.size() + out.batch.size() == 1;
    return hasOneGroupAxis ? productThatFits(a, b, out) : std::nullopt;
}

void addGroupedMatMul(const Operands &of, KernelWork &work) {
    // As many operands on each side as there are results; with one result, one of each.
    std::vector<const Tensor *> results;
    for (const auto &out : of.out) {
        if (out.isThere) {
            results.push_back(&out);
        }
    }
    double flop = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto *a = operandAt(of.in, i);
        const auto *b = operandAt(of.in, results.size() + i);
        const auto left = a == nullptr ? std::nullopt : matricesOf(*a);
        const auto right = b == nullptr ? std::nullopt : matricesOf(*b);
        const auto result = matricesOf(*results[i]);
        if (!left || !right || !result) {
            return;
        }
        const bool isPlain = left->batch.empty() && right->batch.empty() && result->batch.empty();
        const auto product = isPlain ? productThatFits(*left, *right, *result) : groupedProduct(*left, *right, *result);
        if (!product) {
            return;
        }
        flop += product->flop();
        work.isPadded = work.isPadded || product->isPadded();
    }
    if (!results.empty()) {
        work.flop = flop;
    }
}

/// The maxima of the softmax, (B, N, S, 8) as FLOAT, which the forward pass gives and the backward pass takes.
const Tensor *softmaxOf(const Tensors &tensors) {
    const auto it = std::find_if(tensors.begin(), tensors.end(), [](const Tensor &tensor) {
        return tensor.isThere && tensor.type == "FLOAT" && tensor.rank() == 4 && tensor.dims[3] == 8;
    });
    return it == tensors.end() ? nullptr : &*it;
}

/// Length of keys: where the queries have theirs. BSH, SBH, BNSD or BSND; nothing for others, as TND, whose lengths
/// are values of an operand.
std::optional<double> keyLength(const Tensor &query, const Tensor &key, const Tensor &softmax) {
    const auto batch = softmax.dims[0];
    const auto heads = softmax.dims[1];
    const auto length = softmax.dims[2];
    const auto &q = query.dims;
    const auto &k = key.dims;
    if (q.size() != k.size()) {
        return std::nullopt;
    }
    if (q.size() == 3) {
        if (q[0] == batch && q[1] == length && k[0] == batch) {
            return static_cast<double>(k[1]);
        }
        return q[0] == length && q[1] == batch && k[1] == batch ? std::optional(static_cast<double>(k[0]))
                                                                : std::nullopt;
    }
    if (q.size() != 4 || q[0] != batch || k[0] != batch || q[3] != k[3]) {
        return std::nullopt;
    }
    if (q[1] == heads && q[2] == length) {
        return static_cast<double>(k[2]);
    }
    return q[1] == length && q[2] == heads ? std::optional(static_cast<double>(k[1])) : std::nullopt;
}

std::optional<AttentionSizes> attentionSizes(const Tensor &query, const Tensor &key, const Tensor &value,
                                             const Tensor &softmax) {
    AttentionSizes sizes;
    sizes.batch = static_cast<double>(softmax.dims[0]);
    sizes.heads = static_cast<double>(softmax.dims[1]);
    sizes.queries = static_cast<double>(softmax.dims[2]);
    sizes.keys = keyLength(query, key, softmax).value_or(0);
    const double rows = sizes.batch * sizes.heads * sizes.queries;
    const double depth = rows > 0 ? query.elements() / rows : 0;
    const double keyHeads = depth > 0 && sizes.keys > 0 ? key.elements() / (sizes.batch * sizes.keys * depth) : 0;
    if (keyHeads < 1) {
        return std::nullopt;
    }
    sizes.depth = depth;
    sizes.valueDepth = value.elements() / (sizes.batch * sizes.keys * keyHeads);
    return sizes;
}

constexpr std::int64_t kCompressedMask = 2048;

/// Which part of all products a mask leaves; nothing when its shape does not tell.
std::optional<double> maskedShare(const Tensors &in, const AttentionSizes &sizes) {
    const bool areTyped =
        std::all_of(in.begin(), in.end(), [](const Tensor &tensor) { return !tensor.isThere || !tensor.type.empty(); });
    if (!areTyped) {
        return std::nullopt;  // any of them may be the mask
    }
    const auto it = std::find_if(in.begin(), in.end(), [](const Tensor &tensor) {
        return tensor.isThere && tensor.rank() >= 2 && (tensor.type == "BOOL" || tensor.type == "UINT8");
    });
    if (it == in.end()) {
        return 1.0;
    }
    const auto rows = it->dims[it->rank() - 2];
    const auto columns = it->dims[it->rank() - 1];
    const bool isWhole = static_cast<double>(rows) == sizes.queries && static_cast<double>(columns) == sizes.keys;
    const bool isCompressed = rows == kCompressedMask && columns == kCompressedMask;
    if (isWhole && !isCompressed) {
        return 1.0;
    }
    // Both would be of this shape, or the mask begins at another end of the keys.
    return isCompressed && !isWhole && sizes.queries == sizes.keys ? std::optional(0.5) : std::nullopt;
}

void addDeviceAttention(const Operands &of, bool isBackward, KernelWork &work) {
    const auto *query = operandAt(of.in, 0);
    const auto *key = operandAt(of.in, 1);
    const auto *value = operandAt(of.in, 2);
    const auto *softmax = softmaxOf(isBackward ? of.in : of.out);
    if (query == nullptr || key == nullptr || value == nullptr || softmax == nullptr) {
        return;
    }
    const auto sizes = attentionSizes(*query, *key, *value, *softmax);
    const auto share = sizes ? maskedShare(of.in, *sizes) : std::nullopt;
    if (share) {
        work.flop = *share * attentionFlop(*sizes) * (isBackward ? kAttentionBackward : 1);
    }
}

/// Positions of an image, batch and space without channels; nothing for layouts that do not say which is which.
std::optional<double> imagePositions(const Tensor &image) {
    using Axes = std::vector<std::size_t>;
    static const std::array<std::pair<std::string_view, Axes>, 6> kLayouts{{{"NCHW", {0, 2, 3}},
                                                                            {"NHWC", {0, 1, 2}},
                                                                            {"NC1HWC0", {0, 2, 3}},
                                                                            {"NCDHW", {0, 2, 3, 4}},
                                                                            {"NDHWC", {0, 1, 2, 3}},
                                                                            {"NDC1HWC0", {0, 1, 3, 4}}}};
    for (const auto &[layout, axes] : kLayouts) {
        if (image.format == layout && image.rank() > axes.back()) {
            double positions = 1;
            for (const auto axis : axes) {
                positions *= static_cast<double>(image.dims[axis]);
            }
            return positions;
        }
    }
    return std::nullopt;
}

void addDeviceConvolution(const Tensor *image, const Tensor *weights, KernelWork &work) {
    const auto positions = image == nullptr ? std::nullopt : imagePositions(*image);
    if (!positions || weights == nullptr) {
        return;
    }
    const bool isBlocked = weights->format == "FRACTAL_Z" || weights->format == "FRACTAL_Z_3D";
    const bool isPlain = weights->format == "NCHW" || weights->format == "NHWC" || weights->format == "HWCN" ||
                         weights->format == "NCDHW" || weights->format == "DHWCN" || weights->format == "NDHWC";
    if (isBlocked || isPlain) {
        work.flop = 2 * *positions * weights->elements();
        work.isPadded = isBlocked;
    }
}

bool addDeviceMatrixWork(std::string_view type, const Operands &of, KernelWork &work) {
    const auto last = [&](const Tensors &in) { return operandAt(in, 2); };
    if (isAnyOf(type, kMatMul)) {
        addMatMul(of, work);
    } else if (isAnyOf(type, kGroupedMatMul)) {
        addGroupedMatMul(of, work);
    } else if (type.starts_with("FlashAttentionScore")) {
        addDeviceAttention(of, type.find("Grad") != std::string_view::npos, work);
    } else if (type.starts_with("Conv2DBackpropInput") || type.starts_with("Conv3DBackpropInput")) {
        addDeviceConvolution(last(of.in), operandAt(of.in, 1), work);
    } else if (type.starts_with("Conv2DBackpropFilter") || type.starts_with("Conv3DBackpropFilter")) {
        addDeviceConvolution(last(of.in), operandAt(of.out, 0), work);
    } else if (type == "Conv2D" || type == "Conv2DV2" || type == "Conv3D" || type == "Conv3DV2") {
        addDeviceConvolution(operandAt(of.out, 0), operandAt(of.in, 1), work);
    } else {
        return false;
    }
    return true;
}

/// Of the two operands that are multiplied: gradients of convolutions name sizes of one first.
NumberType numberOf(std::string_view type, const Operands &of) {
    std::vector<NumberType> found;
    for (const auto &tensor : of.in) {
        if (tensor.isThere && numberTypeOf(tensor.type) != NumberType::Unknown && found.size() < 2) {
            found.push_back(numberTypeOf(tensor.type));
        }
    }
    const bool isOfOne = type.starts_with("FlashAttention") && found.size() > 1;
    return found.size() < 2 ? NumberType::Unknown : isOfOne ? found[0] : multipliedType(found[0], found[1]);
}

bool isPartial(std::string_view type) {
    return std::any_of(kPartial.begin(), kPartial.end(),
                       [&](std::string_view part) { return type.find(part) != std::string_view::npos; });
}

}  // namespace

std::optional<KernelWork> deviceTypeWork(const KernelOperands &operands) {
    const Operands of{tensorsOf(operands.inputShapes, operands.inputTypes, operands.inputFormats),
                      tensorsOf(operands.outputShapes, operands.outputTypes, operands.outputFormats)};
    KernelWork work;
    work.isMatrix = addDeviceMatrixWork(operands.type, of, work);
    if (isAnyOf(operands.type, kElementwise) && of.out.size() == 1 && of.out[0].isThere) {
        work.flop = of.out[0].elements();
    }
    const bool hasBoth =
        !of.in.empty() && std::any_of(of.out.begin(), of.out.end(), [](const auto &t) { return t.isThere; });
    work.bytes = hasBoth && !isPartial(operands.type) ? sumOf(bytesOf(of.in), bytesOf(of.out)) : std::nullopt;
    // Of a kind that has no rule it is told that matrix units worked, not how much.
    work.isMatrix = work.isMatrix || namesMatrixWork(operands.type);
    work.isVector = !work.isMatrix;
    work.number = work.isMatrix ? numberOf(operands.type, of) : NumberType::Unknown;
    return work;
}

}  // namespace stagescope
