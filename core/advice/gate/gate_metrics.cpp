#include "core/advice/gate/gate_metrics.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::array kMetrics{
    GateMetric{"step_ms", "median(mean(time_split.step_us))", "ms", "Length of a step."},
    GateMetric{"computing_ms", "median(mean(time_split.computing_us))", "ms", "Computing in a step."},
    GateMetric{"communication_ms", "median(mean(time_split.communication_us))", "ms", "Communication in a step."},
    GateMetric{"exposed_comm_ms", "median(mean(time_split.not_overlapped_us))", "ms",
               "The part that no computing hides."},
    GateMetric{"free_ms", "median(mean(time_split.free_us))", "ms",
               "Neither, between the first and the last device work."},
    GateMetric{"computing_percent", "median(mean(time_split.computing_share_percent))", "%", "Computing, of the step."},
    GateMetric{"exposed_comm_percent", "median(mean(time_split.not_overlapped_share_percent))", "%",
               "Communication that no computing hides, of the step."},
    GateMetric{"overlapped_percent", "median(mean(time_split.overlapped_share_percent))", "%",
               "Communication beside computing, of the step."},
    GateMetric{"free_percent", "median(mean(time_split.free_share_percent))", "%", "Free time, of the step."},
    GateMetric{"preparing_percent", "median(mean(time_split.preparing_share_percent))", "%",
               "Before the first device work, of the step."},
    GateMetric{"bubble_ms", "median(mean(bubbles.idle_us))", "ms", "Bubbles of a pipeline, mean of its ranks."},
    GateMetric{"bubble_percent", "median(mean(bubbles.idle_of_window_percent))", "%",
               "Bubbles, of the pipeline's window: (p-1)/(m+p-1) for an ideal 1F1B."},
    GateMetric{"mfu_percent", "median(mean(mfu.mfu_percent))", "%", "Model FLOP of the device's peak."},
    GateMetric{"hfu_percent", "median(mean(mfu.hfu_percent))", "%", "The same with recomputation."},
    GateMetric{"peak_memory_gib", "max(memory_peak.allocated_bytes)", "GiB",
               "Most that PyTorch's allocator had given out, of the rank with the most."},
    GateMetric{"reserved_memory_gib", "max(memory_peak.reserved_bytes)", "GiB", "Most that it had reserved, likewise."},
    GateMetric{"process_memory_gib", "max(memory_peak.process_bytes)", "GiB",
               "Most that the driver gave to the process, likewise."},
    GateMetric{"findings", "count(findings.rule)", "", "Findings; of a kind: findings where rule = slow_worker."},
    GateMetric{"high_findings", "count(findings.rule where severity = high)", "",
               "Findings that cost at least 10 % of the step."},
};

}  // namespace

std::span<const GateMetric> gateMetrics() { return kMetrics; }

const GateMetric *gateMetric(std::string_view name) {
    const auto *const it =
        std::find_if(kMetrics.begin(), kMetrics.end(), [&](const GateMetric &metric) { return metric.name == name; });
    return it == kMetrics.end() ? nullptr : it;
}

std::string gateMetricsText() {
    std::string text;
    for (const auto &metric : kMetrics) {
        for (const auto part : {metric.name, metric.figure, metric.unit.empty() ? "-" : metric.unit}) {
            text.append(part) += '\t';
        }
        text.append(metric.meaning) += '\n';
    }
    return text;
}

}  // namespace stagescope
