#include "core/settings/script_check.h"

#include "core/base/text.h"

namespace stagescope {

namespace {

constexpr std::string_view kMonitor = "DynamicProfilerMonitor";
constexpr std::string_view kInterval = "poll_interval";
/// Up to 2.5 both torch_npu and MindSpore had it.
constexpr SettingSpec kOldHandler{
    .path = "tensor_board_trace_handler", .gone = "2.6", .renamed = "tensorboard_trace_handler"};

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
    return !readCalls(script, kMonitor).empty() || !readCalls(script, kOldHandler.path).empty();
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
