#include "core/analysis/operators/operator_bounds.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kLook = 4096;
constexpr Nanos kLeastAiCpu{20'000};
constexpr double kLeastCubeBytes = 100.0 * (1 << 20);
constexpr std::int64_t kCubeAxis = 256;
constexpr std::int64_t kAttentionAxis = 128;
constexpr std::int64_t kLeastSequence = 100;  ///< the advisor looks for three digits
constexpr float kNoBoundLimit = 0.8F;
constexpr float kAttentionMte2 = 0.8F;
constexpr float kAttentionOther = 0.75F;  ///< vec forward, FixPipe backward
constexpr float kVectorSum = 0.9F;
constexpr double kVectorShare = 0.01;
constexpr double kVectorTime = 1e9;

using Shape = std::vector<std::int64_t>;

template <class Take>
void forEachPart(std::string_view text, char separator, Take take) {
    for (bool isMore = true; isMore;) {
        const auto end = text.find(separator);
        take(text.substr(0, end));
        isMore = end != std::string_view::npos;
        text.remove_prefix(isMore ? end + 1 : text.size());
    }
}

/// Of a text as files write it: "4096,1;64" in quotes or not; a scalar has no dimension.
std::vector<Shape> shapesOf(std::string_view text) {
    std::vector<Shape> shapes;
    forEachPart(trimmed(text, "\""), ';', [&](std::string_view part) {
        auto &shape = shapes.emplace_back();
        forEachPart(part, ',', [&](std::string_view dimension) {
            if (const auto size = wholeNumber<std::int64_t>(trimmed(dimension))) {
                shape.push_back(*size);
            }
        });
    });
    return shapes;
}

/// Two bytes an element; the advisor counts one-dimensional operands twice.
double bytesOf(std::string_view text) {
    double bytes = 0;
    for (const auto &shape : shapesOf(text)) {
        double elements = shape.empty() ? 0 : shape.size() == 1 ? 2 : 1;
        for (const auto size : shape) {
            elements *= static_cast<double>(size);
        }
        bytes += 2 * elements;
    }
    return bytes;
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    forEachPart(text, ';', [&](std::string_view part) { words.push_back(part); });
    return words;
}

bool isCubeAffine(const DeviceKernel &kernel) {
    const auto shapes = shapesOf(kernel.value<&KernelRecord::inputShapes>());
    const auto formats = wordsOf(kernel.value<&KernelRecord::inputFormats>());
    for (std::size_t i = 0; i < std::min({shapes.size(), formats.size(), std::size_t{2}}); ++i) {
        const auto &shape = shapes[i];
        const bool isPlain = formats[i].ends_with("ND") && shape.size() == 2;
        const bool isFractal = formats[i].ends_with("FRACTAL_NZ") && shape.size() == 4;
        if ((isPlain && shape[1] % kCubeAxis != 0) ||
            (isFractal && (shape[1] % kCubeAxis) * (shape[2] % kCubeAxis) % kCubeAxis != 0)) {
            return false;
        }
    }
    return true;
}

/// By the size of a head and the length of the sequence, as far as the layout of the operands tells them.
bool isAttentionAffine(const DeviceKernel &kernel) {
    const auto inputs = shapesOf(kernel.value<&KernelRecord::inputShapes>());
    const auto outputs = shapesOf(kernel.value<&KernelRecord::outputShapes>());
    const auto &query = inputs.front();
    const auto &result = outputs.front();
    if (containsIgnoringCase(kernel.name, "varlen")) {
        return query.size() < 3 || query[2] % kAttentionAxis == 0;
    }
    if (query.size() < 3 || result.size() < 3 || result[1] == 0) {
        return true;
    }
    const auto head = query.size() == 3 ? query[2] / result[1] : query[3];
    const auto sequence = result[2];
    return head % kAttentionAxis == 0 && (sequence < kLeastSequence || sequence % kAttentionAxis == 0);
}

/// Chips with one kind of core have the copies of both there.
PipeRatios::Ratio vectorMte2(const PipeRatios &ratios) {
    return ratios.vector.mte2 ? ratios.vector.mte2 : ratios.cube.mte2;
}

/// A part of the core, how busy it was, and its limit.
struct Pipe {
    std::string_view name;
    PipeRatios::Ratio ratio;
    float limit;

    [[nodiscard]] float busy() const { return ratio.value_or(0); }
    [[nodiscard]] bool isBound() const { return busy() >= limit; }
};

/// Nothing where one of them was not measured.
std::optional<double> spaceOf(std::initializer_list<Pipe> pipes) {
    double most = std::numeric_limits<double>::lowest();
    for (const auto &pipe : pipes) {
        if (!pipe.ratio) {
            return std::nullopt;
        }
        most = std::max(most, writtenMeasure(pipe.limit) - writtenMeasure(*pipe.ratio));
    }
    return 100 * most;
}

void judge(JudgedOperator &judged, std::string_view bound, std::initializer_list<Pipe> pipes) {
    judged.bound = bound;
    judged.verdict = bound.empty() ? OperatorVerdict::Space : OperatorVerdict::Bound;
    if (bound.empty()) {
        judged.spacePercent = spaceOf(pipes);
    }
}

void judgeCube(JudgedOperator &judged) {
    const Pipe mac{"mac", judged.ratios.cube.mac, kCubeLimit};
    const Pipe mte2{"mte2", judged.ratios.cube.mte2, kCubeMte2Limit};
    judge(judged,
          mac.isBound() && mte2.isBound() ? "mac_and_mte2"
          : mac.busy() >= kCubeMte2Limit  ? "mac"
          : mte2.busy() >= kCubeMte2Limit ? "mte2"
                                          : "",
          {mac, mte2});
}

void judgeAttention(JudgedOperator &judged) {
    const bool isBackward = containsIgnoringCase(judged.first->type, "grad");
    const Pipe mte2{"mte2", judged.ratios.cube.mte2, kAttentionMte2};
    const auto other = isBackward ? Pipe{"fixpipe", judged.ratios.cube.fixpipe, kAttentionOther}
                                  : Pipe{"vec", judged.ratios.vector.vec, kAttentionOther};
    const std::string_view both = isBackward ? "mte2_and_fixpipe" : "mte2_and_vec";
    judge(judged,
          mte2.isBound() && other.isBound() ? both
          : mte2.isBound()                  ? mte2.name
          : other.isBound()                 ? other.name
                                            : "",
          {mte2, other});
}

void judgeVector(JudgedOperator &judged) {
    const Pipe vec{"vec", judged.ratios.vector.vec, kVectorLimit};
    const Pipe mte2{"mte2", vectorMte2(judged.ratios), kVectorLimit};
    const Pipe mte3{"mte3", judged.ratios.vector.mte3, kVectorLimit};
    std::string_view bound = vec.busy() + mte2.busy() + mte3.busy() >= kVectorSum ? "vec_mte2_mte3" : "";
    for (const auto &pipe : {mte2, mte3, vec}) {
        bound = bound.empty() && pipe.isBound() ? pipe.name : bound;
    }
    judge(judged, bound, {vec, mte2, mte3});
}

/// Kernels of one name and shapes.
struct OperatorGroup {
    const DeviceKernel *first = nullptr;
    std::size_t count = 0;
    Nanos total{0};
    double bytes = 0;
    /// Sums, by cube and vector cores; nothing of what a kernel of them lacks.
    std::array<std::array<std::optional<double>, PipeRatios::kParts.size()>, 2> ratios = [] {
        std::array<std::array<std::optional<double>, PipeRatios::kParts.size()>, 2> zeros;
        zeros[0].fill(0);
        zeros[1].fill(0);
        return zeros;
    }();

    void add(const DeviceKernel &kernel, const PipeRatios &of) {
        first = first == nullptr ? &kernel : first;
        ++count;
        total += Nanos{kernel.duration};
        for (std::size_t i = 0; i < PipeRatios::kParts.size(); ++i) {
            addTo(ratios[0][i], of.cube.*PipeRatios::kParts[i]);
            addTo(ratios[1][i], of.vector.*PipeRatios::kParts[i]);
        }
    }
    [[nodiscard]] PipeRatios mean() const {
        PipeRatios result;
        for (std::size_t i = 0; i < PipeRatios::kParts.size(); ++i) {
            result.cube.*PipeRatios::kParts[i] = meanOf(ratios[0][i]);
            result.vector.*PipeRatios::kParts[i] = meanOf(ratios[1][i]);
        }
        return result;
    }
    [[nodiscard]] JudgedOperator judged(OperatorSheet sheet) const {
        return {.sheet = sheet, .first = first, .count = count, .total = total, .ratios = mean()};
    }

private:
    static void addTo(std::optional<double> &sum, const PipeRatios::Ratio &ratio) {
        sum = sum && ratio ? std::optional(*sum + static_cast<double>(*ratio)) : std::nullopt;
    }
    [[nodiscard]] PipeRatios::Ratio meanOf(const std::optional<double> &sum) const {
        return sum ? PipeRatios::Ratio(static_cast<float>(*sum / static_cast<double>(count))) : std::nullopt;
    }
};
using GroupKey = std::array<std::string_view, 3>;  // name, shapes of inputs and outputs
using OperatorGroups = std::map<GroupKey, OperatorGroup>;

bool isVector(std::string_view core) { return core == "AI_VECTOR_CORE" || core == "MIX_AIV"; }

std::optional<OperatorSheet> groupSheet(const DeviceKernel &kernel) {
    if (containsIgnoringCase(kernel.type, "flashattention")) {
        return OperatorSheet::FlashAttention;
    }
    return kernel.core == "AI_CORE" && containsIgnoringCase(kernel.type, "matmul") ? std::optional(OperatorSheet::Cube)
           : isVector(kernel.core) ? std::optional(OperatorSheet::Vector)
                                   : std::nullopt;
}

bool isUnbound(const PipeRatios &ratios) {
    const std::array six{ratios.cube.mac,  ratios.cube.scalar, ratios.cube.mte1,
                         ratios.cube.mte2, ratios.vector.vec,  ratios.vector.mte3};
    // Of a core that is told in part the rest may be what bounds the kernel.
    const auto isTold = [](const PipeRatios::Ratio &ratio) { return ratio.has_value(); };
    const auto cube = std::count_if(six.begin(), six.begin() + 4, isTold);
    const auto vector = std::count_if(six.begin() + 4, six.end(), isTold);
    if (cube % 4 != 0 || vector % 2 != 0) {
        return false;
    }
    const auto most = std::max_element(six.begin(), six.end(),
                                       [](const auto &a, const auto &b) { return a.value_or(0) < b.value_or(0); });
    return most->value_or(0) > 0 && most->value_or(0) <= kNoBoundLimit;
}

/// What judging goes through; holds the kernels once more by sheet.
class Judge {
public:
    Judge(std::span<const DeviceKernel> kernels, const MetricTables &metrics, CoreCounts cores, Nanos communication)
        : m_metrics(metrics),
          m_pipes(metrics),
          m_cores(cores),
          m_asksStatic(!isAllDynamic(kernels)),
          m_time(static_cast<double>(communication.count())) {}

    void add(const DeviceKernel &kernel) {
        m_time += static_cast<double>(kernel.duration);
        if (kernel.core == "AI_CPU" && Nanos{kernel.duration} >= kLeastAiCpu) {
            list(OperatorSheet::AiCpu, kernel, {});
        }
        const auto uneven = m_asksStatic ? unevenCores(kernel, m_cores) : 0;
        const auto sheet = groupSheet(kernel);
        if (m_metrics.isEmpty() && uneven == 0) {
            return;
        }
        const auto ratios = m_pipes.of(m_metrics.of(kernel));
        if (uneven > 0) {
            list(OperatorSheet::BlockDim, kernel, ratios).cores = uneven;
        }
        if (m_asksStatic && isUnbound(ratios)) {
            list(OperatorSheet::NoBound, kernel, ratios);
        }
        if (sheet && !m_metrics.isEmpty()) {
            group(*sheet, kernel, ratios);
        }
    }

    [[nodiscard]] std::vector<JudgedOperator> take() {
        takeGroups(m_cube, OperatorSheet::Cube);
        takeGroups(m_attention, OperatorSheet::FlashAttention);
        takeGroups(m_vector, OperatorSheet::Vector);
        std::stable_sort(m_judged.begin(), m_judged.end(), [](const auto &a, const auto &b) {
            return std::tuple(a.sheet, a.verdict, -a.spacePercent.value_or(0), -a.total) <
                   std::tuple(b.sheet, b.verdict, -b.spacePercent.value_or(0), -b.total);
        });
        return std::move(m_judged);
    }

private:
    JudgedOperator &list(OperatorSheet sheet, const DeviceKernel &kernel, const PipeRatios &ratios) {
        return m_judged.emplace_back(
            JudgedOperator{.sheet = sheet, .first = &kernel, .total = Nanos{kernel.duration}, .ratios = ratios});
    }

    void group(OperatorSheet sheet, const DeviceKernel &kernel, const PipeRatios &ratios) {
        const auto inputs = kernel.value<&KernelRecord::inputShapes>();
        const auto outputs = kernel.value<&KernelRecord::outputShapes>();
        if (inputs.empty()) {
            return;
        }
        auto &groups = sheet == OperatorSheet::Cube             ? m_cube
                       : sheet == OperatorSheet::FlashAttention ? m_attention
                                                                : m_vector;
        auto &group = groups[{kernel.name, inputs, outputs}];
        group.add(kernel, ratios);
        if (sheet == OperatorSheet::Cube) {
            group.bytes = static_cast<double>(group.count) * (bytesOf(inputs) + bytesOf(outputs));
        } else if (sheet == OperatorSheet::Vector) {
            m_typeTimes[kernel.type] += static_cast<double>(kernel.duration);
        }
    }

    [[nodiscard]] bool isWorthALook(OperatorSheet sheet, const OperatorGroup &group) const {
        if (sheet == OperatorSheet::Cube) {
            return group.bytes >= kLeastCubeBytes;
        }
        const auto time = sheet == OperatorSheet::Vector ? m_typeTimes.at(group.first->type) : kVectorTime;
        return time >= kVectorTime || time >= kVectorShare * m_time;
    }

    void takeGroups(const OperatorGroups &groups, OperatorSheet sheet) {
        for (const auto &[key, group] : groups) {
            if (!isWorthALook(sheet, group)) {
                continue;
            }
            auto &judged = m_judged.emplace_back(group.judged(sheet));
            const bool isAffine =
                sheet == OperatorSheet::Vector ||
                (sheet == OperatorSheet::Cube ? isCubeAffine(*group.first) : isAttentionAffine(*group.first));
            if (!isAffine) {
                judged.verdict = OperatorVerdict::Unaffine;
            } else if (sheet == OperatorSheet::Cube) {
                judgeCube(judged);
            } else if (sheet == OperatorSheet::FlashAttention) {
                judgeAttention(judged);
            } else {
                judgeVector(judged);
            }
        }
    }

    const MetricTables &m_metrics;
    PipeMetrics m_pipes;
    CoreCounts m_cores;
    bool m_asksStatic;
    double m_time;  ///< of all kernels and communication, ns
    std::map<std::string_view, double> m_typeTimes;
    OperatorGroups m_cube;
    OperatorGroups m_attention;
    OperatorGroups m_vector;
    std::vector<JudgedOperator> m_judged;
};

}  // namespace

