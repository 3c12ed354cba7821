#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace stagescope {

/// Room for what is read next. Not filled: zeros for a megabyte cost more than reading most files of a profile. As
/// large as a file of `fileBytes` needs and at least 64 KiB (what is compressed has more), at most `most`.
class ReadBuffer {
public:
    ReadBuffer(std::uint64_t fileBytes, std::size_t most)
        : m_size(static_cast<std::size_t>(std::min<std::uint64_t>(most, std::max(fileBytes, kLeast)))),
          m_bytes(std::make_unique_for_overwrite<char[]>(m_size)) {}

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] char *data() const { return m_bytes.get(); }
    [[nodiscard]] std::span<char> bytes() const { return {m_bytes.get(), m_size}; }

private:
    static constexpr std::uint64_t kLeast = std::uint64_t{64} << 10;
    std::size_t m_size;
    std::unique_ptr<char[]> m_bytes;
};

}  // namespace stagescope
