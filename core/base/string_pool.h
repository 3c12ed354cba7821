#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace stagescope {

/// Interned strings. Owns the bytes in arenas that never move, so views stay valid for the pool's life. One writer;
/// any number of readers once writing has ended. Identity is by bytes (compared on every hash hit). Id 0 is "".
/// intern: O(length) expected; at: O(1). About 16 bytes per string beside its text.
class StringPool {
public:
    StringPool();
    StringPool(const StringPool &) = delete;
    StringPool &operator=(const StringPool &) = delete;
    StringPool(StringPool &&) noexcept = default;
    StringPool &operator=(StringPool &&) noexcept = default;
    ~StringPool() = default;

    StringId intern(std::string_view text);
    /// The id of a text that is already there, else an invalid id.
    [[nodiscard]] StringId find(std::string_view text) const;
    /// Empty for an id that is not from this pool.
    [[nodiscard]] std::string_view at(StringId id) const;
    [[nodiscard]] std::size_t size() const { return m_strings.size(); }
    [[nodiscard]] std::size_t byteSize() const;

private:
    std::string_view keep(std::string_view text);
    void grow();
    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint32_t hash) const;

    std::vector<std::string_view> m_strings;
    std::vector<std::uint32_t> m_hashes;  ///< of m_strings, so that growing does not hash again
    std::vector<std::uint32_t> m_slots;   ///< open addressing: index into m_strings plus 1, 0 = free
    std::vector<std::unique_ptr<char[]>> m_arenas;
    char *m_next = nullptr;
    std::size_t m_left = 0;
    std::size_t m_arenaBytes = 0;
};

}  // namespace stagescope
