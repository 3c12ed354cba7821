#include "core/advice/rule_values.h"

#include "core/advice/rule.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/words/nearest_names.h"

#include <charconv>
#include <cmath>

namespace stagescope {

const RuleParameter *ruleParameter(std::string_view name) {
    for (const auto &rule : ruleList()) {
        for (const auto &parameter : rule.parameters) {
            if (parameter.name == name) {
                return &parameter;
            }
        }
    }
    return nullptr;
}

Result<RuleValues> ruleValuesFrom(const std::map<std::string, std::string> &texts) {
    RuleValues values;
    for (const auto &[name, text] : texts) {
        if (ruleParameter(name) == nullptr) {
            std::vector<std::string> names;
            for (const auto &rule : ruleList()) {
                for (const auto &parameter : rule.parameters) {
                    names.push_back(parameter.name);
                }
            }
            return fail(ErrorKind::BadArgument, "no threshold '" + name + "'" + nearestNames(name, names) +
                                                    "; the table rule_parameters lists them");
        }
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
            return fail(ErrorKind::BadArgument, "parameter " + name + " is a number, not '" + text + "'");
        }
        values[name] = value;
    }
    return values;
}

std::vector<Message> changedThresholds(const RuleValues &values) {
    std::vector<Message> changed;
    for (const auto &rule : ruleList()) {
        for (const auto &parameter : rule.parameters) {
            const auto it = values.find(parameter.name);
            if (it != values.end() && it->second != parameter.value) {
                const auto unit = parameter.unit.empty() ? std::string() : " " + parameter.unit;
                changed.push_back(Message(
                    "finding.threshold_changed",
                    {parameter.name, cellText(Cell{it->second}) + unit, cellText(Cell{parameter.value}) + unit}));
            }
        }
    }
    return changed;
}

}  // namespace stagescope
