#include "views/common/theme.h"

#include "core/store/trace/trace_store.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QProxyStyle>
#include <QtWidgets/QStyleOption>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stagescope {

namespace {

struct RoleColor {
    ColorRole role;
    QRgb light;
    QRgb dark;
};

constexpr std::array kRoleColors{
    RoleColor{ColorRole::Background, 0xffffffff, 0xff1e2126},
    RoleColor{ColorRole::AlternateBackground, 0xfff6f7f9, 0xff23272d},
    RoleColor{ColorRole::HeaderBackground, 0xffeceff3, 0xff2b3038},
    RoleColor{ColorRole::Grid, 0xffdfe3e8, 0xff3a4049},
    RoleColor{ColorRole::Text, 0xff1b1f24, 0xffe6e9ee},
    RoleColor{ColorRole::MutedText, 0xff5a6472, 0xffa0a9b6},
    RoleColor{ColorRole::TextOnColor, 0xffffffff, 0xffffffff},
    RoleColor{ColorRole::Slice, 0xff5b7fb5, 0xff5b7fb5},
    RoleColor{ColorRole::Computing, 0xff0062dc, 0xff2f7ff0},
    RoleColor{ColorRole::Overlapped, 0xff279c6e, 0xff2db47c},
    RoleColor{ColorRole::ExposedCommunication, 0xff34b1b9, 0xff3dcfd4},
    RoleColor{ColorRole::Free, 0xffd3d8de, 0xff4a515c},
    RoleColor{ColorRole::Preparing, 0xffee891d, 0xfff69226},
    RoleColor{ColorRole::Tail, 0xffb9a6d6, 0xff7d6a9c},
    RoleColor{ColorRole::OtherWork, 0xff8a94a1, 0xff727c89},
    RoleColor{ColorRole::Optimizer, 0xff6037db, 0xff8b6cf5},
    RoleColor{ColorRole::Send, 0xffff5432, 0xffff6a4d},
    RoleColor{ColorRole::Receive, 0xffee891d, 0xfff69226},
    RoleColor{ColorRole::Bubble, 0xffeef0f3, 0xff272b31},
    RoleColor{ColorRole::Counter, 0xff4f7cac, 0xff6fa0d6},
    RoleColor{ColorRole::Warning, 0xffb86e00, 0xffffb74d},
    RoleColor{ColorRole::Error, 0xffc62828, 0xffff7a70},
    RoleColor{ColorRole::Accent, 0xffd81b60, 0xffff4f93},
    RoleColor{ColorRole::Baseline, 0xff7b5ea7, 0xffb39ddb},
    RoleColor{ColorRole::Communication, 0xff7a6fd0, 0xff8f86e0},
    RoleColor{ColorRole::CounterPeak, 0xffa9c0dc, 0xff466a92},
    RoleColor{ColorRole::Step, 0xffc9d3e3, 0xff4b5a72},
    RoleColor{ColorRole::Loss, 0xffe3b505, 0xfff0c93a},
    RoleColor{ColorRole::GradientSync, 0xff9c6644, 0xffc08d6a},
    RoleColor{ColorRole::PhaseWarmup, 0xffe59f2e, 0xfff0ae45},
    RoleColor{ColorRole::PhaseSteady, 0xff6d88ab, 0xff7f9cc2},
    RoleColor{ColorRole::PhaseCooldown, 0xffa65fa8, 0xffc07fc2},
    RoleColor{ColorRole::BubbleHead, 0xff98a2ae, 0xff7c8794},
    RoleColor{ColorRole::BubbleDependency, 0xff5c6875, 0xffaab4c0},
    RoleColor{ColorRole::BubbleRendezvous, 0xffc46a8b, 0xffe08aa9},
    RoleColor{ColorRole::BubbleTransfer, 0xff9b3f6b, 0xffc96f9a},
    RoleColor{ColorRole::BubbleLaunch, 0xff7a5c86, 0xffb294bf},
    RoleColor{ColorRole::BubbleTail, 0xff7f8a97, 0xff929dab},
    RoleColor{ColorRole::BubbleUnknown, 0xffb9c0c9, 0xff565e69},
    RoleColor{ColorRole::CriticalPath, 0xff101418, 0xffffffff},
};

constexpr ThemeKind kDefault = ThemeKind::Light;
const Theme *g_current = nullptr;  // GUI thread only

/// Relative luminance as in WCAG 2: black reads better than white from about 0.18 on.
double luminance(const QColor &c) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}
/// A little above the crossing, since white on a saturated middle tone looks calmer than black.
constexpr double kBlackFrom = 0.24;
constexpr double kGhostShare = 0.78;  ///< of the background in a pale tint

}  // namespace

