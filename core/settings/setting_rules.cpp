#include "core/settings/setting_rules.h"

#include "core/base/text.h"
#include "core/base/words/ranges_text.h"
#include "core/settings/step_plan.h"

#include <array>

namespace stagescope {

namespace {

using enum SettingKind;

Message problem(const char *id, std::vector<std::string> args = {}) {
    return Message("settings.problem." + std::string(id), std::move(args));
}

bool hasItems(const SettingSheet &sheet, std::string_view role) {
    const auto *value = sheet.find(role);
    return value != nullptr && !value->items.empty();
}
bool hasItem(const SettingSheet &sheet, std::string_view role, std::string_view item) {
    const auto *value = sheet.find(role);
    return value != nullptr && value->has(item);
}
/// Any value but null, or one that is not a number.
std::int64_t numberOr(const SettingSheet &sheet, std::string_view role, std::int64_t other) {
    return sheet.number(role).value_or(other);
}

/// By either of two interfaces, where a program has both.
bool marksAreRecorded(const SettingSheet &sheet) { return sheet.isOn("mstx") || sheet.isOn("msprof_tx"); }

/// MindSpore and torch_npu alike, with other names for what is off.
void levelRules(SettingSheet &sheet) {
    const auto level = sheet.level();
    if (!level) {
        return;
    }
    const bool isMindSpore = isOfMindSpore(sheet.kind());
    const auto *none = sheet.kind() == MindSporeOptions ? "\"None\"" : "\"AiCoreNone\"";
    if (*level < 0 && !marksAreRecorded(sheet)) {
        sheet.reset(isMindSpore ? "profiler_level" : "mstx", isMindSpore ? "\"Level0\"" : "true", "level_none");
    }
    if (*level < 1 && sheet.hasMetrics()) {
        sheet.reset("aic_metrics", none, "metrics_below_level1");
    } else if (*level >= 1 && isMindSpore && !sheet.hasMetrics()) {
        sheet.reset("aic_metrics", "\"PipeUtilization\"", "metrics_by_level");
    }
}

void domainRules(SettingSheet &sheet) {
    const bool hasIncluded = hasItems(sheet, "mstx_domain_include");
    const bool hasExcluded = hasItems(sheet, "mstx_domain_exclude");
    if (!marksAreRecorded(sheet)) {
        for (const auto *role : {"mstx_domain_include", "mstx_domain_exclude"}) {
            if (hasItems(sheet, role)) {
                sheet.add(SettingVerdict::Ignored, role, problem("domains_without_mstx"));
            }
        }
    } else if (hasIncluded && hasExcluded) {
        sheet.reset("mstx_domain_exclude", "[]", "both_domains");
    }
}

void tellNothing(SettingSheet &sheet) {
    if (sheet.find("activities") != nullptr && !hasItems(sheet, "activities")) {
        sheet.add(SettingVerdict::Stops, "activities", problem("no_activity"));
    }
    for (const auto *role : {"with_stack", "with_modules"}) {
        if (sheet.isOn(role)) {
            sheet.add(SettingVerdict::Warning, role, problem("cost.stack"));
        }
    }
}

/// Numbers of ranks that the job does not have never write anything.
void checkRanks(SettingSheet &sheet, std::string_view role) {
    const auto world = sheet.question().world;
    const auto *ranks = sheet.find(role);
    if (!world || ranks == nullptr) {
        return;
    }
    std::vector<std::int64_t> outside;
    for (const auto &item : ranks->items) {
        if (const auto rank = wholeNumber<std::int64_t>(item); rank && *rank >= *world) {
            outside.push_back(*rank);
        }
    }
    if (!outside.empty()) {
        sheet.add(outside.size() == ranks->items.size() ? SettingVerdict::Stops : SettingVerdict::Ignored, role,
                  problem("ranks_outside", {rangesText(outside), std::to_string(*world)}));
    }
}

void mindSpeedProfile(SettingSheet &sheet) {
    const auto *type = sheet.find("profile_type");
    const bool isDynamic = type != nullptr && type->text == "dynamic";
    if (!sheet.isOn("enable")) {
        if (!sheet.isOn("memory.enable")) {
            sheet.add(SettingVerdict::Warning, "enable", problem("off"));
        }
        return;
    }
    checkRanks(sheet, "ranks");
    if (const auto *path = sheet.find("config_path"); isDynamic && path->text == "path to dynamic config folder") {
        sheet.add(SettingVerdict::Stops, "config_path", problem("placeholder"));
    }
    if (isDynamic) {
        sheet.add(SettingVerdict::Warning, "profile_type", problem("dynamic"));
        return;
    }
    if (numberOr(sheet, "end_step", 0) <= numberOr(sheet, "start_step", 0)) {
        sheet.add(SettingVerdict::Reset, "end_step", problem("end_before_start"));
    }
    sheet.add(SettingVerdict::Warning, "start_step", problem("no_warmup_here"));
    if (const auto *folder = sheet.find("prof_dir");
        folder->text == "./npu_profiling" || folder->text == "./profiling") {
        sheet.add(SettingVerdict::Warning, "prof_dir", problem("shared_folder"));
    }
}

void mindSpeedRules(SettingSheet &sheet) {
    mindSpeedProfile(sheet);
    if (!sheet.isOn("memory.enable")) {
        return;
    }
    checkRanks(sheet, "memory.ranks");
    if (sheet.isOn("enable")) {
        sheet.add(SettingVerdict::Warning, "memory.enable", problem("both_profiles"));
    }
    if (numberOr(sheet, "memory.end_step", 0) <= numberOr(sheet, "memory.start_step", 0)) {
        sheet.add(SettingVerdict::Warning, "memory.end_step", problem("memory_end"));
    }
    // Some thousand allocations are one step of a model of a billion parameters.
    if (const auto most = sheet.number("memory.max_entries"); most && *most < 10'000) {
        sheet.add(SettingVerdict::Warning, "memory.max_entries", problem("max_entries"));
    }
}

void torchNpuRules(SettingSheet &sheet) {
    const auto start = numberOr(sheet, "start_step", 0);
    if (start == 0) {
        sheet.add(SettingVerdict::Warning, "start_step", problem("start_off"));
    } else if (start < 0) {
        sheet.add(SettingVerdict::Warning, "start_step", problem("start_next"));
    }
    if (numberOr(sheet, "warmup", 0) == 0) {
        sheet.add(SettingVerdict::Warning, "warmup", problem("no_warmup"));
    }
    if (sheet.isOn("op_attr") && !hasItem(sheet, "export_type", "db")) {
        sheet.reset("op_attr", "false", "op_attr");
    }
    if (const auto *limit = sheet.find("gc_detect_threshold"); limit->text == "0" || limit->text == "0.0") {
        sheet.add(SettingVerdict::Warning, "gc_detect_threshold", problem("gc_all"));
    }
    if (sheet.isOn("is_rank")) {
        if (!hasItems(sheet, "ranks")) {
            sheet.add(SettingVerdict::Stops, "ranks", problem("no_ranks"));
        }
        checkRanks(sheet, "ranks");
        if (!sheet.isOn("async_mode") && sheet.isOn("analyse")) {
            sheet.reset("analyse", "false", "analyse_of_ranks");
        }
    } else if (hasItems(sheet, "ranks")) {
        sheet.add(SettingVerdict::Ignored, "ranks", problem("rank_list_off"));
    }
    if (sheet.isOn("async_mode") && !sheet.isOn("analyse")) {
        sheet.add(SettingVerdict::Ignored, "async_mode", problem("async_without_analyse"));
    }
}

/// What only requests have.
void requestRules(SettingSheet &sheet) {
    if (sheet.isGiven("npu_monitor")) {
        sheet.add(SettingVerdict::Stops, "npu_monitor", problem("npu_monitor"));
    }
    if (sheet.kind() == MsMonitor) {
        if (!sheet.isGiven("activities")) {
            sheet.add(SettingVerdict::Stops, "activities", problem("no_activities_key"));
        }
        if (const auto *limit = sheet.find("gc_detect_threshold"); limit->text.starts_with('-')) {
            sheet.reset("gc_detect_threshold", "null", "gc_negative");
        }
        return;
    }
    const std::pair<const char *, const char *> unread[] = {
        {"with_flops", "false"}, {"with_modules", "false"}, {"async_mode", "false"},        {"op_attr", "false"},
        {"is_rank", "false"},    {"ranks", "[]"},           {"gc_detect_threshold", "null"}};
    for (const auto &[role, usual] : unread) {
        if (const auto *value = sheet.find(role);
            value->isOn() || !value->items.empty() || value->type == NodeType::Number) {
            sheet.reset(role, usual, "unread_by_mindspore");
        }
    }
}

void mindSporeSteps(SettingSheet &sheet) {
    const auto start = numberOr(sheet, "start_step", -1);
    const auto stop = lastMonitoredStep(sheet);
    if (start == -1 && stop == -1) {
        sheet.add(SettingVerdict::Warning, "start_step", problem("monitor_off"));
    } else if (start < 1 || stop < start) {
        const auto *last = sheet.find("iterations") == nullptr ? "stop_step" : "iterations";
        sheet.add(SettingVerdict::Stops, start < 1 ? "start_step" : last,
                  problem("monitor_range", {std::to_string(start), std::to_string(stop)}));
    }
}

void mindSporeRules(SettingSheet &sheet) {
    if (sheet.kind() != MindSporeOptions) {
        mindSporeSteps(sheet);
    } else {
        if (!sheet.isOn("start")) {
            sheet.add(SettingVerdict::Stops, "start", problem("no_start"));
        }
        if (hasItems(sheet, "activities") && hasItem(sheet, "activities", "GPU")) {
            sheet.add(SettingVerdict::Ignored, "activities", problem("gpu"));
        }
        // The versions that still know this key, up to 2.3.
        if (sheet.find("timeline_limit") != nullptr && !sheet.find("prof_dir")->text.starts_with('/')) {
            sheet.reset("prof_dir", "\"./data\"", "relative_folder");
        }
    }
    if (sheet.isOn("record_shapes") && !hasItem(sheet, "activities", "CPU")) {
        sheet.reset("record_shapes", "false", "shapes_without_cpu");
    }
}

/// Graph mode O2 of MindSpore runs steps as one graph: nothing can begin between them.
void graphRules(SettingSheet &sheet) {
    if (!sheet.question().isGraphO2) {
        return;
    }
    for (const auto *role : {"wait", "skip_first"}) {
        if (numberOr(sheet, role, 0) > 0) {
            sheet.add(SettingVerdict::Stops, role, problem("graph_o2"));
        }
    }
    // The monitor's own schedule skips a step, whatever the file says.
    if (sheet.isOn("l2_cache") && sheet.kind() != MindSporeOptions) {
        sheet.reset("l2_cache", "false", "graph_o2_cache");
    }
}

void scheduleRules(SettingSheet &sheet) {
    if (!sheet.isGiven("active")) {
        const bool isCallOfOwn = sheet.kind() != Torch;
        sheet.add(isCallOfOwn ? SettingVerdict::Stops : SettingVerdict::Warning, "active",
                  problem(isCallOfOwn ? "no_active" : "no_schedule"));
        return;
    }
    if (numberOr(sheet, "warmup", 0) == 0 && numberOr(sheet, "warm_up", 0) == 0) {
        sheet.add(SettingVerdict::Warning, "warmup", problem("no_warmup"));
    }
    if (numberOr(sheet, "repeat", 0) == 0) {
        sheet.add(SettingVerdict::Warning, "repeat", problem("for_ever"));
    } else if (numberOr(sheet, "repeat", 0) > 1) {
        sheet.add(SettingVerdict::Warning, "repeat", problem("several_captures"));
    }
}

void dataRules(SettingSheet &sheet) {
    const auto level = sheet.level().value_or(-1);
    if (sheet.isOn("profile_memory") && level >= 1) {
        sheet.add(SettingVerdict::Warning, "profile_memory", problem("cost.memory"));
    }
    if (level >= 2) {
        sheet.add(SettingVerdict::Warning, "profiler_level", problem("cost.level2"));
    }
    if (sheet.hasMetrics() && sheet.find("aic_metrics")->text != "PipeUtilization") {
        sheet.add(SettingVerdict::Warning, "aic_metrics", problem("cost.metrics"));
    }
}

constexpr unsigned bit(SettingKind kind) { return 1U << static_cast<unsigned>(kind); }

struct SettingRule {
    unsigned kinds;
    void (*apply)(SettingSheet &sheet);
};
/// In the order in which programs apply them.
constexpr unsigned kMindSpeedKinds = bit(MindSpeed) | bit(MindSpeedFsdp);
constexpr unsigned kTorchNpuKinds = bit(TorchNpu) | bit(MsMonitor);
constexpr unsigned kMindSporeKinds = bit(MindSpore) | bit(MsMonitorMindSpore) | bit(MindSporeOptions);
constexpr std::array<SettingRule, 10> kRules{{
    {kMindSpeedKinds, &mindSpeedRules},
    {bit(MsMonitor) | bit(MsMonitorMindSpore), &requestRules},
    {kTorchNpuKinds, &torchNpuRules},
    {kMindSporeKinds, &mindSporeRules},
    {bit(Schedule) | bit(MindSporeSchedule) | bit(Torch), &scheduleRules},
    {kMindSporeKinds | bit(MindSporeSchedule), &graphRules},
    {kMindSpeedKinds | kTorchNpuKinds | kMindSporeKinds, &levelRules},
    {kTorchNpuKinds | kMindSporeKinds, &domainRules},
    {~0U, &tellNothing},
    {~0U, &dataRules},
}};

}  // namespace

void applySettingRules(SettingSheet &sheet) {
    for (const auto &rule : kRules) {
        if ((rule.kinds & bit(sheet.kind())) != 0) {
            rule.apply(sheet);
        }
    }
}

}  // namespace stagescope
