// Modules of two ranks, aligned, with the operators within them.
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_module_compare {

using namespace stagescope;

namespace {

constexpr auto kPython = SliceClass::Python;

/// Rank 1 against rank 0.
ResultTable modulesCompared(const Workspace &workspace, const char *by = "call") {
    AnalysisInput input{.workspace = &workspace, .ranks = {1}, .parameters = {{"by", by}}};
    input.comparedWith = ComparedWith{{0}, {}};
    return planted::table("module_compare", input);
}
/// "path/operator side pass" of all rows.
std::string told(const ResultTable &table) {
    std::string text;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        text += table.text(row, "path") + "/" + table.text(row, "operator") + " " + table.text(row, "side") + " " +
                table.text(row, "pass") + "\n";
    }
    return text;
}
std::size_t rowOf(const ResultTable &table, std::string_view path, std::string_view op,
                  std::string_view pass = "forward") {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.text(row, "path") == path && table.text(row, "operator") == op && table.text(row, "pass") == pass) {
            return row;
        }
    }
    return table.rows.size();
}

/// A network with one layer and an operator of its own around it, which launches a kernel too.
planted::RecordedRank network(std::int64_t duration) {
    planted::RecordedRank rank;
    rank.host("nn.Module: Net_0", 100, 900, kPython)
        .host("forward", 110, 890, kPython)
        .host("aten::wrap", 120, 880)
        .host("nn.Module: Linear_0", 200, 500, kPython)
        .host("aten::linear", 210, 490)
        .direct("aten::t", "Transpose", 220, 230, 1000, 1010)
        .direct("aten::mm", "MatMul", 300, 310, 2000, 2000 + duration)
        .direct("aten::add", "Add", 600, 610, 3000, 3040);
    return rank;
}

}  // namespace

class ModuleCompareTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// An operator around modules holds what it launches itself, not what they do.
    void levels() {
        const auto workspace = planted::workspace({network(100).capture(0), network(150).capture(1)});
        const auto table = modulesCompared(workspace);
        QCOMPARE(told(table), std::string("/ both \n"
                                          "Net_0/ both forward\n"
                                          "Net_0/aten::wrap both forward\n"
                                          "Net_0;Linear_0/ both forward\n"
                                          "Net_0;Linear_0/aten::linear both forward\n"));
        const auto cells = [&](std::string_view path, std::string_view op) {
            const auto row = rowOf(table, path, op);
            std::string text;
            for (const auto *column : {"depth", "kernels_after", "device_before_us", "device_after_us", "change_us",
                                       "device_self_before_us", "self_change_us"}) {
                text += table.text(row, column) + " ";
            }
            return text;
        };
        QCOMPARE(cells("Net_0", ""), std::string("0 3 0.15 0.2 0.05 0.04 0 "));
        QCOMPARE(cells("Net_0", "aten::wrap"), std::string("0 1 0.04 0.04 0 0.04 0 "));
        QCOMPARE(cells("Net_0;Linear_0", ""), std::string("1 2 0.11 0.16 0.05 0.11 0.05 "));
        QCOMPARE(cells("Net_0;Linear_0", "aten::linear"), std::string("1 2 0.11 0.16 0.05 0.11 0.05 "));
        QCOMPARE(table.text(0, "depth"), std::string());
        QCOMPARE(table.text(0, "device_after_us"), std::string("0.2"));
        QVERIFY(table.text(1, "evidence").starts_with("slice:"));
        QVERIFY(table.text(1, "evidence") != table.text(1, "evidence_before"));
    }
    /// A module that one side has more of is that side's alone, with all below it.
    void sidesOfTheirOwn() {
        auto more = network(100);
        more.host("nn.Module: Dropout_0", 520, 580, kPython).direct("aten::dropout", "Dropout", 530, 540, 2500, 2507);
        more.host("nn.Module: Loss_0", 950, 990, kPython);
        const auto workspace = planted::workspace({network(100).capture(0), more.capture(1)});
        const auto table = modulesCompared(workspace);
        QCOMPARE(table.rows.size(), std::size_t{8});
        const auto dropout = rowOf(table, "Net_0;Dropout_0", "aten::dropout");
        QVERIFY(dropout < table.rows.size());
        QCOMPARE(table.text(dropout, "side"), std::string("after"));
        QCOMPARE(table.text(dropout, "device_before_us"), std::string());
        QCOMPARE(table.text(dropout, "change_us"), std::string("0.007"));
        QCOMPARE(table.text(dropout, "ratio"), std::string());
        QCOMPARE(table.text(rowOf(table, "Net_0", ""), "change_us"), std::string("0.007"));
        const auto loss = rowOf(table, "Loss_0", "");
        QVERIFY(loss < table.rows.size());
        QCOMPARE(table.text(loss, "side"), std::string("after"));
    }
    /// Operators of the backward pass belong to the module of their arrows, with what they launch themselves; what runs
    /// around them to none.
    void backwardPass() {
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            auto rank = network(100);
            rank.host("evaluate_function", 1190, 1400, SliceClass::HostOp, "thread 2")
                .backward("AddmmBackward0", 305, 1200, 1300)
                .host("aten::mm", 1210, 1290, SliceClass::HostOp, "thread 2")
                .launchedOn("thread 2", "MatMul", 1220, 4000, 4030)
                .launchedOn("thread 2", "ReduceSum", 1350, 5000, 5005)
                .host("Optimizer.step#SGD.step", 1500, 1700)
                .direct("aten::_foreach_add_", "ForeachAdd", 1510, 1520, 6000, 6000 + 10 * (number + 1));
            ranks.push_back(rank.capture(number));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        const auto table = modulesCompared(workspace);
        QCOMPARE(told(table), std::string("/ both \n"
                                          "/evaluate_function both backward\n"
                                          "Net_0/ both forward\n"
                                          "Net_0/aten::wrap both forward\n"
                                          "Net_0;Linear_0/ both forward\n"
                                          "Net_0;Linear_0/aten::linear both forward\n"
                                          "Net_0;Linear_0/ both backward\n"
                                          "Net_0;Linear_0/aten::mm both backward\n"
                                          "Optimizer.step#SGD.step/ both forward\n"
                                          "Optimizer.step#SGD.step/aten::_foreach_add_ both forward\n"));
        QCOMPARE(table.text(1, "device_after_us"), std::string("0.005"));
        QCOMPARE(table.text(rowOf(table, "Net_0;Linear_0", "", "backward"), "device_after_us"), std::string("0.03"));
        QCOMPARE(table.text(9, "change_us"), std::string("0.01"));
        // All that operators launched: that of the modules and the rest.
        QCOMPARE(table.text(0, "device_before_us"), std::string("0.195"));
        QCOMPARE(table.text(0, "device_self_before_us"), std::string("0.005"));
    }
    /// Two calls of a module, of which one rank has a third.
    void callsTogether() {
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            planted::RecordedRank rank;
            for (int call = 0; call < 2 + number; ++call) {
                const auto begin = 1000 * (call + 1);
                rank.host("nn.Module: Linear_0", begin, begin + 500, kPython)
                    .direct("aten::mm", "MatMul", begin + 10, begin + 20, begin + 100, begin + 110)
                    .direct("aten::mm", "MatMul", begin + 200, begin + 210, begin + 300, begin + 320);
            }
            ranks.push_back(rank.capture(number));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        QCOMPARE(modulesCompared(workspace).rows.size(), std::size_t{1 + 3 * 3});
        const auto table = modulesCompared(workspace, "name");
        QCOMPARE(told(table), std::string("/ both \nLinear_0/ both forward\nLinear_0/aten::mm both forward\n"));
        const auto cells = [&](std::size_t row) {
            return table.text(row, "calls_before") + " " + table.text(row, "calls_after") + " " +
                   table.text(row, "kernels_before") + " " + table.text(row, "device_before_us") + " " +
                   table.text(row, "device_after_us");
        };
        QCOMPARE(cells(1), std::string("2 3 4 0.06 0.09"));
        QCOMPARE(cells(2), std::string("4 6 4 0.06 0.09"));
    }
    /// Only what begins in the step that is asked about.
    void steps() {
        std::vector<RankCapture> ranks;
        for (int number = 0; number < 2; ++number) {
            planted::RecordedRank rank;
            rank.host("nn.Module: A_0", 100, 200, kPython).host("nn.Module: B_0", 1100, 1200, kPython);
            ranks.push_back(rank.capture(number, {planted::steps({{{1, 0, 1000}}, {{2, 1000, 2000}}})}));
        }
        const auto workspace = planted::workspace(std::move(ranks));
        AnalysisInput input{.workspace = &workspace, .ranks = {1}, .step = 2};
        input.comparedWith = ComparedWith{{0}, {}};
        QCOMPARE(told(planted::table("module_compare", input)), std::string("/ both \nB_0/ both forward\n"));
    }
    void strangeInput() {
        planted::RecordedRank operators;
        operators.direct("aten::add", "Add", 100, 110, 200, 250);
        const auto none = planted::workspace({operators.capture(0), planted::capture(1, {})});
        const auto table = modulesCompared(none);
        QVERIFY(table.rows.empty());
        QVERIFY(table.notes.at(0).starts_with("No modules"));
        // Modules on one side alone.
        planted::RecordedRank empty;
        const auto half = planted::workspace({empty.capture(0), network(100).capture(1)});
        QCOMPARE(modulesCompared(half).rows.size(), std::size_t{5});
        AnalysisInput alone{.workspace = &none};
        QVERIFY(planted::table("module_compare", alone).notes.at(0).starts_with("Nothing to compare with"));
        alone.parameters = {{"by", "shape"}};
        QCOMPARE(analysisById("module_compare")->run(alone, {}).error().kind, ErrorKind::BadArgument);
    }
};

TEST_SUITE(ModuleCompareTest)

}  // namespace tst_module_compare

#include "tst_module_compare.moc"
