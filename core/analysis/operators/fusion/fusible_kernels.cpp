#include "core/analysis/operators/fusion/fusible_kernels.h"

#include "core/analysis/operators/fusion/stream_rate.h"
#include "core/analysis/operators/tensors.h"
#include "core/analysis/trace/logits_work.h"
#include "core/base/text.h"
#include "core/session/rank_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

namespace stagescope {

namespace {

using KernelRun = std::vector<const DeviceKernel *>;

/// ns. Between kernels that follow one another a device idles no longer than a host takes to launch one, some tens of
/// us: what is longer has another reason.
constexpr std::int64_t kLongestLaunch = 100'000;

/// Types one after the other on a stream, "A|B" for either, "[A]" for one that may be absent.
struct ChainSign {
    Fusion fusion;
    std::string_view types;
};
constexpr std::array kChainSigns{
    ChainSign{Fusion::Attention,
              "BatchMatMul|BatchMatMulV2|BatchMatMulV3 [Mul|Muls|RealDiv] [Add|MaskedFill|MaskedFillV2] "
              "[Cast] Softmax|SoftmaxV2 [Cast] [DropOutDoMask|DropOutDoMaskV3] "
              "BatchMatMul|BatchMatMulV2|BatchMatMulV3"},
    ChainSign{Fusion::Norm, "[Cast] Pow|Square|Mul ReduceMean|ReduceMeanD Add|Adds Rsqrt Mul [Cast] Mul"},
    ChainSign{Fusion::SwiGlu, "[Slice|StridedSlice|SplitV|SplitVD] [Slice|StridedSlice] Swish|Silu Mul"},
    ChainSign{Fusion::SwiGlu, "[Slice|StridedSlice|SplitV|SplitVD] [Slice|StridedSlice] Sigmoid Mul Mul"},
    ChainSign{Fusion::SwiGlu, "[Mul] SwishGrad|SiluGrad Mul [Mul] [Concat|ConcatD|ConcatV2]"},
    ChainSign{Fusion::SwiGlu, "Mul SwishGrad|SiluGrad [Mul] [Concat|ConcatD|ConcatV2]"},
    ChainSign{Fusion::Rotary,
              "Slice|StridedSlice|SplitV|SplitVD [Slice|StridedSlice] Neg Concat|ConcatD|ConcatV2 Mul "
              "Mul Add"},
    ChainSign{Fusion::Rotary,
              "[Slice|StridedSlice|SplitV|SplitVD] Mul [Slice|StridedSlice] Neg Concat|ConcatD|ConcatV2 "
              "Mul Add"},
};

/// Types of kernels that are fused already; a trailing * stands for any ending.
struct FusedSign {
    Fusion fusion;
    std::string_view types;
};
constexpr std::array kFusedSigns{
    FusedSign{Fusion::Loss, "SoftmaxCrossEntropy*|CrossEntropyLoss*|FusedLinearCrossEntropy*"},
    FusedSign{Fusion::GradientAccumulation, "MatmulAddFp32*|NpuMatmulAddFp32*|MatMulAdd*"},
    FusedSign{Fusion::Attention, "FlashAttentionScore*|PromptFlashAttention*|FusedInferAttention*"},
    FusedSign{Fusion::Norm, "RmsNorm*|AddRmsNorm*"},
    FusedSign{Fusion::SwiGlu, "SwiGlu*"},
    FusedSign{Fusion::Rotary, "RotaryMul*|RotaryPositionEmbedding*|ApplyRotaryPosEmb*|InterleaveRope*"},
};

bool isFused(std::string_view type, std::string_view list) {
    const auto names = partsOf(list, '|');
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
        return name.ends_with('*') ? type.starts_with(name.substr(0, name.size() - 1)) : type == name;
    });
}

