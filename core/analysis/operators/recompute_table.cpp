#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/base/string_pool.h"

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

/// Sums of the ranks so far.
struct RecomputeOfRanks {
    RecomputeBy by;
    std::vector<PipelineGroup> groups;
    StringPool modules{};
    RecomputeSums sums{};
};

Result<RecomputeOfRanks> recomputeSums(const AnalysisInput &input) {
    ASSIGN_OR_RETURN(const auto mode, choiceParameter(input, "by", kRecomputeModes));
    return RecomputeOfRanks{static_cast<RecomputeBy>(mode), pipelineGroups(*input.run())};
}

void addRecompute(const RankInput &of, RecomputeOfRanks &all, TableRows<RecomputeRow> & /*out*/) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    RecomputeKey key{.stage = stageOfRank(all.groups, of.capture.rank)};
    key.rank = all.by == RecomputeBy::Stage ? -1 : of.capture.rank;
    if (asked.isEmpty || (all.by == RecomputeBy::Stage && key.stage < 0)) {
        return;
    }
    const auto steps = rankSteps(of.capture);
    for (const auto &kernel : deviceKernels(of.capture, of.stop)) {
        const auto flag = kernel.value<&KernelRecord::recompute>();
        const bool isAsked = !asked.range || asked.range->contains(rankTime(kernel.begin));
        if (flag < 0 || kernel.communicates || kernel.kind != DeviceKernel::Kind::Kernel || !isAsked) {
            continue;
        }
        if (all.by == RecomputeBy::Step) {
            key.step = stepOfDeviceWork(steps, rankTime(kernel.begin));
        } else if (all.by == RecomputeBy::Module) {
            key.module = all.modules.at(all.modules.intern(kernel.value<&KernelRecord::module>()));
        }
        auto &sum = all.sums[key];
        (flag == 1 ? sum.again : sum.once) += 1;
        (flag == 1 ? sum.againTime : sum.onceTime) += Nanos{kernel.duration};
    }
}

void addRecomputeSums(const RecomputeOfRanks &all, TableRows<RecomputeRow> &out) {
    const auto &sums = all.sums;
    const bool isUsed = std::any_of(sums.begin(), sums.end(), [](const auto &entry) { return entry.second.again > 0; });
    std::vector<RecomputeRow> rows;
    for (const auto &[key, sum] : sums) {
        if (sum.again > 0 || (isUsed && all.by != RecomputeBy::Module)) {
            rows.push_back({key, sum});
        }
    }
    if (all.by == RecomputeBy::Module) {
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
}

}  // namespace

AnalysisEntry makeRecomputeEntry() {
    using Sum = RecomputeSum;
    return rankTable<RecomputeRow>(
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
        recomputeSums, addRecompute, addRecomputeSums);
}

}  // namespace stagescope
