#pragma once

#include <QtCore/QString>

#include <string_view>

namespace stagescope {

/// For Qt's writer of JSON.
[[nodiscard]] inline QString qt(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

}  // namespace stagescope
