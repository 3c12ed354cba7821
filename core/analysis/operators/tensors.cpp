#include "core/analysis/operators/tensors.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace stagescope {

std::vector<std::string_view> partsOf(std::string_view text, char between) {
    std::vector<std::string_view> parts;
    while (true) {
        const auto end = text.find(between);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

namespace {

std::string_view partAt(const std::vector<std::string_view> &parts, std::size_t i) {
    return i < parts.size() ? parts[i] : std::string_view{};
}

}  // namespace

/// CANN prefixes some names of types with DT_, PyTorch with c10:: or torch.
std::string_view plainType(std::string_view type) {
    for (const std::string_view prefix : {"DT_", "c10::", "torch."}) {
        if (type.starts_with(prefix)) {
            return type.substr(prefix.size());
        }
    }
    return type;
}

double productOf(std::span<const std::int64_t> dims) {
    double product = 1;
    for (const auto dim : dims) {
        product *= static_cast<double>(dim);
    }
    return product;
}

double Tensor::elements() const { return isThere ? productOf(dims) : 0; }

std::optional<double> Tensor::bytes() const {
    if (!isThere) {
        return 0.0;
    }
    const auto size = typeBytes(type);
    return size ? std::optional(*size * elements()) : std::nullopt;
}

std::optional<double> typeBytes(std::string_view type) {
    using Size = std::pair<std::string_view, double>;
    static constexpr std::array kSizes{Size{"FLOAT16", 2},
                                       Size{"BF16", 2},
                                       Size{"BFLOAT16", 2},
                                       Size{"FLOAT", 4},
                                       Size{"FLOAT32", 4},
                                       Size{"DOUBLE", 8},
                                       Size{"INT4", 0.5},
                                       Size{"INT8", 1},
                                       Size{"UINT8", 1},
                                       Size{"INT16", 2},
                                       Size{"UINT16", 2},
                                       Size{"INT32", 4},
                                       Size{"UINT32", 4},
                                       Size{"INT64", 8},
                                       Size{"UINT64", 8},
                                       Size{"BOOL", 1},
                                       Size{"COMPLEX64", 8},
                                       Size{"COMPLEX128", 16},
                                       Size{"HIFLOAT8", 1},
                                       Size{"FLOAT8_E4M3FN", 1},
                                       Size{"FLOAT8_E5M2", 1},
                                       Size{"BFloat16", 2},
                                       Size{"Half", 2},
                                       Size{"float", 4},
                                       Size{"double", 8},
                                       Size{"long int", 8},
                                       Size{"long", 8},
                                       Size{"int", 4},
                                       Size{"short int", 2},
                                       Size{"short", 2},
                                       Size{"signed char", 1},
                                       Size{"unsigned char", 1},
                                       Size{"bool", 1},
                                       Size{"Float8_e4m3fn", 1},
                                       Size{"Float8_e5m2", 1},
                                       Size{"Float8_e4m3fnuz", 1},
                                       Size{"Float8_e5m2fnuz", 1},
                                       Size{"complex<float>", 8},
                                       Size{"complex<double>", 16}};
    const auto plain = plainType(type);
    const auto *it = std::find_if(kSizes.begin(), kSizes.end(), [&](const Size &size) { return size.first == plain; });
    return it == kSizes.end() ? std::nullopt : std::optional(it->second);
}

std::optional<std::vector<std::int64_t>> numbersOf(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('[') && text.ends_with(']') && text.size() >= 2) {
        text = trimmed(text.substr(1, text.size() - 2));
    }
    std::vector<std::int64_t> numbers;
    if (text.empty()) {
        return numbers;
    }
    for (const auto part : partsOf(text, ',')) {
        const auto digits = trimmed(part);
        std::int64_t number = -1;
        const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc{} || rest != digits.data() + digits.size() || number < 0) {
            return std::nullopt;
        }
        numbers.push_back(number);
    }
    return numbers;
}

std::vector<Tensor> tensorsOf(std::string_view shapes, std::string_view types, std::string_view formats) {
    std::vector<Tensor> tensors;
    shapes = trimmed(shapes, "\" \t");
    const auto typeParts = partsOf(trimmed(types, "\" \t"), ';');
    const auto formatParts = partsOf(trimmed(formats, "\" \t"), ';');
    if (shapes.empty()) {
        return tensors;
    }
    for (const auto shape : partsOf(shapes, ';')) {
        Tensor tensor;
        tensor.type = partAt(typeParts, tensors.size());
        tensor.format = partAt(formatParts, tensors.size());
        if (tensor.format.starts_with("FORMAT_")) {
            tensor.format.remove_prefix(std::string_view("FORMAT_").size());
        }
        if (auto dims = shape.empty() ? std::nullopt : numbersOf(shape)) {
            tensor.dims = std::move(*dims);
            tensor.isThere = true;
        }
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

std::vector<std::string_view> elementsOfJson(std::string_view array) {
    std::vector<std::string_view> elements;
    array = trimmed(array);
    if (array.size() < 2 || array.front() != '[' || array.back() != ']') {
        return elements;
    }
    array = trimmed(array.substr(1, array.size() - 2));
    int depth = 0;
    bool isQuoted = false;
    std::size_t begin = 0;
    const auto take = [&](std::size_t end) {
        auto element = trimmed(array.substr(begin, end - begin));
        if (element.size() >= 2 && element.front() == '"' && element.back() == '"') {
            element = element.substr(1, element.size() - 2);
        }
        elements.push_back(element);
        begin = end + 1;
    };
    for (std::size_t i = 0; i < array.size(); ++i) {
        const char c = array[i];
        if (isQuoted && c == '\\') {
            ++i;
        } else if (c == '"') {
            isQuoted = !isQuoted;
        } else if (!isQuoted) {
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && depth == 0) {
                take(i);
            }
        }
    }
    if (!array.empty()) {
        take(array.size());
    }
    return elements;
}

std::vector<Tensor> tensorsOfJson(std::string_view shapes, std::string_view types) {
    std::vector<Tensor> tensors;
    const auto typeParts = elementsOfJson(types);
    for (const auto shape : elementsOfJson(shapes)) {
        Tensor tensor;
        tensor.type = partAt(typeParts, tensors.size());
        const bool isTensor = !tensor.type.empty() && tensor.type != "Scalar" && tensor.type != "ScalarList" &&
                              tensor.type.find("List") == std::string_view::npos;
        if (auto dims = isTensor ? numbersOf(shape) : std::nullopt) {
            tensor.dims = std::move(*dims);
            tensor.isThere = true;
        }
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

}  // namespace stagescope
