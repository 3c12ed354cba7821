#include "core/scene/memory/memory_timeline_scene.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>

namespace tst_memory_timeline_scene {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

SceneStyle style() {
    return {[](std::string_view text) { return 7 * static_cast<int>(text.size()); },
            [](const Message &message) {
                auto text = message.id;
                for (const auto &argument : message.args) {
                    text += " " + argument;
                }
                return text;
            },
            18};
}

std::shared_ptr<const SnapshotHistory> historyOf(const std::string &name, std::uint32_t device = 0) {
    const auto read = readSnapshotFile(madeSnapshot(name));
    return read->reading.store == nullptr
               ? nullptr
               : std::make_shared<const SnapshotHistory>(read->reading.store, device, std::stop_token{});
}

bool hasText(const Scene &scene, const std::string &part) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const SceneText &text) { return text.text.find(part) != std::string::npos; });
}

void verifyInside(const Scene &scene) {
    for (const auto &rect : scene.rects) {
        QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= scene.width &&
                rect.y + rect.height <= scene.height);
    }
}

}  // namespace

class MemoryTimelineSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void historyIsTheReplay_data() {
        QTest::addColumn<QString>("file");
        for (const char *file : {"current_4.pickle", "expandable.pickle", "ring.pickle"}) {
            QTest::newRow(file) << QString::fromLatin1(file);
        }
    }
    /// Bytes at every moment are those that the replay found, in use and reserved.
    void historyIsTheReplay() {
        QFETCH(QString, file);
        const auto history = historyOf(file.toStdString());
        QVERIFY(history != nullptr);
        const auto &table = history->device().allocations;
        QCOMPARE(history->activeAt(0), table.baselineBytes);
        QCOMPARE(history->reservedAt(0), table.reservedBaseline);
        for (std::uint32_t event = 0; event < history->events(); ++event) {
            QCOMPARE(history->activeAt(event + 1), table.activeBytes[event]);
            QCOMPARE(history->reservedAt(event + 1), table.reservedAfter(event));
        }
        for (std::uint32_t i = 0; i < table.allocations.size(); ++i) {
            if (const auto block = history->blockOf(i)) {
                QCOMPARE(history->allocationOf(*block), i);
                QCOMPARE(history->blocks().blocks()[*block].size, table.allocations[i].size);
            }
        }
    }
    void axesComeBack_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("events") << static_cast<int>(EventAxisKind::Events);
        QTest::newRow("time") << static_cast<int>(EventAxisKind::Time);
        QTest::newRow("steps") << static_cast<int>(EventAxisKind::Steps);
    }
    void axesComeBack() {
        QFETCH(int, kind);
        const auto history = historyOf("current_4.pickle");
        const EventAxis axis(*history, static_cast<EventAxisKind>(kind));
        QCOMPARE(static_cast<int>(axis.kind()), kind);
        for (std::uint32_t moment = 0; moment <= history->events(); ++moment) {
            QCOMPARE(axis.momentAt(axis.placeOf(moment)), moment);
            QVERIFY(axis.placeOf(moment) >= axis.limits().begin && axis.placeOf(moment) <= axis.limits().end);
        }
        QCOMPARE(axis.momentAt(alignedTime(ns(axis.limits().begin) - 5000)), 0U);
        QCOMPARE(axis.momentAt(alignedTime(ns(axis.limits().end) + 5000)), history->events());
    }
    void anAxisThatIsNotKnownIsThatOfEvents() {
        const auto history = historyOf("expandable.pickle");
        QVERIFY(!EventAxis::isKnown(*history, EventAxisKind::Time));
        QVERIFY(EventAxis(*history, EventAxisKind::Steps).kind() == EventAxisKind::Events);
    }
    void everythingStandsInThePicture() {
        const auto history = historyOf("current_4.pickle");
        const EventAxis axis(*history, EventAxisKind::Events);
        const auto layout =
            buildMemoryTimelineScene(*history, axis, {2600, 500, SnapshotSeries::Blocks, axis.limits(), true}, style());
        verifyInside(layout.scene);
        QVERIFY(layout.picture.isExact);
        QVERIFY(hasText(layout.scene, "memory.mark.oom"));
        QVERIFY(hasText(layout.scene, "memory.mark.snapshot"));
        QVERIFY(hasText(layout.scene, "memory.mark.baseline 1.66 KiB"));
        QVERIFY(hasText(layout.scene, "memory.mark.peak " + bytesTextOfPeak(*history)));
        QVERIFY(hasText(layout.scene, "ProfilerStep#1"));
        // The highest block reaches as high as the peak.
        const auto &parts = layout.picture.parts;
        const auto top = std::min_element(parts.begin(), parts.end(),
                                          [](const auto &a, const auto &b) { return a.box.y < b.box.y; });
        QCOMPARE(top->box.y, layout.yOf(history->activeAt(history->peak())));
        QVERIFY(!layout.boxesOfBlock(top->block).empty());
    }
    void labelsDoNotCoverEachOther() {
        const auto history = historyOf("current_4.pickle");
        const EventAxis axis(*history, EventAxisKind::Events);
        for (const int height : {90, 110, 130, 160, 220, 400}) {
            for (const int width : {300, 500, 900, 2600}) {
                const auto layout = buildMemoryTimelineScene(
                    *history, axis, {width, height, SnapshotSeries::Blocks, axis.limits(), true}, style());
                std::vector<SceneText> marks;
                for (const auto &text : layout.scene.texts) {
                    const bool isMark = text.text.starts_with("memory.mark.");
                    for (const auto &other : marks) {
                        const bool isBeside = text.x >= other.x + other.width || other.x >= text.x + text.width;
                        const bool isBelow = text.y >= other.y + other.height || other.y >= text.y + text.height;
                        QVERIFY2(!isMark || isBeside || isBelow, (text.text + " over " + other.text).c_str());
                    }
                    if (isMark) {
                        marks.push_back(text);
                    }
                }
            }
        }
    }
    void segmentsAreStackedLikeBlocks() {
        const auto history = historyOf("expandable.pickle");
        const EventAxis axis(*history, EventAxisKind::Events);
        const auto layout = buildMemoryTimelineScene(
            *history, axis, {900, 500, SnapshotSeries::Segments, axis.limits(), true}, style());
        verifyInside(layout.scene);
        const int last = layout.axis.pixelOf(axis.placeOf(history->events())) + 2;
        int covered = 0;
        for (int y = layout.plot.y; y < layout.plot.bottom(); ++y) {
            covered += layout.picture.partAt(last, y) ? 1 : 0;
        }
        QCOMPARE(covered, layout.plot.bottom() - layout.yOf(history->reservedAt(history->events())));
    }
    void byteTicksAreRound() {
        const auto ticks = byteTicks(std::uint64_t{614} << 20, 7);
        QCOMPARE(ticks.size(), std::size_t{7});
        QCOMPARE(ticks[1].label, std::string("100 MiB"));
        QCOMPARE(ticks[6].bytes, std::uint64_t{600} << 20);
        QCOMPARE(byteTicks(3, 10).back().label, std::string("3 B"));
    }

private:
    static std::string bytesTextOfPeak(const SnapshotHistory &history) {
        const auto bytes = static_cast<double>(history.activeAt(history.peak())) / (1 << 20);
        return QString::number(bytes, 'f', 2).toStdString() + " MiB";
    }
};

TEST_SUITE(MemoryTimelineSceneTest)

}  // namespace tst_memory_timeline_scene

#include "tst_memory_timeline_scene.moc"
