#include "core/analysis/fusion/fusible_sequences.h"

#include "core/analysis/run/time_split.h"
#include "core/analysis/trace/operator_category.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kLeastLength = 3;
constexpr std::size_t kMostLength = 10;
constexpr std::size_t kMoreThan = 5;
constexpr double kHostBound = 0.4;
constexpr double kMteBound = 0.8;
constexpr double kLeastShare = 0.01;
constexpr std::uint32_t kRoot = 0;

bool endsSequence(const DeviceKernel &kernel) {
    const auto name = lowerCase(kernel.name.substr(0, 4));
    // Of what has no name nobody knows what it is: names are lost where a database is cut.
    return kernel.name.empty() || kernel.communicates || kernel.kind != DeviceKernel::Kind::Kernel ||
           kernel.core == "AI_CPU" || kernel.core == "COMMUNICATION" || kernel.core == "HCCL" || name == "hcom" ||
           name == "lccl" || name == "lcoc";
}

bool isProduct(const DeviceKernel &kernel) {
    return kernel.type.empty() ? isMatrixWork(kernelCategory(kernel.frameworkOp, kernel.name))
                               : containsAny(lowerCase(kernel.type), {"matmul", "conv", "attention"});
}

/// What no fused operator spans, or is one: products, norms, and others that do several operators' work.
bool isFusedAlready(const DeviceKernel &kernel) {
    if (kernel.type.empty()) {
        const auto category = kernelCategory(kernel.frameworkOp, kernel.name);
        return isMatrixWork(category) || category == OperatorCategory::Normalization ||
               category == OperatorCategory::MultiTensor || category == OperatorCategory::Communication ||
               kernel.name.starts_with("triton_");
    }
    return isProduct(kernel) ||
           containsAny(lowerCase(kernel.type), {"norm", "swiglu", "geglu", "rotary", "foreach", "apply", "moetoken"});
}

/// What a sequence is judged by, of one kernel; ns.
struct KernelTimes {
    double mte = 0;
    double core = 0;
};

/// What its type says of a kernel.
struct TypeFacts {
    bool isProduct = false;
    bool isFused = false;  ///< already
};

/// Types are asked once each: they are as long as a stranger makes them.
class TypesReader {
public:
    [[nodiscard]] TypeFacts of(const DeviceKernel &kernel) {
        if (kernel.type.empty()) {
            return {isProduct(kernel), isFusedAlready(kernel)};
        }
        const auto [known, isNew] = m_facts.try_emplace({kernel.type.data(), kernel.type.size()});
        if (isNew) {
            known->second = {isProduct(kernel), isFusedAlready(kernel)};
        }
        return known->second;
    }

private:
    std::map<std::pair<const char *, std::size_t>, TypeFacts> m_facts;  ///< by where the text stands
};

class TimesReader {
public:
    explicit TimesReader(const MetricTables &metrics) : m_metrics(metrics) {
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            m_indices[i] = metrics.indexOf(kNames[i]);
        }
    }
    [[nodiscard]] KernelTimes of(const DeviceKernel &kernel) const {
        const auto values = m_metrics.of(kernel);
        const auto value = [&](std::size_t i) {
            const auto micros = m_indices[i] < m_metrics.names().size() ? values.written(m_indices[i]) : std::nullopt;
            return 1000 * micros.value_or(0);
        };
        return {std::max(value(0), value(1)) + std::max(value(2), value(3)), value(4)};
    }

private:
    static constexpr std::array<std::string_view, 5> kNames{"aic_mte2_time_us", "aiv_mte2_time_us",
                                                            "aic_fixpipe_time_us", "aiv_mte3_time_us", "aic_time_us"};
    const MetricTables &m_metrics;
    std::array<std::size_t, kNames.size()> m_indices{};
};

