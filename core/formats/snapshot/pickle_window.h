#pragma once

#include "core/base/io/byte_source.h"

#include <cstdint>
#include <memory>

namespace stagescope {

/// A piece of a file that moves forwards: the bytes at the reader's place lie together in memory, followed by kPadding
/// zero bytes. Holds one buffer. One thread.
class PickleWindow {
public:
    static constexpr std::size_t kPadding = 16;

    /// The source must outlive this.
    explicit PickleWindow(ByteSource &source, std::size_t bytes);

    /// Brings at least `wanted` bytes from `at` on into memory (fewer at the end of the file) and moves the window to
    /// begin there: `at` is begin() afterwards. Errors are those of the source.
    [[nodiscard]] Status moveTo(const std::uint8_t *at, std::size_t wanted);

    [[nodiscard]] const std::uint8_t *begin() const { return m_buffer.get(); }
    [[nodiscard]] const std::uint8_t *end() const { return m_buffer.get() + m_size; }
    [[nodiscard]] bool isLast() const { return m_atEnd; }
    /// Place in the file of a byte of the window.
    [[nodiscard]] std::uint64_t offsetOf(const std::uint8_t *at) const {
        return m_offset + static_cast<std::uint64_t>(at - begin());
    }

private:
    ByteSource &m_source;
    std::unique_ptr<std::uint8_t[]> m_buffer;
    std::size_t m_capacity;
    std::size_t m_size = 0;
    std::uint64_t m_offset = 0;
    bool m_atEnd = false;
};

}  // namespace stagescope
