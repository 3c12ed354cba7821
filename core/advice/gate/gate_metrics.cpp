#include "core/advice/gate/gate_metrics.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::array kMetrics{
    GateMetric{"step_ms", "median(mean(time_split.step_us))", "ms", "Step time"},
    GateMetric{"computing_ms", "typical(mean(time_split.computing_us))", "ms", "Computing time per step"},
    GateMetric{"communication_ms", "typical(mean(time_split.communication_us))", "ms", "Communication time per step"},
    GateMetric{"exposed_comm_ms", "typical(mean(time_split.not_overlapped_us))", "ms",
               "Communication not overlapped, per step"},
    GateMetric{"free_ms", "typical(mean(time_split.free_us))", "ms",
               "Free time per step (neither; first to last device activity)"},
    GateMetric{"computing_percent", "typical(mean(time_split.computing_share_percent))", "%", "Computing (% of step)"},
    GateMetric{"exposed_comm_percent", "typical(mean(time_split.not_overlapped_share_percent))", "%",
               "Communication, not overlapped (% of step)"},
    GateMetric{"overlapped_percent", "typical(mean(time_split.overlapped_share_percent))", "%",
               "Communication, overlapped (% of step)"},
    GateMetric{"free_percent", "typical(mean(time_split.free_share_percent))", "%", "Free (% of step)"},
    GateMetric{"preparing_percent", "typical(mean(time_split.preparing_share_percent))", "%", "Preparing (% of step)"},
    GateMetric{"bubble_ms", "typical(mean(bubbles.idle_us))", "ms", "Bubble per step (mean of the pipeline's ranks)"},
    GateMetric{"bubble_percent", "typical(mean(bubbles.idle_of_window_percent))", "%",
               "Bubble (% of pipeline window); ideal 1F1B: (p-1)/(m+p-1)"},
    GateMetric{"mfu_percent", "typical(mean(mfu.mfu_percent))", "%", "Model FLOPs utilization (% of peak)"},
    GateMetric{"hfu_percent", "typical(mean(mfu.hfu_percent))", "%", "Hardware FLOPs utilization (with recomputation)"},
    GateMetric{"peak_memory_gib", "max(memory_peak.allocated_bytes)", "GiB", "Peak allocated memory (highest rank)"},
    GateMetric{"reserved_memory_gib", "max(memory_peak.reserved_bytes)", "GiB", "Peak reserved memory (highest rank)"},
    GateMetric{"process_memory_gib", "max(memory_peak.process_bytes)", "GiB", "Peak process memory (highest rank)"},
    GateMetric{"findings", "count(findings.rule)", "",
               "Number of findings; one kind: findings where rule = slow_worker"},
    GateMetric{"high_findings", "count(findings.rule where severity = high)", "",
               "Number of findings of at least 10 % of the step"},
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
