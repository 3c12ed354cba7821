#include "core/scene/kit/scene.h"

#include <algorithm>

namespace stagescope {

std::optional<ItemRef> Scene::itemAt(int x, int y) const {
    const auto it = std::find_if(hits.rbegin(), hits.rend(), [&](const SceneHit &h) {
        return x >= h.x && x < h.x + h.width && y >= h.y && y < h.y + h.height;
    });
    return it == hits.rend() ? std::nullopt : std::optional(it->item);
}

std::uint32_t nameHash(std::string_view name) {
    std::uint32_t hash = 2166136261U;
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    return hash;
}

std::string elided(std::string_view text, int width, const TextMetrics &metrics) {
    if (metrics(text) <= width) {
        return std::string(text);
    }
    const auto isBoundary = [&](std::size_t i) {
        return i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    };
    std::size_t low = 0;  // longest prefix known to fit
    std::size_t high = text.size();
    while (low + 1 < high) {
        const auto middle = (low + high) / 2;
        (metrics(std::string(text.substr(0, middle)) + "\u2026") <= width ? low : high) = middle;
    }
    while (low > 0 && !isBoundary(low)) {
        --low;
    }
    return low == 0 ? std::string{} : std::string(text.substr(0, low)) + "\u2026";
}

}  // namespace stagescope
