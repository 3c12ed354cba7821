#include "views/common/look/pipeline_palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace stagescope {

namespace {

constexpr std::array kPalettes{PipelinePalette::Stagescope, PipelinePalette::DualPipe, PipelinePalette::Megatron,
                               PipelinePalette::Insight};
constexpr std::array<std::string_view, kPalettes.size()> kTexts{"stagescope", "dualpipe", "megatron", "insight"};

struct Pair {
    ColorRole role;
    QRgb first;
    QRgb last;
};
using Kinds = std::array<Pair, 4>;

constexpr Kinds kOurs{{{ColorRole::Forward, 0xff0062dc, 0xff86b6f2},
                       {ColorRole::Backward, 0xff75a105, 0xffc3da86},
                       {ColorRole::BackwardInput, 0xff14867f, 0xff86ccc6},
                       {ColorRole::BackwardWeight, 0xff6a5d12, 0xffc5b766}}};
constexpr Kinds kOursDark{{{ColorRole::Forward, 0xff2f7ff0, 0xff9cc6ff},
                           {ColorRole::Backward, 0xff81ba06, 0xffd0e79a},
                           {ColorRole::BackwardInput, 0xff22a097, 0xff97ded8},
                           {ColorRole::BackwardWeight, 0xff8d7d22, 0xffd8cb80}}};
/// Second chunk: white digits in the figure, so the fill is dark enough for them here.
constexpr Kinds kDualPipe{{{ColorRole::Forward, 0xfff0b238, 0xff9a6708},
                           {ColorRole::Backward, 0xff7fd650, 0xff3c7d1a},
                           {ColorRole::BackwardInput, 0xff7fd650, 0xff3c7d1a},
                           {ColorRole::BackwardWeight, 0xff70b8f8, 0xff2467a4}}};
constexpr Kinds kMegatron{{{ColorRole::Forward, 0xff305090, 0xffb0c0e0},
                           {ColorRole::Backward, 0xffa8d088, 0xff305020},
                           {ColorRole::BackwardInput, 0xff86c7bf, 0xff1c5a54},
                           {ColorRole::BackwardWeight, 0xffe0c080, 0xff6e5214}}};
constexpr Kinds kInsight{{{ColorRole::Forward, 0xff3381e3, 0xff99c0f1},
                          {ColorRole::Backward, 0xff7fa525, 0xffccdd9e},
                          {ColorRole::BackwardInput, 0xff2fa0a7, 0xff9ad8dc},
                          {ColorRole::BackwardWeight, 0xff8a7f3a, 0xffcfc79a}}};
constexpr double kLift = 0.14;  ///< published colours are made for white paper

const Kinds &kindsOf(PipelinePalette palette, ThemeKind theme) {
    switch (palette) {
        case PipelinePalette::DualPipe:
            return kDualPipe;
        case PipelinePalette::Megatron:
            return kMegatron;
        case PipelinePalette::Insight:
            return kInsight;
        case PipelinePalette::Stagescope:
            break;
    }
    return theme == ThemeKind::Dark ? kOursDark : kOurs;
}

std::vector<KindColors> made(PipelinePalette palette, ThemeKind theme) {
    const double lift = theme == ThemeKind::Dark && palette != PipelinePalette::Stagescope ? kLift : 0;
    std::vector<KindColors> colors;
    for (const auto &pair : kindsOf(palette, theme)) {
        const auto lifted = [lift](QRgb rgb) { return mixed(QColor::fromRgb(rgb), QColor(Qt::white), lift); };
        colors.push_back({pair.role, lifted(pair.first), lifted(pair.last)});
    }
    return colors;
}

}  // namespace

std::string_view paletteText(PipelinePalette palette) { return kTexts[static_cast<std::size_t>(palette)]; }

std::optional<PipelinePalette> paletteFromText(std::string_view text) {
    const auto it = std::find(kTexts.begin(), kTexts.end(), text);
    return it == kTexts.end() ? std::nullopt : std::optional(kPalettes[static_cast<std::size_t>(it - kTexts.begin())]);
}

std::span<const PipelinePalette> pipelinePalettes() { return kPalettes; }

std::span<const KindColors> kindColors(PipelinePalette palette, ThemeKind theme) {
    static const auto all = [] {
        std::array<std::array<std::vector<KindColors>, 2>, kPalettes.size()> colors;
        for (const auto p : kPalettes) {
            for (const auto t : {ThemeKind::Light, ThemeKind::Dark}) {
                colors[static_cast<std::size_t>(p)][static_cast<std::size_t>(t)] = made(p, t);
            }
        }
        return colors;
    }();
    return all[static_cast<std::size_t>(palette)][static_cast<std::size_t>(theme)];
}

QColor mixed(const QColor &a, const QColor &b, double share) {
    const auto channel = [share](int from, int to) {
        return std::clamp(static_cast<int>(std::lround(from + (to - from) * share)), 0, 255);
    };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

}  // namespace stagescope
