#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/operator_category.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 2> kGroupings{"operator", "category"};

/// Calls of operators of one name (or category) and what they launched.
struct Sum {
    std::set<std::int64_t> calls;  ///< by their place in the file
    std::uint64_t kernels = 0;
    Nanos time{0};
};
/// Category, backward, operator, recompute (-1 unknown).
using Key = std::tuple<OperatorCategory, bool, std::string_view, std::int64_t>;

/// The kernel that says most of an operator's call.
std::unordered_map<std::int64_t, std::string_view> tellingKernels(const std::vector<DeviceKernel> &kernels) {
    std::unordered_map<std::int64_t, std::string_view> result;
    for (const auto &kernel : kernels) {
        const auto row = kernel.table == nullptr ? -1 : kernel.table->number(kernel.row, "operator_row", -1);
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

std::map<Key, Sum> sumsOf(const RankCapture &capture, const AskedRange &asked, bool byCategory,
                          const std::stop_token &stop) {
    std::map<Key, Sum> sums;
    const auto kernels = deviceKernels(capture, stop);
    const auto telling = tellingKernels(kernels);
    for (const auto &kernel : kernels) {
        const auto row = kernel.table == nullptr ? -1 : kernel.table->number(kernel.row, "operator_row", -1);
        if (row < 0 || (asked.range && !asked.range->contains(rankTime(kernel.begin)))) {
            continue;
        }
        const auto name = kernel.table->text(kernel.row, "operator");
        auto &sum = sums[{operatorCategory(name, telling.at(row)), isBackwardOperator(name),
                          byCategory ? std::string_view{} : name, kernel.table->number(kernel.row, "recompute", -1)}];
        sum.calls.insert(row);
        ++sum.kernels;
        sum.time += Nanos{kernel.duration};
    }
    return sums;
}

void addRank(const RankCapture &capture, const AskedRange &asked, bool byCategory, const std::stop_token &stop,
             ResultTable &table) {
    const auto sums = sumsOf(capture, asked, byCategory, stop);
    std::vector<const std::pair<const Key, Sum> *> order;
    Nanos total{0};
    for (const auto &entry : sums) {
        order.push_back(&entry);
        total += entry.second.time;
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto *a, const auto *b) { return a->second.time > b->second.time; });
    for (const auto *entry : order) {
        const auto &[category, isBackward, name, recompute] = entry->first;
        const auto &sum = entry->second;
        table.rows.push_back({knownCell(capture.rank), textCell(operatorCategoryText(category)),
                              textCell(isBackward ? "backward" : "forward"), textCell(name), knownCell(recompute),
                              numberCell(sum.calls.size()), numberCell(sum.kernels), microsCell(sum.time),
                              percentCell(sum.time, total)});
    }
}

Result<ResultTable> runFrameworkOps(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("framework_ops"));
    const auto grouping = choiceParameter(input, "by", kGroupings);
    if (!grouping) {
        return tl::make_unexpected(grouping.error());
    }
    const auto *run = input.run();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto &capture = *run->capture(rank);
        const auto asked = askedRange(input, *run, capture);
        if (input.wants(rank) && !asked.isEmpty) {
            addRank(capture, asked, *grouping == 1, stop, table);
        }
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
    }
    if (table.rows.empty()) {
        table.notes.emplace_back("No operators: these traces do not tell which operator launched which kernel.");
    }
    return table;
}

}  // namespace

AnalysisEntry makeFrameworkOpsEntry() {
    return {.id = "framework_ops",
            .title = "Framework operators by device time",
            .depth = LoadDepth::Deep,
            .parameters = {{"by", "operator", "operator: by name; category: by what they do"}},
            .columns =
                {
                    integerColumn("rank", "", "Global rank; empty when unknown."),
                    textColumn("category",
                               "matrix_product, attention, convolution, normalization, elementwise, reduction, "
                               "multi_tensor, communication or other: by the operator's name, else by its kernels'."),
                    textColumn("pass", "backward or forward, by the operator's name."),
                    textColumn("operator", "Innermost operator around the launches; empty where they are by category."),
                    integerColumn("recompute", "",
                                  "1: run by activation checkpointing once more; empty without Python stacks."),
                    integerColumn("count", "", "Calls that launched work of the device themselves."),
                    integerColumn("kernels", "", "Kernels, copies and fills that they launched."),
                    realColumn("total_us", "us", "Sum of their durations; those of different streams may overlap."),
                    realColumn("share_percent", "%", "total_us / sum of total_us of the rank."),
                },
            .run = &runFrameworkOps};
}

}  // namespace stagescope
