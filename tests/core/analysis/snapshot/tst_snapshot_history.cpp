#include "core/analysis/snapshot/event_filter.h"
#include "core/analysis/snapshot/snapshot_facts.h"
#include "core/analysis/snapshot/stack_sums.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>

namespace tst_snapshot_history {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

Run runOf(const char *name) {
    Run run;
    run.id = RunId{0};
    SnapshotFile file;
    file.file.path = madeSnapshot(name);
    file.store = readSnapshotFile(file.file.path)->reading.store;
    run.snapshots.push_back(file);
    return run;
}

std::string factOf(const ItemFacts &facts, const std::string &key) {
    const auto it = std::find_if(facts.facts.begin(), facts.facts.end(), [&](const auto &f) { return f.first == key; });
    return it == facts.facts.end() ? "(none)" : it->second;
}

}  // namespace

/// Facts of items, sums by stack and filters over made snapshots.
class SnapshotHistoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_run = runOf("current_4.pickle");
        m_history = std::make_shared<const SnapshotHistory>(m_run.snapshots[0].store, 0, std::stop_token{});
    }

    void aBlockTellsItsLife() {
        const auto &table = m_history->device().allocations;
        // 4 MiB + 1 byte on stream 0: requested, another block in between, freed.
        const auto it = std::find_if(table.allocations.begin(), table.allocations.end(),
                                     [](const Allocation &a) { return a.size == (4 << 20) + 1; });
        QVERIFY(it != table.allocations.end());
        const auto index = static_cast<std::uint32_t>(it - table.allocations.begin());
        const auto facts = snapshotFacts(m_run, BlockRef{RunId{0}, 0, 0, index});
        QVERIFY(facts.has_value());
        QCOMPARE(facts->what, std::string("4.00 MiB, forward (model.py:12)"));
        QCOMPARE(factOf(*facts, "block_size"), std::string("4.00 MiB (4194305 B)"));
        QCOMPARE(factOf(*facts, "address"), std::string("0x7f0010000000"));
        QCOMPARE(factOf(*facts, "alloc_event"), std::to_string(it->begin));
        QCOMPARE(factOf(*facts, "free_request_event"), std::to_string(it->freeRequested));
        QCOMPARE(factOf(*facts, "free_event"), std::to_string(it->end));
        QCOMPARE(factOf(*facts, "lifetime_events"), std::to_string(it->end - it->begin));
        QVERIFY(facts->duration == Nanos{(it->end - it->begin) * 7000});
        QCOMPARE(factOf(*facts, "segment"), std::string("0x7f0010000000 + 0 B, 20.00 MiB"));
    }
    void anEventTellsTheTotalsAfterIt() {
        const auto &events = m_history->store().events();
        for (std::uint32_t i = 0; i < m_history->events(); ++i) {
            const auto facts = snapshotFacts(m_run, SnapshotEventRef{RunId{0}, 0, 0, i});
            QVERIFY(facts.has_value());
            QCOMPARE(factOf(*facts, "action"), std::string(snapshotActionText(events.action(i))));
            const auto active = m_history->device().allocations.activeBytes[i];
            QVERIFY(factOf(*facts, "active_after").find(std::to_string(active)) != std::string::npos);
            QCOMPARE(factOf(*facts, "device_free") != "(none)", events.action(i) == SnapshotAction::OutOfMemory);
        }
    }
    void aRangeCountsWhatHappenedInIt() {
        const auto events = m_history->events();
        const auto facts = snapshotFacts(m_run, EventRangeRef{RunId{0}, 0, 0, 0, events});
        QVERIFY(facts.has_value());
        std::uint64_t made = 0;
        std::uint64_t left = 0;
        for (const auto &a : m_history->device().allocations.allocations) {
            made += a.isOlder() ? 0 : 1;
            left += !a.isOlder() && a.end == event_index::kNever ? 1 : 0;
        }
        QVERIFY(made > left && left > 0);
        QVERIFY(factOf(*facts, "range_allocated").starts_with(std::to_string(made) + ","));
        QVERIFY(factOf(*facts, "range_left").starts_with(std::to_string(left) + ","));
        QVERIFY(!snapshotFacts(m_run, EventRangeRef{RunId{0}, 0, 0, 3, 3}));
    }
    void aSegmentAndAStackTellTheirs() {
        const auto &spans = m_history->device().allocations.spans;
        QVERIFY(!spans.empty());
        for (std::uint32_t i = 0; i < spans.size(); ++i) {
            const auto facts = snapshotFacts(m_run, SegmentRef{RunId{0}, 0, 0, i});
            QVERIFY(facts.has_value());
            QVERIFY(factOf(*facts, "segment_size").find(std::to_string(spans[i].size)) != std::string::npos);
        }
        const auto stack = m_history->device().allocations.allocations[0].stack;
        const auto facts = snapshotFacts(m_run, StackRef{RunId{0}, 0, stack.value});
        QVERIFY(facts.has_value());
        QVERIFY(factOf(*facts, "frame") != "(none)");
    }
    void whatIsNotThereHasNoFacts() {
        QVERIFY(!snapshotFacts(m_run, BlockRef{RunId{0}, 0, 0, 1'000'000}));
        QVERIFY(!snapshotFacts(m_run, BlockRef{RunId{0}, 1, 0, 0}));
        QVERIFY(!snapshotFacts(m_run, SnapshotEventRef{RunId{0}, 0, 9, 0}));
        QVERIFY(!snapshotFacts(m_run, SegmentRef{RunId{0}, 0, 0, 1'000'000}));
        QVERIFY(!snapshotFacts(m_run, StackRef{RunId{0}, 0, 1'000'000}));
        QVERIFY(!snapshotFacts(m_run, RankRef{RunId{0}, 0}));
    }

    /// The parts equal the whole at every moment, as sums and as a tree.
    void sumsClose_data() {
        QTest::addColumn<QString>("file");
        for (const char *file : {"current_4.pickle", "expandable.pickle", "ring.pickle", "npu_workspace.pickle"}) {
            QTest::newRow(file) << QString::fromLatin1(file);
        }
    }
    void sumsClose() {
        QFETCH(QString, file);
        const auto run = runOf(qPrintable(file));
        QVERIFY(run.snapshots[0].store != nullptr);
        const SnapshotHistory history(run.snapshots[0].store, 0, {});
        for (std::uint32_t moment = 0; moment <= history.events(); ++moment) {
            const auto sums = stackSums(history, {BlockChoice::AtMoment, moment, 0, 0});
            std::uint64_t bytes = 0;
            for (const auto &sum : sums) {
                bytes += sum.bytes;
            }
            QCOMPARE(bytes, history.activeAt(moment));
            for (const auto grouping : {StackGrouping::Stack, StackGrouping::Frame}) {
                std::uint64_t ofRows = 0;
                for (const auto &row : stackRows(history, sums, grouping)) {
                    ofRows += row.sum.bytes;
                }
                QCOMPARE(ofRows, bytes);
            }
            verifyTree(stackTree(history, sums), bytes);
        }
    }
    void rangesAskForWhatWasMadeAndWhatIsLeft() {
        const auto all = stackSums(*m_history, {BlockChoice::MadeIn, 0, 0, m_history->events()});
        const auto left = stackSums(*m_history, {BlockChoice::LeftOf, 0, 0, m_history->events()});
        const auto never = stackSums(*m_history, {BlockChoice::NeverFreed, 0, 0, 0});
        const auto bytes = [](const std::vector<StackSum> &sums) {
            std::uint64_t sum = 0;
            for (const auto &s : sums) {
                sum += s.bytes;
            }
            return sum;
        };
        QCOMPARE(bytes(left), bytes(never));
        std::uint64_t made = 0;
        for (const auto &a : m_history->device().allocations.allocations) {
            made += a.isOlder() ? 0 : a.size;
        }
        QCOMPARE(bytes(all), made);
        QVERIFY(bytes(left) < made);
    }

    void filtersFindEvents() {
        const auto all = filteredEvents(*m_history, {});
        QCOMPARE(all.size(), std::size_t{m_history->events()});
        EventFilter oom;
        oom.actions = EventFilter::bit(SnapshotAction::OutOfMemory);
        QCOMPARE(filteredEvents(*m_history, oom).size(), std::size_t{1});
        EventFilter frame;
        frame.text = "MODEL.py:12";
        const auto ofModel = filteredEvents(*m_history, frame);
        QVERIFY(!ofModel.empty() && ofModel.size() < all.size());
        EventFilter address;
        address.text = "0x7f0010000010";  // inside the block at 0x7f0010000000
        const auto ofBlock = filteredEvents(*m_history, address);
        QVERIFY(ofBlock.size() >= 3);
        address.begin = ofBlock[1];
        QCOMPARE(filteredEvents(*m_history, address).size(), ofBlock.size() - 1);
        address.text = "0x1";
        QVERIFY(filteredEvents(*m_history, address).empty());
    }

private:
    static void verifyTree(const StackTree &tree, std::uint64_t bytes) {
        QCOMPARE(tree.nodes.front().bytes, bytes);
        for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
            const auto &node = tree.nodes[i];
            const auto &parent = tree.nodes[node.parent];
            QVERIFY(node.parent < i);
            QCOMPARE(node.depth, parent.depth + 1);
            QVERIFY(node.begin >= parent.begin && node.begin + node.bytes <= parent.begin + parent.bytes);
            // Siblings stand side by side.
            for (std::size_t k = i + 1; k < tree.nodes.size(); ++k) {
                const auto &other = tree.nodes[k];
                QVERIFY(other.parent != node.parent || other.begin >= node.begin + node.bytes);
            }
        }
    }

    Run m_run;
    std::shared_ptr<const SnapshotHistory> m_history;
};

TEST_SUITE(SnapshotHistoryTest)

}  // namespace tst_snapshot_history

#include "tst_snapshot_history.moc"
