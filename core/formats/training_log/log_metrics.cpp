#include "core/formats/training_log/log_metrics.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace stagescope {

namespace {

constexpr auto kMetrics = std::to_array<CommonMetric>({
    {"loss", "", "loss", ""},
    {"lm_loss", "", "loss", ""},
    {"total_loss", "", "loss", ""},
    {"train/loss", "", "loss", ""},
    {"training_loss", "", "loss", ""},
    {"reduced_train_loss", "", "loss", ""},
    {"loss_metrics/global_avg_loss", "", "loss", ""},
    {"learning/loss", "", "loss", ""},
    {"train_loss", "tensorboard", "loss", ""},
    {"train_loss", "csv", "loss", ""},
    {"train_loss_step", "csv", "loss", ""},
    {"train_loss", "table", "loss", ""},
    {"train_loss", "program", "loss", ""},
    {"loss_train", "program", "loss", ""},
    {"step_loss", "program", "loss", ""},
    {"train/crossentropyloss", "olmo", "loss", ""},
    {"train/ce_loss", "olmo", "loss", ""},
    {"train_loss/train/total", "composer", "loss", ""},
    {"learning_rate", "", "learning_rate", ""},
    {"optim/learning_rate_group0", "olmo", "learning_rate", ""},
    {"optim/lr_(group_0)", "olmo", "learning_rate", ""},
    {"lr", "", "learning_rate", ""},
    {"train/learning_rate", "", "learning_rate", ""},
    {"train/lr", "", "learning_rate", ""},
    {"learning/current_learning_rate", "", "learning_rate", ""},
    {"actor/lr", "", "learning_rate", ""},
    {"grad_norm", "", "grad_norm", ""},
    {"global_norm", "", "grad_norm", ""},
    {"gnorm", "", "grad_norm", ""},
    {"norm", "program", "grad_norm", ""},
    {"train/grad_norm", "", "grad_norm", ""},
    {"learning/grad_norm", "", "grad_norm", ""},
    {"optim/total_grad_norm", "olmo", "grad_norm", ""},
    {"actor/grad_norm", "", "grad_norm", ""},
    {"elapsed_time_per_iteration", "", "step_time", "ms"},
    {"elapsed_time_per_iteration_ms", "", "step_time", "ms"},
    {"per_step_time", "", "step_time", "ms"},
    {"iteration_time", "", "step_time", "s"},
    {"timing_s/step", "", "step_time", "s"},
    {"perf/time_per_step", "", "step_time", "s"},
    {"perf/step_time", "", "step_time", "s"},
    {"perf/step_time_seconds", "", "step_time", "s"},
    {"step_time", "", "step_time", "s"},
    {"total_step_time", "", "step_time", "s"},
    {"train_step_timing", "", "step_time", "s"},
    {"time_metrics/end_to_end", "", "step_time", "s"},
    {"iter_time", "", "step_time", "s"},
    {"dt", "program", "step_time", "s"},
    {"seconds", "", "step_time", "s"},
    {"time", "program", "step_time", "s"},
    {"time", "xtuner", "step_time", "s"},
    {"time", "mmengine", "step_time", "s"},
    {"time", "json_lines", "step_time", "s"},
    {"tokens_per_second", "", "tokens_per_second", "tokens/s"},
    {"tokens_per_sec", "", "tokens_per_second", "tokens/s"},
    {"train_tokens_per_second", "", "tokens_per_second", "tokens/s"},
    {"throughput", "llama_factory", "tokens_per_second", "tokens/s"},
    {"perf/throughput", "", "tokens_per_second", "tokens/s/device"},
    {"tgs", "", "tokens_per_second", "tokens/s/device"},
    {"throughput/device/tokens_per_second", "olmo", "tokens_per_second", "tokens/s/device"},
    {"train_throughput/device/tokens_per_sec", "composer", "tokens_per_second", "tokens/s/device"},
    {"throughput/device/tps", "olmo", "tokens_per_second", "tokens/s/device"},
    {"tps", "", "tokens_per_second", "tokens/s/device"},
    {"tokens_per_second_per_gpu", "", "tokens_per_second", "tokens/s/device"},
    {"tokens/train_per_sec_per_gpu", "", "tokens_per_second", "tokens/s/device"},
    {"perf/per_device_tokens_per_sec", "", "tokens_per_second", "tokens/s/device"},
    {"throughput_per_gpu", "", "tflops_per_device", "TFLOP/s"},
    {"throughput_per_npu", "", "tflops_per_device", "TFLOP/s"},
    {"train_throughput_per_npu", "", "tflops_per_device", "TFLOP/s"},
    {"throughput", "tensorboard", "tflops_per_device", "TFLOP/s"},
    {"tflops", "", "tflops_per_device", "TFLOP/s"},
    {"model_tflops_per_gpu", "", "tflops_per_device", "TFLOP/s"},
    {"perf/per_device_tflops_per_sec", "", "tflops_per_device", "TFLOP/s"},
    {"mfu", "", "mfu", ""},
    {"perf/mfu/actor", "", "mfu", ""},
    {"memory", "", "memory", "MB"},
    {"max_memory", "", "memory", "GB"},
    {"max_mem", "", "memory", "MB"},
    {"memory_max_allocated", "", "memory", "MB"},
    {"maxmemallocated", "", "memory", "GB"},
    {"perf/max_memory_allocated_gb", "", "memory", "GB"},
    {"memory/max_active", "tensorboard", "memory", "GB"},
    {"elapsed_time", "", "elapsed_time", "s"},
    {"epoch", "", "epoch", ""},
    {"train/epoch", "", "epoch", ""},
});

struct Factor {
    std::string_view unit;
    double factor;
};

constexpr auto kTimes = std::to_array<Factor>(
    {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"sec", 1e9}, {"seconds", 1e9}, {"min", 60e9}, {"h", 3600e9}});
