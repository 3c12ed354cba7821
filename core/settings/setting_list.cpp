#include "core/settings/setting_list.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stagescope {

namespace {

using enum SettingType;

constexpr std::string_view kTorchMetrics =
    "AiCoreNone|PipeUtilization|ArithmeticUtilization|Memory|MemoryL0|MemoryUB|ResourceConflictRatio|L2Cache|"
    "MemoryAccess";
constexpr std::string_view kMetricCodes =
    "-1=AiCoreNone|0=PipeUtilization|1=ArithmeticUtilization|2=Memory|3=MemoryL0|4=MemoryUB|5=ResourceConflictRatio|"
    "6=L2Cache|7=MemoryAccess";
constexpr std::string_view kHostParts = "cpu|mem|disk|network|osrt";
constexpr std::string_view kBoth = R"(["CPU", "NPU"])";
constexpr std::string_view kAsText = R"(["text"])";

// A value of the wrong type in tools.json is taken as Python takes it.
constexpr auto kMindSpeed = std::to_array<SettingSpec>({
    {"profile.enable", Flag, "false", "", "enable", SettingVerdict::Warning},
    {"profile.profile_type", Choice, "\"static\"", "static|dynamic", "", SettingVerdict::Stops},
    {"profile.ranks", IntegerList, "[0, 1, 2, 3]", "-1..", "", SettingVerdict::Stops},
    {"profile.static_param.level", Choice, "\"level1\"", "level0|level1|level2", "profiler_level",
     SettingVerdict::Stops},
    {"profile.static_param.with_stack", Flag, "false", "", "", SettingVerdict::Warning},
    {"profile.static_param.with_memory", Flag, "false", "", "profile_memory", SettingVerdict::Warning},
    {"profile.static_param.record_shapes", Flag, "false", "", "", SettingVerdict::Warning},
    {"profile.static_param.with_cpu", Flag, "true", "", "", SettingVerdict::Warning},
    {"profile.static_param.save_path", Text, "\"./npu_profiling\"", "", "prof_dir", SettingVerdict::Stops},
    {"profile.static_param.start_step", Integer, "10", "0..", "", SettingVerdict::Reset, "0"},
    {"profile.static_param.end_step", Integer, "11", "0..", "", SettingVerdict::Reset, "0"},
    {"profile.static_param.data_simplification", Flag, "false", "", "", SettingVerdict::Warning},
    {"profile.static_param.aic_metrics_type", Choice, "\"PipeUtilization\"", "PipeUtilization|ArithmeticUtilization",
     "aic_metrics", SettingVerdict::Stops},
    {"profile.static_param.analyse_flag", Flag, "true", "", "analyse", SettingVerdict::Warning},
    {"profile.dynamic_param.config_path", Text, "\"path to dynamic config folder\"", "", "", SettingVerdict::Stops},
    {"memory_profile.enable", Flag, "false", "", "memory.enable", SettingVerdict::Warning},
    {"memory_profile.start_step", Integer, "0", "0..", "memory.start_step", SettingVerdict::Stops},
    {"memory_profile.end_step", Integer, "2", "0..", "memory.end_step", SettingVerdict::Stops},
    {"memory_profile.save_path", Text, "\"./memory_snapshot\"", "", "memory.save_path", SettingVerdict::Stops},
    {"memory_profile.dump_ranks", IntegerList, "[0]", "-1..", "memory.ranks", SettingVerdict::Stops},
    {"memory_profile.stacks", Choice, "\"all\"", "all|python", "memory.stacks", SettingVerdict::Stops},
    {.path = "memory_profile.max_entries",
     .type = Integer,
     .usual = "null",
     .accepted = "1..",
     .role = "memory.max_entries",
     .onBad = SettingVerdict::Stops,
     .mayBeNull = true},
    {"memory_profile.mem_info", Flag, "false", "", "memory.mem_info", SettingVerdict::Warning},
    {"sorafeature.save_path", Text, "\"./sora_features\"", "", "feature.save_path", SettingVerdict::Stops},
    {.path = "sorafeature.extract_video_feature",
     .role = "feature.video",
     .onBad = SettingVerdict::Warning,
     .mayBeNull = true},
    {.path = "sorafeature.extract_text_feature",
     .role = "feature.text",
     .onBad = SettingVerdict::Warning,
     .mayBeNull = true},
});

constexpr auto kTorchNpu = std::to_array<SettingSpec>({
    {"activities", ChoiceList, kBoth, "CPU|NPU", "", SettingVerdict::Ignored},
    {"prof_dir", Text, "\"./\""},
    {"analyse"},
    {"record_shapes"},
    {"profile_memory"},
    {"with_stack"},
    {"with_flops"},
    {"with_modules"},
    {"active", Integer, "1", "1.."},
    {"warmup", Integer, "0", "0.."},
    {"start_step", Integer, "0", "-1.."},
    {"is_rank", Flag, "false", "", "", SettingVerdict::Stops},
    {"rank_list", IntegerList, "[]", "0..", "ranks", SettingVerdict::Stops},
    {"async_mode"},
    {"experimental_config.profiler_level", Choice, "\"Level0\"", "Level_none|Level0|Level1|Level2"},
    {"experimental_config.aic_metrics", Choice, "\"AiCoreNone\"", kTorchMetrics},
    {"experimental_config.l2_cache"},
    {"experimental_config.op_attr"},
    {.path = "experimental_config.gc_detect_threshold",
     .type = Number,
     .usual = "null",
     .accepted = "0..",
     .mayBeNull = true},
    {"experimental_config.data_simplification", Flag, "true"},
    {"experimental_config.record_op_args"},
    {"experimental_config.export_type", ChoiceList, kAsText, "text|db"},
    {"experimental_config.mstx"},
    {"experimental_config.mstx_domain_include", TextList, "[]"},
    {"experimental_config.mstx_domain_exclude", TextList, "[]"},
    {"experimental_config.host_sys", ChoiceList, "[]", "cpu|mem|disk|network|osrt|numa"},
    {"experimental_config.sys_io"},
    {"experimental_config.sys_interconnection"},
    {.path = "experimental_config.msprof_tx", .gone = "2.6", .renamed = "experimental_config.mstx"},
    {"metadata", Object, "{}"},
});

constexpr auto kMindSpore = std::to_array<SettingSpec>({
    {"start_step", Integer, "-1", "-1.."},
    {"stop_step", Integer, "-1", "-1.."},
    {.path = "aic_metrics",
     .type = Choice,
     .usual = "\"AiCoreNone\"",
     .accepted = kTorchMetrics,
     .codes = kMetricCodes},
    {.path = "profiler_level",
     .type = Choice,
     .usual = "\"Level0\"",
     .accepted = "LevelNone|Level0|Level1|Level2",
     .codes = "-1=LevelNone|0=Level0|1=Level1|2=Level2"},
    {.path = "analyse_mode", .type = Integer, .usual = "-1", .accepted = "-1..1"},
    {.path = "activities", .type = ChoiceList, .usual = kBoth, .accepted = "CPU|NPU", .codes = "0=CPU,NPU|1=CPU|2=NPU"},
    {.path = "export_type",
     .type = ChoiceList,
     .usual = kAsText,
     .accepted = "text|db",
     .codes = "0=text|1=db|2=text,db"},
    {"profile_memory"},
    {"mstx"},
    {"parallel_strategy"},
    {"with_stack"},
    {"data_simplification", Flag, "true"},
    {"l2_cache"},
    {"analyse"},
    {"record_shapes"},
    {.path = "prof_path", .type = Text, .usual = "null", .role = "prof_dir", .mayBeNull = true},
    {"mstx_domain_include", TextList, "[]"},
    {"mstx_domain_exclude", TextList, "[]"},
    {"host_sys", ChoiceList, "[]", kHostParts},
    {"sys_io"},
    {"sys_interconnection"},
    {.path = "aicore_metrics",
     .type = Choice,
     .usual = "\"AiCoreNone\"",
     .accepted = kTorchMetrics,
     .codes = kMetricCodes,
     .gone = "2.6",
     .renamed = "aic_metrics"},
    {.path = "profile_communication", .gone = "2.6", .renamed = "profiler_level"},
    {.path = "op_time", .usual = "true", .gone = "2.6", .renamed = "profiler_level"},
    {.path = "profile_framework", .type = Text, .usual = "\"all\"", .gone = "2.6", .renamed = "activities"},
});

constexpr auto kMindSporeOptions = std::to_array<SettingSpec>({
    {"start"},
    {"output_path", Text, "\"./data\"", "", "prof_dir"},
    {"profiler_level", Choice, "\"Level0\"", "LevelNone|Level0|Level1|Level2"},
    {"activities", ChoiceList, kBoth, "CPU|NPU|GPU"},
    {"aic_metrics", Choice, "\"None\"",
     "None|PipeUtilization|ArithmeticUtilization|Memory|MemoryL0|MemoryUB|ResourceConflictRatio|L2Cache|MemoryAccess"},
    {"export_type", ChoiceList, kAsText, "text|db"},
    {"with_stack"},
    {"profile_memory"},
    {"data_process"},
    {"parallel_strategy"},
    {"l2_cache"},
    {.path = "hbm_ddr", .onBad = SettingVerdict::Reset, .gone = "2.6", .renamed = "sys_io"},
    {.path = "pcie", .onBad = SettingVerdict::Reset, .gone = "2.6", .renamed = "sys_interconnection"},
    {"sys_io"},
    {"sys_interconnection"},
    {"record_shapes"},
    {"mstx"},
    {"sync_enable", Flag, "true"},
    {"data_simplification", Flag, "true"},
    {"mstx_domain_include", TextList, "[]"},
    {"mstx_domain_exclude", TextList, "[]"},
    {"host_sys", ChoiceList, "[]", "(none)"},
    {.path = "aicore_metrics",
     .type = Choice,
     .usual = "-1",
     .accepted = kTorchMetrics,
     .resetTo = "0",
     .codes = "-1=AiCoreNone|0=PipeUtilization|1=ArithmeticUtilization|2=Memory|3=MemoryL0|4=ResourceConflictRatio|"
              "5=MemoryUB|6=L2Cache",
     .gone = "2.6",
     .renamed = "aic_metrics"},
    {.path = "op_time", .usual = "true", .gone = "2.4", .renamed = "profiler_level"},
    {.path = "profile_communication", .gone = "2.4", .renamed = "profiler_level"},
    {.path = "timeline_limit", .type = Integer, .usual = "500", .accepted = "1..", .gone = "2.4"},
    {.path = "profile_framework",
     .type = Choice,
     .usual = "\"all\"",
     .accepted = "memory|time|all",
     .gone = "2.4",
     .renamed = "activities",
     .mayBeNull = true},
});

constexpr auto kSchedule = std::to_array<SettingSpec>({
    {"wait", Integer, "0", "0.."},
    {"warmup", Integer, "0", "0.."},
    {"active", Integer, "1", "1.."},
    {"repeat", Integer, "0", "0.."},
    {"skip_first", Integer, "0", "0.."},
    {"skip_first_wait", Integer, "0", "0.."},
    {.path = "warm_up", .type = Integer, .usual = "0", .accepted = "0..", .gone = "2.6", .renamed = "warmup"},
});

constexpr auto kTorch = std::to_array<SettingSpec>({
    {"activities", ChoiceList, R"(["CPU", "CUDA"])", "CPU|CUDA|XPU|MTIA|HPU|PrivateUse1", "", SettingVerdict::Stops},
    {"schedule.wait", Integer, "0", "0..", "", SettingVerdict::Stops},
    {"schedule.warmup", Integer, "0", "0..", "", SettingVerdict::Stops},
    {"schedule.active", Integer, "1", "1..", "", SettingVerdict::Stops},
    {"schedule.repeat", Integer, "0", "0..", "", SettingVerdict::Stops},
    {"schedule.skip_first", Integer, "0", "0..", "", SettingVerdict::Stops},
    {"schedule.skip_first_wait", Integer, "0", "0..", "", SettingVerdict::Stops},
    {"record_shapes"},
    {"profile_memory"},
    {"with_stack"},
    {"with_flops"},
    {"with_modules"},
    {.path = "use_cuda", .gone = "1.9", .renamed = "activities"},
});

constexpr auto kPrograms = std::to_array<SettingProgram>({
    {SettingKind::MindSpeed, "mindspeed-mm", "tools.json", true, kMindSpeed},
    {SettingKind::TorchNpu, "torch_npu", "profiler_config.json", false, kTorchNpu},
    {SettingKind::MindSpore, "mindspore", "profiler_config.json", false, kMindSpore},
    {SettingKind::MindSporeOptions, "ms_profiler_options", "MS_PROFILER_OPTIONS", false, kMindSporeOptions},
    {SettingKind::Schedule, "schedule", "schedule()", false, kSchedule},
    {SettingKind::Torch, "torch", "torch.profiler.profile", false, kTorch},
});
static_assert(kPrograms.size() == kSettingKinds);

std::vector<std::string_view> partsOf(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto bar = std::min(text.find('|'), text.size());
        parts.push_back(text.substr(0, bar));
        text.remove_prefix(std::min(bar + 1, text.size()));
    }
    return parts;
}

