#include "app/pictures/picture_look.h"

#include "app/pictures/picture_maker.h"

#include <QtCore/QStringList>
#include <QtGui/QFontDatabase>
#include <QtWidgets/QApplication>

namespace stagescope {

namespace {

constexpr double kMaxScale = 8;
constexpr int kFontPixels = 13;

std::optional<QSize> sizeFrom(const std::string &text) {
    const auto parts = QString::fromStdString(text).split(QLatin1Char('x'));
    const auto size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    const bool isGood = size.width() >= 1 && size.height() >= 1 && size.width() <= PictureMaker::kMaxSide &&
                        size.height() <= PictureMaker::kMaxSide;
    return isGood ? std::optional(size) : std::nullopt;
}

}  // namespace

OptionSpec languageOption() { return {"--lang", "en|zh_CN", "language of texts", false, true}; }

std::vector<OptionSpec> pictureLookOptions(const std::string &defaultSize) {
    return {
        {"--size", "WxH", "picture size in pixels (default: " + defaultSize + ")", false, true},
        {"--scale", "N", "PNG scale factor (default: 1)", false, true},
        {"--theme", "light|dark", "color theme", false, true},
        {"--palette", "NAME", "pipeline colors: stagescope, dualpipe, megatron, insight", false, true},
        {"--kernel-colors", "name|bound", "color kernels by name or by bound", false, true},
        languageOption(),
    };
}

Result<PictureLook> readPictureLook(const Arguments &arguments) {
    PictureLook look;
    if (arguments.has("--size")) {
        look.size = sizeFrom(arguments.value("--size"));
        if (!look.size) {
            return badValue("--size", arguments.value("--size"), "a size such as 1600x900");
        }
    }
    if (arguments.has("--scale")) {
        bool ok = false;
        look.scale = QString::fromStdString(arguments.value("--scale")).toDouble(&ok);
        if (!ok || !(look.scale > 0) || look.scale > kMaxScale) {
            return badValue("--scale", arguments.value("--scale"), "a number above 0, at most 8");
        }
    }
    if (arguments.has("--theme")) {
        const auto theme = arguments.value("--theme");
        if (theme != "light" && theme != "dark") {
            return badChoice("--theme", theme, {"light", "dark"});
        }
        look.theme = theme == "dark" ? ThemeKind::Dark : ThemeKind::Light;
    }
    if (arguments.has("--palette")) {
        const auto palette = paletteFromText(arguments.value("--palette"));
        if (!palette) {
            return badChoice("--palette", arguments.value("--palette"),
                             {"stagescope", "dualpipe", "megatron", "insight"});
        }
        look.palette = *palette;
    }
    if (arguments.has("--kernel-colors")) {
        const auto coloring = coloringFromText(arguments.value("--kernel-colors"));
        if (!coloring) {
            return badChoice("--kernel-colors", arguments.value("--kernel-colors"), {"name", "bound"});
        }
        look.coloring = *coloring;
    }
    if (arguments.has("--lang")) {
        const auto language = languageFromCode(QString::fromStdString(arguments.value("--lang")));
        if (!language) {
            return badChoice("--lang", arguments.value("--lang"), {"en", "zh_CN"});
        }
        look.language = *language;
    }
    return look;
}

void preparePictures(const PictureLook &look) {
    QFont font(QFontDatabase::hasFamily(QStringLiteral("DejaVu Sans")) ? QStringLiteral("DejaVu Sans")
                                                                       : QApplication::font().family());
    font.setPixelSize(kFontPixels);
    font.setHintingPreference(QFont::PreferFullHinting);
    QApplication::setFont(font);
    setLanguage(look.language);
    Theme::setCurrent(look.theme);
    Theme::setPipelinePalette(look.palette);
    setKernelColoring(look.coloring);
}

}  // namespace stagescope
