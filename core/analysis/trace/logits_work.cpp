#include "core/analysis/trace/logits_work.h"

#include "core/analysis/trace/operator_category.h"
#include "core/base/text.h"
#include "core/session/rank_facts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

namespace stagescope {

bool isMatrixProduct(const DeviceKernel &kernel) {
    return kernel.type.empty() ? kernelCategory(kernel.frameworkOp, kernel.name) == OperatorCategory::MatrixProduct
                               : containsIgnoringCase(kernel.type, "matmul");
}

namespace {

using Shape = std::vector<std::int64_t>;

/// "4096,1024;151936,1024", perhaps in quotes.
std::vector<Shape> shapesOf(std::string_view text) {
    std::vector<Shape> shapes(1);
    for (std::size_t i = 0; i < text.size();) {
        std::int64_t size = 0;
        const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), size);
        if (error == std::errc{} && size >= 0) {
            shapes.back().push_back(size);
            i = static_cast<std::size_t>(end - text.data());
            continue;
        }
        if (text[i] == ';') {
            shapes.emplace_back();
        }
        ++i;
    }
    return shapes;
}

std::string_view outputShapes(const DeviceKernel &kernel) { return kernel.value<&KernelRecord::outputShapes>(); }

/// Width of the largest result; 0 where no shape is known.
std::int64_t vocabularyOf(const std::vector<DeviceKernel> &kernels) {
    double most = 0;
    std::int64_t width = 0;
    std::set<std::string_view> seen;
    for (const auto &kernel : kernels) {
        const auto result = isMatrixProduct(kernel) ? outputShapes(kernel) : std::string_view{};
        for (const auto &shape : seen.insert(result).second ? shapesOf(result) : std::vector<Shape>{}) {
            double elements = shape.empty() ? 0 : 1;
            for (const auto size : shape) {
                elements *= static_cast<double>(size);
            }
            if (elements > most) {
                most = elements;
                width = shape.back();
            }
        }
    }
    return width;
}

bool hasWidth(std::string_view text, std::int64_t width) {
    const auto shapes = shapesOf(text);
    return std::any_of(shapes.begin(), shapes.end(),
                       [&](const Shape &shape) { return !shape.empty() && shape.back() == width; });
}

/// Whether kernels touch tensors of a width; the texts of a table, which has each once, are read once.
class WidthSearch {
public:
    explicit WidthSearch(std::int64_t width) : m_width(width) {}
    [[nodiscard]] bool isTouchedBy(const DeviceKernel &kernel) {
        return isIn(kernel.value<&KernelRecord::inputShapes>()) || isIn(outputShapes(kernel));
    }

private:
    bool isIn(std::string_view text) {
        const auto [it, isNew] = m_known.try_emplace(text.data(), false);
        it->second = isNew ? hasWidth(text, m_width) : it->second;
        return it->second;
    }

    std::int64_t m_width;
    std::unordered_map<const char *, bool> m_known;
};

bool isUnfused(const std::vector<std::string> &types) {
    const auto has = [&](std::string_view part) {
        return std::any_of(types.begin(), types.end(),
                           [&](const auto &type) { return lowerCase(type).find(part) != std::string::npos; });
    };
    const bool exponentiates =
        std::any_of(types.begin(), types.end(), [](const auto &type) { return lowerCase(type) == "exp"; });
    return exponentiates && has("reduce") && !has("softmax") && !has("crossentropy") && !has("loss");
}

}  // namespace

bool isOnLogits(const DeviceKernel &kernel, std::int64_t vocabulary) {
    return !kernel.communicates && !isMatrixProduct(kernel) && WidthSearch(vocabulary).isTouchedBy(kernel);
}

static std::optional<LogitsWork> measuredLogits(const RankCapture &capture, const std::stop_token &stop) {
    const auto kernels = deviceKernels(capture, stop);
    LogitsWork result;
    result.vocabulary = vocabularyOf(kernels);
    if (result.vocabulary == 0) {
        return std::nullopt;
    }
    std::set<std::int64_t> steps;
    std::map<std::string, std::int64_t> byType;
    WidthSearch logits(result.vocabulary);
    for (const auto &kernel : kernels) {
        steps.insert(kernel.step);
        if (!kernel.communicates && !isMatrixProduct(kernel) && logits.isTouchedBy(kernel)) {
            ++result.kernels;
            result.time += Nanos{kernel.duration};
            byType[std::string(kernel.type)] += kernel.duration;
        }
    }
    if (steps.size() > 1) {
        steps.erase(kNoStep);
    }
    result.kernels /= std::max<std::size_t>(1, steps.size());
    result.time /= static_cast<std::int64_t>(std::max<std::size_t>(1, steps.size()));
    for (const auto &[type, time] : byType) {
        result.types.push_back(type);
    }
    std::stable_sort(result.types.begin(), result.types.end(),
                     [&](const auto &a, const auto &b) { return byType.at(a) > byType.at(b); });
    result.isUnfusedLoss = isUnfused(result.types);
    return result;
}

std::optional<LogitsWork> logitsWork(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] { return measuredLogits(capture, stop); });
}

}  // namespace stagescope