std::string_view sheetName(OperatorSheet sheet) {
    constexpr std::array<std::string_view, 6> kNames{"no_bound", "cube",      "flash_attention",
                                                     "vector",   "block_dim", "aicpu"};
    return kNames[static_cast<std::size_t>(sheet)];
}

std::string_view verdictName(OperatorVerdict verdict) {
    constexpr std::array<std::string_view, 4> kNames{"unaffine", "bound", "space", ""};
    return kNames[static_cast<std::size_t>(verdict)];
}

CoreCounts usualCores(std::span<const DeviceKernel> kernels) {
    std::array<std::map<std::int64_t, std::size_t>, 2> counts;
    for (const auto &kernel : kernels) {
        const bool isCube = kernel.core == "AI_CORE" || kernel.core == "MIX_AIC";
        const auto blocks =
            isCube || kernel.core == "AI_VECTOR_CORE" ? kernel.value<&KernelRecord::blockDim>() : std::int64_t{0};
        if (blocks > 1) {
            ++counts[isCube ? 0 : 1][blocks];
        }
    }
    const auto usual = [](const auto &of) {
        const auto most =
            std::max_element(of.begin(), of.end(), [](const auto &a, const auto &b) { return a.second <= b.second; });
        return most == of.end() ? std::int64_t{0} : most->first;
    };
    return {usual(counts[0]), usual(counts[1])};
}

