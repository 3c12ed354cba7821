#include "core/settings/setting_answers.h"

#include "core/analysis/overview/capability_list.h"
#include "core/base/text.h"
#include "core/settings/step_plan.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <memory>

namespace stagescope {

namespace {

bool recordsAnything(const SettingSheet &sheet) {
    return (sheet.find("enable") == nullptr || sheet.isOn("enable")) && !sheet.isGiven("npu_monitor") &&
           (sheet.find("start") == nullptr || sheet.isOn("start"));
}

/// Activities of tools.json are a switch for the host.
std::string activitiesOf(const SettingSheet &sheet) {
    const auto *activities = sheet.find("activities");
    return activities != nullptr ? activities->shown() : sheet.isOn("with_cpu") ? "[CPU, NPU]" : "[NPU]";
}

bool recordsDevices(const SettingSheet &sheet) {
    const auto text = activitiesOf(sheet);
    return text != "[]" && text != "[CPU]" && sheet.level().value_or(0) >= 0;
}

/// A run of one rank that holds nothing but these settings, as its profile will.
Run runOf(const SettingSheet &sheet) {
    const bool isTorch = sheet.kind() == SettingKind::Torch;
    const bool isMindSpore = isOfMindSpore(sheet.kind());
    const std::string prefix = isTorch ? "" : isMindSpore ? "profiler_parameters." : "experimental_config.";
    TableBuilder table(TableKind::Environment);
    const auto add = [&](std::string_view role, std::string_view value) {
        table.set("section", std::string_view("profiler")).set("key", std::string_view(prefix + std::string(role)));
        table.set("value", value).endRow();
    };
    for (const auto &spec : sheet.program().keys) {
        const auto role = roleOf(spec);
        if (const auto *value = sheet.find(role);
            value != nullptr && role != "profiler_level" && role != "activities") {
            add(role, role == "mstx" && sheet.isOn("msprof_tx") ? "true" : value->shown());
        }
    }
    if (isMindSpore && sheet.find("data_process") == nullptr) {
        add("data_process", "false");  // the monitor has no such key
    }
    add("activities", activitiesOf(sheet));
    if (const auto level = sheet.level()) {
        add("profiler_level", *level < 0 ? "Level_none" : "Level" + std::to_string(*level));
    }
    RankCapture capture;
    capture.rank = 0;
    capture.loaded.push_back({.source = {}, .traces = {}, .tables = {std::make_shared<TableStore>(table.take())}});
    if (isTorch) {
        capture.files.push_back({.id = {}, .path = {}, .format = "trace_json"});
    }
    Run run;
    run.captures.push_back(std::move(capture));
    return run;
}

/// Of questions that no single switch decides.
Answer answerWithoutSwitch(const CapabilitySpec &spec, const SettingSheet &sheet) {
    const bool hasActivity = activitiesOf(sheet) != "[]";
    if (spec.need == "export") {
        return hasActivity ? Answer::Yes : Answer::No;
    }
    if (spec.need == "schedule") {
        return stepPlan(sheet) ? Answer::Yes : Answer::Partly;
    }
    if (spec.need == "groups") {
        return sheet.find("parallel_strategy") == nullptr ? Answer::Partly
               : sheet.isOn("parallel_strategy")          ? Answer::Yes
                                                          : Answer::No;
    }
    if (spec.id == "snapshot") {
        return sheet.isOn("memory.enable") ? Answer::Yes : Answer::No;
    }
    if (spec.need == "marks") {
        return sheet.kind() == SettingKind::Torch ? Answer::Partly : Answer::No;
    }
    const bool isOfDevice = spec.need == "device" || spec.need == "level1";
    return sheet.kind() == SettingKind::Torch && isOfDevice && recordsDevices(sheet) ? Answer::Yes : Answer::No;
}

PlannedAnswer answerTo(const CapabilitySpec &spec, const SettingSheet &sheet, const Run &run) {
    PlannedAnswer result;
    result.title = Message("capability." + std::string(spec.id));
    auto remedy = capabilityRemedy(run, spec.id);
    const auto isOn = spec.isOn == nullptr ? std::nullopt : spec.isOn(CaptureFacts(run.captures.front()));
    const bool isPossible = !remedy.id.ends_with(".none");
    const bool isOfMemory = spec.id == "snapshot";
    if ((isPossible || isOfMemory) && (recordsAnything(sheet) || isOfMemory)) {
        result.answer = isOn ? (*isOn ? Answer::Yes : Answer::No) : answerWithoutSwitch(spec, sheet);
    }
    if (result.answer == Answer::Yes && spec.need == "marks") {
        result.answer = Answer::Partly;  // of what the code marks
    }
    if (result.answer != Answer::Yes) {
        result.remedy = recordsAnything(sheet) || isOfMemory ? std::move(remedy) : Message("settings.problem.off");
    }
    return result;
}

}  // namespace

std::vector<PlannedAnswer> plannedAnswers(const SettingSheet &sheet) {
    std::vector<PlannedAnswer> answers;
    const auto *type = sheet.find("profile_type");
    if (isSchedule(sheet.kind()) || (type != nullptr && type->text == "dynamic")) {
        return answers;
    }
    const auto run = runOf(sheet);
    for (const auto &spec : capabilityList()) {
        answers.push_back(answerTo(spec, sheet, run));
    }
    return answers;
}

std::vector<std::int64_t> sufficientRanks(const JobSizes &job) {
    std::vector<std::int64_t> ranks;
    const auto inner = std::int64_t{1} * job.tp * job.cp;
    for (std::int64_t stage = 0; stage < job.pp; ++stage) {
        for (std::int64_t replica = 0; replica < std::min(job.dp, 2); ++replica) {
            ranks.push_back(inner * (replica + job.dp * stage));
        }
    }
    return ranks;
}

std::optional<std::vector<std::int64_t>> namedRanks(const SettingSheet &sheet, const JobSizes &job) {
    const auto *ranks = sheet.find("ranks");
    const bool isUsed = sheet.find("is_rank") == nullptr || sheet.isOn("is_rank");
    if (ranks == nullptr || !isUsed || ranks->has("-1")) {
        return std::nullopt;
    }
    std::vector<std::int64_t> named;
    for (const auto &item : ranks->items) {
        if (const auto rank = wholeNumber<std::int64_t>(item); rank && *rank < job.world()) {
            named.push_back(*rank);
        }
    }
    return named;
}

double kernelTableBytes(const SettingSheet &sheet, std::int64_t steps, std::int64_t ranks) {
    if (!recordsAnything(sheet) || !recordsDevices(sheet) || isSchedule(sheet.kind())) {
        return 0;
    }
    const auto *forms = sheet.find("export_type");
    const bool hasText = forms == nullptr || containsIgnoringCase(forms->shown(), "text");
    const bool hasDatabase = forms != nullptr && containsIgnoringCase(forms->shown(), "db");
    const double share = (hasText ? 1.0 : 0.0) + (hasDatabase ? 0.5 : 0.0);
    return (sheet.level() == 0 ? kKernelTableBytesLevel0 : kKernelTableBytes) * share * static_cast<double>(steps) *
           static_cast<double>(ranks);
}

}  // namespace stagescope
