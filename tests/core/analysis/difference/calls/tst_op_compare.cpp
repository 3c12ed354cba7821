// Calls of the framework's operators of two ranks, aligned.
#include "core/analysis/difference/calls/matching_blocks.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_op_compare {

using namespace stagescope;

namespace {

using Positions = std::vector<std::pair<std::size_t, std::size_t>>;

Positions matching(std::string_view before, std::string_view after, std::size_t most = 1000) {
    return matchingPositions(std::vector<std::uint32_t>(before.begin(), before.end()),
                             std::vector<std::uint32_t>(after.begin(), after.end()), most);
}

/// Rank 1 against rank 0.
ResultTable compared(const Workspace &workspace, const char *mostKernels = "0", const char *by = "name") {
    AnalysisInput input{
        .workspace = &workspace, .ranks = {1}, .parameters = {{"max_kernels", mostKernels}, {"by", by}}};
    input.comparedWith = ComparedWith{{0}, {}};
    return planted::table("op_compare", input);
}
std::string pairs(const ResultTable &table) {
    std::string text;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        text += table.text(row, "name_before") + "|" + table.text(row, "name_after") + " ";
    }
    return text;
}

struct PlantedKernel {
    std::int64_t begin;
    const char *name;
    const char *shapes;
};
std::shared_ptr<const TableStore> kernels(const std::vector<PlantedKernel> &list) {
    TableBuilder builder(TableKind::Kernels);
    for (const auto &kernel : list) {
        builder.set("name", kernel.name).set("begin_ns", kernel.begin).set("duration_ns", std::int64_t{50});
        builder.set("input_shapes", kernel.shapes).endRow();
    }
    return planted::shared(builder);
}

}  // namespace

class OpCompareTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stretches() {
        QVERIFY(matching("", "").empty());
        QVERIFY(matching("abc", "").empty());
        QVERIFY(matching("abc", "xyz").empty());
        QVERIFY((matching("abxcd", "abcd") == Positions{{0, 0}, {1, 1}, {3, 2}, {4, 3}}));
        // The longest stretch decides, though it leaves fewer items that match: a and b of the first are left alone.
        QVERIFY((matching("abcde", "cdexab") == Positions{{2, 0}, {3, 1}, {4, 2}}));
        // Of equal stretches the first.
        QVERIFY((matching("a", "aa") == Positions{{0, 0}}));
        QVERIFY((matching("aa", "a") == Positions{{0, 0}}));
    }
    /// Where that would take too long the fewest edits decide.
    void longSequences() {
        QVERIFY((matching("abxcd", "abcd", 0) == Positions{{0, 0}, {1, 1}, {3, 2}, {4, 3}}));
        QCOMPARE(matching(std::string(20'000, 'a'), std::string(20'000, 'a'), 1000).size(), std::size_t{20'000});
    }

    void callsAreAligned() {
        planted::RecordedRank before;
        before.direct("aten::add", "Add", 100, 110, 200, 250)
            .direct("aten::mul", "Mul", 300, 310, 400, 440)
            .direct("aten::sum", "Sum", 500, 510, 600, 610);
        planted::RecordedRank after;
        after.direct("aten::add", "Add", 100, 110, 200, 280)
            .direct("aten::cast", "Cast", 200, 210, 300, 320)
            .direct("aten::sum", "Sum", 500, 510, 600, 610);
        const auto workspace = planted::workspace({before.capture(0), after.capture(1)});
        const auto table = compared(workspace);
        QCOMPARE(pairs(table), std::string("aten::add|aten::add aten::mul| |aten::cast aten::sum|aten::sum "));
        QCOMPARE(table.text(0, "change_us"), std::string("0.03"));
        QCOMPARE(table.text(0, "ratio"), std::string("1.6"));
        QCOMPARE(table.text(1, "change_us"), std::string("-0.04"));
        QCOMPARE(table.text(2, "change_us"), std::string("0.02"));
        QCOMPARE(table.text(2, "ratio"), std::string());
        QVERIFY(table.text(0, "evidence").starts_with("slice:"));
        QVERIFY(table.text(0, "evidence_before") != table.text(0, "evidence"));
    }
    /// Two kernels within one call; more than the most of 1, so that the operators within are compared.
    void callsAreOpened() {
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            planted::RecordedRank rank;
            rank.host("aten::linear", 50, 600)
                .direct("aten::t", "Transpose", 100, 110, 200, 250)
                .direct("aten::mm", "MatMul", 300, 310, 400, 440);
            ranks.push_back(rank.capture(number));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        QCOMPARE(pairs(compared(workspace)), std::string("aten::linear|aten::linear "));
        QCOMPARE(compared(workspace).text(0, "kernels_after"), std::string("2"));
        QCOMPARE(pairs(compared(workspace, "2")), std::string("aten::linear|aten::linear "));
        QCOMPARE(pairs(compared(workspace, "1")), std::string("aten::t|aten::t aten::mm|aten::mm "));
    }
    /// Operators of the backward pass never pair with those of the forward pass.
    void passesAreAlignedInTurn() {
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            planted::RecordedRank rank;
            rank.host("aten::add", 100, 200).backward("aten::mul", 150, 300, 400).host("aten::sum", 500, 600);
            if (number == 1) {
                rank.host("aten::mul", 210, 250);
            }
            ranks.push_back(rank.capture(number));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        QCOMPARE(pairs(compared(workspace)),
                 std::string("aten::add|aten::add |aten::mul aten::mul|aten::mul aten::sum|aten::sum "));
    }
    /// The longest stretch of all is the second step of one rank and the first of the other: they are not compared.
    void stepsAreAlignedInTurn() {
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            planted::RecordedRank rank;
            rank.host("aten::add", 100, 200).host("aten::mul", 210, 300);
            rank.host("aten::sum", number == 0 ? 1310 : 310, number == 0 ? 1400 : 400);
            rank.host("aten::add", 1100, 1200).host("aten::mul", 1210, 1300);
            ranks.push_back(rank.capture(number, {planted::steps({{{1, 0, 1000}}, {{2, 1000, 2000}}})}));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        QCOMPARE(pairs(compared(workspace)), std::string("aten::add|aten::add aten::mul|aten::mul |aten::sum "
                                                         "aten::add|aten::add aten::mul|aten::mul aten::sum| "));
    }
    /// By name the first calls would pair; their kernels tell which of them are the same.
    void shapesDecide() {
        planted::RecordedRank before;
        before.direct("aten::mm", "MatMul", 100, 110, 200, 250).direct("aten::mm", "MatMul", 300, 310, 400, 450);
        planted::RecordedRank after;
        after.direct("aten::mm", "MatMul", 100, 110, 200, 250);
        const auto workspace =
            planted::workspace({before.capture(0, {kernels({{200, "MatMul", "8,16"}, {400, "MatMul", "32,16"}})}),
                                after.capture(1, {kernels({{200, "MatMul", "32,16"}})})});
        QCOMPARE(pairs(compared(workspace)), std::string("aten::mm|aten::mm aten::mm| "));
        QCOMPARE(pairs(compared(workspace, "0", "shape")), std::string("aten::mm| aten::mm|aten::mm "));
    }
    /// One device needs two kernels for what another does with one.
    void shapesCountOnce() {
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            planted::RecordedRank rank;
            rank.host("aten::mm", 100, 200).launchedOn("thread 1", "MatMul", 110, 400, 450);
            if (number == 0) {
                rank.launchedOn("thread 1", "Memset", 105, 300, 310);
            }
            ranks.push_back(rank.capture(number, {kernels({{300, "Memset", "8,16"}, {400, "MatMul", "8,16"}})}));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        QCOMPARE(pairs(compared(workspace, "0", "shape")), std::string("aten::mm|aten::mm "));
    }
    /// Kernels of one call come in the order of the device, however long each of them took.
    void shapesComeInOrder() {
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            planted::RecordedRank rank;
            rank.host("aten::linear", 100, 200)
                .launchedOn("thread 1", "Cast", 100, 300, number == 0 ? 310 : 390)
                .launchedOn("thread 1", "MatMul", 100, 400, 450);
            ranks.push_back(rank.capture(number, {kernels({{300, "Cast", "8"}, {400, "MatMul", "8,16"}})}));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        QCOMPARE(pairs(compared(workspace, "0", "shape")), std::string("aten::linear|aten::linear "));
    }
    /// Memory belongs to the operator that was open; without a record nothing is said.
    void memory() {
        const auto given = [](std::int64_t time, std::int64_t bytes) {
            TableWriter<MemoryOpRecord> writer;
            MemoryOpRecord record;
            record.name = "aten::empty";
            record.allocated = time;
            record.bytes = bytes;
            record.released = time + 30;
            writer.append(record);
            return std::make_shared<const TableStore>(writer.take());
        };
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            planted::RecordedRank rank;
            rank.host("aten::linear", 100, 200).host("aten::empty", 120, 140).host("aten::relu", 300, 400);
            ranks.push_back(number == 0 ? rank.capture(0, {given(130, 4096)}) : rank.capture(1));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        const auto table = compared(workspace);
        QCOMPARE(pairs(table), std::string("aten::linear|aten::linear aten::relu|aten::relu "));
        QCOMPARE(table.text(0, "allocated_before_bytes"), std::string("4096"));
        QCOMPARE(table.text(0, "held_before_us"), std::string("0.03"));
        QCOMPARE(table.text(0, "allocated_after_bytes"), std::string());
        QCOMPARE(table.text(1, "allocated_before_bytes"), std::string("0"));
        QCOMPARE(table.text(1, "held_before_us"), std::string("0"));
    }
    void strangeInput() {
        const auto none = planted::workspace({planted::capture(0, {}), planted::capture(1, {})});
        const auto table = compared(none);
        QVERIFY(table.rows.empty());
        QCOMPARE(table.notes.size(), std::size_t{1});
        AnalysisInput alone{.workspace = &none};
        const auto oneSide = planted::table("op_compare", alone);
        QVERIFY(oneSide.rows.empty() && oneSide.notes.at(0).starts_with("Nothing to compare with"));
        alone.parameters = {{"max_kernels", "-1"}};
        QCOMPARE(analysisById("op_compare")->run(alone, {}).error().kind, ErrorKind::BadArgument);
        alone.parameters = {{"by", "type"}};
        QCOMPARE(analysisById("op_compare")->run(alone, {}).error().kind, ErrorKind::BadArgument);
    }
};

TEST_SUITE(OpCompareTest)

}  // namespace tst_op_compare

#include "tst_op_compare.moc"
