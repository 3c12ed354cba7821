#include "core/scene/timeline/timeline_scene.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_painter.h"
#include "views/common/texts/message_texts.h"

#include <QtGui/QPainter>
#include <QtTest/QtTest>
#include <QtWidgets/QApplication>

namespace tst_scene_painter {

using namespace stagescope;
using namespace stagescope::sample;

class ScenePainterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scanlinesAndPainterGiveTheSamePicture_data() {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void scanlinesAndPainterGiveTheSamePicture() {
        QFETCH(bool, isDark);
        const auto &theme = isDark ? Theme::dark() : Theme::light();
        const QFont font = QApplication::font();
        const TimelineLayout layout(timelineSources(*workspace(2), {}), {});
        TimelineSceneOptions options;
        options.width = 900;
        options.height = 420;
        options.range = {alignedTime(kStart), alignedTime(kStart + 100 * kMs)};
        options.origin = options.range.begin;
        options.highlight = TimelineHighlight{{alignedTime(kStart + kMs), alignedTime(kStart + 9 * kMs)}, std::nullopt};
        auto scene = timelineScene(layout, options, TextRuler(textMetrics(font)), messageTextFunction());
        scene.rects.push_back({300, 300, 120, 30, {ColorRole::Computing, 0}, true});
        for (int i = 1; i <= static_cast<int>(Pattern::Dashes); ++i) {
            scene.rects.push_back({301 + 31 * i, 200, 30, 41, {ColorRole::BubbleLaunch, 0}, false, Pattern(i)});
        }
        scene.texts.push_back({300, 330, 120, 16, TextAlign::Right, {ColorRole::Text, 0}, "right", {}, false, false});
        scene.texts.push_back({300, 350, 120, 16, TextAlign::Center, {ColorRole::Text, 0}, "bold", {}, true, false});

        QImage raster(scene.width, scene.height, QImage::Format_RGB32);
        rasterScene(raster, scene, theme, font);
        QImage painted(scene.width, scene.height, QImage::Format_RGB32);
        QPainter painter(&painted);
        painter.setFont(font);
        paintScene(painter, scene, theme);
        painter.end();
        QCOMPARE(raster, painted);
        QVERIFY(raster.pixelColor(450, 5) == theme.color(ColorRole::HeaderBackground) ||
                raster.pixelColor(451, 1) == theme.color(ColorRole::HeaderBackground));
    }

    void boxesPartlyOutsideOfTheImageAreCut() {
        Scene scene;
        scene.width = 20;
        scene.height = 20;
        scene.rects.push_back({-5, -5, 10, 10, {ColorRole::Computing, 0}, false});
        scene.rects.push_back({15, 15, 50, 50, {ColorRole::Error, 0}, false});
        scene.rects.push_back({100, 100, 5, 5, {ColorRole::Error, 0}, false});
        QImage image(20, 20, QImage::Format_RGB32);
        rasterScene(image, scene, Theme::light(), QApplication::font());
        QCOMPARE(image.pixelColor(0, 0), Theme::light().color(ColorRole::Computing));
        QCOMPARE(image.pixelColor(5, 5), Theme::light().color(ColorRole::Background));
        QCOMPARE(image.pixelColor(19, 19), Theme::light().color(ColorRole::Error));
    }

    void aScaledImageShowsTheSceneAtItsScale() {
        Scene scene;
        scene.width = 10;
        scene.height = 10;
        scene.rects.push_back({5, 0, 5, 10, {ColorRole::Computing, 0}, false});
        QImage image(20, 20, QImage::Format_RGB32);
        image.setDevicePixelRatio(2);
        rasterScene(image, scene, Theme::light(), QApplication::font());
        QCOMPARE(image.pixelColor(9, 0), Theme::light().color(ColorRole::Background));
        QCOMPARE(image.pixelColor(10, 19), Theme::light().color(ColorRole::Computing));
    }
};

TEST_SUITE(ScenePainterTest)

}  // namespace tst_scene_painter

#include "tst_scene_painter.moc"
