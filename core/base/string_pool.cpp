#include "core/base/string_pool.h"

#define XXH_INLINE_ALL  // names are short: a call would cost as much as the hash
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace stagescope {

namespace {
constexpr std::size_t kFirstSlots = 256;
// As much again as there is already: thousands of ranks have a pool each, of few names.
constexpr std::size_t kFirstArena = 4 * 1024;
constexpr std::size_t kMostArena = 64 * 1024;
}  // namespace

std::uint32_t TextSlots::hashOf(std::string_view text) {
    const std::uint64_t h = XXH3_64bits(text.data(), text.size());
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}

void TextSlots::add(std::uint32_t hash) {
    const auto number = static_cast<std::uint32_t>(m_hashes.size());
    m_hashes.push_back(hash);
    if (m_hashes.size() * 2 <= m_slots.size()) {
        take(hash, number);
        return;
    }
    m_slots.assign(m_slots.size() * 2, 0);
    for (std::uint32_t i = 0; i <= number; ++i) {
        take(m_hashes[i], i);
    }
}

void TextSlots::take(std::uint32_t hash, std::uint32_t number) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    while (m_slots[slot] != 0) {
        slot = (slot + 1) & mask;
    }
    m_slots[slot] = number + 1;
}

StringPool::StringPool() : m_slots(kFirstSlots) { intern({}); }

StringId StringPool::intern(std::string_view text) {
    const auto hash = TextSlots::hashOf(text);
    if (const auto known = m_slots.find(text, hash, m_strings); known != TextSlots::kNone) {
        return StringId{known};
    }
    m_strings.push_back(keep(text));
    m_slots.add(hash);
    return StringId{static_cast<std::uint32_t>(m_strings.size() - 1)};
}

StringId StringPool::find(std::string_view text) const {
    const auto known = m_slots.find(text, TextSlots::hashOf(text), m_strings);
    return known == TextSlots::kNone ? StringId{} : StringId{known};
}

std::string_view StringPool::at(StringId id) const {
    return id.value < m_strings.size() ? m_strings[id.value] : std::string_view{};
}

std::size_t StringPool::byteSize() const {
    return m_arenaBytes + m_strings.capacity() * sizeof(std::string_view) + m_slots.byteSize();
}

std::string_view StringPool::keep(std::string_view text) {
    if (text.empty()) {
        return {};
    }
    if (m_left < text.size()) {
        m_left = std::max(std::clamp(m_arenaBytes, kFirstArena, kMostArena), text.size());
        m_arenas.push_back(std::make_unique_for_overwrite<char[]>(m_left));
        m_next = m_arenas.back().get();
        m_arenaBytes += m_left;
    }
    char *begin = m_next;
    std::memcpy(begin, text.data(), text.size());
    m_next += text.size();
    m_left -= text.size();
    return {begin, text.size()};
}

}  // namespace stagescope