Theme::Theme(ThemeKind kind, PipelinePalette palette) : m_kind(kind), m_palette(palette) {
    fillRoles();
    fillSlices();
    fillHeat();
}

void Theme::fillRoles() {
    auto &base = m_rolePixels.front();
    for (const auto &entry : kRoleColors) {
        base[static_cast<std::size_t>(entry.role)] = m_kind == ThemeKind::Dark ? entry.dark : entry.light;
    }
    const auto kinds = kindColors(m_palette, m_kind);
    for (const auto &kind : kinds) {
        base[static_cast<std::size_t>(kind.role)] = kind.first.rgb();
    }
    const auto background = QColor::fromRgb(base[static_cast<std::size_t>(ColorRole::Background)]);
    m_rolePixels.fill(base);
    for (std::size_t role = 0; role < kRoles; ++role) {
        m_rolePixels[kGhostShade][role] = mixed(QColor::fromRgb(base[role]), background, kGhostShare).rgb();
    }
    for (const auto &kind : kinds) {
        for (std::size_t shade = 0; shade < kChunkShades; ++shade) {
            const double share = static_cast<double>(shade) / (kChunkShades - 1);
            m_rolePixels[shade][static_cast<std::size_t>(kind.role)] = mixed(kind.first, kind.last, share).rgb();
        }
    }
}

void Theme::fillSlices() {
    for (std::size_t i = 0; i < m_slicePixels.size(); ++i) {
        // Hues a golden angle apart, so that neighbours in the table differ; saturation and value in two steps.
        const int hue = static_cast<int>(i * 137) % 360;
        const int value = (i % 2 == 0 ? 205 : 175) - (m_kind == ThemeKind::Dark ? 25 : 0);
        m_slicePixels[i] = QColor::fromHsv(hue, i % 3 == 0 ? 105 : 130, value).rgb();
    }
}

/// Blue to orange and red-brown: tells good from bad to colour-blind eyes too, warm = bad. The middle, which tells
/// neither, is near the background: pale, or of the dark theme dim.
void Theme::fillHeat() {
    constexpr std::array kPale{0xff2166ac, 0xff92c5de, 0xfff3efe6, 0xfff4a259, 0xffb83c0b};
    constexpr std::array kDim{0xff5fb0ee, 0xff3a6f9f, 0xff3b4149, 0xffa9672f, 0xfff47b45};
    const auto &stops = m_kind == ThemeKind::Dark ? kDim : kPale;
    for (std::size_t i = 0; i < m_heatPixels.size(); ++i) {
        const double at = static_cast<double>(i) / kMaxHeat * static_cast<double>(stops.size() - 1);
        const auto stop = std::min(static_cast<std::size_t>(at), stops.size() - 2);
        m_heatPixels[i] =
            mixed(QColor::fromRgb(stops[stop]), QColor::fromRgb(stops[stop + 1]), at - static_cast<double>(stop)).rgb();
    }
}

namespace {

/// Fusion draws the frames of boxes in a shade darker than the window, which nobody sees on a dark one, hardly tells a
/// button that stays pressed from the others, and cuts the entry of a picker wherever the picker ends.
class BoxStyle : public QProxyStyle {
public:
    static constexpr float kChosenTint = 0.55F;

    BoxStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_PanelButtonCommand && option->state.testFlag(State_On)) {  // of tool buttons, too
            auto tint = option->palette.color(QPalette::Highlight);
            painter->save();
            painter->setPen(tint);
            tint.setAlphaF(kChosenTint);
            painter->setBrush(tint);
            painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
            painter->restore();
        }
        const bool isBox = element == PE_IndicatorCheckBox;
        if (!isBox && element != PE_IndicatorRadioButton) {
            return;
        }
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing, !isBox);
        painter->setPen(option->palette.color(QPalette::PlaceholderText));
        painter->setBrush(Qt::NoBrush);
        const QRect frame = option->rect.adjusted(0, 0, -1, -1);
        isBox ? painter->drawRect(frame) : painter->drawEllipse(frame);
        painter->restore();
    }
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override {
        const auto *picker = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        if (element != CE_ComboBoxLabel || picker == nullptr || picker->editable) {
            QProxyStyle::drawControl(element, option, painter, widget);
            return;
        }
        auto shown = *picker;
        const int icon = picker->currentIcon.isNull() ? 0 : picker->iconSize.width() + 4;
        const int room = subControlRect(CC_ComboBox, picker, SC_ComboBoxEditField, widget).width() - 2 - icon;
        shown.currentText = option->fontMetrics.elidedText(picker->currentText, Qt::ElideRight, room);
        QProxyStyle::drawControl(element, &shown, painter, widget);
    }
    /// Pickers measure the ink of their entries, but write them with the room behind it: a full-width bracket at the
    /// end has much.
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                                         const QWidget *widget) const override {
        auto size = contents;
        const auto *picker = type == CT_ComboBox ? qobject_cast<const QComboBox *>(widget) : nullptr;
        const bool isFitted = picker != nullptr && picker->sizeAdjustPolicy() == QComboBox::AdjustToContents;
        for (int i = 0; isFitted && i < picker->count(); ++i) {
            size.setWidth(std::max(size.width(), picker->fontMetrics().horizontalAdvance(picker->itemText(i))));
        }
        return QProxyStyle::sizeFromContents(type, option, size, widget);
    }
};

}  // namespace

const Theme &Theme::light() {
    static const Theme theme(ThemeKind::Light);
    return theme;
}

const Theme &Theme::dark() {
    static const Theme theme(ThemeKind::Dark);
    return theme;
}

const Theme &Theme::current() {
    return g_current != nullptr ? *g_current : (kDefault == ThemeKind::Light ? light() : dark());
}

void Theme::use(ThemeKind kind, PipelinePalette palette) {
    static std::map<std::pair<ThemeKind, PipelinePalette>, Theme> themes;
    g_current = &themes.try_emplace({kind, palette}, kind, palette).first->second;
}

void Theme::setCurrent(ThemeKind kind) {
    use(kind, current().pipelinePalette());
    QApplication::setStyle(new BoxStyle);
    QApplication::setPalette(g_current->palette());
}

void Theme::setPipelinePalette(PipelinePalette palette) {
    if (palette == current().pipelinePalette()) {
        return;
    }
    use(current().kind(), palette);
    for (auto *widget : QApplication::allWidgets()) {
        QEvent change(QEvent::PaletteChange);
        QApplication::sendEvent(widget, &change);
    }
}

QColor Theme::textOn(const QColor &fill) const {
    return luminance(fill) > kBlackFrom ? QColor(0x10, 0x14, 0x18) : QColor(Qt::white);
}

QPalette Theme::palette() const {
    QPalette p;
    p.setColor(QPalette::Window, color(ColorRole::HeaderBackground));
    p.setColor(QPalette::WindowText, color(ColorRole::Text));
    p.setColor(QPalette::Base, color(ColorRole::Background));
    p.setColor(QPalette::AlternateBase, color(ColorRole::AlternateBackground));
    p.setColor(QPalette::Text, color(ColorRole::Text));
    p.setColor(QPalette::PlaceholderText, color(ColorRole::MutedText));
    p.setColor(QPalette::Button, color(ColorRole::HeaderBackground));
    p.setColor(QPalette::ButtonText, color(ColorRole::Text));
    p.setColor(QPalette::ToolTipBase, color(ColorRole::HeaderBackground));
    p.setColor(QPalette::ToolTipText, color(ColorRole::Text));
    p.setColor(QPalette::BrightText, color(ColorRole::Error));
    p.setColor(QPalette::Highlight, color(ColorRole::Computing));
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Link, color(ColorRole::Computing));
    p.setColor(QPalette::Light, color(ColorRole::Background));
    p.setColor(QPalette::Mid, color(ColorRole::Grid));
    p.setColor(QPalette::Dark, color(ColorRole::Grid).darker(130));
    p.setColor(QPalette::Shadow, color(ColorRole::Grid).darker(200));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        p.setColor(QPalette::Disabled, role, color(ColorRole::MutedText));
    }
    return p;
}

}  // namespace stagescope
