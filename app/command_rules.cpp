#include "app/command_rules.h"

#include "app/output.h"
#include "core/ask/own_rule.h"
#include "core/base/io/cache_folder.h"

#include <algorithm>
#include <filesystem>

namespace stagescope {

namespace {
constexpr const char *kRules = "--rules";
}  // namespace

OptionSpec ruleOption() {
    return {"--set", "NAME=VALUE", "set a finding threshold; names: table rule_parameters (repeatable)", true, true};
}

Result<RuleValues> readRules(const Arguments &arguments) {
    std::map<std::string, std::string> texts;
    for (const auto &text : arguments.values("--set")) {
        const auto equals = std::min(text.find('='), text.size());
        texts[text.substr(0, equals)] = text.substr(std::min(equals + 1, text.size()));
    }
    auto values = ruleValuesFrom(texts);
    if (!values) {
        return fail(ErrorKind::BadArgument, values.error().detail, "--set");
    }
    return values;
}

OptionSpec ownRulesOption() {
    return {kRules, "DIR", "folder of own rules, in addition to the configuration folder (repeatable)", true, true};
}

Status applyOwnRules(const Command &command, const Arguments &arguments) {
    std::vector<std::string> folders{(configFolder() / "rules").string()};
    for (const auto &folder : arguments.values(kRules)) {
        std::error_code error;
        if (!std::filesystem::is_directory(folder, error)) {
            return fail(ErrorKind::NotFound, "not a folder", folder);
        }
        folders.push_back(folder);
    }
    auto rules = readOwnRules(folders);
    if (std::ranges::find(command.options, kRules, &OptionSpec::name) != command.options.end()) {
        std::ranges::for_each(rules.errors, [](const Error &error) { printNote("own rule: " + errorLine(error)); });
    }
    setOwnRules(std::move(rules));
    return {};
}

}  // namespace stagescope
