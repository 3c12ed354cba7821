#pragma once

#include "core/formats/snapshot/pickle_sink.h"

#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

// Values as protocol 0 writes them, and whole numbers as bytes. Pure functions, any thread.

/// A whole number that may have been too large: it is then the nearest one that we keep.
struct PickleNumber {
    PickleValue value;
    bool saturated = false;
};

/// Two's complement, least byte first, any length; exact for std::int64_t and std::uint64_t.
[[nodiscard]] PickleNumber numberFromBytes(std::string_view bytes);
/// "12", "-3", "00" and "01" (False and True of protocol 0), with an L behind or not.
[[nodiscard]] std::optional<PickleNumber> numberFromText(std::string_view text);
[[nodiscard]] std::optional<PickleValue> realFromText(std::string_view text);
/// 8 bytes, highest first.
[[nodiscard]] PickleValue realFromBytes(const std::uint8_t *bytes);
/// As repr() writes a str of protocol 0: in quotes, with backslash escapes. Nothing when the quotes are missing.
[[nodiscard]] std::optional<std::string> textFromQuoted(std::string_view text);
/// raw-unicode-escape: \uXXXX and \UXXXXXXXX, all other bytes Latin-1. Lone surrogates are kept as three bytes.
[[nodiscard]] std::string textFromRawUnicode(std::string_view text);

}  // namespace stagescope
