#include "core/analysis/operators/kernel_calls.h"

#include "core/analysis/operators/flop_marks.h"
#include "core/analysis/run/kernels.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>
#include <utility>

namespace stagescope {

namespace {

/// Texts of stores are kept once for each table, so that their addresses tell them apart.
struct KindKey {
    std::array<const char *, 9> texts{};
    int cube = -1;
    KernelHint hint{};

    bool operator==(const KindKey &) const = default;
};
struct KindHash {
    std::size_t operator()(const KindKey &key) const {
        std::size_t hash = static_cast<std::size_t>(key.cube + 1) * 1024 +
                           static_cast<std::size_t>(key.hint.number) * 32 + key.hint.elementBytes;
        for (const auto *text : key.texts) {
            hash = hash * 1'000'003 ^ std::hash<const void *>{}(text);
        }
        return hash;
    }
};

/// Whether matrix units worked: as measured, else as the core says.
int cubeOf(const DeviceKernel &kernel) {
    return kernel.cube >= 0 ? kernel.cube : kernel.core == "AI_VECTOR_CORE" || kernel.core == "AI_CPU" ? 0 : -1;
}

/// Kernels to calls, in any order: of those of a call the first to begin says what it is, fills apart.
class CallBuilder {
public:
    void add(const DeviceKernel &kernel) {
        if (m_current == nullptr || kernel.table != m_table) {
            m_table = kernel.table;
            m_current = &m_sources.try_emplace(m_table, m_table == nullptr ? kNoTable : *m_table).first->second;
        }
        const auto row = m_table == nullptr ? -1 : m_current->records.at<&R::frameworkRow>(kernel.row);
        if (const auto it = row < 0 ? m_current->open.end() : m_current->open.find(row); it != m_current->open.end()) {
            auto &call = m_found.calls[it->second];
            const bool isEarlier = kernel.begin < call.begin;
            const bool isFill = kernel.kind == DeviceKernel::Kind::Fill;
            auto isFilled = m_isFilled[it->second];
            call.duration += kernel.duration;
            ++call.kernels;
            // The fill that it begins with says nothing of what follows.
            if (isFill == isFilled ? isEarlier : isFilled) {
                describe(kernel, call);
                isFilled = isFill;
            }
            call.begin = std::min(call.begin, kernel.begin);
            return;
        }
        if (row >= 0) {
            m_current->open.emplace(row, m_found.calls.size());
        }
        KernelCall call;
        call.duration = kernel.duration;
        call.kernels = 1;
        call.begin = kernel.begin;
        describe(kernel, call);
        m_found.calls.push_back(call);
        m_isFilled.push_back(kernel.kind == DeviceKernel::Kind::Fill);
    }
    [[nodiscard]] KernelCalls take() {
        std::stable_sort(m_found.calls.begin(), m_found.calls.end(),
                         [](const KernelCall &a, const KernelCall &b) { return a.begin < b.begin; });
        return std::move(m_found);
    }

private:
    using R = KernelRecord;
    inline static const TableStore kNoTable{TableKind::Kernels};

    struct Source {
        explicit Source(const TableStore &table) : records(table) {}
        TableRecords<R> records;
        std::unordered_map<std::int64_t, std::size_t> open{};  ///< calls by the row of the framework's operator
    };

    /// By one of its kernels.
    void describe(const DeviceKernel &kernel, KernelCall &call) {
        call.kind = kindOf(kernel);
        call.recompute = m_table == nullptr ? -1 : static_cast<int>(m_current->records.at<&R::recompute>(kernel.row));
        const auto &work = m_found.kinds[call.kind].work;
        call.flop = work ? work->flop.value_or(KernelCall::kUnknown) : KernelCall::kUnknown;
        call.bytes = work ? work->bytes.value_or(KernelCall::kUnknown) : KernelCall::kUnknown;
    }

    [[nodiscard]] KernelOperands operandsOf(const DeviceKernel &kernel) {
        KernelOperands operands;
        operands.type = kernel.type;
        if (m_table != nullptr) {
            const auto row = kernel.row;
            operands.framework = m_current->records.at<&R::frameworkOp>(row);
            operands.inputShapes = m_current->records.at<&R::inputShapes>(row);
            operands.inputTypes = m_current->records.at<&R::inputTypes>(row);
            operands.inputFormats = m_current->records.at<&R::inputFormats>(row);
            operands.outputShapes = m_current->records.at<&R::outputShapes>(row);
            operands.outputTypes = m_current->records.at<&R::outputTypes>(row);
            operands.outputFormats = m_current->records.at<&R::outputFormats>(row);
            operands.inputValues = m_current->records.at<&R::inputValues>(row);
        }
        operands.hint = operands.type.empty() ? hintOf(kernel.name) : KernelHint{};
        return operands;
    }

    std::uint32_t kindOf(const DeviceKernel &kernel) {
        const auto operands = operandsOf(kernel);
        const auto name = !kernel.type.empty()          ? kernel.type
                          : !operands.framework.empty() ? operands.framework
                                                        : kernel.name;
        const auto cube = cubeOf(kernel);
        // A fill that an operator starts with does not say what runs the operator.
        const bool isFirst = kernel.kind == DeviceKernel::Kind::Fill && !operands.framework.empty();
        const auto core = isFirst ? std::string_view{} : kernel.core;
        const KindKey key{{name.data(), core.data(), operands.inputShapes.data(), operands.inputTypes.data(),
                           operands.inputFormats.data(), operands.outputShapes.data(), operands.outputTypes.data(),
                           operands.outputFormats.data(), operands.inputValues.data()},
                          cube,
                          operands.hint};
        const auto [it, isNew] = m_kinds.try_emplace(key, static_cast<std::uint32_t>(m_found.kinds.size()));
        if (isNew) {
            m_found.kinds.push_back({operands, name, core, cube, kernelWork(operands)});
        }
        return it->second;
    }

    /// Names of a table stand once, so that each is looked at once.
    const KernelHint &hintOf(std::string_view name) {
        const auto [it, isNew] = m_hints.try_emplace(name.data());
        if (isNew) {
            it->second = kernelHint(name);
        }
        return it->second;
    }

    KernelCalls m_found;
    std::vector<bool> m_isFilled;  ///< by call: it was described by a fill
    std::unordered_map<const char *, KernelHint> m_hints;
    const TableStore *m_table = nullptr;
    Source *m_current = nullptr;
    std::unordered_map<const TableStore *, Source> m_sources;
    std::unordered_map<KindKey, std::uint32_t, KindHash> m_kinds;
};

}  // namespace

KernelCalls kernelCalls(const RankCapture &capture, const std::stop_token &stop) {
    CallBuilder builder;
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
        if (!kernel.communicates && kernel.kind != DeviceKernel::Kind::Copy) {
            builder.add(kernel);
        }
    });
    auto found = builder.take();
    applyFlopMarks(capture, stop, found);
    return found;
}

}  // namespace stagescope
