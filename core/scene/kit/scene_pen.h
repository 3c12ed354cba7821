#pragma once

#include "core/scene/kit/scene.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A box in device-independent pixels; right and bottom are exclusive.
struct Box {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    [[nodiscard]] int right() const { return x + width; }
    [[nodiscard]] int bottom() const { return y + height; }
    [[nodiscard]] bool isEmpty() const { return width <= 0 || height <= 0; }
    [[nodiscard]] bool contains(int px, int py) const { return px >= x && px < right() && py >= y && py < bottom(); }
    [[nodiscard]] Box inset(int dx, int dy) const { return {x + dx, y + dy, width - 2 * dx, height - 2 * dy}; }
    [[nodiscard]] Box cutTo(const Box &o) const;
    [[nodiscard]] bool overlaps(const Box &o) const { return !cutTo(o).isEmpty(); }
    /// Takes `h` pixels from the top and returns them.
    Box takeTop(int h);
    Box takeBottom(int h);
    Box takeLeft(int w);
    Box takeRight(int w);
    bool operator==(const Box &) const = default;
};

/// How texts are measured and put into the user's language; given by the view, or by a test.
struct SceneStyle {
    TextMetrics metrics;
    MessageText message;
    int lineHeight = 18;  ///< height of a line of text, with its leading
};

/// The lines of a text that is to be at most `width` pixels wide: broken at blanks, after the signs of names and paths
/// (. _ / , ;), and between characters of scripts without blanks. A word that is wider than a line gets one of its own.
/// Nobody reads on after 4000 bytes: what is longer ends there with an ellipsis. O(length) measurements.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, int width, const TextMetrics &metrics);

/// Writes into a Scene and keeps its promises: everything is cut to the clip box in numbers, every text is measured and
/// shortened to the box it stands in, or left out. Used by scene builders; lives as long as one build.
class ScenePen {
public:
    ScenePen(Scene &scene, const SceneStyle &style)
        : m_scene(scene), m_style(style), m_clip{0, 0, scene.width, scene.height} {}

    [[nodiscard]] Scene &scene() { return m_scene; }
    [[nodiscard]] const SceneStyle &style() const { return m_style; }
    [[nodiscard]] int widthOf(std::string_view text) const { return m_style.metrics(text); }
    [[nodiscard]] std::string words(const Message &message) const { return m_style.message(message); }
    [[nodiscard]] const Box &clip() const { return m_clip; }
    void setClip(const Box &clip) { m_clip = clip.cutTo({0, 0, m_scene.width, m_scene.height}); }

    void fill(const Box &box, ColorRole role, bool hatched = false) { fill(box, Color{role, 0}, hatched); }
    void fill(const Box &box, Color color, bool hatched = false);
    /// Strokes on what is there.
    void strokes(const Box &box, Color color, Pattern pattern);
    /// The outline of a box, inside it.
    void frame(const Box &box, ColorRole role) { frame(box, Color{role, 0}); }
    void frame(const Box &box, Color color);
    void horizontal(int x, int y, int width, ColorRole role);
    void vertical(int x, int y, int height, ColorRole role);
    /// A line of text in a box; shortened with an ellipsis. Returns the width that it takes, 0 when left out.
    int text(const Box &box, std::string_view text, ColorRole role = ColorRole::Text, TextAlign align = TextAlign::Left,
             bool bold = false);
    /// Text in as many lines as it needs, at most `maxLines` (the last one shortened); returns the height used.
    int paragraph(const Box &box, std::string_view text, ColorRole role = ColorRole::Text, int maxLines = 99);
    /// A label on a coloured box, only when it fits whole with `margin` pixels on both sides.
    bool label(const Box &box, std::string_view text, Color fill, int margin = 2);
    bool label(const Box &box, std::string_view text, ColorRole fill, int margin = 2) {
        return label(box, text, Color{fill, 0}, margin);
    }
    void hit(const Box &box, ItemRef item);
    /// A colour swatch and its name; returns the width taken, gap included. `second` splits the swatch across.
    int legendEntry(int x, int y, ColorRole role, std::string_view name, ColorRole second, bool hatched = false);
    int legendEntry(int x, int y, ColorRole role, std::string_view name) {
        return legendEntry(x, y, role, name, role, false);
    }

private:
    Scene &m_scene;
    const SceneStyle &m_style;
    Box m_clip;
};

}  // namespace stagescope
