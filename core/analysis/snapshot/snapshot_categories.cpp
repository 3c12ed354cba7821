#include "core/analysis/snapshot/snapshot_categories.h"

#include "core/analysis/snapshot/snapshot_table.h"
#include "core/analysis/snapshot/stack_groups.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/base/text.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>

namespace stagescope {

namespace {

using Names = std::span<const std::string_view>;

bool isAny(std::string_view name, Names names) { return std::find(names.begin(), names.end(), name) != names.end(); }

constexpr auto kEngine =
    std::to_array<std::string_view>({"torch::autograd::Engine", "torch::autograd::AccumulateGrad",
                                     "torch::autograd::generated::", "torch::autograd::Node::operator()"});
constexpr auto kWorkspaces = std::to_array<std::string_view>(
    {"getCUDABlasLtWorkspace", "getCurrentCUDABlasHandle", "getChosenWorkspaceSize", "allocate_workspace",
     "WorkspaceAllocator", "ProcessGroupNCCL", "ProcessGroupHCCL"});
constexpr auto kBackwardFiles =
    std::to_array<std::string_view>({"torch/_tensor.py", "torch/autograd/__init__.py", "torch/autograd/graph.py"});
constexpr auto kStateMakers = std::to_array<std::string_view>(
    {"_init_group", "_init_state", "init_state", "initialize_state", "init_state_fn", "_initialize_state"});
constexpr auto kModuleMovers = std::to_array<std::string_view>(
    {"_apply", "convert", "to", "cuda", "npu", "half", "bfloat16", "float", "double", "to_empty"});
constexpr auto kModuleMakers =
    std::to_array<std::string_view>({"__init__", "__new__", "reset_parameters", "_reset_parameters", "load_state_dict",
                                     "_load_from_state_dict", "register_parameter", "register_buffer"});
constexpr auto kCalls =
    std::to_array<std::string_view>({"forward", "_call_impl", "_wrapped_call_impl", "__call__", "recompute_fn"});

std::optional<MemoryCategory> categoryOfNative(std::string_view function) {
    if (containsAny(function, kEngine)) {
        return MemoryCategory::Gradient;
    }
    return containsAny(function, kWorkspaces) ? std::optional(MemoryCategory::Temporary) : std::nullopt;
}

std::optional<MemoryCategory> categoryOfPython(std::string_view function, std::string_view file) {
    const auto name = file.substr(file.find_last_of('/') + 1);
    if (file.find("/optim/") != std::string_view::npos || name.find("optimizer") != std::string_view::npos) {
        const bool isStep = function.find("step") != std::string_view::npos;
        return isAny(function, kStateMakers) ? std::optional(MemoryCategory::OptimizerState)
               : isStep                      ? std::optional(MemoryCategory::Temporary)
                                             : std::nullopt;
    }
    const bool endsAny = std::any_of(kBackwardFiles.begin(), kBackwardFiles.end(),
                                     [&](std::string_view end) { return file.ends_with(end); });
    if (endsAny && (function == "backward" || function == "_engine_run_backward" || function == "_make_grads")) {
        return MemoryCategory::Gradient;
    }
    const bool isOfModules = file.find("torch/nn/") != std::string_view::npos;
    const bool isModule = file.ends_with("torch/nn/modules/module.py");
    if ((isModule && isAny(function, kModuleMovers)) || (isOfModules && isAny(function, kModuleMakers)) ||
        function == "from_pretrained") {
        return MemoryCategory::Parameter;
    }
    const bool isFunctional = file.ends_with("torch/nn/functional.py");
    return isFunctional || isAny(function, kCalls) ? std::optional(MemoryCategory::Activation) : std::nullopt;
}

/// Blocks of a category at two moments.
struct CategorySum {
    std::uint64_t peakBytes = 0;
    std::uint64_t peakBlocks = 0;
    std::uint64_t endBytes = 0;
    std::uint64_t endBlocks = 0;
};
struct CategoryRow : SnapshotSource {
    MemoryCategory category;
    CategorySum sum;
    std::uint64_t peakOfAll;
    std::uint64_t endOfAll;

