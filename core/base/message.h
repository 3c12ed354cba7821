#pragma once

#include <initializer_list>
#include <string>
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

}  // namespace stagescope
