#pragma once

#include "core/scene/kit/scene.h"
#include "views/common/look/pipeline_palette.h"

#include <QtCore/QObject>
#include <QtGui/QColor>
#include <QtGui/QPalette>

#include <algorithm>
#include <array>

namespace stagescope {

/// Colours by role, for one theme. A value; built once per theme. Time split and pipeline colours follow MindStudio
/// Insight's where people know them (UX.md 15, 16); slices take one of 24 muted hues by the hash of their name. Text on
/// a colour is black or white by luminance. Kinds of pipeline work come from a palette, their virtual chunks in shades
/// of it. GUI thread.
class Theme {
public:
    explicit Theme(ThemeKind kind, PipelinePalette palette = PipelinePalette::Stagescope);

    [[nodiscard]] static const Theme &light();
    [[nodiscard]] static const Theme &dark();
    /// The theme that the application uses now; set by setCurrent.
    [[nodiscard]] static const Theme &current();
    /// Also sets the palette and style of the application; widgets repaint by QEvent::PaletteChange.
    static void setCurrent(ThemeKind kind);
    /// The same theme with another palette for pipelines; all widgets get a QEvent::PaletteChange.
    static void setPipelinePalette(PipelinePalette palette);

    [[nodiscard]] ThemeKind kind() const { return m_kind; }
    [[nodiscard]] PipelinePalette pipelinePalette() const { return m_palette; }
    [[nodiscard]] QColor color(Color color) const { return QColor::fromRgb(rgb(color)); }
    [[nodiscard]] QColor color(ColorRole role) const { return color(Color{role, 0}); }
    /// The same as a pixel of Format_RGB32; two loads, for painting thousands of boxes.
    [[nodiscard]] QRgb rgb(Color color) const {
        return color.role == ColorRole::Slice  ? m_slicePixels[color.hash % kSlices]
               : color.role == ColorRole::Heat ? m_heatPixels[std::min(color.hash, kMaxHeat)]
                                               : m_rolePixels[color.shade][static_cast<std::size_t>(color.role)];
    }
    /// Black or white, whichever reads better on the fill.
    [[nodiscard]] QColor textOn(const QColor &fill) const;
    [[nodiscard]] QPalette palette() const;

private:
    static constexpr std::size_t kRoles = 48;
    static constexpr std::size_t kSlices = 24;
    static constexpr std::size_t kShades = kGhostShade + 1;

    void fillRoles();
    void fillSlices();
    void fillHeat();
    static void use(ThemeKind kind, PipelinePalette palette);

    ThemeKind m_kind;
    PipelinePalette m_palette;
    std::array<std::array<QRgb, kRoles>, kShades> m_rolePixels{};
    std::array<QRgb, kSlices> m_slicePixels{};
    std::array<QRgb, kMaxHeat + 1> m_heatPixels{};
};

}  // namespace stagescope
