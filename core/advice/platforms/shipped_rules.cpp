#include "core/advice/platforms/shipped_rules.h"

#include "core/base/words/message_list.h"
#include "core/base/words/resource_texts.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

/// A file that is none is left out: a test reads all of them.
std::vector<ShippedRule> readShippedRules() {
    std::vector<ShippedRule> rules;
    for (const auto text : resourceTexts("rules")) {
        auto file = shippedRuleFrom(text, "rule");
        auto condition = file ? NameCondition::of(file->sql) : tl::make_unexpected(file.error());
        if (condition) {
            rules.push_back({std::move(*file), std::move(*condition)});
        }
    }
    return rules;
}

std::vector<ShippedText> textsOfFiles() {
    std::vector<ShippedText> texts;
    for (const auto &rule : shippedRules()) {
        const auto id = "finding." + rule.file.id;
        texts.push_back({id, rule.file.says});
        for (const auto *key : {"topic", "formula", "unless", "source"}) {
            if (const auto text = rule.text(key); !text.empty()) {
                texts.push_back({id + '.' + key, std::string(text)});
            }
        }
        for (const auto &[platform, remedy] : rule.file.remedies) {
            texts.push_back({id + ".remedy" + (platform.empty() ? "" : "." + platform), remedy});
        }
    }
    return texts;
}

}  // namespace

std::span<const ShippedRule> shippedRules() {
    static const auto rules = readShippedRules();
    return rules;
}

const ShippedRule *shippedRule(std::string_view id) {
    const auto rules = shippedRules();
    const auto it = std::ranges::find_if(rules, [&](const ShippedRule &rule) { return rule.file.id == id; });
    return it == rules.end() ? nullptr : &*it;
}

std::span<const ShippedText> shippedTexts() {
    static const auto texts = textsOfFiles();
    return texts;
}

const char *textWithId(std::string_view id) {
    if (const auto *english = englishOf(id)) {
        return english;
    }
    const auto it = std::ranges::find(shippedTexts(), id, &ShippedText::id);
    return it == shippedTexts().end() ? nullptr : it->english.c_str();
}

}  // namespace stagescope
