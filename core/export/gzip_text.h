#pragma once

#include "core/base/result.h"

#include <functional>
#include <memory>
#include <string_view>

namespace stagescope {

/// Text that is packed as gzip while it is written. One thread.
class GzipText {
public:
    /// `write` takes the packed bytes.
    explicit GzipText(std::function<Status(std::string_view)> write);
    ~GzipText();
    GzipText(const GzipText &) = delete;
    GzipText &operator=(const GzipText &) = delete;

    [[nodiscard]] Status add(std::string_view text);
    /// Once, after the last.
    [[nodiscard]] Status finish();

private:
    struct Stream;
    [[nodiscard]] Status pack(std::string_view text, bool isLast);

    std::function<Status(std::string_view)> m_write;
    std::unique_ptr<Stream> m_stream;
};

}  // namespace stagescope
