#include "app/command_rules.h"

#include <algorithm>

namespace stagescope {

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

}  // namespace stagescope