std::vector<Tensor> inputsOf(const DeviceKernel &kernel) {
    return tensorsOf(kernel.value<&KernelRecord::inputShapes>(), kernel.value<&KernelRecord::inputTypes>(),
                     kernel.value<&KernelRecord::inputFormats>());
}
std::vector<Tensor> outputsOf(const DeviceKernel &kernel) {
    return tensorsOf(kernel.value<&KernelRecord::outputShapes>(), kernel.value<&KernelRecord::outputTypes>(),
                     kernel.value<&KernelRecord::outputFormats>());
}

/// A sign as it is compared: each element with its types.
struct Element {
    std::vector<std::string_view> types;
    bool isOptional = false;

    [[nodiscard]] bool takes(const DeviceKernel &kernel) const {
        return std::find(types.begin(), types.end(), kernel.type) != types.end();
    }
};
std::vector<Element> elementsOf(std::string_view types) {
    std::vector<Element> elements;
    for (const auto word : partsOf(types, ' ')) {
        const bool isOptional = word.starts_with('[');
        elements.push_back({partsOf(isOptional ? word.substr(1, word.size() - 2) : word, '|'), isOptional});
    }
    return elements;
}

/// How many kernels from `at` on match, at most; 0: they do not.
std::size_t matchAt(std::span<const DeviceKernel *const> kernels, std::span<const Element> elements) {
    if (elements.empty()) {
        return 0;
    }
    const bool isLast = elements.size() == 1;
    std::size_t best = 0;
    if (!kernels.empty() && elements.front().takes(*kernels.front())) {
        const auto rest = matchAt(kernels.subspan(1), elements.subspan(1));
        const bool mayEnd = isLast || std::all_of(elements.begin() + 1, elements.end(),
                                                  [](const Element &element) { return element.isOptional; });
        best = rest > 0 ? 1 + rest : mayEnd ? 1 : 0;
    }
    return elements.front().isOptional ? std::max(best, matchAt(kernels, elements.subspan(1))) : best;
}

/// Scores have as many rows as columns, or the other way round as many keys as queries: other products beside a
/// softmax are no attention.
bool hasSquareScores(std::span<const DeviceKernel *const> chain) {
    return std::any_of(chain.begin(), chain.end(), [](const DeviceKernel *kernel) {
        const auto tensors = kernel->type.starts_with("Softmax") ? inputsOf(*kernel) : std::vector<Tensor>{};
        return std::any_of(tensors.begin(), tensors.end(), [](const Tensor &tensor) {
            return tensor.rank() >= 2 && tensor.dims.back() > 1 && tensor.dims.back() == *(tensor.dims.end() - 2);
        });
    });
}

bool isSameTensor(const Tensor &a, const Tensor &b) {
    return a.isThere && b.isThere && a.dims == b.dims && a.type == b.type;
}

/// What a kernel of a chain writes.
struct Written {
    Tensor tensor;
    bool isRead = false;  ///< by a later kernel of the chain
    std::size_t reader = 0;
};

/// Which of the tensors a kernel reads: shapes do not tell apart those that are alike. What nobody read yet comes
/// first, the latest of it; the same one is not read twice by one kernel. Null: it comes from outside.
Written *readBy(std::size_t kernel, const Tensor &input, std::vector<Written> &written) {
    Written *again = nullptr;
    for (auto own = written.rbegin(); own != written.rend(); ++own) {
        if (!isSameTensor(own->tensor, input) || (own->isRead && own->reader == kernel)) {
            continue;
        }
        if (!own->isRead) {
            return &*own;
        }
        again = again == nullptr ? &*own : again;
    }
    return again;
}

/// Bytes that enter and leave a chain: what one of its kernels writes and a later one reads stays within.
double bytesAround(std::span<const DeviceKernel *const> chain) {
    double bytes = 0;
    std::vector<Written> written;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        for (const auto &input : inputsOf(*chain[i])) {
            if (auto *own = readBy(i, input, written)) {
                own->isRead = true;
                own->reader = i;
            } else {
                bytes += input.isThere ? input.bytes().value_or(0) : 0;
            }
        }
        for (auto &output : outputsOf(*chain[i])) {
            written.push_back({std::move(output)});
        }
    }
    for (const auto &own : written) {
        bytes += own.isRead || !own.tensor.isThere ? 0 : own.tensor.bytes().value_or(0);
    }
    return bytes;
}

