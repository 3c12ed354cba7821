#pragma once

#include "app/command_line.h"
#include "views/common/look/kernel_coloring.h"
#include "views/common/texts/language.h"
#include "views/common/theme.h"

#include <QtCore/QSize>

#include <optional>
#include <vector>

namespace stagescope {

/// How a command is to draw its picture; what was not said stands at its default.
struct PictureLook {
    std::optional<QSize> size{};
    double scale = 1;
    ThemeKind theme = ThemeKind::Light;
    PipelinePalette palette = PipelinePalette::Stagescope;
    KernelColoring coloring = KernelColoring::ByName;
    Language language = Language::English;
};

/// --lang alone; readPictureLook knows it.
[[nodiscard]] OptionSpec languageOption();
/// --size, --scale, --theme, --palette, --kernel-colors, --lang. `defaultSize` stands in the help.
[[nodiscard]] std::vector<OptionSpec> pictureLookOptions(const std::string &defaultSize);
/// Errors: BadArgument, whose place is the option.
[[nodiscard]] Result<PictureLook> readPictureLook(const Arguments &arguments);

/// Sets theme, palette, colours of kernels, language and a font that is the same on every machine where it exists:
/// pictures must not depend on a desktop. GUI thread.
void preparePictures(const PictureLook &look);

}  // namespace stagescope
