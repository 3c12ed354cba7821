// Work of the operators of PyTorch that leave matrix units alone, and what all others move at least.
#include "core/analysis/operators/work_rules.h"

#include <algorithm>
#include <array>

namespace stagescope {

CallArguments::CallArguments(const KernelOperands &operands)
    : tensors(tensorsOfJson(operands.inputShapes, operands.inputTypes)),
      shapes(elementsOfJson(operands.inputShapes)),
      values(elementsOfJson(operands.inputValues)),
      hint(operands.hint) {}

std::optional<double> CallArguments::listElements(std::size_t i) const {
    const auto list = i < shapes.size() ? shapes[i] : std::string_view{};
    if (!list.starts_with("[[")) {
        return std::nullopt;
    }
    double elements = 0;
    for (const auto shape : elementsOfJson(list)) {
        const auto dims = numbersOf(shape);
        if (!dims) {
            return std::nullopt;
        }
        elements += productOf(*dims);
    }
    return elements;
}

namespace {

// --- element by element

constexpr std::array<std::string_view, 29> kUnary{
    "abs",   "neg",  "exp",   "log",  "sqrt",      "rsqrt",      "sin",       "cos",        "tanh",   "sigmoid",
    "relu",  "silu", "gelu",  "pow",  "clamp",     "clamp_min",  "clamp_max", "reciprocal", "square", "erf",
    "floor", "ceil", "round", "sign", "hardswish", "leaky_relu", "elu",       "softplus",   "mish"};
constexpr std::array<std::string_view, 21> kBinary{"add",
                                                   "sub",
                                                   "mul",
                                                   "div",
                                                   "maximum",
                                                   "minimum",
                                                   "threshold_backward",
                                                   "gelu_backward",
                                                   "silu_backward",
                                                   "tanh_backward",
                                                   "sigmoid_backward",
                                                   "rsub",
                                                   "eq",
                                                   "ne",
                                                   "lt",
                                                   "le",
                                                   "gt",
                                                   "ge",
                                                   "fmod",
                                                   "remainder",
                                                   "atan2"};

constexpr std::string_view kAten = "aten::";

/// "aten::add_" is "add" in its own place; empty for operators of others.
std::string_view bareName(std::string_view name) {
    if (!name.starts_with(kAten)) {
        return {};
    }
    name.remove_prefix(kAten.size());
    return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

/// Comparisons give truth values.
bool isComparison(std::string_view bare) {
    constexpr std::array<std::string_view, 6> kComparisons{"eq", "ne", "lt", "le", "gt", "ge"};
    return std::find(kComparisons.begin(), kComparisons.end(), bare) != kComparisons.end();
}

/// What operands of these shapes give together; nothing when they do not go together.
std::optional<std::vector<std::int64_t>> broadcast(const std::vector<std::int64_t> &a,
                                                   const std::vector<std::int64_t> &b) {
    const auto &longer = a.size() >= b.size() ? a : b;
    const auto &shorter = a.size() >= b.size() ? b : a;
    auto result = longer;
    const auto lead = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        auto &dim = result[lead + i];
        if (dim != shorter[i] && dim != 1 && shorter[i] != 1) {
            return std::nullopt;
        }
        dim = dim == 1 ? shorter[i] : dim;
    }
    return result;
}

/// Bytes of an element of the result: a number that became a tensor does not change the type of what has dimensions.
std::optional<double> resultBytes(const Tensor &first, const Tensor *second) {
    const auto size = typeBytes(first.type);
    if (second == nullptr || (first.rank() > 0 && second->rank() == 0)) {
        return size;
    }
    const auto other = typeBytes(second->type);
    if (first.rank() == 0 && second->rank() > 0) {
        return other;
    }
    return size && other ? std::optional(std::max(*size, *other)) : std::nullopt;
}

/// The first argument is the place of the copy. Nothing is computed.
void addCopy(const CallArguments &of, KernelWork &work) {
    const auto *to = of.tensor(0);
    const auto *from = of.tensor(1);
    const auto size = from == nullptr ? std::nullopt : typeBytes(from->type);
    if (to != nullptr && size) {
        work.flop = 0.0;
        work.bytes = sumOf(to->bytes(), *size * to->elements());
    }
}

void addElementwise(std::string_view name, bool isBinary, const CallArguments &of, KernelWork &work) {
    const auto *first = of.tensor(0);
    const auto *second = isBinary ? of.tensor(1) : nullptr;
    if (first == nullptr) {
        return;
    }
    const auto dims = second == nullptr ? std::optional(first->dims) : broadcast(first->dims, second->dims);
    if (!dims) {
        return;
    }
    work.flop = productOf(*dims);
    const bool isInPlace = name.ends_with('_');
    const auto size = isInPlace                      ? typeBytes(first->type)
                      : isComparison(bareName(name)) ? std::optional(1.0)
                                                     : resultBytes(*first, second);
    const auto read = sumOf(first->bytes(), second == nullptr ? std::optional(0.0) : second->bytes());
    work.bytes = size ? sumOf(read, *work.flop * *size) : std::nullopt;
}

// --- what is moved

/// Operators that may leave most of an operand alone, as parts of their names.
constexpr std::array<std::string_view, 12> kPartialParts{"index",    "gather", "scatter",       "embedding",
                                                         "slice",    "select", "narrow",        "take",
                                                         "nll_loss", "unfold", "masked_select", "as_strided"};
/// The same of generated kernels, whose views are part of what they compute.
constexpr std::array<std::string_view, 4> kLookedUpParts{"index", "gather", "scatter", "embedding"};
/// Whose result is as large as the first operand.
constexpr std::array<std::string_view, 9> kLikeFirst{"softmax", "norm", "dropout", "cumsum", "cumprod",
                                                     "sort",    "flip", "roll",    "clone"};

template <std::size_t N>
bool hasPart(std::string_view name, const std::array<std::string_view, N> &parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

double elementsOf(const Tensor *tensor) { return tensor == nullptr ? 0 : tensor->elements(); }

/// Rows of a table by their numbers: what is read and written of it.
void addLookUp(const Tensor *table, const Tensor *numbers, double rowLength, KernelWork &work) {
    const auto size = table == nullptr ? std::nullopt : typeBytes(table->type);
    const auto read = numbers == nullptr ? std::nullopt : numbers->bytes();
    if (size && read) {
        work.bytes = *read + 2 * numbers->elements() * rowLength * *size;
    }
}

/// Operators that look up single elements or rows; false: it is none of them.
bool addLookedUp(std::string_view bare, const CallArguments &of, KernelWork &work) {
    const auto *first = of.tensor(0);
    const auto *second = of.tensor(1);
    if (bare == "embedding") {
        addLookUp(first, second, first != nullptr && first->rank() == 2 ? static_cast<double>(first->dims[1]) : 0,
                  work);
    } else if (bare == "gather") {
        addLookUp(first, of.tensor(2), 1, work);
    } else if (bare == "nll_loss_forward") {
        addLookUp(first, second, 0.5, work);  // one element is read for each target, none is written
    } else if (bare == "embedding_dense_backward" && first != nullptr && second != nullptr && first->rank() > 0) {
        const auto rows = numbersOf(of.value(2));
        const auto size = typeBytes(first->type);
        if (rows && rows->size() == 1 && size) {
            const double table = static_cast<double>(rows->front()) * static_cast<double>(first->dims.back()) * *size;
            work.bytes = sumOf(sumOf(first->bytes(), second->bytes()), table);
        }
    } else if (bare == "nll_loss_backward" && second != nullptr) {
        work.bytes = sumOf(second->bytes(), of.tensor(2) == nullptr ? std::optional(0.0) : of.tensor(2)->bytes());
    } else {
        return false;
    }
    return true;
}

/// Lists that become one tensor; the file tells no type of theirs, some kernels do.
void addJoined(const CallArguments &of, KernelWork &work) {
    const auto elements = of.listElements(0);
    if (elements && of.hint.elementBytes > 0) {
        work.flop = 0.0;
        work.bytes = 2 * *elements * of.hint.elementBytes;
    }
}

/// Each operand at least once, and the result where it is known to be as large as the first.
void addOperands(std::string_view bare, const CallArguments &of, KernelWork &work) {
    const auto all = bytesOf(of.tensors);
    const auto *first = of.tensor(0);
    const bool isLikeFirst = first != nullptr && hasPart(bare, kLikeFirst);
    const auto bytes = isLikeFirst ? sumOf(all, first->bytes()) : all;
    if (bytes && *bytes > 0) {
        work.bytes = bytes;
        work.areBytesLeast = true;
    }
}

/// Kernels that Inductor writes: pointwise, reductions, persistent reductions. Its templates of matrix products are
/// named otherwise.
bool isGeneratedVector(std::string_view name) {
    return name.starts_with("triton_poi_") || name.starts_with("triton_red_") || name.starts_with("triton_per_") ||
           name.starts_with("triton_for_");
}

}  // namespace

void addVectorWork(std::string_view name, const CallArguments &of, KernelWork &work) {
    const auto bare = bareName(name);
    const bool isUnary = std::find(kUnary.begin(), kUnary.end(), bare) != kUnary.end();
    const bool isBinary = std::find(kBinary.begin(), kBinary.end(), bare) != kBinary.end();
    // Names of generated kernels are those of all that was fused into them, looked up or viewed.
    const bool isGenerated = isGeneratedVector(name);
    work.isMatrix = !isGenerated && namesMatrixWork(name);
    work.isVector = !work.isMatrix && (isGenerated || !bare.empty());
    if (bare == "copy") {
        addCopy(of, work);
    } else if (isUnary || isBinary) {
        addElementwise(name, isBinary, of, work);
    } else if (bare == "cat" || bare == "stack") {
        addJoined(of, work);
    } else if (bare == "fill" || bare == "zero") {
        work.flop = elementsOf(of.tensor(0)) > 0 ? std::optional(0.0) : std::nullopt;
        work.bytes = work.flop ? of.tensor(0)->bytes() : std::nullopt;
    } else {
        const bool isKnown = addLookedUp(bare, of, work) || hasPart(name, kPartialParts);
        if (!isKnown || (isGenerated && !hasPart(name, kLookedUpParts))) {
            addOperands(bare, of, work);
        }
    }
}

}  // namespace stagescope
