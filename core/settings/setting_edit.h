#pragma once

#include "core/settings/setting_list.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// One key and its new value as a person writes it: `true`, `12`, `Level1`, `text,db`, or JSON.
struct SettingChange {
    std::string key;  ///< path, or its last part or role where that is one key only
    std::string value;
};
/// "level=Level1". Errors: BadArgument.
[[nodiscard]] Result<SettingChange> readSettingChange(std::string_view text);

/// What a person wrote for a key, while it is being written.
struct TypedSetting {
    std::string json{};                ///< the value; empty where the program would not take it
    std::optional<Message> refusal{};  ///< why not, and what the program would take instead: "settings.problem.bad..."
};
/// Value as of SettingChange, for one version of the program (empty = the newest). O(keys).
[[nodiscard]] TypedSetting readTypedSetting(SettingKind kind, const SettingSpec &spec, std::string_view value,
                                            const std::string &version);

/// The text with these values; every other byte stays as it is: unknown keys, comments, order, blanks, ends of lines. A
/// key that is missing is put behind the last one of its object. What is returned was read back (read_back), so a text
/// in which more than the value would change is refused. Errors: those of readSettings and readBack; BadArgument for a
/// key or a value that the program would not take. O(bytes) for each change.
[[nodiscard]] Result<std::string> editSettings(std::string text, SettingKind kind,
                                               std::span<const SettingChange> changes);
/// All keys with their usual values, in the order of the list.
[[nodiscard]] std::string newSettings(SettingKind kind);

}  // namespace stagescope
