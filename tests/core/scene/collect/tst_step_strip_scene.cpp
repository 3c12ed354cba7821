#include "core/scene/collect/step_strip_scene.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>

namespace tst_step_strip_scene {

using namespace stagescope;

namespace {

constexpr int kHeight = 100;

SceneStyle stripStyle() {
    return {[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
            [](const Message &message) { return message.id; }, 18};
}

StepStripLayout strip(const StepPlan &plan, std::int64_t steps, int width = 1000) {
    return layOutStepStrip(plan, steps, width, kHeight, stripStyle());
}

bool hasText(const Scene &scene, const std::string &text) {
    return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const SceneText &t) { return t.text == text; });
}

/// In sight, from left to right, none on another, each text where there is room for it.
void verifyPlaces(const StepStripLayout &layout, int width) {
    int end = 0;
    for (const auto &part : layout.parts) {
        QVERIFY(part.begin < part.end);
        QVERIFY(part.box.x >= end && part.box.right() <= width && part.box.bottom() <= kHeight);
        end = part.box.right();
        QCOMPARE(layout.partAt(part.box.x, part.box.y), &part);
    }
    for (const auto &text : layout.scene.texts) {
        QVERIFY(text.x >= 0 && text.x + text.width <= width && text.y + text.height <= kHeight);
    }
}

}  // namespace

class StepStripSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aBoxForEachStep() {
        const auto layout = strip({.skipFirst = 2, .wait = 1, .warmup = 1, .active = 2, .repeat = 1}, 9);
        verifyPlaces(layout, 1000);
        QByteArray states;
        for (const auto &part : layout.parts) {
            QCOMPARE(part.end, part.begin + 1);
            states += ".wRScx"[static_cast<int>(part.state)];
        }
        QCOMPARE(states, QByteArray("...wRS..."));
        QVERIFY(layout.isWhole);
        for (const auto *text :
             {"0", "4", "8", "step_strip.skipped", "step_strip.warm_up", "step_strip.recorded", "step_strip.saved"}) {
            QVERIFY2(hasText(layout.scene, text), text);
        }
        QVERIFY(!hasText(layout.scene, "step_strip.deleted") && !hasText(layout.scene, "step_strip.cut"));
    }
    void numbersAreThoseOfTheProgram() {
        const auto layout = strip({.first = 1, .skipFirst = 1, .active = 1}, 3);
        QCOMPARE(layout.parts.front().begin, 1);
        QCOMPARE(layout.parts.at(1).state, StepState::Saved);
        QVERIFY(hasText(layout.scene, "2") && !hasText(layout.scene, "0"));
    }
    void longStretchesAreFolded() {
        const auto layout = strip({.skipFirst = 1000, .active = 2}, 5000);
        verifyPlaces(layout, 1000);
        QCOMPARE(layout.parts.size(), std::size_t{4});
        QCOMPARE(layout.parts.front().end, 1000);
        QVERIFY(hasText(layout.scene, "0 … 999") && hasText(layout.scene, "1002 … 4999"));
        QCOMPARE(layout.parts.at(1).begin, 1000);
        QVERIFY(layout.isWhole);
    }
    void whatDoesNotFitEndsWithAnEllipsis() {
        const auto layout = strip({.wait = 1, .warmup = 1, .active = 1, .repeat = 0}, 100'000, 300);
        verifyPlaces(layout, 300);
        QVERIFY(!layout.isWhole && !layout.parts.empty());
        QVERIFY(hasText(layout.scene, "…"));
    }
    void deletedAndIncompleteStandOut() {
        const auto cut = strip({.skipFirst = 2, .active = 3}, 4);
        QVERIFY(hasText(cut.scene, "step_strip.cut"));
        QVERIFY(std::any_of(cut.scene.rects.begin(), cut.scene.rects.end(), [](const auto &r) { return r.hatched; }));
        const auto deleted = strip({.skipFirst = 2, .warmup = 3, .active = 1}, 4);
        QVERIFY(hasText(deleted.scene, "step_strip.deleted"));
        QVERIFY(std::any_of(deleted.scene.rects.begin(), deleted.scene.rects.end(),
                            [](const auto &r) { return r.color.role == ColorRole::Error; }));
    }
    void oddSizes() {
        const auto huge = std::int64_t{1} << 40;
        for (const int width : {0, 1, 30, 200, 4000}) {
            for (const auto steps : {std::int64_t{0}, std::int64_t{1}, huge}) {
                const auto layout =
                    strip({.skipFirst = huge / 2, .wait = huge, .active = huge, .repeat = 3}, steps, width);
                verifyPlaces(layout, width);
                QVERIFY(layout.parts.size() <= std::size_t{400});
            }
        }
        QVERIFY(strip({}, 0).parts.empty());
        QVERIFY(strip({}, 0).partAt(10, 10) == nullptr);
    }
    void namesOfStatesDiffer() {
        std::set<std::string> names;
        for (int state = 0; state < 6; ++state) {
            names.insert(stepStateName(static_cast<StepState>(state)).id);
        }
        QCOMPARE(names.size(), std::size_t{6});
    }
};

TEST_SUITE(StepStripSceneTest)

}  // namespace tst_step_strip_scene

#include "tst_step_strip_scene.moc"
