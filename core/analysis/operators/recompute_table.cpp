#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

enum class RecomputeBy : std::uint8_t { Module, Step, Stage };
constexpr auto kRecomputeModes = std::to_array<std::string_view>({"module", "step", "stage"});

/// Computing kernels whose launch tells whether activation checkpointing runs them once more.
struct RecomputeSum {
    std::uint64_t again = 0;
    Nanos againTime{0};
    std::uint64_t once = 0;
    Nanos onceTime{0};
};
struct RecomputeKey {
    int rank = -1;
    int stage = -1;
    std::int64_t step = kNoStep;
    std::string_view module{};

    auto operator<=>(const RecomputeKey &) const = default;
};
using RecomputeSums = std::map<RecomputeKey, RecomputeSum>;
struct RecomputeRow {
    RecomputeKey key;
    RecomputeSum sum;

    operator const RecomputeKey &() const { return key; }
    operator const RecomputeSum &() const { return sum; }
};

void addKernelsOf(const RankCapture &capture, const AskedRange &asked, RecomputeKey key, RecomputeBy by,
                  const std::stop_token &stop, RecomputeSums &sums) {
    const auto steps = rankSteps(capture);
    for (const auto &kernel : deviceKernels(capture, stop)) {
        const auto flag = kernel.value<&KernelRecord::recompute>();
        const bool isAsked = !asked.range || asked.range->contains(rankTime(kernel.begin));
        if (flag < 0 || kernel.communicates || kernel.kind != DeviceKernel::Kind::Kernel || !isAsked) {
            continue;
        }
        if (by == RecomputeBy::Step) {
            key.step = stepOfDeviceWork(steps, rankTime(kernel.begin));
        } else if (by == RecomputeBy::Module) {
            key.module = kernel.value<&KernelRecord::module>();
        }
        auto &sum = sums[key];
        (flag == 1 ? sum.again : sum.once) += 1;
        (flag == 1 ? sum.againTime : sum.onceTime) += Nanos{kernel.duration};
    }
}

Status addRecompute(const AnalysisInput &input, const std::stop_token &stop, TableRows<RecomputeRow> &out) {
    const auto mode = choiceParameter(input, "by", kRecomputeModes);
    if (!mode) {
        return tl::unexpected(mode.error());
    }
    const auto by = static_cast<RecomputeBy>(*mode);
    const auto groups = pipelineGroups(*input.run());
    RecomputeSums sums;
    for (const auto *capture : input.captures()) {
        const auto asked = askedRange(input, *input.run(), *capture);
        RecomputeKey key{.stage = stageOfRank(groups, capture->rank)};
        key.rank = by == RecomputeBy::Stage ? -1 : capture->rank;
        const bool isOutside = by == RecomputeBy::Stage && key.stage < 0;
        if (!asked.isEmpty && !isOutside && !stop.stop_requested()) {
            addKernelsOf(*capture, asked, key, by, stop, sums);
        }
    }
    const bool isUsed = std::any_of(sums.begin(), sums.end(), [](const auto &entry) { return entry.second.again > 0; });
    std::vector<RecomputeRow> rows;
    for (const auto &[key, sum] : sums) {
        if (sum.again > 0 || (isUsed && by != RecomputeBy::Module)) {
            rows.push_back({key, sum});
        }
    }
    if (by == RecomputeBy::Module) {
        std::stable_sort(rows.begin(), rows.end(), [](const RecomputeRow &a, const RecomputeRow &b) {
            return std::tuple(a.key.rank, b.sum.againTime) < std::tuple(b.key.rank, a.sum.againTime);
        });
    }
    for (const auto &row : rows) {
        out.add(row);
    }
    if (!sums.empty() && !isUsed) {
        out.note("No kernel was run once more by activation checkpointing.");
    } else if (sums.empty()) {
        out.note(
            "Not answerable from this profile: neither Python stacks of launches (with_stack=True) nor "
            "sequence numbers of operators are loaded.");
    }
    return {};
}

}  // namespace

AnalysisEntry makeRecomputeEntry() {
    using Sum = RecomputeSum;
    return runTable<RecomputeRow>(
        {{.id = "recompute",
          .title = "Cost of activation recomputation",
          .depth = LoadDepth::Deep,
          .parameters = {{"by", "module",
                          "module: by the innermost nn.Module around the launch; step, stage: sums of all of them."}}}},
        {
            column("rank", "Global rank; empty for sums over a stage, and when unknown.", &RecomputeKey::rank, ifKnown),
            column("stage", "Position of the rank in its pipeline; empty where there is none.", &RecomputeKey::stage,
                   ifKnown),
            column("step", "Step in which they run; by step only.", &RecomputeKey::step, ifKnown),
            column("module", "nn.Module whose forward pass is run again; by module only.", &RecomputeKey::module,
                   textIfAny),
            column("kernels", "Computing kernels that activation checkpointing runs once more.", &Sum::again),
            column("recompute_us", "us", "Their time on the device.", &Sum::againTime),
            column("other_kernels", "Computing kernels of the same rows that are run once.", &Sum::once),
            column("other_us", "us", "Their time on the device.", &Sum::onceTime),
            column("share_percent", "%", "recompute_us / (recompute_us + other_us).",
                   [](const Sum &sum) { return percentOf(sum.againTime, sum.againTime + sum.onceTime); }),
        },
        addRecompute);
}

}  // namespace stagescope
