#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace stagescope {

/// Numbers of texts that somebody else keeps in the order of their numbers. add: O(1) expected, find: O(length).
class TextSlots {
public:
    /// `slots`: a power of two.
    explicit TextSlots(std::size_t slots) : m_slots(slots, 0) {}
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    [[nodiscard]] static std::uint32_t hashOf(std::string_view text);
    /// The number of the text, kNone where it is not there; `texts` by number.
    template <class Texts>
    [[nodiscard]] std::uint32_t find(std::string_view text, std::uint32_t hash, const Texts &texts) const {
        const std::size_t mask = m_slots.size() - 1;
        for (std::size_t slot = hash & mask; m_slots[slot] != 0; slot = (slot + 1) & mask) {
            const auto number = m_slots[slot] - 1;
            if (m_hashes[number] == hash && texts[number] == text) {
                return number;
            }
        }
        return kNone;
    }
    /// The next number is that of a text with this hash.
    void add(std::uint32_t hash);
    [[nodiscard]] std::size_t byteSize() const {
        return (m_hashes.capacity() + m_slots.capacity()) * sizeof(std::uint32_t);
    }

private:
    void take(std::uint32_t hash, std::uint32_t number);

    std::vector<std::uint32_t> m_hashes;  ///< by number, so that growing does not hash again
    std::vector<std::uint32_t> m_slots;   ///< open addressing: number plus 1, 0 = free
};

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

    std::vector<std::string_view> m_strings;
    TextSlots m_slots;
    std::vector<std::unique_ptr<char[]>> m_arenas;
    char *m_next = nullptr;
    std::size_t m_left = 0;
    std::size_t m_arenaBytes = 0;
};

}  // namespace stagescope
