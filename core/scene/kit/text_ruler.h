#pragma once

#include "core/scene/kit/scene.h"

#include <array>
#include <string>
#include <string_view>

namespace stagescope {

/// Measures many short texts a frame. A TextMetrics costs about a microsecond a call, too much for hundreds of labels
/// that are cut to their boxes: advances of ASCII are measured once and added up, other texts go to the function. Sums
/// of advances may differ from a shaped text by a pixel: leave a margin. One thread.
class TextRuler {
public:
    explicit TextRuler(TextMetrics metrics);

    [[nodiscard]] int width(std::string_view text) const;
    /// `text` cut to `width` with an ellipsis, at a character border; empty when not one character fits. O(length).
    [[nodiscard]] std::string elided(std::string_view text, int width) const;
    /// The same of a name whose part behind the last ": " tells it from others of its group: that part stays, if it
    /// can.
    [[nodiscard]] std::string elidedName(std::string_view name, int width) const;

private:
    static constexpr int kFirst = 0x20;
    static constexpr int kEnd = 0x7f;

    TextMetrics m_metrics;
    std::array<int, kEnd - kFirst> m_advances{};  ///< in 1/16 pixel, from a text of 16 equal characters
    int m_ellipsis = 0;
};

}  // namespace stagescope
