#include "core/advice/platforms/platform_advice.h"

#include "core/advice/platforms/shipped_rules.h"
#include "core/base/words/message_list.h"

#include <algorithm>
#include <set>

namespace stagescope {

Message inWordsOf(Platform platform, Message message) {
    auto own = platformId(message.id, platform);
    if (textWithId(own) != nullptr) {
        message.id = std::move(own);
    }
    return message;
}

std::vector<Message> everyWording(const std::string &id) {
    std::vector<Message> wordings;
    std::set<std::string_view> seen;
    for (const auto words : kPlatformWords) {
        const auto own = id + '.' + std::string(words);
        const auto *english = textWithId(own);
        if (english != nullptr && seen.insert(english).second) {
            wordings.emplace_back(own);
        }
    }
    return wordings.empty() ? std::vector{Message(id)} : wordings;
}

namespace {

/// In one of kPlatformWords.
std::string_view commandsOf(std::string_view rule, std::string_view words) {
    const auto all = "command." + std::string(rule);
    const auto *own = englishOf(all + '.' + std::string(words));
    if (const auto *listed = own == nullptr ? englishOf(all) : own) {
        return listed;
    }
    const auto *shipped = shippedRule(rule);
    if (shipped == nullptr) {
        return {};
    }
    const auto &commands = shipped->file.commands;
    for (const auto name : {words, words == "tpu" ? std::string_view("jax") : words, std::string_view()}) {
        if (const auto it = commands.find(name); it != commands.end()) {
            return it->second;
        }
    }
    return {};
}

}  // namespace

std::string_view ruleCommands(std::string_view rule, Platform platform) {
    return commandsOf(rule, kPlatformWords.at(wordsOf(platform)));
}

std::string everyCommand(std::string_view rule) {
    std::vector<std::string_view> lines;
    for (const auto words : kPlatformWords) {
        auto rest = commandsOf(rule, words);
        while (!rest.empty()) {
            const auto line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            if (std::ranges::find(lines, line) == lines.end()) {
                lines.push_back(line);
            }
        }
    }
    std::string text;
    for (const auto line : lines) {
        text += (text.empty() ? "" : "\n") + std::string(line);
    }
    return text;
}

}  // namespace stagescope