std::int64_t unevenCores(const DeviceKernel &kernel, CoreCounts cores) {
    const auto blocks = kernel.value<&KernelRecord::blockDim>();
    const auto mixed = kernel.value<&KernelRecord::mixBlockDim>();
    const bool isCube = kernel.core == "AI_CORE" || kernel.core == "MIX_AIC";
    const auto first = isCube ? cores.cube : kernel.core == "AI_VECTOR_CORE" ? cores.vector : 0;
    if (first > 0 && blocks > 0 && blocks % first != 0) {
        return first;
    }
    const bool isUneven = kernel.core == "MIX_AIC" && cores.vector > 0 && mixed > 0 && mixed % cores.vector != 0;
    return isUneven ? cores.vector : 0;
}

bool isAllDynamic(std::span<const DeviceKernel> kernels) {
    bool isTold = false;
    for (const auto &kernel : kernels) {
        const auto state = kernel.value<&KernelRecord::state>();
        if (!state.empty() && state != "dynamic") {
            return false;
        }
        isTold = isTold || !state.empty();
    }
    return isTold;
}

std::vector<JudgedOperator> judgedOperators(std::span<const DeviceKernel> kernels, const MetricTables &metrics,
                                            CoreCounts cores, Nanos communication, const std::stop_token &stop) {
    Judge judge(kernels, metrics, cores, communication);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (i % kLook == 0 && stop.stop_requested()) {
            break;
        }
        judge.add(kernels[i]);
    }
    return judge.take();
}

}  // namespace stagescope
