#include "core/advice/communication/dp_buckets.h"
#include "core/advice/remedies/cpu_affinity.h"
#include "core/advice/remedies/queue_gain.h"
#include "core/advice/rule_study.h"
#include "core/analysis/operators/fusion/fusible_kernels.h"
#include "core/analysis/operators/fusion/stream_rate.h"
#include "core/analysis/run/environment.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/rank_tables.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

/// Whether a remedy is applied, as far as the profile tells.
enum class RemedyState : std::uint8_t { Off, Partly, On, Unknown };

struct RemedyRow {
    int rank = -1;
    std::string remedy{};
    RemedyState state = RemedyState::Unknown;
    std::optional<Nanos> time{};      ///< per step
    std::optional<Nanos> headroom{};  ///< per step
    std::optional<double> bytes{};
    std::string evidence{};
};

std::string_view stateText(RemedyState state) {
    constexpr std::array<std::string_view, 4> kTexts{"off", "partly", "on", "unknown"};
    return kTexts[static_cast<std::size_t>(state)];
}

std::int64_t stepCount(const RankCapture &capture) {
    return static_cast<std::int64_t>(std::max<std::size_t>(1, rankSteps(capture).size()));
}

void addFusions(const RankCapture &capture, const std::stop_token &stop, std::vector<RemedyRow> &out) {
    const auto steps = stepCount(capture);
    for (const auto &kernels : fusibleKernels(capture, stop).value_or(std::vector<FusibleKernels>{})) {
        RemedyRow row{capture.rank, "fused_" + std::string(fusionText(kernels.fusion))};
        if (kernels.fused + kernels.kernels > 0) {
            row.state = kernels.kernels == 0 ? RemedyState::On
                        : kernels.fused == 0 ? RemedyState::Off
                                             : RemedyState::Partly;
            row.time = kernels.time / steps;
            row.headroom = kernels.saved() / steps;
        }
        row.evidence = std::to_string(kernels.fused) + " fused kernels, " + std::to_string(kernels.kernels) +
                       " single ones in " + std::to_string(kernels.chains) + " places";
        out.push_back(std::move(row));
    }
}

/// Of data-parallel communication: per rank the median over steps.
void addOverlaps(const RuleInput &input, std::vector<RemedyRow> &out) {
    constexpr double kCovered = 0.05;
    struct Sums {
        std::map<std::int64_t, Nanos> hidable;
        std::size_t exposed = 0;
        std::size_t groups = 0;
    };
    std::map<std::pair<int, DpPass>, Sums> sums;
    for (const auto &[key, buckets] : dpBuckets(input, CommGroups(input))) {
        const auto &[step, group, pass] = key;
        for (const auto &[rank, exposed] : buckets.byRank) {
            auto &own = sums[{rank, pass}];
            ++own.groups;
            own.exposed += buckets.isExposed(kCovered) ? 1 : 0;
            own.hidable[step] += buckets.hidableOn(rank, pass);
        }
    }
    for (const auto &[key, own] : sums) {
        std::vector<Nanos> steps;
        std::ranges::transform(own.hidable, std::back_inserter(steps), [](const auto &entry) { return entry.second; });
        RemedyRow row{key.first, key.second == DpPass::Gradients ? "overlap_grad_reduce" : "overlap_param_gather"};
        row.state = own.exposed == own.groups ? RemedyState::Off
                    : own.exposed == 0        ? RemedyState::On
                                              : RemedyState::Partly;
        row.headroom = lowerMedian(std::move(steps));
        row.evidence = std::to_string(own.exposed) + " of " + std::to_string(own.groups) +
                       " groups and steps with less than 5 % of it overlapped by computing";
        out.push_back(std::move(row));
    }
}

void addTaskQueue(const RuleInput &input, const RankCapture &capture, std::vector<RemedyRow> &out) {
    const auto gain = queueGain(input, capture);
    if (!gain) {
        return;
    }
    const auto &use = gain->use;
    RemedyRow row{capture.rank, "task_queue"};
    row.evidence = std::to_string(use.calls) + " calls dequeued";
    if (use.level()) {
        row.evidence += ", level " + std::to_string(*use.level());
        row.state = *use.level() == 0 ? RemedyState::Off : *use.level() == 1 ? RemedyState::Partly : RemedyState::On;
    }
    row.headroom = gain->saved;
    if (gain->saved) {
        row.time = gain->first + gain->second;
    }
    out.push_back(std::move(row));
}

/// A kernel that activations are computed with, forward and backward: more of the one than of the other were computed
/// once more.
struct RecomputeSign {
    std::string_view remedy;
    std::string_view forward;
    std::string_view backward;
};
constexpr std::array kRecomputeSigns{
    RecomputeSign{"recompute_attention", "FlashAttentionScore", "FlashAttentionScoreGrad"},
    RecomputeSign{"recompute_norm", "RmsNorm", "RmsNormGrad"},
    RecomputeSign{"recompute_activation", "SwiGlu", "SwiGluGrad"},
};

