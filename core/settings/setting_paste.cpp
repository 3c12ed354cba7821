#include "core/settings/setting_paste.h"

#include "core/settings/request_text.h"

namespace stagescope {

namespace {

/// A value as Python writes it; activities are members of an enumeration.
std::string pythonValue(const SettingSpec &spec, const SettingValue &value) {
    if (spec.type == SettingType::ChoiceList) {
        std::string list;
        for (const auto &item : value.items) {
            list += (list.empty() ? "" : ", ") + std::string("ProfilerActivity.") + item;
        }
        return "[" + list + "]";
    }
    return spec.type == SettingType::Flag ? (value.isOn() ? "True" : "False") : value.text;
}

/// "active=2, repeat=1" of the keys below a prefix that say more than their absence; `active` has no usual value in
/// Python.
std::string argumentsBelow(const SettingSheet &sheet, std::string_view prefix, const std::string &separator) {
    std::string text;
    for (const auto &spec : sheet.program().keys) {
        const auto it = sheet.values().find(spec.path);
        if (!spec.path.starts_with(prefix) || it == sheet.values().end() || it->second.line == 0) {
            continue;
        }
        const auto name = spec.path.substr(prefix.size());
        const bool isUsual = it->second.text == spec.usual && name != "active";
        if (name.find('.') == std::string_view::npos && !isUsual) {
            text += (text.empty() ? "" : separator) + std::string(name) + "=" + pythonValue(spec, it->second);
        }
    }
    return text;
}

std::string torchCall(const SettingSheet &sheet) {
    const std::string indent = ",\n    ";
    auto text = argumentsBelow(sheet, "", indent);
    if (sheet.isGiven("active")) {
        text += (text.empty() ? "" : indent) + "schedule=torch.profiler.schedule(" +
                argumentsBelow(sheet, "schedule.", ", ") + ")";
    }
    text += (text.empty() ? "" : indent) + std::string("on_trace_ready=tensorboard_trace_handler(\"./profile\")");
    return "import torch\nfrom torch.profiler import ProfilerActivity, tensorboard_trace_handler\n\n"
           "prof = torch.profiler.profile(\n    " +
           text + ")\n";
}

}  // namespace

std::string quotedForShell(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return result + "'";
}

std::string pasteText(const SettingSheet &sheet, std::string_view text) {
    switch (sheet.kind()) {
        case SettingKind::MindSporeOptions:
            return "export MS_PROFILER_OPTIONS=" + quotedForShell(text.substr(0, text.find_last_not_of("\r\n") + 1)) +
                   "\n";
        case SettingKind::MsMonitor:
        case SettingKind::MsMonitorMindSpore:
            return dynoCommand(sheet);
        case SettingKind::Schedule:
        case SettingKind::MindSporeSchedule:
            return "schedule(" + argumentsBelow(sheet, "", ", ") + ")\n";
        case SettingKind::Torch:
            return torchCall(sheet);
        default:
            return {};
    }
}

}  // namespace stagescope
