#include "core/scene/kit/bound_look.h"

#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace stagescope {

Color boundColor(std::optional<KernelBound> bound) {
    // Of the hues of slices (theme.cpp) those that are farthest apart.
    constexpr std::array<std::uint32_t, kKernelBounds.size()> kHues{0, 20, 6, 11, 16, 5, 2, 4, 3};
    if (!bound) {
        return {ColorRole::Free, 0};
    }
    return *bound == KernelBound::None ? Color{ColorRole::OtherWork, 0}
                                       : Color{ColorRole::Slice, kHues[static_cast<std::size_t>(*bound)]};
}

Message boundText(std::optional<KernelBound> bound) {
    return Message("bound." + std::string(bound ? boundName(*bound) : "unknown"));
}

void drawBoundLegend(ScenePen &pen, Box line, const std::set<KernelBound> &present, const Message &whyNone) {
    std::vector<std::optional<KernelBound>> entries;
    for (const auto bound : kKernelBounds) {
        if (present.contains(bound)) {
            entries.emplace_back(bound);
        }
    }
    entries.emplace_back(std::nullopt);
    for (const auto &entry : entries) {
        const auto name = pen.words(present.empty() ? whyNone : boundText(entry));
        const int room = line.width - kSwatch - kSwatchGap;
        const int width = std::min(pen.widthOf(name), room);
        if (width < pen.widthOf(name) && !present.empty()) {
            return;
        }
        const Box swatch = line.takeLeft(kSwatch);
        pen.fill(swatch.inset(0, (line.height - kSwatch) / 2), boundColor(entry));
        line.takeLeft(kSwatchGap);
        pen.text(line.takeLeft(width), name, ColorRole::MutedText);
        line.takeLeft(kEntryGap);
    }
}

}  // namespace stagescope
