#include "core/analysis/operators/number_type.h"

#include "core/analysis/operators/tensors.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace stagescope {

namespace {

struct TypeName {
    std::string_view name;
    NumberType type;
};
constexpr std::array kTypeNames{
    TypeName{"FLOAT16", NumberType::Fp16},       TypeName{"Half", NumberType::Fp16},
    TypeName{"BF16", NumberType::Bf16},          TypeName{"BFLOAT16", NumberType::Bf16},
    TypeName{"BFloat16", NumberType::Bf16},      TypeName{"FLOAT", NumberType::Fp32},
    TypeName{"FLOAT32", NumberType::Fp32},       TypeName{"float", NumberType::Fp32},
    TypeName{"DOUBLE", NumberType::Fp64},        TypeName{"double", NumberType::Fp64},
    TypeName{"INT8", NumberType::Int8},          TypeName{"UINT8", NumberType::Int8},
    TypeName{"signed char", NumberType::Int8},   TypeName{"unsigned char", NumberType::Int8},
    TypeName{"INT4", NumberType::Int4},          TypeName{"FLOAT8_E4M3FN", NumberType::Fp8},
    TypeName{"FLOAT8_E5M2", NumberType::Fp8},    TypeName{"Float8_e4m3fn", NumberType::Fp8},
    TypeName{"Float8_e5m2", NumberType::Fp8},    TypeName{"Float8_e4m3fnuz", NumberType::Fp8},
    TypeName{"Float8_e5m2fnuz", NumberType::Fp8}};

bool isInteger(NumberType type) { return type == NumberType::Int8 || type == NumberType::Int4; }

}  // namespace

std::string_view numberTypeText(NumberType type) {
    constexpr std::array<std::string_view, kNumberTypes> kTexts{"",     "FP64", "FP32", "TF32", "HF32",
                                                                "FP16", "BF16", "FP8",  "INT8", "INT4"};
    return kTexts.at(static_cast<std::size_t>(type));
}

NumberType numberTypeOf(std::string_view type) {
    const auto plain = plainType(type);
    const auto *it =
        std::find_if(kTypeNames.begin(), kTypeNames.end(), [&](const TypeName &known) { return known.name == plain; });
    return it == kTypeNames.end() ? NumberType::Unknown : it->type;
}

NumberType multipliedType(NumberType a, NumberType b) {
    if (a == b) {
        return a;
    }
    if (a == NumberType::Unknown || b == NumberType::Unknown) {
        return NumberType::Unknown;
    }
    return isInteger(b) ? a : isInteger(a) ? b : NumberType::Unknown;
}

KernelHint kernelHint(std::string_view kernel) {
    KernelHint hint;
    if (containsIgnoringCase(kernel, "tf32") || kernel.find("s1688") != std::string_view::npos) {
        hint.number = NumberType::Tf32;
    } else if (kernel.find("sgemm") != std::string_view::npos || kernel.find("simt") != std::string_view::npos) {
        hint.number = NumberType::Fp32;
    }
    constexpr std::string_view kOpaque = "OpaqueType<";
    if (const auto at = kernel.find(kOpaque); at != std::string_view::npos) {
        const auto digits = kernel.substr(at + kOpaque.size());
        std::from_chars(digits.data(), digits.data() + digits.size(), hint.elementBytes);
    }
    return hint;
}

TypedFlop &TypedFlop::operator+=(const TypedFlop &other) {
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        m_flop[i] += other.m_flop[i];
    }
    return *this;
}

double TypedFlop::total() const { return std::accumulate(m_flop.begin(), m_flop.end(), 0.0); }

}  // namespace stagescope
