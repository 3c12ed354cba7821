#pragma once

#include <span>

namespace stagescope {

/// A text of a message of core; `text` is English, translated at run time in the context "Message".
struct MessageEntry {
    const char *id;
    const char *text;
};

/// Texts of the codes of the import log: "import." + code.
[[nodiscard]] std::span<const MessageEntry> importEntries();

}  // namespace stagescope