/// A gradient of 16 bits added to its sum of 32 bits.
bool accumulates(const DeviceKernel &kernel) {
    if (kernel.type != "Add") {
        return false;
    }
    const auto inputs = inputsOf(kernel);
    const auto outputs = outputsOf(kernel);
    const auto isWide = [](const Tensor &tensor) { return typeBytes(tensor.type) == 4.0; };
    return inputs.size() == 2 && outputs.size() == 1 && inputs[0].isThere && inputs[0].dims == inputs[1].dims &&
           inputs[0].dims == outputs[0].dims && isWide(inputs[0]) && typeBytes(inputs[1].type) == 2.0 &&
           isWide(outputs[0]);
}

class FusionSearch {
public:
    FusionSearch(const std::vector<DeviceKernel> &kernels, const RankCapture &capture)
        : m_capture(capture), m_rate(kernels) {
        for (std::size_t i = 0; i < kFusions; ++i) {
            m_found[i].fusion = static_cast<Fusion>(i);
        }
        for (const auto &kernel : kernels) {
            if (!kernel.communicates && kernel.kind == DeviceKernel::Kind::Kernel) {
                m_streams[kernel.stream].push_back(&kernel);
            }
        }
    }

    std::vector<FusibleKernels> run(const std::stop_token &stop) {
        countFused();
        findLoss(stop);
        for (const auto &[stream, kernels] : m_streams) {
            findAccumulation(kernels);
            findChains(kernels, stop);
        }
        return {m_found.begin(), m_found.end()};
    }

private:
    [[nodiscard]] FusibleKernels &found(Fusion fusion) { return m_found[static_cast<std::size_t>(fusion)]; }

    void countFused() {
        std::map<std::string_view, std::size_t> counts;
        for (const auto &[stream, kernels] : m_streams) {
            for (const auto *kernel : kernels) {
                ++counts[kernel->type];
            }
        }
        for (const auto &[type, count] : counts) {
            for (const auto &sign : kFusedSigns) {
                found(sign.fusion).fused += isFused(type, sign.types) ? count : 0;
            }
        }
    }

    void take(FusibleKernels &into, const DeviceKernel &kernel) {
        m_taken.insert(&kernel);
        ++into.kernels;
        into.time += Nanos{kernel.duration};
        into.byType[std::string(kernel.type)] += Nanos{kernel.duration};
        into.ranges.push_back({kernel.begin, kernel.begin + kernel.duration});
    }
    void addFloor(FusibleKernels &into, double bytes) {
        into.floor += Nanos{std::llround(m_rate.timeFor(bytes).value_or(0))};
        into.bytesPerSecond = std::max(into.bytesPerSecond, m_rate.of(bytes).bytesPerSecond);
    }

    /// All that touches the logits beside the matrix products, where it is a softmax written out.
    void findLoss(const std::stop_token &stop) {
        const auto logits = logitsWork(m_capture, stop);
        if (!logits || !logits->isUnfusedLoss) {
            return;
        }
        auto &loss = found(Fusion::Loss);
        loss.vocabulary = logits->vocabulary;
        double bytes = 0;
        for (const auto &[stream, kernels] : m_streams) {
            for (const auto *kernel : kernels) {
                if (isOnLogits(*kernel, logits->vocabulary)) {
                    take(loss, *kernel);
                } else if (const auto product =
                               isMatrixProduct(*kernel) ? bytesOfLogits(*kernel, logits->vocabulary) : std::nullopt) {
                    bytes += *product;
                    ++loss.chains;
                }
            }
        }
        addFloor(loss, 2 * bytes);
    }
    static std::optional<double> bytesOfLogits(const DeviceKernel &kernel, std::int64_t vocabulary) {
        const auto outputs = outputsOf(kernel);
        const bool isOne = !outputs.empty() && outputs[0].rank() > 0 && outputs[0].dims.back() == vocabulary;
        return isOne ? outputs[0].bytes() : std::nullopt;
    }

