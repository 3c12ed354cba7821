#include "core/scene/kit/scene.h"

#include "core/scene/kit/text_begin.h"

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
    // What stands in a picture need not be measured to the end of a name of a megabyte.
    constexpr std::size_t kMostBytesPerPixel = 4;
    const auto most = kMostBytesPerPixel * static_cast<std::size_t>(std::max(width, 0));
    if (text.size() <= most && metrics(text) <= width) {
        return std::string(text);
    }
    std::size_t low = 0;  // longest prefix known to fit
    std::size_t high = std::min(text.size(), most);
    while (low + 1 < high) {
        const auto middle = (low + high) / 2;
        (metrics(std::string(text.substr(0, middle)) + "\u2026") <= width ? low : high) = middle;
    }
    const auto begin = textBegin(text, low);
    return begin.empty() ? std::string{} : std::string(begin) + "\u2026";
}

}  // namespace stagescope