/// "2.10.1rc2" as (2, 10).
std::tuple<int, int> versionOf(std::string_view text) {
    const auto dot = std::min(text.find('.'), text.size());
    const auto minor = text.substr(std::min(dot + 1, text.size()));
    const auto digits = std::min(minor.find_first_not_of("0123456789"), minor.size());
    return {wholeNumber<int>(text.substr(0, dot)).value_or(0), wholeNumber<int>(minor.substr(0, digits)).value_or(0)};
}

}  // namespace

Message settingTypeName(SettingType type) {
    constexpr auto kNames = std::to_array<const char *>(
        {"flag", "integer", "number", "text", "choice", "choices", "integers", "texts", "object"});
    return Message(std::string("settings.type.") + kNames.at(static_cast<std::size_t>(type)));
}

std::string wantedText(const SettingSpec &spec, const std::function<std::string(const Message &message)> &words) {
    const auto type = words(settingTypeName(spec.type));
    const auto choices = choicesOf(spec);
    const auto dots = spec.accepted.find("..");
    if (choices.empty() && dots == std::string_view::npos) {
        return type;
    }
    if (choices.empty()) {
        const auto least = std::string(spec.accepted.substr(0, dots));
        const auto most = std::string(spec.accepted.substr(dots + 2));
        return words(most.empty() ? Message("settings.wanted.from", {type, least})
                                  : Message("settings.wanted.range", {type, least, most}));
    }
    std::string list;
    for (const auto choice : choices) {
        list += (list.empty() ? "" : ", ") + std::string(choice);
    }
    return words(Message("settings.wanted.choice", {type, list}));
}