class SequenceFinder {
public:
    SequenceFinder(std::span<const DeviceKernel> kernels, const MetricTables &metrics, Nanos recorded,
                   SequenceCounting counting)
        : m_kernels(kernels), m_recorded(static_cast<double>(recorded.count())), m_counting(counting) {
        const TimesReader reader(metrics);
        TypesReader types;
        std::map<std::array<std::string_view, 3>, std::uint32_t> ids;
        for (const auto &kernel : kernels) {
            const std::array key{kernel.type.empty() ? identityOf(kernel) : kernel.name, kernel.inputShapes,
                                 kernel.value<&KernelRecord::outputShapes>()};
            m_ids.push_back(ids.emplace(key, static_cast<std::uint32_t>(ids.size())).first->second);
            m_times.push_back(reader.of(kernel));
            m_types.push_back(types.of(kernel));
            m_isEnd.push_back(isEnd(kernel, m_types.back()));
        }
    }

    void find(const std::stop_token &stop) {
        for (std::size_t i = 0; i < m_kernels.size(); ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) {
                m_found.clear();
                return;
            }
            visitFrom(i, [&](std::uint32_t node, std::size_t length) { meet(node, i, length); });
        }
        keepLongest();
    }
    [[nodiscard]] std::vector<FusibleSequence> overlapping() const {
        std::vector<FusibleSequence> result;
        for (const auto &[sequence, node] : m_found) {
            result.push_back(sequence);
        }
        return result;
    }

    /// The sequences that were found, counted anew without a kernel of another one.
    [[nodiscard]] std::vector<FusibleSequence> once() {
        auto order = m_found;
        std::stable_sort(order.begin(), order.end(), [](const Found &a, const Found &b) {
            return std::pair(b.first.length, b.first.total) < std::pair(a.first.length, a.first.total);
        });
        std::vector<bool> isTaken(m_kernels.size());
        std::vector<FusibleSequence> result;
        for (const auto &[sequence, node] : order) {
            auto &again = result.emplace_back(sequence);
            again.count = 0;
            again.total = again.execution = again.headroom = Nanos{0};
            again.mteNanos = 0;
            for (const auto at : m_occurrences[node]) {
                const auto begin = isTaken.begin() + static_cast<std::ptrdiff_t>(at);
                const auto end = begin + static_cast<std::ptrdiff_t>(sequence.length);
                if (std::find(begin, end, true) == end) {
                    std::fill(begin, end, true);
                    add(again, at);
                }
            }
        }
        std::erase_if(result, [&](const FusibleSequence &sequence) { return !isKept(sequence); });
        return result;
    }

