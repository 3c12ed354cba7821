#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/operator_category.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 2> kOperatorGroupings{"operator", "category"};

/// Calls of operators of one name (or category) and what they launched.
struct OperatorSum {
    std::set<std::int64_t> calls;  ///< by their place in the file
    std::uint64_t kernels = 0;
    Nanos time{0};
};
struct OperatorKey {
    OperatorCategory category;
    bool isBackward;
    std::string_view name;
    std::int64_t recompute;  ///< -1 unknown

    auto operator<=>(const OperatorKey &) const = default;
};
struct OperatorRow {
    int rank;
    const OperatorKey *key;
    const OperatorSum *sum;
    Nanos total;

    operator const OperatorKey &() const { return *key; }
    operator const OperatorSum &() const { return *sum; }
};

/// The kernel that says most of an operator's call.
std::unordered_map<std::int64_t, std::string_view> tellingKernels(const std::vector<DeviceKernel> &kernels) {
    std::unordered_map<std::int64_t, std::string_view> result;
    for (const auto &kernel : kernels) {
        const auto row = kernel.value<&KernelRecord::frameworkRow>();
        if (row < 0) {
            continue;
        }
        const auto [it, isNew] = result.try_emplace(row, kernel.name);
        if (!isNew && operatorCategory({}, it->second) == OperatorCategory::Other) {
            it->second = kernel.name;
        }
    }
    return result;
}

std::map<OperatorKey, OperatorSum> sumsOf(const RankCapture &capture, const AskedRange &asked, bool byCategory,
                                          const std::stop_token &stop) {
    std::map<OperatorKey, OperatorSum> sums;
    const auto kernels = deviceKernels(capture, stop);
    const auto telling = tellingKernels(kernels);
    for (const auto &kernel : kernels) {
        const auto row = kernel.value<&KernelRecord::frameworkRow>();
        const auto name = kernel.value<&KernelRecord::frameworkOp>();
        const bool isOfNone = row < 0 && name.empty();
        if (isOfNone || (asked.range && !asked.range->contains(rankTime(kernel.begin)))) {
            continue;
        }
        // A replayed graph calls no operator: it has those of its capture.
        auto &sum = sums[{operatorCategory(name, row < 0 ? kernel.name : telling.at(row)), isBackwardOperator(name),
                          byCategory ? std::string_view{} : name, kernel.value<&KernelRecord::recompute>()}];
        if (row >= 0) {
            sum.calls.insert(row);
        }
        ++sum.kernels;
        sum.time += Nanos{kernel.duration};
    }
    return sums;
}

void addFrameworkOps(const RankInput &of, std::size_t grouping, TableRows<OperatorRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    const auto sums =
        asked.isEmpty ? std::map<OperatorKey, OperatorSum>{} : sumsOf(of.capture, asked, grouping == 1, of.stop);
    std::vector<OperatorRow> rows;
    Nanos total{0};
    for (const auto &[key, sum] : sums) {
        rows.push_back({of.capture.rank, &key, &sum, {}});
        total += sum.time;
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const OperatorRow &a, const OperatorRow &b) { return a.sum->time > b.sum->time; });
    for (auto &row : rows) {
        row.total = total;
        out.add(row);
    }
}

}  // namespace

AnalysisEntry makeFrameworkOpsEntry() {
    return rankTable<OperatorRow>(
        {.entry = {.id = "framework_ops",
                   .title = "Framework operators by device time",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"by", "operator", "operator: by name; category: by what they do"}}},
         .whenEmpty = "No operators: these traces do not show which operator launched which kernel."},
        {
            key(column("rank", "Global rank; empty when unknown.", &OperatorRow::rank, ifKnown)),
            key(column("category",
                       "matrix_product, attention, convolution, normalization, elementwise, reduction, multi_tensor, "
                       "communication or other: by the operator's name, else by its kernels'.",
                       &OperatorKey::category, operatorCategoryText)),
            key(column("pass", "backward or forward, by the operator's name.",
                       [](const OperatorRow &row) { return row.key->isBackward ? "backward" : "forward"; })),
            nameKey(column("operator", "Innermost operator around the launches; empty where they are by category.",
                           &OperatorKey::name)),
            key(column("recompute",
                       "1: run by activation checkpointing once more; empty without Python stacks and sequence numbers "
                       "of operators.",
                       &OperatorKey::recompute, ifKnown)),
            sum(column("count", "Calls that launched work of the device themselves; replays of a graph call none.",
                       [](const OperatorRow &row) { return row.sum->calls.size(); })),
            sum(column("kernels", "Kernels, copies and fills that they launched.", &OperatorSum::kernels)),
            sum(column("total_us", "us", "Sum of their durations; those of different streams may overlap.",
                       &OperatorSum::time)),
            figure(column("share_percent", "%", "total_us / sum of total_us of the rank.",
                          [](const OperatorRow &row) { return percentOf(row.sum->time, row.total); })),
        },
        [](const AnalysisInput &input) { return choiceParameter(input, "by", kOperatorGroupings); }, addFrameworkOps);
}

}  // namespace stagescope
