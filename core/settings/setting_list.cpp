#include "core/settings/setting_list.h"

#include "core/base/text.h"
#include "core/base/words/resource_texts.h"
#include "core/settings/request_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr auto kTypes = std::to_array<std::string_view>(
    {"flag", "integer", "number", "text", "choice", "choices", "integers", "texts", "object"});

std::vector<std::string_view> partsOf(std::string_view text, char separator = '|') {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// A line of resources/settings/keys.tsv.
SettingSpec specOf(std::string_view line) {
    constexpr auto kTexts = std::to_array<std::pair<std::string_view, std::string_view SettingSpec::*>>(
        {{"accepted", &SettingSpec::accepted},
         {"role", &SettingSpec::role},
         {"reset_to", &SettingSpec::resetTo},
         {"codes", &SettingSpec::codes},
         {"gone", &SettingSpec::gone},
         {"renamed", &SettingSpec::renamed}});
    const auto fields = partsOf(line, '\t');
    SettingSpec spec{.path = fields.front()};
    if (fields.size() > 2) {
        spec.type = static_cast<SettingType>(std::ranges::find(kTypes, fields[1]) - kTypes.begin());
        spec.usual = fields[2];
    }
    for (std::size_t i = 3; i < fields.size(); ++i) {
        const auto equals = std::min(fields[i].find('='), fields[i].size());
        const auto name = fields[i].substr(0, equals);
        const auto value = fields[i].substr(std::min(equals + 1, fields[i].size()));
        spec.mayBeNull = spec.mayBeNull || name == "nullable";
        spec.isRaw = spec.isRaw || name == "raw";
        for (const auto verdict : {SettingVerdict::Warning, SettingVerdict::Ignored, SettingVerdict::Stops}) {
            spec.onBad = name == "on_bad" && value == verdictText(verdict) ? verdict : spec.onBad;
        }
        if (const auto *text = std::ranges::find(kTexts, name, [](const auto &each) { return each.first; });
            text != kTexts.end()) {
            spec.*text->second = value;
        }
    }
    return spec;
}

/// The keys of each program, by its id.
std::map<std::string_view, std::vector<SettingSpec>> readKeys() {
    std::map<std::string_view, std::vector<SettingSpec>> keys;
    std::vector<SettingSpec> *section = nullptr;
    for (const auto line : partsOf(resourceTexts("settings").front(), '\n')) {
        if (line.starts_with('[')) {
            section = &keys[line.substr(1, line.find(']') - 1)];
        } else if (!line.empty() && !line.starts_with('#')) {
            section->push_back(specOf(line));
        }
    }
    return keys;
}

std::array<SettingProgram, kSettingKinds> makePrograms() {
    static const auto keys = readKeys();
    std::array<SettingProgram, kSettingKinds> programs{{
        {SettingKind::MindSpeed, "mindspeed-mm", "tools.json", true},
        {SettingKind::MindSpeedFsdp, "mindspeed-mm-fsdp", "config.yaml", false, SettingSyntax::Yaml, "tools"},
        {SettingKind::TorchNpu, "torch_npu", "profiler_config.json", false},
        {SettingKind::MsMonitor, "msmonitor", "dyno nputrace", false, SettingSyntax::Request},
        {SettingKind::MindSpore, "mindspore", "profiler_config.json", false},
        {SettingKind::MsMonitorMindSpore, "msmonitor-mindspore", "dyno nputrace", false, SettingSyntax::Request},
        {SettingKind::MindSporeOptions, "ms_profiler_options", "MS_PROFILER_OPTIONS", false},
        {SettingKind::Schedule, "schedule", "schedule()", false},
        {SettingKind::MindSporeSchedule, "mindspore-schedule", "schedule()", false},
        {SettingKind::Torch, "torch", "torch.profiler.profile", false},
    }};
    for (auto &program : programs) {
        program.keys = keys.at(program.id);
    }
    return programs;
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
    return Message("settings.type." + std::string(kTypes.at(static_cast<std::size_t>(type))));
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

std::span<const SettingProgram> settingPrograms() {
    static const auto programs = makePrograms();
    return programs;
}

const SettingProgram &settingProgram(SettingKind kind) { return settingPrograms()[static_cast<std::size_t>(kind)]; }

const SettingProgram *settingProgramById(std::string_view id) {
    const auto it = std::ranges::find(settingPrograms(), id, &SettingProgram::id);
    return it == settingPrograms().end() ? nullptr : &*it;
}

bool isSchedule(SettingKind kind) { return kind == SettingKind::Schedule || kind == SettingKind::MindSporeSchedule; }

bool isOfMindSpore(SettingKind kind) {
    return kind == SettingKind::MindSpore || kind == SettingKind::MsMonitorMindSpore ||
           kind == SettingKind::MindSporeOptions || kind == SettingKind::MindSporeSchedule;
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
    const bool isChoice = spec.type == SettingType::Choice || spec.type == SettingType::ChoiceList;
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

bool takesSyntax(const SettingProgram &program, SettingSyntax syntax) {
    const bool isJsonInYaml = program.syntax == SettingSyntax::Yaml && syntax == SettingSyntax::Json;
    return program.syntax == syntax || isJsonInYaml;
}

Result<SettingText> readSettings(SettingKind kind, std::string_view text) {
    const auto &program = settingProgram(kind);
    auto read = readSettingText(text);
    // Whatever is no JSON is YAML to a program that reads YAML, however it begins; a request may still be empty.
    const bool isYaml = program.syntax == SettingSyntax::Yaml && (!read || read->syntax == SettingSyntax::Request);
    const bool isEmpty = program.syntax == SettingSyntax::Request && !read && !contains(text, "{");
    if (isYaml || isEmpty) {
        read = readSettingText(text, program.syntax);
    }
    if (read && !takesSyntax(program, read->syntax)) {
        constexpr auto kWanted = std::to_array<const char *>(
            {"an object in braces is expected", "a key and a colon are expected", "a line KEY=VALUE is expected"});
        return fail(ErrorKind::Malformed,
                    "line 1: " + std::string(kWanted.at(static_cast<std::size_t>(program.syntax))));
    }
    if (read && read->syntax == SettingSyntax::Request) {
        read->root = typedRequest(program, std::move(read->root));
    }
    return read;
}

Message settingMeaning(const SettingSpec &spec) { return Message("setting." + std::string(roleOf(spec))); }

std::optional<SettingKind> recognisedSettings(const SettingText &text) {
    std::optional<SettingKind> best;
    std::size_t most = 0;
    for (const auto &program : settingPrograms()) {
        if (!takesSyntax(program, text.syntax)) {
            continue;
        }
        const bool isRequest = text.syntax == SettingSyntax::Request;
        const auto typed = isRequest ? typedRequest(program, text.root) : TextNode{};
        const auto &root = isRequest ? typed : text.root;
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
