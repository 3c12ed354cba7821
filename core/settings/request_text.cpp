#include "core/settings/request_text.h"

#include "core/base/text.h"
#include "core/settings/read_back.h"
#include "core/settings/setting_paste.h"

#include <QtCore/QString>

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::size_t kMaxRequestKeys = 4096;  ///< each is compared with all before it

/// "start_step" of "PROFILE_START_STEP": what MindSpore makes of a key.
std::string shortKey(std::string_view key) {
    const bool isLong = contains(key, "PROFILE") || contains(key, "ACTIVITIES");
    return isLong && contains(key, "_") ? lowerCase(key.substr(key.find('_') + 1)) : std::string(key);
}

/// As Python's int() and float() take it; nothing for what they do not.
std::optional<NodeType> numberType(std::string_view text) {
    const auto plain = trimmed(text);
    const auto digits = plain.substr(plain.starts_with('-') || plain.starts_with('+') ? 1 : 0);
    if (!digits.empty() && std::all_of(digits.begin(), digits.end(), isDigit)) {
        return NodeType::Integer;
    }
    double value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool isNumber = status == std::errc{} && end == digits.data() + digits.size() && !digits.starts_with('-');
    return isNumber ? std::optional(NodeType::Number) : std::nullopt;
}

void typeNumber(TextNode &node, bool isWhole) {
    const auto type = numberType(node.text);
    if (type && (!isWhole || *type == NodeType::Integer)) {
        node.type = *type;
        node.text = trimmed(node.text);
        node.text.erase(0, node.text.starts_with('+') ? 1 : 0);
    }
}

/// The choice that a text stands for, where case and blanks are as the program wants them.
void typeChoice(const SettingSpec &spec, TextNode &node) {
    for (const auto choice : choicesOf(spec)) {
        if (spec.isRaw && lowerCase(choice) == lowerCase(node.text)) {
            node.text = choice;
        }
    }
}

void typeList(const SettingSpec &spec, TextNode &node) {
    node.type = NodeType::List;
    if (node.text == "None") {
        return;
    }
    for (std::size_t from = 0; from <= node.text.size();) {
        const auto comma = std::min(node.text.find(',', from), node.text.size());
        const auto item = std::string_view(node.text).substr(from, comma - from);
        TextNode value{.type = NodeType::Text,
                       .begin = node.begin + from,
                       .end = node.begin + comma,
                       .line = node.line,
                       .text = std::string(spec.isRaw ? item : trimmed(item)),
                       .members = {}};
        if (spec.type == SettingType::IntegerList) {
            typeNumber(value, true);
        } else {
            typeChoice(spec, value);
        }
        node.members.push_back({.value = std::move(value)});
        from = comma + 1;
    }
}

void typeValue(const SettingSpec &spec, TextNode &node) {
    const bool isFlag = lowerCase(node.text) == "true" || lowerCase(node.text) == "false";
    switch (spec.type) {
        case SettingType::Flag:
            node.type = isFlag ? NodeType::Flag : node.type;
            node.text = isFlag ? lowerCase(node.text) : node.text;
            break;
        case SettingType::Integer:
        case SettingType::Number:
            if (spec.mayBeNull && node.text == "None") {
                node.type = NodeType::Null;
                node.text = "null";
            } else {
                typeNumber(node, spec.type == SettingType::Integer);
            }
            break;
        case SettingType::Choice:
            typeChoice(spec, node);
            break;
        case SettingType::ChoiceList:
        case SettingType::IntegerList:
        case SettingType::TextList:
            typeList(spec, node);
            break;
        default:
            break;
    }
}

/// "--start-step" of "PROFILE_START_STEP"; empty for keys that dyno has no option for.
std::string dynoOption(std::string_view key) {
    constexpr auto kWithout = std::to_array<std::string_view>(
        {"WARMUP_ITERATIONS", "PROFILE_MSTX", "PROFILE_IS_RANK", "PROFILE_START_ITERATION", "NPU_MONITOR_START"});
    if (std::find(kWithout.begin(), kWithout.end(), key) != kWithout.end()) {
        return {};
    }
    auto option = shortKey(key);
    std::replace(option.begin(), option.end(), '_', '-');
    return "--" + option;
}

/// A word of a shell, in quotes where it needs them.
std::string shellWord(const std::string &text) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:+-";
    return !text.empty() && text.find_first_not_of(kPlain) == std::string::npos ? text : quotedForShell(text);
}

/// As dyno takes it: "CPU,NPU", "Db", 1.5.
std::string dynoValue(const SettingSpec &spec, const SettingValue &value) {
    std::string text = value.type == NodeType::List ? std::string() : value.text;
    for (const auto &item : value.items) {
        text += (text.empty() ? "" : ",") + item;
    }
    if (roleOf(spec) == "export_type") {
        text = lowerCase(text) == "db" ? "Db" : "Text";
    }
    return shellWord(text);
}

}  // namespace

