#pragma once

#include "core/base/io/byte_source.h"

#include <algorithm>
#include <cstddef>

namespace stagescope {

/// How many bytes a reader asks for at a time: as many as the file has, at most those that it says, since a window that
/// is filled with zeros first costs more than a small file. What is compressed has more: each window is twice the one
/// before.
class ReadWindow {
public:
    ReadWindow(const ByteSource &source, std::size_t most) : m_most(most) {
        constexpr std::uint64_t kLeast = std::uint64_t{64} << 10;
        m_next = static_cast<std::size_t>(
            std::min(std::max(source.fileSize() + 1, kLeast), static_cast<std::uint64_t>(most)));
    }
    [[nodiscard]] std::size_t take() {
        const auto bytes = m_next;
        m_next = std::min(2 * m_next, m_most);
        return bytes;
    }

private:
    std::size_t m_most;
    std::size_t m_next = 0;
};

}  // namespace stagescope
