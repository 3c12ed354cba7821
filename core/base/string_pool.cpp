#include "core/base/string_pool.h"

#define XXH_INLINE_ALL  // names are short: a call would cost as much as the hash
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace stagescope {

namespace {
constexpr std::size_t kFirstSlots = 1024;
// As much again as there is already: thousands of ranks have a pool each, of few names.
constexpr std::size_t kFirstArena = 4 * 1024;
constexpr std::size_t kMostArena = 64 * 1024;
std::uint32_t hashOf(std::string_view text) {
    const std::uint64_t h = XXH3_64bits(text.data(), text.size());
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}
}  // namespace

StringPool::StringPool() : m_slots(kFirstSlots, 0) { intern({}); }

std::size_t StringPool::slotOf(std::string_view text, std::uint32_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    while (m_slots[slot] != 0) {
        const auto index = m_slots[slot] - 1;
        if (m_hashes[index] == hash && m_strings[index] == text) {
            break;
        }
        slot = (slot + 1) & mask;
    }
    return slot;
}

StringId StringPool::intern(std::string_view text) {
    const auto hash = hashOf(text);
    auto slot = slotOf(text, hash);
    if (m_slots[slot] != 0) {
        return StringId{m_slots[slot] - 1};
    }
    if ((m_strings.size() + 1) * 2 > m_slots.size()) {
        grow();
        slot = slotOf(text, hash);
    }
    m_strings.push_back(keep(text));
    m_hashes.push_back(hash);
    m_slots[slot] = static_cast<std::uint32_t>(m_strings.size());
    return StringId{static_cast<std::uint32_t>(m_strings.size() - 1)};
}

StringId StringPool::find(std::string_view text) const {
    const auto slot = slotOf(text, hashOf(text));
    return m_slots[slot] == 0 ? StringId{} : StringId{m_slots[slot] - 1};
}

std::string_view StringPool::at(StringId id) const {
    return id.value < m_strings.size() ? m_strings[id.value] : std::string_view{};
}

std::size_t StringPool::byteSize() const {
    return m_arenaBytes + m_strings.capacity() * sizeof(std::string_view) +
           (m_hashes.capacity() + m_slots.capacity()) * sizeof(std::uint32_t);
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

void StringPool::grow() {
    m_slots.assign(m_slots.size() * 2, 0);
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t i = 0; i < m_strings.size(); ++i) {
        std::size_t slot = m_hashes[i] & mask;
        while (m_slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        m_slots[slot] = static_cast<std::uint32_t>(i + 1);
    }
}

}  // namespace stagescope