    void findAccumulation(const KernelRun &kernels) {
        auto &sums = found(Fusion::GradientAccumulation);
        for (const auto *kernel : kernels) {
            if (!m_taken.contains(kernel) && accumulates(*kernel)) {
                ++sums.chains;
                take(sums, *kernel);
            }
        }
    }

    void findChains(const KernelRun &kernels, const std::stop_token &stop) {
        static const auto kElements = [] {
            std::vector<std::vector<Element>> all;
            for (const auto &sign : kChainSigns) {
                all.push_back(elementsOf(sign.types));
            }
            return all;
        }();
        for (std::size_t i = 0; i < kernels.size() && !stop.stop_requested();) {
            std::size_t longest = 0;
            Fusion fusion{};
            for (std::size_t sign = 0; sign < kElements.size(); ++sign) {
                const auto length = matchAt(std::span(kernels).subspan(i), kElements[sign]);
                const auto chain = std::span(kernels).subspan(i, length);
                const bool isOther = kChainSigns[sign].fusion == Fusion::Attention && !hasSquareScores(chain);
                if (length > longest && !isOther && isFree(chain)) {
                    longest = length;
                    fusion = kChainSigns[sign].fusion;
                }
            }
            if (longest > 0) {
                takeChain(found(fusion), std::span(kernels).subspan(i, longest));
            }
            i += std::max<std::size_t>(longest, 1);
        }
    }
    [[nodiscard]] bool isFree(std::span<const DeviceKernel *const> chain) const {
        return std::none_of(chain.begin(), chain.end(),
                            [&](const DeviceKernel *kernel) { return m_taken.contains(kernel); });
    }
    /// The products of an attention have their work to do: only what lies between them is won.
    void takeChain(FusibleKernels &into, std::span<const DeviceKernel *const> chain) {
        const bool isAttention = into.fusion == Fusion::Attention;
        const auto inner = isAttention ? chain.subspan(1, chain.size() - 2) : chain;
        ++into.chains;
        for (const auto *kernel : inner) {
            take(into, *kernel);
        }
        for (std::size_t i = 1; i < inner.size(); ++i) {
            addGap(into, {inner[i - 1]->begin + inner[i - 1]->duration, inner[i]->begin});
        }
        if (!isAttention) {
            addFloor(into, bytesAround(inner));
        }
    }
    static void addGap(FusibleKernels &into, Interval gap) {
        if (gap.begin < gap.end && gap.end - gap.begin <= kLongestLaunch) {
            into.between += Nanos{gap.end - gap.begin};
            into.gaps.push_back(gap);
        }
    }

    const RankCapture &m_capture;
    StreamRate m_rate;
    std::map<std::int64_t, KernelRun> m_streams;
    std::set<const DeviceKernel *> m_taken;
    std::array<FusibleKernels, kFusions> m_found;
};

}  // namespace

std::string_view fusionText(Fusion fusion) {
    static constexpr std::array<std::string_view, kFusions> kTexts{
        "loss", "gradient_accumulation", "attention", "norm", "swiglu", "rotary"};
    return kTexts[static_cast<std::size_t>(fusion)];
}

static std::optional<std::vector<FusibleKernels>> measuredFusions(const RankCapture &capture,
                                                                  const std::stop_token &stop) {
    const auto kernels = deviceKernels(capture, stop);
    const bool hasShapes = std::any_of(kernels.begin(), kernels.end(), [](const DeviceKernel &kernel) {
        return !kernel.value<&KernelRecord::outputShapes>().empty();
    });
    return hasShapes ? std::optional(FusionSearch(kernels, capture).run(stop)) : std::nullopt;
}

std::optional<std::vector<FusibleKernels>> fusibleKernels(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] { return measuredFusions(capture, stop); });
}

}  // namespace stagescope