Result<SettingText> readRequestText(std::string_view text) {
    SettingText result{.syntax = SettingSyntax::Request};
    result.root = {.type = NodeType::Object, .end = text.size(), .members = {}};
    int line = 0;
    for (std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        const auto whole = trimmed(text.substr(at, end - at));
        const auto begin = static_cast<std::size_t>(whole.data() - text.data());
        at = end + 1;
        ++line;
        // dyno prints "NpuTrace config =" above what it sends.
        const bool isHeading = whole.ends_with('=') && trimmed(whole.substr(0, whole.size() - 1)).ends_with(" config");
        if (whole.empty() || whole.starts_with('#') || isHeading) {
            continue;
        }
        const auto equals = whole.find('=');
        TextMember member{.key = std::string(trimmed(whole.substr(0, equals))), .begin = begin, .line = line};
        member.end = begin + member.key.size();
        if (equals == std::string_view::npos || contains(whole.substr(equals + 1), "=")) {
            result.problems.push_back(
                {SettingVerdict::Ignored, line, member.key.substr(0, 60), Message("settings.problem.request_line")});
            continue;
        }
        if (const auto *before = result.root.member(member.key)) {
            result.problems.push_back({SettingVerdict::Ignored, line, member.key,
                                       Message("settings.problem.twice", {std::to_string(before->line)})});
        }
        if (result.root.members.size() >= kMaxRequestKeys) {
            return fail(ErrorKind::Limit, "line " + std::to_string(line) + ": more than 4096 keys");
        }
        const auto value = trimmed(whole.substr(equals + 1));
        const auto from = value.empty() ? begin + equals + 1 : static_cast<std::size_t>(value.data() - text.data());
        member.value = {.type = NodeType::Text,
                        .begin = from,
                        .end = from + value.size(),
                        .line = line,
                        .text = std::string(value),
                        .members = {}};
        result.root.members.push_back(std::move(member));
    }
    return result;
}

TextNode typedRequest(const SettingProgram &program, TextNode root) {
    for (auto &member : root.members) {
        const auto *spec = settingAt(program, member.key);
        for (const auto &each : program.keys) {
            const bool isShort = program.kind == SettingKind::MsMonitorMindSpore && shortKey(each.path) == member.key;
            spec = spec == nullptr && isShort ? &each : spec;
        }
        if (spec != nullptr) {
            member.key = spec->path;
            typeValue(*spec, member.value);
        }
    }
    return root;
}

std::string requestOf(const TextNode &value) {
    std::string text = value.type == NodeType::List   ? (value.members.empty() ? "None" : "")
                       : value.type == NodeType::Null ? "None"
                                                      : value.text;
    for (std::size_t i = 0; i < value.members.size(); ++i) {
        text += (i == 0 ? "" : ",") + value.members[i].value.text;
    }
    return text;
}

bool fitsRequest(std::string_view value) { return value.find_first_of("=\r\n") == std::string_view::npos; }

Result<std::string> requestWithValue(const std::string &text, std::string_view key, const TextNode &value) {
    ASSIGN_OR_RETURN(const auto read, readRequestText(text));
    const auto written = requestOf(value);
    if (!fitsRequest(written)) {
        return fail(ErrorKind::BadArgument, "a request holds no = and no end of a line", std::string(key));
    }
    if (const auto typed = QString::fromStdString(written); typed.trimmed() != typed) {
        return fail(ErrorKind::BadArgument, "a request keeps no blanks around a value", std::string(key));
    }
    const auto members = read.root.members;
    const auto it = std::find_if(members.rbegin(), members.rend(),
                                 [&](const TextMember &m) { return m.key == key || m.key == shortKey(key); });
    const std::string end = contains(text, "\r\n") ? "\r\n" : "\n";
    auto changed = it != members.rend() ? text.substr(0, it->value.begin) + written + text.substr(it->value.end)
                                        : text + (text.empty() || text.ends_with('\n') ? "" : end) + std::string(key) +
                                              "=" + written + end;
    const TextEdit edit{it != members.rend() ? std::string_view(it->key) : key,
                        {.type = NodeType::Text, .text = written, .members = {}}};
    const auto status = readBack(text, changed, SettingSyntax::Request, edit);
    return status ? Result<std::string>(std::move(changed)) : tl::make_unexpected(status.error());
}

std::string dynoCommand(const SettingSheet &sheet) {
    std::string command = "dyno --certs-dir NO_CERTS nputrace";
    std::string comments;
    for (const auto &spec : sheet.program().keys) {
        const auto &value = sheet.values().find(spec.path)->second;
        const auto role = roleOf(spec);
        const bool isNeeded = role == "start_step" || role == "active" || role == "iterations" || role == "prof_dir";
        auto usual = usualValue(spec);
        usual.text = role == "data_simplification" ? "true" : usual.text;  // dyno's own
        const bool isUnused = role == "ranks" && !sheet.isOn("is_rank");
        if (isUnused || (!isNeeded && value.text == usual.text && value.items == usual.items)) {
            continue;
        }
        const auto option = dynoOption(spec.path);
        if (option.empty()) {
            comments += role == "is_rank" ? "" : "# dyno nputrace has no option for " + std::string(spec.path) + "\n";
        } else if (spec.type == SettingType::Flag && role != "data_simplification") {
            command += value.isOn() ? " \\\n  " + option : "";
        } else {
            command += " \\\n  " + option + " " + dynoValue(spec, value);
        }
    }
    return command + "\n" + comments;
}

}  // namespace stagescope
