#pragma once

#include "core/scene/kit/scene.h"

#include <QtGui/QColor>

#include <optional>
#include <span>
#include <string_view>

namespace stagescope {

enum class ThemeKind : std::uint8_t { Light, Dark };

/// In whose colours pipelines are drawn: ours, or those that people know from a publication.
enum class PipelinePalette : std::uint8_t { Stagescope, DualPipe, Megatron, Insight };

/// "stagescope", "dualpipe", "megatron", "insight": command line and settings.
[[nodiscard]] std::string_view paletteText(PipelinePalette palette);
[[nodiscard]] std::optional<PipelinePalette> paletteFromText(std::string_view text);
/// All of them, in order of declaration.
[[nodiscard]] std::span<const PipelinePalette> pipelinePalettes();

/// Colours of one kind of work: of the first virtual chunk (or direction) and of the last; those between lie between.
struct KindColors {
    ColorRole role;
    QColor first;
    QColor last;
};
/// F, B, I and W. Sources: DeepSeek's DualPipe figures, Megatron's figure of the interleaved schedule, MindStudio
/// Insight's pipeline chart; kinds that a publication does not draw have colours of ours that go with its own.
[[nodiscard]] std::span<const KindColors> kindColors(PipelinePalette palette, ThemeKind theme);

/// `share` of b, the rest of a; may lie outside 0..1, channels are clamped.
[[nodiscard]] QColor mixed(const QColor &a, const QColor &b, double share);

}  // namespace stagescope
