#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// A text for people, as an id and arguments, so that core stays without a language. `id` is a stable dotted key
/// ("capability.timeline.missing"); views/common/texts/message_texts maps every id to a translated text in which %1, %2
/// ... stand for the arguments. A test fails on an id without a text.
struct Message {
    std::string id;
    std::vector<std::string> args;

    Message() = default;
    explicit Message(std::string i, std::vector<std::string> a = {}) : id(std::move(i)), args(std::move(a)) {}
    bool operator==(const Message &) const = default;
};

/// The text of a message: %1 to %9 replaced at once (an argument may hold a "%2" of its own, since many are names out
/// of profiles), %n by `count`. The "(s)" of a word is its ending or nothing, by `count`, or else by the argument
/// before it: "%1 step(s)". An argument with the unit ms turns to seconds from 1000 ms on: "%1 ms" with 2512.3 is "2.51
/// s".
[[nodiscard]] std::string filledMessage(std::string_view text, std::span<const std::string> arguments,
                                        std::optional<std::string_view> count = {});

}  // namespace stagescope
