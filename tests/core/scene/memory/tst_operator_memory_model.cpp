#include "core/analysis/memory/op_windows.h"
#include "core/analysis/overview/item_facts.h"
#include "core/scene/kit/table_scene.h"
#include "core/scene/memory/operator_memory_model.h"
#include "core/scene/timeline/timeline_target.h"
#include "tests/support/sample_operators.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_operator_memory_model {

using namespace stagescope;
using namespace stagescope::sample;

/// The memory of operators against a timeline that is known: who allocated what, and what was alive when.
class OperatorMemoryModelTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const Workspace> m_workspace = operatorWorkspace();

    [[nodiscard]] OperatorAnswer answer(std::optional<ItemRef> item, OperatorTimes times = OperatorTimes::All) const {
        OperatorQuestion question;
        question.run = RunId{0};
        question.rank = 2;
        question.item = std::move(item);
        question.times = times;
        return operatorAnswer(*m_workspace, question);
    }
    static std::string names(const OperatorAnswer &answer, const std::vector<std::uint32_t> &rows) {
        std::string text;
        for (const auto row : rows) {
            text += std::string(answer.memory.name(row)) + ' ';
        }
        return text;
    }

private Q_SLOTS:
    void anOperatorKnowsWhatItAllocated() {
        const auto inner = answer(operatorNamed(*m_workspace, "aten::empty"));
        QCOMPARE(names(inner, inner.made), std::string("aten::empty "));
        const auto outer = answer(operatorNamed(*m_workspace, "aten::mul"));
        QCOMPARE(names(outer, outer.made), std::string("aten::empty "));
        const auto step = answer(operatorNamed(*m_workspace, "ProfilerStep#1"));
        QCOMPARE(names(step, step.made), std::string("aten::empty aten::add "));
        QCOMPARE(step.madeSum.bytes, 3 * kMiB);
        const auto only = answer(operatorNamed(*m_workspace, "aten::add"), OperatorTimes::BySelected);
        QCOMPARE(names(only, only.rows), std::string("aten::add "));
    }

    void workOnTheDeviceHasTheMemoryOfItsLaunch() {
        const auto found = answer(operatorNamed(*m_workspace, "Mul"));
        QCOMPARE(names(found, found.made), std::string("aten::empty "));
        const auto windows = allocationWindows(m_workspace->runs.front(), operatorNamed(*m_workspace, "Mul"));
        QCOMPARE(windows.size(), std::size_t{1});
        QCOMPARE(ns(windows.front().begin), kStart + 10 * kMs);
    }

    void theMomentIsWhereTheSelectedItemBegins() {
        const auto at = [&](std::int64_t ms) { return answer(MomentRef{RunId{0}, 2, kStart + ms * kMs}); };
        QCOMPARE(at(15).alive.bytes, 5 * kMiB);  // empty and clone
        QCOMPARE(*at(15).allocatedThen, 15 * kMiB);
        QCOMPARE(at(20).alive.bytes, 1 * kMiB);
        QCOMPARE(at(90).alive.bytes, 2 * kMiB);
        QVERIFY(!at(1).allocatedThen);  // before the first sample
        const auto atKernel = answer(operatorNamed(*m_workspace, "Mul"), OperatorTimes::AliveAtMoment);
        QCOMPARE(ns(*atKernel.moment), kStart + 60 * kMs);
        QCOMPARE(names(atKernel, atKernel.rows), std::string("aten::empty aten::add "));
        const auto atOperator = answer(MemoryOpRef{RunId{0}, 2, 1});
        QCOMPARE(ns(*atOperator.moment), kStart + 45 * kMs);
        QVERIFY(atOperator.made.empty());
        QVERIFY(!answer(std::nullopt).moment);
        QCOMPARE(answer(std::nullopt, OperatorTimes::AliveAtMoment).rows.size(), std::size_t{0});
        // The allocator's peak is at 13 ms.
        QCOMPARE(names(answer(std::nullopt, OperatorTimes::AliveAtPeak),
                       answer(std::nullopt, OperatorTimes::AliveAtPeak).rows),
                 std::string("aten::empty aten::clone "));
    }

    void rangesTellChangesAndLeaks() {
        OperatorQuestion question{RunId{0}, 2, {}, OperatorTimes::ChangedInRange};
        question.range = AlignedRange{alignedTime(kStart + 10 * kMs), alignedTime(kStart + 50 * kMs)};
        const auto changed = operatorAnswer(*m_workspace, question);
        QCOMPARE(names(changed, changed.rows), std::string("aten::empty aten::add aten::clone "));
        QCOMPARE(ns(*changed.moment), kStart + 10 * kMs);
        question.times = OperatorTimes::LeftByRange;
        question.range->end = alignedTime(kStart + 85 * kMs);
        const auto left = operatorAnswer(*m_workspace, question);
        QCOMPARE(names(left, left.rows), std::string("aten::add "));
    }

    void rowsAreSortedAndShown() {
        OperatorQuestion question{RunId{0}, 2};
        question.isSorted = true;
        question.origin = alignedTime(kStart);
        question.order = MemoryOpColumn::Bytes;
        question.isDescending = true;
        const auto sorted = operatorAnswer(*m_workspace, question);
        QCOMPARE(names(sorted, sorted.rows), std::string("aten::clone aten::add aten::empty "));
        QCOMPARE(sorted.positionOf(0), std::optional<std::size_t>(2));
        QCOMPARE(sorted.sum.bytes, 7 * kMiB);
        QCOMPARE(sorted.places, (std::vector<std::string>{"4 / 7", "4 / 9"}));
        QCOMPARE(operatorCell(sorted, 0, MemoryOpColumn::Allocated), std::string("12.500"));
        QCOMPARE(operatorCell(sorted, 0, MemoryOpColumn::Duration), std::string("67.500"));
        QCOMPARE(operatorCell(sorted, 0, MemoryOpColumn::Bytes), std::string("1.00 MiB"));
        QCOMPARE(operatorCell(sorted, 1, MemoryOpColumn::Released), std::string());
        const auto has = [&](MemoryOpColumn column) {
            return std::find(sorted.columns.begin(), sorted.columns.end(), column) != sorted.columns.end();
        };
        QVERIFY(has(MemoryOpColumn::Released) && has(MemoryOpColumn::Duration) && has(MemoryOpColumn::Device));
        QVERIFY(!has(MemoryOpColumn::ActiveReleased) && !has(MemoryOpColumn::AtAllocated) &&
                !has(MemoryOpColumn::Graph));
    }

    void itemsHaveAPlaceOnTheTimeline() {
        const auto op = timelineTarget(*m_workspace, MemoryOpRef{RunId{0}, 2, 0});
        QVERIFY(op.has_value());
        QCOMPARE(ns(op->range.begin), kStart + 12 * kMs);  // the slice of the operator
        QCOMPARE(ns(op->range.end), kStart + 13 * kMs);
        const auto older = timelineTarget(*m_workspace, MemoryOpRef{RunId{0}, 2, 2});
        QVERIFY(older && ns(older->range.begin) == kStart + 20 * kMs);
        const auto moment = timelineTarget(*m_workspace, MomentRef{RunId{0}, 2, kStart + 7});
        QVERIFY(moment && moment->range.isEmpty() && moment->rank->rank == 2);
        QVERIFY(!timelineTarget(*m_workspace, MemoryOpRef{RunId{0}, 2, 3}));
        QVERIFY(!timelineTarget(*m_workspace, MemoryOpRef{RunId{0}, 1, 0}));
    }

    void itemsHaveFacts() {
        const auto facts = itemFacts(*m_workspace, MemoryOpRef{RunId{0}, 2, 0});
        QVERIFY(facts.has_value());
        QCOMPARE(facts->what, std::string("aten::empty, 1.00 MiB"));
        QCOMPARE(facts->duration, std::optional(Nanos{67'500'000}));
        const auto moment = itemFacts(*m_workspace, MomentRef{RunId{0}, 2, kStart + 15 * kMs});
        QVERIFY(moment.has_value());
        const auto alive = std::find_if(moment->facts.begin(), moment->facts.end(),
                                        [](const auto &fact) { return fact.first == "memory_alive"; });
        QVERIFY(alive != moment->facts.end());
        QCOMPARE(alive->second, std::string("2, 5.00 MiB (5242880 B)"));
        QVERIFY(!itemFacts(*m_workspace, MemoryOpRef{RunId{0}, 2, 9}));
    }

    void theSelectionTellsTheRank() {
        SelectionState state;
        const auto &run = m_workspace->runs.front();
        QVERIFY(!rankSelected(run, state));
        state.ranks = {{RunId{1}, 7}, {RunId{0}, 2}};
        QCOMPARE(rankSelected(run, state), std::optional(2));
        state.items = {MomentRef{RunId{0}, 5, 0}};
        QCOMPARE(rankSelected(run, state), std::optional(5));
        state.items = {operatorNamed(*m_workspace, "Mul")};
        QCOMPARE(rankSelected(run, state), std::optional(2));
        QCOMPARE(ranksWithOperatorMemory(run), std::vector<int>{2});
    }

    void aTableInAPictureKeepsInItsBoxes() {
        const SceneStyle style{[](std::string_view text) { return static_cast<int>(text.size()) * 7; },
                               [](const Message &message) { return message.id; }, 16};
        TableContent table;
        table.columns = {{"name", false}, {"bytes", true}, {"more", true}};
        table.rows = 1000;
        table.cell = [](std::size_t row, std::size_t column) {
            return column == 0 ? std::string(80, 'x') : std::to_string(row * 1000 + column);
        };
        table.isMarked = [](std::size_t row) { return row == 1; };
        const auto scene = buildTableScene(table, 300, 200, style);
        // Head and nine rows; there is no room for the last column.
        QCOMPARE(scene.texts.size(), std::size_t{20});
        QCOMPARE(buildTableScene(table, 400, 200, style).texts.size(), std::size_t{30});
        for (const auto &text : scene.texts) {
            QVERIFY(text.x >= 0 && text.x + text.width <= 300 && text.y + text.height <= 200);
            QVERIFY(style.metrics(text.text) <= text.width);
        }
        const auto accents = std::count_if(scene.rects.begin(), scene.rects.end(),
                                           [](const SceneRect &box) { return box.color.role == ColorRole::Accent; });
        QCOMPARE(accents, std::ptrdiff_t{1});
        QVERIFY(buildTableScene(table, 300, 10, style).texts.size() <= 3);
    }
};

TEST_SUITE(OperatorMemoryModelTest)

}  // namespace tst_operator_memory_model

#include "tst_operator_memory_model.moc"
