#pragma once

#include "core/ask/name_condition.h"
#include "core/ask/own_rule.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A rule that comes with the program as a file of resources/rules: what it is about (`of` of its texts: calls, calls
/// of the driver, kernels ...), its sentences and thresholds, and which names it means. What it costs is told by code
/// (core/advice/tuning), as of all rules.
struct ShippedRule {
    OwnRule file;
    std::unique_ptr<NameCondition> condition;

    [[nodiscard]] std::string_view of() const { return text("of"); }
    /// Empty where the file has no such line.
    [[nodiscard]] std::string_view text(std::string_view key) const {
        const auto it = file.texts.find(key);
        return it == file.texts.end() ? std::string_view() : std::string_view(it->second);
    }
};
/// By name. Read once; any thread.
[[nodiscard]] std::span<const ShippedRule> shippedRules();
/// Null where no file has it.
[[nodiscard]] const ShippedRule *shippedRule(std::string_view id);

/// A sentence of a file by the id of its message: "finding.stream_sync.remedy.cuda".
struct ShippedText {
    std::string id;
    std::string english;
};
[[nodiscard]] std::span<const ShippedText> shippedTexts();
/// The English text with an id, of resources/texts or such a sentence; null where there is none. Any thread.
[[nodiscard]] const char *textWithId(std::string_view id);

}  // namespace stagescope
