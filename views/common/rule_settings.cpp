#include "views/common/rule_settings.h"

#include "core/advice/rule.h"

namespace stagescope {

RuleSettings &RuleSettings::current() {
    static RuleSettings settings;
    return settings;
}

void RuleSettings::setValues(RuleValues values) {
    std::erase_if(values, [](const auto &entry) {
        const auto *parameter = ruleParameter(entry.first);
        return parameter == nullptr || parameter->value == entry.second;
    });
    if (values != m_values) {
        m_values = std::move(values);
        Q_EMIT changed();
    }
}

void RuleSettings::setValue(const std::string &name, double value) {
    auto values = m_values;
    values[name] = value;
    setValues(std::move(values));
}

}  // namespace stagescope