private:
    using Found = std::pair<FusibleSequence, std::uint32_t>;

    [[nodiscard]] bool isEnd(const DeviceKernel &kernel, TypeFacts type) const {
        // What msprof-analyze counts is of Ascend: kernels of GPUs have no such sequences to compare with.
        const bool endsAtFused = m_counting == SequenceCounting::Once || kernel.type.empty();
        return endsSequence(kernel) || (endsAtFused && type.isFused);
    }

    /// Calls with the node of each run from here on; nodes are made where they are missing.
    template <class Visit>
    void visitFrom(std::size_t begin, Visit visit) {
        std::uint32_t node = kRoot;
        const auto end = std::min(m_kernels.size(), begin + kMostLength);
        for (auto i = begin; i < end && !m_isEnd[i]; ++i) {
            const auto key = (static_cast<std::uint64_t>(node) << 32U) | m_ids[i];
            const auto next = m_children.emplace(key, static_cast<std::uint32_t>(m_parents.size()));
            if (next.second) {
                m_parents.push_back(node);
            }
            node = next.first->second;
            if (i + 1 - begin >= kLeastLength) {
                visit(node, i + 1 - begin);
            }
        }
    }

    void add(FusibleSequence &sequence, std::size_t at) const {
        const auto run = m_kernels.subspan(at, sequence.length);
        Nanos execution{0};
        Nanos products{0};
        Nanos longest{0};
        for (std::size_t i = 0; i < run.size(); ++i) {
            const Nanos duration{run[i].duration};
            execution += duration;
            products += m_types[at + i].isProduct ? duration : Nanos{0};
            longest = std::max(longest, duration);
            sequence.mteNanos += m_times[at + i].mte;
        }
        const Nanos total{run.back().begin + run.back().duration - run.front().begin};
        ++sequence.count;
        sequence.total += total;
        sequence.execution += execution;
        sequence.headroom += execution - std::max(products, longest);
    }

    void meet(std::uint32_t node, std::size_t at, std::size_t length) {
        FusibleSequence one{.first = at, .length = length};
        add(one, at);
        double core = 0;
        for (std::size_t i = at; i < at + length; ++i) {
            core += m_times[i].core;
        }
        one.isMteBound = core > 0 && one.mteNanos / core > kMteBound;
        one.isHostBound = one.total > Nanos{0} && static_cast<double>(one.execution.count()) <
                                                      kHostBound * static_cast<double>(one.total.count());
        if (!one.isMteBound && !one.isHostBound) {
            return;
        }
        const auto [known, isNew] = m_places.emplace(node, m_found.size());
        if (isNew) {
            m_found.emplace_back(
                FusibleSequence{
                    .first = at, .length = length, .isMteBound = one.isMteBound, .isHostBound = one.isHostBound},
                node);
        }
        add(m_found[known->second].first, at);
        m_occurrences[node].push_back(at);
    }

    [[nodiscard]] bool isKept(const FusibleSequence &sequence) const {
        return sequence.count > kMoreThan &&
               (sequence.isMteBound || static_cast<double>(sequence.total.count()) > kLeastShare * m_recorded);
    }

    [[nodiscard]] bool extends(const Found &longer, const Found &found) const {
        auto node = longer.second;
        for (auto length = longer.first.length; length > found.first.length; --length) {
            node = m_parents[node];
        }
        return node == found.second && longer.first.length > found.first.length;
    }

    void keepLongest() {
        std::vector<Found> kept;
        for (const auto &found : m_found) {
            if (isKept(found.first)) {
                if (!kept.empty() && extends(found, kept.back()) && found.first.total > kept.back().first.total) {
                    kept.pop_back();
                }
                kept.push_back(found);
            }
        }
        m_found = std::move(kept);
    }

    std::span<const DeviceKernel> m_kernels;
    double m_recorded;
    SequenceCounting m_counting;
    std::vector<std::uint32_t> m_ids;  ///< of name and shapes, by kernel
    std::vector<KernelTimes> m_times;
    std::vector<TypeFacts> m_types;
    std::vector<bool> m_isEnd;                                    ///< of a sequence
    std::unordered_map<std::uint64_t, std::uint32_t> m_children;  ///< node and id of a kernel to node
    std::vector<std::uint32_t> m_parents{kRoot};
    std::vector<Found> m_found;  ///< in the order of their first occurrence, the shorter ones first
    std::unordered_map<std::uint32_t, std::size_t> m_places;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> m_occurrences;
};

}  // namespace

std::vector<DeviceKernel> kernelsInFileOrder(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<DeviceKernel> kernels;
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) { kernels.push_back(kernel); });
    return kernels;
}

std::string operatorsOf(const FusibleSequence &sequence, std::span<const DeviceKernel> kernels) {
    std::string text;
    for (const auto &kernel : kernels.subspan(sequence.first, sequence.length)) {
        auto name = identityOf(kernel);
        name.remove_prefix(name.starts_with("aten::") ? std::string_view("aten::").size() : 0);
        text += (text.empty() ? "" : " > ") + std::string(name);
    }
    return text;
}

Nanos recordedTime(const RankCapture &capture, const std::stop_token &stop) {
    Nanos time{0};
    for (const auto &split : timeSplits(capture, stop)) {
        time += split.parts.total;
    }
    return time;
}

std::vector<FusibleSequence> fusibleSequences(std::span<const DeviceKernel> kernels, const MetricTables &metrics,
                                              Nanos recorded, SequenceCounting counting, const std::stop_token &stop) {
    SequenceFinder finder(kernels, metrics, recorded, counting);
    finder.find(stop);
    auto result = counting == SequenceCounting::Once ? finder.once() : finder.overlapping();
    std::stable_sort(result.begin(), result.end(),
                     [](const FusibleSequence &a, const FusibleSequence &b) { return a.total > b.total; });
    return result;
}

}  // namespace stagescope
