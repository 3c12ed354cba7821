#include "core/settings/script_check.h"

#include "core/base/text.h"

namespace stagescope {

namespace {

constexpr std::string_view kMonitor = "DynamicProfilerMonitor";
constexpr std::string_view kInterval = "poll_interval";
/// Up to 2.5 both torch_npu and MindSpore had it.
constexpr SettingSpec kOldHandler{
    .path = "tensor_board_trace_handler", .gone = "2.6", .renamed = "tensorboard_trace_handler"};

/// A profiler of MindSpore that is made stopped, as in a Callback: the script starts and stops it.
struct MadeStopped {
    TextNode call;
    bool isOldClass = false;  ///< Profiler, whose data analyse() makes readable
};

std::vector<MadeStopped> madeStopped(std::string_view script) {
    std::vector<MadeStopped> made;
    for (const std::string_view name : {"Profiler", "profile"}) {
        for (auto &call : readCalls(script, name)) {
            const auto *start = call.at("start_profile");
            if (start != nullptr && (start->text == "False" || start->text == "false")) {
                made.push_back({std::move(call), name == "Profiler"});
            }
        }
    }
    return scheduleOf(script) == SettingKind::MindSporeSchedule ? made : std::vector<MadeStopped>();
}

void checkMadeStopped(std::string_view script, const MadeStopped &made, std::vector<SettingProblem> &problems) {
    const auto add = [&](SettingVerdict verdict, const char *id) {
        problems.push_back({verdict, made.call.line, "start_profile", Message(id)});
    };
    if (!contains(script, ".start(")) {
        add(SettingVerdict::Stops, "settings.problem.never_started");
    } else if (!contains(script, ".stop(")) {
        add(SettingVerdict::Warning, "settings.problem.never_stopped");
    } else if (made.isOldClass && made.call.at("on_trace_ready") == nullptr && !contains(script, ".analyse(")) {
        add(SettingVerdict::Warning, "settings.problem.never_analysed");
    }
}

}  // namespace

std::vector<SettingProblem> checkCalls(std::string_view script, const SettingQuestion &question) {
    std::vector<SettingProblem> problems;
    for (const auto &call : readCalls(script, kMonitor)) {
        const auto *interval = call.at(kInterval);
        const auto seconds = interval == nullptr || interval->type != NodeType::Integer
                                 ? std::nullopt
                                 : wholeNumber<std::int64_t>(interval->text);
        if (interval != nullptr && interval->type != NodeType::Expression && seconds.value_or(0) < 1) {
            problems.push_back({SettingVerdict::Reset, interval->line, std::string(kInterval),
                                Message("settings.problem.interval", {interval->text.substr(0, 60)})});
        }
    }
    for (const auto &made : madeStopped(script)) {
        checkMadeStopped(script, made, problems);
    }
    for (const auto &call : readCalls(script, kOldHandler.path)) {
        if (!isKnownTo(kOldHandler, question.version)) {
            problems.push_back({SettingVerdict::Stops, call.line, std::string(kOldHandler.path),
                                Message("settings.problem.handler",
                                        {std::string(kOldHandler.gone), std::string(kOldHandler.renamed)})});
        }
    }
    return problems;
}

bool hasKnownCalls(std::string_view script) {
    return !readCalls(script, kMonitor).empty() || !readCalls(script, kOldHandler.path).empty() ||
           !madeStopped(script).empty();
}

SettingKind scheduleOf(std::string_view script) {
    return containsAny(script, {"import mindspore", "from mindspore"}) ? SettingKind::MindSporeSchedule
                                                                       : SettingKind::Schedule;
}

bool setsGraphO2(std::string_view script) {
    constexpr std::string_view kLevel = "jit_level";
    for (auto at = script.find(kLevel); at != std::string_view::npos; at = script.find(kLevel, at + 1)) {
        const auto begin = script.rfind('\n', at) + 1;  // npos + 1 = 0
        const auto value =
            script.substr(std::min(script.find_first_not_of(" \t\"':=", at + kLevel.size()), script.size()));
        if (value.starts_with("O2") && !contains(script.substr(begin, at - begin), "#")) {
            return true;
        }
    }
    return false;
}

}  // namespace stagescope
