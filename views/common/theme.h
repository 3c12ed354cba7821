#pragma once

#include "core/scene/scene.h"

#include <QtCore/QObject>
#include <QtGui/QColor>
#include <QtGui/QPalette>

#include <array>

namespace stagescope {

enum class ThemeKind : std::uint8_t { Light, Dark };

/// Colours by role, for one theme. A value; built once per theme. Time split and pipeline colours follow MindStudio
/// Insight's where people know them (UX.md 15, 16); slices take one of 24 muted hues by the hash of their name. Text on
/// a colour is black or white by luminance. GUI thread.
class Theme {
public:
    explicit Theme(ThemeKind kind);

    [[nodiscard]] static const Theme &light();
    [[nodiscard]] static const Theme &dark();
    /// The theme that the application uses now; set by setCurrent.
    [[nodiscard]] static const Theme &current();
    /// Also sets the palette and style of the application; widgets repaint by QEvent::PaletteChange.
    static void setCurrent(ThemeKind kind);

    [[nodiscard]] ThemeKind kind() const { return m_kind; }
    [[nodiscard]] QColor color(Color color) const;
    [[nodiscard]] QColor color(ColorRole role) const { return color(Color{role, 0}); }
    /// Black or white, whichever reads better on the fill.
    [[nodiscard]] QColor textOn(const QColor &fill) const;
    [[nodiscard]] QPalette palette() const;

private:
    ThemeKind m_kind;
    std::array<QColor, 40> m_roles;
    std::array<QColor, 24> m_slices;
};

}  // namespace stagescope
