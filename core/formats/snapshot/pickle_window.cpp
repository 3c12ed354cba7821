#include "core/formats/snapshot/pickle_window.h"

#include <cstring>

namespace stagescope {

PickleWindow::PickleWindow(ByteSource &source, std::size_t bytes)
    : m_source(source), m_buffer(std::make_unique_for_overwrite<std::uint8_t[]>(bytes + kPadding)), m_capacity(bytes) {
    std::memset(m_buffer.get(), 0, kPadding);
}

Status PickleWindow::moveTo(const std::uint8_t *at, std::size_t wanted) {
    const auto used = static_cast<std::size_t>(at - begin());
    const auto kept = m_size - used;
    m_offset += used;
    if (wanted > m_capacity) {
        auto larger = std::make_unique_for_overwrite<std::uint8_t[]>(wanted + kPadding);
        std::memcpy(larger.get(), at, kept);
        m_buffer = std::move(larger);
        m_capacity = wanted;
    } else {
        std::memmove(m_buffer.get(), at, kept);
    }
    m_size = kept;
    while (!m_atEnd && m_size < m_capacity) {
        const std::span<char> space(reinterpret_cast<char *>(m_buffer.get()) + m_size, m_capacity - m_size);
        const auto got = m_source.read(m_offset + m_size, space);
        if (!got) {
            std::memset(m_buffer.get() + m_size, 0, kPadding);
            if (m_size > kept) {
                return {};  // what came before the break first; the next call finds it again
            }
            return tl::make_unexpected(got.error());
        }
        m_atEnd = *got == 0;
        m_size += *got;
    }
    std::memset(m_buffer.get() + m_size, 0, kPadding);
    return {};
}

}  // namespace stagescope