/// Where it is on, its headroom is the time of what is computed again; where it is off, that time would be paid for the
/// bytes of those outputs.
void addRecompute(const RankCapture &capture, const std::stop_token &stop, std::vector<RemedyRow> &out) {
    struct Count {
        std::size_t forward = 0;
        std::size_t backward = 0;
        Nanos time{0};
        double bytes = 0;
    };
    std::array<Count, kRecomputeSigns.size()> counts{};
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (kernel.type == kRecomputeSigns[i].forward) {
                ++counts[i].forward;
                counts[i].time += Nanos{kernel.duration};
                counts[i].bytes += outputBytes(kernel).value_or(0);
            }
            counts[i].backward += kernel.type == kRecomputeSigns[i].backward ? 1 : 0;
        }
    });
    const auto steps = stepCount(capture);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto &count = counts[i];
        if (count.forward == 0 || count.backward == 0) {
            continue;
        }
        const auto again = count.forward > count.backward ? count.forward - count.backward : 0;
        const auto each = count.time / static_cast<std::int64_t>(count.forward);
        RemedyRow row{capture.rank, std::string(kRecomputeSigns[i].remedy)};
        row.state = again == 0 ? RemedyState::Off : again < count.backward ? RemedyState::Partly : RemedyState::On;
        row.time = each * static_cast<std::int64_t>(again == 0 ? count.forward : again) / steps;
        row.headroom = again == 0 ? std::nullopt : row.time;
        row.bytes = count.bytes / static_cast<double>(count.forward) * static_cast<double>(count.backward) /
                    static_cast<double>(steps);
        row.evidence =
            std::to_string(count.forward) + " forward and " + std::to_string(count.backward) + " backward kernels";
        out.push_back(std::move(row));
    }
}

void addCpuAffinity(const RankCapture &capture, std::vector<RemedyRow> &out) {
    for (const auto &setting : environmentSettings(capture)) {
        if (setting.key != "CPU_AFFINITY_CONF" || setting.value.empty()) {
            continue;
        }
        const auto affinity = cpuAffinityFrom(setting.value);
        RemedyRow row{capture.rank, "cpu_affinity"};
        row.state = affinity.mode == 0 ? RemedyState::Off : RemedyState::On;
        row.evidence = setting.value;
        for (const auto &problem : affinity.problems) {
            row.evidence += " " + problem;
        }
        out.push_back(std::move(row));
    }
}

Status addRemedies(const AnalysisInput &input, const std::stop_token &stop, TableRows<RemedyRow> &out) {
    const RuleStudy study(*input.run(), {}, stop);
    const RuleValues none;
    const auto asked = study.input(none);
    std::vector<RemedyRow> rows;
    addOverlaps(asked, rows);
    LentTimelines timelines(input);
    for (const auto *capture : timelines.input().captures()) {
        if (stop.stop_requested()) {
            break;
        }
        const auto timeline = timelines.lend(*capture);
        addFusions(*capture, stop, rows);
        addTaskQueue(asked, *capture, rows);
        addRecompute(*capture, stop, rows);
        addCpuAffinity(*capture, rows);
    }
    std::erase_if(rows, [&](const RemedyRow &row) { return !input.wants(row.rank); });
    std::ranges::stable_sort(
        rows, {}, [](const RemedyRow &row) { return std::pair(row.rank, -row.headroom.value_or(Nanos{0})); });
    for (const auto &row : rows) {
        out.add(row);
    }
    return {};
}

}  // namespace

AnalysisEntry makeRemediesEntry() {
    using Row = RemedyRow;
    return runTable<Row>(
        {.entry = {.id = "remedies",
                   .title = "Remedies",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full,
                   .isLean = true},
         .whenEmpty = "Kernels, host calls and communication give no reason for any remedy."},
        {
            column("rank", "Global rank.", &Row::rank),
            column("remedy",
                   "fused_... (one kernel instead of a chain), overlap_..., task_queue (TASK_QUEUE_ENABLE), "
                   "recompute_..., cpu_affinity (CPU_AFFINITY_CONF).",
                   &Row::remedy),
            column("state", "off, partly, on, or unknown where the profile shows no sign of it.", &Row::state,
                   stateText),
            column("headroom_ms", "ms",
                   "What the rank would save per step: for overlap what perfect overlap hides, for task_queue at most, "
                   "for recompute_... the forward kernels that run again. Savings do not add up: table headroom.",
                   &Row::headroom, inMillis),
            column("time_ms", "ms",
                   "Time per step that it is about: of kernels, of both threads of the queue; of recompute_... that is "
                   "off what it would cost.",
                   &Row::time, inMillis),
            column("memory_bytes", "bytes",
                   "Of recompute_...: outputs per step that need not be kept until the backward pass.", &Row::bytes),
            column("seen", "Evidence.", &Row::evidence),
        },
        addRemedies);
}

}  // namespace stagescope