    operator const CategorySum &() const { return sum; }
};

Status addCategories(const AnalysisInput &input, const std::stop_token &stop, TableRows<CategoryRow> &out) {
    return forEachSnapshot(input, stop, out, [&](const SnapshotSource &source) -> Status {
        ASSIGN_OR_RETURN(const auto peak, snapshotMoment(source, "peak"));
        const auto lastOf = [](std::uint32_t moment) { return moment == 0 ? event_index::kBefore : moment - 1; };
        const auto peakEvent = lastOf(peak);
        const auto endEvent = lastOf(source.device->eventCount);
        std::array<CategorySum, kMemoryCategories.size()> sums;
        CategorySum all;
        std::unordered_map<std::uint32_t, MemoryCategory> known;
        for (const auto &allocation : source.device->allocations.allocations) {
            auto category = MemoryCategory::Unknown;
            if (knowsItsMaker(allocation)) {
                const auto [it, isNew] = known.try_emplace(allocation.stack.value, category);
                category = it->second = isNew ? memoryCategory(*source.store, allocation.stack) : it->second;
            }
            for (auto *sum : {&sums[static_cast<std::size_t>(category)], &all}) {
                const bool isAtPeak = allocation.isLiveAfter(peakEvent);
                const bool isAtEnd = allocation.isLiveAfter(endEvent);
                sum->peakBytes += isAtPeak ? allocation.size : 0;
                sum->peakBlocks += isAtPeak ? 1 : 0;
                sum->endBytes += isAtEnd ? allocation.size : 0;
                sum->endBlocks += isAtEnd ? 1 : 0;
            }
        }
        for (const auto category : kMemoryCategories) {
            out.add({source, category, sums[static_cast<std::size_t>(category)], all.peakBytes, all.endBytes});
        }
        return {};
    });
}

}  // namespace

std::string_view categoryText(MemoryCategory category) {
    constexpr auto kTexts = std::to_array<std::string_view>(
        {"parameter", "gradient", "optimizer_state", "activation", "temporary", "unknown"});
    return kTexts[static_cast<std::size_t>(category)];
}

MemoryCategory memoryCategory(const SnapshotStore &store, StackId stack) {
    for (const auto id : store.stacks().frames(stack)) {
        const auto frame = store.stacks().at(id);
        const auto function = store.text(frame.function);
        const auto file = store.text(frame.file);
        const bool isPython = file.ends_with(".py") || file.ends_with(".pyx") || file.starts_with('<');
        if (const auto found = isPython ? categoryOfPython(function, file) : categoryOfNative(function)) {
            return *found;
        }
    }
    return MemoryCategory::Unknown;
}

AnalysisEntry makeSnapshotCategoriesEntry() {
    using Sum = CategorySum;
    return runTable<CategoryRow>(
        {{.id = "snapshot_categories",
          .title = "Memory snapshot: what memory is for",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Full}},
        {
            snapshotColumns(),
            column("category",
                   "What the blocks are for, inferred from the call stacks of their allocations: parameter, gradient, "
                   "optimizer_state, activation, temporary; unknown where no frame shows it. The categories add up to "
                   "all bytes in use.",
                   &CategoryRow::category, categoryText),
            column("peak_bytes", "bytes", "Requested bytes in use when most was in use.", &Sum::peakBytes),
            column("peak_blocks", "Number of these blocks.", &Sum::peakBlocks),
            column("peak_share_percent", "%", "peak_bytes / all bytes in use then.",
                   [](const CategoryRow &row) { return percentOf(row.sum.peakBytes, row.peakOfAll); }),
            column("end_bytes", "bytes", "Requested bytes in use at the end of the history.", &Sum::endBytes),
            column("end_blocks", "Number of these blocks.", &Sum::endBlocks),
            column("end_share_percent", "%", "end_bytes / all bytes in use then.",
                   [](const CategoryRow &row) { return percentOf(row.sum.endBytes, row.endOfAll); }),
        },
        addCategories);
}

}  // namespace stagescope
