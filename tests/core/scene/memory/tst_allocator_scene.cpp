#include "core/analysis/snapshot/allocator_state.h"
#include "core/scene/memory/allocator_scene.h"
#include "core/scene/memory/event_list_scene.h"
#include "core/scene/memory/memory_flame_scene.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <numeric>

namespace tst_allocator_scene {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

SceneStyle style() {
    return {[](std::string_view text) { return 7 * static_cast<int>(text.size()); },
            [](const Message &message) {
                auto text = message.id;
                for (const auto &argument : message.args) {
                    text += "|" + argument;
                }
                return text;
            },
            18};
}

std::shared_ptr<const SnapshotHistory> historyOf(const std::string &name) {
    const auto read = readSnapshotFile(madeSnapshot(name));
    return read->reading.store == nullptr
               ? nullptr
               : std::make_shared<const SnapshotHistory>(read->reading.store, 0, std::stop_token{});
}

void verifyInside(const Scene &scene) {
    for (const auto &rect : scene.rects) {
        QVERIFY(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= scene.width &&
                rect.y + rect.height <= scene.height);
    }
}

}  // namespace

class AllocatorSceneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void files_data() {
        QTest::addColumn<QString>("file");
        for (const char *file : {"current_4.pickle", "expandable.pickle", "ring.pickle", "npu_workspace.pickle"}) {
            QTest::newRow(file) << QString::fromLatin1(file);
        }
    }
    void everyMomentIsThatOfTheReplay_data() { files_data(); }
    /// Blocks, segments and figures drawn at each moment against the state machine that plays event by event.
    void everyMomentIsThatOfTheReplay() {
        QFETCH(QString, file);
        const auto history = historyOf(file.toStdString());
        QVERIFY(history != nullptr);
        const auto surface = surfaceFor(*history, 900, 600, style());
        auto state = AllocatorState::after(history->store(), history->device(), 0);
        for (std::uint32_t moment = 0; moment <= history->events(); ++moment) {
            state.seek(moment);
            std::uint64_t reserved = 0;
            std::uint64_t inUse = 0;
            std::uint64_t pending = 0;
            std::uint64_t blocks = 0;
            for (const auto &figures : streamFigures(*history, moment)) {
                reserved += figures.reserved;
                inUse += figures.inUse;
                pending += figures.pending;
                blocks += figures.blocks;
                QVERIFY(figures.largestGap <= figures.free);
                QVERIFY(figures.releasable <= figures.free);
                QVERIFY(figures.free + figures.inUse <= figures.reserved);
                QVERIFY(figures.reserved - figures.free - figures.inUse <= 1023 * (figures.blocks + 1));
            }
            QCOMPARE(reserved, state.reservedBytes());
            QCOMPARE(inUse, state.activeBytes());
            QCOMPARE(pending, state.pendingBytes());
            QCOMPARE(blocks, state.blocks().size());
            const auto layout = buildAllocatorScene(*history, surface, {900, 600, moment}, style());
            verifyInside(layout.scene);
            for (const auto &[key, block] : state.blocks()) {
                const auto boxes = layout.boxesOf(surface, key.first, key.second, block.size);
                QVERIFY(!boxes.empty());
                const auto place = layout.placeAt(surface, boxes[0].x, boxes[0].y);
                QVERIFY(place.has_value());
                QVERIFY(blockAt(*history, moment, *place).has_value());
                QVERIFY(segmentAt(*history, moment, *place).has_value());
            }
        }
    }
    void addressesHavePlacesOfTheirOwn_data() { files_data(); }
    void addressesHavePlacesOfTheirOwn() {
        QFETCH(QString, file);
        const auto history = historyOf(file.toStdString());
        for (const int height : {120, 300, 900}) {
            const auto surface = surfaceFor(*history, 700, height, style());
            std::int64_t end = 0;
            for (const auto &range : surface.ranges()) {
                const auto pixels = surface.pixelsOf(range.stream, range.address, range.size);
                QVERIFY(pixels.has_value());
                QVERIFY(pixels->begin >= end);
                end = pixels->end;
                const auto place = surface.placeAt(static_cast<int>(pixels->begin % surface.width()),
                                                   static_cast<int>(pixels->begin / surface.width()));
                QVERIFY(place && place->stream == range.stream && place->address >= range.address);
            }
            const int lines = (height - 2 * 18 - 16) / 20;
            const int least = 2 * static_cast<int>(surface.heads().size());  // each stream needs its head and a line
            QVERIFY(end <= std::int64_t{std::max(least, lines)} * surface.width());
        }
    }
    void gapsAreRunsOfFreeBytes() {
        const auto history = historyOf("expandable.pickle");
        // After the first alloc of 3 MiB in 20 MiB of pages.
        const auto figures = streamFigures(*history, 2);
        QCOMPARE(figures.size(), std::size_t{1});
        QCOMPARE(figures[0].reserved, std::uint64_t{20} << 20);
        QCOMPARE(figures[0].inUse, std::uint64_t{3} << 20);
        QCOMPARE(figures[0].gaps, std::uint64_t{1});
        QCOMPARE(figures[0].largestGap, std::uint64_t{17} << 20);
        // More pages behind the first are one gap with them.
        QCOMPARE(streamFigures(*history, 3)[0].gaps, std::uint64_t{1});
        QCOMPARE(streamFigures(*history, 3)[0].largestGap, std::uint64_t{37} << 20);
    }
    /// What one pool has free is of no use to another: of a stream with several it is told for each.
    void whatIsFreeIsToldByPool() {
        const auto history = historyOf("grown_pool.pickle");
        constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
        const auto figures = streamFigures(*history, history->events());
        QCOMPARE(figures.size(), std::size_t{1});
        QCOMPARE(figures[0].freeByPool, (std::map<std::uint16_t, std::uint64_t>{{0, 8 * kGiB}, {1, 0}}));
        const auto isDrawn = [&](const char *file, const std::string &text) {
            const auto of = historyOf(file);
            const auto surface = surfaceFor(*of, 1600, 600, style());
            const auto &texts = buildAllocatorScene(*of, surface, {1600, 600, of->events()}, style()).scene.texts;
            return std::any_of(texts.begin(), texts.end(),
                               [&](const auto &t) { return t.text.find(text) != std::string::npos; });
        };
        QVERIFY(isDrawn("grown_pool.pickle", "memory.allocator.pool"));
        QVERIFY(!isDrawn("grown_pool.pickle", "memory.allocator.after_in"));
        QVERIFY(isDrawn("grown_stream.pickle", "memory.allocator.after_in"));
        QVERIFY(!isDrawn("grown_stream.pickle", "memory.allocator.pool"));
    }
    void flamesStandBelowTheirCallers() {
        const auto history = historyOf("current_4.pickle");
        const auto tree = stackTree(*history, stackSums(*history, {BlockChoice::AtPeak, 0, 0, 0}));
        const auto layout = buildMemoryFlameScene(*history, tree, {800, 300, 0}, style());
        verifyInside(layout.scene);
        QCOMPARE(layout.parts[0].node, 0U);
        for (const auto &part : layout.parts) {
            const auto parent = tree.nodes[part.node].parent;
            const auto above =
                std::find_if(layout.parts.begin(), layout.parts.end(), [&](const auto &p) { return p.node == parent; });
            QVERIFY(above != layout.parts.end());
            QVERIFY(part.box.x >= above->box.x && part.box.right() <= above->box.right());
        }
        // Any node can have the whole width.
        const auto leaf = static_cast<std::uint32_t>(tree.nodes.size() - 1);
        const auto inside = buildMemoryFlameScene(*history, tree, {800, 300, leaf}, style());
        const auto &last = inside.parts.back();
        QCOMPARE(last.node, leaf);
        QCOMPARE(last.box.width, inside.parts.front().box.width);
    }
    void eventsAreListedFromTheFirstRowAsked() {
        const auto history = historyOf("current_4.pickle");
        std::vector<std::uint32_t> rows(history->events());
        std::iota(rows.begin(), rows.end(), 0U);
        const auto layout = buildEventListScene(*history, rows, {1200, 8 * 22, 5, 7}, style());
        verifyInside(layout.scene);
        QCOMPARE(layout.rows, eventRowsIn(8 * 22, style()));
        QCOMPARE(layout.rows, std::size_t{7});
        QVERIFY(!layout.rowAt(3));
        QVERIFY(layout.rowAt(layout.top + 1) == std::size_t{0});
        QVERIFY(layout.rowAt(layout.top + 2 * layout.rowHeight) == std::size_t{2});
        const auto shows = [&](const std::string &text) {
            return std::any_of(layout.scene.texts.begin(), layout.scene.texts.end(),
                               [&](const SceneText &t) { return t.text == text; });
        };
        QVERIFY(shows("5"));
        QVERIFY(shows("11"));
        QVERIFY(!shows("12"));
        QVERIFY(!shows("4"));
    }
};

TEST_SUITE(AllocatorSceneTest)

}  // namespace tst_allocator_scene

#include "tst_allocator_scene.moc"
