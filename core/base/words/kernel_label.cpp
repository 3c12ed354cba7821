#include "core/base/words/kernel_label.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

bool isWordLetter(char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Begins a character, of UTF-8.
bool isCharacterBegin(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

/// The function of a demangled name: without the type that it returns, template arguments, parameters and namespaces.
std::string functionIn(std::string_view name) {
    std::string plain;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<') {
            ++depth;
        } else if (c == '>') {
            depth -= depth > 0 ? 1 : 0;
        } else if (c == '(' && depth == 0 && name.substr(i).starts_with("(anonymous namespace)::")) {
            i += std::string_view("(anonymous namespace)::").size() - 1;
        } else if (c == '(' && depth == 0) {
            break;
        } else if (depth == 0) {
            plain += c;
        }
    }
    const auto scope = plain.rfind("::");
    auto function = scope == std::string::npos ? plain : plain.substr(scope + 2);
    const auto blank = function.rfind(' ');
    return blank == std::string::npos || blank + 1 == function.size() ? function : function.substr(blank + 1);
}

/// Words of a name, as C++ writes them.
std::vector<std::string_view> wordsOfName(std::string_view name) {
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < name.size();) {
        if (!isWordLetter(name[i])) {
            ++i;
            continue;
        }
        const auto begin = i;
        while (i < name.size() && isWordLetter(name[i])) {
            ++i;
        }
        words.push_back(name.substr(begin, i - begin));
    }
    return words;
}

/// What PyTorch's kernels compute, by the functor that they are made for: "MulFunctor", "CUDAFunctor_add",
/// "neg_kernel_cuda", "direct_copy_kernel_cuda", "FillFunctor", "MeanOps", "sum_functor".
std::string functorIn(const std::vector<std::string_view> &words, std::string_view function) {
    constexpr auto kGeneral = std::to_array<std::string_view>(
        {"BinaryFunctor", "BUnaryFunctor", "AUnaryFunctor", "UnaryFunctor", "BinaryOpScalarFunctor",
         "BinaryOpListAlphaFunctor", "CUDAFunctor", "TensorListMetadata", "OpaqueType", "ReduceOp", "Func"});
    for (const auto word : words) {
        if (word == function || std::find(kGeneral.begin(), kGeneral.end(), word) != kGeneral.end()) {
            continue;
        }
        const auto lower = lowerCase(word);
        for (const std::string_view begin : {"functor_", "functoronself_", "functoronother_"}) {
            if (const auto at = lower.find(begin); at != std::string::npos) {
                return lower.substr(at + begin.size());
            }
        }
        for (const std::string_view ending :
             {"_kernel_cuda", "_kernel_impl", "_kernel", "_functor", "functor", "ops", "_kernel_hip"}) {
            if (lower.size() > ending.size() && lower.ends_with(ending) && !lower.starts_with("gpu_kernel")) {
                return lower.substr(0, lower.size() - ending.size());
            }
        }
    }
    return {};
}

std::string_view dataTypeIn(const std::vector<std::string_view> &words) {
    constexpr auto kTypes = std::to_array<std::pair<std::string_view, std::string_view>>({{"BFloat16", "bf16"},
                                                                                          {"__nv_bfloat16", "bf16"},
                                                                                          {"bfloat16_t", "bf16"},
                                                                                          {"Half", "fp16"},
                                                                                          {"__half", "fp16"},
                                                                                          {"half_t", "fp16"},
                                                                                          {"Float8_e4m3fn", "fp8"},
                                                                                          {"double", "fp64"},
                                                                                          {"float", "fp32"},
                                                                                          {"long", "int64"}});
    for (const auto word : words) {
        const auto *type =
            std::find_if(kTypes.begin(), kTypes.end(), [&](const auto &known) { return known.first == word; });
        if (type != kTypes.end()) {
            return type->second;
        }
    }
    return {};
}

/// In which way PyTorch's general kernels go through their tensors; nothing for others.
std::optional<std::string_view> wayOf(std::string_view function) {
    constexpr auto kWays = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"vectorized_elementwise_kernel", "vectorized"},
         {"vectorized_templated_elementwise_kernel", "vectorized"},
         {"unrolled_elementwise_kernel", "unrolled"},
         {"elementwise_kernel_with_index", "with index"},
         {"elementwise_kernel", "elementwise"},
         {"elementwise_kernel_manual_unroll", "elementwise"},
         {"legacy_elementwise_kernel", "elementwise"},
         {"reduce_kernel", "reduce"},
         {"multi_tensor_apply_kernel", "multi tensor"}});
    const auto *way =
        std::find_if(kWays.begin(), kWays.end(), [&](const auto &known) { return known.first == function; });
    return way == kWays.end() ? std::nullopt : std::optional(way->second);
}

/// Functions that are made for what they do: that tells them apart.
bool saysNothing(std::string_view function) {
    constexpr auto kGeneral = std::to_array<std::string_view>({"Kernel", "Kernel2", "device_kernel", "kernel"});
    return std::find(kGeneral.begin(), kGeneral.end(), function) != kGeneral.end();
}

std::string labelOfFunction(std::string_view name) {
    auto function = functionIn(name);
    if (const auto arguments = name.find('<'); saysNothing(function) && arguments != std::string_view::npos) {
        const auto inside = name.substr(arguments + 1, name.find_first_of("<>,(", arguments + 1) - arguments - 1);
        const auto scope = inside.rfind("::");
        return std::string(scope == std::string_view::npos ? inside : inside.substr(scope + 2));
    }
    const auto words = wordsOfName(name);
    const auto way = wayOf(function);
    const auto type = dataTypeIn(words);
    const auto functor = way ? functorIn(words, function) : std::string();
    if (!functor.empty()) {
        return functor + " (" + std::string(*way) + (type.empty() ? "" : ", ") + std::string(type) + ")";
    }
    return type.empty() ? function : function + " (" + std::string(type) + ")";
}

}  // namespace

std::string withoutMiddle(std::string_view text, std::size_t most) {
    constexpr std::string_view kGap = "...";
    if (text.size() <= most || most <= kGap.size()) {
        return std::string(text.substr(0, most));
    }
    auto head = (most - kGap.size() + 1) / 2;
    auto tail = text.size() - (most - kGap.size() - head);
    while (head > 0 && !isCharacterBegin(text[head])) {
        --head;
    }
    while (tail < text.size() && !isCharacterBegin(text[tail])) {
        ++tail;
    }
    return std::string(text.substr(0, head)) + std::string(kGap) + std::string(text.substr(tail));
}

std::string kernelLabel(std::string_view name) {
    const bool isCpp = name.find('<') != std::string_view::npos || name.find("::") != std::string_view::npos ||
                       name.starts_with("void ");
    const auto label = isCpp ? labelOfFunction(name) : std::string(name);
    return withoutMiddle(label.empty() ? name : std::string_view(label));
}

std::string_view keptKernelLabel(std::string_view name) {
    static std::mutex mutex;
    static std::map<std::string, std::string, std::less<>> labels;
    const std::scoped_lock lock(mutex);
    const auto known = labels.find(name);
    return known != labels.end() ? std::string_view(known->second)
                                 : std::string_view(labels.emplace(std::string(name), kernelLabel(name)).first->second);
}

}  // namespace stagescope
