#include "core/advice/number_texts.h"
#include "core/advice/remedies/cpu_affinity.h"
#include "core/advice/rule_list.h"
#include "core/analysis/run/environment.h"
#include "core/analysis/run/time_split.h"
#include "core/base/text.h"

#include <QtCore/QtGlobal>

#include <algorithm>
#include <array>
#include <vector>

namespace stagescope {

namespace {

constexpr std::int64_t kLeastCachedOperators = 10'000;

/// An environment variable whose value costs time. Sources: MindStudio's advisor (26, environment_variable_info),
/// the tuning guide of MindSpeed; judged only where the profile recorded the variable ("": it was not set).
struct SettingSign {
    std::string_view key;
    bool (*isBad)(std::string_view value);
    bool ifHostBound;  ///< it changes how fast the host is, so that others do not gain by it
    std::string_view command;
    bool isOfTorch = false;  ///< torch_npu reads it, and no other framework
};

bool isSetBesides(std::string_view value, std::string_view usual) { return !value.empty() && value != usual; }
bool isVerbose(std::string_view value) { return isSetBesides(value, "3"); }
bool isOtherClass(std::string_view value) { return isSetBesides(value, "132"); }
bool isOtherLevel(std::string_view value) { return isSetBesides(value, "4"); }
bool isOn(std::string_view value) { return value == "1"; }
bool isSet(std::string_view value) { return !value.empty(); }
bool isSmallCache(std::string_view value) {
    return wholeNumber<std::int64_t>(value).value_or(0) < kLeastCachedOperators;
}
bool isNoCapacity(std::string_view value) { return wholeNumber<std::int64_t>(value).value_or(0) <= 0; }
bool isInflexible(std::string_view value) { return !containsIgnoringCase(value, "expandable_segments:true"); }

bool isOff(std::string_view value) { return value == "0"; }
bool isMistaken(std::string_view value) { return !value.empty() && !cpuAffinityFrom(value).problems.empty(); }

constexpr std::array kSettings{
    SettingSign{"ASCEND_LAUNCH_BLOCKING", isOn, false, "export ASCEND_LAUNCH_BLOCKING=0"},
    SettingSign{"ASCEND_GLOBAL_LOG_LEVEL", isVerbose, false, "export ASCEND_GLOBAL_LOG_LEVEL=3"},
    SettingSign{"HCCL_ALGO", isSet, false, "unset HCCL_ALGO"},
    SettingSign{"HCCL_RDMA_TC", isOtherClass, false, "export HCCL_RDMA_TC=132"},
    SettingSign{"HCCL_RDMA_SL", isOtherLevel, false, "export HCCL_RDMA_SL=4"},
    SettingSign{"CPU_AFFINITY_CONF", isMistaken, false, "export CPU_AFFINITY_CONF=1", true},
    SettingSign{"TASK_QUEUE_ENABLE", isOff, true, "export TASK_QUEUE_ENABLE=1", true},
    SettingSign{"ACLNN_CACHE_LIMIT", isSmallCache, true, "export ACLNN_CACHE_LIMIT=100000"},
    SettingSign{"HOST_CACHE_CAPACITY", isNoCapacity, true, "export HOST_CACHE_CAPACITY=20"},
    SettingSign{"PYTORCH_NPU_ALLOC_CONF", isInflexible, true, "export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True",
                true},
};

/// The sign for a variable of a rank, if any: what another framework reads does nothing to this one.
const SettingSign *signFor(const std::string &key, Platform platform) {
    const auto sign = std::ranges::find(kSettings, key, &SettingSign::key);
    const bool isRead = sign != kSettings.end() && !(sign->isOfTorch && platform == Platform::MindSpore);
    return isRead ? &*sign : nullptr;
}

double medianOf(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Share of the step that the median rank idles: for its host where causes of gaps are known, else for whatever reason.
double idleShare(const RuleInput &input) {
    std::vector<double> shares;
    for (const auto &rank : input.gaps) {
        for (const auto &step : rank.steps) {
            shares.push_back(shareOf(step.of(FreeCause::HostLaunch), input.step));
        }
    }
    if (shares.empty()) {
        for (const auto &split : timeSplits(input.run, input.stop)) {
            shares.push_back(shareOf(split.parts.free, split.parts.total));
        }
    }
    return medianOf(std::move(shares));
}

struct BadSetting {
    const SettingSign *sign;
    std::string value;
};

/// Of the first rank that records settings.
std::vector<BadSetting> badSettings(const RuleInput &input, bool isHostBound, int &rank) {
    std::vector<BadSetting> bad;
    const auto platform = platformOf(input.run);
    for (rank = -1; const int each : input.run.ranks()) {
        for (const auto &setting : environmentSettings(*input.run.capture(each))) {
            const auto *sign = signFor(setting.key, platform);
            rank = sign == nullptr ? rank : each;
            if (sign != nullptr && (isHostBound || !sign->ifHostBound) && sign->isBad(setting.value)) {
                bad.push_back({sign, setting.value});
            }
        }
        if (rank >= 0) {
            break;
        }
    }
    return bad;
}

std::vector<Finding> runEnvironment(const RuleInput &input) {
    const double idle = idleShare(input);
    const double least = input.parameter("environment.idle_share");
    int rank = -1;
    const auto bad = badSettings(input, idle >= least, rank);
    if (bad.empty()) {
        return {};
    }
    Finding finding;
    finding.rule = "environment";
    finding.severity = FindingSeverity::Low;
    finding.certainty = Certainty::Inferred;
    finding.evidence.items = {RankRef{input.run.id, rank}};
    finding.place = "table/environment";
    finding.title = Message("finding.environment", {std::to_string(bad.size())});
    std::string commands;
    for (const auto &setting : bad) {
        const std::string key(setting.sign->key);
        finding.facts.push_back(setting.value.empty() ? Message("finding.environment.unset." + key)
                                                      : Message("finding.environment.fact." + key, {setting.value}));
        commands += (commands.empty() ? "" : "; ") + std::string(setting.sign->command);
    }
    finding.facts.emplace_back("finding.environment.idle",
                               std::vector<std::string>{percentText(idle), percentText(least)});
    finding.remedy = Message("finding.environment.remedy", {commands});
    finding.assumptions = {Message("finding.environment.unless")};
    return {finding};
}

std::optional<Message> lacksSettings(const RuleInput &input) {
    const auto platform = platformOf(input.run);
    for (const int rank : input.run.ranks()) {
        for (const auto &setting : environmentSettings(*input.run.capture(rank))) {
            if (signFor(setting.key, platform) != nullptr) {
                return std::nullopt;
            }
        }
    }
    return Message("finding.unanswered.environment");
}

}  // namespace

Rule makeEnvironmentRule() {
    return {.id = "environment",
            .parameters = {{"environment.idle_share", 0.1, "",
                            QT_TRANSLATE_NOOP("Message",
                                              "Minimum device idle time (share of the step) for advice on host "
                                              "settings; MindStudio's advisor reports this much free time.")}},
            .run = &runEnvironment,
            .unanswered = &lacksSettings,
            .isFor = &isOfNpus};
}

}  // namespace stagescope
