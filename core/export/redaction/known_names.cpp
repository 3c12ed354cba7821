#include "core/export/redaction/known_names.h"

#include "core/base/text.h"
#include "core/export/redaction/text_forms.h"

namespace stagescope {

namespace {

/// Shorter names stand in too many other words.
constexpr std::size_t kMinName = 3;

}  // namespace

bool KnownNames::add(std::string_view name, std::string_view standIn) {
    auto lower = lowerCase(name);
    std::size_t begin = 0;
    while (begin < lower.size() && !isWordByte(lower, begin)) {
        ++begin;
    }
    lower.erase(0, begin);
    if (lower.size() < kMinName) {
        return false;
    }
    auto &group = m_byFirstWord[lower.substr(0, wordEnd(lower, 0))];
    ++group.sizes[lower.size()];
    return group.standIns.emplace(std::move(lower), standIn).second;
}

std::optional<KnownNames::Found> KnownNames::at(std::string_view text, std::size_t place) const {
    const auto end = wordEnd(text, place);
    const auto group = m_byFirstWord.find(lowerCase(text.substr(place, end - place)));
    if (group == m_byFirstWord.end()) {
        return std::nullopt;
    }
    for (const auto &[size, count] : group->second.sizes) {
        const bool isWhole =
            size <= text.size() - place &&
            (place + size == text.size() || !isWordByte(text, place + size) || !isWordByte(text, place + size - 1));
        if (isWhole) {
            const auto found = group->second.standIns.find(lowerCase(text.substr(place, size)));
            if (found != group->second.standIns.end()) {
                return Found{size, found->second};
            }
        }
    }
    return std::nullopt;
}

}  // namespace stagescope