// Of frameworks that divide by 1024, whatever they call it.
constexpr auto kSizes = std::to_array<Factor>({{"bytes", 1},
                                               {"b", 1},
                                               {"k", 1024.0},
                                               {"m", 1024.0 * 1024},
                                               {"g", 1024.0 * 1024 * 1024},
                                               {"kb", 1024.0},
                                               {"kib", 1024.0},
                                               {"mb", 1024.0 * 1024},
                                               {"mib", 1024.0 * 1024},
                                               {"gb", 1024.0 * 1024 * 1024},
                                               {"gib", 1024.0 * 1024 * 1024}});

// "21.3K" tokens, "2.62M": not "m", which are minutes, nor "B", which are bytes.
constexpr auto kMultiples = std::to_array<Factor>({{"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}});

template <class Factors>
MetricUnit inUnit(const Factors &factors, std::string_view unit, std::string_view logged) {
    const auto small = lowerCase(logged);
    const auto it = std::find_if(factors.begin(), factors.end(), [&](const Factor &f) { return f.unit == small; });
    return it == factors.end() ? MetricUnit{logged, 1} : MetricUnit{unit, it->factor};
}

}  // namespace

const CommonMetric *commonMetric(std::string_view dialect, std::string_view name) {
    constexpr std::size_t kLongest = 40;
    if (name.size() > kLongest) {
        return nullptr;
    }
    auto raw = lowerCase(name);
    std::replace_if(
        raw.begin(), raw.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    const auto *it = std::find_if(kMetrics.begin(), kMetrics.end(), [&](const CommonMetric &known) {
        return known.raw == raw && (known.dialect.empty() || known.dialect == dialect);
    });
    return it == kMetrics.end() ? nullptr : it;
}

MetricUnit plainUnit(std::string_view name, std::string_view logged) {
    const auto *it = std::ranges::find_if(kMultiples, [&](const Factor &each) { return each.unit == logged; });
    if (it == kMultiples.end()) {
        return {logged, 1};
    }
    const auto small = lowerCase(name);
    const bool isMemory = containsAny(small, {"mem", "alloc", "reserved"});
    return isMemory ? inUnit(kSizes, "bytes", logged) : MetricUnit{{}, it->factor};
}

MetricUnit metricUnit(const CommonMetric &known, std::string_view logged) {
    const auto plain = plainUnit({}, logged);
    const bool isOfUnit = known.metric == "memory" || (logged == "T" && known.unit.starts_with('T'));
    if (plain.unit != logged && !isOfUnit) {
        auto unit = metricUnit(known, {});
        unit.factor *= plain.factor;
        return unit;
    }
    const auto unit = logged.empty() ? known.unit : logged;
    if (known.metric == "step_time" || known.metric == "elapsed_time") {
        return inUnit(kTimes, "ns", unit);
    }
    if (known.metric == "memory") {
        return inUnit(kSizes, "bytes", unit);
    }
    if (known.metric == "mfu") {
        return {"%", unit == "%" ? 1.0 : 100.0};
    }
    return {known.unit.empty() ? logged : known.unit, 1};
}

}  // namespace stagescope
