#pragma once

#include <QtCore/QString>

#include <string_view>

namespace stagescope {

/// Of core's UTF-8; bytes that are none become replacement characters.
[[nodiscard]] inline QString utf8Text(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace stagescope
