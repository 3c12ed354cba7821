#include "tests/support/test_suite.h"
#include "views/common/theme.h"

#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include <cmath>

namespace tst_pipeline_palette {

using namespace stagescope;

namespace {

double luminance(const QColor &c) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(const QColor &a, const QColor &b) {
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

constexpr std::array kKinds{ColorRole::Forward, ColorRole::Backward, ColorRole::BackwardInput,
                            ColorRole::BackwardWeight};

}  // namespace

class TestPipelinePalette : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { Theme::setPipelinePalette(PipelinePalette::Stagescope); }

    void textReadsOnEveryShade() {
        for (const auto palette : pipelinePalettes()) {
            for (const auto kind : {ThemeKind::Light, ThemeKind::Dark}) {
                const Theme theme(kind, palette);
                for (const auto role : kKinds) {
                    for (std::uint8_t shade = 0; shade < kChunkShades; ++shade) {
                        const auto fill = theme.color(Color{role, 0, shade});
                        QVERIFY2(contrast(fill, theme.textOn(fill)) >= 3.6, qPrintable(fill.name()));
                    }
                }
            }
        }
    }
    void boxesOfMenusAreSeenInBothThemes() {
        for (const auto kind : {ThemeKind::Light, ThemeKind::Dark}) {
            Theme::setCurrent(kind);
            QCheckBox box;
            box.resize(box.sizeHint());
            const auto image = box.grab().toImage();
            const auto window = box.palette().color(QPalette::Window);
            double most = 1;
            for (int x = 0; x < image.width(); ++x) {
                most = std::max(most, contrast(window, image.pixelColor(x, image.height() / 2)));
            }
            QVERIFY2(most >= 3, qPrintable(QString::number(most)));
        }
        Theme::setCurrent(ThemeKind::Light);
    }
    /// In each theme, pushed down or not is seen at the button itself.
    void buttonsThatAreOnAreToldFromOthers() {
        for (const auto kind : {ThemeKind::Light, ThemeKind::Dark}) {
            Theme::setCurrent(kind);
            QPushButton pushed(QStringLiteral("Pivot"));
            QToolButton tool;
            tool.setText(QStringLiteral("Pivot"));
            for (auto *button : std::initializer_list<QAbstractButton *>{&pushed, &tool}) {
                button->setCheckable(true);
                button->resize(80, 24);
                const auto off = button->grab().toImage();
                button->setChecked(true);
                const auto on = button->grab().toImage();
                const QPoint inside(8, 4);
                QVERIFY(contrast(off.pixelColor(inside), on.pixelColor(inside)) >= 1.25);
            }
        }
        Theme::setCurrent(ThemeKind::Light);
    }
    void shadesAndBackgroundDiffer() {
        for (const auto palette : pipelinePalettes()) {
            for (const auto kind : {ThemeKind::Light, ThemeKind::Dark}) {
                const Theme theme(kind, palette);
                const auto bubble = theme.color(ColorRole::Bubble);
                for (const auto role : kKinds) {
                    const auto first = theme.color(Color{role, 0, 0});
                    const auto last = theme.color(Color{role, 0, kChunkShades - 1});
                    QVERIFY2(contrast(first, last) >= 1.5, qPrintable(first.name()));
                    QVERIFY2(contrast(first, bubble) >= 1.3, qPrintable(first.name()));
                    QVERIFY2(contrast(last, bubble) >= 1.2, qPrintable(last.name()));
                    QVERIFY(theme.color(Color{role, 0, kGhostShade}) != first);
                }
            }
        }
    }
    void namesRoundTrip() {
        for (const auto palette : pipelinePalettes()) {
            QCOMPARE(paletteFromText(paletteText(palette)), std::optional(palette));
        }
        QVERIFY(!paletteFromText("rainbow").has_value());
    }
    void switchReachesTheThemeInUse() {
        const auto before = Theme::current().color(ColorRole::Forward);
        const auto other = Theme::current().color(ColorRole::Computing);
        Theme::setPipelinePalette(PipelinePalette::DualPipe);
        QVERIFY(Theme::current().color(ColorRole::Forward) != before);
        QCOMPARE(Theme::current().color(ColorRole::Computing), other);
        const auto light = Theme::current().color(ColorRole::Background);
        Theme::setCurrent(ThemeKind::Dark);
        QCOMPARE(Theme::current().pipelinePalette(), PipelinePalette::DualPipe);
        QVERIFY(Theme::current().color(ColorRole::Background) != light);
        Theme::setCurrent(ThemeKind::Light);
    }
    void heatGoesFromColdToWarm() {
        const auto cold = Theme::light().color(Color{ColorRole::Heat, 0});
        const auto warm = Theme::light().color(Color{ColorRole::Heat, kMaxHeat});
        QVERIFY(cold.blue() > cold.red());
        QVERIFY(warm.red() > warm.blue());
        QCOMPARE(Theme::light().color(Color{ColorRole::Heat, 1000}), warm);
    }
};

TEST_SUITE(TestPipelinePalette)

}  // namespace tst_pipeline_palette

#include "tst_pipeline_palette.moc"
