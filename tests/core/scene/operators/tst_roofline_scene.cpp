// The roofline picture on numbers.
#include "core/scene/operators/roofline_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_roofline_scene {

using namespace stagescope;

namespace {

SceneStyle plainStyle() {
    SceneStyle style;
    style.metrics = [](std::string_view text) { return static_cast<int>(text.size()) * 7; };
    style.message = [](const Message &message) {
        std::string text = message.id;
        for (const auto &arg : message.args) {
            text += " " + arg;
        }
        return text;
    };
    return style;
}

WorkGroup group(std::string name, double flop, double bytes, std::int64_t micros, bool isMatrix = true) {
    WorkGroup result;
    result.name = std::move(name);
    result.calls = result.kernels = result.flopCalls = result.bytesCalls = 1;
    result.time = result.flopTime = result.bytesTime = Nanos{micros * 1000};
    result.flop = flop;
    result.bytes = bytes;
    result.isMatrix = isMatrix;
    result.number = isMatrix ? NumberType::Fp16 : NumberType::Unknown;
    return result;
}

/// 100 TFLOP/s, 1 TB/s: they meet at 100 FLOP per byte.
RankWork someWork() {
    RankWork work;
    work.rank = 3;
    work.peak.flops = 1e14;
    work.peak.flopsOrigin = PeakOrigin::Counters;
    work.peak.cores = 20;
    work.peak.hertz = 1e9;
    work.peak.bandwidth = 1e12;
    work.peak.bandwidthOrigin = PeakOrigin::Given;
    work.groups = {group("MatMulV3", 5e10, 5e7, 1000), group("Conv2D", 1e10, 1e9, 1000),
                   group("Add", 1e6, 1e7, 100, false)};
    auto unknown = group("SoftmaxV2", 0, 0, 100, false);
    unknown.flopCalls = 0;
    unknown.bytesCalls = 0;
    work.groups.push_back(unknown);
    work.time = Nanos{2200000};
    return work;
}

bool hasText(const Scene &scene, std::string_view part) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &text) { return text.text.find(part) != std::string::npos; });
}

}  // namespace

class RooflineSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void axesAreLogarithmic() {
        const LogAxis axis{0, 4, 100, 500};
        QCOMPARE(axis.pixelOf(1), 100);
        QCOMPARE(axis.pixelOf(100), 300);
        QCOMPARE(axis.pixelOf(1e9), 500);
        QCOMPARE(axis.pixelOf(1e-9), 100);
        const LogAxis up{0, 2, 300, 100};
        QCOMPARE(up.pixelOf(10), 200);
    }

    void squaresStandWhereTheirFiguresAre() {
        const auto work = someWork();
        const auto layout = layOutRoofline(work, {900, 600, std::nullopt, true}, plainStyle());
        QCOMPARE(layout.dots.size(), std::size_t{3});
        const auto &matrix = layout.dots[0].box;
        QCOMPARE(matrix.x + matrix.width / 2, layout.intensity.pixelOf(1000));
        QCOMPARE(matrix.y + matrix.height / 2, layout.rate.pixelOf(5e13));
        // As long, as large; a tenth of the time is smaller.
        QCOMPARE(layout.dots[1].box.width, matrix.width);
        QVERIFY(layout.dots[2].box.width < matrix.width / 2);
        QCOMPARE(layout.groupAt(matrix.x, matrix.y).value_or(99), std::size_t{0});
        QVERIFY(!layout.groupAt(matrix.x - 20, matrix.y - 20));
        for (const auto &dot : layout.dots) {
            QVERIFY(layout.plot.contains(dot.box.x + dot.box.width / 2, dot.box.y + dot.box.height / 2));
        }
    }

    void theRoofBendsWherePeakAndBandwidthMeet() {
        const auto work = someWork();
        const auto layout = layOutRoofline(work, {900, 600, std::nullopt, true}, plainStyle());
        const int x = layout.intensity.pixelOf(100);
        const int y = layout.rate.pixelOf(1e14);
        int slopes = 0;
        int roofs = 0;
        for (const auto &line : layout.scene.lines) {
            if (line.color.role == ColorRole::Accent) {
                slopes += line.x2 == x && std::abs(line.y2 - y) <= 1 && line.y1 > line.y2 ? 1 : 0;
                roofs += line.x1 == x && line.y1 == line.y2 ? 1 : 0;
            }
        }
        const auto isRoof = [&](const SceneRect &rect) {
            return rect.color.role == ColorRole::Accent && rect.x == x && rect.height == 1;
        };
        roofs += static_cast<int>(std::count_if(layout.scene.rects.begin(), layout.scene.rects.end(), isRoof));
        QCOMPARE(slopes, 2);
        QCOMPARE(roofs, 2);
        QVERIFY(hasText(layout.scene, "roofline.peak 100.0 TFLOP/s peak.origin.counters 20 1000"));
        QVERIFY(hasText(layout.scene, "1000 GB/s peak.origin.given"));
        QVERIFY(hasText(layout.scene, "roofline.head 3 30.0 TFLOP/s 100.0 TFLOP/s 30.0"));
        QVERIFY(hasText(layout.scene, "roofline.without_place 4.5"));
    }

    void nothingLeavesThePicture() {
        auto work = someWork();
        work.groups[0].number = NumberType::Fp8;
        work.peak.others[static_cast<std::size_t>(NumberType::Fp8)] = 2e14;
        for (const auto &[width, height] : {std::pair{1600, 900}, {500, 300}, {60, 40}, {0, 0}}) {
            const auto layout = layOutRoofline(work, {width, height, std::size_t{0}}, plainStyle());
            for (const auto &rect : layout.scene.rects) {
                QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= width && rect.y + rect.height <= height);
            }
            for (const auto &line : layout.scene.lines) {
                QVERIFY(line.x1 >= 0 && line.x2 <= width && line.y1 >= 0 && line.y1 <= height && line.y2 <= height);
            }
            for (const auto &text : layout.scene.texts) {
                QVERIFY(text.x >= 0 && text.x + text.width <= width && text.y + text.height <= height);
                QVERIFY(plainStyle().metrics(text.text) <= text.width);
            }
        }
    }

    void withoutAPeakThereIsNoRoof() {
        auto work = someWork();
        work.peak = {};
        const auto layout = layOutRoofline(work, {900, 600, std::nullopt, true}, plainStyle());
        QCOMPARE(layout.dots.size(), std::size_t{3});
        QVERIFY(hasText(layout.scene, "roofline.head_without_peak"));
        QVERIFY(!hasText(layout.scene, "roofline.peak"));
        work.groups.clear();
        QVERIFY(layOutRoofline(work, {900, 600, std::nullopt, true}, plainStyle()).dots.empty());
    }

    void otherUnitsOnDemand() {
        auto work = someWork();
        const auto layout = layOutRoofline(work, {900, 600, std::nullopt, false}, plainStyle());
        QCOMPARE(layout.dots.size(), std::size_t{2});
        QVERIFY(hasText(layout.scene, "roofline.only_matrix 9.1"));
        work.groups.erase(work.groups.begin(), work.groups.begin() + 2);
        QCOMPARE(layOutRoofline(work, {900, 600, std::nullopt, false}, plainStyle()).dots.size(), std::size_t{1});
    }

    void smallGroupsDoNotStretchTheAxes() {
        auto work = someWork();
        work.groups.push_back(group("Tiny", 10, 1e6, 1));
        const auto layout = layOutRoofline(work, {900, 600, std::nullopt, false}, plainStyle());
        QVERIFY(layout.intensity.low >= 0);
        // Nor do they stand where they are not: at the edge.
        QCOMPARE(layout.dots.size(), std::size_t{2});
    }

    /// A square and a line stand at their value or nowhere.
    void peaksBeyondTheAxesAreNotDrawn() {
        auto work = someWork();
        auto tiny = group("Tiny", 10, 1e6, 1);
        tiny.number = NumberType::Fp32;
        work.groups.push_back(tiny);
        const auto peaks = [&](double flops) {
            work.peak.others[static_cast<std::size_t>(NumberType::Fp32)] = flops;
            const auto layout = layOutRoofline(work, {900, 600, std::nullopt, false}, plainStyle());
            return std::count_if(layout.scene.texts.begin(), layout.scene.texts.end(), [](const SceneText &text) {
                return text.text.find("roofline.peak_type") != std::string::npos;
            });
        };
        QCOMPARE(peaks(8e13), 1);
        QCOMPARE(peaks(1e9), 0);
    }

    void ratesHaveTheirPrefix() {
        QCOMPARE(flopRateText(270.336e12), std::string("270.3 TFLOP/s"));
        QCOMPARE(flopRateText(1.25e9), std::string("1.25 GFLOP/s"));
        QCOMPARE(byteRateText(3.35e12), std::string("3350 GB/s"));
    }
};

TEST_SUITE(RooflineSceneTest)

}  // namespace tst_roofline_scene

#include "tst_roofline_scene.moc"
