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
    /// The same as a pixel of Format_RGB32; two loads, for painting thousands of boxes.
    [[nodiscard]] QRgb rgb(Color color) const {
        return color.role == ColorRole::Slice ? m_slicePixels[color.hash % kSlices]
                                              : m_rolePixels[static_cast<std::size_t>(color.role)];
    }
    /// Black or white, whichever reads better on the fill.
    [[nodiscard]] QColor textOn(const QColor &fill) const;
    [[nodiscard]] QPalette palette() const;

private:
    static constexpr std::size_t kRoles = 40;
    static constexpr std::size_t kSlices = 24;

    ThemeKind m_kind;
    std::array<QColor, kRoles> m_roles;
    std::array<QColor, kSlices> m_slices;
    std::array<QRgb, kRoles> m_rolePixels{};
    std::array<QRgb, kSlices> m_slicePixels{};
};

}  // namespace stagescope
