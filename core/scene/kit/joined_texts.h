#pragma once

#include "core/scene/kit/scene.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stagescope {

enum class Join : std::uint8_t { Comma, Semicolon };

/// Appends a text to others with the sign that the language puts between them. Nothing stands before the first.
void joinText(std::string &texts, std::string_view text, Join join, const MessageText &message);

}  // namespace stagescope