std::span<const SettingProgram> settingPrograms() { return kPrograms; }

const SettingProgram &settingProgram(SettingKind kind) { return kPrograms.at(static_cast<std::size_t>(kind)); }

const SettingProgram *settingProgramById(std::string_view id) {
    const auto *it = std::find_if(kPrograms.begin(), kPrograms.end(), [&](const auto &p) { return p.id == id; });
    return it == kPrograms.end() ? nullptr : it;
}

const SettingSpec *settingAt(const SettingProgram &program, std::string_view path) {
    const auto it =
        std::find_if(program.keys.begin(), program.keys.end(), [&](const auto &s) { return s.path == path; });
    return it == program.keys.end() ? nullptr : &*it;
}

std::string_view roleOf(const SettingSpec &spec) {
    return !spec.role.empty() ? spec.role : spec.path.substr(spec.path.find_last_of('.') + 1);
}

std::vector<std::string_view> choicesOf(const SettingSpec &spec) {
    const bool isChoice = spec.type == Choice || spec.type == ChoiceList;
    return isChoice ? partsOf(spec.accepted) : std::vector<std::string_view>();
}

std::optional<std::string_view> meantByCode(const SettingSpec &spec, std::string_view number) {
    for (const auto part : partsOf(spec.codes)) {
        if (part.starts_with(number) && part.substr(number.size()).starts_with('=')) {
            return part.substr(number.size() + 1);
        }
    }
    return std::nullopt;
}

bool isKnownTo(const SettingSpec &spec, std::string_view version) {
    return spec.gone.empty() || (!version.empty() && versionOf(version) < versionOf(spec.gone));
}

Message settingMeaning(const SettingSpec &spec) { return Message("setting." + std::string(roleOf(spec))); }

std::optional<SettingKind> recognisedSettings(const TextNode &root) {
    std::optional<SettingKind> best;
    std::size_t most = 0;
    for (const auto &program : kPrograms) {
        const auto known = static_cast<std::size_t>(std::count_if(
            program.keys.begin(), program.keys.end(), [&](const auto &s) { return root.at(s.path) != nullptr; }));
        if (known > most) {
            most = known;
            best = program.kind;
        }
    }
    return best;
}

}  // namespace stagescope
